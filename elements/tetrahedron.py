"""The 10-node tetrahedron T10 with straight edges: corners, then the middles of the edges 01, 12, 02, 03, 13, 23.

    N_i = L_i (2 L_i - 1) at corners,     N_ij = 4 L_i L_j at the middles of edges

with the barycentric coordinates L of the point.
"""

import numpy as np

from .strain import Array, strain_matrix

__all__ = ["EDGES", "gradients", "mass", "shapes", "stiffness"]

EDGES = ((0, 1), (1, 2), (0, 2), (0, 3), (1, 3), (2, 3))
"""Corners at the ends of the edge of nodes 4 to 9."""

_A, _B = (5.0 + 3.0 * np.sqrt(5.0)) / 20.0, (5.0 - np.sqrt(5.0)) / 20.0
QUADRATIC = np.full((4, 4), _B) + (_A - _B) * np.eye(4)
"""Points (4, 4), in barycentric coordinates, of the rule with equal weights that is exact for quadratic functions."""


def shapes(L: Array) -> Array:
    """N (P, 10) at points of barycentric coordinates ``L`` (P, 4)."""
    edges = [4.0 * L[:, i] * L[:, j] for i, j in EDGES]
    return np.concatenate([L * (2.0 * L - 1.0), np.stack(edges, axis=1)], axis=1)


def gradients(nodes: Array, L: Array) -> tuple[Array, Array]:
    """dN/dx (E, P, 10, 3) (1/m) and volumes (E,) (m3) of elements whose first four ``nodes`` (E, 10, 3) are corners."""
    edges = np.swapaxes(nodes[:, 1:4] - nodes[:, :1], 1, 2)
    rows = np.linalg.inv(edges)
    slope = np.concatenate([-np.sum(rows, axis=1, keepdims=True), rows], axis=1)
    corners = np.einsum("pi,eik->epik", 4.0 * L - 1.0, slope)
    middles = [
        4.0 * (np.einsum("p,ek->epk", L[:, i], slope[:, j]) + np.einsum("p,ek->epk", L[:, j], slope[:, i]))
        for i, j in EDGES
    ]
    return np.concatenate([corners, np.stack(middles, axis=2)], axis=2), np.linalg.det(edges) / 6.0


def stiffness(nodes: Array, elasticity: Array) -> Array:
    """Stiffness (E, 30, 30) (N/m), exact. ``nodes`` (E, 10, 3) (m), ``elasticity`` (6, 6) (Pa)."""
    slopes, volume = gradients(nodes, QUADRATIC)
    B = strain_matrix(slopes)
    return np.asarray(np.einsum("e,epsi,st,eptj->eij", volume / 4.0, B, elasticity, B))


def mass(nodes: Array, density: float) -> Array:
    """Consistent mass (E, 30, 30) (kg), exact."""
    volume = np.linalg.det(np.swapaxes(nodes[:, 1:4] - nodes[:, :1], 1, 2)) / 6.0
    scalar = density * np.einsum("e,ij->eij", volume, _unit_mass())
    return np.asarray(np.einsum("eij,ab->eiajb", scalar, np.eye(3)).reshape(len(nodes), 30, 30))


def _unit_mass() -> Array:
    """Integral of N_i N_j over an element of volume one, by the integrals of monomials of L: 3! a! b! c! d!/(3 + n)!"""
    terms = [{(i, i): 2.0, (i,): -1.0} for i in range(4)] + [{(i, j): 4.0} for i, j in EDGES]

    def integral(powers: tuple[int, ...]) -> float:
        counts = [powers.count(k) for k in range(4)]
        factorial = [1.0, 1.0, 2.0, 6.0, 24.0, 120.0, 720.0, 5040.0]
        return 6.0 * float(np.prod([factorial[c] for c in counts])) / factorial[3 + len(powers)]

    product = [
        [sum(a * b * integral(p + q) for p, a in left.items() for q, b in right.items()) for right in terms]
        for left in terms
    ]
    return np.array(product)
