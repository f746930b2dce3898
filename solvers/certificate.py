"""The certificate of a step: how well velocities and impulses satisfy the step's own equations.

It is computed from the physics, never from what a backend says of itself, and the same way for every solver.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .solution import StepLike

__all__ = [
    "Certificate",
    "certificate",
    "distance_to_cone",
    "distance_to_dual_cone",
    "natural_residual",
    "project",
]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Certificate:
    """Scaled residuals of one step, all dimensionless; zero is exact.

    ``primal``: distance of D'v + offset + E gamma from Y*. ``dual``: residual of H v = k + D gamma and distance
    of gamma from Y. ``complementarity``: |gamma . (D'v + offset + E gamma)| of the worst contact. ``gap``:
    |kinematic value + static value| over 1/2 k'H^-1 k. Complementarity and gap are of the order of the error's square;
    ``natural``, the residual |gamma - P_Y(gamma - (D'v + offset + E gamma))| of the worst contact, is of the order of
    the error itself. It is told and does not decide: interior points leave it at the root of their gap.
    """

    primal: float
    dual: float
    complementarity: float
    gap: float
    natural: float = 0.0

    @property
    def worst(self) -> float:
        """The largest of primal, dual, complementarity and gap, which decides; NaN counts as infinite."""
        worst = max(self.primal, self.dual, self.complementarity, self.gap)
        return worst if np.isfinite(worst) else float("inf")


def distance_to_cone(impulse: Array, mu: Array) -> Array:
    """Distance (C,) of each impulse (C, 3) from Y = { mu gamma_n >= |gamma_t| }."""
    normal, tangent = impulse[:, 0], np.hypot(impulse[:, 1], impulse[:, 2])
    outside = np.maximum(tangent - mu * normal, 0.0) / np.sqrt(1.0 + mu * mu)
    return np.where(normal <= -mu * tangent, np.hypot(normal, tangent), outside)


def distance_to_dual_cone(velocity: Array, mu: Array) -> Array:
    """Distance (C,) of each contact velocity (C, 3) from Y* = { u_n >= mu |u_t| }."""
    normal, tangent = velocity[:, 0], np.hypot(velocity[:, 1], velocity[:, 2])
    outside = np.maximum(mu * tangent - normal, 0.0) / np.sqrt(1.0 + mu * mu)
    return np.where(mu * normal <= -tangent, np.hypot(normal, tangent), outside)


def project(point: Array, mu: Array) -> Array:
    """Projection (C, 3) of each ``point`` (C, 3) on Y = { mu x_n >= |x_t| }."""
    normal, tangent = point[:, 0], np.hypot(point[:, 1], point[:, 2])
    along = np.maximum(normal + mu * tangent, 0.0) / (1.0 + mu * mu)
    unit = point[:, 1:] / np.where(tangent > 0.0, tangent, 1.0)[:, None]
    surface = np.column_stack([along, (mu * along)[:, None] * unit])
    return np.where((tangent <= mu * normal)[:, None], point, surface)


def natural_residual(problem: "StepLike", velocity: Array, impulse: Array) -> Array:
    """|gamma - P_Y(gamma - (D'v + offset + E gamma))| (C,): zero where the contact's law holds exactly."""
    contact = problem.apply_transpose(velocity) + problem.offset + problem.E * impulse
    return np.linalg.norm(impulse - project(impulse - contact, problem.mu), axis=1).astype(np.float64, copy=False)


def certificate(problem: "StepLike", velocity: Array, impulse: Array) -> Certificate:
    """Certificate of ``velocity`` (B, 6) and ``impulse`` (C, 3) for the step ``problem``.

    Residuals are taken in the step's own scaled variables, in which every block's momentum and every contact's
    velocity are of order one, so that one threshold serves grams and tonnes; see `StepProblem.scaled`.
    """
    scaled, restore = problem.scaled
    v, gamma = restore.forward(velocity, impulse)
    contact = scaled.apply_transpose(v) + scaled.offset + scaled.E * gamma
    momentum = np.linalg.norm(v - scaled.k - scaled.apply(gamma), axis=1)
    size = np.maximum(1.0, np.linalg.norm(scaled.k, axis=1))
    speed = np.maximum(1.0, np.linalg.norm(contact, axis=1))
    force = np.maximum(1.0, np.linalg.norm(gamma, axis=1))
    work = np.abs(np.einsum("ij,ij->i", gamma, contact))
    kinematic = scaled.objective("kinematic", v, gamma)
    static = scaled.objective("static", v, gamma)
    return Certificate(
        primal=_largest(distance_to_dual_cone(contact, problem.mu) / speed),
        dual=max(_largest(momentum / size), _largest(distance_to_cone(gamma, problem.mu) / force)),
        complementarity=_largest(work / (speed * force)),
        gap=float(abs(kinematic + static) / max(1.0, 0.5 * float(np.sum(scaled.k**2)))),
        natural=_largest(natural_residual(scaled, v, gamma) / force),
    )


def _largest(values: Array) -> float:
    return float(np.max(values)) if values.size else 0.0
