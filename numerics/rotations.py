"""Rotations: their check, the skew matrix and the exponential map, vectorised over bodies."""

from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..checks import Shape, finite_array
from ..errors import DrystoneError, shown
from .compiled import FloatArray, compiled
from .matrices import rotation_coefficients
from .vectors import norm, row

__all__ = ["carried_by_both", "exponential", "rotation_vector", "rotations", "skew"]

Array = NDArray[np.float64]

ORTHONORMAL = 1e-6
"""How far R'R may be from the identity; a matrix typed with seven digits passes."""

OPPOSITE = 1e-6
"""Sum of unit vectors that are opposite, and have no mean: the first stands for it."""


def skew(vector: Array) -> Array:
    """Matrices (B, 3, 3) that multiply x to the cross product of w and x, for ``vector`` w (B, 3)."""
    matrix = np.zeros((len(vector), 3, 3))
    matrix[:, 0, 1], matrix[:, 0, 2], matrix[:, 1, 2] = -vector[:, 2], vector[:, 1], -vector[:, 0]
    matrix[:, 1, 0], matrix[:, 2, 0], matrix[:, 2, 1] = vector[:, 2], -vector[:, 1], vector[:, 0]
    return matrix


def exponential(vector: Array) -> Array:
    """exp(skew(r)), (B, 3, 3), for rotation vectors r (B, 3) (rad); Rodrigues' formula."""
    sine, cosine = _coefficients(np.ascontiguousarray(vector, dtype=np.float64))
    spin = skew(vector)
    return np.eye(3) + sine[:, None, None] * spin + cosine[:, None, None] * (spin @ spin)


def rotation_vector(matrix: Array) -> Array:
    """Rotation vectors r (B, 3) (rad) with exp(skew(r)) = R, for rotations R (B, 3, 3) by less than half a turn."""
    odd = 0.5 * (matrix - np.swapaxes(matrix, 1, 2))
    axis = np.stack([odd[:, 2, 1], odd[:, 0, 2], odd[:, 1, 0]], axis=1)
    sine = np.linalg.norm(axis, axis=1)
    angle = np.arctan2(sine, 0.5 * (np.trace(matrix, axis1=1, axis2=2) - 1.0))
    return axis * np.where(sine > 0.0, angle / np.where(sine > 0.0, sine, 1.0), 1.0)[:, None]


def carried_by_both(direction: Array, turn_a: Array, turn_b: Array) -> Array:
    """The mean (C, 3) of the unit vectors that two rotations (C, 3, 3) make of each ``direction`` (C, 3)."""
    own = np.einsum("cij,cj->ci", turn_a, direction)
    both = own + np.einsum("cij,cj->ci", turn_b, direction)
    length = np.linalg.norm(both, axis=1, keepdims=True)
    return np.divide(both, length, out=own, where=length > OPPOSITE)


@compiled
def _coefficients(vector: FloatArray) -> tuple[FloatArray, FloatArray]:
    """sin(a)/a and (1 - cos a)/a^2, (B,) each, for a = |r|."""
    sine, cosine = np.empty(len(vector)), np.empty(len(vector))
    for b in range(len(vector)):
        sine[b], cosine[b], _ = rotation_coefficients(norm(row(vector, b)))
    return sine, cosine


def rotations(value: Any, shape: Shape, what: str) -> FloatArray:
    """Return `value` as an array of rotation matrices (..., 3, 3): orthonormal, determinant +1."""
    single = isinstance(value, list | tuple) or (isinstance(value, np.ndarray) and value.ndim == 1)
    if shape == (3, 3) and single and len(value) > 0 and all(isinstance(one, Real) for one in value):
        raise DrystoneError(
            f"{what} must be a matrix (3, 3); got {shown(value)}. Of a rotation vector (rad) it is "
            "scipy.spatial.transform.Rotation.from_rotvec(vector).as_matrix(), of a quaternion from_quat"
        )
    matrix = finite_array(value, shape, what)
    error = float(np.max(np.abs(np.swapaxes(matrix, -1, -2) @ matrix - np.eye(3)), initial=0.0))
    if error > ORTHONORMAL:
        raise DrystoneError(f"{what} must be orthonormal; R'R differs from the identity by {error:.2g}")
    if np.any(np.linalg.det(matrix) < 0.0):
        raise DrystoneError(f"{what} must have determinant +1; got a reflection")
    return matrix
