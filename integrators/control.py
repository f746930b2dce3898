"""Step control: a step is kept, halved where something speaks against it, or parted at the instant of an impact."""

import warnings
from collections.abc import Iterator

from ..errors import StepFailedError
from ..results.checkpoint import Moment
from .base import Arrivals, Closing, Integrator, Reversal, Step
from .context import StepContext
from .impacts import Meeting, impact

__all__ = ["advance"]


SHORTEST = 1e-6
"""Shortest part of a step, in steps: what is shorter is rounding."""
EARLY = 1e-3
"""Impacts take place so much before the contact is closed, in steps: an overlap would have to be pushed out again."""
CORRECTIONS = 4
"""Flights to an impact that are tried at most; each takes its end from where the last one ended."""


def advance(
    integrator: Integrator, context: StepContext, start: Moment, end: float, impacts: int, depth: int = 0
) -> Iterator[Step]:
    """Steps from ``start`` to time ``end`` (s): one, or several where there is an objection to it, or an impact in it.

    A step is halved up to the option ``subdivisions`` times. What is left then of a fatal objection is a
    StepFailedError, of another a warning. Up to ``impacts`` impacts are given their own instants.
    """
    subdivisions = context.options.subdivisions
    if impacts > 0:
        step, objection = integrator.step(context, start, end, Arrivals.PARTED)
        if isinstance(objection, Closing):
            yield from _parted(integrator, context, start, end, objection, impacts, depth)
            return
        if isinstance(objection, Reversal):
            yield from _reversed(integrator, context, start, end, objection, depth)
            return
    else:
        step, objection = integrator.step(context, start, end)
    deepest, begin = depth == subdivisions, start.state.time
    what = f"step from {begin:.6g} s to {end:.6g} s: {'' if objection is None else objection.reason}"
    if step is not None and (objection is None or (deepest and not objection.fatal)):
        if objection is not None:
            warnings.warn(f"{what}, though the step was halved {depth} times. Take a smaller dt", stacklevel=3)
        yield step
        return
    if deepest:
        raise StepFailedError(f"{what}; the run stops here. Try a smaller dt or formulation='compliant'")
    if objection is not None and objection.fatal:
        warnings.warn(f"{what}; the step is halved. Try a smaller dt if this happens often", stacklevel=3)
    middle = 0.5 * (begin + end)
    for part in advance(integrator, context, start, middle, impacts, depth + 1):
        start = part.end
        yield part
    yield from advance(integrator, context, start, end, impacts, depth + 1)


def _parted(
    integrator: Integrator,
    context: StepContext,
    start: Moment,
    end: float,
    closing: Closing,
    impacts: int,
    depth: int,
) -> Iterator[Step]:
    """The step up to the instant of its first impact, the impact, and the steps that follow it."""
    begin, flight, here = start.state.time, None, start
    instant = min(begin + closing.after, end)
    meeting = None
    for _ in range(CORRECTIONS):
        if instant - begin <= SHORTEST * context.dt:
            flight, here, meeting = None, start, Meeting.at(context, start)
            break
        flight, _ = integrator.step(context, start, instant, Arrivals.LEFT_OUT)
        if flight is None:
            yield from advance(integrator, context, start, end, 0, depth)
            return
        here, meeting = flight.end, Meeting.at(context, flight.end)
        late = meeting.late(closing.key)
        if abs(late - EARLY * context.dt) <= EARLY * context.dt:
            break
        instant = min(max(instant + late - EARLY * context.dt, begin), end)
    assert meeting is not None
    if flight is not None:
        yield flight
    hit = impact(context, here, meeting)
    if hit is not None:
        hit.timings["impact_share"] = closing.share
        yield hit
        here = hit.end
    if end - here.state.time > SHORTEST * context.dt:
        yield from advance(integrator, context, here, end, impacts - 1, depth)


def _reversed(
    integrator: Integrator, context: StepContext, start: Moment, end: float, reversal: Reversal, depth: int
) -> Iterator[Step]:
    """The step up to the instant at which sliding turns round, and the rest of it: friction acts one way in each."""
    instant = start.state.time + reversal.after
    first, _ = integrator.step(context.followed_by(end - instant), start, instant, Arrivals.LEFT_OUT)
    if first is not None:
        yield first
        start = first.end
    yield from advance(integrator, context, start, end, 0, depth)
