"""Steps solved through their explicit programs, by any solver of conic programs."""

from time import perf_counter
from typing import TypeAlias

from ..checks import yes_no
from ..programs.step import StepLike
from ..summary import Facts
from .base import Solver
from .conic.base import ConicSolver
from .polish import NEAR
from .solution import Answer, WarmStart
from .structured.schur import OneForEachThread

__all__ = ["AnySolver", "ByProgram"]

ANSWERED = ("solved", "inaccurate", "limit")
"""Statuses of a program that has an answer."""


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
        self.polish_from = max(NEAR, self.accuracy) if self.polish else None

    def find(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> Answer:
        """The answer of the backend, whose own status never counts; conic backends start cold."""
        start = perf_counter()
        scaled, restore = problem.scaled
        program = scaled.program(form)
        built = perf_counter() - start
        answer = self.conic.answer(program, measure=False)  # the step's certificate is the measure
        if not answer.finite:
            reason = answer.message or ("its answer is not finite" if answer.status in ANSWERED else answer.status)
            return Answer.none(reason, build_time=built)
        velocity, impulse = restore(*scaled.recover(form, answer)[:2])
        return Answer(
            velocity,
            impulse,
            iterations=answer.iterations,
            build_time=built,
            message=answer.message,
            failed=answer.status not in ANSWERED,
        )

    def _summary(self) -> Facts:
        return self.conic._summary()


AnySolver: TypeAlias = Solver | ConicSolver
"""What a user may give as a solver of steps: one, or one of conic programs, which `ByProgram` makes into one."""
