r"""Ties in a step: one frictionless, compliant row for each, beside the contacts.

With the elongation e of the end of the step and the plastic part e_p of its start, implicit Euler for

    T = K (e - e_p) between 0 and Y,     e_p grows where T = Y,

is, with the elongation rate u (m/s), the bounds of an elastic force at the end of the step,

    0 <= T <= Y,     w = K^-1 T - (e_0 + dt u - e_p),     w >= 0 where T = 0,  w <= 0 where T = Y,  else w = 0.

Half-lines are all that a step knows. A row therefore has the one bound of the two that it is nearer to, and the other
one is looked at in the answer:

    lower    n from b to a,   gamma = dt T,    phi = e_p - e_0,   0 <= gamma            ⊥  u_n + phi/dt + E gamma >= 0
    upper    n from a to b,   gamma = -dt T,   phi = e_0 - e_p,   0 <= gamma + dt Y     ⊥  u_n + phi/dt + E gamma >= 0

with E = 1/(dt^2 K). Both phi have what e gains beyond dt u as the blocks turn and the anchors pass each other,
e_0 <- e_0 + e(q_0 + dt v_0) - e(q_0) - dt u_0 with the velocities v_0 of the start: a straight step of (v dt) across a
tie of length L stretches it by (v dt)^2/(2 L), which a stiff one must not find as its elongation at the next step.
Where the other bound is passed the row is `turned` and the step is solved again: each program is
convex, has as many rows as before, and its answer within both bounds is the step's. What is left of the second
condition, dt w, is the plastic elongation of the step.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..formulations import JointRows, StepProblem
from ..model import State
from ..model.ties import TieTable
from ..programs.step import AnswerLike
from .strengths import Strengths

__all__ = ["TIE", "TieWork", "Ties", "plastic_part"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

TIE = -1
"""First entry of `Contacts.key` of a tie's row; the second tells which tie it is."""
BEYOND = 1e-9
"""Share of the yield force up to which a force is within its bounds."""


@dataclass(frozen=True)
class TieWork:
    """What the ``count`` ties, the last rows of a step, did in it (J): the ``work`` on them, what they ``held`` before
    and ``hold`` after it, the ``plastic`` part of the work, and that on what elongations gained by turning, ``curved``.
    """

    count: int
    work: float
    held: float
    hold: float
    plastic: float
    curved: float


@dataclass(frozen=True)
class Ties:
    """The ties of an assembly, ``table``, M of them.

    They remember (M, 2) their plastic elongations and what the last step added to them (m).
    """

    table: TieTable

    @property
    def initial(self) -> Array:
        """No plastic elongation."""
        return np.zeros((self.table.count, 2))

    def rows(self, memory: Array, state: State, ahead: State, dt: float) -> tuple[Contacts, JointRows]:
        """The ties as contacts of a step from ``state`` over ``dt`` (s), and what they are in it.

        ``ahead``: where the velocities of ``state`` lead the blocks; its deformation is not looked at.
        """
        table, count = self.table, self.table.count
        a, b = (np.ascontiguousarray(end) for end in table.anchors(state.position, state.rotation, state.deformation))
        distance = np.linalg.norm(b - a, axis=1)
        along = np.where(distance[:, None] > 0.0, b - a, np.array([0.0, 0.0, 1.0]))
        along /= np.where(distance > 0.0, distance, 1.0)[:, None]
        stretch = distance - table.length - memory[:, 0]
        led = table.elongation(ahead.position, ahead.rotation, state.deformation) - memory[:, 0]
        upper = table.stiffness * led > 0.5 * table.yield_force
        sign = np.where(upper, 1.0, -1.0)
        contacts = Contacts(
            blocks=table.blocks,
            point_a=a,
            point_b=b,
            normal=sign[:, None] * along,
            gap=np.maximum(-stretch, 0.0),
            friction=np.zeros(count),
            key=np.column_stack([np.full(count, TIE), np.arange(count)]),
        )
        flexibility = np.zeros((count, 3))
        flexibility[:, 0] = 1.0 / table.stiffness
        rows = JointRows(
            tension=np.where(upper, table.yield_force, 0.0),
            flexibility=flexibility,
            gap=sign * (led - dt * self._rate(state, a, b, along)),
            uneven=np.zeros(count),
            restitution=np.zeros(count),
            spring=np.ones(count, dtype=np.bool_),
            slip=np.zeros((count, 2)),
        )
        return contacts, rows

    @property
    def strengths(self) -> Strengths:
        """Of ties that yield as bonds that bear no compression, of others as contacts without tension: `bounded`."""
        yields = np.isfinite(self.table.yield_force)
        return Strengths(np.zeros(self.table.count), np.where(yields, self.table.yield_force, 0.0), yields)

    def bounded(self, contacts: Contacts, rows: JointRows) -> tuple[Contacts, JointRows]:
        """The rows of ties that may have any force in their bounds, as statics has them: upper where they yield."""
        upper = np.isfinite(self.table.yield_force)
        sign = np.where(upper == (rows.tension > 0.0), 1.0, -1.0)
        turned = replace(contacts, normal=sign[:, None] * contacts.normal, gap=np.zeros(contacts.count))
        return turned, replace(rows, tension=np.where(upper, self.table.yield_force, 0.0), gap=np.zeros(contacts.count))

    def force(self, problem: StepProblem, answer: AnswerLike) -> Array:
        """Forces (M,) of the ties, the last rows of a step (N)."""
        return self._sign(problem) * answer.impulse[-self.table.count :, 0] / -problem.dt

    def turned(self, problem: StepProblem, answer: AnswerLike) -> StepProblem | None:
        """The step with the other bound of ties whose answer passes it; None where all are within both."""
        force, most, upper = self.force(problem, answer), self.table.yield_force, self._upper(problem)
        known = np.where(np.isfinite(most), most, 0.0)
        wrong = np.where(upper, force < -BEYOND * known, force > most * (1.0 + BEYOND))
        if not np.any(wrong):
            return None
        first = problem.count - self.table.count
        sign = np.ones(problem.count)
        sign[first:][wrong] = -1.0
        bond = problem.bond.copy()
        bond[first:] = np.where(wrong, np.where(upper, 0.0, problem.dt * known), bond[first:])
        contacts = problem.contacts
        if contacts is not None:
            contacts = replace(contacts, normal=sign[:, None] * contacts.normal)
        return replace(
            problem,
            D=sign[:, None, None, None] * problem.D,
            phi=sign * problem.phi,
            prescribed=sign[:, None] * problem.prescribed,
            bond=bond,
            contacts=contacts,
        )

    def after(self, memory: Array, problem: StepProblem, answer: AnswerLike) -> Array:
        """The memory (M, 2) after a step."""
        rows = slice(problem.count - self.table.count, None)
        passed = problem.contact_velocity(answer.velocity, answer.impulse)[rows, 0]
        span = 1.0 / (problem.E[rows, 0] * problem.dt * self.table.stiffness)  # dt, or to the next middle (s)
        overshot, left = self.table.stiffness * span * passed, self.table.yield_force - self.force(problem, answer)
        yields = self._upper(problem) & (overshot > np.abs(left))  # of both one is zero, but for the solver's accuracy
        more = np.where(yields, span * passed, 0.0)
        return np.column_stack([memory[:, 0] + more, more])

    def work(self, memory: Array, state: State, problem: StepProblem, answer: AnswerLike) -> TieWork:
        """What a step did to the ties with the ``memory`` of its start."""
        table, rows = self.table, slice(problem.count - self.table.count, None)
        share = problem.E[rows, 0] * problem.dt**2 * table.stiffness
        stretch = table.elongation(state.position, state.rotation, state.deformation) - memory[:, 0]
        curved = self._sign(problem) * problem.phi[rows] / share - stretch
        force = np.clip(self.force(problem, answer), 0.0, table.yield_force)
        moved = (problem.apply_transpose(answer.velocity) + problem.prescribed)[rows, 0]
        more = self.after(memory, problem, answer)[:, 1]
        return TieWork(
            count=table.count,
            work=-float(np.sum(answer.impulse[rows, 0] * moved)),
            held=self._strain(table.force(stretch, np.zeros_like(stretch))),
            hold=self._strain(force),
            plastic=float(np.sum(force * more)),
            curved=float(np.sum(force * curved)),
        )

    def strain_energy(self, memory: Array, state: State) -> float:
        """Strain energy of the ties (J)."""
        stretch = self.table.elongation(state.position, state.rotation, state.deformation)
        return self._strain(self.table.force(stretch, plastic_part(self.table, stretch, memory)))

    def _strain(self, force: Array) -> float:
        return 0.5 * float(np.sum(force**2 / self.table.stiffness))

    def _upper(self, problem: StepProblem) -> Flags:
        """(M,) whether a row has the upper bound."""
        return np.asarray(problem.bond[problem.count - self.table.count :] > 0.0)

    def _sign(self, problem: StepProblem) -> Array:
        return np.where(self._upper(problem), 1.0, -1.0)

    def _rate(self, state: State, a: Array, b: Array, along: Array) -> Array:
        """Elongation rates (M,) (m/s) of ties with these anchors (M, 3), but for the rates at which blocks deform: they
        only tell which bound a tie is likely to reach.
        """
        speed = [
            state.velocity[block, :3] + np.cross(state.velocity[block, 3:], point - state.position[block])
            for block, point in zip(self.table.blocks.T, (a, b), strict=True)
        ]
        return np.asarray(np.sum((speed[1] - speed[0]) * along, axis=1))


def plastic_part(table: TieTable, elongation: Array, memory: Array) -> Array:
    """How much of an ``elongation`` (..., M) at the end of a step is plastic (m), with the ``memory`` (..., M, 2).

    A centred step foresees what a tie that yields elongates until the middle of the next one: up to there its force is
    the yield force.
    """
    least = memory[..., 0] - memory[..., 1]
    return np.clip(elongation - table.yield_force / table.stiffness, least, memory[..., 0])
