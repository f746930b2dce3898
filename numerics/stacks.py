"""Linear algebra of small blocks, one for each body: 6 x 6 in a step."""

import numpy as np
from numpy.typing import NDArray

from .compiled import FloatArray, IntArray, compiled

__all__ = ["backward", "cholesky", "forward", "inverse", "inverse_lower", "solve"]

Array = NDArray[np.float64]


def inverse(matrices: Array) -> Array:
    """Inverses (B, n, n)."""
    return np.linalg.inv(matrices).astype(np.float64, copy=False)


def cholesky(matrices: Array) -> Array:
    """Lower Cholesky factors (B, n, n); `numpy.linalg.LinAlgError` where a matrix is not positive definite."""
    factors, definite = _cholesky(np.ascontiguousarray(matrices))
    if not definite:
        raise np.linalg.LinAlgError("a block is not positive definite")
    return factors


def solve(factors: Array, vectors: Array) -> Array:
    """x_b (B, n) with L_b L_b' x_b = y_b for lower ``factors`` L (B, n, n) and ``vectors`` y (B, n)."""
    return backward(factors, forward(factors, vectors))


def forward(factors: Array, vectors: Array) -> Array:
    """x_b (B, n) with L_b x_b = y_b for lower ``factors`` L (B, n, n) and ``vectors`` y (B, n)."""
    return _forward(np.ascontiguousarray(factors), np.ascontiguousarray(vectors))


def backward(factors: Array, vectors: Array) -> Array:
    """x_b (B, n) with L_b' x_b = y_b for lower ``factors`` L (B, n, n) and ``vectors`` y (B, n)."""
    return _backward(np.ascontiguousarray(factors), np.ascontiguousarray(vectors))


@compiled
def row_starts(matrices: FloatArray) -> IntArray:
    """The first column (B, n) of each row of ``matrices`` (B, n, n) that is not zero, up to the diagonal.

    A Cholesky factor and its inverse have no more columns: those of modes, beside a rigid body, have but one.
    """
    starts = np.empty(matrices.shape[:2], np.int64)
    for b in range(len(matrices)):
        for i in range(matrices.shape[1]):
            j = 0
            while j < i and matrices[b, i, j] == 0.0:
                j += 1
            starts[b, i] = j
    return starts


@compiled
def _cholesky(matrices: FloatArray) -> tuple[FloatArray, bool]:
    """Lower factors, and whether all pivots are positive."""
    factors, starts = np.zeros(matrices.shape), row_starts(matrices)
    definite = True
    for b in range(len(matrices)):
        for j in range(matrices.shape[1]):
            for i in range(j, matrices.shape[1]):
                value = matrices[b, i, j]
                for m in range(starts[b, i], j):
                    value -= factors[b, i, m] * factors[b, j, m]
                if i == j:
                    definite = definite and value > 0.0
                    factors[b, j, j] = np.sqrt(value)
                else:
                    factors[b, i, j] = value / factors[b, j, j]
    return factors, definite


@compiled
def inverse_lower(factors: FloatArray) -> FloatArray:
    """Inverses (B, n, n) of lower triangular ``factors``, contiguous."""
    inverses, starts = np.zeros(factors.shape), row_starts(factors)
    for b in range(len(factors)):
        for j in range(factors.shape[1]):
            inverses[b, j, j] = 1.0 / factors[b, j, j]
            for i in range(j + 1, factors.shape[1]):
                value = 0.0
                for m in range(max(j, starts[b, i]), i):
                    value -= factors[b, i, m] * inverses[b, m, j]
                inverses[b, i, j] = value / factors[b, i, i]
    return inverses


@compiled
def _forward(factors: FloatArray, vectors: FloatArray) -> FloatArray:
    answer = np.empty(vectors.shape)
    for b in range(len(vectors)):
        for i in range(vectors.shape[1]):
            value = vectors[b, i]
            for m in range(i):
                value -= factors[b, i, m] * answer[b, m]
            answer[b, i] = value / factors[b, i, i]
    return answer


@compiled
def _backward(factors: FloatArray, vectors: FloatArray) -> FloatArray:
    answer = np.empty(vectors.shape)
    for b in range(len(vectors)):
        for i in range(vectors.shape[1] - 1, -1, -1):
            value = vectors[b, i]
            for m in range(i + 1, vectors.shape[1]):
                value -= factors[b, m, i] * answer[b, m]
            answer[b, i] = value / factors[b, i, i]
    return answer
