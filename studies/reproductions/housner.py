"""Study `housner`: free rocking of a slender block (Nodargi and Bisegna 2024, section 4.1)."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ...checks import FloatArray
from ...integrators import simulate
from ...model import Assembly, Block
from ...numerics.rotations import exponential
from ...results import Trajectory
from ..figures import energy_figure, lines_figure
from ..histories import rotation_about_y, timed, zero_crossings
from ..result import Check, StudyResult, check_close, check_series, check_that
from .rocking import RockingBlock, RockingMotion

__all__ = ["housner_block", "run"]

BLOCK = RockingBlock(b=0.30, h=1.0)
TILT = np.radians(15.0)
STEPS, QUICK_STEPS = (1e-3, 5e-4, 2e-4, 1e-4), (8e-3, 4e-3)
DURATION, QUICK_DURATION = 4.6, 2.3  # s: six impacts, two
LEAST_SWING = np.radians(0.3)  # smaller angles are no swing of their own
RATE = 0.05  # 1/s: relative error of impact times over dt; `mid-point` has 0.01 to 0.03, `backward-euler` 8 to 13
PEAKS = 0.1  # 1/s: that of the angles between impacts; `mid-point` has 0.02
SLOWED = 5.0  # 1/s: that of the ratio of velocities two steps before and after an impact, between which gravity acts


def housner_block(tilt: float = TILT, friction: float = 2.0) -> Assembly:
    """The block of the paper, half width 0.3 m and half height 1 m, standing on its right edge turned by ``tilt``."""
    R = exponential(np.array([[0.0, tilt, 0.0]]))[0]
    centre = np.array([BLOCK.b, 0.0, 0.0]) + R @ np.array([-BLOCK.b, 0.0, BLOCK.h])
    ground = Block.box(size=(6, 6, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    size = (2 * BLOCK.b, 2 * BLOCK.b, 2 * BLOCK.h)
    return Assembly([ground, Block.box(size=size, center=centre, rotation=R, name="block")], friction=friction)


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Rock the block at several time steps and compare with the exact event-driven solution."""
    steps, duration = (QUICK_STEPS, QUICK_DURATION) if quick else (STEPS, DURATION)
    exact = BLOCK.free_rocking(TILT, 6)
    runs, cost = timed(steps, lambda dt: simulate(housner_block(), duration, dt, progress=progress))
    found = {dt: zero_crossings(trajectory.time, _angle(trajectory), LEAST_SWING) for dt, trajectory in runs.items()}
    convergence = cost.assign(
        error=[_error(found[dt], exact) for dt in steps],
        restitution=[_restitution(runs[dt], found[dt]) for dt in steps],
    )
    count = min(len(found[steps[-1]]), len(exact.impacts))
    times = {"time": found[steps[-1]][:count], "exact": exact.impacts[:count]}
    impacts = pd.DataFrame({"impact": np.arange(1, count + 1), **times})
    tables = {"convergence": convergence, "impacts": impacts.assign(relative_error=impacts.time / impacts.exact - 1)}
    portrait: dict[str, tuple[Any, ...]] = {
        f"dt = {dt:g} s": (np.degrees(_angle(run)), run.velocity[:, run.names.index("block"), 4])
        for dt, run in runs.items()
    }
    portrait["event-driven"] = (np.degrees(exact.angle), exact.rate, "k--")
    panels = {"Housner block, free rocking": portrait}
    figures = {
        "phase portrait": lines_figure(panels, "angle (deg)", "angular velocity (rad/s)"),
        "energy": energy_figure("Housner block", housner_block(), runs[steps[-1]]),
    }
    return StudyResult("housner", tables, figures, _checks(runs, found, exact, convergence))


def _angle(trajectory: Trajectory) -> FloatArray:
    return TILT + rotation_about_y(trajectory, "block")


def _error(impacts: FloatArray, exact: RockingMotion) -> float:
    """Largest relative error of the first three impact times; infinite where there is none."""
    first = impacts[:3]
    return float(max(np.abs(first / exact.impacts[: len(first)] - 1), default=np.inf))


def _restitution(trajectory: Trajectory, impacts: FloatArray) -> float:
    """Ratio of the angular velocities two steps after and two steps before the first impact."""
    rate = trajectory.velocity[:, trajectory.names.index("block"), 4]
    k = int(np.searchsorted(trajectory.time, impacts[0]))
    return float(rate[k + 2] / rate[k - 2])


def _checks(
    runs: dict[float, Trajectory], found: dict[float, FloatArray], exact: RockingMotion, convergence: pd.DataFrame
) -> list[Check]:
    dt = min(runs)
    note = f"event-driven solution, dt {dt:g} s"
    share = RATE * dt
    due = exact.impacts[exact.impacts * (1 + share) < runs[dt].time[-1]]
    checks = check_series("H1.", "time of impact {} (s)", found[dt], due, share, relative=True, note=note)
    rate = float(np.max(convergence.error / convergence.dt))
    what = f"relative errors of the first three impact times are below {RATE:g}/s times dt, at every dt"
    checks.append(check_that("H1.rate", what, rate < RATE, seen=f"{rate:.3g}/s at most"))
    angle, edges = np.abs(_angle(runs[dt])), np.searchsorted(runs[dt].time, found[dt])
    peaks = np.degrees([np.max(angle[i:j]) for i, j in pairwise(edges)])
    known = np.degrees(exact.peaks)[: len(peaks)]
    checks += check_series("H2.", "angle peak {} (deg)", peaks, known, PEAKS * dt, relative=True, note=note)
    restitution = float(convergence.restitution.iloc[-1])
    what = "angular velocity after over before the first impact"
    checks.append(check_close("H3", what, restitution, BLOCK.restitution, SLOWED * dt, note="(1 + 3 cos 2 alpha)/4"))
    return checks
