"""CHOLMOD, supernodal, through CVXOPT, whose wheels bring it; in the order of elimination of `ordering`.

(Y. Chen, T. A. Davis, W. W. Hager, S. Rajamanickam, Algorithm 887: CHOLMOD, supernodal sparse Cholesky factorization
and update/downdate, ACM Transactions on Mathematical Software 35 (2008) 22.)
"""

from typing import Any

import numpy as np

from ..compiled import FloatArray
from .base import Factorisation
from .ordering import adjacency, nested_dissection
from .scalar import lower_triangle

__all__ = ["CvxoptFactorisation"]


class CvxoptFactorisation(Factorisation):
    """CHOLMOD of CVXOPT; nested dissection of blocks leaves less to do than its own AMD of numbers."""

    name = "cvxopt"
    requires = ("cvxopt",)
    install = "pip install cvxopt"
    licence = "GPL-3.0"

    def _analyse(self, position: FloatArray) -> None:
        from cvxopt import cholmod, matrix, spmatrix

        self._pattern = lower_triangle(self.bodies, self.pairs, self.dofs)
        size = self.dofs * self.bodies
        columns = np.repeat(np.arange(size), np.diff(self._pattern.start))
        self._matrix: Any = spmatrix(1.0, matrix(self._pattern.rows), matrix(columns), (size, size))
        order = nested_dissection(*adjacency(self.bodies, self.pairs), position)
        permutation = (self.dofs * order[:, None] + np.arange(self.dofs)).ravel()
        self._symbolic: Any = cholmod.symbolic(self._matrix, p=matrix(permutation.tolist(), tc="i"))

    def _factorise(self, diagonal: FloatArray, lower: FloatArray) -> bool:
        from cvxopt import cholmod, matrix

        self._matrix.V = matrix(self._pattern.values(diagonal, lower))
        try:
            cholmod.numeric(self._matrix, self._symbolic)
        except ArithmeticError:
            return False
        return True

    def _solve(self, rhs: FloatArray) -> FloatArray:
        from cvxopt import cholmod, matrix

        x = matrix(rhs.ravel())
        cholmod.solve(self._symbolic, x)
        return np.array(x, dtype=np.float64).reshape(rhs.shape)
