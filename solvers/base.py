"""What a solver of steps is: class data that can be listed without loading anything, and one method."""

import math
import numbers
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from textwrap import shorten
from time import perf_counter
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..checks import finite_number, instance_of, one_of, yes_no
from ..errors import DrystoneError, NotInstalledError, UnknownNameError
from ..summary import Facts, Summarised
from .arrays import Arrays
from .certificate import Certificate, certificate
from .checks import check_step
from .judge import PASSES, answered, array_defect, failed_solution, reason_of
from .program import ConicProgram, ConicSolution
from .proximal import project, proximal_newton, sufficient
from .schur import OneForEachThread, Schur
from .solution import FORMS, StepLike, StepSolution, WarmStart
from .watch import watched

__all__ = [
    "LINEARISED_ACCURACY",
    "ConicSolver",
    "LicenceError",
    "Solver",
    "free_flight",
    "no_blocks",
]

Array = NDArray[np.float64]

POLISH = 30  # most Newton iterations that sharpen an answer
NEAR = 1e-4
"""Worst entry of the certificate up to which an answer is polished: the root of the accuracy, so that one step of
Newton's method, which squares the error, would lead there. From anything larger Newton's method finds an answer of its
own, which is not the backend's.
"""
TIME_LIMIT = 600.0
"""Time (s) that a backend is given for one step: Clarabel takes 30 s for 60 000 contacts, and no other takes longer."""
LOCAL_FORM = "ccp"  # the one form that needs neither H nor D
SETTING = 40  # characters of a setting that a solver shows of itself
REMEASURED = 1e-5  # residual of a program above which an answer is no solution, whatever the backend says

LINEARISED_ACCURACY = 1e-6
"""Accuracy of steps through `ConicProgram.linear_objective`: the tolerance there bounds the square of an error."""


class Sharpened(NamedTuple):
    """An answer in physical units, its certificate, and the Newton iterations that polished it."""

    velocity: Array
    impulse: Array
    certificate: Certificate
    iterations: int


class LicenceError(DrystoneError):
    """A solver is installed and has no licence to run."""

    def __init__(self, solver: str, reason: str) -> None:
        super().__init__(
            f"the solver {solver!r} is installed and has no licence here ({reason}); put the licence file where the "
            "solver looks for it (MOSEK also takes its path from the environment variable MOSEKLM_LICENSE_FILE), or "
            "choose another solver, such as 'clarabel'"
        )


class Solver(Summarised, ABC, inline=True):
    """A solver of one step. A new one is a subclass in its own module and a line in `registry.SOLVERS`.

    Class data: ``name``; ``description``, one line; ``kind``, "conic" (is given the explicit program),
    "structured" (reads the blocks of the step) or "automatic" (tries others); ``forms`` it can solve;
    ``takes_local``, whether it solves a `drystone.formulations.LocalProblem`, which has neither H nor D;
    ``requires``, modules that must be installed; ``install``, the command for it; ``licence``; ``reference``;
    ``accuracy``, the worst entry of the certificate with which its answers count as solved.
    """

    name: str
    description: ClassVar[str]
    kind: ClassVar[str] = "structured"
    forms: ClassVar[tuple[str, ...]] = FORMS
    takes_local: ClassVar[bool] = False
    requires: ClassVar[tuple[str, ...]] = ()
    install: ClassVar[str] = "pip install drystone"
    licence: ClassVar[str] = "BSD-3-Clause"
    reference: ClassVar[str] = ""
    accuracy: float = 1e-8

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        """``tolerance``: what the algorithm is asked for, in its own measure; None for this solver's default.

        A tolerance above ``accuracy`` also becomes the accuracy with which answers count as solved. ``polish``:
        sharpen answers to steps by proximal Newton steps (`drystone.solvers.proximal`). ``settings`` are the
        algorithm's own. `NotInstalledError` without its package, `DrystoneError` for settings it does not have.
        """
        if not self.available():
            raise NotInstalledError(f"the solver {self.name!r}", self.install)
        if tolerance is not None:
            tolerance = finite_number(tolerance, f"tolerance of {self.name}", above=0.0, below=1.0)
            self.accuracy = max(tolerance, self.accuracy)
        self.tolerance, self.polish = tolerance, yes_no(polish, f"polish of {self.name}")
        self.settings = dict(settings)
        self.workspace = OneForEachThread()
        known = self.setting_names() if settings else None
        if known is not None:
            for setting in settings:
                if setting not in known:
                    raise UnknownNameError(f"setting of {self.name}", setting, known)

    @property
    def schur(self) -> Schur:
        """The 6B x 6B matrix of this solver, another in every thread."""
        return self.workspace.schur

    @classmethod
    def available(cls) -> bool:
        """Whether the packages it needs are installed; loads nothing."""
        return all(find_spec(module) is not None for module in cls.requires)

    def setting_names(self) -> Iterable[str] | None:
        """The names of the settings it knows; None where only the backend can tell, when it is called."""
        return ()

    @abstractmethod
    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        """Solve one step in one form; ``warm_start`` is a guess for this very step."""

    def check_form(self, form: str) -> None:
        """`UnknownNameError` for no form at all, `DrystoneError` for one this solver does not take."""
        form = one_of(form, FORMS, "form")
        if form not in self.forms:
            from .registry import solvers_for

            raise DrystoneError(
                f"the solver {self.name!r} does not take the form {form!r}, it takes {', '.join(self.forms)}; "
                f"solvers for {form!r} are {', '.join(solvers_for(form))}"
            )

    def check_problem(self, problem: StepLike, form: str) -> None:
        """`check_form`, and `DrystoneError` for a local problem this solver does not take, or not in this form."""
        self.check_form(form)
        check_step(problem)
        if problem.is_local and not self.takes_local:
            raise no_blocks(f"which the solver {self.name!r} needs")
        if problem.is_local and form != LOCAL_FORM:
            raise no_blocks(f"so that its form {form!r} cannot be written")

    @staticmethod
    def check_warm_start(problem: StepLike, warm_start: WarmStart | None) -> None:
        """`DrystoneError` for a guess that is none or is not one for this problem."""
        if warm_start is None:
            return
        of_blocks = ("velocity", "velocities", problem.k.shape)
        for name, plural, shape in (of_blocks, ("impulse", "impulses", (len(problem.phi), 3))):
            given = getattr(warm_start, name, None)
            if not (isinstance(given, np.ndarray) and given.dtype.kind in "fiu"):
                raise DrystoneError(
                    f"warm_start is a {type(warm_start).__name__} whose {name} is no array of numbers; give a "
                    "WarmStart or a StepSolution"
                )
            if given.shape != shape:
                raise DrystoneError(
                    f"{plural} of the warm start have shape {given.shape}; expected {shape}: give the guess of this "
                    "very step, or None"
                )
            if not np.isfinite(given).all():
                raise DrystoneError(f"{plural} of the warm start are not finite; give a guess that is, or None")

    def sharpened(self, problem: StepLike, velocity: Array, impulse: Array) -> Sharpened:
        """An answer in scaled variables, polished where that pays, in physical units and judged.

        Only what is `NEAR` the answer, of structured solvers only what is solved: polishing adds digits to an answer
        and does not find one, and a comparison of methods shows what each reaches itself.
        """
        scaled, restore = problem.scaled
        raw = restore(velocity, impulse)
        with np.errstate(all="ignore"):  # numbers too large to be squared have an infinite certificate
            verdict = certificate(problem, *raw)
        near = self.accuracy if self.kind == "structured" else max(NEAR, self.accuracy)
        if not self.polish or verdict.worst > near or problem.is_local:  # which has no velocities
            return Sharpened(raw[0], raw[1], verdict, 0)
        step = Arrays.of(scaled)
        if verdict.natural <= sufficient(step):
            return Sharpened(raw[0], raw[1], verdict, 0)
        self.schur.prepare(step)
        sharp = proximal_newton(step, project(impulse, step.mu), self.schur, 0.1 * self.accuracy, most=POLISH)
        polished = restore(step.velocity(sharp.impulse), sharp.impulse)
        better = certificate(problem, *polished)
        if better.natural < verdict.natural and better.worst <= max(verdict.worst, 0.5 * self.accuracy):
            return Sharpened(polished[0], polished[1], better, sharp.iterations)
        return Sharpened(raw[0], raw[1], verdict, sharp.iterations)

    def _summary(self) -> Facts:
        yield "", repr(self.name)
        yield "accuracy", f"{self.accuracy:.2g}"
        if self.tolerance is not None:
            yield "tolerance", f"{self.tolerance:.2g}"
        yield from (
            (key.replace("_", " "), shorten(str(value), SETTING, placeholder=" …"))
            for key, value in self.settings.items()
        )


class ConicSolver(Solver):
    """A backend for explicit programs: it writes `solve_program`, the step is handled here, once for all.

    Class data beside those of `Solver`: ``time_setting``, the backend's own setting for a limit to its time, "" where
    it has none.
    """

    kind = "conic"
    takes_local = True
    time_setting: ClassVar[str] = ""
    time_limit: float = TIME_LIMIT

    def __init__(
        self, tolerance: float | None = None, polish: bool = True, time_limit: float = TIME_LIMIT, **settings: Any
    ) -> None:
        """As `Solver`. ``time_limit`` (s): for one program, infinity for none; a step that meets it is no answer or an
        inaccurate one.

        Backends without a ``time_setting`` run in a thread of their own that is abandoned when it is late.
        """
        super().__init__(tolerance, polish, **settings)
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

    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        """Write the scaled step as a program, solve it, and judge the answer by the certificate of the step.

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
        answer = self.answer(program, measure=False)  # the step's certificate is the measure
        if not answer.finite:
            times = (built - start, perf_counter() - built)
            return failed_solution(problem, self.name, form, answer.message or answer.status, times)
        velocity, impulse, verdict, _ = self.sharpened(problem, *scaled.recover(form, answer))
        return answered(
            problem,
            form,
            (velocity, impulse, verdict),
            self.accuracy,
            solver=self.name,
            failed=answer.status not in ("solved", "inaccurate", "limit"),
            message=answer.message,
            iterations=answer.iterations,
            build_time=built - start,
            solve_time=perf_counter() - built,
        )

    def answer(self, program: ConicProgram, measure: bool = True) -> ConicSolution:
        """`solve_program`, with an exception of the backend as the status "failed" and its message.

        Errors of drystone itself (a missing licence, a program the backend cannot take) pass. With ``measure``
        a solution that is said to be solved and does not satisfy the program is marked "inaccurate".
        """
        instance_of(program, ConicProgram, "program")
        measure = yes_no(measure, "measure")
        if not len(program.q):
            return _without_variables(program)
        m, n = program.size
        missing = np.full(n, np.nan), np.full(m, np.nan), np.full(m, np.nan)
        try:
            if self.time_setting or not math.isfinite(self.time_limit):
                answer = self.solve_program(program)
            else:
                answer = watched(partial(self.solve_program, program), self.time_limit, self.name)
        except (DrystoneError, *PASSES):
            raise
        except BaseException as error:  # whatever a native library raises; a panic in Rust is no Exception
            return ConicSolution(*missing, "failed", message=reason_of(error))
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


def no_blocks(consequence: str) -> DrystoneError:
    """What is raised where a local problem is asked for more than it has; says how to solve it."""
    from .registry import SOLVERS, solver_class

    able = ", ".join(name for name in SOLVERS if solver_class(name).takes_local)
    return DrystoneError(
        f'a local problem has neither H nor D, {consequence}; solve it with form="{LOCAL_FORM}" and one of {able}'
    )


def _without_variables(program: ConicProgram) -> ConicSolution:
    """The answer where nothing is free, as for the impulses of a step without contacts."""
    feasible = program.cones.distance(program.b) <= REMEASURED
    nothing, zero = np.zeros(0), np.zeros(len(program.b))
    return ConicSolution(nothing, program.b.copy(), zero, "solved" if feasible else "infeasible")


def free_flight(problem: StepLike, form: str) -> StepSolution:
    """The step of blocks that touch nothing, v = H^-1 k: there is no program to solve."""
    start = perf_counter()
    velocity = np.linalg.solve(problem.H, problem.k[:, :, None])[:, :, 0].astype(np.float64, copy=False)
    point, time = (velocity, np.zeros((0, 3)), None), perf_counter() - start
    return answered(problem, form, point, Solver.accuracy, solver="none", iterations=0, build_time=0.0, solve_time=time)
