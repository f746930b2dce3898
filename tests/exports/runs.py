"""Where the blocks of a run are, by their own vertices."""

from typing import Any

import numpy as np

import drystone as ds


def places(run: ds.Trajectory, block: int, state: int) -> Any:
    """World coordinates of a block's corners, from the ground."""
    assert run.assembly is not None
    given = run.assembly.blocks[block]
    corners = np.vstack([piece.vertices for piece in given.pieces]) - given.centroid
    moved = run.position[state, block] - run.ground[state]
    return moved + corners @ run.rotation[state, block].T


def apart(one: Any, other: Any) -> float:
    """How far sets of points (n, 3) are from each other at most, both ways."""
    distance = np.linalg.norm(np.asarray(one)[:, None] - np.asarray(other)[None], axis=2)
    return float(max(distance.min(axis=0).max(), distance.min(axis=1).max()))
