"""Areas of the joints that contact points span."""

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled
from .contacts import Contacts

__all__ = ["area_shares"]


def area_shares(contacts: Contacts, counted: np.ndarray) -> FloatArray:
    """Area (C,) of a contact's patch over the number of its points (m2).

    A patch is the contacts of one pair of pieces, which lie one after the other; its area is that of the convex hull
    of its ``counted`` (C,) points in the plane of its first point: zero for fewer than three and for points on a line.
    """
    return _shares(
        np.ascontiguousarray(contacts.key[:, 0]),
        np.ascontiguousarray(counted, dtype=np.bool_),
        np.ascontiguousarray(contacts.midpoint),
        contacts.frame,
    )


@compiled
def _shares(patch: IntArray, counted: np.ndarray, point: FloatArray, frame: FloatArray) -> FloatArray:
    shares = np.zeros(len(patch))
    start = 0
    while start < len(patch):
        stop = start + 1
        while stop < len(patch) and patch[stop] == patch[start]:
            stop += 1
        plane = np.empty((stop - start, 2))
        count = 0
        for c in range(start, stop):
            if counted[c]:
                for j in range(2):
                    for i in range(3):
                        along = (point[c, i] - point[start, i]) * frame[start, 1 + j, i]
                        plane[count, j] = along if i == 0 else plane[count, j] + along
                count += 1
        if count > 2:
            shares[start:stop] = _hull_area(plane[:count]) / count
        start = stop
    return shares


@compiled
def _hull_area(points: FloatArray) -> float:
    """Area of the convex hull of points (n, 2), by its lower and its upper chain (A. M. Andrew 1979)."""
    order = np.argsort(points[:, 1], kind="mergesort")
    order = order[np.argsort(points[order, 0], kind="mergesort")]
    doubled = 0.0
    chain = np.empty(len(points), np.int64)
    for side in (1.0, -1.0):
        size = 0
        for k in order:
            while size > 1 and side * _turn(points, chain[size - 2], chain[size - 1], k) <= 0.0:
                size -= 1
            chain[size] = k
            size += 1
        for i in range(1, size):
            p, q = points[chain[i - 1]], points[chain[i]]
            doubled += side * (p[0] * q[1] - p[1] * q[0])
    return 0.5 * doubled


@compiled
def _turn(points: FloatArray, i: int, j: int, k: int) -> float:
    """Twice the signed area of the triangle ijk."""
    right = (points[j, 0] - points[i, 0]) * (points[k, 1] - points[i, 1])
    left = (points[j, 1] - points[i, 1]) * (points[k, 0] - points[i, 0])
    return float(right - left)
