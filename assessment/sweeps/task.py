"""What a sweep runs: a function of a module or of a Python file, found again by its name in any process."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import file_digest, sha256
from importlib.machinery import PathFinder
from pathlib import Path
from types import ModuleType
from typing import Any

from ...disk import GIGABYTE, readable_file
from ...errors import DrystoneError, shown
from ...processes import left_out
from ...user_code import foreign, imported

__all__ = ["FORMER", "Task", "load", "present", "read_task", "text_of_files"]

FORMER = {
    "drystone.studies.sweeps:simulate_case": "drystone.assessment.sweeps:simulate_case",
    "drystone.studies.sweeps.simulation:simulate_case": "drystone.assessment.sweeps.simulation:simulate_case",
}
"""Names that tasks of drystone had in earlier versions, in stores and in sweep files, and the names that they have."""

LARGEST = GIGABYTE
"""Largest file whose content is compared (bytes): larger ones no run reads."""
FORM = '"package.module:function", "path/to/file.py:function" or a function of a module'


@dataclass(frozen=True)
class Task:
    """``name``: in keys and stores, of a file without its folder. ``place``: where any process finds it.

    ``digest``: hash of the file that the function is in, empty for those of drystone, which have a version.
    ``prepares``: whether it has a function `prepare`. ``files``: of tasks of drystone that function of theirs that says
    of the arguments in common and of a list of cases which files decide each run: `text_of_files`. ``anywhere``: that
    which gives the arguments in common without the folders that files are in, where they are in a key. ``places``: that
    which gives the folders.
    """

    name: str
    place: str
    digest: str
    prepares: bool
    files: Callable[[Mapping[str, Any], Sequence[Mapping[str, Any]]], Sequence[Sequence[Path]]] | None = field(
        default=None, compare=False
    )
    anywhere: Callable[[Mapping[str, Any]], dict[str, Any]] = field(default=dict, compare=False)
    places: Callable[[Mapping[str, Any]], set[Path]] | None = field(default=None, compare=False)

    @property
    def former(self) -> tuple[str, ...]:
        """Names under which stores of earlier versions have its rows."""
        return tuple(before for before, name in FORMER.items() if name == self.name)


def present(place: str) -> str:
    """The place of a task that had it in an earlier version, where it is now; any other as it is."""
    return FORMER.get(place, place)


def read_task(task: Any) -> Task:
    """The task that a text or a function says; DrystoneError where other processes would not find it."""
    place = present(task) if isinstance(task, str) else _place_of(task)
    found = load(place)
    source, _, function = place.rpartition(":")
    if not source.endswith(".py") and _only_here(sys.modules[source]):
        raise DrystoneError(
            f"the module of the task {shown(place)} is in the current folder, where the processes of runs do not look; "
            f"name its file, as in {source.rpartition('.')[2]}.py:{function}, or put its folder in PYTHONPATH"
        )
    file = Path(source).resolve() if source.endswith(".py") else None
    name = f"{file.name if file else source}:{function}"
    with foreign(f"the task {shown(place)} cannot be looked at"):
        prepares = hasattr(found, "prepare")
    ours = not file and source.split(".")[0] == __name__.split(".")[0]
    files, places = (getattr(found, "files", None), getattr(found, "places", None)) if ours else (None, None)
    anywhere = getattr(found, "anywhere", dict) if ours else dict
    digest = "" if ours else _digest(file or getattr(sys.modules[source], "__file__", None))
    return Task(name, f"{file}:{function}" if file else place, digest, prepares, files, anywhere, places)


def text_of_files(task: Task, common: Mapping[str, Any], cases: Sequence[Mapping[str, Any]]) -> list[str]:
    """Hash of the content of the files that decide each run beside its arguments; empty where there are none."""
    if task.files is None:
        return [""] * len(cases)
    content = cache(_content)
    hashes = cache(lambda files: sha256(" ".join(map(content, files)).encode()).hexdigest() if files else "")
    return [hashes(tuple(files)) for files in task.files(common, cases)]


def _content(path: Path) -> str:
    """Hash of what is in a file; "none" where it cannot be read, which the run tells."""
    try:
        with readable_file(path, "file", LARGEST).open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except (DrystoneError, OSError):
        return "none"


def load(place: str) -> Callable[..., Any]:
    """The function at a place; DrystoneError where there is none."""
    source, colon, name = place.rpartition(":")
    if not (source and colon and name.isidentifier()):
        raise DrystoneError(f"a task is {FORM}; got {shown(place)}")
    with foreign(f"the task {shown(place)} cannot be looked up"):
        found = getattr(imported(source), name, None)
    if not callable(found):
        raise DrystoneError(f"the task {shown(place)}: there is no function {name!r} in {shown(source)}")
    return found


def _place_of(function: Any) -> str:
    module = sys.modules.get(str(getattr(function, "__module__", "")))
    name = str(getattr(function, "__qualname__", ""))
    if module is None or not callable(function) or getattr(module, name, None) is not function:
        raise DrystoneError(f"a task is {FORM}, not within another function, so that other processes find it; "
                            f"got {shown(function)}")  # fmt: skip
    file = getattr(module, "__file__", None)
    if _by_name(module, file):
        return f"{module.__name__}:{name}"
    if not file:
        raise DrystoneError(f"the task {name!r} was typed in; put it into a file, so that other processes find it")
    return f"{file}:{name}"


def _by_name(module: ModuleType, file: str | None) -> bool:
    """Whether another process would get this module by its name."""
    package = module.__name__.rpartition(".")[0]
    folders = getattr(sys.modules.get(package), "__path__", None)
    if module.__name__ == "__main__" or (package and folders is None) or _only_here(module):
        return False
    spec = PathFinder.find_spec(module.__name__, folders)
    return spec is not None and spec.origin == file


def _only_here(module: ModuleType) -> bool:
    """Whether a module was found because the user stands in its folder, where other processes do not look."""
    top = sys.modules.get(module.__name__.partition(".")[0], module)
    file = getattr(top, "__file__", None)
    if not file:
        return False
    folder = Path(file).resolve().parent
    return str(folder.parent if hasattr(top, "__path__") else folder) in left_out()


def _digest(file: Any) -> str:
    try:
        return sha256(Path(file).read_bytes()).hexdigest() if file else ""
    except OSError:
        return ""
