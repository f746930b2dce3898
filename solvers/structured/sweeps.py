"""Gradient sweeps over impulses: fifteen cost what one iteration of Newton's method does."""

import math

import numpy as np

from ...numerics.compiled import FloatArray, IntArray, fused, fused_inlined
from ...numerics.contact_operator import RIGID, apply, apply_transpose
from ...numerics.friction_cone import projected
from .arrays import Arrays

__all__ = ["descended"]


def descended(step: Arrays, impulse: FloatArray, sweeps: int, factor: float) -> FloatArray:
    """Impulses (C, 3) after ``sweeps`` accelerated gradient steps, which correct what is wrong at single contacts.

    A contact's step is that at which each block counts as often as it has contacts (R. Tonge, F. Benevolenski,
    A. Voroshilov, Mass splitting for jitter-free parallel rigid body simulation, ACM Transactions on Graphics 31 (2012)
    105), times ``factor``. No contact comes before another: what is symmetric stays so. Where Coulomb's law is meant
    the gradient u has De Saxcé's term beside it, u + mu |u_t| n (Uzawa's iteration).
    """
    arrays = step.D, step.blocks, step.k, step.offset, step.mu, step.E, impulse
    return _descended(*arrays, sweeps, factor, not step.associated)


@fused
def _descended(
    D: FloatArray,
    blocks: IntArray,
    k: FloatArray,
    offset: FloatArray,
    mu: FloatArray,
    E: FloatArray,
    start: FloatArray,
    sweeps: int,
    factor: float,
    corrected: bool,
) -> FloatArray:
    """Impulses (C, 3) after ``sweeps`` projected gradient steps from ``start`` (Nesterov's acceleration).

    ``corrected``: with De Saxcé's term.
    """
    size, impulse, ahead = _sizes(D, blocks, E, len(k), factor), start.copy(), start.copy()
    for sweep in range(sweeps):
        v, onward = apply(D, blocks, ahead, len(k)), sweep / (sweep + 3.0)
        v += k
        speed = apply_transpose(D, blocks, v)
        for c in range(len(blocks)):
            x, y, z = ahead[c, 0], ahead[c, 1], ahead[c, 2]
            p, q, r = speed[c, 0], speed[c, 1], speed[c, 2]
            p, q, r = p + offset[c, 0] + E[c, 0] * x, q + offset[c, 1] + E[c, 1] * y, r + offset[c, 2] + E[c, 2] * z
            if corrected:
                p += mu[c] * math.sqrt(q * q + r * r)
            x, y, z = projected(x - size[c] * p, y - size[c] * q, z - size[c] * r, mu[c])
            ahead[c, 0] = x + onward * (x - impulse[c, 0])
            ahead[c, 1] = y + onward * (y - impulse[c, 1])
            ahead[c, 2] = z + onward * (z - impulse[c, 2])
            impulse[c, 0], impulse[c, 1], impulse[c, 2] = x, y, z
    return impulse


@fused
def _sizes(D: FloatArray, blocks: IntArray, E: FloatArray, bodies: int, factor: float) -> FloatArray:
    """Size (C,) of the contacts' gradient steps, ``factor`` times those at which each block counts so often."""
    contacts, size = np.zeros(bodies), np.empty(len(blocks))
    for c in range(len(blocks)):
        for side in range(2):
            if blocks[c, side] >= 0:
                contacts[blocks[c, side]] += 1.0
    if D.shape[2] == RIGID:  # see `drystone.numerics.contact_operator`
        _write_sizes(D, blocks, E, contacts, size, factor, RIGID)
    else:
        _write_sizes(D, blocks, E, contacts, size, factor, D.shape[2])
    return size


@fused_inlined
def _write_sizes(
    D: FloatArray, blocks: IntArray, E: FloatArray, contacts: FloatArray, size: FloatArray, factor: float, n: int
) -> None:
    for c in range(len(blocks)):
        inverse = max(E[c, 0], max(E[c, 1], E[c, 2]))
        for side in range(2):
            if blocks[c, side] >= 0:
                squared = 0.0
                for i in range(n):
                    for j in range(3):
                        squared += D[c, side, i, j] * D[c, side, i, j]
                inverse += squared / 3.0 * contacts[blocks[c, side]]
        size[c] = factor / inverse if inverse > 0.0 else factor
