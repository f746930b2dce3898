"""No solver's word counts: answers are judged, whatever made them, and whatever is raised is a failed try."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.errors import DrystoneError
from drystone.solvers import Solver, StepLike, StepSolution, WarmStart, attempted, certificate, get_solver, judged
from drystone.solvers import judge as judge_module
from drystone.structures import wall


@pytest.fixture(scope="module")
def step() -> ds.StepProblem:
    return ds.step_problem(wall(2, 2), 1e-3)


class Stranger(Solver):
    """Gives what ``spoil`` makes of the right answer."""

    name = "stranger"
    description = "for tests"

    def __init__(self, spoil: Callable[[StepSolution], Any]) -> None:
        super().__init__()
        self.spoil = spoil

    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        answer: StepSolution = self.spoil(get_solver("interior-point").solve(problem, form, warm_start))
        return answer


def wrong(answer: StepSolution) -> StepSolution:
    """A wrong velocity with the certificate of the right one."""
    return replace(answer, velocity=answer.velocity + 0.1)


def wrong_in_place(answer: StepSolution) -> StepSolution:
    answer.velocity[:] += 0.1
    return answer


def wrong_impulse(answer: StepSolution) -> StepSolution:
    return replace(answer, impulse=-answer.impulse)


class Panic(BaseException):
    """Stands for pyo3's PanicException, which is no `Exception`."""


def raising(error: BaseException) -> Callable[[StepSolution], Any]:
    def spoil(answer: StepSolution) -> Any:
        raise error

    return spoil


@pytest.mark.parametrize("spoil", [wrong, wrong_in_place, wrong_impulse])
def test_a_wrong_answer_with_a_good_certificate_is_not_believed(step: ds.StepProblem, spoil: Any) -> None:
    answer = attempted(Stranger(spoil), step)
    assert answer.status == "inaccurate"
    true = certificate(step, answer.velocity, answer.impulse)
    assert answer.certificate == true
    assert true.worst > 1e-3
    assert "not" in answer.attempts[-1].status
    assert answer.attempts[-1].worst == true.worst


def test_an_answer_that_calls_itself_failed_is_judged_too(step: ds.StepProblem) -> None:
    assert attempted(Stranger(lambda answer: replace(answer, status="failed")), step).solved
    assert attempted(Stranger(lambda answer: replace(wrong(answer), status="failed")), step).status == "failed"


def test_a_right_answer_stays_what_it_is_and_is_measured_once(
    step: ds.StepProblem, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def counted(*arguments: Any) -> Any:
        calls.append(arguments)
        return certificate(*arguments)

    answer = get_solver("interior-point", polish=False).solve(step)
    monkeypatch.setattr(judge_module, "certificate", counted)
    again = judged(step, answer, 1e-8)
    assert not calls
    assert judged(step, again, 1e-8) is not None
    assert not calls
    assert again.certificate == answer.certificate
    assert again.objective == answer.objective
    assert again.attempts == answer.attempts
    judged(step, wrong(answer), 1e-8)
    assert len(calls) == 1


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda answer: None, "it returned NoneType in place of a StepSolution"),
        (lambda answer: (answer.velocity, answer.impulse), "it returned tuple"),
        (lambda answer: replace(answer, velocity=answer.velocity[:-1]), "velocity of its answer has shape"),
        (lambda answer: replace(answer, velocity=answer.velocity.ravel()), "velocity of its answer has shape"),
        (lambda answer: replace(answer, impulse=answer.impulse[:, :2]), "impulse of its answer has shape"),
        (lambda answer: replace(answer, velocity=np.nan * answer.velocity), "velocity of its answer is not finite"),
        (lambda answer: replace(answer, impulse=np.inf * answer.impulse), "impulse of its answer is not finite"),
        (lambda answer: replace(answer, velocity=answer.velocity.astype(object)), "type object; expected float64"),
        (lambda answer: replace(answer, velocity=answer.velocity + 1j), "type complex128; expected float64"),
        (lambda answer: replace(answer, velocity=[[1.0], [1.0, 2.0]]), "velocity of its answer is no array"),
        (lambda answer: replace(answer, velocity=None), "type object; expected float64"),
        (lambda answer: replace(answer, iterations="many"), "iterations of its answer is 'many'"),
        (lambda answer: replace(answer, solve_time=None), "solve_time of its answer is None"),
        (lambda answer: replace(answer, attempts=None), "attempts of its answer is no tuple"),
        (lambda answer: replace(answer, form="best"), "the form 'best'"),
        (raising(RuntimeError("out of\nluck")), "RuntimeError: out of luck"),
        (raising(np.linalg.LinAlgError("singular")), "LinAlgError: singular"),
        (raising(MemoryError()), "MemoryError"),
        (raising(Panic("index out of bounds")), "Panic: index out of bounds"),
    ],
)
def test_what_is_no_answer_is_a_failed_try_with_the_reason(step: ds.StepProblem, spoil: Any, reason: str) -> None:
    answer = attempted(Stranger(spoil), step)
    assert answer.status == "failed"
    assert answer.certificate.worst == np.inf
    assert answer.velocity.shape == step.k.shape
    assert answer.impulse.shape == (step.count, 3)
    assert answer.attempts[-1].solver == "stranger"
    assert answer.attempts[-1].status.startswith("failed: ")
    assert reason in answer.attempts[-1].status


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(2), GeneratorExit(), DrystoneError("no licence")])
def test_what_must_pass_passes(step: ds.StepProblem, error: BaseException) -> None:
    with pytest.raises(type(error)):
        attempted(Stranger(raising(error)), step)


def test_a_reason_that_is_given_is_kept(step: ds.StepProblem) -> None:
    first = attempted(Stranger(raising(RuntimeError("out of luck"))), step)
    assert judged(step, first).attempts == first.attempts


@pytest.mark.parametrize("kind", [np.float32, np.longdouble])
def test_other_real_types_are_taken_and_judged(step: ds.StepProblem, kind: Any) -> None:
    def spoil(answer: StepSolution) -> StepSolution:
        return replace(answer, velocity=answer.velocity.astype(kind), impulse=answer.impulse.astype(kind))

    answer = attempted(Stranger(spoil), step)
    assert answer.velocity.dtype == answer.impulse.dtype == np.float64
    assert answer.certificate.worst < 1e-6
    assert answer.solved == (answer.certificate.worst <= 1e-8)


def test_numbers_too_large_to_square_are_no_answer(step: ds.StepProblem) -> None:
    answer = attempted(Stranger(lambda answer: replace(answer, velocity=np.full_like(answer.velocity, 1e300))), step)
    assert answer.certificate.worst == np.inf
    assert answer.status == "inaccurate"


@pytest.mark.parametrize("accuracy", [0.0, 1.0, np.nan, "fine", None])
def test_an_accuracy_is_a_number_between_0_and_1(step: ds.StepProblem, accuracy: Any) -> None:
    with pytest.raises(DrystoneError, match="accuracy of the solver 'unnamed'"):
        judged(step, None, accuracy)


@pytest.mark.parametrize("entry", ["primal", "dual", "complementarity", "gap"])
def test_a_certificate_with_nan_anywhere_is_infinite(entry: str) -> None:
    fine = ds.solvers.Certificate(0.0, 0.0, 0.0, 0.0)
    assert replace(fine, **{entry: np.nan}).worst == np.inf
