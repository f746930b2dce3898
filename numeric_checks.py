"""Validation of numbers and of arrays of numbers from outside, imported from `drystone.checks`."""

from decimal import Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .errors import DrystoneError, shown

__all__ = [
    "LARGEST",
    "LARGEST_WHOLE",
    "ROUNDING",
    "SMALLEST",
    "FloatArray",
    "IntArray",
    "Shape",
    "finite_array",
    "finite_number",
    "index_array",
    "place_of",
    "positive_number",
    "shaped",
    "unit_vector",
    "whole_number",
]

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int64]

Shape: TypeAlias = tuple[int | None, ...]
"""Lengths of an array's dimensions; None for any."""

LARGEST, SMALLEST = 1e20, 1e-20
"""Largest size of a number, and least one of a number that must be positive, in SI units. The code forms products such
as density x length^5 (an inertia) and squares of them; within these bounds they neither overflow (1.8e308) nor vanish.
The sun weighs 2e30 kg and is 7e8 m wide, and no masonry has numbers near either bound.
"""

LARGEST_WHOLE = 2**53
"""Whole numbers up to here are exact in double precision."""

ROUNDING = 1e-14
"""Least relative width of a bracket that is halved: some units in the last place of a double."""


def finite_number(
    value: Any,
    what: str,
    *,
    least: float | None = None,
    above: float | None = None,
    most: float | None = None,
    below: float | None = None,
) -> float:
    """Return `value` as a float of at most `LARGEST` in size, in the range from `least` (or just `above`) to `most` (or
    just `below`). Text, True and False are no numbers. Where `least` is 0 the number must be 0 or at least `SMALLEST`.
    """
    number = _as_float(value)
    if number is None:
        raise DrystoneError(f"{what} must be a number; got {shown(value)}")
    if not np.isfinite(number):
        raise DrystoneError(f"{what} must be finite; got {number}")
    inside = (
        (least is None or number >= least)
        and (above is None or number > above)
        and (most is None or number <= most)
        and (below is None or number < below)
    )
    if not inside:
        raise DrystoneError(f"{what} must {_spell_range(least, above, most, below)}; got {number:g}")
    if least == 0.0 and 0.0 < number < SMALLEST:
        raise DrystoneError(f"{what} must be 0 or at least {SMALLEST:g}; got {number:g}")
    if abs(number) > LARGEST:
        raise DrystoneError(f"{what} must be at most {LARGEST:g} in size; got {number:g}")
    return number


def positive_number(value: Any, what: str, *, most: float | None = None, below: float | None = None) -> float:
    """Return `value` as a float from `SMALLEST` to `LARGEST`, and to `most` or just `below` where given."""
    number = finite_number(value, what)
    if number <= 0:
        raise DrystoneError(f"{what} must be positive; got {number:g}")
    if number < SMALLEST:
        raise DrystoneError(f"{what} must be at least {SMALLEST:g}; got {number:g}")
    return finite_number(number, what, most=most, below=below)


def whole_number(value: Any, what: str, least: int = 1, most: int = LARGEST_WHOLE) -> int:
    """Return `value` as an integer from `least` to `most`; 3.0 counts as 3."""
    number = _as_float(value)
    if number is None or not np.isfinite(number) or number != np.floor(number) or not least <= number <= most:
        usual = most == LARGEST_WHOLE and not (number is not None and number > most)
        allowed = f"of at least {least}" if usual else f"from {least} to {most}"
        raise DrystoneError(f"{what} must be a whole number {allowed}; got {shown(value)}")
    return int(number)


def place_of(value: Any, count: int, what: str) -> int:
    """Return `value` as the place of one of `count` things; negative places count from the end."""
    number = _as_float(value)
    if number is None or not np.isfinite(number) or number != np.floor(number):
        raise DrystoneError(f"{what} must be a whole number; got {shown(value)}")
    if not -count <= number < count:
        among = f"0 to {count - 1} or, from the end, -1 to {-count}" if count else "none"
        raise DrystoneError(f"{what} {shown(value)} does not exist; there are {count}: {among}")
    return int(number)


def finite_array(
    value: Any,
    shape: Shape | list[Shape],
    what: str,
    *,
    least: float | None = None,
    above: float | None = None,
    largest: float = LARGEST,
) -> FloatArray:
    """Return a read-only float copy of `value` of this shape, or one of a list of shapes (None = any length), every
    entry finite, at most `largest` in size and, where they are given, at least `least` and more than `above`.
    """
    shapes = shape if isinstance(shape, list) else [shape]
    if np.ma.is_masked(value):
        raise DrystoneError(f"{what} must be numbers; some entries are masked: fill them or leave them out")
    array = _as_floats(value)
    if array is None:
        kind = f" of {value.dtype}" if isinstance(value, np.ndarray) else ""
        raise DrystoneError(
            f"{what} must be {_count(shapes) or f'numbers of shape {_spell(shapes)}'}; got {shown(value)}{kind}"
        )
    if not any(_fits(array.shape, one) for one in shapes):
        if array.ndim < 2 and _count(shapes):
            raise DrystoneError(
                f"{what} must be {_count(shapes)}; got {shown(value) if array.ndim == 0 else len(array)}"
            )
        raise DrystoneError(f"{what} must have the shape {_spell(shapes)}; got {array.shape}")
    size = float(np.max(np.abs(array), initial=0.0))
    if not np.isfinite(size):
        raise DrystoneError(f"{what} must be finite; got NaN or infinite entries")
    if size > largest:
        raise DrystoneError(f"entries of {what} must be at most {largest:g} in size; got {size:g}")
    lowest = float(np.min(array, initial=np.inf))
    if (least is not None and lowest < least) or (above is not None and lowest <= above):
        raise DrystoneError(f"entries of {what} must {_spell_range(least, above, None, None)}; got {lowest:g}")
    array.setflags(write=False)
    return array


def _count(shapes: list[Shape]) -> str:
    """The shape of a vector in space in words; "" for any other."""
    return "3 numbers" if shapes == [(3,)] else ""


def index_array(value: Any, shape: Shape, what: str, count: int, least: int = 0) -> IntArray:
    """Return a read-only copy of `value` as integers of this shape (None = any length) from `least` to `count` - 1."""
    array: IntArray
    whole = type(value) is np.ndarray and value.dtype == np.int64 and _fits(value.shape, shape)
    if whole and (not value.size or (value.min() >= least and value.max() < count)):
        array = value.copy()
        array.setflags(write=False)
        return array
    numbers = finite_array(value, shape, what)
    wrong = (numbers != np.floor(numbers)) | (numbers < least) | (numbers >= count)
    if np.any(wrong):
        allowed = "of which there are none here"
        if count > least:
            allowed = f"of at least {least}" if count == LARGEST_WHOLE else f"from {least} to {count - 1}"
        raise DrystoneError(f"entries of {what} must be whole numbers {allowed}; got {numbers[wrong][0]:g}")
    array = numbers.astype(np.int64)
    array.setflags(write=False)
    return array


def shaped(value: Any, shape: Shape, what: str) -> FloatArray:
    """Return `value` as it is where it is a float array of this shape already, whatever it holds; else as
    `finite_array` with numbers of any size. For what is called often with arrays of our own.
    """
    if type(value) is np.ndarray and value.dtype == np.float64 and _fits(value.shape, shape):
        return value
    return finite_array(value, shape, what, largest=np.inf)


def unit_vector(value: Any, what: str = "direction") -> FloatArray:
    """Return the 3-vector `value` divided by its length (3,)."""
    vector = finite_array(value, (3,), what)
    size = float(np.max(np.abs(vector)))
    if size == 0:
        raise DrystoneError(f"{what} must not be the zero vector")
    scaled = vector / size  # so that the square of a tiny entry does not vanish
    return np.asarray(scaled / np.linalg.norm(scaled))


def _as_float(value: Any) -> float | None:
    """A real number of any type as a float, infinite where it is beyond floats; None for anything else."""
    if isinstance(value, (np.ndarray, np.generic)) and value.shape == () and value.dtype.kind in "iufO":
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, (int, float, Fraction, Decimal)):
        return None
    try:
        return float(value)
    except OverflowError:
        return np.inf if value > 0 else -np.inf
    except ValueError:  # a signalling NaN of decimal
        return np.nan


def _as_floats(value: Any) -> FloatArray | None:
    """A new array of floats; None where `value` holds anything but real numbers, or is ragged."""
    try:
        array = np.asarray(value)
        if array.dtype.kind in "iuf":
            with np.errstate(over="ignore"):  # of a type wider than float64: infinite, which the caller refuses
                return np.array(array, dtype=np.float64)
        if array.dtype.kind != "O":
            return None
        numbers = [_as_float(one) for one in array.ravel()]
        return None if None in numbers else np.array(numbers, dtype=np.float64).reshape(array.shape)
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return None


def _fits(shape: tuple[int, ...], wanted: Shape) -> bool:
    if shape == wanted:
        return True
    return len(shape) == len(wanted) and all(want in (None, have) for want, have in zip(wanted, shape, strict=True))


def _spell(shapes: list[Shape]) -> str:
    spelled = [", ".join("n" if size is None else str(size) for size in shape) for shape in shapes]
    return " or ".join(f"({s},)" if len(shape) == 1 else f"({s})" for s, shape in zip(spelled, shapes, strict=True))


def _spell_range(least: float | None, above: float | None, most: float | None, below: float | None) -> str:
    """A range in words, with those for its sign where it is nothing else.

    >>> _spell_range(0, None, 1, None), _spell_range(0, None, None, None), _spell_range(None, 0, None, 90)
    ('be at least 0 and at most 1', 'not be negative', 'be above 0 and below 90')
    """
    words = (("at least", least), ("above", above), ("at most", most), ("below", below))
    given = [(word, bound) for word, bound in words if bound is not None]
    if len(given) == 1 and given[0] in (("at least", 0), ("above", 0)):
        return "not be negative" if least == 0 else "be positive"
    return "be " + " and ".join(f"{word} {bound:g}" for word, bound in given)
