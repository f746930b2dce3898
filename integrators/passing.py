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
    be through half of the thinnest one after the time ``flown`` (s).

    ``before``: the state with the velocities with which the step's contacts were found; None: those of the start.
    """
    half = 0.5 * context.constants.thinnest
    unforeseen = state.velocity if before is None else state.velocity - before.velocity
    speed = np.linalg.norm(unforeseen[:, :3], axis=1)
    speed += context.constants.radius * np.linalg.norm(unforeseen[:, 3:], axis=1)
    if 2.0 * flown * float(np.max(speed)) <= half:
        return None
    found, _ = context.contacts(start, state, dt, True)
    closing = -relative_velocity(found, context.arms(found, state), state.velocity)[:, 0]
    deep = float(np.max(np.where(found.gap > 0.0, flown * closing - found.gap, 0.0), initial=0.0))
    if deep <= half:
        return None
    return Rejection(f"a block would be {deep:.2g} m deep in another before their contact is found", fatal=False)
