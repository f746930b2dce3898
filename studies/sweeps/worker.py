"""Runs of a sweep where an executor puts them: each in a process of its own that may crash, hang and be ended."""

import atexit
import json
import os
import queue
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from time import perf_counter
from typing import IO, Any

from ...errors import DrystoneError, storable
from ...numerics.threads import VARIABLE, processors
from ...processes import start
from .child import LONGEST

__all__ = ["DONE", "FAILED", "LOADING", "TIMED_OUT", "Outcome", "Setting", "end_children", "run_in_child"]

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
    processes among which the processors are divided, None for one thread each.
    """

    sweep: str
    task: str
    common: Mapping[str, Any]
    limit: float | None
    share: int | None


@dataclass(frozen=True)
class Outcome:
    """How a run ended: ``state``, the ``result`` where it is done, else ``reason``.

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


class Child:
    """A process for the runs of one sweep, and a thread that reads what it answers."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.versions: Mapping[str, str] = {}
        try:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        except OSError as error:
            raise DrystoneError(f"cannot make a temporary file for a process: {error.strerror or error}") from error
        self._lines: queue.Queue[str | None] = queue.Queue()
        try:
            self._process = start(
                f"{__package__}.child", "main", _threads(setting.share), text=True, encoding="utf-8",
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
            )  # fmt: skip
        except OSError as error:
            self._errors.close()
            raise DrystoneError(f"cannot start a process for runs: {error.strerror or error}") from error
        with _lock:
            _children.add(self)
            over = not _over.isdisjoint((None, setting.sweep))
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()
        try:
            if over:
                raise DrystoneError("the sweep has ended")
            self._make_ready()
        except BaseException:
            self.end()
            raise

    def ask(self, parameters: Mapping[str, Any]) -> Outcome | None:
        """How the run of this case ends; None where the process had ended before, tired of waiting."""
        self._send({"parameters": parameters, "common": self.setting.common, "limit": self.setting.limit})
        try:
            line = self._lines.get(timeout=self.setting.limit)
        except queue.Empty:
            return Outcome(TIMED_OUT, reason=f"no result within {self.setting.limit:g} s")
        if line is None:
            return Outcome(FAILED, reason=self._how_ended())
        message = json.loads(line)
        if "idle" in message:
            return None
        if "failed" in message:
            return Outcome(FAILED, reason=storable(message["failed"]))
        return Outcome(DONE, result=message["result"])

    def rest(self) -> None:
        """Wait for another case, where the process is there."""
        if self._process.poll() is not None:
            self.end()
            return
        with _lock:
            _idle.append(self)

    def end(self) -> None:
        """End the process, in the middle of its work if it has any."""
        with _lock:
            _children.discard(self)
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._errors):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _make_ready(self) -> None:
        self._send({"prepare": self.setting.common})
        try:
            line = self._lines.get(timeout=LOADING)
        except queue.Empty:
            raise DrystoneError(
                f"a process for runs of {self.setting.task} was not ready within {LOADING:g} s"
            ) from None
        message = json.loads(line or "{}")
        if "ready" not in message:
            reason = message.get("unable") or f"{self._how_ended()}: {self._last_words()}"
            raise DrystoneError(f"the task {self.setting.task} cannot be run: {reason}")
        self.versions = message["ready"]

    def _send(self, job: Mapping[str, Any]) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, which its answers tell
            self._process.stdin.write(json.dumps({"task": self.setting.task, **job}) + "\n")
            self._process.stdin.flush()

    def _read(self, stream: IO[str]) -> None:
        with suppress(OSError, ValueError), stream:
            for line in stream:
                self._lines.put(line)
        self._lines.put(None)

    def _how_ended(self) -> str:
        code = self._process.wait()
        return f"the process was ended by signal {-code}" if code < 0 else f"the process ended with exit code {code}"

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return (lines or [""])[-1][:LONGEST]


def _threads(share: int | None) -> dict[str, str]:
    """The environment variables of threads, where nothing is said of them."""
    threads = 1 if share is None else max(1, processors() // share)
    given = {name: str(threads) for name in SHARED} | dict.fromkeys(SINGLE, "1")
    return {name: value for name, value in given.items() if name not in os.environ}
