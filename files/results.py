"""Results on disk: one compressed .npz file for each run, arrays only, read back exactly.

The file holds the arrays of the Trajectory under their own names, the columns of its tables as ``energy/<column>``
and ``steps/<column>``, and the contacts of all steps one after the other as ``contacts/<field>`` with ``offsets``
(S + 1,): step i owns the rows offsets[i] to offsets[i + 1], none where ``kept`` (S,) is False.
"""

import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..checks import file_path, instance_of
from ..collision import Contacts
from ..disk import replacing
from ..errors import DrystoneError
from ..integrators import ContactRecord, Trajectory

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["load", "save"]

FORMAT = "drystone trajectory"
VERSION = 1
SUFFIX = ".npz"
ARRAYS = ("time", "position", "rotation", "velocity", "ground", "ground_velocity")
TABLES = ("energy", "steps")

Content = dict[str, Any]


def save(trajectory: Trajectory, path: str | Path) -> Path:
    """Write ``trajectory`` to ``path``, which ends in .npz, and return the path.

    DrystoneError for another suffix, a folder that does not exist, or a file that cannot be written.
    """
    path = _checked(path)
    instance_of(trajectory, Trajectory, "trajectory")
    content: Content = {"format": FORMAT, "version": VERSION, "complete": trajectory.complete}
    content["names"] = np.array(trajectory.names, dtype=np.str_)
    content |= {name: getattr(trajectory, name) for name in ARRAYS}
    for name in TABLES:
        content |= _table_columns(name, getattr(trajectory, name))
    content |= _contact_rows(trajectory)
    with replacing(path, "results") as temporary:
        np.savez_compressed(temporary, allow_pickle=False, **content)
    return path


def load(path: str | Path) -> Trajectory:
    """Read a trajectory that `save` wrote; DrystoneError for a file that is missing, damaged or something else."""
    path = _checked(path)
    if not path.is_file():
        raise DrystoneError(f"there is no results file {str(path)!r}; `drystone run SCENE --out DIR` writes one")
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as archive:
            content = {name: archive[name] for name in archive.files}
    except (OSError, ValueError, EOFError, AttributeError, zipfile.BadZipFile, zlib.error) as error:
        raise DrystoneError(f"{str(path)!r} is not a results file of drystone, or it is damaged: {error}") from error
    _check_format(content, path)
    try:
        return _trajectory(content)
    except KeyError as error:
        raise DrystoneError(f"the results file {str(path)!r} is damaged: {error.args[0]} is missing") from error


def _checked(path: str | Path) -> Path:
    path = file_path(path, "path of results")
    if path.suffix != SUFFIX:
        raise DrystoneError(f"results are stored in files ending in {SUFFIX}; got {str(path)!r}")
    return path


def _check_format(content: Mapping[str, Any], path: Path) -> None:
    if str(content.get("format", "")) != FORMAT:
        raise DrystoneError(
            f"{str(path)!r} holds no trajectory of drystone; it holds: {', '.join(content) or 'nothing'}"
        )
    version = int(content.get("version", 0))
    if version > VERSION:
        raise DrystoneError(
            f"{str(path)!r} has version {version} of the format; this drystone reads up to {VERSION}. Update drystone"
        )


def _trajectory(content: Mapping[str, Any]) -> Trajectory:
    return Trajectory(
        names=tuple(content["names"].tolist()),
        **{name: content[name] for name in ARRAYS},
        energy=_table("energy", content),
        steps=_table("steps", content),
        records=_records(content),
        complete=bool(content["complete"]),
    )


def _table_columns(name: str, table: "pd.DataFrame") -> Content:
    """Columns of a table as arrays; whatever is not a number is text."""
    columns: Content = {f"{name}_columns": np.array(list(table.columns), dtype=np.str_)}
    for column in table.columns:
        values = table[column].to_numpy()
        columns[f"{name}/{column}"] = values if values.dtype.kind in "biuf" else np.array(values.tolist(), np.str_)
    return columns


def _table(name: str, content: Mapping[str, Any]) -> "pd.DataFrame":
    import pandas as pd

    columns = {column: content[f"{name}/{column}"] for column in content[f"{name}_columns"].tolist()}
    return pd.DataFrame({key: v.tolist() if v.dtype.kind == "U" else v for key, v in columns.items()})


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
    }
    sets = [Contacts.empty(), *(record.contacts for record in kept)]
    for field in fields(Contacts):
        rows[f"contacts/{field.name}"] = np.concatenate([getattr(contacts, field.name) for contacts in sets])
    return rows


def _records(content: Mapping[str, Any]) -> tuple[ContactRecord | None, ...]:
    arrays = {field.name: content[f"contacts/{field.name}"] for field in fields(Contacts)}
    impulse, offsets = content["contacts/impulse"], content["offsets"]
    records: list[ContactRecord | None] = []
    for step, kept in enumerate(content["kept"].tolist()):
        rows = slice(int(offsets[step]), int(offsets[step + 1]))
        contacts = Contacts(**{name: array[rows] for name, array in arrays.items()}) if kept else None
        dt = float(content["record_dt"][step])
        records.append(None if contacts is None else ContactRecord(contacts, impulse[rows], dt))
    return tuple(records)
