"""The parts of a conic program, for what must know them and not the class: checks, files, other writings of it."""

from collections.abc import Mapping
from typing import Protocol, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from .cones import Cones

__all__ = ["Array", "Index", "Matrix", "ProgramParts"]

Array: TypeAlias = NDArray[np.float64]
Index: TypeAlias = NDArray[np.int64]
Matrix: TypeAlias = sp.csc_array


class ProgramParts(Protocol):
    """What a `drystone.programs.ConicProgram` is made of; see there."""

    @property
    def P(self) -> Matrix:
        """Quadratic part of the objective (n, n)."""

    @property
    def q(self) -> Array:
        """Linear part of the objective (n,)."""

    @property
    def A(self) -> Matrix:
        """Rows (m, n)."""

    @property
    def b(self) -> Array:
        """Right-hand sides (m,)."""

    @property
    def zero(self) -> int:
        """Number of rows with s = 0."""

    @property
    def nonnegative(self) -> int:
        """Number of rows with s >= 0."""

    @property
    def second_order(self) -> Index:
        """Sizes of the second-order cones (k,)."""

    @property
    def constant(self) -> float:
        """Added to the value."""

    @property
    def name(self) -> str:
        """Of the program."""

    @property
    def variables(self) -> Mapping[str, slice]:
        """Named blocks of the variables."""

    @property
    def rows(self) -> Mapping[str, slice]:
        """Named blocks of the rows."""

    @property
    def factor(self) -> Matrix | None:
        """Any matrix (r, n) with P = factor'factor."""

    @property
    def cones(self) -> Cones:
        """K."""

    @property
    def size(self) -> tuple[int, int]:
        """Numbers of rows m and of variables n."""

    @property
    def quadratic(self) -> bool:
        """Whether the objective has a quadratic part."""
