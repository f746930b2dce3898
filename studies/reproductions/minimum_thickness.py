"""Study `minimum-thickness`: how thin a semicircular arch may be, over its voussoirs and its friction (A1, A2)."""

from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...progress import watched
from ...statics import Threshold, equilibrium, least_friction
from ...statics.thresholds import least
from ...view.style import THIN, in_house_style, legend_below
from ..figures import figure_with_axes, lines_figure
from ..result import Check, StudyResult, check_close, check_that
from .ring import RingArch, least_friction_known, least_thickness_known

__all__ = ["least_thickness", "run"]

A1, A1_CENTRELINE, A2 = 0.107478038107, 0.107426452755, 0.395832
"""Reference numbers of infinitely many voussoirs: least thickness over mean radius, least friction."""
COUNTS = (4, 8, 16, 32, 64, 128)  # each one's joints are among those of the next
QUICK_COUNTS = (4, 8)
FRICTIONS = (0.30, 0.305, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36, 0.37, 0.38, 0.39, 0.40, 0.45, 0.50, 0.60)
QUICK_FRICTIONS = (0.30, 0.36, 0.42)
CURVES = (8, 16, 32)
LOW, HIGH = 0.08, 0.9  # thickness over mean radius between which the least is looked for
HINGES = 0.12  # the same where nothing slides
BISECTED, CURVE = 1e-7, 1e-4  # width of the bracket over its upper end, of the table and of the curve over friction
NEAR = 1e-5  # relative: bracket, and the error with which equilibrium near the threshold is decided
EXACT = 1e-10  # the reference numbers have twelve digits
EXACT_FRICTION = 1e-6  # A2 is given to six digits
SPARE = 1e-5  # share by which the arch of A2 is thicker than the least


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Find the least thickness by bisection; quick: few voussoirs, few frictions."""
    counts, frictions = (QUICK_COUNTS, QUICK_FRICTIONS) if quick else (COUNTS, FRICTIONS)
    table = pd.DataFrame([_row(count) for count in watched(counts, "arch", progress)])
    pairs = product(CURVES[:1] if quick else CURVES, frictions)
    thickness = [(count, mu, least_thickness(count, mu, tolerance=CURVE).stands) for count, mu in pairs]
    curve = pd.DataFrame(thickness, columns=["voussoirs", "friction", "thickness"])  # infinite where none is enough
    ring = RingArch(table.annular.iloc[-1] * (1 + SPARE), counts[-1])
    slide = least_friction(ring.assembly, low=0.1, high=2.0, gravity=(0, 0, 0), loads=ring.weight()).stands
    tables = {"voussoirs": table, "friction": curve}
    figures = {"voussoirs": _count_figure(table), "friction": _friction_figure(curve)}
    return StudyResult("minimum-thickness", tables, figures, _checks(table, curve, slide, counts[-1]))


def least_thickness(
    count: int, friction: float = 50.0, mass: str = "annular", high: float = HIGH, tolerance: float = BISECTED
) -> Threshold:
    """Bracket of the least thickness over mean radius at which a semicircular arch of ``count`` voussoirs stands."""

    def stands(ratio: float) -> bool:
        ring = RingArch(ratio, count, friction=friction, mass=mass)
        loading: dict[str, Any] = {} if mass == "straight" else {"gravity": (0, 0, 0), "loads": ring.weight()}
        return equilibrium(ring.assembly, **loading).stable

    return least(stands, LOW, high, tolerance)


def _row(count: int) -> dict[str, float]:
    """Least thickness over mean radius of so many voussoirs, without sliding, by the programs and in closed form."""
    masses = ("annular", "centreline", "straight")
    found = {mass: least_thickness(count, mass=mass, high=HINGES).stands for mass in masses}
    return {"voussoirs": count, **found, **{f"{mass}_known": least_thickness_known(count, mass) for mass in masses[:2]}}


def _checks(table: pd.DataFrame, curve: pd.DataFrame, slide: float, count: int) -> list[Check]:
    endless = least_thickness_known()
    thin = least_thickness_known(None, "centreline")
    checks = [
        check_close("A1", "t/R of infinitely many voussoirs in closed form", endless, A1, EXACT, note="A1"),
        check_close("A1.c", "the same, mass on the centreline", thin, A1_CENTRELINE, EXACT, note="A1"),
    ]
    for kind in ("annular", "centreline"):
        worst = float(np.max(np.abs(table[kind] / table[f"{kind}_known"] - 1)))
        what = f"t/R by the programs over the closed form for as many voussoirs, {kind}: largest relative error"
        checks.append(check_close(f"A1.{kind}", what, worst, 0.0, NEAR, note="five hinges at the joints there are"))
    rising = all(b >= a * (1 - NEAR) for a, b in pairwise(table.annular))
    below = bool(np.all(table.annular <= endless * (1 + NEAR)))
    what = "t/R rises to that of infinitely many voussoirs from below as joints are added"
    checks.append(check_that("A1.side", what, rising and below, note="fewer joints, fewer mechanisms"))
    if count >= 64:
        last = float(table.annular.iloc[-1])
        checks.append(check_close("A1.limit", f"t/R of {count} voussoirs", last, A1, 1e-3, relative=True, note="A1"))
    known = least_friction_known(least_thickness_known(count))
    falls = [_falls(part.thickness[np.isfinite(part.thickness)]) for _, part in curve.groupby("voussoirs")]
    return [
        *checks,
        check_close("A2", "least friction of rotation alone, closed form at A1, mass on the centreline",
                    least_friction_known(thin, "centreline"), A2, EXACT_FRICTION,
                    note=f"A2; with the true mass centre it is {least_friction_known(endless):.6f}"),
        check_close("A2.program", f"least friction of the least arch of {count} voussoirs, annular", slide, known,
                    1e-3, note="closed form for as many voussoirs"),
        check_that("curve", "the least thickness falls as friction grows", all(falls)),
    ]  # fmt: skip


def _falls(thickness: pd.Series) -> bool:
    """Whether no number is above the one before, to the tolerance of the curve; of a single one nothing can be said."""
    return len(thickness) > 1 and bool(np.all(np.diff(thickness) <= CURVE))


def _count_figure(table: pd.DataFrame) -> Figure:
    n = table.voussoirs
    lines: dict[str, tuple[Any, ...]] = {
        "annular voussoirs": (n, table.annular, "o-"), "straight voussoirs": (n, table.straight, "s--"),
        "infinitely many": (n, np.full(len(n), A1), "k:"),
    }  # fmt: skip
    figure = lines_figure({"Semicircular arch without sliding": lines}, "voussoirs", "least thickness / mean radius")
    figure.axes[0].set_xscale("log", base=2)
    figure.axes[0].set_xticks(n, [str(count) for count in n])
    return figure


@in_house_style
def _friction_figure(curve: pd.DataFrame) -> Figure:
    figure, ax = figure_with_axes()
    for count, part in curve.groupby("voussoirs"):
        stands = part[np.isfinite(part.thickness)]
        ax.plot(stands.friction, stands.thickness, "o-", label=f"{count} voussoirs")
    none = curve[~np.isfinite(curve.thickness)].friction.max()
    if np.isfinite(none):
        ax.axvspan(curve.friction.min() - 0.005, none, color="0.9", label=f"none stands up to t/R = {HIGH:g}")
    ax.axvline(A2, color="black", linewidth=THIN, linestyle=":", label="hinges alone above this")
    ax.set(xlabel="friction coefficient", ylabel="least thickness / mean radius", title="Semicircular arch")
    legend_below(ax)
    return figure
