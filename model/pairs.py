"""Values of pairs of blocks: how tables of friction and of joints are keyed."""

from typing import Any

import numpy as np

from ..checks import IntArray
from ..errors import DrystoneError, shown

__all__ = ["pair_number", "pair_of", "places"]


def pair_of(key: Any, what: str) -> tuple[str, str]:
    """Return the two names of a key, the "*" last; ``what`` the table holds is named by the errors."""
    if not (isinstance(key, tuple) and len(key) == 2 and all(isinstance(name, str) for name in key)):
        raise DrystoneError(f"a {what} key must be a pair of block names, (name, '*') or 'default'; got {shown(key)}")
    a, b = key
    if a == b:
        raise DrystoneError(
            f"the {what} of every pair is the key 'default', not ('*', '*')"
            if a == "*"
            else f"the {what} key {key!r} names one block twice; contacts are between two blocks"
        )
    return (b, a) if a == "*" else (a, b)


def pair_number(blocks: IntArray, count: int) -> IntArray:
    """One number (C,) for each pair of block indices (C, 2), the same in either order; ``count``: of all blocks."""
    return np.asarray(blocks.min(axis=1) * count + blocks.max(axis=1), dtype=np.int64)


def places(numbers: IntArray, wanted: IntArray) -> IntArray:
    """Where in the sorted ``numbers`` (K,) each of ``wanted`` (C,) is, -1 where it is not, (C,)."""
    if not len(numbers):
        return np.full(len(wanted), -1, dtype=np.int64)
    place = np.minimum(np.searchsorted(numbers, wanted), len(numbers) - 1)
    return np.where(numbers[place] == wanted, place, -1).astype(np.int64)
