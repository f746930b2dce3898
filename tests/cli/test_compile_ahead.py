"""The helper that makes the machine code of solvers: it is started where it may be, does its part, and ends."""

import atexit
import os
import subprocess
import sys
from typing import Any

import pytest

import drystone as ds
from drystone.cli import compile_ahead
from drystone.model.gravity import ONE_G

ROOMS = ("drystone.solvers.", "drystone.numerics.cholesky.", "drystone.numerics.interfaces")
USED = """
import gc
from drystone.numerics.compiled import _Entrance
made = [item for item in gc.get_objects() if isinstance(item, _Entrance)]
print([f"{one.py_func.__module__}.{one.py_func.__name__}{kinds}" for one in made for kinds in one.signatures])
"""


class Process:
    """A helper that is never started."""

    def __init__(self, words: list[str], **settings: Any) -> None:
        self.words, self.settings, self.ended = words, settings, 0

    def kill(self) -> None:
        """Count it."""
        self.ended += 1

    def communicate(self) -> None:
        """Nothing."""


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The helpers of a process that has none yet and two processors, and starts none."""
    helpers: list[Any] = []
    monkeypatch.setattr(compile_ahead, "_helpers", helpers)
    monkeypatch.setattr(compile_ahead, "processors", lambda: 2)
    monkeypatch.setattr(subprocess, "Popen", Process)
    monkeypatch.setattr(atexit, "register", lambda *_: None)
    return helpers


def test_one_helper_is_started_and_ended(started: list[Any]) -> None:
    compile_ahead.begin()
    compile_ahead.begin()
    (helper,) = started
    assert helper.words[0] == sys.executable
    assert helper.settings["env"]["DRYSTONE_THREADS"] == "1", "a helper has none of its own"
    compile_ahead._end(helper)
    assert helper.ended == 1


def test_no_helper_without_a_processor_for_it(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compile_ahead, "processors", lambda: 1)
    compile_ahead.begin()
    assert not started


@pytest.mark.parametrize("executable", ["/opt/modeller/bin/modeller", "", None])
def test_no_helper_where_python_is_not_the_executable(
    started: list[Any], executable: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an application that embeds Python it would start the application once more."""
    monkeypatch.setattr(sys, "executable", executable)
    compile_ahead.begin()
    assert not started


def test_a_process_that_cannot_be_started_is_done_without(started: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(subprocess, "Popen", refused)
    compile_ahead.begin()
    assert not started


def test_the_helper_ends_with_the_process_that_began_it() -> None:
    program = f"from {compile_ahead.__name__} import _watch; import time; print('ready', flush=True); "
    program += "_watch(); time.sleep(60)"  # is busy when its process ends
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as helper:
        assert helper.stdin is not None
        assert helper.stdout is not None
        assert helper.stdout.readline().strip() == b"ready"
        assert helper.poll() is None
        helper.stdin.close()
        assert helper.wait(10.0) == 0


def test_the_helper_solves_steps_of_a_column() -> None:
    """It stands under its weight and a small push, and the one that overturns it leaves the ground."""
    for push in compile_ahead.PUSHES:
        answer = ds.solve(compile_ahead._column(push))
        assert answer.solved
        stands = push < 0.6 * ONE_G
        assert bool(abs(answer.velocity).max() < 1e-10) is stands


def used(program: str) -> set[str]:
    """Functions of solvers, with the types of their arguments, that a process uses which runs the program."""
    environment = os.environ | {"DRYSTONE_THREADS": "1"}
    found = subprocess.run(
        [sys.executable, "-c", program + USED], env=environment, check=True, capture_output=True, text=True
    )
    return {name for name in eval(found.stdout) if name.startswith(ROOMS)}


def test_what_a_first_step_uses_of_solvers_the_helper_has_made() -> None:
    helped = f"from {compile_ahead.__name__} import work; import {compile_ahead.__name__} as c; c._watch = int; work()"
    run = "import drystone as ds; from drystone.structures import column; ds.simulate(column(2), 1e-3, 1e-3)"
    needed = used(run)
    assert len(needed) > 20
    assert needed <= used(helped)
