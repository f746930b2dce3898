"""DXF of release 12 as text: an elevation in metres, on layers that every CAD program reads.

Release 12 has all that lines need (LINE, POLYLINE, CIRCLE, LAYER) and no objects that refer to each other, so that a
writer is a page; a library would be a dependency for nothing.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..disk import replacing
from .drawing import Drawing

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["LAYERS", "write_dxf", "write_dxf_drawing"]

LAYERS = {"BLOCKS": 7, "SUPPORTS": 8, "THRUST": 5, "FORCES": 5, "HINGES": 1, "TIES": 14}
"""Name -> colour of AutoCAD's index: 7 black or white, 8 grey, 5 blue, 1 red, 14 dark red."""
DASH = 0.01
"""Length of a dash and of the gap after it, as a share of the drawing's height and width together."""
RADIUS = 0.004
"""Of the circle of a hinge, as a share of the drawing's height and width together."""
CLOSED, OPEN = 1, 0
METRES = 6
"""Code of $INSUNITS, which later releases heed."""


def write_dxf(trajectory: "Trajectory", path: Path) -> None:
    """Write the last state of a run as an elevation: thrust line or resultants, hinges, ties (dashed where slack)."""
    write_dxf_drawing(Drawing.of(trajectory), path)


def write_dxf_drawing(drawing: Drawing, path: Path) -> None:
    """Write a drawing, see `drystone.exports.drawing.Drawing`."""
    with replacing(path, "DXF file") as temporary, temporary.open("w", encoding="ascii", newline="\r\n") as file:
        for code, value in _groups(drawing):
            print(f"{code}\n{value}", file=file)


def _groups(drawing: Drawing) -> Iterator[tuple[int, Any]]:
    """Pairs of group codes and values."""
    (left, bottom), (right, top) = drawing.box.tolist()
    yield from ((0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, METRES))
    yield from ((9, "$EXTMIN"), (10, left), (20, bottom), (9, "$EXTMAX"), (10, right), (20, top), (0, "ENDSEC"))
    yield from ((0, "SECTION"), (2, "TABLES"), *_line_type(DASH * (right - left + top - bottom)))
    yield from ((0, "TABLE"), (2, "LAYER"), (70, len(LAYERS)))
    for name, colour in LAYERS.items():
        yield from ((0, "LAYER"), (2, name), (70, 0), (62, colour), (6, "CONTINUOUS"))
    yield from ((0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES"))
    for outline, fixed in zip(drawing.outlines, drawing.fixed, strict=True):
        yield from _polyline(outline, "SUPPORTS" if fixed else "BLOCKS", CLOSED)
    for line in drawing.thrust:
        yield from _polyline(line, "THRUST", OPEN)
    for (x, y), (u, v) in drawing.forces.tolist():
        yield from ((0, "LINE"), (8, "FORCES"), (10, x), (20, y), (30, 0.0), (11, u), (21, v), (31, 0.0))
    for ((x, y), (u, v)), slack in zip(drawing.ties.tolist(), drawing.slack, strict=True):
        drawn = (6, "DASHED" if slack else "BYLAYER"), (10, x), (20, y), (30, 0.0), (11, u), (21, v), (31, 0.0)
        yield from ((0, "LINE"), (8, "TIES"), *drawn)
    for x, y in drawing.hinges.tolist():
        radius = RADIUS * (right - left + top - bottom)
        yield from ((0, "CIRCLE"), (8, "HINGES"), (10, x), (20, y), (30, 0.0), (40, radius))
    yield from ((0, "ENDSEC"), (0, "EOF"))


def _line_type(dash: float) -> Iterator[tuple[int, Any]]:
    """The table of the one broken line, a dash and a gap of that length (m)."""
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, 2))
    yield from ((0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0))
    yield from ((0, "LTYPE"), (2, "DASHED"), (70, 0), (3, "Dashed _ _ _"), (72, 65), (73, 2), (40, 2.0 * dash))
    yield from ((49, dash), (49, -dash), (0, "ENDTAB"))


def _polyline(points: Any, layer: str, closed: int) -> Iterator[tuple[int, Any]]:
    yield from ((0, "POLYLINE"), (8, layer), (66, 1), (70, closed), (10, 0.0), (20, 0.0), (30, 0.0))
    for x, y in points.tolist():
        yield from ((0, "VERTEX"), (8, layer), (10, x), (20, y), (30, 0.0))
    yield from ((0, "SEQEND"), (8, layer))
