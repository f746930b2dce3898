"""What the impulses of the last step say about this one, and what mends them quickly."""

import numpy as np

from ..compiled import FloatArray
from .arrays import Arrays, Iterate
from .proximal import measure, project

__all__ = ["clearance", "error_before", "mended"]

SWEEPS, OMEGA = 6, 3.0
"""Gradient steps of `mended`, and the factor of their size."""


def mended(step: Arrays, guess: Iterate) -> Iterate:
    """The guess after some accelerated gradient steps, which quickly mend what is wrong at single contacts.

    A contact's step is that at which each block counts as often as it has contacts (R. Tonge, F. Benevolenski,
    A. Voroshilov, Mass splitting for jitter-free parallel rigid body simulation, ACM Transactions on Graphics 31 (2012)
    105), times `OMEGA`. No contact comes before another: what is symmetric stays so.
    """
    sides = np.where(step.blocks >= 0, np.einsum("csij,csij->cs", step.D, step.D) / 3.0, 0.0)
    contacts = np.bincount(step.blocks[step.blocks >= 0], minlength=max(step.bodies, 1))
    inverse = np.sum(sides * contacts[step.blocks], axis=1) + np.max(step.E, axis=1)
    size = (OMEGA / np.where(inverse > 0.0, inverse, 1.0))[:, None]
    impulse = ahead = guess.impulse
    for sweep in range(SWEEPS):
        u = step.contact_velocity(step.velocity(ahead), ahead)
        before, impulse = impulse, project(ahead - size * u, step.mu)
        ahead = impulse + sweep / (sweep + 3.0) * (impulse - before)
    return Iterate(impulse, 0, velocity=guess.velocity)


def error_before(step: Arrays, guess: Iterate) -> float:
    """The worst entry of the certificate for the impulses of a guess with the velocities that it came with."""
    if guess.velocity is None:
        return 0.0
    contact = step.contact_velocity(guess.velocity, guess.impulse)
    return measure(guess.impulse, contact, step.mu, max(1.0, step.energy))[0]


def clearance(step: Arrays, impulse: FloatArray) -> FloatArray:
    """u_n - mu |u_t| (C,) over max(1, |u|): how far the contact velocities are inside their cones."""
    u = step.contact_velocity(step.velocity(impulse), impulse)
    tangent = np.hypot(u[:, 1], u[:, 2])
    size = np.maximum(1.0, np.hypot(u[:, 0], tangent))
    return np.asarray((u[:, 0] - step.mu * tangent) / size)
