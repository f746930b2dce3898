"""What the structured solvers share: the step as plain arrays, its operators, and the way from iterates to an answer.

A structured solver works on the scaled step, in which H is the identity,

    v = k + D gamma,     Y  ∋  gamma   ⊥   u = D'v + offset + E gamma   ∈  Y*,

and writes one method, `StructuredSolver.iterate`. The velocity follows from its impulses, so that momentum balances
to rounding and every error shows at the contacts, where the certificate of the step finds it. Some also take local
problems (``takes_local``), u = W gamma + offset, as `LocalArrays`.
"""

from abc import abstractmethod
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from ...checks import yes_no
from ...programs.step import FrictionalStep, StepLike
from ..base import Solver, free_flight
from ..certification import answered, failed_solution
from ..polish import polished
from ..solution import StepSolution, WarmStart
from .arrays import Arrays, FrictionalArrays, FrictionalLocalArrays, Iterate, LocalArrays
from .schur import OneForEachThread, Schur

__all__ = ["StructuredSolver", "taken_up"]


class StructuredSolver(Solver):
    """A solver that reads the blocks of the step. All forms are solved at once, since it finds primal and dual."""

    kind = "structured"
    target_ratio: ClassVar[float] = 0.1
    """Worst entry of the certificate at which iterations end, over the accuracy asked for, at most 1."""

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        """As `Configured`. ``polish``: sharpen solved answers by proximal Newton steps (`drystone.solvers.polish`)."""
        super().__init__(tolerance, **settings)
        self.polish = yes_no(polish, f"polish of {self.name}")
        self.workspace = OneForEachThread()

    @property
    def schur(self) -> Schur:
        """The nB x nB matrix of this solver, another in every thread."""
        return self.workspace.schur

    @abstractmethod
    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """Impulses of the scaled step.

        ``guess``: impulses to start from, None to start cold. ``target``: worst entry of the certificate that will
        do.
        """

    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        """Solve the scaled step and measure the answer by the certificate of the step."""
        self.check_problem(problem, form)
        self.check_warm_start(problem, warm_start)
        if not len(problem.phi):
            return free_flight(problem, form)
        start = perf_counter()
        step, guess = taken_up(problem, warm_start, LocalArrays if problem.is_local else Arrays)
        built = perf_counter()
        found = self.iterate(step, guess, self.target)
        if not np.all(np.isfinite(found.impulse)):
            times = (built - start, perf_counter() - built)
            return failed_solution(problem, self.name, form, found.message or "impulses are not finite", times)
        near = self.accuracy if self.polish else None
        point = step.velocity(found.impulse), found.impulse
        velocity, impulse, found_certificate, more = polished(problem, *point, self.accuracy, near, self.workspace)
        return answered(
            problem,
            form,
            (velocity, impulse, found_certificate),
            self.accuracy,
            solver=self.name,
            message=found.message,
            iterations=found.iterations + more,
            factorisations=found.factorisations + more,
            build_time=built - start,
            solve_time=perf_counter() - built,
        )

    def solve_coulomb(
        self, problem: FrictionalStep, form: str = "kinematic", warm_start: WarmStart | None = None
    ) -> tuple[FrictionalStep, StepSolution]:
        """See `drystone.solvers.Solver.solve_coulomb`."""
        if not self.exact_friction:
            return super().solve_coulomb(problem, form, warm_start)
        self.check_problem(problem, form)
        self.check_warm_start(problem, warm_start)
        if not len(problem.phi):
            return problem, free_flight(problem, form)
        start = perf_counter()
        step, guess = taken_up(problem, warm_start, FrictionalLocalArrays if problem.is_local else FrictionalArrays)
        built = perf_counter()
        found = self.iterate_coulomb(step, guess, self.target)
        impulse = found.impulse
        if not np.all(np.isfinite(impulse)):
            times = built - start, perf_counter() - built
            return problem, failed_solution(problem, self.name, form, found.message or "impulses are not finite", times)
        velocity, impulse = problem.scaled[1](step.velocity(impulse), impulse)
        exact = problem.assuming(velocity, impulse)
        return exact, answered(
            exact,
            form,
            (velocity, impulse, None),
            self.accuracy,
            solver=self.name,
            message=found.message,
            exact=True,
            iterations=found.iterations,
            factorisations=found.factorisations,
            build_time=built - start,
            solve_time=perf_counter() - built,
        )

    def iterate_coulomb(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """As `iterate`, of a step with Coulomb's law, where the solver has `exact_friction`."""
        return self.iterate(step, guess, target)

    @property
    def target(self) -> float:
        """Worst entry of the certificate to stop at: the tolerance asked for, else ``target_ratio`` of the accuracy."""
        return self.target_ratio * self.accuracy if self.tolerance is None else self.tolerance


def taken_up(problem: StepLike, warm_start: WarmStart | None, kind: type[Arrays]) -> tuple[Arrays, Iterate | None]:
    """The scaled step as arrays of a kind, and the guess in its variables."""
    scaled, restore = problem.scaled
    step = kind.of(scaled)
    if warm_start is None:
        return step, None
    velocity, impulse = restore.forward(warm_start.velocity, warm_start.impulse)
    return step, Iterate(np.ascontiguousarray(impulse), 0, velocity=velocity)
