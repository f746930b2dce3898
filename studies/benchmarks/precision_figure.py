"""The picture of studies of error against time: a panel for each case, a line for each series of runs."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure

from .precision_cases import BE, MP
from .precision_runs import DRYSTONE, MUJOCO, NONE

__all__ = ["CLOCKS", "FIRST", "plot_precision"]

FIRST = "nodargi-bisegna"
"""The formulation that is run at all steps."""
MARKS = {"nodargi-bisegna": "o", "anitescu-tasora": "s", "compliant": "^", "coulomb": "D"}
ACROSS = 3
ORDER = (BE, MP, MUJOCO)
"""Integrators, by whose places the lines have their colours."""
CLOCKS = {"wall": "wall time (s)", "cpu": "processor time (s)"}


def plot_precision(table: pd.DataFrame, trusted: pd.DataFrame, clock: str = "wall") -> Figure:
    """Error against time on logarithmic axes, one panel for each case; shaded: what the reference cannot tell."""
    across = min(len(trusted), ACROSS)
    down = -(-len(trusted) // across)
    figure = Figure(figsize=(4.2 * across, 3.4 * down + 0.8), layout="constrained")
    shown: dict[str, Any] = {}
    for place, case in enumerate(trusted.to_dict("records")):
        ax = figure.add_subplot(down, across, place + 1)
        shown |= _panel(ax, table[table["case"] == case["case"]], case, clock)
    figure.legend(shown.values(), shown.keys(), loc="outside lower center", ncols=across, frameon=False, fontsize=8)
    return figure


def _panel(ax: Axes, rows: pd.DataFrame, case: dict[Any, Any], clock: str) -> dict[str, Any]:
    from ...view.style import COLOURS, STONE

    shown = {}
    for series, group in rows.groupby("series", sort=False):
        found = group[np.isfinite(group["error"].astype(float)) & (group["error"] > 0)].sort_values("dt")
        kind = str(series).rpartition(", ")[0] if group["engine"].iloc[0] == DRYSTONE else MUJOCO
        law = str(group["formulation"].iloc[0])
        (shown[str(series)],) = ax.plot(
            found[f"{clock}_s"], found["error"], MARKS.get(law, "v"), color=COLOURS[ORDER.index(kind)], markersize=4,
            linestyle="-" if law in (FIRST, NONE) else ":", linewidth=1.2 if law in (FIRST, NONE) else 0.8,
            fillstyle="full" if law in (FIRST, NONE) else "none",
        )  # fmt: skip
    ax.axhline(case["target"], color=COLOURS[-1], linewidth=0.6, linestyle="--")
    ax.set(xscale="log", yscale="log", xlabel=CLOCKS[clock], ylabel=f"error ({case['unit']})")
    least = ax.get_ylim()[0]
    if case["uncertainty"] > least:
        ax.axhspan(least, case["uncertainty"], color=STONE, zorder=0)
        ax.set_ylim(bottom=least)
    for axis in (ax.xaxis, ax.yaxis):
        _ticks(axis)
    ax.set_title(f"{case['title']}\n{case['what']}", fontsize=8)
    ax.grid(linewidth=0.4, alpha=0.5)
    ax.spines[["top", "right"]].set_visible(False)
    return shown


def _ticks(axis: Axis) -> None:
    """Labels at powers of ten, at 2 and 5 times these as well where there are few."""
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter

    low, high = axis.get_view_interval()
    subs = (1.0, 2.0, 5.0) if high < 50.0 * low else (1.0,)
    axis.set_major_locator(LogLocator(subs=subs))
    axis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axis.set_minor_formatter(NullFormatter())
