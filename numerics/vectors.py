"""Small vectors as tuples: compiled code keeps them in registers and allocates nothing."""

import math

from .compiled import FloatArray, kernel

__all__ = ["Frame", "Vector", "combined", "cross", "dot", "frame_of", "norm", "row", "scaled", "subtract"]

Vector = tuple[float, float, float]

Frame = tuple[Vector, Vector, Vector]
"""Normal and two tangents, right-handed."""


@kernel
def row(array: FloatArray, i: int) -> Vector:
    """Row i of an (n, 3) array."""
    return array[i, 0], array[i, 1], array[i, 2]


@kernel
def dot(a: Vector, b: Vector) -> float:
    """Scalar product a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@kernel
def cross(a: Vector, b: Vector) -> Vector:
    """Vector product a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@kernel
def subtract(a: Vector, b: Vector) -> Vector:
    """Difference a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@kernel
def scaled(a: Vector, factor: float) -> Vector:
    """Multiple factor * a."""
    return a[0] * factor, a[1] * factor, a[2] * factor


@kernel
def combined(a: Vector, b: Vector, factor: float) -> Vector:
    """Sum a + factor * b."""
    return a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]


@kernel
def norm(a: Vector) -> float:
    """Length |a|."""
    return math.sqrt(dot(a, a))


@kernel
def frame_of(n: Vector) -> Frame:
    """The unit vector n and two tangents that make a right-handed frame with it.

    T. Duff et al., Building an Orthonormal Basis, Revisited, Journal of Computer Graphics Techniques 6(1),
    2017: one formula per sign of the z-component, smooth within each half.
    """
    sign = 1.0 if n[2] > -0.5 else -1.0  # not at zero: vertical joints have normals with n_z of rounding size
    a = -1.0 / (sign + n[2])
    b = n[0] * n[1] * a
    return n, (1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]), (b, sign + n[1] * n[1] * a, -n[1])
