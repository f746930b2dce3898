"""The parts of a step, for what must know them and not the class: its checks, its forms and its scaling."""

from typing import Any, Protocol, TypeAlias

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..collision import Contacts

__all__ = ["Array", "Index", "StepParts"]

Array: TypeAlias = NDArray[np.float64]
Index: TypeAlias = NDArray[np.int64]


class StepParts(Protocol):
    """What a `drystone.formulations.StepProblem` is made of, and what follows from it; see there."""

    @property
    def H(self) -> Array:
        """Generalised mass (B, n, n)."""

    @property
    def k(self) -> Array:
        """Known momentum (B, n)."""

    @property
    def blocks(self) -> Index:
        """Movable blocks of each contact (C, 2), -1 for a fixed one."""

    @property
    def D(self) -> Array:
        """Contact operator (C, 2, n, 3)."""

    @property
    def phi(self) -> Array:
        """Gaps (C,)."""

    @property
    def mu(self) -> Array:
        """Friction coefficients (C,)."""

    @property
    def E(self) -> Array:
        """Compliance (C, 3)."""

    @property
    def dt(self) -> float:
        """Length of the step (s)."""

    @property
    def prescribed(self) -> Array:
        """Contact velocities given by fixed blocks (C, 3)."""

    @property
    def memory(self) -> Array:
        """Rate at which the elastic deformation unloads (C, 3)."""

    @property
    def contacts(self) -> Contacts | None:
        """What the rows stand for."""

    @property
    def associated(self) -> bool:
        """Whether the step's own law is meant."""

    @property
    def bond(self) -> Array:
        """Tension that contacts can bear (C,)."""

    @property
    def rebound(self) -> Array:
        """By how much u_n must exceed -phi/dt (C,)."""

    @property
    def bodies(self) -> int:
        """Number of movable blocks B."""

    @property
    def freedoms(self) -> int:
        """Degrees of freedom n of a body."""

    @property
    def count(self) -> int:
        """Number of contacts C."""

    @property
    def offset(self) -> Array:
        """Known part of the contact velocity (C, 3)."""

    @property
    def root(self) -> Array:
        """Lower Cholesky factors of H (B, n, n)."""

    @property
    def free_velocity(self) -> Array:
        """H^-1 k, (B, n)."""

    @property
    def operator(self) -> sp.csc_array:
        """D as a sparse matrix (nB, 3C)."""

    def apply_transpose(self, velocity: Array) -> Any:
        """D'v, (C, 3)."""
