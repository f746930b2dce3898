"""The matrix of a step eliminated the other way round: in the contacts, whatever the degrees of freedom of a body.

    (I + D W D')^-1 = I - D W (I + N W)^-1 D',     N = D'D

A body that deforms has dozens of degrees of freedom, but contacts feel it through N alone, three numbers a contact. For
W = R R' symmetric the matrix that is factorised is I + R'N R, else I + N W. N, which is of the step and not of the
path, is multiplied once for a step.
"""

from dataclasses import replace

import numpy as np

from ...numerics.cholesky.assembly import pairs_of
from ...numerics.cholesky.base import Factorisation
from ...numerics.cholesky.ordering import landmark_fields
from ...numerics.cholesky.registry import get_factorisation
from ...numerics.compiled import FloatArray, IntArray, fused
from ...numerics.contact_operator import RIGID
from .arrays import Arrays
from .delassus import TOGETHER, DelassusOperator
from .operator import ContactOperator

__all__ = ["ContactSpace"]

LANDMARKS = 6
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
        self._gram: tuple[FloatArray, FloatArray, FloatArray] | None = None
        self._left = self._right = np.empty((0, 3, 3))

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
        self._prepared = self._operator = step.operator

    def in_contacts(self, step: Arrays) -> Arrays:
        """The step that was taken up with velocities of its contacts for those of its bodies."""
        self._operator = operator = step.operator
        diagonal, lower = self._product()
        space = DelassusOperator(
            blocks=operator.blocks,
            given=operator.given,
            bodies=step.count,
            columns=operator.columns,
            diagonal=diagonal,
            lower=lower,
            pairs=self._graph.pairs,
            place=self._graph.place,
        )
        return replace(step, k=replace(operator, columns=None).apply_transpose(step.k), operator=space)

    def factorise(self, weight: FloatArray, operator: ContactOperator | None = None) -> bool:
        """For a ``weight`` W (C, 3, 3), symmetric positive semidefinite; see `Schur.factorise`."""
        return self.factorise_root(_roots(np.ascontiguousarray(weight)), operator)

    def factorise_root(self, root: FloatArray, operator: ContactOperator | None = None) -> bool:
        """For W = R R' with the ``root`` R (C, 3, 3), whose columns may be of very different size."""
        self._take_up(root, root, operator)
        assert self._factor is not None
        return self._factor.factorise(*_weighed(*self._product(), self._graph.pairs, self._in_places(root)))

    def factorise_unsymmetric(self, weight: FloatArray, operator: ContactOperator | None = None) -> bool:
        """For a ``weight`` W that is not symmetric."""
        unit = np.tile(np.eye(3), (len(weight), 1, 1))
        return self.factorise_between(unit, np.ascontiguousarray(weight), np.zeros_like(unit), operator)

    def factorise_between(
        self, left: FloatArray, right: FloatArray, more: FloatArray, operator: ContactOperator | None = None
    ) -> bool:
        """I + M + A'N B for ``left`` A, ``right`` B and ``more`` M (C, 3, 3); `impulses` are B (I + M + A'N B)^-1 A'h.

        Where M = 0 they are those of W = B A', and `solve` is, too.
        """
        self._take_up(left, right, operator)
        assert self._factor is not None
        sides = self._in_places(left), self._in_places(right), self._graph.placed(more)
        return self._factor.factorise_unsymmetric(*_weighed_unsymmetric(*self._product(), self._graph.pairs, *sides))

    def solve(self, rhs: FloatArray) -> FloatArray:
        """(I + D W D')^(-1) rhs, (B, n)."""
        return rhs - self._operator.apply(self.impulses(self._operator.apply_transpose(rhs)))

    def impulses(self, drive: FloatArray) -> FloatArray:
        """W (I + N W)^(-1) h for a ``drive`` h (C, 3), by components as the paths have it."""
        assert self._factor is not None
        nodes = np.zeros((self._graph.nodes, RIGID))
        _turned(self._left, drive, self._graph.place, nodes.reshape(-1, 3))
        return _returned(self._right, self._factor.solve(nodes).reshape(-1, 3), self._graph.place).T

    def _take_up(self, left: FloatArray, right: FloatArray, operator: ContactOperator | None) -> None:
        self._operator, self._left, self._right = operator or self._prepared, left, right

    def _product(self) -> tuple[FloatArray, FloatArray]:
        """D'D without the factors of its columns, by nodes: diagonal (nodes, 6, 6) and lower (P, 6, 6)."""
        given = self._operator.given
        if self._gram is None or self._gram[0] is not given:
            self._gram = given, *self._graph.product(given)
        return self._gram[1], self._gram[2]

    def _in_places(self, weight: FloatArray) -> FloatArray:
        """F W for the factors F (C, 3) of the columns, so that what stands for N has none; in the places of nodes."""
        columns = self._operator.columns
        return self._graph.placed(weight if columns is None else columns[:, :, None] * weight)


class _Graph:
    """Which nodes of contacts share a body: ``pairs`` (P, 2) of ``nodes``.

    ``place`` (C,): of each contact in the nodes, which have `TOGETHER` each. Those of a node are of one joint: where a
    node joins two, what one joint leaves of the matrix reaches the neighbours of both.
    """

    def __init__(self, blocks: IntArray, bodies: int) -> None:
        first = np.flatnonzero(np.any(np.diff(blocks, axis=0, prepend=-2), axis=1))  # contacts of each joint
        size = np.diff(first, append=len(blocks))
        filled = -(-size // TOGETHER)
        self.nodes = int(np.sum(filled))
        self.place = np.arange(len(blocks)) + np.repeat(TOGETHER * (np.cumsum(filled) - filled) - first, size)
        contact, side = np.nonzero(blocks >= 0)
        order = np.argsort(blocks[contact, side], kind="stable")
        self.contact, self.side = contact[order].astype(np.int64), side[order].astype(np.int64)
        self.start = np.searchsorted(blocks[self.contact, self.side], np.arange(bodies + 1)).astype(np.int64)
        self.pairs, self.slot, self.slot_start = _pairs(self.place[self.contact] // TOGETHER, self.start, self.nodes)

    def placed(self, weight: FloatArray) -> FloatArray:
        """Weights (C, 3, 3) in their places, zero where there is no contact."""
        out = np.zeros((TOGETHER * self.nodes, 3, 3))
        out[self.place] = weight
        return out

    def fields(self, blocks: IntArray, bodies: int) -> FloatArray:
        """Where the nodes are in the graph of the bodies, (nodes, d): the mean of the `landmark_fields` of theirs."""
        of_bodies = landmark_fields(bodies, pairs_of(blocks)[0], LANDMARKS)
        node = self.place[self.contact] // TOGETHER
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
                slot = self.slot[self.slot_start[b] : self.slot_start[b + 1]]
                _spread(L @ L.T, self.place[contact], slot, diagonal, lower)
        return diagonal, lower


def _pairs(held: IntArray, start: IntArray, nodes: int) -> tuple[IntArray, IntArray, IntArray]:
    """Pairs (P, 2) of nodes, the larger first, sorted; for each body and each two of its contacts the pair, -1 for one
    node (one array after the other, K x K); where they start. ``held``: the nodes of the contacts of each body.
    """
    keys, starts = [], [0]
    for b in range(len(start) - 1):
        node = held[start[b] : start[b + 1]]
        larger, smaller = np.maximum.outer(node, node), np.minimum.outer(node, node)
        keys.append(np.where(larger > smaller, larger * nodes + smaller, -1).ravel())
        starts.append(starts[-1] + len(node) ** 2)
    key = np.concatenate(keys) if keys else np.zeros(0, np.int64)
    found = np.unique(key[key >= 0])
    slot = np.where(key >= 0, np.searchsorted(found, key), -1)
    pairs = np.column_stack(np.divmod(found, max(nodes, 1))).astype(np.int64)
    return pairs, slot.astype(np.int64), np.array(starts, dtype=np.int64)


@fused
def _spread(gram: FloatArray, place: IntArray, slot: IntArray, diagonal: FloatArray, lower: FloatArray) -> None:
    """Add the product (3K, 3K) of a body's contacts, at ``place`` (K,), to the nodes."""
    count = len(place)
    for p in range(count):
        node_p, at_p = place[p] // TOGETHER, 3 * (place[p] % TOGETHER)
        for q in range(count):
            node_q, at_q = place[q] // TOGETHER, 3 * (place[q] % TOGETHER)
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
    own, other = np.zeros(diagonal.shape), np.zeros(lower.shape)
    for node in range(len(diagonal)):
        _between(diagonal, node, root, root, node, node, own)
        for i in range(RIGID):
            own[node, i, i] += 1.0
    for pair in range(len(lower)):
        _between(lower, pair, root, root, pairs[pair, 0], pairs[pair, 1], other)
    return own, other


@fused
def _between(
    given: FloatArray, place: int, left: FloatArray, right: FloatArray, row: int, column: int, to: FloatArray
) -> None:  # fmt: skip
    """Block ``place`` of ``to`` := left' given right, contact by contact of both nodes."""
    for p in range(TOGETHER):
        a = TOGETHER * row + p
        for q in range(TOGETHER):
            b = TOGETHER * column + q
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
    diagonal: FloatArray, lower: FloatArray, pairs: IntArray, left: FloatArray, right: FloatArray, more: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """The blocks of S = I + M + A'N B, for ``left`` A, ``right`` B and ``more`` M: diagonal, lower S_ij, the transposes
    of S_ji.
    """
    own, below, above = np.zeros(diagonal.shape), np.zeros(lower.shape), np.zeros(lower.shape)
    for node in range(len(diagonal)):
        _between(diagonal, node, left, right, node, node, own)
        for i in range(RIGID):
            own[node, i, i] += 1.0
    for c in range(len(left)):
        at = 3 * (c % TOGETHER)
        for i in range(3):
            for j in range(3):
                own[c // TOGETHER, at + i, at + j] += more[c, i, j]
    for pair in range(len(lower)):
        row, column = pairs[pair, 0], pairs[pair, 1]
        _between(lower, pair, left, right, row, column, below)
        _between(lower, pair, right, left, row, column, above)
    return own, below, above


@fused
def _turned(left: FloatArray, drive: FloatArray, place: IntArray, nodes: FloatArray) -> None:
    """Write A'h (C, 3) of the contacts to their places in ``nodes``."""
    for c in range(len(drive)):
        h0, h1, h2 = drive[c, 0], drive[c, 1], drive[c, 2]
        for j in range(3):
            nodes[place[c], j] = left[c, 0, j] * h0 + left[c, 1, j] * h1 + left[c, 2, j] * h2


@fused
def _returned(right: FloatArray, nodes: FloatArray, place: IntArray) -> FloatArray:
    """B f, (3, C), of what the contacts have in their places in ``nodes``, f."""
    impulse = np.empty((3, len(right)))
    for c in range(len(right)):
        f0, f1, f2 = nodes[place[c], 0], nodes[place[c], 1], nodes[place[c], 2]
        for j in range(3):
            impulse[j, c] = right[c, j, 0] * f0 + right[c, j, 1] * f1 + right[c, j, 2] * f2
    return impulse
