"""Overlap of the visible faces of two pieces along a direction: the pairs of antagonist points.

N. A. Nodargi, P. Bisegna, A variational formulation for non-smooth contact dynamics, Comput. Methods Appl.
Mech. Engrg., 2024, section 3: visible faces of both blocks are projected on the plane orthogonal to the
contact direction, every polygon of one is intersected with every polygon of the other, and the corners of the
overlaps are projected back along the direction.

Corners of the overlap of two convex polygons are listed by what makes them, which needs no intermediate
polygon and gives each point its features: corners of one polygon inside the other, and crossings of two edges.
"""

import math

from ..numerics.compiled import FloatArray, IntArray, inlined, kernel
from ..numerics.vectors import Vector, frame_of
from .outlines import flatten, outline_visible_faces
from .shapes import Shapes, Workspace

__all__ = ["FULL", "Labels", "Limits", "face_overlap", "labels", "manifold", "points_found"]

FULL = -1
"""Count that says: the workspace has no room for more points."""

Limits = tuple[float, float, float]
"""Largest gap of a point; distance in the plane below which points are equal; tolerance of the outlines (m)."""

Polygons = tuple[int, int, int, int, int, int]
"""Slot, first corner and number of corners of the outline of a face of a, and the same of b."""

Labels = tuple[int, int, int, int, int]
"""Vertices of piece a and of piece b; codes of the face of a and of b; number of codes in piece b."""


@kernel
def labels(shapes: Shapes, a: int, face_a: int, b: int, face_b: int) -> Labels:
    """What names the points of two faces. Codes: vertex i, edge V + V i + k with i < k, face V + V^2 + f."""
    vertices_a = shapes.vertex_start[a + 1] - shapes.vertex_start[a]
    vertices_b = shapes.vertex_start[b + 1] - shapes.vertex_start[b]
    faces_b = vertices_b + vertices_b * vertices_b
    return (
        vertices_a,
        vertices_b,
        vertices_a + vertices_a * vertices_a + face_a - shapes.face_start[a],
        faces_b + face_b - shapes.face_start[b],
        faces_b + shapes.face_start[b + 1] - shapes.face_start[b],
    )


@inlined
def _beyond_an_edge(
    outlines: FloatArray,
    distance: FloatArray,
    side: int,
    start: int,
    size: int,
    other: int,
    edges: int,
    tolerance: float,
) -> bool:
    """Write how far (m) the corners of one polygon lie inside the edges of the other to distance[side].

    True, and the rest left out, where all corners lie outside one edge, or on it. ``start``, ``size``: the
    polygon's corners; ``other``, ``edges``: those of the other, each the start of an edge.
    """
    for k in range(edges):
        u, v = outlines[1 - side, other + k, 0], outlines[1 - side, other + k, 1]
        along_u, along_v = outlines[1 - side, other + k, 3], outlines[1 - side, other + k, 4]
        deepest = -math.inf
        for i in range(size):
            inside = along_u * (outlines[side, start + i, 1] - v) - along_v * (outlines[side, start + i, 0] - u)
            distance[side, i, k] = inside
            deepest = max(deepest, inside)
        if deepest <= tolerance:
            return True
    return False


@inlined
def _is_inside(distance: FloatArray, side: int, i: int, edges: int, tolerance: float) -> bool:
    """True where corner i of one polygon lies inside, or on, all edges of the other."""
    inside = True
    for k in range(edges):
        inside = inside and distance[side, i, k] >= -tolerance
    return inside


@inlined
def _height_on(outlines: FloatArray, planes: FloatArray, side: int, slot: int, start: int, corner: int) -> float:
    """Height of the plane of a face above a corner of the other side; `start` is the face's first corner."""
    offset_u = outlines[1 - side, corner, 0] - outlines[side, start, 0]
    offset_v = outlines[1 - side, corner, 1] - outlines[side, start, 1]
    rise = planes[side, slot, 6] * offset_u + planes[side, slot, 7] * offset_v
    return float(outlines[side, start, 2] + rise)


@inlined
def _keep(
    points: FloatArray,
    codes: IntArray,
    tally: IntArray,
    point: tuple[float, float, float, float],
    code: int,
    limits: Limits,
) -> None:
    """Add a point unless its gap exceeds the reach or it is there already; the smallest gap of equals stays.

    ``point``: two coordinates, height on a, height on b. The first of equal points names them all, and gaps
    that differ by less than the tolerance leave it in place, so that rounding does not change the names.
    """
    reach, merge, tolerance = limits
    gap = point[3] - point[2]
    if gap > reach:
        return
    slot = tally[0]
    for i in range(min(slot, len(codes))):
        away = (points[i, 0] - point[0]) ** 2 + (points[i, 1] - point[1]) ** 2
        if codes[i] == code or away <= merge * merge:
            if gap >= points[i, 3] - points[i, 2] - tolerance:
                return
            slot = i
            break
    if slot == tally[0]:
        tally[0] += 1
        if slot < len(codes):
            codes[slot] = code
    if slot < len(codes):
        for j in range(4):
            points[slot, j] = point[j]


@inlined
def _apart(outlines: FloatArray, distance: FloatArray, polygons: Polygons, tolerance: float) -> bool:
    """Fill the distances of the corners of both polygons inside the edges of the other; True if they only touch.

    Faces that only touch in the plane add nothing: what they share belongs to a neighbour of one of them as
    well, or they merely lie side by side.
    """
    _, start_a, size_a, _, start_b, size_b = polygons
    return _beyond_an_edge(outlines, distance, 0, start_a, size_a, start_b, size_b, tolerance) or _beyond_an_edge(
        outlines, distance, 1, start_b, size_b, start_a, size_a, tolerance
    )


@inlined
def _add_corners(
    outlines: FloatArray,
    planes: FloatArray,
    distance: FloatArray,
    points: FloatArray,
    codes: IntArray,
    tally: IntArray,
    polygons: Polygons,
    names: Labels,
    limits: Limits,
) -> None:
    """Add the corners of either polygon that lie inside the other."""
    slot_a, start_a, size_a, slot_b, start_b, size_b = polygons
    for i in range(size_a):
        if _is_inside(distance, 0, i, size_b, limits[2]):
            p = start_a + i
            height = _height_on(outlines, planes, 1, slot_b, start_b, p)
            point = (outlines[0, p, 0], outlines[0, p, 1], outlines[0, p, 2], height)
            _keep(points, codes, tally, point, int(outlines[0, p, 5]) * names[4] + names[3], limits)
    for k in range(size_b):
        if _is_inside(distance, 1, k, size_a, limits[2]):
            p = start_b + k
            height = _height_on(outlines, planes, 0, slot_a, start_a, p)
            point = (outlines[1, p, 0], outlines[1, p, 1], height, outlines[1, p, 2])
            _keep(points, codes, tally, point, names[2] * names[4] + int(outlines[1, p, 5]), limits)


@inlined
def _edge_code(vertices: int, i: int, k: int) -> int:
    """Code of the edge between the vertices i and k of a piece."""
    return vertices + vertices * min(i, k) + max(i, k)


@inlined
def _opposite(one: float, other: float, tolerance: float) -> bool:
    """True where two signed distances lie clearly on different sides; what merely touches is a corner already."""
    return min(one, other) < -tolerance and max(one, other) > tolerance


@inlined
def _add_crossings(
    outlines: FloatArray,
    distance: FloatArray,
    points: FloatArray,
    codes: IntArray,
    tally: IntArray,
    polygons: Polygons,
    names: Labels,
    limits: Limits,
) -> None:
    """Add the points where an edge of one polygon crosses an edge of the other."""
    _, start_a, size_a, _, start_b, size_b = polygons
    for i in range(size_a):
        after = i + 1 if i + 1 < size_a else 0
        for k in range(size_b):
            then = k + 1 if k + 1 < size_b else 0
            if not (
                _opposite(distance[0, i, k], distance[0, after, k], limits[2])
                and _opposite(distance[1, k, i], distance[1, then, i], limits[2])
            ):
                continue
            p, q, r, s = start_a + i, start_a + after, start_b + k, start_b + then
            along_a = distance[0, i, k] / (distance[0, i, k] - distance[0, after, k])
            along_b = distance[1, k, i] / (distance[1, k, i] - distance[1, then, i])
            point = (
                outlines[0, p, 0] + along_a * (outlines[0, q, 0] - outlines[0, p, 0]),
                outlines[0, p, 1] + along_a * (outlines[0, q, 1] - outlines[0, p, 1]),
                outlines[0, p, 2] + along_a * (outlines[0, q, 2] - outlines[0, p, 2]),
                outlines[1, r, 2] + along_b * (outlines[1, s, 2] - outlines[1, r, 2]),
            )
            code_a = _edge_code(names[0], int(outlines[0, p, 5]), int(outlines[0, q, 5]))
            code_b = _edge_code(names[1], int(outlines[1, r, 5]), int(outlines[1, s, 5]))
            _keep(points, codes, tally, point, code_a * names[4] + code_b, limits)


@inlined
def face_overlap(
    faces: IntArray,
    outlines: FloatArray,
    planes: FloatArray,
    distance: FloatArray,
    points: FloatArray,
    codes: IntArray,
    tally: IntArray,
    slot_a: int,
    slot_b: int,
    names: Labels,
    limits: Limits,
) -> None:
    """Add the corners of the overlap of two outlined faces to the points. Arrays of `Workspace`."""
    start_a, size_a = faces[0, slot_a, 1], faces[0, slot_a, 2]
    start_b, size_b = faces[1, slot_b, 1], faces[1, slot_b, 2]
    polygons = (slot_a, start_a, size_a, slot_b, start_b, size_b)
    if not _apart(outlines, distance, polygons, limits[2]):
        _add_corners(outlines, planes, distance, points, codes, tally, polygons, names, limits)
        _add_crossings(outlines, distance, points, codes, tally, polygons, names, limits)


@inlined
def _bounds_meet(planes: FloatArray, i: int, k: int, reach: float, tolerance: float) -> bool:
    """True where two faces may overlap in the plane with a gap within reach."""
    return (
        planes[1, k, 4] - planes[0, i, 5] <= reach
        and planes[0, i, 0] < planes[1, k, 1] - tolerance
        and planes[1, k, 0] < planes[0, i, 1] - tolerance
        and planes[0, i, 2] < planes[1, k, 3] - tolerance
        and planes[1, k, 2] < planes[0, i, 3] - tolerance
    )


@kernel
def points_found(work: Workspace) -> int:
    """Number of points, or FULL."""
    return work.tally[0] if work.tally[0] <= len(work.codes) else FULL


@kernel
def manifold(shapes: Shapes, work: Workspace, a: int, b: int, normal: Vector, limits: Limits) -> tuple[int, float]:
    """Antagonist points of two pieces along a direction (unit, from a to b), within the limits.

    Returns their number, or FULL, and the separation of the pieces along the direction (m). The points are
    left in work.points and work.codes.
    """
    frame = frame_of(normal)
    reach, _, tolerance = limits
    work.tally[0] = 0
    high, low = flatten(shapes, work, a, b, frame)
    if low - high > reach:
        return 0, low - high
    outline_visible_faces(shapes, work, a, b, frame, high, low, reach)
    faces, planes, outlines, distance = work.faces, work.planes, work.outlines, work.distance
    points, codes, tally = work.points, work.codes, work.tally
    for i in range(work.visible[0]):
        for k in range(work.visible[1]):
            if _bounds_meet(planes, i, k, reach, tolerance):
                names = labels(shapes, a, faces[0, i, 0], b, faces[1, k, 0])
                face_overlap(faces, outlines, planes, distance, points, codes, tally, i, k, names, limits)
    return points_found(work), low - high
