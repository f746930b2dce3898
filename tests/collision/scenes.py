"""Pairs of blocks for the collision tests, and independent answers about them."""

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.optimize import nnls

from drystone.collision import Contacts, detect
from drystone.model import Assembly, Block, State
from drystone.numerics.rotations import exponential

Array = npt.NDArray[np.float64]

ROUNDING = 1e-12
"""m: coordinates are of order one."""


def turn(axis: Any, angle: float) -> Array:
    """Rotation matrix (3, 3) about an axis by an angle (rad)."""
    axis = np.asarray(axis, dtype=float)
    return np.asarray(exponential((angle * axis / np.linalg.norm(axis))[None])[0])


def random_turn(random: np.random.Generator) -> Array:
    """Rotation matrix (3, 3), any direction and angle."""
    return turn(random.normal(size=3), random.uniform(0, np.pi))


def box(size: Any, center: Any, rotation: Any = None, fixed: bool = False) -> Block:
    return Block.box(size, center, rotation=rotation, fixed=fixed)


def found(*blocks: Block, **options: Any) -> Contacts:
    """Contacts of blocks where they were made."""
    assembly = Assembly(blocks)
    return detect(assembly, State.initial(assembly), **options)


def tilted_on_edge(angle: float, slide: float = 0.0, lift: float = 0.0) -> tuple[Block, Block]:
    """Two unit cubes one above the other, the upper one opened by an angle about the common edge x = 0, z = 0.

    ``slide`` moves the upper cube along x, ``lift`` along z. The cubes lie at x > 0.
    """
    rotation = turn((0, 1, 0), -angle)
    centre = rotation @ np.array([0.5, 0.0, 0.5]) + np.array([slide, 0.0, lift])
    return box((1, 1, 1), (0.5, 0, -0.5)), box((1, 1, 1), centre, rotation)


def moved(blocks: tuple[Block, ...], rotation: Array, shift: Array) -> tuple[Block, ...]:
    """Return the same scene after a common rigid motion."""
    return tuple(
        Block.from_mesh(piece.vertices @ rotation.T + shift, piece.faces, fixed=block.fixed)
        for block in blocks
        for piece in block.pieces
    )


def sorted_rows(rows: Array, decimals: int = 9) -> Array:
    """Rows in ascending order, for comparing sets of points."""
    return rows[np.lexsort(np.round(rows, decimals).T[::-1])]


def nearest_points(a: Array, b: Array) -> tuple[float, Array, tuple[int, int]]:
    """Distance of two hulls (n, 3), unit direction from a to b, and how many vertices of each are nearest.

    Hulls that meet have distance 0 and direction (0, 0, 0), as in `gjk`; rounding leaves a distance in most of them.
    Least distance programming by non-negative least squares: C. L. Lawson, R. J. Hanson, Solving Least Squares
    Problems, 1974, chapter 23. An active set method, exact to rounding.
    """
    differences = (a[:, None, :] - b[None, :, :]).reshape(-1, 3)
    program = np.vstack([differences.T, np.ones(len(differences))])
    weights, _ = nnls(program, np.array([0.0, 0.0, 0.0, 1.0]))
    point = differences.T @ weights / weights.sum()
    distance = float(np.linalg.norm(point))
    used = (weights > 1e-12 * weights.sum()).reshape(len(a), len(b))
    direction = -point / distance if distance > 0.0 else np.zeros(3)
    return distance, direction, (int(used.any(axis=1).sum()), int(used.any(axis=0).sum()))


def random_points(random: np.random.Generator, kind: str) -> Array:
    """Vertices of a convex polyhedron of size about one."""
    if kind == "box":
        corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return corners * random.uniform(0.3, 1, 3) @ random_turn(random).T
    points = random.normal(size=(random.integers(6, 20), 3))
    if kind == "sphere":
        points /= np.linalg.norm(points, axis=1)[:, None]
    return points


def random_pair(seed: int, kind: str, gap: float) -> tuple[Block, Block, tuple[int, int]]:
    """Two random polyhedra at exactly this distance, and how many vertices of each are nearest."""
    random = np.random.default_rng(seed)
    a, b = random_points(random, kind), random_points(random, kind)
    b += 6 * random_turn(random)[0]
    distance, direction, nearest = nearest_points(a, b)
    return Block.from_vertices(a), Block.from_vertices(b - (distance - gap) * direction), nearest
