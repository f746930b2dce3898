"""Checks of what a user gives. Every message names the quantity and says what was seen."""

from typing import Any

import numpy as np
import numpy.typing as npt

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
    error = np.abs(np.swapaxes(matrix, -1, -2) @ matrix - np.eye(3)).max(initial=0.0)
    if error > ORTHONORMAL:
        raise DrystoneError(f"{what} must be orthonormal; R'R differs from the identity by {error:.2g}")
    if (np.linalg.det(matrix) < 0).any():
        raise DrystoneError(f"{what} must have determinant +1; got a reflection")
    return matrix


def _spell(shape: tuple[int | None, ...]) -> str:
    sizes = ", ".join("n" if size is None else str(size) for size in shape)
    return f"({sizes},)" if len(shape) == 1 else f"({sizes})"
