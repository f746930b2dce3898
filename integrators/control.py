"""Step control: a step is kept, halved where it is rejected, or parted at the instant of an event."""

import warnings
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import Enum

from ..errors import StepFailedError
from ..results.checkpoint import Moment
from .base import ImpactEvent, ImpactHandling, Integrator, NoEquilibrium, Rejection, ReversalEvent, Step
from .context import StepContext
from .impacts import ImpactContacts, impact

__all__ = ["Decision", "Span", "StepControl", "advance"]


SHORTEST = 1e-6
"""Shortest part of a step, in steps: what is shorter is rounding."""
EARLY = 1e-3
"""Impacts take place so much before the contact is closed, in steps: an overlap would have to be pushed out again."""
CORRECTIONS = 4
"""Flights to an impact that are tried at most; each takes its end from where the last one ended."""


class Decision(Enum):
    """What becomes of a step that was tried."""

    KEEP = "it is a step of the history"
    REJECT = "it is made again in two halves"
    EVENT = "it is parted at an impact, or where sliding turns round"


@dataclass(frozen=True)
class Span:
    """What is to be made in one step: up to the time ``end`` (s), after ``depth`` halvings.

    ``impacts``: how many impacts in it may be given their own instants.
    """

    end: float
    impacts: int
    depth: int = 0

    @property
    def handling(self) -> ImpactHandling:
        """What the step makes of contacts that close in it."""
        return ImpactHandling.AT_EVENTS if self.impacts > 0 else ImpactHandling.IN_STEP


class StepControl:
    """Says what becomes of a step that was tried; its state are the ``spans`` that are ahead, the next one last.

    A step is halved up to ``subdivisions`` times. What is left then of a fatal rejection is a StepFailedError, of
    another a warning. Nothing is ahead at the end of a whole step, so that a checkpoint holds nothing of it.
    """

    def __init__(self, subdivisions: int, whole: Span) -> None:
        self.subdivisions, self.spans = subdivisions, [whole]

    def decide(self, begin: float, step: Step | None, rejection: Rejection | None) -> Decision:
        """What becomes of the next span's step from ``begin`` (s). KEEP takes the span away, REJECT halves it."""
        span = self.spans[-1]
        if span.impacts > 0 and isinstance(rejection, (ImpactEvent, ReversalEvent)):
            return Decision.EVENT
        deepest = span.depth == self.subdivisions
        what = f"step from {begin:.6g} s to {span.end:.6g} s: {'' if rejection is None else rejection.reason}"
        if step is not None and (rejection is None or (deepest and not rejection.fatal)):
            if rejection is not None:
                warnings.warn(f"{what}, though the step was halved {span.depth} times. Take a smaller dt", stacklevel=4)
            self.spans.pop()
            return Decision.KEEP
        if deepest:
            raise StepFailedError(f"{what}; the run stops here. Try a smaller dt or formulation='compliant'")
        if rejection is not None and rejection.fatal:
            warnings.warn(f"{what}; the step is halved. Try a smaller dt if this happens often", stacklevel=4)
        half = Span(0.5 * (begin + span.end), span.impacts, span.depth + 1)
        self.spans[-1:] = [Span(span.end, span.impacts, span.depth + 1), half]
        return Decision.REJECT

    def parted(self, impacts: int, done: bool = False) -> None:
        """An event of the next span is over: what is left of it may have so many more ``impacts``; ``done``: no rest
        is left.
        """
        span = self.spans.pop()
        if not done:
            self.spans.append(Span(span.end, impacts, span.depth))


def advance(
    integrator: Integrator, context: StepContext, start: Moment, end: float, impacts: int, far: bool = False
) -> Iterator[Step]:
    """Steps from ``start`` to time ``end`` (s): one, or several where it is rejected, or has an event in it.

    Up to ``impacts`` impacts are given their own instants. ``far``: steps with no equilibrium near, see
    `NoEquilibrium`, are kept. See `StepControl`.
    """
    control = StepControl(context.options.subdivisions, Span(end, impacts))
    while control.spans:
        span = control.spans[-1]
        step, rejection = integrator.step(context, start, span.end, span.handling)
        if far and isinstance(rejection, NoEquilibrium):
            rejection = None
        decision = control.decide(start.state.time, step, rejection)
        if decision is Decision.KEEP:
            assert step is not None
            yield step
            start = step.end
        elif decision is Decision.EVENT and isinstance(rejection, ImpactEvent):
            start, impacts = yield from _to_impact(integrator, context, start, span, rejection)
            control.parted(impacts, done=span.end - start.state.time <= SHORTEST * context.dt)
        elif decision is Decision.EVENT and isinstance(rejection, ReversalEvent):
            start = yield from _to_reversal(integrator, context, start, span.end, rejection)
            control.parted(0)


def _to_impact(
    integrator: Integrator, context: StepContext, start: Moment, span: Span, event: ImpactEvent
) -> Generator[Step, None, tuple[Moment, int]]:
    """The step up to the instant of its first impact, and the impact; what they lead to, and how many impacts the rest
    may have: none where there is no step up to there.
    """
    begin, end, flight, here = start.state.time, span.end, None, start
    instant = min(begin + event.after, end)
    found = None
    for _ in range(CORRECTIONS):
        if instant - begin <= SHORTEST * context.dt:
            flight, here, found = None, start, ImpactContacts.at(context, start)
            break
        flight, _ = integrator.step(context, start, instant, ImpactHandling.LEFT_OUT)
        if flight is None:
            return start, 0
        here, found = flight.end, ImpactContacts.at(context, flight.end)
        late = found.late(event.key)
        if abs(late - EARLY * context.dt) <= EARLY * context.dt:
            break
        instant = min(max(instant + late - EARLY * context.dt, begin), end)
    assert found is not None
    if flight is not None:
        yield flight
    hit = impact(context, here, found, event.share)
    if hit is not None:
        yield hit
        here = hit.end
    return here, span.impacts - 1


def _to_reversal(
    integrator: Integrator, context: StepContext, start: Moment, end: float, event: ReversalEvent
) -> Generator[Step, None, Moment]:
    """The step up to the instant at which sliding turns round: friction acts one way in it, and in the rest."""
    instant = start.state.time + event.after
    first, _ = integrator.step(context.followed_by(end - instant), start, instant, ImpactHandling.LEFT_OUT)
    if first is None:
        return start
    yield first
    return first.end
