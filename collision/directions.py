"""The contact direction of two pieces where one feature decides it: a face, or two edges that cross."""

import math

from ..numerics.compiled import inlined, kernel
from ..numerics.vectors import Vector, cross, dot, norm, row, scaled, subtract
from .shapes import Shapes

__all__ = ["ALIGNED", "CROSSING", "NO_VECTOR", "edge_direction", "nearest_face_normal", "well_defined"]

ALIGNED = 1e-6
"""Angle (rad) within which a direction is a face normal, or orthogonal to an edge."""

EVEN = 1e-8
"""Difference of two angles (rad) below which the face of the first piece wins; rounding would choose anew each step."""

CROSSING = 0.1
"""Sine of the angle of two edges above which they cross and their normal is well defined."""

NO_VECTOR = (0.0, 0.0, 0.0)
"""Direction that says: none."""


@inlined
def nearest_face_normal(shapes: Shapes, piece: int, direction: Vector) -> tuple[float, int]:
    """Angle (rad, small) between the direction and the closest outward face normal, and that face."""
    best = -math.inf
    face = shapes.face_start[piece]
    for f in range(shapes.face_start[piece], shapes.face_start[piece + 1]):
        cosine = dot(row(shapes.normals, f), direction)
        if cosine > best:
            best = cosine
            face = f
    return norm(subtract(row(shapes.normals, face), direction)), face


@kernel
def edge_direction(shapes: Shapes, edge: int) -> Vector:
    """Unit vector along an edge."""
    along = subtract(row(shapes.vertices, shapes.edges[edge, 1]), row(shapes.vertices, shapes.edges[edge, 0]))
    return scaled(along, 1.0 / norm(along))


@kernel
def _supporting_edge(shapes: Shapes, piece: int, direction: Vector) -> int:
    """Edge whose normal fan holds the direction, -1 if none: the edge farthest out along the direction."""
    for e in range(shapes.edge_start[piece], shapes.edge_start[piece + 1]):
        along = edge_direction(shapes, e)
        if abs(dot(along, direction)) > ALIGNED:
            continue
        left = row(shapes.normals, shapes.edge_faces[e, 0])
        right = row(shapes.normals, shapes.edge_faces[e, 1])
        axis = cross(left, right)
        if dot(cross(left, direction), axis) > 0.0 and dot(cross(direction, right), axis) > 0.0:
            return e
    return -1


@inlined
def well_defined(shapes: Shapes, a: int, b: int, direction: Vector) -> Vector:
    """The exact contact normal close to a direction (unit, from a to b), or NO_VECTOR if no feature gives one.

    A face normal of a, or of b reversed, within ALIGNED; else the common normal of the two edges that carry
    the direction in their normal fans, if they cross at an angle with a sine above CROSSING.
    """
    angle_a, face_a = nearest_face_normal(shapes, a, direction)
    angle_b, face_b = nearest_face_normal(shapes, b, scaled(direction, -1.0))
    if min(angle_a, angle_b) <= ALIGNED:
        if angle_a <= angle_b + EVEN:
            return row(shapes.normals, face_a)
        return subtract(NO_VECTOR, row(shapes.normals, face_b))
    edge_a = _supporting_edge(shapes, a, direction)
    if edge_a < 0:
        return NO_VECTOR
    edge_b = _supporting_edge(shapes, b, scaled(direction, -1.0))
    if edge_b < 0:
        return NO_VECTOR
    normal = cross(edge_direction(shapes, edge_a), edge_direction(shapes, edge_b))
    sine = norm(normal)
    if sine <= CROSSING:
        return NO_VECTOR
    return scaled(normal, math.copysign(1.0 / sine, dot(normal, direction)))
