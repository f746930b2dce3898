"""The step of a solver: a cone program whose blocks a structured solver can read, as a protocol.

`drystone.formulations.StepProblem` is one, and so is `LocalProblem` as far as its form goes. Here are the names of the
forms in which it can be written, and what stands for a step that is none.
"""

from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError, shown
from .program import ConicProgram
from .solution import ConicSolution

__all__ = ["FORMS", "LOCAL_FORM", "AnswerLike", "FrictionalStep", "StepLike", "check_step", "no_blocks"]

FORMS = ("kinematic", "static", "ccp")
"""The convex programs one step can be written as; see `drystone.formulations.forms`."""

LOCAL_FORM = "ccp"
"""The one form that needs neither H nor D."""

Array: TypeAlias = NDArray[np.float64]


class AnswerLike(Protocol):
    """What a formulation needs of a `drystone.solvers.StepSolution`, which lies above it."""

    @property
    def velocity(self) -> Array:
        """Velocities (B, n) (m/s, rad/s)."""

    @property
    def impulse(self) -> Array:
        """Impulses (C, 3) (N s)."""

    @property
    def friction_error(self) -> float:
        """How far the answer is from Coulomb's law, in the units of the certificate."""


class StepLike(Protocol):
    """What the solvers need of a `drystone.formulations.StepProblem`, which lies above them."""

    @property
    def H(self) -> Array:
        """Generalised mass (B, n, n)."""

    @property
    def k(self) -> Array:
        """Known momentum (B, n)."""

    @property
    def blocks(self) -> NDArray[np.int64]:
        """Movable blocks of each contact (C, 2), -1 for a fixed one."""

    @property
    def D(self) -> Array:
        """Contact operator (C, 2, n, 3)."""

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
        """Velocity (B, n) and impulse (C, 3) from the program's solution."""

    @property
    def operator(self) -> Any:
        """D as a sparse (nB, 3C) matrix."""

    @property
    def interfaces(self) -> Any:
        """The interfaces of D (`drystone.numerics.interfaces`), None where it has none."""

    def apply(self, impulse: Array) -> Array:
        """D gamma, (B, n) (N s, N m s)."""

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


class FrictionalStep(StepLike, Protocol):
    """A step that can also be meant with Coulomb's law."""

    def assuming(self, velocity: Array, impulse: Array | None = None) -> "FrictionalStep":
        """The step with the correction mu |u_t| of these velocities (B, n) and impulses (C, 3)."""

    def correcting(self, correction: Array) -> "FrictionalStep":
        """The step with this correction (C,)."""


def check_step(problem: Any) -> None:
    """DrystoneError where this is no step: no StepProblem, no LocalProblem and nothing that acts as one."""
    if not (hasattr(type(problem), "scaled") or "scaled" in getattr(problem, "__dict__", ())):  # not worked out here
        raise DrystoneError(f"problem must be a StepProblem, of drystone.step_problem; got {shown(problem)}")


def no_blocks(consequence: str) -> DrystoneError:
    """What is raised where a local problem is asked for more than it has; says how to solve it."""
    return DrystoneError(
        f'a local problem has neither H nor D, {consequence}; solve it with form="{LOCAL_FORM}" and a '
        "solver that takes local problems (column local of drystone.list_solvers())"
    )
