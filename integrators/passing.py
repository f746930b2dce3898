"""Blocks that would fly into others, or through them, before their contacts are found."""

import numpy as np

from ..formulations.base import relative_velocity
from ..model import State
from ..results.checkpoint import Moment
from .base import Rejection
from .context import StepContext

__all__ = ["passing"]


def passing(
    context: StepContext,
    start: Moment,
    state: State,
    dt: float,
    flown: float,
    before: State | None = None,
) -> Rejection | None:
    """Why a step of ``dt`` (s) from ``start`` must be made in parts: with the velocities of a ``state`` a block would
    be deep in another, by half of the thinner of the two, after the time ``flown`` (s).

    ``before``: the state with the velocities with which the step's contacts were found; None: those of the start.
    """
    unforeseen = state.velocity if before is None else state.velocity - before.velocity
    speed = np.linalg.norm(unforeseen[:, :3], axis=1)
    speed += context.constants.radius * np.linalg.norm(unforeseen[:, 3:], axis=1)
    if 2.0 * flown * float(np.max(speed)) <= 0.5 * np.min(context.constants.thickness):
        return None
    found, _ = context.contacts(start, state, dt, True)
    closing = -relative_velocity(found, context.arms(found, state), state.velocity)[:, 0]
    deep = np.where(found.gap > 0.0, flown * closing - found.gap, 0.0)
    through = deep > 0.5 * context.thinner(found)
    if not np.any(through):
        return None
    worst = float(np.max(deep[through]))
    return Rejection(f"a block would be {worst:.2g} m deep in another before their contact is found", fatal=False)
