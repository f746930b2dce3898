"""Blocks of one shape, however they are turned: formats that know instances hold it once."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .bodies import Bodies

__all__ = ["Shape", "shapes_of"]

Array = NDArray[np.float64]

ALIKE = 1e-9
"""Largest distance of corresponding corners of two blocks of one shape, relative to their size."""


@dataclass(frozen=True, eq=False)
class Shape:
    """Vertices (n, 3) from the centroid (m) and faces of the first block of this shape, and of which kind it is."""

    vertices: Array
    faces: tuple[tuple[int, ...], ...]
    fixed: bool


def shapes_of(bodies: Bodies, fixed: NDArray[np.bool_]) -> tuple[list[Shape], NDArray[np.int64], Array]:
    """The shapes, the number of that of each block (B,), and the rotation (B, 3, 3) from its shape to the block as it
    was built.

    Mirror images are two shapes.
    """
    shapes, which, turns = list[Shape](), list[int](), list[Array]()
    known = dict[str, list[int]]()
    for block, still in enumerate(fixed.tolist()):
        vertices, loops = bodies.of_block(block)
        faces = tuple(loops)
        size = float(np.linalg.norm(vertices, axis=1).max())
        reach = np.sort(np.linalg.norm(vertices, axis=1)) / size
        alike = known.setdefault(f"{still} {sorted(map(len, faces))} {size:.5g} {np.round(reach, 5)}", [])
        for number in alike:
            turn = _turn(shapes[number], vertices, faces, ALIKE * size)
            if turn is not None:
                break
        else:
            number, turn = len(shapes), np.eye(3)
            shapes.append(Shape(vertices, faces, still))
            alike.append(number)
        which.append(number)
        turns.append(turn)
    return shapes, np.array(which), np.array(turns)


def _turn(shape: Shape, vertices: Array, faces: tuple[tuple[int, ...], ...], near: float) -> Array | None:
    """The rotation (3, 3) that takes a shape to these vertices, None where there is none.

    It takes three corners of the shape's first face to three of some face, and must then take all vertices to some.
    """
    if np.abs(shape.vertices - vertices).max() <= near:
        return np.eye(3)
    first = shape.faces[0]
    corners = [[*face[i:], *face[:i]][:3] for face in faces if len(face) == len(first) for i in range(len(face))]
    turns = np.swapaxes(_frames(vertices[corners]), 1, 2) @ _frames(shape.vertices[[list(first[:3])]])
    turned = np.einsum("kij,nj->kni", turns, shape.vertices)
    apart = np.linalg.norm(turned[:, :, None] - vertices, axis=3).min(axis=2).max(axis=1)
    best = int(np.argmin(apart))
    return np.asarray(turns[best]) if apart[best] <= near else None


def _frames(corners: Array) -> Array:
    """Orthonormal rows (K, 3, 3) for three corners each: along an edge, across it in their plane, normal to it."""
    along, beside = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 1]
    along = along / np.linalg.norm(along, axis=1, keepdims=True)
    normal = np.cross(along, beside)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    return np.stack([along, np.cross(normal, along), normal], axis=1)
