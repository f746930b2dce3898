"""Pictures of failure domains."""

from typing import TYPE_CHECKING

import numpy as np

from ...checks import instance_of, text, yes_no
from ...view.shapes import axes_of
from ...view.style import COLOURS, COLUMN, LINE, TENSION, THIN, in_house_style, legend_below, new_figure, with_grid
from ..evaluation import COLLAPSED
from .domain import FailureDomain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["failure_domain_figure", "plot_failure_domain"]

OF_DIRECTION = {1: (COLOURS[0], "positive direction", 3.6), -1: (TENSION, "negative direction", 1.8)}
"""Colours, blue and red as in the figure of the paper, names, and sizes of the dots, which may lie on each other."""


def plot_failure_domain(ax: "Axes", domain: FailureDomain, *, safe: bool = False) -> None:
    """Draw a failure domain as Nodargi and Bisegna (2024, Figure 21) do: a dot for each pulse that causes collapse,
    blue and red by direction, the convex hull of both as a line, the pseudo-static capacities as dashed ones.

    ``safe``: also the pulses that do not, as hollow dots, which shows where runs were spent.
    """
    ax, safe = axes_of(ax), yes_no(safe, "safe")
    domain = instance_of(domain, FailureDomain, "domain", "such as drystone.failure_domain returns")
    for direction in domain.directions:
        colour, name, size = OF_DIRECTION[direction]
        rows = domain.table[domain.table["direction"] == direction]
        for fell, label in ((True, f"collapsed, {name}"), (False, f"survived, {name}")):
            dots = rows[rows[COLLAPSED] == fell]
            if len(dots) and (fell or safe):
                ax.plot(dots["half_period"], dots["amplitude"], "o", color=colour, markersize=size, label=label,
                        markerfacecolor=colour if fell else "none", markeredgewidth=0.0 if fell else 0.4,
                        alpha=1.0 if fell else 0.6)  # fmt: skip
    hull = domain.hull()
    if len(hull):
        around = np.vstack([hull, hull[:1]])
        ax.plot(around[:, 0], around[:, 1], color=COLOURS[-1], linewidth=LINE, label="convex hull of the collapses")
    for direction, capacity in domain.capacity.items():
        ax.axhline(capacity, color=OF_DIRECTION[direction][0], linestyle="--", linewidth=THIN,
                   label=f"pseudo-static capacity, {OF_DIRECTION[direction][1]}")  # fmt: skip
    ax.set_xlabel("half-period (s)")
    ax.set_ylabel(f"amplitude ({domain.unit_sign})")
    low, high = domain.half_periods
    rim = 0.02 * (high - low)  # dots on the edge of the range are seen whole
    ax.set_xlim(low - rim, high + rim)
    ax.set_ylim(0.0, domain.amplitudes[1] * 1.02)
    with_grid(ax)


@in_house_style
def failure_domain_figure(domain: FailureDomain, *, safe: bool = False, title: str | None = None) -> "Figure":
    """Figure of a failure domain, see `plot_failure_domain`.

    >>> import drystone as ds
    >>> domain = ds.failure_domain(lambda cases: [case.amplitude > 3.0 for case in cases], (0.1, 0.5), (2.0, 6.0))
    >>> ds.failure_domain_figure(domain).axes[0].get_xlabel()
    'half-period (s)'
    """
    instance_of(domain, FailureDomain, "domain", "such as drystone.failure_domain returns")
    over = "" if title is None else text(title, "title")
    figure = new_figure(COLUMN, 3.2)
    ax = figure.add_subplot()
    plot_failure_domain(ax, domain, safe=safe)
    ax.set_title(over)
    legend_below(ax)
    return figure
