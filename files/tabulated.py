"""What a run holds as tables in files for other programs: CSV with a row of units, or Parquet."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..checks import data_frame, file_path, instance_of, one_of, sequence_of, whole_number
from ..disk import replacing
from ..errors import NotInstalledError
from ..numerics.rotations import rotation_vector
from ..results import Trajectory
from ..results.joint_forces import spread_columns
from ..results.trajectory import steps_with_contacts
from ..summary import with_units

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["TABLES", "block_history", "tabulate", "write_tables"]

Chunks = Iterator["pd.DataFrame"]

ROWS = 100_000
"""Rows of the history of blocks that are made at a time, about."""
HISTORY_UNITS = {
    "time": "s",
    "position": "m",
    "displacement": "m",
    "rotation": "rad",
    "velocity": "m/s",
    "spin": "rad/s",
}


def block_history(trajectory: Trajectory, first: int = 0, last: int | None = None) -> "pd.DataFrame":
    """Where all blocks are in the recorded states ``first`` to ``last`` (without it; None: all), one row for each.

    Columns: time, block, position_x.. (of the centroid), displacement_x.. (since the first state, seen from the
    ground), rotation_x.. (rotation vector from the initial orientation), velocity_x.., spin_x..; inertial frame.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> run = ds.simulate(column(2), duration=0.02, dt=0.01)
    >>> len(ds.block_history(run)), ds.block_history(run).attrs["units"]["spin_x"]
    (9, 'rad/s')
    """
    import pandas as pd

    run = instance_of(trajectory, Trajectory, "trajectory")
    end = len(run.time) if last is None else whole_number(last, "last state", 0)
    part = slice(whole_number(first, "first state", 0), end)
    times, blocks = len(run.time[part]), len(run.names)
    moved = run.position[part] - run.position[0] - (run.ground[part] - run.ground[0])[:, None]
    parts = {
        "position": run.position[part],
        "displacement": moved,
        "rotation": rotation_vector(run.rotation[part].reshape(-1, 3, 3)),
        "velocity": run.velocity[part, :, :3],
        "spin": run.velocity[part, :, 3:],
    }
    columns: dict[str, Any] = {
        "time": np.repeat(run.time[part], blocks),
        "block": np.tile(np.array(run.names, dtype=object), times),
    }
    for name, values in parts.items():
        columns |= spread_columns(name, values.reshape(-1, 3))
    return with_units(pd.DataFrame(columns), HISTORY_UNITS)


def _blocks(run: Trajectory) -> Chunks:
    stride = max(1, ROWS // len(run.names))
    for first in range(0, len(run.time), stride):
        yield block_history(run, first, first + stride)


def _of_steps(run: Trajectory, table_of: Callable[[int], "pd.DataFrame"]) -> Chunks:
    """A table of each step whose contacts are there, with the step, and the time at its end, in front."""
    for step in steps_with_contacts(run).tolist():
        table = table_of(step)
        units = {"step": "1", "time": "s"} | table.attrs["units"]
        table.insert(0, "time", run.time[step + 1])
        table.insert(0, "step", step)
        yield with_units(table, units)


def _ties(run: Trajectory) -> Chunks:
    return iter([run.ties()] if run.assembly is not None and run.assembly.ties else [])


TABLES: Mapping[str, Callable[[Trajectory], Chunks]] = {
    "energy": lambda run: iter([run.energy]),
    "steps": lambda run: iter([run.steps]),
    "blocks": _blocks,
    "contacts": lambda run: _of_steps(run, run.contacts),
    "joints": lambda run: _of_steps(run, run.joints),
    "ties": _ties,
}
"""The tables of a run by their names, in parts that follow each other."""
KINDS = ("csv", "parquet")


def write_tables(
    trajectory: Trajectory, folder: str | Path, kind: str = "csv", tables: Sequence[str] = tuple(TABLES)
) -> list[Path]:
    """Write the tables of a run into a folder, which must be there, as <table>.csv or <table>.parquet.

    ``tables``: which of "energy", "steps", "blocks" (histories of all blocks), "contacts" and "joints" (of the steps
    whose contacts are there), "ties". ``kind``: "csv", with the names of the columns in the first line and their units
    in the second, or "parquet" (needs pyarrow, the extra ``tables``), with the units in the metadata of the columns and
    in ``attrs["units"]`` of what pandas reads. docs/tables.md says what the columns are. A table without rows is not
    written.

    DrystoneError for another kind, and for files that cannot be written; those that were there are then left.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> run = ds.simulate(column(2), duration=0.02, dt=0.01)
    >>> with TemporaryDirectory() as folder:
    ...     paths = ds.write_tables(run, folder, tables=["energy"])
    ...     print(*paths[0].read_text().splitlines()[1].split(",")[:3])
    s J J
    """
    run = instance_of(trajectory, Trajectory, "trajectory")
    end = f".{one_of(kind, KINDS, 'kind of table')}"
    chosen = [one_of(name, TABLES, "table") for name in sequence_of(tables, str, "tables", single=True)]
    target = file_path(folder, "folder of the tables")
    written = [tabulate(TABLES[name](run), target / f"{name}{end}") for name in chosen]
    return [path for path in written if path is not None]


def tabulate(parts: Iterator["pd.DataFrame"], path: Path) -> Path | None:
    """Write a table in ``parts`` with their units, as the end of the path's name says; None where it has no parts."""
    first = next(parts, None)
    if first is None:
        return None
    data_frame(first, (), "table")
    write = _write_parquet if path.suffix == ".parquet" else _write_csv
    with replacing(path, "table") as temporary:
        write(first, parts, temporary)
    return path


def _write_csv(first: "pd.DataFrame", others: Iterator["pd.DataFrame"], path: Path) -> None:
    import pandas as pd

    units = pd.DataFrame([first.attrs["units"]], columns=first.columns)
    with path.open("w", encoding="utf-8", newline="") as file:
        units.to_csv(file, index=False)
        for part in chain([first], others):
            part.to_csv(file, index=False, header=False)


def _write_parquet(first: "pd.DataFrame", others: Iterator["pd.DataFrame"], path: Path) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError as error:
        raise NotInstalledError("pyarrow, which writes Parquet,", "pip install drystone[tables]") from error

    schema = None
    with ExitStack() as stack:
        for part in chain([first], others):
            table = pa.Table.from_pandas(part, schema=schema, preserve_index=False)
            if schema is None:
                units = first.attrs["units"]
                told = [field.with_metadata({"unit": units[field.name]}) for field in table.schema]
                schema = pa.schema(told, metadata=table.schema.metadata)
                writer = stack.enter_context(pq.ParquetWriter(path, schema))
            writer.write_table(table.cast(schema))
