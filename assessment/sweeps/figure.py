"""The figure of a sweep: a result over the one or two parameters that vary."""

from collections.abc import Sequence
from textwrap import shorten
from typing import TYPE_CHECKING, Any

import numpy as np

from ...checks import data_frame, sequence_of
from ...errors import UnknownNameError
from ...view.style import COLUMN, in_house_style, legend_below, new_figure, with_grid
from .cases import FAILURE, OUTCOME, WARNING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["sweep_figure"]

HEIGHT = 2.5
"""inches"""
WORD = 20
"""Letters of a text that can stand on an axis."""
MARKER = 22.0
"""Area of a marker (points squared)."""


@in_house_style
def sweep_figure(table: "pd.DataFrame", varied: Sequence[str], result: str | None = None) -> "Figure | None":
    """A figure of a column of results over the parameters ``varied``; None unless these are one or two.

    ``table``: of `drystone.sweep`. ``result``: default the first one after the parameters. Runs without a result are
    marked with crosses. Values that are no numbers stand in the order in which they come. Labels have the units of
    columns that are in ``table.attrs["units"]``.
    """
    varied = sequence_of(varied, str, "varied")
    data_frame(table, (*varied, OUTCOME), "table")
    names = [str(name) for name in table.columns if name not in (*varied, OUTCOME, FAILURE, WARNING)]
    if result is not None and result not in names:
        raise UnknownNameError("result of the sweep", result, names)
    if len(varied) not in (1, 2) or not names:
        return None
    chosen = result or _first(table, names)
    figure = new_figure(COLUMN, HEIGHT)
    ax = figure.add_subplot()
    there = (table[OUTCOME] == "done") & table[chosen].notna()
    x = _placed(ax, "x", table[varied[0]].tolist())
    ax.set_xlabel(_named(table, varied[0]))
    if len(varied) == 1:
        y = _placed(ax, "y", [value for value, one in zip(table[chosen], there, strict=True) if one])
        order = np.argsort(x[there], kind="stable")
        ax.plot(x[there][order], y[order], "o" if _is_text(table[chosen]) else "o-")
        ax.plot(x[~there], np.full(int((~there).sum()), 0.02), "kx", markersize=4, transform=ax.get_xaxis_transform())
        ax.set_ylabel(_named(table, chosen))
        with_grid(ax)
        return figure
    y = _placed(ax, "y", table[varied[1]].tolist())
    ax.set_ylabel(_named(table, varied[1]))
    _coloured(figure, ax, x[there], y[there], table[chosen][there].rename(_named(table, chosen)))
    ax.plot(x[~there], y[~there], "kx", markersize=4)
    return figure


def _first(table: "pd.DataFrame", names: Sequence[str]) -> str:
    """The first result that differs between runs and is no long text, else the first."""
    for name in names:
        values = set(table[name].dropna())
        if len(values) > 1 and max(len(value) if isinstance(value, str) else 0 for value in values) <= WORD:
            return name
    return names[0]


def _named(table: "pd.DataFrame", column: str) -> str:
    """A column's label: its name, and its unit where it has one."""
    unit = table.attrs.get("units", {}).get(column, "")
    return column if unit in ("", "1") else f"{column} ({unit})".replace("m/s2", "m/s²")


def _coloured(figure: "Figure", ax: "Axes", x: Any, y: Any, values: "pd.Series[Any]") -> None:
    """Markers with colours for values: a scale for numbers, a legend for anything else."""
    if not _is_text(values):
        drawn = ax.scatter(x, y, MARKER, values.to_numpy(dtype=float), marker="s")
        figure.colorbar(drawn, ax=ax, label=str(values.name))
        return
    kinds = [_label(value) for value in values]
    for kind in dict.fromkeys(kinds):
        chosen = np.array([one == kind for one in kinds])
        ax.scatter(x[chosen], y[chosen], MARKER, marker="s", label=kind)
    if kinds:
        legend_below(ax, title=str(values.name))


def _placed(ax: "Axes", axis: str, values: Sequence[Any]) -> Any:
    """Where values stand on an axis, which is labelled with them where they are no numbers."""
    if all(isinstance(value, (int, float)) and not isinstance(value, bool) for value in values):
        return np.array(values, dtype=float)
    kinds = list(dict.fromkeys(_label(value) for value in values))
    (ax.set_xticks if axis == "x" else ax.set_yticks)(range(len(kinds)), kinds)
    return np.array([kinds.index(_label(value)) for value in values], dtype=float)


def _label(value: Any) -> str:
    return shorten(str(value), WORD, placeholder="…") or "…"


def _is_text(values: "pd.Series[Any]") -> bool:
    return any(isinstance(value, (bool, str)) for value in values.dropna().tolist())
