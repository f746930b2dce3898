"""What a solver is given for one time step, and what it gives back."""

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..summary import Facts, Summarised, counted
from .certificate import Certificate
from .program import ConicProgram, ConicSolution

__all__ = ["FORMS", "Attempt", "StepLike", "StepSolution", "WarmStart"]

FORMS = ("kinematic", "static", "ccp")
"""The convex programs one step can be written as; see `drystone.formulations.forms`."""

Array = NDArray[np.float64]


class StepLike(Protocol):
    """What the solvers need of a `drystone.formulations.StepProblem`, which lies above them."""

    @property
    def H(self) -> Array:
        """Generalised mass (B, 6, 6)."""

    @property
    def k(self) -> Array:
        """Known momentum (B, 6)."""

    @property
    def blocks(self) -> NDArray[np.int64]:
        """Movable blocks of each contact (C, 2), -1 for a fixed one."""

    @property
    def D(self) -> Array:
        """Contact operator (C, 2, 6, 3)."""

    @property
    def phi(self) -> Array:
        """Gaps (C,)."""

    @property
    def mu(self) -> Array:
        """Friction coefficients (C,)."""

    @property
    def E(self) -> Array:
        """Compliance (C, 3)."""

    @property
    def is_local(self) -> bool:
        """Whether there is no H and no D, only W = `delassus`: a `drystone.formulations.LocalProblem`."""

    @property
    def associated(self) -> bool:
        """Whether the step's own law is meant; else ``memory`` assumes the mu |u_t| of Coulomb's."""

    @property
    def scaled(self) -> tuple[Any, Any]:
        """The same step of order one, and the map back: ``restore(velocity, impulse)``."""

    def program(self, form: str) -> ConicProgram:
        """The explicit convex program of the step in the given form."""

    def recover(self, form: str, solution: ConicSolution) -> tuple[Array, Array]:
        """Velocity (B, 6) and impulse (C, 3) from the program's solution."""

    @property
    def operator(self) -> Any:
        """D as a sparse (6B, 3C) matrix."""

    def apply(self, impulse: Array) -> Array:
        """D gamma, (B, 6) (N s, N m s)."""

    def apply_transpose(self, velocity: Array) -> Array:
        """D'v, (C, 3) (m/s)."""

    @property
    def offset(self) -> Array:
        """Known part of the contact velocity, (C, 3) (m/s)."""

    def contact_velocity(self, velocity: Array, impulse: Array) -> Array:
        """D'v + offset + E gamma, (C, 3) (m/s)."""

    @property
    def energy(self) -> float:
        """Energy that the duality gap is measured by, 1/2 k'H^-1 k (J)."""

    def objective(self, form: str, velocity: Array, impulse: Array) -> float:
        """Value of the form's program at the given point (J)."""


@dataclass(frozen=True)
class WarmStart(Summarised):
    """Where a solver may start: velocity (B, 6) (m/s, rad/s) and impulse (C, 3) (N s) of the step's own contacts."""

    velocity: Array
    impulse: Array


@dataclass(frozen=True)
class Attempt(Summarised, inline=True):
    """One try of one solver at a step: its name, the form, its verdict and the worst certificate entry."""

    solver: str
    form: str
    status: str
    worst: float

    def _summary(self) -> Facts:
        yield "", f"{self.solver}, {self.form}: {self.status}"
        yield "worst", f"{self.worst:.2g}"


@dataclass(frozen=True)
class StepSolution(Summarised):
    """Velocities and impulses of one step, with the certificate that drystone computed for them.

    ``velocity`` (B, 6): movable blocks, centroid velocity (m/s) and angular velocity (rad/s), spatial frame.
    ``impulse`` (C, 3): [n, t1, t2] on block b of each contact (N s), compression positive.
    ``objective``: value of the form's program (J). ``status``: "solved" where the certificate is within the
    solver's stated accuracy, "inaccurate" or "failed" elsewhere. Times in seconds. ``factorisations``: of the 6B x 6B
    matrix, by structured solvers. ``missed``: in a run, the answer of the chosen solver that missed the certificate,
    where this one is another solver's; None elsewhere.

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
        """Whether the certificate accepts the answer."""
        return self.status == "solved"

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
