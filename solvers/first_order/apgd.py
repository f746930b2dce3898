"""Nesterov's accelerated projected gradient descent with adaptive step and restart (APGD).

In the metric M of `first_order.metric`, with the estimate L of the largest eigenvalue of M^-1 N, an iteration is

    x+ = P_Y(y - M^-1 u(y) / L),      y = x + beta (x - x-),      u(y) = u(x) + beta (u(x) - u(x-)),

with theta+^2 = (1 - theta+) theta^2 and beta = theta (1 - theta) / (theta^2 + theta+). L doubles until
(x+ - y)'N (x+ - y) <= L |x+ - y|_M^2, which for a quadratic is the condition of sufficient decrease, and shrinks by a
tenth after each iteration. The momentum starts again where u(y)'(x+ - x) > 0. The iterate with the least residual is
kept.

H. Mazhar, T. Heyn, D. Negrut, A. Tasora, Using Nesterov's method to accelerate multibody dynamics with friction and
contact, ACM Transactions on Graphics 34 (2015) 32. Y. Nesterov, A method of solving a convex programming problem with
convergence rate O(1/k^2), Soviet Mathematics Doklady 27 (1983) 372-376. B. O'Donoghue, E. Candès, Adaptive restart for
accelerated gradient schemes, Foundations of Computational Mathematics 15 (2015) 715-732.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

import numpy as np

from ...numerics.compiled import FloatArray, compiled
from ...numerics.friction_cone import projected
from ..structured.arrays import Arrays, Rows, Sides
from ..structured.settings import Setting
from .base import FirstOrderSolver, Run, contact_speeds, delassus, energy, metric, residual

__all__ = ["ApgdSolver"]

STEEPEST = 1e12
"""L is not increased beyond: an end where rounding fails the condition of decrease."""
SLACK = 1e-12
"""Rounding in the condition of decrease, relative."""


@dataclass
class _Acceleration(Run):
    """APGD under way: the last two points, theta and L, and the best so far."""

    step: Arrays
    x: FloatArray
    metric: FloatArray
    values: Mapping[str, float]

    def __post_init__(self) -> None:
        self.last, self.impulse = self.x.copy(), self.x.copy()
        self.residual = residual(self.x, contact_speeds(self.step, self.x), self.step.mu, energy(self.step))
        self.theta, self.beta, self.L = 1.0, 0.0, 1.0

    def advance(self, iterations: int, target: float, late: Callable[[], bool]) -> int:
        """Iterate from gradients taken afresh."""
        s, values = self.step, self.values
        u, u_last = contact_speeds(s, self.x), contact_speeds(s, self.last)
        done, self.theta, self.beta, self.L, self.residual = _iterate(
            s.gram, s.mu, self.metric, self.x, u, self.last, u_last,
            self.theta, self.beta, self.L, values["shrink"], values["grow"], STEEPEST, SLACK,
            self.impulse, self.residual, iterations, target, energy(s),
        )  # fmt: skip
        return done


class ApgdSolver(FirstOrderSolver):
    """APGD. Settings: ``numbers``; L is the estimate of the largest eigenvalue."""

    name = "apgd"
    description = "Nesterov's accelerated projected gradient, adaptive step and restart (APGD)"
    reference = "Mazhar, Heyn, Negrut and Tasora 2015, Using Nesterov's method to accelerate multibody dynamics"
    numbers: ClassVar[dict[str, Setting]] = {
        "shrink": Setting(
            0.9,
            0.1,
            1.0,
            meaning="Factor of L after each iteration. Raise it towards 1 where steps are often repeated.",
            without={"shrink": 1.0},
        ),
        "grow": Setting(
            2.0,
            1.01,
            1e6,
            meaning="Factor of L where a step was too long. Raise it where L starts far too small.",
        ),
    }

    def run(self, step: Arrays, impulse: FloatArray) -> _Acceleration:
        """APGD at the given impulses, at rest."""
        return _Acceleration(step, impulse, metric(step), self.values)


@compiled
def _iterate(
    operator: Sides | Rows, mu: FloatArray, m: FloatArray,
    x: FloatArray, u: FloatArray, last: FloatArray, u_last: FloatArray,
    theta: float, beta: float, L: float, shrink: float, grow: float, steepest: float, slack: float,
    best: FloatArray, least: float, most: int, target: float, energy: float,
) -> tuple[int, float, float, float, float]:  # fmt: skip
    """Iterations on the last two points and their gradients (C, 3), in place; how many, theta, beta, L, residual."""
    y, u_y, d, product = np.empty_like(x), np.empty_like(x), np.empty_like(x), np.empty_like(x)
    for iteration in range(most):
        for c in range(len(mu)):
            for j in range(3):
                y[c, j] = x[c, j] + beta * (x[c, j] - last[c, j])
                u_y[c, j] = u[c, j] + beta * (u[c, j] - u_last[c, j])
        while True:
            length, curvature = 0.0, 0.0
            for c in range(len(mu)):
                a = 1.0 / (L * m[c])
                p0, p1, p2 = projected(y[c, 0] - a * u_y[c, 0], y[c, 1] - a * u_y[c, 1], y[c, 2] - a * u_y[c, 2], mu[c])
                d[c, 0], d[c, 1], d[c, 2] = p0 - y[c, 0], p1 - y[c, 1], p2 - y[c, 2]
                length += m[c] * (d[c, 0] ** 2 + d[c, 1] ** 2 + d[c, 2] ** 2)
            delassus(operator, d, product)
            for c in range(len(mu)):
                curvature += d[c, 0] * product[c, 0] + d[c, 1] * product[c, 1] + d[c, 2] * product[c, 2]
            if curvature <= (L + slack) * length or steepest <= L:
                break
            L *= grow
        ahead = 0.0
        for c in range(len(mu)):
            for j in range(3):
                last[c, j], u_last[c, j] = x[c, j], u[c, j]
                x[c, j], u[c, j] = y[c, j] + d[c, j], u_y[c, j] + product[c, j]
                ahead += u_y[c, j] * (x[c, j] - last[c, j])
        now = residual(x, u, mu, energy)
        if now < least:
            least = now
            best[:] = x
            if least <= target:
                return iteration + 1, theta, beta, L, least
        if ahead > 0.0:
            theta, beta = 1.0, 0.0
        else:
            following = 0.5 * theta * (sqrt(theta * theta + 4.0) - theta)
            beta = theta * (1.0 - theta) / (theta * theta + following)
            theta = following
        L *= shrink
    return most, theta, beta, L, least
