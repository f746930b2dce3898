"""Points of contact that go from step to step by the names that they had."""

from dataclasses import replace

import numpy as np

from ..model import State
from ..numerics.compiled import FloatArray, IntArray, compiled
from .contacts import Contacts

__all__ = ["named_as_before"]


def named_as_before(contacts: Contacts, previous: Contacts, state: State, since: float) -> Contacts:
    """The contacts named as the ``previous`` ones that lie where they lie, which have gone along with the mean of both
    blocks, by the velocities of the ``state``, ``since`` they were found (s).

    Detection names a point by the corners and edges that make it, and counts those between them around the outline of
    a patch. Where corners meet, rounding decides which of them it is; as blocks twist and slide, corners come and go,
    the first of an outline becomes another, and points between them jump. Springs and friction remember what the
    point in the same place has borne. Two points are the same where each is the nearest to the other of those of its
    patch that lie like it, at corners, on edges or inside; all others get names that none had.
    """
    was = np.flatnonzero(previous.touching)
    was = was[np.argsort(previous.key[was, 0], kind="stable")]
    bounds = [np.searchsorted(previous.key[was, 0], contacts.key[:, 0], side) for side in ("left", "right")]
    place = previous.midpoint[was]
    for block in previous.blocks[was].T:
        spin = np.cross(state.velocity[block, 3:], previous.midpoint[was] - state.position[block])
        place += 0.5 * since * (state.velocity[block, :3] + spin)
    name = _names(contacts.key, contacts.midpoint, previous.key[was, 1], place, np.column_stack(bounds))
    return replace(contacts, key=np.column_stack([contacts.key[:, 0], name]))


@compiled
def _names(key: IntArray, point: FloatArray, old: IntArray, place: FloatArray, bounds: IntArray) -> IntArray:
    """Names (C,) of contacts with such a ``key`` (C, 2) at points (C, 3); those of the patch of each had the names
    ``old`` (P,) and would be at ``place`` (P, 3), between its ``bounds`` (C, 2).
    """
    name = key[:, 1].copy()
    start = 0
    while start < len(key):
        stop, first, last = start + 1, bounds[start, 0], bounds[start, 1]
        while stop < len(key) and key[stop, 0] == key[start, 0]:
            stop += 1
        if last > first:
            new = max(np.max(np.abs(key[start:stop, 1])), np.max(np.abs(old[first:last]))) // 2
            for i in range(start, stop):
                there = _nearest(point[i], key[i, 1], place, old, first, last)
                if there >= 0 and _nearest(place[there], key[i, 1], point, key[:, 1], start, stop) == i:
                    name[i] = old[there]
                else:
                    new += 1
                    name[i] = 2 * new if key[i, 1] >= 0 else -2 * new - key[i, 1] % 2
        start = stop
    return name


@compiled
def _nearest(point: FloatArray, name: int, place: FloatArray, names: IntArray, first: int, last: int) -> int:
    """Which of the points from the ``first`` on, before the ``last``, is the nearest that lies like one of this
    ``name``: at a corner, on an edge or inside; -1 for none.
    """
    nearest, least = -1, np.inf
    for i in range(first, last):
        if (names[i] >= 0) == (name >= 0) and (name >= 0 or (names[i] - name) % 2 == 0):
            away = 0.0
            for j in range(3):
                away += (place[i, j] - point[j]) ** 2
            if away < least:
                nearest, least = i, away
    return nearest
