"""What a run started from and what its joints remember, as arrays of a results file: with them it can go on.

``origin/state``: position, rotation, velocity, time. ``origin/record``: contacts and impulses of the step before, where
there are any. ``origin/resting``: for how long blocks have been slow. ``origin/settled`` (B_all, 3): where the option
``settle`` began the run, if it did. ``origin/ledger`` (n,): the sums in the order of `SUMMED`, then first,
first_potential, least and stake.
``joints/whole`` (T, J), ``joints/laws/<name>`` (T, M, ...): at the recorded times; those of the origin are the first.
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from ..collision import Contacts
from ..errors import DrystoneError
from ..joints import JointMemory
from ..model import State
from ..results import Checkpoint, ContactRecord, Moment
from ..results.checkpoint import LedgerSums, Resting
from ..results.energy import SUMMED
from .fields import Fields

__all__ = ["checkpoint_arrays", "contact_fields", "joint_arrays", "memory_fields", "read_checkpoint", "read_joints"]

STATE = ("position", "rotation", "velocity", "time")
MODAL = ("deformation", "deformation_rate")
"""Arrays (T, B_all, m) of recorded states, where blocks deform."""
LEDGER = ("first", "first_potential", "least", "stake")
SHARE = "share"
"""Of contacts; in files that were written before there was one it is what `Contacts` has unless given."""
BEFORE_TIES, BEFORE_HALVES = 8, 10
"""Sums of the ledger in files that were written before there were ties, whose two came then, and before `elastic_next`,
which was `elastic`."""


def checkpoint_arrays(origin: Checkpoint) -> dict[str, Any]:
    """The arrays of a checkpoint, with what its joints remember under ``joints/``."""
    moment = origin.moment
    modal = MODAL if moment.state.deformation.size else ()
    arrays: dict[str, Any] = {f"state/{name}": getattr(moment.state, name) for name in (*STATE, *modal)}
    arrays |= {name: np.str_(getattr(origin, name)) for name in ("assembly", "scene", "version")}
    if moment.record is not None:
        record = moment.record
        arrays |= {f"record/{one.name}": getattr(record.contacts, one.name) for one in fields(Contacts)}
        arrays |= {"record/impulse": record.impulse, "record/dt": record.dt, "record/hit": record.struck}
        arrays |= {} if record.pressed is None else {"record/pressed": record.pressed}
    if moment.joints is not None:
        arrays |= {f"joints/{name}": array for name, array in joint_arrays([moment.joints]).items()}
    if origin.ledger is not None:
        sums = [origin.ledger.sums[name] for name in SUMMED]
        arrays["ledger"] = np.array([*sums, *(getattr(origin.ledger, name) for name in LEDGER)])
    if origin.settled is not None:
        arrays["settled"] = origin.settled
    if origin.resting is not None:
        resting = origin.resting
        arrays["resting/times"] = np.array([resting.since, resting.unchanged_since, resting.next])
        if resting.joints is not None:
            arrays |= {f"resting/joints/{name}": array for name, array in joint_arrays([resting.joints]).items()}
    return arrays


def joint_arrays(memories: Sequence[JointMemory | None]) -> dict[str, Any]:
    """The arrays of what joints remember; none where all are dry."""
    known = [memory for memory in memories if memory is not None]
    if not known or len(known) < len(memories):
        return {}
    arrays = {"whole": np.array([memory.whole for memory in known])}
    return arrays | {f"laws/{law}": np.array([memory.laws[law] for memory in known]) for law in known[0].laws}


def read_joints(content: Fields, times: int) -> tuple[JointMemory | None, ...]:
    """What joints remember at the recorded times; DrystoneError where the arrays do not fit."""
    if not content.names:
        return (None,) * times
    whole = content("whole", "b", times, None)
    laws = content.within("laws")
    arrays = {name: laws.rows(name, "f", times) for name in laws.names}
    return tuple(JointMemory(whole[i], {name: array[i] for name, array in arrays.items()}) for i in range(times))


def read_checkpoint(content: Fields, blocks: int, joints: JointMemory | None = None) -> Checkpoint:
    """The checkpoint; DrystoneError where its arrays do not fit. ``joints``: of older files, which have them apart."""
    joints = read_joints(content.within("joints"), 1)[0] or joints
    state = content.within("state")
    read = State(
        position=state("position", "f", blocks, 3),
        rotation=state("rotation", "f", blocks, 3, 3),
        velocity=state("velocity", "f", blocks, 6),
        time=float(state("time", "f")),
        **{name: state(name, "f", blocks, None) for name in MODAL if name in state},
    )
    record, before = content.within("record"), None
    if record.names:
        impulse = record("impulse", "f", None, 3)
        arrays = contact_fields(record, len(impulse), blocks)
        length = float(record("dt", "f"))
        if not length > 0.0:
            raise DrystoneError("origin/record/dt is not positive")
        before = ContactRecord(Contacts(**arrays), impulse, length, *memory_fields(record, len(impulse)))
    ledger = None
    if "ledger" in content:
        values = content("ledger", "f", None).tolist()
        count = len(values) - len(LEDGER)
        if count not in (len(SUMMED), BEFORE_TIES, BEFORE_HALVES):
            raise DrystoneError(f"ledger has {len(values)} numbers; it has {len(SUMMED) + len(LEDGER)}")
        sums = dict.fromkeys(SUMMED, 0.0) | dict(zip(SUMMED, values[:count], strict=False))
        if count < len(SUMMED):
            sums["elastic_next"] = sums["elastic"]
        ledger = LedgerSums(sums, *values[count:])
    assembly, scene, version = (content.text(name) for name in ("assembly", "scene", "version"))
    resting = _read_resting(content.within("resting"))
    settled = content("settled", "f", blocks, 3) if "settled" in content else None
    return Checkpoint(Moment(read, before, joints), ledger, assembly, scene, version, resting, settled)


def _read_resting(content: Fields) -> Resting | None:
    if not content.names:
        return None
    since, unchanged_since, following = content("times", "f", 3).tolist()
    return Resting(since, unchanged_since, following, read_joints(content.within("joints"), 1)[0])


def memory_fields(group: Fields, count: int) -> tuple[Any, ...]:
    """``hit`` and ``pressed`` of the record of ``count`` contacts; DrystoneError where they do not fit."""
    return group("hit", "b", count), group("pressed", "f", count) if "pressed" in group else None


def contact_fields(group: Fields, count: int, blocks: int) -> dict[str, Any]:
    """The arrays of ``count`` contacts among ``blocks`` blocks; DrystoneError where they do not fit."""
    kinds = {name: example for name, example in vars(Contacts.empty()).items() if name != SHARE or name in group}
    arrays = {name: group(name, *_kind(example, count)) for name, example in kinds.items()}
    if np.any((arrays["blocks"] < 0) | (arrays["blocks"] >= blocks)):
        raise DrystoneError(f"contacts/blocks names blocks that are not among the {blocks} there are")
    shares = arrays.get(SHARE, np.ones(1))
    if np.any((shares <= 0.0) | (shares > 1.0)):
        raise DrystoneError(f"contacts/{SHARE} has shares of joints that are not between 0 and 1")
    return {name: arrays[name].astype(example.dtype) for name, example in kinds.items()}


def _kind(example: Any, count: int) -> tuple[Any, ...]:
    """What `Fields` is asked for to have an array as the empty ``example``, with ``count`` rows."""
    return ("f" if example.dtype.kind == "f" else "iu", count, *example.shape[1:])
