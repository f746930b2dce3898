"""The projection on the friction cone, its Jacobian, and Newton's polishing of compliant steps."""

import numpy as np
import pytest

import drystone as ds
from drystone.solvers.certificate import certificate, distance_to_cone
from drystone.solvers.polish import polish, project, projection_jacobian

from .steps import steps_of

ROUNDING = 1e-13  # of points of order one
EXACT = 1e-10  # rounding 1e-16 over the least scaled compliance, 1e-6
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


@pytest.mark.parametrize("run", ["resting wall", "shaken arch", "thrown on the ground"])
def test_polished_steps_are_exact(run: str) -> None:
    for problem in steps_of(run, "compliant"):
        if not problem.count:
            continue
        answer = ds.solve(problem, solver="clarabel")
        scaled, restore = problem.scaled
        velocity, _ = restore.forward(answer.velocity, answer.impulse)
        disturbed = velocity * (1 + 1e-9)
        sharp = polish(scaled, disturbed)
        assert sharp is not None
        assert certificate(problem, *restore(*sharp)).worst < EXACT
