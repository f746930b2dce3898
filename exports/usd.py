"""Universal Scene Description as text (.usda): a mesh for each block, with a transformation for each state."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..disk import replacing
from .bodies import Bodies, assembly_of, matrices, seen_from_the_ground

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_usd"]

RATE = 24.0
"""Time codes in a second: frames of a film; states lie between them where they will."""
COLOURS = {False: (0.80, 0.74, 0.64), True: (0.45, 0.43, 0.40)}


def write_usd(trajectory: "Trajectory", path: Path) -> None:
    """Write the recorded states as an animated scene, seen from the ground, in metres, z upward."""
    with replacing(path, "USD file") as temporary, temporary.open("w", encoding="utf-8") as file:
        for line in _lines(trajectory):
            print(line, file=file)


def _lines(trajectory: "Trajectory") -> Iterator[str]:
    assembly = assembly_of(trajectory)
    bodies = Bodies.of(assembly)
    placed = matrices(seen_from_the_ground(trajectory), trajectory.rotation)
    codes = RATE * trajectory.time
    yield "#usda 1.0"
    yield '(\n    defaultPrim = "structure"\n    metersPerUnit = 1\n    upAxis = "Z"'
    yield f"    startTimeCode = {codes[0]:.9g}\n    endTimeCode = {codes[-1]:.9g}\n    timeCodesPerSecond = {RATE:g}\n)"
    yield 'def Xform "structure"\n{'
    for block, name in enumerate(assembly.names):
        vertices, faces = bodies.of_block(block)
        yield f'    def Mesh "block_{block}_{re.sub(r"[^A-Za-z0-9_]", "_", name)}"\n    {{'
        yield f"        int[] faceVertexCounts = {_row(len(face) for face in faces)}"
        yield f"        int[] faceVertexIndices = {_row(corner for face in faces for corner in face)}"
        yield f"        point3f[] points = [{', '.join(_tuple(vertex) for vertex in vertices)}]"
        yield '        uniform token subdivisionScheme = "none"'
        yield f"        color3f[] primvars:displayColor = [{_tuple(COLOURS[bool(assembly.fixed[block])])}]"
        yield '        uniform token[] xformOpOrder = ["xformOp:transform"]'
        yield from _transformation(placed[:, block], codes)
        yield "    }"
    yield "}"


def _transformation(placed: Any, codes: Any) -> Iterator[str]:
    """One matrix, or one for each time code where the block moves; USD has them for row vectors."""
    if (placed == placed[0]).all():
        yield f"        matrix4d xformOp:transform = {_matrix(placed[0])}"
        return
    yield "        matrix4d xformOp:transform.timeSamples = {"
    for code, matrix in zip(codes, placed, strict=True):
        yield f"            {code:.9g}: {_matrix(matrix)},"
    yield "        }"


def _matrix(matrix: Any) -> str:
    return f"( {', '.join(_tuple(row) for row in matrix.T)} )"


def _tuple(values: Any) -> str:
    return f"({', '.join(f'{value:.9g}' for value in np.asarray(values).tolist())})"


def _row(values: Any) -> str:
    return f"[{', '.join(str(value) for value in values)}]"
