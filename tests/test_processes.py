"""Processes that are started: apart from the current folder, with all else that this process imports from."""

import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

import pytest

import drystone as ds
from drystone import processes
from drystone.cli import compile_ahead
from drystone.studies.benchmarks import runner

PLANTED = """
from pathlib import Path
Path(r"{}").touch()
raise SystemExit(7)
"""
NAMES = ("queue", "json", "tempfile", "sitecustomize", "usercustomize", "numba", "drystone_planted", "signal")
"""Modules that a child imports, by Python itself, by the library or by drystone."""


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, full of modules that leave a mark when they are run; the path of the mark."""
    folder, mark = tmp_path / "downloads", tmp_path / "mark"
    folder.mkdir()
    for name in NAMES:
        (folder / f"{name}.py").write_text(PLANTED.format(mark), encoding="utf-8")
    monkeypatch.chdir(folder)
    return mark


PLACES = {
    "as -c and a session have it": ("", None),
    "as -m has it": (None, None),
    "an empty entry of PYTHONPATH": (None, os.pathsep),
    "a relative entry of PYTHONPATH": (None, "."),
}


@pytest.mark.parametrize("place", PLACES)
def test_a_child_runs_nothing_of_the_current_folder(
    place: str, planted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry, variable = PLACES[place]
    if variable is not None:
        monkeypatch.setenv("PYTHONPATH", variable + os.environ.get("PYTHONPATH", ""))
    monkeypatch.setattr(sys, "path", [str(Path.cwd()) if entry is None else entry, *sys.path])
    common = {"scene": "column", "run.duration": 0.01, "run.dt": 0.01}
    table = ds.sweep(
        "drystone.assessment.sweeps:simulate_case", [{"structure.count": 1}], tmp_path / "runs", workers=1,
        common=common,
    )  # fmt: skip
    assert table["outcome"].tolist() == ["done"]
    assert not planted.exists()


def test_nor_do_those_of_studies_and_those_that_compile(planted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are started by the same function: one place, that of ``-m``, is enough."""
    monkeypatch.setattr(sys, "path", [str(Path.cwd()), *sys.path])
    process = runner._Process()
    assert process.ask({"path": "no", "problem": "no"}, 20.0)["status"] != runner.CRASHED
    process.end()
    monkeypatch.setattr(compile_ahead, "_helpers", [])
    monkeypatch.setattr(compile_ahead, "processors", lambda: 2)
    compile_ahead.begin()
    (helper,) = compile_ahead._helpers
    with pytest.raises(subprocess.TimeoutExpired):  # it works
        helper.wait(1.0)
    compile_ahead._end(helper)
    assert not planted.exists()


@pytest.mark.usefixtures("planted")
def test_a_child_imports_from_where_this_process_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there, written = tmp_path / "there", str(Path.cwd() / "inside")
    monkeypatch.setattr(sys, "path", [str(Path.cwd()), str(there), "inside", *sys.path])
    path = processes.import_path()
    assert path[:2] == [str(there), written]
    assert path[2 : len(sys.path)] == list(dict.fromkeys(sys.path[3:]))
    assert processes.left_out() == {str(Path.cwd())}


def test_a_folder_that_somebody_named_is_looked_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert str(tmp_path) not in processes.import_path()
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert str(tmp_path) in processes.import_path()


SCRIPT = """
import drystone as ds, tempfile, pathlib
from helper import task
if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        print(ds.sweep(task, [{"a": 2}], pathlib.Path(folder) / "runs", workers=1)["double"].tolist())
"""


@pytest.mark.parametrize(
    ("words", "found"), [(["script.py"], True), (["-c", SCRIPT], True), (["-c", f"import script\n{SCRIPT}"], True)]
)
def test_tasks_beside_a_script_or_in_the_folder_of_a_session_are_found(
    words: list[str], found: bool, tmp_path: Path
) -> None:
    """The folder of a script is named by running it; what a session has imported is named by its file."""
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "helper.py").write_text("def task(a):\n    return {'double': 2 * a}\n", encoding="utf-8")
    answer = subprocess.run([sys.executable, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.stdout == "[4]\n", answer.stderr


def test_a_task_of_the_current_folder_by_name_is_refused_with_what_to_write(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def task(a):\n    return {'double': 2 * a}\n", encoding="utf-8")
    program = "import drystone as ds; ds.sweep('mine:task', [{'a': 2}], 'runs', workers=1)"
    answer = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "name its file, as in mine.py:task, or put its folder in PYTHONPATH" in answer.stderr


def test_the_module_of_the_command_leaves_the_current_folder(planted: Path) -> None:
    """What Python imports before it comes to drystone is Python's; the rest is what the command imports."""
    for name in ("json", "signal"):  # Python itself may import them for -m
        Path(f"{name}.py").unlink()
    words = [sys.executable, "-m", "drystone", "run", "column", "--duration", "0.01", "--dt", "0.01", "--quiet"]
    answer = subprocess.run(words, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert not planted.exists()


def test_last_words_are_said_whatever_comes_of_the_others() -> None:
    said: list[str] = []

    def fails() -> None:
        said.append("fails")
        raise OSError

    with processes.last_words(lambda: said.append("first")), processes.last_words(fails):
        thread = threading.Thread(target=processes.say_last_words)
        thread.start()
        thread.join()
    processes.say_last_words()
    assert said == ["fails", "first"]


def test_started_processes_are_all_killed() -> None:
    settings: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    child = processes.start("drystone.assessment.sweeps.child", "main", **settings)
    processes.kill_started()
    assert child.wait(10.0) != 0
    child.stdin.close()  # type: ignore[union-attr]


def test_a_worker_ends_with_whoever_started_it() -> None:
    """Its pipe closes then, however that ends."""
    worker = processes.Worker("drystone.studies.benchmarks.worker", "main")
    worker._process.stdin.close()  # type: ignore[union-attr]
    assert worker.receive(60.0) is None
    assert worker.how_ended() == "the process ended with exit code 0"
    worker.end()


def test_where_no_process_can_be_started_the_error_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*given: Any, **more: Any) -> Any:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refused)
    with pytest.raises(ds.DrystoneError, match="cannot start a process for runs: Resource temporarily unavailable"):
        processes.Worker("drystone.studies.benchmarks.worker", "main")
    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    with pytest.raises(ds.DrystoneError, match="cannot make a temporary file for a process"):
        processes.Worker("drystone.studies.benchmarks.worker", "main")
