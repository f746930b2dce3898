"""The lines of a record's file, and errors that name file and line."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from ...checks import LARGEST, FloatArray, positive_number
from ...disk import MEGABYTE, readable_file, reading
from ...errors import DrystoneError, shown
from .units import ACCELERATIONS, acceleration_unit

__all__ = ["PEAK_ERROR", "WIDEST", "Source", "ReadOptions", "read_source", "rounding_of", "seen"]

LARGEST_FILE = 256 * MEGABYTE
"""Largest file of a record that is read (bytes): ten million samples, a day at 100 Hz."""

CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]")
"""Bytes that no text has: control characters without tab, line and page breaks and the old end-of-file mark."""

NUMBER = re.compile(r"[+-]?(\d++(\.\d*+)?+|\.\d++)([EeDd][+-]?\d++)?+")
"""Numbers as files write them, Fortran's D for an exponent among them; no nan, no infinity. Of any length in one pass.
"""

WIDEST = 1000
"""Characters of a header's line that are looked at: patterns take the square of the length of some lines."""

SHORT = 20
"""Characters of a word of a file that a message shows."""

LIKE_NUMBER = re.compile(r"(?=.*[\d*])[\d.,+*EeDd-]+|[+-]?(nan|inf|infinity)", re.IGNORECASE)
"""Words that were meant as numbers: 1.2.3, 1,5, the stars of a number too long for its columns, nan."""

LIKE_UNIT = re.compile(r"(gal|counts?|volts?|sec|[mc]?m|in|ft|m?g|[s\d/*^²-])+", re.IGNORECASE)
"""Words made of the parts that units have."""

PEAK_ERROR = 0.02
"""Most by which the largest sample differs from the peak that the header states, of that peak; beyond half a unit of
the last digit that is written. Headers round, and some give the peak before the last correction.
"""


@dataclass(frozen=True)
class ReadOptions:
    """What the caller says of a file. ``units`` of its numbers and ``dt`` (s), where it does not say itself;
    ``check_peak``: whether the peak that a header states is compared with the samples.
    """

    units: str | None = None
    dt: float | None = None
    check_peak: bool = True

    def __post_init__(self) -> None:
        if self.units is not None:
            if not isinstance(self.units, str):
                raise DrystoneError(f"units must be text such as 'g' or 'cm/s2'; got {shown(self.units)}")
            object.__setattr__(self, "units", acceleration_unit(self.units))
        if self.dt is not None:
            object.__setattr__(self, "dt", positive_number(self.dt, "dt of a record (s)"))


@dataclass(frozen=True)
class Source:
    """The lines of a file, counted from 0 in the code and from 1 in messages."""

    path: Path
    lines: tuple[str, ...]

    def refuse(self, line: int, reason: str, cause: BaseException | None = None) -> NoReturn:
        """Raise the DrystoneError that names file and line."""
        at = min(max(line, 0), max(len(self.lines) - 1, 0)) + 1
        raise DrystoneError(f"{str(self.path)!r}, line {at}: {reason}") from cause

    def line(self, i: int, what: str) -> str:
        """Line i; refused where the file has ended before it."""
        if i >= len(self.lines):
            self.refuse(len(self.lines), f"the file ends before {what}; it is cut off")
        return self.lines[i]

    def head(self, i: int) -> str:
        """The first `WIDEST` characters of line i, for patterns."""
        return self.lines[i][:WIDEST]

    def find(self, pattern: str, start: int, end: int, what: str) -> tuple[int, re.Match[str]]:
        """The first of the lines ``start`` to ``end`` - 1 with this pattern, in capitals or not; refused without."""
        rows = ((i, re.search(pattern, self.head(i), re.IGNORECASE)) for i in range(start, min(end, len(self.lines))))
        i, found = next((row for row in rows if row[1]), (start, None))
        if found is None:
            self.refuse(start, f"expected {what} from here on and found none; the header is damaged")
        return i, found

    def number(self, i: int, word: str, what: str, most: float = LARGEST) -> float:
        """A number of line i, at most so large."""
        if not NUMBER.fullmatch(word.strip()):
            self.refuse(i, f"{what} must be a number; got {seen(word)}")
        value = float(re.sub("[Dd]", "e", word))
        if not abs(value) <= most:
            self.refuse(i, f"{what} must be at most {most:g} in size; got {seen(word)}")
        return value

    def step(self, i: int, word: str, what: str, per_second: bool = False) -> float:
        """A time step (s) of line i, or that of so many samples per second."""
        value = self.number(i, word, what)
        if not 1e-6 <= value <= 1e6:
            self.refuse(i, f"{what} must be positive, from 1e-6 to 1e6; got {seen(word)}")
        return 1.0 / value if per_second else value

    def count(self, i: int, word: str, what: str) -> int:
        """A number of samples, at least 2."""
        value = self.number(i, word, what)
        if value != int(value) or value < 2:
            self.refuse(i, f"{what} must be a whole number of at least 2; got {seen(word)}")
        return int(value)

    def values(
        self, start: int, count: int, what: str, width: int | None = None, end: int | None = None, most: float = LARGEST
    ) -> tuple[FloatArray, int]:
        """``count`` numbers from line ``start`` on, and the line after them, which is at most ``end``.

        ``width``: of columns, None where blanks separate them. ``most``: their largest size. Refused where a word is no
        number, and where lines end before the count is reached or hold more.
        """
        found: list[float] = []
        i, end = start, min(len(self.lines), len(self.lines) if end is None else end)
        while i < end and len(found) < count:
            found += self._row(i, self.lines[i], width, most)
            i += 1
        if len(found) != count:
            less = f"the file ends after {len(found)} of {count} {what}; it is cut off, or its header is wrong"
            more = f"{what} end on this line, after {count}; it holds {len(found) - count} more"
            self.refuse(i - 1, less if len(found) < count else more)
        return np.array(found), i

    def rest(self, start: int, what: str) -> None:
        """Refuse anything but blank lines from ``start`` on."""
        for i in range(start, len(self.lines)):
            if self.lines[i].strip(" \t\f\x1a"):
                self.refuse(i, f"the header counts {what}, which have ended; this line is more")

    def _row(self, i: int, line: str, width: int | None, most: float) -> list[float]:
        line = line.rstrip()
        words = line.split() if width is None else [line[k : k + width] for k in range(0, len(line), width)]
        try:
            if "_" in line:
                raise ValueError(line)
            row = [float(word) for word in words]
            if all(-most <= value <= most for value in row):
                return row
        except ValueError:
            pass
        return [self.number(i, word, "a sample", most) for word in words]

    def units(self, i: int, name: str, options: ReadOptions) -> str:
        """The unit that line i names; refused where it is none of acceleration, or not the one given."""
        try:
            unit = acceleration_unit(name)
        except DrystoneError:
            known = ", ".join(ACCELERATIONS)
            self.refuse(i, f"unknown unit of acceleration {seen(name, LIKE_UNIT)}; there are: {known}")
        if options.units not in (None, unit):
            self.refuse(i, f"the units are {name.strip()!r}, not {options.units!r} as given; leave units out")
        return unit

    def check_peak(
        self, i: int, acceleration: FloatArray, stated: float, rounding: float, options: ReadOptions
    ) -> None:
        """Refuse samples (m/s2) whose largest is not the one that line i states, to within `PEAK_ERROR`."""
        peak = float(np.abs(acceleration).max())
        if options.check_peak and abs(peak - abs(stated)) > PEAK_ERROR * abs(stated) + rounding:
            self.refuse(
                i,
                f"the header states a peak of {abs(stated):.6g} m/s2, the samples have {peak:.6g}; the file is damaged "
                "or its units are wrong (check_peak=False reads it as it is)",
            )


def seen(word: str, like: re.Pattern[str] = LIKE_NUMBER) -> str:
    """What a message shows of a word of a file: itself where it is short and looks as what a record has there.

    Of anything else only that it is there: whoever wrote a scene chose the file, and may not be who reads the message.

    >>> seen("1.2.3"), seen("root:x:0:0"), seen("g/100", LIKE_UNIT)
    ("'1.2.3'", '(text that is not shown)', "'g/100'")
    """
    plain = word.strip()
    if len(plain) <= SHORT and like.fullmatch(plain):
        return repr(plain)
    return "(text that is not shown)" if plain else "(nothing)"


def rounding_of(word: str, unit: str) -> float:
    """Half a unit of the last digit of a written number, in m/s2."""
    digits = re.sub(r"[EeDd].*", "", word.strip())
    power = re.search(r"[EeDd]([+-]?\d+)", word)
    places = len(digits.partition(".")[2])
    return 0.5 * 10.0 ** (-places + (int(power[1]) if power else 0)) * ACCELERATIONS[unit]


def read_source(path: Any) -> Source:
    """The lines of a file, refused where it holds bytes that no text has."""
    path = readable_file(path, "ground motion file", LARGEST_FILE)
    with reading(path, "ground motion file"):
        data = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
        control = CONTROL.search(data)
        if control:
            at = data.count(b"\n", 0, control.start()) + 1
            raise DrystoneError(
                f"{str(path)!r}, line {at}: cannot be read as text, it holds the byte {data[control.start()]:#04x}; "
                "it is another kind of file, or it is damaged"
            )
        try:
            content = data.decode("utf-8")
        except UnicodeDecodeError:
            content = data.decode("latin-1")  # names of stations in old files; in numbers such letters are refused
        return Source(path, tuple(re.split(r"\r\n|\n|\r", content)))
