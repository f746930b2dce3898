"""What a solver of steps is: its class data, its checks, and one method."""

from dataclasses import replace
from functools import partial
from time import perf_counter

import numpy as np

from ..checks import one_of
from ..errors import DrystoneError, said
from ..programs.step import FORMS, LOCAL_FORM, FrictionalStep, StepLike, check_step, no_blocks
from .acceptance import Polish, certified, law_certified
from .configured import Configured
from .foreign import asked, is_own_failure
from .polish import polished
from .solution import Answer, StepSolution, WarmStart
from .structured.schur import OneForEachThread

__all__ = ["Solver", "free_flight"]


class Solver(Configured, inline=True):
    """A solver of one step. A new one is a subclass with the method `find` and a line in `registry.SOLVERS`.

    Its class data are those of `Configured`. A solver of explicit programs is a
    `drystone.solvers.conic.base.ConicSolver`, which the registry makes into one of steps.
    """

    polish_from: float | None = None
    """Worst entry of the certificate up to which answers are sharpened (`drystone.solvers.polish`); None for never."""
    workspace: OneForEachThread
    """Of its factorisations, which polishing uses too."""

    def find(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> Answer:
        """The answer to one step with contacts in one form: what a subclass writes. It need not measure it.

        ``warm_start`` is a guess for this very step. ``solve_time`` is filled in by `solve`.
        """
        raise NotImplementedError(f"the solver {self.name!r} has no method find(problem, form, warm_start)")

    def find_coulomb(self, problem: FrictionalStep, form: str, warm_start: WarmStart | None) -> Answer:
        """As `find`, of the step with Coulomb's law itself, where the solver has `exact_friction`."""
        raise NotImplementedError(f"the solver {self.name!r} has no method find_coulomb(problem, form, warm_start)")

    def solve(self, problem: StepLike, form: str = "kinematic", warm_start: WarmStart | None = None) -> StepSolution:
        """Solve one step in one form: what `find` finds, measured; ``warm_start`` is a guess for this very step."""
        self.check_problem(problem, form)
        self.check_warm_start(problem, warm_start)
        if not len(problem.phi):
            return free_flight(problem, form)
        answer = self._timed("find", problem, form, warm_start)
        return certified(problem, answer, self.accuracy, self.name, form, polish=self._polish(problem))

    def _timed(self, method: str, problem: StepLike, form: str, warm_start: WarmStart | None) -> Answer:
        start = perf_counter()
        try:
            answer = asked(self, method, problem, form, warm_start)
        except DrystoneError as error:
            if not is_own_failure(self, method, error):
                raise
            answer = Answer.none(said(error))
        if isinstance(answer, Answer) and not answer.solve_time:
            return replace(answer, solve_time=perf_counter() - start - answer.build_time)
        return answer

    def _polish(self, problem: StepLike) -> Polish | None:
        if self.polish_from is None or problem.is_local:  # which has no velocities
            return None
        polish = partial(polished, problem, accuracy=self.accuracy, near=self.polish_from, workspace=self.workspace)
        if self.kind == "structured":
            return polish
        return lambda *point: polish(*point)._replace(iterations=0)  # a backend's iterations are its own

    @property
    def exact_friction(self) -> bool:
        """Whether it has `solve_coulomb`."""
        return False

    def solve_coulomb(
        self, problem: FrictionalStep, form: str = "kinematic", warm_start: WarmStart | None = None
    ) -> tuple[FrictionalStep, StepSolution]:
        """Solve a step with Coulomb's law itself: the answer, and the step with De Saxcé's correction of the answer.

        What ``problem`` assumes of the correction does not count. The answer's certificate is that of the step that is
        returned, whose own law is then Coulomb's, and it is "solved" where `Certificate.error` is within
        `drystone.solvers.acceptance.law_accuracy`. `DrystoneError` of a solver that has no way to do so.
        """
        if not self.exact_friction:
            raise DrystoneError(
                f"the solver {self.name!r} solves Coulomb's law as a sequence of programs only; 'interior-point', "
                "'admm' and 'auto' solve it itself"
            )
        self.check_problem(problem, form)
        self.check_warm_start(problem, warm_start)
        if not len(problem.phi):
            return problem, free_flight(problem, form)
        answer = self._timed("find_coulomb", problem, form, warm_start)
        return law_certified(problem, answer, self.accuracy, self.name, form)

    def check_form(self, form: str) -> None:
        """`UnknownNameError` for no form at all, `DrystoneError` for one this solver does not take."""
        form = one_of(form, FORMS, "form")
        if form not in self.forms:
            raise DrystoneError(
                f"the solver {self.name!r} does not take the form {form!r}, it takes {', '.join(self.forms)}; "
                "drystone.list_solvers() says which solvers take a form"
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


def free_flight(problem: StepLike, form: str) -> StepSolution:
    """The step of blocks that touch nothing, v = H^-1 k: there is no program to solve."""
    start = perf_counter()
    velocity = np.linalg.solve(problem.H, problem.k[:, :, None])[:, :, 0].astype(np.float64, copy=False)
    answer = Answer(velocity, np.zeros((0, 3)), solve_time=perf_counter() - start)
    return certified(problem, answer, Solver.accuracy, "none", form)
