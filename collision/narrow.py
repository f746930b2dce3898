"""Narrow phase: contact points of pairs of convex pieces, pair by pair.

A single direction per pair of pieces holds for all its points (Nodargi and Bisegna 2024, section 3): the
direction between shrunken copies, made exact where a face or two crossing edges decide it, and taken from
faces that lie over each other where it is ambiguous.
"""

from typing import NamedTuple

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled, inlined, kernel
from ..numerics.vectors import Vector, combined, frame_of, scaled
from .ambiguous import TIE, ambiguous_direction
from .clipping import FULL, manifold
from .directions import NO_VECTOR, well_defined
from .gjk import gjk
from .reduction import reduce_points, sort_points
from .separation import face_gaps, largest_separation, separation_along
from .shapes import Shapes, Workspace, workspace

__all__ = ["EXACT", "FULL", "MEETING", "SLACK", "Found", "clip_pair", "clip_pairs", "emit", "output", "room"]

SLACK = 1e-3
"""Overlap of outlines, relative to the smaller inset, below which blocks only touch at an edge or corner; of pieces
that springs or steps let sink into their neighbours it is as much as they are `pressed` at least."""

PRESSED = 0.1
"""The same at most, however deep they are pressed. Narrower overlaps carry nothing then; with less, blocks that are
pressed deeper go against the sides of others."""

EXACT = 1e-9
"""Lengths relative to the smaller width that are rounding: points on an edge, gaps that are equal."""

MEETING = 1e-6
"""Distance of the shrunken copies, relative to the sum of the insets, that counts as none."""


class Found(NamedTuple):
    """Contact points of pairs of pieces, structure of arrays."""

    pair: IntArray
    """(C,) row of the list of pairs"""
    point_a: FloatArray
    """(C, 3)"""
    point_b: FloatArray
    """(C, 3)"""
    normal: FloatArray
    """(C, 3) from a to b"""
    gap: FloatArray
    """(C,) m"""
    code: IntArray
    """(C,) features of a and b that make the point"""

    def first(self, count: int) -> "Found":
        """The first `count` points."""
        return Found(*[array[:count] for array in self])  # type: ignore[arg-type]

    @classmethod
    def joined(cls, parts: "list[Found]") -> "Found":
        """The points of all parts, in order."""
        return cls(*[np.concatenate(arrays) for arrays in zip(*parts, strict=True)])


@compiled
def output(count: int) -> Found:
    """Empty arrays for so many points."""
    return Found(
        np.empty(count, np.int64),
        np.empty((count, 3)),
        np.empty((count, 3)),
        np.empty((count, 3)),
        np.empty(count),
        np.empty(count, np.int64),
    )


@compiled
def room(found: Found, count: int) -> Found:
    """The same arrays if they have room for `count` points, else copies twice as long."""
    have = len(found.gap)
    if count <= have:
        return found
    larger = output(2 * count)
    for i in range(have):
        larger.pair[i] = found.pair[i]
        larger.gap[i] = found.gap[i]
        larger.code[i] = found.code[i]
        for j in range(3):
            larger.point_a[i, j] = found.point_a[i, j]
            larger.point_b[i, j] = found.point_b[i, j]
            larger.normal[i, j] = found.normal[i, j]
    return larger


@inlined
def _lowest_gap(work: Workspace, count: int) -> float:
    low = np.inf
    for i in range(count):
        low = min(low, work.points[i, 3] - work.points[i, 2])
    return low


@kernel
def clip_pair(shapes: Shapes, work: Workspace, a: int, b: int, reach: float) -> tuple[int, Vector]:
    """Contact points of two pieces with a gap of at most `reach` (m): their number, or FULL, and the normal.

    The points are left in work.points and work.codes.
    """
    distance, direction, _ = gjk(
        shapes.inset_vertices,
        shapes.inset_start[a],
        shapes.inset_start[a + 1],
        shapes.inset_vertices,
        shapes.inset_start[b],
        shapes.inset_start[b + 1],
        work.corners,
        work.weights,
    )
    inset = min(shapes.inset[a], shapes.inset[b])
    slack = max(SLACK * inset, min(max(shapes.pressed[a], shapes.pressed[b]), PRESSED * inset))
    tolerance = EXACT * min(shapes.width[a], shapes.width[b])
    if distance <= MEETING * (shapes.inset[a] + shapes.inset[b]):
        face_gaps(shapes, work, a, b)
        _, normal, _, _, _ = largest_separation(shapes, work, a, b, reach, TIE * slack)
        count, _ = manifold(shapes, work, a, b, normal, (reach, slack, tolerance))
        return _finish(work, count, tolerance), normal
    if separation_along(shapes, a, b, direction) > reach:
        return 0, direction
    normal = well_defined(shapes, a, b, direction)
    if normal != NO_VECTOR:
        count, separation = manifold(shapes, work, a, b, normal, (reach, slack, tolerance))
        if count == FULL or separation > reach or _lowest_gap(work, count) <= separation + slack:
            return _finish(work, count, tolerance), normal
    return _clip_ambiguous(shapes, work, a, b, direction, reach, slack, tolerance)


@kernel
def _clip_ambiguous(
    shapes: Shapes,
    work: Workspace,
    a: int,
    b: int,
    direction: Vector,
    reach: float,
    slack: float,
    tolerance: float,
) -> tuple[int, Vector]:
    """Contact points of two pieces whose shrunken copies leave the direction open."""
    roomy, normal = ambiguous_direction(shapes, work, a, b, direction, reach, slack, tolerance)
    if not roomy:
        return FULL, NO_VECTOR
    if normal == NO_VECTOR:
        return 0, NO_VECTOR
    count, _ = manifold(shapes, work, a, b, normal, (reach, slack, tolerance))
    return _finish(work, count, tolerance), normal


@inlined
def _finish(work: Workspace, count: int, tolerance: float) -> int:
    """Drop implied points and sort the rest by their codes."""
    if count != FULL:
        count = reduce_points(work, count, tolerance)
        sort_points(work, count)
    return count


@inlined
def emit(found: Found, end: int, work: Workspace, count: int, pair: int, normal: Vector) -> None:
    """Write the points of one pair to the last `count` places before `end`."""
    frame = frame_of(normal)
    for i in range(count):
        in_plane = combined(scaled(frame[1], work.points[i, 0]), frame[2], work.points[i, 1])
        on_a = combined(in_plane, normal, work.points[i, 2])
        on_b = combined(in_plane, normal, work.points[i, 3])
        k = end - count + i
        found.pair[k] = pair
        for j in range(3):
            found.point_a[k, j] = on_a[j]
            found.point_b[k, j] = on_b[j]
            found.normal[k, j] = normal[j]
        found.gap[k] = work.points[i, 3] - work.points[i, 2]
        found.code[k] = work.codes[i]


@compiled
def clip_pairs(
    shapes: Shapes, pairs: IntArray, reach: FloatArray, begin: int, end: int, sizes: IntArray
) -> tuple[Found, int]:
    """Contact points of the pairs begin:end of the list (M, 2) with pair distances (M,), and their number.

    ``sizes`` (6,): largest numbers of vertices, faces, edges and corners of all faces of a piece, and of
    corners of one face, and the points of one pair to make room for at first.
    """
    work = workspace(sizes)
    found = output(8 * (end - begin) + 64)
    total = 0
    for k in range(begin, end):
        count, normal = clip_pair(shapes, work, pairs[k, 0], pairs[k, 1], reach[k])
        while count == FULL:
            sizes = sizes.copy()
            sizes[5] *= 2
            work = workspace(sizes)
            count, normal = clip_pair(shapes, work, pairs[k, 0], pairs[k, 1], reach[k])
        found = room(found, total + count)
        emit(found, total + count, work, count, k, normal)
        total += count
    return found, total
