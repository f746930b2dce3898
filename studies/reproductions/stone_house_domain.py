"""The failure domain of the stone house under one-sine pulses (Nodargi and Bisegna 2024, section 4.5.2)."""

from pathlib import Path

import numpy as np
import pandas as pd

from ...assessment.campaign import Campaign
from ...assessment.domain import FailureDomain, PulseCase, failure_domain_figure, pulse_runs, scene_domain
from ...model.gravity import ONE_G
from ..result import Check, StudyResult, check_that
from .stone_house import house_campaign

__all__ = ["run"]

AXIS = (0.0, 1.0, 0.0)
HALF_PERIODS, AMPLITUDES = (0.1, 0.9), (0.3, 1.9)  # s, g
GRID, LEVELS = (8, 8), 1
FULL_GRID, FULL_LEVELS = (16, 16), 2
QUICK_GRID, QUICK_PERIODS, QUICK_AMPLITUDES = (1, 1), (0.2, 0.4), (0.3, 1.2)
STEP, FULL_STEP, QUICK_STEP = 5e-3, 1e-3, 1e-2  # s; the second is the paper's
TIME_LIMIT = 1800.0  # s, of a run
AFTER = 2.0  # s, for which the paper follows a pulse beyond its end
LONGER = 8.0
"""Time (s) for which those are followed again whose verdict is not certain then."""


def run(
    out: Path, quick: bool = False, progress: bool = False, full: bool = False, friction: float = 0.7,
    formulation: str | None = None, workers: int | None = None,
) -> StudyResult:  # fmt: skip
    """Grid and refined boundary; full: the paper's dt on a finer grid; quick: large stones, four pulses one way.

    The runs are kept in ``out`` and not made again. ``friction`` of the joints between stones, ``formulation`` of
    contact, None for the usual one; ``workers``: runs at a time.
    """
    campaign = house_campaign(
        out / "stone-house-domain.sqlite", QUICK_STEP if quick else FULL_STEP if full else STEP, friction, formulation,
        quick, workers=workers, time_limit=TIME_LIMIT, progress=progress,
    )  # fmt: skip
    periods, amplitudes = (QUICK_PERIODS, QUICK_AMPLITUDES) if quick else (HALF_PERIODS, AMPLITUDES)
    grid, levels = (QUICK_GRID, 0) if quick else (FULL_GRID, FULL_LEVELS) if full else (GRID, LEVELS)
    domain = scene_domain(
        campaign, periods, [ONE_G * a for a in amplitudes], axis=AXIS, after=AFTER, grid=grid, levels=levels,
        directions=(-1,) if quick else (1, -1),
    )  # fmt: skip
    boundaries = [domain.boundary(d).assign(direction=d) for d in domain.directions]
    followed = _followed(campaign, domain)
    tables = {"runs": domain.table, "boundary": pd.concat(boundaries, ignore_index=True), "followed": followed}
    figures = {"domain": failure_domain_figure(domain, safe=True)}
    return StudyResult("stone-house-domain", tables, figures, _checks(domain, followed, quick))


def _followed(campaign: Campaign, domain: FailureDomain) -> pd.DataFrame:
    """The runs without a certain verdict at the paper's time, and what they are if they are followed longer."""
    keys = list(PulseCase._fields)
    short = domain.table[~domain.table["certain"].astype(bool)].reset_index(drop=True)
    told = ["state", "certain", "potential_drop", "displacement"]
    if short.empty:
        return pd.DataFrame(columns=[*keys, *told])
    cases = [PulseCase(*row) for row in short[keys].itertuples(index=False)]
    table = pulse_runs(campaign, cases, AXIS, LONGER)
    return short[keys].join(short[told].add_suffix(f"_{AFTER:g}s")).join(table[told])


def _checks(domain: FailureDomain, followed: pd.DataFrame, quick: bool) -> list[Check]:
    table, capacity = domain.table, min(domain.capacity.values()) / ONE_G
    below = table[table["amplitude"] < min(domain.capacity.values())]
    most = float(below["displacement"].max())  # NaN, which fails, where no run is below
    checks = []
    if len(below) or not quick:
        what = "below the pseudo-static capacity the house rides on the ground"
        checks.append(check_that("P4.rides", what, most < 1e-6, seen=f"{len(below)} runs, at most {most:.1e} m"))
    later, still = (followed["state"] == "collapsed").sum(), (~followed["certain"].astype(bool)).sum()
    seen = f"{len(followed)} of {len(table)} uncertain after {AFTER:g} s, {later} of them collapse later, "
    seen += f"{still} are uncertain still"
    what = f"followed for {LONGER:g} s every verdict is certain"
    checks.append(check_that("P4.certain", what, still == 0, seen=seen))
    if quick:
        return checks
    edges = {d: domain.boundary(d) for d in domain.directions}
    lowest = {d: edge["unsafe"].min() / ONE_G for d, edge in edges.items()}
    nearest = min(edge["unsafe"].iloc[-1] for edge in edges.values()) / ONE_G
    falls = [float(np.interp(0.3, e["half_period"], e["unsafe"])) - float(e["unsafe"].iloc[-1]) for e in edges.values()]
    islands = {d: int(e["islands"].sum()) for d, e in edges.items()}
    return [
        *checks,
        check_that("P4.long",
                   "for long pulses the boundary comes near the pseudo-static capacity (within a factor of 2)",
                   nearest < 2 * capacity, seen=f"{nearest:.2f} g at {HALF_PERIODS[1]} s, capacity {capacity:.3f} g"),
        check_that("P4.capacity", "no pulse below the capacity causes collapse", min(lowest.values()) >= capacity,
                   seen=", ".join(f"{d:+d}: from {a:.2f} g" for d, a in lowest.items())),
        check_that("P4.falls", "shorter pulses need larger accelerations", all(fall >= 0 for fall in falls),
                   seen=f"{falls} m/s2"),
        check_that("P4.islands",
                   "the domain of pulses that begin towards -y is not monotonic: safe pulses above unsafe ones",
                   islands[-1] > 0, seen=", ".join(f"{d:+d}: {count}" for d, count in islands.items())),
    ]  # fmt: skip
