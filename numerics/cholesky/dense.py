"""Dense kernels of the multifrontal factorisation: fronts of up to some hundred rows, matrices by columns.

Such fronts are too small for a BLAS, whose calls would take as long as their work. Orders are multiples of 6, the
degrees of freedom of a rigid block: columns are eliminated six at a time, and three columns receive what six others
leave in one pass, whose inner loop reads six numbers for eighteen products.

An unsymmetric front has two such arrays of columns, those of L and those of the transpose of U. What L leaves for a
column is its products with rows of U', and the other way round: the kernels that take from columns are given both.
"""

import math

from ..compiled import FloatArray, fused_inlined, fused_kernel, summed

__all__ = ["TOGETHER", "back", "contribution", "contributions", "factor", "factor_both", "forward"]

TOGETHER = 6
"""Columns that are eliminated at a time; the kernels are written out for them."""

GROUP = 48
"""Columns that the later ones receive at a time: of 2700 rows they take a megabyte, which a processor keeps near."""


@fused_kernel
def factor(columns: FloatArray, size: int, rows: int) -> bool:
    """The ``size`` columns of L in place, ``rows`` apart; False where a pivot is not positive and finite."""
    for group in range(0, size, GROUP):
        last = min(group + GROUP, size)
        for j in range(group, last, 6):
            for p in range(j, j + 6, 3):
                for q in range(group, j, 6):
                    _eliminate(columns, columns, q, p, rows, columns, (rows + 1) * p, rows, False)
            if not _factor_six(columns, j, rows):
                return False
        for p in range(last, size, 3):
            for q in range(group, last, 6):
                _eliminate(columns, columns, q, p, rows, columns, (rows + 1) * p, rows, False)
    return True


@fused_kernel
def contribution(columns: FloatArray, size: int, rows: int, product: FloatArray) -> None:
    """-A A', the lower triangle of a square of order ``rows - size``, of the rows A of L below its pivots."""
    below = rows - size
    for group in range(0, size, GROUP):
        for p in range(0, below, 3):
            for q in range(group, min(group + GROUP, size), 6):
                _eliminate(columns, columns, q, size + p, rows, product, (below + 1) * p, below, q == 0)


@fused_kernel
def factor_both(lower: FloatArray, upper: FloatArray, size: int, rows: int) -> int:
    """The ``size`` columns of L and of U' in place, ``rows`` apart, without pivoting: how many pivots are negative.

    Both have the root of a pivot's size on their diagonals, U' with the pivot's sign: of a symmetric positive
    definite matrix both are the factor of Cholesky. -1 where a pivot is zero or not finite.
    """
    negative = 0
    for group in range(0, size, GROUP):
        last = min(group + GROUP, size)
        for j in range(group, last, 6):
            for p in range(j, j + 6, 3):
                for q in range(group, j, 6):
                    _eliminate(lower, upper, q, p, rows, lower, (rows + 1) * p, rows, False)
                    _eliminate(upper, lower, q, p, rows, upper, (rows + 1) * p, rows, False)
            found = _factor_six_of_both(lower, upper, j, rows)
            if found < 0:
                return -1
            negative += found
        for p in range(last, size, 3):
            for q in range(group, last, 6):
                _eliminate(lower, upper, q, p, rows, lower, (rows + 1) * p, rows, False)
                _eliminate(upper, lower, q, p, rows, upper, (rows + 1) * p, rows, False)
    return negative


@fused_kernel
def contributions(
    lower: FloatArray, upper: FloatArray, size: int, rows: int, product: FloatArray, turned: FloatArray
) -> None:
    """The lower triangles of -A B and of its transpose, of the rows A of L and B' of U' below their pivots."""
    below = rows - size
    for group in range(0, size, GROUP):
        for p in range(0, below, 3):
            for q in range(group, min(group + GROUP, size), 6):
                _eliminate(lower, upper, q, size + p, rows, product, (below + 1) * p, below, q == 0)
                _eliminate(upper, lower, q, size + p, rows, turned, (below + 1) * p, below, q == 0)


@fused_kernel
def forward(columns: FloatArray, size: int, rows: int, x: FloatArray) -> None:
    """Solve with the pivots' part of L for the first ``size`` of ``x`` (``rows``), and take it from the others."""
    for j in range(0, size, 6):
        for p in range(j, j + 6):
            x[p] /= columns[rows * p + p]
            for i in range(p + 1, j + 6):
                x[i] -= columns[rows * p + i] * x[p]
        a, b, c, d, e, f = _six(columns, j, j + 6, rows)
        rest, xa, xb, xc, xd, xe, xf = x[j + 6 : rows], x[j], x[j + 1], x[j + 2], x[j + 3], x[j + 4], x[j + 5]
        for i in range(len(rest)):
            rest[i] -= a[i] * xa + b[i] * xb + c[i] * xc + d[i] * xd + e[i] * xe + f[i] * xf


@summed
def back(columns: FloatArray, size: int, rows: int, x: FloatArray) -> None:
    """Solve with the transpose of L for the first ``size`` of ``x`` (``rows``), the others being known."""
    for j in range(size - 6, -1, -6):
        a, b, c, d, e, f = _six(columns, j, j + 6, rows)
        rest = x[j + 6 : rows]
        sa, sb, sc, sd, se, sf = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for i in range(len(rest)):
            value = rest[i]
            sa += a[i] * value
            sb += b[i] * value
            sc += c[i] * value
            sd += d[i] * value
            se += e[i] * value
            sf += f[i] * value
        x[j] -= sa
        x[j + 1] -= sb
        x[j + 2] -= sc
        x[j + 3] -= sd
        x[j + 4] -= se
        x[j + 5] -= sf
        for p in range(j + 5, j - 1, -1):
            for i in range(p + 1, j + 6):
                x[p] -= columns[rows * p + i] * x[i]
            x[p] /= columns[rows * p + p]


@fused_inlined
def _six(columns: FloatArray, first: int, row: int, rows: int) -> tuple[FloatArray, ...]:
    """Six columns from ``row`` on."""
    start = rows * first + row
    count = rows - row
    return (
        columns[start : start + count],
        columns[start + rows : start + rows + count],
        columns[start + 2 * rows : start + 2 * rows + count],
        columns[start + 3 * rows : start + 3 * rows + count],
        columns[start + 4 * rows : start + 4 * rows + count],
        columns[start + 5 * rows : start + 5 * rows + count],
    )


@fused_kernel
def _factor_six(columns: FloatArray, first: int, rows: int) -> bool:
    """Six columns of L in place, which have received those before; False for a pivot not positive and finite."""
    for p in range(first, first + 6):
        column = columns[rows * p + p : rows * (p + 1)]
        for q in range(first, p - 1, 2):
            _subtract_two(columns[rows * q + p : rows * (q + 1)], columns[rows * (q + 1) + p :], column)
        if (p - first) % 2 == 1:
            _subtract_one(columns[rows * (p - 1) + p :], column)
        if not 0.0 < column[0] < math.inf:
            return False
        inverse = 1.0 / math.sqrt(column[0])
        for i in range(len(column)):
            column[i] *= inverse
    return True


@fused_kernel
def _factor_six_of_both(lower: FloatArray, upper: FloatArray, first: int, rows: int) -> int:
    """Six columns of L and of U' in place, which have received those before: how many pivots are negative, or -1."""
    negative = 0
    for p in range(first, first + 6):
        low, up = lower[rows * p + p : rows * (p + 1)], upper[rows * p + p : rows * (p + 1)]
        for q in range(first, p):
            before, across = lower[rows * q + p : rows * (q + 1)], upper[rows * q + p : rows * (q + 1)]
            a, b = before[0], across[0]
            for i in range(len(low)):
                low[i] -= b * before[i]
                up[i] -= a * across[i]
        size = abs(low[0])
        if not 0.0 < size < math.inf:
            return -1
        inverse = 1.0 / math.sqrt(size)
        turned = inverse if low[0] > 0.0 else -inverse
        up[0] = low[0]
        for i in range(len(low)):
            low[i] *= turned
            up[i] *= inverse
        if turned < 0.0:
            negative += 1
    return negative


@fused_kernel
def _eliminate(
    columns: FloatArray,
    across: FloatArray,
    first: int,
    row: int,
    rows: int,
    to: FloatArray,
    start: int,
    distance: int,
    fresh: bool,
) -> None:
    """Take six columns' products with three rows of those ``across``, ``row`` and the next, from three columns.

    These begin at ``start`` of ``to``, ``distance`` apart, with the entry of ``row``; ``fresh``: nothing is there yet.
    What comes above the diagonal is never read. ``across``: the same columns where the matrix is symmetric.
    """
    a, b, c, d, e, f = _six(across, first, row, rows)
    xa, xb, xc, xd, xe, xf = a[0], b[0], c[0], d[0], e[0], f[0]
    ya, yb, yc, yd, ye, yf = a[1], b[1], c[1], d[1], e[1], f[1]
    za, zb, zc, zd, ze, zf = a[2], b[2], c[2], d[2], e[2], f[2]
    a, b, c, d, e, f = _six(columns, first, row, rows)
    count = rows - row
    x = to[start : start + count]
    y = to[start + distance : start + distance + count]
    z = to[start + 2 * distance : start + 2 * distance + count]
    for i in range(count):
        ai, bi, ci, di, ei, fi = a[i], b[i], c[i], d[i], e[i], f[i]
        xi = xa * ai + xb * bi + xc * ci + xd * di + xe * ei + xf * fi
        yi = ya * ai + yb * bi + yc * ci + yd * di + ye * ei + yf * fi
        zi = za * ai + zb * bi + zc * ci + zd * di + ze * ei + zf * fi
        x[i] = -xi if fresh else x[i] - xi
        y[i] = -yi if fresh else y[i] - yi
        z[i] = -zi if fresh else z[i] - zi


@fused_inlined
def _subtract_two(a: FloatArray, b: FloatArray, column: FloatArray) -> None:
    """Take two columns' products with their first row from a third, which begins there."""
    first, second = a[0], b[0]
    for i in range(len(column)):
        column[i] -= first * a[i] + second * b[i]


@fused_inlined
def _subtract_one(a: FloatArray, column: FloatArray) -> None:
    """Take a column's products with its first row from another, which begins there."""
    first = a[0]
    for i in range(len(column)):
        column[i] -= first * a[i]
