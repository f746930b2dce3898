"""What a joint law with memory is: bonds that lie beside the contact, and what remembers how joints have fared."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..formulations import JointRows
from ..model import Assembly, State
from ..model.joints import Joint
from ..numerics.compiled import IntArray
from ..summary import Summarised

__all__ = ["JointLaw", "JointMemory"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class JointMemory(Summarised):
    """What the joints of an assembly remember; a step that is accepted makes another one of it.

    ``whole`` (J,): whether the bond at the contacts of a joint is whole. ``laws``: for each law with memory, by name,
    its array (M, ...) with an entry for each of its bonds.
    """

    whole: Flags
    laws: Mapping[str, Array] = field(default_factory=dict)

    def same_as(self, other: "JointMemory") -> bool:
        """Whether all that is remembered is equal to the last bit."""
        return (
            np.array_equal(self.whole, other.whole)
            and self.laws.keys() == other.laws.keys()
            and all(np.array_equal(self.laws[name], other.laws[name]) for name in self.laws)
        )


class JointLaw(ABC):
    """The bonds of one law, which lie beside the contacts of their joints: M bonds between points of two blocks.

    Such a law adds rows to the step. It knows its bonds, made once from the contacts of the assembly's initial state,
    and remembers nothing: what a bond has gone through is an array ``memory`` (M, ...) of floats that it is given, and
    that it answers with a new one. A joint belongs to the law that its `Joint.law` names.

    ``joint`` (M,): number of the joint of each bond.
    """

    name: ClassVar[str]
    joint: IntArray

    @classmethod
    @abstractmethod
    def of(cls, contacts: Contacts, joint: IntArray, laws: Sequence[Joint], area: Array, state: State) -> Any:
        """A bond at each of the initial ``contacts``, of the joints ``joint`` (C,) with the ``laws``, [C] long, and the
        shares (C,) of their areas (m2, or 1), in the initial ``state``.
        """

    @property
    @abstractmethod
    def initial(self) -> Array:
        """The memory of sound bonds, (M, ...)."""

    @abstractmethod
    def alive(self, memory: Array) -> IntArray:
        """Places (K,) of the bonds that are not broken."""

    @abstractmethod
    def contacts(self, chosen: IntArray, state: State) -> Contacts:
        """The ``chosen`` bonds (K,) as contacts: the points of their ends and a normal, ``gap`` being their opening.
        Their keys are the pair of pieces and `drystone.collision.contacts.BOND` or less.

        Where the blocks would have them undeformed: blocks that deform displace them afterwards.
        """

    @abstractmethod
    def rows(self, memory: Array, chosen: IntArray, ends: Contacts, foreseen: Contacts, dt: float) -> JointRows:
        """Their law in a step of ``dt`` (s): ``ends`` are the bonds as `contacts` at its start, ``foreseen`` at its end
        where blocks keep their velocities.
        """

    @abstractmethod
    def after(
        self, memory: Array, chosen: IntArray, reached: Flags, ends: Contacts, foreseen: Contacts, dt: float
    ) -> Array:
        """The memory after a step of ``dt`` (s) that left the bonds at ``ends``, as `contacts`; ``reached`` (K,): the
        impulse is at the end of its cone; ``foreseen``: as `rows` had it. A new array of the shape of ``memory``,
        finite; `DrystoneError` for another.
        """

    @abstractmethod
    def strengths(self, memory: Array, chosen: IntArray, assembly: Assembly) -> tuple[Array, Array]:
        """Constant cohesion (K,) and tensile strength (K,) (N); `DrystoneError` for a law that has none."""
