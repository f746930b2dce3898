"""`drystone show`: what a stored run was, and its pictures again."""

from pathlib import Path
from typing import TYPE_CHECKING

from ..summary import counted
from .answer import Answer
from .messages import folder
from .outcome import in_short, recorded_step, stored_warnings, summary, values, write_pictures
from .tables import show_facts

if TYPE_CHECKING:
    from ..files import StoredRun

__all__ = ["execute"]


def execute(result: str, out: str | None, answer: Answer) -> int:
    """Print the summary of a stored run; with ``out``, write its pictures into that folder."""
    from ..files import is_running, open_run
    from ..results.trajectory import steps_with_contacts

    stored = open_run(result)
    run = stored.trajectory
    name = str(stored.about.get("scene", stored.path.stem))
    if answer.quiet:
        answer.result(show_facts([("verdict", in_short(run))]))
    answer.tell(summary(name, run, stored.about))
    names = ", ".join(run.names[:8]) + (", …" if len(run.names) > 8 else "")
    kept, there = len(steps_with_contacts(run)), counted(len(run.records), recorded_step(run))
    answer.tell(show_facts([("blocks", names), ("contacts stored", f"of {kept} of {there}")]))
    if not stored.finished:
        answer.result(show_facts([("unfinished", _state_of(stored))]))
    answer.tell(stored_warnings(stored.about))
    answer.give({"finished": stored.finished, "running": not stored.finished and is_running(stored.path)})
    answer.give(*values(name, run, stored.about))
    if out is not None:
        written = write_pictures(name, run, folder(Path(out)))
        answer.written(written, "pictures")
    return 0


def _state_of(stored: "StoredRun") -> str:
    """Whether an unfinished run is still running, and the time it has reached."""
    from ..files import is_running

    end, reached = float(stored.settings.get("end", 0.0)), float(stored.trajectory.time[-1])
    said = f"{reached:.6g} s of {end:.6g} s"
    if is_running(stored.path):
        return f"{said}; the run is still running"
    return f"{said}; the run was interrupted, `drystone resume {stored.path.parent}` continues it"
