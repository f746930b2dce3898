"""Rounds of Coulomb's law (`drystone.solvers.interior_point.proximal_point`): what they solve, and how they go on."""

from dataclasses import replace

import numpy as np
import pytest

from drystone.solvers import get_solver
from drystone.solvers.first_order.base import metric
from drystone.solvers.interior_point import proximal_point as module
from drystone.solvers.interior_point.proximal_point import AIM, FIRMER, SOFTNESS, STRIVE, law_error, proximal_point
from drystone.solvers.structured.arrays import Arrays, FrictionalArrays, Iterate
from drystone.solvers.structured.convergence import End
from drystone.solvers.structured.schur import Schur

from ..steps import steps_of

ACCURACY = 1e-4
MOST = 400


def sliding(E: float = 0.0) -> Arrays:
    step = FrictionalArrays.of(steps_of("sliding", "coulomb")[2].scaled[0])
    return FrictionalArrays(step.k, step.operator, step.offset, step.mu, np.full_like(step.E, E))


def prepared(step: Arrays) -> Schur:
    schur = Schur()
    schur.prepare(step)
    return schur


class Script:
    """In the place of Newton's method: ends in turn, and what was asked for."""

    def __init__(self, *ends: tuple[np.ndarray, End]) -> None:
        self.ends, self.centres, self.softness = iter(ends), list[np.ndarray](), list[float]()

    def __call__(self, step: Arrays, centre: np.ndarray, soft: np.ndarray, schur: Schur, most: int) -> Iterate:
        self.centres.append(centre)
        self.softness.append(float(soft[0, 0] / metric(step)[0]))
        impulse, end = next(self.ends)
        return Iterate(impulse, 3, 4, end)


def parts() -> tuple[Arrays, np.ndarray, list[np.ndarray]]:
    """A step, its answer, and impulses that are farther and farther off."""
    problem = steps_of("sliding", "coulomb")[2]
    _, answer = get_solver("interior-point").solve_coulomb(problem)
    right = np.ascontiguousarray(problem.scaled[1].forward(answer.velocity, answer.impulse)[1])
    return FrictionalArrays.of(problem.scaled[0]), right, [(1.0 + 0.1 * i) * right for i in range(8)]


def test_rounds_solve_the_law_from_impulses_that_are_wrong() -> None:
    step, right, tried = parts()
    start = Iterate(tried[5], 0)
    assert law_error(step, start) > ACCURACY
    found = proximal_point(step, start, prepared(step), ACCURACY, MOST)
    assert law_error(step, found) <= 0.1 * ACCURACY
    assert step.velocity(found.impulse) == pytest.approx(step.velocity(right), abs=ACCURACY)


@pytest.mark.parametrize("name", ["sliding", "thrown on the ground", "shaken arch"])
def test_impulses_of_compliant_contacts_are_found_to_rounding(name: str) -> None:
    """Compliances are a thousandth of what a block gives way."""
    for problem in steps_of(name, "coulomb")[:4]:
        if not problem.count:
            continue
        soft = replace(problem, E=np.full((problem.count, 3), 1e-3 / problem.H[0, 0, 0]))
        _, answer = get_solver("interior-point").solve_coulomb(soft)
        assert answer.solved
        assert answer.certificate.natural < 1e-8


def test_a_round_that_is_not_solved_is_followed_by_a_softer_one_about_the_same_impulses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step, right, tried = parts()
    script = Script((tried[1], End.STALLED), (tried[2], End.STALLED), (right, End.CONVERGED))
    monkeypatch.setattr(module, "coulomb_newton", script)
    start = Iterate(tried[7], 0)
    found = proximal_point(step, start, prepared(step), ACCURACY, MOST)
    assert script.softness == pytest.approx([SOFTNESS, FIRMER * SOFTNESS, FIRMER**2 * SOFTNESS])
    assert all(centre is start.impulse for centre in script.centres)
    assert found.impulse is right
    assert (found.iterations, found.factorisations) == (9, 12)


def test_a_round_that_is_solved_is_followed_by_a_firmer_one_about_its_impulses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step, right, tried = parts()
    script = Script((tried[1], End.CONVERGED), (right, End.CONVERGED))
    monkeypatch.setattr(module, "coulomb_newton", script)
    found = proximal_point(step, Iterate(tried[7], 0), prepared(step), ACCURACY, MOST)
    assert script.softness[1] == pytest.approx(script.softness[0] / FIRMER)
    assert script.centres[1] is tried[1]
    assert found.impulse is right


def test_the_nearest_answer_is_kept_and_iterations_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    step, _, tried = parts()
    script = Script((tried[3], End.CONVERGED), (tried[1], End.CONVERGED), (tried[2], End.CONVERGED))
    monkeypatch.setattr(module, "coulomb_newton", script)
    found = proximal_point(step, Iterate(tried[7], 0), prepared(step), ACCURACY, 9)
    assert found.impulse is tried[1]
    assert found.iterations == 9


def off_by(step: Arrays, right: np.ndarray, error: float) -> np.ndarray:
    """Impulses with this `law_error`, which grows in proportion near the answer."""
    rate = law_error(step, Iterate((1.0 + 1e-3) * right, 0)) / 1e-3
    found = (1.0 + error / rate) * right
    assert law_error(step, Iterate(found, 0)) == pytest.approx(error, rel=0.1)
    return found


@pytest.mark.parametrize("better", [True, False])
def test_rounds_within_the_accuracy_go_on_while_they_halve_what_is_left(
    better: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    step, right, tried = parts()
    shrink, count = (0.4, 8) if better else (0.99, 30)
    errors = [0.8 * ACCURACY * shrink**i for i in range(count)]
    script = Script(*((off_by(step, right, error), End.CONVERGED) for error in errors))
    monkeypatch.setattr(module, "coulomb_newton", script)
    found = proximal_point(step, Iterate(tried[7], 0), prepared(step), ACCURACY, MOST)
    rounds = len(script.centres)
    if better:  # to the aim
        assert rounds == next(i for i, error in enumerate(errors, 1) if error <= AIM * ACCURACY)
    else:  # the first is within the accuracy, and three iterations are a round
        assert rounds == 1 + -(-STRIVE // 3)
    assert law_error(step, found) == pytest.approx(errors[rounds - 1], rel=0.1)


def test_compliant_contacts_are_solved_without_another_compliance_first_and_after_every_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    step, (_, right, tried) = sliding(1e-3), parts()
    ends = (tried[1], End.STALLED), (tried[2], End.CONVERGED), (tried[2], End.STALLED), (right, End.STALLED)
    script = Script(*ends, (right, End.CONVERGED), (right, End.CONVERGED))
    monkeypatch.setattr(module, "coulomb_newton", script)
    proximal_point(step, Iterate(tried[7], 0), prepared(step), ACCURACY, MOST)
    assert [one == 0.0 for one in script.softness] == [True, False, True, False, False, True]


def test_compliances_that_differ_along_the_joint_are_made_alike() -> None:
    """The return mapping is radial; what is added vanishes from the answer round by round."""
    step = sliding(1e-3)
    step.E[:, 2] *= 3.0
    found = proximal_point(step, Iterate(np.zeros_like(step.E), 0), prepared(step), ACCURACY, MOST)
    assert law_error(step, found) <= ACCURACY
