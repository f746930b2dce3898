"""The system of a step eliminated in its contacts against the dense matrix."""

import numpy as np
import pytest

import drystone as ds
from drystone.checks import FloatArray
from drystone.numerics.cholesky.registry import get_factorisation
from drystone.solvers.interior_point.central_path import CentralPath
from drystone.solvers.interior_point.coulomb_path import CoulombPath
from drystone.solvers.interior_point.predictor_corrector import in_cones
from drystone.solvers.interior_point.tuning import InteriorPointTuning
from drystone.solvers.structured.arrays import Arrays, FrictionalArrays
from drystone.solvers.structured.convergence import Goal
from drystone.solvers.structured.operator import ContactOperator
from drystone.solvers.structured.schur import Schur
from drystone.structures import dome, wall

STONE = ds.Material(1e9, 0.2, 2000.0)


@pytest.fixture(scope="module", params=["four points a joint", "fewer points in the first joint"])
def step(request: pytest.FixtureRequest) -> Arrays:
    """A wall of blocks of 81 degrees of freedom each: more degrees of freedom than contacts."""
    problem = ds.step_problem(wall(2, 3).of_material(STONE, (2, 2, 2)), 1e-3)
    assert 3 * problem.count < problem.bodies * problem.dofs
    step, first = Arrays.of(problem.scaled[0]), 1 if "fewer" in request.param else 0
    operator = ContactOperator(step.blocks[first:], step.D[first:], step.bodies)
    return Arrays(step.k, operator, step.offset[first:], step.mu[first:], step.E[first:])


def dense(step: Arrays, weight: FloatArray) -> FloatArray:
    """I + D W D'."""
    bodies, n = step.bodies, step.dofs
    D = np.zeros((bodies * n, 3 * step.count))
    for c, pair in enumerate(step.blocks):
        for side, body in enumerate(pair):
            if body >= 0:
                D[body * n : (body + 1) * n, 3 * c : 3 * c + 3] += step.D[c, side]
    W = np.zeros((3 * step.count, 3 * step.count))
    for c in range(step.count):
        W[3 * c : 3 * c + 3, 3 * c : 3 * c + 3] = weight[c]
    return np.eye(bodies * n) + D @ W @ D.T


@pytest.mark.parametrize("symmetric", [True, False])
def test_against_the_dense_matrix(step: Arrays, symmetric: bool) -> None:
    rng = np.random.default_rng(3)
    weight = rng.normal(size=(step.count, 3, 3))
    weight = weight @ np.swapaxes(weight, 1, 2)
    weight[::5] = 0.0  # open contacts
    if not symmetric:
        weight[:, 0, 1] += 0.3
    rhs = rng.normal(size=(step.bodies, step.dofs))
    schur = Schur()
    schur.prepare(step)
    assert (schur.factorise if symmetric else schur.factorise_unsymmetric)(weight)
    expected = np.linalg.solve(dense(step, weight), rhs.ravel()).reshape(rhs.shape)
    assert schur.solve(rhs) == pytest.approx(expected, abs=1e-10)


def test_another_operator_is_that_of_one_factorisation(step: Arrays) -> None:
    """The next one is of the step again that was taken up, as where bodies are eliminated."""
    schur, weight = Schur(), np.tile(np.eye(3), (step.count, 1, 1))
    schur.prepare(step)
    assert schur.factorise(weight, step.operator.scaled(np.full((step.count, 3), 0.5)))
    assert schur.factorise(weight)
    rhs = np.random.default_rng(7).normal(size=(step.bodies, step.dofs))
    expected = np.linalg.solve(dense(step, weight), rhs.ravel()).reshape(rhs.shape)
    assert schur.solve(rhs) == pytest.approx(expected, abs=1e-10)


def test_the_same_graph_is_analysed_once(step: Arrays) -> None:
    schur = Schur()
    for _ in range(3):
        schur.prepare(step)
        assert schur.factorise(np.tile(np.eye(3), (step.count, 1, 1)))
    assert schur.analyses == 0  # none by bodies
    assert schur.by_contacts is not None
    assert schur.by_contacts.analyses == 1


def test_landmarks_save_operations_where_structures_are_wide() -> None:
    """The same graph in the order that is found without them takes half as many operations again, or more."""
    problem = ds.step_problem(dome(rings=6, sectors=12).of_material(STONE, (2, 2, 2)), 1e-3)
    schur = Schur()
    schur.prepare(Arrays.of(problem.scaled[0]))
    assert schur.by_contacts is not None
    factor = schur.by_contacts._factor
    assert factor is not None
    plain = get_factorisation("multifrontal")(factor.bodies, factor.pairs, dofs=factor.dofs)
    assert factor.flops < 0.7 * plain.flops


@pytest.mark.parametrize("symmetric", [True, False])
def test_impulses_against_the_dense_matrix(step: Arrays, symmetric: bool) -> None:
    """W (I + N W)^-1 h, also with factors of the columns."""
    rng = np.random.default_rng(4)
    weight = rng.normal(size=(step.count, 3, 3))
    weight = weight @ np.swapaxes(weight, 1, 2)
    if not symmetric:
        weight[:, 0, 1] += 0.3
    drive = np.asfortranarray(rng.normal(size=(step.count, 3)))
    operator = step.operator.scaled(rng.uniform(0.5, 2.0, size=(step.count, 3)))
    schur = Schur()
    schur.prepare(step)
    assert (schur.factorise if symmetric else schur.factorise_unsymmetric)(weight, operator)
    assert schur.by_contacts is not None
    found = schur.by_contacts.impulses(drive)
    shift = operator.apply_transpose(operator.apply(found))
    expected = np.linalg.solve(weight, found[:, :, None])[:, :, 0] + shift
    assert drive == pytest.approx(expected, abs=1e-10)


def test_the_step_in_its_contacts(step: Arrays) -> None:
    """The same contact velocities, from D'k and N alone."""
    changed, _ = in_cones(step)
    schur = Schur()
    schur.prepare(step)
    seen = schur.in_contacts(changed)
    impulse = np.asfortranarray(np.random.default_rng(5).normal(size=(step.count, 3)))
    expected = changed.contact_velocity(changed.velocity(impulse), impulse)
    assert seen.velocity(impulse).shape == (step.count, 3)
    assert seen.contact_velocity(seen.velocity(impulse), impulse) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("arrays", "kind"), [(Arrays, CentralPath), (FrictionalArrays, CoulombPath)])
def test_directions_near_the_cones(arrays: type[Arrays], kind: type[CentralPath]) -> None:
    """All equations of a direction hold to rounding where the weights of the contacts are 1e9.

    By way of the velocities of the bodies, (I + D W D')^-1 D W h, momenta are off by rounding of W h.
    """
    problem = ds.step_problem(wall(2, 3).of_material(STONE, (2, 2, 2)), 1e-3)
    step = arrays.of(problem.scaled[0])
    schur = Schur()
    schur.prepare(step)
    path = kind.of(step, schur, Goal(1e-8), InteriorPointTuning())
    path.proximal = 1e-9
    impulse = np.random.default_rng(6).uniform(0.1, 1.0, size=(step.count, 3)) * [1.0, 0.0, 0.0]
    v, x, s = path.beside(impulse, 1e-12)
    _, motion, _, _ = path.residuals(v, x, s, fresh=True)
    balance = 1e-8 * np.random.default_rng(8).normal(size=v.shape)  # what is left of momenta
    path.cones.scale(x, s)
    path.regularise(x)
    assert path.factorise()
    weight = path.cones.weights(path.soft)
    assert np.max(weight) > 1e8
    dv, dx, ds_ = path.direction(balance, motion, s, False)  # of the predictor
    plain = path.step.operator
    turned = np.zeros((step.count, 3))
    turned[:, 1:] = path.turned if isinstance(path, CoulombPath) else 0.0
    u = plain.apply_transpose(dv)
    u[:, 0] += np.sum(turned * u, axis=1)
    returned = dx + np.einsum("cij,cj->ci", weight, motion + s + u)  # rounding of u, times the weights
    assert np.max(np.abs(dv - plain.apply(dx) + balance)) < 1e-13
    assert np.max(np.abs(u + path.proximal * dx - ds_ + motion)) < 1e-13
    assert np.max(np.abs(returned)) < 1e-13 * np.max(weight)
