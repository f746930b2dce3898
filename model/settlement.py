"""Settlements: prescribed motion of supports."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..checks import FloatArray, finite_array, finite_number, positive_number, sequence_of
from ..errors import DrystoneError
from ..numerics.rotations import exponential
from ..summary import Facts, Summarised, listed, vector

if TYPE_CHECKING:
    from .assembly import Assembly

__all__ = ["Settlement", "read_settlements", "settled"]

NONE = (0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False)
class Settlement(Summarised, inline=True):
    """A motion of fixed blocks, on top of that of the ground, which ends in a new place.

    ``blocks``: names of fixed blocks, or one name. ``displacement`` (3,): of each of them at the end (m).
    ``rotation`` (3,): rotation vector about each block's own centroid at the end (rad), world axes, right-handed; None
    for no rotation. The fraction that is reached at the time t is

        r(t) = 1/2 (1 - cos(pi (t - start) / duration)),    0 before ``start``, 1 after start + duration (s),

    so that velocities begin and end at zero; the greatest speed is pi/2 displacement/duration.

    >>> import drystone as ds
    >>> sinking = ds.Settlement("left support", displacement=(0, 0, -0.01), start=1.0, duration=2.0)
    >>> [round(sinking.fraction(time), 6) for time in (1.0, 2.0, 3.0)]
    [0.0, 0.5, 1.0]
    """

    blocks: Sequence[str]
    displacement: Sequence[float] | FloatArray = NONE
    start: float = 0.0
    duration: float = 1.0
    rotation: Sequence[float] | FloatArray | None = None

    def __post_init__(self) -> None:
        names = sequence_of(self.blocks, str, "blocks of a settlement (names of fixed blocks)", single=True, least=1)
        if len(set(names)) < len(names):
            raise DrystoneError(f"blocks of a settlement are {self.blocks!r}; name each block once")
        object.__setattr__(self, "blocks", names)
        object.__setattr__(self, "start", finite_number(self.start, "start of a settlement (s)", least=0.0))
        object.__setattr__(self, "duration", positive_number(self.duration, "duration of a settlement (s)"))
        turn = NONE if self.rotation is None else self.rotation
        for name, value in (("displacement", self.displacement), ("rotation", turn)):
            object.__setattr__(self, name, finite_array(value, (3,), f"{name} of a settlement"))

    def fraction(self, time: float) -> float:
        """r(t): the share of the settlement that is reached at ``time`` (s), from 0 to 1."""
        passed = min(max((finite_number(time, "time (s)") - self.start) / self.duration, 0.0), 1.0)
        return 0.5 * (1.0 - float(np.cos(np.pi * passed)))

    def _summary(self) -> Facts:
        yield "of", listed(self.blocks)
        yield "displacement", vector(self.displacement, "m")
        if self.rotation is not None and np.any(self.rotation):
            yield "rotation", vector(self.rotation, "rad")
        yield "from", f"{self.start:.4g} s"
        yield "to", f"{self.start + self.duration:.4g} s"


def read_settlements(settlements: object, assembly: "Assembly") -> tuple[Settlement, ...]:
    """Settlements from nothing, one or a sequence; DrystoneError for other things and blocks that are not fixed."""
    if settlements is None:
        return ()
    given = sequence_of(settlements, Settlement, "settlements", single=True)
    for settlement in given:
        for name in settlement.blocks:
            if not assembly.fixed[assembly.index_of(name)]:
                raise DrystoneError(
                    f"block {name!r} settles and is movable; only fixed blocks do, make it one with fixed=True"
                )
    return given


def settled(
    settlements: Sequence[Settlement], assembly: "Assembly", time: float = np.inf
) -> tuple[FloatArray, FloatArray]:
    """Displacements (B_all, 3) (m) and rotations (B_all, 3, 3) by settlements at ``time`` (s), at their end by default.

    Displacements of several settlements of a block are added, rotations follow each other in the given order.
    """
    displacement = np.zeros((len(assembly), 3))
    rotation = np.tile(np.eye(3), (len(assembly), 1, 1))
    for settlement in settlements:
        chosen = [assembly.index_of(name) for name in settlement.blocks]
        fraction = settlement.fraction(min(time, settlement.start + settlement.duration))
        displacement[chosen] += fraction * np.asarray(settlement.displacement)
        rotation[chosen] = exponential(fraction * np.asarray(settlement.rotation)[None])[0] @ rotation[chosen]
    return displacement, rotation
