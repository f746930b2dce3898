"""The Nodargi-Bisegna step: spatial inertia at the end of the step, contact at the mid-point.

Reference: N. A. Nodargi, P. Bisegna, A variational-based non-smooth contact dynamics approach for the seismic
analysis of historical masonry structures, Computer Methods in Applied Mechanics and Engineering 432 (2024) 117346.
"""

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..errors import StepFailedError
from ..numerics.compiled import FloatArray, compiled
from ..numerics.matrices import congruence, rotated, rotation_coefficients, times, transposed
from ..numerics.vectors import combined, cross, norm, row, scaled, subtract
from .base import Formulation, Inertia, Turning
from .spin import free_spins, momenta

__all__ = ["NodargiBisegna", "momentum_jacobian", "positive_part"]

Array = NDArray[np.float64]

FLOOR = 1e-6
"""Least eigenvalue of H* over its largest: keeps the step strictly convex where the positive part is singular."""


class NodargiBisegna(Formulation):
    """Backward Euler on the angular momentum J w with a convex quasi-Newton step (eqs 3-10, Appendix).

        H* w = H* w_n + dt c + contact moments + h*,    h* = H* (w* - w_n) - (J* w* - J_n w_n)

    J* = R* J0 R*' with R* = exp(dt skew(w*)) R_n; H* is the positive semidefinite part of the Jacobian of w -> J w
    at the iterate w*. The first iterate is the spin that the block would have without contacts, solved block by block
    (`drystone.formulations.spin`; the paper takes w_n, with which a free block gains momentum and energy): a block that
    touches nothing keeps its angular momentum exactly and gains no energy. Repeated with w* = w until J w - J_n w_n
    equals the moments' impulse (`imbalance`), a step with contacts does too. Contact acts at the mid-point of the
    two antagonist points, so that impulses are in equilibrium in force and in moment.
    """

    name = "nodargi-bisegna"
    description = "spatial inertia by quasi-Newton steps with H* and h*, contact at the mid-point"
    reference = "Nodargi and Bisegna 2024, eqs 3-22 and Appendix"
    iterative = True

    def inertia(self, turning: Turning) -> Inertia:
        """H* and H* w_n + h*. DrystoneError where no spin balances the momentum: |w| dt is far too large."""
        start = momenta(turning.J, turning.rotation, turning.spin)
        iterate = self._free_spin(turning) if turning.iterate is None else turning.iterate
        end = _end_inertia(turning.J, turning.rotation, turning.dt * iterate)
        H = positive_part(momentum_jacobian(end, iterate, turning.dt))
        unbalanced = np.einsum("bij,bj->bi", H - end, iterate)
        return Inertia(H, unbalanced + start)

    def imbalance(self, turning: Turning, spin: Array, impulse: Array) -> Array:
        """J w - J_n w_n less the moments' impulse."""
        end = np.einsum("bij,bj->bi", _end_inertia(turning.J, turning.rotation, turning.dt * spin), spin)
        return end - momenta(turning.J, turning.rotation, turning.spin) - impulse

    def _free_spin(self, turning: Turning) -> Array:
        spin, found = free_spins(turning.J, turning.rotation, turning.spin, turning.dt * turning.moment, turning.dt)
        if not np.all(found):
            fastest = float(np.max(np.linalg.norm(turning.spin[found == 0], axis=1)))
            raise StepFailedError(
                f"a block turns by {fastest * turning.dt:.3g} rad in the step, at {fastest:.3g} rad/s, and no spin at "
                "its end that balances the angular momentum was found; take a smaller dt"
            )
        return spin

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
    return _momentum_jacobian(np.ascontiguousarray(J), np.ascontiguousarray(spin), dt)


@compiled
def _momentum_jacobian(J: FloatArray, spin: FloatArray, dt: float) -> FloatArray:
    """`momentum_jacobian` row by row: with x a row, x'skew(w) is x cross w, and x = e_i in skew(J w)."""
    jacobian = np.empty(J.shape)
    for b in range(len(J)):
        w = row(spin, b)
        turn = scaled(w, dt)
        _, cosine, cubic = rotation_coefficients(norm(turn))
        momentum = times((row(J[b], 0), row(J[b], 1), row(J[b], 2)), w)
        for i in range(3):
            e = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
            x = subtract(cross(row(J[b], i), w), cross(e, momentum))
            across = cross(x, turn)
            x = combined(combined(x, across, cosine), cross(across, turn), cubic)
            for j in range(3):
                jacobian[b, i, j] = J[b, i, j] + dt * x[j]
    return jacobian


@compiled
def _end_inertia(J: FloatArray, rotation: FloatArray, turn: FloatArray) -> FloatArray:
    """R J R' (B, 3, 3) with R = exp(skew(turn)) rotation, for rotation vectors ``turn`` (B, 3) (rad)."""
    turned = np.empty(J.shape)
    for b in range(len(J)):
        r = row(turn, b)
        x, y, z = transposed((row(rotation[b], 0), row(rotation[b], 1), row(rotation[b], 2)))
        R = transposed((rotated(x, r), rotated(y, r), rotated(z, r)))
        spatial = congruence(R, (row(J[b], 0), row(J[b], 1), row(J[b], 2)))
        for i in range(3):
            for j in range(3):
                turned[b, i, j] = spatial[i][j]
    return turned


def positive_part(jacobian: Array) -> Array:
    """Positive part (B, 3, 3) of the symmetric part (eq A.3), its eigenvalues kept above FLOOR of the largest."""
    symmetric = 0.5 * (jacobian + np.swapaxes(jacobian, 1, 2))
    doubtful = np.flatnonzero(~_clearly_positive(symmetric))
    if len(doubtful):
        values, axes = np.linalg.eigh(symmetric[doubtful])
        values = np.maximum(values, FLOOR * values[:, -1:])
        symmetric[doubtful] = (axes * values[:, None, :]) @ np.swapaxes(axes, 1, 2)
    return symmetric


def _clearly_positive(matrices: Array) -> NDArray[np.bool_]:
    """Where the least eigenvalue of symmetric matrices (B, 3, 3) exceeds FLOOR times their trace, (B,).

    It does where the leading minors of the matrix less that multiple of the identity are positive (Sylvester).
    """
    trace = np.trace(matrices, axis1=1, axis2=2)
    a, b, c = (matrices[:, i, i] - FLOOR * trace for i in range(3))
    d, e, f = matrices[:, 0, 1], matrices[:, 0, 2], matrices[:, 1, 2]
    second = a * b - d * d
    third = c * second - a * f * f - b * e * e + 2.0 * d * e * f
    return (trace > 0.0) & (a > 0.0) & (second > 0.0) & (third > 0.0)
