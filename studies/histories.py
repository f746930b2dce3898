"""What several studies read off a trajectory."""

import time as clock
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from scipy.signal import find_peaks

from ..checks import FloatArray
from ..results import Trajectory
from .result import Check, check_that

__all__ = [
    "certificate_check",
    "energy_peaks",
    "impacts",
    "timed",
    "turn_about_y",
    "worst_certificate",
    "zero_crossings",
]


def worst_certificate(steps: pd.DataFrame) -> float:
    """The largest entry of a certificate in a table of steps."""
    return float(steps[["primal_residual", "dual_residual", "complementarity", "gap"]].abs().max().max())


def certificate_check(*tables: pd.DataFrame) -> Check:
    """Check that all steps of these tables of steps are within the certificate 1e-8."""
    worst = max(worst_certificate(steps) for steps in tables)
    return check_that("certificate", "every step is within the certificate 1e-8", worst <= 1e-8, seen=f"{worst:.2g}")


def turn_about_y(trajectory: Trajectory, name: str) -> FloatArray:
    """Rotation (T,) of a block about the y axis since the start (rad, unwrapped), for motion in the x-z plane."""
    R = trajectory.rotation[:, trajectory.names.index(name)]
    return np.unwrap(np.arctan2(R[:, 0, 2], R[:, 0, 0]))


def zero_crossings(time: FloatArray, values: FloatArray, least: float) -> FloatArray:
    """Times at which ``values`` change sign between swings larger than ``least``, linear between samples."""
    found = []
    sign, swung = 0.0, False
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
    peaks, _ = find_peaks(rise, prominence=prominence * float(np.max(rise)))
    return trajectory.time[peaks]


def impacts(trajectory: Trajectory, prominence: float) -> FloatArray:
    """Times of the impacts that end a swing: peaks of the kinetic energy that stand out by a share of its largest."""
    kinetic = trajectory.energy.kinetic.to_numpy()
    peaks, _ = find_peaks(kinetic, prominence=prominence * float(np.max(kinetic)))
    return trajectory.time[peaks]


def timed(steps: Sequence[float], run: Callable[[float], Trajectory]) -> tuple[dict[float, Trajectory], pd.DataFrame]:
    """Run at each time step; the trajectories, and a table of steps and wall times (s)."""
    runs, rows = {}, []
    for dt in steps:
        start = clock.perf_counter()
        runs[dt] = run(dt)
        wall = clock.perf_counter() - start
        rows.append({"dt": dt, "steps": len(runs[dt].steps), "wall_time": wall})
    return runs, pd.DataFrame(rows)
