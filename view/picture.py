"""Ready figures of states of a run."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..checks import finite_array, instance_of, place_of, text, whole_number
from ..errors import DrystoneError
from ..model import Assembly
from .elevation import draw_elevation
from .frame import Frame, frame_of, name_outside, outside_of, set_frame
from .shapes import plane_axes, trajectory_of
from .style import COLUMN, TRACE, in_house_style, new_figure, new_panels, set_panel_heights
from .ties import slack_ties

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..results import Trajectory

__all__ = ["elevation_height", "elevations_figure", "plane_of_motion", "state_figure"]

STILL = 1e-6
"""Motion (m) that nobody would see in a picture."""
BESIDE, AROUND = 0.5, 0.62
"""What numbers, names and title take beside an elevation of a column's width, and above and below it (inches)."""
TALLEST = 5.2
"""Height of an elevation (inches), at most."""


@in_house_style
def state_figure(
    assembly: Assembly,
    trajectory: "Trajectory",
    index: int = -1,
    *,
    plane: str | None = None,
    highlight: Iterable[str] = (),
    title: str | None = None,
) -> "Figure":
    """Figure of the recorded state ``index`` seen from the ground, over the outlines of the initial state.

    ``plane``: see `draw_elevation`; None for that in which blocks went farthest, `plane_of_motion`. Blocks that have
    gone far from where the structure was are named under the picture, not shown. ``title``: None gives the time.
    DrystoneError if the trajectory is of another assembly or has no such state.
    """
    trajectory = trajectory_of(trajectory, instance_of(assembly, Assembly, "assembly"))
    index = place_of(index, len(trajectory.time), "state")
    if title is not None:
        text(title, "title")
    plane = plane_of_motion(trajectory) if plane is None else plane
    place = trajectory.position[index] - trajectory.ground[index], trajectory.rotation[index]
    frame = frame_of(assembly, [place], plane_axes(plane)[:2])
    figure = new_figure(COLUMN, elevation_height(frame))
    ax = figure.add_subplot()
    draw_elevation(ax, assembly, plane=plane, fill=False, colour=TRACE, width=0.5)
    draw_elevation(ax, assembly, *place, plane=plane, highlight=highlight, slack=slack_ties(trajectory)[index])
    set_frame(ax, frame)
    name_outside(ax, frame.outside)
    ax.set_title(f"t = {trajectory.time[index]:.4g} s" if title is None else title)
    return figure


@in_house_style
def elevations_figure(
    assembly: Assembly,
    trajectory: "Trajectory",
    times: Sequence[float],
    *,
    columns: int = 2,
    plane: str | None = None,
    highlight: Iterable[str] = (),
) -> "Figure":
    """Figure of the recorded states nearest to some times (s) beside each other, all in one frame, from the ground.

    The other arguments as in `state_figure`.
    """
    trajectory = trajectory_of(trajectory, instance_of(assembly, Assembly, "assembly"))
    plane, columns = plane_of_motion(trajectory) if plane is None else plane, whole_number(columns, "columns", least=1)
    wanted = finite_array(times, (None,), "times (s)")
    if not len(wanted):
        raise DrystoneError("times is empty; give at least one time (s)")
    chosen = [int(np.argmin(np.abs(trajectory.time - time))) for time in wanted.tolist()]
    places = [(trajectory.position[k] - trajectory.ground[k], trajectory.rotation[k]) for k in chosen]
    frame = frame_of(assembly, places, plane_axes(plane)[:2])
    figure, axes = new_panels(len(chosen), columns, frame.aspect)
    set_panel_heights(figure, len(chosen), columns, frame.aspect, BESIDE)
    slack = slack_ties(trajectory)
    for ax, k, place in zip(axes, chosen, places, strict=True):
        draw_elevation(ax, assembly, *place, plane=plane, highlight=highlight, slack=slack[k])
        set_frame(ax, frame)
        ax.set_title(f"t = {trajectory.time[k]:.3g} s")
        ax.label_outer()
        name_outside(ax, outside_of(frame, assembly, place, plane_axes(plane)[:2]))
    return figure


def elevation_height(frame: Frame) -> float:
    """Height (inches) of a figure, a column wide, that an elevation fills."""
    return min((COLUMN - BESIDE) * frame.aspect + AROUND, TALLEST)


def plane_of_motion(trajectory: "Trajectory") -> str:
    """The elevation along which blocks went farthest, seen from the ground: "xz", or "yz" where they went across it.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> across = ds.GroundMotion.one_sine(12.0, 0.4, direction=(0.0, 1.0, 0.0))
    >>> plane_of_motion(ds.simulate(column(1), 0.2, 0.01, motion=across))
    'yz'
    """
    trajectory = trajectory_of(trajectory)
    x, y, _ = np.abs(trajectory.displacements).max(axis=(0, 1))
    return "yz" if y > max(x, STILL) else "xz"
