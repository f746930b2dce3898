"""Bars on a terminal for what takes long: nothing within the first `DELAY` seconds."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TypeVar

__all__ = ["DELAY", "waiting", "watched"]

Item = TypeVar("Item")

DELAY = 2.0
"""Time (s) after which a bar appears; what ends sooner shows none."""
TICK = 1.0
"""Time (s) between two updates of the clock of `waiting`."""


def watched(items: Sequence[Item], unit: str, shown: bool, what: str | None = None) -> Iterator[Item]:
    """The ``items`` one by one, with a bar on standard error where ``shown``; ``unit``: what an item is called.

    A bar inside another one disappears when it ends.
    """
    if not shown:
        return iter(items)
    from tqdm import tqdm

    return iter(tqdm(items, desc=what, unit=unit, delay=DELAY, leave=None))


@contextmanager
def waiting(what: str, shown: bool) -> Iterator[None]:
    """A clock on standard error, where ``shown``, for as long as one call takes that cannot say how far it is."""
    if not shown:
        yield
        return
    from tqdm import tqdm

    done = Event()
    clock = tqdm(bar_format=f"{what}: {{elapsed}}", delay=DELAY, leave=False)

    def tick() -> None:
        pause = DELAY
        while not done.wait(pause):
            clock.refresh()
            pause = TICK

    thread = Thread(target=tick, daemon=True)
    try:
        thread.start()
        yield
    finally:  # also where an interrupt comes while it starts: a thread that prints while Python ends can crash it
        done.set()
        with suppress(RuntimeError):  # it was not started
            thread.join()
        clock.close()
