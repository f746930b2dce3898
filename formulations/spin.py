"""The spin of a block at the end of a step, from its angular momentum: implicit Euler in compiled code.

    J(w) w = L,     J(w) = R J_n R',     R = exp(dt skew(w)),     J_n the inertia at the start of the step,

L being the angular momentum due at the end of the step. Since R leaves w as it is, the equation is J_n w = R'L:
its answer has the momentum L exactly, and less energy than the start, by 1/2 (w - w_n)'J_n (w - w_n) where no moment
acts. Solved block by block by Newton's method.
"""

import math

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled, kernel
from ..numerics.matrices import Matrix, congruence, rotated, rotation_coefficients, solved, times, transposed
from ..numerics.vectors import Vector, combined, cross, dot, norm, row, scaled, subtract

__all__ = ["free_spins", "momenta"]

BALANCED = 1e-14
"""|J_n w - R'L| over |L| at which the spin is found: what 1e5 steps of it can add up to is 1e-9 of the momentum."""

ROUNDING = 1e-15
"""The same over |J_n| |w|: a needle that spins about its axis has no more digits of its momentum."""

ITERATIONS = 30
"""Most Newton iterations from one start. At |w| dt below one they are at most five."""

DECREASE = 0.1
"""Share of the decrease that Newton's linear model promises and that a shortened step must bring."""

SHORTEST = 1e-3
"""Shortest Newton step tried, in full ones; where it brings nothing the way there is followed instead."""

FINEST = 1e-4
"""Least part of the step by which that way, from dt = 0 on, is followed before the spin counts as not found."""


@compiled
def free_spins(
    J: FloatArray, rotation: FloatArray, spin: FloatArray, impulse: FloatArray, dt: float
) -> tuple[FloatArray, IntArray]:
    """Spins (B, 3) (rad/s) at the end of a step in which no contact acts, and whether each was found (B,), 1 or 0.

    ``J`` (B, 3, 3): inertia in the initial orientation (kg m2). ``rotation`` (B, 3, 3), ``spin`` (B, 3): at the start.
    ``impulse`` (B, 3): dt times the moments of the loads (N m s). Up to |w| dt of about five there was always one.
    """
    end = np.empty(spin.shape)
    found = np.ones(len(J), np.int64)
    for b in range(len(J)):
        R = (row(rotation[b], 0), row(rotation[b], 1), row(rotation[b], 2))
        inertia = congruence(R, (row(J[b], 0), row(J[b], 1), row(J[b], 2)))
        momentum = combined(times(inertia, row(spin, b)), row(impulse, b), 1.0)
        start = combined(row(spin, b), solved(inertia, row(impulse, b)), 1.0)
        w, balanced = _newton(inertia, momentum, start, dt)
        if not balanced:
            w, balanced = _followed(inertia, momentum, dt)
            found[b] = 1 if balanced else 0
        end[b, 0], end[b, 1], end[b, 2] = w
    return end, found


@compiled
def momenta(J: FloatArray, rotation: FloatArray, spin: FloatArray) -> FloatArray:
    """Angular momenta R J R' w (B, 3) (N m s), ``J`` (B, 3, 3) being the inertia in the initial orientation."""
    momentum = np.empty(spin.shape)
    for b in range(len(J)):
        R = (row(rotation[b], 0), row(rotation[b], 1), row(rotation[b], 2))
        local = times(transposed(R), row(spin, b))
        turned = times(R, times((row(J[b], 0), row(J[b], 1), row(J[b], 2)), local))
        momentum[b, 0], momentum[b, 1], momentum[b, 2] = turned
    return momentum


@kernel
def _newton(J: Matrix, momentum: Vector, w: Vector, dt: float) -> tuple[Vector, bool]:
    """The spin w with J w = exp(-dt skew(w)) L from the start ``w``, and whether it was found.

    The residual's Jacobian is J - dt skew(q) B(-dt w), q = exp(-dt skew(w)) L, B the tangent of the exponential.
    """
    size, stiff = norm(momentum), math.sqrt(dot(J[0], J[0]) + dot(J[1], J[1]) + dot(J[2], J[2]))
    if size == 0.0:
        return (0.0, 0.0, 0.0), True
    q = rotated(momentum, scaled(w, -dt))
    residual = subtract(times(J, w), q)
    off = norm(residual)
    for _ in range(ITERATIONS):
        if off <= max(BALANCED * size, ROUNDING * stiff * norm(w)):
            return w, True
        turn = scaled(w, -dt)
        _, cosine, cubic = rotation_coefficients(norm(turn))
        step = scaled(solved(_jacobian(J, q, turn, cosine, cubic, dt), residual), -1.0)
        length = 1.0
        while True:
            tried = combined(w, step, length)
            turned = rotated(momentum, scaled(tried, -dt))
            left = subtract(times(J, tried), turned)
            if norm(left) < (1.0 - DECREASE * length) * off:
                break
            length *= 0.5
            if length < SHORTEST:
                return w, False
        w, q, residual, off = tried, turned, left, norm(left)
    return w, False


@kernel
def _followed(J: Matrix, momentum: Vector, dt: float) -> tuple[Vector, bool]:
    """The same spin, followed from dt = 0, where it is J^-1 L, in the longest parts for which Newton converges."""
    w, done, part = solved(J, momentum), 0.0, 0.25
    while done < 1.0 and part >= FINEST:
        ahead = min(1.0, done + part)
        tried, balanced = _newton(J, momentum, w, ahead * dt)
        if balanced:
            w, done, part = tried, ahead, 2.0 * part
        else:
            part *= 0.5
    return w, done >= 1.0


@kernel
def _jacobian(J: Matrix, q: Vector, turn: Vector, cosine: float, cubic: float, dt: float) -> Matrix:
    """J - dt skew(q) B(turn), row by row: with x a row, x'skew(w) is x cross w, and x = e_i in skew(q)."""
    return (
        _jacobian_row(J[0], cross((1.0, 0.0, 0.0), q), turn, cosine, cubic, dt),
        _jacobian_row(J[1], cross((0.0, 1.0, 0.0), q), turn, cosine, cubic, dt),
        _jacobian_row(J[2], cross((0.0, 0.0, 1.0), q), turn, cosine, cubic, dt),
    )


@kernel
def _jacobian_row(J: Vector, x: Vector, turn: Vector, cosine: float, cubic: float, dt: float) -> Vector:
    across = cross(x, turn)
    return combined(J, combined(combined(x, across, cosine), cross(across, turn), cubic), -dt)
