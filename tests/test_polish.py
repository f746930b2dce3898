"""The projection on the friction cone, its Jacobian, and proximal Newton polishing of steps."""

import numpy as np
import pytest

import drystone as ds
from drystone.formulations import FORMS, FORMULATIONS
from drystone.solvers import get_solver
from drystone.solvers.certificate import certificate, distance_to_cone, project
from drystone.solvers.polish import polish, projection_jacobian
from drystone.structures import wall

from .steps import steps_of

ROUNDING = 1e-13  # of points of order one
EXACT = 1e-8  # the certificate
AGREE = 1e-6  # relative, of velocities: the bound for forms of one step
DIFFERENCE = 1e-6  # central differences with step 1e-6 of a map with curvature of order ten


def points() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(5)
    mu = np.tile([0.0, 0.1, 0.6, 2.0], 50)
    return random.normal(size=(200, 3)), mu


def test_projection_by_its_optimality_conditions() -> None:
    """The rest x - P(x) is in the polar cone and orthogonal to P(x), which is in the cone (Moreau)."""
    x, mu = points()
    p = project(x, mu)
    rest = x - p
    assert np.max(distance_to_cone(p, mu)) < ROUNDING
    assert np.max(np.abs(np.einsum("ij,ij->i", p, rest))) < ROUNDING
    assert np.max(mu * np.hypot(rest[:, 1], rest[:, 2]) + rest[:, 0], where=mu > 0, initial=-1) < ROUNDING


def test_jacobian_by_differences() -> None:
    x, mu = points()
    h = 1e-6
    found = projection_jacobian(x, mu)
    tangent = np.hypot(x[:, 1], x[:, 2])
    smooth = np.minimum(np.abs(tangent - mu * x[:, 0]), np.abs(x[:, 0] + mu * tangent))
    for j in range(3):
        step = np.zeros(3)
        step[j] = h
        slope = (project(x + step, mu) - project(x - step, mu)) / (2 * h)
        error = np.max(np.abs(found[:, :, j] - slope), axis=1)
        assert np.max(error[smooth > 1e-3]) < DIFFERENCE


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("run", ["resting wall", "shaken arch", "thrown on the ground", "sliding"])
def test_polishing_takes_a_coarse_answer_to_the_exact_one(run: str, formulation: str) -> None:
    """A backend stopped at 1e-6 and polished: the certificate is far below what it was, and never worse."""
    for problem in steps_of(run, formulation):
        coarse = get_solver("clarabel", tolerance=1e-6, polish=False).solve(problem)
        if not problem.count:
            continue
        scaled, restore = problem.scaled
        sharp = restore(*polish(scaled, *restore.forward(coarse.velocity, coarse.impulse)))
        after = certificate(problem, *sharp).worst
        assert after <= max(EXACT, 0.1 * coarse.certificate.worst)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_polished_forms_of_a_sliding_wall_agree(formulation: str) -> None:
    """Sliding on curved cones: where the interior point alone leaves 1e-6, the polished forms agree."""
    assembly = wall(4, 4, friction=0.4)
    motion = ds.GroundMotion.harmonic(0.9 * 9.81, 2.0, direction=(1, 0.6, 0), duration=1)
    run = ds.simulate(assembly, 0.2, 5e-3, motion=motion)
    for i in (10, 25, 39):
        problem = ds.step_problem(assembly, 5e-3, formulation=formulation, motion=motion, state=run.state(i))
        velocities = [ds.solve(problem, form=form, solver="clarabel").velocity for form in FORMS]
        for other in velocities[1:]:
            assert np.max(np.abs(other - velocities[0])) <= AGREE * np.max(np.abs(velocities[0]))
