"""Poses of blocks as keyframes of 16 bits, only where blocks move.

A block has keyframes at some of the recorded times; between two of them its displacement and its quaternion are
interpolated linearly, the quaternion is then made a unit. Keyframes are left out where that stays within a tolerance,
so that a block at rest has two, one that never moves one. Each component of a block's keyframes is one of 65536 values
between the least and the largest that it has: rounding is at most 1/131070 of the block's range of motion.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["LEVELS", "Poses", "pose_tolerance"]

Array = NDArray[np.float64]

LEVELS = 65535
"""Steps of a component from its least value to its largest."""
SEEN = 1e-5
"""Tolerance of what keyframes leave out, as a share of the size of the structure: a hundredth of a pixel where it fills
a picture 1000 pixels wide."""
MOST = 1_000_000
"""Keyframes of a page (16 bytes each before they are packed); beyond that the tolerance is raised."""
COARSER = 2.0
"""By what the tolerance is raised at a time."""


def pose_tolerance(size: float) -> float:
    """The tolerance (m) of a structure of that ``size`` (m)."""
    return SEEN * size


@dataclass(frozen=True, eq=False)
class Poses:
    """Keyframes of B blocks, K in all, one block after the other.

    ``start`` (B + 1,): where the keyframes of a block begin. ``frame`` (K,): their states, numbers
    below 65536. ``values`` (K, 7): displacement and quaternion (scalar last), whole numbers up to
    `LEVELS`; ``low``, ``extent`` (B, 7): value = low + extent * whole / LEVELS (m, 1). ``tolerance`` (m): how far
    points of blocks are from where the states have them, rounding apart.
    """

    start: NDArray[np.int64]
    frame: NDArray[np.int64]
    values: NDArray[np.uint16]
    low: Array
    extent: Array
    tolerance: float

    @classmethod
    def of(cls, time: Array, displacement: Array, rotation: Array, reach: Array, tolerance: float) -> "Poses":
        """The keyframes of displacements (T, B, 3) (m) and rotations (T, B, 3, 3) at ``time`` (T,) (s).

        ``reach`` (B,): distance of a block's farthest corner from its centroid (m).
        """
        values = _values(displacement, rotation)
        while True:
            kept = _kept(time, values, reach, tolerance)
            if np.count_nonzero(kept) <= max(MOST, 2 * values.shape[1]):
                break
            tolerance *= COARSER
        block, frame = np.nonzero(kept.T)
        keys = values[frame, block]
        low, extent = values.min(axis=0), np.ptp(values, axis=0)
        scale = np.divide(LEVELS, extent, out=np.zeros_like(extent), where=extent > 0.0)
        whole = np.rint((keys - low[block]) * scale[block]).astype(np.uint16)
        start = np.searchsorted(block, np.arange(values.shape[1] + 1)).astype(np.int64)
        return cls(start, frame, whole, low, extent, tolerance)


def _values(displacement: Array, rotation: Array) -> Array:
    """Displacements and quaternions (T, B, 7); of a quaternion and its negative the one nearer to the state before."""
    from scipy.spatial.transform import Rotation

    states, blocks = displacement.shape[:2]
    turn = np.zeros((states, blocks, 4))
    turn[..., 3] = 1.0
    turning = np.flatnonzero(np.abs(rotation - np.eye(3)).max(axis=(0, 2, 3)) > 0.0)
    if len(turning):
        found = Rotation.from_matrix(rotation[:, turning].reshape(-1, 3, 3)).as_quat().reshape(states, -1, 4)
        found[0] *= np.where(found[0, :, 3:] < 0.0, -1.0, 1.0)
        flips = np.where(np.einsum("tbi,tbi->tb", found[1:], found[:-1]) < 0.0, -1.0, 1.0)
        turn[:, turning] = found * np.cumprod(np.concatenate([np.ones((1, len(turning))), flips]), axis=0)[..., None]
    return np.concatenate([displacement, turn], axis=2)


def _kept(time: Array, values: Array, reach: Array, tolerance: float) -> NDArray[np.bool_]:
    """Which states (T, B) are keyframes of a block.

    From the last keyframe on, the slopes are followed along which a line passes all states since within the tolerance;
    the state before the first that no such line reaches is the next keyframe. A turn by the quaternion's component q
    moves a corner by 2 q times its distance.
    """
    states, blocks, _ = values.shape
    kept = np.zeros((states, blocks), np.bool_)
    kept[0] = True
    arm = np.maximum(reach, tolerance)
    allowed = (
        np.concatenate([np.full((blocks, 3), 0.5), np.repeat(0.125 / arm[:, None], 4, axis=1)], axis=1) * tolerance
    )
    moving = np.flatnonzero((np.ptp(values, axis=0) > allowed).any(axis=1))
    if not len(moving):
        return kept
    path, allowed = values[:, moving], allowed[moving]
    since, anchor = np.full(len(moving), time[0]), path[0].copy()
    least, most = np.full(anchor.shape, -np.inf), np.full(anchor.shape, np.inf)
    for k in range(1, states):
        slope = (path[k] - anchor) / (time[k] - since)[:, None]
        ends = ((slope < least) | (slope > most)).any(axis=1)
        if ends.any():
            kept[k - 1, moving[ends]] = True
            since[ends], anchor[ends] = time[k - 1], path[k - 1, ends]
            least[ends], most[ends] = -np.inf, np.inf
            slope[ends] = (path[k, ends] - anchor[ends]) / (time[k] - time[k - 1])
        slack = allowed / (time[k] - since)[:, None]
        np.maximum(least, slope - slack, out=least)
        np.minimum(most, slope + slack, out=most)
    kept[-1, moving] = True
    return kept
