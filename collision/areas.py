"""Areas of the joints that contact points span."""

import numpy as np

from ..model import Geometry
from ..numerics.compiled import FloatArray, IntArray, compiled
from ..numerics.polygons import hull_area, hull_order
from .contacts import Contacts, point_shares

__all__ = ["face_shares", "joint_areas", "tributary_areas"]

LINE = 1e-9
"""Distance of points from a line, over the length of their patch, that is rounding."""


def tributary_areas(contacts: Contacts, counted: np.ndarray) -> FloatArray:
    """The part (C,) of the area of its patch that a contact stands for (m2), by its `point_shares` among those counted.

    A patch is the contacts of one pair of pieces, which lie one after the other; its area is that of the convex hull
    of its ``counted`` (C,) points in the plane of its first point: zero for fewer than three and for points on a line
    but for rounding.
    """
    return _tributary(
        np.ascontiguousarray(contacts.key[:, 0]),
        np.ascontiguousarray(counted, dtype=np.bool_),
        point_shares(contacts.key),
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


def face_shares(geometry: Geometry) -> FloatArray:
    """Surface (P,) of each piece over the corners of all its faces (m2): of a cube a quarter of a face.

    What a contact point may stand for where it is not known which faces will lie on one another.
    """
    first = np.repeat(geometry.loop_start[:-1], np.diff(geometry.loop_start))
    last = np.repeat(geometry.loop_start[1:] - 1, np.diff(geometry.loop_start))
    here = np.arange(len(geometry.loops))
    after = np.where(here == last, first, here + 1)
    corner = geometry.vertices[geometry.loops]
    fan = np.linalg.norm(np.add.reduceat(np.cross(corner, corner[after]), geometry.loop_start[:-1]), axis=1)
    surface = np.add.reduceat(0.5 * fan, geometry.face_start[:-1])
    return np.asarray(surface / np.diff(geometry.loop_start[geometry.face_start]))


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
