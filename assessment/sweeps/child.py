"""The process that runs the cases of a sweep, one at a time; `drystone.assessment.sweeps.worker` starts it."""

import faulthandler
from collections.abc import Callable
from functools import cache
from typing import Any

from ...errors import DrystoneError, said
from ...files.made_by import versions
from ...processes import Message, serve
from ...progress import followed
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
    """Answer the jobs of the process that started this one."""
    serve(answer, IDLE)


def answer(job: Message, report: Callable[[Message], None]) -> Message:
    """What becomes of one job: {"ready": versions}, {"result": row}, {"failed": why}, or {"unable": why} where no run
    of the sweep can work.

    ``job``: task, and {"prepare": arguments} to be made ready for its runs, else parameters and common, both
    mappings of arguments, limit (s or None) and follow, whether to ``report`` how far a simulation is: {"at": share}.
    """
    if "prepare" in job:
        return _made_ready(job["task"], job["prepare"])
    if job["limit"] is not None:
        faulthandler.dump_traceback_later(job["limit"] + LATE, exit=True)
    try:
        with followed((lambda done, of: report({"at": done / of})) if job["follow"] else None):
            result = _loaded(job["task"])(**job["common"], **job["parameters"])
        return {"result": plain_row(result, "the result", tuple(job["parameters"]))}
    except BaseException as error:  # sys.exit and whatever else a task raises: its row says so
        return {"failed": _said(error)}
    finally:
        faulthandler.cancel_dump_traceback_later()


def _made_ready(task: str, common: dict[str, Any]) -> Message:
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
