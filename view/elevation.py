"""Elevations: the blocks seen from the front, from a side or from above."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..model import Assembly
from .shapes import configuration, depth_order, highlighted, piece_vertices, plane_axes, silhouette
from .style import EDGE, FIXED, HIGHLIGHT, STONE

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.collections import PolyCollection

__all__ = ["draw_elevation"]


def draw_elevation(
    ax: "Axes",
    assembly: Assembly,
    position: Any = None,
    rotation: Any = None,
    *,
    plane: str = "xz",
    highlight: Iterable[str] = (),
    fill: bool = True,
    colour: str = EDGE,
    width: float = 0.7,
) -> "PolyCollection":
    """Draw the outlines of all blocks on ``ax`` and return them.

    ``position`` (B_all, 3) (m), ``rotation`` (B_all, 3, 3): a configuration, as `Trajectory` holds it; None for the
    initial one. ``plane``: "xz" (seen from -y), "yz" (from +x) or "xy" (from above); near blocks hide those behind.
    ``highlight``: names of blocks to point out. ``fill``: False leaves bare outlines, to lay one configuration over
    another. ``colour``, ``width``: of the lines, width in points. Fixed blocks are darker.
    """
    from matplotlib.collections import PolyCollection

    across, up, _, _ = plane_axes(plane)
    marked = highlighted(assembly, highlight)
    pieces = piece_vertices(assembly, *configuration(assembly, position, rotation))
    order = depth_order(pieces, plane)
    owner = assembly.geometry.piece_block[order].tolist()
    faces = [HIGHLIGHT if b in marked else FIXED if assembly.fixed[b] else STONE for b in owner]
    outlines = PolyCollection(
        [silhouette(pieces[i], plane) for i in order],
        facecolors=faces if fill else "none",
        edgecolors=colour,
        linewidths=width,
        joinstyle="round",
        zorder=2 if fill else 1.5,
    )
    ax.add_collection(outlines)
    ax.set_aspect("equal", adjustable="box")
    ax.autoscale_view()
    ax.set_xlabel(f"{'xyz'[across]} (m)")
    ax.set_ylabel(f"{'xyz'[up]} (m)")
    return outlines
