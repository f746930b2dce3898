"""The block matrix as one sparse matrix of numbers, for the libraries that take such."""

from typing import NamedTuple

import numpy as np

from ..compiled import FloatArray, IntArray

__all__ = ["ScalarPattern", "lower_triangle"]


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
