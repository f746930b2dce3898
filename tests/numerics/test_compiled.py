"""Machine code on disk: nothing there is believed unread, nothing that fails there fails the program."""

import io
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest
from numba.core.caching import NullCache

from drystone.numerics import compiled as compiled_module

MAIN = """
import tiny

print(tiny.doubled(3.0), tiny.raised(3.0))
print(sum(tiny.doubled.stats.cache_hits.values()), sum(tiny.raised.stats.cache_hits.values()))
"""
TINY = """
from drystone.numerics.compiled import compiled
from helper import twice, Pair

@compiled
def doubled(x: float) -> float:
    return twice(x) + Pair(0.0, 0.0).first

@compiled
def raised(x: float) -> float:
    return x + 1.0
"""
HELPER = """
from typing import NamedTuple
from constants import FACTOR
from drystone.numerics.compiled import compiled

class Pair(NamedTuple):
    first: float
    second: float

@compiled
def twice(x: float) -> float:
    return FACTOR * x
"""
CONSTANTS = "FACTOR = 2.0\n"


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with the machine code of a first run."""
    path = _written(tmp_path_factory.mktemp("warm"))
    assert run(path) == (["6.0 4.0", "0 0"], [])
    return path


@pytest.fixture
def kept(warm: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(warm, tmp_path / "copy"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Modules with compiled functions in the folder "code", and a home that is empty."""
    return _written(tmp_path)


def _written(tmp_path: Path) -> Path:
    code = tmp_path / "code"
    code.mkdir()
    files = {"main": MAIN, "tiny": TINY, "helper": HELPER, "constants": CONSTANTS}
    for name, text in files.items():
        (code / f"{name}.py").write_text(text)
    (tmp_path / "home").mkdir()
    return tmp_path


def run(folder: Path, before: str = "", **variables: str) -> tuple[list[str], list[str]]:
    """The lines that the modules print, and those of warnings; it must end well."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA", "XDG", "PYTHON"))}
    home = str(folder / "home")
    environment = kept | {"HOME": home, "USERPROFILE": home, "LOCALAPPDATA": home, "PYTHONDONTWRITEBYTECODE": "1"}
    code = f"{before}\nimport sys\nsys.path.insert(0, {str(folder / 'code')!r})\nimport main\n"
    ended = subprocess.run(
        [sys.executable, "-W", "always", "-c", code],
        env=environment | variables, capture_output=True, text=True, check=False, cwd=folder,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.splitlines(), [line for line in ended.stderr.splitlines() if "machine code of drystone" in line]


def test_machine_code_is_kept(kept: Path) -> None:
    assert run(kept) == (["6.0 4.0", "1 1"], [])
    elsewhere = kept / "elsewhere"
    assert run(kept, NUMBA_CACHE_DIR=str(elsewhere)) == (["6.0 4.0", "0 0"], [])
    assert len(list(elsewhere.rglob("*.nbi"))) == 2  # what they call is in them


def test_without_a_place_to_write_one_line_says_so(folder: Path) -> None:
    """A file stands where the package's and the user's cache would be."""
    (folder / "code" / "__pycache__").write_text("")
    home = folder / "home"
    home.rmdir()
    home.write_text("")
    printed, warned = run(folder)
    assert printed == ["6.0 4.0", "0 0"]
    assert len(warned) == 1
    assert "cannot cache function" in warned[0]
    assert "NUMBA_CACHE_DIR" in warned[0]


def test_a_full_disk_is_told_in_one_line(folder: Path) -> None:
    """No file may grow beyond a size, which ends writing as a full disk does."""
    pytest.importorskip("resource", reason="only POSIX systems can limit the size of files")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"
    printed, warned = run(folder, before=limit)
    assert printed == ["6.0 4.0", "0 0"]
    assert len(warned) == 1
    assert "File too large" in warned[0]
    assert not list(folder.rglob("*.tmp.*"))
    assert run(folder) == (["6.0 4.0", "0 0"], [])


@pytest.mark.each_value
@pytest.mark.parametrize("pattern", ["*.nbi", "*.nbc"])
@pytest.mark.parametrize("share", [0.0, 0.9])
def test_files_that_are_cut_off_are_written_anew(kept: Path, pattern: str, share: float) -> None:
    files = sorted(kept.rglob(pattern))
    sizes = [file.stat().st_size for file in files]
    assert len(files) >= 2
    for file, size in zip(files, sizes, strict=True):
        os.truncate(file, int(share * size))
    assert run(kept) == (["6.0 4.0", "0 0"], [])
    assert all(file.stat().st_size > 0.95 * size for file, size in zip(files, sizes, strict=True))


def test_an_index_that_cannot_be_opened_is_told(kept: Path) -> None:
    for file in kept.rglob("*.nbi"):
        file.unlink()
        file.mkdir()
    printed, warned = run(kept)
    assert printed == ["6.0 4.0", "0 0"]
    assert len(warned) == 1


@pytest.mark.parametrize(
    ("name", "old", "new", "value"),
    [
        ("helper", "FACTOR * x", "FACTOR * x + 1.0", "7.0"),
        ("constants", "2.0", "5.0", "15.0"),
        ("helper", "first: float\n    second: float", "second: float\n    first: float", "6.0"),
    ],
)
def test_what_a_function_calls_makes_it_anew(kept: Path, name: str, old: str, new: str, value: str) -> None:
    """Numba itself looks at the function's own file alone, and would run the old code for ever."""
    file = kept / "code" / f"{name}.py"
    file.write_text(file.read_text().replace(old, new))
    assert run(kept) == ([f"{value} 4.0", "0 1"], [])


def test_other_changes_keep_it(kept: Path) -> None:
    (kept / "code" / "constants.py").write_text("# a comment\nFACTOR = 2.0\nOTHER = 3.0\n")
    assert run(kept) == (["6.0 4.0", "1 1"], [])


def test_compilation_can_be_turned_off(folder: Path) -> None:
    (folder / "code" / "main.py").write_text("import tiny\nprint(tiny.doubled(3.0))\n")
    assert run(folder, NUMBA_DISABLE_JIT="1") == (["6.0"], [])


def test_a_terminal_is_told_once_that_something_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    for terminal, said in ((False, ""), (True, "drystone: compiling (once, about 20 s; ")):
        stream = io.StringIO()
        monkeypatch.setattr(stream, "isatty", lambda terminal=terminal: terminal, raising=False)
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr(compiled_module, "_announced", [])
        compiled_module._announce()
        compiled_module._announce()
        assert stream.getvalue().startswith(said)
        assert stream.getvalue().count("\n") == int(terminal)


def root_of_sum(x: float, y: float) -> float:
    return float(np.sqrt(x + y))


def test_with_an_unknown_version_of_numba_functions_are_compiled_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = compiled_module.compiled(root_of_sum)
    monkeypatch.setattr(compiled_module, "KNOWN", ("0.0.",))
    apart = compiled_module.inlined(root_of_sum)
    assert type(apart) is not type(whole)
    assert apart(9.0, 16.0) == whole(9.0, 16.0) == 5.0
    assert apart.py_func is root_of_sum  # type: ignore[attr-defined]
    announced: list[str] = []
    monkeypatch.setattr(compiled_module, "_announced", announced)
    monkeypatch.setattr(compiled_module, "_before", {})
    compiled_module._announce()
    assert announced[0].count("\n") == 0
    assert f"twice as long with Numba {numba.__version__}, known are 0.0.x" in announced[0]


def test_what_is_to_be_done_before_compiling_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_module, "_announced", [])
    monkeypatch.setattr(compiled_module, "_before", {})
    done: list[str] = []
    compiled_module.before_compiling(lambda: done.append("registered before"))
    assert not done
    compiled_module._announce()
    compiled_module._announce()
    compiled_module.before_compiling(lambda: done.append("registered after"))
    assert done == ["registered before", "registered after"]


@pytest.mark.parametrize("strict_first", [False, True])
def test_a_strict_function_is_strict_whatever_was_compiled_before(
    strict_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what Numba itself brings, such as `round`, there is a version for each way to round."""
    monkeypatch.setattr(compiled_module, "_cache_of", lambda *_: NullCache())  # code from the disk shows no text
    kind = np.float32 if strict_first else np.int32  # versions that nothing else in this process has
    ways = [compiled_module.compiled, compiled_module.fused]
    texts: dict[str, str] = {}
    for way in ways if strict_first else ways[::-1]:
        made = way(rounded)
        made(np.float32(2.5), kind(1))  # type: ignore[arg-type]
        texts[way.__name__] = "".join(made.inspect_llvm().values())  # type: ignore[attr-defined]
    assert " contract " in texts["fused"]
    assert " contract " not in texts["compiled"]


def rounded(x: float, digits: int) -> float:
    return round(x, int(digits))
