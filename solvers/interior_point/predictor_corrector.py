"""Directions and steps of the interior points: predictor, corrector, centrality correctors, and how far to go.

(S. Mehrotra, On the implementation of a primal-dual interior point method, SIAM Journal on Optimization 2 (1992)
575-601; J. Gondzio, Multiple centrality correctors in a primal-dual method for linear programming, Computational
Optimization and Applications 6 (1996) 137-156.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ...numerics.compiled import FloatArray
from ..structured.arrays import Arrays
from .nesterov_todd import centrality, centring, gap_along, inverse_roots, inverse_weights, reach, recentring, scaling
from .tuning import PathTuning

__all__ = ["ScaledCones", "adapted", "in_cones", "variables"]

CORRECTED_FROM = 200
"""With no more contacts a factorisation costs no more than corrections, and none is made."""
CORRECTED_BELOW = 0.8
"""Directions whose step is shorter are corrected (share of a full step)."""
PRODUCT_LEAST, PRODUCT_MOST = 0.1, 10.0
"""Corrections lead scaled products of a contact back that are outside this (over the centre; Gondzio 1996)."""
SHORTENING, SHORTENINGS = 0.8, 10
"""Steps that leave the centre are shortened by this factor, at most so often: to a tenth of their length."""
SHORT_STEP, LONG_STEP = 0.15, 0.5
"""The proximal term grows tenfold after shorter steps and shrinks tenfold after longer ones (share of a full step)."""

Change = TypeVar("Change", bound=tuple[Any, ...])


def in_cones(step: Arrays) -> tuple[Arrays, FloatArray]:
    """A step in variables x and s of the cones { x_0 >= |x_t| }, and the factors (C, 3) of
    gamma = factor x and u = s / factor.

    Tangential factors of frictionless contacts are zero, as D and offset then are: nothing acts along them.
    """
    mu = step.mu
    factor = np.ones((step.count, 3), order="F")
    factor[mu > 0.0, 0] = 1.0 / mu[mu > 0.0]
    factor[mu == 0.0, 1:] = 0.0
    offset, E = (np.asfortranarray(part) for part in (step.offset * factor, step.E * factor**2))
    return Arrays(step.k, step.operator.scaled(factor), offset, mu, E), factor


def variables(impulse: FloatArray, factor: FloatArray) -> FloatArray:
    """x (C, 3) of impulses (C, 3), by the factors of `in_cones`."""
    return np.divide(impulse, factor, out=np.zeros_like(factor), where=factor > 0.0)


@dataclass
class ScaledCones:
    """Scaling point of x and s in the cones of ``mu`` (C,): T = W^2 of ``eta`` (C,) and ``w`` (C, 3)."""

    mu: FloatArray
    eta: FloatArray
    w: FloatArray
    tuning: PathTuning

    @classmethod
    def of(cls, mu: FloatArray, tuning: PathTuning) -> "ScaledCones":
        """Unit scaling."""
        return cls(mu, np.ones(len(mu)), np.tile([[1.0], [0.0], [0.0]], len(mu)).T, tuning)

    def reset(self) -> None:
        """Back to unit scaling."""
        self.eta[:], self.w[:] = 1.0, (1.0, 0.0, 0.0)

    def scale(self, x: FloatArray, s: FloatArray) -> None:
        """To the scaling point of ``x`` and ``s``, both inside."""
        scaling(x, s, self.eta, self.w)

    def weights(self, soft: FloatArray) -> FloatArray:
        """(soft + T)^-1, (C, 3, 3), for diagonal ``soft`` (C, 3)."""
        return inverse_weights(soft, self.mu, self.eta, self.w)

    def roots(self, soft: FloatArray) -> FloatArray:
        """R (C, 3, 3) with R R' = (soft + T)^-1."""
        return inverse_roots(soft, self.mu, self.eta, self.w)

    def advance(
        self,
        direction: Callable[[FloatArray, bool], Change],
        x: FloatArray,
        s: FloatArray,
        gap: float,
        least: float = 0.0,
    ) -> tuple[Change, float]:
        """A direction from ``x`` and ``s``, and the step along it.

        ``direction``: changes, the last two of which are dx and ds, with c + T dx + ds = 0 for a given c (C, 3); its
        other argument is false for the predictor. ``gap``: x's; ``least``: what it is not to be led below.
        """
        tuning = self.tuning
        *_, dx, ds = direction(s, False)
        after = gap_along(x, dx, s, ds, reach(x, dx, s, ds, self.mu, 1.0))
        centre = max(min(1.0, max(0.0, after / gap)) ** 3 * gap, least) / len(x)
        aim = centring(x, s, dx, ds, self.eta, self.w, centre)
        change = direction(aim, True)
        length = self.reach(x, s, change)
        bounds = PRODUCT_LEAST * centre, PRODUCT_MOST * centre
        for _ in range(tuning.corrections if len(x) > CORRECTED_FROM else 0):
            if length > CORRECTED_BELOW:
                break
            aim = recentring(aim, x, s, change[-2], change[-1], self.eta, self.w, *bounds)
            other = direction(aim, True)
            longer = self.reach(x, s, other)
            if longer <= length:
                break
            change, length = other, longer
        return change, self.central(x, s, change, length)

    def reach(self, x: FloatArray, s: FloatArray, change: Change) -> float:
        """How far ``change`` can be followed."""
        return reach(x, change[-2], s, change[-1], self.mu, self.tuning.boundary)

    def central(self, x: FloatArray, s: FloatArray, change: Change, length: float) -> float:
        """``length``, or less where its end is too far from the path."""
        for _ in range(SHORTENINGS):
            least, gap = centrality(x, change[-2], s, change[-1], length)
            if least >= self.tuning.centrality * gap / len(x):
                break
            length *= SHORTENING
        return length


def adapted(proximal: float, length: float, least: float, most: float) -> float:
    """The proximal term after a step of this length, from ``least`` to ``most``."""
    if not length >= SHORT_STEP:
        return min(10.0 * proximal, most)
    return max(0.1 * proximal, least) if length > LONG_STEP else proximal
