"""The surface of a block of several convex pieces, without what is inside: the parts of faces where two of them touch.

A mesh has no place for such parts: a surface that is closed has two faces along every edge.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from ..checks import FloatArray
from ..model.polyhedron import Polyhedron
from .mesh import WELD, Loop, size_of, welded

__all__ = ["outer_surface"]


def outer_surface(pieces: Sequence[Polyhedron]) -> tuple[FloatArray, list[Loop]]:
    """Vertices (V, 3) and faces of the surface of ``pieces`` that do not overlap; of a single one its own.

    What faces of two pieces share is left out, and the rest of them cut into convex polygons. A vertex that lies on an
    edge of another polygon is a corner of that, too, so that faces meet edge to edge.
    """
    if len(pieces) == 1:
        return pieces[0].vertices, list(pieces[0].faces)
    near = WELD * size_of(np.vstack([piece.vertices for piece in pieces]))
    polygons = [piece.vertices[list(face)] for piece in pieces for face in piece.faces]
    owner = np.repeat(np.arange(len(pieces)), [len(piece.faces) for piece in pieces])
    normals, first = np.array([_normal(one) for one in polygons]), np.array([one[0] for one in polygons])
    outside = list[FloatArray]()
    for polygon, normal, own in zip(polygons, normals, owner, strict=True):
        opposite = (owner != own) & (normals @ normal < 0.0) & (np.abs((first - polygon[0]) @ normal) <= near)
        rest = [polygon]
        for i in np.flatnonzero(opposite):
            if np.abs((polygons[i] - polygon[0]) @ normal).max() <= near:
                rest = [part for one in rest for part in _outside(one, polygons[i], normals[i], near)]
        outside += rest
    vertices, position = welded(np.vstack(outside))
    places = np.split(np.array(position), np.cumsum([len(one) for one in outside])[:-1])
    loops = [tuple(_with_corners(one.tolist(), vertices, near)) for one in places]
    return vertices, [loop for loop in loops if len(loop) > 2]


def _outside(polygon: FloatArray, other: FloatArray, normal: FloatArray, near: float) -> list[FloatArray]:
    """Convex parts of a convex ``polygon`` (n, 3) that lie outside another one, of that ``normal``, in its plane."""
    parts, inside = list[FloatArray](), polygon
    for start, end in zip(other, np.roll(other, -1, axis=0), strict=True):
        away = np.cross(end - start, normal)
        height = (inside - start) @ (away / np.linalg.norm(away))
        if height.max() <= near:
            continue
        if height.min() >= -near:  # all that is left lies outside: they do not overlap
            return [polygon]
        parts.append(_above(inside, height, near))
        inside = _above(inside, -height, near)
    return parts


def _above(polygon: FloatArray, height: FloatArray, near: float) -> FloatArray:
    """The part of a convex ``polygon`` (n, 3) whose corners have ``height`` (n,) over a line that is above the line."""
    corners = []
    for here, there, h, g in zip(polygon, np.roll(polygon, -1, axis=0), height, np.roll(height, -1), strict=True):
        if h >= -near:
            corners.append(here)
        if min(h, g) < -near and max(h, g) > near:
            corners.append(here + (there - here) * (h / (h - g)))
    return np.array(corners)


def _with_corners(loop: Sequence[int], vertices: FloatArray, near: float) -> Iterable[int]:
    """The corners of a polygon and the ``vertices`` (V, 3) that lie on its edges, in their order."""
    for a, b in zip(loop, (*loop[1:], loop[0]), strict=True):
        if a == b:  # an edge that is too short to be one
            continue
        edge = vertices[b] - vertices[a]
        length = np.linalg.norm(edge)
        along = (vertices - vertices[a]) @ (edge / length)
        apart = np.linalg.norm(vertices - vertices[a] - np.outer(along, edge / length), axis=1)
        between = np.flatnonzero((along > near) & (along < length - near) & (apart <= near))
        yield a
        yield from between[np.argsort(along[between])].tolist()


def _normal(polygon: FloatArray) -> FloatArray:
    turned = np.cross(polygon - polygon[0], np.roll(polygon, -1, axis=0) - polygon[0]).sum(axis=0)
    return np.asarray(turned / np.linalg.norm(turned))
