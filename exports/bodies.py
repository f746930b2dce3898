"""What moves, as arrays that files hold: pieces of blocks with their faces, and where they are in each state."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..model import Assembly
from ..results.trajectory import assembly_of

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = [
    "Bodies",
    "extent",
    "matrices",
    "near_origin",
    "origin_of",
    "places_type",
    "quaternions",
    "seen_from_the_ground",
]

Array = NDArray[np.float64]

AWAY = 100.0
"""Sizes of a structure that lie between it and the origin, from which on single precision would spoil its shape:
it knows places to 1e-5 of the size there."""


@dataclass(frozen=True, eq=False)
class Bodies:
    """The faces of all pieces of an assembly.

    ``vertices`` (V, 3): from the centroid of their block, in its initial orientation (m). ``vertex_block`` (V,);
    ``faces``: index loops, counter-clockwise seen from outside; ``face_block`` (F,).
    """

    vertices: Array
    vertex_block: NDArray[np.int64]
    faces: tuple[tuple[int, ...], ...]
    face_block: NDArray[np.int64]

    @classmethod
    def of(cls, assembly: Assembly) -> "Bodies":
        """Those of the blocks of an assembly, in its order."""
        shape = assembly.geometry
        faces = tuple(tuple(loop.tolist()) for loop in np.split(shape.loops, shape.loop_start[1:-1]))
        owners = (np.repeat(shape.piece_block, np.diff(start)) for start in (shape.vertex_start, shape.face_start))
        return cls(shape.vertices, next(owners), faces, next(owners))

    def placed(self, position: Array, rotation: Array) -> Array:
        """World coordinates (V, 3) (m) for the ``position`` (B, 3) and ``rotation`` (B, 3, 3) of the blocks."""
        turned = np.einsum("vij,vj->vi", rotation[self.vertex_block], self.vertices)
        return np.asarray(position[self.vertex_block] + turned)

    def normal(self, face: tuple[int, ...]) -> Array:
        """Unit normal (3,) of a face, outward."""
        corners = self.vertices[list(face)]
        normal = np.cross(corners[1:-1] - corners[0], corners[2:] - corners[0]).sum(axis=0)
        return np.asarray(normal / np.linalg.norm(normal))

    def of_block(self, block: int) -> tuple[Array, list[tuple[int, ...]]]:
        """Vertices and faces of one block."""
        places = np.flatnonzero(self.vertex_block == block)
        first = int(places[0])  # those of a block are neighbours
        faces = [self.faces[i] for i in np.flatnonzero(self.face_block == block)]
        return self.vertices[places], [tuple(corner - first for corner in face) for face in faces]


def seen_from_the_ground(trajectory: "Trajectory") -> Array:
    """Positions (T, B_all, 3) (m) relative to the ground."""
    return np.asarray(trajectory.position - trajectory.ground[:, None])


def extent(trajectory: "Trajectory") -> float:
    """Diagonal (m) of the box that holds all blocks in the first state."""
    low, high = _first_box(trajectory)
    return float(np.linalg.norm(high - low))


def origin_of(trajectory: "Trajectory") -> Array:
    """Where files of single precision have their zero (m): near a structure that lies farther than `AWAY` from it."""
    return near_origin(*_first_box(trajectory))


def _first_box(trajectory: "Trajectory") -> tuple[Array, Array]:
    placed = Bodies.of(assembly_of(trajectory)).placed(trajectory.position[0], trajectory.rotation[0])
    return placed.min(axis=0), placed.max(axis=0)


def places_type(trajectory: "Trajectory") -> type[np.floating[Any]]:
    """The type of places in files that can have double precision: that, where single precision would not do."""
    return np.float64 if np.any(origin_of(trajectory)) else np.float32


def near_origin(low: Array, high: Array) -> Array:
    """The middle of a box, in whole metres, where it lies farther than `AWAY` of its sizes from zero; else zero."""
    middle = 0.5 * (low + high)
    away = np.max(np.abs(middle)) > AWAY * np.linalg.norm(high - low)
    return np.rint(middle) if away else np.zeros(3)


def matrices(position: Array, rotation: Array) -> Array:
    """Transformations (..., 4, 4) of column vectors."""
    made = np.zeros((*position.shape[:-1], 4, 4))
    made[..., :3, :3], made[..., :3, 3], made[..., 3, 3] = rotation, position, 1.0
    return made


def quaternions(rotation: Array) -> Array:
    """Unit quaternions (T, 4), scalar last, of rotations (T, 3, 3); each on the side of the one before."""
    from scipy.spatial.transform import Rotation

    found = Rotation.from_matrix(rotation).as_quat()
    turns = np.sign(np.einsum("ti,ti->t", found[1:], found[:-1]))
    return np.asarray(found * np.cumprod(np.append(1.0, np.where(turns < 0, -1.0, 1.0)))[:, None])
