"""What a solver of conic programs is: a backend behind one method, whose exceptions and odd answers stay here."""

import math
import numbers
from abc import abstractmethod
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

import numpy as np

from ...checks import instance_of, yes_no
from ...errors import DrystoneError, said
from ...programs import ConicProgram, ConicSolution
from ..answers import PASSES, array_defect
from ..configured import Configured
from ..foreign import TIME_LIMIT, asked, is_foreign, is_own_failure, watched

__all__ = ["LINEARISED_ACCURACY", "ConicSolver"]

REMEASURED = 1e-5  # residual of a program above which an answer is no solution, whatever the backend says

LINEARISED_ACCURACY = 1e-6
"""Accuracy of steps through `ConicProgram.linear_objective`: the tolerance there bounds the square of an error."""


class ConicSolver(Configured):
    """A solver of explicit conic programs, its one method `solve_program`. It knows nothing of steps.

    `drystone.solvers.by_program.ByProgram` solves steps with it. Class data beside those of `Configured`:
    ``time_setting``, the backend's own setting for a limit to its time, "" where it has none; ``time_limit`` (s).
    """

    kind = "conic"
    takes_local = True
    time_setting: ClassVar[str] = ""
    time_limit: float = TIME_LIMIT

    def __init__(self, tolerance: float | None = None, time_limit: float | None = None, **settings: Any) -> None:
        """As `Configured`. ``time_limit`` (s): for one program, infinity for none; where none is given the class's
        own, 600 s unless a subclass says otherwise. A program that meets it has no answer or an inaccurate one.

        Backends without a ``time_setting``, and all that are not drystone's, run in a thread of their own that is
        abandoned when it is late.
        """
        super().__init__(tolerance, **settings)
        time_limit = self.time_limit if time_limit is None else time_limit
        number = isinstance(time_limit, numbers.Real) and not isinstance(time_limit, bool)
        if not number or not time_limit > 0.0:
            raise DrystoneError(f"time_limit of {self.name} is {time_limit!r}; it is a number of seconds above 0")
        self.time_limit = float(time_limit)

    @property
    def limits(self) -> dict[str, float]:
        """The time limit as a setting of the backend; empty where it has none or there is no limit."""
        return {self.time_setting: self.time_limit} if self.time_setting and math.isfinite(self.time_limit) else {}

    @abstractmethod
    def solve_program(self, program: ConicProgram) -> ConicSolution:
        """Solve one program, multipliers in the sign of `ConicProgram`; may raise what the backend raises."""

    def answer(self, program: ConicProgram, measure: bool = True) -> ConicSolution:
        """`solve_program`, with an exception of the backend as the status "failed" and its message.

        Errors of drystone itself (a missing licence, a program the backend cannot take) pass, of a backend that is not
        drystone's only those of licence and installation. With ``measure``
        a solution that is said to be solved and does not satisfy the program is marked "inaccurate".
        """
        instance_of(program, ConicProgram, "program")
        measure = yes_no(measure, "measure")
        if not len(program.q):
            return _without_variables(program)
        m, n = program.size
        missing = np.full(n, np.nan), np.full(m, np.nan), np.full(m, np.nan)
        try:
            if is_foreign(self, "solve_program"):
                answer = asked(self, "solve_program", program)
            elif self.time_setting or not math.isfinite(self.time_limit):
                answer = self.solve_program(program)
            else:
                answer = watched(partial(self.solve_program, program), self.time_limit, self.name)
        except PASSES:
            raise
        except BaseException as error:  # whatever a native library raises; a panic in Rust is no Exception
            if isinstance(error, DrystoneError) and not is_own_failure(self, "solve_program", error):
                raise
            return ConicSolution(*missing, "failed", message=said(error))
        defect = _defect(answer, n, m)
        if defect:
            return ConicSolution(*missing, "failed", message=defect)
        if measure and answer.status == "solved" and not program.residuals(answer).worst <= REMEASURED:
            reason = answer.message or "the answer does not satisfy the program"
            answer = replace(answer, status="inaccurate", message=reason)
        return answer


def _defect(answer: object, n: int, m: int) -> str:
    """Why what a backend returned is no solution of a program with n variables and m rows, "" where it is one."""
    if not isinstance(answer, ConicSolution):
        return f"it returned {type(answer).__name__} in place of a ConicSolution"
    for name, size in (("x", n), ("s", m), ("z", m)):
        defect = array_defect(name, getattr(answer, name), (size,))
        if defect:
            return defect
    return ""


def _without_variables(program: ConicProgram) -> ConicSolution:
    """The answer where nothing is free, as for the impulses of a step without contacts."""
    feasible = program.cones.distance(program.b) <= REMEASURED
    nothing, zero = np.zeros(0), np.zeros(len(program.b))
    return ConicSolution(nothing, program.b.copy(), zero, "solved" if feasible else "infeasible")
