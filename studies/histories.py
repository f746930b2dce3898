"""What several studies read off a trajectory."""

import time as clock
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.signal import find_peaks

from ..checks import FloatArray
from ..ground_motion import GroundMotion
from ..model import Assembly, Scene
from ..model.digest import digest
from ..model.gravity import GRAVITY, ONE_G
from ..results import Trajectory
from ..results.steps import CERTIFICATE
from ..results.trajectory import assembly_of
from ..version import __version__
from .result import Check, check_that

__all__ = [
    "assembly_of", "certificate_check", "clocked", "crown_of", "drops", "energy_peaks", "impacts", "kept_as",
    "mean_times", "over_weight", "parting", "reached", "reactions", "timed", "rotation_about_y", "vertical_force",
    "weight_of", "worst_certificate", "zero_crossings",
]  # fmt: skip

Made = TypeVar("Made")
LETTERS = 12  # of a hash in the name of a file


def kept_as(assembly: Assembly, motion: GroundMotion | None, *settings: Any, gravity: Any = GRAVITY) -> str:
    """What ends the name of the file that keeps a run: another scene or version of drystone has a file of its own."""
    return digest(Scene.of(assembly, gravity, None, motion).digest, settings, __version__)[:LETTERS]


def weight_of(assembly: Assembly) -> float:
    """Weight of the movable blocks (N)."""
    return ONE_G * float(np.sum(assembly.mass[assembly.movable]))


def vertical_force(forces: pd.DataFrame, names: Collection[str]) -> float:
    """Upward force (N) of the blocks of these names on the others, by a table of contacts or joints."""
    on_b, on_a = (forces.force_z[forces[side].isin(names)].sum() for side in ("block_a", "block_b"))
    return float(on_b - on_a)


def reactions(trajectory: Trajectory) -> pd.DataFrame:
    """Upward force (N) of each fixed block on the others by the time (s), and ``over_weight`` that of all."""
    assembly, rows = assembly_of(trajectory), []
    fixed = [assembly.names[i] for i in np.flatnonzero(assembly.fixed)]
    for i, time in enumerate(trajectory.time[1:]):
        table = trajectory.contacts(i)
        rows.append({"time": float(time)} | {name: vertical_force(table, [name]) for name in fixed})
    made = pd.DataFrame(rows)
    return made.assign(over_weight=made[fixed].sum(axis=1) / weight_of(assembly))


def parting(drop: FloatArray, place: FloatArray) -> float:
    """Largest difference (m) of the drops (B,) of neighbours in a course, of blocks that stand at ``place`` (B, 3)."""
    level = np.round(place[:, 2], 6)
    jumps = [np.max(np.abs(np.diff(drop[level == z][np.argsort(place[level == z, 0])]))) for z in np.unique(level)]
    return float(max(jumps))


def crown_of(assembly: Assembly) -> str:
    """The movable block highest over the middle of the opening."""
    centre = assembly.centroid[assembly.movable]
    middle = 0.5 * (np.min(centre[:, 0]) + np.max(centre[:, 0]))
    return assembly.names[assembly.movable[int(np.argmax(centre[:, 2] - np.abs(centre[:, 0] - middle)))]]


def mean_times(steps: pd.DataFrame, *parts: str) -> dict[str, float]:
    """Mean times of the parts of a step (ms) by their names, which end in _ms."""
    return {f"{name}_ms": 1e3 * steps[f"{name}_time"].sum() / steps["steps"].sum() for name in parts}


def worst_certificate(steps: pd.DataFrame) -> float:
    """The largest entry of a certificate in a table of steps, zero without any."""
    return float(np.max(np.abs(steps[list(CERTIFICATE)].to_numpy()), initial=0.0))


def certificate_check(*tables: pd.DataFrame, exact: bool = False, name: str = "certificate") -> Check:
    """Check that the steps of these tables are within the certificate 1e-8; those with impacts, and all if they are
    ``exact``, are answers to Coulomb's law and must be within 1e-4 of it.
    """
    steps = pd.concat(tables)
    by_law = exact | (steps["impacts"] > 0)
    worst = worst_certificate(steps[~by_law])
    law = float(np.max(steps.loc[by_law, "natural"].to_numpy(), initial=0.0))
    what = "every step is within the certificate 1e-8 or, by Coulomb's law as impacts are, within 1e-4 of that law"
    return check_that(name, what, worst <= 1e-8 and law <= 1e-4, seen=f"{worst:.2g}, {law:.2g}")


def rotation_about_y(trajectory: Trajectory, name: str) -> FloatArray:
    """Rotation (T,) of a block about the y axis since the start (rad, unwrapped), for motion in the x-z plane."""
    R = trajectory.rotation[:, trajectory.names.index(name)]
    return np.unwrap(np.arctan2(R[:, 0, 2], R[:, 0, 0]))


def zero_crossings(time: FloatArray, values: FloatArray, least: float) -> FloatArray:
    """Times at which ``values`` change sign between swings larger than ``least``, linear between samples."""
    found, sign, swung = [], 0.0, False
    for k in range(1, len(values)):
        if swung and values[k - 1] * sign > 0 >= values[k] * sign:
            share = abs(values[k - 1]) / (abs(values[k - 1]) + abs(values[k]))
            found.append(time[k - 1] + share * (time[k] - time[k - 1]))
            swung = False
        if abs(values[k]) > least:
            sign, swung = np.sign(values[k]), True
    return np.array(found)


def energy_peaks(trajectory: Trajectory, prominence: float) -> FloatArray:
    """Times of the peaks of the potential energy that stand out by ``prominence`` of its largest rise."""
    rise = trajectory.energy.potential.to_numpy() - float(trajectory.energy.potential.iloc[0])
    return trajectory.time[find_peaks(rise, prominence=prominence * float(np.max(rise)))[0]]


def impacts(trajectory: Trajectory, prominence: float) -> FloatArray:
    """Times of the impacts that end a swing: peaks of the kinetic energy that stand out by a share of its largest."""
    kinetic = trajectory.energy.kinetic.to_numpy()
    return trajectory.time[find_peaks(kinetic, prominence=prominence * float(np.max(kinetic)))[0]]


def timed(steps: Sequence[float], run: Callable[[float], Trajectory]) -> tuple[dict[float, Trajectory], pd.DataFrame]:
    """Run at each time step; the trajectories, and a table of steps and wall times (s)."""
    runs, rows = {}, []
    for dt in steps:
        runs[dt], wall = clocked(partial(run, dt))
        rows.append({"dt": dt, "steps": int(runs[dt].steps.steps.sum()), "wall_time": wall})
    return runs, pd.DataFrame(rows)


def clocked(make: Callable[[], Made]) -> tuple[Made, float]:
    """What a function returns, and the wall time (s) that it took."""
    start = clock.perf_counter()
    made = make()
    return made, clock.perf_counter() - start


def reached(trajectory: Trajectory, times: Sequence[float]) -> list[float]:
    """Those of the times (s) that a run has reached, or its end where it has reached none."""
    end = float(trajectory.time[-1])
    return [time for time in times if time <= end + 1e-9] or [end]


def drops(trajectory: Trajectory) -> FloatArray:
    """How far every block (B_all,) has dropped at the end (m)."""
    return np.asarray(trajectory.position[0, :, 2] - trajectory.position[-1, :, 2])


def over_weight(forces: pd.DataFrame, assembly: Assembly, borne: NDArray[np.bool_] | None = None) -> float:
    """Upward force of the fixed blocks on the others over the weight of these, by a table of contacts or joints.

    ``borne`` (B_all,): the blocks whose weight it is, where some have fallen.
    """
    fixed = [assembly.names[i] for i in np.flatnonzero(assembly.fixed)]
    weight = ONE_G * float(np.sum(assembly.mass[~assembly.fixed if borne is None else borne]))
    return vertical_force(forces, fixed) / weight
