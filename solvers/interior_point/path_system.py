"""The linear system of the interior point: residuals, reduction to the velocities, expansion to the contacts.

The passes over contacts take components one after the other, see `drystone.solvers.interior_point.nesterov_todd`.
"""

import numpy as np

from ...numerics.compiled import FloatArray, fused
from ..structured.arrays import Arrays
from ..structured.operator import ContactOperator

__all__ = ["expanded", "reduced", "residuals"]


def residuals(step: Arrays, v: FloatArray, x: FloatArray, s: FloatArray) -> tuple[FloatArray, FloatArray, float, float]:
    """V - k - D x, (B, n); D'v + offset + E x - s, (C, 3), and its largest entry; the gap x's."""
    balance = v - step.k - step.operator.apply(x)
    motion = step.operator.apply_transpose(v)
    largest, gap = _motion(motion, step.offset, step.E, x, s)
    return balance, motion, largest, gap


def reduced(
    operator: ContactOperator, weight: FloatArray, motion: FloatArray, c: FloatArray, balance: FloatArray
) -> FloatArray:
    """The right-hand side -D A (motion + c) - balance, (B, n), of dv, with A = (E + R + T)^-1 as ``weight``."""
    right = operator.apply(_weighed(weight, motion, c))
    right -= balance
    return right


def expanded(
    operator: ContactOperator, weight: FloatArray, E: FloatArray, motion: FloatArray, c: FloatArray, dv: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """dx = -A (motion + c + D'dv) and ds = D'dv + (E + R) dx + motion, (C, 3), for ``E`` = E + R."""
    ds = operator.apply_transpose(dv)
    return _expanded(weight, E, motion, c, ds), ds


@fused
def _motion(motion: FloatArray, offset: FloatArray, E: FloatArray, x: FloatArray, s: FloatArray) -> tuple[float, float]:
    """Add offset + E x - s to ``motion`` (C, 3), D'v; its largest entry, and the gap x's."""
    largest, gap = 0.0, 0.0
    for j in range(3):
        for c in range(len(x)):
            motion[c, j] += offset[c, j] + E[c, j] * x[c, j] - s[c, j]
    for j in range(3):
        for c in range(len(x)):
            size = abs(motion[c, j])
            largest = size if size > largest else largest
            gap += x[c, j] * s[c, j]
    return largest, gap


@fused
def _weighed(weight: FloatArray, motion: FloatArray, c: FloatArray) -> FloatArray:
    """-A (motion + c), (C, 3)."""
    y = np.empty_like(motion)
    for i in range(len(motion)):
        h0, h1, h2 = -motion[i, 0] - c[i, 0], -motion[i, 1] - c[i, 1], -motion[i, 2] - c[i, 2]
        for j in range(3):
            y[i, j] = weight[i, j, 0] * h0 + weight[i, j, 1] * h1 + weight[i, j, 2] * h2
    return y


@fused
def _expanded(weight: FloatArray, E: FloatArray, motion: FloatArray, c: FloatArray, ds: FloatArray) -> FloatArray:
    """dx (C, 3), and ``ds`` from D'dv, which it holds before."""
    dx = np.empty_like(motion)
    for i in range(len(motion)):
        u0, u1, u2 = ds[i, 0] + motion[i, 0], ds[i, 1] + motion[i, 1], ds[i, 2] + motion[i, 2]
        h0, h1, h2 = -u0 - c[i, 0], -u1 - c[i, 1], -u2 - c[i, 2]
        d0 = weight[i, 0, 0] * h0 + weight[i, 0, 1] * h1 + weight[i, 0, 2] * h2
        d1 = weight[i, 1, 0] * h0 + weight[i, 1, 1] * h1 + weight[i, 1, 2] * h2
        d2 = weight[i, 2, 0] * h0 + weight[i, 2, 1] * h1 + weight[i, 2, 2] * h2
        dx[i, 0], dx[i, 1], dx[i, 2] = d0, d1, d2
        ds[i, 0], ds[i, 1], ds[i, 2] = u0 + E[i, 0] * d0, u1 + E[i, 1] * d1, u2 + E[i, 2] * d2
    return dx
