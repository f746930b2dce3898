"""How good impulses of the scaled step are: the residuals by which all structured solvers decide when to stop."""

import math
from typing import NamedTuple

import numpy as np

from ...numerics.compiled import FloatArray, fused
from ...numerics.friction_cone import cone_distance, projected
from .arrays import Arrays

__all__ = ["Residuals", "measure", "residuals_of"]


class Residuals(NamedTuple):
    """``velocity`` (B, n) that balances momentum with some impulses, their ``contact`` velocities (C, 3), the ``worst``
    entry of the certificate and the ``natural`` residual.
    """

    velocity: FloatArray
    contact: FloatArray
    worst: float
    natural: float


def residuals_of(step: Arrays, impulse: FloatArray) -> Residuals:
    """How good impulses (C, 3) in their cones are."""
    velocity = step.velocity(impulse)
    contact = step.contact_velocity(velocity, impulse)
    energy = max(1.0, 0.5 * float(np.sum(step.k**2)))
    return Residuals(velocity, contact, *measure(impulse, contact, step.mu, energy))


@fused
def measure(impulse: FloatArray, contact: FloatArray, mu: FloatArray, energy: float) -> tuple[float, float]:
    """The worst of primal residual, complementarity and gap, as in the certificate, and the natural residual.

    ``contact`` (C, 3) is u for velocities that balance momentum with ``impulse`` (C, 3), which lies in the cone;
    then the gap is |sum gamma . u| over ``energy`` = max(1, 1/2 k'k). NaN where anything is NaN.
    """
    worst, natural, work = 0.0, 0.0, 0.0
    for c in range(len(impulse)):
        m = mu[c]
        x, y, z = impulse[c, 0], impulse[c, 1], impulse[c, 2]
        p, q, r = contact[c, 0], contact[c, 1], contact[c, 2]
        force, speed = max(1.0, math.sqrt(x * x + y * y + z * z)), max(1.0, math.sqrt(p * p + q * q + r * r))
        n, a, b = projected(x - p, y - q, z - r, m)
        natural = max(natural, math.sqrt((x - n) ** 2 + (y - a) ** 2 + (z - b) ** 2) / force)
        outside = cone_distance(p, math.sqrt(q * q + r * r), 1.0, m)
        power = x * p + y * q + z * r
        work += power
        worst = max(worst, max(outside / speed, abs(power) / (speed * force)))
    if math.isnan(work):  # `max` passes over what is no number
        return math.nan, math.nan
    return max(worst, abs(work) / energy), natural
