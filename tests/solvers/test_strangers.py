"""Solvers of a user's own: what they raise is a failed try, what they change is theirs, what is for the user passes."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.errors import DrystoneError, NotInstalledError
from drystone.programs import ConicProgram, ConicSolution, StepLike
from drystone.solvers import Answer, ConicSolver, Solver, WarmStart, attempted, get_solver
from drystone.solvers.configured import LicenceError
from drystone.structures import column


@pytest.fixture
def step() -> ds.StepProblem:
    return ds.step_problem(column(2), 1e-3, gravity=(3.0, 0.0, -9.81))


class Finder(Solver):
    """Finds nothing, and takes one form only."""

    name, description, forms = "finder", "for tests", ("kinematic",)

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def find(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> Answer:
        raise self.error


def test_an_error_of_drystone_s_that_a_solver_raises_is_a_failed_try_and_the_run_goes_on(step: ds.StepProblem) -> None:
    finder = Finder(DrystoneError("my matrix is singular"))
    assert "failed: DrystoneError: my matrix is singular" in ds.solve(step, solver=finder).attempts[-1].status
    with pytest.warns(UserWarning, match="the step was solved by"):
        run = ds.simulate(column(2), 0.02, 0.01, solver=finder)
    assert run.complete
    assert run.steps["helped"].all()


@pytest.mark.parametrize("error", [LicenceError("finder", "none"), NotInstalledError("it", "pip install it")])
def test_a_missing_licence_or_package_and_a_form_that_is_not_taken_are_told(
    step: ds.StepProblem, error: DrystoneError
) -> None:
    with pytest.raises(type(error)):
        attempted(Finder(error), step)
    with pytest.raises(DrystoneError, match="does not take the form 'ccp'"):
        attempted(Finder(error), step, "ccp")


class Cheat(Solver):
    """Makes the step one that rest answers, and says rest."""

    name, description = "cheat", "for tests"

    def __init__(self, spoil: Callable[[Any], None], time_limit: float) -> None:
        super().__init__()
        self.spoil, self.time_limit = spoil, time_limit

    def find(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> Answer:
        self.spoil(problem)
        if warm_start is not None:
            warm_start.impulse[:] = 0.0
        return Answer(np.zeros_like(problem.k), np.zeros((len(problem.phi), 3)))


def without_momentum(problem: Any) -> None:
    problem.k[:] = 0.0


def without_scaled_momentum(problem: Any) -> None:
    problem.scaled[0].k[:] = 0.0


def with_another_momentum(problem: Any) -> None:
    object.__setattr__(problem, "k", np.zeros_like(problem.k))


@pytest.mark.parametrize("time_limit", [60.0, np.inf])
@pytest.mark.parametrize("spoil", [without_momentum, without_scaled_momentum, with_another_momentum])
def test_an_answer_is_measured_in_the_step_that_was_meant(
    step: ds.StepProblem, spoil: Callable[[Any], None], time_limit: float
) -> None:
    right = get_solver("interior-point").solve(step)
    guess = WarmStart(right.velocity, right.impulse)
    k, impulse = step.k.copy(), right.impulse.copy()
    answer = ds.solve(step, solver=Cheat(spoil, time_limit), warm_start=guess)
    assert answer.status == "inaccurate"
    assert answer.certificate.worst > 0.1
    assert np.array_equal(step.k, k)
    assert np.array_equal(guess.impulse, impulse)
    assert np.array_equal(get_solver("interior-point").solve(step).impulse, impulse)


class Reuser(Solver):
    """Right answers, in the same arrays every time."""

    name, description = "reuser", "for tests"

    def __init__(self, step: StepLike) -> None:
        super().__init__()
        self.velocity, self.impulse = np.zeros_like(step.k), np.zeros((len(step.phi), 3))

    def find(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> Answer:
        right = get_solver("interior-point").solve(problem, form)
        self.velocity[:], self.impulse[:] = right.velocity, right.impulse
        return Answer(self.velocity, self.impulse)


def test_an_answer_stays_what_it_was_when_its_solver_is_asked_again(step: ds.StepProblem) -> None:
    solver, other = Reuser(step), ds.step_problem(column(2), 1e-3, gravity=(0.0, 0.0, -1.0))
    answer = ds.solve(step, solver=solver)
    impulse = answer.impulse.copy()
    assert ds.solve(other, solver=solver).impulse.sum() < 0.5 * impulse.sum()
    assert np.array_equal(answer.impulse, impulse)
    assert answer.solved


class CheatingBackend(ConicSolver):
    """Makes the program one that zero answers."""

    name, description = "cheating-backend", "for tests"

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        program.q[:] = 0.0
        program.b[:] = 0.0
        m, n = program.size
        return ConicSolution(np.zeros(n), np.zeros(m), np.zeros(m), "solved")


@pytest.mark.parametrize("form", ["kinematic", "static", "ccp"])
def test_a_program_stays_what_it_was(step: ds.StepProblem, form: str) -> None:
    program = step.program(form)
    kept = program.q.copy(), program.b.copy()
    answer = CheatingBackend().answer(program)
    assert answer.status == "inaccurate"
    assert np.array_equal(program.q, kept[0])
    assert np.array_equal(program.b, kept[1])
    assert ds.solve(step, form, CheatingBackend()).status == "inaccurate"
