"""What fell and what stayed in a run: used by the studies of structures that lose a part of themselves."""

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ...model import Assembly
from ...results import Trajectory, joint_forces

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["bed_joints", "courses", "drops", "kept_speed", "state_pictures"]

Array = NDArray[np.float64]

FALLEN = 0.5
"""m: a block that has dropped this far has fallen."""
SETTLED = 0.01
"""m: a block that has dropped this far has settled."""
LEVEL = 0.9
"""Vertical part of the normal from which a joint counts as a bed joint."""


def drops(assembly: Assembly, history: Trajectory) -> Array:
    """How far every block (B_all,) has dropped at the end (m), zero for fixed ones."""
    drop = history.position[0, :, 2] - history.position[-1, :, 2]
    return np.where(assembly.fixed, 0.0, drop)


def kept_speed(assembly: Assembly, history: Trajectory) -> float:
    """Largest speed (m/s) at the end of the centroids that have not fallen."""
    kept = ~assembly.fixed & (drops(assembly, history) < FALLEN)
    return float(np.max(np.linalg.norm(history.velocity[-1, kept, :3], axis=1), initial=0.0))


def courses(assembly: Assembly, history: Trajectory) -> pd.DataFrame:
    """One row per course, from the ground up: level of its blocks' centroids (m), blocks, settled and fallen ones."""
    drop, level = drops(assembly, history)[assembly.movable], np.round(assembly.centroid[assembly.movable, 2], 6)
    rows = []
    for z in np.unique(level):
        here = drop[level == z]
        settled, fallen = int(np.sum((here >= SETTLED) & (here < FALLEN))), int(np.sum(here >= FALLEN))
        rows.append({"level": z, "blocks": len(here), "settled": settled, "fallen": fallen})
    return pd.DataFrame(rows)


def bed_joints(history: Trajectory, step: int = -1) -> pd.DataFrame:
    """Resultants of the horizontal joints of a step, see `joint_forces`."""
    joints = joint_forces(history.contacts(step))
    return joints[(joints.normal_z.abs() > LEVEL) & (joints.force_n > 0.0)].reset_index(drop=True)


def state_pictures(assembly: Assembly, history: Trajectory, times: list[float], low: float) -> "Figure":
    """Elevations at these times (s), blocks that have fallen at the end pointed out; ``low``: lowest z shown (m)."""
    from matplotlib.figure import Figure

    from ...view import draw_elevation

    fallen = [assembly.names[i] for i in np.flatnonzero(drops(assembly, history) >= FALLEN)]
    centre = assembly.centroid[assembly.movable]
    points = np.concatenate([piece.vertices for i in assembly.movable for piece in assembly.blocks[i].pieces])
    edge = 0.06 * float(np.ptp(centre[:, 0]))
    rows = (len(times) + 1) // 2
    figure = Figure(figsize=(11, 3.6 * rows), layout="constrained")
    for i, time in enumerate(times):
        ax = figure.add_subplot(rows, 2, i + 1)
        k = min(int(np.searchsorted(history.time, time - 1e-9)), len(history.time) - 1)
        draw_elevation(ax, assembly, history.position[k], history.rotation[k], highlight=fallen)
        ax.set_xlim(float(points[:, 0].min()) - edge, float(points[:, 0].max()) + edge)
        ax.set_ylim(low, float(points[:, 2].max()) + edge)
        ax.set_title(f"t = {history.time[k]:g} s", fontsize=9)
    return figure
