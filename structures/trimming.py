"""Blocks with their edges cut off, which leaves no sharp edge to catch on another."""

import numpy as np
from scipy.spatial import HalfspaceIntersection, QhullError

from ..checks import finite_number, instance_of
from ..errors import DrystoneError
from ..model import Block
from ..summary import counted

__all__ = ["trimmed"]

KEPT = 1e-9
"""Distance from the plane of a face, relative to the size of the block, within which a vertex lies on it."""


def trimmed(block: Block, distance: float) -> Block:
    """Return a convex block with every edge cut by a plane; 0 returns the block itself.

    For unit normals v1 and v2 of the faces on both sides of an edge, the plane is normal to v1 + v2 and lies
    `distance` (m) inside the support plane of the block with that normal (Nodargi and Bisegna 2024, section 4.4).
    A block of several pieces, a negative distance and one that removes a whole face raise DrystoneError.
    """
    instance_of(block, Block, "block")
    distance = finite_number(distance, "trimming distance (m)", least=0.0)
    label = "the block" if block.name is None else f"block {block.name!r}"
    if len(block.pieces) != 1:
        raise DrystoneError(
            f"{label} has {counted(len(block.pieces), 'piece')}; trim convex blocks before joining them"
        )
    if distance == 0:
        return block
    piece = block.pieces[0]
    cuts = piece.normals[piece.edge_faces].sum(axis=1)
    cuts /= np.linalg.norm(cuts, axis=1, keepdims=True)
    limits = (cuts @ piece.vertices.T).max(axis=1) - distance
    center = piece.centroid
    planes = np.vstack(
        [np.column_stack([piece.normals, center @ piece.normals.T - piece.offsets]),
         np.column_stack([cuts, center @ cuts.T - limits])]
    )  # fmt: skip
    too_much = f"trimming {label} by {distance:g} m removes a whole face; its smallest width is {piece.width:.3g} m"
    if planes[:, 3].max() >= 0:
        raise DrystoneError(too_much)
    try:
        points = HalfspaceIntersection(planes, np.zeros(3)).intersections
    except QhullError as error:
        raise DrystoneError(too_much) from error
    on_face = np.abs(points @ planes[: len(piece.faces), :3].T + planes[: len(piece.faces), 3]) < KEPT * piece.size
    if (on_face.sum(axis=0) < 3).any():
        raise DrystoneError(too_much)
    return Block.from_vertices(_distinct(points, KEPT * piece.size) + center, block.density, block.fixed, block.name)


def _distinct(points: np.ndarray, tolerance: float) -> np.ndarray:
    """Points (n, 3) in lexicographic order of their rounded coordinates, those closer than the tolerance once."""
    points = points[np.lexsort(np.round(points / tolerance).T[::-1])]
    apart = np.linalg.norm(points[:, None] - points[None], axis=2) > tolerance
    return np.asarray(points[[i for i in range(len(points)) if apart[i, :i].all()]])
