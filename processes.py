"""Processes of drystone's own: started apart from the current folder, asked over pipes, ended with this one.

Python looks for modules in the current folder first when it is started with ``-m`` or ``-c``: a ``queue.py`` that lies
there would be run in place of Python's own. Processes that are started here look where this one does, without the
current folder, unless somebody has named it: as the folder of the script that runs, or in full in ``PYTHONPATH``.

A `Worker` is such a process that answers jobs, and `serve` is what it runs. Either side writes JSON, a message in one
line: a job, then whatever the worker reports while it works, then its answer.
"""

import gc
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, TypeAlias
from weakref import WeakSet

from .errors import DrystoneError

__all__ = [
    "IDLE",
    "Message",
    "Worker",
    "collect_rarely",
    "import_path",
    "kill_started",
    "last_words",
    "left_out",
    "say_last_words",
    "serve",
    "start",
]

Message: TypeAlias = dict[str, Any]
"""What goes over a pipe: plain values by names."""
IDLE: Message = {"idle": True}
"""What a worker that has waited too long for a job says before it ends."""

_started: "WeakSet[subprocess.Popen[Any]]" = WeakSet()
_last_words: list[Callable[[], None]] = []


def start(
    module: str, function: str, more: Mapping[str, str] | None = None, **settings: Any
) -> "subprocess.Popen[Any]":
    """Start a process that calls a function of a module of drystone without arguments.

    ``more``: environment variables beside those of this process. ``settings``: of `subprocess.Popen`.
    """
    words = [sys.executable, "-P", "-c", f"from {module} import {function}; {function}()"]
    given = {**os.environ, **(more or {}), "PYTHONPATH": os.pathsep.join(import_path())}
    child = subprocess.Popen(words, env=given, **settings)
    _started.add(child)
    return child


class Worker:
    """A process that answers jobs, and a thread that reads what it says.

    ``module``, ``function``, ``more``: see `start`; the function calls `serve`. DrystoneError where there can be no
    process.
    """

    def __init__(self, module: str, function: str, more: Mapping[str, str] | None = None) -> None:
        try:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - as long as the process
        except OSError as error:
            raise DrystoneError(f"cannot make a temporary file for a process: {error.strerror or error}") from error
        pipe = subprocess.PIPE
        try:
            self._process = start(
                module, function, more, text=True, encoding="utf-8", stdin=pipe, stdout=pipe, stderr=self._errors
            )
        except OSError as error:
            self._errors.close()
            raise DrystoneError(f"cannot start a process for runs: {error.strerror or error}") from error
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True).start()

    @property
    def has_ended(self) -> bool:
        """Whether the process is there no more."""
        return self._process.poll() is not None

    def send(self, job: Mapping[str, Any]) -> None:
        """Give it a job. That it has ended is told by `receive`."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()

    def receive(self, within: float | None) -> Message | None:
        """The next message; None where the process has ended. TimeoutError where there is none ``within`` (s)."""
        try:
            line = self._lines.get(timeout=within)
        except queue.Empty:
            raise TimeoutError from None
        return None if line is None else dict(json.loads(line))

    def how_ended(self) -> str:
        """How the process ended, once it has."""
        code = self._process.wait()
        return f"the process was ended by signal {-code}" if code < 0 else f"the process ended with exit code {code}"

    def last_printed(self, longest: int) -> str:
        """The last line of what it and its libraries have printed, up to so many letters."""
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").strip().splitlines()
        return (lines or [""])[-1][:longest]

    def end(self) -> None:
        """End the process, in the middle of its work if it has any."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._errors):
            if stream is not None:
                with suppress(OSError):
                    stream.close()

    def _read(self, stream: IO[str]) -> None:
        with suppress(OSError, ValueError), stream:
            for line in stream:
                self._lines.put(line)
        self._lines.put(None)


def serve(answer: Callable[[Message, Callable[[Message], None]], Message], idle: float | None = None) -> None:
    """Answer the jobs of the `Worker` that started this process, one at a time.

    ``answer(job, report)``: the answer to a job; ``report`` sends a message before it. ``idle``: time (s) without a job
    after which this returns, having said so; None for any. When whoever started it has gone the process ends, in the
    middle of its work too. Interrupts and requests to end are for the starter, who ends this process. What is printed
    goes to the error stream, and the standard input is empty.
    """
    collect_rarely()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    source, channel = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)

    def report(message: Message) -> None:
        channel.write(json.dumps(message) + "\n")

    jobs: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_read_jobs, args=(source, jobs), daemon=True).start()
    while True:
        try:
            line = jobs.get(timeout=idle)
        except queue.Empty:
            report(IDLE)
            return
        report(answer(json.loads(line), report))


def _read_jobs(source: IO[str], jobs: "queue.Queue[str]") -> None:
    """Hand on the jobs that come in; where none can come any more, end the process whatever it does."""
    for line in source:
        jobs.put(line)
    os._exit(0)


def collect_rarely() -> None:
    """Let Python look for cycles of objects a tenth as often in this process, whose modules it looks through each time.

    That takes an eighth of a short command otherwise, most of it while modules are imported, which make none.
    """
    youngest, *older = gc.get_threshold()
    gc.set_threshold(10 * youngest, *older)


def kill_started() -> None:
    """End all processes that were started here and are there still; nothing waits for them."""
    for child in list(_started):
        with suppress(OSError):
            child.kill()


def import_path() -> list[str]:
    """Where a process imports from: as this one, in full, without folders that are `left_out`.

    The folder that drystone lies in under its own name comes last if it was among these.
    """
    package = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - as it is spelled, links and all
    without = left_out()
    kept = [os.path.abspath(one) for one in _entries() if _resolved(one) not in without]  # noqa: PTH100
    home = [os.path.dirname(package)] if Path(package).name == __name__.partition(".")[0] else []  # noqa: PTH120
    return list(dict.fromkeys([*kept, *home]))


def left_out() -> set[str]:
    """The folders of ``sys.path`` that are there because the user stands in them; links resolved."""
    here = _resolved("")
    written = [one for one in os.environ.get("PYTHONPATH", "").split(os.pathsep) if Path(one).is_absolute()]
    main = sys.modules.get("__main__")
    script = getattr(main, "__file__", None)
    if script and getattr(main, "__spec__", None) is None:  # run by its path, not by -m
        written.append(str(Path(script).parent))
    return {here} & {_resolved(one) for one in _entries()} - {_resolved(one) for one in written}


def _entries() -> list[str]:
    return [one for one in sys.path if isinstance(one, str)]


def _resolved(folder: str) -> str:
    with suppress(OSError, ValueError):  # the current folder may be gone
        return os.path.realpath(folder)
    return folder


@contextmanager
def last_words(say: Callable[[], None]) -> Iterator[None]:
    """Have ``say`` called should this process be ended within, where nothing can be raised: to close a file.

    That is where a signal to end comes while machine code is made, or a library works, and within a second nothing has
    answered it. ``say`` is called in another thread while this one goes on; it has half a second. Wherever else a
    signal comes it raises KeyboardInterrupt, and ``say`` is not called.

    >>> said = []
    >>> with last_words(lambda: said.append("closed")):
    ...     say_last_words()
    >>> say_last_words()
    >>> said
    ['closed']
    """
    _last_words.append(say)
    try:
        yield
    finally:
        _last_words.remove(say)


def say_last_words() -> None:
    """Call what `last_words` was given, the latest first, whatever comes of it."""
    for say in reversed(list(_last_words)):
        with suppress(Exception):
            say()
