"""Overlap points in the contact plane: their hull, its width, and which of them add nothing."""

import math

from ..numerics.compiled import FloatArray, inlined, kernel
from ..numerics.polygons import distance, hull_order, turn
from .shapes import Workspace

__all__ = ["reduce_points", "sort_points", "width_of_points"]


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
        length = distance(work.points, p, q)
        extent = 0.0
        for i in range(size):
            extent = max(extent, turn(work.points, p, q, work.order[i]) / length)
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
        if distance(points, 0, i) > distance(points, 0, far):
            far = i
    aside = 0
    for i in range(count):
        if abs(turn(points, 0, far, i)) > abs(turn(points, 0, far, aside)):
            aside = i
    area = turn(points, 0, far, aside)
    length = distance(points, 0, far)
    gap = points[0, 3] - points[0, 2]
    for i in range(count):
        value = points[i, 3] - points[i, 2] - gap
        if abs(area) > tolerance * length:
            part_far = -turn(points, 0, aside, i) / area
            part_aside = turn(points, 0, far, i) / area
            value -= part_far * (points[far, 3] - points[far, 2] - gap)
            value -= part_aside * (points[aside, 3] - points[aside, 2] - gap)
        elif length > 0.0:
            value -= distance(points, 0, i) / length * (points[far, 3] - points[far, 2] - gap)
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
