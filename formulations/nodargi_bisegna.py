"""The Nodargi-Bisegna step: spatial inertia at the end of the step, contact at the mid-point.

Reference: N. A. Nodargi, P. Bisegna, A variational-based non-smooth contact dynamics approach for the seismic
analysis of historical masonry structures, Computer Methods in Applied Mechanics and Engineering 432 (2024) 117346.
"""

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..model import State
from ..model.rotation import exponential, skew, tangent
from .base import Formulation, Inertia, spatial_inertia

__all__ = ["NodargiBisegna", "momentum_jacobian", "positive_part"]

Array = NDArray[np.float64]

FLOOR = 1e-6
"""Least eigenvalue of H* over its largest: keeps the step strictly convex where the positive part is singular."""


class NodargiBisegna(Formulation):
    """Backward Euler on the angular momentum J w with a convex quasi-Newton step (eqs 3-10, Appendix).

        H* w = H* w_n + dt c + contact moments + h*,    h* = H* (w* - w_n) - (J* w* - J_n w_n)

    J* = R* J0 R*' with R* = exp(dt skew(w*)) R_n; H* is the positive semidefinite part of the Jacobian of w -> J w
    at the iterate w*, which is w_n at first. Repeated with w* = w until it stops moving, the step conserves angular
    momentum exactly: J w - J_n w_n equals the moments' impulse. Contact acts at the mid-point of the two antagonist
    points, so that impulses are in equilibrium in force and in moment.
    """

    name = "nodargi-bisegna"
    description = "spatial inertia by quasi-Newton steps with H* and h*, contact at the mid-point"
    reference = "Nodargi and Bisegna 2024, eqs 3-22 and Appendix"
    iterative = True

    def inertia(self, J: Array, state: State, movable: NDArray[np.int64], dt: float, iterate: Array) -> Inertia:
        """H* and H* w_n + h*."""
        rotation, spin = state.rotation[movable], state.velocity[movable, 3:]
        start = np.einsum("bij,bj->bi", spatial_inertia(J, rotation), spin)
        end = spatial_inertia(J, exponential(dt * iterate) @ rotation)
        H = positive_part(momentum_jacobian(end, iterate, dt))
        unbalanced = np.einsum("bij,bj->bi", H - end, iterate)
        return Inertia(H, unbalanced + start)

    def contact_points(self, contacts: Contacts) -> tuple[Array, Array]:
        """The mid-point for both blocks (section 2.2)."""
        middle = contacts.midpoint
        return middle, middle


def momentum_jacobian(J: Array, spin: Array, dt: float) -> Array:
    """Jacobian (B, 3, 3) of w -> J(w) w with J(w) = R J0 R', R = exp(dt skew(w)) R_n (eq A.1).

    ``J`` (B, 3, 3) is J at w = ``spin`` (B, 3). The rotation's variation is dR R' = dt skew(B dw), B being the
    tangent of the exponential map at dt w; eq A.2 of the paper writes w for dt w and leaves the factor dt out.

        dL = J dw + dt (skew(B dw) J w + J skew(B dw)' w) = J dw + dt (J skew(w) - skew(J w)) B dw
    """
    momentum = np.einsum("bij,bj->bi", J, spin)
    return J + dt * (J @ skew(spin) - skew(momentum)) @ tangent(dt * spin)


def positive_part(jacobian: Array) -> Array:
    """Positive part (B, 3, 3) of the symmetric part (eq A.3), its eigenvalues kept above FLOOR of the largest."""
    values, axes = np.linalg.eigh(0.5 * (jacobian + np.swapaxes(jacobian, 1, 2)))
    values = np.maximum(values, FLOOR * values[:, -1:])
    return ((axes * values[:, None, :]) @ np.swapaxes(axes, 1, 2)).astype(np.float64, copy=False)
