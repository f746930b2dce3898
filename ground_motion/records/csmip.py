"""Records of CSMIP and CESMD (.V1, .V2, .RAW) as California's programme writes them: three channels or more in a file.

Of each channel: 13 lines of text (25 in corrected files), 100 whole header values in 7 lines of columns of 5, 50 real
ones (100 in corrected files) in columns of 10, then blocks of samples, each after a line that tells their number, step
and units, and "/&". Old uncorrected files have pairs of time and acceleration instead, in columns of 7 and without such
a line.
"""

import re

from ...checks import FloatArray
from ...errors import DrystoneError
from ...summary import counted
from .cosmos import fortran_width
from .record import Record, even_times
from .source import WIDEST, ReadOptions, Source, rounding_of
from .units import ACCELERATIONS, orientation_of

__all__ = ["read", "recognises"]

UNCORRECTED, CORRECTED = "UNCORRECTED ACCELEROGRAM DATA", "CORRECTED ACCELEROGRAM"
END = r"^/&"
CHANNEL = r"^CHAN\s*(\d+)\s*:\s*(.*?)\s*$"
UNCORRECTED_TEXT, CORRECTED_TEXT = 13, 25
"""Lines of text of a channel."""
WHOLE_LINES, WHOLE, WHOLE_WIDTH = 7, 100, 5
REAL_LINES, REAL, REAL_WIDTH = {13: 7, 25: 13}, {13: 50, 25: 100}, 10
"""Lines, number and columns of the header values, of reals by the lines of text."""

BLOCK = (
    r"^\s*(?P<count>\d+)\s+(?:points\s+of\s+)?(?P<what>accel|veloc|displ)[a-z]*\s+(?:points|data)\s+.*?"
    r"(?:\bat\s+(?P<rate>[\d.]+)\s+pts/sec|\bat\s+(?P<step>[\d.]+)\s*sec)"
)
"""The line before a block of samples."""
BLOCK_UNITS = r"(?:in units of|units:|,\s*in)\s*([a-z/0-9*^]+(?:/sec2)?)"
OLD_UNITS = r"UNITS OF UNCOR\w*\s+(?:ACCEL|DATA)\s+(?:ARE|IS)\s+(?:SEC\s+AND\s+)?([A-Z/0-9]+)"
FORMAT = r"\(\s*\d+\s*[a-z]+\d+(?:\.\d+)?\s*\)"

WIDTHS = {UNCORRECTED_TEXT: 9, CORRECTED_TEXT: 10}
"""Columns of a sample where its block does not tell its format, eight a line."""
PAIR_WIDTH = 7
"""Columns of a time and of an acceleration in old uncorrected files."""


def recognises(source: Source) -> bool:
    """Whether the first lines are those of an uncorrected or a corrected file."""
    first, second = (" ".join(line.upper().split()) for line in (*source.lines[:2], "", "")[:2])
    return first.startswith(UNCORRECTED) or (first.startswith(CORRECTED) and second.startswith(UNCORRECTED))


def read(source: Source, options: ReadOptions) -> tuple[Record, ...]:
    """The channels in their order."""
    records: list[Record] = []
    start = 0
    while start < len(source.lines) and source.lines[start].strip(" \t\f\x1a"):
        upper = source.lines[start].upper()
        if not upper.startswith((UNCORRECTED, CORRECTED)):
            source.refuse(start, "expected the first line of a channel")
        end, _ = source.find(END, start, len(source.lines), "the line /& that ends the channel")
        text = CORRECTED_TEXT if upper.startswith(CORRECTED) else UNCORRECTED_TEXT
        records.append(_channel(source, start, end, text, options))
        start = end + 1
    source.rest(start, "channels")
    return tuple(records)


def _channel(source: Source, start: int, end: int, text: int, options: ReadOptions) -> Record:
    """The channel on the lines ``start`` to ``end`` - 1."""
    body = start + text + WHOLE_LINES + REAL_LINES[text]
    whole, _ = source.values(start + text, WHOLE, "whole header values", WHOLE_WIDTH, start + text + WHOLE_LINES)
    source.values(start + text + WHOLE_LINES, REAL[text], "real header values", REAL_WIDTH, body)
    _, named = source.find(CHANNEL, start, start + text, "the line Chan n: with the orientation")
    time, values, unit = (_blocks if _has_block(source, body, end) else _pairs)(
        source, start, body, end, whole, options
    )
    acceleration, stated = values * ACCELERATIONS[unit], None
    row, word, stated_unit = _peak(source, start, text)
    if word:
        stated = source.number(row, word, "the peak") * ACCELERATIONS[stated_unit]
        source.check_peak(row, acceleration, stated, rounding_of(word, stated_unit), options)
    station = re.search(
        r"STATION (?:NO|ID)\.\s*(\S+)",
        "\n".join(line[:WIDEST] for line in source.lines[start : start + text]),
        re.IGNORECASE,
    )
    corrected = text == CORRECTED_TEXT
    facts = {
        "event": source.lines[start + corrected + 1].strip(), "station": station[1] if station else "",
        "channel": named[1], "volume": "corrected" if corrected else "uncorrected",
    }  # fmt: skip
    try:
        return Record(time, acceleration, named[2], orientation_of(named[2]), "CSMIP", unit, stated, facts, source.path)
    except DrystoneError as error:
        source.refuse(body, str(error), error)


def _has_block(source: Source, body: int, end: int) -> bool:
    """Whether the first line after the header is a text, and not times and accelerations."""
    return body < end and bool(re.search("[a-df-z]", source.lines[body], re.IGNORECASE))


def _blocks(
    source: Source, start: int, body: int, end: int, whole: FloatArray, options: ReadOptions
) -> tuple[FloatArray, FloatArray, str]:
    """Times (s), samples and their unit of the block of acceleration; the others are passed over, but counted."""
    found: tuple[FloatArray, FloatArray, str] | None = None
    text = body - start - WHOLE_LINES
    while body < end:
        _, line = source.find(BLOCK, body, body + 1, "a line such as 13200 accelerogram points at 200 pts/sec")
        tail = source.head(body)[line.end() :]
        form = re.search(FORMAT, tail, re.IGNORECASE)
        width = (
            fortran_width(form[0]) if form else WIDTHS[UNCORRECTED_TEXT if text < CORRECTED_TEXT else CORRECTED_TEXT]
        )
        count = source.count(body, line["count"], "the number of samples")
        word = line["rate"] or line["step"]
        dt = source.step(body, word.rstrip("."), "the time between samples", per_second=bool(line["rate"]))
        values, after = source.values(body + 1, count, "samples", width, end)
        if line["what"].lower() == "accel" and found is None:
            unit = re.search(BLOCK_UNITS, source.head(body), re.IGNORECASE)
            if not unit:
                source.refuse(body, "this line does not tell the units of the samples")
            found = even_times(count, dt), values, source.units(body, unit[1], options)
        body = after
    if found is None:
        source.refuse(start, "this channel has no samples of acceleration")
    return found


def _pairs(
    source: Source, start: int, body: int, end: int, whole: FloatArray, options: ReadOptions
) -> tuple[FloatArray, FloatArray, str]:
    """Times (s), samples and their unit of an old uncorrected channel."""
    at, unit = source.find(OLD_UNITS, start, start + UNCORRECTED_TEXT, "the line with the units")
    count = int(whole[27])
    pairs, after = source.values(
        body, 2 * max(count, 1), f"times and samples, two for each of {count},", PAIR_WIDTH, end
    )
    if after != end:
        source.refuse(after, f"expected /& after {counted(count, 'sample')}; there are more")
    return pairs[::2], pairs[1::2], source.units(at, unit[1], options)


def _peak(source: Source, start: int, text: int) -> tuple[int, str, str]:
    """Line, number and unit of the peak that the header states; an empty number where it states none."""
    pattern = (
        r"PEAK ACCELERATION\s*=\s*([-+.\d]+)\s*(CM/SEC/SEC)"
        if text == CORRECTED_TEXT
        else r"MAX\s*=\s*([-+.\d]+)\s*(G)\b"
    )
    for i in range(start, start + text):
        found = re.search(pattern, source.head(i), re.IGNORECASE)
        if found:
            return i, found[1], "cm/s2" if text == CORRECTED_TEXT else "g"
    return start, "", "g"
