"""Patches of contact points with outlines simpler than they were found: strips that are edges, needless corners."""

import math

import numpy as np

from ..model import Assembly
from ..numerics.compiled import FloatArray, IntArray, compiled, inlined
from ..numerics.polygons import hull_order
from .contacts import Contacts

__all__ = ["hairs", "simple_outlines", "strips_as_edges", "thin_strips"]

HAIR = 1e-4
"""Width of an overlap, in widths of the block, up to which it is an edge, and of what outlines may be simpler by. What
is pressed is shorter than its frame, so that frames that stand corner to corner overlap by so much where the stone only
touches, and equal faces are apart by so much, so that their edges cross. With 0 for strips a dome of 73 blocks has 27 %
more contacts, and its steps take twice as long. With 0 for outlines a dome of blocks that bend never comes to rest:
between corners its faces are 10 µm deeper, and are held there in one step and not in the next."""
IMPLIED = 1e-3
"""Shares of a hair by which the gap of a point may be less than its neighbours imply. Detection leaves up to 1e-4 of
them between two planes."""


def hairs(contacts: Contacts, assembly: Assembly) -> FloatArray:
    """`HAIR` of the smaller block of each contact, (C,) (m)."""
    return np.asarray(HAIR * np.min(assembly.elastic.width[contacts.blocks], axis=1))


def simple_outlines(contacts: Contacts, hair: FloatArray) -> Contacts:
    """The contacts without those of patches that others imply but for a ``hair`` (C,) (m), the least of a patch.

    Where faces of the same outline lie over each other, turned by a hair, edges that nearly coincide cross, and where
    on the edge they do so is as chance has it. A corner of the outline is left out that is no farther than a hair from
    the segment between its neighbours, and whose gap is not less than there; then of all other points those that are
    as near to a side of what is left. Before them go points whose gap is larger than another's by more than their
    distance: the blocks would have to turn by 45 degrees for them, as for those of faces beside the ones that meet. Of
    patches that are strips (`strips_as_edges`) no other points are left out, nor any of those whose hair is zero.
    """
    if not np.any(hair):
        return contacts
    points = np.empty((contacts.count, 3))
    points[:, :2] = np.einsum("cij,cj->ci", contacts.frame[:, 1:], contacts.midpoint)
    points[:, 2] = contacts.gap
    kept = _outline(np.ascontiguousarray(contacts.key[:, 0]), points, hair)
    return contacts if kept.all() else contacts.chosen(np.flatnonzero(kept))


def strips_as_edges(contacts: Contacts, width: FloatArray) -> Contacts:
    """The contacts without those that a thin strip has beside the two of least gap at its ends.

    A patch is the contacts of one pair of pieces, which lie one after the other. It is a strip where no point is
    farther than the least ``width`` (C,) (m) of its contacts from the line through the two that are farthest apart.
    What is left of patches with points inside, see `drystone.collision.divided_patches`, is none: others of them may be
    out of reach.
    """
    divided = np.isin(contacts.key[:, 0], contacts.key[contacts.key[:, 1] < 0, 0])
    kept = _ends(contacts, np.where(divided, -1.0, width))
    return contacts if kept.all() else contacts.chosen(np.flatnonzero(kept))


def thin_strips(contacts: Contacts, width: FloatArray) -> np.ndarray:
    """Whether the patch of a contact (C,) is such a strip and has more than its ends."""
    return np.isin(contacts.key[:, 0], contacts.key[~_ends(contacts, width), 0])


def _ends(contacts: Contacts, width: FloatArray) -> np.ndarray:
    patch = np.ascontiguousarray(contacts.key[:, 0])
    return _kept(patch, np.ascontiguousarray(contacts.midpoint), contacts.gap, width)


@compiled
def _outline(patch: IntArray, points: FloatArray, hair: FloatArray) -> np.ndarray:
    """Which points (C,) of patches are kept; ``points`` (C, 3): both coordinates in the plane of contact, and gap."""
    kept = np.ones(len(patch), np.bool_)
    start = 0
    while start < len(patch):
        stop, least = start + 1, hair[start]
        while stop < len(patch) and patch[stop] == patch[start]:
            least = min(least, hair[stop])
            stop += 1
        if stop - start > 1 and least > 0.0:
            _drop_steep(points[start:stop], kept[start:stop])
            rows = start + np.flatnonzero(kept[start:stop])
            own, order = points[rows], np.empty(2 * len(rows) + 1, np.int64)
            size = _simplified(own, order, hull_order(own, len(rows), order, 0.0), least) if len(rows) > 3 else 0
            for i in range(len(rows) if size > 2 else 0):
                corner, implied = False, False
                for k in range(size):
                    corner |= order[k] == i
                    implied |= _implied(own, order[k], i, order[(k + 1) % size], least)
                kept[rows[i]] = corner or not implied
        start = stop
    return kept


@inlined
def _drop_steep(points: FloatArray, kept: np.ndarray) -> None:
    for i in range(len(points)):
        for j in range(len(points)):
            away = math.sqrt((points[i, 0] - points[j, 0]) ** 2 + (points[i, 1] - points[j, 1]) ** 2)
            kept[i] &= points[i, 2] - points[j, 2] <= away


@inlined
def _simplified(points: FloatArray, order: IntArray, size: int, hair: float) -> int:
    """Drop corners of a polygon, ``order``, that their neighbours imply; new number of corners, two for a strip."""
    i = 0
    while i < size and size > 2:
        if _implied(points, order[(i - 1) % size], order[i], order[(i + 1) % size], hair):
            size -= 1
            for k in range(i, size):
                order[k] = order[k + 1]
            i = max(i - 1, 0)
        else:
            i += 1
    return size


@inlined
def _implied(points: FloatArray, first: int, i: int, second: int, hair: float) -> bool:
    """Whether a point is within a ``hair`` of the segment between two others, and has no smaller gap than there."""
    squared, along, away = 0.0, 0.0, 0.0
    for k in range(2):
        squared += (points[second, k] - points[first, k]) ** 2
        along += (points[second, k] - points[first, k]) * (points[i, k] - points[first, k])
    share = min(max(along / squared, 0.0), 1.0) if squared > 0.0 else 0.0
    for k in range(2):
        away += ((1.0 - share) * points[first, k] + share * points[second, k] - points[i, k]) ** 2
    implied = (1.0 - share) * points[first, 2] + share * points[second, 2]
    return away <= hair * hair and points[i, 2] >= implied - IMPLIED * hair


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
