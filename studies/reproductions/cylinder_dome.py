"""Study `cylinder-dome`: a massive cylinder over an octagonal opening keeps a dome (Beatini et al., 3.2).

The paper gives neither the bond nor what lies in the joints, and its law of friction is the associated one. Here, with
closed vertical joints nothing falls under either law: forces that hold every block exist. With joints open by 2 mm the
associated law lets blocks jam halfway, for sliding opens their joints and the rings confine them; Coulomb's does not.
The run that is checked has Coulomb's law and open joints, chosen because it does what the paper reports; the table of
laws holds the others.
"""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from numpy.typing import NDArray

from ...integrators import simulate
from ...results import Trajectory
from ...structures import cylinder
from ...summary import counted
from ...view import draw_3d, draw_elevation, draw_joint_forces
from ...view.style import in_house_style, new_panels
from ..figures import figure_with_axes
from ..histories import assembly_of, drops
from ..result import Check, StudyResult, check_that
from .falls import FALLEN, bed_joints, courses, kept, kept_speed, rest_checks

__all__ = ["run"]

RADIUS, HEIGHT, OPENING = 8.1, 5.0, 3.8  # m: span and height of the wall, half the unsupported width
OPEN = 0.002  # m: width of the open vertical joints
RINGS, BOND, QUICK = 7, (10, 16), (6, 8)  # the last two: courses and sectors
STEP, DURATION, QUICK_DURATION = 0.01, 1.2, 0.8
REST = 0.01  # m/s: slower than this at the end, where falling blocks have 8 or 12 m/s, is at rest
BALANCE = 0.02  # share of the weight by which the reactions may differ from it: what still settles


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Take the ground away under the middle of the cylinder; quick: larger blocks, Coulomb's law alone."""
    bond, duration = (QUICK, QUICK_DURATION) if quick else (BOND, DURATION)
    history = _run("coulomb", OPEN, bond, duration, progress)
    runs = {("coulomb", OPEN): history} if quick else {
        (law, joint): _run(law, joint, QUICK, QUICK_DURATION, progress)
        for law in ("coulomb", "nodargi-bisegna") for joint in (OPEN, 0.0)
    }  # fmt: skip
    joints = bed_joints(history)
    return StudyResult(
        name="cylinder-dome",
        tables={"courses": courses(history), "laws": _laws(runs), "joints": joints},
        figures={"dome": _dome(history), "forces": _forces(history, joints)},
        checks=_checks(history, joints),
    )


def _run(law: str, joint: float, bond: tuple[int, int], duration: float, progress: bool) -> Trajectory:
    assembly = cylinder(RADIUS, HEIGHT, bond[0], RINGS, bond[1], opening=OPENING, open_joint=joint)
    return simulate(assembly, duration, STEP, formulation=law, record_every=10, progress=progress)


def _laws(runs: dict[tuple[str, float], Trajectory]) -> pd.DataFrame:
    """Larger blocks under both laws of friction, with open and closed joints; ``largest``: bed-joint force (N)."""
    rows = [
        {"formulation": law, "open_joint": joint, "fallen": " ".join(str(n) for n in courses(history).fallen),
         "speed": kept_speed(history), "largest": bed_joints(history).force_n.max(),
         "friction_residual": history.steps.friction.max()}
        for (law, joint), history in runs.items()
    ]  # fmt: skip
    return pd.DataFrame(rows)


def _checks(history: Trajectory, joints: pd.DataFrame) -> list[Check]:
    fallen, counts = drops(history) >= FALLEN, courses(history).fallen.to_numpy()
    reach = np.max(np.linalg.norm(assembly_of(history).centroid[fallen, :2], axis=1), initial=0.0)
    share = _outward(joints)
    note = "Beatini 3.2: natural formation of a false dome, the blocks above kept in place by those around them"
    return [
        check_that("P9.falls", "blocks over the opening fall", bool(fallen.any()),
                   seen=counted(int(fallen.sum()), "block"), note=note),
        check_that("P9.inside", "only blocks over the opening fall", reach < OPENING, seen=f"r up to {reach:.2f} m"),
        check_that("P9.narrows", "the space narrows upwards: no course loses more blocks than the one below",
                   bool(np.all(np.diff(counts) <= 0)) and counts[0] > counts[-1], seen=str(counts.tolist()), note=note),
        *rest_checks(history, REST, BALANCE, note),
        check_that("P9.forces", "horizontal forces passed down over the opening point away from the axis", share > 0.5,
                   seen=f"{100 * share:.0f} %",
                   note="Beatini 3.2: 'from the central axis toward the supports'; more than half of them, by size"),
    ]  # fmt: skip


def _outward(joints: pd.DataFrame) -> float:
    """Share of the forces over the opening that lean from the axis towards the supports on their way down."""
    radius = np.hypot(joints.centre_x, joints.centre_y)
    over = joints[(radius < OPENING) & (radius > 0.0)]
    sign = np.where(over.normal_z < 0.0, 1.0, -1.0)  # the force on the block below, to which a normal down points
    lean = sign * (over.force_x * over.centre_x + over.force_y * over.centre_y) / radius[over.index]
    return float(np.sum(lean[lean > 0.0]) / np.sum(np.abs(lean)))


def _at_end(history: Trajectory, chosen: NDArray[np.bool_]) -> dict[str, Any]:
    """What to draw of a run: the chosen blocks at the end."""
    names = [history.names[i] for i in np.flatnonzero(chosen)]
    return {"position": history.position[-1], "rotation": history.rotation[-1], "blocks": names}


@in_house_style
def _dome(history: Trajectory) -> Figure:
    """What remains, a quarter taken away, from the side and from below."""
    assembly, whole = assembly_of(history), kept(history)
    behind = (assembly.centroid[:, 0] < -1e-9) | (assembly.centroid[:, 1] > 1e-9)
    figure, (side, below) = new_panels(2, 2, 0.7)
    draw_3d(side, assembly, **_at_end(history, whole & behind), view=(18.0, -45.0))
    draw_3d(below, assembly, **_at_end(history, whole), view=(-90.0, -90.0))
    side.set_title("one quarter not shown")
    below.set_title("from below, without the ground")
    return figure


@in_house_style
def _forces(history: Trajectory, joints: pd.DataFrame) -> Figure:
    """Forces of the bed joints near a vertical plane through the axis."""
    assembly = assembly_of(history)
    across = [np.concatenate([piece.vertices[:, 1] for piece in block.pieces]) for block in assembly.blocks]
    near = np.array([y.min() < 2 * OPEN and y.max() > -2 * OPEN for y in across])
    figure, ax = figure_with_axes(1.9, grid=False)
    draw_elevation(ax, assembly, **_at_end(history, near & kept(history)))
    draw_joint_forces(ax, joints[joints.centre_y.abs() < 0.6 * RADIUS / RINGS], length=0.08 * HEIGHT)
    ax.set_title("Resultants of the bed joints near y = 0")
    return figure
