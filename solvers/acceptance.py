"""Which answers are accepted: every answer to a step is measured here, once, whoever made it.

`certified` takes what a solver returned, measures it and gives it a status; nothing that a solver says of itself
counts. `attempted` is one try of one solver: whatever that raises, or returns in place of an answer, is a failed step
with the reason.
"""

import math
import numbers
from collections.abc import Callable
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError, said
from ..programs.step import FORMS, FrictionalStep, StepLike
from .answers import PASSES, array_defect
from .certificate import Certificate, certificate
from .foreign import asked, is_foreign, is_own_failure
from .solution import Answer, Attempt, StepSolution, WarmStart

__all__ = [
    "Polish",
    "attempted",
    "attempted_coulomb",
    "certified",
    "failed_solution",
    "law_accuracy",
    "law_certified",
]

Array = NDArray[np.float64]
Polish = Callable[[Array, Array, Certificate], tuple[Array, Array, Certificate, int]]
"""From a point and its certificate to a better point, or the same, its certificate, and the iterations that took."""

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


def certified(
    problem: StepLike,
    answer: object,
    accuracy: float = 1e-8,
    solver: str = "unnamed",
    form: str = "kinematic",
    *,
    exact: bool = False,
    polish: Polish | None = None,
) -> StepSolution:
    """What a solver returned for a step, an `Answer` or a `StepSolution`, measured by drystone.

    ``accuracy``: the worst entry of the certificate with which the answer is "solved"; else it is "failed" where it
    says so itself and "inaccurate" elsewhere. Velocities (B, n) and impulses (C, 3) of any real type are taken. What is
    no answer, of other shapes or types, or not finite is a failed step with the reason in ``attempts``, under the names
    ``solver`` and ``form``. ``polish``: what may sharpen the answer once it is measured.
    ``exact``: it is an answer to Coulomb's law itself, and ``problem`` the step with its own correction
    (`StepProblem.assuming`): "solved" where the natural residual and all else are within `law_accuracy`.
    """
    if not (isinstance(accuracy, numbers.Real) and 0.0 < accuracy < 1.0):
        raise DrystoneError(f"the accuracy of the solver {solver!r} is {accuracy!r}; it is a number between 0 and 1")
    defect = _defect(problem, answer)
    if defect or not isinstance(answer, Answer | StepSolution):
        return _no_answer(problem, answer, solver, form, defect)
    velocity = np.ascontiguousarray(answer.velocity, dtype=np.float64)
    impulse = np.ascontiguousarray(answer.impulse, dtype=np.float64)
    claimed = answer if isinstance(answer, StepSolution) else None
    if claimed is not None:
        solver, form = claimed.solver, claimed.form
    more, polishing = 0, 0.0
    with np.errstate(all="ignore"):  # numbers too large to be squared have an infinite certificate
        found = certificate(problem, velocity, impulse, exact)
        if polish is not None:
            start = perf_counter()
            velocity, impulse, found, more = polish(velocity, impulse, found)
            polishing = perf_counter() - start
        objective = problem.objective(form, velocity, impulse)
    if (found.error <= law_accuracy(accuracy)) if exact else (found.worst <= accuracy):
        status = "solved"
    else:
        status = "failed" if (answer.failed if claimed is None else claimed.status == "failed") else "inaccurate"
    return StepSolution(
        velocity=velocity,
        impulse=impulse,
        objective=objective,
        certificate=found,
        iterations=answer.iterations + more,
        status=status,
        solver=solver,
        form=form,
        build_time=answer.build_time,
        solve_time=answer.solve_time + polishing,
        attempts=_attempts(answer, Attempt(solver, form, status, found.worst), found, accuracy, exact),
        factorisations=answer.factorisations + more,
        missed=None if claimed is None else claimed.missed,
    )


def _attempts(
    answer: Answer | StepSolution, last: Attempt, found: Certificate, accuracy: float, exact: bool
) -> tuple[Attempt, ...]:
    """The tries of an answer, of which this is the ``last``, with the reason where it is not good enough."""
    status = last.status
    if isinstance(answer, Answer):
        missed = f"the certificate is {found.worst:.2g}, not within {accuracy:.2g}"
        if exact:
            missed = f"Coulomb's law is met to {found.error:.2g}, not within {law_accuracy(accuracy):.2g}"
        reason = status if status == "solved" else f"{status}: {answer.message or missed}"
        return (replace(last, status=reason),)
    stated = answer.certificate.worst if isinstance(answer.certificate, Certificate) else math.nan
    if status != "solved" and not exact and not stated >= found.worst / AGREES:
        reason = f"{status}: its answer has the certificate {found.worst:.2g}, not {stated:.2g} as it says"
        return (*answer.attempts[:-1], replace(last, status=reason))
    return answer.attempts or (last,)


def attempted(
    solver: Any, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None
) -> StepSolution:
    """One try of a solver at a step: its answer, `certified`; a failed step with the reason where it raises.

    ``solver``: a `drystone.solvers.Solver`, or anything that acts as one, with ``solve`` and ``accuracy``.

    Only a `DrystoneError` of drystone's own solvers (a form or a problem that one does not take), of a missing licence
    or package, and `PASSES` pass. A solver that is not drystone's and does not end in time fails, too
    (`drystone.solvers.foreign`). What drystone's own `Solver.solve` returns has been measured there.
    """
    name = getattr(solver, "name", type(solver).__name__)
    answer = _tried(solver, "solve", problem, form, warm_start)
    if isinstance(answer, StepSolution) and not is_foreign(solver, "solve"):
        return answer
    return certified(problem, answer, solver.accuracy, name, form)


def attempted_coulomb(
    solver: Any, problem: FrictionalStep, form: str = "kinematic", warm_start: WarmStart | None = None
) -> tuple[FrictionalStep, StepSolution]:
    """As `attempted`, of `drystone.solvers.Solver.solve_coulomb`: the step with the correction of the answer too.

    The step in which a stranger's answer is measured is made here, not taken from him.
    """
    name = getattr(solver, "name", type(solver).__name__)
    given = _tried(solver, "solve_coulomb", problem, form, warm_start)
    step, answer = given if isinstance(given, tuple) and len(given) == 2 else (problem, given)
    if isinstance(answer, StepSolution) and not is_foreign(solver, "solve_coulomb"):
        return step, answer
    return law_certified(problem, answer, solver.accuracy, name, form)


def law_certified(
    problem: FrictionalStep, answer: Any, accuracy: float, solver: str, form: str
) -> tuple[FrictionalStep, StepSolution]:
    """The step with the correction of an answer to Coulomb's law itself, and the answer, measured in that step."""
    if not _defect(problem, answer):
        problem = problem.assuming(*(np.asarray(part, dtype=np.float64) for part in (answer.velocity, answer.impulse)))
    return problem, certified(problem, answer, accuracy, solver, form, exact=True)


def _tried(solver: Any, method: str, problem: StepLike, form: str, warm_start: WarmStart | None) -> Any:
    """What that method of a solver returns; where it raises an `Answer` that is none, with the reason."""
    start = perf_counter()
    try:
        return asked(solver, method, problem, form, warm_start)
    except PASSES:
        raise
    except BaseException as error:
        if isinstance(error, DrystoneError) and not is_own_failure(solver, method, error):
            raise
        return Answer.none(said(error), solve_time=perf_counter() - start)


def failed_solution(
    problem: StepLike, solver: str, form: str, reason: str, times: tuple[float, float] = (0.0, 0.0)
) -> StepSolution:
    """A step without an answer: NaN, an infinite certificate, the reason in ``attempts``."""
    infinite = float("inf")
    return StepSolution(
        velocity=np.full(problem.k.shape, np.nan),
        impulse=np.full((len(problem.phi), 3), np.nan),
        objective=float("nan"),
        certificate=Certificate(infinite, infinite, infinite, infinite, natural=infinite),
        iterations=0,
        status="failed",
        solver=solver,
        form=form,
        build_time=times[0],
        solve_time=times[1],
        attempts=(Attempt(solver, form, f"failed: {reason}", infinite),),
    )


def _no_answer(problem: StepLike, answer: object, solver: str, form: str, defect: str) -> StepSolution:
    """The failed step of what is no answer, with the reason that it gives itself where it gives one."""
    if isinstance(answer, Answer):
        times = (answer.build_time, answer.solve_time)
        return failed_solution(problem, solver, form, str(answer.message or defect), times)
    failed = failed_solution(problem, solver, form, defect)
    if isinstance(answer, StepSolution) and answer.status == "failed" and _are_attempts(answer.attempts):
        return replace(failed, attempts=answer.attempts or failed.attempts)
    return failed


def _are_attempts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, Attempt) for one in value)


def _defect(problem: StepLike, answer: object) -> str:
    """Why a solver's answer is none, "" where it is one."""
    if not isinstance(answer, Answer | StepSolution):
        return f"it returned {type(answer).__name__} in place of an Answer or a StepSolution"
    for name in ("iterations", "factorisations"):
        if not isinstance(getattr(answer, name), numbers.Integral):
            return f"{name} of its answer is {getattr(answer, name)!r}; expected a whole number"
    for name in ("build_time", "solve_time"):
        time = getattr(answer, name)
        if not (isinstance(time, numbers.Real) and math.isfinite(time)):
            return f"{name} of its answer is {time!r}; expected seconds"
    for name, shape in (("velocity", problem.k.shape), ("impulse", (len(problem.phi), 3))):
        value = getattr(answer, name)
        defect = array_defect(name, value, shape)
        if defect or not np.isfinite(value).all():
            return defect or f"{name} of its answer is not finite"
    if isinstance(answer, Answer):
        return ""
    if answer.form not in FORMS or not isinstance(answer.solver, str):
        return f"its answer is of the solver {answer.solver!r} and the form {answer.form!r}"
    if not _are_attempts(answer.attempts):
        return "attempts of its answer is no tuple of Attempt"
    return ""
