"""What the figures of several studies have in common."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..model import Assembly
from ..model.gravity import STANDARD_GRAVITY
from ..results import Trajectory
from ..view import draw_elevation, plot_energy

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["elevations", "energy_figure", "figure_with_axes"]


def figure_with_axes(width: float, height: float, *, grid: bool = True) -> "tuple[Figure, Axes]":
    """A figure of this size (inches) with one pair of axes."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    ax = figure.add_subplot()
    if grid:
        ax.grid(linewidth=0.4, alpha=0.5)
    return figure, ax


def energy_figure(title: str, assembly: Assembly, *runs: Trajectory, labels: Sequence[str] = ()) -> "Figure":
    """The energies of runs of an assembly per unit weight (m), a panel each with its label."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.8, 4.0) if len(runs) == 1 else (10, 3.6), layout="constrained")
    weight = float(np.sum(assembly.mass[assembly.movable]) * STANDARD_GRAVITY)
    for ax, run, label in zip(figure.subplots(1, len(runs), squeeze=False)[0], runs, labels or [""], strict=True):
        plot_energy(ax, run, weight)
        ax.set_title(label or f"{title}, energy per unit weight", fontsize=9 if label else None)
    return figure


def elevations(
    assembly: Assembly, history: Trajectory, times: Sequence[float], columns: int, highlight: Sequence[str] = ()
) -> "Figure":
    """Elevations at these times (s), seen from the ground."""
    from matplotlib.figure import Figure

    seen, rows = history.in_ground_frame(), -(-len(times) // columns)
    figure = Figure(figsize=(10, 2.8 * rows), layout="constrained")
    for place, time in enumerate(times, 1):
        ax = figure.add_subplot(rows, columns, place)
        k = min(int(np.searchsorted(seen.time, time - 1e-9)), len(seen.time) - 1)
        draw_elevation(ax, assembly, seen.position[k], seen.rotation[k], highlight=list(highlight))
        ax.set_title(f"t = {time:g} s", fontsize=9)
    return figure
