"""What texts name is there, in documents, docstrings and comments; how long lines, functions and files are."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from drystone.assessment.sweeps.task import FORMER

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = sorted(path.parent.name for path in ROOT.glob("*/__init__.py") if not path.parent.is_symlink())
NAME = re.compile(r"\b(?:drystone|ds)((?:\.[A-Za-z_]\w*)+)")
FILE = re.compile(rf"(?<![\w/.\-])((?:{'|'.join([*FOLDERS, 'docs'])})/[\w/\-]+\.(?:py|md|toml|png|csv))\b")
NO_NAMES = {".fish", ".h5", ".toml", ".css", ".csv", ".git", ".log", ".sqlite"}
"""Ends of file names that begin with drystone."""
FORMER_NAMES = {name.partition(":")[0].removeprefix("drystone") for name in FORMER}
"""Modules that tasks of sweeps were in, which only the table of their names may say."""


DOCUMENTS = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


def texts() -> list[Path]:
    """Every source file and every document but the CHANGELOG, which names what was."""
    sources = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    return sorted(path for path in [*ROOT.glob("*.py"), *sources, *DOCUMENTS] if path != Path(__file__))


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


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_lines_of_documents_are_no_longer_than_those_of_the_code(path: Path) -> None:
    """Tables cannot be wrapped, and outputs of examples are shown as they are printed."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    assert [line for line in text.splitlines() if len(line) > 120 and not line.startswith("|")] == []


def test_files_and_functions_are_as_short_as_contributing_says() -> None:
    rule = re.search(r"at most (\d+) lines, a function at most (\d+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    assert rule is not None
    of_a_file, of_a_function = map(int, rule.groups())
    paths = [path for path in texts() if path.suffix == ".py" and ROOT / "tests" not in path.parents]
    sources = {path: path.read_text(encoding="utf-8") for path in paths}
    assert [path for path, text in sources.items() if len(text.splitlines()) > of_a_file] == []
    parts = [part for text in sources.values() for part in ast.walk(ast.parse(text))]
    functions = [part for part in parts if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [part.name for part in functions if (part.end_lineno or 0) - part.lineno >= of_a_function] == []


def test_every_decision_is_in_the_index() -> None:
    folder = ROOT / "docs" / "decisions"
    index = re.findall(r"^\| (\d{4}) \| \[(.+)\]\((.+)\) \| (.+) \|$", (folder / "README.md").read_text("utf-8"), re.M)
    files = sorted(path for path in folder.glob("*.md") if path.name != "README.md")
    notes = [(path, path.read_text(encoding="utf-8").splitlines()) for path in files]
    told = [(path.name[:4], lines[0].partition(". ")[2], path.name, lines[2]) for path, lines in notes]
    assert index == told


def test_a_name_that_is_not_there_is_seen() -> None:
    assert resolves(".solvers.certified")
    assert resolves(".Assembly.names")
    assert not resolves(".solvers.judged")
    assert not resolves(".nothing")
    assert NAME.findall("see `drystone.solvers.base.Solver`, drystone.") == [".solvers.base.Solver"]
    assert FILE.findall("in docs/nothing.md and ../docs/other.md") == ["docs/nothing.md"]
