"""The store of a sweep: an SQLite file with one row for each run, which survives whatever kills its writer.

Rows are written as soon as they are there, in transactions. One process writes at a time: it holds a lock on the empty
file ``<store>.lock`` beside the file itself, whatever links lead there. The system takes it from the process when it
ends, however it ends. Anyone may read meanwhile.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...checks import file_path, options_table
from ...disk import is_file
from ...errors import DrystoneError
from ...summary import with_units
from .cases import FAILURE, OUTCOME, WARNING, canonical
from .foreign_store import check_tables, connected, limited, read_row, read_texts, regular, telling

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["HASHES", "Entry", "Store", "opened", "read_store"]

FORMAT = 1
"""Of the tables below; kept in the file."""
APPLICATION = 0x64727973
"""What tells a store from another program's SQLite file: "drys"."""
HASHES = ("scene_digest", "motion_digest")
"""Values of a result that say what was computed rather than what came out: columns of the store, not of the table."""
VERSIONS = ("drystone", "numpy", "scipy", "numba", "python", "machine", "task_file", "files")
"""Of what computed a row, and the kind of machine; ``task_file``: hash of the file of a user's task; ``files``: of the
models, records and parts that a simulation reads."""
TABLES = """
create table settings (id integer primary key, task text not null, common text not null, unique (task, common));
create table runs (
    key text primary key, settings integer not null references settings, parameters text not null,
    state text not null, reason text, result text, started text not null, wall_time real not null,
    versions text not null, scene_digest text, motion_digest text
) without rowid;
"""


COLUMNS = 11
"""Of the table of runs."""


class Entry(NamedTuple):
    """One row: a case by its key, how its run ended, and what is known of the run.

    ``reason``: why there is no result, or of what a run with a result has warned.
    """

    key: str
    parameters: Mapping[str, Any]
    state: str
    reason: str | None
    result: Mapping[str, Any] | None
    started: str
    wall_time: float
    versions: Mapping[str, str]


class Store:
    """An open store; see `opened`."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self._path = connection, path

    def entries(self, keys: Iterable[str]) -> dict[str, Entry]:
        """The rows there are of these keys."""
        wanted = set(keys)
        with telling(self._path), limited(self._connection, self._path):
            rows = self._connection.execute(
                "select key, parameters, state, reason, result, started, wall_time, versions from runs"
            )
            return {row[0]: Entry(*read_row(row)) for row in rows if row[0] in wanted}

    def commons(self, keys: Iterable[str]) -> list[dict[str, Any]]:
        """The different arguments in common with which the rows of these keys were made."""
        wanted, made = set(keys), dict[str, None]()
        with telling(self._path), limited(self._connection, self._path):
            for key, common in self._connection.execute(
                "select key, common from runs join settings on settings = id order by id"
            ):
                if key in wanted:
                    made[str(common)] = None
            return [options_table(json.loads(common), "common") for common in made]

    def settings(self, task: str, common: Mapping[str, Any]) -> int:
        """The number by which the rows of runs of this task with these arguments refer to them."""
        given = task, canonical(common)
        with telling(self._path):
            with self._connection:
                self._connection.execute("insert or ignore into settings (task, common) values (?, ?)", given)
            found = self._connection.execute("select id from settings where task = ? and common = ?", given)
            return int(found.fetchone()[0])

    def add(self, settings: int, entries: Iterable[Entry]) -> None:
        """Keep rows, each in place of one with its key, in one transaction."""
        rows = [_row(settings, entry) for entry in entries]
        with telling(self._path), self._connection:
            self._connection.executemany(f"insert or replace into runs values ({', '.join('?' * COLUMNS)})", rows)


def _row(settings: int, entry: Entry) -> tuple[Any, ...]:
    """A row of the table of runs, in the order of its columns."""
    result = dict(entry.result or {})
    hashes = [result.pop(name, None) for name in HASHES]
    kept = None if entry.result is None else json.dumps(result)
    return (
        entry.key, settings, json.dumps(dict(entry.parameters)), entry.state, entry.reason, kept, entry.started,
        entry.wall_time, json.dumps(dict(entry.versions)), *hashes,
    )  # fmt: skip


@contextmanager
def opened(path: Any) -> Iterator[Store]:
    """The store at ``path``, made where there is none, for this process alone until it is closed.

    DrystoneError for what is no store, and where another sweep has it.
    """
    path = file_path(path, "path of the store")
    with ExitStack() as stack:
        with telling(path):
            real = _real(path)
            stack.enter_context(_locked(real))
            connection = stack.enter_context(connected(real))
            with limited(connection, path):
                _check(connection, path, make=True)
        yield Store(connection, path)


def read_store(path: str | Path) -> "pd.DataFrame":
    """All that a store holds, one row for each run in the order in which they began, of whatever sweep.

    Columns: key, task, common, parameters, result (JSON texts), outcome, failure, warning, started (UTC), wall_time
    (s), the versions of what computed it (`VERSIONS`), and scene_digest, motion_digest: hashes of what was computed,
    where the task gives them. A sweep may be at work meanwhile. DrystoneError where there is no store.
    """
    import pandas as pd

    path = file_path(path, "path of the store")
    if not is_file(path):
        raise DrystoneError(f"there is no store {str(path)!r}; drystone.sweep makes one")
    with telling(path), connected(_real(path)) as connection, limited(connection, path):
        _check(connection, path, make=False)
        rows = connection.execute(
            "select key, task, common, parameters, result, state, case state when 'done' then null else reason end,"
            " case state when 'done' then reason end, started, wall_time, versions, scene_digest, motion_digest"
            " from runs join settings on settings = id order by started, key"
        ).fetchall()
        read = [read_texts(row[0], row[10]) for row in rows]
    columns = ["key", "task", "common", "parameters", "result", OUTCOME, FAILURE, WARNING, "started", "wall_time"]
    table = pd.DataFrame([row[:10] for row in rows], columns=columns)
    versions = pd.DataFrame(read, columns=list(VERSIONS), index=table.index)
    hashes = pd.DataFrame([row[11:] for row in rows], columns=list(HASHES), index=table.index)
    return with_units(pd.concat([table, versions, hashes], axis="columns"), {"wall_time": "s"})


def _check(connection: sqlite3.Connection, path: Path, make: bool) -> None:
    """DrystoneError for a file with other tables, and for one without any unless they are to be made now."""
    application = connection.execute("pragma application_id").fetchone()[0]
    found = connection.execute("pragma user_version").fetchone()[0]
    if (application, found) == (APPLICATION, FORMAT):
        check_tables(connection, TABLES, path)
        return
    if application == APPLICATION:
        raise DrystoneError(f"the store {str(path)!r} has the format {found}; this drystone reads {FORMAT}")
    if not make or connection.execute("select count(*) from sqlite_master").fetchone()[0]:
        raise DrystoneError(f"{str(path)!r} is a database, but no store of a sweep; give another path")
    connection.executescript(
        f"begin; {TABLES} pragma application_id = {APPLICATION}; pragma user_version = {FORMAT}; commit;"
    )


def _real(path: Path) -> Path:
    """The file of a store that links lead to, beside which its lock is; DrystoneError where it is no regular file."""
    regular(path)
    real = path.resolve()
    regular(real)
    return real


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Keep other sweeps from the store: a lock of SQLite's, which there is on every system, on a file beside it."""
    with ExitStack() as stack:
        try:
            lock = sqlite3.connect(path.with_name(path.name + ".lock"), timeout=0.0, isolation_level=None)
            stack.enter_context(closing(lock))
            lock.execute("begin exclusive")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                if not is_file(path):
                    raise
                raise DrystoneError(
                    f"cannot write beside the store {str(path)!r} ({error}), as a sweep does; `read_store` and "
                    "`drystone tables` read what it holds"
                ) from error
            raise DrystoneError(
                f"another sweep works with the store {str(path)!r}; wait for its end, or give another store"
            ) from error
        yield
