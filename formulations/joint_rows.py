"""Laws of joints as rows of a step: they shift its cones, add compliance, and make closing contacts rebound."""

from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from ..numerics.compiled import IntArray
from ..summary import Summarised
from .problem import StepProblem

__all__ = ["JointRows"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class JointRows(Summarised):
    """What the joints' laws give to the contacts of a step, one entry for each of them.

    ``tension`` (C,): tension at the apex of the cone (N). ``flexibility`` (C, 3): elastic yield [n, t1, t2] (m/N), zero
    where rigid. ``gap`` (C,): the gap as the law counts it (m). ``uneven`` (C,): gaps up to this are none where contact
    is rigid (m): by so much those of a bond that is whole and brittle differed at first. ``restitution`` (C,).
    ``spring`` (C,): whether the row is a spring of a bond: its flexibility is the whole of its compliance, and its
    elastic deformation is what the places of its two ends say, ``gap`` in the normal direction and ``slip`` (C, 2) in
    the tangential ones (m), not what the last step left.
    """

    tension: Array
    flexibility: Array
    gap: Array
    uneven: Array
    restitution: Array
    spring: NDArray[np.bool_]
    slip: Array

    def of(self, chosen: IntArray) -> "JointRows":
        """The rows of the ``chosen`` contacts, by their places."""
        return JointRows(**{one.name: getattr(self, one.name)[chosen] for one in fields(self)})

    def compliance(self, E: Array, dt: float) -> Array:
        """E (C, 3) of a step of ``dt`` (s): the joint's 1/(dt^2 K) beside the ``E`` of the formulation, in series."""
        return np.where(self.spring[:, None], 0.0, E) + self.flexibility / (dt * dt)

    def gaps(self, E: Array) -> Array:
        """Gaps (C,) for the compliance ``E`` (C, 3) of the step (m)."""
        beyond = np.copysign(np.maximum(np.abs(self.gap) - self.uneven, 0.0), self.gap)
        return np.where(E[:, 0] == 0.0, beyond, self.gap)

    def applied(self, problem: StepProblem, velocity: Array) -> StepProblem:
        """The step with bonds dt * tension, the springs' deformation and Newton's rebound.

        ``velocity`` (B, n): before the step. A contact with e > 0 that approaches, u_n < 0, and that would close in the
        step by the blocks' free motion is hit at its start: the speed becomes -e u_n, to which the step's forces add
        what they add to a free block's, whatever of the gap is left. Left so, a bouncing block gains no energy. Where
        blocks overlap, the larger of this speed and -phi/dt holds.
        """
        memory = problem.memory.copy()
        memory[self.spring, 1:] = self.slip[self.spring] / problem.dt
        rebound = np.zeros(problem.count)
        if np.any(self.restitution > 0.0):
            before = (problem.apply_transpose(velocity) + problem.prescribed)[:, 0]
            free = (problem.apply_transpose(problem.free_velocity) + problem.prescribed)[:, 0]
            speed = free - (1.0 + self.restitution) * before
            rebound = self.rebound(problem.phi / problem.dt, before, free, speed)
        return replace(problem, memory=memory, bond=self.tension * problem.dt, rebound=rebound)

    def rebound(self, rate: Array, before: Array, free: Array, speed: Array) -> Array:
        """`StepProblem.rebound` (C,) of contacts that leave with a ``speed``, where they approach with ``before`` and
        would close with the velocity ``free`` of free motion; ``rate``: phi/dt of the step. (C,) each (m/s).
        """
        closing = (self.restitution > 0.0) & (before < 0.0) & (rate + free < 0.0)
        return np.where(closing, np.maximum(rate + speed, 0.0), 0.0)
