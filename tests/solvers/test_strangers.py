"""Solvers of a user's own: what they raise is a failed try, what they change is theirs, what is for the user passes."""

from collections.abc import Callable
from dataclasses import replace
from time import sleep
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.errors import DrystoneError, NotInstalledError
from drystone.programs import ConicProgram, ConicSolution, StepLike
from drystone.solvers import Answer, ConicSolver, Solver, WarmStart, attempted, get_solver
from drystone.solvers.configured import LicenceError
from drystone.solvers.first_order.base import FirstOrderSolver
from drystone.solvers.structured.arrays import Arrays, Iterate
from drystone.solvers.structured.base import StructuredSolver
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


class CheatingIterations(StructuredSolver):
    """Makes the scaled step one that rest answers, and says rest."""

    name, description, exact_friction = "cheating-iterations", "for tests", True

    def __init__(self, time_limit: float) -> None:
        super().__init__()
        self.time_limit = time_limit

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        step.k[:] = 0.0
        step.offset[:] = 0.0
        return Iterate(np.zeros((step.count, 3)), 1)


class CheatingRun(FirstOrderSolver):
    """As `CheatingIterations`, where drystone's own iterations set up a method."""

    name, description = "cheating-run", "for tests"

    def run(self, step: Arrays, impulse: np.ndarray) -> Any:
        step.k[:] = 0.0
        raise DrystoneError("my method has no start")


@pytest.mark.parametrize(
    "solver", [CheatingIterations(60.0), CheatingIterations(np.inf), CheatingRun()], ids=lambda one: one.name
)
def test_iterations_of_a_stranger_change_no_step(step: ds.StepProblem, solver: StructuredSolver) -> None:
    right = get_solver("interior-point").solve(step)
    answer = ds.solve(step, solver=solver)
    assert answer.status in ("inaccurate", "failed")
    assert answer.certificate.worst > 0.1
    assert np.array_equal(get_solver("interior-point").solve(step).impulse, right.impulse)
    if solver.exact_friction:
        assert solver.solve_coulomb(step)[1].status == "inaccurate"
        assert np.array_equal(get_solver("interior-point").solve(step).impulse, right.impulse)
    else:
        assert "failed: DrystoneError: my method has no start" in answer.attempts[-1].status


class Hanging(StructuredSolver):
    """Does not end."""

    name, description, time_limit = "hanging", "for tests", 0.2

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        sleep(30.0)
        return Iterate(np.zeros((step.count, 3)), 1)


def test_iterations_of_a_stranger_have_a_time_limit(step: ds.StepProblem) -> None:
    with pytest.warns(UserWarning, match=r"hanging did not end within 0.2 s; it is left running"):
        assert "TimeoutError" in ds.solve(step, solver=Hanging()).attempts[-1].status


class WrongShape(StructuredSolver):
    """Impulses of fewer contacts than there are."""

    name, description = "wrong-shape", "for tests"

    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        return Iterate(np.zeros((step.count - 1, 3)), 1)


def test_iterations_of_a_stranger_have_the_shape_of_the_contacts(step: ds.StepProblem) -> None:
    status = ds.solve(step, solver=WrongShape()).attempts[-1].status
    assert status == "failed: impulse of its answer has shape (7, 3); expected (8, 3)"


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


class Patient(CheatingBackend):
    """Says at its class how long it may take (s)."""

    name, time_limit = "patient", 7.0


def test_a_backend_of_one_s_own_says_how_long_it_may_take() -> None:
    assert Patient().time_limit == 7.0
    assert Patient(time_limit=3.0).time_limit == 3.0
    assert CheatingBackend().time_limit == 600.0
    with pytest.raises(DrystoneError, match="time_limit of patient is -1"):
        type("Wrong", (Patient,), {"time_limit": -1.0})()


def test_steps_and_answers_are_equal_to_themselves_alone(step: ds.StepProblem) -> None:
    answer = ds.solve(step)
    run = ds.simulate(column(1), 0.01, 0.01)
    guess, found = WarmStart(answer.velocity, answer.impulse), Answer(answer.velocity, answer.impulse)
    for one in (step, answer, guess, found, run):
        assert one == one
        assert one != replace(one)
        assert len({one, one}) == 1


class Lost(ConicSolver):
    """Says that it has solved a program, with an answer that is no number."""

    name, description = "lost", "for tests"

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        return program.solution(np.full(len(program.q), np.nan), np.zeros(len(program.b)))


def test_an_answer_that_is_no_number_is_told_so(step: ds.StepProblem) -> None:
    assert ds.solve(step, solver=Lost()).attempts[-1].status == "failed: its answer is not finite"
