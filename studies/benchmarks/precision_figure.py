"""The picture of studies of error against time: a panel for each case, a line for each series of runs."""

from textwrap import wrap
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...view.style import COLOURS, LINE, STONE, THIN, in_house_style, legend_of_panels
from ..figures import log_ticks, side_by_side
from .precision_cases import BE, FIRST, MP, NONE

__all__ = ["plot_precision"]

MARKS = {FIRST: "o", "anitescu-tasora": "s", "compliant": "^", "coulomb": "D", NONE: "v"}
COLOUR = dict(zip((BE, MP, NONE), COLOURS, strict=False))
ACROSS = 3
TITLE = 108
"""Letters in the titles of panels beside each other, together."""


@in_house_style
def plot_precision(table: pd.DataFrame, trusted: pd.DataFrame) -> Figure:
    """Error against processor time, one panel for each case; shaded: what the reference cannot tell."""
    across = min(len(trusted), ACROSS)
    figure, axes = side_by_side(len(trusted), across)
    for ax, case in zip(axes, trusted.to_dict("records"), strict=True):
        _panel(ax, TITLE // across, table[table["case"] == case["case"]], case)
    legend_of_panels(figure)
    return figure


def _panel(ax: Axes, width: int, rows: pd.DataFrame, case: dict[Any, Any]) -> None:
    for (series, scheme, law), group in rows.groupby(["series", "integrator", "formulation"], sort=False):
        found = group[group["error"].between(0.0, np.inf, inclusive="neither")].sort_values("dt")
        line, width_of_line, fill = ("-", LINE, "full") if law in (FIRST, NONE) else (":", THIN, "none")
        ax.plot(
            found["cpu_s"], found["error"], MARKS[str(law)], color=COLOUR[str(scheme)], label=series, linestyle=line,
            linewidth=width_of_line, fillstyle=fill,
        )  # fmt: skip
    ax.axhline(case["target"], color=COLOURS[-1], linewidth=THIN, linestyle="--")
    ax.set(xscale="log", yscale="log", xlabel="processor time (s)", ylabel=f"error ({case['unit']})")
    least = ax.get_ylim()[0]
    if case["uncertainty"] > least:
        ax.axhspan(least, case["uncertainty"], color=STONE, zorder=0)
        ax.set_ylim(bottom=least)
    for axis in (ax.xaxis, ax.yaxis):
        log_ticks(axis)
    ax.set_title("\n".join(line for part in (case["title"], case["what"]) for line in wrap(part, width)))
