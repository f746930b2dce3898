"""Overlaps that an assembly is given with."""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError
from ..model import Assembly, State
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
            f"the tolerance of {tolerance:.3g} m); move or trim them, or raise overlap_tolerance, an option of "
            "runs and an argument of statics"
        )


class GivenOverlaps:
    """How deep pairs of blocks are in each other in the assembly as it is given: a survey is not exact."""

    def __init__(self, assembly: Assembly, method: str = "clip") -> None:
        """``method``: of the detection, see `drystone.collision.detect`."""
        self._assembly, self._method = assembly, method

    @cached_property
    def _deepest(self) -> dict[tuple[int, int], float]:
        """The deepest overlap (m) of each pair that has one."""
        found = detect(self._assembly, State.initial(self._assembly), 0.0, method=self._method)
        deepest: dict[tuple[int, int], float] = {}
        for (a, b), gap in zip(found.blocks.tolist(), found.gap.tolist(), strict=True):
            if gap < 0.0:
                deepest[a, b] = max(deepest.get((a, b), 0.0), -gap)
        return deepest

    def between(self, contacts: Contacts) -> Array:
        """The overlap (C,) with which the blocks of each contact are given (m)."""
        pairs = map(tuple, contacts.blocks.tolist())
        return np.array([self._deepest.get(pair, 0.0) for pair in pairs]) if self._deepest else np.zeros(contacts.count)
