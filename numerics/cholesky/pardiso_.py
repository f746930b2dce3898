"""Pardiso of Intel MKL through pypardiso: x86 alone, large to install.

(O. Schenk, K. Gärtner, Solving unsymmetric sparse systems of linear equations with PARDISO, Future Generation Computer
Systems 20 (2004) 475-487.)
"""

from contextlib import suppress
from typing import Any

import numpy as np
import scipy.sparse as sp

from ..compiled import FloatArray
from .base import Factorisation
from .scalar import lower_triangle

__all__ = ["PardisoFactorisation"]

ANALYSE, FACTORISE, SOLVE = 11, 22, 33
"""Phases of Pardiso."""
POSITIVE_DEFINITE = 2
"""Its type of a real symmetric positive definite matrix, upper triangle by rows."""
NOT_DEFINITE = -4
"""Its error for a pivot that is not positive."""


class PardisoFactorisation(Factorisation):
    """Pardiso; analysis, factorisation and solution are called one by one, below pypardiso's own methods."""

    name = "pardiso"
    requires = ("pypardiso",)
    install = "pip install pypardiso"
    licence = "Intel Simplified Software License"

    def _analyse(self, position: FloatArray) -> None:
        from pypardiso import PyPardisoSolver

        self._pattern = lower_triangle(self.bodies, self.pairs, self.dofs)
        size = self.dofs * self.bodies
        values = np.where(self._pattern.source < self.dofs * size, 1.0, 0.0)
        self._matrix = sp.csr_matrix((values, self._pattern.rows, self._pattern.start), shape=(size, size))
        self._solver: Any = PyPardisoSolver(mtype=POSITIVE_DEFINITE)
        self._run(ANALYSE, np.zeros((size, 1)))

    def _run(self, phase: int, rhs: FloatArray) -> FloatArray:
        self._solver.set_phase(phase)
        return self._solver._call_pardiso(self._matrix, rhs)

    def _factorise(self, diagonal: FloatArray, lower: FloatArray) -> bool:
        from pypardiso.pardiso_wrapper import PyPardisoError

        self._matrix.data = self._pattern.values(diagonal, lower)
        try:
            self._run(FACTORISE, np.zeros((self._matrix.shape[0], 1)))
        except PyPardisoError as error:
            if error.value != NOT_DEFINITE:
                raise
            return False
        return True

    def _solve(self, rhs: FloatArray) -> FloatArray:
        return self._run(SOLVE, rhs.reshape(-1, 1)).reshape(rhs.shape)

    @property
    def nonzeros(self) -> int:
        """Numbers of the factor, as Pardiso reports."""
        return int(self._solver.get_iparm(18)) if self.bodies else 0

    def __del__(self) -> None:
        """Give back the memory that MKL holds for this matrix."""
        with suppress(Exception):  # the interpreter may be ending, the library gone
            self._solver.free_memory(everything=True)
