"""Fields of many hexahedral meshes at many points at once: the compiled form of `drystone.elements.Mesh.interpolation`.

Each point is of one body, a hexahedron that is divided; its place in the reference cube is found by Newton's method.
"""

from typing import NamedTuple

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled, inlined
from .hexahedron import CORNERS
from .mesh import INVERSION, Mesh

__all__ = ["HexahedralFields"]

X, Y, Z = CORNERS.T
TRILINEAR = 0.125 * np.array([np.ones(8), X, Y, Z, X * Y, Y * Z, Z * X, X * Y * Z])
"""(8, 8): the coefficients of 1, x, y, z, xy, yz, zx and xyz in the map of the reference cube, over the corners."""
MOST = 30
"""Iterations of Newton's method for a place: three for a wedge."""


class HexahedralFields(NamedTuple):
    """Meshes of hexahedra, body by body, and fields at their nodes, one body's after the other's.

    ``trilinear`` (B, 8, 3) (m): a body's points are its rows times 1, x, y, z, xy, yz, zx and xyz of their places in
    the reference cube, summed; ``divisions`` (B, 3) of its mesh; ``elements`` (E, 8): nodes, counted over all bodies,
    and ``first`` (B,): each body's first element; ``values`` (N, 3, m) at the nodes.
    """

    trilinear: FloatArray
    divisions: IntArray
    elements: IntArray
    first: IntArray
    values: FloatArray

    @classmethod
    def of(cls, meshes: list[Mesh], values: list[FloatArray], count: int) -> "HexahedralFields":
        """Meshes of kind H8 and what each has at its nodes (N, 3, m_b), filled up to m = ``count`` with zeros."""
        nodes = np.cumsum([0, *(len(mesh.nodes) for mesh in meshes)])
        elements = np.cumsum([0, *(len(mesh.elements) for mesh in meshes)])
        filled = np.zeros((nodes[-1], 3, count))
        for start, own in zip(nodes, values, strict=False):
            filled[start : start + len(own), :, : own.shape[2]] = own
        return cls(
            TRILINEAR @ np.array([mesh.corners for mesh in meshes], dtype=float).reshape(-1, 8, 3),
            np.array([mesh.divisions for mesh in meshes], dtype=np.int64).reshape(-1, 3),
            np.concatenate([start + mesh.elements for start, mesh in zip(nodes, meshes, strict=False)]).astype(
                np.int64
            ),
            elements[:-1].astype(np.int64),
            filled,
        )

    def at(self, body: IntArray, points: FloatArray, along: FloatArray) -> FloatArray:
        """``along`` times the fields, (P, 3, m), of each point's ``body`` (P,) at ``points`` (P, 3) (m).

        ``along`` (P, 3, 3): the rows are the directions of the components asked for.
        """
        return _interpolated(*self, body, np.ascontiguousarray(points), np.ascontiguousarray(along))

    def combined_at(self, body: IntArray, points: FloatArray, factors: FloatArray) -> FloatArray:
        """The fields times ``factors`` (P, m), (P, 3), of each point's ``body`` (P,) at ``points`` (P, 3) (m)."""
        return _combined(*self, body, np.ascontiguousarray(points), factors)


@compiled
def _interpolated(
    trilinear: FloatArray, divisions: IntArray, elements: IntArray, first: IntArray, values: FloatArray,
    body: IntArray, points: FloatArray, along: FloatArray,
) -> FloatArray:  # fmt: skip
    count = values.shape[2]
    found, plain = np.zeros((len(points), 3, count)), np.zeros((3, count))
    place, off, change, J = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros((3, 3))
    for p in range(len(points)):
        b = body[p]
        _find_place(trilinear[b], points[p], place, off, change, J)
        element = first[b] + _cell(divisions[b], place)
        plain[:] = 0.0
        for n in range(8):
            weight = _weight(place, n)
            for k in range(3):
                for m in range(count):
                    plain[k, m] += weight * values[elements[element, n], k, m]
        for i in range(3):
            for k in range(3):
                for m in range(count):
                    found[p, i, m] += along[p, i, k] * plain[k, m]
    return found


@compiled
def _combined(
    trilinear: FloatArray, divisions: IntArray, elements: IntArray, first: IntArray, values: FloatArray,
    body: IntArray, points: FloatArray, factors: FloatArray,
) -> FloatArray:  # fmt: skip
    found = np.zeros((len(points), 3))
    place, off, change, J = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros((3, 3))
    for p in range(len(points)):
        b = body[p]
        _find_place(trilinear[b], points[p], place, off, change, J)
        element = first[b] + _cell(divisions[b], place)
        for n in range(8):
            weight = _weight(place, n)
            x, y, z = 0.0, 0.0, 0.0  # side by side: sums in order wait for each addend
            for m in range(values.shape[2]):
                x += values[elements[element, n], 0, m] * factors[p, m]
                y += values[elements[element, n], 1, m] * factors[p, m]
                z += values[elements[element, n], 2, m] * factors[p, m]
            found[p, 0] += weight * x
            found[p, 1] += weight * y
            found[p, 2] += weight * z
    return found


@inlined
def _cell(divisions: IntArray, place: FloatArray) -> int:
    """The number of the element in which a ``place`` of the whole is, whose own place it becomes."""
    element = 0
    for k in range(3):
        scaled = 0.5 * (place[k] + 1.0) * divisions[k]
        cell = min(max(int(np.floor(scaled)), 0), divisions[k] - 1)
        place[k] = 2.0 * (scaled - cell) - 1.0
        element = element * divisions[k] + cell
    return element


@inlined
def _weight(place: FloatArray, node: int) -> float:
    """N of a node at a ``place`` (3,) in its element."""
    weight = 0.125
    for k in range(3):
        weight *= 1.0 + place[k] * CORNERS[node, k]
    return weight


@inlined
def _find_place(
    trilinear: FloatArray, point: FloatArray, place: FloatArray, off: FloatArray, change: FloatArray, J: FloatArray
) -> None:
    """The ``place`` (3,) in the reference cube of a ``point`` (3,) of a hexahedron; the rest is room to work in."""
    for k in range(3):
        place[k] = 0.0
    for _ in range(MOST):
        x, y, z = place[0], place[1], place[2]
        for i in range(3):
            cx, cy, cz = trilinear[1, i], trilinear[2, i], trilinear[3, i]
            cxy, cyz, czx, c = trilinear[4, i], trilinear[5, i], trilinear[6, i], trilinear[7, i]
            J[i, 0] = cx + cxy * y + czx * z + c * y * z
            J[i, 1] = cy + cxy * x + cyz * z + c * z * x
            J[i, 2] = cz + cyz * y + czx * x + c * x * y
            linear = trilinear[0, i] + cx * x + cy * y + cz * z
            off[i] = linear + cxy * x * y + cyz * y * z + czx * z * x + c * x * y * z - point[i]
        det = 0.0
        for i in range(3):
            j, k = (i + 1) % 3, (i + 2) % 3
            det += J[0, i] * (J[1, j] * J[2, k] - J[1, k] * J[2, j])
            change[i] = (
                off[0] * (J[1, j] * J[2, k] - J[1, k] * J[2, j])
                + off[1] * (J[2, j] * J[0, k] - J[2, k] * J[0, j])
                + off[2] * (J[0, j] * J[1, k] - J[0, k] * J[1, j])
            )
        largest = 0.0
        for k in range(3):
            largest = max(largest, abs(change[k] / det))
            place[k] = min(max(place[k] - change[k] / det, -2.0), 2.0)
        if largest <= INVERSION:
            break
