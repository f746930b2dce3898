"""Programs with a linear objective, for files and backends that take no quadratic one beside cones."""

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import connected_components

from ..errors import DrystoneError
from .program_parts import Array, Index, Matrix, ProgramParts

__all__ = ["factorise", "with_epigraph"]

CURVATURE = 1e-12  # eigenvalues of a block below this part of its largest are taken for zero (rounding of the block)


def with_epigraph(program: ProgramParts) -> dict[str, Any]:
    """The parts of the program with its quadratic part in a second-order cone; see `ConicProgram.linear_objective`."""
    factor = program.factor if program.factor is not None else factorise(program.P)
    (m, n), height = program.size, factor.shape[0]
    head = sp.csc_array(([-1.0, -1.0], ([0, 1], [n, n])), shape=(2, n + 1))
    tail = sp.hstack([-np.sqrt(2.0) * factor, sp.csc_array((height, 1))])
    return {
        "P": sp.csc_array((n + 1, n + 1)),
        "q": np.append(program.q, 1.0),
        "A": sp.vstack([sp.hstack([program.A, sp.csc_array((m, 1))]), head, tail], format="csc"),
        "b": np.concatenate([program.b, [1.0, -1.0], np.zeros(height)]),
        "zero": program.zero,
        "nonnegative": program.nonnegative,
        "second_order": np.append(program.second_order, 2 + height),
        "constant": program.constant,
        "name": f"{program.name}, linear objective".lstrip(", "),
        "variables": {**program.variables, "epigraph": slice(n, n + 1)},
        "rows": {**program.rows, "epigraph": slice(m, m + 2 + height)},
    }


def factorise(P: Matrix) -> Matrix:
    """A factor F (r, n) with P = F'F of a symmetric positive semidefinite matrix (n, n).

    Exact roots where P is diagonal; else the eigenvectors of each connected block of its pattern, blocks of
    one size at once. `DrystoneError` where an eigenvalue is negative.
    """
    n = P.shape[0]
    block_count, label = connected_components(P, directed=False)
    order = np.argsort(label, kind="stable")
    sizes = np.bincount(label, minlength=block_count)
    starts = np.cumsum(sizes) - sizes
    pieces = []
    for size in np.unique(sizes[sizes > 0]):
        members = order[starts[sizes == size][:, None] + np.arange(size)]
        pieces.append(_factor_blocks(_dense_blocks(P, members), members, n))
    stacked: Matrix = sp.vstack(pieces, format="csc")
    return stacked


def _dense_blocks(P: Matrix, members: Index) -> Array:
    """(blocks, size, size) from the rows and columns ``members`` (blocks, size)."""
    count, size = members.shape
    place = np.full(P.shape[0], -1, dtype=np.int64)
    place[members.ravel()] = np.arange(count * size)
    entries = P.tocoo()
    row, column = place[entries.row], place[entries.col]
    inside = row >= 0
    blocks = np.zeros((count, size, size))
    blocks[row[inside] // size, row[inside] % size, column[inside] % size] = entries.data[inside]
    return blocks


def _factor_blocks(blocks: Array, members: Index, columns: int) -> "sp.csr_array[np.float64]":
    """sqrt(eigenvalue) times eigenvector as rows, over the columns ``members`` (blocks, size)."""
    values, vectors = np.linalg.eigh(0.5 * (blocks + np.swapaxes(blocks, 1, 2)))
    largest = np.max(np.abs(values), axis=1, keepdims=True)
    if np.any(values < -1e3 * CURVATURE * largest):
        raise DrystoneError(
            f"P of a conic program has the eigenvalue {float(np.min(values)):.3g}; "
            "a convex objective needs none below zero"
        )
    kept = values > CURVATURE * largest
    block, which = np.nonzero(kept)
    data = np.sqrt(values[kept])[:, None] * vectors[block, :, which]
    pointer = np.arange(len(block) + 1) * blocks.shape[1]
    shape = (len(block), columns)
    return sp.csr_array((data.ravel(), members[block].ravel(), pointer), shape=shape)
