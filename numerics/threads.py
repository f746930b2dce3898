"""Compiled functions side by side, in threads: what large steps do on more than one processor.

Work is divided by size alone, never by the number of processors, so that results are the same on every machine.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

from ..errors import DrystoneError
from ..interruption import uninterrupted

__all__ = ["VARIABLE", "processors", "side_by_side"]

VARIABLE = "DRYSTONE_THREADS"
"""Environment variable: the most threads to use; 1 for none beside the caller's."""

Result = TypeVar("Result")

_pools: dict[int, ThreadPoolExecutor] = {}
"""The threads of this process, by its number: a forked one has none of its parent's."""


def processors() -> int:
    """How many processors this process may use; `DrystoneError` where ``DRYSTONE_THREADS`` is not a number of them."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    wanted = os.environ.get(VARIABLE, "").strip()
    if not wanted:
        return allowed
    if not (wanted.isdecimal() and int(wanted) > 0):
        raise DrystoneError(f"{VARIABLE} is {wanted!r}; it must be a whole number of threads, at least 1")
    return min(allowed, int(wanted))


def side_by_side(calls: Sequence[Callable[[], Result]]) -> list[Result]:
    """The results of ``calls``, in their order; as many run at a time as there are `processors`.

    Each is begun in its turn and must not wait for another. The first error is raised when all that began have ended.
    """
    helpers = min(processors(), len(calls)) - 1 if len(calls) > 1 else 0
    if helpers < 1:
        return [call() for call in calls]
    results: dict[int, Result] = {}
    waiting = iter(enumerate(calls))

    def work() -> None:
        for number, call in waiting:
            results[number] = call()

    begun: list[Future[None]] = []
    try:
        with uninterrupted():  # a thread that is started and not known yet holds up the end of Python for ever
            begun += [_pool().submit(work) for _ in range(helpers)]
        work()
    finally:
        ended = [future for future in begun if not future.cancel()]
        wait(ended)
    for future in ended:
        future.result()
    return [results[number] for number in range(len(calls))]


def _pool() -> ThreadPoolExecutor:
    """The threads of this process; they are kept, and wait."""
    number = os.getpid()
    if number not in _pools:
        _pools[number] = ThreadPoolExecutor(os.cpu_count(), thread_name_prefix="drystone")
    return _pools[number]
