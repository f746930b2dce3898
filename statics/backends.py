"""Who solves the programs of statics: a conic solver by name, or one after the other."""

from dataclasses import dataclass, replace
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
from .rays import ENDS, is_ray, ray_program

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
        raise DrystoneError(f"the solver {found.name!r} does not solve conic programs; give one of {', '.join(named)}")
    return found.conic


def answer(backend: ConicSolver, program: ConicProgram) -> Answered:
    """The backend's answer to a program, with its time."""
    start = perf_counter()
    solution = backend.answer(program, measure=False)
    return Answered(solution, backend.name, perf_counter() - start)


def verified(
    program: ConicProgram, solver: str | AnySolver, what: str, accuracy: float, ends: tuple[str, ...] = ()
) -> Answered:
    """The first answer whose residuals are within ``accuracy``, or that says one of ``ends`` of the program and is
    right: what a solver says of its own answer never counts.

    ``what`` is sought: the words of the StepFailedError where there is none.
    """

    def worst(found: Answered) -> float:
        return program.residuals(found.solution).worst if found.solution.finite else inf

    def judged(found: Answered) -> Answered:
        if found.solution.status in ENDS and worst(found) <= accuracy:
            return replace(found, solution=replace(found.solution, status="solved"))
        return found

    accepted, made = first_accepted(
        (judged(answer(backend, program)) for backend in backends(solver)),
        lambda found: worst(found) <= accuracy or (found.solution.status in ends and _is_so(program, found.solution)),
    )
    if accepted is None:
        raise failed(what, [f"{found.solver}: {_told(found, worst(found))}" for found in made])
    return accepted


def _is_so(program: ConicProgram, solution: ConicSolution) -> bool:
    """Whether the program is what a solution says, "infeasible" or "unbounded": by its ray, or by one found here."""
    end = solution.status
    if is_ray(program, end, solution.x if end == "unbounded" else solution.z):
        return True
    sought = ray_program(program, end)
    return any(is_ray(program, end, answer(backend, sought).solution.x) for backend in backends("auto"))


def _told(found: Answered, worst: float) -> str:
    """How far an answer is from a solution; why there is none, in a solver's own words."""
    return f"{worst:.1e}" if worst < inf or not found.solution.message else found.solution.message


def failed(what: str, tried: list[str]) -> StepFailedError:
    """The error where no backend's answer could be verified."""
    return StepFailedError(
        f"{what}: no solver's answer passed the check ({'; '.join(tried)}). Try another solver, or look for blocks "
        "that overlap or differ in size by many orders of magnitude"
    )
