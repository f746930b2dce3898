"""Convex hulls of points in the plane, and their areas."""

import math

import numpy as np

from .compiled import FloatArray, IntArray, compiled, kernel

__all__ = ["distance", "hull_area", "hull_corners", "hull_order", "turn"]


@kernel
def turn(points: FloatArray, i: int, j: int, k: int) -> float:
    """Twice the signed area of the triangle ijk in the plane of the first two coordinates."""
    right = (points[j, 0] - points[i, 0]) * (points[k, 1] - points[i, 1])
    left = (points[j, 1] - points[i, 1]) * (points[k, 0] - points[i, 0])
    return float(right - left)


@kernel
def distance(points: FloatArray, i: int, k: int) -> float:
    """Distance of the points i and k in the plane of the first two coordinates."""
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
            while size > base and turn(points, order[size - 2], order[size - 1], i) <= 0.0:
                size -= 1
            order[size] = i
            size += 1
    return _drop_between(points, order, max(size - 1, 1), tolerance)


@kernel
def hull_area(points: FloatArray, order: IntArray, size: int) -> float:
    """Area of the hull of ``points`` whose corners are the first ``size`` of ``order``; zero for fewer than three."""
    doubled = 0.0
    for k in range(2, size):
        doubled += turn(points, order[0], order[k - 1], order[k])
    return 0.5 * doubled


@compiled
def hull_corners(points: FloatArray) -> IntArray:
    """The corners of the hull of ``points`` (n, 2), n > 0, counter-clockwise, as indices."""
    order = np.empty(2 * len(points) + 1, np.int64)
    return order[: hull_order(points, len(points), order, 0.0)].copy()
