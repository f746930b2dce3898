"""Alternating direction method of multipliers (ADMM) over one sparse factorisation of the bodies' matrix.

The impulses are split: gamma minimises the quadratic, w lies in the cone, gamma = w. With the scalars m_i of
`first_order.metric` and a penalty rho > 0, for S = E + rho M on the diagonal, an iteration is

    gamma = argmin 1/2 gamma'N gamma + gamma'(r + lambda) + rho/2 |gamma - w|_M^2,
    w     = P_Y(g + M^-1 lambda / rho),        g = a gamma + (1 - a) w_old,
    lambda <- lambda + rho M (g - w),

with over-relaxation a; -lambda tends to the contact velocity. The first line eliminates the impulses,

    (I + D S^-1 D') v = k + D z,     gamma = z - S^-1 D'v,     z = S^-1 (rho M w - lambda - offset),

an nB x nB matrix with the structure of the contact graph, factorised again only when rho changes. A local problem has
no blocks to eliminate to: there W + S is factorised, with two contacts in place of a block. rho is balanced: it
grows where |g - w| is large beside rho |w - w_old|, and shrinks in the opposite case.

Coulomb's law itself has u + s n in place of u, s = mu |u_t| (De Saxcé). An iteration takes s from its own contact
velocities, u + s n = -lambda - rho M (gamma - w) by the first line, and the next one has offset + s n. The law is not
monotone, and nothing proves that this converges; it is the fixed-point iteration on s, with one linear solve in the
place of a convex program for each s.

S. Boyd, N. Parikh, E. Chu, B. Peleato, J. Eckstein, Distributed optimization and statistical learning via the
alternating direction method of multipliers, Foundations and Trends in Machine Learning 3 (2011) 1-122, section 3.4
(varying penalty, over-relaxation). A. Tasora, D. Mangoni, S. Benatti, R. Garziera, Solving variational
inequalities and cone complementarity problems in nonsmooth dynamics using the alternating direction method of
multipliers, International Journal for Numerical Methods in Engineering 122 (2021) 4093-4113.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Any, ClassVar

import numpy as np
import scipy.sparse as sp

from ...numerics.cholesky import FACTORISATIONS, blocks_of, get_factorisation
from ...numerics.compiled import FloatArray, IntArray, compiled, kernel
from ...numerics.contact_operator import RIGID, add_momentum, add_speed
from ...numerics.friction_cone import projected
from ..structured.arrays import Arrays, LocalArrays
from ..structured.schur import OneForEachThread, Schur
from ..structured.settings import Setting
from .base import FirstOrderSolver, Run, contact_speeds, energy, metric, residual

__all__ = ["AdmmSolver"]

LEAST, MOST = 1e-8, 1e8
"""Range of the penalties."""
COULOMB = 1.0
"""Penalty with Coulomb's law, which is kept: with rho M about N's own diagonal an iteration of the contacts and the
change of s that it brings are of one size. A penalty that is balanced leaves ten times the residual, 4 three times."""


@dataclass
class _Splitting(Run):
    """ADMM under way: ``w`` (C, 3) in Y, ``multiplier`` lambda (C, 3), and the factor for the present ``rho``."""

    step: Arrays
    w: FloatArray
    metric: FloatArray
    rho: float
    values: Mapping[str, float]
    balanced: bool
    schur: Schur
    waiting: int = 0
    """Measurements until rho may change again: longer after every change, so that it settles."""
    changes: int = 0

    def __post_init__(self) -> None:
        speeds = contact_speeds(self.step, self.w)
        self.offset = self.step.offset.copy()
        if not self.step.associated:
            self.offset[:, 0] += self.step.mu * np.hypot(speeds[:, 1], speeds[:, 2])
        free = contact_speeds(self.step, np.zeros_like(self.w))
        self.free = sqrt(float(np.sum(free**2 / self.metric[:, None])))
        self.multiplier = -speeds
        self.impulse = self.w.copy()
        self.residual = residual(self.w, speeds, self.step.mu, energy(self.step))

    def prepare(self) -> None:
        """Analyse the structure of the matrix."""
        self.schur.prepare(self.step)

    def factorise(self) -> bool:
        """Factorise I + D S^-1 D'; False where it is not positive definite to rounding."""
        s = self.step
        self.compliance = s.E + (self.rho * self.metric)[:, None]
        weight = np.zeros((s.count, 3, 3))
        weight[:, range(3), range(3)] = 1.0 / self.compliance
        self.factorisations += 1
        return self.schur.factorise(weight)

    def minimiser(self) -> FloatArray:
        """gamma, (C, 3), by the velocities of the blocks."""
        s = self.step
        z, rhs = _before(
            s.D, s.blocks, self.offset, s.k, self.metric, self.rho, self.compliance, self.w, self.multiplier
        )
        return _impulses(s.D, s.blocks, self.compliance, z, self.schur.solve(rhs))

    def advance(self, iterations: int, target: float, late: Callable[[], bool]) -> int:
        """Iterate, measuring and balancing every ``check`` iterations."""
        s = self.step
        if not self.factorisations:
            self.prepare()
            self.sound = self.factorise()
        done = 0
        while self.sound and done < iterations and self.residual > target and not late():
            for _ in range(min(int(self.values["check"]), iterations - done)):
                gamma = self.minimiser()
                if not s.associated:
                    _assume(s.mu, self.metric, self.rho, gamma, self.w, self.multiplier, s.offset, self.offset)
                split, moved = _follow(
                    s.mu, self.metric, self.rho, self.values["relaxation"], gamma, self.w, self.multiplier
                )
                done += 1
                self.sound = isfinite(split) and isfinite(moved)
                if not self.sound or late():
                    break
            self.measure()
            if self.sound and not late():
                self.balance(split, moved)
        return done

    def measure(self) -> None:
        """Keep w where it is the best so far."""
        now = residual(self.w, contact_speeds(self.step, self.w), self.step.mu, energy(self.step))
        if now < self.residual:
            self.residual, self.impulse = now, self.w.copy()

    def balance(self, split: float, moved: float) -> None:
        """Change rho by the root of the ratio of the residuals |g - w|_M / |w|_M and rho |w - w_old|_M / |r|_M^-1."""
        self.waiting -= 1
        size = sqrt(float(np.sum(self.metric[:, None] * self.w**2)))
        primal, dual = split * self.free, self.rho * moved * size
        if not self.balanced or self.waiting > 0 or max(primal, dual) <= 0.0:
            return
        furthest = self.values["furthest"]
        ratio = max(primal, dual / furthest) / max(dual, primal / furthest)
        if max(ratio, 1.0 / ratio) > self.values["unbalanced"]:
            rho = min(max(self.rho * sqrt(ratio), LEAST), MOST)
            if rho != self.rho:
                self.rho = rho
                self.changes += 1
                self.waiting = self.changes
                self.sound = self.factorise()


class _LocalSplitting(_Splitting):
    """ADMM under way on a local problem: gamma = (W + S)^-1 (rho M w - lambda - offset)."""

    def prepare(self) -> None:
        """The blocks of W, 6 x 6 for two contacts, on the diagonal and below, and the analysis of their graph."""
        assert isinstance(self.step, LocalArrays)
        W = sp.bsr_array(tuple(self.step.rows), shape=(3 * self.step.count,) * 2)
        self.diagonal, self.lower, pairs = blocks_of(W, RIGID)
        self.bodies = len(self.diagonal)
        self.factor = get_factorisation(self.schur.choice)(self.bodies, pairs, dofs=RIGID)

    def factorise(self) -> bool:
        """Factorise W + S, with ones for the contact that is missing in the last block of an odd number."""
        diagonal, i = self.diagonal.copy(), np.arange(6)
        diagonal[:, i, i] += self._by_two(np.repeat(self.rho * self.metric, 3).reshape(-1, 3), 1.0)
        self.factorisations += 1
        return self.factor.factorise(diagonal, self.lower)

    def minimiser(self) -> FloatArray:
        """gamma, (C, 3)."""
        rhs = (self.rho * self.metric)[:, None] * self.w - self.multiplier - self.offset
        return self.factor.solve(self._by_two(rhs, 0.0)).reshape(-1, 3)[: self.step.count]

    def _by_two(self, values: FloatArray, missing: float) -> FloatArray:
        """(C, 3) as (B, 6), B = C / 2 rounded up."""
        whole = np.full((2 * self.bodies, 3), missing)
        whole[: len(values)] = values
        return whole.reshape(-1, 6)


class AdmmSolver(FirstOrderSolver):
    """ADMM. Settings: ``numbers``; ``penalty``, "balanced" or "fixed"; ``factorisation``, by the names of
    `drystone.numerics.cholesky`.
    """

    name = "admm"
    description = "ADMM between impulses and cones over one sparse factorisation of the bodies' matrix"
    reference = "Tasora, Mangoni, Benatti and Garziera 2021, Solving VIs and CCPs in nonsmooth dynamics using ADMM"
    limit = 5_000
    numbers: ClassVar[dict[str, Setting]] = {
        "rho": Setting(
            0.01,
            LEAST,
            MOST,
            meaning="First penalty. Raise it for soft or light contacts; a poor one costs a factorisation or two.",
        ),
        "relaxation": Setting(
            1.6,
            0.1,
            1.9,
            meaning="Over-relaxation a. Lower it to 1 where iterations oscillate; it may cost or save a third.",
            without={"relaxation": 1.0},
        ),
        "check": Setting(
            10,
            1,
            10_000,
            True,
            "Iterations between two measurements of the answer and of the balance. Raise it where measuring is "
            "dear; up to so many iterations are then made in vain.",
        ),
        "unbalanced": Setting(
            5.0,
            1.0,
            inf,
            meaning="Ratio of the two residuals beyond which rho changes (Boyd et al. have 10). Raise it where "
            "factorisations are dear; convergence is then slower.",
            without={"unbalanced": inf},
        ),
        "furthest": Setting(
            1e3,
            1.0,
            1e20,
            meaning="Largest ratio that a change of rho follows. Lower it where rho swings between extremes.",
            without={"furthest": 1e20},
        ),
    }

    @property
    def exact_friction(self) -> bool:
        """True, also of local problems: see the module."""
        return True

    @classmethod
    def choices(cls) -> dict[str, tuple[str, ...]]:
        """Of the penalty and of the factorisation."""
        return {"penalty": ("balanced", "fixed"), "factorisation": ("auto", *FACTORISATIONS)}

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        super().__init__(tolerance, polish, **settings)
        self.workspace = OneForEachThread(self.chosen["factorisation"])

    def run(self, step: Arrays, impulse: FloatArray) -> _Splitting:
        """ADMM at the given impulses and their contact velocities; the symbolic analysis is kept between steps."""
        values, balanced = self.values, self.chosen["penalty"] == "balanced" and step.associated
        rho = values["rho"] if step.associated else COULOMB
        kind = _LocalSplitting if isinstance(step, LocalArrays) else _Splitting
        return kind(step, impulse, metric(step), rho, values, balanced, self.schur)


@compiled
def _before(
    D: FloatArray, blocks: IntArray, offset: FloatArray, k: FloatArray, m: FloatArray, rho: float,
    compliance: FloatArray, w: FloatArray, multiplier: FloatArray,
) -> tuple[FloatArray, FloatArray]:  # fmt: skip
    """Z = S^-1 (rho M w - lambda - offset), (C, 3), and k + D z, (B, n)."""
    z, rhs = np.empty_like(w), k.copy()
    for c in range(len(m)):
        for j in range(3):
            z[c, j] = (rho * m[c] * w[c, j] - multiplier[c, j] - offset[c, j]) / compliance[c, j]
        add_momentum(D, blocks, z[c, 0], z[c, 1], z[c, 2], rhs, c, D.shape[2])
    return z, rhs


@compiled
def _impulses(D: FloatArray, blocks: IntArray, compliance: FloatArray, z: FloatArray, v: FloatArray) -> FloatArray:
    """gamma = z - S^-1 D'v, (C, 3)."""
    gamma = np.empty_like(z)
    for c in range(len(z)):
        u0, u1, u2 = add_speed(D, blocks, v, 0.0, 0.0, 0.0, c, D.shape[2])
        gamma[c, 0] = z[c, 0] - u0 / compliance[c, 0]
        gamma[c, 1] = z[c, 1] - u1 / compliance[c, 1]
        gamma[c, 2] = z[c, 2] - u2 / compliance[c, 2]
    return gamma


@kernel
def _assume(
    mu: FloatArray, m: FloatArray, rho: float, gamma: FloatArray, w: FloatArray, multiplier: FloatArray,
    offset: FloatArray, corrected: FloatArray,
) -> None:  # fmt: skip
    """``corrected`` = offset + mu |u_t| n (C, 3), with the u_t of ``gamma``, -lambda_t - rho M (gamma - w)_t."""
    for c in range(len(m)):
        scale = rho * m[c]
        a = multiplier[c, 1] + scale * (gamma[c, 1] - w[c, 1])
        b = multiplier[c, 2] + scale * (gamma[c, 2] - w[c, 2])
        corrected[c, 0] = offset[c, 0] + mu[c] * sqrt(a * a + b * b)


@kernel
def _follow(
    mu: FloatArray, m: FloatArray, rho: float, relaxation: float, gamma: FloatArray, w: FloatArray,
    multiplier: FloatArray,
) -> tuple[float, float]:  # fmt: skip
    """G from gamma, in its place, then w and lambda (C, 3) in place; |g - w|_M and |w - w_old|_M."""
    split, moved = 0.0, 0.0
    for c in range(len(m)):
        scale = rho * m[c]
        g = gamma[c]
        for j in range(3):
            g[j] = relaxation * g[j] + (1.0 - relaxation) * w[c, j]
        p0, p1, p2 = projected(
            g[0] + multiplier[c, 0] / scale, g[1] + multiplier[c, 1] / scale, g[2] + multiplier[c, 2] / scale, mu[c]
        )
        for j, p in enumerate((p0, p1, p2)):
            split += m[c] * (g[j] - p) ** 2
            moved += m[c] * (p - w[c, j]) ** 2
            multiplier[c, j] = scale * (g[j] + multiplier[c, j] / scale - p)
            w[c, j] = p
    return sqrt(split), sqrt(moved)
