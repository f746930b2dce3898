"""What blocks that deform show at the corners of their faces: displacements and stresses."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..checks import IntArray
from .bodies import Bodies, assembly_of

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["STRESSES", "VertexStresses"]

Array = NDArray[np.float64]

STRESSES = ("von_mises", "principal_1", "principal_3")
"""Columns of `Trajectory.stresses` (Pa) that are written where blocks deform; zero on rigid blocks."""


class VertexStresses:
    """Of a trajectory, at the vertices (V, 3) of `Bodies`: each has the mean stress of the element that is nearest.

    ``names``: of the fields, none where all blocks are rigid.
    """

    def __init__(self, trajectory: "Trajectory", bodies: Bodies) -> None:
        self.trajectory, self.bodies = trajectory, bodies
        self.elastic = assembly_of(trajectory).elastic
        self.names = STRESSES if self.elastic.count else ()
        self.row = self._nearest() if self.names else np.zeros(0, dtype=np.int64)

    def at(self, i: int) -> dict[str, Array]:
        """Fields (V,) (Pa) of the recorded state i."""
        if not self.names:
            return {}
        table, found = self.trajectory.stresses(i), {}
        for name in self.names:
            found[name] = np.where(self.row >= 0, table[name].to_numpy()[self.row], 0.0)
        return found

    def displacement(self, i: int) -> Array:
        """What the vertices (V, 3) (m) of the recorded state i are displaced within their blocks, in world axes."""
        bodies, run = self.bodies, self.trajectory
        if not self.names:
            return np.zeros_like(bodies.vertices)
        moved = self.elastic.displacements_at(bodies.vertex_block, bodies.vertices, run.deformation[i])
        moved[self.elastic.number[bodies.vertex_block] < 0] = 0.0
        return np.asarray(np.einsum("vij,vj->vi", run.rotation[i][bodies.vertex_block], moved))

    def _nearest(self) -> IntArray:
        """Row of the table of stresses for each vertex (V,), -1 on rigid blocks."""
        table, run, bodies = self.trajectory.stresses(0), self.trajectory, self.bodies
        place = table[["place_x", "place_y", "place_z"]].to_numpy()
        placed, owner = bodies.placed(run.position[0], run.rotation[0]), table["block"].to_numpy()
        row = np.full(len(placed), -1)
        for b in np.flatnonzero(self.elastic.number >= 0):
            rows, vertices = np.flatnonzero(owner == run.names[b]), np.flatnonzero(bodies.vertex_block == b)
            distance = np.linalg.norm(placed[vertices, None] - place[rows], axis=2)
            row[vertices] = rows[np.argmin(distance, axis=1)]
        return row
