"""The process that runs the cases of a sweep, one at a time; `drystone.studies.sweeps.worker` starts it.

It reads one job a line from its standard input and writes one answer a line to its standard output, both JSON. It ends
when its input does, in the middle of a run too: whoever started it has gone. What a task prints goes to the error
stream, and its standard input is empty.
"""

import faulthandler
import json
import os
import queue
import signal
import threading
from functools import cache
from pathlib import Path
from typing import IO, Any

from ...errors import DrystoneError, said
from ..made_by import versions
from .cases import plain_row
from .task import load

__all__ = ["IDLE", "LONGEST", "answer", "main"]

IDLE = 60.0
"""Time (s) without a job after which the process ends, so that one of an executor that lives on does not stay."""
LATE = 10.0
"""Time (s) beyond its limit after which a run ends its process by itself: where even its starter cannot end it."""
LONGEST = 500
"""Letters that are kept of why a run failed."""

_loaded = cache(load)
"""A file is run once in a process."""


def main() -> None:
    """Answer jobs until the input ends. Interrupts and requests to end are the starter's, who ends this process too."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    source, channel = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    with Path(os.devnull).open(encoding="utf-8") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    jobs: queue.Queue[str] = queue.Queue()
    threading.Thread(target=_read, args=(source, jobs), daemon=True).start()
    while True:
        try:
            line = jobs.get(timeout=IDLE)
        except queue.Empty:
            channel.write('{"idle": true}\n')
            return
        channel.write(json.dumps(answer(json.loads(line))) + "\n")


def _read(source: IO[str], jobs: "queue.Queue[str]") -> None:
    """Hand on the jobs that come in; where none can come any more, end the process whatever it does."""
    for line in source:
        jobs.put(line)
    os._exit(0)


def answer(job: dict[str, Any]) -> dict[str, Any]:
    """What becomes of one job: {"ready": versions}, {"result": row}, {"failed": why}, or {"unable": why} where no run
    of the sweep can work.

    ``job``: task, and {"prepare": arguments} to be made ready for its runs, else parameters and common, both
    mappings of arguments, and limit (s or None).
    """
    if "prepare" in job:
        return _made_ready(job["task"], job["prepare"])
    if job["limit"] is not None:
        faulthandler.dump_traceback_later(job["limit"] + LATE, exit=True)
    try:
        result = _loaded(job["task"])(**job["common"], **job["parameters"])
        return {"result": plain_row(result, "the result", tuple(job["parameters"]))}
    except BaseException as error:  # sys.exit and whatever else a task raises: its row says so
        return {"failed": _said(error)}
    finally:
        faulthandler.cancel_dump_traceback_later()


def _made_ready(task: str, common: dict[str, Any]) -> dict[str, Any]:
    try:
        prepare = getattr(_loaded(task), "prepare", None)
        if prepare is not None:
            prepare(**common)
    except BaseException as error:
        return {"unable": _said(error)}
    return {"ready": versions()}


def _said(error: BaseException) -> str:
    """What an error says, in one line, with its kind in front unless it is one of drystone's."""
    text = said(error, LONGEST)
    return text.removeprefix(f"{type(error).__name__}: ") if isinstance(error, DrystoneError) else text
