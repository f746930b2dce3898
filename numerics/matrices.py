"""3 x 3 matrices as tuples of rows, for compiled code, and the rotations among them."""

import math

from .compiled import kernel
from .vectors import Vector, combined, cross, dot, scaled

__all__ = ["Matrix", "congruence", "product", "rotated", "rotation_coefficients", "solved", "times", "transposed"]

Matrix = tuple[Vector, Vector, Vector]

SERIES = 1e-2
"""Angle (rad) below which the coefficients are taken from their Taylor series; its next term is below 1e-17."""


@kernel
def transposed(matrix: Matrix) -> Matrix:
    """The matrix whose rows are the columns."""
    a, b, c = matrix
    return (a[0], b[0], c[0]), (a[1], b[1], c[1]), (a[2], b[2], c[2])


@kernel
def times(matrix: Matrix, x: Vector) -> Vector:
    """Product of a matrix and a vector."""
    return dot(matrix[0], x), dot(matrix[1], x), dot(matrix[2], x)


@kernel
def product(left: Matrix, right: Matrix) -> Matrix:
    """Product of two matrices."""
    columns = transposed(right)
    return times(columns, left[0]), times(columns, left[1]), times(columns, left[2])


@kernel
def congruence(R: Matrix, J: Matrix) -> Matrix:
    """R J R'."""
    return product(product(R, J), transposed(R))


@kernel
def rotation_coefficients(angle: float) -> Vector:
    """sin(a)/a, (1 - cos a)/a^2 and (a - sin a)/a^3, exact for small angles too."""
    square = angle * angle
    if angle < SERIES:
        return (
            1 - square / 6 * (1 - square / 20 * (1 - square / 42)),
            0.5 - square / 24 * (1 - square / 30 * (1 - square / 56)),
            1 / 6 - square / 120 * (1 - square / 42 * (1 - square / 72)),
        )
    half = math.sin(0.5 * angle) / (0.5 * angle)
    return math.sin(angle) / angle, 0.5 * half * half, (angle - math.sin(angle)) / (square * angle)


@kernel
def rotated(x: Vector, r: Vector) -> Vector:
    """exp(skew(r)) x for a rotation vector r (rad); Rodrigues' formula."""
    sine, cosine, _ = rotation_coefficients(math.sqrt(dot(r, r)))
    across = cross(r, x)
    return combined(combined(x, across, sine), cross(r, across), cosine)


@kernel
def solved(A: Matrix, b: Vector) -> Vector:
    """A^-1 b for a matrix of order three by Cramer's rule; NaN where A is singular."""
    yz, zx, xy = cross(A[1], A[2]), cross(A[2], A[0]), cross(A[0], A[1])
    volume = dot(A[0], yz)
    inverse = 1.0 / volume if volume != 0.0 else math.nan
    return scaled(combined(combined(scaled(yz, b[0]), zx, b[1]), xy, b[2]), inverse)
