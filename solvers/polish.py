"""Proximal Newton steps that sharpen a solver's answer to a step.

An interior point leaves errors of the root of its gap where a contact slides or carries nothing. From there a few
Newton steps do the rest. With R > 0 on the diagonal and the solver's impulses gamma0, solve the step

    H v = k + D gamma,     Y  ∋  gamma   ⊥   D'v + offset + E gamma + R (gamma - gamma0)   ∈  Y*,

one proximal-point step on the impulses, exact where gamma = gamma0 and needless (R = 0) where E > 0. Its impulses are
a function of the velocities: with S = E + R and w = D'v + offset - R gamma0,

    gamma(v) = S^(-1/2) P(-S^(-1/2) w),     P the projection on { mu sqrt(S_t/S_n) x_n >= |x_t| },

and what is left, H v - k - D gamma(v) = 0, is the gradient of the strictly convex

    f(v) = 1/2 v'Hv - k'v + 1/2 |P(-S^(-1/2) w)|^2

with the generalised Hessian H + D S^(-1/2) G S^(-1/2) D', G in the generalised Jacobian of P, in closed form.
(R. T. Rockafellar, Augmented Lagrangians and applications of the proximal point algorithm in convex programming,
Mathematics of Operations Research 1 (1976) 97-116; L. Qi, J. Sun, A nonsmooth version of Newton's method,
Mathematical Programming 58 (1993) 353-367.)
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

from .certificate import natural_residual, project

if TYPE_CHECKING:
    from .solution import StepLike

__all__ = ["polish", "projection_jacobian"]

Array = NDArray[np.float64]

PROXIMAL = 1e-4
"""R where E = 0, in the variables of order one: a round divides the error by about a hundred."""
ROUNDS = 2
ITERATIONS = (6, 30)
"""Least and most Newton iterations allowed in a round; compliant steps, whose impulses must be found, have the most."""
WORK = 7200
"""Iterations times size 6B of a round of a rigid step: polishing large steps stays cheaper than solving them."""
ROUNDING = 1e-15  # over the least S: gradients below are rounding
FLAT = 0.1  # share of the first slope at which a line search ends
SEARCHES = 30  # evaluations of a line search; its bracket then is far below rounding
DENSE = 150
"""Size 6B up to which the Hessian is a dense matrix: the overhead of sparse ones is larger than what they save."""


def polish(problem: "StepLike", velocity: Array, impulse: Array, target: float = 1e-11) -> tuple[Array, Array]:
    """Better velocity (B, 6) and impulse (C, 3) of a step of order one (H = I) from good ones.

    Ends when the natural residual is below ``target`` or no longer falls. Keeps the pair with the least, so that it
    never makes an answer worse. The velocity balances momentum with the impulse to rounding.
    """
    best, least = (velocity, impulse), float(np.max(natural_residual(problem, velocity, impulse), initial=0.0))
    for _ in range(ROUNDS):
        start, start_impulse = best
        step = _Proximal.at(problem, start_impulse)
        impulse = step.impulse(_newton(step, start))
        velocity = problem.k + problem.apply(impulse)
        now = float(np.max(natural_residual(problem, velocity, impulse), initial=0.0))
        if now < least:
            best = velocity, impulse
        if now > 0.5 * least or now <= target:
            break
        least = now
    return best


@dataclass(frozen=True)
class _Proximal:
    """The regularised step around some impulses: ``root`` = S^(1/2), ``offset`` (C, 3), ``mu`` of the scaled cone."""

    problem: "StepLike"
    root: Array
    offset: Array
    mu: Array

    @classmethod
    def at(cls, problem: "StepLike", impulse: Array) -> "_Proximal":
        """The regularised step around ``impulse`` (C, 3)."""
        added = np.where(problem.E > 0.0, 0.0, PROXIMAL)
        root = np.sqrt(problem.E + added)
        return cls(problem, root, problem.offset - added * impulse, problem.mu * root[:, 1] / root[:, 0])

    def point(self, velocity: Array) -> Array:
        """-S^(-1/2) w, (C, 3), whose projection is S^(1/2) gamma."""
        return -(self.problem.apply_transpose(velocity) + self.offset) / self.root

    def impulse(self, velocity: Array) -> Array:
        """gamma(v), (C, 3)."""
        return project(self.point(velocity), self.mu) / self.root

    def gradient(self, velocity: Array) -> Array:
        """The gradient of f, (B, 6)."""
        return velocity - self.problem.k - self.problem.apply(self.impulse(velocity))

    def direction(self, velocity: Array, gradient: Array) -> Array:
        """Newton's direction (B, 6), minus the inverse Hessian times the gradient."""
        root = self.root
        stiffness = projection_jacobian(self.point(velocity), self.mu) / (root[:, :, None] * root[:, None, :])
        D = self.problem.operator
        if D.shape[0] <= DENSE:
            dense = D.toarray()
            weighted = np.matmul(dense.reshape(D.shape[0], -1, 1, 3), stiffness).reshape(D.shape)
            solved = np.linalg.solve(np.eye(D.shape[0]) + weighted @ dense.T, gradient.ravel())
        else:
            size = 3 * len(stiffness)
            indices = np.repeat(np.arange(size).reshape(-1, 3), 3, axis=0).ravel()
            middle = sp.csr_array((stiffness.ravel(), indices, np.arange(0, 3 * size + 1, 3)), shape=(size, size))
            hessian = sp.csc_matrix(sp.eye_array(D.shape[0], format="csc") + D @ middle @ D.T)
            symmetric = {"SymmetricMode": True}
            factor = splu(hessian, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=symmetric)
            solved = factor.solve(gradient.ravel())
        return -np.asarray(solved, dtype=np.float64).reshape(-1, 6)


def _newton(step: _Proximal, velocity: Array) -> Array:
    """Minimise the regularised step's function by Newton's method with an exact line search."""
    gradient = step.gradient(velocity)
    floor = ROUNDING * (1.0 + float(np.max(np.abs(step.problem.k)))) / float(np.min(step.root)) ** 2
    least, most = ITERATIONS
    compliant = bool(np.all(step.problem.E > 0.0))
    for _ in range(most if compliant else max(least, min(most, WORK // velocity.size))):
        size = float(np.max(np.abs(gradient)))
        if size <= floor:
            break
        direction = step.direction(velocity, gradient)
        velocity, gradient = _line_search(step, velocity, direction, float(np.sum(gradient * direction)))
    return velocity


def _line_search(step: _Proximal, velocity: Array, direction: Array, slope: float) -> tuple[Array, Array]:
    """The point along a direction where the slope of f is at most `FLAT` of the first, and the gradient there.

    The slope grows with the length, f being convex. It is told by gradients, whose digits last longer than those of
    values: the full step where that will do, else false position (Illinois).
    """
    low, low_slope, high, high_slope, length, last = 0.0, slope, 1.0, 0.0, 1.0, 0.0
    for _ in range(SEARCHES):
        trial = velocity + length * direction
        gradient = step.gradient(trial)
        now = float(np.sum(gradient * direction))
        if now <= -FLAT * slope and (now >= FLAT * slope or length == 1.0):
            break
        if now > 0.0:
            low_slope *= 0.5 if length < last else 1.0
            high, high_slope = length, now
        else:
            high_slope *= 0.5 if length > last else 1.0
            low, low_slope = length, now
        last = length
        length = low + (high - low) * low_slope / (low_slope - high_slope)
    return trial, gradient


def projection_jacobian(point: Array, mu: Array) -> Array:
    """A generalised Jacobian (C, 3, 3) of `project`: identity inside, zero in the polar cone, else

        1/(1 + mu^2) [1, mu d'; mu d, mu^2 d d'] + mu (x_n + mu |x_t|) / ((1 + mu^2) |x_t|) (I - d d'),

    d = x_t/|x_t| and the last term on the tangential components alone.
    """
    normal, tangent = point[:, 0], np.hypot(point[:, 1], point[:, 2])
    inside = tangent <= mu * normal
    outside = normal + mu * tangent <= 0.0
    safe = np.where(tangent > 0.0, tangent, 1.0)
    unit = point[:, 1:] / safe[:, None]
    ray = np.column_stack([np.ones_like(mu), mu[:, None] * unit])
    jacobian = ray[:, :, None] * ray[:, None, :]
    bend = mu * (normal + mu * tangent) / safe
    jacobian[:, 1:, 1:] += bend[:, None, None] * (np.eye(2) - unit[:, :, None] * unit[:, None, :])
    jacobian /= (1.0 + mu * mu)[:, None, None]
    jacobian[outside] = 0.0
    jacobian[inside] = np.eye(3)
    return jacobian
