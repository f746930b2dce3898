"""Patches of contact points so thin that they are edges."""

import math

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled, inlined
from .contacts import Contacts

__all__ = ["strips_as_edges"]


def strips_as_edges(contacts: Contacts, width: FloatArray) -> Contacts:
    """The contacts without those that a thin strip has beside the two of least gap at its ends.

    A patch is the contacts of one pair of pieces, which lie one after the other. It is a strip where no point is
    farther than the least ``width`` (C,) (m) of its contacts from the line through the two that are farthest apart.
    """
    patch = np.ascontiguousarray(contacts.key[:, 0])
    kept = _kept(patch, np.ascontiguousarray(contacts.midpoint), contacts.gap, width)
    return contacts if kept.all() else contacts.chosen(np.flatnonzero(kept))


@compiled
def _kept(patch: IntArray, point: FloatArray, gap: FloatArray, width: FloatArray) -> np.ndarray:
    kept = np.ones(len(patch), np.bool_)
    start = 0
    while start < len(patch):
        stop, least = start + 1, width[start]
        while stop < len(patch) and patch[stop] == patch[start]:
            least = min(least, width[stop])
            stop += 1
        first, last = start, start
        for i in range(start, stop):
            for j in range(start, i):
                if _distance(point, i, j) > _distance(point, first, last):
                    first, last = i, j
        aside = 0.0
        for i in range(start, stop):
            aside = max(aside, _from_line(point, first, last, i))
        if stop - start > 2 and aside <= least:
            low, high = first, last
            for i in range(start, stop):
                kept[i] = False
                near = _distance(point, first, i) < _distance(point, last, i)
                if near and gap[i] < gap[low]:
                    low = i
                if not near and gap[i] < gap[high]:
                    high = i
            kept[low] = kept[high] = True
        start = stop
    return kept


@inlined
def _distance(point: FloatArray, i: int, j: int) -> float:
    squared = 0.0
    for k in range(3):
        squared += (point[i, k] - point[j, k]) ** 2
    return math.sqrt(squared)


@inlined
def _from_line(point: FloatArray, first: int, last: int, i: int) -> float:
    """Distance of point i from the line through two others, zero where these are one."""
    length, squared = _distance(point, first, last), 0.0
    for k in range(3):
        m, n = (k + 1) % 3, (k + 2) % 3
        x = (point[last, m] - point[first, m]) * (point[i, n] - point[first, n])
        y = (point[last, n] - point[first, n]) * (point[i, m] - point[first, m])
        squared += (x - y) ** 2
    return math.sqrt(squared) / length if length > 0.0 else 0.0
