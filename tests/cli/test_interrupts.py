"""Signals end the command within two seconds, whatever it is at, with its processes and the code that shells give."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scs

import drystone as ds
from drystone.cli import main
from drystone.cli.interrupts import Terminated, ending_in_order
from drystone.solvers.conic.scs import ScsSolver
from drystone.structures import column

pytestmark = pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX")

BOUND = 4.0
"""Time (s) that a test allows: the command takes 1.3 s at most, a busy machine some more to let it. Compiling, in which
signals were lost, goes on for half a minute."""


@pytest.fixture(autouse=True)
def heard() -> Iterator[None]:
    """SIGINT as a terminal has it; a parent in the background may have it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def others(session: int) -> list[int]:
    """Living processes of a session."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(entry.parent.name))
    return found


def ended(words: list[str], number: signal.Signals, ready: Callable[[int], bool], **settings: Any) -> tuple[int, str]:
    """Exit code and last line of a command that gets a signal when it is ready; it leaves nothing behind."""
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, start_new_session=True, **settings) as process:
        try:
            deadline = time.monotonic() + 120.0
            while not ready(process.pid):
                assert process.poll() is None, "it ended before it was ready"
                assert time.monotonic() < deadline
                time.sleep(0.05)
            sent = time.monotonic()
            process.send_signal(number)
            process.wait(60.0)
            took = time.monotonic() - sent
        finally:
            process.kill()
        assert process.stderr is not None
        said = process.stderr.read().strip().splitlines() or [""]
    assert took < BOUND
    if Path("/proc").is_dir():
        left = time.monotonic() + BOUND
        while others(process.pid) and time.monotonic() < left:
            time.sleep(0.05)
        assert others(process.pid) == []
    return process.returncode, said[-1]


PLAN = 'scene = "wall"\n[set]\nrun.duration = 5.0\n[grid]\nrun.dt = [1e-3, 2e-3]\n'
COMMANDS = {
    "compare": ["compare", "column", "--steps", "50", "--solvers", "interior-point"],
    "sweep": ["sweep", "plan.toml", "--workers", "2"],
}


@pytest.mark.parametrize(
    ("command", "number", "code", "word"),
    [("compare", signal.SIGINT, 130, "interrupted"), ("sweep", signal.SIGTERM, 143, "terminated")],
)
def test_a_signal_ends_a_command_that_compiles_and_its_processes(
    command: str, number: signal.Signals, code: int, word: str, tmp_path: Path
) -> None:
    """From an empty cache: the second after code was first kept there is one in which more is made."""
    (tmp_path / "plan.toml").write_text(PLAN, encoding="utf-8")
    cache = tmp_path / "cache"

    def ready(_: int) -> bool:
        return any(cache.rglob("*.nbc"))

    words = [sys.executable, "-m", "drystone", *COMMANDS[command]]
    settings: dict[str, Any] = {"cwd": tmp_path, "env": os.environ | {"NUMBA_CACHE_DIR": str(cache)}}
    found = ended(words, number, ready, stdout=subprocess.DEVNULL, **settings)
    assert found == (code, f"drystone: {word}")


DEAF = """
import hashlib, sys, subprocess, threading
from pathlib import Path
from drystone import processes
from drystone.cli.interrupts import ending_in_order
pipe = subprocess.PIPE
child = processes.start("drystone.assessment.sweeps.child", "main", stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
print("begun")
with ending_in_order(stores=True), processes.last_words(lambda: Path(sys.argv[2]).write_text("closed")):
    threading.Timer(0.5, Path(sys.argv[1]).touch).start()  # from within what follows: a signal before it is raised
    hashlib.pbkdf2_hmac("sha256", b"", b"", 10**9)  # a library at work for minutes
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_library_at_work_is_ended_after_last_words(number: signal.Signals, code: int, tmp_path: Path) -> None:
    begun, closed, printed = tmp_path / "begun", tmp_path / "closed", tmp_path / "printed"
    with printed.open("w") as output:
        words = [sys.executable, "-c", DEAF, str(begun), str(closed)]
        found = ended(words, number, lambda _: begun.exists(), stdout=output)
    assert found[0] == code
    assert closed.read_text(encoding="utf-8") == "closed"
    assert printed.read_text(encoding="utf-8") == "begun\n", "what was printed is not lost"


STORING = """
import sys, time
from pathlib import Path
from drystone.cli.interrupts import ending_in_order
with ending_in_order(stores=sys.argv[2] == "stores"):
    try:
        Path(sys.argv[1]).touch()
        time.sleep(60.0)
    except KeyboardInterrupt:
        time.sleep(2.5)
        print("stored", flush=True)
        raise SystemExit(7)
"""


@pytest.mark.parametrize(("kind", "code", "text"), [("stores", 7, "stored\n"), ("does not", 130, "")])
def test_who_stores_has_the_time_for_it(kind: str, code: int, text: str, tmp_path: Path) -> None:
    begun, printed = tmp_path / "begun", tmp_path / "printed"
    with printed.open("w") as output:
        words = [sys.executable, "-c", STORING, str(begun), kind]
        found = ended(words, signal.SIGINT, lambda _: begun.exists(), stdout=output)
    assert (found[0], printed.read_text(encoding="utf-8")) == (code, text)


ELSEWHERE = """
import signal, sys, threading, time
from pathlib import Path
from drystone.cli.interrupts import ending_in_order
number = signal.Signals[sys.argv[1]]
with ending_in_order(stores=True):
    hears = lambda: signal.pthread_kill(threading.get_ident(), number)
    threading.Timer(0.2, hears).start()
    try:
        time.sleep(60.0)
    except KeyboardInterrupt:
        time.sleep(1.0)
        raise SystemExit(7)
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_who_waits_is_woken_by_a_signal_that_another_thread_got(name: str) -> None:
    """Nor does one wake a wait that comes just before it, between Python's last look for signals and the wait."""
    found = subprocess.run([sys.executable, "-c", ELSEWHERE, name], check=False, timeout=60.0)
    assert found.returncode == 7


SWALLOWING = """
import sys, time
from contextlib import suppress
from pathlib import Path
from drystone.cli.interrupts import ending_in_order
with ending_in_order(stores=True):
    with suppress(KeyboardInterrupt):
        Path(sys.argv[1]).touch()
        time.sleep(60.0)
    try:
        raise ValueError
    except ValueError:
        time.sleep(60.0)
"""


def test_who_swallows_an_interrupt_and_goes_on_does_not_get_the_time_of_those_who_store(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    words = [sys.executable, "-c", SWALLOWING, str(begun)]
    assert ended(words, signal.SIGINT, lambda _: begun.exists()) == (130, "drystone: interrupted")


class Fading:
    """Raises a signal when it is taken away."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGTERM)


def called_back() -> None:
    """As a compiler calls a function of Python's."""
    signal.raise_signal(signal.SIGTERM)


def _numba_unpickle() -> None:
    """By the name of one that must not raise anything at all."""
    signal.raise_signal(signal.SIGTERM)
    time.sleep(0.05)


def _raw_object_cache_notify() -> None:
    """Another of them, which ends at once."""
    signal.raise_signal(signal.SIGTERM)


CALLBACK = ctypes.CFUNCTYPE(None)


@pytest.mark.parametrize("where", [CALLBACK(called_back), CALLBACK(_numba_unpickle), lambda: Fading().__class__])
def test_what_is_raised_where_nothing_takes_it_is_raised_again(where: Callable[[], Any]) -> None:
    def goes_on() -> None:
        with ending_in_order():
            where()
            time.sleep(0.5)  # it comes after some ms; shorter than the patience that ends a process

    with pytest.raises(Terminated):
        goes_on()


def test_other_things_that_cannot_be_raised_are_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: told.append(lost.exc_type))

    class Failing:
        def __del__(self) -> None:
            raise OSError

    with ending_in_order():
        Failing()
    assert told == [OSError]


def test_signals_are_whose_they_were_afterwards() -> None:
    before, hook = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)], sys.unraisablehook
    with ending_in_order():
        assert signal.getsignal(signal.SIGTERM) is not before[1]
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    descriptor = signal.set_wakeup_fd(-1)
    assert descriptor == -1
    assert sys.unraisablehook is hook


def test_what_was_lost_is_not_raised_once_the_command_has_ended() -> None:
    """It would come while Python ends, in the midst of what libraries do then."""
    told: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: told.append(number))
    try:
        with ending_in_order():
            _raw_object_cache_notify()
        time.sleep(0.1)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert told == []


def test_a_second_interrupt_while_signals_are_given_back_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the thread would end the process of whoever goes on."""
    real = threading.Event.set

    def interrupted(event: threading.Event) -> None:
        signal.raise_signal(signal.SIGINT)
        real(event)

    def twice() -> None:
        with ending_in_order():
            monkeypatch.setattr(threading.Event, "set", interrupted)
            signal.raise_signal(signal.SIGINT)

    before, hook = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)], sys.unraisablehook
    threads = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt):
        twice()
    monkeypatch.undo()
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
    assert signal.set_wakeup_fd(-1) == -1
    assert sys.unraisablehook is hook
    for thread in set(threading.enumerate()) - threads:
        thread.join(BOUND)
        assert not thread.is_alive()


def test_an_interrupt_that_scs_has_heard_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    program = ds.step_problem(column(1), 1e-2).program("kinematic")
    m, n = program.size

    class Interrupted:
        def __init__(self, *_: Any, **__: Any) -> None:
            """As SCS."""

        def solve(self) -> dict[str, Any]:
            facts = {"status_val": -5, "status": "interrupted", "iter": 1, "setup_time": 0.0, "solve_time": 0.0}
            return {"x": np.zeros(n), "s": np.zeros(m), "y": np.zeros(m), "info": facts}

    monkeypatch.setattr(scs, "SCS", Interrupted)
    with pytest.raises(KeyboardInterrupt):
        ScsSolver().answer(program)


def test_an_interrupt_while_a_class_is_made_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python 3.11 raises a RuntimeError from what `__set_name__` raises, as of a cached property."""

    class Interrupting:
        def __set_name__(self, owner: type, name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr("drystone.cli.command.import_module", lambda *_: type("Made", (), {"part": Interrupting()}))
    assert main(["list", "solvers"]) == 130
    assert capsys.readouterr().err == "drystone: interrupted\n"
