"""The central path of a step in the variables of the cones, and how it is entered and followed."""

from dataclasses import dataclass, field
from functools import partial
from math import inf
from typing import Any, ClassVar, Self

import numpy as np

from ...numerics.compiled import FloatArray
from ..structured.arrays import Arrays, Iterate
from ..structured.convergence import End, Goal
from ..structured.residuals import measure
from .nesterov_todd import margins, smooth_parts, times
from .path_system import expanded, reduced, residuals
from .predictor_corrector import LONG_STEP, ScaledCones, adapted, in_cones, variables
from .tuning import InteriorPointTuning

__all__ = ["CentralPath", "Direction"]

GUESS_USEFUL = 0.03
"""Worst entry of a certificate from which a guess is poor."""
TRIAL_STEPS = 3
"""A warm start is poor as soon as its steps, from so many on, are shorter than ``trial_length`` (share of a full step)
on average: a longer one gives up more of them, for a start farther from the boundary."""
MEASURED_FROM = 30.0
"""The certificate is taken where gap and residuals are within so many targets: it takes a pass over them."""
FAST, DEEPEST = 0.1, 1e-3
"""The path goes on below the target, to ``DEEPEST`` of it, while an iteration improves the certificate to less than
``FAST`` of it: velocities of up to 25 blocks are twenty times more accurate for one iteration more."""
SHORTEST_STEP = 1e-6
"""A shorter step ends the iteration: rounding allows no more."""
PROXIMAL_LEAST, PROXIMAL_MOST = 1e-9, 1e-6
"""Bounds of the proximal term of impulses up to `LARGE`: above, it holds contact velocities back. One fixed value takes
up to three times the work on steps of 1000 blocks."""

LARGE = 10.0
"""Impulses (momenta of a block) beyond which their proximal term is less, in the same ratio: what it leaves of contact
velocities grows with the change of an impulse, and that with the impulse. Where small stones bear a tower some are
2000; one term for all takes three times the work there. Below 2, impulses that contacts hardly determine run away."""

Direction = tuple[FloatArray, FloatArray, FloatArray]


@dataclass
class CentralPath:
    """The step in the variables of the cones, gamma = ``cone`` x and u = s / ``cone``, and where the path is.

    What is of contacts lies by components (Fortran's order), see `drystone.solvers.interior_point.nesterov_todd`.
    ``soft`` (C, 3): E + R, with the ``proximal`` terms R. It ends where residual and gap have not fallen to the share
    ``progress`` in so many iterations as ``patience`` says, and where a warm start is poor, see ``trial_length``.
    """

    progress = 1.0
    patience = inf
    trial_length = 0.4
    restarts: ClassVar[bool] = True
    """Whether a path that ends short of the goal is followed again from elsewhere."""

    step: Arrays
    cone: FloatArray
    energy: float
    schur: Any
    cones: ScaledCones
    goal: Goal
    tuning: InteriorPointTuning
    soft: FloatArray = field(init=False)
    weight: FloatArray = field(init=False)
    proximal: float = field(init=False)

    @classmethod
    def of(cls, step: Arrays, schur: Any, goal: Goal, tuning: InteriorPointTuning, **more: Any) -> Self:
        """A step, with D, offset and E in the variables of the cones."""
        changed, cone = in_cones(step)
        energy = max(1.0, step.energy)
        seen = schur.in_contacts(changed)
        return cls(seen, cone, energy, schur, ScaledCones.of(step.mu, tuning), goal, tuning, **more)

    def enter(self, impulse: FloatArray, worst: float, most: int) -> Iterate:
        """Follow the path for ``most`` iterations from impulses (C, 3) with this ``worst`` entry of the certificate."""
        tuning, spent = self.tuning, Iterate(impulse, 0)
        near, far = tuning.start_near * worst, tuning.start_far * worst
        for gap in (near, far) if worst <= GUESS_USEFUL else (far,):
            start = self.beside(impulse, gap * self.energy / self.step.count)
            found = self.follow(start, most - spent.iterations, self.trial_length).after(spent)
            if found.end is not End.POOR_START or found.iterations >= most:
                break
            spent = found
        return found

    def follow(self, start: Direction | None, most: int, trial_length: float = 0.0) -> Iterate:
        """Follow the path until the certificate is within the goal.

        From ``start`` v, x, s, or cold, for ``most`` iterations; not further where steps so far are on average shorter
        than ``trial_length``.
        """
        tuning, target = self.tuning, self.goal.target
        self.proximal = tuning.proximal
        start = self.outside() if start is None else start
        if start is None:
            return self.ended((np.inf, np.zeros_like(self.cone)), 0, End.NOT_POSITIVE_DEFINITE)
        v, x, s = start
        worst, best, nearest, way, length = np.inf, (np.inf, x), np.inf, 0.0, 1.0
        mark, waited = np.inf, 0
        for iteration in range(most):
            if iteration >= TRIAL_STEPS and way < iteration * trial_length:
                return self.ended((np.inf, x), iteration, End.POOR_START)
            balance, motion, size, gap = self.residuals(v, x, s, fresh=iteration == 0)
            away = max(gap / self.energy, size)
            if best[0] == np.inf and away <= nearest:
                nearest, best = away, (np.inf, x)
            if away <= MEASURED_FROM * target:
                before, worst = worst, self.worst(x)
                best = min(best, (worst, x), key=lambda pair: pair[0])
                deeper = DEEPEST * target < worst < FAST * before
                if self.goal.met(worst) and not deeper:
                    return self.ended(best, iteration, End.CONVERGED)
            mark, waited = (away, 0) if away < self.progress * mark else (mark, waited + 1)
            if waited >= self.patience:
                return self.ended(best, iteration, End.STALLED)
            self.cones.scale(x, s)
            self.regularise(x)
            if not self.factorise():
                return self.ended(best, iteration, End.NOT_POSITIVE_DEFINITE)
            direction = partial(self.direction, balance, motion)
            (dv, dx, ds), length = self.cones.advance(direction, x, s, gap, self.least_gap(size, length))
            if not length > SHORTEST_STEP and self.proximal >= PROXIMAL_MOST:
                return self.ended(best, iteration + 1, End.SHORT_STEPS)
            self.stepped(length)
            v, x, s, way = v + length * dv, x + length * dx, s + length * ds, way + length
        return self.ended(best, most, End.ITERATION_LIMIT)

    def beside(self, impulse: FloatArray, centre: float) -> Direction:
        """The point v, x, s near impulses (C, 3), with x o s = ``centre`` e."""
        x = variables(impulse, self.cone)
        x, s = smooth_parts(np.asfortranarray(x - self.contact(x)), self.step.mu, centre)
        return self.step.velocity(x), x, s

    def outside(self) -> Direction | None:
        """The point v, x, s: the least-squares point of unit weights, moved into the cones.

        None where their matrix is not positive definite: the identity is lost in it where mu is 1e-9.
        """
        step = self.step
        self.cones.reset()
        self.regularise(np.zeros_like(self.cone))
        if not CentralPath.factorise(self):
            return None
        free = step.operator.apply_transpose(step.k) + step.offset
        if self.schur.by_contacts is None:
            v = step.k - self.schur.solve(step.operator.apply(times(self.weight, free)))
            x = np.asfortranarray(-times(self.weight, step.operator.apply_transpose(v) + step.offset))
        else:
            x = self.schur.by_contacts.impulses(-free)
        s = -x
        for z in (x, s):
            inside = margins(z, step.mu)
            if inside <= 1e-8:
                z[:, 0] += 1.0 - inside
        return step.velocity(x), x, s

    def regularise(self, x: FloatArray) -> None:
        """Add the proximal terms to the compliance, for impulses x (C, 3)."""
        self.soft = self.step.E + self.proximal / np.maximum(1.0, x[:, :1] / LARGE)

    def factorise(self) -> bool:
        """Factorise I + D (E + R + T)^-1 D' for the scaling of the path."""
        if self.schur.by_contacts is not None:
            return bool(self.schur.by_contacts.factorise_root(self.cones.roots(self.soft), self.step.operator))
        self.weight = self.cones.weights(self.soft)
        return bool(self.schur.factorise(self.weight, self.step.operator))

    def least_gap(self, size: float, length: float) -> float:
        """What the gap is not led below after a step of this ``length``, where contact velocities are off by ``size``.

        The proximal term leaves some of that in every step. Where the gap is far below it, its correction ends at the
        cones, and steps stay short.
        """
        tuning = self.tuning
        waits = length <= LONG_STEP and size <= MEASURED_FROM * self.goal.target
        return tuning.gap_least * size * self.energy if waits else 0.0

    def stepped(self, length: float) -> None:
        """Learn from the length of a step."""
        self.proximal = adapted(self.proximal, length, PROXIMAL_LEAST, PROXIMAL_MOST)

    def contact(self, x: FloatArray) -> FloatArray:
        """What impulses x (C, 3) are complementary to, (C, 3), with the velocities that balance momentum."""
        return self.step.contact_velocity(self.step.velocity(x), x)

    def residuals(
        self, v: FloatArray, x: FloatArray, s: FloatArray, fresh: bool
    ) -> tuple[FloatArray, FloatArray, float, float]:
        """What is left of both equations at v, x, s, the largest of the second and the gap; ``fresh``: of a start."""
        return residuals(self.step, v, x, s)

    def direction(self, balance: FloatArray, motion: FloatArray, c: FloatArray, corrected: bool) -> Direction:
        """dv, dx, ds with dv - D dx = -balance, D'dv + (E + R) dx - ds = -motion and c + T dx + ds = 0."""
        operator, by_contacts = self.step.operator, self.schur.by_contacts
        if by_contacts is None:
            dv = self.schur.solve(reduced(operator, self.weight, motion, c, balance))
            dx, ds = expanded(operator, self.weight, self.soft, motion, c, dv)
            return dv, dx, ds
        dx = by_contacts.impulses(operator.apply_transpose(balance) - motion - c)
        dv = operator.apply(dx) - balance
        return dv, dx, operator.apply_transpose(dv) + self.soft * dx + motion

    def worst(self, x: FloatArray) -> float:
        """The worst entry of the certificate for impulses (C, 3) in their cones."""
        contact = self.contact(x)
        return measure(x * self.cone, contact / np.where(self.cone > 0.0, self.cone, 1.0), self.step.mu, self.energy)[0]

    def ended(self, best: tuple[float, FloatArray], iterations: int, end: End) -> Iterate:
        """The ``best`` impulses, with the worst entry of their certificate; they may be good enough in any case."""
        worst, x = best
        end = End.CONVERGED if self.goal.met(worst) else end
        return Iterate(np.ascontiguousarray(x * self.cone), iterations, iterations + 1, end)
