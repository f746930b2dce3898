"""Ready figures of the forces in a structure: joint resultants or thrust line, and the mechanism."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..checks import finite_array, instance_of, positive_number, text
from ..errors import DrystoneError, shown
from ..model import Assembly
from ..results import Trajectory, joint_forces, thrust_line
from ..results.trajectory import ground_at_contacts
from .elevation import draw_elevation, seen_blocks
from .frame import frame_of, name_outside, set_frame
from .joints import NEGLIGIBLE, WIDTH, draw_joint_forces, draw_thrust_line, vectors
from .mechanism import displaced, draw_mechanism, plane_of_mechanism
from .picture import elevation_height, plane_of_motion
from .shapes import plane_axes, trajectory_of
from .style import COLUMN, FORCE, GUIDE, LINE, MECHANISM, TENSION, TIE, in_house_style, legend_below, new_figure

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["joints_figure", "thrust_figure"]

LEGEND = 0.15
"""Height of the legend (inches)."""
OUTSIDE = "outside its joint"
"""How the legend calls centres of pressure that lie so."""


@in_house_style
def joints_figure(
    assembly: Assembly,
    source: "Trajectory | pd.DataFrame",
    step: int | None = None,
    *,
    mechanism: ArrayLike | None = None,
    scale: float | None = None,
    plane: str | None = None,
    title: str | None = None,
) -> "Figure":
    """Figure of the resultants of all joints, each a bar along its line of action, as wide as its force is large.

    Of several walls behind each other those of the blocks that are seen; widths are by the largest resultant of all.

    ``source``: a Trajectory, of which step ``step`` (None: the last) is drawn in the recorded state at its end, seen
    from the ground; or a table of contacts in the columns of `Trajectory.contacts`, drawn in the initial state.
    ``mechanism`` (B_all, 6), ``scale``: drawn as displaced outlines, see `draw_mechanism`. ``plane``: see
    `draw_elevation`; None for that in which most of the mechanism or the motion is seen, or else the longer one.
    ``title``: None gives the time of a trajectory. DrystoneError for a ``step`` of a table and for a ``scale`` without
    a mechanism.
    """
    _check_used(source, step, mechanism, scale)
    drawing = _Drawing(assembly, source, step, plane, mechanism, scale, title)
    every = joint_forces(drawing.contacts)
    joints, largest = drawing.seen(every), _largest(every)
    draw_joint_forces(
        drawing.elevation(), joints, plane=drawing.plane, largest=largest or None, origin=drawing.origin
    )  # fmt: skip
    size = np.linalg.norm(vectors(joints, "force"), axis=1)
    drawn = size > NEGLIGIBLE * largest
    pulled = bool(np.any(drawn & np.isnan(vectors(joints, "centre")[:, 0])))
    return drawing.finish(largest, "no compression" if pulled else None)


@in_house_style
def thrust_figure(
    assembly: Assembly,
    source: "Trajectory | pd.DataFrame",
    step: int | None = None,
    *,
    blocks: Sequence[str] | None = None,
    mechanism: ArrayLike | None = None,
    scale: float | None = None,
    plane: str | None = None,
    title: str | None = None,
) -> "Figure":
    """Figure of the effective thrust line (Beatini et al., Figure 8c), as wide as the force is large.

    ``blocks``: of the chain, in order; None where the joints form one, see `drystone.thrust_line`. The other arguments
    as in `joints_figure`.
    """
    _check_used(source, step, mechanism, scale)
    drawing = _Drawing(assembly, source, step, plane, mechanism, scale, title)
    line = thrust_line(drawing.contacts, assembly, blocks)
    draw_thrust_line(drawing.elevation(), line, plane=drawing.plane, origin=drawing.origin)
    outside = bool(np.any(~line.inside & np.isfinite(line.margin)))
    return drawing.finish(_largest(line.joints), OUTSIDE if outside else None)


def _check_used(source: Any, step: int | None, mechanism: Any, scale: float | None) -> None:
    """Refuse what would be ignored."""
    if step is not None and not isinstance(source, Trajectory):
        raise DrystoneError(
            f"step is {shown(step)}; a table of contacts has no steps, leave it out or give a Trajectory"
        )
    if scale is not None and mechanism is None:
        raise DrystoneError(
            f"scale is {shown(scale)}; there is no mechanism to be drawn at it, leave it out or give one"
        )


class _Drawing:
    """The elevation of a structure, on which forces and a mechanism are laid."""

    def __init__(
        self,
        assembly: Assembly,
        source: Any,
        step: int | None,
        plane: str | None,
        mechanism: Any,
        scale: Any,
        title: Any,
    ) -> None:
        """Check everything before anything is drawn."""
        self.assembly = instance_of(assembly, Assembly, "assembly")
        self.mechanism = mechanism
        if mechanism is not None:
            self.mechanism = finite_array(mechanism, (len(assembly.blocks), 6), "mechanism")
        self.scale = None if scale is None else positive_number(scale, "scale")
        self.position: Any = None
        self.rotation: Any = None
        self.origin, self.title = np.zeros(3), ""
        if isinstance(source, Trajectory):
            self._of_trajectory(source, -1 if step is None else step)
        else:
            self.contacts = source
        if title is not None:
            self.title = text(title, "title")
        self.plane = self._plane(source) if plane is None else plane
        places: list[tuple[Any, Any]] = [(self.position, self.rotation)]
        if self.mechanism is not None:
            places.append(displaced(assembly, self.mechanism, self.scale, *places[0])[:2])
        self.frame = frame_of(assembly, places, plane_axes(self.plane)[:2])

    def _plane(self, source: Any) -> str:
        """The elevation in which most moves, or the longer one."""
        if self.mechanism is None and isinstance(source, Trajectory):
            return plane_of_motion(source)
        still = np.zeros((len(self.assembly.blocks), 6))
        return plane_of_mechanism(self.assembly, still if self.mechanism is None else self.mechanism)

    def elevation(self) -> "Axes":
        """The axes, on which the blocks are drawn."""
        self.figure: Figure = new_figure(COLUMN, elevation_height(self.frame) + LEGEND)
        self.ax: Axes = self.figure.add_subplot()
        place = (self.assembly, self.position, self.rotation)
        draw_elevation(self.ax, *place, plane=self.plane, colour=GUIDE, width=0.4)
        set_frame(self.ax, self.frame)  # now, for the lengths of bars, and when they are drawn
        return self.ax

    def seen(self, joints: "pd.DataFrame") -> "pd.DataFrame":
        """The joints of blocks that do not lie behind others; all where the table has other blocks."""
        names = {self.assembly.names[i] for i in seen_blocks(self.assembly, self.position, self.rotation, self.plane)}
        chosen = joints["block_a"].isin(names) | joints["block_b"].isin(names)
        return joints[chosen] if chosen.any() else joints

    def _of_trajectory(self, trajectory: Trajectory, step: int) -> None:
        trajectory_of(trajectory, self.assembly)
        self.contacts = trajectory.contacts(step)
        time = float(trajectory.steps["time"].iloc[step])
        state = int(np.argmin(np.abs(trajectory.time - time)))
        self.origin = ground_at_contacts(trajectory)[step]
        self.position = trajectory.position[state] - trajectory.ground[state]
        self.rotation = trajectory.rotation[state]
        self.title = f"t = {time:.4g} s"

    def finish(self, largest: float, warning: str | None) -> "Figure":
        """Lay the mechanism over it, add the legend with the largest force (N) and the title."""
        from matplotlib.lines import Line2D

        marks = []
        if largest > 0.0:
            told = f"largest joint force: {_newtons(largest)}"
            marks.append(Line2D([], [], color=FORCE, linewidth=WIDTH, label=told))
        if warning is not None:
            dot = warning == OUTSIDE
            marks.append(
                Line2D(
                    [],
                    [],
                    color=TENSION,
                    marker="o" if dot else "",
                    linestyle="" if dot else "-",
                    linewidth=2.0,
                    label=warning,
                )
            )
        if self.assembly.ties:
            marks.append(Line2D([], [], color=TIE, linewidth=LINE, label="tie"))
        if self.mechanism is not None:
            place = {"position": self.position, "rotation": self.rotation}
            draw_mechanism(self.ax, self.assembly, self.mechanism, self.scale, plane=self.plane, **place)
            marks.append(Line2D([], [], color=MECHANISM, linewidth=LINE, label="mechanism"))
        self.ax.set_title(self.title)
        if self.scale is None:  # a mechanism at a scale of the user's own may need all the room
            set_frame(self.ax, self.frame)
            name_outside(self.ax, self.frame.outside)
        else:
            self.ax.autoscale()
        legend_below(self.ax, marks)
        return self.figure


def _largest(joints: "pd.DataFrame") -> float:
    """The largest resultant (N) of a table of joints."""
    return float(np.linalg.norm(vectors(joints, "force"), axis=1).max(initial=0.0))


def _newtons(force: float) -> str:
    """A force in N, kN, MN or GN."""
    for unit, size in (("GN", 1e9), ("MN", 1e6), ("kN", 1e3)):
        if force >= size:
            return f"{force / size:.3g} {unit}"
    return f"{force:.3g} N"
