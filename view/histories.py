"""Time histories: the energy ledger and displacements."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..checks import one_of, positive_number, sequence_of, text
from .shapes import axes_of, trajectory_of
from .style import COLOURS, COLUMN, LINE, THIN, in_house_style, legend_below, new_figure, with_grid

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ..results import Trajectory

__all__ = ["displacements_figure", "energy_figure", "plot_displacements", "plot_energy"]

Array = NDArray[np.float64]

MOST = 5
"""How many blocks `plot_displacements` shows when none are named."""
COMPONENTS = {"x": 0, "y": 1, "z": 2}


def plot_energy(ax: "Axes", trajectory: "Trajectory", weight: float | None = None) -> None:
    """Plot the ledger: kinetic and potential energy, their sum with the elastic one, harvested and dissipated.

    The sum follows harvested minus dissipated (see `drystone.results.energy`), which is drawn dashed: what lies
    between the two is the error of the balance. ``weight``: total weight (N); energies are then divided by it (m).
    """
    ax, table, scale = axes_of(ax), trajectory_of(trajectory).energy, 1.0
    if weight is not None:
        scale = 1.0 / positive_number(weight, "weight")
    time = table["time"].to_numpy()
    curves = {
        name: scale * table[name].to_numpy() for name in ("kinetic", "potential", "total", "harvested", "dissipated")
    }
    for name in ("potential", "total"):
        curves[name] = curves[name] - curves[name][0]
    labels = {"potential": "potential, change", "total": "total, change"}
    for colour, (name, values) in zip(COLOURS, curves.items(), strict=False):
        ax.plot(time, values, color=colour, label=labels.get(name, name), linewidth=LINE)
    balance = curves["harvested"] - curves["dissipated"] + curves["kinetic"][0]
    ax.plot(time, balance, color=COLOURS[-1], linestyle=(0, (4, 4)), linewidth=THIN, label="harvested − dissipated")
    ax.set_xlabel("time (s)")
    ax.set_ylabel("energy (J)" if weight is None else "energy / weight (m)")
    _dress(ax, time)


def plot_displacements(
    ax: "Axes",
    trajectory: "Trajectory",
    blocks: Sequence[str] | None = None,
    *,
    component: str = "norm",
    frame: str = "ground",
) -> None:
    """Plot displacements of block centroids (m).

    ``blocks``: names; None for the five that move most. ``component``: "norm", "x", "y" or "z". ``frame``: "ground"
    or "inertial". UnknownNameError for another component, DrystoneError for an unknown block or frame.
    """
    ax, trajectory = axes_of(ax), trajectory_of(trajectory)
    component = one_of(component, ("norm", *COMPONENTS), "component")
    chosen = _farthest(trajectory, frame) if blocks is None else sequence_of(blocks, str, "blocks (names)")
    for i, name in enumerate(chosen):
        path = trajectory.displacement(name, frame)
        values = np.linalg.norm(path, axis=1) if component == "norm" else path[:, COMPONENTS[component]]
        ax.plot(trajectory.time, values, color=COLOURS[i % len(COLOURS)], label=name, linewidth=LINE)
    what = "displacement" if component == "norm" else f"displacement along {component}"
    ax.set_xlabel("time (s)")
    ax.set_ylabel(f"{what}, {frame} frame (m)")
    _dress(ax, trajectory.time)


@in_house_style
def displacements_figure(trajectory: "Trajectory", title: str | None = None) -> "Figure":
    """Figure of the displacements of the five blocks that move most, seen from the ground; see `plot_displacements`."""
    figure, ax = _figure(title)
    plot_displacements(ax, trajectory)
    return figure


@in_house_style
def energy_figure(trajectory: "Trajectory", title: str | None = None) -> "Figure":
    """Figure of the energy ledger; see `plot_energy`."""
    figure, ax = _figure(title)
    plot_energy(ax, trajectory)
    return figure


def _figure(title: str | None) -> "tuple[Figure, Axes]":
    over = "" if title is None else text(title, "title")
    figure = new_figure(COLUMN, 2.6)
    ax = figure.add_subplot()
    ax.set_title(over)
    return figure, ax


def _farthest(trajectory: "Trajectory", frame: str) -> Sequence[str]:
    """The blocks whose centroids go farthest from where they started, farthest first."""
    far = [np.linalg.norm(trajectory.displacement(name, frame), axis=1).max() for name in trajectory.names]
    order = np.argsort(far, kind="stable")[::-1][:MOST]
    return [trajectory.names[i] for i in order if far[i] > 0] or [trajectory.names[order[0]]]


def _dress(ax: "Axes", time: Array) -> None:
    if len(time) > 1:
        ax.set_xlim(time[0], time[-1])
    with_grid(ax)
    legend_below(ax)
