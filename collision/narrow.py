"""Narrow phase: contact points of pairs of convex pieces, pair by pair.

A single direction per pair of pieces holds for all its points (Nodargi and Bisegna 2024, section 3): the
direction between shrunken copies, made exact where a face or two crossing edges decide it, and taken from
faces that lie over each other where it is ambiguous.
"""

from typing import NamedTuple

import numpy as np

from .ambiguous import TIE, ambiguous_direction
from .clipping import AFFINE, FULL, feature_count, manifold, reduce_points
from .compiled import FloatArray, IntArray, compiled
from .directions import NO_VECTOR, well_defined
from .gjk import gjk
from .separation import face_gaps, largest_separation, separation_along
from .shapes import DRAFT_POINTS, Shapes, Workspace, workspace
from .vectors import Vector, combined, scaled, tangents

__all__ = ["Found", "clip_pair", "clip_pairs", "output", "room"]

SLACK = 1e-3
"""Overlap of outlines, relative to the smaller inset, below which blocks only touch at an edge or corner."""

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
def room(found: Found, count: int, more: int) -> Found:
    """The same arrays if they have room for `more` points behind the first `count`, else larger copies."""
    if count + more <= len(found.gap):
        return found
    larger = output(2 * (count + more))
    larger.pair[:count] = found.pair[:count]
    larger.point_a[:count] = found.point_a[:count]
    larger.point_b[:count] = found.point_b[:count]
    larger.normal[:count] = found.normal[:count]
    larger.gap[:count] = found.gap[:count]
    larger.code[:count] = found.code[:count]
    return larger


@compiled
def _lowest_gap(work: Workspace, count: int) -> float:
    low = np.inf
    for i in range(count):
        low = min(low, work.points[i, 3] - work.points[i, 2])
    return low


@compiled
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
    slack = SLACK * min(shapes.inset[a], shapes.inset[b])
    tolerance = AFFINE * min(shapes.width[a], shapes.width[b])
    if distance <= MEETING * (shapes.inset[a] + shapes.inset[b]):
        face_gaps(shapes, work, a, b)
        _, normal, _, _, _ = largest_separation(shapes, work, a, b, reach, TIE * slack)
        count, _ = manifold(shapes, work, a, b, normal, reach, slack, tolerance)
        return _finish(work, count, tolerance), normal
    if separation_along(shapes, a, b, direction) > reach:
        return 0, direction
    normal = well_defined(shapes, a, b, direction)
    if normal != NO_VECTOR:
        count, separation = manifold(shapes, work, a, b, normal, reach, slack, tolerance)
        if count == FULL or separation > reach or _lowest_gap(work, count) <= separation + slack:
            return _finish(work, count, tolerance), normal
    return _clip_ambiguous(shapes, work, a, b, direction, reach, slack, tolerance)


@compiled
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
    """Contact points of two pieces whose shrunken copies do not tell the direction."""
    roomy, normal, _ = ambiguous_direction(shapes, work, a, b, direction, reach, slack, tolerance)
    if not roomy:
        return FULL, NO_VECTOR
    if normal == NO_VECTOR:
        return 0, NO_VECTOR
    count, _ = manifold(shapes, work, a, b, normal, reach, slack, tolerance)
    return _finish(work, count, tolerance), normal


@compiled
def _finish(work: Workspace, count: int, tolerance: float) -> int:
    """Drop implied points and sort the rest by their codes."""
    if count == FULL:
        return FULL
    count = reduce_points(work, count, tolerance)
    for i in range(1, count):
        k = i
        while k > 0 and work.codes[k - 1] > work.codes[k]:
            for j in range(4):
                value = work.points[k, j]
                work.points[k, j] = work.points[k - 1, j]
                work.points[k - 1, j] = value
            code = work.codes[k]
            work.codes[k] = work.codes[k - 1]
            work.codes[k - 1] = code
            k -= 1
    return count


@compiled
def _emit(found: Found, total: int, work: Workspace, count: int, pair: int, normal: Vector) -> None:
    """Write the points of one pair behind the first `total`."""
    first, second = tangents(normal)
    for i in range(count):
        in_plane = combined(scaled(first, work.points[i, 0]), second, work.points[i, 1])
        on_a = combined(in_plane, normal, work.points[i, 2])
        on_b = combined(in_plane, normal, work.points[i, 3])
        k = total + i
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
) -> Found:
    """Contact points of the pairs begin:end of the list (M, 2) with pair distances (M,).

    ``sizes`` (4,): largest numbers of vertices, faces and edges of a piece, and of corners of a face.
    """
    points = DRAFT_POINTS
    work = workspace(sizes[0], sizes[1], sizes[2], sizes[3], points)
    found = output(8 * (end - begin) + 64)
    total = 0
    for k in range(begin, end):
        count, normal = clip_pair(shapes, work, pairs[k, 0], pairs[k, 1], reach[k])
        while count == FULL:
            points *= 2
            work = workspace(sizes[0], sizes[1], sizes[2], sizes[3], points)
            count, normal = clip_pair(shapes, work, pairs[k, 0], pairs[k, 1], reach[k])
        found = room(found, total, count)
        _emit(found, total, work, count, k, normal)
        total += count
    return Found(
        found.pair[:total],
        found.point_a[:total],
        found.point_b[:total],
        found.normal[:total],
        found.gap[:total],
        found.code[:total],
    )
