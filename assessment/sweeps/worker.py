"""Runs of a sweep where an executor puts them: in child processes, which may crash, hang and be ended."""

import atexit
import os
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from time import monotonic, perf_counter
from typing import Any

from ...errors import DrystoneError, storable
from ...numerics.threads import VARIABLE, processors
from ...processes import IDLE, Message, Worker
from .child import LONGEST

__all__ = ["DONE", "FAILED", "LOADING", "TIMED_OUT", "Outcome", "Setting", "end_children", "how_far", "run_in_child"]

DONE, FAILED, TIMED_OUT = "done", "failed", "timed out"
LOADING = 900.0
"""Time (s) that a process may take to start, to import the task and to make it ready (compile), which is no part of a
run's limit."""
SHARED = (VARIABLE, "NUMBA_NUM_THREADS")
"""Environment variables of threads that divide the processors among the processes."""
SINGLE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Those of libraries that may sum in another order with another number of threads: one, or a table would depend on the
number of workers."""


@dataclass(frozen=True)
class Setting:
    """What all runs of a sweep have in common, as it goes to wherever they are made.

    ``sweep``: a name that no other sweep has: a process serves one sweep, so that it never has an old task loaded.
    ``task``: place of the function, ``common`` its arguments, the same in all runs. ``limit`` of a run (s). ``share``:
    processes among which the processors are divided, None for one thread each. ``follow``: hear how far runs are.
    """

    sweep: str
    task: str
    common: Mapping[str, Any]
    limit: float | None
    share: int | None
    follow: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a run ended: ``state``, the ``result`` where it is done; ``reason`` why it is not, or of what it warned.

    ``versions`` of what computed it; when it ``started`` (UTC) and its ``wall_time`` (s).
    """

    state: str
    result: Mapping[str, Any] | None = None
    reason: str | None = None
    versions: Mapping[str, str] = field(default_factory=dict)
    started: str = ""
    wall_time: float = 0.0


def run_in_child(setting: Setting, parameters: Mapping[str, Any] | None) -> Outcome:
    """Run one case in a child process of this one and say how it ended; without ``parameters`` only make one ready.

    A child that has answered is kept for the next case. DrystoneError where no run can work: the task is not found
    here, or processes cannot be started.
    """
    while True:
        child = _taken(setting)
        started, begun, found = datetime.now(UTC).isoformat(timespec="milliseconds"), perf_counter(), None
        try:
            found = Outcome(DONE) if parameters is None else child.ask(parameters)
        finally:
            child.rest() if found is not None and found.state != TIMED_OUT else child.end()
        if found is not None:
            took = perf_counter() - begun
            return replace(found, versions=child.versions, started=started, wall_time=took)


def how_far(sweep: str) -> str:
    """How far the runs of a sweep are that are being made in this process's children, where they say so."""
    with _lock:
        shares = sorted(
            (one.at for one in _children if one.setting.sweep == sweep and one.at is not None), reverse=True
        )
    return "at " + ", ".join(f"{100 * share:.0f} %" for share in shares) if shares else ""


def end_children(sweep: str | None = None) -> None:
    """End the processes of this one that wait for a case of that sweep, or of any, and those at work for it."""
    with _lock:
        _over.add(sweep)
        chosen = [child for child in _children if sweep in (None, child.setting.sweep)]
        _idle[:] = [child for child in _idle if child not in chosen]
    for child in chosen:
        child.end()


_lock = threading.Lock()
_children: set["Child"] = set()
_idle: list["Child"] = []
_over: set[str | None] = set()
"""Sweeps that have ended: none of their processes is started any more. None: all of them."""


def _forget() -> None:
    """A forked process has none of its parent's children."""
    global _lock
    _lock = threading.Lock()
    _children.clear()
    _idle.clear()


atexit.register(end_children)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _taken(setting: Setting) -> "Child":
    """A waiting child of this sweep, or a new one; those that wait for other sweeps are ended."""
    with _lock:
        others = [child for child in _idle if child.setting.sweep != setting.sweep]
        mine = [child for child in _idle if child.setting.sweep == setting.sweep]
        chosen = mine.pop() if mine else None
        _idle[:] = mine
    for child in others:
        child.end()
    return chosen or Child(setting)


class Child(Worker):
    """A process for the runs of one sweep."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(f"{__package__}.child", "main", _threads(setting.share))
        self.setting = setting
        self.at: float | None = None
        self.versions: Mapping[str, str] = {}
        with _lock:
            _children.add(self)
            over = not _over.isdisjoint((None, setting.sweep))
        try:
            if over:
                raise DrystoneError("the sweep has ended")
            self._make_ready()
        except BaseException:
            self.end()
            raise

    def ask(self, parameters: Mapping[str, Any]) -> Outcome | None:
        """How the run of this case ends; None where the process had ended before, idle for too long."""
        setting = self.setting
        job = {"task": setting.task, "parameters": parameters, "common": setting.common}
        self.send({**job, "limit": setting.limit, "follow": setting.follow})
        try:
            message = self._result()
        except TimeoutError:
            return Outcome(TIMED_OUT, reason=f"no result within {setting.limit:g} s")
        if message is None:
            return Outcome(FAILED, reason=self.how_ended())
        if message == IDLE:
            return None
        if "failed" in message:
            return Outcome(FAILED, reason=storable(message["failed"]))
        return Outcome(DONE, result=message["result"], reason=message["warning"])

    def _result(self) -> Message | None:
        """The message that ends the run, within its limit; on the way how far it is."""
        limit, begun = self.setting.limit, monotonic()
        try:
            while True:
                left = None if limit is None else max(0.0, limit - (monotonic() - begun))
                message = self.receive(left)
                if message is None or "at" not in message:
                    return message
                self.at = message["at"]
        finally:
            self.at = None

    def rest(self) -> None:
        """Wait for another case, where the process is there."""
        if self.has_ended:
            self.end()
            return
        with _lock:
            _idle.append(self)

    def end(self) -> None:
        """End the process, in the middle of its work if it has any."""
        with _lock:
            _children.discard(self)
        super().end()

    def _make_ready(self) -> None:
        task = self.setting.task
        self.send({"task": task, "prepare": self.setting.common})
        try:
            message = self.receive(LOADING) or {}
        except TimeoutError:
            raise DrystoneError(f"a process for runs of {task} was not ready within {LOADING:g} s") from None
        if "ready" not in message:
            reason = message.get("unable") or f"{self.how_ended()}: {self.last_printed(LONGEST)}"
            raise DrystoneError(f"the task {task} cannot be run: {reason}")
        self.versions = message["ready"]


def _threads(share: int | None) -> dict[str, str]:
    """The environment variables of threads, where nothing is said of them."""
    threads = 1 if share is None else max(1, processors() // share)
    given = {name: str(threads) for name in SHARED} | dict.fromkeys(SINGLE, "1")
    return {name: value for name, value in given.items() if name not in os.environ}
