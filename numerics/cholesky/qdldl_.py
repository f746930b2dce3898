"""QDLDL: LDL' of numbers, one by one, with AMD ordering; small and free of dependencies."""

from typing import Any

import numpy as np
import scipy.sparse as sp

from ..compiled import FloatArray
from .base import Factorisation
from .scalar import lower_triangle

__all__ = ["QdldlFactorisation"]


class QdldlFactorisation(Factorisation):
    """The LDL' factorisation of OSQP, refactorised with its ``update``; the signs of D show whether the matrix is
    definite.
    """

    name = "qdldl"
    requires = ("qdldl",)
    install = "pip install qdldl"
    licence = "Apache-2.0"

    def _analyse(self, position: FloatArray) -> None:
        lower = lower_triangle(self.bodies, self.pairs, self.dofs)
        numbering = np.arange(1.0, len(lower.rows) + 1.0)
        size = self.dofs * self.bodies
        upper = sp.csr_matrix((numbering, lower.rows, lower.start), shape=(size, size))
        turned = upper.tocsc()  # upper triangle by columns
        self._pattern = lower._replace(
            start=turned.indptr, rows=turned.indices, source=lower.source[turned.data.astype(np.int64) - 1]
        )
        self._matrix = turned
        self._solver: Any = None
        self._nonzeros = 0

    def _factorise(self, diagonal: FloatArray, lower: FloatArray) -> bool:
        import qdldl

        self._matrix.data = self._pattern.values(diagonal, lower)
        try:
            if self._solver is None:
                self._solver = qdldl.Solver(self._matrix, upper=True)
            else:
                self._solver.update(self._matrix, upper=True)
        except (ValueError, RuntimeError):  # a pivot of zero
            self._solver = None
            return False
        factor, pivots, _ = self._solver.factors()
        self._nonzeros = factor.nnz + len(pivots)
        return bool(np.all(pivots > 0.0))

    def _solve(self, rhs: FloatArray) -> FloatArray:
        return np.asarray(self._solver.solve(rhs.ravel()), dtype=np.float64).reshape(rhs.shape)

    @property
    def nonzeros(self) -> int:
        """Numbers of L with its diagonal."""
        return self._nonzeros
