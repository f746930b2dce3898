"""Symbolic analysis: from an elimination order to the tree of fronts and the places of their numbers.

All in blocks of n by n, n degrees of freedom a body. The structures of the columns and the elimination tree follow from
the order; columns are then merged into fronts wherever a model of the time says that one larger front is faster than
two. (J. W. H. Liu, The multifrontal method for sparse matrix solution: theory and practice, SIAM Review 34 (1992)
82-109; C. Ashcraft, R. Grimes, The influence of relaxed supernode partitions on the multifrontal method, ACM
Transactions on Mathematical Software 15 (1989) 291-309.)
"""

from typing import NamedTuple

import numpy as np

from ..compiled import FloatArray, IntArray, compiled
from ..contact_operator import RIGID
from .ordering import LEAF, adjacency, nested_dissection

__all__ = [
    "CHILD",
    "COLUMNS",
    "ENTRY",
    "FIRST",
    "PANEL",
    "PIVOTS",
    "ROWS",
    "SIBLING",
    "START",
    "UPDATE",
    "Fronts",
    "analyse",
]

FRONT, NUMBER, OPERATION = 200.0, 0.5, 0.1
"""Model of the time (ns): of a front, of a number of it read, written and added, of a multiplication with addition."""

WORTH, PARTS = 1e6, 4
"""Time (ns) from which a factorisation is done in parts; subtrees of at most so large a share of it are one part."""

FIRST, PIVOTS, ROWS, START, PANEL, UPDATE, CHILD, SIBLING, ENTRY, COLUMNS = range(10)
"""Columns of `Fronts.table`, and their number."""


class Fronts(NamedTuple):
    """The tree of F fronts, children before parents.

    ``bodies`` (B,): order of elimination. ``table`` (F + 1, COLUMNS): of every front its FIRST pivot in that order,
    the number of its PIVOTS and of its ROWS, pivots among them; where its rows START in ``rows`` and ``local``, where
    its columns begin in the factor (PANEL) and its contribution in the stack (UPDATE); its first CHILD and the next
    SIBLING, -1 for none; where its blocks of the matrix begin in ``entry``. The last row holds the totals.
    ``rows``: rows of the fronts, numbers in the order of elimination, pivots first, increasing. ``local``, parallel:
    rows below the pivots as rows of the parent. ``entry`` (P, 3), by fronts: a pair, the place of its block's first
    number in the factor, 1 where it is to be transposed. ``stack``: size of the stack.

    ``parts``: fronts, increasing, that do not need those of another part; ``rest``: those that come after all parts.
    ``late`` (L,): pivots of the rest. ``apart``: as ``rows``, but every part has places of its own for rows that are
    pivots of the rest, B + p L + l in part p.
    """

    bodies: IntArray
    table: IntArray
    rows: IntArray
    local: IntArray
    entry: IntArray
    stack: int
    parts: tuple[IntArray, ...]
    rest: IntArray
    late: IntArray
    apart: IntArray


def analyse(bodies: int, pairs: IntArray, position: FloatArray, dofs: int = RIGID, leaf: int = LEAF) -> Fronts:
    """The fronts of a graph of bodies of n ``dofs`` with ``pairs`` (P, 2); ``position`` (B, d) as in
    `nested_dissection`.
    """
    start, neighbours = adjacency(bodies, pairs)
    order = nested_dissection(start, neighbours, position, leaf)
    column, entries, above = _structure(start, neighbours, order)
    owner, pivots = _merge(column, above, dofs)
    top, parent, depth = _postorder(above, owner)
    table = np.zeros((len(top) + 1, COLUMNS), dtype=np.int64)
    number, front = _number(owner, pivots, column, top, table, dofs)
    rows, local = _rows(column, entries, top, parent, number, table)
    part, count = _divide(parent, table, dofs)
    stack = _stack(parent, depth, part, table, dofs)
    renumbered = np.empty(bodies, dtype=np.int64)
    renumbered[order] = number
    entry, counts = _entries(pairs, renumbered, front, rows, table, dofs)
    by_place = np.argsort(entry[:, 1], kind="stable")
    table[1:, ENTRY] = np.cumsum(counts)
    eliminated = np.empty(bodies, dtype=np.int64)
    eliminated[number] = order
    parts = tuple(np.flatnonzero(part == p) for p in range(count))
    rest, late = np.flatnonzero(part == count), np.flatnonzero(part[front] == count)
    apart = _apart(part, count, rows, late, table)
    return Fronts(
        eliminated, table, rows, local, np.ascontiguousarray(entry[by_place]), stack, parts, rest, late, apart
    )


@compiled
def _structure(start: IntArray, neighbours: IntArray, order: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """Rows of every column of the factor below its diagonal: where they begin (n + 1,), ``entries``; the elimination
    tree, the parent ``above`` (n,) of every column, -1 for a root.
    """
    n = len(order)
    number, above, mark = np.empty(n, dtype=np.int64), np.full(n, -1), np.full(n, -1)
    for i in range(n):
        number[order[i]] = i
    column, entries = np.zeros(n + 1, dtype=np.int64), np.empty(n + 4 * len(neighbours), dtype=np.int64)
    first_child, sibling = np.full(n, -1), np.full(n, -1)
    for j in range(n):
        at = column[j]
        if at + n > len(entries):
            larger = np.empty(2 * len(entries) + n, dtype=np.int64)
            for e in range(at):
                larger[e] = entries[e]
            entries = larger
        mark[j], least = j, n
        for e in range(start[order[j]], start[order[j] + 1]):
            i = number[neighbours[e]]
            if i > j and mark[i] != j:
                mark[i], entries[at] = j, i
                at += 1
                least = min(least, i)
        child = first_child[j]
        while child >= 0:
            for e in range(column[child], column[child + 1]):
                i = entries[e]
                if mark[i] != j:
                    mark[i], entries[at] = j, i
                    at += 1
                    least = min(least, i)
            child = sibling[child]
        column[j + 1] = at
        if least < n:
            above[j], sibling[j], first_child[least] = least, first_child[least], j
    return column, entries, above


@compiled
def _time(pivots: int, rows: int, dofs: int) -> float:
    """Model of the time (ns) of a front of so many block columns and block rows."""
    w, r = float(dofs * pivots), float(dofs * rows)
    below = r - w
    operations = w * w * w / 3.0 + w * w * below + w * below * below
    return FRONT + NUMBER * (w * r + below * below) + OPERATION * operations


@compiled
def _merge(column: IntArray, above: IntArray, dofs: int) -> tuple[IntArray, IntArray]:
    """The front of every column, ``owner`` (n,), called by its last column, and the number of its pivots (n,) there.

    Parents take their children in, and then those children's, wherever it saves time.
    """
    n = len(above)
    owner, pivots = np.arange(n), np.ones(n, dtype=np.int64)
    first_child, sibling = np.full(n, -1), np.full(n, -1)
    for j in range(n - 1, -1, -1):
        if above[j] >= 0:
            sibling[j], first_child[above[j]] = first_child[above[j]], j
    for p in range(n):
        below = column[p + 1] - column[p]
        waiting, kept = first_child[p], -1
        while waiting >= 0:
            c = waiting
            waiting = sibling[c]
            together = pivots[p] + pivots[c]
            beneath = column[c + 1] - column[c]
            apart = _time(pivots[p], pivots[p] + below, dofs) + _time(pivots[c], pivots[c] + beneath, dofs)
            if _time(together, together + below, dofs) > apart:
                sibling[c], kept = kept, c
                continue
            owner[c], pivots[p] = p, together
            grandchild = first_child[c]
            while grandchild >= 0:
                following = sibling[grandchild]
                sibling[grandchild], waiting = waiting, grandchild
                grandchild = following
        first_child[p] = kept
    for j in range(n - 1, -1, -1):
        owner[j] = owner[owner[j]]
    return owner, pivots


@compiled
def _postorder(above: IntArray, owner: IntArray) -> tuple[IntArray, IntArray, IntArray]:
    """The fronts, children before parents: last column ``top``, ``parent`` (-1 for a root) and depth, each (F,)."""
    n, count = len(above), 0
    first_child, sibling = np.full(n + 1, -1), np.full(n, -1)
    for j in range(n - 1, -1, -1):
        if owner[j] == j:
            count += 1
            p = owner[above[j]] if above[j] >= 0 else n
            sibling[j], first_child[p] = first_child[p], j
    top, depth = np.empty(count, dtype=np.int64), np.empty(count, dtype=np.int64)
    path, front = np.empty(count + 1, dtype=np.int64), np.full(n, -1)
    path[0], height, at = n, 1, 0
    while height > 0:
        j = path[height - 1]
        child = first_child[j]
        if child >= 0:
            first_child[j] = sibling[child]
            path[height] = child
            height += 1
        else:
            height -= 1
            if j < n:
                top[at], depth[at], front[j] = j, height, at
                at += 1
    parent = np.full(count, -1)
    for f in range(count):
        if above[top[f]] >= 0:
            parent[f] = front[owner[above[top[f]]]]
    return top, parent, depth


@compiled
def _number(
    owner: IntArray, pivots: IntArray, column: IntArray, top: IntArray, table: IntArray, dofs: int
) -> tuple[IntArray, IntArray]:
    """Number columns front by front: new ``number`` (n,) of a column, ``front`` (n,) by new number; sizes of fronts."""
    count, n = len(top), len(owner)
    following = np.empty(n, dtype=np.int64)
    front = np.empty(n, dtype=np.int64)
    for f in range(count):
        j = top[f]
        w, r = pivots[j], pivots[j] + column[j + 1] - column[j]
        following[j] = table[f, FIRST]
        table[f, PIVOTS], table[f, ROWS] = w, r
        table[f + 1, FIRST], table[f + 1, START] = table[f, FIRST] + w, table[f, START] + r
        table[f + 1, PANEL] = table[f, PANEL] + dofs * dofs * r * w
        for i in range(table[f, FIRST], table[f + 1, FIRST]):
            front[i] = f
    number = np.empty(n, dtype=np.int64)
    for j in range(n):
        number[j] = following[owner[j]]
        following[owner[j]] += 1
    return number, front


@compiled
def _rows(
    column: IntArray, entries: IntArray, top: IntArray, parent: IntArray, number: IntArray, table: IntArray
) -> tuple[IntArray, IntArray]:
    """Rows of the fronts, increasing, and those below the pivots as rows of the parent."""
    count, n = len(top), len(number)
    begin = np.zeros(n + 1, dtype=np.int64)  # fronts by the rows they have below their pivots
    for f in range(count):
        for e in range(column[top[f]], column[top[f] + 1]):
            begin[number[entries[e]] + 1] += 1
    for i in range(n):
        begin[i + 1] += begin[i]
    at, fronts = begin[:-1].copy(), np.empty(begin[n], dtype=np.int64)
    for f in range(count):
        for e in range(column[top[f]], column[top[f] + 1]):
            i = number[entries[e]]
            fronts[at[i]] = f
            at[i] += 1
    rows, local = np.empty(table[count, START], dtype=np.int64), np.zeros(table[count, START], dtype=np.int64)
    end = np.empty(count, dtype=np.int64)
    for f in range(count):
        end[f] = table[f, START] + table[f, PIVOTS]
        for i in range(table[f, PIVOTS]):
            rows[table[f, START] + i] = table[f, FIRST] + i
    for i in range(n):
        for e in range(begin[i], begin[i + 1]):
            rows[end[fronts[e]]] = i
            end[fronts[e]] += 1
    for f in range(count):
        if parent[f] >= 0:
            i = table[parent[f], START]
            for e in range(table[f, START] + table[f, PIVOTS], table[f + 1, START]):
                while rows[i] != rows[e]:
                    i += 1
                local[e] = i - table[parent[f], START]
    return rows, local


@compiled
def _divide(parent: IntArray, table: IntArray, dofs: int) -> tuple[IntArray, int]:
    """The part (F,) of every front, and how many there are; the rest has that number.

    Subtrees that take at most a share 1/`PARTS` of the time belong to a part, with their neighbours as far as the share
    allows; what is above them is the rest. All is one part where there is little to do.
    """
    fronts = len(parent)
    time = np.zeros(fronts)
    total = 0.0
    for f in range(fronts):
        own = _time(table[f, PIVOTS], table[f, ROWS], dofs)
        total += own
        time[f] += own
        if parent[f] >= 0:
            time[parent[f]] += time[f]
    share = total / PARTS if total > WORTH else np.inf
    part, number, load = np.zeros(fronts, dtype=np.int64), 0, 0.0
    for f in range(fronts):
        if time[f] <= share and (parent[f] < 0 or time[parent[f]] > share):
            if load > 0.0 and load + time[f] > share:
                number, load = number + 1, 0.0
            part[f] = number
            load += time[f]
    for f in range(fronts - 1, -1, -1):
        if time[f] > share:
            part[f] = number + 1
        elif parent[f] >= 0 and time[parent[f]] <= share:
            part[f] = part[parent[f]]
    return part, number + 1


@compiled
def _stack(parent: IntArray, depth: IntArray, part: IntArray, table: IntArray, dofs: int) -> int:
    """Link the children of every front and place the contributions in the stack; its size.

    Every part has two stacks, of fronts at odd and at even depths: a contribution is written while its children, in
    the other one, are read.
    """
    count = len(parent)
    table[:, CHILD] = -1
    table[:, SIBLING] = -1
    for f in range(count - 1, -1, -1):
        if parent[f] >= 0:
            table[f, SIBLING], table[parent[f], CHILD] = table[parent[f], CHILD], f
    parts = 1
    for f in range(count):
        parts = max(parts, part[f] + 1)
    top, room = np.zeros((parts, 2), dtype=np.int64), np.zeros((parts, 2), dtype=np.int64)
    for f in range(count):
        p, side = part[f], depth[f] % 2
        child = table[f, CHILD]
        while child >= 0 and part[child] != p:
            child = table[child, SIBLING]
        if child >= 0:
            top[p, 1 - side] = table[child, UPDATE]
        below = dofs * (table[f, ROWS] - table[f, PIVOTS])
        table[f, UPDATE] = top[p, side]
        top[p, side] += below * below
        room[p, side] = max(room[p, side], top[p, side])
    begin, size = np.zeros((parts, 2), dtype=np.int64), 0
    for p in range(parts):
        for side in range(2):
            begin[p, side] = size
            size += room[p, side]
    for f in range(count):
        table[f, UPDATE] += begin[part[f], depth[f] % 2]
    return size


def _apart(part: IntArray, parts: int, rows: IntArray, late: IntArray, table: IntArray) -> IntArray:
    """`Fronts.apart`."""
    bodies = table[-1, FIRST]
    rank = np.full(bodies, -1)
    rank[late] = np.arange(len(late))
    owner = np.repeat(part, table[:-1, ROWS])
    moved = (rank[rows] >= 0) & (owner < parts)
    return np.where(moved, bodies + owner * len(late) + rank[rows], rows)


@compiled
def _entries(
    pairs: IntArray, number: IntArray, front: IntArray, rows: IntArray, table: IntArray, dofs: int
) -> tuple[IntArray, IntArray]:
    """`Fronts.entry`, in the order of the pairs, and how many belong to each front (F,)."""
    entry, counts = np.empty((len(pairs), 3), dtype=np.int64), np.zeros(len(table) - 1, dtype=np.int64)
    for p in range(len(pairs)):
        i, j = number[pairs[p, 0]], number[pairs[p, 1]]
        turned = i < j
        if turned:
            i, j = j, i
        f = front[j]
        low, high = table[f, START], table[f + 1, START]
        while rows[low] != i:
            middle = (low + high) // 2
            if rows[middle] <= i:
                low = middle
            else:
                high = middle
        counts[f] += 1
        place = dofs * (dofs * table[f, ROWS] * (j - table[f, FIRST]) + low - table[f, START])
        entry[p, 0], entry[p, 1], entry[p, 2] = p, table[f, PANEL] + place, 1 if turned else 0
    return entry, counts
