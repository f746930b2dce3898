"""The scaled step as plain arrays, and its contact operator."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ..compiled import FloatArray, IntArray, compiled

if TYPE_CHECKING:
    from .solution import StepLike

__all__ = ["Arrays", "Iterate", "apply", "apply_transpose"]


@dataclass(frozen=True)
class Arrays:
    """A scaled step: ``k`` (B, 6), ``blocks`` (C, 2), -1 for a fixed one, ``D`` (C, 2, 6, 3), zero for a fixed one,
    ``offset`` (C, 3), ``mu`` (C,), ``E`` (C, 3); contiguous, all of order one.
    """

    k: FloatArray
    blocks: IntArray
    D: FloatArray
    offset: FloatArray
    mu: FloatArray
    E: FloatArray

    @classmethod
    def of(cls, scaled: "StepLike") -> "Arrays":
        """The arrays of a step whose H is the identity."""
        arrays = (np.ascontiguousarray(a, dtype=np.float64) for a in (scaled.D, scaled.offset, scaled.mu, scaled.E))
        blocks = np.ascontiguousarray(scaled.blocks, dtype=np.int64)
        return cls(np.ascontiguousarray(scaled.k, dtype=np.float64), blocks, *arrays)

    @property
    def bodies(self) -> int:
        """Number of movable blocks B."""
        return len(self.k)

    @property
    def count(self) -> int:
        """Number of contacts C."""
        return len(self.mu)

    def velocity(self, impulse: FloatArray) -> FloatArray:
        """K + D gamma, (B, 6)."""
        return self.k + apply(self.D, self.blocks, impulse, self.bodies)

    def contact_velocity(self, velocity: FloatArray, impulse: FloatArray) -> FloatArray:
        """U = D'v + offset + E gamma, (C, 3)."""
        return apply_transpose(self.D, self.blocks, velocity) + self.offset + self.E * impulse


@dataclass(frozen=True)
class Iterate:
    """Where a structured solver ended: ``impulse`` (C, 3), scaled; what it took; ``message`` where it gave up."""

    impulse: FloatArray
    iterations: int
    factorisations: int = 0
    message: str = ""

    def after(self, other: "Iterate") -> "Iterate":
        """This one, with the work of ``other``, from which it started, added to its own."""
        work = self.iterations + other.iterations, self.factorisations + other.factorisations
        return Iterate(self.impulse, *work, self.message)


@compiled
def apply(D: FloatArray, blocks: IntArray, impulse: FloatArray, bodies: int) -> FloatArray:
    """D gamma, (B, 6)."""
    moved = np.zeros((bodies, 6))
    for c in range(len(blocks)):
        for side in range(2):
            body = blocks[c, side]
            if body >= 0:
                for i in range(6):
                    row = D[c, side, i]
                    moved[body, i] += row[0] * impulse[c, 0] + row[1] * impulse[c, 1] + row[2] * impulse[c, 2]
    return moved


@compiled
def apply_transpose(D: FloatArray, blocks: IntArray, velocity: FloatArray) -> FloatArray:
    """D'v, (C, 3)."""
    speeds = np.zeros((len(blocks), 3))
    for c in range(len(blocks)):
        for side in range(2):
            body = blocks[c, side]
            if body >= 0:
                for i in range(6):
                    for j in range(3):
                        speeds[c, j] += D[c, side, i, j] * velocity[body, i]
    return speeds
