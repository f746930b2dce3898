"""The 8-node hexahedron H8, with the incompatible modes of Taylor, Beresford and Wilson or without them.

    u(xi) = sum_i N_i(xi) u_i + sum_k (1 - xi_k^2) a_k,     N_i = (1 + xi xi_i)(1 + eta eta_i)(1 + zeta zeta_i)/8

The nine incompatible modes a of an element are condensed out of its stiffness, so that it bends without the parasitic
shear of the plain H8. Their gradients are taken with the Jacobian of the element's middle and det J_0/det J, with which
a distorted element still passes the patch test.

Reference: R. L. Taylor, P. J. Beresford and E. L. Wilson, A non-conforming element for stress analysis, International
Journal for Numerical Methods in Engineering 10 (1976) 1211-1219.
"""

import numpy as np
from numpy.typing import NDArray

from .strain import Array, strain_matrix

__all__ = ["CORNERS", "gradients", "internal_gradients", "jacobians", "mass", "shapes", "stiffness"]

CORNERS = np.array(
    [(-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)], dtype=float
)
"""Corners (8, 3) of the reference cube in the order of an element's nodes: around the bottom, then around the top."""


def gauss(count: int) -> tuple[Array, Array]:
    """Points (count^3, 3) and weights (count^3,) of Gauss' rule in the reference cube."""
    x, w = np.polynomial.legendre.leggauss(count)
    points = np.stack(np.meshgrid(x, x, x, indexing="ij"), axis=-1).reshape(-1, 3)
    return points, np.einsum("i,j,k->ijk", w, w, w).ravel()


def shapes(points: Array) -> Array:
    """N (P, 8) at ``points`` (P, 3) of the reference cube."""
    return np.asarray(np.prod(1.0 + points[:, None, :] * CORNERS, axis=2) / 8.0)


def gradients(points: Array) -> Array:
    """dN/dxi (P, 8, 3) at ``points`` (P, 3) of the reference cube."""
    factors = 1.0 + points[:, None, :] * CORNERS
    columns = [CORNERS[:, k] * factors[..., (k + 1) % 3] * factors[..., (k + 2) % 3] for k in range(3)]
    return np.stack(columns, axis=-1) / 8.0


def jacobians(nodes: Array, points: Array) -> Array:
    """dx/dxi (E, P, 3, 3) of elements with ``nodes`` (E, 8, 3) (m)."""
    return np.einsum("eni,pnj->epij", nodes, gradients(points))


def spatial_gradients(nodes: Array, points: Array) -> tuple[Array, Array]:
    """dN/dx (E, P, 8, 3) (1/m) and det J (E, P) (m3)."""
    J = jacobians(nodes, points)
    return np.einsum("pnj,epji->epni", gradients(points), np.linalg.inv(J)), np.linalg.det(J)


def internal_gradients(nodes: Array, points: Array) -> Array:
    """Gradients (E, P, 3, 3) (1/m) of the incompatible modes 1 - xi_k^2, k in the third place."""
    middle = jacobians(nodes, np.zeros((1, 3)))[:, 0]
    ratio = np.linalg.det(middle)[:, None] / np.linalg.det(jacobians(nodes, points))
    local = np.zeros((len(points), 3, 3))
    local[:, (0, 1, 2), (0, 1, 2)] = -2.0 * points
    return np.asarray(ratio[..., None, None] * np.einsum("pkj,eji->epki", local, np.linalg.inv(middle)))


def stiffness(nodes: Array, elasticity: Array, incompatible: bool = True) -> tuple[Array, NDArray[np.float64]]:
    """Stiffness (E, 24, 24) (N/m) and a = -recovery u, recovery (E, 9, 24).

    ``nodes`` (E, 8, 3) (m), ``elasticity`` (6, 6) (Pa). Without ``incompatible`` modes the recovery is zero.
    """
    points, weights = gauss(2)
    slopes, det = spatial_gradients(nodes, points)
    volume = det * weights
    B = strain_matrix(slopes)
    K = np.einsum("ep,epsi,st,eptj->eij", volume, B, elasticity, B)
    if not incompatible:
        return K, np.zeros((len(nodes), 9, 24))
    G = strain_matrix(internal_gradients(nodes, points))
    inner = np.einsum("ep,epsi,st,eptj->eij", volume, G, elasticity, G)
    mixed = np.einsum("ep,epsi,st,eptj->eij", volume, G, elasticity, B)
    recovery = np.linalg.solve(inner, mixed)
    return K - np.swapaxes(mixed, 1, 2) @ recovery, recovery


def mass(nodes: Array, density: float) -> Array:
    """Consistent mass (E, 24, 24) (kg), exact: three points a direction."""
    points, weights = gauss(3)
    N = shapes(points)
    scalar = density * np.einsum("ep,pi,pj->eij", np.linalg.det(jacobians(nodes, points)) * weights, N, N)
    return np.asarray(np.einsum("eij,ab->eiajb", scalar, np.eye(3)).reshape(len(nodes), 24, 24))
