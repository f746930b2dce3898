"""A run as named arrays: those of a whole trajectory, or of its parts one after the other.

A file of results has, by these names, with T recorded times, S = T - 1 rows of the table of steps, B_all blocks:

* once: ``format``, ``version``, ``names`` (B_all,), ``gravity`` (3,), ``acts_until``, ``assembly/...`` (see
  `drystone.files.stored_assembly`), ``origin/...`` the checkpoint that the run started from (`stored_checkpoint`),
  ``scene/...`` what acted (`stored_scene`; of a trajectory that is saved at the end its loads), ``settings`` the
  arguments of `simulate` (JSON), ``unset`` those of them that are objects and not names; ``criteria`` of its verdict
  (JSON); ``energy_columns``, ``steps_columns``;
* a row for each recorded time: ``time``, ``position``, ``rotation``, ``velocity``, ``ground``, ``ground_velocity``,
  ``deformation`` and ``deformation_rate`` where blocks deform,
  ``energy/<column>``, ``joints/...`` where joints remember something;
* a row for each row of the table of steps: ``steps/<column>``, ``kept`` whether its contacts are there, ``counts`` how
  many, ``record_dt`` (s) their step; ``contacts/<field>``: all of those contacts one after the other;
* ``checkpoints/<i>/...`` with ``row``, the recorded time it is of: all that the run needs to go on from there;
* at the end: ``complete``, ``at_rest``, ``doubt`` and ``about`` (JSON): what is known of the run beside its history.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import options_table
from ..collision import Contacts
from ..errors import DrystoneError
from ..joints import JointMemory
from ..model import Assembly
from ..results import Checkpoint, ContactRecord
from ..results.records import kept_rows
from ..results.watch import Criteria
from .fields import Fields, column_kind
from .stored_assembly import assembly_arrays
from .stored_checkpoint import MODAL, checkpoint_arrays, contact_fields, joint_arrays, memory_fields

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "FORMAT", "MODAL", "TABLES", "VERSION", "Content", "check_format", "contact_rows", "end_content", "header_content",
    "column_content", "criteria_content", "json_text", "read_contact_set", "row_content", "shapes", "table",
]  # fmt: skip

FORMAT = "drystone trajectory"
VERSION = 6
ZIPPED = 5
"""Version of the .npz files of earlier times, which are still read."""
TABLES = ("energy", "steps")

Content = dict[str, Any]


def header_content(
    assembly: Assembly | None, names: Sequence[str], gravity: Any, acts_until: float, origin: Checkpoint | None
) -> Content:
    """What is there once."""
    content: Content = {"format": np.array(FORMAT), "version": np.array(VERSION)}
    content |= {"names": np.array(names, dtype=np.str_), "gravity": gravity, "acts_until": np.array(acts_until)}
    if assembly is not None:
        content |= {f"assembly/{name}": array for name, array in assembly_arrays(assembly).items()}
    if origin is not None:
        content |= {f"origin/{name}": array for name, array in checkpoint_arrays(origin).items()}
    return content


def column_content(energy: "pd.DataFrame", steps: "pd.DataFrame") -> Content:
    """The names of the columns of both tables, in their order."""
    return {
        f"{name}_columns": np.array(list(one.columns), dtype=np.str_)
        for name, one in zip(TABLES, (energy, steps), strict=True)
    }


def row_content(
    states: Mapping[str, Any],
    energy: "pd.DataFrame",
    steps: "pd.DataFrame",
    records: Sequence[ContactRecord | None],
    joints: Sequence[JointMemory | None],
) -> Content:
    """What has a row for each recorded time and each row of the table of steps."""
    content: Content = {name: values for name, values in states.items() if name not in MODAL or values.shape[2]}
    for name, one in zip(TABLES, (energy, steps), strict=True):
        content |= {f"{name}/{column}": _values(one[column].to_numpy()) for column in one.columns}
    content |= contact_rows(records)
    return content | {f"joints/{name}": array for name, array in joint_arrays(joints).items()}


def end_content(complete: bool, at_rest: bool, doubt: str) -> Content:
    """What is known at the end."""
    return {"complete": np.array(complete), "at_rest": np.array(at_rest), "doubt": np.array(doubt)}


def criteria_content(criteria: Criteria) -> Content:
    """By what the run is judged."""
    return {"criteria": np.array(json_text(asdict(criteria)))}


def shapes(times: int, blocks: int) -> dict[str, tuple[int, ...]]:
    """Shapes of the arrays of recorded states."""
    return {
        "time": (times,),
        "position": (times, blocks, 3),
        "rotation": (times, blocks, 3, 3),
        "velocity": (times, blocks, 6),
        "ground": (times, 3),
        "ground_velocity": (times, 3),
    }


def json_text(about: Mapping[str, Any] | None) -> str:
    """Plain values as JSON; DrystoneError for others."""
    try:
        return json.dumps(options_table(about, "about"))
    except (TypeError, ValueError, RecursionError) as error:
        raise DrystoneError(f"about holds what JSON cannot: {error}") from error


def check_format(content: Fields) -> int:
    """The version of the format; DrystoneError for other files, and for versions that are not read."""
    if "format" not in content or str(content.content["format"]) != FORMAT:
        listed = ", ".join(content.names[:10]) or "nothing"
        raise DrystoneError(f"holds no trajectory of drystone; it holds: {listed}")
    version = int(content("version", "iu"))
    if version not in (VERSION, ZIPPED):
        advice = "update drystone" if version > VERSION else "run the scene again"
        raise DrystoneError(f"has version {version} of the format; this drystone reads version {VERSION}: {advice}")
    return version


def _values(values: NDArray[Any]) -> NDArray[Any]:
    """A column as an array of numbers, or of texts."""
    return values if values.dtype.kind in "biuf" else np.array(values.tolist(), np.str_)


def table(name: str, content: Fields, rows: int) -> "pd.DataFrame":
    """A table of so many rows."""
    import pandas as pd

    group = content.within(name)
    columns = content(f"{name}_columns", "U", None).tolist()
    if "time" not in columns or len(set(columns)) < len(columns):
        raise DrystoneError(f"{name}_columns names no time, or a column twice")
    arrays = {column: group(column, column_kind(column), rows, finite=False) for column in columns}
    return pd.DataFrame({key: v.tolist() if v.dtype.kind == "U" else v for key, v in arrays.items()})


def contact_rows(records: Sequence[ContactRecord | None]) -> Content:
    """All kept contacts one after the other; an empty set in front gives type and shape where there is none."""
    kept = [record for record in records if record is not None]
    rows: Content = {
        "kept": kept_rows(records),
        "counts": np.array([0 if record is None else record.contacts.count for record in records], dtype=np.int64),
        "record_dt": np.array([np.nan if record is None else record.dt for record in records], dtype=np.float64),
        "contacts/impulse": np.concatenate([np.zeros((0, 3)), *(record.impulse for record in kept)]),
        "contacts/hit": np.concatenate([np.zeros(0, np.bool_), *(record.struck for record in kept)]),
        "contacts/pressed": np.concatenate([np.zeros(0), *(record.left_pressed for record in kept)]),
    }
    sets = [Contacts.empty(), *(record.contacts for record in kept)]
    for one in fields(Contacts):
        rows[f"contacts/{one.name}"] = np.concatenate([getattr(contacts, one.name) for contacts in sets])
    return rows


def read_contact_set(group: Fields, dt: float, blocks: int) -> ContactRecord:
    """A set of contacts; DrystoneError where its arrays do not fit."""
    impulse = group("impulse", "f", None, 3)
    contacts = Contacts(**contact_fields(group, len(impulse), blocks))
    return ContactRecord(contacts, impulse, dt, *memory_fields(group, len(impulse)))
