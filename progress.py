"""Bars on a terminal for what takes long: nothing within the first `DELAY` seconds."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import TypeVar

__all__ = ["DELAY", "counting", "followed", "waiting", "watched"]

Item = TypeVar("Item")

DELAY = 2.0
"""Time (s) after which a bar appears; what ends sooner shows none."""
TICK = 1.0
"""Time (s) between two updates of what no end of an item causes: a clock, how far the runs of a sweep are."""

_listener: Callable[[int, int], None] | None = None
"""Who is told how far a run is; see `followed`."""


def watched(items: Sequence[Item], unit: str, shown: bool, what: str | None = None) -> Iterator[Item]:
    """The ``items`` one by one, with a bar on standard error where ``shown``; ``unit``: what an item is called.

    A bar inside another one disappears when it ends.
    """
    if not shown:
        return iter(items) if _listener is None else _told(items, _listener)
    from tqdm import tqdm

    return iter(tqdm(items, desc=what, unit=unit, delay=DELAY, leave=None))


def _told(items: Sequence[Item], listener: Callable[[int, int], None]) -> Iterator[Item]:
    """The items one by one, of which the ``listener`` hears every `TICK`."""
    last = monotonic()
    for done, item in enumerate(items):
        if monotonic() - last >= TICK:
            last = monotonic()
            listener(done, len(items))
        yield item


@contextmanager
def followed(listener: Callable[[int, int], None] | None) -> Iterator[None]:
    """Let ``listener(done, of)`` hear, once in `TICK`, how far what is `watched` without a bar has come."""
    global _listener
    before, _listener = _listener, listener
    try:
        yield
    finally:
        _listener = before


@contextmanager
def counting(
    total: int, unit: str, shown: bool, what: str, beside: Callable[[], str]
) -> Iterator[Callable[[], object]]:
    """A bar of ``total`` items, where ``shown``, that moves when what this gives is called; ``beside()``
    is what stands beside it, every `TICK` anew: how far the items are that are being made.
    """
    if not shown:
        yield lambda: None
        return
    from tqdm import tqdm

    bar = tqdm(total=total, desc=what, unit=unit, delay=DELAY, leave=None)

    def tick() -> None:
        bar.set_postfix_str(beside(), refresh=True)

    try:
        with _ticking(tick):
            yield bar.update
    finally:
        bar.set_postfix_str("", refresh=False)
        bar.close()


@contextmanager
def _ticking(tick: Callable[[], None]) -> Iterator[None]:
    """Call ``tick`` after `DELAY` and then every `TICK`, in a thread."""
    done = Event()

    def ticks() -> None:
        pause = DELAY
        while not done.wait(pause):
            tick()
            pause = TICK

    thread = Thread(target=ticks, daemon=True)
    try:
        thread.start()
        yield
    finally:  # also where an interrupt comes while it starts: a thread that prints while Python ends can crash it
        done.set()
        with suppress(RuntimeError):  # it was not started
            thread.join()


@contextmanager
def waiting(what: str, shown: bool) -> Iterator[None]:
    """A clock on standard error, where ``shown``, for as long as one call takes that cannot say how far it is."""
    if not shown:
        yield
        return
    from tqdm import tqdm

    clock = tqdm(bar_format=f"{what}: {{elapsed}}", delay=DELAY, leave=False)
    try:
        with _ticking(clock.refresh):
            yield
    finally:
        clock.close()
