"""Friction coefficients of pairs of blocks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..checks import FloatArray, IntArray, finite_number
from ..errors import DrystoneError, shown
from .pairs import pair_number, pair_of, places

__all__ = ["DEFAULT_FRICTION", "FrictionTable"]

DEFAULT_FRICTION = 0.6


@dataclass(frozen=True, eq=False)
class FrictionTable:
    """Friction coefficients by pair: memory grows with the entries given, not with all pairs."""

    default: float
    every: FloatArray
    """(B_all,) coefficient of a block against every other, NaN where none is given."""
    keys: IntArray
    """(K,) sorted, smaller index * B_all + larger index of the exact pairs."""
    values: FloatArray
    """(K,)"""

    @classmethod
    def parse(cls, friction: Any, index_of: Callable[[str], int], count: int) -> "FrictionTable":
        """Read a number or a mapping; unknown names, negative or non-finite values raise DrystoneError."""
        if not isinstance(friction, Mapping):
            value = finite_number(friction, "friction", least=0.0)
            return cls(value, np.full(count, np.nan), np.zeros(0, dtype=np.int64), np.zeros(0))
        default = DEFAULT_FRICTION
        every = np.full(count, np.nan)
        exact: dict[int, float] = {}
        for key, raw in friction.items():
            value = finite_number(raw, f"friction of {shown(key)}", least=0.0)
            if isinstance(key, str) and key == "default":
                default = value
                continue
            a, b = pair_of(key, "friction")
            if b == "*":
                entry = index_of(a)
                _set_once(None if np.isnan(every[entry]) else float(every[entry]), value, key)
                every[entry] = value
            else:
                low, high = sorted((index_of(a), index_of(b)))
                _set_once(exact.get(low * count + high), value, key)
                exact[low * count + high] = value
        keys = np.array(sorted(exact), dtype=np.int64)
        return cls(default, every, keys, np.array([exact[int(k)] for k in keys], dtype=np.float64))

    @property
    def largest(self) -> float:
        """The largest coefficient that any pair may have."""
        return float(max(self.default, np.nanmax(self.every, initial=0.0), np.max(self.values, initial=0.0)))

    @cached_property
    def is_uniform(self) -> bool:
        """Whether all pairs have the default."""
        return not len(self.keys) and bool(np.all(np.isnan(self.every)))

    def of_pairs(self, blocks: IntArray) -> FloatArray:
        """Return the coefficients (C,) of pairs of block indices (C, 2)."""
        if self.is_uniform:
            return np.full(len(blocks), self.default)
        mu = np.fmin(self.every[blocks[:, 0]], self.every[blocks[:, 1]])
        mu = np.where(np.isnan(mu), self.default, mu)
        if len(self.keys):
            place = places(self.keys, pair_number(blocks, len(self.every)))
            mu = np.where(place >= 0, self.values[place], mu)
        return np.asarray(mu, dtype=np.float64)


def _set_once(seen: float | None, value: float, key: Any) -> None:
    if seen is not None and seen != value:
        raise DrystoneError(f"friction of {key!r} is given twice, as {seen:g} and {value:g}; keep one")
