"""Stacks of small triangular matrices, full ones and those of bodies with modes, against NumPy."""

import numpy as np

from drystone.numerics.stacks import cholesky, inverse_lower, row_starts


def matrices() -> np.ndarray:
    """H (5, 11, 11) of bodies with modes: a block of a rigid body and a diagonal; the last one is full."""
    random = np.random.default_rng(3)
    H = np.zeros((5, 11, 11))
    H[:, range(11), range(11)] = random.uniform(0.5, 2.0, (5, 11))
    for b, size in enumerate((6, 6, 6, 6, 11)):
        root = random.normal(size=(size, size))
        H[b, :size, :size] = root @ root.T + np.eye(size)
    return H


def test_factors_and_inverses() -> None:
    H = matrices()
    factors = cholesky(H)
    assert factors is not None
    np.testing.assert_allclose(factors, np.linalg.cholesky(H), atol=1e-14)
    np.testing.assert_allclose(inverse_lower(factors), np.linalg.inv(factors), atol=1e-13)


def test_where_rows_start() -> None:
    starts = row_starts(matrices())
    assert starts[0].tolist() == [0] * 6 + list(range(6, 11))
    assert starts[4].tolist() == [0] * 11
