"""Solvers of a user's own: what they raise is a failed try, and what is for the user passes."""

import pytest

import drystone as ds
from drystone.errors import DrystoneError, NotInstalledError
from drystone.programs import StepLike
from drystone.solvers import Answer, Solver, WarmStart, attempted
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
