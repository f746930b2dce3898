"""Compiled functions side by side in threads."""

import os
import subprocess
import sys
import threading

import pytest

from drystone.errors import DrystoneError
from drystone.numerics.threads import VARIABLE, processors, side_by_side


@pytest.mark.parametrize("threads", ["", "1", "2"])
def test_results_come_in_the_order_of_the_calls(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, threads)
    assert side_by_side([lambda n=n: n * n for n in range(100)]) == [n * n for n in range(100)]  # type: ignore[misc]
    assert side_by_side([]) == []


@pytest.mark.parametrize("failing", [0, 3, 9])
def test_an_error_of_one_call_is_raised(failing: int) -> None:
    def call(n: int) -> int:
        if n == failing:
            raise ValueError(f"call {n}")
        return n

    with pytest.raises(ValueError, match=f"call {failing}"):
        side_by_side([lambda n=n: call(n) for n in range(10)])  # type: ignore[misc]
    assert side_by_side([lambda: 1, lambda: 2]) == [1, 2]


def test_calls_within_calls_and_from_other_threads_end() -> None:
    def nested(depth: int) -> int:
        if depth == 0:
            return 1
        return sum(side_by_side([lambda: nested(depth - 1)] * 3))

    found: list[int] = []
    callers = [threading.Thread(target=lambda: found.append(nested(3)), daemon=True) for _ in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join(timeout=30.0)
    assert found == [27] * 4


def test_the_variable_limits_the_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    allowed = processors()
    assert 1 <= allowed <= (os.cpu_count() or 1)
    for wanted in (1, 2, 10**6):
        monkeypatch.setenv(VARIABLE, str(wanted))
        assert processors() == min(wanted, allowed)


@pytest.mark.parametrize("wrong", ["0", "-1", "two", "1.5"])
def test_a_variable_that_is_no_number_of_threads(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, wrong)
    with pytest.raises(DrystoneError, match=f"DRYSTONE_THREADS is '{wrong}'; it must be a whole number"):
        processors()


STARTING = """
import signal, threading
from drystone.numerics import threads
threads.processors = lambda: 2
real = threading.Thread.start
def start(thread):
    real(thread)
    signal.raise_signal(signal.SIGINT)
threading.Thread.start = start
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    threads.side_by_side([int, int])
except KeyboardInterrupt:
    raise SystemExit(7)
"""


def test_an_interrupt_while_a_thread_starts_does_not_hold_up_the_end() -> None:
    """`ThreadPoolExecutor` would not know the thread that it then waits for."""
    assert subprocess.run([sys.executable, "-c", STARTING], timeout=30.0, check=False).returncode == 7
