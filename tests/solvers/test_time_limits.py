"""Time limits of the first-order methods hold, count no compilation, and change no answer that they do not end."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba.core import event

import drystone as ds
from drystone.formulations import LocalProblem
from drystone.solvers import get_solver
from drystone.solvers.first_order import base as first_order
from drystone.solvers.first_order.base import ROUND, WORK, Run, iterations_at_once
from drystone.solvers.first_order.spg import SpgSolver
from drystone.solvers.structured.arrays import Arrays, Rows, Sides
from drystone.structures import wall

METHODS = ("gauss-seidel", "spg", "apgd", "admm")


class Clock:
    """A second passes with every look at it."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 1.0
        return self.time


@pytest.fixture
def sliding() -> ds.StepProblem:
    return ds.step_problem(wall(2, 3, friction=0.2), 1e-2, gravity=(6.0, 3.0, -9.81))


@pytest.mark.each_value
@pytest.mark.parametrize("local", [False, True])
@pytest.mark.parametrize("name", METHODS)
def test_the_clock_is_looked_at_often_enough(
    sliding: ds.StepProblem, name: str, local: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few iterations at a time where one takes long, as with work for one at a time here."""
    monkeypatch.setattr(first_order, "perf_counter", Clock())
    monkeypatch.setattr(event, "timer", lambda: 0.0)
    monkeypatch.setattr(first_order, "WORK", 1.0)
    problem, form = (LocalProblem.of(sliding), "ccp") if local else (sliding, "kinematic")
    answer = get_solver(name, time_limit=10.0, polish=False).solve(problem, form)
    assert not answer.solved
    assert "iterations in 10 s, the time limit, at a natural residual of" in answer.attempts[-1].status
    assert 1 <= answer.iterations <= 10
    none = get_solver(name, time_limit=0.0, polish=False).solve(problem, form)
    assert none.iterations == 0


def test_factorisations_are_looked_after_too(sliding: ds.StepProblem, monkeypatch: pytest.MonkeyPatch) -> None:
    """ADMM at its slowest: after the last second no other matrix is factorised."""
    clock = Clock()
    monkeypatch.setattr(first_order, "perf_counter", clock)
    monkeypatch.setattr(event, "timer", lambda: 0.0)
    answer = get_solver("admm", time_limit=12.0, rho=1e-8, polish=False).solve(sliding)
    assert clock.time < 20.0
    assert answer.factorisations <= 2


@pytest.mark.parametrize("name", METHODS)
def test_a_limit_that_is_not_met_changes_nothing(sliding: ds.StepProblem, name: str) -> None:
    free, limited = (get_solver(name, time_limit=limit).solve(sliding) for limit in (np.inf, 1e6))
    assert free.iterations == limited.iterations
    assert np.array_equal(free.impulse, limited.impulse)


def test_iterations_between_two_looks_have_bounded_work() -> None:
    D, W = np.empty((0, 2, 6, 3)), np.empty((0, 3, 3))
    for contacts in (1, 100, 10_000, 100_000, 10**7):
        sides = Sides(np.broadcast_to(0.0, (contacts, 2, 6, 3)), D, D, D)  # type: ignore[arg-type]
        rows = Rows(np.broadcast_to(0.0, (4 * contacts, 3, 3)), W, W)  # type: ignore[arg-type]
        for operator in (sides, rows):
            count = iterations_at_once(SimpleNamespace(gram=operator))  # type: ignore[arg-type]
            assert 1 <= count <= ROUND
            assert count == 1 or 2 * operator[0].size * count <= WORK
            assert count == ROUND or 2 * operator[0].size * (count + 1) > WORK


class Slow(Run):
    """Takes five seconds to compile and one to iterate."""

    residual = 1.0

    def __init__(self, clock: Clock, impulse: np.ndarray) -> None:
        self.clock, self.impulse = clock, impulse

    def advance(self, iterations: int, target: float, late: Callable[[], bool]) -> int:
        with event.trigger_event("numba:compile", data={}):
            self.clock.time += 5.0
        self.clock.time += 1.0
        return 1


def test_compilation_does_not_count(sliding: ds.StepProblem, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    now: Any = lambda: clock.time  # noqa: E731
    monkeypatch.setattr(first_order, "perf_counter", now)
    monkeypatch.setattr(event, "timer", now)

    class Solver(SpgSolver):
        def run(self, step: Arrays, impulse: np.ndarray) -> Any:
            return Slow(clock, impulse)

    answer = Solver(time_limit=10.0, polish=False).solve(sliding)
    assert answer.iterations == 11
    assert clock.time == 11 * 6.0
