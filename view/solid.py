"""Pictures of the blocks in space."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..checks import finite_array
from ..errors import DrystoneError
from ..model import Assembly
from .shapes import configuration, highlighted, named, piece_vertices
from .style import EDGE, FIXED, HIGHLIGHT, STONE

__all__ = ["draw_3d"]

Array = NDArray[np.float64]

LIGHT = np.array([-0.35, -0.75, 0.9]) / np.linalg.norm([-0.35, -0.75, 0.9])
"""Direction towards the light."""
DARKEST = 0.55
"""Brightness of a face turned away from the light."""
TICKS = 6
"""Most intervals on the longest axis."""


def draw_3d(
    ax: Any,
    assembly: Assembly,
    position: Any = None,
    rotation: Any = None,
    *,
    highlight: Iterable[str] = (),
    blocks: Iterable[str] | None = None,
    view: tuple[float, float] = (20.0, -60.0),
) -> None:
    """Draw all faces, shaded, on ``ax``, axes made with ``projection="3d"``: fixed blocks, then the others over them.

    ``position`` (B_all, 3) (m), ``rotation`` (B_all, 3, 3): a configuration; None for the initial one.
    ``highlight``: names of blocks to point out. ``blocks``: names of those to draw, None for all; the axes frame what
    is drawn. ``view``: elevation and azimuth of the viewer (degrees). One metre is the same length along all three
    axes.
    """
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection

    if getattr(ax, "name", "") != "3d":
        raise DrystoneError(
            'draw_3d needs axes made with projection="3d", for example figure.add_subplot(projection="3d")'
        )
    elevation, azimuth = finite_array(view, (2,), "view (degrees)").tolist()
    polygons, normals, owner = _faces(assembly, *configuration(assembly, position, rotation))
    marked = highlighted(assembly, highlight)
    if blocks is not None:
        drawn = np.flatnonzero(np.isin(owner, list(named(assembly, blocks, "blocks"))))
        if not len(drawn):
            raise DrystoneError("draw_3d needs at least one block to draw; blocks is empty")
        polygons, normals, owner = [polygons[i] for i in drawn], normals[drawn], [owner[i] for i in drawn]
    base = [HIGHLIGHT if b in marked else FIXED if assembly.fixed[b] else STONE for b in owner]
    colours = _shaded(base, normals)
    ax.computed_zorder = (
        False  # large faces of the ground would hide what stands on them: faces are sorted by their middle
    )
    for layer, chosen in enumerate((assembly.fixed[owner], ~assembly.fixed[owner])):
        faces = [polygons[i] for i in np.flatnonzero(chosen)]
        if not faces:
            continue
        solid = Poly3DCollection(
            _padded(faces), facecolors=colours[chosen], edgecolors=EDGE, linewidths=0.3, zorder=layer
        )
        ax.add_collection3d(solid)
    _frame(ax, np.concatenate(polygons))
    ax.view_init(elevation, azimuth)


def _faces(assembly: Assembly, position: Array, rotation: Array) -> tuple[list[Array], Array, list[int]]:
    """Polygons (n, 3) of all faces (m), their outward normals (F, 3) and their blocks."""
    geometry = assembly.geometry
    points = np.concatenate(piece_vertices(assembly, position, rotation))
    polygons = [points[geometry.loops[i:j]] for i, j in pairwise(geometry.loop_start.tolist())]
    owner = np.repeat(geometry.piece_block, np.diff(geometry.face_start))
    normals = np.einsum("fij,fj->fi", rotation[owner], geometry.normals)
    return polygons, normals, owner.tolist()


def _padded(polygons: list[Array]) -> Any:
    """Polygons (n, 3) as one masked array (F, most n, 3), the last corner of each repeated behind it.

    matplotlib 3.11 pads lists of different lengths with uninitialised memory, and scales the axes by it.
    """
    sizes = np.array([len(polygon) for polygon in polygons])
    corner = np.minimum(np.arange(sizes.max()), sizes[:, None] - 1)
    points = np.concatenate(polygons)[corner + (np.cumsum(sizes) - sizes)[:, None]]
    beyond = np.arange(sizes.max()) >= sizes[:, None]
    return np.ma.array(points, mask=np.repeat(beyond[:, :, None], 3, axis=2))


def _shaded(base: list[str], normals: Array) -> Array:
    """Colours (F, 4): the base colour, darker where the face looks away from the light."""
    from matplotlib.colors import to_rgba_array

    colours = to_rgba_array(base)
    brightness = DARKEST + (1.0 - DARKEST) * 0.5 * (1.0 + normals @ LIGHT)
    colours[:, :3] *= brightness[:, None]
    return np.asarray(colours)


def _frame(ax: Any, points: Array) -> None:
    """Limits and proportions so that a metre is a metre; short axes have few ticks."""
    from matplotlib.ticker import MaxNLocator

    low, high = points.min(axis=0), points.max(axis=0)
    largest = float((high - low).max())
    low, high = low - 0.05 * largest, high + 0.05 * largest
    for i, name in enumerate("xyz"):
        getattr(ax, f"set_{name}lim")(low[i], high[i])
        getattr(ax, f"set_{name}label")(f"{name} (m)")
        ticks = max(1, round(TICKS * float(high[i] - low[i]) / largest))
        getattr(ax, f"{name}axis").set_major_locator(MaxNLocator(ticks))
    ax.set_box_aspect(high - low)
