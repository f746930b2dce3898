"""Conic Benchmark Format: a neutral text file for conic programs (Friberg, "CBLIB 2014", Math. Prog. Comp. 8,
2016).

The file holds  min or max  a_obj'x + b_obj  s.t.  a x + b ∈ K_con,  x ∈ K_var. Written are free variables (F), linear
rows (L=, L+) and second-order cones (Q); read are also L- and the rotated cone QR (2 g_0 g_1 >= |g_2..|^2), for rows
and for variables, and free rows. Numbers have 17 digits, so that a file gives back the same doubles.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..disk import GIGABYTE, read_text, reading, replacing
from ..errors import DrystoneError
from ..summary import counted
from .program_parts import Array, Index, ProgramParts

__all__ = ["read_cbf", "write_cbf"]


WHAT = "CBF file"
MOST = 4 * GIGABYTE
"""Largest file that is read (bytes); a line of a program of drystone has about 40."""
EMPTY = 10**6
"""Variables, or rows, that a file may announce without any entry for them. More are a damaged count, for which no
memory is taken."""
DIGITS = 18
"""Digits of a whole number that fits in 64 bits."""
VERSION = 3  # no later feature is used, and every reader of version 4 reads it
READ_VERSIONS = (1, 2, 3, 4)
CONES = ("F", "L=", "L+", "L-", "Q", "QR")
SMALLEST = {"Q": 1, "QR": 2}
ROOT_TWO = float(np.sqrt(2.0))
WIDTHS = {"OBJACOORD": 2, "ACOORD": 3, "BCOORD": 2}  # numbers on a line of each table
REFUSED = {
    "INT": "integer variables", "PSDVAR": "semidefinite variables", "PSDCON": "semidefinite constraints",
    "OBJFCOORD": "semidefinite variables", "FCOORD": "semidefinite variables", "HCOORD": "semidefinite constraints",
    "DCOORD": "semidefinite constraints", "POWCONES": "power cones", "POW*CONES": "power cones",
    "CHANGE": "a sequence of programs",
}  # fmt: skip


def write_cbf(program: ProgramParts, path: str | Path) -> None:
    """Write a program with a linear objective to a file; see `ConicProgram.write_cbf`.

    The name and the named blocks are kept in comment lines that `read_cbf` understands.
    """
    with replacing(path, "CBF file") as temporary, temporary.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in _lines(program))


def _lines(program: ProgramParts) -> Iterator[str]:
    m, n = program.size
    yield f"#: name {program.name}".rstrip()
    for kind, blocks in (("variables", program.variables), ("rows", program.rows)):
        for name, part in blocks.items():
            yield f"#: {kind} {part.start} {part.stop} {name}"
    yield from ("VER", str(VERSION), "", "OBJSENSE", "MIN", "", "VAR", f"{n} 1", f"F {n}", "")
    cones = [(cone, count) for cone, count in (("L=", program.zero), ("L+", program.nonnegative)) if count]
    cones += [("Q", int(size)) for size in program.second_order]
    if cones:
        yield from ("CON", f"{m} {len(cones)}", *(f"{cone} {count}" for cone, count in cones), "")
    used = np.flatnonzero(program.q)
    yield from _table("OBJACOORD", (used,), program.q[used])
    if program.constant != 0.0:
        yield from ("OBJBCOORD", f"{program.constant:.17g}", "")
    entries = program.A.tocoo()
    yield from _table("ACOORD", (entries.row, entries.col), -entries.data)
    used = np.flatnonzero(program.b)
    yield from _table("BCOORD", (used,), program.b[used])


def _table(keyword: str, places: tuple[NDArray[np.integer], ...], values: Array) -> Iterator[str]:
    if len(values):
        columns = [*(place.tolist() for place in places), [f"{value:.17g}" for value in values.tolist()]]
        yield from (keyword, str(len(values)))
        yield from (" ".join(map(str, entry)) for entry in zip(*columns, strict=True))
        yield ""


@dataclass
class _Contents:
    """What a file says, before it is a program."""

    maximise: bool = False
    variables: list[tuple[str, int]] = field(default_factory=list)
    constraints: list[tuple[str, int]] = field(default_factory=list)
    constant: float = 0.0
    tables: dict[str, Array] = field(default_factory=dict)
    names: dict[str, dict[str, slice]] = field(default_factory=lambda: {"variables": {}, "rows": {}})
    name: str = ""


def read_cbf(path: str | Path) -> dict[str, Any]:
    """The parts of the program in a file; see `ConicProgram.read_cbf`."""
    reader = _Reader(path)
    with reading(reader.path, WHAT):
        return _parts(reader.read())


def _parts(contents: "_Contents") -> dict[str, Any]:
    n, m = (sum(count for _, count in part) for part in (contents.variables, contents.constraints))
    q, rows = contents.tables["OBJACOORD"], contents.tables["ACOORD"]
    objective = _vector(q[:, 0], q[:, 1], n)
    b = _vector(contents.tables["BCOORD"][:, 0], contents.tables["BCOORD"][:, 1], m)
    a = sp.csr_array((rows[:, 2], (rows[:, 0].astype(int), rows[:, 1].astype(int))), shape=(m, n))
    expressions = sp.vstack([a, sp.eye_array(n)], format="csr")
    kinds = [*contents.constraints, *contents.variables]
    plan = _plan(kinds)
    sign = -1.0 if contents.maximise else 1.0
    return {
        "P": sp.csc_array((n, n)),
        "q": sign * objective,
        "A": sp.csc_array(-(plan.mix @ expressions)),
        "b": plan.mix @ np.append(b, np.zeros(n)),
        "zero": plan.zero,
        "nonnegative": plan.nonnegative,
        "second_order": plan.second_order,
        "constant": sign * contents.constant,
        "name": contents.name,
        "variables": contents.names["variables"],
        "rows": contents.names["rows"],
    }


def _vector(places: Array, values: Array, size: int) -> Array:
    vector = np.zeros(size)
    vector[places.astype(int)] = values
    return vector


@dataclass(frozen=True)
class _Plan:
    """How the expressions g of a file become the rows s of a program: s = mix @ g."""

    mix: "sp.csr_array[np.float64]"
    zero: int
    nonnegative: int
    second_order: Index


def _plan(kinds: Sequence[tuple[str, int]]) -> _Plan:
    groups: dict[str, list[tuple[str, int, int]]] = {"L=": [], "L+": [], "Q": []}
    order = {"L=": "L=", "L+": "L+", "L-": "L+", "Q": "Q", "QR": "Q"}
    start, total = 0, sum(count for _, count in kinds)
    for cone, count in kinds:
        if cone != "F" and count:
            groups[order[cone]].append((cone, start, count))
        start += count
    sequence = [piece for group in groups.values() for piece in group]
    row, column, value, at = [], [], [], 0
    for cone, first, count in sequence:
        index = np.arange(count)
        scale = np.full(count, {"L-": -1.0, "QR": ROOT_TWO}.get(cone, 1.0))
        row.append(at + index)
        column.append(first + index)
        if cone == "QR":  # (g_0 + g_1, g_0 - g_1, sqrt(2) g_2..) is in a second-order cone
            scale[:2] = (1.0, -1.0)
            row.append(at + np.array([0, 1]))
            column.append(first + np.array([1, 0]))
            scale = np.append(scale, [1.0, 1.0])
        value.append(scale)
        at += count
    places = tuple(np.concatenate([*part, np.zeros(0, dtype=int)]).astype(int) for part in (row, column))
    mix = sp.csr_array((np.concatenate([*value, np.zeros(0)]), places), shape=(at, total))
    return _Plan(
        mix,
        sum(count for _, _, count in groups["L="]),
        sum(count for _, _, count in groups["L+"]),
        np.array([count for _, _, count in groups["Q"]], dtype=np.int64),
    )


class _Reader:
    """The lines of a file, with their numbers for errors."""

    def __init__(self, path: str | Path) -> None:
        text = read_text(path, WHAT, MOST)
        self.path = Path(path)
        numbered = [(i, line.strip()) for i, line in enumerate(text.splitlines(), start=1)]
        self.notes = [line[2:].split() for _, line in numbered if line.startswith("#:")]
        self.lines = [(i, line) for i, line in numbered if line and not line.startswith("#")]
        self.at = 0

    def error(self, message: str) -> DrystoneError:
        number = self.lines[min(self.at, len(self.lines)) - 1][0] if self.lines and self.at else 1
        return DrystoneError(f"{self.path}, line {number}: {message}")

    def next(self, expected: str) -> str:
        if self.at >= len(self.lines):
            self.at = len(self.lines)
            raise self.error(f"the file ends; expected {expected}")
        self.at += 1
        return self.lines[self.at - 1][1]

    def whole(self, expected: str, count: int) -> list[int]:
        words = self.next(expected).split()
        if len(words) != count or not all(map(_is_count, words)):
            raise self.error(f"{' '.join(words)!r:.80}; expected {expected}")
        return [int(word) for word in words]

    def read(self) -> _Contents:
        """All parts of the file, checked."""
        contents, seen = _Contents(), set[str]()
        while self.at < len(self.lines):
            keyword = self.next("a keyword")
            if keyword in seen:
                raise self.error(f"{keyword} appears twice; each part may appear once")
            if not seen and keyword != "VER":
                raise self.error(f"the file begins with {keyword!r}; a CBF file begins with VER")
            seen.add(keyword)
            self.part(keyword, contents)
        for keyword in ("VER", "OBJSENSE", "VAR"):
            if keyword not in seen:
                raise self.error(f"there is no {keyword}; a CBF file needs VER, OBJSENSE and VAR")
        for keyword, width in WIDTHS.items():
            contents.tables.setdefault(keyword, np.zeros((0, width)))
        self.check_places(contents)
        self.read_notes(contents)
        return contents

    def part(self, keyword: str, contents: _Contents) -> None:
        """Read the part that ``keyword`` begins."""
        if keyword in REFUSED:
            raise self.error(f"{keyword}: the file has {REFUSED[keyword]}; read are linear and second-order programs")
        if keyword == "VER":
            (version,) = self.whole("the version of the format", 1)
            if version not in READ_VERSIONS:
                raise self.error(f"version {version} of the format; read are {READ_VERSIONS}")
        elif keyword == "OBJSENSE":
            sense = self.next("MIN or MAX")
            if sense not in ("MIN", "MAX"):
                raise self.error(f"objective sense {sense!r}; expected MIN or MAX")
            contents.maximise = sense == "MAX"
        elif keyword in ("VAR", "CON"):
            cones = contents.variables if keyword == "VAR" else contents.constraints
            cones.extend(self.cones())
        elif keyword == "OBJBCOORD":
            contents.constant = float(self.numbers("OBJBCOORD", 1, 1)[0, 0])
        elif keyword in WIDTHS:
            (count,) = self.whole("a number of entries", 1)
            contents.tables[keyword] = self.numbers(keyword, count, WIDTHS[keyword])
        else:
            known = ", ".join(["VER", "OBJSENSE", "VAR", "CON", "OBJBCOORD", *WIDTHS])
            raise self.error(f"keyword {keyword!r}; read are {known}")

    def cones(self) -> Iterator[tuple[str, int]]:
        """Names and sizes of the cones of VAR or CON."""
        total, count = self.whole("a number of entries and a number of cones", 2)
        left = total
        for _ in range(count):
            words = self.next("a cone and its size").split()
            if len(words) != 2 or not _is_count(words[1]):
                raise self.error(f"{' '.join(words)!r:.80}; expected a cone and its size")
            cone, size = words[0], int(words[1])
            if cone not in CONES:
                raise self.error(f"cone {cone!r}; read are {', '.join(CONES)}")
            if size < SMALLEST.get(cone, 0):
                raise self.error(f"cone {cone} of size {size}; the smallest has {SMALLEST[cone]}")
            left -= size
            yield cone, size
        if left:
            raise self.error(f"the cones have {counted(total - left, 'entry', 'entries')} and {total} were announced")

    def numbers(self, keyword: str, count: int, width: int) -> Array:
        """Table (count, width) of the entries of a part."""
        rows = []
        for _ in range(count):
            words = self.next(f"{counted(count, 'entry', 'entries')} of {keyword}").split()
            try:
                rows.append([float(word) for word in words])
            except ValueError:
                rows.append([])
            if len(rows[-1]) != width or not np.isfinite(rows[-1]).all():
                raise self.error(f"{' '.join(words)!r:.80}; expected {width} finite numbers of {keyword}")
        return np.array(rows, dtype=np.float64).reshape(count, width)

    def check_places(self, contents: _Contents) -> None:
        """Refuse sizes out of proportion with the file, positions outside the program and positions given twice."""
        n, m = (sum(count for _, count in part) for part in (contents.variables, contents.constraints))
        if max(n, m) > EMPTY + len(self.lines):
            raise DrystoneError(
                f"{self.path}: {counted(n, 'variable')} and {counted(m, 'row')} in a file of "
                f"{len(self.lines)} lines; most would have "
                f"no entry. Read are files with at most {EMPTY} of each without"
            )
        for keyword, limits in (("OBJACOORD", (n,)), ("ACOORD", (m, n)), ("BCOORD", (m,))):
            places = contents.tables[keyword][:, :-1]
            wrong = (places < 0) | (places >= np.array(limits)) | (places != np.floor(places))
            if np.any(wrong):
                seen = places[np.any(wrong, axis=1)][0]
                raise DrystoneError(
                    f"{self.path}: {keyword} has an entry at {seen.tolist()}; "
                    f"positions are whole, from 0, below {limits}"
                )
            if len(np.unique(places, axis=0)) < len(places):
                raise DrystoneError(f"{self.path}: {keyword} has two entries at one position; each may have one")

    def read_notes(self, contents: _Contents) -> None:
        """Name and named blocks, from the comments that `write_cbf` leaves."""
        for words in self.notes:
            if words[:1] == ["name"]:
                contents.name = " ".join(words[1:])
            elif len(words) >= 4 and words[0] in contents.names and _is_count(words[1]) and _is_count(words[2]):
                contents.names[words[0]][" ".join(words[3:])] = slice(int(words[1]), int(words[2]))


def _is_count(word: str) -> bool:
    """Whether a word is a whole number, not negative, that fits in 64 bits."""
    return word.isascii() and word.isdigit() and len(word) <= DIGITS
