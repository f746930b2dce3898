"""Initial states whose blocks overlap."""

import numpy as np

from ..errors import DrystoneError
from ..model import Assembly
from ..summary import counted
from .contacts import Contacts

__all__ = ["refuse_overlap"]


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
