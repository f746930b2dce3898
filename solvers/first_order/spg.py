"""Spectral projected gradient with a preconditioner, a non-monotone line search and a fall-back: P-SPG-FB.

With the scalars m_i of `first_order.metric`, which keep the cones as they are, an iteration is

    d = P_Y(gamma - alpha M^-1 u) - gamma,      gamma <- gamma + lambda d,      u <- u + lambda N d.

lambda = 1 where f(gamma + d) is below the largest of the last values plus a share of the slope u'd, else the minimiser
of f on the segment, -u'd / d'N d, which the interpolation of a quadratic gives exactly. alpha is the spectral
step of Barzilai and Borwein in the metric M, the long d'M d / d'N d and the short d'N d / (N d)'M^-1 N d in turn.
A gain below the rounding of the slope is none that can be asked for: near the solution the full step is taken, or
the sign of the slope would be chance and a monotone search could stand still for ever (lambda = 0).
The iterates are not monotone; the one with the least natural residual is kept (the fall-back).

T. Heyn, M. Anitescu, A. Tasora, D. Negrut, Using Krylov subspace and spectral methods for solving complementarity
problems in many-body contact dynamics simulation, International Journal for Numerical Methods in Engineering 95
(2013) 541-561; the method of V. Beatini, G. Royer-Carfagni, A. Tasora (2017), section 2.4. E. G. Birgin,
J. M. Martínez, M. Raydan, Nonmonotone spectral projected gradient methods on convex sets, SIAM Journal on
Optimization 10 (2000) 1196-1211. L. Grippo, F. Lampariello, S. Lucidi, A nonmonotone line search technique for Newton's
method, SIAM Journal on Numerical Analysis 23 (1986) 707-716. J. Barzilai, J. M. Borwein, Two-point step size gradient
methods, IMA Journal of Numerical Analysis 8 (1988) 141-148.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from ...numerics.compiled import FloatArray, compiled
from ...numerics.friction_cone import projected
from ..structured.arrays import Arrays, Rows, Sides
from ..structured.settings import Setting
from .base import FirstOrderSolver, Run, contact_speeds, delassus, energy, metric, residual

__all__ = ["SpgSolver"]

SUFFICIENT = 1e-4
"""A full step must gain this share of the slope (Grippo, Lampariello and Lucidi 1986)."""
SHORTEST, LONGEST = 1e-10, 1e10
"""Bounds of the spectral step, in 1 / metric: against a curvature that is rounding."""

DIGITS: Final = 4 * float(np.finfo(np.float64).eps)
"""Of the sum of |gamma_i u_i|: what the slope is known to. d is a difference of impulses and has their rounding."""


@dataclass
class _Descent(Run):
    """SPG under way: the current point ``x`` with its gradient, and the best so far."""

    step: Arrays
    x: FloatArray
    metric: FloatArray
    above: FloatArray
    alpha: float = 1.0

    def __post_init__(self) -> None:
        self.impulse = self.x.copy()
        self.residual = residual(self.x, contact_speeds(self.step, self.x), self.step.mu, energy(self.step))

    def advance(self, iterations: int, target: float, late: Callable[[], bool]) -> int:
        """Iterate from a gradient taken afresh."""
        s = self.step
        u = contact_speeds(s, self.x)
        done, self.alpha, self.residual = _iterate(
            s.gram, s.mu, self.metric, self.x, u, self.above, self.alpha,
            self.impulse, self.residual, iterations, target, energy(s),
            SUFFICIENT, SHORTEST, LONGEST,
        )  # fmt: skip
        return done


class SpgSolver(FirstOrderSolver):
    """P-SPG-FB. Settings: ``numbers``."""

    name = "spg"
    description = "spectral projected gradient, preconditioned, non-monotone, with a fall-back (P-SPG-FB)"
    reference = "Heyn, Anitescu, Tasora and Negrut 2013, Using Krylov subspace and spectral methods (P-SPG-FB)"
    numbers: ClassVar[dict[str, Setting]] = {
        "memory": Setting(
            10,
            1,
            1000,
            True,
            "Values that the line search compares with; one is monotone. Raise it where full steps are often refused.",
            without={"memory": 1},
        ),
    }

    def run(self, step: Arrays, impulse: FloatArray) -> _Descent:
        """SPG at the given impulses, with nothing remembered."""
        above = np.full(int(self.values["memory"]), -np.inf)
        above[0] = 0.0
        return _Descent(step, impulse, metric(step), above)


@compiled
def _iterate(
    operator: Sides | Rows, mu: FloatArray, m: FloatArray,
    x: FloatArray, u: FloatArray, above: FloatArray, alpha: float,
    best: FloatArray, least: float, most: int, target: float, energy: float,
    sufficient: float, shortest: float, longest: float,
) -> tuple[int, float, float]:  # fmt: skip
    """Iterations on ``x`` and its gradient ``u`` (C, 3), in place; how many, the next step and the best residual.

    ``above`` holds the last values of f less the present one, so that they keep their digits near the solution.
    """
    d, product = np.empty_like(x), np.empty_like(x)
    for iteration in range(most):
        slope, length, size = 0.0, 0.0, 0.0
        for c in range(len(mu)):
            a = alpha / m[c]
            p0, p1, p2 = projected(x[c, 0] - a * u[c, 0], x[c, 1] - a * u[c, 1], x[c, 2] - a * u[c, 2], mu[c])
            d[c, 0], d[c, 1], d[c, 2] = p0 - x[c, 0], p1 - x[c, 1], p2 - x[c, 2]
            slope += d[c, 0] * u[c, 0] + d[c, 1] * u[c, 1] + d[c, 2] * u[c, 2]
            length += m[c] * (d[c, 0] ** 2 + d[c, 1] ** 2 + d[c, 2] ** 2)
            size += abs(x[c, 0] * u[c, 0]) + abs(x[c, 1] * u[c, 1]) + abs(x[c, 2] * u[c, 2])
        if length == 0.0:
            return iteration, alpha, least
        delassus(operator, d, product)
        curvature, dual = 0.0, 0.0
        for c in range(len(mu)):
            curvature += d[c, 0] * product[c, 0] + d[c, 1] * product[c, 1] + d[c, 2] * product[c, 2]
            dual += (product[c, 0] ** 2 + product[c, 1] ** 2 + product[c, 2] ** 2) / m[c]
        way = 1.0
        if slope + 0.5 * curvature > np.max(above) + sufficient * slope + DIGITS * size:
            way = min(1.0, max(0.0, -slope / curvature))
        for c in range(len(mu)):
            for j in range(3):
                x[c, j] += way * d[c, j]
                u[c, j] += way * product[c, j]
        for i in range(len(above) - 1, 0, -1):
            above[i] = above[i - 1] - way * (slope + 0.5 * way * curvature)
        now = residual(x, u, mu, energy)
        if now < least:
            least = now
            for c in range(len(mu)):
                for j in range(3):
                    best[c, j] = x[c, j]
            if least <= target:
                return iteration + 1, alpha, least
        if curvature > 0.0:
            alpha = length / curvature if iteration % 2 == 0 else curvature / dual
            alpha = min(max(alpha, shortest), longest)
        else:
            alpha = longest
    return most, alpha, least
