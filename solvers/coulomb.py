"""Coulomb's law by whatever solver there is: itself where the solver can, else and after that as convex programs.

The law is Y ∋ gamma ⊥ u + mu |u_t| n ∈ Y*. A solver with `Solver.exact_friction` solves it as it is; others, and such a
one that does not get within `law_accuracy`, a sequence of programs with mu |u_t| given (`drystone.programs.friction`).
Every answer is measured as one to the law itself, with its own correction, and the best of them is kept.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..programs.friction import corrected
from ..programs.step import FrictionalStep
from .acceptance import attempted, attempted_coulomb, certified, law_accuracy
from .base import Solver
from .solution import StepSolution, WarmStart, totalled

__all__ = ["PROGRAMS", "TOLERANCE", "LawAnswer", "law_solution"]

PROGRAMS = 50
"""Programs of a sequence at most, as of the formulation "coulomb"."""
AFTER = 2
"""Programs at most after a solver that solves the law itself has ended near it. Each costs as much as that solver did,
and what keeps the law from being met keeps the sequence from it too: more of them hardly help more often."""
NEAR = 1e-2
"""`Certificate.error` of such an end; from one farther off the sequence is made as if there were none."""
TOLERANCE = 1e-5
"""Of the assumed correction, as of the formulation "coulomb": what the certificate of the programs, 1e-8, leaves
certain of sliding speeds."""

Tried = tuple[Any, StepSolution]


def sequence(
    problem: FrictionalStep,
    solve: Callable[[Any, WarmStart | None], StepSolution],
    correct: Callable[[Sequence[Tried]], Any],
    warm_start: WarmStart | None,
    accuracy: float,
    *,
    most: int,
    best: Tried | None = None,
) -> tuple[Tried, list[StepSolution]]:
    """The answer of a sequence nearest to Coulomb's law, with its own step, and all the answers.

    ``solve`` gives the answer to a program, ``correct`` the next program, None where the last will do; ``most``:
    programs at most. ``best``: the law's own step and an answer that is there already. The sequence then ends where it
    has one within `law_accuracy` of ``accuracy``, and its answers have no error of an assumed correction.
    """
    tries, after = [(problem, solve(problem, warm_start))], best is not None
    while True:
        latest, answer = tries[-1]
        if answer.solved:
            exact = latest.assuming(answer.velocity, answer.impulse)
            measured = certified(exact, answer, accuracy, answer.solver, answer.form, exact=True)
            if not after:
                found = replace(measured.certificate, friction=answer.certificate.friction)
                measured = replace(measured, certificate=found)
            if best is None or _distance(measured, accuracy) < _distance(best[1], accuracy):
                best = exact, measured
        if not answer.solved or len(tries) >= most or (after and best is not None and best[1].solved):
            break
        better = correct(tries)
        if better is None:
            break
        tries.append((better, solve(better, WarmStart(answer.velocity, answer.impulse))))
    return best or tries[-1], [answer for _, answer in tries]


def _distance(measured: StepSolution, accuracy: float) -> tuple[bool, float]:
    """How far an answer is from the law, in order. Of those within `law_accuracy` the error of the assumed correction
    decides, too: at contacts that carry nothing it is no error of the law, and what solvers leave would decide alone.
    """
    found = measured.certificate
    misses = not found.error <= law_accuracy(accuracy)
    return misses, found.error if misses else max(found.error, found.friction)


@dataclass(frozen=True)
class LawAnswer:
    """An answer to Coulomb's law: the ``step`` with its own correction, the ``solution``, and all the ``answers`` that
    led to it. ``is_measured``: whether it was measured as one to the law; not where no program could be solved.
    """

    step: Any
    solution: StepSolution
    answers: tuple[StepSolution, ...]
    is_measured: bool = True


def law_solution(
    solver: Solver,
    problem: FrictionalStep,
    form: str = "kinematic",
    warm_start: WarmStart | None = None,
    *,
    solve: Callable[[Any, WarmStart | None], StepSolution] | None = None,
    correct: Callable[[Sequence[Tried]], Any] | None = None,
    most: int = PROGRAMS,
) -> LawAnswer:
    """A step that is meant with Coulomb's law, solved with it: the answer nearest to the law.

    ``solve``: what gives the answer to one of the convex programs, `attempted` with the ``solver`` where nothing is
    given. ``correct``, ``most``: see `sequence`. The status is "solved" where `Certificate.error` is within
    `law_accuracy`, else that of the answer, "inaccurate" or "failed".
    """
    spent, best = list[StepSolution](), None
    if solver.exact_friction and (solver.takes_local or not problem.is_local):
        exact, answer = attempted_coulomb(solver, problem, form, warm_start)
        spent.append(answer)
        if answer.solved:
            return LawAnswer(exact, answer, (answer,))
        if np.all(np.isfinite(answer.velocity)) and np.all(np.isfinite(answer.impulse)):  # local: impulses alone
            best, problem = (exact, answer), exact
            most = min(AFTER, most) if answer.certificate.error <= NEAR else most
            warm_start = WarmStart(answer.velocity, answer.impulse)
    (step, solution), answers = sequence(
        problem,
        solve or (lambda step, guess: attempted(solver, step, form, guess)),
        correct or (lambda tries: corrected(tries, TOLERANCE)),
        warm_start,
        solver.accuracy,
        most=most,
        best=best,
    )
    spent.extend(answers)
    return LawAnswer(step, totalled(solution, spent), tuple(spent), best is not None or answers[0].solved)
