"""Files that a user names: only regular ones are read, and what is there is replaced whole or not at all."""

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.disk import read_text, readable_file, reading, replacing
from drystone.files import save, write_fclib, write_figure, write_table
from drystone.files.problems import SavedStep, add_step
from drystone.interruption import uninterrupted
from drystone.results import Trajectory
from drystone.solvers import WarmStart
from drystone.structures import wall
from drystone.studies.result import StudyResult

from .marks import with_slow

SMALL = 2000  # bytes, less than any of the files written here has


@pytest.fixture(scope="module")
def history() -> Trajectory:
    return ds.simulate(wall(2, 2), 0.01, 0.002)


@pytest.fixture(scope="module")
def step() -> ds.StepProblem:
    return ds.step_problem(wall(2, 2), 1e-2)


Writer = Callable[[Path, Trajectory, ds.StepProblem], Any]


def _steps(path: Path, problem: ds.StepProblem) -> None:
    guess = WarmStart(np.zeros((problem.bodies, 6)), np.zeros((problem.count, 3)))
    add_step(path, SavedStep("one", problem, guess))


def _figure() -> Any:
    from matplotlib.figure import Figure

    figure = Figure()
    figure.add_subplot().plot([0, 1])
    return figure


def _table(rows: int = 1000) -> pd.DataFrame:
    return pd.DataFrame({"number": np.arange(rows)})


WRITERS: dict[str, Writer] = {
    "run.h5": lambda path, history, step: save(history, path),
    "table.csv": lambda path, history, step: write_table(_table(), path),
    "picture.png": lambda path, history, step: write_figure(_figure(), path),
    "problem.hdf5": lambda path, history, step: write_fclib(path, step),
    "steps.h5": lambda path, history, step: _steps(path, step),
    "program.cbf": lambda path, history, step: step.program("kinematic").write_cbf(path),
    "numbers.csv": lambda path, history, step: StudyResult("x", {"numbers": _table()}).save(path.parent),
}
"""Every writer of the package, by a file that it writes."""


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    """As on a disk that is full after so many bytes of a file (POSIX)."""
    resource = pytest.importorskip("resource", reason="only POSIX systems can limit the size of files")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_leaves_the_file_that_was_there(
    name: str, history: Trajectory, step: ds.StepProblem, tmp_path: Path
) -> None:
    path = tmp_path / name
    WRITERS[name](path, history, step)
    assert path.stat().st_size > SMALL
    before = path.read_bytes()
    with files_of_at_most(SMALL), pytest.raises(ds.DrystoneError, match=r"cannot write .* nothing there was changed"):
        WRITERS[name](path, history, step)
    assert path.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", WRITERS)
def test_a_writer_leaves_nothing_beside_its_file(
    name: str, history: Trajectory, step: ds.StepProblem, tmp_path: Path
) -> None:
    for _ in range(2):
        WRITERS[name](tmp_path / name, history, step)
        assert [path.name for path in tmp_path.iterdir()] == [name]


SAVING = """
import sys
import drystone as ds
from drystone.files import save
history = ds.open(sys.argv[1])
print("ready", flush=True)
while True:
    save(history, sys.argv[2])
"""


@pytest.mark.parametrize("delay", with_slow([0.003, 0.02], 0.003))
def test_a_kill_while_saving_leaves_a_whole_file(delay: float, history: Trajectory, tmp_path: Path) -> None:
    """SIGKILL at some moment of an endless row of saves, of which one takes some ten milliseconds."""
    source, target = save(history, tmp_path / "source.h5"), save(history, tmp_path / "run.h5")
    child = subprocess.Popen([sys.executable, "-c", SAVING, str(source), str(target)], stdout=subprocess.PIPE)
    assert child.stdout is not None
    with child.stdout:
        assert child.stdout.readline() == b"ready\n"
        time.sleep(delay)
        child.kill()
        child.wait()
    assert np.array_equal(ds.open(target).position, history.position)


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt(), ValueError()])
def test_whatever_stops_a_writer_midway(error: BaseException, tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("old")
    kind = ds.DrystoneError if isinstance(error, OSError) else type(error)
    with pytest.raises(kind):
        _half(path, error)
    assert path.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["table.csv"]


def _half(path: Path, error: BaseException) -> None:
    with replacing(path, "table") as temporary:
        temporary.write_text("hal")
        raise error


def test_the_permissions_and_the_link_to_a_file_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "table.csv", tmp_path / "link.csv"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with replacing(link, "table") as temporary:
        temporary.write_text("new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_only_regular_files_are_replaced(tmp_path: Path) -> None:
    for path in (tmp_path, Path(os.devnull)):
        with pytest.raises(ds.DrystoneError, match=r"it is a (folder|pipe or a device)"), replacing(path, "table"):
            raise AssertionError("it must not be written to")
    with (
        pytest.raises(ds.DrystoneError, match="cannot write the table"),
        replacing(tmp_path / "missing" / "t.csv", "table"),
    ):
        raise AssertionError("there is no folder to write to")


@pytest.mark.parametrize("path", [None, 5, b"x", "", "a\0b", ["x"]])
def test_what_is_no_path(path: Any) -> None:
    with pytest.raises(ds.DrystoneError, match="path of the scene file must"):
        readable_file(path, "scene file", 10)
    with pytest.raises(ds.DrystoneError, match="path of the table must"), replacing(path, "table"):
        raise AssertionError("there is no path to write to")


def test_what_cannot_be_read_is_refused_without_reading(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    huge = tmp_path / "huge"
    with huge.open("wb") as file:
        file.truncate(10**12)  # a hole, which takes no space
    (tmp_path / "latin").write_bytes("première\nligne".encode("latin-1"))
    wrong = {
        pipe: "it is a pipe or a device",
        Path("/dev/zero"): "it is a pipe or a device",
        tmp_path: "it is a folder",
        huge: "it has 1e[+]06 MB; at most 1 MB are read",
        tmp_path / "none": "there is no record '.*none'",
        tmp_path / ("x" * 300): "too long",
        tmp_path / "latin": "line 1 holds the byte 0xe8, which is not UTF-8",
    }
    for path, message in wrong.items():
        with pytest.raises(ds.DrystoneError, match=message):
            read_text(path, "record", 10**6)
    (tmp_path / "good").write_bytes(b"\xef\xbb\xbf0 1\n")
    assert read_text(tmp_path / "good", "record", 10**6) == "0 1\n"
    assert readable_file(str(tmp_path / "good"), "record", 10) == tmp_path / "good"


FOREIGN = [
    KeyError("x"),
    MemoryError(),
    RecursionError(),
    OverflowError("too large"),
    OSError(5),
    ds.DrystoneError("y"),
]


@pytest.mark.parametrize("error", FOREIGN)
def test_whatever_a_library_raises_is_one_error_with_the_file(error: Exception) -> None:
    message = r"results file.*'x\.npz'|'x\.npz' is no results file"
    with pytest.raises(ds.DrystoneError, match=message), reading(Path("x.npz"), "results file"):
        raise error


@pytest.mark.parametrize("error", [ds.DrystoneError("y"), ValueError("y")])
def test_a_file_that_is_part_of_a_folder_is_not_named_beside_the_folder(error: Exception) -> None:
    """As the parts of a run that has not reached its end are open while the run is read."""
    whole, part, what = Path("o/x.unfinished"), Path("o/x.unfinished/run.h5"), "results file"
    with pytest.raises(ds.DrystoneError) as told, reading(part, what), reading(whole, what):
        raise error
    assert str(told.value).count("o/x.unfinished") == 1
    with pytest.raises(ds.DrystoneError) as told, reading(whole, what), reading(part, what):
        raise error
    assert str(told.value).count("o/x.unfinished") == 1
    message = r"^scene file 'o/s\.toml': the folder 'o' is not there"
    with pytest.raises(ds.DrystoneError, match=message), reading(Path("o/s.toml"), "scene file"):
        raise ds.DrystoneError("the folder 'o' is not there")


@pytest.fixture
def heard() -> Iterator[None]:
    """SIGINT as a terminal has it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("heard")
def test_an_interrupt_waits_for_what_is_within() -> None:
    done = []

    def writes() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append("all")

    with pytest.raises(KeyboardInterrupt):
        writes()
    assert done == ["all"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("heard")
def test_what_takes_longer_lets_an_interrupt_come_and_what_follows_it_waits() -> None:
    done = []

    def writes() -> None:
        with uninterrupted() as outer, uninterrupted() as let_come:
            let_come()
            signal.raise_signal(signal.SIGINT)
            let_come()  # it waits further out
            done.append("first")
            try:
                outer()
            finally:
                signal.raise_signal(signal.SIGINT)  # the second, while a file is closed
                done.append("closed")
            done.append("second")

    with pytest.raises(KeyboardInterrupt):
        writes()
    assert done == ["first", "closed"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("heard")
def test_ignored_interrupts_stay_ignored_and_other_threads_are_left_alone() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with uninterrupted() as let_come:
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN  # who hears signals does not hear this one
        signal.raise_signal(signal.SIGINT)
        let_come()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    found: list[Any] = []

    def elsewhere() -> None:
        with uninterrupted() as let_come:
            found.append(signal.getsignal(signal.SIGINT))
            let_come()

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert found == [signal.SIG_IGN]


@pytest.mark.usefixtures("heard")
def test_an_interrupt_while_handlers_are_put_back_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the other signal is whose it was all the same, as far as anybody can tell."""
    real, told = signal.signal, []
    before = real(signal.SIGTERM, lambda number, _: told.append(number))

    def puts_back() -> None:
        with uninterrupted():
            monkeypatch.setattr(signal, "signal", interrupted)

    def interrupted(number: int, handler: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        return real(number, handler)

    try:
        with pytest.raises(KeyboardInterrupt):
            puts_back()
        monkeypatch.undo()
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        real(signal.SIGTERM, before)
    assert told == [signal.SIGTERM]
