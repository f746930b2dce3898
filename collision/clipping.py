"""Overlap of the visible faces of two pieces along a direction: the pairs of antagonist points.

N. A. Nodargi, P. Bisegna, A variational formulation for non-smooth contact dynamics, Comput. Methods Appl.
Mech. Engrg., 2024, section 3: visible faces of both blocks are projected on the plane orthogonal to the
contact direction, every polygon of one is intersected with every polygon of the other, and the corners of the
overlaps are projected back along the direction.

Corners of the overlap of two convex polygons are listed by what makes them, which needs no intermediate
polygon and gives each point its features: corners of one polygon inside the other, and crossings of two edges.
"""

import math

from .compiled import FloatArray, IntArray, compiled
from .shapes import Shapes, Workspace
from .vectors import Vector, dot, row, tangents

__all__ = ["FULL", "VISIBLE", "Labels", "Limits", "face_overlap", "flatten", "manifold", "outline_face"]

VISIBLE = 1e-3
"""Cosine of the angle to the contact direction above which a face is visible."""

FULL = -1
"""Count that says: the workspace has no room for more points."""

Limits = tuple[float, float, float]
"""Largest gap of a point; distance in the plane below which points are equal; tolerance of the outlines (m)."""

Labels = tuple[int, int, int, int]
"""Vertices of piece a and of piece b; code of the face of a and of b."""


@compiled
def _labels(shapes: Shapes, a: int, face_a: int, b: int, face_b: int) -> Labels:
    """What is needed to name points. Codes in a piece: vertex i, edge V + V i + k (i < k), face V + V^2 + f."""
    vertices_a = shapes.vertex_start[a + 1] - shapes.vertex_start[a]
    vertices_b = shapes.vertex_start[b + 1] - shapes.vertex_start[b]
    return (
        vertices_a,
        vertices_b,
        vertices_a + vertices_a * vertices_a + face_a - shapes.face_start[a],
        vertices_b + vertices_b * vertices_b + face_b - shapes.face_start[b],
    )


@compiled
def flatten(
    shapes: Shapes, work: Workspace, side: int, piece: int, normal: Vector, first: Vector, second: Vector
) -> tuple[float, float]:
    """Write plane coordinates and heights of the vertices to work.flat[side]; least and largest height."""
    vertices = shapes.vertices
    flat = work.flat
    start = shapes.vertex_start[piece]
    low = math.inf
    high = -math.inf
    for i in range(start, shapes.vertex_start[piece + 1]):
        point = row(vertices, i)
        height = dot(point, normal)
        flat[side, i - start, 0] = dot(point, first)
        flat[side, i - start, 1] = dot(point, second)
        flat[side, i - start, 2] = height
        low = min(low, height)
        high = max(high, height)
    return low, high


@compiled
def outline_face(
    shapes: Shapes,
    work: Workspace,
    side: int,
    piece: int,
    face: int,
    slot: int,
    begin: int,
    normal: Vector,
    first: Vector,
    second: Vector,
) -> int:
    """Write a visible face to slot `slot` of the workspace, its outline from corner `begin`; next free corner.

    Seen along the normal the loops of a run counter-clockwise, those of b (side 1) are reversed.
    """
    flat = work.flat
    outlines = work.outlines
    bounds = work.bounds
    origin = shapes.vertex_start[piece]
    start = shapes.loop_start[face]
    size = shapes.loop_start[face + 1] - start
    for j in range(3):
        bounds[side, slot, 2 * j] = math.inf
        bounds[side, slot, 2 * j + 1] = -math.inf
    for i in range(size):
        vertex = shapes.loops[start + i if side == 0 else start + size - 1 - i] - origin
        work.vertices[side, begin + i] = vertex
        for j in range(3):
            value = flat[side, vertex, j]
            outlines[side, begin + i, j] = value
            bounds[side, slot, 2 * j] = min(bounds[side, slot, 2 * j], value)
            bounds[side, slot, 2 * j + 1] = max(bounds[side, slot, 2 * j + 1], value)
    for i in range(size):
        after = begin + (i + 1) % size
        along_u = outlines[side, after, 0] - outlines[side, begin + i, 0]
        along_v = outlines[side, after, 1] - outlines[side, begin + i, 1]
        length = math.sqrt(along_u * along_u + along_v * along_v)
        outlines[side, begin + i, 3] = along_u / length if length > 0.0 else 0.0
        outlines[side, begin + i, 4] = along_v / length if length > 0.0 else 0.0
    facing = row(shapes.normals, face)
    steep = dot(facing, normal)
    work.slopes[side, slot, 0] = -dot(facing, first) / steep
    work.slopes[side, slot, 1] = -dot(facing, second) / steep
    work.faces[side, slot, 0] = face
    work.faces[side, slot, 1] = begin
    work.faces[side, slot, 2] = size
    return begin + size


@compiled
def _visible_faces(
    shapes: Shapes,
    work: Workspace,
    side: int,
    piece: int,
    normal: Vector,
    first: Vector,
    second: Vector,
    level: float,
) -> int:
    """List the faces of the piece that look along the normal (side 0) or against it (side 1).

    Only faces that reach above (side 0) or below (side 1) the level can lie within the pair distance.
    """
    sign = 1.0 if side == 0 else -1.0
    threshold = 0.0
    for f in range(shapes.face_start[piece], shapes.face_start[piece + 1]):
        threshold = max(threshold, 0.5 * sign * dot(row(shapes.normals, f), normal))
    threshold = min(threshold, VISIBLE)
    count = 0
    begin = 0
    for f in range(shapes.face_start[piece], shapes.face_start[piece + 1]):
        if sign * dot(row(shapes.normals, f), normal) <= threshold:
            continue
        end = outline_face(shapes, work, side, piece, f, count, begin, normal, first, second)
        if (side == 0 and work.bounds[0, count, 5] >= level) or (
            side == 1 and work.bounds[1, count, 4] <= level
        ):
            count += 1
            begin = end
    return count


@compiled
def _distances_inside(
    outlines: FloatArray,
    distance: FloatArray,
    side: int,
    start: int,
    size: int,
    other_start: int,
    other_size: int,
) -> None:
    """Write to distance[side, i, k] how far corner i of a polygon lies inside edge k of the other polygon."""
    for i in range(size):
        u = outlines[side, start + i, 0]
        v = outlines[side, start + i, 1]
        for k in range(other_size):
            edge = other_start + k
            along_u = outlines[1 - side, edge, 3]
            along_v = outlines[1 - side, edge, 4]
            offset_u = u - outlines[1 - side, edge, 0]
            offset_v = v - outlines[1 - side, edge, 1]
            distance[side, i, k] = along_u * offset_v - along_v * offset_u


@compiled
def _is_inside(distance: FloatArray, side: int, i: int, edges: int, tolerance: float) -> bool:
    """True where corner i of one polygon lies inside, or on, all edges of the other."""
    for k in range(edges):
        if distance[side, i, k] < -tolerance:
            return False
    return True


@compiled
def _height_on(
    outlines: FloatArray, slopes: FloatArray, side: int, slot: int, start: int, u: float, v: float
) -> float:
    """Height of the plane of a face above the point (u, v) of the contact plane."""
    along_u = slopes[side, slot, 0] * (u - outlines[side, start, 0])
    return outlines[side, start, 2] + along_u + slopes[side, slot, 1] * (v - outlines[side, start, 1])


@compiled
def _keep(
    points: FloatArray,
    codes: IntArray,
    count: int,
    point: tuple[float, float, float, float],
    code: int,
    limits: Limits,
) -> int:
    """Add a point unless its gap exceeds the reach or it is there already; the smallest gap of equals stays.

    ``point``: two coordinates, height on a, height on b. Gaps that differ by less than the tolerance leave
    the first in place, so that rounding does not change which features name a point.
    """
    reach, merge, tolerance = limits
    gap = point[3] - point[2]
    if gap > reach:
        return count
    slot = count
    for i in range(count):
        if codes[i] == code or (abs(points[i, 0] - point[0]) <= merge and abs(points[i, 1] - point[1]) <= merge):
            if gap >= points[i, 3] - points[i, 2] - tolerance:
                return count
            slot = i
            break
    if slot == len(codes):
        return FULL
    for j in range(4):
        points[slot, j] = point[j]
    codes[slot] = code
    return max(count, slot + 1)


@compiled
def face_overlap(
    work: Workspace, slot_a: int, slot_b: int, labels: Labels, limits: Limits, count: int
) -> int:
    """Add the corners of the overlap of two outlined faces to the first `count` points; new count, or FULL."""
    outlines, slopes, distance, points, codes = (
        work.outlines,
        work.slopes,
        work.distance,
        work.points,
        work.codes,
    )
    start_a, size_a = work.faces[0, slot_a, 1], work.faces[0, slot_a, 2]
    start_b, size_b = work.faces[1, slot_b, 1], work.faces[1, slot_b, 2]
    _distances_inside(outlines, distance, 0, start_a, size_a, start_b, size_b)
    _distances_inside(outlines, distance, 1, start_b, size_b, start_a, size_a)
    codes_b = labels[1] + labels[1] * labels[1] + work.codes_of_faces
    for i in range(size_a):
        if not _is_inside(distance, 0, i, size_b, limits[2]):
            continue
        u = outlines[0, start_a + i, 0]
        v = outlines[0, start_a + i, 1]
        height = _height_on(outlines, slopes, 1, slot_b, start_b, u, v)
        code = work.vertices[0, start_a + i] * codes_b + labels[3]
        count = _keep(points, codes, count, (u, v, outlines[0, start_a + i, 2], height), code, limits)
        if count == FULL:
            return FULL
    for k in range(size_b):
        if not _is_inside(distance, 1, k, size_a, limits[2]):
            continue
        u = outlines[1, start_b + k, 0]
        v = outlines[1, start_b + k, 1]
        height = _height_on(outlines, slopes, 0, slot_a, start_a, u, v)
        code = labels[2] * codes_b + work.vertices[1, start_b + k]
        count = _keep(points, codes, count, (u, v, height, outlines[1, start_b + k, 2]), code, limits)
        if count == FULL:
            return FULL
    return _crossings(work, start_a, size_a, start_b, size_b, labels, limits, count)
