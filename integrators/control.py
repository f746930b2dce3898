"""Step control: a step is kept, halved where something speaks against it, or parted at the instant of an impact."""

import warnings
from collections.abc import Iterator

from ..errors import StepFailedError
from ..results.checkpoint import Moment
from .base import Integrator, Step
from .context import StepContext
from .impacts import closing_time, impact

__all__ = ["advance"]


SHORTEST = 1e-6
"""Shortest part of a step, in steps: what is shorter is rounding."""


def advance(
    integrator: Integrator, context: StepContext, start: Moment, end: float, impacts: int, depth: int = 0
) -> Iterator[Step]:
    """Steps from ``start`` to time ``end`` (s): one, or several where there is an objection to it, or an impact in it.

    A step is halved up to the option ``subdivisions`` times. What is left then of a fatal objection is a
    StepFailedError, of another a warning. Up to ``impacts`` impacts are given their own instants.
    """
    subdivisions = context.options.subdivisions
    step, objection = integrator.step(context, start, end)
    deepest, begin = depth == subdivisions, start.state.time
    what = f"step from {begin:.6g} s to {end:.6g} s: {'' if objection is None else objection.reason}"
    if step is not None and (objection is None or (deepest and not objection.fatal)):
        if objection is not None:
            warnings.warn(f"{what}, though the step was halved {depth} times. Take a smaller dt", stacklevel=3)
        closing = closing_time(context, start, step) if impacts > 0 else None
        if closing is None:
            yield step
        else:
            yield from _parted(integrator, context, start, end, closing, impacts, depth)
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
    closing: tuple[float, float],
    impacts: int,
    depth: int,
) -> Iterator[Step]:
    """The step up to the instant of its first impact, the impact, and the steps that follow it."""
    instant = min(start.state.time + closing[0], end)
    if instant - start.state.time > SHORTEST * context.dt:
        flight, _ = integrator.step(context, start, instant, arrivals=False)
        if flight is None:
            yield from advance(integrator, context, start, end, 0, depth)
            return
        yield flight
        start = flight.end
    hit = impact(context, start)
    if hit is not None:
        hit.timings["impact_share"] = closing[1]
        yield hit
        start = hit.end
    if end - start.state.time > SHORTEST * context.dt:
        yield from advance(integrator, context, start, end, impacts - 1, depth)
