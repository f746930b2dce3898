"""Quasi-static stepping: motions that follow loads and supports without the inertia of what went before.

The three ways of Acary and Jean (section 4) to find equilibria of structures that float, that is, whose supports are
unilateral, by steps of dynamics, told for rigid blocks. What stands is the same in all of them: there are impulses
that balance the loads. They differ in how far a structure that does not stand moves in a step. Velocities of a
trajectory are the displacements of its steps over dt.

velocity-reset
    Every step starts at rest, H v = dt f + D gamma: "an artificial damping introduced by setting the velocity to zero"
    after each step. dt is that of a dynamic run. An unbalanced block moves by dt^2 times its acceleration in each
    step, so that time has no meaning for structures that move on, and supports must settle by less than g dt^2 a step
    for what they carry to follow.
large-steps
    Nothing is dropped: dt is a load increment, so long that the momentum H v_n is small beside dt f, and backward Euler
    filters it out. In the paper dt is to exceed the period of the elastic modes; rigid blocks have none, and what is
    to be exceeded here is the time of a fall through the assembly's length L, (L/g)^(1/2). An unbalanced structure
    would move by dt^2 times its acceleration at once, through contacts that are known at the start of the step
    only. So a step that moves a block by more than L/10 has no equilibrium near: it is halved, and the run stops
    with StepFailedError where that does not help.
rigid-modes
    The momentum of rigid motions is projected out before each step: every group of movable blocks that touch loses
    the translation and the rotation that it has as one body, v <- v - R (R'HR)^-1 R'H v, orthogonally in the mass
    metric as in the paper. Contacts with the ground bind unilaterally and do not count as supports. What blocks do
    relative to each other stays dynamic; a single block starts every step at rest.

Reference: V. Acary, M. Jean, Numerical simulation of monumental structures by the non-smooth contact dynamics method,
3D masonry, section 4.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..errors import DrystoneError
from ..formulations.base import spatial_inertia
from ..model import Assembly, State
from ..numerics.rotations import skew

__all__ = ["QUASI_STATIC", "check_large_steps", "starting_state", "too_far", "without_rigid_motion"]

Array = NDArray[np.float64]

QUASI_STATIC = ("velocity-reset", "large-steps", "rigid-modes")
"""What the option ``quasi_static`` may be, beside None for dynamics."""

NEAR = 0.1
"""Largest movement of a block in a large step, in lengths of the assembly: contacts are those of its start."""


def starting_state(way: str | None, assembly: Assembly, state: State, contacts: Contacts, margin: float) -> State:
    """The state with the velocities that the step starts from.

    ``way``: the option ``quasi_static``. ``margin``: the gap (m) up to which blocks count as touching.
    """
    if way == "velocity-reset":
        velocity = state.velocity.copy()
        velocity[assembly.movable] = 0.0
        return replace(state, velocity=velocity)
    if way == "rigid-modes":
        touching = contacts.blocks[contacts.gap <= margin]
        return replace(state, velocity=without_rigid_motion(assembly, state, touching))
    return state


def without_rigid_motion(assembly: Assembly, state: State, pairs: NDArray[np.int64]) -> Array:
    """Velocities (B_all, 6) less the motion that each group of touching movable blocks has as one rigid body.

    ``pairs`` (n, 2): blocks that touch, by their place in the assembly. Fixed blocks join no groups and keep their
    velocities.
    """
    movable, index = assembly.movable, assembly.index
    group, count = _groups(index[pairs], len(movable))
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


def _groups(pairs: NDArray[np.int64], count: int) -> tuple[NDArray[np.int64], int]:
    """Number (B,) of the group of each movable block, and of groups; ``pairs`` (n, 2), -1 for a fixed block."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    both = pairs[np.all(pairs >= 0, axis=1)]
    graph = coo_array((np.ones(len(both)), (both[:, 0], both[:, 1])), shape=(count, count))
    groups, number = connected_components(graph, directed=False)
    return number.astype(np.int64), int(groups)


def check_large_steps(way: str | None, assembly: Assembly, gravity: Array, dt: float) -> None:
    """DrystoneError where steps are too short for inertia to be filtered out."""
    fall = float(np.linalg.norm(gravity))
    if way == "large-steps" and fall * dt * dt < assembly.length:
        least = np.sqrt(assembly.length / fall) if fall > 0.0 else np.inf
        raise DrystoneError(
            f"dt is {dt:g} s, in which inertia is not negligible; quasi_static='large-steps' takes steps of at least "
            f"{least:.3g} s here (length over gravity, to the half). For shorter ones take 'velocity-reset'"
        )


def too_far(way: str | None, assembly: Assembly, velocity: Array, dt: float) -> str | None:
    """What is wrong with a large step that moves a block farther than its contacts are known; else None.

    ``velocity`` (B, 6): of the movable blocks.
    """
    if way != "large-steps":
        return None
    moved = dt * (np.linalg.norm(velocity[:, :3], axis=1) + assembly.length * np.linalg.norm(velocity[:, 3:], axis=1))
    worst, limit = int(np.argmax(moved)), NEAR * assembly.length
    if moved[worst] <= limit:
        return None
    name = assembly.names[assembly.movable[worst]]
    return (
        f"block {name!r} would move by {moved[worst]:.3g} m, more than {limit:.3g} m: no equilibrium is near, and "
        "quasi_static='large-steps' needs one (what moves on is followed by 'velocity-reset')"
    )
