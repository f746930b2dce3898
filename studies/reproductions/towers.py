"""Two masonry towers under the components of a recorded earthquake (after Clementi et al. 2020)."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ...checks import FloatArray
from ...ground_motion import GroundMotion, fema_p695
from ...integrators import simulate
from ...model.gravity import ONE_G
from ...results import Trajectory
from ...structures import tower
from ..figures import lines_figure, solids
from ..histories import assembly_of, certificate_check
from ..result import Check, StudyResult, check_that

__all__ = ["TOWERS", "run"]

TOWERS: dict[str, dict[str, Any]] = {
    "squat": {"side": 6.0, "height": 16.0, "thickness": 1.2, "storeys": 2, "brick": 1.2, "course": 0.8},
    "slender": {"side": 5.5, "height": 24.0, "thickness": 1.0, "storeys": 3, "brick": 1.2, "course": 0.8},
}
"""Ours: the excerpt of Clementi et al. gives no sizes. One is stout, one slender; of large blocks, as theirs are."""
FRICTION = (0.3, 0.5, 0.7)
PGA = 0.6  # g
STEP, QUICK_STEP = 5e-3, 1e-2  # s
AFTER = 6.0
"""Time (s) for which a tower is followed after the record, at most: its verdict needs it to rest for sqrt(H / g)."""
ENERGY = (0.05, 0.75)
"""Shares of the Arias intensity between which the record is taken: its significant duration D5-75."""


def run(
    out: Path, quick: bool = False, progress: bool = False, full: bool = False,
    records: str | None = None, pga: float = PGA,
) -> StudyResult:  # fmt: skip
    """Both towers with frictions 0.3, 0.5 and 0.7; quick: the squat one of larger blocks with 0.5, 1 s of a sine; full:
    smaller blocks.

    ``records``: files of the components of a record, with commas between; None for the first of the far-field set of
    FEMA P695 (`pip install drystone[fema]`), whose components are two. ``pga``: to which it is scaled (g).
    """
    motion = _motion(records, pga) if records or not quick else GroundMotion.harmonic(pga * ONE_G, 1.0)
    names, frictions = (["squat"], FRICTION[1:2]) if quick else (list(TOWERS), FRICTION)
    finer = {"brick": 1.8, "course": 1.6} if quick else {"brick": 1.0, "course": 0.5} if full else {}
    dt, duration = (QUICK_STEP, 1.0) if quick else (STEP, motion.duration + AFTER)
    runs: dict[tuple[str, float], Trajectory] = {}
    ends: dict[str, list[tuple[str, Trajectory, float]]] = {}
    tops: dict[str, dict[str, tuple[Any, ...]]] = {}
    for name, friction in product(names, frictions):
        runs[name, friction] = history = simulate(
            tower(**{**TOWERS[name], **finer}, friction=friction), duration, dt, motion=motion,
            record_every=max(1, round(0.02 / dt)), progress=progress,
            options={"record_contacts": False, "until": "verdict"},
        )  # fmt: skip
        ends.setdefault(f"{name} tower", []).append((f"friction {friction:g}, ", history, float(history.time[-1])))
        for axis, moved in zip("xy", _top(history).T, strict=False):
            lines = tops.setdefault(f"{name} tower, along {axis}", {})
            lines[f"friction {friction:g}"] = (history.time, moved)
    table = pd.DataFrame([_row(name, friction, history) for (name, friction), history in runs.items()])
    tables = {"verdicts": table, "motion": motion.intensity()}
    figures = {"tops": lines_figure(tops, "time (s)", "top from the ground (m)", 2)}
    figures |= {name: solids(assembly_of(panels[0][1]), panels, len(panels)) for name, panels in ends.items()}
    return StudyResult("towers", tables, figures, _checks(table, runs, quick))


def _motion(records: str | None, pga: float) -> GroundMotion:
    """The strong part of the record, scaled."""
    paths = [part.strip() for part in (records or "").split(",")]
    motion = GroundMotion.from_file(paths) if records else fema_p695().motion(1)
    return motion.trimmed(*ENERGY).scaled_to_pga(pga * ONE_G)


def _top(history: Trajectory) -> FloatArray:
    """Displacement (T, 3) of the highest block, seen from the ground (m)."""
    built = assembly_of(history)
    highest = built.movable[int(np.argmax(built.centroid[built.movable, 2]))]
    return history.displacement(built.names[highest])


def _row(name: str, friction: float, history: Trajectory) -> dict[str, Any]:
    moved, steps = _top(history)[:, :2], history.steps
    spent = float(steps[["collision_time", "build_time", "solve_time"]].sum().sum())
    return {
        "tower": name, "friction": friction, "blocks": len(assembly_of(history).movable),
        "top_largest": float(np.linalg.norm(moved, axis=1).max()), "top_at_end": float(np.linalg.norm(moved[-1])),
        **history.verdict().as_row(), "step_ms": 1e3 * spent / int(steps["steps"].sum()),
    }  # fmt: skip


def _checks(table: pd.DataFrame, runs: dict[tuple[str, float], Trajectory], quick: bool) -> list[Check]:
    checks = [certificate_check(*(history.steps for history in runs.values()))]
    if quick:
        return checks
    lost = table.groupby("friction")["fallen"].sum()
    seen = ", ".join(f"{mu:g}: {count}" for mu, count in lost.items())
    what = "the towers lose no fewer blocks with friction 0.3 than with 0.7"
    return [*checks, check_that("friction", what, lost.iloc[0] >= lost.iloc[-1], seen=seen)]
