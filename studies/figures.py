"""What the figures of several studies have in common."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ..model import Assembly
from ..model.gravity import STANDARD_GRAVITY
from ..results import Trajectory
from ..view import draw_3d, draw_elevation, plot_energy

__all__ = ["Lines", "elevations", "energy_figure", "figure_with_axes", "lines_figure", "solids"]

Lines = Mapping[str, tuple[Any, ...]]
"""Label -> what `Axes.plot` draws: x and y, and a style where it is not the next colour."""


def figure_with_axes(width: float, height: float, *, grid: bool = True) -> tuple[Figure, Axes]:
    """A figure of this size (inches) with one pair of axes."""
    figure = Figure(figsize=(width, height), layout="constrained")
    ax = figure.add_subplot()
    if grid:
        ax.grid(linewidth=0.4, alpha=0.5)
    return figure, ax


def lines_figure(
    panels: Mapping[str, Lines], xlabel: str, ylabel: str, columns: int = 1, size: tuple[float, float] = (6.4, 4.0)
) -> Figure:
    """Lines over each other, a panel of this ``size`` (inches) for each title."""
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(size[0] * columns, size[1] * rows), layout="constrained")
    for place, (title, lines) in enumerate(panels.items(), 1):
        ax = figure.add_subplot(rows, columns, place)
        for label, line in lines.items():
            ax.plot(*line, linewidth=1.0, label=label)
        ax.set(xlabel=xlabel, ylabel=ylabel, title=title)
        ax.grid(linewidth=0.4, alpha=0.5)
        ax.legend(frameon=False, fontsize=8)
    return figure


def energy_figure(title: str, assembly: Assembly, *runs: Trajectory, labels: Sequence[str] = ()) -> Figure:
    """The energies of runs of an assembly per unit weight (m), a panel each with its label."""
    figure = Figure(figsize=(6.8, 4.0) if len(runs) == 1 else (10, 3.6), layout="constrained")
    weight = float(np.sum(assembly.mass[assembly.movable]) * STANDARD_GRAVITY)
    for ax, run, label in zip(figure.subplots(1, len(runs), squeeze=False)[0], runs, labels or [""], strict=True):
        plot_energy(ax, run, weight)
        ax.set_title(label or f"{title}, energy per unit weight", fontsize=9 if label else None)
    return figure


def elevations(
    assembly: Assembly,
    history: Trajectory,
    times: Sequence[float],
    columns: int,
    highlight: Sequence[str] = (),
    size: tuple[float, float] = (10.0, 2.8),
    **frame: tuple[float, float],
) -> Figure:
    """Elevations at these times (s), seen from the ground.

    ``size``: width of the figure and height of a row (inches); ``frame``: the limits ``xlim`` and ``ylim`` (m).
    """
    seen, rows = history.in_ground_frame(), -(-len(times) // columns)
    figure = Figure(figsize=(size[0], size[1] * rows), layout="constrained")
    for place, time in enumerate(times, 1):
        ax = figure.add_subplot(rows, columns, place)
        k = _state_at(seen, time)
        draw_elevation(ax, assembly, seen.position[k], seen.rotation[k], highlight=list(highlight))
        ax.set(**frame)
        ax.set_title(f"t = {time:g} s", fontsize=9)
    return figure


def solids(
    panels: Sequence[tuple[str, Assembly, Trajectory, float]], columns: int, size: tuple[float, float], **look: Any
) -> Figure:
    """Movable blocks in space, seen from the ground: title, assembly, history and time (s) of each panel.

    ``size`` of a panel (inches); ``look``: see `drystone.view.draw_3d`.
    """
    rows = -(-len(panels) // columns)
    figure = Figure(figsize=(size[0] * columns, size[1] * rows), layout="constrained")
    for place, (title, assembly, history, time) in enumerate(panels, 1):
        seen, walls = history.in_ground_frame(), [assembly.names[i] for i in assembly.movable]
        k = _state_at(seen, time)
        ax = figure.add_subplot(rows, columns, place, projection="3d")
        draw_3d(ax, assembly, seen.position[k], seen.rotation[k], blocks=walls, **look)
        ax.set_title(f"{title}t = {seen.time[k]:.3g} s", fontsize=8)
    return figure


def _state_at(history: Trajectory, time: float) -> int:
    """The first recorded state from a time (s) on, else the last."""
    return min(int(np.searchsorted(history.time, time - 1e-9)), len(history.time) - 1)
