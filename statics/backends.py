"""Who solves the programs of statics: a conic solver by name, or one after the other."""

from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any

from ..errors import DrystoneError, StepFailedError
from ..programs import ConicProgram, ConicSolution
from ..solvers import get_solver
from ..solvers.by_program import AnySolver, ByProgram
from ..solvers.conic.base import ConicSolver
from ..solvers.fallback import PROGRAM_CHAIN, first_accepted
from ..solvers.registry import SOLVERS, solver_class

__all__ = ["Answered", "answer", "backends", "failed", "verified"]


@dataclass(frozen=True)
class Answered:
    """A backend's solution of a program, its name, and the time it took (s)."""

    solution: ConicSolution
    solver: str
    time: float


def backends(solver: str | AnySolver, *others: str) -> list[ConicSolver]:
    """The conic solvers to try for a name, "auto" or an object; DrystoneError for one that takes no program.

    ``others``: names of solvers that the caller takes beside these.
    """
    if isinstance(solver, str) and solver == "auto":
        installed = (link for link in PROGRAM_CHAIN if solver_class(str(link.solver)).available())
        return [_conic(link.solver, link.settings, others) for link in installed]
    return [_conic(solver, {}, others)]


def _conic(solver: str | AnySolver, settings: dict[str, Any], others: tuple[str, ...]) -> ConicSolver:
    found = get_solver(solver, **settings)
    if not isinstance(found, ByProgram):
        named = ["auto", *others, *(name for name in SOLVERS if solver_class(name).kind == "conic")]
        raise DrystoneError(f"the solver {found.name!r} takes no conic programs; this needs one of {', '.join(named)}")
    return found.conic


def answer(backend: ConicSolver, program: ConicProgram) -> Answered:
    """The backend's answer to a program, with its time."""
    start = perf_counter()
    solution = backend.answer(program, measure=False)
    return Answered(solution, backend.name, perf_counter() - start)


def verified(
    program: ConicProgram, solver: str | AnySolver, what: str, accuracy: float, ends: tuple[str, ...] = ()
) -> Answered:
    """The first answer whose residuals are within ``accuracy``, or that says one of ``ends`` of the program.

    ``what`` is sought: the words of the StepFailedError where there is none.
    """

    def worst(found: Answered) -> float:
        return program.residuals(found.solution).worst if found.solution.finite else inf

    accepted, made = first_accepted(
        (answer(backend, program) for backend in backends(solver)),
        lambda found: found.solution.status in ends or worst(found) <= accuracy,
    )
    if accepted is None:
        raise failed(what, [f"{found.solver}: {worst(found):.1e}" for found in made])
    return accepted


def failed(what: str, tried: list[str]) -> StepFailedError:
    """The error where no backend's answer could be verified."""
    return StepFailedError(
        f"{what}: no solver's answer passed the check ({'; '.join(tried)}). Try another solver, or look for blocks "
        "that overlap or differ in size by many orders of magnitude"
    )
