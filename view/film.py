"""The pictures of a film: an elevation whose frame, axes and title stay where they are while the blocks move."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..summary import counted
from .elevation import draw_elevation, outlines_of
from .frame import frame_of, outside_of, set_frame
from .picture import elevation_height, plane_of_motion
from .shapes import plane_axes, trajectory_of
from .style import COLUMN, TRACE, in_house_style, new_figure
from .ties import place_ties, slack_ties

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["Film"]


class Film:
    """The elevation of a run in which most moved, seen from the ground, over the outlines of its first state.

    All is drawn once but the blocks and the time: that is a tenth of the work of a figure for each picture.
    """

    @in_house_style
    def __init__(self, trajectory: "Trajectory", states: Sequence[int] | NDArray[np.int64], dots_per_inch: int) -> None:
        """``states``: those that the film shows; its frame is that of all of them."""
        from matplotlib.backends import backend_agg
        from matplotlib.collections import LineCollection

        self.run, assembly = trajectory_of(trajectory), trajectory.assembly
        assert assembly is not None
        self.assembly, self.plane = assembly, plane_of_motion(trajectory)
        places = [self._place(int(state)) for state in states]
        self.frame, self.slack = frame_of(assembly, places, plane_axes(self.plane)[:2]), slack_ties(trajectory)
        figure = new_figure(COLUMN, elevation_height(self.frame))
        figure.set_dpi(dots_per_inch)
        agg: Any = backend_agg  # has no types
        self.canvas = agg.FigureCanvasAgg(figure)
        self.ax = figure.add_subplot()
        draw_elevation(self.ax, assembly, plane=self.plane, fill=False, colour=TRACE, width=0.5)
        self.blocks = draw_elevation(self.ax, assembly, *places[0], plane=self.plane)
        self.ties = next((one for one in self.ax.collections if isinstance(one, LineCollection)), None)
        set_frame(self.ax, self.frame)
        longest = float(np.max(np.abs(self.run.time)))
        self.decimals = max(2, 1 - int(np.floor(np.log10(longest)))) if longest else 2
        self.title = self.ax.set_title(self._told(0), loc="left")
        self.canvas.draw()  # finds the place of everything, which then stays
        figure.set_layout_engine("none")
        self.blocks.set_animated(True)
        self.title.set_animated(True)
        if self.ties is not None:
            self.ties.set_animated(True)
        self.canvas.draw()
        self.rest = self.canvas.copy_from_bbox(figure.bbox)

    @in_house_style
    def picture(self, state: int) -> NDArray[np.uint8]:
        """The recorded state as pixels (height, width, 3)."""
        place = self._place(state)
        polygons, faces, edges, widths = outlines_of(self.assembly, *place, self.plane)
        self.blocks.set_verts(polygons)
        self.blocks.set(facecolors=faces, edgecolors=edges, linewidths=widths)
        outside = len(outside_of(self.frame, self.assembly, place, plane_axes(self.plane)[:2]))
        self.title.set_text(
            self._told(state) + (f"   {counted(outside, 'block')} outside the picture" if outside else "")
        )
        self.canvas.restore_region(self.rest)
        self.ax.draw_artist(self.blocks)
        if self.ties is not None:
            axes = np.eye(3)[list(plane_axes(self.plane)[:2])]
            drawn = list(range(len(self.assembly.ties)))
            place_ties(self.ties, self.assembly, *place, axes, drawn, self.slack[state])
            self.ax.draw_artist(self.ties)
        self.ax.draw_artist(self.title)
        return np.array(self.canvas.buffer_rgba())[..., :3]

    def _told(self, state: int) -> str:
        """The time of a state, to two figures at least of the longest of the run."""
        return f"t = {self.run.time[state]:.{self.decimals}f} s"

    def _place(self, state: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        return self.run.position[state] - self.run.ground[state], self.run.rotation[state]
