"""Pictures of recorded ground motions: accelerations, velocities, displacements, response spectra."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..checks import instance_of, text
from ..ground_motion import GroundMotion
from .shapes import axes_of
from .style import COLOURS, COLUMN, GUIDE, LINE, THIN, in_house_style, legend_below, new_figure, with_grid

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["motion_figure", "plot_spectrum"]

HISTORIES = ("acceleration (m/s²)", "velocity (m/s)", "displacement (m)")
MOST_POINTS = 20_000
"""Points of a line; of longer records the least and the largest of neighbouring samples are drawn."""


@in_house_style
def motion_figure(
    motion: GroundMotion, damping: float = 0.05, periods: Any = None, title: str | None = None
) -> "Figure":
    """Figure of a ground motion: its acceleration, velocity and displacement in time, and its response spectrum.

    ``damping``: share of the critical one; ``periods`` (n,) in s: see `GroundMotion.response_spectrum`.
    """
    spectrum = instance_of(motion, GroundMotion, "motion").response_spectrum(periods, damping)
    if title is not None:
        text(title, "title")
    figure = new_figure(COLUMN, 5.4)
    axes = figure.subplots(4, 1, height_ratios=[1, 1, 1, 1.5])
    time = motion.time
    histories = motion.acceleration, motion.velocity_at(time), motion.displacement_at(time)
    for ax, values, label in zip(axes, histories, HISTORIES, strict=False):
        for axis in _moving(motion):
            ax.plot(*_thinned(time, values[:, axis]), color=COLOURS[axis], linewidth=THIN, label="xyz"[axis])
        ax.axhline(0.0, color=GUIDE, linewidth=THIN, zorder=0)
        ax.set_ylabel(label)
        ax.set_xlim(time[0], time[-1])
    for ax in axes[:2]:
        ax.tick_params(labelbottom=False)
    axes[2].set_xlabel("time (s)")
    if len(_moving(motion)) > 1:
        legend_below(axes[0])
    _plot(axes[3], spectrum, damping)
    figure.suptitle(title or "")
    figure.align_ylabels(axes)
    return figure


def plot_spectrum(ax: "Axes", motion: GroundMotion, damping: float = 0.05, periods: Any = None) -> None:
    """Plot spectral pseudo-accelerations (m/s2) over natural periods (s), a line for each direction."""
    ax = axes_of(ax)
    _plot(ax, instance_of(motion, GroundMotion, "motion").response_spectrum(periods, damping), damping)


def _plot(ax: "Axes", table: "pd.DataFrame", damping: float) -> None:
    for name, rows in table.groupby("direction", sort=False):
        colour = COLOURS["xyz".index(str(name))]
        ax.plot(
            rows["period"].to_numpy(), rows["pseudo_acceleration"].to_numpy(), color=colour, label=name, linewidth=LINE
        )
    if len(table["direction"].unique()) > 1:
        legend_below(ax)
    ax.set_xscale("log")
    ax.set_ylim(bottom=0.0)
    ax.set_xlabel("period (s)")
    ax.set_ylabel(f"pseudo-acceleration,\n{100 * damping:g} % damping (m/s²)")
    with_grid(ax)


def _moving(motion: GroundMotion) -> list[int]:
    return [axis for axis in range(3) if motion.acceleration[:, axis].any()]


def _thinned(time: Any, values: Any) -> tuple[Any, Any]:
    """A line of few points that looks like that of all."""
    group = int(np.ceil(2 * len(time) / MOST_POINTS))
    if group <= 2:
        return time, values
    count = len(time) // group * group
    parts = values[:count].reshape(-1, group)
    both = np.stack([parts.min(axis=1), parts.max(axis=1)], axis=1).ravel()
    return np.repeat(time[:count:group], 2), both
