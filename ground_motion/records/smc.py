"""Records in the SMC format of the U.S. Geological Survey (.smc): one channel, cm/s2.

11 lines of text, 6 of whole header values, 10 of real ones, comments, then samples in columns of 10. Header values are
counted from 1: whole value 1 stands for the unknown, 13 and 14 are the angles of the sensor from the vertical and from
north, 16 the number of comments, 17 that of samples; real value 1 stands for the unknown, 2 is the rate, 30 and 32 the
extremes.
"""

import re

from ...summary import counted
from .record import Record, even_times
from .source import ReadOptions, Source
from .units import ACCELERATIONS, DOWN, UP, Orientation

__all__ = ["read", "recognises"]

FIRST = re.compile(r"\s*+(\d)?+\s*+((UN)?CORRECTED ACCELEROGRAM|VELOCITY|DISPLACEMENT|RESPONSE|\*)", re.IGNORECASE)
TEXT, WHOLE_LINES, REAL_LINES = 11, 6, 10
WHOLE_WIDTH, REAL_WIDTH, WIDTH = 10, 15, 10
"""Columns of header values and samples."""
WHOLE, REAL = 48, 50
"""Header values."""

NOTHING = 1e39
"""Largest size of a header value: 1.7e38 stands for what is not known."""


def recognises(source: Source) -> bool:
    """Whether the first line is one of the format and the second a mark."""
    lines = source.lines
    return len(lines) > 1 and bool(FIRST.match(lines[0])) and lines[1].strip() == "*"


def read(source: Source, options: ReadOptions) -> tuple[Record, ...]:
    """The one channel of the file."""
    if "ACCELEROGRAM" not in source.lines[0].upper():
        source.refuse(0, "this is not a record of accelerations; give the file of an accelerogram")
    source.line(TEXT + WHOLE_LINES + REAL_LINES, "its header")
    whole, i = source.values(TEXT, WHOLE, "whole header values", WHOLE_WIDTH, TEXT + WHOLE_LINES)
    real, i = source.values(i, REAL, "real header values", REAL_WIDTH, TEXT + WHOLE_LINES + REAL_LINES, NOTHING)
    unknown, nothing = whole[0], real[0]
    comments, count = int(whole[15]), int(whole[16])
    if comments < 0 or count < 2:
        source.refuse(TEXT + 1, f"the header has {comments} comments and {counted(count, 'sample')}; it is damaged")
    if not 1e-6 <= real[1] <= 1e6 or real[1] == nothing:
        source.refuse(
            TEXT + WHOLE_LINES, f"the header has no rate of samples that is even (samples/s); got {real[1]:g}"
        )
    for k in range(i, i + comments):
        if not source.line(k, "its comments").startswith("|"):
            source.refuse(k, "expected a comment, which begins with |")
    unit = source.units(0, "cm/s2", options)
    values, end = source.values(i + comments, count, "samples", WIDTH)
    source.rest(end, counted(count, "sample"))
    acceleration, stated = values * ACCELERATIONS[unit], None
    if nothing not in (real[29], real[31]):
        stated = float(max(abs(real[29]), abs(real[31]))) * ACCELERATIONS[unit]
        source.check_peak(TEXT + WHOLE_LINES + 5, acceleration, stated, 0.0, options)
    station, component = _names(source)
    facts = {"event": source.lines[3][25:].strip(), "station": station, "start": " ".join(source.lines[3][:25].split())}
    orientation = _orientation(float(whole[12]), float(whole[13]), float(unknown))
    time = even_times(count, 1 / float(real[1]))
    return (Record(time, acceleration, component, orientation, "SMC", unit, stated, facts, source.path),)


def _names(source: Source) -> tuple[str, str]:
    """Station and component as the text says."""
    found = re.search(r"station\s*=\s*(.*?)\s*component\s*=\s*(\S*)", source.head(5), re.IGNORECASE)
    return (found[1], found[2]) if found else (source.lines[2].strip(), "")


def _orientation(vertical: float, azimuth: float, unknown: float) -> Orientation:
    """Where the sensor points: 0 degrees from the vertical is up, 180 down, 90 horizontal."""
    if vertical in (0.0, 180.0):
        return UP if vertical == 0.0 else DOWN
    return azimuth % 360 if azimuth != unknown and 0 <= azimuth <= 360 else None
