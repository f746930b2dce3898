"""What a conic program must satisfy, said in words where it does not."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import scipy.sparse as sp

from ..checks import finite_array, instance_of, options_table
from ..errors import DrystoneError, shown
from ..summary import counted
from .program_parts import Matrix, ProgramParts

__all__ = ["check_program", "csc"]

ROUNDING = 1e-9  # defect of P = P' and of P = factor'factor allowed, relative to the largest value compared


def csc(name: str, matrix: Any) -> Matrix:
    """A matrix of any format as a canonical CSC array of floats (no duplicates); ``name`` says which it is."""
    if not sp.issparse(matrix):
        matrix = finite_array(matrix, (None, None), name, largest=np.inf)
    elif matrix.ndim != 2 or matrix.dtype.kind not in "iuf":
        raise DrystoneError(
            f"{name} must be a matrix of real numbers; it has {matrix.ndim} dimensions of {matrix.dtype}"
        )
    stored: Matrix = sp.csc_array(matrix, dtype=np.float64)
    if not stored.has_canonical_format:
        stored = stored.copy()
        stored.sum_duplicates()
    return stored


def check_program(program: ProgramParts) -> None:
    """`DrystoneError` where shapes, cones, values, symmetry, factor or named blocks do not agree."""
    _check_shapes(program)
    _check_cones(program)
    _check_finite(program)
    _check_convexity(program)
    _check_blocks("variables", program.variables, len(program.q))
    _check_blocks("rows", program.rows, len(program.b))


def _check_shapes(program: ProgramParts) -> None:
    m, n = len(program.b), len(program.q)
    for name, matrix, expected in (("P", program.P, (n, n)), ("A", program.A, (m, n))):
        if matrix.shape != expected:
            raise DrystoneError(
                f"{name} of a conic program has shape {matrix.shape}; "
                f"with q of {n} and b of {counted(m, 'entry', 'entries')} it is {expected}"
            )
    if program.factor is not None and program.factor.shape[1] != n:
        raise DrystoneError(f"factor of a conic program has shape {program.factor.shape}; expected (any, {n})")


def _check_cones(program: ProgramParts) -> None:
    total = program.cones.size
    if total != len(program.b):
        raise DrystoneError(
            f"the cones of a conic program have {counted(total, 'row')} (zero {program.zero}, "
            f"nonnegative {program.nonnegative}, second-order {int(np.sum(program.second_order))}) and "
            f"b has {len(program.b)}; they must agree"
        )


def _check_finite(program: ProgramParts) -> None:
    parts = {"P": program.P.data, "q": program.q, "A": program.A.data, "b": program.b}
    if program.factor is not None:
        parts["factor"] = program.factor.data
    for name, values in parts.items():
        if not np.isfinite(values).all():
            raise DrystoneError(f"{name} of a conic program holds NaN or infinite values; all must be finite")


def _check_convexity(program: ProgramParts) -> None:
    """Symmetry and P = factor'factor, both on one dense vector, and a diagonal >= 0; no eigenvalues."""
    P, factor = program.P, program.factor
    size = float(np.max(np.abs(P.data), initial=0.0))
    probe = np.cos(np.arange(P.shape[0], dtype=np.float64))
    direct = P @ probe
    defect = float(np.max(np.abs(direct - P.T @ probe), initial=0.0))
    if defect > ROUNDING * size:
        raise DrystoneError(f"P of a conic program is not symmetric: it differs from its transpose by {defect:.3g}")
    smallest = float(np.min(P.diagonal(), initial=0.0))
    if smallest < 0.0:
        raise DrystoneError(
            f"P of a conic program has {smallest:.3g} on its diagonal; a convex objective needs P positive semidefinite"
        )
    if factor is not None:
        product = factor.T @ (factor @ probe)
        defect = float(np.max(np.abs(np.asarray(direct - product)), initial=0.0))
        if defect > ROUNDING * max(size, float(np.max(np.abs(product), initial=0.0))):
            raise DrystoneError(
                f"factor of a conic program does not give P: P x and factor'factor x differ by {defect:.3g}"
            )


def _check_blocks(kind: str, blocks: Mapping[str, slice], size: int) -> None:
    for name, part in options_table(blocks, f"{kind} of a conic program").items():
        instance_of(part, slice, f"block {shown(name)} of the {kind}")
        whole = part.step in (None, 1) and isinstance(part.start, int) and isinstance(part.stop, int)
        if not (whole and 0 <= part.start <= part.stop <= size):
            raise DrystoneError(f"block {name!r} of the {kind} is {part}; expected slice(start, stop) within 0..{size}")
