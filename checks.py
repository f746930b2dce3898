"""Validation of every value from outside: one function for each kind of value; numbers are in `numeric_checks`.

Each takes the value and what it is (its name and unit, for the message), gives back the value in the one form the
code inside works with, and raises one `DrystoneError` for everything else: what was seen, and what is allowed. Nothing
that a user can pass gets past them as another exception, as a NumPy warning or as NaN.

=====================  =============================================================================================
`finite_number`        a real number, in a range if one is given; `positive_number` one above zero; `numbers_in` a
                       text of several
`whole_number`         a count; `place_of` an index, from the end where negative
`finite_array`         an array of numbers of a given shape; `unit_vector` a direction, `shaped` quickly
`index_array`          an array of whole numbers, such as pairs of blocks
`one_of`               a name out of known ones (says which is meant), `names_in` several; `text` any text;
                       `printable_text` in one line
`plain_name`           a name that a file or a folder may have; `file_path` a path of a file
`options_table`        settings by name; `data_frame` a pandas table with given columns
`instance_of`          an object of a class; `sequence_of` several of them; `function` something to call
`yes_no`               True or False
`work_size`            how many blocks, steps or tries a request comes to, against what can be done
=====================  =============================================================================================
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import fields, is_dataclass
from inspect import signature
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from .errors import DrystoneError, UnknownNameError, shown, storable
from .numeric_checks import (
    LARGEST,
    LARGEST_WHOLE,
    ROUNDING,
    SMALLEST,
    FloatArray,
    IntArray,
    Shape,
    finite_array,
    finite_number,
    index_array,
    place_of,
    positive_number,
    shaped,
    unit_vector,
    whole_number,
)

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
    "names_in",
    "numbers_in",
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

LONGEST_NAME = 200
"""Bytes (UTF-8) of a name: with what is put behind it, it stays a file name (255 bytes at most)."""

NOT_IN_NAMES = '/\\:*?"<>|'
"""Characters that a name must not have: path separators, and those that Windows forbids in file names."""

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

Kind = TypeVar("Kind")


def one_of(value: Any, known: Iterable[str], kind: str) -> str:
    """Return `value` where it is one of the `known` names of a `kind`; UnknownNameError, with the likeliest, else."""
    names = known if isinstance(known, Collection) else tuple(known)
    if isinstance(value, str) and value in names:
        return value
    raise UnknownNameError(kind, value, names)


def names_in(text: str, known: Iterable[str], kind: str) -> tuple[str, ...]:
    """The names of a text with commas between, each one of the `known` of a `kind`; none for an empty text."""
    names = tuple(known)
    return tuple(one_of(part.strip(), names, kind) for part in str(text).split(",") if part.strip())


def numbers_in(text: Any, kind: str, words: Collection[str] = ()) -> tuple[str, ...]:
    """The entries of a text with commas between, each a positive number or one of the ``words``, as they are written;
    none for an empty text.
    """
    entries = tuple(part.strip() for part in str(text).split(",") if part.strip())
    for one in entries:
        try:
            if one not in words:
                positive_number(float(one), kind)
        except ValueError:
            allowed = " or ".join(["a positive number", *words])
            raise DrystoneError(f"each {kind} must be {allowed}; got {shown(one)}") from None
    return entries


def text(value: Any, what: str, *, empty: bool = True, whole: bool = True) -> str:
    """Return `value` where it is text without a NUL character; `empty`: whether it may be ''.

    ``whole``: whether lone surrogates are refused; names of files may have them.
    """
    if not isinstance(value, str):
        raise DrystoneError(f"{what} must be text; got {shown(value)}")
    if "\0" in value:
        raise DrystoneError(f"{what} must be text without NUL characters; got {shown(value)}")
    if whole and storable(value) != value:
        raise DrystoneError(f"{what} must be valid Unicode text; got lone surrogates: {value!a:.80}")
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
    if len(name.encode()) > LONGEST_NAME:
        wrong = f"of at most {LONGEST_NAME} bytes (a letter has one to four)"
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
    part = kinds[0].__name__.lower()
    if not instead and is_dataclass(value) and part in {one.name for one in fields(value)}:
        instead = f"give its {part}"  # as of a scene in place of its assembly
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
