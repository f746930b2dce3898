"""What the figures of several studies have in common."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, MaxNLocator, NullFormatter, StrMethodFormatter

from ..model import Assembly
from ..results import Trajectory
from ..view import elevations_figure, plot_energy, solids_figure
from ..view.style import COLUMN, PAGE, in_house_style, legend_below, legend_of_panels, new_figure, with_grid
from .histories import weight_of

__all__ = [
    "Lines", "elevations", "energy_figure", "figure_with_axes", "lines_figure", "log_ticks", "side_by_side", "solids",
]  # fmt: skip

Lines = Mapping[str, tuple[Any, ...]]
"""Label -> what `Axes.plot` draws: x and y, and a style where it is not the next colour."""
NARROW = 5.0
"""Ends of a logarithmic axis that are nearer have numbers as a linear one has: there is one power of ten at most."""
PANEL = 2.4
"""Height (inches) of a panel of curves."""


def figure_with_axes(height: float = PANEL, *, grid: bool = True) -> tuple[Figure, Axes]:
    """A figure of a column's width and this height (inches) with one pair of axes."""
    figure = new_figure(COLUMN, height)
    ax = figure.add_subplot()
    if grid:
        with_grid(ax)
    return figure, ax


def side_by_side(count: int, columns: int) -> tuple[Figure, list[Axes]]:
    """A figure of panels for curves, row by row: as wide as a page, or as a column where there is one in a row."""
    rows = -(-count // columns)
    figure = new_figure(COLUMN if columns == 1 else PAGE, PANEL * rows)
    axes = [figure.add_subplot(rows, columns, place + 1) for place in range(count)]
    for ax in axes:
        with_grid(ax)
    return figure, axes


@in_house_style
def lines_figure(panels: Mapping[str, Lines], xlabel: str, ylabel: str, columns: int = 1) -> Figure:
    """Lines over each other, a panel for each title."""
    figure, axes = side_by_side(len(panels), columns)
    for ax, (title, lines) in zip(axes, panels.items(), strict=True):
        for label, line in lines.items():
            ax.plot(*line, label=label)
        ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
        legend_below(ax)
    if len({tuple(lines) for lines in panels.values()}) == 1 < len(panels):
        legend_of_panels(figure)
    return figure


@in_house_style
def energy_figure(title: str, assembly: Assembly, *runs: Trajectory, labels: Sequence[str] = ()) -> Figure:
    """The energies of runs of an assembly per unit weight (m), a panel each with its label."""
    figure, axes = side_by_side(len(runs), len(runs))
    for ax, run, label in zip(axes, runs, labels or [""], strict=True):
        plot_energy(ax, run, weight_of(assembly))
        ax.set_title(label or title)
    if len(runs) > 1:
        legend_of_panels(figure)
    return figure


def elevations(
    assembly: Assembly, history: Trajectory, times: Sequence[float], columns: int = 2, highlight: Sequence[str] = ()
) -> Figure:
    """Elevations at these times (s), seen from the ground, all in one frame."""
    return elevations_figure(assembly, history, times, columns=columns, plane="xz", highlight=highlight)


def solids(assembly: Assembly, panels: Sequence[tuple[str, Trajectory, float]], columns: int, **look: Any) -> Figure:
    """The blocks in space, seen from the ground: title, history and time (s) of panels; ``look`` of `solids_figure`."""
    places, titles = [], []
    for title, history, time in panels:
        seen = history.in_ground_frame()
        k = min(int(np.searchsorted(seen.time, time - 1e-9)), len(seen.time) - 1)
        places.append((seen.position[k], seen.rotation[k]))
        titles.append(f"{title}t = {seen.time[k]:.3g} s")
    return solids_figure(assembly, places, titles, columns=columns, **look)


def log_ticks(axis: Axis) -> None:
    """Plain numbers on a logarithmic axis at powers of ten, at 2 and 5 times these as well where there are few."""
    low, high = axis.get_view_interval()
    if not low > 0.0:  # nothing is drawn
        return
    subs = (1.0, 2.0, 5.0) if high < 50.0 * low else (1.0,)
    axis.set_major_locator(LogLocator(subs=subs))
    if np.sum((axis.get_majorticklocs() >= low) & (axis.get_majorticklocs() <= high)) < 2 or high < NARROW * low:
        axis.set_major_locator(MaxNLocator(3))
    axis.set_major_formatter(StrMethodFormatter("{x:g}"))
    axis.set_minor_formatter(NullFormatter())
