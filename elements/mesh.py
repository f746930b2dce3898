"""Meshes of a block: hexahedra where it has eight corners and six faces, else tetrahedra of any convex polyhedron."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from ..errors import DrystoneError
from ..numerics.compiled import IntArray
from . import hexahedron, tetrahedron
from .strain import Array

__all__ = ["Mesh", "hexahedral", "hexahedron_corners", "tetrahedral"]

Loop = Sequence[int]

FACES = {
    "H8": ((0, 3, 2, 1), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)),
    "T10": ((0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)),
}
"""Corners of the faces of an element, counter-clockwise seen from outside."""
INVERSION = 1e-12
"""Error of a point's place in its element, in lengths of the reference cube, at which Newton's method ends."""


@dataclass(frozen=True, eq=False)
class Mesh:
    """``nodes`` (N, 3) (m) and ``elements`` (E, 8) of `drystone.elements.hexahedron` or (E, 10) of `tetrahedron`.

    ``corners`` (8, 3) (m) and ``divisions``: of the hexahedron that was divided, None for tetrahedra.
    """

    nodes: Array
    elements: IntArray
    corners: Array | None = None
    divisions: tuple[int, int, int] | None = None

    @property
    def kind(self) -> str:
        """``"H8"`` or ``"T10"``."""
        return "H8" if self.elements.shape[1] == 8 else "T10"

    @property
    def places(self) -> Array:
        """Nodes (E, 8 or 10, 3) of each element (m)."""
        return np.asarray(self.nodes[self.elements])

    @property
    def surface(self) -> IntArray:
        """The faces (F, 4 or 3) that only one element has, by their corner nodes, counter-clockwise from outside."""
        loops = np.array(FACES[self.kind])
        faces = self.elements[:, loops].reshape(-1, loops.shape[1])
        _, first, count = np.unique(np.sort(faces, axis=1), axis=0, return_index=True, return_counts=True)
        return np.asarray(faces[np.sort(first[count == 1])])

    def interpolation(self, points: Array) -> Array:
        """N (P, N) with which the field at ``points`` (P, 3) (m) follows from that at the nodes.

        A point a little outside takes the field of the element that it is nearest to, continued.
        """
        if len(points) == 0:
            return np.zeros((0, len(self.nodes)))
        element, values = self._in_hexahedra(points) if self.corners is not None else self._in_tetrahedra(points)
        N = np.zeros((len(points), len(self.nodes)))
        np.put_along_axis(N, self.elements[element], values, axis=1)
        return N

    def _in_hexahedra(self, points: Array) -> tuple[IntArray, Array]:
        assert self.corners is not None
        assert self.divisions is not None
        place = _reference_place(self.corners, points)
        count = np.array(self.divisions)
        scaled = 0.5 * (place + 1.0) * count
        cell = np.clip(np.floor(scaled).astype(np.int64), 0, count - 1)
        element = (cell[:, 0] * count[1] + cell[:, 1]) * count[2] + cell[:, 2]
        return element, hexahedron.shapes(2.0 * (scaled - cell) - 1.0)

    def _in_tetrahedra(self, points: Array) -> tuple[IntArray, Array]:
        corners = self.places[:, :4]
        rows = np.linalg.inv(np.swapaxes(corners[:, 1:] - corners[:, :1], 1, 2))
        rest = np.einsum("ekj,pej->pek", rows, points[:, None, :] - corners[None, :, 0])
        L = np.concatenate([1.0 - np.sum(rest, axis=2, keepdims=True), rest], axis=2)
        element = np.argmax(np.min(L, axis=2), axis=1).astype(np.int64)
        return element, tetrahedron.shapes(L[np.arange(len(points)), element])


def _reference_place(corners: Array, points: Array) -> Array:
    """Places (P, 3) in the reference cube of points of a hexahedron with ``corners`` (8, 3)."""
    place = np.zeros_like(points)
    for _ in range(30):
        off = hexahedron.shapes(place) @ corners - points
        J = hexahedron.jacobians(corners[None], place)[0]
        change = np.linalg.solve(J, off[..., None])[..., 0]
        place = np.clip(place - change, -2.0, 2.0)
        if np.abs(change).max() <= INVERSION:
            break
    return place


def hexahedral(corners: Array, divisions: tuple[int, int, int]) -> Mesh:
    """n x m x k hexahedra of the one with ``corners`` (8, 3) (m), in the order of `hexahedron.CORNERS`."""
    n, m, k = divisions
    axes = [np.linspace(-1.0, 1.0, count + 1) for count in divisions]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    nodes = hexahedron.shapes(grid) @ corners
    number = np.arange((n + 1) * (m + 1) * (k + 1)).reshape(n + 1, m + 1, k + 1)
    steps = ((hexahedron.CORNERS + 1) / 2).astype(int)
    columns = [number[x : x + n, y : y + m, z : z + k].ravel() for x, y, z in steps]
    mesh = Mesh(nodes, np.stack(columns, axis=1), np.asarray(corners, dtype=float), divisions)
    if not np.all(np.linalg.det(hexahedron.jacobians(mesh.places, hexahedron.gauss(3)[0])) > 0.0):
        raise DrystoneError("a hexahedron of the mesh is inverted; the block is too far from a box for elements H8")
    return mesh


def hexahedron_corners(vertices: Array, faces: Sequence[Loop]) -> Array | None:
    """The corners (8, 3) of a polyhedron of six quadrilaterals in the order of an H8, else None.

    Its three directions are those of the axes x, y, z to which they are nearest.
    """
    if len(vertices) != 8 or len(faces) != 6 or any(len(face) != 4 for face in faces):
        return None
    pairs = [(i, j) for i in range(6) for j in range(i) if not set(faces[i]) & set(faces[j])]
    if len(pairs) != 3:
        return None
    middle = [vertices[list(face)].mean(axis=0) for face in faces]
    along = np.array([middle[i] - middle[j] for i, j in pairs])
    along /= np.linalg.norm(along, axis=1)[:, None]
    order = max(permutations(range(3)), key=lambda p: float(sum(abs(along[p[axis], axis]) for axis in range(3))))
    high: list[set[int]] = []
    for axis, pair in enumerate(order):
        i, j = pairs[pair]
        high.append(set(faces[i] if along[pair, axis] > 0 else faces[j]))
    places = [[v for v in range(8) if [v in h for h in high] == list(corner > 0)] for corner in hexahedron.CORNERS]
    if any(len(place) != 1 for place in places):
        return None
    corners = np.asarray(vertices[[place[0] for place in places]])
    return corners if np.all(np.linalg.det(hexahedron.jacobians(corners[None], hexahedron.CORNERS)) > 0) else None


def tetrahedral(vertices: Array, faces: Sequence[Loop]) -> Mesh:
    """Tetrahedra from the middle of a convex polyhedron to triangles between the middles of its faces and its edges."""
    points, cells = [np.asarray(vertices, dtype=float)], list[tuple[int, int, int, int]]()
    centre, count = len(vertices), len(vertices) + 1
    points.append(np.mean([vertices[list(face)].mean(axis=0) for face in faces], axis=0)[None])
    for face in faces:
        if len(face) == 3:
            cells.append((centre, face[0], face[1], face[2]))
            continue
        points.append(vertices[list(face)].mean(axis=0)[None])
        cells += [(centre, count, face[i - 1], face[i]) for i in range(len(face))]
        count += 1
    nodes, numbers = list(np.concatenate(points)), dict[tuple[int, int], int]()
    elements = []
    for cell in cells:
        middles = []
        for i, j in tetrahedron.EDGES:
            key = min(cell[i], cell[j]), max(cell[i], cell[j])
            if key not in numbers:
                numbers[key] = len(nodes)
                nodes.append(0.5 * (nodes[key[0]] + nodes[key[1]]))
            middles.append(numbers[key])
        elements.append((*cell, *middles))
    return Mesh(np.array(nodes), np.array(elements, dtype=np.int64))
