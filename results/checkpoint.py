"""Checkpoints of runs: all that the next step depends on, and all that the run has counted so far."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

import numpy as np
from numpy.typing import NDArray

from ..checks import finite_array, finite_number, index_array, instance_of, options_table, positive_number, text
from ..collision import Contacts
from ..errors import DrystoneError, shown
from ..joints import JointMemory
from ..model import Assembly, State
from ..model.state import check_modes, check_state
from ..numerics.compiled import FloatArray, IntArray, compiled
from ..numerics.groups import connected_groups
from ..summary import Facts, Summarised, counted

__all__ = ["SUMMED", "Checkpoint", "ContactRecord", "LedgerSums", "Moment", "Resting", "carries"]

Array = NDArray[np.float64]

ENTRIES = ("loads", "ground", "friction", "impact", "stabilisation", "springs", "integration", "yielding")
"""Works of a step (J) that the ledger has, each from its formula."""
SUMMED = ("elastic", *ENTRIES, "ties", "elastic_next")
"""Entries of the ledger that are not known from the state alone."""
HELD = ("elastic", "ties", "elastic_next")
"""Those of them that are held now, by springs and ties: they are the same at the start of another run."""
CARRIES = 1e-6
"""Normal impulse above which a contact counts as one that carries, over the largest among the blocks that contacts
connect. Lower, and what solvers leave at open contacts may count: with 1e-7 a house of 71 stones moves by 224 mm where
it moves by 220; with 1e-5 it moves the same."""


@dataclass(frozen=True)
class ContactRecord(Summarised, inline=True):
    """Contacts of one step and their impulses (C, 3) [n, t1, t2] (N s) over ``dt`` (s).

    ``hit`` (C,): contacts that are closed without an impulse of the step: those of an impact, after it, and those that
    have not yet come as near as they may; None: none. ``pressed`` (C,): normal impulses (N s) by which springs are left
    deformed; the associated law lifts contacts that slide, so that it is less than they carry. None: what they carry.
    """

    contacts: Contacts
    impulse: Array
    dt: float
    hit: NDArray[np.bool_] | None = None
    pressed: Array | None = None

    @property
    def left_pressed(self) -> Array:
        """``pressed``, with what contacts carry for None, (C,) (N s)."""
        return np.maximum(self.impulse[:, 0], 0.0) if self.pressed is None else self.pressed

    def closed(self, index: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Contacts (C,) that carried in the step, or are closed without; ``index`` (B_all,): `Assembly.index`."""
        carrying = carries(self.impulse[:, 0], index[self.contacts.blocks])
        return carrying if self.hit is None else carrying | self.hit

    @property
    def struck(self) -> NDArray[np.bool_]:
        """``hit``, with False for None."""
        return np.zeros(len(self.impulse), np.bool_) if self.hit is None else self.hit

    def _summary(self) -> Facts:
        yield "", f"of {counted(self.contacts.count, 'contact')}"
        yield "over", f"{self.dt:.6g} s"
        yield "largest impulse", f"{np.abs(self.impulse).max(initial=0.0):.4g} N s"


@dataclass(frozen=True, eq=False)
class Moment(Summarised):
    """All that the next step depends on, beside what acts on the assembly.

    ``state``: places and velocities. ``record``: contacts and impulses of the last step, by the keys of the contacts;
    None before the first. ``joints``: what the joints remember, None where all are dry.
    """

    state: State
    record: ContactRecord | None = None
    joints: JointMemory | None = None

    def _summary(self) -> Facts:
        yield "time", f"{self.state.time:.6g} s"
        yield "blocks", str(len(self.state.position))
        yield "contacts", "none before" if self.record is None else str(self.record.contacts.count)
        yield "joints", "dry" if self.joints is None else f"{int(np.sum(self.joints.whole))} whole at their contacts"


@dataclass(frozen=True)
class LedgerSums(Summarised):
    """What the energy ledger has counted (J): ``sums`` of its entries by name, the ``first`` total of the run and its
    ``first_potential``, and what decides on its warning: the ``least`` energy kept and the largest ``stake`` so far.
    ``first`` and ``first_potential`` are NaN where they are to be those of the state that a run starts from.
    """

    sums: Mapping[str, float]
    first: float
    first_potential: float
    least: float
    stake: float

    @property
    def renewed(self) -> "LedgerSums":
        """Nothing counted; springs and ties hold what they hold."""
        sums = {name: value if name in HELD else 0.0 for name, value in self.sums.items()}
        return LedgerSums(sums, math.nan, math.nan, 0.0, 0.0)

    @property
    def begins(self) -> bool:
        """Whether nothing is counted yet, as in `renewed`."""
        return all(isinstance(one, float) and math.isnan(one) for one in (self.first, self.first_potential))

    def check(self) -> None:
        """DrystoneError where it is none that a run has counted."""
        sums = options_table(self.sums, "sums of the ledger of a checkpoint")
        if set(sums) != set(SUMMED):
            raise DrystoneError(f"sums of the ledger of a checkpoint must be {', '.join(SUMMED)}; got {shown([*sums])}")
        kept = ("least", "stake") if self.begins else ("first", "first_potential", "least", "stake")
        numbers = {**sums, **{name: getattr(self, name) for name in kept}}
        for name, value in numbers.items():
            finite_number(value, f"{name} of the ledger of a checkpoint (J)")


@dataclass(frozen=True, eq=False)
class Resting(Summarised):
    """How long all blocks have been slow, for the verdict that they are at rest: times (s) ``since`` which they are,
    ``unchanged_since`` which joints remember what they do, ``joints``, and of the ``next`` test of their equilibrium.
    """

    since: float
    unchanged_since: float
    next: float
    joints: JointMemory | None = None

    def check(self, joints: JointMemory | None) -> None:
        """DrystoneError where it is none of a run whose joints remember ``joints``."""
        for name in ("since", "unchanged_since", "next"):
            finite_number(getattr(self, name), f"{name} of the resting of a checkpoint (s)")
        if self.joints is not None:
            _check_joints(instance_of(self.joints, JointMemory, "joints of the resting of a checkpoint"))
        if _shapes(self.joints) != _shapes(joints):
            raise DrystoneError("resting of a checkpoint has other joints than the checkpoint")


@dataclass(frozen=True, eq=False)
class Checkpoint(Summarised):
    """What a run needs to go on: ``simulate(..., start=checkpoint)`` continues it to the last bit.

    Of `Trajectory.checkpoint`, or made by `Checkpoint.of` from a state. ``moment``: see `Moment`. ``ledger``: None for
    one that starts anew. ``assembly``, ``scene``: digests of the assembly, and of it with what acts on it; "" where
    they are not known. ``version``: of drystone. ``resting``: how long all blocks have been slow; None: count anew.
    ``settled`` (B_all, 3): centroids (m) where the option ``settle`` began the run, from which verdicts count
    displacements; None: from where the blocks were built.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> whole = ds.simulate(column(2), duration=0.04, dt=0.01)
    >>> half = ds.simulate(column(2), duration=0.02, dt=0.01)
    >>> rest = ds.simulate(column(2), duration=0.02, dt=0.01, start=half.checkpoint(-1))
    >>> bool((rest.position[-1] == whole.position[-1]).all())
    True
    """

    moment: Moment
    ledger: LedgerSums | None = None
    assembly: str = ""
    scene: str = ""
    version: str = ""
    resting: Resting | None = None
    settled: Array | None = None

    @classmethod
    def of(cls, assembly: Assembly, state: State) -> "Checkpoint":
        """A start from a ``state`` of the assembly, with nothing remembered of steps before."""
        check_state(state, assembly)
        check_modes(state, assembly)
        return cls(Moment(state), assembly=assembly.digest)

    @property
    def state(self) -> State:
        """Places, velocities and the time."""
        return self.moment.state

    @property
    def renewed(self) -> "Checkpoint":
        """The same place, impulses and joints as the start of another run: at time zero, with a ledger of its own.

        For another motion or other loads on a structure that has come to rest under its own weight, for example.
        """
        moment, ledger = replace(self.moment, state=self.moment.state.renewed), self.ledger
        ledger = None if ledger is None else ledger.renewed
        return Checkpoint(moment, ledger, self.assembly, "", self.version, settled=self.settled)

    def check(self, assembly: Assembly) -> None:
        """DrystoneError where it is of another assembly."""
        instance_of(self.moment, Moment, "moment of a checkpoint")
        _check_state_arrays(instance_of(self.state, State, "state of a checkpoint"))
        check_state(self.state, assembly)
        check_modes(self.state, assembly)
        for name in ("assembly", "scene", "version"):
            text(getattr(self, name), f"{name} of a checkpoint")
        if self.assembly not in ("", assembly.digest):
            raise DrystoneError(
                "the checkpoint is of an assembly whose blocks, friction or joints differ from this one's; give the "
                "assembly of its own run, or start from its state alone: start=checkpoint.state"
            )
        if self.moment.record is not None:
            _check_record(instance_of(self.moment.record, ContactRecord, "record of a checkpoint"), len(assembly))
        if self.moment.joints is not None:
            _check_joints(instance_of(self.moment.joints, JointMemory, "joints of a checkpoint"))
        if self.ledger is not None:
            instance_of(self.ledger, LedgerSums, "ledger of a checkpoint").check()
        if self.resting is not None:
            instance_of(self.resting, Resting, "resting of a checkpoint").check(self.moment.joints)
        if self.settled is not None:
            what = "settled of a checkpoint (m)"
            finite_array(_doubles(self.settled, what), (len(assembly), 3), what)

    def _summary(self) -> Facts:
        yield from self.moment._summary()
        yield "ledger", "starts anew" if self.ledger is None or self.ledger.begins else "goes on"


def _shapes(joints: JointMemory | None) -> dict[str, tuple[int, ...]]:
    return {} if joints is None else {"": joints.whole.shape, **{name: law.shape for name, law in joints.laws.items()}}


def _check_state_arrays(state: State) -> None:
    """DrystoneError where a state was put together without its checks, and is none."""
    for name in ("position", "rotation", "velocity", "deformation", "deformation_rate"):
        _doubles(getattr(state, name), f"{name} of the state of a checkpoint")
    State(state.position, state.rotation, state.velocity, state.time, state.deformation, state.deformation_rate)


def _doubles(value: object, what: str) -> Array:
    array = instance_of(value, np.ndarray, what)
    if array.dtype != np.float64:
        raise DrystoneError(f"{what} must be an array of float64; got {shown(value)}")
    return array


def carries(normal: Array, blocks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which contacts (C,) carry by their normal impulses (C,): more than `CARRIES` of the largest among the movable
    ``blocks`` (C, 2) that they connect, -1 for fixed ones. What heavier blocks bear elsewhere has no part in it.
    """
    return _carries(np.ascontiguousarray(normal), blocks)


@compiled
def _carries(normal: FloatArray, blocks: IntArray) -> NDArray[np.bool_]:
    count = 0
    for c in range(len(blocks)):
        count = max(count, blocks[c, 0] + 1, blocks[c, 1] + 1)
    group, groups = connected_groups(blocks, count)
    largest, carrying = np.zeros(groups), np.empty(len(blocks), np.bool_)
    for c in range(len(blocks)):
        of = group[max(blocks[c, 0], blocks[c, 1])]
        largest[of] = max(largest[of], normal[c])
    for c in range(len(blocks)):
        carrying[c] = normal[c] > CARRIES * largest[group[max(blocks[c, 0], blocks[c, 1])]]
    return carrying


def _check_record(record: ContactRecord, blocks: int) -> None:
    """DrystoneError where contacts and impulses are not those of one step of an assembly of so many blocks."""
    what = "of the record of a checkpoint"
    contacts = instance_of(record.contacts, Contacts, f"contacts {what}")
    count = len(index_array(contacts.blocks, (None, 2), f"blocks {what}", blocks))
    for one in fields(Contacts):
        values, example = getattr(contacts, one.name), getattr(Contacts.empty(), one.name)
        if not isinstance(values, np.ndarray) or values.dtype != example.dtype:
            raise DrystoneError(f"{one.name} {what} must be an array of the type {example.dtype}; got {shown(values)}")
        if values.shape != (count, *example.shape[1:]):
            raise DrystoneError(f"{one.name} {what} has the shape {values.shape}; it is of {counted(count, 'contact')}")
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            raise DrystoneError(f"{one.name} {what} has NaN or infinite entries")
    _doubles(record.impulse, f"impulse {what} (N s)")
    finite_array(record.impulse, (count, 3), f"impulse {what} (N s)", largest=np.inf)
    if record.pressed is not None:
        _doubles(record.pressed, f"pressed {what} (N s)")
        finite_array(record.pressed, (count,), f"pressed {what} (N s)", largest=np.inf)
    positive_number(record.dt, f"dt {what} (s)")
    hit = record.hit
    if hit is not None and not (isinstance(hit, np.ndarray) and hit.dtype == np.bool_ and hit.shape == (count,)):
        raise DrystoneError(f"hit {what} must be truth values of {counted(count, 'contact')}; got {shown(hit)}")


def _check_joints(joints: JointMemory) -> None:
    """DrystoneError where what is remembered is none of joints; how many there are, their laws know."""
    whole = joints.whole
    if not (isinstance(whole, np.ndarray) and whole.dtype == np.bool_ and whole.ndim == 1):
        raise DrystoneError(f"whole of the joints of a checkpoint must be truth values; got {shown(whole)}")
    for name, values in options_table(joints.laws, "laws of the joints of a checkpoint").items():
        if not (isinstance(values, np.ndarray) and values.dtype.kind == "f" and np.isfinite(values).all()):
            raise DrystoneError(f"{name} of the joints of a checkpoint must be finite numbers; got {shown(values)}")
