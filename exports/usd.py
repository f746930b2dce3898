"""Universal Scene Description as text (.usda): instances of shapes, with places and rotations for each state.

A PointInstancer holds each shape once, so that a wall of equal bricks is one mesh. Its ``orientationsf`` are rotations
as 32-bit numbers, for which USD asks first; ``orientations`` are the same as 16-bit numbers, right to 5e-4 rad, which
Blender reads. Ties are a curve of two points each, beside it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..disk import replacing
from ..results.trajectory import assembly_of
from .bodies import Bodies, extent, origin_of, quaternions, seen_from_the_ground
from .shapes import Shape, shapes_of
from .tie_lines import TieLines

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_usd"]

RATE = 24.0
"""Time codes in a second: frames of a film; states lie between them where they will."""
COLOURS = {False: (0.80, 0.74, 0.64), True: (0.45, 0.43, 0.40)}
"""Colours of blocks (linear RGB) by whether they are fixed."""
TIE = (0.19, 0.014, 0.014)
"""Colour of ties (linear RGB, as `COLOURS`)."""
THICK = 0.005
"""Of a tie, as a share of the structure's size."""


def write_usd(trajectory: "Trajectory", path: Path) -> None:
    """Write the recorded states as an animated scene, seen from the ground, in metres, z upward."""
    with replacing(path, "USD file") as temporary, temporary.open("w", encoding="utf-8") as file:
        for line in _lines(trajectory):
            print(line, file=file)


def _lines(trajectory: "Trajectory") -> Iterator[str]:
    assembly = assembly_of(trajectory)
    shapes, which, turns = shapes_of(Bodies.of(assembly), assembly.fixed)
    origin, codes = origin_of(trajectory), RATE * trajectory.time
    place = seen_from_the_ground(trajectory) - origin
    turned = np.stack([quaternions(trajectory.rotation[:, b] @ turns[b]) for b in range(len(assembly))], axis=1)
    yield "#usda 1.0"
    yield '(\n    defaultPrim = "structure"\n    metersPerUnit = 1\n    upAxis = "Z"'
    yield f"    startTimeCode = {codes[0]:.9g}\n    endTimeCode = {codes[-1]:.9g}\n    timeCodesPerSecond = {RATE:g}\n)"
    yield 'def Xform "structure"\n{'
    yield f"    double3 xformOp:translate = {tuple(origin.tolist())}"
    yield '    uniform token[] xformOpOrder = ["xformOp:translate"]\n    def PointInstancer "blocks"\n    {'
    yield f"        rel prototypes = [{', '.join(f'</structure/blocks/shapes/shape_{i}>' for i in range(len(shapes)))}]"
    yield f"        int[] protoIndices = {_row(which.tolist())}"
    yield f"        custom string[] names = [{', '.join(_text(name) for name in assembly.names)}]"
    yield from _samples("point3f[] positions", place, codes, "{:.9g}")
    scalar_first = np.roll(turned, 1, axis=-1)
    yield from _samples("quatf[] orientationsf", scalar_first, codes, "{:.9g}")
    yield from _samples("quath[] orientations", scalar_first, codes, "{:.5g}")
    yield '        def Scope "shapes"\n        {'
    for number, shape in enumerate(shapes):
        yield from _mesh(number, shape)
    yield "        }\n    }"
    if assembly.ties:
        yield from _ties(TieLines.of(trajectory), origin, codes, THICK * extent(trajectory))
    yield "}"


def _ties(ties: TieLines, origin: Any, codes: Any, width: float) -> Iterator[str]:
    """Straight curves between the anchors; force (N), elongation (m) and state are values for each curve."""
    yield '    def BasisCurves "ties"\n    {'
    yield f"        int[] curveVertexCounts = {_row([2] * ties.count)}"
    yield '        uniform token type = "linear"'
    yield f'        float[] widths = [{width:.6g}] (\n            interpolation = "constant"\n        )'
    yield f"        color3f[] primvars:displayColor = {_tuples([TIE], '{:g}')}"
    yield f"        custom string[] names = [{', '.join(_text(name) for name in ties.names)}]"
    yield from _samples("point3f[] points", (ties.ends - origin).reshape(len(codes), -1, 3), codes, "{:.9g}")
    for name, kind in (("force", "float"), ("elongation", "float"), ("state", "int")):
        yield f'        {kind}[] primvars:{name} (\n            interpolation = "uniform"\n        )'
        yield f"        {kind}[] primvars:{name}.timeSamples = {{"
        for code, values in zip(codes, getattr(ties, name).tolist(), strict=True):
            yield f"            {code:.9g}: {_row(f'{value:.9g}' for value in values)},"
        yield "        }"
    yield "    }"


def _mesh(number: int, shape: Shape) -> Iterator[str]:
    yield f'            def Mesh "shape_{number}"\n            {{'
    yield f"                int[] faceVertexCounts = {_row(len(face) for face in shape.faces)}"
    yield f"                int[] faceVertexIndices = {_row(corner for face in shape.faces for corner in face)}"
    yield f"                point3f[] points = {_tuples(shape.vertices, '{:.9g}')}"
    yield '                uniform token subdivisionScheme = "none"'
    yield f"                color3f[] primvars:displayColor = {_tuples([COLOURS[shape.fixed]], '{:g}')}"
    yield "            }"


def _samples(name: str, values: Any, codes: Any, form: str) -> Iterator[str]:
    """One array for each time code, a tuple for each block."""
    yield f"        {name}.timeSamples = {{"
    for code, state in zip(codes, values, strict=True):
        yield f"            {code:.9g}: {_tuples(state, form)},"
    yield "        }"


def _tuples(rows: Any, form: str) -> str:
    written = (", ".join(form.format(value) for value in row) for row in np.asarray(rows).tolist())
    return f"[{', '.join(f'({row})' for row in written)}]"


def _row(values: Any) -> str:
    return f"[{', '.join(str(value) for value in values)}]"


def _text(name: str) -> str:
    """A name between quotes, without what would end it."""
    cleaned = "".join(letter if letter.isprintable() else " " for letter in name)
    return '"' + cleaned.replace("\\", "\\\\").replace('"', '\\"') + '"'
