"""Interrupts (SIGINT, SIGTERM) that wait until what must not be cut in two is done. It loads nothing heavy."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["uninterrupted"]


@contextmanager
def uninterrupted() -> Iterator[Callable[[], None]]:
    """Let interrupts (SIGINT, SIGTERM) wait until what is within is done; to be put around short writing, and around
    libraries that call functions of Python's and do not survive it when these raise something.

    Yields a function that lets those come that wait: what takes longer calls it from time to time, where it may end.
    They come in the main thread only; in others there is nothing to wait for. What is ignored stays ignored.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    known = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    before = {number: handler for number, handler in known.items() if handler not in (None, signal.SIG_IGN)}
    waiting: list[int] = []
    within = True

    def wait(number: int, frame: FrameType | None) -> None:
        """Where one comes while the handlers are put back, it is not lost."""
        if within:
            waiting.append(number)
        else:
            come(number, frame)

    def come(number: int, frame: FrameType | None = None) -> None:
        handler = before[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)
        else:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    def let_come() -> None:
        while waiting:
            come(waiting.pop())

    try:
        for number in before:
            signal.signal(number, wait)
        yield let_come
    finally:
        within = False
        for number, handler in before.items():
            if signal.getsignal(number) is wait:  # else one that came has changed it
                signal.signal(number, handler)
    let_come()
