"""Checks of what a user gives. Every message names the quantity and says what was seen."""

from typing import Any

import numpy as np
import numpy.typing as npt

from ..compiled import compiled
from ..errors import DrystoneError

__all__ = [
    "FloatArray",
    "IntArray",
    "finite_array",
    "finite_number",
    "positive_number",
    "rotations",
    "unit_vector",
    "whole_number",
]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

ORTHONORMAL = 1e-6
"""How far R'R may be from the identity; a matrix typed with seven digits passes."""


def finite_array(value: Any, shape: tuple[int | None, ...], what: str) -> FloatArray:
    """Return `value` as a read-only float array of this shape (None = any length), all entries finite."""
    try:
        array = np.array(value, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise DrystoneError(f"{what} must be numbers of shape {_spell(shape)}; got {value!r:.80}") from error
    if array.ndim != len(shape) or any(
        want is not None and want != have for want, have in zip(shape, array.shape, strict=True)
    ):
        raise DrystoneError(f"{what} must have the shape {_spell(shape)}; got {array.shape}")
    if not np.isfinite(array).all():
        raise DrystoneError(f"{what} must be finite; got NaN or infinite entries")
    array.setflags(write=False)
    return array


def finite_number(value: Any, what: str) -> float:
    """Return `value` as a finite float."""
    try:
        number = float(value)
    except (TypeError, ValueError) as error:
        raise DrystoneError(f"{what} must be a number; got {value!r:.80}") from error
    if not np.isfinite(number):
        raise DrystoneError(f"{what} must be finite; got {number}")
    return number


def positive_number(value: Any, what: str) -> float:
    """Return `value` as a finite float above zero."""
    number = finite_number(value, what)
    if number <= 0:
        raise DrystoneError(f"{what} must be positive; got {number:g}")
    return number


def whole_number(value: Any, what: str, least: int = 1) -> int:
    """Return `value` as an integer of at least `least`."""
    number = finite_number(value, what)
    if number != int(number) or number < least:
        raise DrystoneError(f"{what} must be a whole number of at least {least}; got {value!r}")
    return int(number)


def unit_vector(value: Any, what: str = "direction") -> FloatArray:
    """Return the 3-vector `value` divided by its length (3,)."""
    vector = finite_array(value, (3,), what)
    length = float(np.linalg.norm(vector))
    if length == 0:
        raise DrystoneError(f"{what} must not be the zero vector")
    return vector / length


def rotations(value: Any, shape: tuple[int | None, ...], what: str) -> FloatArray:
    """Return `value` as an array of rotation matrices (..., 3, 3): orthonormal, determinant +1."""
    matrix = finite_array(value, shape, what)
    error, reflected = _rotation_defects(matrix.reshape(-1, 3, 3))
    if error > ORTHONORMAL:
        raise DrystoneError(f"{what} must be orthonormal; R'R differs from the identity by {error:.2g}")
    if reflected:
        raise DrystoneError(f"{what} must have determinant +1; got a reflection")
    return matrix


@compiled
def _rotation_defects(matrix: FloatArray) -> tuple[float, bool]:
    """Largest entry of |R'R - I| over matrices (n, 3, 3), and whether a determinant is negative."""
    error, reflected = 0.0, False
    for r in matrix:
        for i in range(3):
            for j in range(3):
                product = r[0, i] * r[0, j] + r[1, i] * r[1, j] + r[2, i] * r[2, j]
                error = max(error, abs(product - (1.0 if i == j else 0.0)))
        volume = r[0, 0] * (r[1, 1] * r[2, 2] - r[1, 2] * r[2, 1])
        volume += r[0, 1] * (r[1, 2] * r[2, 0] - r[1, 0] * r[2, 2])
        volume += r[0, 2] * (r[1, 0] * r[2, 1] - r[1, 1] * r[2, 0])
        reflected = reflected or volume < 0.0
    return error, reflected


def _spell(shape: tuple[int | None, ...]) -> str:
    sizes = ", ".join("n" if size is None else str(size) for size in shape)
    return f"({sizes},)" if len(shape) == 1 else f"({sizes})"
