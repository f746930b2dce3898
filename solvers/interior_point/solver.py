"""Primal-dual interior point on the step: Nesterov-Todd scaling, predictor and corrector, one factorisation each."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from ...checks import whole_number
from ...numerics.compiled import FloatArray, IntArray
from ...numerics.contact_operator import apply, apply_transpose
from ...numerics.friction_cone import project
from ...summary import counted
from ..newton.proximal import SETTLED, Judgement, judged, measure, proximal_newton, sufficient
from ..structured.arrays import Arrays, Iterate
from ..structured.base import StructuredSolver
from .guess import clearance, error_before, mended
from .nesterov_todd import margins, smooth_parts, times
from .path_system import expanded, reduced, residuals
from .predictor_corrector import Cones, adapted, in_cones
from .resting import hold, resting

__all__ = ["InteriorPointSolver"]

Direction = tuple[FloatArray, FloatArray, FloatArray]

KEPT = 0.01
"""Worst entry of a guess's certificate, over the target, at which it is the answer already."""
FRESH = 0.001
"""And how much of it, over the target, may be new: the next step would have to undo an error that came at once."""
FEW = 20
"""Newton iterations for a guess that is nearly the answer, which then stays near it."""
NEAR, FAR, NEAREST = 0.7, 200.0, 5e-6
"""A warm start is put where the gap would be ``NEAR`` times the worst entry of the guess's certificate, or the last of
these; ``FAR`` times it where the first steps from there turn out short, or where the entry is beyond
"""
USEFUL = 0.03
TRIAL, TIMID = 3, 0.55
"""So many first steps are short that are shorter than this on average."""
PROXIMAL, SMALLEST, LARGEST = 1e-7, 1e-9, 1e-6
"""Proximal term R of the impulses in the linear systems alone: it bounds their condition and vanishes with the step.

It holds back impulses that are softer than R, and contact velocities with them; without it impulses that the contacts
hardly determine run away and steps become short. So R grows after short steps and shrinks after long ones.
"""
CLOSE = 30.0
"""The certificate is taken where the gap and the residuals are within this factor of the target."""
EXHAUSTED = 1e-4
"""Gap, over the target, at which nothing more can come."""
AWAIT = 1e-3
"""The gap, over the target, that the path aims at while contact velocities are not yet within the target."""
ROUGH = 0.1
"""Momentum out of balance, over the target, from which the corrector's direction is refined."""
FAST, DEEPEST = 0.1, 1e-3
"""Where an iteration improves the certificate to this share, the path goes on to so far below the target;"""
SMALL, EAGER = 200, 0.5
"""and to this share in steps of so few contacts, whose iterations cost next to nothing."""
ENOUGH, SLOW, PATIENT = 1.4, 0.2, 8
"""A certificate within this factor of the target, and within the accuracy, will do where an iteration does not improve
it to this share, after so many iterations.
"""
CLEAR, CARRIES, WORTH, JOININGS = 0.02, 1e-6, (0.9, 0.5), 4
"""A guess's contacts whose velocities are so far inside their cones, and whose impulses are so small, are left out at
first, where at most such a share remains; the second where the guess is not `USEFUL`. Those that approach are added,
so often.
"""
LONGEST = 100
"""Iterations after which the path is entered anew near the best impulses."""
STALL = 1e-6
"""A step shorter than this ends the iteration: rounding allows no more."""


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
    moves the next step then takes about 10 iterations where a cold start takes 25. Contacts that the guess leaves wide
    open are left out until they approach. Where the guess is the answer it is returned; where the contacts that
    carry rest, one factorisation finds impulses that keep them so (`drystone.solvers.interior_point.resting`).

    Setting: ``max_iterations``. ``polish=False`` leaves the answer as the path ends.
    """

    name = "interior-point"
    description = "primal-dual interior point, Nesterov-Todd scaling, one nB x nB factorisation an iteration"
    share = 0.7
    reference = "Nesterov and Todd 1997; Mehrotra 1992; Gondzio 1996; Andersen, Dahl, Liu and Vandenberghe 2011"

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        super().__init__(tolerance, polish, **settings)
        self.most = whole_number(self.settings.get("max_iterations", 400), "max_iterations")

    def setting_names(self) -> tuple[str, ...]:
        """``max_iterations``."""
        return ("max_iterations",)

    def enough(self, target: float) -> float:
        """Worst entry of the certificate that will do where more is slow to come."""
        return max(target, min(ENOUGH * target, self.accuracy))

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """Impulses of the scaled step."""
        if guess is None:
            self.schur.prepare(step)
            return self._whole(step, None, np.inf, target)
        guess = Iterate(project(guess.impulse, step.mu), 0, velocity=guess.velocity)
        found = judged(step, guess.impulse)
        kept = found.worst <= KEPT * target and found.natural <= sufficient(step)
        if kept and found.worst - error_before(step, guess) <= FRESH * target:
            return guess
        self.schur.prepare(step)
        tried = Iterate(guess.impulse, 0, message="not begun")
        if resting(step, found.contact, guess.impulse):
            tried = self._held(step, guess, target)
        if tried.message and found.worst <= SETTLED:
            tried = proximal_newton(step, guess.impulse, self.schur, 0.2 * target, most=FEW).after(tried)
        if tried.message:
            guess = mended(step, guess)
            found = judged(step, guess.impulse)
            if found.worst <= KEPT * target and found.natural <= sufficient(step):
                return guess.after(tried)
            tried = self._near(step, guess.impulse, found, target).after(tried)
        return self._whole(step, guess, found.worst, target).after(tried) if tried.message else tried

    def _held(self, step: Arrays, guess: Iterate, target: float) -> Iterate:
        """Impulses at which everything rests, exactly; with a message where those of the guess lead to none."""
        path = _Path.of(step, self.schur, np.arange(step.count), target)
        found = hold(path.step, path.variables(guess.impulse), self.schur)
        impulse, message = np.ascontiguousarray(found.impulse * path.cone), found.message
        if not message:
            answer = judged(step, impulse)
            content = answer.worst <= KEPT * target and answer.natural <= sufficient(step)
            message = "" if content else "contacts that carried nothing move"
        return Iterate(impulse, found.iterations, found.factorisations, message)

    def _near(self, step: Arrays, impulse: FloatArray, guess: Judgement, target: float) -> Iterate:
        """Impulses by the contacts that those of a guess leave closed or nearly so; others that then approach join.

        With a message where that fails, or where there is nothing to leave out.
        """
        spent, worst, most = Iterate(impulse, 0), guess.worst, WORTH[int(guess.worst > USEFUL)]
        kept = (clearance(guess.contact, step.mu) <= CLEAR) | (impulse[:, 0] > CARRIES)
        for _ in range(JOININGS):
            if not 0.0 < np.mean(kept) <= most or spent.iterations >= self.most:
                break
            path = _Path.of(step, self.schur, np.flatnonzero(kept), self.enough(target))
            self.schur.restrict(path.step, kept)
            found = path.enter(impulse[kept], worst, target, min(self.most - spent.iterations, LONGEST)).after(spent)
            if found.message:
                return found
            impulse = np.zeros_like(impulse)
            impulse[kept] = found.impulse
            spent, now = Iterate(impulse, found.iterations, found.factorisations), judged(step, impulse)
            approaching = ~kept & (clearance(now.contact, step.mu) < -target)
            if not np.any(approaching):
                return spent
            worst = now.worst
            kept |= approaching
        return Iterate(impulse, spent.iterations, spent.factorisations, "too few contacts are open")

    def _whole(self, step: Arrays, guess: Iterate | None, worst: float, target: float) -> Iterate:
        """Impulses by all contacts at once."""
        self.schur.prepare(step)
        path = _Path.of(step, self.schur, np.arange(step.count), self.enough(target))
        found = Iterate(step.offset, 0, message="not begun")
        if guess is not None:
            found = path.enter(guess.impulse, worst, target, min(self.most, LONGEST))
        if found.message and not path.unfinished and found.iterations < self.most:
            found = path.follow(None, target, min(self.most - found.iterations, LONGEST)).after(found)
        while path.unfinished and found.iterations < self.most:
            worst = judged(step, found.impulse).worst
            more = path.enter(found.impulse, worst, target, min(self.most - found.iterations, LONGEST)).after(found)
            if judged(step, more.impulse).worst >= worst:
                return replace(more, impulse=found.impulse, message="no progress any more")
            found = more
        return found


@dataclass
class _Path:
    """The step in the variables of the cones, gamma = ``cone`` x and u = s / ``cone``, and where the path is.

    ``enough``: worst entry of the certificate that will do where more is slow to come.
    """

    step: Arrays
    cone: FloatArray
    energy: float
    schur: Any
    cones: Cones
    soft: FloatArray
    weight: FloatArray
    proximal: float
    enough: float
    unfinished: bool = False
    timid: bool = False

    @classmethod
    def of(cls, step: Arrays, schur: Any, kept: IntArray, enough: float) -> "_Path":
        """The contacts ``kept`` of a step, with D, offset and E in the variables of the cones."""
        changed, cone = in_cones(step, kept)
        energy = max(1.0, 0.5 * float(np.sum(step.k**2)))
        cones, weight = Cones.of(changed.mu), np.empty((0, 3, 3))
        return cls(changed, cone, energy, schur, cones, changed.E, weight, PROXIMAL, enough)

    def enter(self, impulse: FloatArray, worst: float, target: float, most: int) -> Iterate:
        """Follow the path for ``most`` iterations from impulses (C, 3) with this ``worst`` entry of the certificate."""
        spent = Iterate(impulse, 0)
        for share in (NEAR, FAR) if worst <= USEFUL else (FAR,):
            centre = share * max(worst, NEAREST) * self.energy / self.step.count
            found = self.follow(self.beside(impulse, centre), target, most - spent.iterations, TIMID).after(spent)
            if not self.timid or found.iterations >= most:
                break
            spent = found
        return found

    def follow(self, start: Direction | None, target: float, most: int, timid: float = 0.0) -> Iterate:
        """Follow the path until the certificate is within ``target``, or near it and no longer better by much.

        From ``start`` v, x, s, or cold, for ``most`` iterations; where it ends otherwise a message says why, as where
        the first steps are on average shorter than ``timid``.
        """
        step, self.proximal, self.unfinished, self.timid = self.step, PROXIMAL, False, False
        v, x, s = self.outside() if start is None else start
        worst, best, nearest, way = np.inf, (np.inf, x), np.inf, 0.0
        for iteration in range(most):
            if iteration == TRIAL and way < TRIAL * timid:
                self.timid = True
                return self.end(x, iteration, "the first steps are short")
            balance, motion, size, gap = residuals(step.D, step.blocks, step.k, step.offset, step.E, v, x, s)
            away = max(gap / self.energy, size)
            if best[0] == np.inf and away <= nearest:
                nearest, best = away, (np.inf, x)
            if away <= CLOSE * target:
                before, worst = worst, self.worst(x)
                best = min(best, (worst, x), key=lambda pair: pair[0])
                fast = worst > DEEPEST * target and worst < (FAST if step.count > SMALL else EAGER) * before
                if (worst <= target and not fast) or (
                    iteration >= PATIENT and best[0] <= self.enough and worst >= SLOW * before
                ):
                    return self.end(best[1], iteration)
            if gap <= EXHAUSTED * target * self.energy:
                left = best[0] > self.enough
                return self.end(best[1], iteration, "the gap is closed and rounding is left" if left else "")
            self.cones.scale(x, s)
            if not self.factorise():
                return self.end(best[1], iteration, "the matrix is no longer positive definite")
            awaited = AWAIT * target * self.energy if size > target else 0.0
            rough = float(np.max(np.abs(balance))) > ROUGH * target
            direction = partial(self.direction, balance, motion, rough)
            (dv, dx, ds), length = self.cones.advance(direction, x, s, gap, awaited)
            if not length > STALL and self.proximal >= LARGEST:
                return self.end(best[1], iteration + 1, "steps became too short")
            self.proximal = adapted(self.proximal, length, (SMALLEST, LARGEST))
            v, x, s, way = v + length * dv, x + length * dx, s + length * ds, way + length
        self.unfinished = True
        return self.end(best[1], most, counted(most, "iteration"))

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
        """X (C, 3) of impulses (C, 3)."""
        return np.divide(impulse, self.cone, out=np.zeros_like(self.cone), where=self.cone > 0.0)

    def factorise(self) -> bool:
        """Factorise I + D (E + R + T)^-1 D' for the scaling of the path."""
        self.soft = self.step.E + self.proximal
        self.weight = self.cones.weights(self.soft)
        return bool(self.schur.factorise(self.weight, self.step.D))

    def direction(
        self, balance: FloatArray, motion: FloatArray, rough: bool, c: FloatArray, corrected: bool
    ) -> Direction:
        """dv, dx, ds with dv - D dx = -balance, D'dv + (E + R) dx - ds = -motion and c + T dx + ds = 0.

        What rounding leaves of the first, where (E + R + T)^-1 is large, is solved for once more where the path is
        ``rough`` and the direction not the predictor's.
        """
        step, soft = self.step, self.soft
        dv = self.schur.solve(reduced(step.D, step.blocks, self.weight, motion, c, balance))
        dx, ds = expanded(step.D, step.blocks, self.weight, soft, motion, c, dv)
        if rough and corrected:
            none = np.zeros_like(motion)
            more = self.schur.solve(apply(step.D, step.blocks, dx, step.bodies) - dv - balance)
            change = expanded(step.D, step.blocks, self.weight, soft, none, none, more)
            dv, dx, ds = dv + more, dx + change[0], ds + change[1]
        return dv, dx, ds

    def worst(self, x: FloatArray) -> float:
        """The worst entry of the certificate for impulses (C, 3) in their cones."""
        contact = self.step.contact_velocity(self.step.velocity(x), x)
        return measure(x * self.cone, contact / np.where(self.cone > 0.0, self.cone, 1.0), self.step.mu, self.energy)[0]

    def end(self, x: FloatArray, iterations: int, message: str = "") -> Iterate:
        """The impulses of x."""
        return Iterate(np.ascontiguousarray(x * self.cone), iterations, iterations + 1, message)
