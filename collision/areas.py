"""Areas of the joints that contact points span."""

import math

import numpy as np

from ..model import Geometry
from ..numerics.compiled import FloatArray, IntArray, compiled, kernel
from ..numerics.polygons import hull_area, hull_order, turn
from .contacts import Contacts

__all__ = ["joint_areas", "joint_shares", "mean_faces", "tributary_areas"]

CENTRED, NEWTON = 1e-13, 50
"""Relative change of the shares of a joint's points that is rounding, and Newton steps at most: rectangles take none,
others at most seven, of 6000 random ones (by script)."""
LINE = 1e-9
"""Distance of points from a line, over the length of their patch, that is rounding."""


def tributary_areas(contacts: Contacts, counted: np.ndarray) -> FloatArray:
    """The part (C,) of the area of its patch that a contact stands for (m2), by its share among those counted.

    A patch is the contacts of one pair of pieces, which lie one after the other; its area is that of the convex hull
    of its ``counted`` (C,) points in the plane of its first point: zero for fewer than three and for points on a line
    but for rounding.
    """
    return _tributary(
        np.ascontiguousarray(contacts.key[:, 0]),
        np.ascontiguousarray(counted, dtype=np.bool_),
        contacts.share,
        np.ascontiguousarray(contacts.midpoint),
        contacts.frame,
    )


def joint_areas(contacts: Contacts, touching: np.ndarray, even: float) -> FloatArray:
    """The part (C,) of the area of its joint that a contact of one stands for (m2), see `tributary_areas`.

    Where one plane lies over another, gaps within ``even`` (m) of a plane, a joint has all points of its patch, however
    many of them are ``touching`` (C,): those that do where it leans are as chance has it. Where there is more than that
    plane, as beside a chamfer, it has those that touch; and all, if these span no area.
    """
    whole, span = tributary_areas(contacts, np.ones(contacts.count, np.bool_)), tributary_areas(contacts, touching)
    patch = contacts.key[:, 0]
    apart = ~touching & np.isin(patch, patch[span > 0.0])
    area = np.where(span > 0.0, span, whole)
    for one in np.unique(patch[apart]):
        rows = np.arange(*np.searchsorted(patch, (one, one + 1)))  # they lie one after the other, and ascend
        place = contacts.midpoint[rows] - contacts.midpoint[rows[0]]
        plane = np.column_stack([np.ones(len(rows)), np.einsum("kj,cj->ck", contacts.frame[rows[0], 1:], place)])
        coefficients = np.linalg.lstsq(plane, contacts.gap[rows], rcond=None)[0]
        if np.max(np.abs(plane @ coefficients - contacts.gap[rows])) <= even:
            area[rows] = whole[rows]
    return area


def mean_faces(geometry: Geometry) -> FloatArray:
    """Mean area (P,) of the faces of each piece (m2): what two pieces share where it is not known which faces will lie
    on one another.
    """
    first = np.repeat(geometry.loop_start[:-1], np.diff(geometry.loop_start))
    last = np.repeat(geometry.loop_start[1:] - 1, np.diff(geometry.loop_start))
    here = np.arange(len(geometry.loops))
    after = np.where(here == last, first, here + 1)
    corner = geometry.vertices[geometry.loops]
    fan = np.linalg.norm(np.add.reduceat(np.cross(corner, corner[after]), geometry.loop_start[:-1]), axis=1)
    surface = np.add.reduceat(0.5 * fan, geometry.face_start[:-1])
    return np.asarray(surface / np.diff(geometry.face_start))


def joint_shares(contacts: Contacts, chosen: np.ndarray, parts: int) -> FloatArray:
    """What part of its joint each contact stands for, (C,): for those ``chosen`` (C,), whose patches are whole, of a
    sum of one; for others their `point_shares`.

    A patch is the contacts of one pair of pieces, which lie one after the other. Corners x_i of a convex polygon have
    shares like the angles theta_i by which its outline turns there, so that what presses on its centroid c presses
    evenly:

        w_i = theta_i exp(a.x_i) / sum of theta_j exp(a.x_j),    a such that    sum of w_i x_i = c.

    That is 1/4 on a rectangle. Where a corner becomes two as blocks turn on each other, or edges cross in their midst,
    the shares change as little as the outline does. With ``parts`` to an edge, see `divided_patches`, points have their
    `point_shares` over the sum of these; points that are no polygon's corners, two of an edge among them, over parts^2.
    """
    key = contacts.key
    return _shares(
        np.ascontiguousarray(key[:, 0]),
        np.ascontiguousarray(key[:, 1]),
        np.ascontiguousarray(chosen, dtype=np.bool_),
        contacts.share.copy(),
        np.ascontiguousarray(contacts.midpoint),
        contacts.frame,
        parts,
    )


@compiled
def _tributary(
    patch: IntArray, counted: np.ndarray, share: FloatArray, point: FloatArray, frame: FloatArray
) -> FloatArray:
    areas = np.zeros(len(patch))
    start = 0
    while start < len(patch):
        stop = start + 1
        while stop < len(patch) and patch[stop] == patch[start]:
            stop += 1
        plane = np.empty((stop - start, 2))
        count, whole, length = 0, 0.0, 0.0
        for c in range(start, stop):
            for i in range(3):
                length = max(length, abs(point[c, i] - point[start, i]))
            if counted[c]:
                for j in range(2):
                    for i in range(3):
                        along = (point[c, i] - point[start, i]) * frame[start, 1 + j, i]
                        plane[count, j] = along if i == 0 else plane[count, j] + along
                count += 1
                whole += share[c]
        if count > 2:
            order = np.empty(2 * count + 1, np.int64)
            area = hull_area(plane, order, hull_order(plane, count, order, LINE * length))
            areas[start:stop] = share[start:stop] / whole * area
        start = stop
    return areas


@compiled
def _shares(
    patch: IntArray,
    number: IntArray,
    chosen: np.ndarray,
    share: FloatArray,
    point: FloatArray,
    frame: FloatArray,
    parts: int,
) -> FloatArray:
    start = 0
    while start < len(patch):
        stop, count, length = start + 1, 0, 0.0
        while stop < len(patch) and patch[stop] == patch[start]:
            stop += 1
        plane, row = np.zeros((stop - start, 2)), np.empty(stop - start, np.int64)
        for c in range(start, stop if chosen[start] else start):
            if number[c] >= 0:  # a corner
                row[count] = c
                for j in range(2):
                    for i in range(3):
                        plane[count, j] += (point[c, i] - point[start, i]) * frame[start, 1 + j, i]
                        length = max(length, abs(point[c, i] - point[start, i]))
                count += 1
        if chosen[start]:
            order = np.empty(2 * count + 1, np.int64)
            polygon = count > 2 and hull_order(plane, count, order, 0.0) == count
            area = hull_area(plane, order, count) if polygon else 0.0
            whole = float(parts * parts)
            if area > LINE * length * length:
                if parts == 1:
                    _weigh(plane, order, count, row, share)
                whole = np.sum(share[start:stop])
            for c in range(start, stop):
                share[c] /= whole
        start = stop
    return share


@kernel
def _weigh(plane: FloatArray, order: IntArray, count: int, row: IntArray, share: FloatArray) -> None:
    """Write the shares of the corners of a convex polygon, which come in ``order``, to their rows of ``share``.

    a minimises the logarithm of the sum of theta_i exp(a.(x_i - c)), which is convex, by Newton's method.
    """
    u, v, doubled, first = 0.0, 0.0, 0.0, order[0]
    for k in range(2, count):
        part = turn(plane, first, order[k - 1], order[k])
        doubled += part
        u += part * (plane[first, 0] + plane[order[k - 1], 0] + plane[order[k], 0]) / 3.0
        v += part * (plane[first, 1] + plane[order[k - 1], 1] + plane[order[k], 1]) / 3.0
    for k in range(count):
        before, here, after = order[(k + count - 1) % count], order[k], order[(k + 1) % count]
        along = (plane[here, 0] - plane[before, 0]) * (plane[after, 0] - plane[here, 0])
        along += (plane[here, 1] - plane[before, 1]) * (plane[after, 1] - plane[here, 1])
        share[row[here]] = math.atan2(turn(plane, before, here, after), along) / (2.0 * math.pi)
    uu, uv, vv = 0.0, 0.0, 0.0
    for k in range(count):
        plane[k, 0] -= u / doubled
        plane[k, 1] -= v / doubled
        uu, uv = uu + plane[k, 0] ** 2, uv + plane[k, 0] * plane[k, 1]
    for k in range(count):  # as wide as long: the shares do not depend on it, rounding does
        plane[k, 1] -= uv / uu * plane[k, 0]
        vv += plane[k, 1] ** 2
    for k in range(count):
        plane[k, 0] /= math.sqrt(uu)
        plane[k, 1] /= math.sqrt(vv)
    for _ in range(NEWTON):
        u, v, uu, uv, vv = 0.0, 0.0, 0.0, 0.0, 0.0
        for k in range(count):
            x, y, weight = plane[k, 0], plane[k, 1], share[row[k]]
            u, v = u + weight * x, v + weight * y
            uu, uv, vv = uu + weight * x * x, uv + weight * x * y, vv + weight * y * y
        uu, uv, vv = uu - u * u, uv - u * v, vv - v * v
        by = uu * vv - uv * uv
        to_u, to_v = (vv * u - uv * v) / by, (uu * v - uv * u) / by
        most, whole = 0.0, 0.0
        for k in range(count):
            most = max(most, abs(to_u * (plane[k, 0] - u) + to_v * (plane[k, 1] - v)))
        if not most > CENTRED:
            return
        length = math.log(1.0 + most) / most  # damped, so that it converges from anywhere
        for k in range(count):
            share[row[k]] *= math.exp(-length * (to_u * plane[k, 0] + to_v * plane[k, 1]))
            whole += share[row[k]]
        for k in range(count):
            share[row[k]] /= whole
