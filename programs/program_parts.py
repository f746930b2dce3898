"""The parts of a conic program, for what must know them and not the class: checks, files, other writings of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from .cones import Cones

__all__ = ["Array", "Index", "Matrix", "ProgramParts"]

Array: TypeAlias = NDArray[np.float64]
Index: TypeAlias = NDArray[np.int64]
Matrix: TypeAlias = sp.csc_array


@dataclass(frozen=True, eq=False)
class ProgramParts:
    """The parts of a `drystone.programs.ConicProgram`; see there."""

    P: Matrix
    q: Array
    A: Matrix
    b: Array
    zero: int = 0
    nonnegative: int = 0
    second_order: Index = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    constant: float = 0.0
    name: str = ""
    variables: Mapping[str, slice] = field(default_factory=dict)
    rows: Mapping[str, slice] = field(default_factory=dict)
    factor: Matrix | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Numbers of rows m and of variables n, the shape of A."""
        return len(self.b), len(self.q)

    @cached_property
    def cones(self) -> Cones:
        """K, with the operations on it."""
        return Cones(self.zero, self.nonnegative, self.second_order)

    @property
    def quadratic(self) -> bool:
        """Whether the objective has a quadratic part."""
        return bool(np.any(self.P.data))
