"""Free rotation of rigid blocks that keeps angular momentum and energy exactly.

    J0 omega = y,     y = p + tau/2 y x omega,     p = R'L,     R <- R cay(tau skew(omega)),     p <- 2 y - p

the implicit mid-point rule on a block's angular momentum p in its own frame, with Cayley's map
cay(X) = (I - X/2)^-1 (I + X/2), which turns the frame by just what p turns back: so L = R p stays as it is. The
mid-point rule conserves |p|^2 and p'J0^-1 p, as it does all quadratic invariants. Of second order, symmetric in time.

Reference: J. C. Simo and K. K. Wong, Unconditionally stable algorithms for rigid body dynamics that exactly preserve
energy and momentum, International Journal for Numerical Methods in Engineering 31 (1991) 19-52.
"""

import math

from ..numerics.compiled import FloatArray, compiled, kernel
from ..numerics.matrices import Matrix, product, solved, times, transposed
from ..numerics.vectors import Vector, combined, cross, dot, norm, row, scaled, subtract

__all__ = ["turned_freely"]

BALANCED = 1e-15
"""Residual over |J0| |omega| at which omega is found."""

ITERATIONS = 20
"""Most Newton iterations for a part of the rotation; where they do not suffice it is made in two."""

MOST_PARTS = 1 << 12
"""Most equal parts of a rotation."""


@compiled
def turned_freely(
    J: FloatArray, rotation: FloatArray, spin: FloatArray, duration: float
) -> tuple[FloatArray, FloatArray]:
    """Rotations (B, 3, 3) and spins (B, 3) (rad/s) after a free rotation of a ``duration`` (s).

    ``J`` (B, 3, 3): inertia in the initial orientation (kg m2). ``rotation`` (B, 3, 3), ``spin`` (B, 3): at the start.
    NaN for a block that turns by thousands of revolutions.
    """
    turned, end = rotation.copy(), spin.copy()
    for b in range(len(J)):
        if spin[b, 0] != 0.0 or spin[b, 1] != 0.0 or spin[b, 2] != 0.0:
            R = (row(rotation[b], 0), row(rotation[b], 1), row(rotation[b], 2))
            inertia = (row(J[b], 0), row(J[b], 1), row(J[b], 2))
            p = times(inertia, times(transposed(R), row(spin, b)))
            R, w = _turned(inertia, R, p, duration)
            for i in range(3):
                end[b, i] = w[i]
                for j in range(3):
                    turned[b, i, j] = R[i][j]
    return turned, end


@kernel
def _turned(J: Matrix, R: Matrix, p: Vector, duration: float) -> tuple[Matrix, Vector]:
    parts = 1
    while parts <= MOST_PARTS:
        Q, q, found = R, p, True
        for _ in range(parts):
            omega, found = _mean_spin(J, q, duration / parts)
            if not found:
                break
            Q = product(Q, _cayley(scaled(omega, duration / parts)))
            q = combined(scaled(times(J, omega), 2.0), q, -1.0)
        if found:
            return Q, times(Q, solved(J, q))
        parts *= 2
    lost = (math.nan, math.nan, math.nan)
    return (lost, lost, lost), lost


@kernel
def _mean_spin(J: Matrix, p: Vector, tau: float) -> tuple[Vector, bool]:
    """omega of J omega = p + tau/2 (J omega) x omega by Newton's method, and whether it was found."""
    omega, half = solved(J, p), 0.5 * tau
    stiff = math.sqrt(dot(J[0], J[0]) + dot(J[1], J[1]) + dot(J[2], J[2]))
    off, columns = math.inf, transposed(J)
    for _ in range(ITERATIONS):
        y = times(J, omega)
        residual = subtract(combined(y, cross(y, omega), -half), p)
        now = norm(residual)
        if now <= BALANCED * stiff * norm(omega):
            return omega, True
        if not now < off:
            return omega, now <= 100.0 * BALANCED * stiff * norm(omega)
        off = now
        x = _column(columns[0], (1.0, 0.0, 0.0), y, omega, half)
        z = _column(columns[1], (0.0, 1.0, 0.0), y, omega, half)
        v = _column(columns[2], (0.0, 0.0, 1.0), y, omega, half)
        omega = subtract(omega, solved(transposed((x, z, v)), residual))
    return omega, False


@kernel
def _column(j: Vector, e: Vector, y: Vector, omega: Vector, half: float) -> Vector:
    """Column of J - tau/2 d((J omega) x omega)/d omega."""
    return combined(combined(j, cross(j, omega), -half), cross(y, e), -half)


@kernel
def _cayley(r: Vector) -> Matrix:
    """(I - skew(r)/2)^-1 (I + skew(r)/2) = I + (skew(r) + skew(r)^2/2) / (1 + |r|^2/4)."""
    factor = 1.0 / (1.0 + 0.25 * dot(r, r))
    x, y, z = r
    return (
        (1.0 - 0.5 * factor * (y * y + z * z), factor * (0.5 * x * y - z), factor * (0.5 * x * z + y)),
        (factor * (0.5 * x * y + z), 1.0 - 0.5 * factor * (x * x + z * z), factor * (0.5 * y * z - x)),
        (factor * (0.5 * x * z - y), factor * (0.5 * y * z + x), 1.0 - 0.5 * factor * (x * x + y * y)),
    )
