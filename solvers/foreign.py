"""Solvers that are not drystone's: asked with copies, and in a thread of their own, so that one that hangs does not
hold a run.

Python has no way to end a thread. One that is late is left running, with a warning, its answer is dropped, and its
solver is not asked again; the run goes on with `auto`. Two things cannot be caught: compiled code that does not let go
of Python's lock (the GIL), which stops every thread, and what a process does to itself (`os._exit`, a crash). Sweeps
are safe from both, since each run of theirs has a process. drystone's own solvers are asked where they are called: all
of them end by themselves.
"""

import contextvars
import math
import queue
import threading
import warnings
import weakref
from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

from ..errors import DrystoneError, NotInstalledError
from .configured import LicenceError

__all__ = ["TIME_LIMIT", "asked", "is_foreign", "is_own_failure", "watched"]

TIME_LIMIT = 600.0
"""Time (s) for one step of a solver that has no attribute ``time_limit`` of its own (s, infinity for none): Clarabel
takes 30 s for 60 000 contacts."""

Result = TypeVar("Result")


def is_foreign(solver: Any, method: str) -> bool:
    """Whether that method of a solver is written by somebody else; a subclass that keeps ours is ours.

    What counts is where its code stands, not what it says of itself (``__module__``, which wrappers copy).
    """
    written = getattr(getattr(solver, method, None), "__globals__", {})
    return str(written.get("__name__")).partition(".")[0] != __name__.partition(".")[0]


def is_own_failure(solver: Any, method: str, error: DrystoneError) -> bool:
    """Whether what that method of a solver raised is a failed try of a foreign solver, as any other exception of it is.

    Else it is for the user: a form or a problem that one of drystone's does not take; a missing licence or package.
    """
    return is_foreign(solver, method) and not isinstance(error, (LicenceError, NotInstalledError))


def asked(solver: Any, method: str, *given: Any, parts: tuple[str, ...] = ()) -> Any:
    """What that method of a solver returns for what is ``given``, or raises.

    A foreign one, or one that calls foreign ``parts``, other methods of the solver, is given copies, and what it
    returns is copied: whatever it changes in place, then or later, is its own. `TimeoutError` where it does not end in
    time, or has not before.
    """
    if not any(is_foreign(solver, one) for one in (method, *parts)):
        return getattr(solver, method)(*given)
    seconds, copies = _limit(solver), deepcopy(given)

    def call() -> Any:
        return deepcopy(getattr(solver, method)(*copies))

    if seconds == math.inf:
        return call()
    workers, key = _here.workers, id(solver)
    if key not in workers:
        workers[key] = _Worker(str(getattr(solver, "name", type(solver).__name__)))
        try:
            weakref.finalize(solver, _end, workers, key)
        except TypeError:  # of a class with slots: it lives as long as its thread, so that its id is no other's
            workers[key].solver = solver
    return workers[key].result(call, seconds)


def watched(call: Callable[[], Result], seconds: float, name: str) -> Result:
    """What ``call`` returns or raises, made in a thread of its own; `TimeoutError` where it does not end in time."""
    worker = _Worker(name)
    try:
        return worker.result(call, seconds)
    finally:
        worker.jobs.put(None)


def _limit(solver: Any) -> float:
    given = getattr(solver, "time_limit", TIME_LIMIT)
    number = isinstance(given, (int, float)) and not isinstance(given, bool) and given > 0.0
    return float(given) if number else TIME_LIMIT


class _Here(threading.local):
    """The workers of the solvers that this thread asks: solvers keep what they reuse by thread."""

    def __init__(self) -> None:
        self.workers: dict[int, _Worker] = {}


class _Worker:
    """A thread that makes one call after the other."""

    solver: Any = None

    def __init__(self, name: str) -> None:
        self.name, self.late = name, False
        self.jobs: queue.Queue[Callable[[], None] | None] = queue.Queue()
        threading.Thread(target=_work, args=(self.jobs,), name=f"drystone {name}", daemon=True).start()

    def result(self, call: Callable[[], Result], seconds: float) -> Result:
        """What the call returns or raises."""
        if self.late:
            raise TimeoutError(f"{self.name} did not end within {seconds:g} s in a step before; it is not asked again")
        answers: queue.Queue[tuple[Result | None, BaseException | None]] = queue.Queue()
        context = contextvars.copy_context()

        def job() -> None:
            try:
                answers.put((context.run(call), None))
            except BaseException as error:  # raised where the result is waited for
                answers.put((None, error))

        self.jobs.put(job)
        try:
            result, error = answers.get(timeout=min(seconds, threading.TIMEOUT_MAX))
        except queue.Empty:
            self.late = True
            message = f"{self.name} did not end within {seconds:g} s"
            warnings.warn(f"{message}; it is left running and its answer dropped", stacklevel=2)
            raise TimeoutError(message) from None
        if error is not None:
            raise error
        return result  # type: ignore[return-value]


def _end(workers: dict[int, _Worker], key: int) -> None:
    """End the thread of a solver that is no more."""
    workers.pop(key).jobs.put(None)


def _work(jobs: "queue.Queue[Callable[[], None] | None]") -> None:
    while (job := jobs.get()) is not None:
        job()
        del job  # it holds the solver, whose end ends this thread


_here = _Here()
