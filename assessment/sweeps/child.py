"""The process that runs the cases of a sweep, one at a time; `drystone.assessment.sweeps.worker` starts it."""

import faulthandler
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from ...errors import DrystoneError, said, storable
from ...made_by import versions
from ...processes import Message, serve
from ...progress import followed
from ...summary import counted
from .cases import plain_row
from .task import load

__all__ = ["IDLE", "LONGEST", "answer", "main"]

IDLE = 60.0
"""Time (s) without a job after which the process ends, so that one of an executor that lives on does not stay."""
LATE = 10.0
"""Time (s) beyond its limit after which a run ends its process by itself: where even its starter cannot end it."""
LONGEST = 500
"""Letters that are kept of why a run failed, or of what it warned."""
UNSHOWN = (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)
"""Warnings that Python does not show either: they are for those who write the code."""

_loaded = cache(load)
"""A file is run once in a process."""


def main() -> None:
    """Answer the jobs of the process that started this one."""
    serve(answer, IDLE)


def answer(job: Message, report: Callable[[Message], None]) -> Message:
    """What becomes of one job: {"ready": versions}, {"result": row, "warning": text or None}, {"failed": why}, or
    {"unable": why} where no run of the sweep can work.

    ``job``: task, and {"prepare": arguments} to be made ready for its runs, else parameters and common, both
    mappings of arguments, limit (s or None) and follow, whether to ``report`` how far a simulation is: {"at": share}.
    """
    if "prepare" in job:
        return _made_ready(job["task"], job["prepare"])
    if job["limit"] is not None:
        faulthandler.dump_traceback_later(job["limit"] + LATE, exit=True)
    try:
        with (
            followed((lambda done, of: report({"at": done / of})) if job["follow"] else None),
            warnings.catch_warnings(record=True) as caught,
        ):
            warnings.simplefilter("always")
            result = _loaded(job["task"])(**job["common"], **job["parameters"])
        return {"result": plain_row(result, "the result", tuple(job["parameters"])), "warning": _warned(caught)}
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


def _warned(caught: Sequence[warnings.WarningMessage]) -> str | None:
    """The first of the warnings of a run, in one line, and how many there were; None for none."""
    texts = [" ".join(str(one.message).split()) for one in caught if not issubclass(one.category, UNSHOWN)]
    if not texts:
        return None
    first = texts[0] if len(texts) == 1 else f"{counted(len(texts), 'warning')}, the first: {texts[0]}"
    return storable(first[:LONGEST])


def _said(error: BaseException) -> str:
    """What an error says, in one line, with its kind in front unless it is one of drystone's."""
    text = said(error, LONGEST)
    return text.removeprefix(f"{type(error).__name__}: ") if isinstance(error, DrystoneError) else text
