"""The parts of a step, for what must know them and not the class: its checks, its forms and its scaling."""

from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..programs.step import StepLike

__all__ = ["Array", "Index", "StepParts"]

Array: TypeAlias = NDArray[np.float64]
Index: TypeAlias = NDArray[np.int64]


class StepParts(StepLike, Protocol):
    """What a `drystone.formulations.StepProblem` is made of beside what solvers need, and what follows from it."""

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
    def bond(self) -> Array:
        """Tension that contacts can bear (C,)."""

    @property
    def rebound(self) -> Array:
        """By how much u_n must exceed -phi/dt (C,)."""

    @property
    def support_velocity(self) -> Array:
        """Velocities (B, n) of blocks that ride on their supports."""

    @property
    def bodies(self) -> int:
        """Number of movable blocks B."""

    @property
    def dofs(self) -> int:
        """Degrees of freedom n of a body."""

    @property
    def count(self) -> int:
        """Number of contacts C."""

    @property
    def root(self) -> Array:
        """Lower Cholesky factors of H (B, n, n)."""

    @property
    def free_velocity(self) -> Array:
        """H^-1 k, (B, n)."""
