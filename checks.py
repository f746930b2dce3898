"""The doors through which every value from outside comes in: one for each kind of value.

Each takes the value and what it is (its name and unit, for the message), gives back the value in the one form the
code inside works with, and raises one `DrystoneError` for everything else: what was seen, and what is allowed. Nothing
that a user can pass gets past them as another exception, as a NumPy warning or as NaN.

=====================  =============================================================================================
`finite_number`        a real number, in a range if one is given; `positive_number` one above zero
`whole_number`         a count; `place_of` an index, from the end where negative
`finite_array`         an array of numbers of a given shape; `unit_vector` a direction, `shaped` quickly
`index_array`          an array of whole numbers, such as pairs of blocks
`one_of`               a name out of known ones (says which is meant); `text` any text; `printable_text` in one line
`plain_name`           a name that a file or a folder may have; `file_path` a path of a file
`options_table`        settings by name; `data_frame` a pandas table with given columns
`instance_of`          an object of a class; `sequence_of` several of them; `function` something to call
`yes_no`               True or False
`work_size`            how many blocks, steps or tries a request comes to, against what can be done
=====================  =============================================================================================
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from decimal import Decimal
from fractions import Fraction
from inspect import signature
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from .errors import DrystoneError, UnknownNameError, shown, storable

__all__ = [
    "LARGEST",
    "LARGEST_WHOLE",
    "MOST_BLOCKS",
    "MOST_STEPS",
    "SMALLEST",
    "FloatArray",
    "ROUNDING",
    "Shape",
    "IntArray",
    "data_frame",
    "entries_of",
    "file_path",
    "finite_array",
    "finite_number",
    "function",
    "index_array",
    "instance_of",
    "one_of",
    "options_table",
    "place_of",
    "plain_name",
    "positive_number",
    "printable_text",
    "sequence_of",
    "shaped",
    "text",
    "unit_vector",
    "whole_number",
    "work_size",
    "yes_no",
]

FloatArray: TypeAlias = npt.NDArray[np.float64]
IntArray: TypeAlias = npt.NDArray[np.int64]

LARGEST, SMALLEST = 1e20, 1e-20
"""Largest size of a number, and least one of a number that must be positive, in SI units. The code forms products such
as density x length^5 (an inertia) and squares of them; within these bounds they neither overflow (1.8e308) nor vanish.
The sun weighs 2e30 kg and is 7e8 m wide, and no masonry has numbers near either bound.
"""

LARGEST_WHOLE = 2**53
"""Whole numbers up to here are exact in double precision."""

LONGEST_NAME = 100
"""Characters of a name: with four bytes each, and what is put behind it, it stays a file name (255 bytes at most)."""

NOT_IN_NAMES = '/\\:*?"<>|'
"""Letters that no name has: they part folders, or Windows has no files with them."""

DEVICES = {"CON", "PRN", "AUX", "NUL", *(f"{port}{i}" for port in ("COM", "LPT") for i in "0123456789¹²³")}
"""What stands for a device on Windows, whatever follows it after a dot."""

LONGEST_PATH = 4096
"""Characters of a path; no system takes longer ones."""

MOST_BLOCKS = 50_000
"""Blocks that a parametric structure may have. At 5000 a step at rest takes 0.2 s and one that moves 3.4 s, and the
time grows somewhat faster than the number; 50 000 need some gigabytes and most of a minute a step. Assemblies that are
put together block by block have no such limit.
"""

MOST_STEPS = 10**9
"""Steps that a run may be made of: the quickest take 1 ms, so that these take ten days."""

ROUNDING = 1e-14
"""Least relative width of a bracket that is halved: some units in the last place of a double."""

Kind = TypeVar("Kind")


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


Shape: TypeAlias = tuple[int | None, ...]
"""Lengths of an array's dimensions; None for any."""


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
    array = _as_floats(value)
    if array is None:
        raise DrystoneError(f"{what} must be numbers of shape {_spell(shapes)}; got {shown(value)}")
    if not any(_fits(array.shape, one) for one in shapes):
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


def index_array(value: Any, shape: Shape, what: str, count: int, least: int = 0) -> IntArray:
    """Return a read-only copy of `value` as integers of this shape (None = any length) from `least` to `count` - 1."""
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


def place_of(value: Any, count: int, what: str) -> int:
    """Return `value` as the place of one of `count` things; negative places count from the end."""
    number = _as_float(value)
    if number is None or not np.isfinite(number) or number != np.floor(number):
        raise DrystoneError(f"{what} must be a whole number; got {shown(value)}")
    if not -count <= number < count:
        among = f"0 to {count - 1} or, from the end, -1 to {-count}" if count else "none"
        raise DrystoneError(f"{what} {shown(value)} does not exist; there are {count}: {among}")
    return int(number)


def unit_vector(value: Any, what: str = "direction") -> FloatArray:
    """Return the 3-vector `value` divided by its length (3,)."""
    vector = finite_array(value, (3,), what)
    size = float(np.max(np.abs(vector)))
    if size == 0:
        raise DrystoneError(f"{what} must not be the zero vector")
    scaled = vector / size  # so that the square of a tiny entry does not vanish
    return np.asarray(scaled / np.linalg.norm(scaled))


def one_of(value: Any, known: Iterable[str], kind: str) -> str:
    """Return `value` where it is one of the `known` names of a `kind`; UnknownNameError, with the likeliest, else."""
    names = known if isinstance(known, Collection) else tuple(known)
    if isinstance(value, str) and value in names:
        return value
    raise UnknownNameError(kind, value, names)


def text(value: Any, what: str, *, empty: bool = True, whole: bool = True) -> str:
    """Return `value` where it is text without a NUL character; `empty`: whether it may be ''.

    ``whole``: whether halves of letters (lone surrogates) are refused; names of files may have them.
    """
    if not isinstance(value, str):
        raise DrystoneError(f"{what} must be text; got {shown(value)}")
    if "\0" in value:
        raise DrystoneError(f"{what} must be text without NUL characters; got {shown(value)}")
    if whole and storable(value) != value:
        raise DrystoneError(
            f"{what} must be text of whole letters; got halves of some (lone surrogates): {value!a:.80}"
        )
    if not value and not empty:
        raise DrystoneError(f"{what} must not be empty")
    return value


def printable_text(value: Any, what: str) -> str:
    """Return `value` where it is text that is not empty and that a terminal shows: nothing in it begins a new line,
    moves the cursor or turns the order of letters.
    """
    written = text(value, what, empty=False)
    if not written.isprintable():
        raise DrystoneError(f"{what} must be printable, without control characters; got {shown(written)}")
    return written


def plain_name(value: Any, what: str) -> str:
    r"""Return `value` where it is a name that a file or a folder may have on every system, and no path.

    >>> plain_name("arch 3 (left)", "name")
    'arch 3 (left)'
    >>> plain_name("../arch", "name")
    Traceback (most recent call last):
        ...
    drystone.errors.DrystoneError: name must be a plain name, without any of / \ : * ? " < > |; got '../arch'
    """
    name = printable_text(value, what)
    wrong = ""
    if len(name) > LONGEST_NAME:
        wrong = f"of at most {LONGEST_NAME} characters"
    elif any(letter in NOT_IN_NAMES for letter in name):
        wrong = f"without any of {' '.join(NOT_IN_NAMES)}"
    elif name != name.strip() or name.endswith("."):  # "." and ".." among them
        wrong = "without a space at either end or a dot at its end"
    elif name.partition(".")[0].rstrip().upper() in DEVICES:
        wrong = "and not that of a device on Windows"
    if wrong:
        raise DrystoneError(f"{what} must be a plain name, {wrong}; got {shown(name)}")
    return name


def file_path(value: Any, what: str = "path") -> Path:
    """Return `value`, text or an object such as pathlib.Path, as a path; whether there is such a file is not asked."""
    try:
        spelled = os.fspath(value)
    except TypeError:
        spelled = None
    if not isinstance(spelled, str):
        raise DrystoneError(f"{what} must be the path of a file, as text or a pathlib.Path; got {shown(value)}")
    if len(spelled) > LONGEST_PATH:
        raise DrystoneError(f"{what} must have at most {LONGEST_PATH} characters; got {len(spelled)}")
    return Path(text(spelled, what, empty=False, whole=False))


def data_frame(value: Any, columns: Collection[str], what: str) -> Any:
    """Return `value` where it is a pandas table with these columns."""
    import pandas as pd

    if not isinstance(value, pd.DataFrame):
        raise DrystoneError(f"{what} must be a table (pandas.DataFrame); got {shown(value)}")
    missing = [name for name in columns if name not in value.columns]
    if missing:
        raise DrystoneError(f"{what} lacks the columns {', '.join(missing)}")
    return value


def options_table(value: Any, what: str, known: Iterable[str] | None = None) -> dict[str, Any]:
    """Return a copy of the mapping `value` of names to settings; None gives an empty one.

    ``known``: the names there are, for an UnknownNameError; None lets the caller decide.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise DrystoneError(f"{what} must be a mapping such as {{'name': value}}; got {shown(value)}")
    names = None if known is None else tuple(known)
    for name in value:
        if not isinstance(name, str):
            raise DrystoneError(f"{what} must have names (text) as its keys; got the key {shown(name)}")
        if names is not None and name not in names:
            raise UnknownNameError(what, name, names)
    return dict(value)


def instance_of(value: Any, kind: type[Kind] | tuple[type[Kind], ...], what: str, instead: str = "") -> Kind:
    """Return `value` where it is an object of the class `kind`, or of one of several; ``instead``: what to give."""
    kinds = kind if isinstance(kind, tuple) else (kind,)
    if isinstance(value, kinds):
        return value
    wanted = " or ".join(f"{'an' if one.__name__[0] in 'AEIO' else 'a'} {one.__name__}" for one in kinds)
    advice = f"; {instead}" if instead else ""
    raise DrystoneError(f"{what} must be {wanted}; got {shown(value)}{advice}")


def sequence_of(
    value: Any, kind: type[Kind] | tuple[type[Kind], ...], what: str, *, single: bool = False, least: int = 0
) -> tuple[Kind, ...]:
    """Return the objects of the class `kind` that `value`, a list or another ordered iterable, holds.

    ``single``: whether one object alone stands for a list of it. ``least``: how many there must be.
    """
    kinds = kind if isinstance(kind, tuple) else (kind,)
    wanted = " or ".join("names" if one is str else one.__name__ for one in kinds)
    if isinstance(value, kinds):
        if single:
            return (value,)
        raise DrystoneError(f"{what} must be a list of {wanted}; got one alone, put it in a list")
    chosen: list[Kind] = []
    for one in entries_of(value, what, wanted):
        if not isinstance(one, kinds):
            raise DrystoneError(f"{what} must be a list of {wanted}; entry {len(chosen)} is {shown(one)}")
        chosen.append(one)
    if len(chosen) < least:
        raise DrystoneError(f"{what} must be a list of at least {least} {wanted}; got {len(chosen)}")
    return tuple(chosen)


def entries_of(value: Any, what: str, wanted: str) -> Iterator[Any]:
    """The entries, one after the other, of a list or another ordered iterable ``value`` of what is ``wanted``."""
    unordered = isinstance(value, (str, bytes, Mapping, Set, type))
    try:
        entries = None if unordered else iter(value)
    except TypeError:
        entries = None
    if entries is None:
        raise DrystoneError(f"{what} must be a list of {wanted}; got {shown(value)}")
    return entries


def function(value: Any, what: str, arguments: int = 1) -> Callable[..., Any]:
    """Return `value` where it can be called with so many arguments."""
    if not callable(value):
        raise DrystoneError(f"{what} must be a function of {arguments} argument(s); got {shown(value)}")
    try:
        signature(value).bind(*range(arguments))
    except TypeError as error:
        raise DrystoneError(f"{what} must be a function of {arguments} argument(s): {error}") from error
    except ValueError:  # a built-in one that has no signature
        pass
    return value


def yes_no(value: Any, what: str) -> bool:
    """Return `value` where it is True or False."""
    if not isinstance(value, (bool, np.bool_)):
        raise DrystoneError(f"{what} must be True or False; got {shown(value)}")
    return bool(value)


def work_size(count: float, most: int, what: str, advice: str) -> int:
    """Return `count`, the number of `what` (blocks, steps) a request comes to, where it is at most `most`."""
    if not count <= most:
        raise DrystoneError(f"this would be {count:.3g} {what}; at most {most:,} are allowed. {advice}")
    return int(count)


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
