"""Records of K-NET and KiK-net (.EW, .NS, .UD, .EW1 ... .UD2): 17 lines of header, whole counts, eight a line.

The counts times the scale factor are gal with the offset of the instrument. Its mean over the record is taken off,
which is how the networks themselves find the "Max. Acc." of the header.
"""

import re

from ...summary import counted
from .record import Record, even_times
from .source import ReadOptions, Source, rounding_of
from .units import ACCELERATIONS, UP, Orientation

__all__ = ["read", "recognises"]

HEADER = 17
"""Lines before the samples."""

LABEL = 18
"""Characters of a line's label."""

DIRECTIONS: dict[str, tuple[str, Orientation, str]] = {
    "N-S": ("N-S", 0.0, "surface"), "E-W": ("E-W", 90.0, "surface"), "U-D": ("U-D", UP, "surface"),
    "1": ("N-S", 0.0, "borehole"), "2": ("E-W", 90.0, "borehole"), "3": ("U-D", UP, "borehole"),
    "4": ("N-S", 0.0, "surface"), "5": ("E-W", 90.0, "surface"), "6": ("U-D", UP, "surface"),
}  # fmt: skip
"""Component, orientation and place of the instrument by what stands after "Dir.": K-NET has names, KiK-net numbers."""

FACTS = {"event": "Origin Time", "magnitude": "Mag.", "station": "Station Code", "start": "Record Time"}
"""Facts by labels of the header."""


def recognises(source: Source) -> bool:
    """Whether the file begins as those of K-NET and KiK-net do."""
    return source.lines[0].startswith("Origin Time")


def read(source: Source, options: ReadOptions) -> tuple[Record, ...]:
    """The one component of the file."""
    header: dict[str, tuple[int, str]] = {}
    for i in range(HEADER):
        line = source.line(i, f"the end of its header of {HEADER} lines")
        header[line[:LABEL].strip()] = (i, line[LABEL:].strip())
    wanted = ("Sampling Freq(Hz)", "Duration Time(s)", "Dir.", "Scale Factor", "Max. Acc. (gal)")
    missing = [label for label in wanted if label not in header]
    if missing:
        source.refuse(HEADER - 1, f"the header ends here and lacks {', '.join(missing)}")
    i, rate = header["Sampling Freq(Hz)"]
    dt = source.step(i, rate.removesuffix("Hz"), "Sampling Freq(Hz)", per_second=True)
    at, seconds = header["Duration Time(s)"]
    count = round(source.step(at, seconds, "Duration Time(s)") / dt)
    if count < 2:
        source.refuse(at, f"a duration of {seconds} s at {rate} has fewer than two samples")
    i, direction = header["Dir."]
    if direction not in DIRECTIONS:
        source.refuse(i, f"Dir. must be one of {', '.join(DIRECTIONS)}; got another")
    component, orientation, place = DIRECTIONS[direction]
    unit, scale = _scale(source, *header["Scale Factor"], options)
    counts, end = source.values(HEADER, count, f"samples ({seconds} s at {rate}, line {at + 1})")
    source.rest(end, f"{counted(count, 'sample')} ({seconds} s at {rate}, line {at + 1})")
    offset = float(counts.mean())
    acceleration = (counts - offset) * scale
    i, peak = header["Max. Acc. (gal)"]
    stated = source.number(i, peak, "Max. Acc. (gal)") * ACCELERATIONS["gal"]
    source.check_peak(i, acceleration, stated, rounding_of(peak, "gal") + 0.5 * scale, options)
    facts = {name: header[label][1] for name, label in FACTS.items() if label in header}
    facts |= {"place": place, "offset taken off": f"{offset * scale:.6g} m/s2"}
    network = "K-NET" if "-" in direction else "KiK-net"
    time = even_times(count, dt)
    return (Record(time, acceleration, component, orientation, network, unit, stated, facts, source.path),)


def _scale(source: Source, i: int, written: str, options: ReadOptions) -> tuple[str, float]:
    """The unit of "7845(gal)/8223790" and the factor from counts to m/s2."""
    found = re.fullmatch(r"([\d.]+)\(([^)]*)\)/([\d.]+)", written)
    if not found:
        source.refuse(i, "Scale Factor must be such as 7845(gal)/8223790; got another")
    unit = source.units(i, found[2], options)
    most, counts = (source.number(i, found[k], "Scale Factor") for k in (1, 3))
    if most <= 0 or counts <= 0:
        source.refuse(i, f"Scale Factor must be positive; got {most:g} over {counts:g}")
    return unit, most / counts * ACCELERATIONS[unit]
