"""Coarse tolerances: what was asked for is reached, and where it is not the reason is told."""

from functools import cache

import numpy as np
import pytest

import drystone as ds
from drystone.solvers import WarmStart, get_solver
from drystone.solvers.fallback import LAW_ITERATIONS, Link
from drystone.structures import arch, wall

STRUCTURED = ("interior-point", "newton", "gauss-seidel", "spg", "apgd", "admm")
TILTS = ((6.0, 3.0, -9.81), (3.0, 0.0, -9.81), (1.0, 4.0, -5.0))


@cache
def problems() -> list[tuple[ds.StepProblem, WarmStart]]:
    """Structures that slide and topple on a tilted ground, each with a guess that is far off."""
    rng = np.random.default_rng(3)
    found = []
    for gravity in TILTS:
        for friction in (0.2, 0.6):
            for structure in (wall(3, 4, friction=friction), arch(count=9, friction=friction)):
                step = ds.step_problem(structure, 1e-2, gravity=gravity)
                impulse = np.abs(rng.standard_normal((step.count, 3))) * np.max(np.abs(step.k))
                found.append((step, WarmStart(np.zeros_like(step.k), impulse)))
    return found


@pytest.mark.parametrize("polish", [True, False])
@pytest.mark.parametrize("tolerance", [*np.logspace(-3.0, -6.0, 16).tolist(), 1e-7, 1e-8, None])
def test_the_interior_point_reaches_the_tolerance_it_is_asked_for(tolerance: float | None, polish: bool) -> None:
    solver = get_solver("interior-point", tolerance=tolerance, polish=polish)
    for step, guess in problems():
        for start in (None, guess):
            answer = solver.solve(step, warm_start=start)
            assert answer.solved, answer.attempts
            assert answer.certificate.worst <= (tolerance or 1e-8)


@pytest.mark.parametrize("iterations", [1, 5, 9, 100])
@pytest.mark.parametrize("name", STRUCTURED)
def test_an_iteration_that_ends_early_says_why(name: str, iterations: int) -> None:
    for tolerance in (1e-2, 1e-4, 1e-6):
        solver = get_solver(name, tolerance=tolerance, polish=False, max_iterations=iterations)
        for step, guess in problems()[::3]:
            for start in (None, guess):
                answer = solver.solve(step, warm_start=start)
                assert answer.solved == (answer.certificate.worst <= tolerance)
                told = answer.attempts[-1].status
                assert told == "solved" if answer.solved else told.startswith("inaccurate: ")


@pytest.mark.parametrize("tolerance", [1e-3, 1e-13])
def test_auto_asks_its_solvers_for_its_tolerance(tolerance: float) -> None:
    step = problems()[0][0]
    by_default = get_solver("auto").solve(step)
    answer = get_solver("auto", tolerance=tolerance).solve(step)
    alone = get_solver("interior-point", tolerance=tolerance, polish=False).solve(step)
    assert answer.solved
    assert (answer.iterations, answer.certificate) == (alone.iterations, alone.certificate)
    assert (answer.iterations < by_default.iterations) == (tolerance > 1e-8)
    law = step.correcting(np.zeros(step.count))
    given = {"tolerance": tolerance, "polish": False, "max_iterations": LAW_ITERATIONS}
    _, exact = get_solver("auto", tolerance=tolerance).solve_coulomb(law)
    assert exact.certificate == get_solver("interior-point", **given).solve_coulomb(law)[1].certificate
    own = (Link("interior-point", {"polish": False, "tolerance": 1e-6}),)
    kept = get_solver("auto", tolerance=tolerance, chain=own).solve(step)
    assert kept.iterations == get_solver("interior-point", tolerance=1e-6, polish=False).solve(step).iterations
    made = (Link(get_solver("newton")),)
    kept = get_solver("auto", tolerance=tolerance, chain=made).solve(step)
    assert kept.iterations == get_solver("newton").solve(step).iterations
