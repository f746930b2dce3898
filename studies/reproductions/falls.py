"""What fell and what stayed in a run: used by the studies of structures that lose a part of themselves."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...checks import FloatArray
from ...model import Assembly
from ...results import Trajectory, joint_forces
from ..figures import elevations

__all__ = ["bed_joints", "courses", "drops", "kept_speed", "state_pictures"]

FALLEN = 0.5
"""m: a block that has dropped this far has fallen."""
SETTLED = 0.01
"""m: a block that has dropped this far has settled."""
LEVEL = 0.9
"""Vertical part of the normal from which a joint counts as a bed joint."""


def drops(assembly: Assembly, history: Trajectory) -> FloatArray:
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


def state_pictures(assembly: Assembly, history: Trajectory, times: list[float]) -> Figure:
    """Elevations at these times (s), blocks that have fallen at the end pointed out."""
    fallen = [assembly.names[i] for i in np.flatnonzero(drops(assembly, history) >= FALLEN)]
    return elevations(assembly, history, times, highlight=fallen)
