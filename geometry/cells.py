"""Convex cells cut by planes, and solids put together from them.

A closed surface with few planes is parted exactly by the arrangement of these planes: each cell lies inside or outside
as a whole, which its winding number tells; cells inside that make a convex solid together are joined again. No step
works on a non-convex solid, so none can fail on slivers.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from ..checks import FloatArray
from ..errors import DrystoneError
from .mesh import Loop, edges, volume_of, winding_number

__all__ = ["Cell", "Plane", "box_around", "cut", "joined", "parts_inside"]

NEAR = 1e-7
"""Distance, relative to the size of a cell, at which a vertex counts as on a plane: a tenth of what the faces of a
block may be off theirs (`drystone.model.polyhedron.PLANAR`)."""
MOST_CELLS = 2000
"""Cells into which a block is parted, at most; those of smooth concave surfaces are beyond what is sensible to join."""
CONVEX = 1e-6
"""Volume, relative to that of two cells, by which their convex hull may be larger for it to be their union."""


class Plane(NamedTuple):
    """All x with ``normal @ x = offset``; what lies below it is inside."""

    normal: FloatArray
    offset: float


class Cell(NamedTuple):
    """A convex polyhedron: vertices (V, 3) and faces, counter-clockwise seen from outside."""

    vertices: FloatArray
    faces: tuple[Loop, ...]

    @property
    def volume(self) -> float:
        """Volume, in the cube of the units of the vertices."""
        return volume_of(self.vertices, self.faces)


_BOX = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))


def box_around(vertices: FloatArray, margin: float) -> Cell:
    """A box around points, larger by ``margin`` on all sides."""
    low, high = vertices.min(axis=0) - margin, vertices.max(axis=0) + margin
    corners = np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
    return Cell(corners, _BOX)


def cut(cell: Cell, plane: Plane, near: float) -> tuple[Cell | None, Cell | None]:
    """What of a cell lies below a plane and what above; None where nothing does. ``near``: distance that is on it."""
    under = part_below(cell, plane, near)
    if under is None or under is cell:
        return under, cell if under is None else None
    return under, _below(cell, -plane.normal, plane.offset - cell.vertices @ plane.normal, near)


def part_below(cell: Cell, plane: Plane, near: float) -> Cell | None:
    """What of a cell lies below a plane, as `cut`; the cell itself where all of it does."""
    height = cell.vertices @ plane.normal - plane.offset
    if (height <= near).all():
        return cell
    return None if (height >= -near).all() else _below(cell, plane.normal, height, near)


def _below(cell: Cell, normal: FloatArray, height: FloatArray, near: float) -> Cell:
    points: list[FloatArray] = []
    kept: dict[object, int] = {}
    rim: set[int] = set()

    def vertex(key: object, point: FloatArray, is_on: bool) -> int:
        if key not in kept:
            kept[key] = len(points)
            points.append(point)
        if is_on:
            rim.add(kept[key])
        return kept[key]

    faces = []
    for face in cell.faces:
        loop = list[int]()
        for i, j in edges(face):
            if height[i] <= near:
                loop.append(vertex(i, cell.vertices[i], bool(height[i] >= -near)))
            if (height[i] < -near and height[j] > near) or (height[i] > near and height[j] < -near):
                a, b = min(i, j), max(i, j)  # the same sum for both faces of the edge
                t = height[a] / (height[a] - height[b])
                loop.append(vertex((a, b), cell.vertices[a] + t * (cell.vertices[b] - cell.vertices[a]), True))
        if len(loop) > 2 and not rim.issuperset(loop):
            faces.append(tuple(loop))
    vertices = np.array(points)
    lid = np.array(sorted(rim))
    spokes = vertices[lid] - vertices[lid].mean(axis=0)
    across = spokes[np.argmax((spokes**2).sum(axis=1))]
    angle = np.arctan2(spokes @ np.cross(normal, across), spokes @ across)
    faces.append(tuple(int(i) for i in lid[np.argsort(angle)]))
    return Cell(vertices, tuple(faces))


def parts_inside(
    vertices: FloatArray, faces: Sequence[Loop], planes: Sequence[Plane], size: float, tolerance: float
) -> list[Cell]:
    """The cells of the arrangement of ``planes`` that a closed surface, whose faces lie in them, holds.

    Planes that have nothing of it above them bound it, the others part it. DrystoneError where the cells are too many.
    """
    above = [float((vertices @ plane.normal).max()) - plane.offset for plane in planes]
    cells = [box_around(vertices, 0.01 * size)]
    for place in np.argsort(above, kind="stable"):  # those first that bound it
        plane, bounds = planes[place], above[place] <= tolerance
        near = NEAR * size
        halves = [(part_below(cell, plane, near),) if bounds else cut(cell, plane, near) for cell in cells]
        cells = [half for both in halves for half in both if half is not None and half.volume > near**3]
        if len(cells) > MOST_CELLS:
            raise DrystoneError(
                f"it is not convex and has {len(planes)} planes, too many to part it along them; part it into convex "
                "pieces, or give it as their union"
            )
    return [cell for cell in cells if winding_number(cell.vertices.mean(axis=0), vertices, faces) > 0.5]


def joined(cells: Sequence[Cell]) -> list[FloatArray]:
    """The vertices of fewer convex solids that together are the cells: two at a time are joined where their union is
    convex. Those first that make the largest, or the smallest, whichever leaves fewer.
    """
    return min((_joined(cells, sign) for sign in (1.0, -1.0)), key=len)


def _joined(cells: Sequence[Cell], sign: float) -> list[FloatArray]:
    from scipy.spatial import ConvexHull

    solids = dict(enumerate((cell.vertices, cell.volume) for cell in cells))
    unions: dict[tuple[int, int], tuple[float, FloatArray]] = {}

    def look(i: int, others: Iterable[int]) -> None:
        a, volume_a = solids[i]
        for j in others:
            b, volume_b = solids[j]
            if j != i and _touch(a, b):
                points = np.vstack([a, b])
                hull = ConvexHull(points)
                if hull.volume <= (volume_a + volume_b) * (1 + CONVEX):
                    unions[i, j] = volume_a + volume_b, points[hull.vertices]

    for i in solids:
        look(i, range(i))
    while unions:
        i, j = max(unions, key=lambda pair: sign * unions[pair][0])
        volume, points = unions[i, j]
        unions = {pair: one for pair, one in unions.items() if not {i, j} & set(pair)}
        del solids[j]
        solids[i] = points, volume
        look(i, list(solids))
    return [vertices for vertices, _ in solids.values()]


def _touch(a: FloatArray, b: FloatArray) -> bool:
    """Whether the boxes around two solids meet."""
    return bool((a.min(axis=0) <= b.max(axis=0)).all() and (b.min(axis=0) <= a.max(axis=0)).all())
