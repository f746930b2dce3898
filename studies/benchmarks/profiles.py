"""Measures and pictures of solver comparisons: shifted geometric means, performance profiles, growth with size."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from ...errors import DrystoneError
from ...view.style import COLOURS, in_house_style
from ..figures import lines_figure

__all__ = ["fit_exponent", "performance_ratios", "plot_growth", "plot_profile", "profile", "shifted_geometric_mean"]

SHIFT = 1e-3
"""Shift of geometric means (s): differences far below a millisecond do not count."""
LINES, MARKS = ("-", "--", ":"), ("o-", "s-", "^-")
"""Styles of curves, one after the other where there are more than colours."""


def shifted_geometric_mean(times: ArrayLike, shift: float = SHIFT) -> float:
    """exp(mean(log(t + shift))) - shift of ``times`` (n,) (s), as in H. Mittelmann's benchmarks; NaN for none."""
    values = np.asarray(times, dtype=np.float64)
    if shift < 0 or np.any(values < 0) or np.any(values + shift <= 0):
        raise DrystoneError("times and the shift of a geometric mean must not be negative, nor both zero")
    return float(np.exp(np.mean(np.log(values + shift))) - shift) if values.size else float("nan")


def performance_ratios(times: pd.DataFrame) -> pd.DataFrame:
    """Ratios t / min over the solvers of t, for ``times`` with a row for each problem and a column for each solver (s).

    NaN and infinite times are failures and get an infinite ratio; problems that nobody solved are left out.
    """
    values = times.where(np.isfinite(times), np.inf)
    best = values.min(axis=1)
    solved = np.isfinite(best)
    return values[solved].div(best[solved], axis=0)


def profile(ratios: pd.DataFrame, at: ArrayLike) -> pd.DataFrame:
    """Share of the problems that each solver solves within ``at`` (n,) times the best time; a row for each of ``at``.

    (E. D. Dolan, J. J. Moré, Mathematical Programming 91 (2002) 201-213.)
    """
    limits = np.asarray(at, dtype=np.float64)
    return pd.DataFrame([(ratios <= limit).mean() for limit in limits], index=pd.Index(limits, name="ratio"))


def fit_exponent(sizes: ArrayLike, times: ArrayLike) -> tuple[float, float]:
    """Exponent p and factor c of c size^p, by least squares of the logarithms; NaN for fewer than two sizes."""
    size, time = np.asarray(sizes, dtype=np.float64), np.asarray(times, dtype=np.float64)
    known = np.isfinite(time) & (time > 0) & (size > 0)
    if len(np.unique(size[known])) < 2:
        return float("nan"), float("nan")
    exponent, constant = np.polyfit(np.log(size[known]), np.log(time[known]), 1)
    return float(exponent), float(np.exp(constant))


@in_house_style
def plot_profile(ratios: pd.DataFrame, title: str) -> Figure:
    """The performance profiles of the solvers as steps over a logarithmic axis, best first in the legend."""
    finite = ratios.to_numpy()[np.isfinite(ratios.to_numpy())]
    largest = 1.1 * float(np.max(finite, initial=10.0))
    at = np.unique(np.concatenate([[1.0], finite, [largest]]))
    curves = profile(ratios, at)
    order = sorted(curves.columns, key=lambda name: -float(np.trapezoid(curves[name], np.log(at))))
    lines = {name: (at, curves[name], LINES[i // len(COLOURS) % 3]) for i, name in enumerate(order)}
    figure = lines_figure({title: lines}, "time / best time", "share of the problems")
    figure.axes[0].set(xscale="log", xlim=(1.0, largest), ylim=(0.0, 1.03))
    for line in figure.axes[0].lines:
        line.set_drawstyle("steps-post")
    return figure


@in_house_style
def plot_growth(runs: pd.DataFrame, title: str) -> Figure:
    """Times (s) of a step in ``runs`` (solver, blocks, time) against blocks, with their exponents (`fit_exponent`)."""
    lines: dict[str, tuple[Any, ...]] = {}
    for solver, rows in runs.sort_values("blocks").groupby("solver", sort=True):
        exponent, _ = fit_exponent(rows["blocks"], rows["time"])
        label = str(solver) if np.isnan(exponent) else f"{solver}: B^{exponent:.2f}"
        lines[label] = rows["blocks"], rows["time"], MARKS[len(lines) // len(COLOURS) % 3]
    figure = lines_figure({title: lines}, "blocks", "time of a step (s)")
    figure.axes[0].set(xscale="log", yscale="log")
    return figure
