"""`sweep`: many runs of one task, on any executor, kept row by row, so that a sweep that was ended goes on."""

import queue
import secrets
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...checks import finite_number, whole_number, yes_no
from ...disk import is_folder
from ...errors import DrystoneError, said, shown
from ...numerics.threads import processors
from ...progress import counting
from ...summary import counted, listed, with_units
from ...user_code import foreign
from ...version import __version__
from .cases import FAILURE, OUTCOME, WARNING, Row, key_of, read_cases, read_common
from .store import HASHES, Entry, Store, opened
from .task import Task, load, read_task, text_of_files
from .units import units_of
from .worker import DONE, Outcome, Setting, end_children, how_far, run_in_child

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["sweep"]

MOST_WORKERS = 1000
"""Runs at a time of a sweep: processes of one machine, or what one process can hand out."""
UNKNOWN_WORKERS = 100
"""How many an executor is taken to have where nobody says."""
AHEAD = 16
"""Runs that are handed to an executor beyond two for each worker: work of the time (20 ms) that a transaction takes."""
LONGEST = 3e7
"""Longest time limit of a run (s), a year: what the system's clocks of waiting take."""
TASK_FILE = "task_file"
"""Among the versions of a row: hash of the file of a user's task."""
FILES = "files"
"""Among them, too: hash of the files that decide the run; rows of earlier versions have none."""


def sweep(
    task: str | Callable[..., Mapping[str, Any]],
    cases: Sequence[Mapping[str, Any]],
    store: str | Path,
    *,
    executor: Any = None,
    workers: int | None = None,
    time_limit: float | None = None,
    common: Mapping[str, Any] | None = None,
    retry_failed: bool = False,
    progress: bool = False,
) -> "pd.DataFrame":
    """The table of ``task(**common, **case)`` for all ``cases``, of which those that ``store`` holds are not run again.

    ``task``: "package.module:function", "path/to/file.py:function", or such a function. It returns a mapping of names
    to plain values (numbers, truth values, texts, None), the columns of results. Its attribute ``prepare``, where it
    has one, is called with ``common`` in every process before its first run, beyond the time limit: to compile.
    ``cases``: mappings of the arguments that vary, plain values too; a case that is there twice is run once.
    ``common``: arguments that do not vary; also lists and mappings. ``store``: path of an SQLite file, made where there
    is none; it may hold several sweeps, but one works with it at a time.

    ``executor``: any that has the methods of `concurrent.futures.Executor`, such as ``client.get_executor()`` of Dask
    or ``MPIPoolExecutor``; None for processes of this machine. ``workers``: runs at a time (default: its processors),
    or how many the executor has, to which some more than twice as many runs are handed at a time. Runs are made
    in child processes, one after the other in each; one is ended with its process after ``time_limit`` (s).

    Columns: parameters, results, ``outcome`` ("done", "failed", "timed out"), ``failure``, why there is no result, and
    ``warning``: the first of a run with a result, and how many. One row for each of the ``cases``, in their order: the
    same whoever ran what, and in however many attempts. Failed runs are not run again, unless ``retry_failed``.
    ``progress``: show a bar with the time left. `drystone.assessment.sweeps.read_store` says what computed each row.

    DrystoneError for wrong arguments, a missing task, a store in use and a failing executor; rows so far are kept.

    >>> import drystone as ds, pathlib, tempfile
    >>> cases = [{"structure.count": count} for count in (1, 2)]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = ds.sweep(
    ...         "drystone.assessment.sweeps:simulate_case", cases, pathlib.Path(folder) / "runs.sqlite",
    ...         workers=1, common={"scene": "column", "run.duration": 0.02, "run.dt": 0.01},
    ...     )
    >>> table[["structure.count", "outcome"]].values.tolist()
    [[1, 'done'], [2, 'done']]
    """
    workers, share, time_limit = _checked(executor, workers, time_limit)
    retry_failed, progress = yes_no(retry_failed, "retry_failed"), yes_no(progress, "progress")
    arguments, rows, found = read_common(common), read_cases(cases), read_task(task)
    _no_argument_twice(found, arguments, rows)
    keys = [key_of(found.name, found.anywhere(arguments), row) for row in rows]
    setting = Setting(secrets.token_hex(8), found.place, arguments, time_limit, share, progress)
    files = dict(zip(keys, text_of_files(found, arguments, rows), strict=True))
    with opened(store) as kept:
        entries = _stored(kept, found, arguments, rows, keys)
        _tell_origins(found, kept, arguments, entries, files)
        enough = {key for key, entry in entries.items() if entry.state == DONE or not retry_failed}
        if todo := {key: row for key, row in zip(keys, rows, strict=True) if key not in enough}:
            runner = _Runner(setting, executor, workers or UNKNOWN_WORKERS, found.prepares)
            entries |= _run(runner, kept, found, todo, files, progress)
    table = _table(rows, [entries[key] for key in keys])
    _tell_warnings(rows, table)
    return with_units(table, units_of([found.name], {name for row in rows for name in row}))


def _checked(
    executor: Any, workers: int | None, time_limit: float | None
) -> tuple[int | None, int | None, float | None]:
    """Workers, the machine's processors where nothing else says how many; among how many processes these are shared,
    None for an executor's; and the time limit (s).
    """
    workers = None if workers is None else whole_number(workers, "workers", 1, MOST_WORKERS)
    if time_limit is not None:
        time_limit = finite_number(time_limit, "time_limit (s)", above=0.0, most=LONGEST)
    if executor is not None and (isinstance(executor, type) or not callable(getattr(executor, "submit", None))):
        raise DrystoneError(
            f"executor must be an object with the methods of concurrent.futures.Executor, such as Dask's "
            f"client.get_executor(); "
            f"got {shown(executor)}"
        )
    if executor is not None:
        return workers, None, time_limit
    workers = processors() if workers is None else workers
    return workers, workers, time_limit


def _run(
    runner: "_Runner", store: Store, task: Task, todo: Mapping[str, Row], files: Mapping[str, str], progress: bool
) -> dict[str, Entry]:
    """Run these cases and keep a row of each as soon as it is there, with the hash of its ``files``."""
    what, made = task.name.rpartition(":")[2], dict[str, Entry]()
    with (
        closing(_kept(runner, store, task, todo, files)) as rows,
        counting(len(todo), "run", progress, what, lambda: how_far(runner.setting.sweep)) as one_more,
    ):
        for entry in rows:
            made[entry.key] = entry
            one_more()  # what is on the disk
    return made


def _kept(
    runner: "_Runner", store: Store, task: Task, todo: Mapping[str, Row], files: Mapping[str, str]
) -> Generator[Entry, None, None]:
    """The rows of these cases, each kept already; those that ended together in one transaction."""
    number, task_file = store.settings(task.name, runner.setting.common), (TASK_FILE, task.digest)
    with closing(runner.outcomes(todo)) as batches:
        for batch in batches:
            entries = [
                Entry(key, todo[key], one.state, one.reason, one.result, one.started, one.wall_time,
                      {**one.versions, **{name: text for name, text in (task_file, (FILES, files[key])) if text}})
                for key, one in batch
            ]  # fmt: skip
            store.add(number, entries)
            yield from entries


@dataclass(frozen=True)
class _Runner:
    """Who makes the runs: an ``executor``, None for threads of our own, that has so many ``workers``.

    ``prepares``: whether the task has a function that compiles what its runs need.
    """

    setting: Setting
    executor: Any
    workers: int
    prepares: bool

    def outcomes(self, todo: Mapping[str, Row]) -> Generator[list[tuple[str, Outcome]], None, None]:
        """Keys and how their runs ended, as they end: lists of those that ended by the same time.

        What compiles comes first and alone, so that the others find it done: the task's ``prepare``, else a first run.
        """
        executor = ThreadPoolExecutor(self.workers) if self.executor is None else self.executor
        waiting, running = deque[tuple[str, Row | None]](todo.items()), dict[Any, str]()
        ended: queue.Queue[Any] = queue.Queue()
        if self.prepares:
            waiting.appendleft(("", None))
        most = 1
        try:
            while waiting or running:
                while waiting and len(running) < most:
                    key, parameters = waiting.popleft()
                    running[_submitted(executor, self.setting, parameters, ended)] = key
                batch, failure = list[tuple[str, Outcome]](), None
                for future in _all_of(ended):
                    key = running.pop(future)
                    try:
                        batch.append((key, _result(future)))
                    except DrystoneError as error:
                        failure = error
                yield [(key, outcome) for key, outcome in batch if key]
                if failure is not None:
                    raise failure
                most = 2 * self.workers + AHEAD
        finally:
            for future in running:
                future.cancel()
            end_children(self.setting.sweep)
            if self.executor is None:
                executor.shutdown()


def _all_of(ended: "queue.Queue[Any]") -> list[Any]:
    """What is in the queue, once there is anything."""
    found = [ended.get()]
    with suppress(queue.Empty):
        while True:
            found.append(ended.get_nowait())
    return found


def _submitted(executor: Any, setting: Setting, parameters: Row | None, ended: "queue.Queue[Any]") -> Any:
    """A run handed to the executor: its future, which will be in ``ended``."""
    with _executor_failures():
        future = executor.submit(run_in_child, setting, parameters)
        future.add_done_callback(ended.put)
    return future


def _result(future: Any) -> Outcome:
    """What a run came to; DrystoneError where the executor did not get so far as to make it."""
    with _executor_failures():
        outcome: Outcome = future.result()
    return outcome


@contextmanager
def _executor_failures() -> Iterator[None]:
    """Whatever an executor raises is a DrystoneError that says how to go on."""
    try:
        yield
    except DrystoneError:
        raise
    except Exception as error:
        raise DrystoneError(
            f"the executor failed: {said(error)}. Rows that were there by then are in the store; "
            "start the sweep again to go on"
        ) from error


def _stored(
    store: Store, task: Task, common: Mapping[str, Any], rows: Sequence[Row], keys: Sequence[str]
) -> dict[str, Entry]:
    """The rows there are of these keys, also those that an earlier version kept under a former name of the task, or
    with the folders of files in the key.
    """
    names = (task.name, *task.former)
    former = {key_of(name, common, row): key for name in names for row, key in zip(rows, keys, strict=True)}
    former = {before: key for before, key in former.items() if before != key}
    found = store.entries([*former, *keys])
    return {former[key]: entry for key, entry in found.items() if key in former} | {
        key: entry for key, entry in found.items() if key not in former
    }


def _no_argument_twice(task: Task, common: Mapping[str, Any], rows: Sequence[Row]) -> None:
    """DrystoneError where a case has an argument that is common to all, or that the task does not take."""
    with foreign(f"the task {shown(task.name)} has no signature that can be read"):
        call = signature(load(task.place))
    for names, i in {tuple(row): i for i, row in enumerate(rows)}.items():
        twice = [name for name in names if name in common]
        if twice:
            raise DrystoneError(f"{shown(twice[0])} is given twice, in common and in case {i}; keep one")
        try:
            call.bind(**common, **dict.fromkeys(names))
        except TypeError as error:
            raise DrystoneError(f"the task {shown(task.name)} cannot be called with case {i}: {error}") from error


def _tell_origins(
    task: Task, store: Store, common: Mapping[str, Any], entries: Mapping[str, Entry], files: Mapping[str, str]
) -> None:
    """Warn of rows that were made by something else than what runs now."""
    _tell_versions(task, entries, files)
    _tell_places(task, store, common, entries)


def _tell_versions(task: Task, entries: Mapping[str, Entry], files: Mapping[str, str]) -> None:
    """Warn of rows that another version of drystone, of the task's file, or of other ``files`` has made."""
    others = sorted({entry.versions.get("drystone", "") for entry in entries.values()} - {__version__})
    if others:
        warnings.warn(
            f"rows of the store were made by drystone {', '.join(others)}; this is {__version__}. They are taken as "
            "they are; give another store to compute them anew",
            stacklevel=4,
        )
    if any(entry.versions.get(TASK_FILE, "") != task.digest for entry in entries.values()):
        warnings.warn(
            f"rows of the store were made by another text of the file of {task.name}. They are taken as they are; give "
            "another store to compute them anew",
            stacklevel=4,
        )
    changed = sum(entry.versions.get(FILES, files[key]) != files[key] for key, entry in entries.items())
    if changed:
        warnings.warn(
            f"{counted(changed, 'row')} of the store, of {len(files)}, were made when a model, a record, a scene or a "
            "part that the run reads held something else than now. They are taken as they are; give another store to "
            "compute them anew",
            stacklevel=4,
        )


def _tell_places(task: Task, store: Store, common: Mapping[str, Any], entries: Mapping[str, Entry]) -> None:
    """Warn of rows that a project in another folder has made, where that is still there and so may be another one."""
    if task.places is None or not entries:
        return
    known = task.places(common)
    there = set[Path]().union(*map(task.places, store.commons(entry.key for entry in entries.values()))) - known
    if others := sorted(str(one) for one in there if is_folder(one)):
        warnings.warn(
            f"rows of the store were made by the same scene in another folder: {listed(others)}. They are taken as "
            "they are; give another store where that is another project, whose parts read other files",
            stacklevel=4,
        )


def _tell_warnings(rows: Sequence[Row], table: "pd.DataFrame") -> None:
    """Warn where runs have: they stand in the table like all others."""
    warned = table[table[WARNING].notna()]
    if len(warned):
        first = warned.iloc[0]
        warnings.warn(
            f"{counted(len(warned), 'run')} of {len(table)} warned (column {WARNING!r} of the table); the first, with "
            f"{shown(rows[warned.index[0]])}: {first[WARNING]}",
            stacklevel=3,
        )


def _table(rows: Sequence[Row], entries: Sequence[Entry]) -> "pd.DataFrame":
    """Parameters, results and how each run ended, in the order of the cases."""
    import pandas as pd

    cells = [{**(entry.result or {}), **row} for row, entry in zip(rows, entries, strict=True)]
    results = (name for entry in entries for name in entry.result or {} if name not in HASHES)
    names = dict.fromkeys([*(name for row in rows for name in row), *results])
    columns = {name: [cell.get(name) for cell in cells] for name in names}
    columns |= {
        OUTCOME: [entry.state for entry in entries],
        FAILURE: [None if entry.state == DONE else entry.reason for entry in entries],
        WARNING: [entry.reason if entry.state == DONE else None for entry in entries],
    }
    return pd.DataFrame(columns)
