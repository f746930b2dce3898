"""The package as it is installed: its list of folders, its lazy face, its doctests, its layering."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import drystone

from .assessment.made_here import made_in_this_process  # noqa: F401 - a fixture

ROOT = Path(drystone.__file__).parent
ROOMS = sorted(p.parent.name for p in ROOT.glob("*/__init__.py") if p.parent.name != "typings")
FOLDERS = sorted(
    ".".join(p.parent.relative_to(ROOT).parts) for room in ROOMS for p in (ROOT / room).rglob("__init__.py")
)
"""The rooms and the packages within them."""

ROOT_MODULES = {
    "checks",
    "disk",
    "errors",
    "interruption",
    "made_by",
    "numeric_checks",
    "processes",
    "progress",
    "registry",
    "summary",
    "user_code",
    "version",
    "",
}
"""What every room may import; "" is the public API."""

ORDER = (
    "numerics",
    "programs",
    "ground_motion",
    "elements",
    "model",
    "collision",
    "formulations",
    "solvers",
    "joints",
    "results",
    "integrators",
    "statics",
    "structures",
    "geometry",
    "files",
    "view",
    "exports",
    "page",
    "assessment",
    "studies",
    "cli",
)
"""The rooms of docs/architecture.md from the ground up: each may import those before it, but not"""
APART = {
    "programs": {"numerics"},
    "ground_motion": {"programs"},
    "elements": {"programs", "ground_motion"},
    "model": {"programs"},
    "solvers": {"ground_motion", "elements", "model", "collision", "formulations"},
    "structures": {"programs", "formulations", "solvers", "joints", "results", "integrators", "statics"},
    "geometry": {
        "programs",
        "formulations",
        "solvers",
        "joints",
        "results",
        "integrators",
        "statics",
        "structures",
    },
    "files": {"integrators", "statics"},
    "view": {"integrators", "statics", "structures", "files"},
    "statics": {"integrators"},
}
"""these."""


def _pyproject() -> dict[str, object]:
    path = ROOT / "pyproject.toml"
    if not path.exists():
        pytest.skip("drystone is installed without its sources' pyproject.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def test_every_folder_with_an_init_is_packaged() -> None:
    listed = _pyproject()["tool"]["setuptools"]["packages"]  # type: ignore[index]
    assert sorted(listed) == sorted(["drystone", *(f"drystone.{folder}" for folder in FOLDERS)])


def test_only_what_every_room_uses_stands_at_the_root() -> None:
    assert sorted(p.name for p in ROOT.glob("*.py")) == [
        "__init__.py",
        "__main__.py",
        "checks.py",
        "disk.py",
        "errors.py",
        "interruption.py",
        "made_by.py",
        "numeric_checks.py",
        "processes.py",
        "progress.py",
        "registry.py",
        "summary.py",
        "user_code.py",
        "version.py",
    ]


def test_no_file_is_loaded_under_two_names() -> None:
    """Pytest itself imports the lazy face under the clone's folder name; nothing may follow it there."""
    for folder in FOLDERS:
        importlib.import_module(f"drystone.{folder}")
    seen: dict[str, str] = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        ours = file and Path(file).is_relative_to(ROOT) and ".venv" not in Path(file).parts
        if file and ours and Path(file) != ROOT / "__init__.py":
            assert seen.setdefault(file, name) == name


def test_importing_the_face_loads_neither_solver_nor_compiler() -> None:
    heavy = ("clarabel", "scs", "mosek", "qoco", "cvxpy", "numba", "pandas", "scipy", "matplotlib")
    program = f"import sys, drystone; print([m for m in {heavy} if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_every_name_of_the_face_exists() -> None:
    for name in drystone.__all__:
        assert getattr(drystone, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = drystone.nonsense


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_rooms_below_it(room: str) -> None:
    below = {room, *ORDER[: ORDER.index(room)]} - APART.get(room, set())
    for path in sorted((ROOT / room).rglob("*.py")):
        root = len(path.relative_to(ROOT).parts)  # dots that lead to the root: two in a room, three in its packages
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level >= root:
                target = (node.module or "").split(".")[0]
                assert target in below | ROOT_MODULES, f"{path.name} imports {target}"
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                assert not (node.module or "").startswith("drystone"), f"{path.name}: write relative imports"


def test_no_files_import_each_other_in_a_circle() -> None:
    """Not for types and not lazily either."""
    left = imports_among_files()
    while True:
        leaves = {file for file, targets in left.items() if not targets & left.keys()}
        if not leaves:
            break
        left = {file: targets for file, targets in left.items() if file not in leaves}
    assert not left, f"circles among {sorted(left)}"


def test_behind_the_backends_are_neither_compiled_code_nor_factorisations() -> None:
    """Solvers of conic programs stand on the programs alone: polishing and certificates are their user's."""
    edges = imports_among_files()
    reached, left = set[str](), {file for file in edges if file.startswith("solvers/conic/")}
    assert left
    while left:
        reached |= left
        left = set[str]().union(*(edges[file] for file in left)) - reached
    assert not [file for file in reached if file.startswith("numerics/")]


def imports_among_files() -> dict[str, set[str]]:
    """The files of the package, and those that each imports from."""
    files = {path.relative_to(ROOT).as_posix() for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    files |= {path.name for path in ROOT.glob("*.py")}

    def file_of(parts: list[str]) -> str | None:
        path = "/".join(parts)
        return next((name for name in (f"{path}.py", f"{path}/__init__.py") if name in files), None)

    edges: dict[str, set[str]] = {}
    for file in files:
        package = file.split("/")[:-1]
        edges[file] = set()
        for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = package[: len(package) - node.level + 1] + (node.module.split(".") if node.module else [])
                edges[file] |= {file_of([*base, alias.name]) or file_of(base) or "" for alias in node.names} - {
                    file,
                    "",
                }
    return edges


def modules() -> list[str]:
    """Every module of the package but scripts."""
    found = [info.name for info in pkgutil.walk_packages(drystone.__path__, "drystone.")]
    ours = {*ROOMS, *ROOT_MODULES}
    return [name for name in found if name.split(".")[1] in ours and not name.endswith("__main__")]


@pytest.mark.usefixtures("made_in_this_process")
def test_doctests() -> None:
    for name in modules():
        outcome = doctest.testmod(importlib.import_module(name))
        assert outcome.failed == 0, name


@pytest.mark.parametrize("name", [name for name in drystone.__all__ if not name.startswith("__")])
def test_every_public_name_has_an_example_that_is_run(name: str) -> None:
    public = getattr(drystone, name)
    assert callable(public)
    found = doctest.DocTestFinder(recurse=False).find(public, name)
    examples = [example for test in found for example in test.examples]
    forms = (f"ds.{name}(", f"@ds.{name}\n")  # a call, or a decorator
    called = inspect.isclass(public) or any(form in example.source for example in examples for form in forms)
    assert called, f"the example of {name} does not call it"
    assert any(example.want for example in examples), f"the example of {name} shows nothing"
    assert public.__module__ in modules()


def test_random_numbers_of_tests_have_seeds() -> None:
    bare = re.compile(r"default_rng\(\)|np\.random\.(?!default_rng|Generator)\w+\(|^import random$", re.MULTILINE)
    shuffler = ROOT / "tests" / "roundings.py"  # whose order of the tests has a seed of its own
    files = [path for path in (ROOT / "tests").rglob("*.py") if path not in (shuffler, Path(__file__))]
    assert len(files) > 50
    assert [path.name for path in files if bare.search(path.read_text(encoding="utf-8"))] == []


def test_rooms_are_there_without_an_import_of_their_own() -> None:
    code = "import drystone as ds; print(len(ds.structures.arch()), ds.view.__name__); print(*dir(ds))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert told[:2] == ["9", "drystone.view"]
    assert {*ROOMS} - {"cli"} <= set(told[2:])
