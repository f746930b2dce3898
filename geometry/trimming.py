"""Pieces of different blocks that overlap a little are trimmed by a plane between them, so that they touch."""

from collections.abc import Sequence

import numpy as np

from ..model.hull import convex_hull
from ..model.polyhedron import Polyhedron
from .cells import NEAR, Cell, Plane, part_below

__all__ = ["TOUCHING", "below", "trimmed"]

TOUCHING = 1e-7
"""Overlap, relative to the size of a piece, that is none."""

Pieces = tuple[Polyhedron, ...]


def trimmed(blocks: Sequence[Pieces], near: float) -> tuple[list[Pieces], dict[tuple[int, int], float]]:
    """The pieces of each block without overlaps of up to ``near`` (m), and by pairs of blocks how deep these were.

    Each of two pieces gives what lies beyond a plane between them. Deeper overlaps stay: a model that has them is wrong
    in another way.
    """
    owner = [i for i, pieces in enumerate(blocks) for _ in pieces]
    pieces = [piece for block in blocks for piece in block]
    low = np.array([piece.vertices.min(axis=0) for piece in pieces])
    high = np.array([piece.vertices.max(axis=0) for piece in pieces])
    depths: dict[tuple[int, int], float] = {}
    for i in range(len(pieces)):
        meets = ((low[i] < high[i + 1 :]) & (low[i + 1 :] < high[i])).all(axis=1)
        for j in (np.flatnonzero(meets) + i + 1).tolist():
            if owner[i] == owner[j]:
                continue
            depth, plane = _across_a_face(pieces[i], pieces[j])
            if TOUCHING * min(pieces[i].size, pieces[j].size) < depth <= near:
                plane = _along_an_edge(pieces[i], pieces[j], near) or plane
                pieces[i] = below(pieces[i], plane)
                pieces[j] = below(pieces[j], Plane(-plane.normal, -plane.offset))
                key = owner[i], owner[j]
                depths[key] = max(depth, depths.get(key, 0.0))
    parts = iter(pieces)
    return [tuple(next(parts) for _ in block) for block in blocks], depths


def _across_a_face(a: Polyhedron, b: Polyhedron) -> tuple[float, Plane]:
    """The least overlap along a face normal, and the plane in its middle with ``a`` below it."""
    normals = np.vstack([a.normals, -b.normals])
    top, bottom = (a.vertices @ normals.T).max(axis=0), (b.vertices @ normals.T).min(axis=0)
    place = int(np.argmin(top - bottom))
    return float(top[place] - bottom[place]), Plane(normals[place], 0.5 * float(top[place] + bottom[place]))


def _along_an_edge(a: Polyhedron, b: Polyhedron, near: float) -> Plane | None:
    """A plane between two pieces that overlap along an edge or at a corner, askew to their faces, ``a`` below it.

    One along a face would move the whole of it away from the neighbour there. None where they overlap over an area, and
    where the plane would take more than twice ``near`` of either away: blunt edges have no such plane.
    """
    common: Cell | None = Cell(a.vertices, a.faces)
    for normal, offset in zip(b.normals, b.offsets, strict=True):
        common = None if common is None else part_below(common, Plane(normal, float(offset)), NEAR * TOUCHING * a.size)
    if common is None:
        return None
    middle = common.vertices.mean(axis=0)
    _, _, axes = np.linalg.svd(common.vertices - middle)
    extents = np.ptp((common.vertices - middle) @ axes.T, axis=0)
    if extents[1] > near:
        return None
    along = axes[0] * (extents[0] > near)
    outward = [middle - piece.centroid for piece in (a, b)]
    outward = [one - (one @ along) * along for one in outward]
    lengths = [float(np.linalg.norm(one)) for one in outward]
    if not min(lengths) > NEAR * min(a.size, b.size):
        return None  # a sliver within the other piece is no edge of its own
    normal = outward[0] / lengths[0] - outward[1] / lengths[1]
    normal /= np.linalg.norm(normal)
    plane = Plane(normal, float(middle @ normal))
    deep = max(np.max(a.vertices @ normal) - plane.offset, plane.offset - np.min(b.vertices @ normal))
    return plane if deep <= 2.0 * near else None


def below(piece: Polyhedron, plane: Plane) -> Polyhedron:
    """What of a piece is below a plane; all of it where nothing is."""
    rest = part_below(Cell(piece.vertices, piece.faces), plane, NEAR * piece.size)
    return piece if rest is None else convex_hull(rest.vertices)
