"""The matrix of a step eliminated the other way round: in the contacts, whatever the degrees of freedom of a body.

    (I + D W D')^-1 = I - D W (I + N W)^-1 D',     N = D'D

A body that deforms has dozens of degrees of freedom, but contacts feel it through N alone, three numbers a contact. For
W = R R' symmetric the matrix that is factorised is I + R'N R, else I + N W. N, which is of the step and not of the
path, is multiplied once for a step.
"""

import numpy as np

from ...numerics.cholesky.assembly import pairs_of
from ...numerics.cholesky.base import Factorisation
from ...numerics.cholesky.ordering import landmark_fields
from ...numerics.cholesky.registry import get_factorisation
from ...numerics.compiled import FloatArray, IntArray, fused
from ...numerics.contact_operator import RIGID
from .arrays import Arrays
from .operator import ContactOperator

__all__ = ["ContactSpace"]

TOGETHER = 2
"""Contacts that are one node of the matrix, so that its blocks are those of a rigid body, 6 by 6."""
LANDMARKS = 4
"""Bodies whose distances the elimination order is cut along. Without them a factorisation of a dome of 288 blocks takes
twice the operations."""


class ContactSpace:
    """I + N W of the contacts of steps; see `drystone.solvers.structured.schur.Schur`, whose methods it has."""

    def __init__(self, factorisation: str) -> None:
        self.choice = factorisation
        self.analyses = 0
        self._blocks: IntArray = np.empty((0, 2), dtype=np.int64)
        self._graph = _Graph(self._blocks, 0)
        self._factor: Factorisation | None = None
        self._gram: tuple[ContactOperator, FloatArray, FloatArray] | None = None
        self._weight: FloatArray = np.empty((0, 3, 3))
        self._root: FloatArray | None = None

    def prepare(self, step: Arrays) -> None:
        """Take up a step; the graph is analysed only where it differs from the last one's."""
        if self._factor is None or not np.array_equal(step.blocks, self._blocks):
            self._graph, self._blocks = _Graph(step.blocks, step.bodies), step.blocks.copy()
            known = self._factor
            if known is None or not np.array_equal(known.pairs, self._graph.pairs) or known.bodies != self._graph.nodes:
                fields = self._graph.fields(step.blocks, step.bodies)
                self._factor = get_factorisation(self.choice)(self._graph.nodes, self._graph.pairs, fields, dofs=RIGID)
                self.analyses += 1
        self._gram = None
        self._operator = step.operator

    def factorise(self, weight: FloatArray, operator: ContactOperator | None = None) -> bool:
        """For a ``weight`` W (C, 3, 3), symmetric positive semidefinite; see `Schur.factorise`."""
        assert self._factor is not None
        diagonal, lower = self._product(operator or self._operator)
        self._weight, self._root = weight, _roots(np.ascontiguousarray(weight))
        return self._factor.factorise(*_weighed(diagonal, lower, self._graph.pairs, self._root))

    def factorise_unsymmetric(self, weight: FloatArray, operator: ContactOperator | None = None) -> bool:
        """For a ``weight`` W that is not symmetric."""
        assert self._factor is not None
        diagonal, lower = self._product(operator or self._operator)
        self._weight, self._root = weight, None
        parts = _weighed_unsymmetric(diagonal, lower, self._graph.pairs, np.ascontiguousarray(weight))
        return self._factor.factorise_unsymmetric(*parts)

    def solve(self, rhs: FloatArray) -> FloatArray:
        """(I + D W D')^(-1) rhs, (B, n)."""
        assert self._factor is not None
        count = len(self._blocks)
        speed = np.ascontiguousarray(self._operator.apply_transpose(rhs))
        if self._root is not None:
            speed = np.einsum("cji,cj->ci", self._root, speed)
        nodes = np.zeros((self._graph.nodes, RIGID))
        nodes.reshape(-1, 3)[:count] = speed
        found = self._factor.solve(nodes).reshape(-1, 3)[:count]
        impulse = np.einsum("cij,cj->ci", self._weight if self._root is None else self._root, found)
        return rhs - self._operator.apply(impulse)

    def _product(self, operator: ContactOperator) -> tuple[FloatArray, FloatArray]:
        """N of an operator by nodes: diagonal (nodes, 6, 6) and lower (P, 6, 6)."""
        self._operator = operator
        if self._gram is None or self._gram[0] is not operator:
            self._gram = operator, *self._graph.product(operator.D)
        return self._gram[1], self._gram[2]


class _Graph:
    """Which nodes of contacts share a body: ``pairs`` (P, 2) of ``nodes``."""

    def __init__(self, blocks: IntArray, bodies: int) -> None:
        count = len(blocks)
        self.nodes = -(-count // TOGETHER)
        contact, side = np.nonzero(blocks >= 0)
        order = np.argsort(blocks[contact, side], kind="stable")
        self.contact, self.side = contact[order].astype(np.int64), side[order].astype(np.int64)
        self.start = np.searchsorted(blocks[self.contact, self.side], np.arange(bodies + 1)).astype(np.int64)
        self.pairs, self.slot, self.slot_start = _pairs(self.contact, self.start, self.nodes)

    def fields(self, blocks: IntArray, bodies: int) -> FloatArray:
        """Where the nodes are in the graph of the bodies, (nodes, d): the mean of the `landmark_fields` of theirs."""
        of_bodies = landmark_fields(bodies, pairs_of(blocks)[0], LANDMARKS)
        node = self.contact // TOGETHER
        body = blocks[self.contact, self.side]
        total = np.zeros((self.nodes, of_bodies.shape[1]))
        np.add.at(total, node, of_bodies[body])
        return total / np.bincount(node, minlength=self.nodes)[:, None]

    def product(self, D: FloatArray) -> tuple[FloatArray, FloatArray]:
        """D'D, diagonal (nodes, 6, 6) and lower (P, 6, 6)."""
        diagonal, lower = np.zeros((self.nodes, RIGID, RIGID)), np.zeros((len(self.pairs), RIGID, RIGID))
        for b in range(len(self.start) - 1):
            rows = slice(self.start[b], self.start[b + 1])
            contact = self.contact[rows]
            if len(contact):
                L = np.ascontiguousarray(np.swapaxes(D[contact, self.side[rows]], 1, 2)).reshape(3 * len(contact), -1)
                _spread(L @ L.T, contact, self.slot[self.slot_start[b] : self.slot_start[b + 1]], diagonal, lower)
        return diagonal, lower


def _pairs(contact: IntArray, start: IntArray, nodes: int) -> tuple[IntArray, IntArray, IntArray]:
    """Pairs (P, 2) of nodes, the larger first, sorted; for each body and each two of its contacts the pair, -1 for one
    node (one array after the other, K x K); where they start.
    """
    keys, starts = [], [0]
    for b in range(len(start) - 1):
        node = contact[start[b] : start[b + 1]] // TOGETHER
        larger, smaller = np.maximum.outer(node, node), np.minimum.outer(node, node)
        keys.append(np.where(larger > smaller, larger * nodes + smaller, -1).ravel())
        starts.append(starts[-1] + len(node) ** 2)
    key = np.concatenate(keys) if keys else np.zeros(0, np.int64)
    found = np.unique(key[key >= 0])
    slot = np.where(key >= 0, np.searchsorted(found, key), -1)
    pairs = np.column_stack(np.divmod(found, max(nodes, 1))).astype(np.int64)
    return pairs, slot.astype(np.int64), np.array(starts, dtype=np.int64)


@fused
def _spread(gram: FloatArray, contact: IntArray, slot: IntArray, diagonal: FloatArray, lower: FloatArray) -> None:
    """Add the product (3K, 3K) of a body's contacts (K,) to the nodes."""
    count = len(contact)
    for p in range(count):
        node_p, at_p = contact[p] // TOGETHER, 3 * (contact[p] % TOGETHER)
        for q in range(count):
            node_q, at_q = contact[q] // TOGETHER, 3 * (contact[q] % TOGETHER)
            if node_p < node_q:
                continue
            for i in range(3):
                for j in range(3):
                    value = gram[3 * p + i, 3 * q + j]
                    if node_p == node_q:
                        diagonal[node_p, at_p + i, at_q + j] += value
                    else:
                        lower[slot[p * count + q], at_p + i, at_q + j] += value


@fused
def _roots(weight: FloatArray) -> FloatArray:
    """R (C, 3, 3), lower triangular, of W = R R'; zero columns where W has no more."""
    roots = np.zeros(weight.shape)
    for c in range(len(weight)):
        for j in range(3):
            pivot = weight[c, j, j]
            for k in range(j):
                pivot -= roots[c, j, k] ** 2
            if pivot > 0.0:
                roots[c, j, j] = np.sqrt(pivot)
                for i in range(j + 1, 3):
                    value = weight[c, i, j]
                    for k in range(j):
                        value -= roots[c, i, k] * roots[c, j, k]
                    roots[c, i, j] = value / roots[c, j, j]
    return roots


@fused
def _weighed(
    diagonal: FloatArray, lower: FloatArray, pairs: IntArray, root: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The blocks of I + R'N R."""
    count = len(root)
    own, other = np.zeros(diagonal.shape), np.zeros(lower.shape)
    for node in range(len(diagonal)):
        _between(diagonal, node, root, root, node, node, count, own)
        for i in range(RIGID):
            own[node, i, i] += 1.0
    for pair in range(len(lower)):
        _between(lower, pair, root, root, pairs[pair, 0], pairs[pair, 1], count, other)
    return own, other


@fused
def _between(
    given: FloatArray, place: int, left: FloatArray, right: FloatArray, row: int, column: int, count: int,
    to: FloatArray,
) -> None:  # fmt: skip
    """Block ``place`` of ``to`` := left' given right, contact by contact of both nodes."""
    for p in range(TOGETHER):
        a = TOGETHER * row + p
        if a >= count:
            continue
        for q in range(TOGETHER):
            b = TOGETHER * column + q
            if b >= count:
                continue
            for i in range(3):
                for j in range(3):
                    value = 0.0
                    for k in range(3):
                        if left[a, k, i] != 0.0:
                            part = 0.0
                            for m in range(3):
                                part += given[place, 3 * p + k, 3 * q + m] * right[b, m, j]
                            value += left[a, k, i] * part
                    to[place, 3 * p + i, 3 * q + j] = value


@fused
def _weighed_unsymmetric(
    diagonal: FloatArray, lower: FloatArray, pairs: IntArray, weight: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The blocks of I + N W: diagonal, lower S_ij and the transposes of S_ji."""
    count = len(weight)
    unit = np.zeros((count, 3, 3))
    for c in range(count):
        for i in range(3):
            unit[c, i, i] = 1.0
    own, below, above = np.zeros(diagonal.shape), np.zeros(lower.shape), np.zeros(lower.shape)
    for node in range(len(diagonal)):
        _between(diagonal, node, unit, weight, node, node, count, own)
        for i in range(RIGID):
            own[node, i, i] += 1.0
    for pair in range(len(lower)):
        row, column = pairs[pair, 0], pairs[pair, 1]
        _between(lower, pair, unit, weight, row, column, count, below)
        _between(lower, pair, weight, unit, row, column, count, above)
    return own, below, above
