"""What texts name is there: dotted names of drystone and paths of its files, in documents, docstrings and comments."""

import importlib
import re
from pathlib import Path

import pytest

from drystone.assessment.sweeps.task import FORMER

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if not path.parent.is_symlink())
NAME = re.compile(r"\b(?:drystone|ds)((?:\.[A-Za-z_]\w*)+)")
FILE = re.compile(rf"(?<![\w/.\-])((?:{'|'.join([*FOLDERS, 'docs'])})/[\w/\-]+\.(?:py|md|toml|png|csv))\b")
NO_NAMES = {".h5", ".toml", ".css", ".csv", ".git", ".log", ".sqlite"}
"""Ends of file names that begin with drystone."""
FORMER_NAMES = {name.partition(":")[0].removeprefix("drystone") for name in FORMER}
"""Modules that tasks of sweeps were in, which only the table of their names may say."""


def texts() -> list[Path]:
    """Every source file and every document but the CHANGELOG, which names what was."""
    sources = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    documents = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return sorted(path for path in [*ROOT.glob("*.py"), *sources, *documents] if path != Path(__file__))


def resolves(name: str) -> bool:
    """Whether a dotted name below drystone is a module, or an attribute of one."""
    parts = ["drystone", *name.strip(".").split(".")]
    for count in range(len(parts), 0, -1):
        try:
            found = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[count:]:
            if not hasattr(found, attribute):
                fields = {**getattr(found, "__annotations__", {}), **getattr(found, "__dataclass_fields__", {})}
                return attribute in fields and attribute == parts[-1]
            found = getattr(found, attribute)
        return True
    return False


@pytest.mark.parametrize("path", texts(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_and_files_in_texts_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    names = {name for name in NAME.findall(text) if name not in NO_NAMES}
    names -= FORMER_NAMES if path.relative_to(ROOT) == Path("assessment/sweeps/task.py") else set()
    assert sorted(name for name in names if not resolves(name)) == []
    files = set(FILE.findall(text))
    assert sorted(file for file in files if not (ROOT / file).exists()) == []


def test_a_name_that_is_not_there_is_seen() -> None:
    assert resolves(".solvers.certified")
    assert resolves(".Assembly.names")
    assert not resolves(".solvers.judged")
    assert not resolves(".nothing")
    assert NAME.findall("see `drystone.solvers.base.Solver`, drystone.") == [".solvers.base.Solver"]
    assert FILE.findall("in docs/nothing.md and ../docs/other.md") == ["docs/nothing.md"]
