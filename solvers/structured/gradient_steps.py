"""Accelerated projected gradient steps over all contacts: fifteen cost what one iteration of Newton's method does."""

import numpy as np

from ...numerics.compiled import FloatArray, IntArray, fused, fused_inlined
from ...numerics.contact_operator import RIGID
from ...numerics.friction_cone import projected
from .arrays import Arrays

__all__ = ["descended"]


def descended(step: Arrays, impulse: FloatArray, steps: int, factor: float) -> FloatArray:
    """Impulses (C, 3) after ``steps`` accelerated gradient steps, which correct what is wrong at single contacts.

    A contact's step is that at which each block counts as often as it has contacts (R. Tonge, F. Benevolenski,
    A. Voroshilov, Mass splitting for jitter-free parallel rigid body simulation, ACM Transactions on Graphics 31 (2012)
    105), times ``factor``. No contact comes before another: what is symmetric stays so. Where Coulomb's law is meant
    the gradient u has De Saxcé's term beside it, u + mu |u_t| n (Uzawa's iteration).
    """
    size, impulse, ahead = _sizes(step.D, step.blocks, step.E, step.bodies, factor), impulse.copy(), impulse.copy()
    for k in range(steps):
        gradient = step.contact_velocity(step.velocity(ahead), ahead)
        _move(impulse, ahead, gradient, size, step.mu, k / (k + 3.0))
    return impulse


@fused
def _move(
    impulse: FloatArray, ahead: FloatArray, gradient: FloatArray, size: FloatArray, mu: FloatArray, onward: float
) -> None:
    """A projected gradient step from ``ahead`` to ``impulse``, and on from there (Nesterov's acceleration)."""
    for c in range(len(size)):
        x, y, z = (
            ahead[c, 0] - size[c] * gradient[c, 0],
            ahead[c, 1] - size[c] * gradient[c, 1],
            ahead[c, 2] - size[c] * gradient[c, 2],
        )
        x, y, z = projected(x, y, z, mu[c])
        ahead[c, 0] = x + onward * (x - impulse[c, 0])
        ahead[c, 1] = y + onward * (y - impulse[c, 1])
        ahead[c, 2] = z + onward * (z - impulse[c, 2])
        impulse[c, 0], impulse[c, 1], impulse[c, 2] = x, y, z


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
