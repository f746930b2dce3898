"""Records of the Engineering Strong-Motion database (.ASC, DYNA format 1.0 to 1.2): 64 lines KEY: value, one sample a
line.
"""

import re

from ...summary import counted
from .record import Record, even_times
from .source import ReadOptions, Source, rounding_of
from .units import ACCELERATIONS, orientation_of

__all__ = ["read", "recognises"]

KEY = re.compile(r"([A-Z][A-Z0-9_/^]*):\s*(.*)")
"""A line of the header."""

FACTS = {
    "event": "EVENT_NAME", "network": "NETWORK", "station": "STATION_CODE", "site": "STATION_NAME",
    "start": "DATE_TIME_FIRST_SAMPLE_YYYYMMDD_HHMMSS", "baseline": "BASELINE_CORRECTION", "filter": "FILTER_TYPE",
    "low cut": "LOW_CUT_FREQUENCY_HZ", "high cut": "HIGH_CUT_FREQUENCY_HZ", "processing": "PROCESSING",
}  # fmt: skip
"""Facts by the keys of the header."""


def recognises(source: Source) -> bool:
    """Whether the file begins with the keys of ESM."""
    head = "\n".join(source.lines[:70])
    return head.startswith("EVENT_NAME:") or ("SAMPLING_INTERVAL_S:" in head and "NDATA:" in head)


def read(source: Source, options: ReadOptions) -> tuple[Record, ...]:
    """The one component of the file."""
    header: dict[str, tuple[int, str]] = {}
    start = 0
    while start < len(source.lines) and (found := KEY.match(source.lines[start])):
        header[found[1]] = (start, found[2].strip())
        start += 1
    missing = [key for key in ("SAMPLING_INTERVAL_S", "NDATA", "UNITS", "STREAM", "DATA_TYPE") if key not in header]
    if missing:
        source.refuse(start, f"the header ends here and lacks {', '.join(missing)}")
    i, kind = header["DATA_TYPE"]
    if kind.upper() != "ACCELERATION":
        source.refuse(i, "DATA_TYPE is another than ACCELERATION; give the file of that")
    dt = source.step(*header["SAMPLING_INTERVAL_S"], "SAMPLING_INTERVAL_S")
    count = source.count(*header["NDATA"], "NDATA")
    unit = source.units(*header["UNITS"], options)
    values, end = source.values(start, count, "NDATA samples")
    source.rest(end, f"NDATA = {counted(count, 'sample')}")
    acceleration, stated = values * ACCELERATIONS[unit], None
    i, peak = header.get("PGA_CM/S^2", (0, ""))
    if peak:
        stated = source.number(i, peak, "PGA_CM/S^2") * ACCELERATIONS["cm/s2"]
        source.check_peak(i, acceleration, stated, rounding_of(peak, "cm/s2"), options)
    facts = {name: header[key][1] for name, key in FACTS.items() if header.get(key, (0, ""))[1]}
    stream = header["STREAM"][1]
    return (
        Record(
            even_times(count, dt), acceleration, stream, orientation_of(stream), "ESM", unit, stated, facts, source.path
        ),
    )
