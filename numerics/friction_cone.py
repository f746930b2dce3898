"""Coulomb's cone Y = { mu x_n >= |x_t| } and its dual Y* = { x_n >= mu |x_t| }: projection and distances.

Components come in the order [n, t1, t2]. All are `fused`: where the processor can round a product and its sum once, the
last bits differ from those of NumPy's formulas.
"""

import math

import numpy as np

from .compiled import FloatArray, fused, fused_inlined

__all__ = [
    "cone_distance",
    "distance_to_cone",
    "distance_to_dual",
    "project",
    "projected",
]


@fused_inlined
def projected(n: float, t1: float, t2: float, mu: float) -> tuple[float, float, float]:
    """Projection of one point on Y."""
    tangent = math.sqrt(t1 * t1 + t2 * t2)
    if mu > 0.0 and tangent <= mu * n:
        return n, t1, t2
    along = n + mu * tangent
    if along <= 0.0:
        return 0.0, 0.0, 0.0
    along /= 1.0 + mu * mu
    if tangent == 0.0:
        return along, 0.0, 0.0
    share = mu * along / tangent
    return along, share * t1, share * t2


@fused_inlined
def cone_distance(normal: float, tangent: float, a: float, b: float) -> float:
    """Distance of a point with ``normal`` x_n and ``tangent`` |x_t| from { a x_n >= b |x_t| }.

    Y has a = mu and b = 1, Y* has a = 1 and b = mu.
    """
    if normal <= 0.0 and b * normal <= -a * tangent:
        return math.sqrt(normal * normal + tangent * tangent)
    return max(b * tangent - a * normal, 0.0) / math.sqrt(a * a + b * b)


@fused
def project(point: FloatArray, mu: FloatArray) -> FloatArray:
    """Projection (C, 3) of each ``point`` (C, 3) on Y, for ``mu`` (C,)."""
    projection = np.empty_like(point)
    for c in range(len(point)):
        n, t1, t2 = projected(point[c, 0], point[c, 1], point[c, 2], mu[c])
        projection[c, 0], projection[c, 1], projection[c, 2] = n, t1, t2
    return projection


def distance_to_cone(point: FloatArray, mu: FloatArray) -> FloatArray:
    """Distance (C,) of each ``point`` (C, 3), such as an impulse, from Y, for ``mu`` (C,)."""
    return _distances(point, mu, np.ones_like(mu))


def distance_to_dual(point: FloatArray, mu: FloatArray) -> FloatArray:
    """Distance (C,) of each ``point`` (C, 3), such as a contact velocity, from Y*, for ``mu`` (C,)."""
    return _distances(point, np.ones_like(mu), mu)


@fused
def _distances(point: FloatArray, a: FloatArray, b: FloatArray) -> FloatArray:
    distance = np.empty(len(point))
    for c in range(len(point)):
        tangent = math.sqrt(point[c, 1] * point[c, 1] + point[c, 2] * point[c, 2])
        distance[c] = cone_distance(point[c, 0], tangent, a[c], b[c])
    return distance
