"""The picture of studies of error against time: a panel for each case, a line for each series of runs."""

from textwrap import wrap
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ...view.style import (
    COLOURS,
    COLUMN,
    LINE,
    PAGE,
    STONE,
    THIN,
    in_house_style,
    legend_of_panels,
    new_figure,
    with_grid,
)
from ..figures import log_ticks
from .precision_cases import BE, MP
from .precision_runs import DRYSTONE, MUJOCO, NONE

__all__ = ["CLOCKS", "FIRST", "plot_precision"]

FIRST = "nodargi-bisegna"
"""The formulation that is run at all steps."""
MARKS = {"nodargi-bisegna": "o", "anitescu-tasora": "s", "compliant": "^", "coulomb": "D"}
ACROSS = 3
TITLE = 108
"""Letters in the titles of panels beside each other, together."""
ORDER = (BE, MP, MUJOCO)
"""Integrators, by whose places the lines have their colours."""
CLOCKS = {"wall": "wall time (s)", "cpu": "processor time (s)"}


@in_house_style
def plot_precision(table: pd.DataFrame, trusted: pd.DataFrame, clock: str = "wall") -> Figure:
    """Error against time on logarithmic axes, one panel for each case; shaded: what the reference cannot tell."""
    across = min(len(trusted), ACROSS)
    down = -(-len(trusted) // across)
    figure = new_figure(COLUMN if across == 1 else PAGE, 2.1 * down + 0.6)
    for place, case in enumerate(trusted.to_dict("records")):
        ax = figure.add_subplot(down, across, place + 1)
        _panel(ax, TITLE // across, table[table["case"] == case["case"]], case, clock)
    legend_of_panels(figure)
    return figure


def _panel(ax: Axes, width: int, rows: pd.DataFrame, case: dict[Any, Any], clock: str) -> None:
    for series, group in rows.groupby("series", sort=False):
        found = group[np.isfinite(group["error"].astype(float)) & (group["error"] > 0)].sort_values("dt")
        kind = str(series).rpartition(", ")[0] if group["engine"].iloc[0] == DRYSTONE else MUJOCO
        law = str(group["formulation"].iloc[0])
        ax.plot(
            found[f"{clock}_s"], found["error"], MARKS.get(law, "v"), color=COLOURS[ORDER.index(kind)], label=series,
            linestyle="-" if law in (FIRST, NONE) else ":", linewidth=LINE if law in (FIRST, NONE) else THIN,
            fillstyle="full" if law in (FIRST, NONE) else "none",
        )  # fmt: skip
    ax.axhline(case["target"], color=COLOURS[-1], linewidth=THIN, linestyle="--")
    ax.set(xscale="log", yscale="log", xlabel=CLOCKS[clock], ylabel=f"error ({case['unit']})")
    least = ax.get_ylim()[0]
    if case["uncertainty"] > least:
        ax.axhspan(least, case["uncertainty"], color=STONE, zorder=0)
        ax.set_ylim(bottom=least)
    for axis in (ax.xaxis, ax.yaxis):
        log_ticks(axis)
    ax.set_title("\n".join(line for part in (case["title"], case["what"]) for line in wrap(part, width)))
    with_grid(ax)
