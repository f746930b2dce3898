"""Loads on blocks: forces at points, body forces, couples; constant or functions of time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ..checks import FloatArray, finite_array, finite_number, function, sequence_of, text
from ..summary import Facts, Summarised, counted, listed, vector
from .assembly import Assembly
from .state import State, check_state

__all__ = ["BodyForce", "Couple", "Load", "Loads", "PointForce"]

SHOWN = 6
"""Loads of a set that its summary writes out."""

Vector: TypeAlias = Sequence[float] | FloatArray | Callable[[float], Any]
"""A constant 3-vector or a function of the time (s) that returns one."""


@dataclass(frozen=True, eq=False)
class PointForce(Summarised, inline=True):
    """A force on one block at a point that moves with it.

    ``block``: name; ``force`` (3,) in N, world axes, constant or a function of time; ``point`` (3,) in m,
    world coordinates at t = 0, attached to the block; None = the centroid.

    >>> import drystone as ds
    >>> ds.PointForce("stone", (0, 0, -100), point=(0.1, 0, 0.5))
    PointForce('stone', force (0, 0, -100) N, at (0.1, 0, 0.5) m)
    """

    block: str
    force: Vector
    point: Sequence[float] | FloatArray | None = None

    def __post_init__(self) -> None:
        text(self.block, "block of a force")
        object.__setattr__(self, "force", _vector(self.force, "force"))
        if self.point is not None:
            object.__setattr__(self, "point", finite_array(self.point, (3,), "point of the force"))

    def _summary(self) -> Facts:
        yield "", repr(self.block)
        yield "force", vector(self.force, "N")
        yield "at", "the centroid" if self.point is None else vector(self.point, "m")


@dataclass(frozen=True, eq=False)
class BodyForce(Summarised, inline=True):
    """A force per unit mass, on the centroids.

    ``acceleration`` (3,) in m/s2, constant or a function of time; ``blocks``: names, None = all movable
    blocks.

    >>> import drystone as ds
    >>> ds.BodyForce((0.5, 0, 0), blocks=["stone", "lintel"])
    BodyForce(acceleration (0.5, 0, 0) m/s2, on stone, lintel)
    """

    acceleration: Vector
    blocks: Sequence[str] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "acceleration", _vector(self.acceleration, "acceleration"))
        if self.blocks is not None:
            object.__setattr__(self, "blocks", sequence_of(self.blocks, str, "blocks of a body force"))

    def _summary(self) -> Facts:
        yield "acceleration", vector(self.acceleration, "m/s2")
        yield "on", "all movable blocks" if self.blocks is None else listed(self.blocks)


@dataclass(frozen=True, eq=False)
class Couple(Summarised, inline=True):
    """A moment on one block.

    ``block``: name; ``moment`` (3,) in N m, world axes, right-handed, constant or a function of time.

    >>> import drystone as ds
    >>> ds.Couple("stone", (0, 0, 20))
    Couple('stone', moment (0, 0, 20) N m)
    """

    block: str
    moment: Vector

    def __post_init__(self) -> None:
        text(self.block, "block of a couple")
        object.__setattr__(self, "moment", _vector(self.moment, "moment"))

    def _summary(self) -> Facts:
        yield "", repr(self.block)
        yield "moment", vector(self.moment, "N m")


Load: TypeAlias = PointForce | BodyForce | Couple
KINDS: tuple[type[Load], ...] = (PointForce, BodyForce, Couple)


@dataclass(frozen=True, eq=False)
class Loads(Summarised):
    """A set of loads acting together.

    >>> import drystone as ds
    >>> loads = ds.Loads([ds.PointForce("stone", (0, 0, -100)), ds.BodyForce((0.5, 0, 0))])
    >>> len(loads.items)
    2
    """

    items: tuple[Load, ...] = ()

    def __init__(self, items: Sequence[Load] = ()) -> None:
        object.__setattr__(self, "items", sequence_of(items, KINDS, "loads"))

    @classmethod
    def of(cls, loads: "Load | Sequence[Load] | Loads | None") -> "Loads":
        """Return Loads from nothing, one load, a sequence of loads or Loads."""
        if loads is None:
            return cls()
        if isinstance(loads, Loads):
            return loads
        return cls(sequence_of(loads, KINDS, "loads", single=True))

    def resultant(self, assembly: Assembly, state: State, time: float) -> FloatArray:
        """Return force (N) and moment about the centroid (N m), (B_all, 6), zero on fixed blocks.

        A name that the assembly does not have raises UnknownNameError.
        """
        check_state(state, assembly)
        time = finite_number(time, "time (s)")
        total = np.zeros((len(assembly.blocks), 6))
        for item in self.items:
            if isinstance(item, BodyForce):
                chosen = (
                    assembly.movable
                    if item.blocks is None
                    else np.array([assembly.index_of(name) for name in item.blocks], dtype=np.int64)
                )
                force = _value(item.acceleration, time, "acceleration")
                np.add.at(total[:, :3], chosen, assembly.mass[chosen, None] * force)
            elif isinstance(item, Couple):
                total[assembly.index_of(item.block), 3:] += _value(item.moment, time, "moment")
            else:
                i = assembly.index_of(item.block)
                force = _value(item.force, time, "force")
                total[i, :3] += force
                if item.point is not None:
                    total[i, 3:] += np.cross(state.rotation[i] @ (item.point - assembly.centroid[i]), force)
        total[assembly.fixed] = 0.0
        return total

    def _summary(self) -> Facts:
        yield "", f"of {counted(len(self.items), 'load')}"
        for number, item in enumerate(self.items[:SHOWN]):
            yield str(number), repr(item).replace("\n   ", "")
        if len(self.items) > SHOWN:
            yield "…", f"{len(self.items) - SHOWN} more"


def _vector(value: Any, what: str) -> Vector:
    return function(value, what) if callable(value) else finite_array(value, (3,), what)


def _value(vector: Vector, time: float, what: str) -> FloatArray:
    if callable(vector):
        return finite_array(vector(time), (3,), f"{what} at t = {time:g} s")
    return np.asarray(vector, dtype=np.float64)
