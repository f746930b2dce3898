"""Study `block-3d`: a block on a square base under a one-sine pulse (Nodargi and Bisegna 2024, section 4.2)."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...checks import FloatArray
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly, Block
from ...results import Trajectory
from ..figures import energy_figure, lines_figure
from ..histories import energy_peaks, timed
from ..result import Check, StudyResult, check_series, check_that

__all__ = ["run", "square_block"]

HALF_WIDTH, HALF_HEIGHT = 0.30, 1.0
HALF_PERIOD, ANGLE = 0.25, np.radians(44.0)
STEPS, QUICK_STEP = (1e-3, 5e-4, 2e-4, 1e-4), 5e-3
CORNER = np.array([-HALF_WIDTH, -HALF_WIDTH, -HALF_HEIGHT])  # the paper's point A, from the centroid
CASES = {
    "B1": (8.0, 3.2, (0.307, 0.873, 1.366, 1.740, 2.072, 2.687)),
    "B2": (9.5, 3.5, (0.330, 0.956, 1.620, 2.153, 2.447)),
}
"""Amplitude (m/s2), duration (s) and potential-energy peaks (s) of an independent event-driven computation."""
PEAK_TOLERANCE = 0.03  # s, to the fourth peak
REST = 8.0  # s after which the block that does not overturn must have come to rest, at the largest step


def square_block() -> Assembly:
    """The block of the paper, 0.6 x 0.6 x 2 m, on fixed ground without sliding (mu = 2)."""
    ground = Block.box(size=(8, 8, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    size = (2 * HALF_WIDTH, 2 * HALF_WIDTH, 2 * HALF_HEIGHT)
    return Assembly([ground, Block.box(size=size, center=(0, 0, HALF_HEIGHT), name="block")], friction=2.0)


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Shake the block with both amplitudes at several time steps; quick: at one that is longer than these."""
    steps = (QUICK_STEP,) if quick else STEPS
    tables: dict[str, pd.DataFrame] = {}
    figures: dict[str, Figure] = {}
    checks: list[Check] = []
    for case, (amplitude, lasts, peaks) in CASES.items():
        motion = GroundMotion.one_sine(amplitude, HALF_PERIOD, direction=(np.cos(ANGLE), np.sin(ANGLE), 0))
        shake = partial(simulate, square_block(), motion=motion, progress=progress)
        duration = REST if quick and case == "B1" else lasts  # its peaks and its rest are seen in one run
        runs, cost = timed(steps, partial(shake, duration))
        found = {dt: energy_peaks(trajectory, 0.01) for dt, trajectory in runs.items()}
        rows = [_row(found[dt], peaks, trajectory) for dt, trajectory in runs.items()]
        tables[f"{case} convergence"] = cost.join(pd.DataFrame(rows))
        title = f"3D block, {amplitude:g} m/s²"
        lines = {f"dt = {dt:g} s": (trajectory.time, corner_rise(trajectory)) for dt, trajectory in runs.items()}
        figures |= {
            f"{case} corner": lines_figure({title: lines}, "time (s)", "z of base vertex A (m)"),
            f"{case} energy": energy_figure(title, square_block(), runs[min(runs)]),
        }
        end = shake(REST, STEPS[0]) if case == "B1" and not quick else runs[steps[-1]]
        checks += _checks(case, runs[steps[-1]], end, found[steps[-1]], peaks)
    return StudyResult("block-3d", tables, figures, checks)


def corner_rise(trajectory: Trajectory) -> FloatArray:
    """Height (T,) of the base vertex A above the ground (m)."""
    i = trajectory.names.index("block")
    return trajectory.position[:, i, 2] + (trajectory.rotation[:, i] @ CORNER)[:, 2]


def overturned(trajectory: Trajectory) -> bool:
    """Whether the block's axis ends more than 45 degrees from the vertical."""
    return bool(trajectory.rotation[-1, trajectory.names.index("block"), 2, 2] < np.cos(np.radians(45.0)))


def _row(found: FloatArray, known: tuple[float, ...], trajectory: Trajectory) -> dict[str, Any]:
    first = found[:4]
    error = max(np.abs(first - known[: len(first)]), default=np.nan)
    peaks = {f"peak {i + 1}": time for i, time in enumerate(first)}
    return {**peaks, "error": error, "overturned": overturned(trajectory)}


def _checks(
    case: str, trajectory: Trajectory, end: Trajectory, found: FloatArray, peaks: tuple[float, ...]
) -> list[Check]:
    falls = case == "B2"
    what = "overturns" if falls else "does not overturn"
    checks = [check_that(f"{case}.end", f"the block {what}", overturned(trajectory) == falls)]
    checks += check_series(f"{case}.", "potential-energy peak {} (s)", found, peaks[:4], PEAK_TOLERANCE)
    if not falls:
        speed = float(np.max(np.abs(end.velocity[-1])))
        checks.append(check_that("B1.rest", f"it is at rest after {REST:g} s", speed < 1e-6, seen=f"{speed:.2g} m/s"))
    return checks
