"""Contact points of rounded pieces: nearest points of shrunken copies swept by spheres.

V. Beatini, G. Royer-Carfagni, A. Tasora, A regularized non-smooth contact dynamics approach for architectural
masonry structures, Computers and Structures 187, 2017, section 2.5. The shape that collides is the Minkowski
sum of the shrunken copy and a sphere of the inset's radius: faces stay where they are, edges and corners get
a fillet. Nearest points of the copies, moved outwards by the radii, are antagonist points; more of them are
found by repeating the search with small rotations, and those that span the patch are kept.
"""

import math

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled
from ..numerics.polygons import hull_order
from ..numerics.vectors import Vector, combined, cross, dot, frame_of, row, scaled, subtract
from .gjk import gjk, witness
from .narrow import FULL, MEETING, SLACK, Found, clip_pair, emit, output, room
from .shapes import Shapes, Workspace, workspace

__all__ = ["PERTURBATIONS", "swept_pair", "swept_pairs"]

PERTURBATIONS = 8
"""Rotations tried per pair: axes in the contact plane at equal angles."""

TURN = 0.25
"""Motion of the farthest point in a perturbation, relative to the distance of the copies: never into overlap."""


@compiled
def _turned(shapes: Shapes, piece: int, centre: Vector, axis: Vector, angle: float, turned: FloatArray) -> None:
    """Write the shrunken copy of a piece, rotated about an axis (unit) through a point, to `turned`."""
    cosine, sine = math.cos(angle), math.sin(angle)
    start = shapes.inset_start[piece]
    for i in range(start, shapes.inset_start[piece + 1]):
        arm = subtract(row(shapes.inset_vertices, i), centre)
        moved = combined(scaled(arm, cosine), cross(axis, arm), sine)
        moved = combined(moved, axis, dot(axis, arm) * (1.0 - cosine))
        for j in range(3):
            turned[i - start, j] = moved[j] + centre[j]


@compiled
def _nearest_to_point(shapes: Shapes, work: Workspace, piece: int, spot: FloatArray) -> tuple[Vector, int]:
    """Point of the shrunken copy of a piece nearest to a point (1, 3), and a code of its vertices."""
    start, stop = shapes.inset_start[piece], shapes.inset_start[piece + 1]
    _, _, count = gjk(shapes.inset_vertices, start, stop, spot, 0, 1, work.corners, work.weights)
    base = stop - start + 1
    code = 0 * piece
    last = base
    for _ in range(count):
        largest = 0
        for i in range(count):
            digit = work.corners[i, 0] - start + 1
            if largest < digit < last:
                largest = digit
        code = code * base + largest
        last = largest
    return witness(shapes.inset_vertices, work.corners, 0, work.weights, count), code


@compiled
def _farthest_corner(shapes: Shapes, piece: int, point: Vector) -> float:
    """Largest distance (m) of a vertex of the shrunken copy from a point."""
    squared = 0.0
    for i in range(shapes.inset_start[piece], shapes.inset_start[piece + 1]):
        arm = subtract(row(shapes.inset_vertices, i), point)
        squared = max(squared, dot(arm, arm))
    return math.sqrt(squared)


@compiled
def _add(draft: FloatArray, codes: IntArray, count: int, on_a: Vector, on_b: Vector, code: int, merge: float) -> int:
    """Add a pair of nearest points (columns 0-2 and 3-5) unless it is there already; new number.

    Points of one triangle share a code: the next lower numbers distinguish them.
    """
    for i in range(count):
        same = True
        for j in range(3):
            same = same and abs(draft[i, j] - on_a[j]) <= merge and abs(draft[i, 3 + j] - on_b[j]) <= merge
        if same:
            return count
        if codes[i] == code:
            code -= 1
    for j in range(3):
        draft[count, j] = on_a[j]
        draft[count, 3 + j] = on_b[j]
    codes[count] = code
    return count + 1


@compiled
def swept_pair(
    shapes: Shapes,
    work: Workspace,
    turned: FloatArray,
    draft: FloatArray,
    codes: IntArray,
    a: int,
    b: int,
    reach: float,
) -> int:
    """Nearest points of two shrunken copies; their number, or FULL where the copies meet.

    Writes points of a and b (m) to the columns of ``draft`` (PERTURBATIONS + 1, 6), codes to ``codes``;
    ``turned`` has room for the vertices of either copy. Nothing farther than `reach` (m, between the rounded
    pieces) is looked for.
    """
    points = shapes.inset_vertices
    start_a, stop_a = shapes.inset_start[a], shapes.inset_start[a + 1]
    start_b, stop_b = shapes.inset_start[b], shapes.inset_start[b + 1]
    distance, normal, size = gjk(points, start_a, stop_a, points, start_b, stop_b, work.corners, work.weights)
    radii = shapes.inset[a] + shapes.inset[b]
    if distance <= MEETING * radii:
        return FULL
    if distance - radii > reach:
        return 0
    centre = witness(points, work.corners, 1, work.weights, size)
    frame = frame_of(normal)
    angle = TURN * distance / max(_farthest_corner(shapes, b, centre), distance)
    spot = np.empty((1, 3))
    count = 0
    for k in range(PERTURBATIONS + 1):
        if k > 0:
            phase = 2.0 * math.pi * (k - 0.5) / PERTURBATIONS
            axis = combined(scaled(frame[1], math.cos(phase)), frame[2], math.sin(phase))
            _turned(shapes, b, centre, axis, angle, turned)
            _, _, size = gjk(points, start_a, stop_a, turned, 0, stop_b - start_b, work.corners, work.weights)
        spot[0, 0], spot[0, 1], spot[0, 2] = witness(points, work.corners, 0, work.weights, size)
        on_b, code_b = _nearest_to_point(shapes, work, b, spot)
        spot[0, 0], spot[0, 1], spot[0, 2] = on_b
        on_a, code_a = _nearest_to_point(shapes, work, a, spot)
        code = -(PERTURBATIONS + 1) * (code_a * (stop_b - start_b + 1) ** 3 + code_b) - 1
        count = _add(draft, codes, count, on_a, on_b, code, SLACK * radii)
    return _patch(work, draft, codes, count, frame[1], frame[2], SLACK * radii)


@compiled
def _patch(
    work: Workspace,
    draft: FloatArray,
    codes: IntArray,
    count: int,
    first: Vector,
    second: Vector,
    tolerance: float,
) -> int:
    """Keep the points that span the patch, seen in the contact plane, and the nearest one; their number.

    The first point is the nearest; it is left out if one of the others is as near.
    """
    if count < 3:
        return count
    for i in range(count):
        work.points[i, 0] = dot(row(draft, i), first)
        work.points[i, 1] = dot(row(draft, i), second)
    size = hull_order(work.points, count, work.order, tolerance)
    least = math.inf
    for k in range(size):
        least = min(least, _gap(draft, work.order[k]))
    kept = 0 * size
    for i in range(count):
        corner = i == 0 and _gap(draft, 0) < least - 1e-6 * tolerance
        for k in range(size):
            corner = corner or work.order[k] == i
        if corner:
            for j in range(6):
                draft[kept, j] = draft[i, j]
            codes[kept] = codes[i]
            kept += 1
    return kept


@compiled
def _gap(draft: FloatArray, i: int) -> float:
    """Distance (m) of the points in a row."""
    between = (draft[i, 3] - draft[i, 0], draft[i, 4] - draft[i, 1], draft[i, 5] - draft[i, 2])
    return math.sqrt(dot(between, between))


@compiled
def _emit_swept(
    found: Found,
    total: int,
    draft: FloatArray,
    codes: IntArray,
    count: int,
    pair: int,
    radius_a: float,
    radius_b: float,
    reach: float,
) -> int:
    """Write the points within reach behind the first `total`, in the order of their codes; new total."""
    begin = total
    for i in range(count):
        between = (draft[i, 3] - draft[i, 0], draft[i, 4] - draft[i, 1], draft[i, 5] - draft[i, 2])
        distance = math.sqrt(dot(between, between))
        gap = distance - radius_a - radius_b
        if gap > reach:
            continue
        k = total
        while k > begin and found.code[k - 1] > codes[i]:
            found.code[k] = found.code[k - 1]
            found.gap[k] = found.gap[k - 1]
            for j in range(3):
                found.point_a[k, j] = found.point_a[k - 1, j]
                found.point_b[k, j] = found.point_b[k - 1, j]
                found.normal[k, j] = found.normal[k - 1, j]
            k -= 1
        found.pair[total] = pair
        found.code[k] = codes[i]
        found.gap[k] = gap
        for j in range(3):
            found.normal[k, j] = between[j] / distance
            found.point_a[k, j] = draft[i, j] + radius_a * found.normal[k, j]
            found.point_b[k, j] = draft[i, 3 + j] - radius_b * found.normal[k, j]
        total += 1
    return total


@compiled
def swept_pairs(
    shapes: Shapes, pairs: IntArray, reach: FloatArray, begin: int, end: int, sizes: IntArray
) -> tuple[Found, int]:
    """Contact points of the rounded pieces of the pairs begin:end, and their number.

    Arguments as in `clip_pairs`, which takes over where shrunken copies meet.
    """
    work = workspace(sizes)
    turned = np.empty((len(shapes.inset_vertices), 3))
    draft = np.empty((PERTURBATIONS + 1, 6))
    codes = np.empty(PERTURBATIONS + 1, np.int64)
    found = output(8 * (end - begin) + 64)
    total = 0
    for k in range(begin, end):
        a, b = pairs[k, 0], pairs[k, 1]
        count = swept_pair(shapes, work, turned, draft, codes, a, b, reach[k])
        if count != FULL:
            found = room(found, total + count)
            total = _emit_swept(found, total, draft, codes, count, k, shapes.inset[a], shapes.inset[b], reach[k])
            continue
        count, normal = clip_pair(shapes, work, a, b, reach[k])
        while count == FULL:
            sizes = sizes.copy()
            sizes[5] *= 2
            work = workspace(sizes)
            count, normal = clip_pair(shapes, work, a, b, reach[k])
        found = room(found, total + count)
        emit(found, total + count, work, count, k, normal)
        total += count
    return found, total
