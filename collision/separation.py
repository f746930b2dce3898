"""Separating axes of two convex pieces: largest separation, and whether its features truly face each other.

The largest separation over all face normals and all normals of crossing edges is the distance of pieces that
are apart and meet a feature that decides the direction, and minus the least overlap of pieces that overlap.
Edge pairs are restricted to those whose Gauss arcs cross (D. Gregorius, The Separating Axis Test between
Convex Polyhedra, Game Developers Conference 2013).
"""

import math

from ..numerics.compiled import inlined, kernel
from ..numerics.vectors import Vector, combined, cross, dot, norm, row, scaled, subtract
from .directions import CROSSING, NO_VECTOR, edge_direction
from .shapes import Shapes, Workspace

__all__ = [
    "EDGES",
    "FACE_OF_A",
    "FACE_OF_B",
    "face_gaps",
    "facing",
    "largest_separation",
    "separation_along",
]

FACE_OF_A, FACE_OF_B, EDGES = 0, 1, 2
"""What gives the axis of largest separation."""

PARALLEL = 1e-6
"""Sine of the angle of two edges below which their cross product gives no axis."""


@inlined
def separation_along(shapes: Shapes, a: int, b: int, direction: Vector) -> float:
    """Least height of b minus largest height of a along a direction (m): a bound from below on their distance."""
    high = -math.inf
    for i in range(shapes.vertex_start[a], shapes.vertex_start[a + 1]):
        high = max(high, dot(row(shapes.vertices, i), direction))
    low = math.inf
    for i in range(shapes.vertex_start[b], shapes.vertex_start[b + 1]):
        low = min(low, dot(row(shapes.vertices, i), direction))
    return low - high


@kernel
def _face_gap(shapes: Shapes, face: int, other: int) -> float:
    """Height of the lowest vertex of the other piece above a face (m)."""
    normal = row(shapes.normals, face)
    low = math.inf
    for i in range(shapes.vertex_start[other], shapes.vertex_start[other + 1]):
        low = min(low, dot(row(shapes.vertices, i), normal))
    return float(low - shapes.offsets[face])


@kernel
def face_gaps(shapes: Shapes, work: Workspace, a: int, b: int) -> float:
    """Write the separation along every face normal of a and of b to work.face_gaps; return the largest."""
    best = -math.inf
    for side in range(2):
        piece, other = (a, b) if side == 0 else (b, a)
        first = shapes.face_start[piece]
        for f in range(first, shapes.face_start[piece + 1]):
            gap = _face_gap(shapes, f, other)
            work.face_gaps[side, f - first] = gap
            best = max(best, gap)
    return best


@kernel
def _edges_near(shapes: Shapes, work: Workspace, a: int, b: int, reach: float) -> None:
    """List the edges of each piece that come within reach of the box of the other in work.edges."""
    for side in range(2):
        piece, other = (b, a) if side else (a, b)
        count = 0
        for e in range(shapes.edge_start[piece], shapes.edge_start[piece + 1]):
            p = shapes.edges[e, 0]
            q = shapes.edges[e, 1]
            near = True
            for j in range(3):
                low = min(shapes.vertices[p, j], shapes.vertices[q, j])
                high = max(shapes.vertices[p, j], shapes.vertices[q, j])
                near = near and low <= shapes.boxes[other, 1, j] + reach
                near = near and high >= shapes.boxes[other, 0, j] - reach
            if near:
                work.edges[side, count] = e
                count += 1
        work.near[side] = count


@kernel
def _arcs_cross(shapes: Shapes, edge_a: int, edge_b: int) -> bool:
    """True where the Gauss arc of one edge crosses that of the other edge reversed: they make a face of a - b."""
    a = row(shapes.normals, shapes.edge_faces[edge_a, 0])
    b = row(shapes.normals, shapes.edge_faces[edge_a, 1])
    c = subtract(NO_VECTOR, row(shapes.normals, shapes.edge_faces[edge_b, 0]))
    d = subtract(NO_VECTOR, row(shapes.normals, shapes.edge_faces[edge_b, 1]))
    axis_a = cross(b, a)
    axis_b = cross(d, c)
    c_side = dot(c, axis_a)
    b_side = dot(b, axis_b)
    return c_side * dot(d, axis_a) < 0.0 and dot(a, axis_b) * b_side < 0.0 and c_side * b_side > 0.0


@kernel
def _edge_axis(shapes: Shapes, edge_a: int, edge_b: int) -> tuple[float, Vector]:
    """Separation along the common normal of two edges whose arcs cross, and that normal; -inf if parallel."""
    normal = cross(edge_direction(shapes, edge_a), edge_direction(shapes, edge_b))
    sine = norm(normal)
    if sine <= PARALLEL:
        return -math.inf, NO_VECTOR
    outward = row(shapes.normals, shapes.edge_faces[edge_a, 0])
    outward = combined(outward, row(shapes.normals, shapes.edge_faces[edge_a, 1]), 1.0)
    normal = scaled(normal, math.copysign(1.0 / sine, dot(normal, outward)))
    from_a = row(shapes.vertices, shapes.edges[edge_a, 0])
    return dot(normal, subtract(row(shapes.vertices, shapes.edges[edge_b, 0]), from_a)), normal


@kernel
def largest_separation(
    shapes: Shapes, work: Workspace, a: int, b: int, reach: float, tie: float
) -> tuple[float, Vector, int, int, int]:
    """Largest separation of two pieces, its direction from a to b, and what gives it.

    Returns the separation (m, negative = overlap), the unit direction, FACE_OF_A with a face, FACE_OF_B with
    a face, or EDGES with two edges. Faces win against edges within `tie`. A separation beyond `reach` is only
    bounded from below. Expects work.face_gaps.
    """
    best = -math.inf
    kind, first, second = FACE_OF_A, -1, -1
    for side in range(2):
        piece = a if side == 0 else b
        start = shapes.face_start[piece]
        for f in range(start, shapes.face_start[piece + 1]):
            if work.face_gaps[side, f - start] > best + (tie if side == 1 and kind == FACE_OF_A else 0.0):
                best = work.face_gaps[side, f - start]
                kind, first = (FACE_OF_A if side == 0 else FACE_OF_B), f
    normal = row(shapes.normals, first)
    if kind == FACE_OF_B:
        normal = subtract(NO_VECTOR, normal)
    if best > reach:
        return best, normal, kind, first, second
    _edges_near(shapes, work, a, b, max(reach, -best))
    for i in range(work.near[0]):
        for k in range(work.near[1]):
            if not _arcs_cross(shapes, work.edges[0, i], work.edges[1, k]):
                continue
            gap, axis = _edge_axis(shapes, work.edges[0, i], work.edges[1, k])
            if gap > best + (0.0 if kind == EDGES else tie):
                best, normal = gap, axis
                kind, first, second = EDGES, work.edges[0, i], work.edges[1, k]
    return best, normal, kind, first, second


@kernel
def facing(shapes: Shapes, a: int, b: int, kind: int, first: int, second: int, slack: float, tolerance: float) -> bool:
    """True where the features that give the axis of largest separation lie truly over each other.

    A vertex or an edge of the other piece over the inside of a face, more than `slack` (m) from its outline;
    or two edges that cross at an angle with a sine above CROSSING, more than `slack` from their ends. Faces
    over each other are not asked for here: they are found by their common overlap.
    """
    if kind == EDGES:
        return _edges_cross(shapes, first, second, slack)
    return _support_over_face(shapes, first, b if kind == FACE_OF_A else a, slack, tolerance)


@kernel
def _edges_cross(shapes: Shapes, edge_a: int, edge_b: int, slack: float) -> bool:
    """True where two edges, seen along their common normal, cross more than slack from their ends."""
    along_a = edge_direction(shapes, edge_a)
    along_b = edge_direction(shapes, edge_b)
    normal = cross(along_a, along_b)
    squared = dot(normal, normal)
    if squared <= CROSSING * CROSSING:
        return False
    start_a = row(shapes.vertices, shapes.edges[edge_a, 0])
    start_b = row(shapes.vertices, shapes.edges[edge_b, 0])
    between = subtract(start_b, start_a)
    at_a = dot(cross(between, along_b), normal) / squared
    at_b = dot(cross(between, along_a), normal) / squared
    length_a = norm(subtract(row(shapes.vertices, shapes.edges[edge_a, 1]), start_a))
    length_b = norm(subtract(row(shapes.vertices, shapes.edges[edge_b, 1]), start_b))
    return slack < at_a < length_a - slack and slack < at_b < length_b - slack


@kernel
def _support_over_face(shapes: Shapes, face: int, other: int, slack: float, tolerance: float) -> bool:
    """True where the lowest vertex or edge of the other piece lies over the inside of a face."""
    normal = row(shapes.normals, face)
    level = _face_gap(shapes, face, other) + shapes.offsets[face] + tolerance
    count = 0
    first = second = -1
    for i in range(shapes.vertex_start[other], shapes.vertex_start[other + 1]):
        if dot(row(shapes.vertices, i), normal) <= level:
            first, second = (i, first)
            count += 1
    if count > 2:
        return False
    if count == 1:
        second = first
    start = row(shapes.vertices, first)
    along = subtract(row(shapes.vertices, second), start)
    low, high = 0.0, 1.0
    begin, end = shapes.loop_start[face], shapes.loop_start[face + 1]
    for m in range(begin, end):
        corner = row(shapes.vertices, shapes.loops[m])
        after = row(shapes.vertices, shapes.loops[m + 1 if m + 1 < end else begin])
        inward = cross(normal, subtract(after, corner))
        inward = scaled(inward, 1.0 / norm(inward))
        inside = dot(subtract(start, corner), inward) - slack
        change = dot(along, inward)
        if change > 0.0:
            low = max(low, -inside / change)
        elif change < 0.0:
            high = min(high, -inside / change)
        elif inside <= 0.0:
            return False
    return low < high
