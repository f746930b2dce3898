"""Newton's method on Coulomb's law with compliant contacts: its return mapping, its Jacobian, its answers."""

import numpy as np
import pytest

from drystone.numerics.friction_cone import project
from drystone.solvers.interior_point.proximal_point import law_error
from drystone.solvers.newton.coulomb import coulomb_newton, returned, tangents
from drystone.solvers.structured.arrays import Arrays, FrictionalArrays
from drystone.solvers.structured.convergence import End
from drystone.solvers.structured.schur import Schur

from ..steps import steps_of

ROUNDING = 1e-12  # of numbers of order one
SHIFT = 1e-6  # of central differences, whose error is its square over the distance to a kink


def contacts() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Open, sticking and sliding contacts, some without friction."""
    rng = np.random.default_rng(3)
    w = rng.normal(size=(200, 3))
    S = np.repeat(rng.uniform(0.1, 2.0, (200, 2)), [1, 2], axis=1)
    mu = rng.uniform(0.2, 1.5, 200)
    mu[::10] = 0.0
    return w, S, mu


def test_returned_impulses_obey_the_law() -> None:
    """gamma = P(gamma - (u + mu |u_t| n)) with u = w + S gamma, by the natural map, which knows nothing of them."""
    w, S, mu = contacts()
    impulse = returned(w, S, mu)
    u = w + S * impulse
    corrected = u.copy()
    corrected[:, 0] += mu * np.hypot(u[:, 1], u[:, 2])
    assert project(impulse - corrected, mu) == pytest.approx(impulse, abs=ROUNDING)
    tangent, bound = np.hypot(impulse[:, 1], impulse[:, 2]), mu * impulse[:, 0]
    assert np.any(impulse[:, 0] == 0.0)
    assert np.any((bound > 0.0) & (tangent < 0.99 * bound))
    assert np.any((bound > 0.0) & (tangent > (1.0 - 1e-9) * bound))


def test_tangents_are_the_derivatives_of_returned_impulses() -> None:
    w, S, mu = contacts()
    weight = tangents(w, S, mu)
    for j in range(3):
        shift = np.zeros(3)
        shift[j] = SHIFT
        slope = (returned(w + shift, S, mu) - returned(w - shift, S, mu)) / (2.0 * SHIFT)
        smooth = [np.array_equal(*signs) for signs in zip(kind(w + shift, S, mu), kind(w - shift, S, mu), strict=True)]
        assert np.mean(smooth) > 0.9
        assert -weight[smooth][:, :, j] == pytest.approx(slope[smooth], abs=1e-6)


def kind(w: np.ndarray, S: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """Whether contacts are closed and slide, (C, 2)."""
    trial = np.hypot(w[:, 1], w[:, 2]) / S[:, 1] > mu * -w[:, 0] / S[:, 0]
    return np.column_stack([w[:, 0] < 0.0, trial])


@pytest.mark.parametrize("name", ["sliding", "thrown on the ground", "shaken arch"])
def test_steps_with_compliant_contacts_are_solved_to_rounding(name: str) -> None:
    """About impulses that are wrong: the answer is that of the step with S for E and its offset."""
    for problem in steps_of(name, "coulomb")[:3]:
        step = FrictionalArrays.of(problem.scaled[0])
        schur = Schur()
        schur.prepare(step)
        centre = project(np.random.default_rng(1).normal(size=step.E.shape), step.mu)
        soft = np.full_like(step.E, 0.1)
        found = coulomb_newton(step, centre, soft, schur, 50)
        assert found.end is End.CONVERGED
        softened = FrictionalArrays(step.k, step.operator, step.offset - soft * centre, step.mu, step.E + soft)
        assert law_error(softened, found) < 1e-8  # F is solved to 1e-10, over S


def test_it_says_where_it_does_not_get_there() -> None:
    step: Arrays = FrictionalArrays.of(steps_of("shaken arch", "coulomb")[2].scaled[0])
    schur = Schur()
    schur.prepare(step)
    found = coulomb_newton(step, np.zeros_like(step.E), np.full_like(step.E, 1e-9), schur, 1)
    assert found.end is End.STALLED
    assert found.iterations == 1
