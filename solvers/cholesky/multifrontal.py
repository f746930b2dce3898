"""Multifrontal Cholesky factorisation of our own: dense fronts, BLAS, everything compiled.

Front by front, children first: the columns of the front are gathered from the matrix and from the contributions of
its children and factorised; what they leave for the rows below, its contribution, waits in a stack for the parent.
(I. S. Duff, J. K. Reid, The multifrontal solution of indefinite sparse symmetric linear equations, ACM Transactions on
Mathematical Software 9 (1983) 302-325.)
"""

import numpy as np

from ...compiled import FloatArray, IntArray, compiled, kernel
from . import blas
from .base import Factorisation
from .symbolic import CHILD, ENTRY, FIRST, PANEL, PIVOTS, ROWS, SIBLING, START, UPDATE, analyse

__all__ = ["MultifrontalFactorisation"]


class MultifrontalFactorisation(Factorisation):
    """Nested dissection, fronts of merged columns, BLAS; no package beside drystone's own."""

    name = "multifrontal"

    def _analyse(self, position: FloatArray) -> None:
        self.fronts = analyse(self.bodies, self.pairs, position)
        self._factor = np.empty(self.fronts.table[-1, PANEL])
        self._stack = np.empty(self.fronts.stack)

    def _factorise(self, diagonal: FloatArray, lower: FloatArray) -> bool:
        bodies, table, _, local, entry, _ = self.fronts
        with blas.one_thread:
            return _factorise(bodies, table, local, entry, diagonal, lower, self._factor, self._stack)

    def _solve(self, rhs: FloatArray) -> FloatArray:
        with blas.one_thread:
            return _solve(self.fronts.bodies, self.fronts.table, self.fronts.rows, self._factor, rhs)

    @property
    def nonzeros(self) -> int:
        """Numbers of the factor, zeros of merged columns included."""
        w, r = 6 * self.fronts.table[:-1, PIVOTS], 6 * self.fronts.table[:-1, ROWS]
        return int(np.sum(w * r - w * (w - 1) // 2))

    @property
    def flops(self) -> float:
        """Floating-point operations of a factorisation."""
        w, r = 6.0 * self.fronts.table[:-1, PIVOTS], 6.0 * self.fronts.table[:-1, ROWS]
        return float(np.sum(w**3 / 3.0 + w**2 * (r - w) + w * (r - w) ** 2))


@compiled
def _factorise(
    bodies: IntArray,
    table: IntArray,
    local: IntArray,
    entry: IntArray,
    diagonal: FloatArray,
    lower: FloatArray,
    factor: FloatArray,
    stack: FloatArray,
) -> bool:
    """The factor's columns from the blocks of the matrix; False where a pivot is not positive."""
    room = blas.scratch()
    for f in range(len(table) - 1):
        front = table[f]
        size, rows = 6 * front[PIVOTS], 6 * front[ROWS]
        below = rows - size
        columns = factor[front[PANEL] : table[f + 1, PANEL]]
        for i in range(len(columns)):
            columns[i] = 0.0
        for i in range(front[PIVOTS]):
            _write(diagonal[bodies[front[FIRST] + i]], False, columns[6 * i * (rows + 1) :], rows)
        for e in range(front[ENTRY], table[f + 1, ENTRY]):
            _write(lower[entry[e, 0]], entry[e, 2] == 1, factor[entry[e, 1] :], rows)
        contribution = stack[front[UPDATE] : front[UPDATE] + below * below]
        child = front[CHILD]
        while child >= 0:
            _add(table[child], local, stack, columns, rows, 0, size)
            child = table[child, SIBLING]
        if not blas.potrf(columns, size, rows, room):
            return False
        if below > 0:
            blas.trsm(columns, columns[size:], below, size, rows, room)
            blas.syrk(columns[size:], rows, below, size, contribution, room)
        child = front[CHILD]
        while child >= 0 and below > 0:
            _add(table[child], local, stack, contribution, below, size, rows)
            child = table[child, SIBLING]
    return True


@kernel
def _write(block: FloatArray, turned: bool, target: FloatArray, rows: int) -> None:
    """Write a block (6, 6) into a matrix by columns, ``rows`` apart."""
    for j in range(6):
        for i in range(6):
            target[rows * j + i] = block[j, i] if turned else block[i, j]


@kernel
def _add(
    child: IntArray, local: IntArray, stack: FloatArray, target: FloatArray, rows: int, low: int, high: int
) -> None:
    """Add the columns of a child's contribution that are columns ``low`` to ``high`` of its parent.

    ``target``: those columns of the parent, from row ``low`` on, ``rows`` apart; lower triangles alone count. Rows
    that follow each other in the parent too are added as one run.
    """
    count = child[ROWS] - child[PIVOTS]
    begin, step = child[START] + child[PIVOTS], 6 * count
    for j in range(count):
        column = 6 * local[begin + j]
        if column < low or column >= high:
            continue
        i = j
        while i < count:
            shift, last = local[begin + i] - i, i + 1
            while last < count and local[begin + last] - last == shift:
                last += 1
            for k in range(6):
                source = child[UPDATE] + (6 * j + k) * step + 6 * i
                goal = (column - low + k) * rows + 6 * (i + shift) - low
                part = stack[source : source + 6 * (last - i)]
                whole = target[goal : goal + 6 * (last - i)]
                for n in range(len(part)):
                    whole[n] += part[n]
            i = last


@compiled
def _solve(bodies: IntArray, table: IntArray, rows_of: IntArray, factor: FloatArray, rhs: FloatArray) -> FloatArray:
    """S^(-1) rhs, (B, 6): forwards from the leaves to the roots, then back."""
    x, most, room = np.empty(6 * len(bodies)), 0, blas.scratch()
    for b in range(len(bodies)):
        for i in range(6):
            x[6 * b + i] = rhs[bodies[b], i]
    for f in range(len(table) - 1):
        most = max(most, table[f, ROWS] - table[f, PIVOTS])
    part = np.empty((most, 6))
    for f in range(len(table) - 1):
        size, rows = 6 * table[f, PIVOTS], 6 * table[f, ROWS]
        columns, pivots = factor[table[f, PANEL] :], x[6 * table[f, FIRST] :]
        blas.solve_lower(columns, size, rows, pivots, room)
        if rows > size:
            blas.multiply(columns[size:], rows - size, size, rows, pivots, part, room)
            begin = table[f, START] + table[f, PIVOTS]
            for e in range(table[f + 1, START] - begin):
                for i in range(6):
                    x[6 * rows_of[begin + e] + i] -= part[e, i]
    for f in range(len(table) - 2, -1, -1):
        size, rows = 6 * table[f, PIVOTS], 6 * table[f, ROWS]
        columns, pivots = factor[table[f, PANEL] :], x[6 * table[f, FIRST] :]
        if rows > size:
            begin = table[f, START] + table[f, PIVOTS]
            for e in range(table[f + 1, START] - begin):
                for i in range(6):
                    part[e, i] = x[6 * rows_of[begin + e] + i]
            blas.subtract_transposed(columns[size:], rows - size, size, rows, part, pivots, room)
        blas.solve_lower_transposed(columns, size, rows, pivots, room)
    answer = np.empty((len(bodies), 6))
    for b in range(len(bodies)):
        for i in range(6):
            answer[bodies[b], i] = x[6 * b + i]
    return answer
