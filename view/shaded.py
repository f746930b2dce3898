"""Blocks lit by a light, drawn as pixels in whatever resolution a figure is asked for."""

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .depth_buffer import averaged, edge_pixels, nearest_faces
from .faces import Faces, directions
from .style import EDGE

if TYPE_CHECKING:
    from matplotlib.artist import Artist

__all__ = ["solid_artist"]

Array = NDArray[np.float64]

LIGHT = np.array([-0.35, 0.72, 0.60])
"""Direction to the light: to the right, upward and towards the viewer. It goes with the viewer, so that no view is
against the light."""
DARKEST = 0.42
"""Brightness of a face turned away from the light."""
FINER = 3
"""Lines of pixels for one of the picture, whose mean it shows: smooth edges."""
EDGE_WIDTH = 0.45
"""Width (points) of an edge, less where blocks are small."""
CLEAR = 14.0
"""Size (points) of blocks from which edges have their full width; below it they fade, or they would hide all stone."""
FAINT = 0.25
"""What is left of the edges of blocks that are no more than a pixel."""
SMOOTH = float(np.cos(np.radians(25.0)))
"""Faces of one block that turn by less have no edge between them: round blocks look round."""


def solid_artist(ax: Any, faces: Faces, colours: list[str], right: Array | None) -> "Artist":
    """Add faces to axes: plain ones, with rows (3, 3) to the right, upward and towards the viewer, or those of mplot3d.

    ``colours``: one for each face.
    """
    from matplotlib.colors import to_rgba_array

    picture = _kind()(faces, to_rgba_array(colours)[:, :3], right)
    ax.add_artist(picture)
    return picture


@cache
def _kind() -> "type[Any]":
    """The class of the pictures; made late, for Matplotlib takes a while to import."""
    from matplotlib.artist import Artist

    class Solid(Artist):
        """Faces of blocks, made into pixels when they are drawn."""

        def __init__(self, faces: Faces, colours: Array, right: Array | None) -> None:
            super().__init__()
            self.faces, self.colours, self.right = faces, colours, right
            self.set_in_layout(False)

        def draw(self, renderer: Any) -> None:
            """Draw what is in the axes."""
            if not self.get_visible() or self.axes is None or _only_measures(renderer):
                return
            finer = FINER * renderer.get_image_magnification()
            points, right = _projected(self.axes, self.faces.corners, self.right)
            corners = np.column_stack([finer * points[:, :2], points[:, 2]])
            low, high = _window(corners, finer * self.axes.bbox.extents)
            width, height = (high - low).astype(int)
            if width <= 0 or height <= 0:
                return
            corners[:, :2] -= low
            point = finer * renderer.points_to_pixels(1.0)
            image = _image(self.faces, self.colours, corners, (width, height), right, point)
            context = renderer.new_gc()
            context.set_clip_rectangle(self.axes.bbox)
            renderer.draw_image(context, low[0] / finer, low[1] / finer, image)
            context.restore()

    return Solid


def _only_measures(renderer: Any) -> bool:
    """Whether Matplotlib only asks how large everything is, as it does before it crops: what draws is then disabled."""
    return getattr(renderer.draw_image, "__name__", "") == "<lambda>"


def _projected(ax: Any, corners: Array, right: Array | None) -> tuple[Array, Array]:
    """Corners (L, 3) as pixels and depth towards the viewer, and the viewer's directions (3, 3)."""
    if right is not None:
        seen = corners @ right.T
        return np.column_stack([ax.transData.transform(seen[:, :2]), seen[:, 2]]), right
    from mpl_toolkits.mplot3d import proj3d

    x, y, z = proj3d.proj_transform(*corners.T, ax.get_proj())
    return np.column_stack([ax.transData.transform(np.column_stack([x, y])), -np.asarray(z)]), directions(
        ax.elev, ax.azim
    )


def _window(corners: Array, extents: Array) -> tuple[Array, Array]:
    """The part of the axes in which there is something, in fine pixels that make whole ones."""
    low = np.maximum(corners[:, :2].min(axis=0), extents[:2])
    high = np.minimum(corners[:, :2].max(axis=0), extents[2:])
    return (np.floor(low / FINER) * FINER), (np.ceil(high / FINER) * FINER)


def _image(
    faces: Faces, colours: Array, corners: Array, size: tuple[int, int], right: Array, point: float
) -> NDArray[np.uint8]:
    """Pixels (height, width, 4); ``point``: fine pixels in a point."""
    from matplotlib.colors import to_rgb

    seen = nearest_faces(corners, faces.start, *size)
    share = min(1.0, _block_size(seen, faces) / (CLEAR * point))
    radius = max(0.5 * EDGE_WIDTH * share * point, 0.5)
    edges = edge_pixels(seen, faces.owner, faces.planes, SMOOTH, radius)
    lit = colours * _brightness(faces.planes[:, :3], right)[:, None]
    return averaged(seen, edges, lit, np.array(to_rgb(EDGE)), FAINT + (1.0 - FAINT) * share, FINER)


def _brightness(normals: Array, right: Array) -> Array:
    """Share of its colour that a face shows: half of Lambert's law, so that faces in the dark differ, too."""
    facing = normals @ right.T @ (LIGHT / np.linalg.norm(LIGHT))
    return np.asarray(DARKEST + (1.0 - DARKEST) * (0.5 * (1.0 + facing)) ** 1.1)


def _block_size(seen: NDArray[np.int64], faces: Faces) -> float:
    """Side (fine pixels) of the median block that is seen."""
    count = np.bincount(faces.owner[seen[seen >= 0]])
    count = count[count > 0]
    return float(np.sqrt(np.median(count))) if len(count) else 1.0
