"""The product of cones of a program, K = zero(z) x nonnegative(l) x second-order(q_1) x ..., on whole
vectors.

Second-order cones of any sizes are handled together; a cone of size one is the half line s_0 >= 0.
"""

from dataclasses import dataclass, field
from functools import cached_property
from textwrap import shorten

import numpy as np
from numpy.typing import NDArray

from ..summary import Facts, Summarised

__all__ = ["Cones"]

Array = NDArray[np.float64]
Index = NDArray[np.int64]

SHOWN = 60
"""Characters of the product that a summary writes out."""


@dataclass(frozen=True, eq=False)
class Cones(Summarised, inline=True):
    """``zero`` rows with s = 0, then ``nonnegative`` rows with s >= 0, then cones s_0 >= |s_1..| of the sizes
    ``second_order`` (k,). The dual cone is free on the zero rows and the same elsewhere.
    """

    zero: int = 0
    nonnegative: int = 0
    second_order: Index = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    @property
    def size(self) -> int:
        """Number of rows."""
        return self.zero + self.nonnegative + int(np.sum(self.second_order))

    @cached_property
    def heads(self) -> Index:
        """(k,): the row of s_0 of each second-order cone."""
        before = np.cumsum(self.second_order) - self.second_order
        return np.asarray(self.zero + self.nonnegative + before, dtype=np.int64)

    def rows_by_size(self) -> dict[int, Index]:
        """For each size of second-order cone its rows, (number of cones of that size, size)."""
        sizes = np.unique(self.second_order)
        return {int(n): self.heads[self.second_order == n][:, None] + np.arange(n) for n in sizes}

    def tails(self, vector: Array) -> Array:
        """(k,): |s_1..| of each second-order cone in a vector (m,)."""
        squares = vector**2
        squares[self.heads] = 0.0
        return np.asarray(np.sqrt(np.add.reduceat(squares, self.heads)))

    def distance(self, vector: Array, *, dual: bool = False) -> float:
        """Largest amount by which a vector (m,) leaves K, or the dual cone: |s|, -s and |s_1..| - s_0."""
        signs = vector[self.zero : self.zero + self.nonnegative]
        amounts = [-signs, self.tails(vector) - vector[self.heads]]
        if not dual:
            amounts.append(np.abs(vector[: self.zero]))
        return float(np.max(np.concatenate([*amounts, np.zeros(1)])))

    def project(self, vector: Array, *, dual: bool = False) -> Array:
        """Nearest point of K, or of the dual cone, to a vector (m,)."""
        nearest = vector.copy()
        if not dual:
            nearest[: self.zero] = 0.0
        signs = slice(self.zero, self.zero + self.nonnegative)
        nearest[signs] = np.maximum(vector[signs], 0.0)
        head, tail = vector[self.heads], self.tails(vector)
        inside, polar = tail <= head, tail <= -head
        new_head = np.where(inside, head, np.where(polar, 0.0, 0.5 * (head + tail)))
        shrink = np.where(inside, 1.0, new_head / np.where(tail > 0.0, tail, 1.0))
        nearest[self.zero + self.nonnegative :] *= np.repeat(shrink, self.second_order)
        nearest[self.heads] = new_head
        return nearest

    def __str__(self) -> str:
        parts = [f"zero({self.zero})"] if self.zero else []
        parts += [f"nonnegative({self.nonnegative})"] if self.nonnegative else []
        sizes, counts = np.unique(self.second_order, return_counts=True)
        parts += [
            f"second-order({n})" + (f"^{count}" if count > 1 else "") for n, count in zip(sizes, counts, strict=True)
        ]
        return " x ".join(parts) if parts else "none"

    def _summary(self) -> Facts:
        yield "", shorten(str(self), SHOWN, placeholder=" …")
        yield "rows", str(self.size)
