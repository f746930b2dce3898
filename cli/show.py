"""`drystone show`: what a stored run was, and its pictures again."""

from pathlib import Path

from ..summary import counted
from .messages import folder
from .outcome import stored_warnings, summary, write_pictures
from .tables import show_facts

__all__ = ["execute"]


def execute(result: str, out: str | None) -> int:
    """Print the summary of a stored run; with ``out``, write its pictures into that folder."""
    from ..files import open_run

    stored = open_run(result)
    run = stored.trajectory
    name = str(stored.about.get("scene", stored.path.stem))
    print(summary(name, run, stored.about))
    names = ", ".join(run.names[:8]) + (", …" if len(run.names) > 8 else "")
    kept = sum(record is not None for record in run.records)
    print(show_facts([("blocks", names), ("contacts stored", f"of {kept} of {counted(len(run.records), 'step')}")]))
    print(stored_warnings(stored.about))
    if out is not None:
        written = write_pictures(name, run, folder(Path(out)))
        print(show_facts([("pictures", ", ".join(str(path) for path in written))]))
    return 0
