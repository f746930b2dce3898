"""The block matrix as one sparse matrix of numbers, for the libraries that take such."""

from typing import NamedTuple

import numpy as np

from ..compiled import FloatArray, IntArray

__all__ = ["ScalarPattern", "lower_triangle"]


class ScalarPattern(NamedTuple):
    """The lower triangle of S by columns, with its diagonal; read by rows, it is the upper triangle.

    ``start`` (6B + 1,), ``rows`` (N,) increasing in every column, ``source`` (N,): an entry's place in the blocks.
    """

    start: IntArray
    rows: IntArray
    source: IntArray

    def values(self, diagonal: FloatArray, lower: FloatArray) -> FloatArray:
        """The entries (N,) from the blocks (B, 6, 6) and (P, 6, 6)."""
        return np.concatenate((diagonal.ravel(), lower.ravel()))[self.source]


def lower_triangle(bodies: int, pairs: IntArray) -> ScalarPattern:
    """The pattern of a graph; entries that happen to be zero are kept."""
    blocks = np.concatenate((np.column_stack((np.arange(bodies), np.arange(bodies))), pairs))
    i, j = np.indices((6, 6))
    rows = (6 * blocks[:, :1] + i.ravel()).ravel()
    columns = (6 * blocks[:, 1:] + j.ravel()).ravel()
    kept = np.flatnonzero(rows >= columns)
    source = kept[np.lexsort((rows[kept], columns[kept]))]
    start = np.searchsorted(columns[source], np.arange(6 * bodies + 1))
    return ScalarPattern(start.astype(np.int64), rows[source].astype(np.int64), source.astype(np.int64))
