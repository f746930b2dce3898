"""What a contact bears: Mohr and Coulomb's law with a tension cut-off, as a set of forces.

Forces are counted from the cut-off, gamma + tension n, so that a contact without bond has Coulomb's cone:

    Y = { 0 <= gamma_n <= largest,  |gamma_t| <= mu gamma_n + cohesion }.

It is convex; its support function is what the bond dissipates at a contact velocity u,

    max over gamma ∈ Y  -gamma'u  =  cohesion |u_t| + largest max(0, mu |u_t| - u_n),

finite for u_n >= mu |u_t|, and for every u where ``largest`` is finite.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..joints import Strengths
from ..numerics.friction_cone import distance_to_cone, distance_to_dual

__all__ = ["YieldSurface"]

Array = NDArray[np.float64]

ROUNDING = 1e-12
"""Share of the cohesion below which what the cut-off leaves of it is rounding: the cut-off is at the cone's apex."""


@dataclass(frozen=True)
class YieldSurface:
    """The sets Y of the contacts, one entry of each array (C,) for each.

    ``tension`` (N): at the cut-off, from which forces are counted. ``mu``. ``cohesion`` (N): shear that is borne at the
    cut-off, zero where that is the apex of Mohr and Coulomb's cone. ``largest`` (N): of gamma_n, infinite but in bonds
    that lie beside their contact and bear no compression.
    """

    tension: Array
    mu: Array
    cohesion: Array
    largest: Array

    @classmethod
    def of(cls, mu: Array, strengths: Strengths) -> "YieldSurface":
        """The sets for friction ``mu`` (C,); ``tension`` is infinite where there is cohesion alone and no friction."""
        c, f = strengths.cohesion, strengths.tension
        apex = np.divide(c, mu, out=np.full(len(mu), np.inf), where=(mu > 0.0) & (c > 0.0))
        tension = np.minimum(f, apex)
        left = c - mu * np.where(np.isinf(tension), 0.0, tension)
        cohesion = np.where(left > ROUNDING * c, left, 0.0)
        return cls(tension, mu, cohesion, np.where(strengths.beside, tension, np.inf))

    @property
    def strengths(self) -> Strengths:
        """The strengths that, without friction, have the same cut-off and the shear at it."""
        return Strengths(self.cohesion, self.tension, np.isfinite(self.largest))

    def at(self, normal: Array) -> "YieldSurface":
        """The sets without friction that have the shear of these at forces ``normal`` (C,) counted from the cut-off."""
        shear = self.cohesion + self.mu * np.maximum(normal, 0.0)
        return replace(self, mu=np.zeros_like(self.mu), cohesion=shear)

    @property
    def is_cone(self) -> bool:
        """Whether all sets are Coulomb's cones."""
        return not np.any(self.cohesion > 0.0) and not np.any(np.isfinite(self.largest))

    @property
    def rough(self) -> NDArray[np.bool_]:
        """(C,) whether a contact bears any shear."""
        return np.asarray((self.mu > 0.0) | (self.cohesion > 0.0))

    @property
    def recession(self) -> "YieldSurface":
        """The directions in which forces may grow without bound."""
        largest = np.where(np.isfinite(self.largest), 0.0, np.inf)
        return replace(self, cohesion=np.zeros_like(self.cohesion), largest=largest)

    def in_units(self, unit: Array) -> "YieldSurface":
        """The same sets for forces in units (C,) (N)."""
        return YieldSurface(self.tension / unit, self.mu, self.cohesion / unit, self.largest / unit)

    def distance(self, force: Array) -> Array:
        """Distance (C,) of forces (C, 3) from Y; where it is no cone, that of the nearest normal force's shear."""
        normal = np.clip(force[:, 0], 0.0, self.largest)
        shear = np.hypot(force[:, 1], force[:, 2])
        beyond = np.hypot(force[:, 0] - normal, np.maximum(shear - self.mu * normal - self.cohesion, 0.0))
        cone = (self.cohesion == 0.0) & np.isinf(self.largest)
        return np.where(cone, distance_to_cone(force, self.mu), beyond)

    def lacking(self, velocity: Array) -> Array:
        """Distance (C,) of contact velocities (C, 3) from those at which the dissipation is finite."""
        return np.where(np.isinf(self.largest), distance_to_dual(velocity, self.mu), 0.0)

    def dissipation(self, velocity: Array) -> float:
        """What contact velocities (C, 3) dissipate, forces being counted from the cut-off."""
        slip = np.hypot(velocity[:, 1], velocity[:, 2])
        held = np.maximum(self.mu * slip - velocity[:, 0], 0.0) * np.where(np.isinf(self.largest), 0.0, self.largest)
        return float(np.sum(self.cohesion * slip + held))

    def power(self, velocity: Array) -> float:
        """The same of the bonds: with what opening costs against the tension."""
        return self.dissipation(velocity) + float(np.sum(self.tension * velocity[:, 0]))
