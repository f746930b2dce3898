"""Groups of bodies that are connected."""

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from .compiled import IntArray

__all__ = ["connected_groups"]


def connected_groups(pairs: NDArray[np.int64], count: int) -> tuple[IntArray, int]:
    """Number (B,) of the group of each of ``count`` bodies, and how many groups there are.

    ``pairs`` (n, 2): bodies that are connected; pairs with a negative number connect nothing.
    """
    both = pairs[np.all(pairs >= 0, axis=1)]
    graph = coo_array((np.ones(len(both)), (both[:, 0], both[:, 1])), shape=(count, count))
    number, group = connected_components(graph, directed=False)
    return group.astype(np.int64), int(number)
