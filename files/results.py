"""Results on disk: one HDF5 file for each run, arrays only, read back exactly; see `drystone.files.contents`.

While a run goes on they are in a folder ``<name>.unfinished`` beside it, one file for each part
(`drystone.files.result_store`); files of earlier versions (.npz) are still read.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..checks import file_path, finite_number, instance_of, positive_number, printable_text, whole_number
from ..collision import Contacts
from ..disk import is_file, is_folder, readable_file, reading
from ..errors import DrystoneError
from ..results import Checkpoint, ContactRecord, Trajectory
from ..results.trajectory import steps_with_contacts
from ..results.watch import read_criteria
from ..summary import Facts, Summarised, counted, listed
from .about import read_about
from .contents import (
    MODAL,
    Content,
    check_format,
    column_content,
    criteria_content,
    end_content,
    header_content,
    json_text,
    row_content,
    shapes,
    table,
)
from .fields import Fields, read_fields
from .hdf5 import MOST, opened, written
from .stored_assembly import read_assembly_arrays
from .stored_checkpoint import checkpoint_arrays, contact_fields, read_checkpoint, read_joints
from .stored_fields import ChainedArrays, StoredArrays, put
from .stored_records import RecordSegment, StoredRecords
from .stored_scene import load_arrays, read_load_arrays, read_scene_arrays

__all__ = ["StoredRun", "locate", "open", "open_run", "save", "with_contacts"]

WHAT = "results file"
UNTESTED = "blocks are at rest, but the run was made by a version of drystone that did not test whether they stand"
SUFFIX = ".h5"
OLD_SUFFIX = ".npz"
NAME = f"result{SUFFIX}"
"""Name of the file in a folder of results, as `drystone run` makes it."""
OLD_NAME = f"trajectory{OLD_SUFFIX}"
UNFINISHED = ".unfinished"
"""End of the name of the folder that holds a run that has not reached its end."""
HEAD = f"run{SUFFIX}"
"""Name in that folder of what is there once."""
PARTS = f"part-*{SUFFIX}"
ABOUT = "about.json"
SETTINGS = ("dt", "formulation", "form", "solver", "integrator", "options", "record_every")
"""Arguments of `simulate` that are stored by name, beside the ``end`` of the run (s)."""
END_OF_STEP = 1e-6
"""Share of dt up to which a time counts as the end of the step before."""


@dataclass(frozen=True)
class StoredRun(Summarised):
    """What a results file holds: ``path`` of the file (of the folder, where the run has not reached its end), the
    ``trajectory`` with its assembly, and ``about``: what is known of the run beside it (the name of its scene, its
    settings, its warnings), empty where that was nothing. ``settings``: the arguments of `simulate` by name.
    """

    path: Path
    trajectory: Trajectory
    about: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def finished(self) -> bool:
        """Whether the run has reached its end; else `drystone resume` goes on with it."""
        return self.path.suffix != UNFINISHED

    @property
    def remains(self) -> bool:
        """Whether steps remain up to the end that the run was to have."""
        with reading(self.path, WHAT):
            end, dt = finite_number(self.settings["end"], "end (s)"), positive_number(self.settings["dt"], "dt (s)")
        return end - self.checkpoint().state.time > END_OF_STEP * dt

    def checkpoint(self, time: float | None = None) -> Checkpoint:
        """The last stored checkpoint at or before a ``time`` (s), None: the last of all.

        DrystoneError where the file holds none so early.
        """
        wanted = np.inf if time is None else finite_number(time, "time (s)")
        with _content(self.path) as content:
            return _checkpoint(content, wanted, len(self.trajectory.names))

    def arguments(self, start: float | None = None, end: float | None = None) -> dict[str, Any]:
        """The arguments of `simulate` that make the steps from the last checkpoint at or before ``start`` (s), None:
        the last, up to ``end`` (s), None: the end that the run was to have. All steps are recorded, with contacts.

        >>> import drystone as ds, tempfile
        >>> from drystone.structures import column
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     run = ds.simulate(column(2), 0.05, 0.01, store=ds.ResultStore(f"{folder}/run.h5", contacts=1))
        ...     again = ds.simulate(**ds.open_run(f"{folder}/run.h5").arguments(0.0, 0.03))
        >>> len(run.contacts(-1)), len(again.contacts(2))
        (8, 8)
        """
        given = self._given(self.checkpoint(start), end)
        return {**given, "record_every": 1, "options": {**(given["options"] or {}), "record_contacts": True}}

    def remaining(self) -> dict[str, Any]:
        """The arguments of `simulate` with which a run that was ended goes on to its end, as it was begun.

        To the last bit where their ``store`` is `ResultStore.resumed`. DrystoneError where nothing remains.
        """
        return self._given(self.checkpoint(), None)

    def _given(self, origin: Checkpoint, end: float | None) -> dict[str, Any]:
        assembly = self.trajectory.assembly
        with reading(self.path, WHAT), _content(self.path) as content:
            missing = content.text("unset") if "unset" in content else "it was stored without its scene"
            if missing or assembly is None:
                raise DrystoneError(f"{str(self.path)!r} does not hold all that its run was made of: {missing}")
            scene = read_scene_arrays(content.within("scene"), assembly)
            named = {name: self.settings[name] for name in SETTINGS}
            step = positive_number(named["dt"], "dt (s)")
            last = finite_number(self.settings["end"] if end is None else end, "end (s)")
        span = last - origin.state.time
        if span <= END_OF_STEP * step:
            told = (
                "" if self.finished else "; `drystone resume` or ResultStore.resumed(path).join() makes one file of it"
            )
            raise DrystoneError(
                f"nothing remains: asked for up to {last:g} s, the run is at {origin.state.time:g} s{told}"
            )
        gravity = self.trajectory.gravity
        return {"assembly": assembly, "gravity": gravity, "start": origin, **scene, **named, "duration": span}

    def _summary(self) -> Facts:
        run = self.trajectory
        yield "file", str(self.path)
        yield (
            "trajectory",
            f"{run.time[-1]:.6g} s, {counted(len(run.time), 'state')} of {counted(len(run.names), 'block')}",
        )
        yield "assembly", "none" if run.assembly is None else f"of {counted(len(run.assembly), 'block')}"
        yield "about", listed(list(self.about)) or "nothing"


def save(trajectory: Trajectory, path: str | Path, about: Mapping[str, Any] | None = None) -> Path:
    """Write ``trajectory`` to ``path``, which ends in .h5, and return the path.

    ``about``: anything JSON can hold that should be known of the run. The file is replaced whole or not at all.
    DrystoneError for another suffix, a folder that does not exist, or a file that cannot be written.
    """
    run = instance_of(trajectory, Trajectory, "trajectory")
    path = results_path(path)
    content = header_content(run.assembly, run.names, run.gravity, run.acts_until, run.origin)
    if run.loads is not None:
        content |= {f"scene/{name}": array for name, array in load_arrays(run.loads).items()}
    content |= column_content(run.energy, run.steps)
    states = {name: getattr(run, name) for name in (*shapes(0, 0), *MODAL)}
    content |= row_content(states, run.energy, run.steps, run.records, run.joint_memories)
    if run.origin is not None and len(run.steps) and run.records[-1] is not None:
        ends = checkpoint_arrays(run.checkpoint(-1)) | {"row": np.array(len(run.time) - 1)}
        content |= {f"checkpoints/0/{name}": array for name, array in ends.items()}
    content |= criteria_content(run.criteria)
    content |= end_content(run.complete, run.at_rest, run.doubt) | {"about": np.array(json_text(about))}
    write_content(path, content)
    return path


def results_path(path: Any) -> Path:
    """The path of a file that results can be written to; DrystoneError for any other."""
    path = file_path(path, f"path of the {WHAT}")
    if path.suffix != SUFFIX:
        raise DrystoneError(f"results are stored in files ending in {SUFFIX}; got {str(path)!r}")
    return path


def write_content(path: Path, content: Content) -> None:
    """Write named arrays as one file."""
    with written(path, WHAT) as file:
        for name, array in content.items():
            put(file, name, array)


def open(path: str | Path) -> Trajectory:
    """The trajectory that `drystone run` or `save` stored, with its assembly; ``path``: of the file, or of its folder.

    Also of a run that still goes on, or was ended before its end: as far as it came. DrystoneError for a file that is
    missing, damaged, of another version or something else.

    >>> import drystone as ds, tempfile
    >>> from drystone.files import save
    >>> from drystone.structures import column
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save(ds.simulate(column(2), duration=0.01, dt=0.005), f"{folder}/result.h5")
    ...     run = ds.open(folder)
    >>> run.assembly.names == run.names
    True
    """
    return open_run(path).trajectory


def open_run(path: str | Path) -> StoredRun:
    """As `open`, with what is known of the run beside its history.

    >>> import drystone as ds, tempfile
    >>> from drystone.structures import column
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     store = ds.ResultStore(f"{folder}/run.h5", about={"scene": "two drums"})
    ...     run = ds.simulate(column(2), 0.02, 0.01, store=store)
    ...     stored = ds.open_run(f"{folder}/run.h5")
    >>> stored.about["scene"], stored.finished
    ('two drums', True)
    """
    chosen = locate(path)
    with _content(chosen) as content:
        about = read_about(json.loads(content.text("about"))) if "about" in content else {}
        settings = read_about(json.loads(content.text("settings"))) if "settings" in content else {}
        return StoredRun(chosen, _trajectory(chosen, content), about, settings)


def locate(path: str | Path) -> Path:
    """The file of a run that has reached its end, or the folder of one that has not: by its own path, that of the
    folder that holds it, or that which the file has or will have.
    """
    given = file_path(path, f"path of the {WHAT}")
    if given.suffix == UNFINISHED and is_folder(given):
        return given
    if is_folder(given) or not given.suffix:
        candidates = [given / NAME, given / Path(NAME).with_suffix(UNFINISHED), given / OLD_NAME]
    elif given.suffix in (SUFFIX, OLD_SUFFIX):
        candidates = [given, given.with_suffix(UNFINISHED)]
    else:
        raise DrystoneError(f"results are stored in files ending in {SUFFIX}; got {str(given)!r}")
    return next((one for one in candidates if is_file(one) or is_folder(one)), candidates[0])


def with_contacts(trajectory: Trajectory, most: int | None) -> Trajectory:
    """The same history with the contacts of at most so many steps: evenly spread, the last with contacts among them.

    ``most``: 0 for none, None for all that there are.
    """
    instance_of(trajectory, Trajectory, "trajectory")
    if most is None:
        return trajectory
    kept = steps_with_contacts(trajectory)
    count = min(whole_number(most, "number of steps with contacts", least=0), len(kept))
    from_the_end = np.round(np.linspace(0, max(0, len(kept) - 1), count)).astype(np.int64)
    wanted = set(kept[::-1][from_the_end].tolist())
    records = tuple(record if i in wanted else None for i, record in enumerate(trajectory.records))
    return replace(trajectory, records=records)


@contextmanager
def _content(path: Path) -> Iterator[Fields]:
    """The arrays of a run: of a file, or of the folder of one that has not reached its end."""
    missing = "; `drystone run SCENE --out DIR` writes one"
    if path.suffix == OLD_SUFFIX:
        readable_file(path, WHAT, MOST, missing)
        with reading(path, WHAT):
            content = read_fields(path)
            check_format(content)
            yield content
        return
    if path.suffix != UNFINISHED:
        with opened(path, WHAT, missing) as file:
            content = Fields(StoredArrays(file))
            check_format(content)
            yield content
        return
    with ExitStack() as stack, reading(path, WHAT):
        head = StoredArrays(stack.enter_context(opened(path / HEAD, WHAT, missing)))
        check_format(Fields(head))
        parts = [StoredArrays(stack.enter_context(opened(part, WHAT))) for part in sorted(path.glob(PARTS))]
        if not parts:
            raise DrystoneError("the run was ended before its first state was written; run the scene again")
        about = path / ABOUT
        told = {"about": np.array(about.read_text("utf-8"))} if is_file(about) else {}
        yield Fields(ChainedArrays({**head, **told, **end_content(False, False, "")}, parts))


def _trajectory(path: Path, content: Fields) -> Trajectory:
    names = tuple(printable_text(name, "a block's name") for name in content("names", "U", None).tolist())
    times = len(content("time", "f", None))
    if not times or not names:
        raise DrystoneError(
            f"holds {counted(times, 'state')} of {counted(len(names), 'block')}; a run has at least one of each"
        )
    histories: dict[str, Any] = {name: content(name, "f", *shape) for name, shape in shapes(times, len(names)).items()}
    histories |= {name: content(name, "f", times, len(names), None) for name in MODAL if name in content}
    at_rest = bool(content("at_rest", "b"))
    joints, origin = read_joints(content.within("joints"), times), content.within("origin")
    return Trajectory(
        names=names,
        **histories,
        energy=table("energy", content, times),
        steps=table("steps", content, times - 1),
        records=_records(path, content, times - 1, len(names)),
        complete=bool(content("complete", "b")),
        assembly=read_assembly_arrays(content.within("assembly"), names) if content.within("assembly").names else None,
        origin=read_checkpoint(origin, len(names), joints[0]) if origin.names else None,
        joint_memories=joints,
        gravity=content("gravity", "f", 3),
        acts_until=_acts_until(content),
        at_rest=at_rest and "doubt" in content,
        doubt=content.text("doubt") if "doubt" in content else UNTESTED if at_rest else "",
        loads=read_load_arrays(content.within("scene")),
        criteria=read_criteria(json.loads(content.text("criteria")) if "criteria" in content else None),
    )


def _acts_until(content: Fields) -> float:
    """A time, which may be infinite."""
    time = float(content("acts_until", "f", finite=False))
    if not time >= 0.0:
        raise DrystoneError(f"acts_until is {time}; it must be a time (s), not negative")
    return time


def _checkpoint(content: Fields, wanted: float, blocks: int) -> Checkpoint:
    """The last stored checkpoint at or before a time (s)."""
    stored = content.within("checkpoints")
    numbers = sorted({int(name.split("/")[0]) for name in stored.names}, reverse=True)
    for number in numbers:
        one = stored.within(str(number))
        if float(one("state/time", "f")) <= wanted:
            return read_checkpoint(one, blocks)
    origin = content.within("origin")
    if not origin.names:
        raise DrystoneError("the file holds no checkpoint from which the run could go on")
    return read_checkpoint(origin, blocks)


def _records(path: Path, content: Fields, steps: int, blocks: int) -> Any:
    if "offsets" in content:
        return _zipped_records(content, steps, blocks)
    last = None
    stored = content.within("checkpoints")
    for number in {int(name.split("/")[0]) for name in stored.names}:
        one = stored.within(str(number))
        if int(one("row", "iu")) == steps:
            last = read_checkpoint(one, blocks).moment.record
    if path.suffix != UNFINISHED:
        with opened(path, WHAT) as file:
            return StoredRecords([RecordSegment.of(path, StoredArrays(file), steps)], blocks, last)
    segments = []
    for part in sorted(path.glob(PARTS)):
        with opened(part, WHAT) as file:
            segments.append(RecordSegment.of(part, StoredArrays(file)))
    return StoredRecords(segments, blocks, last)


def _zipped_records(content: Fields, steps: int, blocks: int) -> tuple[ContactRecord | None, ...]:
    """Contacts of a .npz file."""
    group = content.within("contacts")
    impulse = group("impulse", "f", None, 3)
    count = len(impulse)
    hit = group("hit", "b", count)
    arrays = contact_fields(group, count, blocks)
    offsets, kept = content.starts("offsets", steps, count), content("kept", "b", steps)
    times = content("record_dt", "f", steps, finite=False)
    if not np.all(times[kept] > 0.0):
        raise DrystoneError("record_dt holds steps that are not positive")
    records: list[ContactRecord | None] = []
    for step, there in enumerate(kept.tolist()):
        rows = slice(int(offsets[step]), int(offsets[step + 1]))
        contacts = Contacts(**{name: array[rows] for name, array in arrays.items()}) if there else None
        length = float(times[step])
        records.append(None if contacts is None else ContactRecord(contacts, impulse[rows], length, hit[rows]))
    return tuple(records)
