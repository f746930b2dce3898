"""What deforming blocks add to a step: their modes, as further degrees of freedom of each body.

    (1/theta + dt c + dt^2 theta omega^2) w  =  q'/theta  -  dt omega^2 q  +  dt Phi'R'f  +  (R Phi)' gamma
    q_+ = q + dt w,     q'_+ = (w - (1 - theta) q')/theta

for each mode, c its damping rate: the theta method of Acary and Jean, section 2.3, which for theta = 1 is implicit
Euler's, in the mean rate w = theta q'_+ + (1 - theta) q'. So H, k and D have rows for the modes beside those of the
rigid body, the step is the same program, and u = D'v holds the velocities with which contact points are displaced in
it: gaps and springs are where the program has them, and what closed contacts do to modes is no work for any theta. (Of
rates at the end, q'_+, half of what closes would be left as an overlap for theta = 1/2, and taking that back makes
energy: a column at rest flew apart.)
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts, hairs, strips_as_edges
from ..model import Assembly, State
from .problem import StepProblem, widened

__all__ = ["ModalStep", "deformed", "displaced", "modal_operator", "with_modes"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class ModalStep:
    """What a step needs for the modes of deforming blocks, m the most of a block.

    ``rows`` (C, 2, m, 3): of D, see `modal_operator`. ``force`` (B_all, m): of the loads on the modes (N kg^-1/2).
    ``theta``: of the theta method. ``deforms`` (B_all,): blocks that do; the modes of others are still.
    """

    rows: Array
    force: Array
    theta: float
    deforms: NDArray[np.bool_]

    def without(self, still: NDArray[np.bool_], contacts: Contacts) -> "ModalStep":
        """The same with the modes of some blocks ``still`` (B_all,)."""
        moved = np.where(still[contacts.blocks][:, :, None, None], 0.0, self.rows)
        force = np.where(still[:, None], 0.0, self.force)
        return ModalStep(moved, force, self.theta, self.deforms & ~still)

    def taken(self, assembly: Assembly, start: State, problem: StepProblem, velocity: Array, impulse: Array) -> Array:
        """What the theta method takes (B,) of the energy of the movable blocks in a step from ``start`` (J), damping
        apart, where contact impulses work at the mean of the velocities before it and those of its program:

            (theta - 1/2) (|q'_+ - q'|^2 + dt^2 omega^2 |w|^2) - 1/2 (w - q')'(R Phi)'gamma.

        It may be negative where impulses turn a mode round, as those of rebounds do. ``velocity`` (B, n): of the
        program; ``impulse`` (C, 3) (N s).
        """
        movable, dt = assembly.movable, problem.dt
        more = velocity[:, 6:] - start.deformation_rate[movable]
        stretch = dt * assembly.elastic.frequency[movable] * velocity[:, 6:]
        lost = (self.theta - 0.5) * ((more / self.theta) ** 2 + stretch**2)
        return np.asarray(np.sum(lost - 0.5 * problem.apply(impulse)[:, 6:] * more, axis=1))

    def pushed(self, contacts: Contacts) -> Array:
        """Half of the speed (C,), over that of the approach, with which the points of ``contacts`` may be pushed apart
        before that adds energy: all of it, and 2 theta - 1 of it where modes bear it alone.
        """
        return np.where(np.any(self.deforms[contacts.blocks], axis=1), self.theta - 0.5, 0.5)

    def speeds(self, contacts: Contacts, rate: Array) -> Array:
        """Contact velocities (C, 3) (m/s) of modes that move at ``rate`` (B_all, m)."""
        return np.asarray(np.einsum("csmk,csm->ck", self.rows, rate[contacts.blocks]))


def deformed(contacts: Contacts, assembly: Assembly, state: State) -> Contacts:
    """The contacts that detection found between undeformed blocks, with points and gaps as the blocks are deformed.

    Thin strips have two points, see `drystone.collision.strips_as_edges`.
    """
    if not assembly.elastic.count or not contacts.count:
        return contacts
    moved = displaced(contacts, assembly, state)
    return strips_as_edges(moved, hairs(moved, assembly))


def displaced(contacts: Contacts, assembly: Assembly, state: State) -> Contacts:
    """Contacts whose points and gaps are those of undeformed blocks, as the blocks are deformed."""
    if not assembly.elastic.count or not contacts.count:
        return contacts
    points = []
    for side, place in enumerate((contacts.point_a, contacts.point_b)):
        block = contacts.blocks[:, side]
        R = state.rotation[block]
        local = np.einsum("cji,cj->ci", R, place - state.position[block])
        shift = assembly.elastic.displacements_at(block, local, state.deformation)
        points.append(place + np.einsum("cij,cj->ci", R, shift))
    opened = np.sum((points[1] - contacts.point_b - points[0] + contacts.point_a) * contacts.normal, axis=1)
    return replace(contacts, point_a=points[0], point_b=points[1], gap=contacts.gap + opened)


def modal_operator(contacts: Contacts, assembly: Assembly, state: State) -> Array:
    """Rows (C, 2, m, 3) of D for the modes of both blocks, zero for those of a rigid or fixed one.

    They are those of the contacts' own points on the deformed blocks, whatever point `Formulation.contact_points` takes
    for the rigid rows: those of a tie are far apart. Which point of a block is displaced there is found by one
    correction, which leaves the square of the strain.
    """
    rows = np.zeros((contacts.count, 2, assembly.elastic.count, 3))
    for side, place in enumerate((contacts.point_a, contacts.point_b)):
        block = contacts.blocks[:, side]
        R = state.rotation[block]
        local = np.einsum("cji,cj->ci", R, place - state.position[block])
        local -= assembly.elastic.displacements_at(block, local, state.deformation)
        along = (1.0 if side else -1.0) * (contacts.frame @ R)  # n, t1, t2 in the block's frame
        rows[:, side] = np.swapaxes(assembly.elastic.shapes_at(block, local, along), 1, 2)
    return rows


def with_modes(problem: StepProblem, modal: ModalStep, assembly: Assembly, state: State) -> StepProblem:
    """The step of rigid blocks with the modes of those that deform, of which it then has m more each."""
    table, movable, dt, theta = assembly.elastic, assembly.movable, problem.dt, modal.theta
    omega, rate = table.frequency[movable], table.rate[movable]
    q, speed = state.deformation[movable], state.deformation_rate[movable]
    mass = np.where(modal.deforms[movable, None], 1.0 / theta + dt * rate + theta * (dt * omega) ** 2, 1.0)
    known = speed / theta - dt * omega**2 * q + dt * modal.force[movable]
    moves = problem.blocks[:, :, None, None] >= 0
    return widened(problem, mass, known, modal.rows if moves.all() else np.where(moves, modal.rows, 0.0))
