"""Primal-dual interior point on the limit program: the same cones, the same nB x nB matrix, one more row.

With the loads f = k of the step and live loads p (B, n), in impulses x and contact velocities s of the cones
(`drystone.solvers.interior_point.solver`),

    D x + f + a p = 0,     D'v = s,     p'v = 1,     x o s -> 0,     x, s ∈ Q,

a the multiplier and v the mechanism. Eliminating dx and ds leaves

    D A D' dv - p da = r,     p'dv = 1 - p'v,     A = (R + T)^-1,

solved with the factors of delta I + D A D'. R and delta are proximal terms: they bound the condition and vanish with
the step. Where no limit exists the iterates grow without bound and their direction is the proof (status "unbounded":
forces that balance the live load alone; "infeasible": a mechanism on which the loads work and the live load does not).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from ...numerics.compiled import FloatArray
from ..structured.arrays import Arrays
from ..structured.convergence import Goal
from ..structured.schur import Schur
from .nesterov_todd import margins
from .path_system import expanded, reduced
from .predictor_corrector import ScaledCones, adapted, in_cones
from .tuning import LimitTuning

__all__ = ["LimitState", "limit_path"]

PROXIMAL_MOST = 1e-5
"""Largest R: a fixed one of 1e-8 takes a tenth more work."""
MEASURED_FROM = 10.0
"""A state is measured where its gap is within so many acceptable ones."""
RAY_GROWTH = 1e4
"""Growth of forces or velocities from which their direction may prove that no limit exists; the proof is measured."""
SLOW = 0.5
"""An answer is improved where it gets below this share of the best before."""
START_INSIDE, START_LEAST = 0.1, 1e-12
"""How far inside the cones the start is at least, over its largest entry, and the least size that counts as one."""
BALANCED = 1e-12
"""Balance at which refinements end (force of the scaled step): the rounding of sums over the contacts of a block."""
RISING = 10.0
"""They end where the work of what is left grows so many times: that is rounding."""
FREE_MOTION = 1e-10
"""A motion meets no contact where its work there is a smaller share of what is left: nothing but rounding holds it."""
ROUNDING = 1e-12
"""Loads on blocks that touch nothing balance within this share of the dead load."""

Point = tuple[FloatArray, float, FloatArray, FloatArray]
"""v (B, n), a, x and s (C, 3), or changes of them."""


@dataclass(frozen=True)
class LimitState:
    """Multiplier a, forces gamma (C, 3) and mechanism v (B, n), or rays of them, as ``status`` says.

    ``worst``: entry of its certificate; ``iterations``, of one factorisation each.
    """

    status: str
    multiplier: float
    force: FloatArray
    mechanism: FloatArray
    worst: float = np.inf
    iterations: int = 0


def limit_path(
    step: Arrays,
    live: FloatArray,
    measure: Callable[[LimitState], float],
    target: float,
    accuracy: float,
    tuning: LimitTuning | None = None,
) -> LimitState:
    """The best limit state on the path; ``measure`` gives the worst entry of a state's certificate.

    ``step``: k the dead load, D and mu; it has no compliance, and its offset is not read. ``live`` (B, n). The path
    ends at ``target``, or where there is little progress below ``accuracy``. Where ``worst`` is more it found nothing.
    """
    tuning = LimitTuning.of(tuning)
    if not step.count:
        state = _without_contacts(step.k, live)
        return replace(state, worst=measure(state))
    goal = Goal(target, tuning.acceptable * accuracy)
    path = _LimitPath(step, live, tuning)
    point = path.start()
    first, best, mark, waited = path.sizes(point), path.state("solved", point), np.inf, 0
    for iteration in range(tuning.iterations + 1):
        gap = float(np.sum(point[2] * point[3]))
        size = path.sizes(point) / first
        if not np.all(np.isfinite(size)):
            break
        grown = size > RAY_GROWTH
        near = gap <= MEASURED_FROM * accuracy * (1.0 + abs(point[1]))
        for status, likely in (("solved", near), ("unbounded", grown[0]), ("infeasible", grown[1])):
            if likely:
                state = path.state(status, point)
                state = replace(state, worst=measure(state), iterations=iteration)
                best = min(best, state, key=lambda one: one.worst)
        mark, waited = (best.worst, 0) if best.worst < SLOW * mark else (mark, waited + 1)
        if goal.met(best.worst, slow=waited >= tuning.patience):
            break
        if iteration == tuning.iterations or not path.factorise(point):
            break
        change, length = path.cones.advance(partial(path.direction, path.residuals(point)), *point[2:], gap)
        path.proximal = adapted(path.proximal, length, tuning.proximal, PROXIMAL_MOST)
        (v, a, x, s), (dv, da, dx, ds) = point, change
        point = v + length * dv, a + length * da, x + length * dx, s + length * ds
    return replace(best, iterations=iteration)


def _without_contacts(dead: FloatArray, live: FloatArray) -> LimitState:
    """Of blocks that touch nothing: the live load balances the dead load, or what it leaves of that moves them."""
    power = float(np.sum(live * live))
    a = -float(np.sum(dead * live)) / power
    rest = dead + a * live
    if np.max(np.abs(rest)) > ROUNDING * np.max(np.abs(dead)):
        return LimitState("infeasible", a, np.zeros((0, 3)), rest)
    return LimitState("solved", a, np.zeros((0, 3)), live / power)


class _LimitPath:
    """The program in the variables of the cones, and the factors of the last matrix."""

    def __init__(self, step: Arrays, live: FloatArray, tuning: LimitTuning) -> None:
        self.step, self.cone = in_cones(step)
        self.live, self.cones, self.tuning = live, ScaledCones.of(step.mu, tuning), tuning
        self.proximal, self.delta = tuning.proximal, tuning.delta
        self.none = np.zeros((step.count, 3), order="F")
        self.schur = Schur()
        self.schur.prepare(self.step)

    def start(self) -> Point:
        """The least forces that balance the dead load and the least motion on which the live load has unit power.

        Both moved into the cones.
        """
        self.soft = self.none
        self.weigh()
        x = np.asfortranarray(-self.step.operator.apply_transpose(self.solve(self.step.k)))
        v = self.aside / self.power
        s = np.asfortranarray(self.step.operator.apply_transpose(v))
        for z in (x, s):
            largest = max(float(np.max(np.abs(z))), START_LEAST)
            least = START_INSIDE * largest
            z[:, 0] += max(0.0, -1.5 * margins(z, self.step.mu)) + least
        product = 0.5 * np.sum(x * s)
        x[:, 0], s[:, 0] = x[:, 0] + product / np.sum(s[:, 0]), s[:, 0] + product / np.sum(x[:, 0])
        return v, 0.0, x, s

    def sizes(self, point: Point) -> FloatArray:
        """The largest force and the largest velocity."""
        return np.array([np.max(np.abs(point[2])), np.max(np.abs(point[0]))])

    def state(self, status: str, point: Point) -> LimitState:
        """A point as a limit state."""
        return LimitState(status, point[1], point[2] * self.cone, point[0])

    def residuals(self, point: Point) -> tuple[FloatArray, FloatArray, float]:
        """D x + f + a p, (B, n); D'v - s, (C, 3); p'v - 1."""
        step, (v, a, x, s) = self.step, point
        balance = step.operator.apply(x) + step.k + a * self.live
        motion = np.asfortranarray(step.operator.apply_transpose(v) - s)
        return balance, motion, float(np.sum(self.live * v)) - 1.0

    def factorise(self, point: Point) -> bool:
        """Factorise for the scaling point of x and s; R and delta have their units."""
        tuning, (_, _, x, s) = self.tuning, point
        unit = float(np.sum(s[:, 0]) / np.sum(x[:, 0]))
        self.soft = np.full_like(self.none, self.proximal * unit)
        self.delta = tuning.delta / unit
        self.cones.scale(x, s)
        return self.weigh()

    def weigh(self) -> bool:
        """Factorise delta I + D A D' = delta (I + D A/delta D'), and solve for the live load."""
        self.weight = self.cones.weights(self.soft)
        if not self.schur.factorise(self.weight / self.delta, self.step.operator):
            return False
        self.aside = self.solve(self.live)
        self.power = float(np.sum(self.live * self.aside))
        return self.power > 0.0

    def solve(self, rhs: FloatArray) -> FloatArray:
        """(delta I + D A D')^-1 rhs, (B, n)."""
        return self.schur.solve(rhs) / self.delta

    def direction(
        self, left: tuple[FloatArray, FloatArray, float], c: FloatArray, corrected: bool
    ) -> tuple[FloatArray, float, FloatArray, FloatArray]:
        """dv, da, dx, ds with D dx + p da, D'dv + R dx - ds and p'dv minus what is ``left``, and c + T dx + ds = 0.

        What delta and rounding leave of the first is taken away by projected conjugate gradients, the factors being
        the preconditioner (N. I. M. Gould, M. E. Hribar, J. Nocedal, On the solution of equality constrained quadratic
        programming problems arising in optimization, SIAM Journal on Scientific Computing 23 (2001) 1376-1395).
        """
        step, tuning, (balance, motion, power) = self.step, self.tuning, left
        dv, da = self.bordered(self.solve(reduced(step.operator, self.weight, motion, c, -balance)), power)
        dx, ds = expanded(step.operator, self.weight, self.soft, motion, c, dv)
        if not corrected:
            return dv, da, dx, ds
        rest = step.operator.apply(dx) + da * self.live + balance
        way, before = np.zeros_like(dv), 0.0
        for _ in range(tuning.refinements):
            more, rise = self.bordered(self.solve(rest), 0.0)
            rest, da = rest + rise * self.live, da + rise
            work = float(np.sum(rest * more))
            rises = not 0.0 < work <= (RISING * before if before else np.inf)
            if np.max(np.abs(rest)) <= BALANCED or rises:
                break
            way, before = more + (work / before * way if before else 0.0), work
            x, s = expanded(step.operator, self.weight, self.soft, self.none, self.none, way)
            change = step.operator.apply(x)
            length = work / max(-float(np.sum(change * way)), FREE_MOTION * work)
            dv, dx, ds, rest = dv + length * way, dx + length * x, ds + length * s, rest + length * change
        return dv, da, dx, ds

    def bordered(self, dv: FloatArray, power: float) -> tuple[FloatArray, float]:
        """``dv`` with so much of the live load's motion that its power is -``power``, and how much."""
        da = -(power + float(np.sum(self.live * dv))) / self.power
        return dv + da * self.aside, da
