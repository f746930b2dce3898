"""L U of unsymmetric matrices on the fronts of the Cholesky factorisation, against SciPy and by invariants."""

import numpy as np
import pytest
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import spsolve

from drystone.errors import DrystoneError
from drystone.numerics.cholesky import (
    FACTORISATIONS,
    assemble,
    assemble_unsymmetric,
    get_factorisation,
    pairs_of,
)
from drystone.numerics.threads import VARIABLE

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

SOLUTION = 1e-9
"""Relative difference of two solutions: rounding times a condition number that these cases keep below 1e5."""
SAME = 1e-12
"""Relative difference of sums of the same terms in another order."""


def _grid(*shape: int) -> Ints:
    """Contacts of every cell of a grid with its next ones, and of the first row with the ground."""
    number = np.arange(np.prod(shape)).reshape(shape)
    lists = [np.column_stack((np.full(shape[-1], -1), number.reshape(-1, shape[-1])[0]))]
    for axis in range(len(shape)):
        a = np.take(number, range(shape[axis] - 1), axis=axis)
        b = np.take(number, range(1, shape[axis]), axis=axis)
        lists.append(np.column_stack((a.ravel(), b.ravel())))
    blocks = np.concatenate(lists).astype(np.int64)
    blocks[::3] = blocks[::3, ::-1]
    return blocks


GRAPHS: dict[str, Ints] = {
    "one body": np.array([[-1, 0], [0, -1]]),
    "two bodies": np.array([[0, 1], [1, 0], [-1, 1]]),
    "chain": _grid(40),
    "wall": _grid(12, 15),
    "stack": _grid(5, 4, 6),
    "large wall": _grid(30, 30),
}


def _problem(graph: str, dofs: int = 6, skew: float = 1.0) -> tuple[Ints, Ints, Array, Array]:
    """Bodies of the contacts, slots, D (C, 2, n, 3) and weights (C, 3, 3) with De Saxcé's unsymmetric part."""
    blocks = GRAPHS[graph]
    random = np.random.default_rng(len(blocks))
    D = random.standard_normal((len(blocks), 2, dofs, 3))
    D[blocks < 0] = 0.0
    root = random.standard_normal((len(blocks), 3, 3))
    weight = root @ root.transpose(0, 2, 1) + 0.1 * np.eye(3)
    along = random.standard_normal((len(blocks), 2))
    weight[:, :, 1:] += skew * weight[:, :, :1] * (along / np.linalg.norm(along, axis=1, keepdims=True))[:, None]
    return blocks, pairs_of(blocks)[1], D, weight


def _dense(blocks: Ints, D: Array, weight: Array) -> Array:
    """I + D W D' by the definition."""
    n, bodies = D.shape[2], int(blocks.max()) + 1
    operator = sp.lil_matrix((n * bodies, 3 * len(blocks)))
    for c, pair in enumerate(blocks):
        for side, body in enumerate(pair):
            if body >= 0:
                operator[n * body : n * body + n, 3 * c : 3 * c + 3] = D[c, side]
    operator = sp.csr_matrix(operator)
    return np.eye(n * bodies) + (operator @ sp.block_diag([sp.coo_array(one) for one in weight]) @ operator.T).toarray()


@pytest.mark.parametrize("dofs", [6, 3, 7])
@pytest.mark.parametrize("graph", [name for name in GRAPHS if name != "large wall"])
def test_it_solves_what_scipy_solves(graph: str, dofs: int) -> None:
    blocks, slot, D, weight = _problem(graph, dofs)
    pairs, bodies = pairs_of(blocks)[0], int(blocks.max()) + 1
    parts = assemble_unsymmetric(D, blocks, slot, weight, bodies, len(pairs))
    matrix = _dense(blocks, D, weight)
    factorisation = get_factorisation()(bodies, pairs, dofs=dofs)
    assert factorisation.factorise_unsymmetric(*parts)
    assert (-1.0) ** factorisation.negative == np.linalg.slogdet(matrix)[0]
    rhs = np.random.default_rng(1).standard_normal((bodies, dofs))
    expected = spsolve(sp.csc_matrix(matrix), rhs.ravel()).reshape(rhs.shape)
    np.testing.assert_allclose(factorisation.solve(rhs), expected, atol=SOLUTION * np.max(np.abs(expected)), rtol=0)


@pytest.mark.parametrize("graph", GRAPHS)
def test_of_a_symmetric_matrix_it_is_the_factorisation_of_cholesky(graph: str) -> None:
    blocks, slot, D, weight = _problem(graph, skew=0.0)
    pairs, bodies = pairs_of(blocks)[0], int(blocks.max()) + 1
    diagonal, lower, upper = assemble_unsymmetric(D, blocks, slot, weight, bodies, len(pairs))
    one, other = assemble(D, blocks, slot, weight, bodies, len(pairs))
    np.testing.assert_allclose(diagonal, one, atol=SAME * np.max(np.abs(one)), rtol=0)
    for part in (lower, upper):
        np.testing.assert_allclose(part, other, atol=SAME * np.max(np.abs(other), initial=1.0), rtol=0)
    factorisation, rhs = get_factorisation()(bodies, pairs), np.ones((bodies, 6))
    assert factorisation.factorise(diagonal, lower)
    expected = factorisation.solve(rhs)
    assert factorisation.factorise_unsymmetric(diagonal, lower, upper)
    assert factorisation.negative == 0
    np.testing.assert_allclose(factorisation.solve(rhs), expected, atol=SOLUTION * np.max(np.abs(expected)), rtol=0)
    assert factorisation.factorise(diagonal, lower)  # and back
    assert np.array_equal(factorisation.solve(rhs), expected)


def test_threads_change_no_bit(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks, slot, D, weight = _problem("large wall")
    pairs, bodies = pairs_of(blocks)[0], int(blocks.max()) + 1
    parts = assemble_unsymmetric(D, blocks, slot, weight, bodies, len(pairs))
    found = []
    for threads in ("1", "2"):
        monkeypatch.setenv(VARIABLE, threads)
        factorisation = get_factorisation()(bodies, pairs)
        assert factorisation.factorise_unsymmetric(*parts)
        found.append(factorisation.solve(np.ones((bodies, 6))))
    assert np.array_equal(found[0], found[1])


@pytest.mark.parametrize("wrong", [0.0, np.nan, np.inf])
def test_a_pivot_of_zero_or_not_finite_is_reported(wrong: float) -> None:
    diagonal, pairs = np.tile(np.eye(6), (2, 1, 1)), np.array([[1, 0]])
    none = np.zeros((1, 6, 6))
    factorisation = get_factorisation()(2, pairs)
    spoilt = diagonal.copy()
    spoilt[1, 3, 3] = wrong
    assert not factorisation.factorise_unsymmetric(spoilt, none, none)
    with pytest.raises(DrystoneError, match="call factorise"):
        factorisation.solve(np.ones((2, 6)))
    spoilt[1, 3, 3] = -4.0
    assert factorisation.factorise_unsymmetric(spoilt, none, none)
    assert factorisation.negative == 1
    assert factorisation.solve(np.ones((2, 6)))[1, 3] == pytest.approx(-0.25, rel=SAME)


def test_others_take_symmetric_matrices_alone() -> None:
    for name in FACTORISATIONS:
        kind = get_factorisation(name)
        if kind.available() and not kind.takes_unsymmetric:
            none = np.zeros((0, 6, 6))
            factorisation = kind(1, np.zeros((0, 2), dtype=np.int64))
            with pytest.raises(DrystoneError, match="choose 'multifrontal'"):
                factorisation.factorise_unsymmetric(np.eye(6)[None], none, none)


def test_blocks_of_other_shapes_are_refused() -> None:
    factorisation = get_factorisation()(2, np.array([[1, 0]]))
    with pytest.raises(DrystoneError, match="expected"):
        factorisation.factorise_unsymmetric(np.zeros((2, 6, 6)), np.zeros((1, 6, 6)), np.zeros((2, 6, 6)))
