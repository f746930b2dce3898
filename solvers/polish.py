"""Newton's method on the compliant step: sharpens a solver's answer to rounding, where impulses are unique.

With E > 0 the impulse of each contact is a function of the velocities. Put w = D'v + offset; then

    gamma(v) = argmin over gamma ∈ Y   1/2 gamma'E gamma + w'gamma = E^(-1/2) P(-E^(-1/2) w),

P being the projection on the cone { mu sqrt(E_t/E_n) x_n >= |x_t| }. What is left of the step is the equation
F(v) = H v - k - D gamma(v) = 0, the gradient of a strictly convex function, with the generalised Jacobian
H + D E^(-1/2) G E^(-1/2) D', G in the generalised Jacobian of P: symmetric, positive semidefinite, in closed form.
"""

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import splu

if TYPE_CHECKING:
    from .solution import StepLike

__all__ = ["polish", "project", "projection_jacobian"]

Array = NDArray[np.float64]

ITERATIONS = 12
ENOUGH = 1e-15  # of the largest momentum: rounding


def polish(problem: "StepLike", velocity: Array) -> tuple[Array, Array] | None:
    """Velocity (B, 6) and impulse (C, 3) of a step of order one with E > 0, from a good first ``velocity``.

    Full Newton steps while they shrink the residual; None where the first does not: the start was not close. The
    velocity is the one that balances momentum, so that what rounding leaves shows at the contacts.
    """
    root = np.sqrt(problem.E)
    mu = problem.mu * root[:, 1] / root[:, 0]
    best, size = velocity, np.inf
    for iteration in range(ITERATIONS):
        contact = -(problem.apply_transpose(velocity) + problem.offset) / root
        impulse = project(contact, mu) / root
        residual = velocity - problem.k - problem.apply(impulse)
        now = float(np.max(np.abs(residual)))
        if now >= size:
            break
        best, size, first = velocity, now, iteration == 0
        if now <= ENOUGH * (1.0 + float(np.max(np.abs(problem.k)))):
            break
        step = _newton_step(problem, projection_jacobian(contact, mu) / (root[:, :, None] * root[:, None, :]), residual)
        velocity = velocity - step
    if first:
        return None
    contact = -(problem.apply_transpose(best) + problem.offset) / root
    impulse = project(contact, mu) / root
    return problem.k + problem.apply(impulse), impulse


def _newton_step(problem: "StepLike", stiffness: Array, residual: Array) -> Array:
    """Solve (I + D stiffness D') step = residual, with ``stiffness`` (C, 3, 3)."""
    count = len(stiffness)
    rows = np.repeat(np.arange(3 * count), 3)
    columns = np.repeat(np.arange(3 * count).reshape(-1, 3), 3, axis=0).ravel()
    middle = sp.csc_array((stiffness.ravel(), (rows, columns)), shape=(3 * count, 3 * count))
    matrix = sp.eye_array(residual.size, format="csc") + problem.operator @ middle @ problem.operator.T
    return np.asarray(splu(sp.csc_matrix(matrix)).solve(residual.ravel())).reshape(-1, 6)


def project(point: Array, mu: Array) -> Array:
    """Projection (C, 3) of each ``point`` (C, 3) on { mu x_n >= |x_t| }."""
    normal, tangent = point[:, 0], np.hypot(point[:, 1], point[:, 2])
    along = np.maximum(normal + mu * tangent, 0.0) / (1.0 + mu * mu)
    inside = tangent <= mu * normal
    unit = point[:, 1:] / np.where(tangent > 0.0, tangent, 1.0)[:, None]
    surface = np.column_stack([along, (mu * along)[:, None] * unit])
    return np.where(inside[:, None], point, surface)


def projection_jacobian(point: Array, mu: Array) -> Array:
    """A generalised Jacobian (C, 3, 3) of `project`: identity inside, zero in the polar cone, else

        1/(1 + mu^2) [1, mu d'; mu d, mu^2 d d'] + mu (x_n + mu |x_t|) / ((1 + mu^2) |x_t|) (I - d d'),

    d = x_t/|x_t| and the last term on the tangential components alone.
    """
    normal, tangent = point[:, 0], np.hypot(point[:, 1], point[:, 2])
    inside = tangent <= mu * normal
    outside = normal + mu * tangent <= 0.0
    safe = np.where(tangent > 0.0, tangent, 1.0)
    unit = point[:, 1:] / safe[:, None]
    ray = np.column_stack([np.ones_like(mu), mu[:, None] * unit])
    jacobian = ray[:, :, None] * ray[:, None, :]
    bend = mu * (normal + mu * tangent) / safe
    jacobian[:, 1:, 1:] += bend[:, None, None] * (np.eye(2) - unit[:, :, None] * unit[:, None, :])
    jacobian /= (1.0 + mu * mu)[:, None, None]
    jacobian[outside] = 0.0
    jacobian[inside] = np.eye(3)
    return jacobian
