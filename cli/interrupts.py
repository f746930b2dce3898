"""How the command ends when it is asked to from outside, by an interrupt (SIGINT) or SIGTERM: within two seconds.

Where Python is at work a signal raises KeyboardInterrupt, so that who has something to keep keeps it on the way out.
While a library is at work, a compiler or a solver, Python answers nothing until that is done; and what is raised in a
function that such a library calls is lost. So a thread hears every signal, too: what was lost is raised again, and
where nothing comes of it the process says its last words (`drystone.processes.last_words`) and is ended, with those
that it has started.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

from ..interruption import uninterrupted
from ..processes import kill_started, say_last_words

__all__ = ["CODES", "SAID", "Terminated", "ending_in_order"]

CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
"""Exit codes by signals, those that shells give."""
SAID = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}
"""What the command says then."""
PATIENCE = 0.75
"""Time (s) from a signal until a command that is still there is ended."""
LAST_WORDS = 0.5
"""Time (s) that is left then to what has to be closed."""
TICK = 0.1
"""Time (s) between two looks at what the command does."""
SOON = 5e-3
"""Time (s) after which a signal is tried again that came where nothing can be raised."""
COMPILERS = ("numba.", "llvmlite.")
"""Packages of the compiler."""
CALLED_BACK = ("_numba_unpickle", "_raw_object_cache_notify", "_raw_object_cache_getbuffer")
"""Functions that compiled code and the compiler call, which take no exception from them: it is lost, or they crash."""


class Interrupted(KeyboardInterrupt):
    """The process was interrupted (SIGINT).

    A class of its own, because ``python -m`` ends itself by the signal, whatever the exit code, where a plain
    KeyboardInterrupt has passed through the text of a program (`exec`), of which the compiler has some.
    """


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM)."""


@contextmanager
def ending_in_order(stores: bool = False) -> Iterator[None]:
    """Raise `Interrupted` for SIGINT and `Terminated` for the first SIGTERM; the second ends the process at once.

    Where nothing has come of it after `PATIENCE` the process is ended. ``stores``: whether the command stores what it
    has when it is interrupted; while it does it has the time it needs, but none to compile. Only the main
    thread can be interrupted; in others nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    watch = _Watch(stores)
    try:
        yield
    finally:
        watch.end()


class _Watch:
    """What answers signals: a handler in the main thread, and a thread that sees whether that does it."""

    def __init__(self, stores: bool) -> None:
        self.stores = stores
        self.raised: KeyboardInterrupt | None = None
        self.raising = threading.RLock()  # of the main thread again where a second signal comes while it holds it
        self.over = threading.Event()
        self.ear, self.mouth = socket.socketpair()
        self.mouth.setblocking(False)
        self.wakeup = signal.set_wakeup_fd(self.mouth.fileno(), warn_on_full_buffer=False)
        self.unraisable, sys.unraisablehook = sys.unraisablehook, self._lost
        self.handlers = {number: signal.getsignal(number) for number in CODES}
        signal.signal(signal.SIGTERM, self._raise)
        if self.handlers[signal.SIGINT] is signal.default_int_handler:  # else a parent has it ignored, as nohup does
            signal.signal(signal.SIGINT, self._raise)
        threading.Thread(target=self._listen, daemon=True).start()

    def end(self) -> None:
        """Leave signals to whoever had them before; one that comes meanwhile is raised when that is done."""
        with uninterrupted():
            self.over.set()
            signal.set_wakeup_fd(self.wakeup)
            sys.unraisablehook = self.unraisable
            self.mouth.close()  # the thread hears that, and ends
            for number, handler in reversed(self.handlers.items()):  # an interrupt can come at once then
                signal.signal(number, handler)

    def _raise(self, number: int, frame: FrameType | None) -> None:
        """Called by Python in the main thread, between two steps of a Python function."""
        while frame is not None:
            if frame.f_code.co_name in CALLED_BACK:
                self._again(number)
                return
            frame = frame.f_back
        with self.raising:
            if number == signal.SIGTERM:
                signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self.raised = Terminated() if number == signal.SIGTERM else Interrupted()
        raise self.raised

    def _lost(self, unraisable: Any) -> None:
        """Called by Python with what was raised where it cannot be handed on: a callback, the end of an object."""
        if self.raised is None or unraisable.exc_value is not self.raised:
            self.unraisable(unraisable)
            return
        number = signal.SIGTERM if isinstance(self.raised, Terminated) else signal.SIGINT
        self.raised = None
        signal.signal(number, self._raise)
        self._again(number)

    def _again(self, number: int) -> None:
        """Send the main thread a signal once more, soon, so that it also wakes from waiting.

        Not where the command has ended by then: it would come while Python ends, or to whoever goes on.
        """

        def send() -> None:
            if not self.over.is_set():
                _send(number)

        timer = threading.Timer(SOON, send)
        timer.daemon = True
        timer.start()

    def _listen(self) -> None:
        with self.ear:
            number = next((n for n in iter(self._heard, 0) if n in CODES), None)
            if number is None or self._ends(number):
                return
            farewell = threading.Thread(target=_farewell, daemon=True)
            farewell.start()
            farewell.join(LAST_WORDS)
            if not self.over.is_set():
                with suppress(OSError):
                    os.write(2, f"drystone: {SAID[signal.Signals(number)]}\n".encode())
                os._exit(CODES[signal.Signals(number)])

    def _ends(self, number: int) -> bool:
        """Wait until the command has ended; False where that takes too long.

        The time is that of the looks, for a machine may stand still for a second, and the command with it.
        """
        waited, compiling = 0.0, 0.0
        while not self.over.wait(TICK):
            waited += TICK
            compiling = compiling + TICK if _compiling() else 0.0
            storing = self.stores and self._is_on_its_way() and compiling < PATIENCE
            if waited > PATIENCE and not storing:
                return False
            if waited == TICK:
                self._wake(number)
        return True

    def _wake(self, number: int) -> None:
        """Send the main thread a signal once more if it has not raised it.

        It may wait for something, where a signal does not wake it that another thread got, nor one that came between
        Python's last look for signals and the wait. Never twice: while this sends, nothing is raised.
        """
        with self.raising:
            if self.raised is None and not self.over.is_set():
                _send(number)

    def _is_on_its_way(self) -> bool:
        """Whether the main thread is at what it does on the way out; not so where someone has caught what was raised
        and gone on, as libraries do while they look for others.
        """
        handled: Any = sys._current_exceptions().get(threading.main_thread().ident or 0)
        error = handled[1] if isinstance(handled, tuple) else handled  # a tuple before Python 3.12
        while error is not None and error is not self.raised:
            error = error.__context__
        return error is not None

    def _heard(self) -> int:
        """The next signal, 0 when there will be none."""
        with suppress(OSError):
            return next(iter(self.ear.recv(1)), 0)
        return 0


def _send(number: int) -> None:
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(number)


def _compiling() -> bool:
    """Whether the main thread is within the compiler, or reads what it has made."""
    frame = sys._current_frames().get(threading.main_thread().ident or 0)
    while frame is not None:
        if str(frame.f_globals.get("__name__")).startswith(COMPILERS):
            return True
        frame = frame.f_back
    return False


def _farewell() -> None:
    kill_started()
    say_last_words()
    with suppress(Exception):
        sys.stdout.flush()
