"""Ready figures."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ..checks import place_of, text
from ..model import Assembly
from .elevation import draw_elevation
from .frame import frame_structure, name_outside
from .shapes import trajectory_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..results import Trajectory

__all__ = ["plane_of_motion", "state_figure"]

STILL = 1e-6
"""Motion (m) that nobody would see in a picture."""


def state_figure(
    assembly: Assembly,
    trajectory: "Trajectory",
    index: int = -1,
    *,
    plane: str = "xz",
    highlight: Iterable[str] = (),
    title: str | None = None,
) -> "Figure":
    """Figure of the recorded state ``index`` seen from the ground, over the outlines of the initial state.

    Blocks that have gone far from where the structure was are named under the picture, not shown. ``title``: None
    gives the time. DrystoneError if the trajectory is of another assembly or has no such state.
    """
    from matplotlib.figure import Figure

    trajectory = trajectory_of(trajectory, assembly)
    index = place_of(index, len(trajectory.time), "state")
    if title is not None:
        text(title, "title")
    figure = Figure(figsize=(8.0, 5.0), layout="constrained")
    ax = figure.add_subplot()
    draw_elevation(ax, assembly, plane=plane, fill=False, colour="#B8B2A6", width=0.5)
    position = trajectory.position[index] - trajectory.ground[index]
    draw_elevation(ax, assembly, position, trajectory.rotation[index], plane=plane, highlight=highlight)
    name_outside(ax, frame_structure(ax, assembly, position, trajectory.rotation[index], plane))
    ax.set_title(f"t = {trajectory.time[index]:.4g} s" if title is None else title)
    return figure


def plane_of_motion(trajectory: "Trajectory") -> str:
    """The elevation along which blocks went farthest, seen from the ground: "xz", or "yz" where they went across it.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> across = ds.GroundMotion.one_sine(12.0, 0.4, direction=(0.0, 1.0, 0.0))
    >>> plane_of_motion(ds.simulate(column(1), 0.2, 0.01, motion=across))
    'yz'
    """
    trajectory = trajectory_of(trajectory)
    moved = trajectory.position - trajectory.position[0] - (trajectory.ground - trajectory.ground[0])[:, None]
    x, y, _ = np.abs(moved).max(axis=(0, 1))
    return "yz" if y > max(x, STILL) else "xz"
