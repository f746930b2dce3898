"""Answers and their certificates: no solver's word counts, neither ours nor another's.

`answered` turns velocities and impulses into a `StepSolution`, with the certificate that decides its status.
`certified` looks at what any solver returned as at a stranger's, and `attempted` is one try: whatever a solver raises
or returns in place of an answer is a failed step with the reason.
"""

import math
import numbers
import threading
import weakref
from dataclasses import replace
from time import perf_counter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError
from ..programs.step import FORMS, FrictionalStep, StepLike
from .answers import PASSES, array_defect, reason_of
from .certificate import Certificate, certificate
from .foreign import asked
from .solution import Attempt, StepSolution, WarmStart

__all__ = ["SolverLike", "answered", "attempted", "attempted_coulomb", "certified", "failed_solution", "law_accuracy"]

Array = NDArray[np.float64]

AGREES = 2.0
"""Where an answer that is not accurate states a worst entry smaller than the true one over this, the reason says so."""


def law_accuracy(accuracy: float) -> float:
    """`Certificate.error` with which an answer to Coulomb's law itself is "solved": the root of ``accuracy``.

    Complementarity and gap are of the order of the error's square, and the associated law's answers are accepted with
    1e-8 of them, which is an error of 1e-4. Coulomb's law belongs to no convex program: it has no gap that bounds the
    error, and complementarity can be tiny where a contact's impulse is plainly wrong. It is the error itself that must
    be within 1e-4 there, in impulses and velocities of order one.
    """
    return math.sqrt(accuracy)


class SolverLike(Protocol):
    """What is tried: a `drystone.solvers.Solver`, or anything that acts as one."""

    @property
    def accuracy(self) -> float:
        """Worst entry of the certificate with which an answer is "solved"."""

    def solve(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> StepSolution:
        """Solve one step."""


class _Known(threading.local):
    """The point whose certificate was taken last in this thread, by value, so that no step is measured twice."""

    problem: Any = None
    velocity: Array
    impulse: Array
    found: Certificate

    def keep(self, problem: StepLike, velocity: Array, impulse: Array, found: Certificate) -> None:
        """Keep a point and its certificate."""
        try:
            self.problem = weakref.ref(problem)
        except TypeError:  # a step of another making
            self.problem = None
        self.velocity, self.impulse, self.found = velocity.copy(), impulse.copy(), found

    def certificate_of(self, problem: StepLike, velocity: Array, impulse: Array) -> Certificate | None:
        """The certificate of the point where it is the one that is kept."""
        if self.problem is None or self.problem() is not problem:
            return None
        same = np.array_equal(velocity, self.velocity) and np.array_equal(impulse, self.impulse)
        return self.found if same else None


_known = _Known()


def certified(
    problem: StepLike,
    solution: object,
    accuracy: float = 1e-8,
    solver: str = "unnamed",
    form: str = "kinematic",
    *,
    exact: bool = False,
) -> StepSolution:
    """What a solver returned for a step, with drystone's own certificate, objective and status.

    ``accuracy``: the worst entry of the certificate with which the answer is "solved"; else it is "failed" where it
    says so itself and "inaccurate" elsewhere. Velocities (B, n) and impulses (C, 3) of any real type are taken. What is
    no `StepSolution`, of other shapes or types, or not finite is a failed step with the reason in ``attempts``, under
    the names ``solver`` and ``form``. The last point that drystone measured is known and not measured again.
    ``exact``: it is an answer to Coulomb's law itself, and ``problem`` the step with its own correction
    (`StepProblem.assuming`): "solved" where the natural residual and all else are within `law_accuracy`.
    """
    if not (isinstance(accuracy, numbers.Real) and 0.0 < accuracy < 1.0):
        raise DrystoneError(f"the accuracy of the solver {solver!r} is {accuracy!r}; it is a number between 0 and 1")
    defect = _defect(problem, solution)
    if not isinstance(solution, StepSolution) or (defect and not _admits(solution)):
        return failed_solution(problem, solver, form, defect)
    if defect:
        return replace(failed_solution(problem, solver, form, defect), attempts=solution.attempts)
    velocity = np.ascontiguousarray(solution.velocity, dtype=np.float64)
    impulse = np.ascontiguousarray(solution.impulse, dtype=np.float64)
    found = _known.certificate_of(problem, velocity, impulse)
    if found is None:
        found, objective = _measured(problem, solution.form, velocity, impulse)
        _known.keep(problem, velocity, impulse, found)
    else:
        objective = solution.objective
    status = _status(found, accuracy, solution.status == "failed", exact)
    attempts = solution.attempts
    stated = solution.certificate.worst if isinstance(solution.certificate, Certificate) else math.nan
    if status != "solved" and not exact and not stated >= found.worst / AGREES:
        reason = f"{status}: its answer has the certificate {found.worst:.2g}, not {stated:.2g} as it says"
        attempts = (*attempts[:-1], Attempt(solution.solver, solution.form, reason, found.worst))
    return replace(
        solution, velocity=velocity, impulse=impulse, objective=objective, certificate=found, status=status,
        attempts=attempts or (Attempt(solution.solver, solution.form, status, found.worst),),
    )  # fmt: skip


def attempted(
    solver: SolverLike, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None
) -> StepSolution:
    """One try of a solver at a step: its answer, `certified`; a failed step with the reason where it raises.

    Only errors of drystone itself pass (a form or a problem the solver does not take, a missing licence), and `PASSES`.
    A solver that is not drystone's and does not end in time fails, too (`drystone.solvers.foreign`).
    """
    name, start = getattr(solver, "name", type(solver).__name__), perf_counter()
    try:
        answer = asked(solver, "solve", lambda: solver.solve(problem, form, warm_start))
    except (DrystoneError, *PASSES):
        raise
    except BaseException as error:
        return failed_solution(problem, name, form, reason_of(error), (0.0, perf_counter() - start))
    return certified(problem, answer, solver.accuracy, name, form)


def attempted_coulomb(
    solver: Any, problem: FrictionalStep, form: str = "kinematic", warm_start: WarmStart | None = None
) -> tuple[FrictionalStep, StepSolution]:
    """As `attempted`, of `drystone.solvers.Solver.solve_coulomb`: the step with the correction of the answer too.

    The certificate is taken of the step that came back, whose correction its entry ``friction`` compares with the
    answer's.
    """
    name, start = getattr(solver, "name", type(solver).__name__), perf_counter()
    try:
        step, answer = asked(solver, "solve_coulomb", lambda: solver.solve_coulomb(problem, form, warm_start))
    except (DrystoneError, *PASSES):
        raise
    except BaseException as error:
        return problem, failed_solution(problem, name, form, reason_of(error), (0.0, perf_counter() - start))
    return step, certified(step, answer, solver.accuracy, name, form, exact=True)


def answered(
    problem: StepLike,
    form: str,
    point: tuple[Array, Array, Certificate | None],
    accuracy: float,
    *,
    solver: str,
    failed: bool = False,
    message: str = "",
    exact: bool = False,
    **facts: Any,
) -> StepSolution:
    """The solution with the ``point`` (velocity (B, n), impulse (C, 3), their certificate or None) as its answer.

    ``failed``: what to call an answer that misses ``accuracy``, "failed" or "inaccurate"; ``message``: why it does.
    ``exact``: see `certified`. ``facts``: iterations, factorisations, build_time and solve_time.
    """
    velocity, impulse, found = point
    objective = problem.objective(form, velocity, impulse)
    if found is None:
        found = certificate(problem, velocity, impulse)
    _known.keep(problem, velocity, impulse, found)
    status = _status(found, accuracy, failed, exact)
    missed = f"the certificate is {found.worst:.2g}, not within {accuracy:.2g}"
    if exact:
        missed = f"Coulomb's law is met to {found.error:.2g}, not within {law_accuracy(accuracy):.2g}"
    reason = status if status == "solved" else f"{status}: {message or missed}"
    return StepSolution(
        velocity=velocity,
        impulse=impulse,
        objective=objective,
        certificate=found,
        status=status,
        solver=solver,
        form=form,
        attempts=(Attempt(solver, form, reason, found.worst),),
        **facts,
    )


def failed_solution(
    problem: StepLike, solver: str, form: str, reason: str, times: tuple[float, float] = (0.0, 0.0)
) -> StepSolution:
    """A step without an answer: NaN, an infinite certificate, the reason in ``attempts``."""
    infinite = float("inf")
    return StepSolution(
        velocity=np.full(problem.k.shape, np.nan),
        impulse=np.full((len(problem.phi), 3), np.nan),
        objective=float("nan"),
        certificate=Certificate(infinite, infinite, infinite, infinite),
        iterations=0,
        status="failed",
        solver=solver,
        form=form,
        build_time=times[0],
        solve_time=times[1],
        attempts=(Attempt(solver, form, f"failed: {reason}", infinite),),
    )


def _status(found: Certificate, accuracy: float, failed: bool, exact: bool) -> str:
    if (found.error <= law_accuracy(accuracy)) if exact else (found.worst <= accuracy):
        return "solved"
    return "failed" if failed else "inaccurate"


def _measured(problem: StepLike, form: str, velocity: Array, impulse: Array) -> tuple[Certificate, float]:
    with np.errstate(all="ignore"):  # numbers too large to be squared have an infinite certificate
        return certificate(problem, velocity, impulse), problem.objective(form, velocity, impulse)


def _admits(solution: StepSolution) -> bool:
    """Whether an answer that is none says so, and why."""
    return solution.status == "failed" and _are_attempts(solution.attempts) and len(solution.attempts) > 0


def _are_attempts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, Attempt) for one in value)


def _defect(problem: StepLike, solution: object) -> str:
    """Why a solver's answer is none, "" where it is one."""
    if not isinstance(solution, StepSolution):
        return f"it returned {type(solution).__name__} in place of a StepSolution"
    for name, shape in (("velocity", problem.k.shape), ("impulse", (len(problem.phi), 3))):
        value = getattr(solution, name)
        defect = array_defect(name, value, shape)
        if defect or not np.isfinite(value).all():
            return defect or f"{name} of its answer is not finite"
    for name in ("iterations", "factorisations"):
        if not isinstance(getattr(solution, name), numbers.Integral):
            return f"{name} of its answer is {getattr(solution, name)!r}; expected a whole number"
    for name in ("build_time", "solve_time"):
        time = getattr(solution, name)
        if not (isinstance(time, numbers.Real) and math.isfinite(time)):
            return f"{name} of its answer is {time!r}; expected seconds"
    if solution.form not in FORMS or not isinstance(solution.solver, str):
        return f"its answer is of the solver {solution.solver!r} and the form {solution.form!r}"
    if not _are_attempts(solution.attempts):
        return "attempts of its answer is no tuple of Attempt"
    return ""
