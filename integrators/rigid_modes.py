"""Quasi-static steps that drop the momentum of rigid motions."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..formulations.base import spatial_inertia
from ..model import Assembly, State
from ..numerics.groups import connected_groups
from ..numerics.rotations import skew
from .backward_euler import BackwardEuler
from .context import StepContext

__all__ = ["RigidModes", "without_rigid_motion"]

Array = NDArray[np.float64]


class RigidModes(BackwardEuler):
    """The momentum of rigid motions is projected out before each step.

    Every group of movable blocks that touch loses the translation and the rotation that it has as one body,
    v <- v - R (R'HR)^-1 R'H v, orthogonally in the mass metric. Contacts with the ground bind unilaterally and do not
    count as supports. What blocks do relative to each other stays dynamic; a single block starts every step at rest. So
    supports must move as slowly as for `VelocityReset`; a run warns where they do not.
    """

    name = "rigid-modes"
    description = "quasi-static: the momentum of rigid motions is dropped before every step"
    reference = "Acary and Jean 2000, 3D masonry, section 4"
    quasi_static = True

    def starting_state(self, context: StepContext, state: State, contacts: Contacts) -> State:
        """Without the rigid motion of the groups that touch."""
        context.run_warnings.left_behind(context.scene, state, contacts, context.dt)
        touching = contacts.blocks[contacts.gap <= context.constants.margin]
        return replace(state, velocity=without_rigid_motion(context.scene.assembly, state, touching))

    def foreseen(self, context: StepContext, state: State, contacts: Contacts) -> State:
        """What is left of the blocks' velocities; supports carry along what is bonded to them."""
        assembly = context.scene.assembly
        touching = contacts.blocks[contacts.gap <= context.constants.margin]
        left = without_rigid_motion(assembly, state, touching)
        return state.with_velocity(np.where(assembly.fixed[:, None], 0.0, left))


def without_rigid_motion(assembly: Assembly, state: State, pairs: NDArray[np.int64]) -> Array:
    """Velocities (B_all, 6) less the motion that each group of touching movable blocks has as one rigid body.

    ``pairs`` (n, 2): blocks that touch, by their place in the assembly. Fixed blocks join no groups and keep their
    velocities.
    """
    movable, index = assembly.movable, assembly.index
    group, count = connected_groups(index[pairs], len(movable))
    H = np.zeros((len(movable), 6, 6))
    H[:, (0, 1, 2), (0, 1, 2)] = assembly.mass[movable, None]
    H[:, 3:, 3:] = spatial_inertia(assembly.inertia[movable], state.rotation[movable])
    mass = np.bincount(group, assembly.mass[movable], count)
    weighted = assembly.mass[movable, None] * state.position[movable]
    centre = np.stack([np.bincount(group, weighted[:, i], count) for i in range(3)], axis=1) / mass[:, None]
    R = np.tile(np.eye(6), (len(movable), 1, 1))  # from the motion of the group at its centre to that of the block
    R[:, :3, 3:] = -skew(state.position[movable] - centre[group])
    momentum, inertia = np.zeros((count, 6)), np.zeros((count, 6, 6))
    np.add.at(momentum, group, np.einsum("bji,bjk,bk->bi", R, H, state.velocity[movable]))
    np.add.at(inertia, group, np.swapaxes(R, 1, 2) @ H @ R)
    rigid = np.linalg.solve(inertia, momentum[:, :, None])[:, :, 0]
    velocity = state.velocity.copy()
    velocity[movable] -= np.einsum("bij,bj->bi", R, rigid[group])
    return velocity
