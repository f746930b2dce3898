"""Processes of drystone's own: started apart from the current folder, ended with this one, which says its last words.

Python looks for modules in the current folder first when it is started with ``-m`` or ``-c``: a ``queue.py`` that lies
there would be run in the place of Python's own. Processes that are started here look where this one does, without the
current folder, unless somebody has named it: as the folder of the script that runs, or in full in ``PYTHONPATH``.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from weakref import WeakSet

__all__ = ["import_path", "kill_started", "last_words", "left_out", "say_last_words", "start"]

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
