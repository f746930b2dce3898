"""SVG: an elevation as a drawing of a page's width, in groups that drawing programs show as layers."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from ..disk import replacing
from ..view.style import EDGE, FIXED, FORCE, STONE, TENSION, TIE
from .drawing import Drawing

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_svg", "write_svg_drawing"]

WIDTH, HIGHEST = 175.0, 240.0
"""Size (mm), at most: that of a page."""
THIN, THICK, DOT = 0.15, 0.5, 0.8
"""Widths of outlines and of the thrust line, radius of a hinge (mm)."""
DASHES = "1.5 1"
"""Of slack ties (mm)."""
RIM = 2.0
"""mm"""


def write_svg(trajectory: "Trajectory", path: Path) -> None:
    """Write the last state of a run as an elevation: thrust line or resultants, hinges, ties (dashed where slack)."""
    write_svg_drawing(Drawing.of(trajectory), path)


def write_svg_drawing(drawing: Drawing, path: Path) -> None:
    """Write a drawing, see `drystone.exports.drawing.Drawing`; each outline is titled with the name of its block."""
    with replacing(path, "SVG file") as temporary:
        temporary.write_text("\n".join(_lines(drawing)) + "\n", encoding="utf-8")


def _lines(drawing: Drawing) -> Iterator[str]:
    low, high = drawing.box
    scale = min((WIDTH - 2 * RIM) / (high - low)[0], (HIGHEST - 2 * RIM) / (high - low)[1])
    width, height = scale * (high - low) + 2 * RIM

    def placed(points: Any) -> str:
        """Points in mm, y downward."""
        flat = (np.asarray(points) - [low[0], high[1]]) * [scale, -scale] + RIM
        return " ".join(f"{x:.4f},{y:.4f}" for x, y in flat.tolist())

    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.3f}mm" height="{height:.3f}mm" '
           f'viewBox="0 0 {width:.3f} {height:.3f}" stroke-linejoin="round" stroke-linecap="round">')  # fmt: skip
    yield f"<title>{escape(drawing.title)}</title>"
    yield f"<desc>1 m is {scale:.6g} mm</desc>"
    yield f'<g id="blocks" stroke="{EDGE}" stroke-width="{THIN}">'
    for outline, name, fixed in zip(drawing.outlines, drawing.names, drawing.fixed, strict=True):
        colour = FIXED if fixed else STONE
        yield f'<polygon fill="{colour}" points={quoteattr(placed(outline))}><title>{_text(name)}</title></polygon>'
    yield "</g>"
    yield f'<g id="ties" fill="none" stroke="{TIE}" stroke-width="{THICK}">'
    for ends, slack in zip(drawing.ties, drawing.slack, strict=True):
        dashed = f' stroke-dasharray="{DASHES}"' if slack else ""
        yield f'<polyline points="{placed(ends)}"{dashed}/>'
    yield "</g>"
    yield f'<g id="thrust" fill="none" stroke="{FORCE}" stroke-width="{THICK}">'
    yield from (f'<polyline points="{placed(line)}"/>' for line in drawing.thrust)
    yield "</g>"
    yield f'<g id="forces" fill="none" stroke="{FORCE}" stroke-width="{THICK}">'
    yield from (f'<polyline points="{placed(bar)}"/>' for bar in drawing.forces)
    yield "</g>"
    yield f'<g id="hinges" fill="white" stroke="{TENSION}" stroke-width="{THIN}">'
    for hinge in drawing.hinges:
        x, _, y = placed([hinge]).partition(",")
        yield f'<circle cx="{x}" cy="{y}" r="{DOT}"/>'
    yield "</g>\n</svg>"


def _text(name: str) -> str:
    """A name without the letters that XML refuses."""
    return escape("".join(letter if letter.isprintable() else " " for letter in name))
