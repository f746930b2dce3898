"""Records in the COSMOS strong-motion format, version 1.2 (.V1, .V2, .V1c, .V2c): any number of channels in a file.

Of each channel: 13 lines of text, whole and real header values, comments, a line with the number of samples and their
units, the samples, and "End-of-data". Header values are counted from 1 as in the format's tables: whole value 2 is what
was recorded (1 acceleration), 54 the orientation; real value 62 the step (ms), 64 the peak.
"""

import re

import numpy as np

from ...summary import counted
from .record import Record, even_times
from .source import WIDEST, ReadOptions, Source
from .units import ACCELERATIONS, DOWN, UP, Orientation, orientation_of

__all__ = ["fortran_width", "read", "recognises"]

FIRST = re.compile(r"\(format v\s*0*1\.\d+ with (\d+) text lines\)", re.IGNORECASE)
"""What the first line of a channel has."""

HEADER_VALUES = r"^\s*(\d+)\s+{}-header values follow on\s+(\d+)\s+lines?,\s*Format\s*=\s*(\([^)]*\))"
SAMPLES = (
    r"^\s*(\S+)\s+(?:raw\s+)?([a-z]+)\.?\s+pts,.*units\s*=\s*([^(,]*)\(\s*(\d+)\s*\)\s*,?\s*Format\s*=\s*(\([^)]*\))"
)
COMMENTS = r"^\s*(\d+)\s+Comment line"
END = r"^\s*(/&\s*-+\s*)?End.of.data"

ACCELERATION = 1
"""Whole header value 2 of channels of acceleration."""

UNITS = {2: "g", 4: "cm/s2", 7: "in/s2", 10: "gal", 11: "mg"}
"""Units of acceleration by the format's codes."""

COUNTS = 50
"""Code of raw counts."""

NAMED: dict[int, Orientation] = {400: UP, 401: DOWN, 402: UP}
"""Orientations that are no azimuth; 402 is a vertical without a sense, taken as up."""

UNKNOWN = -999
"""Stands for what is not known, where the header says no other."""

SAID = re.compile(r"unknown.*:\s*(-?\d+)\s*,\s*(-?\d+(?:\.\d*)?)", re.IGNORECASE)
"""The whole and the real number that stand for it, as the text of a channel says."""

CHANNEL_CODE = re.compile(r"<SCNL>\s*\S+?\.(\w{3})\.")
"""The SEED code in a comment, of which the orientation is taken where the header has none."""


def recognises(source: Source) -> bool:
    """Whether the first line is one of the format."""
    return bool(FIRST.search(source.lines[0]))


def read(source: Source, options: ReadOptions) -> tuple[Record, ...]:
    """The channels of acceleration in their order."""
    records: list[Record] = []
    start = 0
    while start < len(source.lines) and source.lines[start].strip(" \t\f\x1a"):
        record, start = _channel(source, start, options)
        records += [record] if record is not None else []
    source.rest(start, "channels")
    if not records:
        source.refuse(0, "no channel of this file is of acceleration; give the one of acceleration")
    return tuple(records)


def fortran_width(written: str) -> int | None:
    """The columns of a number in a Fortran format such as (8f9.6); None where it is none of the kind."""
    found = re.fullmatch(r"\(\s*\d*\s*[a-z]+(\d+)(\.\d+)?\s*\)", written.strip().lower())
    return int(found[1]) if found and 0 < int(found[1]) <= 40 else None


def _channel(source: Source, start: int, options: ReadOptions) -> tuple[Record | None, int]:
    """The channel that begins on line ``start``, None where it is not of acceleration, and the line after it."""
    first = FIRST.search(source.lines[start])
    if not first:
        source.refuse(start, "expected the first line of a channel, (Format v01.20 ...)")
    body = start + int(first[1])
    whole, i = _header(source, body, "Integer", 60)
    real, i = _header(source, i, "Real", 65)
    said = SAID.search("\n".join(line[:WIDEST] for line in source.lines[start:body]))
    none, nothing = (float(said[k]) if said else float(UNKNOWN) for k in (1, 2))
    _, found = source.find(COMMENTS, i, i + 1, "the line that counts the comments")
    i += 1 + source_count(source, i, found[1])
    head = "\n".join(line[:WIDEST] for line in source.lines[start:i])
    at, line = source.find(SAMPLES, i, i + 1, "the line with number, units and format of the samples")
    count, width = source.count(at, line[1], "the number of samples"), fortran_width(line[5])
    if width is None:
        source.refuse(at, "cannot read samples of this format; a Fortran format is such as (8f9.6)")
    values, end = source.values(at + 1, count, "samples", width)
    after, _ = source.find(END, end, end + 1, f"End-of-data after {counted(count, 'sample')}")
    if whole[1] != ACCELERATION and not (whole[1] == none and line[2].lower().startswith("acc")):
        return None, after + 1
    code = int(line[4])
    if code not in UNITS:
        raw = "raw counts, of volume 0; give volume 1 or 2" if code == COUNTS else f"the unit of code {code}"
        source.refuse(at, f"the samples are in {raw}")
    unit = source.units(at, UNITS[code], options)
    if ACCELERATIONS[source.units(at, line[3], ReadOptions())] != ACCELERATIONS[unit]:
        source.refuse(at, f"the units are {line[3].strip()!r} by their name and {unit!r} by their code, {code}")
    dt = _step(source, at, real, nothing)
    acceleration, stated = values * ACCELERATIONS[unit], None
    if real[63] not in (0.0, nothing):
        stated = float(real[63]) * ACCELERATIONS[unit]
        source.check_peak(start, acceleration, stated, 0.0, options)
    component, orientation = _component(source, start, int(whole[53]), head)
    return Record(
        even_times(count, dt), acceleration, component, orientation, "COSMOS", unit, stated,
        _facts(source, start, whole), source.path,
    ), after + 1  # fmt: skip


def source_count(source: Source, i: int, word: str) -> int:
    """A number of lines that may be 0."""
    value = int(source.number(i, word, "the number of lines"))
    if value > len(source.lines) - i:
        source.refuse(i, f"{value} lines are to follow and the file has {len(source.lines) - i - 1}; it is cut off")
    return value


def _header(source: Source, i: int, kind: str, least: int) -> tuple[np.ndarray, int]:
    """Whole or real header values from line i on, and the line after them."""
    i, found = source.find(HEADER_VALUES.format(kind), i, i + 1, f"the line that counts the {kind}-header values")
    count, lines, width = source.count(i, found[1], f"{kind}-header values"), int(found[2]), fortran_width(found[3])
    if width is None or count < least:
        source.refuse(i, f"expected at least {least} {kind}-header values in a Fortran format, such as (10I8)")
    values, end = source.values(i + 1, count, f"{kind}-header values", width)
    if end != i + 1 + lines:
        source.refuse(i, f"{count} {kind}-header values stand on {end - i - 1} lines, not on {lines}")
    return values, end


def _step(source: Source, i: int, real: np.ndarray, nothing: float) -> float:
    """The step (s) of a channel: real value 62 in ms, or 34 in s where that is not known."""
    milliseconds = float(real[61])
    seconds = float(real[33]) if milliseconds == nothing else milliseconds / 1000
    if not 1e-6 <= seconds <= 1e6:
        source.refuse(i, f"real header value 62, the time between samples (ms), must be positive; got {milliseconds:g}")
    return seconds


def _component(source: Source, start: int, code: int, head: str) -> tuple[str, Orientation]:
    """Name and orientation of a channel: of whole value 54, else of the SEED code in a comment, else unknown."""
    named = re.search(
        r"^\s*Sta Cha\w*:?\s*([\w?]+):?\s*(\S.*?)?\s*(\(Rcrdr.*)?$", source.line(start + 8, "its header")[:WIDEST]
    )
    seed = CHANNEL_CODE.search(head)
    name = seed[1] if seed else (named[2] if named and named[2] else "")
    if 1 <= code <= 360:
        return name, float(code % 360)
    if code in NAMED:
        return name, NAMED[code]
    return name, orientation_of(seed[1]) if seed else None


def _facts(source: Source, start: int, whole: np.ndarray) -> dict[str, str]:
    code = re.search(r"Code:\s*(\S+)", source.line(start + 4, "its header")[:WIDEST])
    begin = re.search(r"start time:\s*(.*?)\s*(\(|RcrdId|$)", source.line(start + 7, "its header")[:WIDEST])
    volume = {0: "raw", 1: "uncorrected", 2: "corrected"}.get(int(whole[0]), "")
    facts = {"event": source.lines[start + 1].strip(), "station": code[1] if code else "", "volume": volume}
    return facts | {"start": begin[1] if begin else ""}
