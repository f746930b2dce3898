"""Who solves the programs of statics: a conic solver by name, or one after the other."""

from dataclasses import dataclass
from math import inf
from time import perf_counter

from ..errors import DrystoneError, StepFailedError
from ..programs import ConicProgram, ConicSolution
from ..solvers import get_solver
from ..solvers.by_program import AnySolver, ByProgram
from ..solvers.conic.base import ConicSolver
from ..solvers.registry import SOLVERS, solver_class

__all__ = ["Answer", "answer", "backends", "failed", "verified"]

CHAIN: tuple[tuple[str, dict[str, float]], ...] = (
    ("clarabel", {"tolerance": 1e-10}),
    ("clarabel", {"tolerance": 1e-8}),
    ("qoco", {}),
    ("scs", {"time_limit_secs": 10.0}),
)
"""Solvers of "auto", in this order; those that are not installed are passed over."""


@dataclass(frozen=True)
class Answer:
    """A backend's solution, its name, and the time it took (s)."""

    solution: ConicSolution
    solver: str
    time: float


def backends(solver: str | AnySolver, *others: str) -> list[ConicSolver]:
    """The conic solvers to try for a name, "auto" or an object; DrystoneError for one that takes no program.

    ``others``: names of solvers that the caller takes beside these.
    """
    if isinstance(solver, str) and solver == "auto":
        return [_conic(name, settings, others) for name, settings in CHAIN if solver_class(name).available()]
    return [_conic(solver, {}, others)]


def _conic(solver: str | AnySolver, settings: dict[str, float], others: tuple[str, ...]) -> ConicSolver:
    found = get_solver(solver, **settings)
    if not isinstance(found, ByProgram):
        named = ["auto", *others, *(name for name in SOLVERS if solver_class(name).kind == "conic")]
        raise DrystoneError(f"the solver {found.name!r} takes no conic programs; this needs one of {', '.join(named)}")
    return found.conic


def answer(backend: ConicSolver, program: ConicProgram) -> Answer:
    """The backend's answer to a program, with its time."""
    start = perf_counter()
    solution = backend.answer(program, measure=False)
    return Answer(solution, backend.name, perf_counter() - start)


def verified(
    program: ConicProgram, solver: str | AnySolver, what: str, accuracy: float, ends: tuple[str, ...] = ()
) -> Answer:
    """The first answer whose residuals are within ``accuracy``, or that says one of ``ends`` of the program.

    ``what`` is sought: the words of the StepFailedError where there is none.
    """
    tried = []
    for backend in backends(solver):
        found = answer(backend, program)
        if found.solution.status in ends:
            return found
        worst = program.residuals(found.solution).worst if found.solution.finite else inf
        tried.append(f"{found.solver}: {worst:.1e}")
        if worst <= accuracy:
            return found
    raise failed(what, tried)


def failed(what: str, tried: list[str]) -> StepFailedError:
    """The error where no backend's answer could be verified."""
    return StepFailedError(
        f"{what}: no solver's answer passed the check ({'; '.join(tried)}). Try another solver, or look for blocks "
        "that overlap or differ in size by many orders of magnitude"
    )
