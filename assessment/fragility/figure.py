"""Pictures of fragility functions."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from ...checks import instance_of, options_table, positive_number, text
from ...errors import DrystoneError
from ...view.shapes import axes_of, colour_of
from ...view.style import COLOURS, COLUMN, LINE, in_house_style, legend_below, new_figure, with_grid
from .curve import BEYOND, DRAWN, Fragility

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["fragility_figure", "plot_fragility"]

SHORT = ("pga", "pgv", "pgd", "cav")
"""Measures whose names are their first letters."""


def plot_fragility(
    ax: "Axes",
    fragility: Fragility,
    *,
    label: str | None = None,
    colour: Any = COLOURS[0],
    largest: float | None = None,
) -> None:
    """Draw a fragility function with its confidence band, and the fraction of collapses of each stripe as a dot.

    What was fitted to capacities is drawn with their steps: the share of the records whose capacity is smaller.
    ``largest``: intensity up to which it is drawn, None for a tenth more than the data.
    """
    ax = axes_of(ax)
    fragility = instance_of(fragility, Fragility, "fragility", "such as drystone.fit_fragility returns")
    own = f"median {fragility.median:.3g}, dispersion {fragility.dispersion:.3g}"
    label, colour = own if label is None else text(label, "label"), colour_of(colour)
    stripes = fragility.stripes
    end = (
        BEYOND * float(stripes["intensity"].max()) if largest is None else positive_number(largest, "largest intensity")
    )
    table = fragility.table(np.linspace(0.0, end, DRAWN))
    x = table["intensity"].to_numpy()
    ax.plot(x, table["probability"].to_numpy(), color=colour, label=label, linewidth=LINE)
    if fragility.replicates is not None:
        ax.fill_between(x, table["low"].to_numpy(), table["high"].to_numpy(), color=colour, alpha=0.15, linewidth=0.0)
    if not fragility.of_capacities:
        ax.plot(stripes["intensity"].to_numpy(), stripes["fraction"].to_numpy(), "o", color=colour, markersize=3.5)
    else:
        fallen = np.sort(stripes["intensity"].to_numpy()[stripes["collapses"].to_numpy() > 0])
        ax.step(fallen, np.arange(1, len(fallen) + 1) / len(stripes), where="post", color=colour, linewidth=0.8)
    unit = "" if fragility.unit == "1" else f" ({fragility.unit})".replace("m/s2", "m/s²")
    name = fragility.measure.upper() if fragility.measure in SHORT else fragility.measure
    ax.set_xlabel(f"{name}{unit}")
    ax.set_ylabel("probability of collapse")
    ax.set_ylim(-0.02, 1.02)
    ax.set_xlim(left=0.0)
    with_grid(ax)


@in_house_style
def fragility_figure(fragilities: "Fragility | Mapping[str, Fragility]", *, title: str | None = None) -> "Figure":
    """Figure of one fragility function, or of several by their labels, such as {"mu = 0.3": ..., "mu = 0.5": ...}.

    DrystoneError where their intensities are not of one measure and unit.

    >>> import drystone as ds
    >>> fragility = ds.fit_fragility([0.5, 1.0, 2.0], [1, 5, 9], [10, 10, 10], measure="PGA", unit="g")
    >>> ds.fragility_figure(fragility).axes[0].get_xlabel()
    'PGA (g)'
    """
    chosen = {None: fragilities} if isinstance(fragilities, Fragility) else options_table(fragilities, "fragilities")
    for one in chosen.values():
        instance_of(one, Fragility, "each of the fragilities", "such as drystone.fit_fragility returns")
    if len({(one.measure, one.unit) for one in chosen.values()}) != 1:
        raise DrystoneError("give fragility functions of one intensity measure in one unit, at least one")
    largest = BEYOND * max(float(one.stripes["intensity"].max()) for one in chosen.values())
    over = "" if title is None else text(title, "title")
    figure = new_figure(COLUMN, 2.5)
    ax = figure.add_subplot()
    for i, (label, one) in enumerate(chosen.items()):
        plot_fragility(ax, one, label=label, colour=COLOURS[i % len(COLOURS)], largest=largest)
    ax.set_xlim(0.0, largest)
    ax.set_title(over)
    legend_below(ax)
    return figure
