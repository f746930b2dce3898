"""Steps solved through their explicit programs, by any solver of conic programs."""

from time import perf_counter
from typing import TypeAlias

from ..checks import yes_no
from ..programs.step import StepLike
from ..summary import Facts
from .base import Solver, free_flight
from .certification import answered, failed_solution
from .conic.base import ConicSolver
from .polish import TUNING, polished
from .solution import StepSolution, WarmStart
from .structured.schur import OneForEachThread

__all__ = ["AnySolver", "ByProgram"]


class ByProgram(Solver):
    """Writes the scaled step as a program, has it solved by ``conic``, and measures the answer by the step's
    certificate.

    ``polish``: sharpen answers by proximal Newton steps (`drystone.solvers.polish`).
    """

    name = "by program"
    description = "a solver of conic programs on the explicit program of the step"
    kind = "conic"

    def __init__(self, conic: ConicSolver, polish: bool = True) -> None:
        """The settings are those of the ``conic`` solver."""
        self.conic = conic
        self.polish = yes_no(polish, f"polish of {conic.name}")
        self.name, self.accuracy = conic.name, conic.accuracy
        self.tolerance, self.settings = conic.tolerance, conic.settings
        for data in ("description", "forms", "takes_local", "requires", "install", "licence", "reference"):
            setattr(self, data, getattr(conic, data))
        self.workspace = OneForEachThread()

    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        """Solve one step; see the class.

        The backend's own status never counts. An exception of the backend and an answer that is not finite
        are a step with the status "failed"; the reason is in the last of ``attempts``. Conic backends start
        cold.
        """
        self.check_problem(problem, form)
        if not len(problem.phi):
            return free_flight(problem, form)
        start = perf_counter()
        scaled = problem.scaled[0]
        program = scaled.program(form)
        built = perf_counter()
        answer = self.conic.answer(program, measure=False)  # the step's certificate is the measure
        if not answer.finite:
            times = (built - start, perf_counter() - built)
            return failed_solution(problem, self.name, form, answer.message or answer.status, times)
        near = max(TUNING.near, self.accuracy) if self.polish else None
        point = scaled.recover(form, answer)
        velocity, impulse, found, _ = polished(problem, point[0], point[1], self.accuracy, near, self.workspace)
        return answered(
            problem,
            form,
            (velocity, impulse, found),
            self.accuracy,
            solver=self.name,
            failed=answer.status not in ("solved", "inaccurate", "limit"),
            message=answer.message,
            iterations=answer.iterations,
            build_time=built - start,
            solve_time=perf_counter() - built,
        )

    def _summary(self) -> Facts:
        return self.conic._summary()


AnySolver: TypeAlias = Solver | ConicSolver
"""What a user may give as a solver of steps: one, or one of conic programs, which `ByProgram` makes into one."""
