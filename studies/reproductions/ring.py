"""Circular arches with the true mass of their voussoirs, and what is known of them in closed form."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.optimize import brentq, minimize_scalar

from ...checks import FloatArray
from ...model import Assembly, Loads, PointForce
from ...model.gravity import ONE_G
from ...structures import arch

__all__ = ["RingArch", "least_friction_known", "least_thickness_known"]

RADIUS, DENSITY = 10.0, 2000.0  # m, of the mean circle; kg/m3
FLAT = 1e-12  # relative accuracy of the closed forms


@dataclass(frozen=True)
class RingArch:
    """A circular arch of ``count`` voussoirs, see `drystone.structures.arch`, weighed in one of three ways.

    ``mass``: "straight" (of the straight-sided blocks), "annular" (of the true ring sectors, at their centroids) or
    "centreline" (of the true ring sectors, spread along the mean circle). Joints are the same in all three: plane,
    radial, as high as the ring is thick. For the last two, weight is given as forces at points, beside no gravity.
    """

    ratio: float
    count: int
    embrace: float = 180.0
    friction: float = 50.0
    mass: str = "annular"

    @property
    def assembly(self) -> Assembly:
        """The blocks, one metre deep."""
        return arch(RADIUS, self.ratio, self.embrace, self.count, 1.0, density=DENSITY, friction=self.friction)

    def weight(self, direction: tuple[float, float, float] = (0.0, 0.0, -1.0)) -> Loads:
        """Mass times g in a ``direction`` (3,) on every voussoir, of the true ring sector or on the mean circle."""
        angles = np.deg2rad(90 - self.embrace / 2 + self.embrace * np.arange(self.count + 1) / self.count)
        angle = angles[1] - angles[0]
        inner, outer = RADIUS * (1 - self.ratio / 2), RADIUS * (1 + self.ratio / 2)
        force = DENSITY * 0.5 * angle * (outer**2 - inner**2) * ONE_G * np.array(direction)
        mean = RADIUS if self.mass == "centreline" else 2 / 3 * (outer**3 - inner**3) / (outer**2 - inner**2)
        arm = mean * (np.sin(angle / 2) / (angle / 2))
        places = [arm * np.array([np.cos(0.5 * (a + b)), 0.0, np.sin(0.5 * (a + b))]) for a, b in pairwise(angles)]
        return Loads([PointForce(f"voussoir-{i + 1}", force, place) for i, place in enumerate(places)])


def least_thickness_known(count: int | None = None, mass: str = "annular") -> float:
    """Least thickness over mean radius of a semicircular arch that cannot slide, in closed form.

    ``count``: an even number of voussoirs, None for infinitely many. Five hinges open: at the crown's and the
    springings' extrados and at the intrados of two joints at an angle b from the crown. With the weight W(b) between
    crown and joint and its moment S(b) about the axis of symmetry, r the inner and R the outer radius, the horizontal
    thrust H of the crown must satisfy

        H (R - r cos b) >= W(b) r sin b - S(b)   at every joint b,     H R <= W(pi/2) R - S(pi/2),

    and at the least thickness the largest H of the first is that of the second.
    """
    joints: FloatArray | None = None if count is None else np.asarray(np.pi / count * np.arange(1, count // 2))

    def spare(ratio: float) -> float:
        return _springing_thrust(ratio, mass) - _haunch_thrust(ratio, mass, joints)

    return float(brentq(spare, 0.02, 0.4, xtol=FLAT, rtol=1e-14))


def least_friction_known(ratio: float, mass: str = "annular") -> float:
    """Least friction with which a semicircular arch of its least thickness does not slide at the springings: H / W."""
    return _springing_thrust(ratio, mass) / _loads(ratio, mass, np.pi / 2)[0]


def _loads(ratio: float, mass: str, b: float) -> tuple[float, float]:
    """W(b) and S(b) of a ring of mean radius one, per density and depth and g."""
    inner, outer = 1 - ratio / 2, 1 + ratio / 2
    area = (outer**2 - inner**2) / 2
    first = area if mass == "centreline" else (outer**3 - inner**3) / 3
    return area * b, first * (1 - np.cos(b))


def _springing_thrust(ratio: float, mass: str) -> float:
    W, S = _loads(ratio, mass, np.pi / 2)
    return float(W - S / (1 + ratio / 2))


def _haunch_thrust(ratio: float, mass: str, joints: FloatArray | None) -> float:
    def thrust(b: float) -> float:
        (W, S), inner, outer = _loads(ratio, mass, b), 1 - ratio / 2, 1 + ratio / 2
        return float((W * inner * np.sin(b) - S) / (outer - inner * np.cos(b)))

    if joints is not None:
        return max(thrust(float(b)) for b in joints)
    best = minimize_scalar(lambda b: -thrust(b), bounds=(0.3, 1.4), method="bounded", options={"xatol": 1e-10})
    return -float(best.fun)
