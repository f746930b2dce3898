"""S = I + D W D' from the contacts, in blocks of n by n, n degrees of freedom a body."""

import numpy as np
import numpy.typing as npt

from ..compiled import FloatArray, IntArray, fused, fused_inlined
from ..contact_operator import RIGID

BoolArray = npt.NDArray[np.bool_]

__all__ = ["assemble", "assemble_unsymmetric", "pairs_of"]


def pairs_of(blocks: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
    """The pairs of bodies that touch, from the bodies of the contacts (C, 2), negative where fixed.

    Returned: ``pairs`` (P, 2), the larger number first, sorted, each once; ``slot`` (C,), a contact's pair, -1 where
    a side is fixed; ``turned`` (C,), whether the contact's first side is the pair's smaller number.
    """
    blocks = np.ascontiguousarray(blocks, dtype=np.int64).reshape(-1, 2)
    a, b = blocks.T
    larger, smaller = np.maximum(a, b), np.minimum(a, b)
    bodies = int(np.max(larger, initial=-1)) + 1
    movable = np.flatnonzero(smaller >= 0)
    key = larger[movable] * bodies + smaller[movable]
    order = np.argsort(key, kind="stable")
    found = key[order]
    new = np.diff(found, prepend=-1) > 0
    slot = np.full(len(blocks), -1, dtype=np.int64)
    slot[movable[order]] = np.cumsum(new) - 1
    larger, smaller = np.divmod(found[new], max(bodies, 1))
    return np.column_stack((larger, smaller)).astype(np.int64), slot, a < b


@fused
def assemble(
    D: FloatArray, blocks: IntArray, slot: IntArray, weight: FloatArray, bodies: int, pairs: int
) -> tuple[FloatArray, FloatArray]:
    """The blocks of I + D W D': diagonal (B, n, n) and lower (P, n, n), summed in the order of the contacts.

    ``D`` (C, 2, n, 3) and ``blocks`` (C, 2) as in `Arrays`, ``slot`` (C,) of `pairs_of`, ``weight`` (C, 3, 3)
    symmetric positive semidefinite. Compiled twice, for rigid blocks and for any n: see `contact_operator`.
    """
    n = D.shape[2]
    if n == RIGID:
        diagonal, lower = np.zeros((bodies, RIGID, RIGID)), np.zeros((pairs, RIGID, RIGID))
        _assemble(D, blocks, slot, weight, diagonal, lower, np.empty((2, 3, RIGID)), np.empty((3, RIGID)), RIGID)
    else:
        diagonal, lower = np.zeros((bodies, n, n)), np.zeros((pairs, n, n))
        _assemble(D, blocks, slot, weight, diagonal, lower, np.empty((2, 3, n)), np.empty((3, n)), n)
    return diagonal, lower


@fused
def assemble_unsymmetric(
    D: FloatArray, blocks: IntArray, slot: IntArray, weight: FloatArray, bodies: int, pairs: int
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """As `assemble`, for a ``weight`` W that is not symmetric: diagonal (B, n, n), lower S_ij and upper S_ji'.

    What W' gives to the lower blocks is what W gives to the transposes of the upper ones.
    """
    n = D.shape[2]
    if n == RIGID:
        diagonal = np.zeros((bodies, RIGID, RIGID))
        lower, upper = np.zeros((pairs, RIGID, RIGID)), np.zeros((pairs, RIGID, RIGID))
        sides, product = np.empty((2, 3, RIGID)), np.empty((3, RIGID))
        _assemble_unsymmetric(D, blocks, slot, weight, diagonal, lower, upper, sides, product, RIGID)
    else:
        diagonal, lower, upper = np.zeros((bodies, n, n)), np.zeros((pairs, n, n)), np.zeros((pairs, n, n))
        sides, product = np.empty((2, 3, n)), np.empty((3, n))
        _assemble_unsymmetric(D, blocks, slot, weight, diagonal, lower, upper, sides, product, n)
    return diagonal, lower, upper


@fused_inlined
def _assemble_unsymmetric(
    D: FloatArray, blocks: IntArray, slot: IntArray, weight: FloatArray, diagonal: FloatArray, lower: FloatArray,
    upper: FloatArray, sides: FloatArray, product: FloatArray, n: int,
) -> None:  # fmt: skip
    """Room as in `_assemble`."""
    for c in range(len(blocks)):
        for side in range(2):
            for i in range(n):
                for j in range(3):
                    sides[side, j, i] = D[c, side, i, j]
        for side in range(2):
            body = blocks[c, side]
            if body < 0:
                continue
            _weigh(weight, c, sides, side, product, n)
            _add_block(sides, side, product, diagonal, body, n)
            if slot[c] >= 0 and blocks[c, 1 - side] > body:
                _add_block(sides, 1 - side, product, lower, slot[c], n)
                _weigh_turned(weight, c, sides, side, product, n)
                _add_block(sides, 1 - side, product, upper, slot[c], n)
    for b in range(len(diagonal)):
        for i in range(n):
            diagonal[b, i, i] += 1.0


@fused_inlined
def _assemble(
    D: FloatArray, blocks: IntArray, slot: IntArray, weight: FloatArray, diagonal: FloatArray, lower: FloatArray,
    sides: FloatArray, product: FloatArray, n: int,
) -> None:  # fmt: skip
    """Room: ``sides`` (2, 3, n) for D' of both sides, ``product`` (3, n) for W D' of one; rows are contiguous."""
    for c in range(len(blocks)):
        if weight[c, 0, 0] == 0.0 and weight[c, 1, 1] == 0.0 and weight[c, 2, 2] == 0.0:
            continue  # an open contact: the weights are positive semidefinite
        for side in range(2):
            for i in range(n):
                for j in range(3):
                    sides[side, j, i] = D[c, side, i, j]
        for side in range(2):
            body = blocks[c, side]
            if body < 0:
                continue
            _weigh(weight, c, sides, side, product, n)
            _add_triangle(sides, side, product, diagonal, body, n)
            if slot[c] >= 0 and body < blocks[c, 1 - side]:
                _add_block(sides, 1 - side, product, lower, slot[c], n)
    for b in range(len(diagonal)):
        for i in range(n):
            diagonal[b, i, i] += 1.0
            for j in range(i):
                diagonal[b, j, i] = diagonal[b, i, j]


# Arrays are handed on whole, with the numbers of their parts: views would cost more than the sums.


@fused_inlined
def _weigh(weight: FloatArray, contact: int, sides: FloatArray, side: int, product: FloatArray, n: int) -> None:
    """``product`` (3, n) := W D'."""
    for j in range(3):
        a, b, c = weight[contact, j, 0], weight[contact, j, 1], weight[contact, j, 2]
        for i in range(n):
            product[j, i] = a * sides[side, 0, i] + b * sides[side, 1, i] + c * sides[side, 2, i]


@fused_inlined
def _weigh_turned(weight: FloatArray, contact: int, sides: FloatArray, side: int, product: FloatArray, n: int) -> None:
    """``product`` (3, n) := W' D'."""
    for j in range(3):
        a, b, c = weight[contact, 0, j], weight[contact, 1, j], weight[contact, 2, j]
        for i in range(n):
            product[j, i] = a * sides[side, 0, i] + b * sides[side, 1, i] + c * sides[side, 2, i]


@fused_inlined
def _add_triangle(sides: FloatArray, side: int, product: FloatArray, to: FloatArray, number: int, n: int) -> None:
    """Add the lower triangle of D (W D') to a block."""
    for i in range(n):
        a, b, c = sides[side, 0, i], sides[side, 1, i], sides[side, 2, i]
        for j in range(i + 1):
            to[number, i, j] += a * product[0, j] + b * product[1, j] + c * product[2, j]


@fused_inlined
def _add_block(sides: FloatArray, side: int, product: FloatArray, to: FloatArray, number: int, n: int) -> None:
    """Add D (W D') to a block."""
    for i in range(n):
        a, b, c = sides[side, 0, i], sides[side, 1, i], sides[side, 2, i]
        for j in range(n):
            to[number, i, j] += a * product[0, j] + b * product[1, j] + c * product[2, j]
