"""The automatic choice: one solver after the other until the certificate of the step accepts an answer.

Rigid steps go to `interior-point` first: whatever the state, it takes few iterations, fewer still from the last
step's impulses, and it ends in the middle of the impulses that are possible. Compliant steps go to `newton` where it
takes few, and is exact: where contacts are soft or the start is nearly right (`drystone.solvers.choice`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np

from ..checks import sequence_of
from ..errors import NotInstalledError, said
from ..programs.step import FrictionalStep, StepLike
from .acceptance import attempted, attempted_coulomb, failed_solution
from .answers import PASSES
from .base import Solver
from .choice import AutoTuning, kind_of
from .fallback import LAW_CHAIN, LOCAL_LAW_CHAIN, Link, first_accepted, step_chains
from .registry import get_solver
from .solution import StepSolution, WarmStart, totalled

__all__ = ["AutoSolver"]


OTHER_FORM = {"kinematic": "static", "static": "kinematic", "ccp": "static"}


class AutoSolver(Solver):
    """Tries the solvers of a chain; the first whose certificate is within ``accuracy`` is the answer.

    Every try is in ``attempts`` of the solution, and ``solver`` and ``form`` name the one whose answer it is.
    A solver that raises, or returns what is no answer, is a failed try with the reason, and the next one's turn comes;
    only Ctrl-C and other wishes to end (`drystone.solvers.acceptance.PASSES`) pass. Answers are `certified`, whoever
    made them. Where none is accurate enough the best answer comes back with the status "failed". Of a local problem
    solvers that do not take it are passed over. Settings: ``chain``, links for all steps in place of those of
    `step_chains`; ``tuning``, an `AutoTuning` or the numbers of it that differ, by name. ``tolerance`` is that of all
    solvers of the chain but those of a ``chain`` that have one of their own or are made already.
    """

    name = "auto"
    description = "tries a chain of solvers until the certificate accepts"
    kind = "automatic"
    takes_local = True
    reference = "docs/solvers.md"

    def __init__(self, tolerance: float | None = None, **settings: Any) -> None:
        super().__init__(tolerance, **settings)
        self._solvers: dict[int, Solver | None] = {}
        chain = self.settings.get("chain")
        self.chain = None if chain is None else sequence_of(chain, Link, "chain of auto", least=1)
        self.tuning = AutoTuning.of(self.settings.get("tuning"))
        self.chains = step_chains(self.tuning)
        for link in self.chain or ():
            self._solver(link)  # a wrong name or setting is an error here

    def setting_names(self) -> tuple[str, ...]:
        """``chain`` and ``tuning``."""
        return ("chain", "tuning")

    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        """Solve one step; see the class."""
        self.check_problem(problem, form)
        self.check_warm_start(problem, warm_start)
        start = perf_counter()
        problem.scaled  # noqa: B018 - kept for all; an error in it is the problem's and no solver's
        scaling_time = perf_counter() - start
        accepted, made = first_accepted(
            self._tries(problem, form, warm_start), lambda answer: answer.certificate.worst <= self.accuracy
        )
        if not made:
            reason = "no solver of the chain is installed and takes the problem"
            made = [failed_solution(problem, self.name, form, reason)]
        return replace(
            accepted or min(made, key=lambda answer: answer.certificate.worst),
            status="failed" if accepted is None else "solved",
            attempts=tuple(attempt for answer in made for attempt in answer.attempts),
            build_time=scaling_time + sum(answer.build_time for answer in made),
            solve_time=sum(answer.solve_time for answer in made),
        )

    def _tries(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> Iterator[StepSolution]:
        """The certified answers of the chain's links, each made when it is asked for."""
        for link in self.chain or self.chains[kind_of(problem, warm_start, self.tuning)]:
            solution = self._try(link, problem, form, warm_start)
            if solution is not None:
                yield solution

    @property
    def exact_friction(self) -> bool:
        """Whether a solver of the chain of Coulomb's law has `solve_coulomb`."""
        return bool(self._exact(LAW_CHAIN))

    def solve_coulomb(
        self, problem: FrictionalStep, form: str = "kinematic", warm_start: WarmStart | None = None
    ) -> tuple[FrictionalStep, StepSolution]:
        """See `Solver.solve_coulomb`: those of the chain that can, each from the end of the one before."""
        solvers = self._exact(LOCAL_LAW_CHAIN if problem.is_local else LAW_CHAIN)
        able = [solver for solver in solvers if solver.takes_local or not problem.is_local]
        if not solvers:
            return super().solve_coulomb(problem, form, warm_start)
        if not able:
            reason = "no solver of the chain solves Coulomb's law itself and takes the problem"
            return problem, failed_solution(problem, self.name, form, reason)
        accepted, made = first_accepted(_from_each_other(able, problem, form, warm_start), lambda one: one[1].solved)
        step, answer = accepted or min(made, key=lambda one: one[1].certificate.error)
        answers = [one for _, one in made]
        attempts = tuple(attempt for one in answers for attempt in one.attempts)
        status = "failed" if accepted is None else "solved"
        return step, replace(totalled(answer, answers), status=status, attempts=attempts)

    def _exact(self, chain: Sequence[Link]) -> list[Solver]:
        """Those of the chain, or of the user's own, that solve Coulomb's law itself."""
        solvers = (self._solver(link) for link in self.chain or chain)
        return [solver for solver in solvers if solver is not None and getattr(solver, "exact_friction", False)]

    def _try(self, link: Link, problem: StepLike, form: str, warm_start: WarmStart | None) -> StepSolution | None:
        """The certified answer of a link, None where it is passed over."""
        form = OTHER_FORM[form] if link.other_form else form
        try:
            solver = self._solver(link)
            if solver is None or (problem.is_local and (link.other_form or not solver.takes_local)):
                return None
            return attempted(solver, problem, form, warm_start)
        except PASSES:
            raise
        except BaseException as error:  # a licence that is missing, a package that cannot be loaded
            return failed_solution(problem, str(getattr(link.solver, "name", link.solver)), form, said(error))

    def _solver(self, link: Link) -> Solver | None:
        if id(link) not in self._solvers:
            try:
                self._solvers[id(link)] = get_solver(link.solver, **self._settings(link))
            except NotInstalledError:
                self._solvers[id(link)] = None
        return self._solvers[id(link)]

    def _settings(self, link: Link) -> dict[str, Any]:
        """Those of the link, with this solver's ``tolerance`` where it goes."""
        kept = not isinstance(link.solver, str) or (self.chain is not None and "tolerance" in link.settings)
        return link.settings if kept or self.tolerance is None else {**link.settings, "tolerance": self.tolerance}


def _from_each_other(
    solvers: Sequence[Solver], problem: FrictionalStep, form: str, warm_start: WarmStart | None
) -> Iterator[tuple[FrictionalStep, StepSolution]]:
    """Answers to Coulomb's law, each made when it is asked for, from the end of the one before."""
    for solver in solvers:
        step, answer = attempted_coulomb(solver, problem, form, warm_start)
        yield step, answer
        if np.all(np.isfinite(answer.velocity)) and np.all(np.isfinite(answer.impulse)):
            warm_start = WarmStart(answer.velocity, answer.impulse)
