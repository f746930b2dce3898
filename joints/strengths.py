"""What bonds bear at most, as forces."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..summary import Summarised

__all__ = ["Strengths"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Strengths(Summarised):
    """Strengths of bonds as forces (C,) (N), zero where there is none.

    ``cohesion``: zero where ``tension`` alone is given, and mu times that holds. ``tension``: infinite where cohesion
    alone is given, and the apex of Mohr and Coulomb's cone holds. ``beside``: whether the bond lies beside its contact,
    which has the compression.
    """

    cohesion: Array
    tension: Array
    beside: Flags

    def held_shut(self, chosen: Flags) -> "Strengths":
        """The same with the tension of the ``chosen`` (C,) left to as many contacts more, which have no strength."""
        more = np.zeros(int(np.sum(chosen)))
        tension = np.where(chosen, 0.0, self.tension)
        return Strengths(np.append(self.cohesion, more), np.append(tension, more), np.append(self.beside, more > 0.0))

    def followed_by(self, more: "Strengths") -> "Strengths":
        """The strengths of these contacts and then of others."""
        return Strengths(
            np.append(self.cohesion, more.cohesion),
            np.append(self.tension, more.tension),
            np.append(self.beside, more.beside),
        )
