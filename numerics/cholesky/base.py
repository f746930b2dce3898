"""What a sparse Cholesky factorisation is: class data that can be listed without loading anything, two methods."""

from abc import ABC, abstractmethod
from importlib.util import find_spec
from typing import ClassVar

import numpy as np

from ...errors import DrystoneError, NotInstalledError
from ..compiled import FloatArray, IntArray
from ..contact_operator import RIGID

__all__ = ["Factorisation"]


class Factorisation(ABC):
    """S = L L' for a symmetric positive definite S of n by n blocks whose structure is a graph of bodies.

    Made once for a graph; then `factorise` and `solve` as often as there are matrices of that structure. An object
    holds one factor and serves one thread at a time. A new backend is a subclass in its own module, with
    ``_analyse``, ``_factorise`` and ``_solve``, and a line in `registry.FACTORISATIONS` or registered there.

    Class data: ``name``; ``requires``, modules that must be installed; ``install``, the command for it; ``licence``;
    ``meets_infinite``, whether `_factorise` itself returns False for numbers that are not finite;
    ``takes_unsymmetric``, whether it has `factorise_unsymmetric`.
    """

    name: ClassVar[str]
    requires: ClassVar[tuple[str, ...]] = ()
    install: ClassVar[str] = "pip install drystone"
    licence: ClassVar[str] = "BSD-3-Clause"
    meets_infinite: ClassVar[bool] = False
    takes_unsymmetric: ClassVar[bool] = False

    def __init__(self, bodies: int, pairs: IntArray, position: FloatArray | None = None, dofs: int = RIGID) -> None:
        """Analyse a graph; `NotInstalledError` without the backend's package.

        ``pairs`` (P, 2): row body i and column body j of the blocks below the diagonal, i > j, each once, sorted.
        ``position`` (B, d): coordinates of the bodies, which help to find an order of elimination.
        ``dofs``: rows n of a body's blocks.
        """
        if not self.available():
            raise NotInstalledError(f"the factorisation {self.name!r}", self.install)
        self.bodies, self.dofs = int(bodies), int(dofs)
        self.pairs = np.ascontiguousarray(pairs, dtype=np.int64).reshape(-1, 2)
        place = np.zeros((bodies, 0)) if position is None else np.ascontiguousarray(position, dtype=np.float64)
        _check_graph(self.bodies, self.pairs, place)
        self.factorised = False
        self.negative = 0
        if self.bodies:
            self._analyse(place)

    @classmethod
    def available(cls) -> bool:
        """Whether the packages it needs are installed; loads nothing."""
        return all(find_spec(module) is not None for module in cls.requires)

    def factorise(self, diagonal: FloatArray, lower: FloatArray) -> bool:
        """Factorise S from its blocks S_ii (B, n, n) and S_ij (P, n, n) of the pairs.

        False, without a factor, where S is not positive definite to rounding (add to its diagonal and try again) or
        not finite.
        """
        blocks = self._checked(diagonal, lower)
        finite = self.meets_infinite or bool(np.isfinite(np.sum(diagonal) + np.sum(lower)))
        self.factorised = finite and (not self.bodies or self._factorise(*blocks))
        return self.factorised

    def factorise_unsymmetric(self, diagonal: FloatArray, lower: FloatArray, upper: FloatArray) -> bool:
        """Factorise an S = L U that is not symmetric, from its blocks S_ii (B, n, n), S_ij and the transposes of S_ji
        (P, n, n) of the pairs.

        False, without a factor, where a pivot is zero or not finite: there is no pivoting. ``negative`` is then the
        number of negative pivots, whose parity is the sign of the determinant. `DrystoneError` where the backend takes
        symmetric matrices alone (``takes_unsymmetric``).
        """
        if not self.takes_unsymmetric:
            raise DrystoneError(f"the factorisation {self.name!r} is of symmetric matrices; choose 'multifrontal'")
        blocks = self._checked(diagonal, lower, upper)
        self.negative = self._factorise_unsymmetric(*blocks) if self.bodies else 0
        self.factorised = self.negative >= 0
        return self.factorised

    def _checked(self, diagonal: FloatArray, *others: FloatArray) -> tuple[FloatArray, ...]:
        """Blocks of the right shapes, contiguous."""
        block = (self.dofs, self.dofs)
        given = diagonal.shape, *(part.shape for part in others)
        expected = (self.bodies, *block), *((len(self.pairs), *block) for _ in others)
        if given != expected:
            raise DrystoneError(
                f"blocks of shapes {' and '.join(map(str, given))}; expected {expected[0]} on the diagonal and "
                f"{expected[1]} of the pairs"
            )
        return tuple(np.ascontiguousarray(part, dtype=np.float64) for part in (diagonal, *others))

    def solve(self, rhs: FloatArray) -> FloatArray:
        """S^(-1) rhs, (B, n), of the last matrix."""
        if not self.factorised:
            raise DrystoneError("there is no factor to solve with; call factorise, and see that it returns True")
        if rhs.shape != (self.bodies, self.dofs):
            raise DrystoneError(f"right-hand side of shape {rhs.shape}; expected {(self.bodies, self.dofs)}")
        if not self.bodies:
            return np.zeros((0, self.dofs))
        return self._solve(np.ascontiguousarray(rhs, dtype=np.float64))

    @property
    def nonzeros(self) -> int:
        """Numbers in the factor L, where the backend reports it after a factorisation; else 0."""
        return 0

    @property
    def flops(self) -> float:
        """Floating-point operations of a factorisation, where the backend reports it; else 0."""
        return 0.0

    @abstractmethod
    def _analyse(self, position: FloatArray) -> None:
        """Symbolic analysis of ``self.pairs``; there is at least one body."""

    @abstractmethod
    def _factorise(self, diagonal: FloatArray, lower: FloatArray) -> bool:
        """`factorise` of contiguous blocks."""

    def _factorise_unsymmetric(self, diagonal: FloatArray, lower: FloatArray, upper: FloatArray) -> int:
        """Negative pivots of contiguous blocks, -1 where there is no factor."""
        raise NotImplementedError

    @abstractmethod
    def _solve(self, rhs: FloatArray) -> FloatArray:
        """`solve` of a contiguous right-hand side."""


def _check_graph(bodies: int, pairs: IntArray, position: FloatArray) -> None:
    row, column = pairs.T
    if len(pairs) and not (column.min() >= 0 and np.all(column < row) and row.max() < bodies):
        raise DrystoneError(f"pairs must hold bodies 0 to {bodies - 1}, the larger number first; use pairs_of")
    if np.any(np.diff(row * bodies + column) <= 0):
        raise DrystoneError("pairs must be sorted and hold every pair once; use pairs_of")
    if position.shape[:1] != (bodies,) or position.ndim != 2 or not np.all(np.isfinite(position)):
        raise DrystoneError(f"position has shape {position.shape}; expected ({bodies}, d) finite numbers")
