"""`drystone export`: a stored run for other programs."""

from pathlib import Path

from ..errors import DrystoneError
from ..user_code import foreign
from .answer import Answer
from .messages import folder
from .tables import show_facts

__all__ = ["execute"]


def execute(result: str, files: list[str], answer: Answer) -> int:
    """Write a stored run into files, each as the end of its name says.

    An error with one file is told after the others are written.
    """
    from ..exports import export
    from ..exports.writers import check_ending
    from ..files import open_run

    for name in files:
        check_ending(Path(name))  # before anything is written
    trajectory = open_run(result).trajectory
    written, failed = list[Path](), dict[str, DrystoneError]()
    for name in files:
        try:
            folder(Path(name).parent)
            with foreign(f"the export {Path(name).suffix} failed"):
                written.append(export(trajectory, name))
        except DrystoneError as error:
            failed[name] = error
    if written:
        answer.result(show_facts([("written", ", ".join(str(path) for path in written))]))
    if len(failed) == 1:
        raise next(iter(failed.values()))
    if failed:
        raise DrystoneError("; ".join(f"{name}: {error}" for name, error in failed.items()))
    answer.give({"files": written})
    return 0
