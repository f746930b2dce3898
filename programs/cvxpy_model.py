"""A conic program as a CVXPY problem: the explicit form, which can be inspected."""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np
import scipy.sparse as sp

from ..errors import NotInstalledError
from .program_parts import Array, Index, ProgramParts

__all__ = ["CvxpyModel"]


@dataclass(frozen=True)
class CvxpyModel:
    """A program as a CVXPY problem.

    ``variable``: x (n,). ``constraints``: pairs of a CVXPY constraint and the rows of the program it stands
    for, (count,) or, for second-order cones, (cones, size).
    """

    program: ProgramParts
    problem: Any
    variable: Any
    constraints: tuple[tuple[Any, Index], ...]

    @classmethod
    def of(cls, program: ProgramParts) -> "CvxpyModel":
        """The model of a program. `NotInstalledError` without CVXPY."""
        if find_spec("cvxpy") is None:
            raise NotInstalledError("CVXPY", "pip install cvxpy")
        cvxpy: Any = import_module("cvxpy")
        variable = cvxpy.Variable(program.size[1], name="x")
        objective = program.q @ variable + program.constant
        if program.quadratic:
            objective = objective + 0.5 * cvxpy.quad_form(variable, cvxpy.psd_wrap(program.P))
        rows_of_a: Any = sp.csr_array(program.A)
        constraints: list[tuple[Any, Index]] = []
        for rows, kind in _parts(program):
            left, right = rows_of_a[rows.ravel()], program.b[rows.ravel()]
            if kind == "zero":
                constraint = left @ variable == right
            elif kind == "nonnegative":
                constraint = left @ variable <= right
            else:
                slack = cvxpy.reshape(right - left @ variable, rows.shape, order="C")
                constraint = cvxpy.SOC(slack[:, 0], slack[:, 1:].T)
            constraints.append((constraint, rows))
        problem = cvxpy.Problem(cvxpy.Minimize(objective), [constraint for constraint, _ in constraints])
        return cls(program, problem, variable, tuple(constraints))

    def values(self) -> tuple[Array, Array]:
        """The variables x (n,) and the multipliers z (m,) that the problem holds after ``problem.solve``.

        With the signs of `ConicProgram`; NaN where CVXPY has no values, as for an infeasible program.
        """
        m, n = self.program.size
        x, z = np.full(n, np.nan), np.full(m, np.nan)
        if self.variable.value is not None:
            x[:] = self.variable.value
        for constraint, rows in self.constraints:
            values = [dual.value for dual in constraint.dual_variables]
            if any(value is None for value in values):
                continue
            if rows.ndim == 1:
                z[rows] = np.ravel(values[0])
            else:
                z[rows[:, 0]] = values[0]
                z[rows[:, 1:]] = np.reshape(values[1], (-1, len(rows)), order="F").T
        return x, z


def _parts(program: ProgramParts) -> Iterator[tuple[Index, str]]:
    """Rows by kind of constraint; second-order cones of one size together, of size one as signs."""
    by_size = program.cones.rows_by_size()
    single = by_size.pop(1, np.zeros((0, 1), dtype=np.int64)).ravel()
    if program.zero:
        yield np.arange(program.zero), "zero"
    signs = np.concatenate([np.arange(program.zero, program.zero + program.nonnegative), single])
    if len(signs):
        yield signs, "nonnegative"
    for rows in by_size.values():
        yield rows, "second-order"
