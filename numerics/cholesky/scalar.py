"""The block matrix as one sparse matrix of numbers, for the libraries that take such, and the way back."""

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from ..compiled import FloatArray, IntArray

__all__ = ["ScalarPattern", "blocks_of", "lower_triangle"]


class ScalarPattern(NamedTuple):
    """The lower triangle of S by columns, with its diagonal; read by rows, it is the upper triangle.

    ``start`` (nB + 1,), ``rows`` (N,) increasing in every column, ``source`` (N,): an entry's place in the blocks.
    """

    start: IntArray
    rows: IntArray
    source: IntArray

    def values(self, diagonal: FloatArray, lower: FloatArray) -> FloatArray:
        """The entries (N,) from the blocks (B, n, n) and (P, n, n)."""
        return np.concatenate((diagonal.ravel(), lower.ravel()))[self.source]


def lower_triangle(bodies: int, pairs: IntArray, dofs: int) -> ScalarPattern:
    """The pattern of a graph of bodies with n ``dofs`` each; entries that happen to be zero are kept."""
    blocks = np.concatenate((np.column_stack((np.arange(bodies), np.arange(bodies))), pairs))
    i, j = np.indices((dofs, dofs))
    rows = (dofs * blocks[:, :1] + i.ravel()).ravel()
    columns = (dofs * blocks[:, 1:] + j.ravel()).ravel()
    kept = np.flatnonzero(rows >= columns)
    source = kept[np.lexsort((rows[kept], columns[kept]))]
    start = np.searchsorted(columns[source], np.arange(dofs * bodies + 1))
    return ScalarPattern(start.astype(np.int64), rows[source].astype(np.int64), source.astype(np.int64))


def blocks_of(matrix: sp.sparray, dofs: int) -> tuple[FloatArray, FloatArray, IntArray]:
    """Blocks of n = ``dofs`` rows of a symmetric matrix: on the diagonal (B, n, n), below it (P, n, n) and where these
    are, (P, 2), as a `Factorisation` takes them. Rows that are missing in the last block are zero.
    """
    entries, count = sp.coo_array(matrix), -(-matrix.shape[0] // dofs)
    whole = sp.csr_array((entries.data, entries.coords), shape=(dofs * count,) * 2)
    blocks = sp.bsr_array(whole, blocksize=(dofs, dofs))
    blocks.sort_indices()
    row, column = np.repeat(np.arange(count), np.diff(blocks.indptr)), blocks.indices
    diagonal = np.zeros((count, dofs, dofs))
    diagonal[row[row == column]] = blocks.data[row == column]
    below = row > column
    return diagonal, np.ascontiguousarray(blocks.data[below]), np.column_stack([row, column])[below].astype(np.int64)
