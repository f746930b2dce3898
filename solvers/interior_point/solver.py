"""Primal-dual interior point on the step: Nesterov-Todd scaling, predictor and corrector, one factorisation each."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ...checks import whole_number
from ...numerics.compiled import FloatArray
from ...numerics.contact_operator import apply, apply_transpose
from ...numerics.friction_cone import project
from ..newton.proximal import measure, proximal_newton, residuals_of, sufficient
from ..newton.tuning import NewtonTuning
from ..structured.arrays import Arrays, Iterate
from ..structured.base import StructuredSolver
from ..structured.convergence import End, Goal
from .guess import error_before, gradient_sweeps
from .nesterov_todd import margins, smooth_parts, times
from .path_system import expanded, reduced, residuals
from .predictor_corrector import ScaledCones, adapted, in_cones
from .resting import at_rest, resting_impulses
from .tuning import InteriorPointTuning, LimitTuning

__all__ = ["InteriorPointSolver"]

Direction = tuple[FloatArray, FloatArray, FloatArray]

NEWTON = NewtonTuning()
"""Of the Newton rounds on a guess that is nearly the answer, and of what makes impulses exact."""


class InteriorPointSolver(StructuredSolver):
    """Infeasible primal-dual path following in velocities v, impulses x and contact velocities s,

        v = k + D x,     s = D'v + offset + E x,     x o s -> 0,     x, s ∈ Q,

    x = (mu gamma_n, gamma_t) and s = (u_n/mu, u_t) in second-order cones Q. Eliminating dx and ds leaves the nB x nB
    system (I + D (E + T)^-1 D') dv = r, factorised once for the predictor, the corrector and, where the step would be
    short, up to two more (Gondzio's centrality correctors). Polishing (`drystone.solvers.newton.proximal`) then finds
    which contacts stick, slide and open exactly.

    A warm start from impulses gamma and their contact velocities u is the point near them with x o s = m e exactly,

        x = 1/2 (z + (z o z + 4 m e)^(1/2)),    s = x - z,    z = x(gamma) - s(u)

    (Chen-Harker-Kanzow-Smale smoothing of the projection), with m so large as the guess is wrong. Of a structure that
    moves the next step then takes about 10 iterations where a cold start takes 25. Where the guess is the answer it is
    returned; where the contacts that carry rest, one factorisation finds impulses that keep them so
    (`drystone.solvers.interior_point.resting`).

    Settings: ``max_iterations``; ``tuning``, an `InteriorPointTuning` or the numbers of it that differ, by name;
    ``limit_tuning``, of limit programs, a `LimitTuning` or such numbers.
    ``polish=False`` leaves the answer as the path ends.
    """

    name = "interior-point"
    description = "primal-dual interior point, Nesterov-Todd scaling, one nB x nB factorisation an iteration"
    target_ratio = 0.95
    reference = "Nesterov and Todd 1997; Mehrotra 1992; Gondzio 1996; Andersen, Dahl, Liu and Vandenberghe 2011"

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        super().__init__(tolerance, polish, **settings)
        self.most = whole_number(self.settings.get("max_iterations", 400), "max_iterations")
        self.tuning = InteriorPointTuning.of(self.settings.get("tuning"))
        self.limit_tuning = LimitTuning.of(self.settings.get("limit_tuning"))

    def setting_names(self) -> tuple[str, ...]:
        """``max_iterations``, ``tuning`` and ``limit_tuning``."""
        return ("max_iterations", "tuning", "limit_tuning")

    def exact(self, step: Arrays, target: float) -> Goal:
        """What impulses that are returned as they are have to be: near the target they would drift in a run."""
        return Goal(self.tuning.guess_kept * target, natural=sufficient(step, NEWTON))

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """Impulses of the scaled step."""
        if guess is None:
            self.schur.prepare(step)
            return self._on_the_path(step, None, np.inf, target)
        tuning, exact = self.tuning, self.exact(step, target)
        guess = Iterate(project(guess.impulse, step.mu), 0, velocity=guess.velocity)
        found = residuals_of(step, guess.impulse)
        kept = exact.met(found.worst, found.natural)
        if kept and found.worst - error_before(step, guess) <= tuning.guess_fresh * target:
            return guess
        self.schur.prepare(step)
        tried = Iterate(guess.impulse, 0, end=End.NOT_BEGUN)
        if at_rest(step, found.contact, guess.impulse, tuning):
            tried = self._at_rest(step, guess, target)
        if not tried.end.converged and found.worst <= NEWTON.settled:
            inner, most = tuning.newton_target * target, tuning.newton_iterations
            tried = proximal_newton(step, guess.impulse, self.schur, inner, NEWTON, most).after(tried)
        if not tried.end.converged:
            guess = gradient_sweeps(step, guess, tuning)
            found = residuals_of(step, guess.impulse)
            if exact.met(found.worst, found.natural):
                return guess.after(tried)
            tried = self._on_the_path(step, guess, found.worst, target).after(tried)
        return tried

    def _at_rest(self, step: Arrays, guess: Iterate, target: float) -> Iterate:
        """Impulses at which everything rests, exactly, where those of the guess lead to some."""
        path = _CentralPath.of(step, self.schur, Goal(target), self.tuning)
        found = resting_impulses(path.step, path.variables(guess.impulse), self.schur, self.tuning)
        impulse, end = np.ascontiguousarray(found.impulse * path.cone), found.end
        if end.converged:
            answer = residuals_of(step, impulse)
            end = End.CONVERGED if self.exact(step, target).met(answer.worst, answer.natural) else End.NOT_AT_REST
        return Iterate(impulse, found.iterations, found.factorisations, end)

    def _on_the_path(self, step: Arrays, guess: Iterate | None, worst: float, target: float) -> Iterate:
        """Impulses at the end of the path, entered near those of a guess with this ``worst`` entry, or cold."""
        self.schur.prepare(step)
        path = _CentralPath.of(step, self.schur, Goal(target), self.tuning)
        found = Iterate(step.offset, 0, end=End.NOT_BEGUN)
        if guess is not None:
            found = path.enter(guess.impulse, worst, self.most)
        if not found.end.converged and found.iterations < self.most:
            found = path.follow(None, self.most - found.iterations).after(found)
        return found


@dataclass
class _CentralPath:
    """The step in the variables of the cones, gamma = ``cone`` x and u = s / ``cone``, and where the path is.

    ``soft`` (C, 3): E + R, with the ``proximal`` term R.
    """

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
    def of(cls, step: Arrays, schur: Any, goal: Goal, tuning: InteriorPointTuning) -> "_CentralPath":
        """A step, with D, offset and E in the variables of the cones."""
        changed, cone = in_cones(step)
        energy = max(1.0, 0.5 * float(np.sum(step.k**2)))
        return cls(changed, cone, energy, schur, ScaledCones.of(changed.mu, tuning), goal, tuning)

    def enter(self, impulse: FloatArray, worst: float, most: int) -> Iterate:
        """Follow the path for ``most`` iterations from impulses (C, 3) with this ``worst`` entry of the certificate."""
        tuning, spent = self.tuning, Iterate(impulse, 0)
        near, far = tuning.start_near, tuning.start_far
        for factor in (near, far) if worst <= tuning.guess_useful else (far,):
            centre = factor * worst * self.energy / self.step.count
            start = self.beside(impulse, centre)
            found = self.follow(start, most - spent.iterations, tuning.trial_length).after(spent)
            if found.end is not End.POOR_START or found.iterations >= most:
                break
            spent = found
        return found

    def follow(self, start: Direction | None, most: int, trial_length: float = 0.0) -> Iterate:
        """Follow the path until the certificate is within the goal.

        From ``start`` v, x, s, or cold, for ``most`` iterations; not further where the first steps are on average
        shorter than ``trial_length``.
        """
        step, tuning, target = self.step, self.tuning, self.goal.target
        self.proximal = tuning.proximal
        v, x, s = self.outside() if start is None else start
        worst, best, nearest, way = np.inf, (np.inf, x), np.inf, 0.0
        for iteration in range(most):
            if iteration == tuning.trial_steps and way < tuning.trial_steps * trial_length:
                return self.ended((np.inf, x), iteration, End.POOR_START)
            balance, motion, size, gap = residuals(step.D, step.blocks, step.k, step.offset, step.E, v, x, s)
            away = max(gap / self.energy, size)
            if best[0] == np.inf and away <= nearest:
                nearest, best = away, (np.inf, x)
            if away <= tuning.measured_from * target:
                before, worst = worst, self.worst(x)
                best = min(best, (worst, x), key=lambda pair: pair[0])
                deeper = tuning.deepest * target < worst < tuning.fast * before
                if self.goal.met(worst) and not deeper:
                    return self.ended(best, iteration, End.CONVERGED)
            self.cones.scale(x, s)
            if not self.factorise():
                return self.ended(best, iteration, End.NOT_POSITIVE_DEFINITE)
            direction = partial(self.direction, balance, motion)
            (dv, dx, ds), length = self.cones.advance(direction, x, s, gap)
            if not length > tuning.shortest_step and self.proximal >= tuning.proximal_most:
                return self.ended(best, iteration + 1, End.SHORT_STEPS)
            self.proximal = adapted(self.proximal, length, tuning, tuning.proximal_least, tuning.proximal_most)
            v, x, s, way = v + length * dv, x + length * dx, s + length * ds, way + length
        return self.ended(best, most, End.ITERATION_LIMIT)

    def beside(self, impulse: FloatArray, centre: float) -> Direction:
        """V, x, s near impulses (C, 3), with x o s = ``centre`` e."""
        x = self.variables(impulse)
        x, s = smooth_parts(x - self.step.contact_velocity(self.step.velocity(x), x), self.step.mu, centre)
        return self.step.velocity(x), x, s

    def outside(self) -> Direction:
        """V, x, s: the least-squares point of unit weights, moved into the cones."""
        step = self.step
        self.cones.reset()
        self.factorise()
        free = apply_transpose(step.D, step.blocks, step.k) + step.offset
        v = step.k - self.schur.solve(apply(step.D, step.blocks, times(self.weight, free), step.bodies))
        x = -times(self.weight, apply_transpose(step.D, step.blocks, v) + step.offset)
        s = -x
        for z in (x, s):
            inside = margins(z, step.mu)
            if inside <= 1e-8:
                z[:, 0] += 1.0 - inside
        return step.velocity(x), x, s

    def variables(self, impulse: FloatArray) -> FloatArray:
        """x (C, 3) of impulses (C, 3)."""
        return np.divide(impulse, self.cone, out=np.zeros_like(self.cone), where=self.cone > 0.0)

    def factorise(self) -> bool:
        """Factorise I + D (E + R + T)^-1 D' for the scaling of the path."""
        self.soft = self.step.E + self.proximal
        self.weight = self.cones.weights(self.soft)
        return bool(self.schur.factorise(self.weight, self.step.D))

    def direction(self, balance: FloatArray, motion: FloatArray, c: FloatArray, corrected: bool) -> Direction:
        """dv, dx, ds with dv - D dx = -balance, D'dv + (E + R) dx - ds = -motion and c + T dx + ds = 0."""
        step, soft = self.step, self.soft
        dv = self.schur.solve(reduced(step.D, step.blocks, self.weight, motion, c, balance))
        dx, ds = expanded(step.D, step.blocks, self.weight, soft, motion, c, dv)
        return dv, dx, ds

    def worst(self, x: FloatArray) -> float:
        """The worst entry of the certificate for impulses (C, 3) in their cones."""
        contact = self.step.contact_velocity(self.step.velocity(x), x)
        return measure(x * self.cone, contact / np.where(self.cone > 0.0, self.cone, 1.0), self.step.mu, self.energy)[0]

    def ended(self, best: tuple[float, FloatArray], iterations: int, end: End) -> Iterate:
        """The ``best`` impulses, with the worst entry of their certificate; they may be good enough in any case."""
        worst, x = best
        end = End.CONVERGED if self.goal.met(worst) else end
        return Iterate(np.ascontiguousarray(x * self.cone), iterations, iterations + 1, end)
