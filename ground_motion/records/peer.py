"""Records of the PEER databases (.AT2), with the headers of NGA (since 2005) and of before.

Four lines, the last with the number of samples and the step, then samples in free format:

    PEER NGA STRONG MOTION DATABASE RECORD                  PEER STRONG MOTION DATABASE RECORD. PROCESSING BY ...
    Loma Prieta, 10/18/1989, Gilroy - Gavilan Coll., 67     LOMA PRIETA 10/18/89 00:05, GILROY - GAVILAN COLL., 067
    ACCELERATION TIME SERIES IN UNITS OF G                  ACCELERATION TIME HISTORY IN UNITS OF G. FILTER POINTS: ...
    NPTS=   7999, DT=   .0050 SEC,                           7990    0.00500    NPTS, DT
"""

import re

from ...summary import counted
from .record import Record, even_times
from .source import WIDEST, ReadOptions, Source
from .units import ACCELERATIONS, orientation_of

__all__ = ["read", "recognises"]

COUNT_AND_STEP = (
    r"NPTS\s*+=\s*+(?P<count>[^,\s]++)\s*+,?+\s*+DT\s*+=\s*+(?P<step>[^,\s]++)",
    r"^\s*+(?P<count>[^,\s]++)[\s,]++(?P<step>\S++)\s++NPTS\s*+,\s*+DT",
)
"""The line before the samples, new and old."""

HEADER = 10
"""Most lines of a header."""


def recognises(source: Source) -> bool:
    """Whether the first lines are those of a PEER record."""
    head = "\n".join(line[:WIDEST] for line in source.lines[:HEADER]).upper()
    return ("PEER" in head.partition("\n")[0] and "STRONG MOTION" in head) or bool(
        re.search(r"NPTS\s*=.*DT\s*=|NPTS\s*,\s*DT", head)
    )


def read(source: Source, options: ReadOptions) -> tuple[Record, ...]:
    """The one component of the file."""
    pattern = "|".join(one.replace("?P<count>", "").replace("?P<step>", "") for one in COUNT_AND_STEP)
    i, found = source.find(pattern, 0, HEADER, "the line with NPTS and DT")
    words = [word for word in found.groups() if word is not None]
    count, dt = source.count(i, words[0], "NPTS"), source.step(i, words[1], "DT (s)")
    if i < 2:
        source.refuse(i, "NPTS and DT stand on the fourth line of a PEER record; lines before them are missing")
    at, title = source.find(r"^\s*+(\w+).*\bIN UNITS OF\s++([^\s,.;]+)", 0, i, "the line with the units")
    if not title[1].upper().startswith("ACC"):
        source.refuse(at, "this is not a record of accelerations; give the .AT2 file")
    unit = source.units(at, title[2], options)
    values, end = source.values(i + 1, count, "NPTS samples")
    source.rest(end, f"NPTS = {counted(count, 'sample')}")
    event = [part.strip() for part in source.lines[at - 1].split(",")]
    facts = {"event": ", ".join(event[:2]), "station": ", ".join(event[2:-1])}
    return (
        Record(
            even_times(count, dt), values * ACCELERATIONS[unit], event[-1], orientation_of(event[-1]),
            "PEER", unit, None, facts, source.path,
        ),
    )  # fmt: skip
