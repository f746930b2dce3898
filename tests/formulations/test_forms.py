"""Kinematic, static and ccp form of the same step say the same, for every formulation, on steps of real runs."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from drystone import StepProblem, solve, step_problem
from drystone.errors import DrystoneError
from drystone.formulations import FORMS, FORMULATIONS
from drystone.formulations.base import Inertia
from drystone.formulations.nodargi_bisegna import NodargiBisegna
from drystone.numerics.friction_cone import distance_to_cone
from drystone.solvers.conic.clarabel import ClarabelSolver
from drystone.structures import column

from ..steps import RUNS, steps_of

VALUE = 1e-6  # of 1/2 k'H^-1 k
SPEED = 1e-6  # of the step's largest velocity
ADMISSIBLE = 1e-7  # of the largest impulse: certificate 1e-8 with a margin for its scaled units


def largest(values: np.ndarray) -> float:
    return float(np.max(np.abs(values), initial=0.0))


def energy(problem: StepProblem) -> float:
    return 0.5 * float(np.sum(problem.k * problem.free_velocity))


def test_there_are_thirty_steps() -> None:
    assert sum(len(run.states) for run in RUNS.values()) >= 30


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("run", RUNS)
def test_forms_agree(run: str, formulation: str) -> None:
    for problem in steps_of(run, formulation):
        answers = {form: solve(problem, form=form, solver="clarabel") for form in FORMS}
        kinematic = answers["kinematic"]
        scale = max(largest(kinematic.velocity), largest(problem.free_velocity))
        momentum = max(largest(problem.apply(kinematic.impulse)), largest(problem.k))
        for form, answer in answers.items():
            assert answer.status == "solved", (form, answer.certificate)
            sign = 1.0 if form == "kinematic" else -1.0
            assert abs(answer.objective - sign * kinematic.objective) <= VALUE * energy(problem)
            assert largest(answer.velocity - kinematic.velocity) <= SPEED * scale
            assert largest(problem.apply(answer.impulse) - problem.apply(kinematic.impulse)) <= SPEED * momentum
            strain = distance_to_cone(answer.impulse, problem.mu)
            assert largest(strain) <= ADMISSIBLE * max(largest(answer.impulse), largest(problem.k))


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("form", FORMS)
def test_values_of_programs_are_values_of_steps(form: str, formulation: str) -> None:
    """The unscaled program of each form, solved as it stands, has the step's value and velocities."""
    problem = steps_of("rocking", formulation)[1]
    reference = solve(problem, form=form, solver="clarabel")
    if not problem.associated:  # of the law the last program of the sequence
        problem = problem.assuming(reference.velocity)
    answer = ClarabelSolver().solve_program(problem.program(form))
    velocity, impulse = problem.recover(form, answer)
    assert abs(problem.program(form).objective(answer.x) - reference.objective) <= VALUE * energy(problem)
    assert abs(problem.objective(form, velocity, impulse) - reference.objective) <= VALUE * energy(problem)
    assert largest(velocity - reference.velocity) <= SPEED * largest(problem.free_velocity)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("mass", "length"), [(1e-6, 1.0), (1e6, 1.0), (1.0, 1e-3), (1e-3, 1e3)])
def test_units_do_not_matter(mass: float, length: float, formulation: str) -> None:
    """The same step told in other units of mass and length has the same answer in those units."""
    arm = np.array([1.0, 1.0, 1.0, length, length, length])
    speed = np.array([length, length, length, 1.0, 1.0, 1.0])
    for problem in steps_of("thrown on the ground", formulation)[2:5]:
        other = replace(
            problem,
            H=problem.H * mass * arm[:, None] * arm,
            k=problem.k * mass * length * arm,
            D=problem.D * arm[:, None],
            phi=problem.phi * length,
            E=problem.E / mass,
            prescribed=problem.prescribed * length,
            memory=problem.memory * length,
        )
        here, there = solve(problem, solver="clarabel"), solve(other, solver="clarabel")
        assert there.status == "solved"
        assert largest(there.velocity / speed - here.velocity) <= SPEED * largest(here.velocity)


@pytest.mark.parametrize("returned", [None, 1e-9, np.zeros(3)])
def test_a_compliance_that_is_none_is_refused(returned: object) -> None:
    class Own(NodargiBisegna):
        def compliance(self, *given: object) -> Any:
            return returned

    with pytest.raises(
        DrystoneError, match=r"compliance of the formulation .* expected an array of the shape \(4, 3\)"
    ):
        step_problem(column(1), 1e-3, formulation=Own())


@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
@pytest.mark.parametrize("returned", [None, np.zeros((4, 3)), (np.zeros((1, 3)), np.zeros((1, 3)))])
def test_points_that_are_not_two_of_each_contact_are_refused(returned: object, integrator: str) -> None:
    """Compiled code would read on behind the ends of shorter arrays."""

    class Own(NodargiBisegna):
        def contact_points(self, *given: object) -> Any:
            return returned

    with pytest.raises(DrystoneError, match=r"contact_points of the formulation .* expected .*shape \(4, 3\)"):
        step_problem(column(1), 1e-3, formulation=Own(), integrator=integrator)


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        (None, "returns None; expected a drystone.formulations.base.Inertia"),
        (Inertia(np.eye(3), np.zeros((2, 3))), r"\(its H\) of .* expected an array of the shape \(2, 3, 3\)"),
        (Inertia(np.array([np.eye(3)] * 2), np.zeros(3)), r"\(its k\) of .* expected an array of the shape \(2, 3\)"),
    ],
)
def test_an_inertia_that_is_not_of_every_block_is_refused(returned: object, message: str) -> None:
    """One matrix would be that of all blocks."""

    class Own(NodargiBisegna):
        def inertia(self, turning: object) -> Any:
            return returned

    with pytest.raises(DrystoneError, match=message):
        step_problem(column(2), 1e-3, formulation=Own(), integrator="backward-euler")
