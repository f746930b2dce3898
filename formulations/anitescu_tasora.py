"""The Anitescu-Tasora step: inertia frozen at the start of the step, explicit gyroscopic momentum.

References: M. Anitescu, Optimization-based simulation of nonsmooth rigid multibody dynamics, Mathematical
Programming 105 (2006) 113-143; V. Beatini, G. Royer-Carfagni, A. Tasora, A regularized non-smooth contact
dynamics approach for architectural masonry structures, Computers and Structures 187 (2017) 88-100.
"""

import numpy as np
from numpy.typing import NDArray

from ..model import State
from .base import Formulation, Inertia, spatial_inertia

__all__ = ["AnitescuTasora"]

Array = NDArray[np.float64]


class AnitescuTasora(Formulation):
    """Inertia and gyroscopic moment of the start of the step (Beatini et al., eqs 20-40).

        J_n w = J_n w_n + dt (c - w_n x J_n w_n) + contact moments,    J_n = R_n J0 R_n'

    Written in the spatial frame: equal to the paper's body-frame equation with constant J0. Contact acts at each
    block's own point and the gap enters as phi/dt (eq 27).
    """

    name = "anitescu-tasora"
    description = "frozen inertia, explicit gyroscopic momentum, contact at each surface, gap as phi/dt"
    reference = "Anitescu 2006; Beatini, Royer-Carfagni and Tasora 2017, eqs 20-40"

    def inertia(self, J: Array, state: State, movable: NDArray[np.int64], dt: float, iterate: Array) -> Inertia:
        """J_n and J_n w_n - dt w_n x J_n w_n."""
        spin = state.velocity[movable, 3:]
        now = spatial_inertia(J, state.rotation[movable])
        momentum = np.einsum("bij,bj->bi", now, spin)
        return Inertia(now, momentum - dt * np.cross(spin, momentum))
