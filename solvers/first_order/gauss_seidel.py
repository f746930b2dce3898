"""Block Gauss-Seidel over the contacts: each is solved with the others held, and body velocities follow at once.

With v = k + D gamma kept up to date, one visit to contact i reads u_i = D_i'v + offset_i + E_i gamma_i, changes
gamma_i and adds D_i (new gamma_i - old gamma_i) to the velocities of its two blocks. An iteration visits each contact
once and costs O(C). In a local problem a visit reads u_i = sum_j W_ij gamma_j + offset_i instead.

J. J. Moreau, Unilateral contact and dry friction in finite freedom dynamics, in: Nonsmooth Mechanics and
Applications, CISM Courses 302 (1988) 1-82. M. Jean, The non-smooth contact dynamics method, Computer Methods in
Applied Mechanics and Engineering 177 (1999) 235-257. F. Jourdan, P. Alart, M. Jean, A Gauss-Seidel like algorithm to
solve frictional contact problems, ibid. 155 (1998) 31-47. M. Anitescu, A. Tasora, An iterative approach for cone
complementarity problems for nonsmooth dynamics, Computational Optimization and Applications 47 (2010) 207-235.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import ClassVar

import numpy as np

from ...numerics.compiled import FloatArray, inlined, kernel
from ...numerics.contact_operator import RIGID, add_momentum, add_speed
from ...numerics.friction_cone import projected
from ..structured.arrays import Arrays, Rows, Sides
from ..structured.settings import Setting
from .base import SIDES, FirstOrderSolver, Run, add_row, energy, metric, residual

__all__ = ["GaussSeidelSolver", "local_cone", "solve_local"]

CHECK = 0.1
"""The residual is measured where an iteration changes impulses by less than this share of the target."""

SINGULAR = 1e-12
"""Added to a local matrix, over its trace: it then has a Cholesky factor. Solutions of the step do not change."""
NEWTON = 100
"""Newton iterations allowed for one number; five do, twenty at friction coefficients of a thousandth."""


@dataclass
class _GaussSeidelRun(Run):
    """Gauss-Seidel under way: ``impulse`` (C, 3), and the velocities of the blocks in ``operator.moved`` (B, n)."""

    step: Arrays
    impulse: FloatArray
    eta: FloatArray
    relaxation: float
    check: float
    local: "tuple[FloatArray, FloatArray, FloatArray] | None"

    def __post_init__(self) -> None:
        self.operator = self.step.gram
        self.measure()

    def measure(self) -> None:
        """Velocities from the impulses afresh, and the residual."""
        step = self.step
        velocity = step.velocity(self.impulse)
        if isinstance(self.operator, Sides):
            self.operator.moved[:] = velocity
        contact = step.contact_velocity(velocity, self.impulse)
        self.residual = residual(self.impulse, contact, step.mu, energy(step))

    def advance(self, iterations: int, target: float, late: Callable[[], bool]) -> int:
        """Iterate until changes are small, then measure."""
        s = self.step
        state = (self.operator, s.offset, s.mu, self.impulse)
        if self.local is None:
            done = _projection_iterations(*state, self.eta, self.relaxation, iterations, self.check * target)
        else:
            done = _exact_iterations(*state, *self.local, self.relaxation, iterations, self.check * target)
        self.measure()
        return done


class GaussSeidelSolver(FirstOrderSolver):
    """Gauss-Seidel with one of two local solves.

    ``local="exact"`` (default): the non-linear block Gauss-Seidel of Moreau and Jean, each contact's associated cone
    problem solved exactly (`solve_local`). ``local="projection"``: the fixed point of Anitescu and Tasora,

        gamma_i <- lambda P_Y(gamma_i - omega eta_i u_i) + (1 - lambda) gamma_i,    eta_i = 3 / trace(D_i'D_i + E_i),

    with the settings ``omega``, step, and ``relaxation``, lambda, which "exact" takes too.
    """

    name = "gauss-seidel"
    description = "block Gauss-Seidel over the contacts, local solve exact or by projection"
    reference = (
        "Jean 1999, The non-smooth contact dynamics method; Anitescu and Tasora 2010, An iterative approach for CCP"
    )
    numbers: ClassVar[dict[str, Setting]] = {
        "omega": Setting(
            0.9,
            1e-3,
            2.0,
            meaning="Step of the projection. Lower it where iterations do not converge; 0.45 costs a third more.",
            unit="3 / trace of the local matrix",
        ),
        "relaxation": Setting(
            1.0,
            1e-3,
            1.0,
            meaning="Share of a local change that is made. Lower it where it oscillates; 0.5 costs two thirds more.",
        ),
    }

    @classmethod
    def choices(cls) -> dict[str, tuple[str, ...]]:
        """Of the local solve."""
        return {"local": ("exact", "projection")}

    def run(self, step: Arrays, impulse: FloatArray) -> _GaussSeidelRun:
        """Local problems made once; their matrices do not change from one iteration to the next."""
        local = local_cone(step.diagonal(), step.mu) if self.chosen["local"] == "exact" else None
        values = self.values
        return _GaussSeidelRun(step, impulse, values["omega"] / metric(step), values["relaxation"], CHECK, local)


def local_cone(matrix: FloatArray, mu: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The local problems  min over x in Y  1/2 x'A x + b'x  in the coordinates in which A is the identity.

    With A = L L' and J = diag(-mu^2, 1, 1), so that Y is the half with x_n >= 0 of x'J x <= 0, let Q hold the
    eigenvectors of L^-1 J L^-T, (two positive, one negative eigenvalue sigma_1, sigma_2, -sigma). Then x = T z with
    T = L^-T Q, and the problem is the projection of p = -T'b on the elliptic cone

        z_3 >= sqrt(ratio_1 z_1^2 + ratio_2 z_2^2),    ratio_i = sigma_i / sigma.

    Returns A (C, 3, 3), made positive definite; T (C, 3, 3), zero for a contact that moves nothing; ratio (C, 2). Where
    mu = 0 the cone is a ray and T keeps the normal alone.
    """
    trace = np.trace(matrix, axis1=1, axis2=2)
    felt = trace > 0.0
    A = matrix + (SINGULAR * np.where(felt, trace, 1.0))[:, None, None] * np.eye(3)
    stretch = np.column_stack([np.ones_like(mu), np.where(mu > 0.0, mu, 1.0), np.where(mu > 0.0, mu, 1.0)])
    L = np.linalg.cholesky(A * stretch[:, :, None] * stretch[:, None, :])  # of (x_n, x_t / mu), whose cone is round
    inverse = np.linalg.inv(L)
    values, Q = np.linalg.eigh(np.matmul(inverse * np.array([-1.0, 1.0, 1.0]), np.swapaxes(inverse, 1, 2)))
    T = stretch[:, :, None] * np.matmul(np.swapaxes(inverse, 1, 2), Q)[:, :, [1, 2, 0]]
    T[:, :, 2] *= np.where(T[:, 0, 2] < 0.0, -1.0, 1.0)[:, None]
    ratio = values[:, 1:] / -values[:, :1]
    ray = np.zeros_like(T)
    ray[:, 0, 2] = 1.0 / np.sqrt(A[:, 0, 0])
    T = np.where((mu > 0.0)[:, None, None], T, ray)
    return A, np.where(felt[:, None, None], T, 0.0), ratio


@kernel
def solve_local(T: FloatArray, r1: float, r2: float, b0: float, b1: float, b2: float) -> tuple[float, float, float]:
    """The x in Y that minimises 1/2 x'A x + b'x, exactly, by `local_cone`'s T and ratios; three cases.

    Apex: p is in the polar cone, x = 0. Interior: p is in the cone, x = T p = -A^-1 b. Else z is on the boundary,

        z_i = p_i / (1 + tau r_i),  i = 1, 2,       z_3 = p_3 / (1 - tau) = sqrt(r_1 z_1^2 + r_2 z_2^2),

    and tau solves (1 - tau) R(tau) = p_3, R = sqrt(sum r_i p_i^2 / (1 + tau r_i)^2), on [0, 1] where p_3 >= 0: the left
    side is convex and decreasing, so Newton's method from 0 climbs to the root. Where p_3 < 0, -p is projected on the
    dual cone (Moreau's decomposition), which has 1/r_i in place of r_i and 1/tau in place of tau.
    """
    p1 = -(T[0, 0] * b0 + T[1, 0] * b1 + T[2, 0] * b2)
    p2 = -(T[0, 1] * b0 + T[1, 1] * b1 + T[2, 1] * b2)
    p3 = -(T[0, 2] * b0 + T[1, 2] * b1 + T[2, 2] * b2)
    if p3 <= 0.0 and p1 * p1 / r1 + p2 * p2 / r2 <= p3 * p3:
        return 0.0, 0.0, 0.0
    if p3 >= 0.0 and r1 * p1 * p1 + r2 * p2 * p2 <= p3 * p3:
        z1, z2, z3 = p1, p2, p3
    else:
        if p3 >= 0.0:
            tau = _climb(r1, r2, p1, p2, p3)
            z1, z2 = p1 / (1.0 + tau * r1), p2 / (1.0 + tau * r2)
        else:
            tau = _climb(1.0 / r1, 1.0 / r2, p1, p2, -p3)
            z1, z2 = p1 * tau / (tau + r1), p2 * tau / (tau + r2)
        z3 = sqrt(r1 * z1 * z1 + r2 * z2 * z2)
    return (
        T[0, 0] * z1 + T[0, 1] * z2 + T[0, 2] * z3,
        T[1, 0] * z1 + T[1, 1] * z2 + T[1, 2] * z3,
        T[2, 0] * z1 + T[2, 1] * z2 + T[2, 2] * z3,
    )


@kernel
def _climb(r1: float, r2: float, p1: float, p2: float, p3: float) -> float:
    """The root of F(tau) = (1 - tau) R(tau) - p_3 in [0, 1], from the left."""
    tau = 0.0
    for _ in range(NEWTON):
        q1, q2 = 1.0 / (1.0 + tau * r1), 1.0 / (1.0 + tau * r2)
        a1, a2 = r1 * (p1 * q1) ** 2, r2 * (p2 * q2) ** 2
        R = sqrt(a1 + a2)
        slope = R + (1.0 - tau) * (a1 * r1 * q1 + a2 * r2 * q2) / R
        further = tau + ((1.0 - tau) * R - p3) / slope
        if further <= tau:  # rounding: the root is reached
            break
        tau = min(further, 1.0)
    return tau


@inlined
def _visit(
    operator: Sides | Rows, c: int, offset: FloatArray, impulse: FloatArray, n: int
) -> tuple[float, float, float]:
    """The velocity of contact i."""
    u0, u1, u2 = offset[c, 0], offset[c, 1], offset[c, 2]
    if len(operator) == SIDES:
        D, blocks, E, velocity = operator
        u0, u1, u2 = u0 + E[c, 0] * impulse[c, 0], u1 + E[c, 1] * impulse[c, 1], u2 + E[c, 2] * impulse[c, 2]
        u0, u1, u2 = add_speed(D, blocks, velocity, u0, u1, u2, c, n)
    else:
        W, column, start = operator
        u0, u1, u2 = add_row(W, column, start, impulse, u0, u1, u2, c)
    return u0, u1, u2


@inlined
def _leave(operator: Sides | Rows, c: int, impulse: FloatArray, x0: float, x1: float, x2: float, n: int) -> float:
    """Give contact i its new impulse and its blocks their velocities; the square of the change, relative."""
    d0, d1, d2 = x0 - impulse[c, 0], x1 - impulse[c, 1], x2 - impulse[c, 2]
    impulse[c, 0], impulse[c, 1], impulse[c, 2] = x0, x1, x2
    if len(operator) == SIDES:
        D, blocks, _, velocity = operator
        add_momentum(D, blocks, d0, d1, d2, velocity, c, n)
    return (d0 * d0 + d1 * d1 + d2 * d2) / max(1.0, x0 * x0 + x1 * x1 + x2 * x2)


@inlined
def _degrees_of_freedom(operator: Sides | Rows) -> int:
    """Degrees of freedom of a body; those of a rigid block where there are no bodies."""
    return operator.D.shape[2] if len(operator) == SIDES else RIGID


@kernel
def _exact_iterations(
    operator: Sides | Rows, offset: FloatArray, mu: FloatArray, impulse: FloatArray,
    A: FloatArray, T: FloatArray, ratio: FloatArray, relaxation: float, most: int, small: float,
) -> int:  # fmt: skip
    """Iterations with exact local solves until the largest relative change is at most ``small``; their number."""
    n = _degrees_of_freedom(operator)
    if n == RIGID:  # see `drystone.numerics.contact_operator`
        return _iterate_exactly(operator, offset, mu, impulse, A, T, ratio, relaxation, most, small, RIGID)
    return _iterate_exactly(operator, offset, mu, impulse, A, T, ratio, relaxation, most, small, n)


@inlined
def _iterate_exactly(
    operator: Sides | Rows, offset: FloatArray, mu: FloatArray, impulse: FloatArray,
    A: FloatArray, T: FloatArray, ratio: FloatArray, relaxation: float, most: int, small: float, n: int,
) -> int:  # fmt: skip
    for k in range(most):
        largest = 0.0
        for c in range(len(mu)):
            g0, g1, g2 = impulse[c, 0], impulse[c, 1], impulse[c, 2]
            u0, u1, u2 = _visit(operator, c, offset, impulse, n)
            b0 = u0 - A[c, 0, 0] * g0 - A[c, 0, 1] * g1 - A[c, 0, 2] * g2
            b1 = u1 - A[c, 1, 0] * g0 - A[c, 1, 1] * g1 - A[c, 1, 2] * g2
            b2 = u2 - A[c, 2, 0] * g0 - A[c, 2, 1] * g1 - A[c, 2, 2] * g2
            x0, x1, x2 = solve_local(T[c], ratio[c, 0], ratio[c, 1], b0, b1, b2)
            x0, x1, x2 = g0 + relaxation * (x0 - g0), g1 + relaxation * (x1 - g1), g2 + relaxation * (x2 - g2)
            largest = max(largest, _leave(operator, c, impulse, x0, x1, x2, n))
        if largest <= small * small:
            return k + 1
    return most


@kernel
def _projection_iterations(
    operator: Sides | Rows, offset: FloatArray, mu: FloatArray, impulse: FloatArray,
    eta: FloatArray, relaxation: float, most: int, small: float,
) -> int:  # fmt: skip
    """Iterations of the fixed-point projection until the largest relative change is at most ``small``; their number."""
    n = _degrees_of_freedom(operator)
    if n == RIGID:
        return _iterate_by_projection(operator, offset, mu, impulse, eta, relaxation, most, small, RIGID)
    return _iterate_by_projection(operator, offset, mu, impulse, eta, relaxation, most, small, n)


@inlined
def _iterate_by_projection(
    operator: Sides | Rows, offset: FloatArray, mu: FloatArray, impulse: FloatArray,
    eta: FloatArray, relaxation: float, most: int, small: float, n: int,
) -> int:  # fmt: skip
    for k in range(most):
        largest = 0.0
        for c in range(len(mu)):
            g0, g1, g2 = impulse[c, 0], impulse[c, 1], impulse[c, 2]
            u0, u1, u2 = _visit(operator, c, offset, impulse, n)
            x0, x1, x2 = projected(g0 - eta[c] * u0, g1 - eta[c] * u1, g2 - eta[c] * u2, mu[c])
            x0, x1, x2 = g0 + relaxation * (x0 - g0), g1 + relaxation * (x1 - g1), g2 + relaxation * (x2 - g2)
            largest = max(largest, _leave(operator, c, impulse, x0, x1, x2, n))
        if largest <= small * small:
            return k + 1
    return most
