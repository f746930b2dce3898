"""Proximal-point steps on the impulses, each solved by Newton's method in the velocities.

One step around impulses gamma0, with R >= 0 on the diagonal and S = E + R > 0, solves

    v = k + D gamma,     Y  ∋  gamma   ⊥   D'v + offset + E gamma + R (gamma - gamma0)   ∈  Y*,

that is, as the dual of it in the velocities,

    min over v   f(v) = 1/2 |v - k|^2 + 1/2 |P(p(v))|^2,     p(v) = -S^(-1/2) (D'v + offset - R gamma0),

P the projection on { m x_n >= |x_t| } with m = mu sqrt(S_t/S_n). Its impulses are gamma(v) = S^(-1/2) P(p(v)), its
gradient is v - k - D gamma(v), its generalised Hessian I + D W D' with W = S^(-1/2) P'(p) S^(-1/2). The next step
takes gamma0 = gamma: R is needless where E > 0, and vanishes from the answer elsewhere. S must be the same in both
tangential directions, or { m x_n >= |x_t| } would be no round cone: where E is not, R is what makes it so.

(R. T. Rockafellar, Augmented Lagrangians and applications of the proximal point algorithm in convex programming,
Mathematics of Operations Research 1 (1976) 97-116; L. Qi, J. Sun, A nonsmooth version of Newton's method,
Mathematical Programming 58 (1993) 353-367.)
"""

import math
from dataclasses import dataclass

import numpy as np

from ...numerics.compiled import FloatArray, fused
from ...numerics.friction_cone import projected
from ..structured.arrays import Arrays, Iterate
from ..structured.convergence import End, Goal
from ..structured.residuals import residuals_of
from ..structured.schur import Schur
from .tuning import NewtonTuning

__all__ = [
    "evened",
    "impulses",
    "line_slope",
    "points",
    "proximal_newton",
    "stiffness",
    "sufficient",
]

SETTLED = 1e-6
"""Worst entry of a certificate up to which a start is nearly right."""
SETTLED_TARGET = 1e-11
"""Worst entry to reach from there, unless a round brings little: what is left would add up in time."""
PROXIMAL_SETTLED = 1e-4
"""R from there: gaps of rounding size move impulses by their size over R alone."""
FUTILE_ROUNDS = 8
"""So many rounds in a row that bring little, or take no iteration at the least R, end the method: rounding allows no
more."""
NATURAL_UNIQUE = 1e-9
"""Natural residual over the compliance that makes impulses unique, since that divides it into their errors."""
GRADIENT, GRADIENT_COMPLIANT = 1e-9, 1e-12
"""Gradients at which Newton's method ends, in rigid steps and where some contact is compliant."""
ROUGH = 10.0
"""As long as R shrinks, it ends at a gradient of so many R: the next round moves the impulses by more."""
FLAT, SEARCHES = 0.1, 40
"""Slope, over the first, at which a line search ends, and its evaluations: bisection reaches rounding by then."""
STAGNANT, STAGNANT_NEAR = 50, 1000.0
"""Iterations without a lower gradient after which Newton's method ends, if that is within so many times the one asked
for: the rest is rounding, or left to the next round."""


def sufficient(step: Arrays, tuning: NewtonTuning) -> float:
    """The natural residual at which the impulses of a step are as good as they need be."""
    return min(tuning.natural, NATURAL_UNIQUE * float(np.min(step.E[step.E > 0.0], initial=np.inf)))


def proximal_newton(
    step: Arrays, impulse: FloatArray, schur: Schur, target: float, tuning: NewtonTuning, most: int
) -> Iterate:
    """Proximal-point rounds from ``impulse`` (C, 3) until the worst entry of the certificate is below ``target``.

    ``schur``: prepared for the step. ``most``: Newton iterations in all. Where it ends there, or for want of progress,
    the impulses are the best found.
    """
    compliant = step.E > 0.0
    alike = evened(step.E)
    uneven = bool(alike.any())
    regular, fall = uneven or not np.all(compliant), 1.0 if uneven else 0.5
    inner = min(target, GRADIENT_COMPLIANT if np.any(compliant) else GRADIENT)
    best, slow, idle, iterations, floor = impulse, 0, 0, 0, tuning.proximal
    velocity, _, worst, natural = residuals_of(step, impulse)
    least = max(worst, natural)
    far = worst > SETTLED
    if far:
        fine, smallest, proximal = target, tuning.proximal, max(tuning.proximal, min(tuning.proximal_far, worst))
    else:
        fine, smallest = min(SETTLED_TARGET, target), PROXIMAL_SETTLED
        proximal = smallest
    goal = Goal(fine, target, sufficient(step, tuning))
    while True:
        if goal.met(worst, natural, slow > 0):
            return Iterate(impulse, iterations, iterations)
        if iterations >= most:
            return Iterate(best, iterations, iterations, End.ITERATION_LIMIT)
        if max(slow, idle) >= FUTILE_ROUNDS:
            return Iterate(best, iterations, iterations, End.STALLED)
        problem = _Round.at(step, impulse, np.where(compliant, 0.0, proximal) + alike)
        shrinking = far and proximal > smallest and regular
        rough = ROUGH * proximal if shrinking else 0.0
        impulse, velocity, taken = problem.minimise(velocity, schur, max(inner, rough), most - iterations)
        iterations, idle = iterations + taken, 0 if taken else idle + (proximal <= smallest)
        _, _, worst, natural = residuals_of(step, impulse)
        now = max(worst, natural)
        slow = slow + 1 if not now <= fall * least and proximal <= smallest else 0  # also of what is not a number
        if slow and now > least and regular:  # else R counts nowhere
            floor = tuning.shrink * proximal
        proximal = max(proximal / tuning.shrink, floor if slow else min(proximal, smallest))
        if now < least:
            best, least = impulse, now


def evened(E: FloatArray) -> FloatArray:
    """What makes the compliances ``E`` (C, 3) of both tangential directions the same, (C, 3)."""
    more = np.zeros_like(E)
    more[:, 1:] = np.max(E[:, 1:], axis=1, keepdims=True) - E[:, 1:]
    return more


@dataclass(frozen=True)
class _Round:
    """The regularised step around some impulses: ``root`` = S^(1/2) and ``shift`` (C, 3), ``mu`` of the scaled cone."""

    step: Arrays
    root: FloatArray
    shift: FloatArray
    mu: FloatArray

    @classmethod
    def at(cls, step: Arrays, impulse: FloatArray, added: FloatArray) -> "_Round":
        """The step with ``added`` R (C, 3) around ``impulse`` (C, 3)."""
        total = step.E + added
        root = np.sqrt(total)
        return cls(step, root, step.offset - added * impulse, step.mu * root[:, 1] / root[:, 0])

    def points(self, velocity: FloatArray) -> FloatArray:
        """p(v), (C, 3)."""
        return points(self.step.operator.apply_transpose(velocity), self.shift, self.root)

    def minimise(
        self, velocity: FloatArray, schur: Schur, target: float, most: int
    ) -> tuple[FloatArray, FloatArray, int]:
        """Impulses (C, 3), velocities and the number of iterations where the gradient of f is below ``target``, or
        rounding.
        """
        step, least, lowest = self.step, np.inf, 0
        point = self.points(velocity)  # changed with the velocity, not computed from it anew: S divides the rounding
        for iteration in range(most + 1):
            gradient = velocity - step.k - step.operator.apply(impulses(point, self.mu, self.root))
            size = float(np.max(np.abs(gradient)))
            if size < least:
                least, lowest = size, iteration
            if size <= target or not size < np.inf:
                break
            if least <= STAGNANT_NEAR * target and iteration - lowest >= STAGNANT:
                break
            if iteration == most or not schur.factorise(stiffness(point, self.mu, self.root)):
                break
            direction = -schur.solve(gradient)
            change = step.operator.apply_transpose(direction) / -self.root
            length = self._length(velocity, direction, point, change)
            velocity, point = velocity + length * direction, point + length * change
        return impulses(point, self.mu, self.root), velocity, iteration

    def _length(self, velocity: FloatArray, direction: FloatArray, point: FloatArray, change: FloatArray) -> float:
        """Where the slope of f along ``direction`` (B, n) is at most `FLAT` of the first: safeguarded Newton steps."""
        steady = float(np.sum((velocity - self.step.k) * direction))
        inertia = float(np.sum(direction * direction))
        bound = FLAT * abs(steady + line_slope(point, change, self.mu, 0.0)[0])
        low, high, length = 0.0, np.inf, 1.0
        for _ in range(SEARCHES):
            contact, curvature = line_slope(point, change, self.mu, length)
            slope = steady + length * inertia + contact
            if abs(slope) <= bound:
                break
            low, high = (low, length) if slope > 0.0 else (length, high)
            length -= slope / (inertia + curvature)
            if not low < length < high:
                length = 0.5 * (low + high) if high < np.inf else 2.0 * low
        return length


@fused
def points(speed: FloatArray, shift: FloatArray, root: FloatArray) -> FloatArray:
    """p = -(D'v + shift) / S^(1/2), (C, 3), for ``speed`` = D'v and ``shift`` = offset - R gamma0."""
    point = np.empty_like(speed)
    for c in range(len(speed)):
        for j in range(3):
            point[c, j] = -(speed[c, j] + shift[c, j]) / root[c, j]
    return point


@fused
def impulses(point: FloatArray, mu: FloatArray, root: FloatArray) -> FloatArray:
    """gamma = S^(-1/2) P(p), (C, 3)."""
    impulse = np.empty_like(point)
    for c in range(len(point)):
        n, a, b = projected(point[c, 0], point[c, 1], point[c, 2], mu[c])
        impulse[c, 0], impulse[c, 1], impulse[c, 2] = n / root[c, 0], a / root[c, 1], b / root[c, 2]
    return impulse


@fused
def stiffness(point: FloatArray, mu: FloatArray, root: FloatArray) -> FloatArray:
    """W = S^(-1/2) G S^(-1/2), (C, 3, 3), with a generalised Jacobian G of the projection: identity inside the cone,
    zero in its polar, else

        1/(1 + mu^2) [1, mu d'; mu d, mu^2 d d'] + mu (x_n + mu |x_t|) / ((1 + mu^2) |x_t|) (I - d d'),

    d = x_t/|x_t| and the last term on the tangential components alone.
    """
    weight = np.zeros((3, 3, len(point))).T  # in the order of the other weights
    for c in range(len(point)):
        n, a, b, m = point[c, 0], point[c, 1], point[c, 2], mu[c]
        tangent = math.sqrt(a * a + b * b)
        if m > 0.0 and tangent <= m * n:
            for j in range(3):
                weight[c, j, j] = 1.0 / (root[c, j] * root[c, j])
            continue
        along = n + m * tangent
        if along <= 0.0:
            continue
        scale = 1.0 / (1.0 + m * m)
        d, e, bend = 0.0, 0.0, 0.0
        if tangent > 0.0:
            d, e, bend = a / tangent, b / tangent, m * along * scale / tangent
        r0, r1, r2 = 1.0 / root[c, 0], 1.0 / root[c, 1], 1.0 / root[c, 2]
        weight[c, 0, 0] = scale * r0 * r0
        weight[c, 0, 1] = weight[c, 1, 0] = scale * m * d * r0 * r1
        weight[c, 0, 2] = weight[c, 2, 0] = scale * m * e * r0 * r2
        weight[c, 1, 1] = (scale * m * m * d * d + bend * e * e) * r1 * r1
        weight[c, 1, 2] = weight[c, 2, 1] = (scale * m * m - bend) * d * e * r1 * r2
        weight[c, 2, 2] = (scale * m * m * e * e + bend * d * d) * r2 * r2
    return weight


@fused
def line_slope(point: FloatArray, change: FloatArray, mu: FloatArray, length: float) -> tuple[float, float]:
    """P(p + a dp) . dp and its derivative in a, at a = ``length``: what contacts add to the slope of f on a line."""
    slope, curvature = 0.0, 0.0
    for c in range(len(point)):
        x, y, z = change[c, 0], change[c, 1], change[c, 2]
        n, a, b = point[c, 0] + length * x, point[c, 1] + length * y, point[c, 2] + length * z
        m = mu[c]
        tangent = math.sqrt(a * a + b * b)
        if m > 0.0 and tangent <= m * n:
            slope += n * x + a * y + b * z
            curvature += x * x + y * y + z * z
            continue
        along = n + m * tangent
        if along <= 0.0:
            continue
        scale = 1.0 / (1.0 + m * m)
        if tangent > 0.0:
            forward, across = (a * y + b * z) / tangent, (a * z - b * y) / tangent
        else:
            forward, across = 0.0, 0.0
        ray = x + m * forward
        slope += along * scale * ray
        curvature += scale * ray * ray
        if tangent > 0.0:
            curvature += m * along * scale / tangent * across * across
    return slope, curvature
