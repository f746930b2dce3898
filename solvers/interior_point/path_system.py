"""The linear system of the interior point: residuals, reduction to the velocities, expansion to the contacts.

Kernels are compiled for rigid blocks and for any n, see `drystone.numerics.contact_operator`.
"""

import numpy as np

from ...numerics.compiled import FloatArray, IntArray, fused, fused_inlined
from ...numerics.contact_operator import RIGID, add_momentum_fused, add_speed_fused

__all__ = ["expanded", "reduced", "residuals", "scaled_columns"]


@fused
def residuals(
    D: FloatArray,
    blocks: IntArray,
    k: FloatArray,
    offset: FloatArray,
    E: FloatArray,
    v: FloatArray,
    x: FloatArray,
    s: FloatArray,
) -> tuple[FloatArray, FloatArray, float, float]:
    """V - k - D x, (B, n); D'v + offset + E x - s, (C, 3), and its largest entry; the gap x's."""
    balance, motion = v - k, np.empty_like(x)
    if D.shape[2] == RIGID:
        largest, gap = _residuals(D, blocks, offset, E, v, x, s, balance, motion, RIGID)
    else:
        largest, gap = _residuals(D, blocks, offset, E, v, x, s, balance, motion, D.shape[2])
    return balance, motion, largest, gap


@fused_inlined
def _residuals(
    D: FloatArray, blocks: IntArray, offset: FloatArray, E: FloatArray, v: FloatArray, x: FloatArray, s: FloatArray,
    balance: FloatArray, motion: FloatArray, n: int,
) -> tuple[float, float]:  # fmt: skip
    largest, gap = 0.0, 0.0
    for c in range(len(x)):
        x0, x1, x2 = x[c, 0], x[c, 1], x[c, 2]
        u0, u1, u2 = offset[c, 0] + E[c, 0] * x0, offset[c, 1] + E[c, 1] * x1, offset[c, 2] + E[c, 2] * x2
        for side in range(2):
            body = blocks[c, side]
            if body < 0:
                continue
            for i in range(n):
                d0, d1, d2 = D[c, side, i, 0], D[c, side, i, 1], D[c, side, i, 2]
                balance[body, i] -= d0 * x0 + d1 * x1 + d2 * x2
                u0 += d0 * v[body, i]
                u1 += d1 * v[body, i]
                u2 += d2 * v[body, i]
        u0, u1, u2 = u0 - s[c, 0], u1 - s[c, 1], u2 - s[c, 2]
        motion[c, 0], motion[c, 1], motion[c, 2] = u0, u1, u2
        largest = max(largest, max(abs(u0), max(abs(u1), abs(u2))))
        gap += x0 * s[c, 0] + x1 * s[c, 1] + x2 * s[c, 2]
    return largest, gap


@fused
def reduced(
    D: FloatArray, blocks: IntArray, weight: FloatArray, motion: FloatArray, c: FloatArray, balance: FloatArray
) -> FloatArray:
    """The right-hand side -D A (motion + c) - balance, (B, n), of dv, with A = (E + R + T)^-1 as ``weight``."""
    right = -balance
    if D.shape[2] == RIGID:
        _reduced(D, blocks, weight, motion, c, right, RIGID)
    else:
        _reduced(D, blocks, weight, motion, c, right, D.shape[2])
    return right


@fused_inlined
def _reduced(
    D: FloatArray, blocks: IntArray, weight: FloatArray, motion: FloatArray, c: FloatArray, right: FloatArray, n: int
) -> None:
    for i in range(len(motion)):
        h0, h1, h2 = -motion[i, 0] - c[i, 0], -motion[i, 1] - c[i, 1], -motion[i, 2] - c[i, 2]
        w = weight[i]
        y0 = w[0, 0] * h0 + w[0, 1] * h1 + w[0, 2] * h2
        y1 = w[1, 0] * h0 + w[1, 1] * h1 + w[1, 2] * h2
        y2 = w[2, 0] * h0 + w[2, 1] * h1 + w[2, 2] * h2
        add_momentum_fused(D, blocks, y0, y1, y2, right, i, n)


@fused
def expanded(
    D: FloatArray,
    blocks: IntArray,
    weight: FloatArray,
    E: FloatArray,
    motion: FloatArray,
    c: FloatArray,
    dv: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """dx = -A (motion + c + D'dv) and ds = D'dv + (E + R) dx + motion, (C, 3), for ``E`` = E + R."""
    dx, ds = np.empty_like(motion), np.empty_like(motion)
    if D.shape[2] == RIGID:
        _expanded(D, blocks, weight, E, motion, c, dv, dx, ds, RIGID)
    else:
        _expanded(D, blocks, weight, E, motion, c, dv, dx, ds, D.shape[2])
    return dx, ds


@fused_inlined
def _expanded(
    D: FloatArray, blocks: IntArray, weight: FloatArray, E: FloatArray, motion: FloatArray, c: FloatArray,
    dv: FloatArray, dx: FloatArray, ds: FloatArray, n: int,
) -> None:  # fmt: skip
    for i in range(len(motion)):
        u0, u1, u2 = add_speed_fused(D, blocks, dv, 0.0, 0.0, 0.0, i, n)
        u0, u1, u2 = u0 + motion[i, 0], u1 + motion[i, 1], u2 + motion[i, 2]
        h0, h1, h2 = -u0 - c[i, 0], -u1 - c[i, 1], -u2 - c[i, 2]
        w = weight[i]
        for j in range(3):
            dx[i, j] = w[j, 0] * h0 + w[j, 1] * h1 + w[j, 2] * h2
        ds[i, 0] = u0 + E[i, 0] * dx[i, 0]
        ds[i, 1] = u1 + E[i, 1] * dx[i, 1]
        ds[i, 2] = u2 + E[i, 2] * dx[i, 2]


@fused
def scaled_columns(D: FloatArray, kept: IntArray, factors: FloatArray) -> FloatArray:
    """The blocks (K, 2, n, 3) of the contacts ``kept`` (K,), columns times ``factors`` (K, 3)."""
    n = D.shape[2]
    scaled = np.empty((len(kept), 2, n, 3))
    for c in range(len(kept)):
        for side in range(2):
            for i in range(n):
                for j in range(3):
                    scaled[c, side, i, j] = D[kept[c], side, i, j] * factors[c, j]
    return scaled
