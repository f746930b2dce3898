"""Contact forces laid over an elevation."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from ..checks import finite_array, positive_number, yes_no
from ..results.joint_forces import joint_forces
from .shapes import axes_of, plane_axes, trajectory_of
from .style import FORCE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from ..results import Trajectory

__all__ = ["contact_forces", "resultants"]

SHARE = 0.12
"""Length of the largest force, as a share of the picture's diagonal, when no scale is given."""


def resultants(contacts: "pd.DataFrame") -> "pd.DataFrame":
    """Resultant of the contact forces of every pair of blocks, from `Trajectory.contacts`.

    Columns: block_a, block_b, point_x, point_y, point_z (m, the centre of pressure), force_x, force_y, force_z (N, on
    b), force_n (N, normal part). Pairs without compression are left out; `drystone.joint_forces` says more of all.
    """
    joints = joint_forces(contacts)
    joints = joints[joints["centre_x"].notna()].reset_index(drop=True)
    points = joints[[f"centre_{axis}" for axis in "xyz"]].set_axis([f"point_{axis}" for axis in "xyz"], axis=1)
    forces = joints[["force_x", "force_y", "force_z", "force_n"]]
    return pd.concat([joints[["block_a", "block_b"]], points, forces], axis=1)


def contact_forces(
    ax: "Axes",
    trajectory: "Trajectory",
    step: int = -1,
    *,
    plane: str = "xz",
    resultant: bool = True,
    scale: float | None = None,
    origin: ArrayLike = (0.0, 0.0, 0.0),
) -> float:
    """Draw the contact forces of step ``step`` as bars through their points; return the scale (m/N).

    ``resultant``: one arrow, on block b, for each pair of blocks; False draws a bar for each contact point.
    ``scale``: metres of the picture for one newton; None makes the largest force an eighth of the picture. ``origin``
    (3,): of the picture's frame (m), the ground's displacement where the elevation is seen from the ground. Draw the
    elevation first. DrystoneError for a step whose contacts were not kept.
    """
    across, up, _, _ = plane_axes(plane)
    ax, table = axes_of(ax), trajectory_of(trajectory).contacts(step)
    if yes_no(resultant, "resultant"):
        table = resultants(table)
    names = ["xyz"[across], "xyz"[up]]
    point = table[[f"point_{axis}" for axis in names]].to_numpy(dtype=float)
    point = point - finite_array(origin, (3,), "origin")[[across, up]]
    force = table[[f"force_{axis}" for axis in names]].to_numpy(dtype=float)
    largest = float(np.linalg.norm(force, axis=1).max(initial=0.0))
    if scale is None:
        scale = SHARE * float(np.hypot(*(np.ptp(ax.get_xlim()), np.ptp(ax.get_ylim())))) / largest if largest else 1.0
    arm = positive_number(scale, "scale") * force
    head = {"headwidth": 4, "headlength": 5, "headaxislength": 4.5} if resultant else {"headwidth": 1, "headlength": 0}
    ax.quiver(
        *point.T,
        *arm.T,
        angles="xy",
        scale_units="xy",
        scale=1.0,
        pivot="mid",
        color=FORCE,
        width=0.004,
        zorder=3,
        **head,
    )
    return scale
