"""What the structured solvers share: the step as plain arrays, its operators, and the way from iterates to an answer.

A structured solver works on the scaled step, in which H is the identity,

    v = k + D gamma,     Y  ∋  gamma   ⊥   u = D'v + offset + E gamma   ∈  Y*,

and writes one method, `StructuredSolver.iterate`. The velocity follows from its impulses, so that momentum balances
to rounding and every error shows at the contacts, where the certificate of the step finds it. Some also take local
problems (``takes_local``), u = W gamma + offset, as `LocalArrays`.
"""

from abc import abstractmethod
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from ...checks import yes_no
from ...errors import DrystoneError, said
from ...programs.step import FrictionalStep, StepLike
from ..answers import array_defect
from ..base import Solver
from ..foreign import asked, is_own_failure
from ..solution import Answer, WarmStart
from .arrays import Arrays, FrictionalArrays, FrictionalLocalArrays, Iterate, LocalArrays
from .schur import OneForEachThread, Schur

__all__ = ["StructuredSolver", "scaled_start"]


class StructuredSolver(Solver):
    """A solver that reads the blocks of the step. All forms are solved at once, since it finds primal and dual."""

    kind = "structured"
    target_ratio: ClassVar[float] = 0.1
    """Worst entry of the certificate at which iterations end, over the accuracy asked for, at most 1."""
    parts: ClassVar[tuple[str, ...]] = ("iterate",)
    """Methods that are a subclass's and see the arrays of the step: one who is not drystone's gets copies, see
    `drystone.solvers.foreign`."""

    def __init__(self, tolerance: float | None = None, polish: bool = True, **settings: Any) -> None:
        """As `Configured`. ``polish``: sharpen solved answers by proximal Newton steps (`drystone.solvers.polish`)."""
        super().__init__(tolerance, **settings)
        self.polish = yes_no(polish, f"polish of {self.name}")
        self.workspace = OneForEachThread()
        self.polish_from = self.accuracy if self.polish else None

    @property
    def schur(self) -> Schur:
        """The nB x nB matrix of this solver, another in every thread."""
        return self.workspace.schur

    @abstractmethod
    def iterate(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """Impulses of the scaled step.

        ``guess``: impulses to start from, None to start cold. ``target``: worst entry of the certificate that will
        do.
        """

    def find(self, problem: StepLike, form: str, warm_start: WarmStart | None) -> Answer:
        """Solve the scaled step."""
        return self._found(problem, warm_start, LocalArrays if problem.is_local else Arrays, "iterate")

    def find_coulomb(self, problem: FrictionalStep, form: str, warm_start: WarmStart | None) -> Answer:
        """Solve the scaled step with Coulomb's law itself."""
        kind = FrictionalLocalArrays if problem.is_local else FrictionalArrays
        return self._found(problem, warm_start, kind, "iterate_coulomb")

    def _found(self, problem: StepLike, warm_start: WarmStart | None, kind: type[Arrays], method: str) -> Answer:
        start = perf_counter()
        step, guess = scaled_start(problem, warm_start, kind)
        built = perf_counter() - start
        try:
            found: Iterate = asked(self, method, step, guess, self.target, parts=self.parts)
        except DrystoneError as error:
            if not any(is_own_failure(self, one, error) for one in (method, *self.parts)):
                raise
            return Answer.none(said(error), build_time=built)
        defect = array_defect("impulse", found.impulse, step.offset.shape)
        if defect or not np.all(np.isfinite(found.impulse)):
            return Answer.none(defect or found.message or "impulses are not finite", build_time=built)
        velocity, impulse = problem.scaled[1](step.velocity(found.impulse), found.impulse)
        return Answer(
            velocity,
            impulse,
            iterations=found.iterations,
            factorisations=found.factorisations,
            build_time=built,
            message=found.message,
        )

    def iterate_coulomb(self, step: Arrays, guess: Iterate | None, target: float) -> Iterate:
        """As `iterate`, of a step with Coulomb's law, where the solver has `exact_friction`."""
        return self.iterate(step, guess, target)

    @property
    def target(self) -> float:
        """Worst entry of the certificate to stop at: the tolerance asked for, else ``target_ratio`` of the accuracy."""
        return self.target_ratio * self.accuracy if self.tolerance is None else self.tolerance


def scaled_start(problem: StepLike, warm_start: WarmStart | None, kind: type[Arrays]) -> tuple[Arrays, Iterate | None]:
    """The scaled step as arrays of a kind, and the guess in its variables."""
    scaled, restore = problem.scaled
    step = kind.of(scaled)
    if warm_start is None:
        return step, None
    velocity, impulse = restore.forward(warm_start.velocity, warm_start.impulse)
    return step, Iterate(np.ascontiguousarray(impulse), 0, velocity=velocity)
