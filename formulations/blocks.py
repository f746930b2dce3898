"""Linear algebra of 6 x 6 blocks, one for each body."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["cholesky", "inverse", "solve"]

Array = NDArray[np.float64]


def solve(matrices: Array, vectors: Array) -> Array:
    """x_b with A_b x_b = y_b for ``matrices`` (B, n, n) and ``vectors`` (B, n)."""
    return np.linalg.solve(matrices, vectors[:, :, None])[:, :, 0].astype(np.float64, copy=False)


def inverse(matrices: Array) -> Array:
    """Inverses (B, n, n)."""
    return np.linalg.inv(matrices).astype(np.float64, copy=False)


def cholesky(matrices: Array) -> Array:
    """Lower Cholesky factors (B, n, n)."""
    return np.linalg.cholesky(matrices).astype(np.float64, copy=False)
