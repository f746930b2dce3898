"""Plain columns and CSV, with a header or without: times in the first column (s), one to three components after it.

A header is one line of names, `time (s), east (g), north (g), up (g)`; it may be a comment. Units stand in brackets or
at the end of a name. Without a header, numbers are in m/s2 unless the caller says otherwise, as everything in drystone
is; one column alone needs the step `dt`.
"""

import re
from dataclasses import dataclass

import numpy as np

from ...checks import FloatArray
from ...errors import DrystoneError
from ...summary import counted
from .record import Record, even_times
from .source import NUMBER, WIDEST, ReadOptions, Source, seen
from .units import ACCELERATIONS, acceleration_unit, orientation_of

__all__ = ["read", "recognises"]

COMMENTS = "#%"
"""Letters that begin a comment."""

MOST_COLUMNS = 4
"""A time and three components."""

UNIT = re.compile(r"^(?P<name>.*?)[\s_]*[(\[](?P<unit>[^)\]]*)[)\]]\s*$|^(?P<plain>.*?)[\s_]+(?P<end>\S*)\s*$")
"""A name with its unit in brackets, or after a blank or a low line."""

MOST_COMMENTS = 1000
"""Comments before the samples that are looked at for names of columns."""

LONGEST = 100
"""Characters of a name with its unit."""

NO_TIMES = re.compile(r"(?<![a-z])(periods?|freq(uency|uencies)?)(?![a-z])", re.IGNORECASE)
NO_ACCELERATIONS = re.compile(r"(?<![a-z])(vel(ocity|ocities)?|displ?(acements?)?)(?![a-z])", re.IGNORECASE)
"""In the name of the first column, of another one: what is no record of accelerations."""

SECONDS = {"s": 1.0, "sec": 1.0, "second": 1.0, "seconds": 1.0, "ms": 1e-3}
"""Units of time by name, in s."""


@dataclass(frozen=True)
class Column:
    """What a header says of a column: its name, and its unit, '' where it has none."""

    name: str
    unit: str


def recognises(source: Source) -> bool:
    """Whatever is no other format may be columns; reading finds out."""
    return True


def read(source: Source, options: ReadOptions) -> tuple[Record, ...]:
    """The components in the order of their columns."""
    rows, numbers, header, comments = _rows(source)
    if not rows:
        source.refuse(len(source.lines) - 1, "the file holds no samples; a record needs at least 2")
    width = len(rows[0])
    if width > MOST_COLUMNS:
        source.refuse(
            numbers[0],
            f"expected a time (s) and at most three accelerations; got {width} numbers. Give one record a file",
        )
    for i, row in zip(numbers, rows, strict=True):
        if len(row) != width:
            source.refuse(i, f"expected {width} numbers, as in the first row; got {len(row)}")
    if len(rows) < 2:
        source.refuse(numbers[0], "the file holds 1 sample; a record needs at least 2")
    at, columns = _header(source, header, comments, width)
    _refuse_others(source, at, columns)
    table = np.array(rows)
    time, columns, table = _times(source, at, numbers, columns, table, options)
    records = []
    for k, column in enumerate(columns):
        unit = _unit(source, at, column, options, named=header is not None)
        name = column.name if column else ""
        records.append(
            Record(
                time, table[:, k] * ACCELERATIONS[unit], name, orientation_of(name), "columns", unit, path=source.path
            )
        )
    return tuple(records)


def _rows(source: Source) -> tuple[list[list[float]], list[int], int | None, list[int]]:
    """Rows of numbers with their lines, the line of a header before them, and those of the comments before them."""
    rows: list[list[float]] = []
    numbers: list[int] = []
    comments: list[int] = []
    header = None
    decimal = _decimal_comma(source)
    for i, line in enumerate(source.lines):
        plain = re.split(f"[{COMMENTS}]", line, maxsplit=1)[0].strip(" \t\f\x1a")
        if not plain:
            comments += [i] if line.strip() and not rows else []
            continue
        words = _words(plain, decimal)
        if not rows and header is None and _names(words):
            wrong = [word for word in words if word.lower().lstrip("+-") in ("nan", "inf", "infinity")]
            if wrong:
                source.refuse(i, f"expected numbers; got {seen(wrong[0])}")
            header = i
            continue
        rows.append([source.number(i, word, "a sample of a record") for word in words])
        numbers.append(i)
    return rows, numbers, header, comments


def _names(words: list[str]) -> bool:
    """Whether a line is a header: it begins with a name, and not with the only word that is no number."""
    numbers = [bool(NUMBER.fullmatch(word)) for word in words]
    return not numbers[0] and not (len(words) > 1 and all(numbers[1:]))


def _decimal_comma(source: Source) -> str:
    """What separates the columns where commas stand in numbers: 0,01;-1,5 or the same with a tab; else nothing."""
    rows = [line for line in source.lines if re.match(r"\s*[+-]?\d", line) and re.search(r"\d,\d", line)]
    return next((one for one in ";\t" if any(one in line for line in rows)), "")


def _words(line: str, decimal: str) -> list[str]:
    if decimal:
        return [word.strip().replace(",", ".") for word in line.split(decimal) if word.strip()]
    return line.replace(",", " ").replace(";", " ").split()


def _header(source: Source, header: int | None, comments: list[int], width: int) -> tuple[int, list[Column | None]]:
    """The line that names the columns, and what it says of each; of comments the last that names as many with units."""
    if header is not None:
        words, columns = _names_on(source, header, width)
        if not words:
            told = f"the header has {len(source.lines[header].strip())} characters; at most {WIDEST} are read"
            source.refuse(header, told)
        if not columns:
            source.refuse(header, f"the header names {counted(len(words), 'column')} and the rows have {width}")
        return header, [*columns]
    for at in reversed(comments[-MOST_COMMENTS:]):
        _, columns = _names_on(source, at, width)
        if any(column.unit for column in columns):
            return at, [*columns]
    return comments[-1] if comments else 0, [None] * width


def _names_on(source: Source, at: int, width: int) -> tuple[list[str], list[Column]]:
    """The words of a line, none of one that is too long, and the columns where they are so many."""
    line = source.lines[at].strip().lstrip(COMMENTS).strip()
    if len(line) > WIDEST:
        return [], []
    words = [word.strip().strip('"') for word in re.split(r"[,;\t]|\s{2,}", line)]
    if len(words) != width:
        words = re.findall(r"[^\s,;]+(?:\s*[(\[][^)\]]*[)\]])?", line)
    return words, [_column(word) for word in words] if len(words) == width else []


def _column(written: str) -> Column:
    found = UNIT.match(written[:LONGEST])
    if found and found["unit"] is not None:
        return Column(found["name"], found["unit"])
    if found and found["end"]:
        if found["end"].lower() in SECONDS:
            return Column(found["plain"], found["end"])
        try:
            return Column(found["plain"], acceleration_unit(found["end"]))
        except DrystoneError:
            pass
    return Column(written, "")


def _refuse_others(source: Source, at: int, columns: list[Column | None]) -> None:
    """Refuse spectra, velocities and displacements by what a header calls them, whatever their units."""
    for k, column in enumerate(columns):
        first = k == 0 and len(columns) > 1
        found = None if column is None else (NO_TIMES if first else NO_ACCELERATIONS).search(column.name)
        if found:
            what = "times in s in the first column" if first else "accelerations"
            source.refuse(at, f"expected {what}; the header calls a column {found[0].lower()!r}")


def _times(
    source: Source, at: int, numbers: list[int], columns: list[Column | None], table: FloatArray, options: ReadOptions
) -> tuple[FloatArray, list[Column | None], FloatArray]:
    """Times (s) from 0 or later, and the columns of accelerations."""
    if table.shape[1] == 1:
        if options.dt is None:
            source.refuse(numbers[0], "one column has no times; give the time between samples, dt (s)")
        return even_times(len(table), options.dt), columns, table
    if options.dt is not None:
        source.refuse(numbers[0], "the first column has the times of the samples; leave dt out")
    unit = columns[0].unit if columns[0] else "s"
    if unit and unit.lower() not in SECONDS:
        source.refuse(at, "the first column must be times in s; its unit is another")
    time = table[:, 0] * SECONDS[(unit or "s").lower()]
    wrong = np.flatnonzero(np.diff(time) <= 0)
    if len(wrong):
        i = int(wrong[0])
        source.refuse(numbers[i + 1], f"time must increase; got {time[i]:g} s, then {time[i + 1]:g} s")
    if time[0] < 0:
        source.refuse(numbers[0], f"time must not be negative; the first is {time[0]:g} s, shift the record")
    return time, columns[1:], table[:, 1:]


def _unit(source: Source, at: int, column: Column | None, options: ReadOptions, *, named: bool) -> str:
    """The unit of a column: of its header, of the caller, or m/s2 where there is no header."""
    if column is not None and column.unit:
        return source.units(at, column.unit, options)
    if options.units is None and named:
        told = "the header does not tell the units of the accelerations; give units, such as units='g'"
        source.refuse(at, f"{told}, with `drystone record` --units g")
    return options.units or "m/s2"
