"""Fields of bodies that are linear, as those of uniform strains are, at many points at once.

A body of uniform strain needs neither a point's element nor its place there, whatever mesh it has.
"""

from typing import NamedTuple

import numpy as np

from ..numerics.compiled import FloatArray, IntArray, compiled

__all__ = ["LinearFields"]


class LinearFields(NamedTuple):
    """Fields u_m(X) = A_m X of bodies, X from the origin. ``gradients`` (B, 3, 3, m): A_m[i, j] at [i, j, m]."""

    gradients: FloatArray

    def at(self, body: IntArray, points: FloatArray, along: FloatArray) -> FloatArray:
        """``along`` times the fields, (P, 3, m), of each point's ``body`` (P,) at ``points`` (P, 3) (m).

        ``along`` (P, 3, 3): the rows are the directions of the components asked for.
        """
        return _interpolated(self.gradients, body, np.ascontiguousarray(points), np.ascontiguousarray(along))

    def combined_at(self, body: IntArray, points: FloatArray, factors: FloatArray) -> FloatArray:
        """The fields times ``factors`` (B, m) of their bodies, (P, 3), of each point's ``body`` (P,) at ``points``
        (P, 3) (m).
        """
        gradient = np.einsum("bijm,bm->bij", self.gradients, factors)
        return np.einsum("pij,pj->pi", gradient[body], points)


@compiled
def _interpolated(gradients: FloatArray, body: IntArray, points: FloatArray, along: FloatArray) -> FloatArray:
    count = gradients.shape[3]
    found, plain = np.zeros((len(points), 3, count)), np.zeros((3, count))
    for p in range(len(points)):
        b, x, y, z = body[p], points[p, 0], points[p, 1], points[p, 2]
        for k in range(3):
            for m in range(count):
                plain[k, m] = gradients[b, k, 0, m] * x + gradients[b, k, 1, m] * y + gradients[b, k, 2, m] * z
        for i in range(3):
            x, y, z = along[p, i, 0], along[p, i, 1], along[p, i, 2]
            for m in range(count):
                found[p, i, m] = x * plain[0, m] + y * plain[1, m] + z * plain[2, m]
    return found
