"""How the program of a step is solved: by the chosen solver, and by `auto` where that misses the certificate."""

import math
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..formulations import Formulation, StepProblem
from ..solvers import Attempt, Solver, StepSolution, WarmStart, attempted, get_solver
from ..solvers.acceptance import law_accuracy
from ..solvers.coulomb import PROGRAMS, TOLERANCE, LawAnswer, law_solution
from ..solvers.fallback import first_accepted
from ..solvers.solution import NEAREST, totalled
from ..summary import counted

__all__ = ["StepSolver"]


class StepSolver:
    """Solves the steps of a run with one ``solver`` in one ``form``, as the ``formulation`` wants them.

    ``rescue``: `auto`, which solves what the solver does not.
    """

    def __init__(self, formulation: Formulation, form: str, solver: Solver) -> None:
        self.formulation, self.form, self.solver = formulation, form, solver
        self.rescue = get_solver("auto")

    def solve(self, problem: StepProblem, warm_start: WarmStart, time: float) -> tuple[StepProblem, StepSolution, int]:
        """The step and its answer, repeated while the formulation corrects the step by the answer; how many programs.

        Where Coulomb's law is meant the answer is `drystone.solvers.coulomb.law_solution`'s. The nearest to the law is
        taken, with a warning and the status "nearest" where that is not within `drystone.solvers.acceptance`'s
        `law_accuracy`. An impact is meant so whatever the formulation.
        """
        if problem.associated:
            return self._associated(problem, warm_start, time)
        formulation = self.formulation
        corrects = formulation.most_programs > 1
        found = law_solution(
            self.solver,
            problem,
            self.form,
            warm_start,
            solve=lambda step, guess: self._program(step, guess or warm_start),
            correct=formulation.corrected if corrects else None,
            most=formulation.most_programs if corrects else PROGRAMS,
        )
        self._tell(found.answers, time)
        asked = formulation.friction_tolerance if corrects else TOLERANCE
        return found.step, self._judged(found, asked, time), len(found.answers)

    def _judged(self, found: LawAnswer, asked: float, time: float) -> StepSolution:
        """The answer to Coulomb's law, "nearest" and with a warning where it misses what is ``asked``."""
        answer = found.solution
        if self.solver.exact_friction and len(found.answers) == 1:  # solved, and held to the law's accuracy already
            return answer
        if not math.isfinite(answer.certificate.error) or not found.is_measured:
            return answer
        if answer.status != "solved":
            answer, asked = replace(answer, status=NEAREST), law_accuracy(self.solver.accuracy)
        if answer.status != "solved" or answer.friction_error > asked:
            warnings.warn(_not_settled(time, asked, answer, len(found.answers)), stacklevel=6)
        return answer

    def _associated(
        self, problem: StepProblem, warm_start: WarmStart, time: float
    ) -> tuple[StepProblem, StepSolution, int]:
        """As `solve`, of the associated law, with a formulation that corrects it."""
        tries = [(problem, self._program(problem, warm_start))]
        while len(tries) < self.formulation.most_programs and tries[-1][1].solved:
            better = self.formulation.corrected(tries)
            if better is None:
                break
            last = tries[-1][1]
            tries.append((better, self._program(better, WarmStart(last.velocity, last.impulse))))
        answers = [answer for _, answer in tries]
        self._tell(answers, time)
        return tries[-1][0], totalled(tries[-1][1], answers), len(tries)

    def program(self, problem: StepProblem, warm_start: WarmStart, time: float) -> StepSolution:
        """One convex program: the chosen solver's answer, or that of `auto` where it misses the certificate."""
        answer = self._program(problem, warm_start)
        self._tell([answer], time)
        return answer

    def _program(self, problem: StepProblem, warm_start: WarmStart) -> StepSolution:
        accepted, made = first_accepted(self._answers(problem, warm_start), lambda answer: answer.solved)
        return accepted or made[0]

    def _tell(self, answers: Sequence[StepSolution], time: float) -> None:
        """One warning where the chosen solver missed the certificate in some of the programs of a step."""
        helped = [(answer.missed, answer.solver) for answer in answers if answer.missed is not None]
        if not helped:
            return
        missed, solver = max(helped, key=lambda one: one[0].worst)
        reason = f" ({missed.status})" if missed.worst == math.inf and ":" in missed.status else ""
        share = f" in {len(helped)} of its {counted(len(answers), 'program')}" if len(answers) > 1 else ""
        warnings.warn(
            f"step at {time:.6g} s: {self.solver.name} reached {missed.worst:.2g}, not the certificate "
            f"{self.solver.accuracy:.2g}{reason}; the step was solved by {solver}{share}. "
            "Choose solver='auto' to let the program choose",
            stacklevel=6,
        )

    def _answers(self, problem: StepProblem, warm_start: WarmStart) -> Iterator[StepSolution]:
        """The chosen solver's answer, then that of `auto`, each made when it is asked for."""
        first = attempted(self.solver, problem, self.form, warm_start)
        yield first
        if self.solver.name == "auto":
            return
        second = attempted(self.rescue, problem, self.form, warm_start)
        told = first.attempts[-1].status if first.attempts else first.status
        yield replace(
            second,
            build_time=first.build_time + second.build_time,
            solve_time=first.solve_time + second.solve_time,
            attempts=first.attempts + second.attempts,
            missed=Attempt(first.solver, first.form, told, first.certificate.worst),
        )


def _not_settled(time: float, asked: float, best: StepSolution, programs: int) -> str:
    found = best.certificate
    return (
        f"step at {time:.6g} s: an answer to Coulomb's law was not found to {asked:.2g}; the nearest after "
        f"{counted(programs, 'program')}, which is kept, meets it to {max(found.error, found.friction):.2g} (columns "
        "'natural' and 'friction' of trajectory.steps). Try a smaller dt or more friction_iterations"
    )
