"""Overlaps that an assembly is given with."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError
from ..model import Assembly, State
from ..model.pairs import pair_number, places
from ..numerics.compiled import IntArray
from ..summary import counted
from .contacts import Contacts
from .detect import detect

__all__ = ["GivenOverlaps", "refuse_overlap"]

Array = NDArray[np.float64]


def refuse_overlap(assembly: Assembly, contacts: Contacts, tolerance: float) -> None:
    """Refuse an initial state whose blocks overlap by more than ``tolerance`` (m)."""
    if contacts.count and float(np.min(contacts.gap)) < -tolerance:
        worst = int(np.argmin(contacts.gap))
        a, b = (assembly.names[i] for i in contacts.blocks[worst])
        deep = np.unique(contacts.blocks[contacts.gap < -tolerance], axis=0)
        raise DrystoneError(
            f"blocks {a!r} and {b!r} overlap by {-contacts.gap[worst]:.3g} m ({counted(len(deep), 'pair')} beyond "
            f"the tolerance of {tolerance:.3g} m); move or trim them (of a model `drystone check` lists them, and "
            "`--mend` trims small ones), or raise overlap_tolerance, an option of runs and an argument of statics"
        )


class GivenOverlaps:
    """How deep pairs of blocks are in each other in the assembly as it is given: a survey is not exact."""

    def __init__(self, assembly: Assembly, method: str) -> None:
        """``method``: of the detection, see `drystone.collision.detect`."""
        self._assembly, self._method = assembly, method

    @cached_property
    def _deepest(self) -> tuple[IntArray, Array]:
        """Pairs of blocks (P,) that overlap, as numbers in their order, and their deepest overlaps (P,) (m)."""
        found = detect(self._assembly, State.initial(self._assembly), 0.0, method=self._method)
        pairs, place = np.unique(pair_number(found.blocks, len(self._assembly)), return_inverse=True)
        deepest = np.zeros(len(pairs))
        np.maximum.at(deepest, place, -found.gap)
        return pairs[deepest > 0.0], deepest[deepest > 0.0]

    def between(self, contacts: Contacts) -> Array:
        """The overlap (C,) with which the blocks of each contact are given (m)."""
        pairs, deepest = self._deepest
        return np.append(deepest, 0.0)[places(pairs, pair_number(contacts.blocks, len(self._assembly)))]
