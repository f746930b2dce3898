"""Results on disk: one compressed .npz file for each run, arrays only, read back exactly.

The file holds the arrays of the Trajectory under their own names, the columns of its tables as ``energy/<column>``
and ``steps/<column>``, the assembly as ``assembly/<array>`` (see `drystone.files.stored_assembly`), and the contacts of
the kept steps one after the other as ``contacts/<field>`` with ``offsets`` (S + 1,): row i of the table of steps owns
the contacts offsets[i] to offsets[i + 1], none where ``kept`` (S,) is False. ``origin/...`` and ``joints/...`` let the
run go on (see `drystone.files.stored_checkpoint`). ``about`` is text (JSON): what is known of the run beside its
history.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..checks import file_path, instance_of, options_table, whole_number
from ..collision import Contacts
from ..disk import GIGABYTE, is_folder, readable_file, reading, replacing
from ..errors import DrystoneError
from ..results import ContactRecord, Trajectory
from ..summary import Facts, Summarised, counted, listed
from .about import read_about
from .fields import Fields, column_kind, read_fields
from .stored_assembly import assembly_arrays, read_assembly_arrays
from .stored_checkpoint import (
    checkpoint_arrays,
    contact_fields,
    joint_arrays,
    read_checkpoint,
    read_joints,
)

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["StoredRun", "open", "open_run", "save", "with_contacts"]

WHAT = "results file"
FORMAT = "drystone trajectory"
VERSION = 5
UNTESTED = "blocks are at rest, but the run was made by a version of drystone that did not test whether they stand"
SUFFIX = ".npz"
NAME = f"trajectory{SUFFIX}"
"""Name of the file in a folder of results, as `drystone run` makes it."""
LARGEST = 64 * GIGABYTE
"""Largest file that is read (bytes)."""
TABLES = ("energy", "steps")

Content = dict[str, Any]


@dataclass(frozen=True)
class StoredRun(Summarised):
    """What a results file holds: ``path`` of the file, the ``trajectory`` with its assembly, and ``about``: what
    `save` was given to know of the run (the name of its scene, its settings, its warnings), empty where that was
    nothing.
    """

    path: Path
    trajectory: Trajectory
    about: Mapping[str, Any] = field(default_factory=dict)

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
    """Write ``trajectory`` to ``path``, which ends in .npz, and return the path.

    ``about``: anything JSON can hold that should be known of the run. The file is replaced whole or not at all.
    DrystoneError for another suffix, a folder that does not exist, or a file that cannot be written.
    """
    instance_of(trajectory, Trajectory, "trajectory")
    path = _checked(path)
    content: Content = {"format": FORMAT, "version": VERSION, "complete": trajectory.complete}
    content["about"] = _json(about)
    content["names"] = np.array(trajectory.names, dtype=np.str_)
    content |= {name: getattr(trajectory, name) for name in ("gravity", "acts_until", "at_rest", *_shapes(0, 0))}
    content["doubt"] = np.array(trajectory.doubt, dtype=np.str_)
    for name in TABLES:
        content |= _table_columns(name, getattr(trajectory, name))
    content |= _contact_rows(trajectory)
    if trajectory.assembly is not None:
        content |= {f"assembly/{name}": array for name, array in assembly_arrays(trajectory.assembly).items()}
    if trajectory.origin is not None:
        content |= {f"origin/{name}": array for name, array in checkpoint_arrays(trajectory.origin).items()}
        content |= {f"joints/{name}": array for name, array in joint_arrays(trajectory.joint_memories).items()}
    with replacing(path, WHAT) as temporary:
        np.savez_compressed(temporary, allow_pickle=False, **content)
    return path


def open(path: str | Path) -> Trajectory:
    """The trajectory that `drystone run` or `save` stored, with its assembly; ``path``: of the file, or of its folder.

    DrystoneError for a file that is missing, damaged, of another version or something else.

    >>> import drystone as ds, tempfile
    >>> from drystone.files import save
    >>> from drystone.structures import column
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = save(ds.simulate(column(2), duration=0.01, dt=0.005), f"{folder}/trajectory.npz")
    ...     run = ds.open(folder)
    >>> run.assembly.names == run.names
    True
    """
    return open_run(path).trajectory


def open_run(path: str | Path) -> StoredRun:
    """As `open`, with what is known of the run beside its history."""
    given = file_path(path, f"path of the {WHAT}")
    chosen = given / NAME if is_folder(given) or not given.suffix else _checked(given)
    readable_file(chosen, WHAT, LARGEST, "; `drystone run SCENE --out DIR` writes one")
    with reading(chosen, WHAT):
        content = read_fields(chosen)
        _check_format(content)
        return StoredRun(chosen, _trajectory(content), _read_about(content.text("about")))


def with_contacts(trajectory: Trajectory, most: int | None) -> Trajectory:
    """The same history with the contacts of at most so many steps: evenly spread, the last with contacts among them.

    ``most``: 0 for none, None for all that there are.
    """
    instance_of(trajectory, Trajectory, "trajectory")
    if most is None:
        return trajectory
    kept = np.flatnonzero([record is not None for record in trajectory.records])
    count = min(whole_number(most, "number of steps with contacts", least=0), len(kept))
    from_the_end = np.round(np.linspace(0, max(0, len(kept) - 1), count)).astype(np.int64)
    wanted = set(kept[::-1][from_the_end].tolist())
    records = tuple(record if i in wanted else None for i, record in enumerate(trajectory.records))
    return replace(trajectory, records=records)


def _checked(path: Any) -> Path:
    path = file_path(path, f"path of the {WHAT}")
    if path.suffix != SUFFIX:
        raise DrystoneError(f"results are stored in files ending in {SUFFIX}; got {str(path)!r}")
    return path


def _json(about: Mapping[str, Any] | None) -> str:
    try:
        return json.dumps(options_table(about, "about"))
    except (TypeError, ValueError, RecursionError) as error:
        raise DrystoneError(f"about holds what JSON cannot: {error}") from error


def _read_about(text: str) -> dict[str, Any]:
    return read_about(json.loads(text))


def _check_format(content: Fields) -> None:
    if "format" not in content or str(content.content["format"]) != FORMAT:
        listed = ", ".join(content.names[:10]) or "nothing"
        raise DrystoneError(f"holds no trajectory of drystone; it holds: {listed}")
    version = int(content("version", "iu"))
    if version != VERSION:
        advice = "update drystone" if version > VERSION else "run the scene again"
        raise DrystoneError(f"has version {version} of the format; this drystone reads version {VERSION}: {advice}")


def _shapes(times: int, blocks: int) -> dict[str, tuple[int, ...]]:
    return {
        "time": (times,),
        "position": (times, blocks, 3),
        "rotation": (times, blocks, 3, 3),
        "velocity": (times, blocks, 6),
        "ground": (times, 3),
        "ground_velocity": (times, 3),
    }


def _trajectory(content: Fields) -> Trajectory:
    names = tuple(content("names", "U", None).tolist())
    times = len(content("time", "f", None))
    if not times or not names:
        raise DrystoneError(
            f"holds {counted(times, 'state')} of {counted(len(names), 'block')}; a run has at least one of each"
        )
    histories: dict[str, Any] = {name: content(name, "f", *shape) for name, shape in _shapes(times, len(names)).items()}
    at_rest = bool(content("at_rest", "b"))
    joints, origin = read_joints(content.within("joints"), times), content.within("origin")
    return Trajectory(
        names=names,
        **histories,
        energy=_table("energy", content, times),
        steps=_table("steps", content, times - 1),
        records=_records(content, times - 1, len(names)),
        complete=bool(content("complete", "b")),
        assembly=read_assembly_arrays(content.within("assembly"), names) if content.within("assembly").names else None,
        origin=read_checkpoint(origin, len(names), joints[0]) if origin.names else None,
        joint_memories=joints,
        gravity=content("gravity", "f", 3),
        acts_until=_acts_until(content),
        at_rest=at_rest and "doubt" in content,
        doubt=content.text("doubt") if "doubt" in content else UNTESTED if at_rest else "",
    )


def _acts_until(content: Fields) -> float:
    """A time, which may be infinite."""
    time = float(content("acts_until", "f", finite=False))
    if not time >= 0.0:
        raise DrystoneError(f"acts_until is {time}; it must be a time (s), not negative")
    return time


def _table_columns(name: str, table: "pd.DataFrame") -> Content:
    """Columns of a table as arrays; whatever is not a number is text."""
    columns: Content = {f"{name}_columns": np.array(list(table.columns), dtype=np.str_)}
    for column in table.columns:
        values = table[column].to_numpy()
        columns[f"{name}/{column}"] = values if values.dtype.kind in "biuf" else np.array(values.tolist(), np.str_)
    return columns


def _table(name: str, content: Fields, rows: int) -> "pd.DataFrame":
    import pandas as pd

    group = content.within(name)
    columns = content(f"{name}_columns", "U", None).tolist()
    if "time" not in columns or len(set(columns)) < len(columns):
        raise DrystoneError(f"{name}_columns names no time, or a column twice")
    arrays = {column: group(column, column_kind(column), rows, finite=False) for column in columns}
    return pd.DataFrame({key: v.tolist() if v.dtype.kind == "U" else v for key, v in arrays.items()})


def _contact_rows(trajectory: Trajectory) -> Content:
    """All kept contacts one after the other; an empty set in front gives type and shape where there is none."""
    records = trajectory.records
    kept = [record for record in records if record is not None]
    counts = [0 if record is None else record.contacts.count for record in records]
    rows: Content = {
        "kept": np.array([record is not None for record in records], dtype=bool),
        "offsets": np.cumsum([0, *counts], dtype=np.int64),
        "record_dt": np.array([np.nan if record is None else record.dt for record in records]),
        "contacts/impulse": np.concatenate([np.zeros((0, 3)), *(record.impulse for record in kept)]),
        "contacts/hit": np.concatenate([np.zeros(0, np.bool_), *(record.struck for record in kept)]),
    }
    sets = [Contacts.empty(), *(record.contacts for record in kept)]
    for one in fields(Contacts):
        rows[f"contacts/{one.name}"] = np.concatenate([getattr(contacts, one.name) for contacts in sets])
    return rows


def _records(content: Fields, steps: int, blocks: int) -> tuple[ContactRecord | None, ...]:
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
