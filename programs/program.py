"""The explicit conic program that formulations write and backends solve.

    min over x    1/2 x'P x + q'x + constant      s.t.    A x + s = b,    s ∈ K
    K = zero(z) x nonnegative(l) x second-order(q_1) x second-order(q_2) x ...

The multipliers z of the rows are in the dual cone K* (free on the zero rows, >= 0, second-order) and satisfy
P x + q + A'z = 0 at the optimum; the dual problem is

    max over x, z    -1/2 x'P x - b'z + constant      s.t.    P x + q + A'z = 0,    z ∈ K*
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

from ..checks import LARGEST_WHOLE, finite_number, index_array, instance_of, shaped, text, whole_number
from ..summary import Facts, Summarised, listed
from .cbf import read_cbf, write_cbf
from .cvxpy_model import CvxpyModel
from .epigraph import with_epigraph
from .program_checks import check_program, csc
from .program_parts import Array, Matrix, ProgramParts
from .solution import ConicSolution, ProgramResiduals

__all__ = ["ConicProgram"]


@dataclass(frozen=True, eq=False)
class ConicProgram(ProgramParts, Summarised):
    """A convex program with n variables and m rows; see the head of this module for its mathematics.

    ``P`` (n, n): symmetric positive semidefinite, both triangles. ``q`` (n,). ``A`` (m, n), ``b`` (m,): rows
    in the order zero, nonnegative, second-order. ``zero``, ``nonnegative``: numbers of rows. ``second_order``
    (k,): sizes of the second-order cones s_0 >= |s_1..|. ``constant``: added to the value. ``name``;
    ``variables``, ``rows``: named blocks, for the reader. ``factor`` (r, n): any matrix with P =
    factor'factor, or None. Sparse matrices of any format and arrays are taken, and stored as CSC.
    `DrystoneError` for shapes that do not agree, values that are not finite, a P that is not symmetric, has a
    negative diagonal or is not factor'factor.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> program = step.program("kinematic")
    >>> program.size, str(program.cones)
    ((24, 12), 'second-order(3)^8')
    """

    def __post_init__(self) -> None:
        for name in ("P", "A", *(("factor",) if self.factor is not None else ())):
            object.__setattr__(self, name, csc(f"{name} of a conic program", getattr(self, name)))
        for name in ("q", "b"):
            vector = shaped(getattr(self, name), (None,), f"{name} of a conic program")
            object.__setattr__(self, name, np.ascontiguousarray(vector))
        sizes = index_array(self.second_order, (None,), "second_order of a conic program", LARGEST_WHOLE, 1)
        object.__setattr__(self, "second_order", sizes)
        for name in ("zero", "nonnegative"):
            number = whole_number(getattr(self, name), f"{name} of a conic program", 0)
            object.__setattr__(self, name, number)
        constant = finite_number(self.constant, "constant of a conic program")
        object.__setattr__(self, "constant", constant)
        text(self.name, "name of a conic program")
        check_program(self)

    @property
    def upper(self) -> Matrix:
        """Upper triangle of P, diagonal included, which is what backends take."""
        n = len(self.q)
        if self.P.nnz == n and np.array_equal(self.P.indices, np.arange(n)):
            return self.P  # diagonal, as in every scaled kinematic step
        return sp.triu(self.P, format="csc")

    def objective(self, x: Array) -> float:
        """1/2 x'P x + q'x + constant."""
        x = shaped(x, (self.size[1],), "x")
        return float(0.5 * np.dot(x, np.asarray(self.P @ x)) + self.q @ x) + self.constant

    def dual_objective(self, x: Array, z: Array) -> float:
        """-1/2 x'P x - b'z + constant: below the optimal value when P x + q + A'z = 0 and z ∈ K*."""
        x, z = shaped(x, (self.size[1],), "x"), shaped(z, (self.size[0],), "z")
        return float(-0.5 * np.dot(x, np.asarray(self.P @ x)) - self.b @ z) + self.constant

    def residuals(self, solution: ConicSolution) -> ProgramResiduals:
        """How well x (n,), s (m,), z (m,) satisfy the optimality conditions of this program."""
        instance_of(solution, ConicSolution, "solution")
        m, n = self.size
        x, s, z = (shaped(getattr(solution, name), (size,), name) for name, size in (("x", n), ("s", m), ("z", m)))
        Px, Ax, Az = (np.asarray(product) for product in (self.P @ x, self.A @ x, self.A.T @ z))
        energy, work, load = float(np.dot(x, Px)), float(self.q @ x), float(self.b @ z)
        violation = (self.cones.distance(s) / _scale(s), self.cones.distance(z, dual=True) / _scale(z))
        return ProgramResiduals(
            primal=_largest(Ax + s - self.b) / _scale(Ax, s, self.b),
            dual=_largest(Px + self.q + Az) / _scale(Px, self.q, Az),
            cone=max(violation) if np.isfinite(violation).all() else float("inf"),
            gap=abs(energy + work + load) / (1.0 + max(abs(energy), abs(work), abs(load))),
            natural=_largest(z - self.cones.project(z - s, dual=True)) / _scale(s, z),
        )

    def solution(self, x: Array, z: Array, status: str = "solved", **facts: Any) -> ConicSolution:
        """The solution with the variables x (n,), the multipliers z (m,) and the slacks b - A x."""
        x, z = shaped(x, (self.size[1],), "x"), shaped(z, (self.size[0],), "z")
        return ConicSolution(x, self.b - self.A @ x, z, status, **facts)

    def linear_objective(self) -> "ConicProgram":
        """The equivalent program whose objective is linear: with one more variable t and one more cone,

            min over x, t    q'x + t + constant     s.t.   A x + s = b,   (t + 1, t - 1, sqrt(2) F x) ∈ second-order

        where P = F'F, so that the last cone says 1/2 |F x|^2 <= t. The program itself where P = 0. The
        multipliers of the rows of A are the same; `from_linear_objective` takes a solution back.
        """
        return ConicProgram(**with_epigraph(self)) if self.quadratic else self

    def from_linear_objective(self, solution: ConicSolution) -> ConicSolution:
        """The solution of this program in one of `linear_objective`: what it added is dropped."""
        instance_of(solution, ConicSolution, "solution")
        m, n = self.size
        return replace(solution, x=solution.x[:n], s=solution.s[:m], z=solution.z[:m])

    def to_cvxpy(self) -> Any:
        """The same program as a ``cvxpy.Problem`` with one variable ``x``.

        `drystone.programs.cvxpy_model.CvxpyModel` also gives the variable, the constraints and the way back to a
        `ConicSolution`. `NotInstalledError` without CVXPY.
        """
        return CvxpyModel.of(self).problem

    def write_cbf(self, path: str | Path) -> None:
        """Write a file in the Conic Benchmark Format; see `drystone.programs.cbf`.

        A quadratic objective goes through `linear_objective`.
        """
        write_cbf(self.linear_objective(), path)

    @classmethod
    def read_cbf(cls, path: str | Path) -> "ConicProgram":
        """Read a file in the Conic Benchmark Format; see `drystone.programs.cbf`.

        A maximisation is read as the minimisation of the negative. Rows come in the order zero, nonnegative,
        second-order; in each, constraints before cones of variables. `DrystoneError` for what is no linear or
        second-order conic program, and for a damaged file.
        """
        return cls(**read_cbf(path))

    def __str__(self) -> str:
        m, n = self.size
        value = " + ".join(
            term
            for term, present in (
                ("1/2 x'P x", self.quadratic),
                ("q'x", True),
                (f"{self.constant:.6g}", self.constant != 0.0),
            )
            if present
        )
        lines = [
            f"conic program {self.name}".rstrip(),
            f"  minimise    {value}",
            "  subject to  A x + s = b,  s ∈ K",
            f"  K           {self.cones}",
            f"  variables   {n}",
            *_blocks(self.variables),
            f"  rows        {m}",
            *_blocks(self.rows),
            f"  nonzeros    P {self.P.nnz}, A {self.A.nnz}" + ("" if self.factor is None else ", with a factor of P"),
        ]
        return "\n".join(lines)

    def _summary(self) -> Facts:
        m, n = self.size
        yield "", self.name
        yield "variables", f"{n}: {listed(list(self.variables))}" if self.variables else str(n)
        yield "rows", f"{m}: {listed(list(self.rows))}" if self.rows else str(m)
        yield "cones", str(self.cones)
        yield "objective", "quadratic" if self.quadratic else "linear"
        yield "nonzeros", f"P {self.P.nnz}, A {self.A.nnz}"


def _largest(values: Array) -> float:
    return float(np.max(np.abs(values))) if values.size else 0.0


def _scale(*terms: Array) -> float:
    return 1.0 + max(_largest(term) for term in terms)


def _blocks(blocks: Mapping[str, slice]) -> list[str]:
    width = max((len(name) for name in blocks), default=0)
    return [f"    {name:<{width}}  [{part.start}, {part.stop})" for name, part in blocks.items()]
