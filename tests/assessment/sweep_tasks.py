"""Tasks for the tests of sweeps: quick ones, and ones that fail in every way that there is."""

import os
import signal
import sys
import time
import warnings
from pathlib import Path
from typing import Any


def add(a: float, b: float = 1.0, offset: float = 0.0) -> dict[str, Any]:
    return {"sum": a + b + offset, "third": a / 3.0, "even": a % 2 == 0, "word": "even" if a % 2 == 0 else None}


def slowly(a: float, pause: float = 0.05) -> dict[str, Any]:
    time.sleep(pause)
    return {"sum": a + 1.0, "root": a**0.5}


def ending(how: str) -> dict[str, Any]:
    if how == "hang":
        time.sleep(1000)
    if how in ("SIGKILL", "SIGSEGV"):
        os.kill(os.getpid(), getattr(signal, how))
    if how == "exit":
        raise SystemExit(3)
    if how == "leave":
        os._exit(3)
    if how == "raise":
        raise ValueError("nothing\ngoes")
    returned: dict[str, Any] = {
        "nan": {"x": float("nan"), "y": float("-inf")}, "list": {"x": [1.0]}, "taken": {"how": "x"},
        "object": {"x": object()}, "nothing": None,
    }  # fmt: skip
    return returned.get(how, {"x": 1.5, "y": 2.0})


def keyed(how: str, key: int) -> dict[str, Any]:
    return ending(how) | {"doubled": 2 * key}


def imported(module: str) -> dict[str, Any]:
    return {"is_there": module in sys.modules}


def talking(a: int) -> dict[str, Any]:
    """Prints and reads, which must not get into what the process answers."""
    print("nonsense", flush=True)  # noqa: T201 - what this task is for
    try:
        read = input()
    except EOFError:
        read = "nothing"
    return {"read": read}


def counted(a: int, file: str) -> dict[str, Any]:
    """Writes a line for each time that it is called."""
    with Path(file).open("a", encoding="utf-8") as lines:
        lines.write(f"{a}\n")
    if a < 0:
        raise ValueError("negative")
    return {"double": 2 * a}


def warning_of(times: int) -> dict[str, Any]:
    """Warns so many times, and of what concerns those who write the code."""
    warnings.warn("old", DeprecationWarning, stacklevel=1)
    for i in range(times):
        warnings.warn(f"step {i} is\nstrange", stacklevel=1)
    return {"x": 1.0}


def waiting(a: int, file: str) -> dict[str, Any]:
    """Says in which process it waits for ever."""
    Path(file).write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(1000)
    return {}


def threads(a: int) -> dict[str, Any]:
    names = ("DRYSTONE_THREADS", "NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
    return {name: os.environ.get(name) for name in names}


def prepared(a: int) -> dict[str, Any]:
    return {"was": _ready}


def _prepare(**common: Any) -> None:
    global _ready
    time.sleep(1.0)
    _ready = True


_ready = False
prepared.prepare = _prepare  # type: ignore[attr-defined]


def unready(a: int) -> dict[str, Any]:
    return {}


def _fail() -> None:
    raise ImportError("no such thing")


unready.prepare = _fail  # type: ignore[attr-defined]
