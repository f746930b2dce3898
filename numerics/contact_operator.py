"""The contact operator D in its blocks: products with D and D' by one pass over the contacts.

The number n of degrees of freedom of a body is D's, whose blocks are (n, 3). Kernels over contacts are compiled twice
from one source: for the n of a rigid block, which the compiler then knows and unrolls, and for any other,

    if D.shape[2] == RIGID: _kernel(..., RIGID)   else: _kernel(..., D.shape[2]),

with ``_kernel`` `inlined` in both places. On walls of 200 and 1000 blocks that takes as long as a kernel for n = 6
alone. An n known only at run time makes `apply` take 1.4 times as long, the choice at every contact 1.2 times.
"""

import numpy as np

from .compiled import FloatArray, IntArray, fused, fused_inlined, inlined

__all__ = [
    "RIGID",
    "add_momentum",
    "add_momentum_fused",
    "add_speed",
    "add_speed_fused",
    "apply",
    "apply_transpose",
    "scaled_columns",
]

RIGID = 6
"""Degrees of freedom of a rigid block: its velocity and its angular velocity."""


@fused
def apply(D: FloatArray, blocks: IntArray, impulse: FloatArray, bodies: int) -> FloatArray:
    """D gamma, (B, n)."""
    if D.shape[2] == RIGID:
        moved = np.zeros((bodies, RIGID))
        _apply(D, blocks, impulse, moved, RIGID)
    else:
        moved = np.zeros((bodies, D.shape[2]))
        _apply(D, blocks, impulse, moved, D.shape[2])
    return moved


@fused_inlined
def _apply(D: FloatArray, blocks: IntArray, impulse: FloatArray, moved: FloatArray, n: int) -> None:
    for c in range(len(blocks)):
        add_momentum_fused(D, blocks, impulse[c, 0], impulse[c, 1], impulse[c, 2], moved, c, n)


@fused
def apply_transpose(D: FloatArray, blocks: IntArray, velocity: FloatArray) -> FloatArray:
    """D'v, (C, 3)."""
    speeds = np.empty((len(blocks), 3))
    if D.shape[2] == RIGID:
        _apply_transpose(D, blocks, velocity, speeds, RIGID)
    else:
        _apply_transpose(D, blocks, velocity, speeds, D.shape[2])
    return speeds


@fused_inlined
def _apply_transpose(D: FloatArray, blocks: IntArray, velocity: FloatArray, speeds: FloatArray, n: int) -> None:
    for c in range(len(blocks)):
        speeds[c, 0], speeds[c, 1], speeds[c, 2] = add_speed_fused(D, blocks, velocity, 0.0, 0.0, 0.0, c, n)


@fused
def scaled_columns(D: FloatArray, factors: FloatArray) -> FloatArray:
    """The blocks (C, 2, n, 3) of D with its columns times ``factors`` (C, 3)."""
    scaled = np.empty_like(D)
    for c in range(len(D)):
        for side in range(2):
            for i in range(D.shape[2]):
                for j in range(3):
                    scaled[c, side, i, j] = D[c, side, i, j] * factors[c, j]
    return scaled


def _add_momentum(
    D: FloatArray, blocks: IntArray, x: float, y: float, z: float, moved: FloatArray, c: int, n: int
) -> None:
    """Add D gamma of contact ``c``, gamma = (x, y, z), to ``moved`` (B, n)."""
    for side in range(2):
        body = blocks[c, side]
        if body >= 0:
            for i in range(n):
                moved[body, i] += D[c, side, i, 0] * x + D[c, side, i, 1] * y + D[c, side, i, 2] * z


def _add_speed(
    D: FloatArray, blocks: IntArray, velocity: FloatArray, x: float, y: float, z: float, c: int, n: int
) -> tuple[float, float, float]:
    """(x, y, z) + D'v at contact ``c``, for ``velocity`` v (B, n)."""
    for side in range(2):
        body = blocks[c, side]
        if body >= 0:
            for i in range(n):
                x += D[c, side, i, 0] * velocity[body, i]
                y += D[c, side, i, 1] * velocity[body, i]
                z += D[c, side, i, 2] * velocity[body, i]
    return x, y, z


add_momentum, add_momentum_fused = inlined(_add_momentum), fused_inlined(_add_momentum)
add_speed, add_speed_fused = inlined(_add_speed), fused_inlined(_add_speed)
