"""The faces of blocks in space, and what is cut away of those that reach far beyond the structure."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..model import Assembly
from .shapes import placed_vertices

__all__ = ["Faces", "directions", "faces_of"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Faces:
    """Plane convex faces.

    ``corners`` (L, 3): of one face after the other, counter-clockwise seen from outside (m); ``start`` (F + 1,): where
    those of each face begin; ``planes`` (F, 4): outward unit normal, distance from the origin along it (m); ``owner``
    (F,): block.
    """

    corners: Array
    start: NDArray[np.int64]
    planes: Array
    owner: NDArray[np.int64]


def directions(elevation: float, azimuth: float) -> Array:
    """Unit vectors to the right, upward and towards the viewer, as rows; angles (degrees) as Matplotlib has them."""
    e, a = np.radians(elevation), np.radians(azimuth)
    right = np.array([-np.sin(a), np.cos(a), 0.0])
    towards = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    return np.array([right, np.cross(towards, right), towards])


def faces_of(assembly: Assembly, position: Array, rotation: Array, blocks: Iterable[int], box: Array) -> Faces:
    """The faces of these blocks in a configuration; of fixed ones only the part in a ``box`` (2, 3) (m)."""
    geometry = assembly.geometry
    placed = placed_vertices(assembly, position, rotation)
    kept = np.isin(geometry.piece_block, list(blocks))
    beyond = [piece for piece in np.flatnonzero(kept & assembly.fixed[geometry.piece_block]).tolist()
              if not _within(placed[geometry.vertex_start[piece] : geometry.vertex_start[piece + 1]], box)]  # fmt: skip
    kept[beyond] = False
    whole = np.repeat(kept, np.diff(geometry.face_start))
    owner = np.repeat(geometry.piece_block, np.diff(geometry.face_start))
    normals = np.einsum("fij,fj->fi", rotation[owner], geometry.normals)
    sizes = np.diff(geometry.loop_start)
    first = placed[geometry.loops[geometry.loop_start[:-1]]]
    planes = np.column_stack([normals, np.einsum("fi,fi->f", normals, first)])
    corners = [placed[geometry.loops[np.repeat(whole, sizes)]]]
    counts, kept_planes, owners = [sizes[whole]], [planes[whole]], [owner[whole]]
    for piece in beyond:
        these = slice(geometry.face_start[piece], geometry.face_start[piece + 1])
        polygons, found = _cut(planes[these], box)
        corners += polygons
        counts.append(np.array([len(polygon) for polygon in polygons], dtype=np.int64))
        kept_planes.append(found)
        owners.append(np.full(len(polygons), geometry.piece_block[piece]))
    start = np.append(0, np.cumsum(np.concatenate(counts)))
    return Faces(np.concatenate(corners), start, np.concatenate(kept_planes), np.concatenate(owners))


def _within(points: Array, box: Array) -> bool:
    return bool(np.all(points.min(axis=0) >= box[0]) and np.all(points.max(axis=0) <= box[1]))


def _cut(planes: Array, box: Array) -> tuple[list[Array], Array]:
    """Polygons and planes (F, 4) of the faces of what a convex body between planes has in a box."""
    sides = np.vstack([np.column_stack([np.eye(3), box[1]]), np.column_stack([-np.eye(3), -box[0]])])
    every = np.vstack([planes, sides])
    size = float(np.abs(box).max() + np.linalg.norm(box[1] - box[0]))
    polygons, found = [], []
    for i, plane in enumerate(every):
        polygon = _square(plane, size)
        for k, other in enumerate(every):
            if k != i and len(polygon):
                polygon = _below(polygon, other)
        if len(polygon) > 2:
            polygons.append(polygon)
            found.append(plane)
    return polygons, np.array(found).reshape(-1, 4)


def _square(plane: Array, size: float) -> Array:
    """A square (4, 3) in a plane, counter-clockwise about its normal, with all of the plane that is within ``size``."""
    normal = plane[:3]
    across = np.cross(normal, np.eye(3)[int(np.argmin(np.abs(normal)))])
    across /= np.linalg.norm(across)
    along = np.cross(normal, across)
    middle = plane[3] * normal
    reach = 2.0 * size
    return np.array([middle + reach * (i * across + k * along) for i, k in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def _below(polygon: Array, plane: Array) -> Array:
    """The part of a convex polygon (n, 3) below a plane, after Sutherland and Hodgman."""
    height = polygon @ plane[:3] - plane[3]
    kept = []
    for i, k in zip(range(len(polygon)), [*range(1, len(polygon)), 0], strict=True):
        if height[i] <= 0.0:
            kept.append(polygon[i])
        if height[i] * height[k] < 0.0:
            share = height[i] / (height[i] - height[k])
            kept.append(polygon[i] + share * (polygon[k] - polygon[i]))
    return np.array(kept).reshape(-1, 3)
