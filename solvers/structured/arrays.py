"""The scaled step as plain arrays, and its contact operator."""

import math
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np

from ...numerics.compiled import FloatArray, IntArray, fused
from ...programs.step import StepLike
from ...summary import counted
from .convergence import End
from .operator import ContactOperator

__all__ = ["Arrays", "FrictionalArrays", "FrictionalLocalArrays", "Iterate", "LocalArrays", "Rows", "Sides"]


class Sides(NamedTuple):
    """N = D'D + E by the blocks of the contacts: ``D`` (C, 2, n, 3), ``blocks`` (C, 2) and ``E`` (C, 3) of `Arrays`.

    ``moved`` (B, n): room for the velocities of the blocks.
    """

    D: FloatArray
    blocks: IntArray
    E: FloatArray
    moved: FloatArray


class Rows(NamedTuple):
    """N = W of a local problem: ``W`` (K, 3, 3), the blocks of one contact's row after the other; ``column`` (K,), the
    other contact of each; row i lies from ``start[i]`` to ``start[i + 1]``, ``start`` (C + 1,).
    """

    W: FloatArray
    column: IntArray
    start: IntArray


@dataclass(frozen=True)
class Arrays:
    """A scaled step: ``k`` (B, n), ``operator`` D, ``offset`` (C, 3), ``mu`` (C,), ``E`` (C, 3); contiguous, all of
    order one.
    """

    k: FloatArray
    operator: ContactOperator
    offset: FloatArray
    mu: FloatArray
    E: FloatArray

    @classmethod
    def of(cls, scaled: StepLike) -> Self:
        """The arrays of a step whose H is the identity."""
        arrays = (np.ascontiguousarray(a, dtype=np.float64) for a in (scaled.offset, scaled.mu, scaled.E))
        return cls(np.ascontiguousarray(scaled.k, dtype=np.float64), ContactOperator.of(scaled), *arrays)

    @property
    def blocks(self) -> IntArray:
        """Blocks (C, 2) of the contacts, -1 for a fixed one."""
        return self.operator.blocks

    @property
    def D(self) -> FloatArray:
        """The blocks (C, 2, n, 3) of D, zero for a fixed block."""
        return self.operator.D

    @property
    def bodies(self) -> int:
        """Number of movable blocks B."""
        return len(self.k)

    @property
    def dofs(self) -> int:
        """Degrees of freedom n of a body."""
        return self.k.shape[1]

    @property
    def count(self) -> int:
        """Number of contacts C."""
        return len(self.mu)

    @property
    def associated(self) -> bool:
        """Whether impulses are complementary to u itself."""
        return True

    def velocity(self, impulse: FloatArray) -> FloatArray:
        """Velocities k + D gamma, (B, n)."""
        return self.k + self.operator.apply(impulse)

    def contact_velocity(self, velocity: FloatArray, impulse: FloatArray) -> FloatArray:
        """Contact velocities u = D'v + offset + E gamma, (C, 3)."""
        contact = self.operator.apply_transpose(velocity)
        _complete(contact, self.offset, self.E, impulse)
        return contact

    @property
    def energy(self) -> float:
        """What the gap is measured in, 1/2 k'k."""
        return 0.5 * float(np.sum(self.k**2))

    @property
    def gram(self) -> Sides | Rows:
        """N for the kernels of `drystone.solvers.first_order.base`, with room of its own."""
        return Sides(self.D, self.blocks, self.E, np.zeros((self.bodies, self.dofs)))

    def diagonal(self) -> FloatArray:
        """The diagonal blocks of N, D_i'D_i + E_i of every contact, (C, 3, 3)."""
        matrix = np.einsum("csij,csik->cjk", self.D, self.D)
        matrix[:, range(3), range(3)] += self.E
        return matrix

    def traces(self) -> FloatArray:
        """Their traces, (C,)."""
        return np.einsum("csij,csij->c", self.D, self.D) + np.sum(self.E, axis=1)


@dataclass(frozen=True)
class FrictionalArrays(Arrays):
    """A scaled step with Coulomb's law: impulses are complementary to u + mu |u_t| n, which is what it has for u."""

    @classmethod
    def of(cls, scaled: Any) -> Self:
        """The arrays of a step whose H is the identity, without the mu |u_t| that it assumes."""
        plain = super().of(scaled)
        offset = plain.offset.copy()
        offset[:, 0] -= scaled.memory[:, 0]
        return replace(plain, offset=offset)

    @property
    def associated(self) -> bool:
        """False."""
        return False

    def contact_velocity(self, velocity: FloatArray, impulse: FloatArray) -> FloatArray:
        """u + mu |u_t| n in place of contact velocities u (C, 3)."""
        contact = super().contact_velocity(velocity, impulse)
        _lift(contact, self.mu)
        return contact


@dataclass(frozen=True)
class LocalArrays(Arrays):
    """A scaled local problem, u = W gamma + offset: a step of contacts between fixed blocks, N = W in ``rows``."""

    rows: Rows

    @classmethod
    def of(cls, scaled: Any) -> Self:
        """The arrays of a `drystone.formulations.LocalProblem` of order one."""
        W, count = scaled.delassus, len(scaled.mu)
        place = (np.ascontiguousarray(part, dtype=np.int64) for part in (W.indices, W.indptr))
        return cls(
            k=scaled.k,
            operator=ContactOperator(
                np.full((count, 2), -1, dtype=np.int64), np.zeros((count, 2, scaled.k.shape[1], 3)), bodies=0
            ),
            offset=np.ascontiguousarray(scaled.offset, dtype=np.float64),
            mu=np.ascontiguousarray(scaled.mu, dtype=np.float64),
            E=np.zeros((count, 3)),
            rows=Rows(np.ascontiguousarray(W.data, dtype=np.float64), *place),
        )

    def contact_velocity(self, velocity: FloatArray, impulse: FloatArray) -> FloatArray:
        """Contact velocities u = W gamma + offset, (C, 3)."""
        return _multiply(*self.rows, impulse) + self.offset

    @property
    def energy(self) -> float:
        """What the gap is measured in, half the sum of |offset_i|^2 / trace(W_ii)."""
        traces = self.traces()
        return 0.5 * float(np.sum(np.sum(self.offset**2, axis=1) / np.where(traces > 0.0, traces, 1.0)))

    @property
    def gram(self) -> Sides | Rows:
        """W, for the kernels of `drystone.solvers.first_order.base`."""
        return self.rows

    def diagonal(self) -> FloatArray:
        """The diagonal blocks of W, (C, 3, 3)."""
        matrix = np.zeros((self.count, 3, 3))
        row = np.repeat(np.arange(self.count), np.diff(self.rows.start))
        own = row == self.rows.column
        matrix[row[own]] = self.rows.W[own]
        return matrix

    def traces(self) -> FloatArray:
        """Their traces, (C,)."""
        return np.trace(self.diagonal(), axis1=1, axis2=2).astype(np.float64, copy=False)


@dataclass(frozen=True)
class FrictionalLocalArrays(FrictionalArrays, LocalArrays):
    """A scaled local problem with Coulomb's law: impulses are complementary to u + mu |u_t| n."""


@dataclass(frozen=True, eq=False)
class Iterate:
    """Where a structured solver ended: ``impulse`` (C, 3), scaled; what it took; ``end``, how, and in ``detail`` a
    sentence that says more than that of the end.

    ``velocity`` (B, n): of a guess, that of the step it comes from.
    """

    impulse: FloatArray
    iterations: int
    factorisations: int = 0
    end: End = End.CONVERGED
    detail: str = ""
    velocity: FloatArray | None = None

    @property
    def message(self) -> str:
        """Why it gave up, "" where it did not."""
        if self.end.converged or self.detail:
            return "" if self.end.converged else self.detail
        at_limit = self.end is End.ITERATION_LIMIT
        return f"{counted(self.iterations, 'iteration')}, the limit" if at_limit else self.end.value

    def after(self, other: "Iterate") -> "Iterate":
        """The same with the work of ``other``, from which it started, added to its own."""
        work = self.iterations + other.iterations, self.factorisations + other.factorisations
        return Iterate(self.impulse, *work, self.end, self.detail)


@fused
def _complete(speed: FloatArray, offset: FloatArray, E: FloatArray, impulse: FloatArray) -> None:
    """Add offset + E gamma to contact velocities D'v (C, 3)."""
    for j in range(3):
        for c in range(len(speed)):
            speed[c, j] += offset[c, j] + E[c, j] * impulse[c, j]


@fused
def _lift(speed: FloatArray, mu: FloatArray) -> None:
    """Add De Saxcé's mu |u_t| to normal contact velocities u_n (C, 3)."""
    for c in range(len(speed)):
        speed[c, 0] += mu[c] * math.sqrt(speed[c, 1] * speed[c, 1] + speed[c, 2] * speed[c, 2])


@fused
def _multiply(W: FloatArray, column: IntArray, start: IntArray, impulse: FloatArray) -> FloatArray:
    """W gamma, (C, 3)."""
    speeds = np.zeros((len(start) - 1, 3))
    for c in range(len(speeds)):
        for entry in range(start[c], start[c + 1]):
            for i in range(3):
                for j in range(3):
                    speeds[c, i] += W[entry, i, j] * impulse[column[entry], j]
    return speeds
