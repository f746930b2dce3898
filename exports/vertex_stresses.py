"""What blocks that deform show at the corners of their faces: displacements, velocities and stresses."""

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..checks import IntArray
from ..results.stress import deforming_blocks
from ..results.trajectory import assembly_of
from .bodies import Bodies

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["STRESSES", "VertexStresses"]

Array = NDArray[np.float64]

STRESSES = ("von_mises", "principal_1", "principal_3")
"""Columns of `Trajectory.stresses` (Pa) that are written where blocks deform; zero on blocks that are rigid, or still
rigid."""


class VertexStresses:
    """Of a trajectory, at the vertices (V, 3) of `Bodies`: each has the mean stress of the element that is nearest.

    ``names``: of the fields, none where all blocks are rigid.
    """

    def __init__(self, trajectory: "Trajectory", bodies: Bodies) -> None:
        self.trajectory, self.bodies = trajectory, bodies
        self.elastic = assembly_of(trajectory).elastic
        self.names = STRESSES if self.elastic.count else ()
        self.element = self._nearest() if self.names else np.zeros(0, dtype=np.int64)

    def at(self, i: int) -> dict[str, Array]:
        """Fields (V,) (Pa) of the recorded state i."""
        if not self.names:
            return {}
        run, owner = self.trajectory, self.bodies.vertex_block
        deforming = deforming_blocks(self.elastic, run.recorded_state(i))
        drawn = np.isin(owner, deforming)
        if not len(deforming):
            return {name: np.zeros(len(owner)) for name in self.names}
        table = run.stresses(i)
        first = dict(zip(*np.unique(table["block"].to_numpy(dtype=str), return_index=True), strict=True))
        start = np.array([first.get(name, 0) for name in run.names])
        row = np.where(drawn, start[owner] + self.element, 0)
        return {name: np.where(drawn, table[name].to_numpy()[row], 0.0) for name in self.names}

    def displacement(self, i: int) -> Array:
        """What the vertices (V, 3) (m) of the recorded state i are displaced within their blocks, in world axes."""
        return self._of_modes(i, self.trajectory.deformation[i])

    def velocity(self, i: int, placed: Array) -> Array:
        """Of the vertices (V, 3) (m/s), ``placed`` (V, 3) in the recorded state i; both seen from the ground."""
        run, owner = self.trajectory, self.bodies.vertex_block
        velocity, ground = run.velocity[i][owner], run.ground[i]
        turning = np.cross(velocity[:, 3:], placed + ground - run.position[i][owner])
        return velocity[:, :3] + turning + self._of_modes(i, run.deformation_rate[i]) - run.ground_velocity[i]

    def _of_modes(self, i: int, amplitude: Array) -> Array:
        """Amplitudes (B_all, m) of the modes, at the vertices (V, 3), in world axes of the recorded state i."""
        bodies = self.bodies
        if not self.names:
            return np.zeros_like(bodies.vertices)
        moved = self.elastic.displacements_at(bodies.vertex_block, bodies.vertices, amplitude)
        return np.asarray(np.einsum("vij,vj->vi", self.trajectory.rotation[i][bodies.vertex_block], moved))

    def _nearest(self) -> IntArray:
        """For each vertex (V,) the number of the element of its block whose middle is nearest, zero on rigid blocks."""
        table, bodies = self.elastic, self.bodies
        element = np.zeros(len(bodies.vertices), dtype=np.int64)
        for b in np.flatnonzero(table.number >= 0):
            vertices = np.flatnonzero(bodies.vertex_block == b)
            body = table.bodies[table.number[b]]
            middle = np.einsum("eg,egi->ei", body.shares, body.points)
            local = bodies.vertices[vertices] @ table.frame[b]
            element[vertices] = np.argmin(np.linalg.norm(local[:, None] - middle, axis=2), axis=1)
        return element
