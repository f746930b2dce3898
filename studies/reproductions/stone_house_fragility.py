"""The fragility of the stone house under the far-field records of FEMA P695 (Nodargi and Bisegna 2024, 4.5.3)."""

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...assessment.domain import pseudo_static_capacity
from ...assessment.fragility import StripeAnalysis, fragility_figure, scene_stripes
from ...checks import one_of
from ...ground_motion import fema_p695
from ...model.gravity import ONE_G
from ...view.style import in_house_style
from ..figures import figure_with_axes
from ..result import Check, StudyResult, check_close, check_that
from .stone_house import house_campaign

__all__ = ["run"]

SUITES = {"far-field": ("far-field",), "near-field": ("near-field",), "both": ("far-field", "near-field")}
AXIS = [0, 1, 0]
INTENSITIES = (0.5, 0.75, 1.0, 1.5, 2.0, 2.5)  # g
QUICK_INTENSITIES = (0.5, 2.5)
STEP, FULL_STEP, QUICK_STEP = 5e-3, 2.5e-3, 1e-2  # s; the second is the paper's
TIME_LIMIT = 3600.0  # s, of a run
AFTER = 3.0  # s, by which every verdict of the runs in docs/results is certain
PAPER = {0.3: (1.015, 0.520), 0.5: (0.981, 0.436), 0.7: (0.971, 0.416)}
"""Median (g) and dispersion of the paper by friction, from all 100 records of FEMA P695."""


def run(
    out: Path, quick: bool = False, progress: bool = False, full: bool = False, friction: float = 0.7,
    formulation: str | None = None, suite: str = "far-field", components: str = "a", workers: int | None = None,
) -> StudyResult:  # fmt: skip
    """Records at six accelerations; quick: one record at two, for a house of large stones.

    full: the far and the near field, both components, the paper's dt. ``suite``: the 22 records of the "far-field",
    the 28 of the "near-field", or "both"; ``components`` of them: "a", "b" or "ab". ``friction`` of the joints between
    stones, ``formulation`` of contact, None for the usual one. The runs are kept in ``out`` and not made again;
    ``workers``: at a time. Needs `pip install drystone[fema]`.
    """
    campaign = house_campaign(
        out / "stone-house-fragility.sqlite", QUICK_STEP if quick else FULL_STEP if full else STEP, friction,
        formulation, quick, workers=workers, time_limit=TIME_LIMIT, progress=progress,
    )  # fmt: skip
    capacity = min(pseudo_static_capacity(campaign.read().assembly, AXIS).values())
    suites = SUITES["both" if full else one_of(suite, SUITES, "suite")]
    motions = dict(list(_motions(suites, "ab" if full else components).items())[: 1 if quick else None])
    levels = [ONE_G * a for a in (QUICK_INTENSITIES if quick else INTENSITIES)]
    analysis = scene_stripes(campaign, motions, levels, capacity=capacity, after=AFTER)
    figures = {"collapses": _shares_figure(analysis)}
    figures |= {} if analysis.fragility is None else {"fragility": fragility_figure(analysis.fragility)}
    tables = {"runs": analysis.runs, "stripes": analysis.stripes.reset_index(), "fit": _fit(analysis, friction)}
    return StudyResult("stone-house-fragility", tables, figures, _checks(analysis, friction, quick))


def _motions(suites: tuple[str, ...], components: str) -> dict[str, dict[str, Any]]:
    motions: dict[str, dict[str, Any]] = {}
    for component, suite in product(components, suites):
        prefix, more = ("", {}) if suite == "far-field" else ("near-", {"suite": suite})
        for number in sorted(set(fema_p695(suite).table["record"])):
            motions[f"{prefix}{number}{component}"] = {
                "kind": "fema-p695", "direction": AXIS, "record": int(number), "component": component, **more,
            }  # fmt: skip
    return motions


@in_house_style
def _shares_figure(analysis: StripeAnalysis) -> Figure:
    """Who collapsed at which acceleration: a line for each record, a cell for each run."""
    stripes = analysis.stripes
    figure, ax = figure_with_axes(0.8 + 0.14 * len(stripes), grid=False)
    ax.imshow(stripes.to_numpy(), aspect="auto", cmap="Reds", vmin=0.0, vmax=1.0)
    ax.set_xticks(range(stripes.shape[1]), [f"{float(str(x)) / ONE_G:.3g}" for x in stripes.columns])
    ax.set_yticks(range(len(stripes)), [str(name) for name in stripes.index])
    ax.set(xlabel="peak ground acceleration (g)", ylabel="record", title="dark: collapsed")
    return figure


def _fit(analysis: StripeAnalysis, friction: float) -> pd.DataFrame:
    """Median and dispersion with their intervals beside the paper's."""
    found, none = analysis.fragility, (np.nan, np.nan)
    if found is None:
        return pd.DataFrame([{"records": len(analysis.stripes), "reason": analysis.reason}])
    rows = [
        ("median (g)", *(x / ONE_G for x in (found.median, *(found.median_interval or none)))),
        ("dispersion", found.dispersion, *(found.dispersion_interval or none)),
    ]
    table = pd.DataFrame(rows, columns=["quantity", "value", "low", "high"])
    return table.assign(paper=PAPER.get(friction, none), records=len(analysis.stripes))


def _checks(analysis: StripeAnalysis, friction: float, quick: bool) -> list[Check]:
    shares, found = analysis.stripes.mean(), analysis.fragility
    seen = ", ".join(f"{float(str(level)) / ONE_G:.3g} g: {share:.2f}" for level, share in shares.items())
    what = "the share of collapses grows with the acceleration"
    checks = [check_that("P5.grows", what, bool(shares.iloc[-1] >= shares.iloc[0]), seen=seen)]
    if quick or found is None or friction not in PAPER:
        return checks
    (median, dispersion), value = PAPER[friction], found.median / ONE_G
    note = "the paper's 100 records and its house, whose sizes are not public"
    checks.append(check_close("P5.median", "median (g)", value, median, 0.25, relative=True, note=note))
    checks.append(check_close("P5.dispersion", "dispersion", found.dispersion, dispersion, 0.15, note=note))
    return checks
