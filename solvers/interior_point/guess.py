"""What the impulses of the last step say about this one, and gradient steps that improve them quickly."""

from ..structured.arrays import Arrays, Iterate
from ..structured.gradient_steps import descended
from ..structured.residuals import measure

__all__ = ["error_before", "gradient_steps"]

GRADIENT_STEP = 3.0
"""Size of the gradient steps, over those that are safe if each contact's error is its own."""


def gradient_steps(step: Arrays, guess: Iterate, count: int, size: float = GRADIENT_STEP) -> Iterate:
    """The guess after ``count`` steps of this ``size``: see `drystone.solvers.structured.gradient_steps`."""
    impulse = descended(step, guess.impulse, count, size)
    return Iterate(impulse, 0, velocity=guess.velocity)


def error_before(step: Arrays, guess: Iterate) -> float:
    """The worst entry of the certificate for the impulses of a guess with the velocities that it came with."""
    if guess.velocity is None:
        return 0.0
    contact = step.contact_velocity(guess.velocity, guess.impulse)
    return measure(guess.impulse, contact, step.mu, max(1.0, step.energy))[0]
