"""SQLite files that may come from a stranger, or be damaged: looked at before anything in them is believed.

A database can hold more than rows: views and triggers are programs that SQLite runs, and some never end. So a store has
the two tables that drystone makes, to the letter, and nothing else; its pages are each used once; what it is asked
takes a limited time; and every row is checked for the types of its values.
"""

import json
import sqlite3
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from ...disk import MEGABYTE
from ...errors import DrystoneError, said, shown
from .cases import Row, plain_row

__all__ = ["check_tables", "connected", "limited", "read_row", "read_texts", "regular", "telling"]

PATIENCE = 60.0
"""Time (s) to wait for a reader."""
SECONDS, SPEED = 8.0, 20 * MEGABYTE
"""Time (s) that one look at a store may take, and bytes for each of which it may take longer (1/s)."""
LONGEST = 100 * MEGABYTE
"""Bytes of one value: the scene of a sweep, as text."""
BESIDE = ("", ".lock", "-journal", "-wal", "-shm")
"""What SQLite opens with a store, by the ends of the names."""
INSTRUCTIONS = 100_000
"""Instructions of SQLite between two looks at the clock."""
STATES = ("done", "failed", "timed out")


def regular(path: Path) -> None:
    """DrystoneError where a store, or what SQLite opens beside it, is there and no regular file (a pipe hangs)."""
    if not path.name:
        raise DrystoneError(f"the path of the store is {str(path)!r}, a folder; give the path of a file")
    for end in BESIDE:
        one = path.with_name(path.name + end)
        try:
            there = one.lstat() if end else one.stat()
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError as error:
            raise DrystoneError(f"cannot use the store {str(path)!r:.300}: {error.strerror or error}") from error
        if not stat.S_ISREG(there.st_mode):
            kind = "a folder" if stat.S_ISDIR(there.st_mode) else "a link, a pipe or a device"
            raise DrystoneError(
                f"cannot use the store {str(path)!r:.300}: {one.name!r:.100} is {kind}, no regular file"
            )


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection that runs nothing of what the file may hold, and gives up where an answer takes too long."""
    with closing(sqlite3.connect(path, timeout=PATIENCE)) as connection:
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST)
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
        connection.setlimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1)
        with limited(connection, path):
            for setting in ("trusted_schema = off", "cell_size_check = on"):
                connection.execute(f"pragma {setting}")
        yield connection


@contextmanager
def limited(connection: sqlite3.Connection, path: Path) -> Iterator[None]:
    """Let what SQLite does within end in time: some seconds, and more for a large file."""
    try:
        size = path.stat().st_size
    except OSError:
        size = 0
    end = time.monotonic() + SECONDS + size / SPEED
    connection.set_progress_handler(lambda: time.monotonic() > end, INSTRUCTIONS)
    try:
        yield
    except sqlite3.OperationalError as error:
        if "interrupted" not in str(error):
            raise
        raise DrystoneError(
            f"reading the store {str(path)!r} did not end within {SECONDS + size / SPEED:.0f} s; it is damaged, or no "
            "store of drystone"
        ) from error
    finally:
        connection.set_progress_handler(None, 0)


def check_tables(connection: sqlite3.Connection, tables: str, path: Path) -> None:
    """DrystoneError where the database holds anything but these tables, or its pages are damaged."""
    wanted = {" ".join(one.lower().split()) for one in tables.split(";") if one.strip()}
    found = connection.execute("select type, name, sql from sqlite_master limit 100").fetchall()
    texts = {" ".join(str(sql).lower().split()) for kind, _, sql in found if kind == "table"}
    others = [
        f"the {kind} {name}"
        for kind, name, sql in found
        if kind != "table" and not (sql is None and str(name).startswith("sqlite_autoindex_"))
    ]
    if others or texts != wanted:
        seen = shown(", ".join(others or [str(name) for _, name, _ in found]) or "nothing")
        raise DrystoneError(
            f"the store {str(path)!r} does not hold the tables of a store alone; it holds {seen}. It is damaged or was "
            "changed by another program: take the rows into a store that drystone makes"
        )
    damage = connection.execute("pragma quick_check(1)").fetchone()
    if damage != ("ok",):
        raise DrystoneError(f"the store {str(path)!r} is damaged: {shown(damage[0] if damage else None)}")


def read_row(row: Sequence[Any]) -> tuple[str, Row, str, str | None, Row | None, str, float, dict[str, str]]:
    """The values of a row of runs (key, parameters, state, reason, result, started, wall_time, versions), checked.

    DrystoneError that names the row where one is not what drystone writes.
    """
    key, parameters, state, reason, result, started, wall_time, versions = row
    with _about(key):
        texts = isinstance(key, str) and isinstance(started, str) and (reason is None or isinstance(reason, str))
        if not texts or state not in STATES or not isinstance(wall_time, (int, float)):
            raise DrystoneError("its key, state, reason or times are not what drystone writes")
        if (result is None) == (state == "done"):
            raise DrystoneError(f"its state is {state!r}, with{'' if result else 'out'} a result")
        given = plain_row(json.loads(parameters), "parameters")
        kept = None if result is None else plain_row(json.loads(result), "result", tuple(given))
    return key, given, state, reason, kept, started, float(wall_time), read_texts(key, versions)


def read_texts(key: Any, written: Any) -> dict[str, str]:
    """The versions of a row: texts by name; DrystoneError that names the row where they are none."""
    with _about(key):
        read = plain_row(json.loads(written), "versions")
        if not all(isinstance(one, str) for one in read.values()):
            raise DrystoneError("its versions are not texts")
    return {name: str(one) for name, one in read.items()}


@contextmanager
def _about(key: Any) -> Iterator[None]:
    try:
        yield
    except (DrystoneError, TypeError, ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, DrystoneError) else said(error)
        raise DrystoneError(
            f"the row {shown(key)} is damaged: {reason}; take it out (delete from runs where key = ...) and run again"
        ) from error


@contextmanager
def telling(path: Path) -> Iterator[None]:
    """Turn whatever a damaged store brings about into one DrystoneError that names it."""
    try:
        yield
    except DrystoneError as error:
        if str(path) in str(error):
            raise
        raise DrystoneError(f"the store {str(path)!r:.300}: {error}") from error
    except Exception as error:
        reason = str(error) if isinstance(error, sqlite3.Error) else said(error)
        raise DrystoneError(
            f"cannot use the store {str(path)!r:.300}: {reason:.300}; give the path of a store, or of a new file in a "
            "folder that is there"
        ) from error
