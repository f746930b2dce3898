"""The blocks of an assembly as triangles and edges for the page."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..exports.bodies import Bodies
from ..model import Assembly
from .deformed import drawn_bodies, edge_normals, flat_edges

__all__ = ["Shapes"]

Array = NDArray[np.float64]
IntArray = NDArray[np.int64]
Flags = NDArray[np.bool_]

FINEST_EDGE = 1e-4
"""Length of an edge, over its block's reach, below which it is not drawn."""
SAME = 1e-6
"""Distance of corners of two pieces, over their block's reach, up to which they are one."""
EVEN = 1e-6
"""Difference of a cosine from 1 or -1 up to which faces are in one plane, or lie on each other."""


@dataclass(frozen=True, eq=False)
class Shapes:
    """``vertices`` (V, 3): from the centroid of their block (m); ``owner`` (V,): their block; ``triangles`` (N, 3),
    counter-clockwise seen from outside; ``edges`` (E, 2); ``reach`` (B,): of a block's farthest corner (m).
    """

    vertices: NDArray[np.float64]
    owner: NDArray[np.int64]
    triangles: NDArray[np.int64]
    edges: NDArray[np.int64]
    reach: NDArray[np.float64]

    @classmethod
    def of(cls, assembly: Assembly) -> "Shapes":
        """Those of the blocks of an assembly, in its order; blocks with meshes have all nodes of their surface."""
        bodies, meshed = drawn_bodies(assembly)
        triangles = [(face[0], face[i], face[i + 1]) for face in bodies.faces for i in range(1, len(face) - 1)]
        pairs = [(face[i - 1], face[i]) for face in bodies.faces for i in range(len(face))]
        edges = np.unique(np.sort(np.array(pairs), axis=1), axis=0)
        reach = np.zeros(len(assembly))
        np.maximum.at(reach, bodies.vertex_block, np.linalg.norm(bodies.vertices, axis=1))
        length = np.linalg.norm(np.diff(bodies.vertices[edges], axis=1)[:, 0], axis=1)
        long = length > FINEST_EDGE * reach[bodies.vertex_block[edges[:, 0]]]
        edges = edges[long]
        if meshed.any():
            edges = edges[~flat_edges(bodies, edges, meshed)]
        joined = np.array([len(block.pieces) > 1 for block in assembly.blocks]) & ~meshed
        if joined.any():
            edges = edges[~_seams(bodies, edges, joined, reach)]
        return cls(bodies.vertices, bodies.vertex_block, np.array(triangles), edges, reach)


def _seams(bodies: Bodies, edges: IntArray, joined: Flags, reach: Array) -> Flags:
    """Which edges (E,) lie within a flat face of a block of several pieces (``joined``): there two pieces have the
    whole edge in common, a face each that lies on the other's, and a face each in one plane.
    """
    owner = bodies.vertex_block
    whole = np.rint(bodies.vertices / (SAME * reach[owner])[:, None]).astype(np.int64)
    places: dict[Any, int] = {}
    number = [places.setdefault((b, *xyz), len(places)) for b, xyz in zip(owner.tolist(), whole.tolist(), strict=True)]
    normals = edge_normals(bodies, joined, number)
    ends = [frozenset((number[i], number[j])) for i, j in edges.tolist()]
    return np.array([bool(joined[owner[i]]) and _flat(normals[key]) for i, key in zip(edges[:, 0], ends, strict=True)])


def _flat(normals: list[Array]) -> bool:
    """Whether of the faces at an edge two lie on each other and the others are in one plane."""
    if len(normals) != 4:
        return False
    along = np.array(normals) @ np.array(normals).T
    apart = np.argwhere(along < EVEN - 1.0)
    rest = [i for i in range(4) if len(apart) and i not in apart[0]]
    return len(rest) == 2 and bool(along[rest[0], rest[1]] > 1.0 - EVEN)
