"""What fell and what stayed in a run: used by the studies of structures that lose a part of themselves."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ...results import Trajectory
from ..histories import assembly_of, drops, over_weight
from ..result import Check, check_close, check_that

__all__ = ["FALLEN", "SETTLED", "bed_joints", "courses", "kept", "kept_speed", "rest_checks"]

FALLEN, SETTLED = 0.5, 0.01  # m: a block that has dropped this far has fallen, or settled
LEVEL = 0.9  # vertical part of the normal from which a joint counts as a bed joint


def kept(history: Trajectory) -> NDArray[np.bool_]:
    """Which blocks (B_all,) can move and have not fallen at the end."""
    return ~assembly_of(history).fixed & (drops(history) < FALLEN)


def kept_speed(history: Trajectory) -> float:
    """Largest speed (m/s) at the end of the centroids that have not fallen."""
    return float(np.max(np.linalg.norm(history.velocity[-1, kept(history), :3], axis=1), initial=0.0))


def courses(history: Trajectory) -> pd.DataFrame:
    """One row per course, from the ground up: level of its blocks' centroids (m), blocks, settled and fallen ones."""
    assembly = assembly_of(history)
    drop, level = drops(history)[assembly.movable], np.round(assembly.centroid[assembly.movable, 2], 6)
    fallen, settled = drop >= FALLEN, (drop >= SETTLED) & (drop < FALLEN)
    blocks = pd.DataFrame({"level": level, "blocks": 1, "settled": settled, "fallen": fallen})
    return blocks.groupby("level", as_index=False).sum()


def bed_joints(history: Trajectory) -> pd.DataFrame:
    """Resultants of the horizontal joints at the end, see `drystone.joint_forces`."""
    joints = history.joints(-1)
    return joints[(joints.normal_z.abs() > LEVEL) & (joints.force_n > 0.0)].reset_index(drop=True)


def rest_checks(history: Trajectory, rest: float, balance: float, note: str) -> list[Check]:
    """Whether what has not fallen is slower than ``rest`` (m/s), and the ground bears it, to ``balance`` of it."""
    speed, borne = kept_speed(history), over_weight(bed_joints(history), assembly_of(history), kept(history))
    return [
        check_that("P9.rest", f"what remains is at rest (below {rest:g} m/s)", speed < rest, seen=f"{speed:.2g} m/s",
                   note=note),
        check_close("P9.weight", "reactions of the ground over the weight of what remains", borne, 1.0, balance,
                    note="equilibrium"),
    ]  # fmt: skip
