"""Quasi-static steps that start at rest."""

import numpy as np

from ..collision import Contacts
from ..model import State
from .backward_euler import BackwardEuler
from .context import StepContext

__all__ = ["VelocityReset", "at_rest"]


class VelocityReset(BackwardEuler):
    """Every step starts at rest, H v = dt f + D gamma.

    "An artificial damping introduced by setting the velocity to zero" after each step. What stands is what stands in
    dynamics: there are impulses that balance the loads. dt is that of a dynamic run. An unbalanced block moves by dt^2
    times its acceleration in each step, so that time has no meaning for structures that move on, and supports must
    settle by less than g dt^2 a step, and move sideways by less than mu g dt^2, for what they carry to follow; a run
    warns where they do not. Velocities of a trajectory are the displacements of its steps over dt.
    """

    name = "velocity-reset"
    description = "quasi-static: every step starts at rest"
    reference = "Acary and Jean 2000, 3D masonry, section 4"
    quasi_static = True

    def starting_state(self, context: StepContext, state: State, contacts: Contacts) -> State:
        """At rest, modes too, but for what moves the fixed blocks."""
        context.run_warnings.left_behind(context.scene, state, contacts, context.dt)
        velocity = state.velocity.copy()
        velocity[context.scene.assembly.movable] = 0.0
        return at_rest(state).with_velocity(velocity)

    def foreseen(self, context: StepContext, state: State, contacts: Contacts) -> State:
        """At rest: a velocity that is dropped leads nowhere, and supports carry along what is bonded to them."""
        return at_rest(state)


def at_rest(state: State) -> State:
    """The same places at rest, modes too."""
    velocity, rate = np.zeros_like(state.velocity), np.zeros_like(state.deformation_rate)
    return State.computed(state.position, state.rotation, velocity, state.time, state.deformation, rate)
