"""What the structured solvers share: the step as plain arrays, its operators, and the way from iterates to a verdict.

A structured solver works on the scaled step, in which H is the identity,

    v = k + D gamma,     Y  ∋  gamma   ⊥   u = D'v + offset + E gamma   ∈  Y*,

and writes one method, `StructuredSolver.iterate`. The velocity follows from its impulses, so that momentum balances
to rounding and every error shows at the contacts, where the certificate of the step finds it.
"""

from abc import abstractmethod
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from ..compiled import FloatArray, IntArray, compiled
from ..errors import DrystoneError
from .base import Solver, failed_solution, free_flight
from .certificate import certificate
from .solution import Attempt, StepLike, StepSolution, WarmStart

__all__ = ["Arrays", "Iterate", "StructuredSolver", "apply", "apply_transpose"]


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
    def of(cls, scaled: StepLike) -> "Arrays":
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


class StructuredSolver(Solver):
    """A solver that reads the blocks of the step. All forms are solved at once, since it finds primal and dual."""

    kind = "structured"

    @abstractmethod
    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """Impulses of the scaled step.

        ``guess``: impulses to start from, None to start cold. ``target``: natural residual |gamma - P_Y(gamma - u)|
        that will do.
        """

    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        """Solve the scaled step and judge the answer by the certificate of the step."""
        self.check_form(form)
        if not len(problem.phi):
            return free_flight(problem, form)
        start = perf_counter()
        scaled, restore = problem.scaled
        step, guess = Arrays.of(scaled), None
        if warm_start is not None:
            if warm_start.impulse.shape != step.offset.shape:
                raise DrystoneError(
                    f"impulses of the warm start have shape {warm_start.impulse.shape}; expected {step.offset.shape}"
                )
            guess = Iterate(np.ascontiguousarray(restore.forward(warm_start.velocity, warm_start.impulse)[1]), 0)
        built = perf_counter()
        found = self.iterate(step, guess, self.target)
        if not np.all(np.isfinite(found.impulse)):
            times = (built - start, perf_counter() - built)
            return failed_solution(problem, self.name, form, found.message or "impulses are not finite", times)
        velocity, impulse = restore(step.velocity(found.impulse), found.impulse)
        verdict = certificate(problem, velocity, impulse)
        times = (built - start, perf_counter() - built)
        status = "solved" if verdict.worst <= self.accuracy else "inaccurate"
        reason = f"{status}: {found.message}" if found.message and status != "solved" else status
        return StepSolution(
            velocity=velocity,
            impulse=impulse,
            objective=problem.objective(form, velocity, impulse),
            certificate=verdict,
            iterations=found.iterations,
            factorisations=found.factorisations,
            status=status,
            solver=self.name,
            form=form,
            build_time=times[0],
            solve_time=times[1],
            attempts=(Attempt(self.name, form, reason, verdict.worst),),
        )

    @property
    def target(self) -> float:
        """Natural residual to stop at: the tolerance asked for, else a tenth of the accuracy."""
        return 0.1 * self.accuracy if self.tolerance is None else self.tolerance


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
