"""The Anitescu-Tasora step: inertia frozen at the start of the step, explicit gyroscopic momentum.

References: M. Anitescu, Optimization-based simulation of nonsmooth rigid multibody dynamics, Mathematical
Programming 105 (2006) 113-143; V. Beatini, G. Royer-Carfagni, A. Tasora, A regularized non-smooth contact
dynamics approach for architectural masonry structures, Computers and Structures 187 (2017) 88-100.
"""

import numpy as np
from numpy.typing import NDArray

from .base import Formulation, Inertia, Turning, spatial_inertia
from .spin import momenta

__all__ = ["AnitescuTasora"]

Array = NDArray[np.float64]

EXPLICIT = 0.05
"""Turn of a block's angular momentum in a step, seen from the block (rad), above which the explicit term is warned of:
it creates up to that angle squared, 0.25 %, of the block's energy of rotation in each step."""


class AnitescuTasora(Formulation):
    """Inertia and gyroscopic moment of the start of the step (Beatini et al., eqs 20-40).

        J_n w = J_n w_n + dt (c - w_n x J_n w_n) + contact moments,    J_n = R_n J0 R_n'

    Written in the spatial frame: equal to the paper's body-frame equation with constant J0. Contact acts at each
    block's own point and the gap enters as phi/dt (eq 27).
    """

    name = "anitescu-tasora"
    description = "frozen inertia, explicit gyroscopic momentum, contact at each surface, gap as phi/dt"
    reference = "Anitescu 2006; Beatini, Royer-Carfagni and Tasora 2017, eqs 20-40"

    def inertia(self, turning: Turning) -> Inertia:
        """J_n and J_n w_n - dt w_n x J_n w_n."""
        now = spatial_inertia(turning.J, turning.rotation)
        momentum = np.einsum("bij,bj->bi", now, turning.spin)
        return Inertia(now, momentum - turning.dt * np.cross(turning.spin, momentum))

    def dissipation(self, turning: Turning, spin: Array) -> float:
        """What implicit Euler takes, less the work of the explicit gyroscopic moment -w_n x J_n w_n on w."""
        momentum = momenta(turning.J, turning.rotation, turning.spin)
        work = -turning.dt * float(np.sum(spin * np.cross(turning.spin, momentum)))
        return super().dissipation(turning, spin) - work

    def caution(self, turning: Turning) -> str | None:
        """Where |w x J w| dt / |J w| is too large for an explicit term."""
        momentum = momenta(turning.J, turning.rotation, turning.spin)
        size = np.linalg.norm(momentum, axis=1)
        moment = np.linalg.norm(np.cross(turning.spin, momentum), axis=1)
        angle = turning.dt * float(np.max(moment / np.where(size > 0.0, size, 1.0), initial=0.0))
        if angle <= EXPLICIT:
            return None
        return (
            f"the angular momentum of a block turns by {angle:.3g} rad in a step, seen from the block; beyond "
            f"{EXPLICIT:g} rad the explicit gyroscopic moment of {self.name!r} creates energy. Take dt of at most "
            f"{turning.dt * EXPLICIT / angle:.2g} s, or the formulation 'nodargi-bisegna'"
        )
