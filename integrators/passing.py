"""Blocks that would fly into others, or through them, before their contacts are found."""

import math

import numpy as np

from ..formulations.base import relative_velocity
from ..model import State
from ..numerics.compiled import FloatArray, compiled
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
    unforeseen = np.array(state.velocity, order="C") if before is None else state.velocity - before.velocity
    if 2.0 * flown * _fastest(unforeseen, context.constants.radius) <= 0.5 * np.min(context.constants.thickness):
        return None
    found, _ = context.contacts(start, state, dt, True)
    closing = -relative_velocity(found, context.arms(found, state), state.velocity)[:, 0]
    deep = np.where(found.gap > 0.0, flown * closing - found.gap, 0.0)
    through = deep > 0.5 * context.thinner(found)
    if not np.any(through):
        return None
    worst = float(np.max(deep[through]))
    return Rejection(f"a block would be {worst:.2g} m deep in another before their contact is found", fatal=False)


@compiled
def _fastest(velocity: FloatArray, radius: float) -> float:
    """Largest speed (m/s) of points up to ``radius`` (m) from the centroids of blocks, of velocities (B_all, 6)."""
    fastest = 0.0
    for v in velocity:
        turning = math.sqrt(v[3] ** 2 + v[4] ** 2 + v[5] ** 2)
        fastest = max(fastest, math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2) + radius * turning)
    return fastest
