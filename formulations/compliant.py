"""The compliant step: Anitescu-Tasora with a diagonal compliance of the contacts, which makes impulses unique.

Reference: V. Beatini, G. Royer-Carfagni, A. Tasora, A regularized non-smooth contact dynamics approach for
architectural masonry structures, Computers and Structures 187 (2017) 88-100, section 2.6.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..checks import positive_number
from ..collision import Contacts
from ..model import Assembly
from ..model.gravity import ONE_G
from .anitescu_tasora import AnitescuTasora

__all__ = ["Compliant"]

Array = NDArray[np.float64]

SINK = 2e-9
"""Default stiffness: a contact that carries the weight of the mean block under 9.81 m/s2 yields by this length (m)."""


class Compliant(AnitescuTasora):
    """Anitescu-Tasora with E = 1/(dt^2 K) on the diagonal of the Delassus operator (Beatini et al., eq 43).

    The normal spring's deformation is the negative gap. The tangential spring's is carried from step to step with
    the contact's impulse (an addition to the paper, whose tangential springs forget it and therefore creep).

    Options: ``normal_stiffness``, ``tangential_stiffness`` (N/m at each contact point). By default a contact that
    carries the mean block's weight under 9.81 m/s2 yields by 2e-9 m; the tangential stiffness equals the normal one.
    """

    name = "compliant"
    description = "Anitescu-Tasora with contact compliance 1/(dt^2 K): impulses are unique"
    reference = "Beatini, Royer-Carfagni and Tasora 2017, section 2.6, eq 43"
    options = {"normal_stiffness": None, "tangential_stiffness": None}  # noqa: RUF012 - read only

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        for name, value in self.settings.items():
            self.settings[name] = None if value is None else positive_number(value, f"{name} (N/m)")

    def compliance(self, assembly: Assembly, contacts: Contacts, dt: float) -> Array:
        """1/(dt^2 K) for the normal and the two tangential directions."""
        weight = ONE_G * float(np.mean(assembly.mass[assembly.movable]))
        normal = self.settings["normal_stiffness"] or weight / SINK
        tangential = self.settings["tangential_stiffness"] or normal
        row = 1.0 / (dt * dt * np.array([normal, tangential, tangential]))
        return np.tile(row, (contacts.count, 1))
