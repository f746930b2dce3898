"""Outlines of the visible faces of two pieces, seen along the contact direction."""

import math

from .compiled import compiled
from .shapes import Shapes, Workspace
from .vectors import Frame, dot, row

__all__ = ["VISIBLE", "flatten", "outline_face", "outline_visible_faces"]

VISIBLE = 1e-3
"""Cosine of the angle to the contact direction above which a face is visible."""


@compiled
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


@compiled
def outline_face(shapes: Shapes, work: Workspace, side: int, piece: int, face: int, frame: Frame) -> None:
    """Write a visible face to the workspace, behind the first work.visible[side] ones.

    Seen along the normal the loops of a run counter-clockwise, those of b (side 1) are reversed.
    """
    outlines = work.outlines
    bounds = work.bounds
    slot = work.visible[side]
    begin = work.faces[side, slot - 1, 1] + work.faces[side, slot - 1, 2] if slot > 0 else 0
    origin = shapes.vertex_start[piece]
    start = shapes.loop_start[face]
    size = shapes.loop_start[face + 1] - start
    for j in range(3):
        bounds[side, slot, 2 * j] = math.inf
        bounds[side, slot, 2 * j + 1] = -math.inf
    for i in range(size):
        vertex = shapes.loops[start + size - 1 - i if side else start + i] - origin
        work.vertices[side, begin + i] = vertex
        for j in range(3):
            value = work.flat[side, vertex, j]
            outlines[side, begin + i, j] = value
            bounds[side, slot, 2 * j] = min(bounds[side, slot, 2 * j], value)
            bounds[side, slot, 2 * j + 1] = max(bounds[side, slot, 2 * j + 1], value)
    for i in range(begin, begin + size):
        after = i + 1 if i + 1 < begin + size else begin
        along_u = outlines[side, after, 0] - outlines[side, i, 0]
        along_v = outlines[side, after, 1] - outlines[side, i, 1]
        length = math.sqrt(along_u * along_u + along_v * along_v)
        outlines[side, i, 3] = along_u / length if length > 0.0 else 0.0
        outlines[side, i, 4] = along_v / length if length > 0.0 else 0.0
    facing = row(shapes.normals, face)
    work.slopes[side, slot, 0] = -dot(facing, frame[1]) / dot(facing, frame[0])
    work.slopes[side, slot, 1] = -dot(facing, frame[2]) / dot(facing, frame[0])
    work.faces[side, slot, 0] = face
    work.faces[side, slot, 1] = begin
    work.faces[side, slot, 2] = size


@compiled
def outline_visible_faces(
    shapes: Shapes, work: Workspace, a: int, b: int, frame: Frame, high: float, low: float, reach: float
) -> None:
    """Outline the faces of a that look along the normal and those of b that look against it.

    ``high`` is the largest height of a, ``low`` the least of b: only faces of a that come within reach of
    `low`, and faces of b that come within reach of `high`, can make a contact.
    """
    for side in range(2):
        piece = b if side else a
        sign = -1.0 if side else 1.0
        level = high + reach if side else low - reach
        threshold = 0.0
        for f in range(shapes.face_start[piece], shapes.face_start[piece + 1]):
            threshold = max(threshold, 0.5 * sign * dot(row(shapes.normals, f), frame[0]))
        threshold = min(threshold, VISIBLE)
        work.visible[side] = 0
        for f in range(shapes.face_start[piece], shapes.face_start[piece + 1]):
            if sign * dot(row(shapes.normals, f), frame[0]) <= threshold:
                continue
            nearest = -math.inf
            for m in range(shapes.loop_start[f], shapes.loop_start[f + 1]):
                vertex = shapes.loops[m] - shapes.vertex_start[piece]
                nearest = max(nearest, sign * work.flat[side, vertex, 2])
            if nearest >= sign * level:
                outline_face(shapes, work, side, piece, f, frame)
                work.visible[side] += 1
