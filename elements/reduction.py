"""Fewer modes for a body: the shapes that forces give it most, the six uniform strains first.

With the modes of free vibration Phi, omega, forces f on the nodes give the body the displacement Phi Omega^-2 Phi'f at
rest, and hold the energy |Omega^-1 Phi'f|^2/2. Kept are, in coordinates y = Omega q,

    Y = [Y_0 Y_1],     Y'Y = I,     Y_0: the uniform strains,     Y_1: first left singular vectors of
                                                                       (I - Y_0 Y_0') Omega^-1 Phi'

so that beside Y_0 no other Y_1 of as many columns keeps more of the energy that unit forces on the nodes, each by
itself, give the body. The body then deforms as q = Omega^-1 Y z alone. Displacements at rest under unit forces are the
attachment modes of component mode synthesis; Y_1 is the part of them that holds most energy.

Reference: R. M. Hintz, Analytical methods in component mode synthesis, AIAA Journal 13 (1975) 1007-1016.
"""

import numpy as np

from .strain import COMPONENTS, Array

__all__ = ["UNIFORM", "reduced"]

UNIFORM = len(COMPONENTS)
"""Modes of a body that has every uniform strain and no other."""


def reduced(omega: Array, Phi: Array, uniform: Array, count: int) -> tuple[Array, Array]:
    """Circular frequencies (m,) (rad/s), ascending, and modes (3N, m) of a body with ``count`` of them.

    ``omega`` (M,), ``Phi`` (3N, M): all; ``uniform`` (M, 6): what these have of the uniform strains. All are left where
    M is not more than ``count``.
    """
    if count >= len(omega):
        return omega, Phi
    strains, _ = np.linalg.qr(omega[:, None] * uniform)
    shown = Phi.T / omega[:, None]
    others, _, _ = np.linalg.svd(shown - strains @ (strains.T @ shown), full_matrices=False)
    Y = np.hstack([strains, others[:, : count - UNIFORM]])
    inverse_squares, turned = np.linalg.eigh((Y.T / omega**2) @ Y)
    frequency = 1.0 / np.sqrt(inverse_squares[::-1])
    return frequency, Phi @ ((Y @ turned[:, ::-1]) / omega[:, None]) * frequency
