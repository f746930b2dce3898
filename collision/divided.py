"""Contact points inside patches, for faces that bend and for springs."""

import numpy as np
from numpy.typing import NDArray

from ..model import Assembly
from ..numerics.compiled import FloatArray, IntArray, compiled
from ..numerics.polygons import hull_order
from .contacts import Contacts
from .strips import hairs, simple_outlines, thin_strips

__all__ = ["MOST_DIVISIONS", "divided_joints", "divided_patches", "has_area_springs", "is_divided"]

MOST_DIVISIONS = 20
"""Parts of an edge of a joint at most: 441 contact points on a rectangle."""


FIRST = (0.8, 0.6)
"""Points are counted from the corner that is the farthest against this direction of the tangents: the same in all
steps, whichever block's corner it is. A side of few joints is at right angles to it."""


def is_divided(blocks: IntArray, assembly: Assembly) -> NDArray[np.bool_]:
    """Which joints between two ``blocks`` (C, 2) may have points inside: those of faces that bend, and those with
    springs, in the contact or, of elastic bonds, beside it.

    Rigid contact is the same with them or without.
    """
    table = assembly.joint_table
    law = table.of_pairs(blocks)
    springs = [~np.isnan(table.of_laws(name, law)) for name in ("normal_stiffness", "tension_stiffness")]
    return np.any(assembly.elastic.bends[blocks], axis=1) | springs[0] | springs[1]


def has_area_springs(blocks: IntArray, assembly: Assembly) -> NDArray[np.bool_]:
    """Which joints between two ``blocks`` (C, 2) have springs by their area: contacts share them, `joint_shares`."""
    table = assembly.joint_table
    by_area = np.array([one.per == "area" and one.normal_stiffness is not None for one in table.laws], np.bool_)
    if not np.any(by_area):
        return np.zeros(len(blocks), np.bool_)
    return np.asarray(by_area[table.of_pairs(blocks)])


def divided_joints(contacts: Contacts, assembly: Assembly, divisions: int) -> Contacts:
    """The contacts with ``divisions`` parts along the edges of joints that `is_divided`, whose outlines are simple but
    for a hair: neither springs nor faces that bend may be held at points that come and go as chance has it. Of blocks
    that deform strips no wider than that have no points inside, see `drystone.collision.strips_as_edges`.
    """
    if not contacts.count or (assembly.joint_table.is_rigid and not assembly.elastic.count):
        return contacts
    hair = np.where(is_divided(contacts.blocks, assembly), hairs(contacts, assembly), 0.0)
    simple = simple_outlines(contacts, hair)
    if divisions < 2:
        return simple
    inside = is_divided(simple.blocks, assembly)
    if assembly.elastic.count:
        inside &= ~thin_strips(simple, hairs(simple, assembly))
    return divided_patches(simple, np.where(inside, divisions, 1))


def divided_patches(contacts: Contacts, parts: IntArray) -> Contacts:
    """The contacts with more points in their patches, whose edges are divided into ``parts`` (C,).

    A patch is the contacts of one pair of pieces, which lie one after the other. Where its points are the corners of a
    convex polygon, m of them, it gets m (n - 1) points more on its edges for n parts, and inside m (n - 2), m (n - 4),
    ... on polygons that are smaller by 2/n, 4/n, ... of its size about its centre; a ray about the centre passes those
    of one polygon after equal areas. On a parallelogram that makes (n + 1)^2, evenly spread, n - 1 on each edge. Their
    gaps are interpolated; their keys end in odd numbers below zero on edges, in even ones inside. Other patches stay as
    they are.
    """
    if not contacts.count or parts.max() < 2:
        return contacts
    row, places, number = _divided(
        np.ascontiguousarray(contacts.key[:, 0]),
        np.column_stack([contacts.point_a, contacts.point_b, contacts.gap]),
        contacts.frame,
        np.ascontiguousarray(parts),
    )
    found = contacts.chosen(row)
    key = np.where(number[:, None] < 0, np.column_stack([found.key[:, 0], number]), found.key)
    values = {"point_a": places[:, :3], "point_b": places[:, 3:6], "gap": places[:, 6], "key": key}
    return type(contacts)(
        found.blocks,
        normal=found.normal,
        friction=found.friction,
        **{name: np.ascontiguousarray(one) for name, one in values.items()},
    )


PLACES = 2**20
"""Names of points inside have the number of corners times this, even and more than there are points: where corners come
or go others lie elsewhere and are other ones."""


@compiled
def _divided(
    patch: IntArray, places: FloatArray, frame: FloatArray, parts: IntArray
) -> tuple[IntArray, FloatArray, IntArray]:
    """Of each point the row that it follows, its ``places`` (7,), and 0 for a row itself, else what its key ends in."""
    room = 0
    for c in range(len(patch)):
        room += 1 + (parts[c] + 1) ** 2
    row, number = np.zeros(room, np.int64), np.zeros(room, np.int64)
    width = places.shape[1]
    found, centre = np.zeros((room, width)), np.zeros(width)
    end, start = 0, 0
    while start < len(patch):
        stop = start + 1
        while stop < len(patch) and patch[stop] == patch[start]:
            stop += 1
        count, n = stop - start, parts[start]
        for c in range(start, stop):
            row[end] = c
            for i in range(width):
                found[end, i] = places[c, i]
            end += 1
        if n > 1 and count > 2:
            plane, order = np.zeros((count, 2)), np.empty(2 * count + 1, np.int64)
            for c in range(count):
                for j in range(2):
                    for i in range(3):
                        plane[c, j] += (places[start + c, i] - places[start, i]) * frame[start, 1 + j, i]
            if hull_order(plane, count, order, 0.0) == count:
                for i in range(width):
                    centre[i] = 0.0
                    for c in range(start, stop):
                        centre[i] += places[c, i] / count
                along = FIRST[0] * plane[:, 0] + FIRST[1] * plane[:, 1]
                least = int(np.argmin(along[order[:count]]))
                reached, phase = _reached(plane, order, least, count)
                told = np.array([1, 0]) + PLACES * count  # numbers given to points on edges, and inside
                for ring in range(n // 2 + 1):
                    pieces = n - 2 * ring
                    for p in range(max(count * pieces, 1)):
                        if ring == 0 and p % pieces == 0:
                            continue  # a corner
                        way = (phase + (p / pieces if pieces else 0.0)) % count
                        k = 0
                        while k < count - 1 and way >= reached[k + 1]:
                            k += 1
                        share = min((way - reached[k]) / (reached[k + 1] - reached[k]), 1.0)
                        first, second = start + order[(least + k) % count], start + order[(least + k + 1) % count]
                        told[min(ring, 1)] += 2
                        row[end], number[end] = start, 2 - told[0] if ring == 0 else -told[1]
                        for i in range(width):
                            on_edge = (1.0 - share) * places[first, i] + share * places[second, i]
                            found[end, i] = centre[i] + pieces / n * (on_edge - centre[i])
                        end += 1
        start = stop
    return row[:end], found[:end], number[:end]


@compiled
def _reached(plane: FloatArray, order: IntArray, least: int, count: int) -> tuple[FloatArray, float]:
    """Of a polygon's corners from ``least`` on, (count + 1,): share of its area that a ray about the centre sweeps from
    the first one to each, times ``count``; and where the first point of a polygon inside lies on this way.

    That is where corners are on the mean, whole numbers apart, wherever the way begins: zero on a parallelogram.
    """
    middle = np.zeros(2)
    for c in range(count):
        for j in range(2):
            middle[j] += plane[c, j] / count
    reached = np.zeros(count + 1)
    for k in range(count):
        a, b = order[(least + k) % count], order[(least + k + 1) % count]
        right = (plane[a, 0] - middle[0]) * (plane[b, 1] - middle[1])
        reached[k + 1] = reached[k] + right - (plane[a, 1] - middle[1]) * (plane[b, 0] - middle[0])
    reached *= count / reached[count]
    angle = 2.0 * np.pi * reached[:count]
    return reached, np.arctan2(np.sum(np.sin(angle)), np.sum(np.cos(angle))) / (2.0 * np.pi)
