"""A step in its contacts alone: their velocities D'v stand for the velocities v of the bodies.

    v = k + D gamma     becomes     D'v = D'k + N gamma,     N = D'D

with three numbers a contact, however many degrees of freedom a body has. N is the Delassus operator. (E. Delassus,
Mémoire sur la théorie des liaisons finies unilatérales, Annales scientifiques de l'École Normale Supérieure 34 (1917)
95-179.)
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from ...numerics.compiled import FloatArray, IntArray, fused
from ...numerics.contact_operator import RIGID
from .operator import ContactOperator

__all__ = ["TOGETHER", "DelassusOperator"]

TOGETHER = 2
"""Contacts that are one node of the matrix, so that its blocks are those of a rigid body, 6 by 6."""


@dataclass(frozen=True, kw_only=True)
class DelassusOperator(ContactOperator):
    """`ContactOperator` whose velocities are those of the contacts, D'v (C, 3): it takes impulses to N gamma.

    ``diagonal`` (nodes, 6, 6) and ``lower`` (P, 6, 6): N without the factors of the columns, by nodes of `TOGETHER`
    contacts; ``pairs`` (P, 2), row and column node of the blocks below the diagonal; ``place`` (C,): where the contacts
    are in the nodes.
    """

    diagonal: FloatArray
    lower: FloatArray
    pairs: IntArray
    place: IntArray

    def apply(self, impulse: FloatArray) -> FloatArray:
        """N gamma, (C, 3)."""
        given, product = np.zeros((2, len(self.diagonal), RIGID))
        given.reshape(-1, 3)[self.place] = impulse if self.columns is None else impulse * self.columns
        _multiply(self.diagonal, self.lower, self.pairs, given, product)
        return product.reshape(-1, 3)[self.place]

    def apply_transpose(self, velocity: FloatArray) -> FloatArray:
        """Contact velocities (C, 3), times the factors of the columns."""
        order: Literal["C", "F"] = "C" if self.columns is None else "F"
        return np.array(velocity if self.columns is None else velocity * self.columns, order=order)


@fused
def _multiply(diagonal: FloatArray, lower: FloatArray, pairs: IntArray, x: FloatArray, product: FloatArray) -> None:
    """Add N x to ``product`` (nodes, 6)."""
    for node in range(len(diagonal)):
        for i in range(RIGID):
            for j in range(RIGID):
                product[node, i] += diagonal[node, i, j] * x[node, j]
    for pair in range(len(lower)):
        row, column = pairs[pair, 0], pairs[pair, 1]
        for i in range(RIGID):
            part, value = 0.0, x[row, i]
            for j in range(RIGID):
                part += lower[pair, i, j] * x[column, j]
                product[column, j] += lower[pair, i, j] * value
            product[row, i] += part
