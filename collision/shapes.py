"""The pieces of an assembly where they stand, and the scratch memory of one worker."""

from typing import NamedTuple

import numpy as np

from ..model import Assembly, State
from ..numerics.compiled import FloatArray, IntArray, compiled

__all__ = ["Shapes", "Workspace", "place", "workspace"]


class Shapes(NamedTuple):
    """Convex pieces in world coordinates, structure of arrays; ranges as in `drystone.model.Geometry`."""

    vertex_start: IntArray
    """(P + 1,)"""
    vertices: FloatArray
    """(V, 3) m"""
    face_start: IntArray
    """(P + 1,)"""
    loop_start: IntArray
    """(F + 1,)"""
    loops: IntArray
    """(L,) vertex indices, counter-clockwise seen from outside"""
    normals: FloatArray
    """(F, 3) outward"""
    offsets: FloatArray
    """(F,) m, normals @ x <= offsets inside"""
    edge_start: IntArray
    """(P + 1,)"""
    edges: IntArray
    """(E, 2) vertex indices"""
    edge_faces: IntArray
    """(E, 2) face indices"""
    inset_start: IntArray
    """(P + 1,)"""
    inset_vertices: FloatArray
    """(I, 3) m, vertices of the shrunken copies"""
    inset: FloatArray
    """(P,) m, distance of the faces of the shrunken copies from the faces"""
    width: FloatArray
    """(P,) m, smallest width"""
    boxes: FloatArray
    """(P, 2, 3) m, corners of the axis-aligned boxes around the vertices"""
    pressed: FloatArray
    """(P,) m, by which neighbours may overlap that do not hold each other sideways"""


class Workspace(NamedTuple):
    """Scratch arrays of one worker, large enough for the largest piece."""

    corners: IntArray
    """(4, 2) simplex of the distance of two pieces"""
    weights: FloatArray
    """(4,)"""
    flat: FloatArray
    """(2, V, 3) vertices of both pieces: two coordinates in the contact plane, height along the normal"""
    visible: IntArray
    """(2,) number of visible faces of both pieces"""
    faces: IntArray
    """(2, F, 3) visible faces of both pieces: face, first corner of its outline, number of corners"""
    planes: FloatArray
    """(2, F, 8) least and largest coordinates and heights of the visible faces, gradient of the height"""
    outlines: FloatArray
    """(2, L, 6) corners of the visible faces, counter-clockwise in the contact plane: two coordinates,
    height, unit vector to the next corner, vertex of the piece"""
    distance: FloatArray
    """(2, N, N) distance of the corners of either polygon inside the edges of the other"""
    points: FloatArray
    """(K, 4) overlap points: coordinates, height on a, height on b"""
    codes: IntArray
    """(K,) features that make each point"""
    tally: IntArray
    """(1,) number of points; more than K says that there was no room for all"""
    order: IntArray
    """(2 K + 1,)"""
    face_gaps: FloatArray
    """(2, F) separation of the pieces along every face normal"""
    near: IntArray
    """(2,) number of edges near the other piece"""
    edges: IntArray
    """(2, E) edges near the other piece"""


@compiled
def workspace(sizes: IntArray) -> Workspace:
    """Room for pieces up to sizes (6,): vertices, faces, edges, corners of all faces, corners of one face, and
    for so many points of a pair.
    """
    vertices, faces, edges, outline, corners, points = sizes
    return Workspace(
        np.empty((4, 2), np.int64),
        np.empty(4),
        np.empty((2, vertices, 3)),
        np.zeros(2, np.int64),
        np.empty((2, faces, 3), np.int64),
        np.empty((2, faces, 8)),
        np.empty((2, outline, 6)),
        np.empty((2, corners, corners)),
        np.empty((points, 4)),
        np.empty(points, np.int64),
        np.zeros(1, np.int64),
        np.empty(2 * points + 1, np.int64),
        np.empty((2, faces)),
        np.zeros(2, np.int64),
        np.empty((2, edges), np.int64),
    )


def place(assembly: Assembly, state: State, pressed: FloatArray | None = None) -> Shapes:
    """Return the pieces of the assembly in the configuration of the state; ``pressed`` (B_all,): see `detect` (m)."""
    geometry = assembly.geometry
    given = np.zeros(len(geometry.inset)) if pressed is None else pressed[geometry.piece_block]
    # copies in C's order, that may be written: of other arrays the kernels would be compiled once more
    position, rotation = np.array(state.position, order="C"), np.array(state.rotation, order="C")
    vertices, boxes = _place_points(geometry.vertex_start, geometry.vertices, geometry.piece_block, position, rotation)
    inset_vertices, _ = _place_points(
        geometry.inset_start, geometry.inset_vertices, geometry.piece_block, position, rotation
    )
    normals, offsets = _place_faces(
        geometry.face_start, geometry.normals, geometry.offsets, geometry.piece_block, position, rotation
    )
    return Shapes(
        geometry.vertex_start,
        vertices,
        geometry.face_start,
        geometry.loop_start,
        geometry.loops,
        normals,
        offsets,
        geometry.edge_start,
        geometry.edges,
        geometry.edge_faces,
        geometry.inset_start,
        inset_vertices,
        geometry.inset,
        geometry.width,
        boxes,
        given,
    )


@compiled
def _place_points(
    start: IntArray, points: FloatArray, piece_block: IntArray, position: FloatArray, rotation: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """World coordinates of the points (n, 3) of every piece, and the boxes (P, 2, 3) around them."""
    placed = np.empty_like(points)
    boxes = np.empty((len(piece_block), 2, 3))
    for p in range(len(piece_block)):
        block = piece_block[p]
        for j in range(3):
            boxes[p, 0, j] = np.inf
            boxes[p, 1, j] = -np.inf
        for i in range(start[p], start[p + 1]):
            for j in range(3):
                x = position[block, j]
                for k in range(3):
                    x += rotation[block, j, k] * points[i, k]
                placed[i, j] = x
                boxes[p, 0, j] = min(boxes[p, 0, j], x)
                boxes[p, 1, j] = max(boxes[p, 1, j], x)
    return placed, boxes


@compiled
def _place_faces(
    start: IntArray,
    normals: FloatArray,
    offsets: FloatArray,
    piece_block: IntArray,
    position: FloatArray,
    rotation: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """World normals (F, 3) and offsets (F,) of the faces of every piece."""
    turned = np.empty_like(normals)
    moved = np.empty_like(offsets)
    for p in range(len(piece_block)):
        block = piece_block[p]
        for f in range(start[p], start[p + 1]):
            offset = offsets[f]
            for j in range(3):
                x = 0.0
                for k in range(3):
                    x += rotation[block, j, k] * normals[f, k]
                turned[f, j] = x
                offset += x * position[block, j]
            moved[f] = offset
    return turned, moved
