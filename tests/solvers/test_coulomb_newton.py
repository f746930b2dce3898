"""Newton's method on Coulomb's law with compliant contacts: its return mapping, its Jacobian, its answers."""

from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.numerics.friction_cone import project
from drystone.solvers.interior_point import solver
from drystone.solvers.interior_point.proximal_point import law_error
from drystone.solvers.newton.coulomb import coulomb_newton, returned, tangents
from drystone.solvers.structured.arrays import Arrays, FrictionalArrays, Iterate
from drystone.solvers.structured.convergence import End
from drystone.solvers.structured.schur import Schur
from drystone.structures import wall

from ..steps import steps_of

ROUNDING = 1e-12  # of numbers of order one
SAME = 1e-5  # of the motion: each of a hundred steps is right to 1e-8 of its natural residual
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


@pytest.mark.slow
def test_soft_steps_are_solved_without_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shaken wall with springs: the same motion as by the path, in fewer iterations; a stiff one takes the path."""
    paths = list[int]()
    follow = solver.InteriorPointSolver._on_the_path

    def counted(self: solver.InteriorPointSolver, *given: Any) -> Iterate:
        paths[-1] += 1
        return follow(self, *given)

    monkeypatch.setattr(solver.InteriorPointSolver, "_on_the_path", counted)

    def shaken(stiffness: float) -> ds.Trajectory:
        law = ds.Joint(normal_stiffness=stiffness, tangential_stiffness=stiffness)
        bricks = ds.Assembly(wall(4, 4, friction=0.5).blocks, 0.5, law)
        paths.append(0)
        motion = ds.GroundMotion.one_sine(8.0, 0.1)
        return ds.simulate(bricks, 0.1, 1e-3, motion=motion, formulation="coulomb", record_every=100)

    soft, stiff = shaken(1e10), shaken(1e13)
    monkeypatch.setattr(solver, "LAW_SOFT", np.inf)
    by_path = shaken(1e10)
    assert paths[0] <= 5 < 50 < min(paths[1:])
    assert soft.steps["iterations"].sum() < by_path.steps["iterations"].sum()
    moved = np.max(np.abs(soft.position[-1] - soft.position[0]))
    np.testing.assert_allclose(soft.position[-1], by_path.position[-1], atol=SAME * moved)
    assert max(run.steps["natural"].max() for run in (soft, by_path)) <= 1e-8
    assert stiff.steps["natural"].max() <= 1e-4
