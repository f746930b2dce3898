"""The system of a step eliminated in its contacts against the dense matrix."""

import numpy as np
import pytest

import drystone as ds
from drystone.checks import FloatArray
from drystone.numerics.cholesky.registry import get_factorisation
from drystone.solvers.structured.arrays import Arrays
from drystone.solvers.structured.schur import Schur
from drystone.structures import dome, wall

STONE = ds.Material(1e9, 0.2, 2000.0)


@pytest.fixture(scope="module")
def step() -> Arrays:
    """A wall of blocks of 81 degrees of freedom each: more degrees of freedom than contacts."""
    problem = ds.step_problem(wall(2, 3).of_material(STONE, (2, 2, 2)), 1e-3)
    assert 3 * problem.count < problem.bodies * problem.dofs
    return Arrays.of(problem.scaled[0])


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
