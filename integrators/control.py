"""Step control: a step is kept, or halved where something speaks against it."""

import warnings
from collections.abc import Iterator

from ..errors import StepFailedError
from ..results.checkpoint import Moment
from .base import Integrator, Step
from .context import StepContext

__all__ = ["advance"]


def advance(
    integrator: Integrator, context: StepContext, start: Moment, end: float, subdivisions: int, depth: int = 0
) -> Iterator[Step]:
    """Steps from ``start`` to time ``end`` (s): one, or several where there is an objection to it.

    A step is halved up to ``subdivisions`` times. What is left then of a fatal objection is a StepFailedError, of
    another a warning.
    """
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
    for part in advance(integrator, context, start, middle, subdivisions, depth + 1):
        start = part.end
        yield part
    yield from advance(integrator, context, start, end, subdivisions, depth + 1)
