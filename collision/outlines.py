"""Outlines of the visible faces of two pieces, seen along the contact direction."""

import math

from ..numerics.compiled import FloatArray, IntArray, inlined
from ..numerics.vectors import Frame, dot, row
from .shapes import Shapes, Workspace

__all__ = ["VISIBLE", "flatten", "outline_face", "outline_visible_faces"]

VISIBLE = 1e-3
"""Cosine of the angle to the contact direction above which a face is visible."""
LEVEL = 0.999
"""Cosine above which a face lies in the contact plane."""


@inlined
def flatten(shapes: Shapes, work: Workspace, a: int, b: int, frame: Frame) -> tuple[float, float]:
    """Write coordinates and heights of all vertices to work.flat; largest height of a, least height of b."""
    vertices = shapes.vertices
    flat = work.flat
    low = high = math.inf
    for side in range(2):
        piece = b if side else a
        start = shapes.vertex_start[piece]
        sign = 1.0 if side else -1.0
        low, high = math.inf, low
        for i in range(start, shapes.vertex_start[piece + 1]):
            point = row(vertices, i)
            height = dot(point, frame[0])
            flat[side, i - start, 0] = dot(point, frame[1])
            flat[side, i - start, 1] = dot(point, frame[2])
            flat[side, i - start, 2] = height
            low = min(low, sign * height)
    return -high, low


@inlined
def outline_face(
    loops: IntArray,
    loop_start: IntArray,
    normals: FloatArray,
    flat: FloatArray,
    visible: IntArray,
    faces: IntArray,
    planes: FloatArray,
    outlines: FloatArray,
    side: int,
    face: int,
    origin: int,
    frame: Frame,
) -> None:
    """Write a visible face behind the visible[side] faces outlined so far.

    Arrays of `Shapes` and `Workspace`; ``origin`` is the first vertex of the piece. Seen along the normal the
    loops of a run counter-clockwise, those of b (side 1) are reversed.
    """
    slot = visible[side]
    begin = faces[side, slot - 1, 1] + faces[side, slot - 1, 2] if slot > 0 else 0
    start = loop_start[face]
    size = loop_start[face + 1] - start
    facing = row(normals, face)
    planes[side, slot, 6] = -dot(facing, frame[1]) / dot(facing, frame[0])
    planes[side, slot, 7] = -dot(facing, frame[2]) / dot(facing, frame[0])
    faces[side, slot, 0] = face
    faces[side, slot, 1] = begin
    faces[side, slot, 2] = size
    for i in range(size):
        vertex = loops[start + size - 1 - i if side else start + i] - origin
        outlines[side, begin + i, 5] = vertex
        for j in range(3):
            outlines[side, begin + i, j] = flat[side, vertex, j]
    _close_outline(outlines, planes, side, slot, begin, size)
    visible[side] = slot + 1


@inlined
def _close_outline(outlines: FloatArray, planes: FloatArray, side: int, slot: int, begin: int, size: int) -> None:
    """Write the unit vectors along the edges of an outline, and its bounds."""
    for j in range(3):
        low = math.inf
        high = -math.inf
        for i in range(begin, begin + size):
            low = min(low, outlines[side, i, j])
            high = max(high, outlines[side, i, j])
        planes[side, slot, 2 * j] = low
        planes[side, slot, 2 * j + 1] = high
    for i in range(begin, begin + size):
        after = i + 1 if i + 1 < begin + size else begin
        along_u = outlines[side, after, 0] - outlines[side, i, 0]
        along_v = outlines[side, after, 1] - outlines[side, i, 1]
        length = math.sqrt(along_u * along_u + along_v * along_v)
        scale = 1.0 / length if length > 0.0 else 0.0
        outlines[side, i, 3] = along_u * scale
        outlines[side, i, 4] = along_v * scale


@inlined
def _nearest_corner(
    loops: IntArray, start: int, stop: int, origin: int, flat: FloatArray, side: int, sign: float
) -> float:
    """Largest sign * height of the corners of a face."""
    nearest = -math.inf
    for m in range(start, stop):
        nearest = max(nearest, sign * flat[side, loops[m] - origin, 2])
    return nearest


@inlined
def outline_visible_faces(
    shapes: Shapes, work: Workspace, a: int, b: int, frame: Frame, high: float, low: float, reach: float
) -> None:
    """Outline the faces of a that look along the normal and those of b that look against it.

    ``high`` is the largest height of a, ``low`` the least of b: only faces of a that come within reach of
    `low`, and faces of b that come within reach of `high`, can make a contact. Faces in the contact plane go first:
    points at their edges then take their heights from them, not from a steep neighbour, where rounding of the
    place counts many times over.
    """
    loops, loop_start, normals = shapes.loops, shapes.loop_start, shapes.normals
    flat, visible, faces, planes, outlines = work.flat, work.visible, work.faces, work.planes, work.outlines
    for side in range(2):
        piece = b if side else a
        sign = -1.0 if side else 1.0
        level = -high - reach if side else low - reach
        start, stop = shapes.face_start[piece], shapes.face_start[piece + 1]
        origin = shapes.vertex_start[piece]
        threshold = 0.0
        for f in range(start, stop):
            threshold = max(threshold, 0.5 * sign * dot(row(normals, f), frame[0]))
        threshold = min(threshold, VISIBLE)
        visible[side] = 0
        for turn in range(2):
            for f in range(start, stop):
                facing = sign * dot(row(normals, f), frame[0])
                if (
                    facing > threshold
                    and (facing > LEVEL) == (turn == 0)
                    and _nearest_corner(loops, loop_start[f], loop_start[f + 1], origin, flat, side, sign) >= level
                ):
                    outline_face(
                        loops, loop_start, normals, flat, visible, faces, planes, outlines, side, f, origin, frame
                    )
