"""Multifrontal Cholesky factorisation of our own, and LU on the same fronts: dense fronts, everything compiled.

Front by front, children first: the columns of the front are gathered from the matrix and from the contributions of
its children and factorised; what they leave for the rows below, its contribution, waits in a stack for the parent.
(I. S. Duff, J. K. Reid, The multifrontal solution of indefinite sparse symmetric linear equations, ACM Transactions on
Mathematical Software 9 (1983) 302-325.)

The dense kernels take columns six at a time. Blocks of n rows are therefore filled up to m, the next multiple of 6,
with ones on the diagonal: nothing for 6 or 24, and for others (m/n)^3 times the operations.

An unsymmetric matrix of a symmetric pattern has the same fronts, with two arrays of columns and two stacks: of L and of
the transpose of U. It takes twice the operations. There is no pivoting, which would take rows out of their fronts.
"""

from functools import partial

import numpy as np

from ..compiled import FloatArray, IntArray, compiled, inlined, kernel
from ..contact_operator import RIGID
from ..threads import side_by_side
from .base import Factorisation
from .dense import TOGETHER, back, contribution, contributions, factor, factor_both, forward
from .symbolic import CHILD, ENTRY, FIRST, PANEL, PIVOTS, ROWS, SIBLING, START, UPDATE, analyse

__all__ = ["MultifrontalFactorisation"]

LARGE = 2e6
"""Numbers of a factor from which its parts are worth threads when it solves: that takes half a millisecond."""


class MultifrontalFactorisation(Factorisation):
    """Nested dissection, fronts of merged columns; no package beside drystone's own."""

    name = "multifrontal"
    meets_infinite = True
    takes_unsymmetric = True

    def _analyse(self, position: FloatArray) -> None:
        self.width = TOGETHER * -(-self.dofs // TOGETHER)
        self.fronts = analyse(self.bodies, self.pairs, position, self.width)
        self._factor = self._across = np.empty(self.fronts.table[-1, PANEL])
        self._stack = np.empty(self.fronts.stack)
        self._turned = self._upper = np.empty(0)
        self._parts = np.concatenate([*self.fronts.parts, self.fronts.rest[:0]])
        self._x = np.empty((self.bodies + len(self.fronts.parts) * len(self.fronts.late), self.width))

    def _factorise(self, diagonal: FloatArray, lower: FloatArray) -> bool:
        f, (diagonal, lower) = self.fronts, self._filled_up(diagonal, lower)
        self._across = self._factor
        work = partial(_factorise, f.bodies, f.table, f.local, f.entry, diagonal, lower, self._factor, self._stack)
        return all(side_by_side([partial(work, part) for part in f.parts])) and work(f.rest)

    def _factorise_unsymmetric(self, diagonal: FloatArray, lower: FloatArray, upper: FloatArray) -> int:
        f, (diagonal, lower, upper) = self.fronts, self._filled_up(diagonal, lower, upper)
        if not len(self._upper):
            self._upper, self._turned = np.empty_like(self._factor), np.empty_like(self._stack)
        self._across = self._upper
        arrays = diagonal, lower, upper, self._factor, self._upper, self._stack, self._turned
        work = partial(_factorise_both, f.bodies, f.table, f.local, f.entry, *arrays)
        negative = side_by_side([partial(work, part) for part in f.parts])
        if min(negative) >= 0:
            negative.append(work(f.rest))
        return sum(negative) if min(negative) >= 0 else -1

    def _filled_up(self, diagonal: FloatArray, *others: FloatArray) -> tuple[FloatArray, ...]:
        """Blocks of as many rows as the fronts have for each body."""
        missing = self.width - self.dofs
        if not missing:
            return diagonal, *others
        filled = tuple(np.pad(part, ((0, 0), (0, missing), (0, missing))) for part in (diagonal, *others))
        filled[0][:, range(self.dofs, self.width), range(self.dofs, self.width)] = 1.0
        return filled

    def _solve(self, rhs: FloatArray) -> FloatArray:
        f, x, factor, across = self.fronts, self._x, self._factor, self._across
        missing = self.width - self.dofs
        filled = np.pad(rhs, ((0, 0), (0, missing))) if missing else rhs
        if len(factor) > LARGE:
            _enter(f.bodies, filled, x)
            side_by_side([partial(_forwards, part, f.table, f.apart, factor, x) for part in f.parts])
            _join(f.late, self.bodies, x)
            _forwards(f.rest, f.table, f.rows, factor, x)
            _backwards(f.rest, f.table, f.rows, across, x)
            side_by_side([partial(_backwards, part, f.table, f.rows, across, x) for part in f.parts])
            answer = _leave(f.bodies, x)
        else:
            answer = _through(
                f.bodies, self._parts, f.rest, f.table, f.apart, f.rows, f.late, factor, across, filled, x
            )
        return np.ascontiguousarray(answer[:, : self.dofs]) if missing else answer

    @property
    def nonzeros(self) -> int:
        """Numbers of the factor, zeros of merged columns included."""
        w, r = self.width * self.fronts.table[:-1, PIVOTS], self.width * self.fronts.table[:-1, ROWS]
        return int(np.sum(w * r - w * (w - 1) // 2))

    @property
    def flops(self) -> float:
        """Floating-point operations of a factorisation."""
        w, r = float(self.width) * self.fronts.table[:-1, PIVOTS], float(self.width) * self.fronts.table[:-1, ROWS]
        return float(np.sum(w**3 / 3.0 + w**2 * (r - w) + w * (r - w) ** 2))


@compiled
def _factorise(
    bodies: IntArray,
    table: IntArray,
    local: IntArray,
    entry: IntArray,
    diagonal: FloatArray,
    lower: FloatArray,
    panels: FloatArray,
    stack: FloatArray,
    fronts: IntArray,
) -> bool:
    """The factor's columns of some ``fronts`` from the blocks of the matrix; False where a pivot is not positive and
    finite.
    """
    n = diagonal.shape[1]
    for f in fronts:
        front = table[f]
        size, rows = n * front[PIVOTS], n * front[ROWS]
        below = rows - size
        columns = panels[front[PANEL] : table[f + 1, PANEL]]
        columns[:] = 0.0
        for i in range(front[PIVOTS]):
            _write(diagonal[bodies[front[FIRST] + i]], True, columns[n * i * (rows + 1) :], rows)
        for e in range(front[ENTRY], table[f + 1, ENTRY]):
            _write(lower[entry[e, 0]], entry[e, 2] == 1, panels[entry[e, 1] :], rows)
        passed = stack[front[UPDATE] : front[UPDATE] + below * below]
        child = front[CHILD]
        while child >= 0:
            _add(table[child], local, stack, columns, rows, 0, size, n)
            child = table[child, SIBLING]
        if not factor(columns, size, rows):
            return False
        contribution(columns, size, rows, passed)
        child = front[CHILD]
        while child >= 0 and below > 0:
            _add(table[child], local, stack, passed, below, size, rows, n)
            child = table[child, SIBLING]
    return True


@compiled
def _factorise_both(
    bodies: IntArray,
    table: IntArray,
    local: IntArray,
    entry: IntArray,
    diagonal: FloatArray,
    lower: FloatArray,
    upper: FloatArray,
    panels: FloatArray,
    across: FloatArray,
    stack: FloatArray,
    turned: FloatArray,
    fronts: IntArray,
) -> int:
    """The columns of L and of U' of some ``fronts``, see `dense.factor_both`: how many pivots are negative, or -1."""
    n, negative = diagonal.shape[1], 0
    for f in fronts:
        front = table[f]
        size, rows = n * front[PIVOTS], n * front[ROWS]
        below = rows - size
        low, up = panels[front[PANEL] : table[f + 1, PANEL]], across[front[PANEL] : table[f + 1, PANEL]]
        low[:] = 0.0
        up[:] = 0.0
        for i in range(front[PIVOTS]):
            _write(diagonal[bodies[front[FIRST] + i]], False, low[n * i * (rows + 1) :], rows)
            _write(diagonal[bodies[front[FIRST] + i]], True, up[n * i * (rows + 1) :], rows)
        for e in range(front[ENTRY], table[f + 1, ENTRY]):
            # of a pair that is turned the block below the diagonal is the one above, and the other way round
            first, second = (upper, lower) if entry[e, 2] == 1 else (lower, upper)
            _write(first[entry[e, 0]], entry[e, 2] == 1, panels[entry[e, 1] :], rows)
            _write(second[entry[e, 0]], entry[e, 2] == 1, across[entry[e, 1] :], rows)
        passed = stack[front[UPDATE] : front[UPDATE] + below * below]
        other = turned[front[UPDATE] : front[UPDATE] + below * below]
        child = front[CHILD]
        while child >= 0:
            _add(table[child], local, stack, low, rows, 0, size, n)
            _add(table[child], local, turned, up, rows, 0, size, n)
            child = table[child, SIBLING]
        found = factor_both(low, up, size, rows)
        if found < 0:
            return -1
        negative += found
        contributions(low, up, size, rows, passed, other)
        child = front[CHILD]
        while child >= 0 and below > 0:
            _add(table[child], local, stack, passed, below, size, rows, n)
            _add(table[child], local, turned, other, below, size, rows, n)
            child = table[child, SIBLING]
    return negative


@kernel
def _write(block: FloatArray, turned: bool, target: FloatArray, rows: int) -> None:
    """Write a block (n, n) into a matrix by columns, ``rows`` apart."""
    if len(block) == RIGID:  # see `contact_operator`, here and below
        _write_block(block, turned, target, rows, RIGID)
    else:
        _write_block(block, turned, target, rows, len(block))


@inlined
def _write_block(block: FloatArray, turned: bool, target: FloatArray, rows: int, n: int) -> None:
    for j in range(n):
        for i in range(n):
            target[rows * j + i] = block[j, i] if turned else block[i, j]


@kernel
def _add(
    child: IntArray, local: IntArray, stack: FloatArray, target: FloatArray, rows: int, low: int, high: int, n: int
) -> None:
    """Add the columns of a child's contribution that are columns ``low`` to ``high`` of its parent.

    ``target``: those columns of the parent, from row ``low`` on, ``rows`` apart; lower triangles alone count. Rows
    that follow each other in the parent too are added as one run. ``n``: degrees of freedom of a body.
    """
    count = child[ROWS] - child[PIVOTS]
    begin, step = child[START] + child[PIVOTS], n * count
    for j in range(count):
        column = n * local[begin + j]
        if column < low or column >= high:
            continue
        i = j
        while i < count:
            shift, last = local[begin + i] - i, i + 1
            while last < count and local[begin + last] - last == shift:
                last += 1
            for k in range(n):
                source = child[UPDATE] + (n * j + k) * step + n * i
                goal = (column - low + k) * rows + n * (i + shift) - low
                part = stack[source : source + n * (last - i)]
                whole = target[goal : goal + n * (last - i)]
                for p in range(len(part)):
                    whole[p] += part[p]
            i = last


@kernel
def _enter(bodies: IntArray, rhs: FloatArray, x: FloatArray) -> None:
    """``rhs`` (B, n) in the order of elimination, and zeros in the parts' places."""
    if x.shape[1] == RIGID:
        _read_bodies(bodies, rhs, x, RIGID)
    else:
        _read_bodies(bodies, rhs, x, x.shape[1])


@inlined
def _read_bodies(bodies: IntArray, rhs: FloatArray, x: FloatArray, n: int) -> None:
    for b in range(len(bodies)):
        for i in range(n):
            x[b, i] = rhs[bodies[b], i]
    for b in range(len(bodies), len(x)):
        for i in range(n):
            x[b, i] = 0.0


@compiled
def _forwards(fronts: IntArray, table: IntArray, rows_of: IntArray, panels: FloatArray, x: FloatArray) -> None:
    """Solve with L for some ``fronts``, from the leaves to the roots."""
    n = x.shape[1]
    part = np.empty(n * _most(fronts, table))
    for f in fronts:
        _gather(table[f], rows_of, x, part)
        forward(panels[table[f, PANEL] :], n * table[f, PIVOTS], n * table[f, ROWS], part)
        _scatter(table[f], rows_of, part, x, table[f, ROWS])


@kernel
def _join(late: IntArray, bodies: int, x: FloatArray) -> None:
    """Add what the parts leave for the rest."""
    for place in range(bodies, len(x)):
        row = late[(place - bodies) % len(late)]
        for i in range(x.shape[1]):
            x[row, i] += x[place, i]


@compiled
def _backwards(fronts: IntArray, table: IntArray, rows_of: IntArray, panels: FloatArray, x: FloatArray) -> None:
    """Solve with L' for some ``fronts``, from the roots to the leaves."""
    n = x.shape[1]
    part = np.empty(n * _most(fronts, table))
    for f in fronts[::-1]:
        _gather(table[f], rows_of, x, part)
        back(panels[table[f, PANEL] :], n * table[f, PIVOTS], n * table[f, ROWS], part)
        _scatter(table[f], rows_of, part, x, table[f, PIVOTS])


@compiled
def _leave(bodies: IntArray, x: FloatArray) -> FloatArray:
    """x (B, n) in the order of the bodies."""
    if x.shape[1] == RIGID:
        answer = np.empty((len(bodies), RIGID))
        _write_bodies(bodies, x, answer, RIGID)
    else:
        answer = np.empty((len(bodies), x.shape[1]))
        _write_bodies(bodies, x, answer, x.shape[1])
    return answer


@inlined
def _write_bodies(bodies: IntArray, x: FloatArray, answer: FloatArray, n: int) -> None:
    for b in range(len(bodies)):
        for i in range(n):
            answer[bodies[b], i] = x[b, i]


@compiled
def _through(
    bodies: IntArray,
    parts: IntArray,
    rest: IntArray,
    table: IntArray,
    apart: IntArray,
    rows_of: IntArray,
    late: IntArray,
    factor: FloatArray,
    across: FloatArray,
    rhs: FloatArray,
    x: FloatArray,
) -> FloatArray:
    """Solve with one part after the other, in one call; ``parts``: the fronts of all."""
    _enter(bodies, rhs, x)
    _forwards(parts, table, apart, factor, x)
    _join(late, len(bodies), x)
    _forwards(rest, table, rows_of, factor, x)
    _backwards(rest, table, rows_of, across, x)
    _backwards(parts, table, rows_of, across, x)
    return _leave(bodies, x)


@kernel
def _most(fronts: IntArray, table: IntArray) -> int:
    """The most block rows of a front."""
    most = 0
    for f in fronts:
        most = max(most, table[f, ROWS])
    return most


@kernel
def _gather(front: IntArray, rows_of: IntArray, x: FloatArray, part: FloatArray) -> None:
    """The rows of a front, one after the other."""
    if x.shape[1] == RIGID:
        _read_rows(front, rows_of, x, part, RIGID)
    else:
        _read_rows(front, rows_of, x, part, x.shape[1])


@inlined
def _read_rows(front: IntArray, rows_of: IntArray, x: FloatArray, part: FloatArray, n: int) -> None:
    for row in range(front[ROWS]):
        for i in range(n):
            part[n * row + i] = x[rows_of[front[START] + row], i]


@kernel
def _scatter(front: IntArray, rows_of: IntArray, part: FloatArray, x: FloatArray, count: int) -> None:
    """The first ``count`` rows of a front back to where they belong."""
    if x.shape[1] == RIGID:
        _write_rows(front, rows_of, part, x, count, RIGID)
    else:
        _write_rows(front, rows_of, part, x, count, x.shape[1])


@inlined
def _write_rows(front: IntArray, rows_of: IntArray, part: FloatArray, x: FloatArray, count: int, n: int) -> None:
    for row in range(count):
        for i in range(n):
            x[rows_of[front[START] + row], i] = part[n * row + i]
