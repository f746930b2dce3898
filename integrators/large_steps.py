"""Quasi-static steps so long that inertia is filtered out."""

import numpy as np

from ..collision import Contacts
from ..errors import DrystoneError
from ..formulations import StepProblem
from ..model import Scene, State
from ..solvers import StepSolution
from .backward_euler import BackwardEuler
from .base import NoEquilibrium, Rejection
from .context import StepContext
from .velocity_reset import at_rest

__all__ = ["LargeSteps"]

NEAR = 0.1
"""Largest movement of a block in a large step, in lengths of the assembly: contacts are those of its start."""


class LargeSteps(BackwardEuler):
    """dt is a load increment, so long that the momentum H v_n is small beside dt f: backward Euler filters it out.

    Nothing is dropped. In the paper dt is to exceed the period of the elastic modes; rigid blocks have none, and what
    is to be exceeded here is the time of a fall through the assembly's length L, (L/g)^(1/2). An unbalanced structure
    would move by dt^2 times its acceleration at once, through contacts that are known at the start of the step only. So
    a step that moves a block by more than L/10 has no equilibrium near: it is halved, and the run stops with
    StepFailedError where that does not help. In `drystone.push` the structure has moved on then.
    """

    name = "large-steps"
    description = "quasi-static: steps so long that inertia is filtered out"
    reference = "Acary and Jean 2000, 3D masonry, section 4"
    quasi_static = True
    falling = False

    def check(self, scene: Scene, dt: float) -> None:
        """DrystoneError where steps are too short for inertia to be filtered out."""
        fall = float(np.linalg.norm(scene.gravity))
        if fall * dt * dt < scene.assembly.length:
            least = np.sqrt(scene.assembly.length / fall) if fall > 0.0 else np.inf
            raise DrystoneError(
                f"dt is {dt:g} s, in which inertia is not negligible; integrator='large-steps' takes steps of at least "
                f"{least:.3g} s here (length over gravity, to the half). For shorter ones take 'velocity-reset'"
            )

    def foreseen(self, context: StepContext, state: State, contacts: Contacts) -> State:
        """At rest: by how much blocks moved under the last increment says nothing of this one."""
        return at_rest(state)

    def refused(self, context: StepContext, problem: StepProblem, solution: StepSolution) -> Rejection | None:
        """A block moves farther than its contacts are known."""
        assembly, velocity = context.scene.assembly, solution.velocity
        turned = assembly.length * np.linalg.norm(velocity[:, 3:6], axis=1)
        moved = problem.dt * (np.linalg.norm(velocity[:, :3], axis=1) + turned)
        worst, limit = int(np.argmax(moved)), NEAR * assembly.length
        if moved[worst] <= limit:
            return None
        name = assembly.names[assembly.movable[worst]]
        return NoEquilibrium(
            f"block {name!r} would move by {moved[worst]:.3g} m, more than {limit:.3g} m: no equilibrium is near, and "
            "integrator='large-steps' needs one (what moves on is followed by 'velocity-reset')"
        )
