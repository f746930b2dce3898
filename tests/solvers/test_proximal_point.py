"""Rounds of Coulomb's law (`drystone.solvers.interior_point.proximal_point`): what they solve, and how they go on."""

import numpy as np
import pytest

from drystone.solvers import get_solver
from drystone.solvers.first_order.base import metric
from drystone.solvers.interior_point.proximal_point import (
    SOFTER,
    SOFTNESS,
    law_error,
    proximal_point,
)  # fmt: skip
from drystone.solvers.structured.arrays import Arrays, FrictionalArrays, Iterate

from ..steps import steps_of

ACCURACY = 1e-4


def sliding() -> Arrays:
    return FrictionalArrays.of(steps_of("sliding", "coulomb")[2].scaled[0])


def test_a_softened_step_is_that_of_compliant_contacts_about_the_last_impulses() -> None:
    step = sliding()
    seen = list[Arrays]()

    def solve(softened: Arrays, guess: Iterate, aim: float, most: int) -> Iterate:
        seen.append(softened)
        return Iterate(guess.impulse, 50)

    start = Iterate(np.tile([1.0, 0.1, 0.2], (step.count, 1)), 0)
    proximal_point(step, start, solve, ACCURACY, 1)
    other = np.random.default_rng(5).normal(size=start.impulse.shape)
    give = SOFTNESS * metric(step)[:, None] * (other - start.impulse)
    plain = FrictionalArrays(step.k, step.operator, step.offset + give, step.mu, step.E)
    velocity = step.velocity(other)
    assert seen[0].contact_velocity(velocity, other) == pytest.approx(
        plain.contact_velocity(velocity, other), abs=1e-12
    )
    assert law_error(seen[0], start) == pytest.approx(law_error(step, start))  # the guess leaves of both the same


def test_rounds_that_are_not_solved_are_softer_and_the_nearest_answer_is_kept() -> None:
    step = sliding()
    softness = list[float]()
    tried = [np.tile([0.5 + 0.1 * abs(i - 2), 0.0, 0.0], (step.count, 1)) for i in range(5)]

    def solve(softened: Arrays, guess: Iterate, aim: float, most: int) -> Iterate:
        softness.append(float((softened.E - step.E)[0, 0] / metric(step)[0]))
        return Iterate(tried[len(softness) - 1], 3, 4)

    found = proximal_point(step, Iterate(tried[0], 0), solve, ACCURACY, 5)
    assert softness == pytest.approx([SOFTNESS * SOFTER**i for i in range(5)])
    left = [law_error(step, Iterate(one, 0)) for one in tried]
    assert law_error(step, found) == min(left)
    assert (found.iterations, found.factorisations) == (15, 20)


def test_rounds_end_where_the_law_is_met() -> None:
    problem = steps_of("sliding", "coulomb")[2]
    step = FrictionalArrays.of(problem.scaled[0])
    _, answer = get_solver("interior-point").solve_coulomb(problem)
    right = np.ascontiguousarray(problem.scaled[1].forward(answer.velocity, answer.impulse)[1])
    wrong = 1.1 * right
    assert law_error(step, Iterate(right, 0)) < 0.1 * ACCURACY < law_error(step, Iterate(wrong, 0))
    calls = list[float]()

    def solve(softened: Arrays, guess: Iterate, aim: float, most: int) -> Iterate:
        calls.append(aim)
        return Iterate(wrong if len(calls) < 3 else right, 1)

    found = proximal_point(step, Iterate(wrong, 0), solve, ACCURACY)
    assert calls == pytest.approx([(0.1 * ACCURACY) ** 2] * 3)
    assert found.impulse is right
