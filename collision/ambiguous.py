"""The contact direction of two pieces where no single feature decides it.

Parallel edges, an edge and a corner, two corners: the real constraint is "this way or that way". A face of
one piece that truly lies over a face of the other decides it (hinges, a block that begins to slide over the
next one); without such faces there is no contact unless the pieces really overlap, so that blocks which only
meet at an edge or a corner do not constrain each other.
"""

import math

from ..numerics.compiled import kernel
from ..numerics.vectors import Frame, Vector, dot, frame_of, norm, row, scaled, subtract
from .clipping import FULL, face_overlap, labels, points_found
from .directions import NO_VECTOR
from .outlines import VISIBLE, flatten, outline_face
from .reduction import width_of_points
from .separation import face_gaps, facing, largest_separation
from .shapes import Shapes, Workspace

__all__ = ["ambiguous_direction", "facing_pair_direction"]

OPENING = -0.5
"""Largest product of two face normals that can make a contact: faces that open by at most 60 degrees."""

TIE = 1e-3
"""Separations that differ by less than this part of the least overlap are equal."""


@kernel
def _candidate(normal_a: Vector, normal_b: Vector, which: int) -> Vector:
    """Direction 0: bisector of a face normal of a and a face normal of b reversed; 1: the one; 2: the other."""
    if which == 1:
        return normal_a
    if which == 2:
        return subtract(NO_VECTOR, normal_b)
    both = subtract(normal_a, normal_b)
    return scaled(both, 1.0 / norm(both))


@kernel
def _overlap_width(
    shapes: Shapes, work: Workspace, a: int, face_a: int, b: int, face_b: int, frame: Frame, tolerance: float
) -> float:
    """Width (m) of the overlap of two faces seen along the normal of a frame, for which work.flat is written.

    -1 where the workspace is full.
    """
    work.visible[:] = 0
    for side in range(2):
        outline_face(
            shapes.loops,
            shapes.loop_start,
            shapes.normals,
            work.flat,
            work.visible,
            work.faces,
            work.planes,
            work.outlines,
            side,
            face_b if side else face_a,
            shapes.vertex_start[b if side else a],
            frame,
        )
    work.tally[0] = 0
    face_overlap(
        work.faces,
        work.outlines,
        work.planes,
        work.distance,
        work.points,
        work.codes,
        work.tally,
        work.tally[0],
        work.tally[0],
        labels(shapes, a, face_a, b, face_b),
        (math.inf, tolerance, tolerance),
    )
    return -1.0 if points_found(work) == FULL else width_of_points(work, work.tally[0])


@kernel
def facing_pair_direction(
    shapes: Shapes, work: Workspace, a: int, b: int, direction: Vector, slack: float, tolerance: float
) -> tuple[bool, Vector]:
    """Direction given by a face of a and a face of b that lie over each other, NO_VECTOR if there are none.

    Candidates are the two normals and their bisector, of faces that look at each other along `direction` and
    open by at most 60 degrees, and whose outlines seen along the candidate overlap by more than `slack` (m).
    The largest separation of the pieces wins; within TIE * slack the bisector, then the least opening. False
    in front says that the workspace is full.
    """
    best = -math.inf
    rank = -math.inf
    chosen = NO_VECTOR
    tie = TIE * slack
    for face_a in range(shapes.face_start[a], shapes.face_start[a + 1]):
        normal_a = row(shapes.normals, face_a)
        if dot(normal_a, direction) <= VISIBLE:
            continue
        for face_b in range(shapes.face_start[b], shapes.face_start[b + 1]):
            normal_b = row(shapes.normals, face_b)
            opposed = -dot(normal_a, normal_b)
            if dot(normal_b, direction) >= -VISIBLE or opposed < -OPENING:
                continue
            for which in range(3):
                candidate = _candidate(normal_a, normal_b, which)
                candidate_rank = opposed - 4.0 * which
                frame = frame_of(candidate)
                high, low = flatten(shapes, work, a, b, frame)
                gap = low - high
                if gap <= best - tie or (gap <= best + tie and candidate_rank <= rank):
                    continue
                width = _overlap_width(shapes, work, a, face_a, b, face_b, frame, tolerance)
                if width < 0.0:
                    return False, NO_VECTOR
                if width > slack:
                    best, rank, chosen = max(gap, best), candidate_rank, candidate
    return True, chosen


@kernel
def ambiguous_direction(
    shapes: Shapes,
    work: Workspace,
    a: int,
    b: int,
    direction: Vector,
    reach: float,
    slack: float,
    tolerance: float,
) -> tuple[bool, Vector]:
    """Contact direction of two pieces whose shrunken copies leave it open; NO_VECTOR for no contact.

    First the axis of largest separation of the pieces themselves, if its features truly face each other; then
    faces that lie over each other; last, if the pieces overlap by more than `slack` (m) along every axis, the
    axis of least overlap. False in front says that the workspace is full.
    """
    if face_gaps(shapes, work, a, b) > reach:
        return True, NO_VECTOR
    gap, axis, kind, first, second = largest_separation(shapes, work, a, b, reach, TIE * slack)
    if gap > reach:
        return True, NO_VECTOR
    if facing(shapes, a, b, kind, first, second, slack, tolerance):
        return True, axis
    roomy, chosen = facing_pair_direction(shapes, work, a, b, direction, slack, tolerance)
    if not roomy or chosen != NO_VECTOR:
        return roomy, chosen
    return True, axis if gap <= -slack else NO_VECTOR
