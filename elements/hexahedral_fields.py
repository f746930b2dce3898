"""Fields of many hexahedral meshes at many points at once: the compiled form of `drystone.elements.Mesh.interpolation`.

Each point is of one body, a hexahedron that is divided; its place in the reference cube is found by Newton's method.
"""

from typing import NamedTuple

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled, inlined
from .hexahedron import CORNERS
from .mesh import INVERSION, Mesh

__all__ = ["HexahedralFields"]

MOST = 30
"""Iterations of Newton's method for a place: three for a wedge."""


class HexahedralFields(NamedTuple):
    """Meshes of hexahedra, body by body, and fields at their nodes, one body's after the other's.

    ``corners`` (B, 8, 3) (m) and ``divisions`` (B, 3) of each body's mesh; ``elements`` (E, 8): nodes, counted over
    all bodies, and ``first`` (B,): each body's first element; ``values`` (N, 3, m) at the nodes.
    """

    corners: FloatArray
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
            np.array([mesh.corners for mesh in meshes], dtype=float).reshape(-1, 8, 3),
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
    corners: FloatArray, divisions: IntArray, elements: IntArray, first: IntArray, values: FloatArray,
    body: IntArray, points: FloatArray, along: FloatArray,
) -> FloatArray:  # fmt: skip
    count = values.shape[2]
    found, plain = np.zeros((len(points), 3, count)), np.zeros((3, count))
    place, off, change, J = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros((3, 3))
    for p in range(len(points)):
        b = body[p]
        _find_place(corners[b], points[p], place, off, change, J)
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
    corners: FloatArray, divisions: IntArray, elements: IntArray, first: IntArray, values: FloatArray,
    body: IntArray, points: FloatArray, factors: FloatArray,
) -> FloatArray:  # fmt: skip
    found = np.zeros((len(points), 3))
    place, off, change, J = np.zeros(3), np.zeros(3), np.zeros(3), np.zeros((3, 3))
    for p in range(len(points)):
        b = body[p]
        _find_place(corners[b], points[p], place, off, change, J)
        element = first[b] + _cell(divisions[b], place)
        for n in range(8):
            weight = _weight(place, n)
            for k in range(3):
                value = 0.0
                for m in range(values.shape[2]):
                    value += values[elements[element, n], k, m] * factors[p, m]
                found[p, k] += weight * value
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
    corners: FloatArray, point: FloatArray, place: FloatArray, off: FloatArray, change: FloatArray, J: FloatArray
) -> None:
    """The ``place`` (3,) in the reference cube of a ``point`` (3,) of a hexahedron; the rest is room to work in."""
    for k in range(3):
        place[k] = 0.0
    for _ in range(MOST):
        off[:] = 0.0
        J[:] = 0.0
        for n in range(8):
            x, y, z = CORNERS[n, 0], CORNERS[n, 1], CORNERS[n, 2]
            u, v, w = 1.0 + place[0] * x, 1.0 + place[1] * y, 1.0 + place[2] * z
            for i in range(3):
                off[i] += 0.125 * u * v * w * corners[n, i]
                J[i, 0] += 0.125 * x * v * w * corners[n, i]
                J[i, 1] += 0.125 * u * y * w * corners[n, i]
                J[i, 2] += 0.125 * u * v * z * corners[n, i]
        for i in range(3):
            off[i] -= point[i]
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
