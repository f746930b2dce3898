"""The contact operator D in its blocks: products with D and D' by one pass over the contacts."""

import numpy as np

from .compiled import FloatArray, IntArray, fused, fused_inlined

__all__ = ["apply", "apply_transpose", "speed_of"]


@fused
def apply(D: FloatArray, blocks: IntArray, impulse: FloatArray, bodies: int) -> FloatArray:
    """D gamma, (B, 6)."""
    moved = np.zeros((bodies, 6))
    for c in range(len(blocks)):
        x, y, z = impulse[c, 0], impulse[c, 1], impulse[c, 2]
        for side in range(2):
            body = blocks[c, side]
            if body >= 0:
                for i in range(6):
                    moved[body, i] += D[c, side, i, 0] * x + D[c, side, i, 1] * y + D[c, side, i, 2] * z
    return moved


@fused
def apply_transpose(D: FloatArray, blocks: IntArray, velocity: FloatArray) -> FloatArray:
    """D'v, (C, 3)."""
    speeds = np.empty((len(blocks), 3))
    for c in range(len(blocks)):
        speeds[c, 0], speeds[c, 1], speeds[c, 2] = speed_of(D, blocks, velocity, c)
    return speeds


@fused_inlined
def speed_of(D: FloatArray, blocks: IntArray, velocity: FloatArray, c: int) -> tuple[float, float, float]:
    """D'v at contact ``c``."""
    x, y, z = 0.0, 0.0, 0.0
    for side in range(2):
        body = blocks[c, side]
        if body >= 0:
            for i in range(6):
                x += D[c, side, i, 0] * velocity[body, i]
                y += D[c, side, i, 1] * velocity[body, i]
                z += D[c, side, i, 2] * velocity[body, i]
    return x, y, z
