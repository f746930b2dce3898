"""The blocks of an assembly as triangles and edges for the page."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..exports.bodies import Bodies
from ..model import Assembly

__all__ = ["Shapes"]

FINEST_EDGE = 1e-4
"""Length of an edge, over its block's reach, below which it is not drawn."""


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
        """Those of the blocks of an assembly, in its order."""
        bodies = Bodies.of(assembly)
        triangles = [(face[0], face[i], face[i + 1]) for face in bodies.faces for i in range(1, len(face) - 1)]
        pairs = [(face[i - 1], face[i]) for face in bodies.faces for i in range(len(face))]
        edges = np.unique(np.sort(np.array(pairs), axis=1), axis=0)
        reach = np.zeros(len(assembly))
        np.maximum.at(reach, bodies.vertex_block, np.linalg.norm(bodies.vertices, axis=1))
        length = np.linalg.norm(np.diff(bodies.vertices[edges], axis=1)[:, 0], axis=1)
        long = length > FINEST_EDGE * reach[bodies.vertex_block[edges[:, 0]]]
        return cls(bodies.vertices, bodies.vertex_block, np.array(triangles), edges[long], reach)
