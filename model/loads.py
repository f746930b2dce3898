"""Loads on blocks: forces at points, body forces, couples; constant or functions of time.

A new type of load is a subclass of `Load`; one of drystone also has a line in `LOADS`, a user's own is registered.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, TypeVar

import numpy as np

from ..checks import FloatArray, finite_array, finite_number, function, sequence_of, text
from ..errors import DrystoneError, shown
from ..registry import Registry, subclass_check
from ..summary import Facts, Summarised, counted, listed, vector
from .assembly import Assembly
from .block import check_point
from .state import State, check_state

__all__ = ["LOADS", "BodyForce", "Couple", "Load", "Loads", "PointForce", "register_load"]

SHOWN = 6
"""Loads of a set that its summary writes out."""

Vector: TypeAlias = Sequence[float] | FloatArray | Callable[[float], Any]
"""A constant 3-vector or a function of the time (s) that returns one."""


class Load(Summarised, ABC, inline=True):
    """One load: what it adds to the forces on the blocks.

    ``name``: the kind of [[load]] that it is in scene files; the arguments of the class are its keys there.
    """

    name: ClassVar[str] = ""

    @property
    def steady(self) -> bool:
        """Whether the load never changes with time; where that is not known it is taken to change for ever."""
        return False

    @abstractmethod
    def add_to(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        """Add force (N) and moment about the centroid (N m), world axes, to ``total`` (B_all, 6) at ``time`` (s).

        ``state``: of the blocks, at the start of the step. What falls on fixed blocks is left out afterwards. A block
        that the assembly does not have is an UnknownNameError, which `Assembly.index_of` raises.
        """

    def add_to_modes(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        """Add what the load does to the modes of blocks that deform to ``total`` (B_all, m).

        Nothing, where it is spread over a block as its mass is.
        """
        return

    def add_to_first_moments(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        """Add the first moments F x' of its forces F, x from the centroid, to ``total`` (B_all, 3, 3) (N m): they
        stress a block in the mean. Nothing, where it is spread over a block as its mass is.
        """
        return


@dataclass(frozen=True, eq=False)
class PointForce(Load):
    """A force on one block at a point that moves with it.

    ``block``: name; ``force`` (3,) in N, world axes, constant or a function of time; ``point`` (3,) in m,
    world coordinates at t = 0, attached to the block; None = the centroid. It must be in or on a block that deforms.

    >>> import drystone as ds
    >>> ds.PointForce("stone", (0, 0, -100), point=(0.1, 0, 0.5))
    PointForce('stone', force (0, 0, -100) N, at (0.1, 0, 0.5) m)
    """

    name = "force"

    block: str
    force: Vector
    point: Sequence[float] | FloatArray | None = None

    def __post_init__(self) -> None:
        text(self.block, "block of a force")
        object.__setattr__(self, "force", _vector(self.force, "force"))
        if self.point is not None:
            object.__setattr__(self, "point", finite_array(self.point, (3,), "point of the force"))

    @property
    def steady(self) -> bool:
        """Whether the force is no function of time."""
        return not callable(self.force)

    def add_to(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        """The force, and its moment where it has a point."""
        i = assembly.index_of(self.block)
        force = _value(self.force, time, "force")
        total[i, :3] += force
        if self.point is not None:
            check_point(assembly.blocks[i], np.asarray(self.point), f"the force on {self.block!r} is at")
            total[i, 3:] += np.cross(state.rotation[i] @ (self.point - assembly.centroid[i]), force)

    def add_to_modes(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        """Phi'R'f at the point."""
        i = assembly.index_of(self.block)
        point = np.zeros(3) if self.point is None else self.point - assembly.centroid[i]
        Phi = assembly.elastic.shapes_at(np.array([i]), np.asarray(point)[None])[0]
        total[i] += Phi.T @ (state.rotation[i].T @ _value(self.force, time, "force"))

    def add_to_first_moments(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        """Of the force at its point."""
        i = assembly.index_of(self.block)
        if self.point is not None:
            arm = state.rotation[i] @ (self.point - assembly.centroid[i])
            total[i] += np.outer(_value(self.force, time, "force"), arm)

    def _summary(self) -> Facts:
        yield "", repr(self.block)
        yield "force", vector(self.force, "N")
        yield "at", "the centroid" if self.point is None else vector(self.point, "m")


@dataclass(frozen=True, eq=False)
class BodyForce(Load):
    """A force per unit mass, on the centroids.

    ``acceleration`` (3,) in m/s2, constant or a function of time; ``blocks``: names, None = all movable
    blocks.

    >>> import drystone as ds
    >>> ds.BodyForce((0.5, 0, 0), blocks=["stone", "lintel"])
    BodyForce(acceleration (0.5, 0, 0) m/s2, on stone, lintel)
    """

    name = "body"

    acceleration: Vector
    blocks: Sequence[str] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "acceleration", _vector(self.acceleration, "acceleration"))
        if self.blocks is not None:
            object.__setattr__(self, "blocks", sequence_of(self.blocks, str, "blocks of a body force"))

    @property
    def steady(self) -> bool:
        """Whether the acceleration is no function of time."""
        return not callable(self.acceleration)

    def add_to(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        """Mass times acceleration."""
        named = assembly.movable if self.blocks is None else [assembly.index_of(name) for name in self.blocks]
        chosen = np.asarray(named, dtype=np.int64)
        force = _value(self.acceleration, time, "acceleration")
        np.add.at(total[:, :3], chosen, assembly.mass[chosen, None] * force)

    def _summary(self) -> Facts:
        yield "acceleration", vector(self.acceleration, "m/s2")
        yield "on", "all movable blocks" if self.blocks is None else listed(self.blocks)


@dataclass(frozen=True, eq=False)
class Couple(Load):
    """A moment on one block.

    ``block``: name; ``moment`` (3,) in N m, world axes, right-handed, constant or a function of time.

    >>> import drystone as ds
    >>> ds.Couple("stone", (0, 0, 20))
    Couple('stone', moment (0, 0, 20) N m)
    """

    name = "couple"

    block: str
    moment: Vector

    def __post_init__(self) -> None:
        text(self.block, "block of a couple")
        object.__setattr__(self, "moment", _vector(self.moment, "moment"))

    @property
    def steady(self) -> bool:
        """Whether the moment is no function of time."""
        return not callable(self.moment)

    def add_to(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        """The moment."""
        total[assembly.index_of(self.block), 3:] += _value(self.moment, time, "moment")

    def _summary(self) -> Facts:
        yield "", repr(self.block)
        yield "moment", vector(self.moment, "N m")


Registered = TypeVar("Registered", bound=Load)

LOADS: Registry[type[Load]] = Registry(
    "load", None, {"force": PointForce, "body": BodyForce, "couple": Couple}, subclass_check("load", Load)
)
"""The types of loads by the kind that scene files give."""


def register_load(load: type[Registered], *, replace: bool = False) -> type[Registered]:
    """Make a class of loads known to scene files by its ``name``; returns it, as decorators do.

    ``load``: derived from `drystone.model.Load`, with the class data ``name``. In scripts its objects need no
    registration. DrystoneError for anything else, and for a name that is taken unless ``replace``.

    >>> import drystone as ds
    >>> from drystone.model.loads import LOADS, Load
    >>> with LOADS.restored():  # only so that this example leaves nothing behind
    ...     @ds.register_load
    ...     class Uplift(Load):
    ...         name = "uplift"
    ...         def add_to(self, total, assembly, state, time):
    ...             total[:, 2] += 1000.0 * time
    ...     list(LOADS)
    ['force', 'body', 'couple', 'uplift']
    """
    LOADS.register(load, replace=replace)
    return load


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
        object.__setattr__(self, "items", sequence_of(items, Load, "loads"))

    @classmethod
    def of(cls, loads: "Load | Sequence[Load] | Loads | None") -> "Loads":
        """Return Loads from nothing, one load, a sequence of loads or Loads."""
        if loads is None:
            return cls()
        if isinstance(loads, Loads):
            return loads
        return cls(sequence_of(loads, Load, "loads", single=True))

    def held(self, time: float) -> "Loads":
        """The same loads with the values that they have at a ``time`` (s), for ever."""
        at = finite_number(time, "time (s)")
        return Loads([item if item.steady else _Held(item, at) for item in self.items])

    def on_modes(self, assembly: Assembly, state: State, time: float) -> FloatArray:
        """Generalised forces (B_all, m) (N kg^-1/2) on the modes of blocks that deform.

        Of forces at points; other loads act like inertia, which deforms nothing.
        """
        total = np.zeros_like(state.deformation)
        for item in self.items:
            part = np.zeros_like(total)
            item.add_to_modes(part, assembly, state, time)
            total += part
        return total

    def first_moments(self, assembly: Assembly, state: State, time: float) -> FloatArray:
        """Sums of F x' (B_all, 3, 3) (N m) over forces F at points, x from the centroid: see
        `drystone.results.stress.mean_stress`.
        """
        total = np.zeros((len(assembly.blocks), 3, 3))
        for item in self.items:
            part = np.zeros_like(total)
            item.add_to_first_moments(part, assembly, state, time)
            total += part
        return total

    def resultant(self, assembly: Assembly, state: State, time: float) -> FloatArray:
        """Return force (N) and moment about the centroid (N m), (B_all, 6), zero on fixed blocks.

        A name that the assembly does not have raises UnknownNameError.
        """
        check_state(state, assembly)
        time = finite_number(time, "time (s)")
        total = np.zeros((len(assembly.blocks), 6))
        for item in self.items:
            _add(item, total, assembly, state, time)
            if not np.isfinite(total).all():
                raise DrystoneError(f"the force of the {type(item).__name__} is not finite at t = {time:g} s")
        total[assembly.fixed] = 0.0
        return total

    def _summary(self) -> Facts:
        yield "", f"of {counted(len(self.items), 'load')}"
        for number, item in enumerate(self.items[:SHOWN]):
            yield str(number), repr(item).replace("\n   ", "")
        if len(self.items) > SHOWN:
            yield "…", f"{len(self.items) - SHOWN} more"


@dataclass(frozen=True, eq=False)
class _Held(Load):
    """A ``load`` with the value that it has at a ``time`` (s)."""

    load: Load
    time: float

    @property
    def steady(self) -> bool:
        return True

    def add_to(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        _add(self.load, total, assembly, state, self.time)

    def add_to_modes(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        self.load.add_to_modes(total, assembly, state, self.time)

    def add_to_first_moments(self, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
        self.load.add_to_first_moments(total, assembly, state, self.time)


def _add(load: Load, total: FloatArray, assembly: Assembly, state: State, time: float) -> None:
    """`Load.add_to`, in an array of its own, so that a load that writes there instead of adding takes nothing from
    others; DrystoneError where it returns what it should have added.
    """
    add: Callable[..., object] = load.add_to
    part = np.zeros_like(total)
    returned = add(part, assembly, state, time)
    if returned is not None:
        raise DrystoneError(
            f"add_to of the {type(load).__name__} returns {shown(returned)}; it returns nothing: it adds to total in "
            "place, as in total[:, 2] += force"
        )
    total += part


def _vector(value: Any, what: str) -> Vector:
    return function(value, what) if callable(value) else finite_array(value, (3,), what)


def _value(vector: Vector, time: float, what: str) -> FloatArray:
    if callable(vector):
        return finite_array(vector(time), (3,), f"{what} at t = {time:g} s")
    return np.asarray(vector, dtype=np.float64)
