"""`drystone export`: a stored run for other programs."""

from pathlib import Path

from .answer import Answer
from .messages import folder
from .tables import show_facts

__all__ = ["execute"]


def execute(result: str, files: list[str], answer: Answer) -> int:
    """Write a stored run into files, each as the end of its name says."""
    from ..exports import EXPORTS, export
    from ..files import open_run

    for name in files:
        _ = EXPORTS[Path(name).suffix.lower()]  # before anything is written
    trajectory = open_run(result).trajectory
    written = []
    for name in files:
        folder(Path(name).parent)
        written.append(export(trajectory, name))
    answer.result(show_facts([("written", ", ".join(str(path) for path in written))]))
    answer.give({"files": written})
    return 0
