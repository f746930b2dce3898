"""Overlap points in the contact plane: their hull, its width, and which of them add nothing."""

import math

from ..numerics.compiled import FloatArray, IntArray, inlined, kernel
from .shapes import Workspace

__all__ = ["hull_order", "reduce_points", "sort_points", "width_of_points"]


@kernel
def _turn(points: FloatArray, i: int, j: int, k: int) -> float:
    """Twice the signed area of the triangle ijk in the plane of the first two coordinates."""
    right = (points[j, 0] - points[i, 0]) * (points[k, 1] - points[i, 1])
    left = (points[j, 1] - points[i, 1]) * (points[k, 0] - points[i, 0])
    return float(right - left)


@kernel
def _distance(points: FloatArray, i: int, k: int) -> float:
    return math.sqrt((points[i, 0] - points[k, 0]) ** 2 + (points[i, 1] - points[k, 1]) ** 2)


@kernel
def _left_to_right(points: FloatArray, count: int, order: IntArray) -> None:
    """Write the indices of the points, sorted by their coordinates, to order[count + 1 : 2 * count + 1]."""
    first = count + 1
    for i in range(count):
        k = first + i
        while k > first and (
            points[order[k - 1], 0] > points[i, 0]
            or (points[order[k - 1], 0] == points[i, 0] and points[order[k - 1], 1] > points[i, 1])
        ):
            order[k] = order[k - 1]
            k -= 1
        order[k] = i


@kernel
def _outside_segment(points: FloatArray, i: int, j: int, k: int, tolerance: float) -> bool:
    """True where point j is farther than the tolerance (m) from the segment between the points i and k."""
    along_u = points[k, 0] - points[i, 0]
    along_v = points[k, 1] - points[i, 1]
    arm_u = points[j, 0] - points[i, 0]
    arm_v = points[j, 1] - points[i, 1]
    squared = along_u * along_u + along_v * along_v
    part = 0.0
    if squared > 0.0:
        part = min(max((arm_u * along_u + arm_v * along_v) / squared, 0.0), 1.0)
    away_u = arm_u - part * along_u
    away_v = arm_v - part * along_v
    return bool(away_u * away_u + away_v * away_v > tolerance * tolerance)


@kernel
def _drop_between(points: FloatArray, order: IntArray, size: int, tolerance: float) -> int:
    """Drop corners of a hull that lie between their neighbours, up to the tolerance; new number of corners."""
    i = 0
    while i < size and size > 2:
        before, after = order[(i - 1) % size], order[(i + 1) % size]
        if _outside_segment(points, before, order[i], after, tolerance):
            i += 1
            continue
        size -= 1
        for k in range(i, size):
            order[k] = order[k + 1]
        i = max(i - 1, 0)
    return size


@kernel
def hull_order(points: FloatArray, count: int, order: IntArray, tolerance: float) -> int:
    """Write the corners of the hull of points (count, >= 2) counter-clockwise to order; return their number.

    Andrew's monotone chain; then corners closer than the tolerance (m) to the segment between their
    neighbours are dropped. The chain itself is exact: with a tolerance it would lose true corners on edges
    that are almost parallel to its sweep. ``order`` has room for 2 * count + 1; its second half is scratch.
    """
    _left_to_right(points, count, order)
    size = 0
    for way in range(2):
        base = max(size, 1)
        for step in range(count):
            i = order[count + 1 + (count - 1 - step if way else step)]
            if way and not step:
                continue
            while size > base and _turn(points, order[size - 2], order[size - 1], i) <= 0.0:
                size -= 1
            order[size] = i
            size += 1
    return _drop_between(points, order, max(size - 1, 1), tolerance)


@kernel
def width_of_points(work: Workspace, count: int) -> float:
    """Smallest width (m) of the hull of the first `count` points; 0 for fewer than three corners."""
    if count < 3:
        return 0.0
    size = hull_order(work.points, count, work.order, 0.0)
    width = math.inf if size > 2 else 0.0
    for k in range(size):
        p = work.order[k]
        q = work.order[(k + 1) % size]
        length = _distance(work.points, p, q)
        extent = 0.0
        for i in range(size):
            extent = max(extent, _turn(work.points, p, q, work.order[i]) / length)
        width = min(width, extent)
    return width


@kernel
def reduce_points(work: Workspace, count: int, tolerance: float) -> int:
    """Drop points that others imply, where the gap is linear over all of them; return the number kept.

    A point inside the hull of the others, or on a side of it, adds nothing to a rigid contact: its gap,
    velocity and force are convex combinations of those at the corners. ``tolerance`` in m.
    """
    if count < 3 or not _gap_is_linear(work.points, count, tolerance):
        return count
    size = hull_order(work.points, count, work.order, tolerance)
    if size == count:
        return count
    for i in range(count):
        work.order[count + 1 + i] = 0
    for i in range(size):
        work.order[count + 1 + work.order[i]] = 1
    kept = 0
    for i in range(count):
        if work.order[count + 1 + i] == 1:
            for j in range(4):
                work.points[kept, j] = work.points[i, j]
            work.codes[kept] = work.codes[i]
            kept += 1
    return size


@kernel
def _gap_is_linear(points: FloatArray, count: int, tolerance: float) -> bool:
    """True where height b - height a (columns 3 and 2) is an affine function of the coordinates."""
    far = 0
    for i in range(count):
        if _distance(points, 0, i) > _distance(points, 0, far):
            far = i
    aside = 0
    for i in range(count):
        if abs(_turn(points, 0, far, i)) > abs(_turn(points, 0, far, aside)):
            aside = i
    area = _turn(points, 0, far, aside)
    length = _distance(points, 0, far)
    gap = points[0, 3] - points[0, 2]
    for i in range(count):
        value = points[i, 3] - points[i, 2] - gap
        if abs(area) > tolerance * length:
            part_far = -_turn(points, 0, aside, i) / area
            part_aside = _turn(points, 0, far, i) / area
            value -= part_far * (points[far, 3] - points[far, 2] - gap)
            value -= part_aside * (points[aside, 3] - points[aside, 2] - gap)
        elif length > 0.0:
            value -= _distance(points, 0, i) / length * (points[far, 3] - points[far, 2] - gap)
        if abs(value) > tolerance:
            return False
    return True


@inlined
def sort_points(work: Workspace, count: int) -> None:
    """Sort the first `count` points by their codes."""
    points = work.points
    codes = work.codes
    for i in range(1, count):
        k = i
        while k > 0 and codes[k - 1] > codes[k]:
            for j in range(4):
                points[k, j], points[k - 1, j] = points[k - 1, j], points[k, j]
            codes[k], codes[k - 1] = codes[k - 1], codes[k]
            k -= 1
