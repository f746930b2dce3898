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

from ...integrators import simulate
from ...model import Assembly, Block
from ...model.gravity import STANDARD_GRAVITY
from ...results import Trajectory
from ...structures import cylinder
from ...summary import counted
from ...view import draw_3d, draw_elevation, draw_joint_forces
from ...view.style import in_house_style, new_panels
from ..figures import figure_with_axes
from ..result import Check, StudyResult, check_close, check_that
from .falls import FALLEN, bed_joints, courses, drops, kept_speed

__all__ = ["run"]

RADIUS, HEIGHT, OPENING = 8.1, 5.0, 3.8  # m: span and height of the wall, half the unsupported width
OPEN = 0.002  # m: width of the open vertical joints
BOND: dict[str, Any] = {"courses": 10, "rings": 7, "sectors": 16}
QUICK: dict[str, Any] = {"courses": 6, "rings": 7, "sectors": 8}
STEP, DURATION, QUICK_DURATION = 0.01, 1.2, 0.8
REST = 0.01  # m/s: slower than this at the end, where falling blocks have 8 or 12 m/s, is at rest
BALANCE = 0.02  # share of the weight by which the reactions may differ from it: what still settles


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Take the ground away under the middle of the cylinder; quick: larger blocks, Coulomb's law alone."""
    bond, duration = (QUICK, QUICK_DURATION) if quick else (BOND, DURATION)
    assembly, history = _run("coulomb", OPEN, bond, duration, progress)
    runs = {("coulomb", OPEN): (assembly, history)} if quick else {
        (law, joint): _run(law, joint, QUICK, QUICK_DURATION, progress)
        for law in ("coulomb", "nodargi-bisegna") for joint in (OPEN, 0.0)
    }  # fmt: skip
    return StudyResult(
        name="cylinder-dome",
        tables={"courses": courses(assembly, history), "laws": _laws(runs), "joints": bed_joints(history)},
        figures={"dome": _dome(assembly, history), "forces": _forces(assembly, history, bond["rings"])},
        checks=_checks(assembly, history),
    )


def _run(law: str, joint: float, bond: dict[str, Any], duration: float, progress: bool) -> tuple[Assembly, Trajectory]:
    assembly = cylinder(RADIUS, HEIGHT, opening=OPENING, open_joint=joint, **bond)
    return assembly, simulate(assembly, duration, STEP, formulation=law, record_every=10, progress=progress)


def _laws(runs: dict[tuple[str, float], tuple[Assembly, Trajectory]]) -> pd.DataFrame:
    """Larger blocks under both laws of friction, with open and closed joints; ``largest``: bed-joint force (N)."""
    rows = []
    for (law, joint), (assembly, history) in runs.items():
        rows.append(
            {
                "formulation": law,
                "open_joint": joint,
                "fallen": " ".join(str(n) for n in courses(assembly, history).fallen),
                "speed": kept_speed(assembly, history),
                "largest": float(bed_joints(history).force_n.max()),
                "friction_residual": float(history.steps.friction.max()),
            }
        )
    return pd.DataFrame(rows)


def _checks(assembly: Assembly, history: Trajectory) -> list[Check]:
    drop, speed = drops(assembly, history), kept_speed(assembly, history)
    fallen = np.flatnonzero(drop >= FALLEN)
    counts = courses(assembly, history).fallen.to_numpy()
    radius = np.linalg.norm(assembly.centroid[:, :2], axis=1)
    reach = float(np.max(radius[fallen], initial=0.0))
    weight = float(np.sum(assembly.mass[~assembly.fixed & (drop < FALLEN)])) * STANDARD_GRAVITY
    joints = bed_joints(history)
    ground = joints.block_a.str.startswith("ground") | joints.block_b.str.startswith("ground")
    reaction = float(joints.force_z[ground].abs().sum())
    note = "Beatini 3.2: natural formation of a false dome, the blocks above kept in place by those around them"
    return [
        check_that("P9.falls", "blocks over the opening fall", len(fallen) > 0, seen=counted(len(fallen), "block"),
                   note=note),
        check_that("P9.inside", "only blocks over the opening fall", reach < OPENING, seen=f"r up to {reach:.2f} m"),
        check_that("P9.narrows", "the space narrows upwards: no course loses more blocks than the one below",
                   bool(np.all(np.diff(counts) <= 0)) and counts[0] > counts[-1], seen=str(counts.tolist()), note=note),
        check_that("P9.rest", f"what remains is at rest (below {REST:g} m/s)", speed < REST, seen=f"{speed:.2g} m/s",
                   note=note),
        check_close("P9.weight", "reactions of the ground over the weight of what remains", reaction / weight, 1.0,
                    BALANCE, note="equilibrium"),
        _outward(joints),
    ]  # fmt: skip


def _outward(joints: pd.DataFrame) -> Check:
    """Whether the forces over the opening lean from the axis towards the supports on their way down."""
    radius = np.hypot(joints.centre_x, joints.centre_y)
    over = joints[(radius < OPENING) & (radius > 0.0)]
    below_is_b = over.normal_z < 0.0  # the normal points from a to b
    sign = np.where(below_is_b, 1.0, -1.0)  # the force on the block below
    lean = sign * (over.force_x * over.centre_x + over.force_y * over.centre_y) / radius[over.index]
    share = float(np.sum(lean[lean > 0.0]) / np.sum(np.abs(lean)))
    what = "horizontal forces passed down over the opening point away from the axis"
    note = "Beatini 3.2: 'from the central axis toward the supports'; more than half of them, by size"
    return check_that("P9.forces", what, share > 0.5, seen=f"{100 * share:.0f} %", note=note)


@in_house_style
def _dome(assembly: Assembly, history: Trajectory) -> Figure:
    """What remains, a quarter taken away, from the side and from below."""
    kept = ~assembly.fixed & (drops(assembly, history) < FALLEN)
    cut = kept & ~((assembly.centroid[:, 0] > -1e-9) & (assembly.centroid[:, 1] < 1e-9))
    figure, axes = new_panels(2, 2, 0.7)
    for ax, chosen, view, title in zip(
        axes, (cut, kept), ((18.0, -45.0), (-90.0, -90.0)), ("one quarter not shown", "from below, without the ground"),
        strict=True,
    ):  # fmt: skip
        part, position, rotation = _part(assembly, history, chosen)
        draw_3d(ax, part, position, rotation, view=view)
        ax.set_title(title)
    return figure


def _part(assembly: Assembly, history: Trajectory, chosen: np.ndarray) -> tuple[Assembly, np.ndarray, np.ndarray]:
    """The chosen blocks and their places at the end."""
    picked = np.flatnonzero(chosen)
    blocks: list[Block] = [assembly.blocks[i] for i in picked]
    return Assembly(blocks, assembly.friction), history.position[-1, picked], history.rotation[-1, picked]


@in_house_style
def _forces(assembly: Assembly, history: Trajectory, rings: int) -> Figure:
    """Forces of the bed joints near a vertical plane through the axis."""
    across = [np.concatenate([piece.vertices[:, 1] for piece in block.pieces]) for block in assembly.blocks]
    near = np.array([y.min() < 2 * OPEN and y.max() > -2 * OPEN for y in across])
    kept = ~assembly.fixed & near & (drops(assembly, history) < FALLEN)
    part, position, rotation = _part(assembly, history, kept)
    figure, ax = figure_with_axes(1.9, grid=False)
    draw_elevation(ax, part, position, rotation)
    joints = bed_joints(history)
    slice_ = joints[joints.centre_y.abs() < 0.6 * RADIUS / rings]
    draw_joint_forces(ax, slice_, length=0.08 * HEIGHT)
    ax.set_title("Resultants of the bed joints near y = 0")
    return figure
