"""What a solver is given for one time step, and what it gives back."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..summary import Facts, Summarised, counted
from .certificate import Certificate

__all__ = ["NEAREST", "Answer", "Attempt", "StepSolution", "WarmStart", "totalled"]

Array: TypeAlias = NDArray[np.float64]

NEAREST = "nearest"
"""Status of the answer nearest to Coulomb's law, where none was found within the accuracy."""


@dataclass(frozen=True, eq=False)
class WarmStart(Summarised):
    """Where a solver may start: velocity (B, n) (m/s, rad/s) and impulse (C, 3) (N s) of the step's own contacts."""

    velocity: Array
    impulse: Array


@dataclass(frozen=True, eq=False)
class Answer(Summarised):
    """What a solver returns for one step: a point and what it cost. Drystone measures it.

    ``velocity`` (B, n) (m/s, rad/s) and ``impulse`` (C, 3) (N s) of the step, not scaled; NaN where there is none.
    Times in seconds. ``message``: why the method ended where the answer is not good enough; ``failed``: whether such an
    answer is "failed" and not "inaccurate".
    """

    velocity: Array
    impulse: Array
    iterations: int = 0
    factorisations: int = 0
    build_time: float = 0.0
    solve_time: float = 0.0
    message: str = ""
    failed: bool = False

    @classmethod
    def none(cls, message: str, **cost: Any) -> "Answer":
        """No point, and why."""
        return cls(np.full((0, 0), np.nan), np.full((0, 3), np.nan), message=message, **cost)

    def _summary(self) -> Facts:
        if self.message:
            yield "", self.message
        yield "movable blocks", str(len(self.velocity))
        yield "contacts", str(len(self.impulse))
        yield "iterations", str(self.iterations)
        yield "time", f"build {self.build_time:.3g} s, solve {self.solve_time:.3g} s"


@dataclass(frozen=True)
class Attempt(Summarised, inline=True):
    """One try of one solver at a step: its name, the form, its status and the worst entry of the certificate."""

    solver: str
    form: str
    status: str
    worst: float

    def _summary(self) -> Facts:
        yield "", f"{self.solver}, {self.form}: {self.status}"
        yield "worst", f"{self.worst:.2g}"


@dataclass(frozen=True, eq=False)
class StepSolution(Summarised):
    """Velocities and impulses of one step, with the certificate that drystone computed for them.

    ``velocity`` (B, n): movable blocks; of rigid ones, n = 6, centroid velocity (m/s) and angular velocity (rad/s),
    spatial frame.
    ``impulse`` (C, 3): [n, t1, t2] on block b of each contact (N s), compression positive.
    ``objective``: value of the form's program (J). ``status``: "solved" where the certificate is within the
    solver's stated accuracy, "inaccurate" or "failed" elsewhere; in a run also "nearest", the nearest to Coulomb's law
    that was found, which misses the accuracy and is kept with a warning. Times in seconds. ``factorisations``: of the
    nB x nB matrix, by structured solvers. ``missed``: in a run, the answer of the chosen solver that missed the
    certificate, where this one is another solver's; None elsewhere.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> solution = ds.solve(step, form="static", solver="clarabel")
    >>> solution.status, solution.velocity.shape, solution.impulse.shape
    ('solved', (2, 6), (8, 3))
    """

    velocity: Array
    impulse: Array
    objective: float
    certificate: Certificate
    iterations: int
    status: str
    solver: str
    form: str
    build_time: float
    solve_time: float
    attempts: tuple[Attempt, ...] = field(default=())
    factorisations: int = 0
    missed: Attempt | None = None

    @property
    def solved(self) -> bool:
        """Whether a run goes on with the answer: the certificate accepts it, or it is the "nearest" of a step."""
        return self.status in ("solved", NEAREST)

    @property
    def friction_error(self) -> float:
        """How far the answer is from Coulomb's law where that is meant (`Certificate.friction`)."""
        return self.certificate.friction

    def _summary(self) -> Facts:
        yield "", self.status
        yield "solver", f"{self.solver}, {self.form}, {counted(self.iterations, 'iteration')}"
        yield "movable blocks", str(len(self.velocity))
        yield "contacts", str(len(self.impulse))
        yield "objective", f"{self.objective:.9g} J"
        yield "certificate", f"worst {self.certificate.worst:.2g}"
        yield "time", f"build {self.build_time:.3g} s, solve {self.solve_time:.3g} s"
        if len(self.attempts) > 1:
            yield "tried", ", ".join(f"{one.solver} {one.status.partition(':')[0]}" for one in self.attempts)


def totalled(chosen: StepSolution, answers: Sequence[StepSolution]) -> StepSolution:
    """One of the answers to a sequence of programs, with the iterations, the times and the worst miss of them all."""
    if len(answers) == 1:
        return chosen
    return replace(
        chosen,
        iterations=sum(one.iterations for one in answers),
        factorisations=sum(one.factorisations for one in answers),
        build_time=sum(one.build_time for one in answers),
        solve_time=sum(one.solve_time for one in answers),
        missed=max((one.missed for one in answers if one.missed), key=lambda miss: miss.worst, default=None),
    )
