"""Steps as long as an error allows: a step is compared with two of half its length, which are kept.

Where the blocks are at the end of both differs, for a scheme of order p, by 2^p - 1 times the error of the halves. They
are kept where that is at most the tolerance; else each of them is compared with two of half its own length. What was
made is not made again but where its start has become another. A structure that stands takes three steps for two, one
that moves up to twice as many as it keeps.

Reference: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section II.4.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ..model import State
from ..results.checkpoint import Moment
from .base import Integrator, Step
from .context import StepContext
from .control import advance

__all__ = ["within_tolerance"]

LEAST = 1.0 / 1024
"""Default of the shortest step, in the longest."""
GROWTH = 4.0
"""The first step tried is at most so many times as long as the last that was kept."""
ROUNDING = 1e-9
"""Relative difference of two lengths of steps that is none."""


def within_tolerance(
    integrator: Integrator, context: StepContext, start: Moment, end: float, impacts: int
) -> Iterator[Step]:
    """Steps from ``start`` to the time ``end`` (s) that keep the option ``tolerance`` (m), none below ``least_dt``."""
    assert context.options.tolerance is not None
    yield from _halved(integrator, context, start, end, impacts, context.options.tolerance, None)


def _halved(
    integrator: Integrator,
    context: StepContext,
    start: Moment,
    end: float,
    impacts: int,
    tolerance: float,
    whole: Sequence[Step] | None,
) -> Iterator[Step]:
    """The same; ``whole``: the steps from ``start`` to ``end`` where they are made already."""
    options, begin = context.options, start.state.time
    middle, half = 0.5 * (begin + end), 0.5 * (end - begin)
    least = options.least_dt or context.dt * LEAST
    last = None if start.record is None else start.record.interval
    compared = last is None or 2.0 * half <= GROWTH * last * (1.0 + ROUNDING) or half < least
    first = second = None
    if compared:
        if whole is None:
            whole = list(advance(integrator, context.of_step(2.0 * half), start, end, impacts))
        first = list(advance(integrator, context.of_step(half), start, middle, impacts))
        second = list(advance(integrator, context.of_step(half), first[-1].end, end, impacts))
        error = apart(context, whole[-1].end.state, second[-1].end.state) / (2.0**integrator.order - 1.0)
        shortest = half < 2.0 * least * (1.0 - ROUNDING)
        if error <= tolerance or shortest:
            if error > tolerance:
                context.tell(
                    "error",
                    f"step at {begin:.6g} s: its estimated error is {error:.2g} m, though it is as short as least_dt "
                    f"({least:.2g} s) allows; more may be like it (column 'step_error' of trajectory.steps)",
                )
            yield from _marked([*first, *second], half, error)
            return
    for part in _halved(integrator, context, start, middle, impacts, tolerance, first):
        start = part.end
        yield part
    yield from _halved(integrator, context, start, end, impacts, tolerance, None)


def _marked(parts: Sequence[Step], half: float, error: float) -> Iterator[Step]:
    """The steps that are kept, with the length of those they are parts of (s) and their estimated error (m)."""
    for part in parts:
        part.timings["step_error"] = error
        record = part.end.record
        marked = None if record is None else replace(record, interval=half)
        yield replace(part, end=replace(part.end, record=marked))


def apart(context: StepContext, one: State, other: State) -> float:
    """By how much the corners of a movable block differ at most in two states (m)."""
    movable = context.scene.assembly.movable
    moved = np.linalg.norm((one.position - other.position)[movable], axis=1)
    turned = np.linalg.norm((one.rotation - other.rotation)[movable], axis=(1, 2)) / np.sqrt(2.0)
    return float(np.max(moved + context.radius * turned))
