"""The contact operator D in its blocks: products with D and D' by one pass over the contacts.

The number n of degrees of freedom of a body is D's: its blocks are (n, 3). Loops over the freedoms are compiled twice,
for the n of a rigid block, which the compiler then knows and unrolls, and for any other: with n known only at run time
`apply` takes 1.4 times as long on a wall of 200 or 1000 blocks, `apply_transpose` 1.1 to 1.2 times.
"""

import numpy as np

from .compiled import FloatArray, IntArray, fused, fused_inlined

__all__ = ["RIGID", "apply", "apply_transpose", "push", "speed_of"]

RIGID = 6
"""Degrees of freedom of a rigid block: a velocity and an angular velocity."""


@fused
def apply(D: FloatArray, blocks: IntArray, impulse: FloatArray, bodies: int) -> FloatArray:
    """D gamma, (B, n)."""
    moved = np.zeros((bodies, D.shape[2]))
    for c in range(len(blocks)):
        push(D, blocks, impulse[c, 0], impulse[c, 1], impulse[c, 2], moved, c)
    return moved


@fused
def apply_transpose(D: FloatArray, blocks: IntArray, velocity: FloatArray) -> FloatArray:
    """D'v, (C, 3)."""
    speeds = np.empty((len(blocks), 3))
    for c in range(len(blocks)):
        speeds[c, 0], speeds[c, 1], speeds[c, 2] = speed_of(D, blocks, velocity, c)
    return speeds


@fused_inlined
def push(D: FloatArray, blocks: IntArray, x: float, y: float, z: float, moved: FloatArray, c: int) -> None:
    """Add D gamma of contact ``c``, gamma = (x, y, z), to ``moved`` (B, n)."""
    if D.shape[2] == RIGID:
        _push(D, blocks, x, y, z, moved, c, RIGID)
    else:
        _push(D, blocks, x, y, z, moved, c, D.shape[2])


@fused_inlined
def speed_of(D: FloatArray, blocks: IntArray, velocity: FloatArray, c: int) -> tuple[float, float, float]:
    """D'v at contact ``c``."""
    if D.shape[2] == RIGID:
        return _speed_of(D, blocks, velocity, c, RIGID)
    return _speed_of(D, blocks, velocity, c, D.shape[2])


@fused_inlined
def _push(
    D: FloatArray, blocks: IntArray, x: float, y: float, z: float, moved: FloatArray, c: int, freedoms: int
) -> None:
    for side in range(2):
        body = blocks[c, side]
        if body >= 0:
            for i in range(freedoms):
                moved[body, i] += D[c, side, i, 0] * x + D[c, side, i, 1] * y + D[c, side, i, 2] * z


@fused_inlined
def _speed_of(
    D: FloatArray, blocks: IntArray, velocity: FloatArray, c: int, freedoms: int
) -> tuple[float, float, float]:
    x, y, z = 0.0, 0.0, 0.0
    for side in range(2):
        body = blocks[c, side]
        if body >= 0:
            for i in range(freedoms):
                x += D[c, side, i, 0] * velocity[body, i]
                y += D[c, side, i, 1] * velocity[body, i]
                z += D[c, side, i, 2] * velocity[body, i]
    return x, y, z
