"""Blocks that deform on a page: their surfaces as meshes, what these are displaced by, and how it is magnified."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..elements import ElasticBody
from ..exports.bodies import Bodies
from ..model import Assembly
from ..view.solid import round_length

__all__ = ["Bending", "drawn_bodies", "edge_normals", "flat_edges", "magnification"]

Array = NDArray[np.float64]

MOST = 500_000
"""Vertices of all states together; with more, fewer states are shown, evenly spread."""
STRAIN, SHARE = 0.05, 0.1
"""What is seen well: a displacement within a block over the block's reach, one of a block over the structure's size."""
FLAT = 1e-6
"""Difference of a cosine from one up to which two faces of a mesh are one, without an edge between."""


@dataclass(frozen=True, eq=False)
class Bending:
    """What the V vertices of blocks that deform are displaced by within their blocks.

    ``vertices`` (V,): their numbers; ``states`` (M,): numbers of the states; ``values`` (M, V, 3): in the axes of the
    block (m).
    """

    vertices: NDArray[np.int64]
    states: NDArray[np.int64]
    values: Array

    @classmethod
    def of(cls, assembly: Assembly, vertices: Array, owner: NDArray[np.int64], deformation: Array) -> "Bending":
        """Of all ``vertices`` (V_all, 3), from the centroid of their block ``owner`` (V_all,) (m), at a ``deformation``
        (T, B_all, m), see `State`.
        """
        table = assembly.elastic
        chosen = np.flatnonzero(table.number[owner] >= 0)
        most = max(2, min(len(deformation), MOST // max(1, len(chosen))))
        states = np.unique(np.linspace(0, len(deformation) - 1, most).astype(np.int64))
        moved = [table.displacements_at(owner[chosen], vertices[chosen], deformation[state]) for state in states]
        return cls(chosen, states, np.array(moved))


def magnification(bending: Bending, displacement: Array, owner: NDArray[np.int64], reach: Array, size: float) -> float:
    """By what displacements are multiplied so that one sees them: 1, 2 or 5 times a power of ten, at least 1.

    Neither deforms that a block by more than 5 % of its reach, nor moves it by more than 10 % of the structure's size.
    ``displacement`` (T, B_all, 3) of the centroids since the structure was built (m).
    """
    strain = float((np.linalg.norm(bending.values, axis=2) / reach[owner[bending.vertices]]).max(initial=0.0))
    moved = float(np.linalg.norm(displacement, axis=2).max(initial=0.0))
    most = min(STRAIN / strain if strain else 1.0, SHARE * size / moved if moved else np.inf)
    if most < 1.0:
        return 1.0
    return round_length(most)


def drawn_bodies(assembly: Assembly) -> tuple[Bodies, NDArray[np.bool_]]:
    """The blocks of an assembly as they are drawn, and which of them (B_all,) are the surface of a mesh."""
    bodies, table = Bodies.of(assembly), assembly.elastic
    meshed = table.bends
    if not meshed.any():
        return bodies, meshed
    vertices, owner, faces, face_owner = list[Array](), list[int](), list[tuple[int, ...]](), list[int]()
    for block in range(len(assembly)):
        points, loops = bodies.of_block(block)
        body = table.bodies[table.number[block]] if meshed[block] else None
        if isinstance(body, ElasticBody):
            used, corners = np.unique(body.mesh.surface, return_inverse=True)
            points = body.mesh.nodes[used] @ table.frame[block].T
            loops = [tuple(map(int, loop)) for loop in corners.reshape(body.mesh.surface.shape)]
        start = len(owner)
        vertices.append(points)
        owner += [block] * len(points)
        faces += [tuple(start + corner for corner in loop) for loop in loops]
        face_owner += [block] * len(loops)
    return Bodies(np.vstack(vertices), np.array(owner), tuple(faces), np.array(face_owner)), meshed


def flat_edges(bodies: Bodies, edges: NDArray[np.int64], meshed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which edges (E,) lie within a flat face of a block that is a mesh."""
    normals = edge_normals(bodies, meshed, range(len(bodies.vertices)))
    found = [normals.get(frozenset(pair), []) for pair in edges.tolist()]
    return np.array([len(pair) == 2 and float(pair[0] @ pair[1]) > 1.0 - FLAT for pair in found], dtype=bool)


def edge_normals(bodies: Bodies, blocks: NDArray[np.bool_], number: Sequence[int]) -> dict[frozenset[int], list[Array]]:
    """Unit normals of the faces at each edge of these ``blocks`` (B,), an edge by the ``number`` (V,) of its ends."""
    normals: dict[frozenset[int], list[Array]] = {}
    for face, block in zip(bodies.faces, bodies.face_block.tolist(), strict=True):
        if blocks[block]:
            normal = bodies.normal(face)
            for i in range(len(face)):
                normals.setdefault(frozenset((number[face[i - 1]], number[face[i]])), []).append(normal)
    return normals
