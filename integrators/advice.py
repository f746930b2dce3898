"""Which time step a structure wants: from its sizes, gravity and the motion of the ground, every number explained."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..checks import finite_number
from ..errors import DrystoneError
from ..formulations import Formulation
from ..ground_motion import GroundMotion, MultiSupportMotion
from ..model import Assembly
from ..model.gravity import GRAVITY
from ..model.scene import Scene
from ..summary import Facts, Summarised, counted
from .base import Integrator
from .context import thicknesses
from .registry import get_integrator
from .stepping import step_problem

__all__ = ["RATE", "TimeStepAdvice", "frequency_parameter", "suggest_dt"]

RATE = {1: 8.0, 2: 0.6}
"""Relative error of the times of impacts over p dt, by the order of the integrator: above the largest that the study
`work-precision` finds on Housner's block and on the square block in three dimensions, and checks (7.2 and 0.058).
Walls and houses want the shorter steps of 0.6: their impacts are many, see docs/integrators.md."""
FALLS = 1e-3
"""Fall from rest in a step, over the structure's length (median width of its blocks): the distance at which contacts
are found, a twentieth of the overlap at which `mid-point` makes a step in parts."""
STEPS_A_PERIOD = 20
"""Steps in the shortest period of the ground that matters: a sine taken by its mean over so long loses 0.4 %."""
POWER = 0.95
"""Share of the power of a record's acceleration at longer periods than the shortest that matters."""
MOST_SAMPLES = 2**20
"""Samples of a record that are looked at for that period."""
SLIDES = 1.7
"""Error of slips over their range and (A - mu g) dt / V, which a turn within a step misses at most, see `_sliding`:
above the largest that was found for sines of 0.5 to 1 g on mu of 0.1 to 0.6, 1.62 (`mid-point`: 1.27)."""
PROBED = 1e-3
"""Step (s) that is made to see what is not rigid."""
SPEED_SHARE = 0.5
"""Share of the thinnest block that may be passed in a step; beyond it steps are made in parts."""


@dataclass(frozen=True)
class TimeStepAdvice(Summarised):
    """A time step for `simulate` with an ``integrator``, and why.

    ``dt`` (s); ``error``: to expect of the times of impacts, over these times, with steps of ``dt``; ``why``: what
    limits dt, the strictest first, in words.
    """

    dt: float
    error: float
    integrator: str
    why: tuple[str, ...]

    def _summary(self) -> Facts:
        yield "dt", f"{self.dt:g} s with {self.integrator!r}"
        yield "error", f"about {100.0 * self.error:.2g} % of the times of impacts, or less"
        for i, reason in enumerate(self.why):
            yield "also" if i else "because", reason


def suggest_dt(
    assembly: Assembly,
    motion: GroundMotion | MultiSupportMotion | Mapping[str, GroundMotion] | None = None,
    *,
    accuracy: float = 0.01,
    integrator: str | Integrator = "mid-point",
    formulation: str | Formulation = "nodargi-bisegna",
    gravity: ArrayLike = GRAVITY,
    options: Mapping[str, Any] | None = None,
) -> TimeStepAdvice:
    """A time step for `simulate` with the same arguments: the least of six, rounded down to 1, 2 or 5 times 10^n.

    1. Rocking. The block with the least distance R from its centroid to a corner rocks fastest, with
       p = sqrt(3 g / (4 R)) (Housner 1963). Times of impacts are off by RATE p dt of themselves; that is to be at most
       ``accuracy``.
    2. Falls. What falls from rest in a step, g dt^2 / 2, is at most 1e-3 of the structure's length.
    3. Passing. At the speed of the ground and of a fall over the structure's height H, v + sqrt(2 g H), a block passes
       at most half of the thinnest one in a step.
    4. The ground's motion. 20 steps in its shortest period that matters: twice its shortest phase, for a record the one
       beyond which 95 % of the power of its acceleration lies.
    5. A record's sampling interval, so that no sample is passed over.
    6. Sliding to and fro, where the ground's acceleration A across gravity is above mu g, the least mu of the joints at
       the start: slips are off by 1.7 (A - mu g) dt / V of their range, V half the range of the ground's velocity; that
       is to be at most ``accuracy``. A block whose sliding turns round in a step rests for what is left of it.

    Springs of contacts and joints do not limit dt, because implicit steps damp what they do not resolve; where there
    are any, ``why`` has their shortest period, and the rate is that of the first order, whatever the integrator.
    ``error`` is that of times of impacts. A structure that comes to a collapse, or whose impacts decide between two
    ways, may need less: halve dt and compare.

    DrystoneError for what `simulate` would refuse, for quasi-static integrators, and where neither gravity nor a motion
    sets a time.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> motion = ds.GroundMotion.one_sine(2.0, half_period=0.25)
    >>> ds.suggest_dt(column(3), motion).dt
    0.002
    """
    scheme = get_integrator(integrator)
    if scheme.quasi_static:
        raise DrystoneError(f"the integrator {scheme.name!r} is quasi-static: its steps follow loads, not time")
    accuracy = finite_number(accuracy, "accuracy (share of times)", above=0.0, most=1.0)
    scene = Scene.of(assembly, gravity, None, motion)
    step = step_problem(
        assembly, PROBED, formulation=formulation, motion=motion, gravity=gravity, integrator=scheme, options=options
    )
    yielding = step.E[:, 0][step.E[:, 0] > 0.0]
    p = frequency_parameter(scene)[1]
    rate = RATE.get(1 if len(yielding) else scheme.order, RATE[1])
    grip = float(np.min(step.mu[step.mu > 0.0], initial=np.inf)) * float(np.linalg.norm(scene.gravity))
    limits = sorted([*_limits(scene, accuracy, rate), *_sliding(scene, accuracy, grip)])
    if not limits:
        raise DrystoneError("neither gravity nor a ground motion sets a time; choose dt by the loads")
    dt = _rounded_down(limits[0][0])
    why = [f"{_short(limit)}: {reason}" for limit, reason in limits]
    if len(yielding):
        why.append(_vibrations(assembly, float(np.min(yielding)), dt))
    return TimeStepAdvice(dt, rate * p * dt, scheme.name, tuple(why))


def _vibrations(assembly: Assembly, compliance: float, dt: float) -> str:
    """What becomes of vibrations of springs, the stiffest of which has a step's ``compliance`` of PROBED."""
    lightest = float(np.min(assembly.mass[assembly.movable]))
    period = 2.0 * np.pi * PROBED * float(np.sqrt(lightest * compliance))
    damped = "are damped" if period < STEPS_A_PERIOD * dt else "are resolved"
    return f"no limit: vibrations of springs, of {_short(period)} and longer, {damped}"


def frequency_parameter(scene: Scene) -> tuple[float, float]:
    """Radius R (m) of the smallest movable block, and its frequency parameter p (1/s)."""
    assembly = scene.assembly
    blocks = [assembly.blocks[i] for i in assembly.movable]
    radius = min(max(np.linalg.norm(one.vertices - b.centroid, axis=1).max() for one in b.pieces) for b in blocks)
    return float(radius), float(np.sqrt(0.75 * np.linalg.norm(scene.gravity) / radius))


def _limits(scene: Scene, accuracy: float, rate: float) -> Iterator[tuple[float, str]]:
    """Limits of dt (s) and their reasons."""
    assembly, g = scene.assembly, float(np.linalg.norm(scene.gravity))
    radius, p = frequency_parameter(scene)
    thin, speed = float(np.min(thicknesses(assembly))), 0.0
    if g > 0.0:
        yield (
            accuracy / (rate * p),
            (
                f"rocking of the smallest block, R = {radius:.3g} m, p = sqrt(3g/4R) = {p:.3g}/s: "
                f"{rate:g} p dt is {100.0 * accuracy:.3g} %"
            ),
        )
        yield (
            float(np.sqrt(2.0 * FALLS * assembly.length / g)),
            (f"what falls from rest in a step falls by {FALLS:g} of the blocks' width, {assembly.length:.3g} m"),
        )
        speed = float(np.sqrt(2.0 * g * _height(scene)))
    moving = [motion for motion in scene.motions if motion.pga > 0.0]
    for motion in moving:
        yield from _ground(motion)
    speed += max((float(np.linalg.norm(one.velocity_at(one.time), axis=1).max()) for one in moving), default=0.0)
    if speed > 0.0:
        yield (
            SPEED_SHARE * thin / speed,
            f"half of the thinnest block, {thin:.3g} m, at {speed:.3g} m/s: the ground and a fall of the whole height",
        )


def _sliding(scene: Scene, accuracy: float, grip: float) -> Iterator[tuple[float, str]]:
    """Limits by motions of the ground under which a block slides to and fro; friction gives it ``grip`` (m/s2).

    Where the relative velocity w of a sliding block, w' = -a - mu g sign(w), comes to zero while |a| > mu g, it goes on
    the other way at once. A step in which that happens stops it, as friction may do, and lets it go in the next: of the
    step's rest, theta dt with theta in [0, 1], it misses the velocity theta (|a| - mu g) dt, at most (A - mu g) dt.
    That is an error of the first order, which the whole next slide keeps. Slides are about as fast as the ground, V.
    Where |a| <= mu g the block rests indeed, and nothing is missed.
    """
    if not 0.0 < grip < np.inf:
        return
    down = scene.gravity / np.linalg.norm(scene.gravity)
    for motion in scene.motions:
        across, velocity = (
            values - np.outer(values @ down, down) for values in (motion.acceleration, motion.velocity_at(motion.time))
        )
        strongest = float(np.linalg.norm(across, axis=1).max())
        if strongest > grip:
            middle = 0.5 * (velocity.min(axis=0) + velocity.max(axis=0))
            fastest = float(np.linalg.norm(velocity - middle, axis=1).max())
            yield (
                accuracy * fastest / (SLIDES * (strongest - grip)),
                (
                    f"sliding to and fro, A = {strongest:.3g} m/s2, mu g = {grip:.3g}, V = {fastest:.3g} m/s: "
                    f"{SLIDES:g} (A - mu g) dt/V is {100.0 * accuracy:.3g} %"
                ),
            )


def _ground(motion: GroundMotion) -> Iterator[tuple[float, str]]:
    """Limits by the motion of the ground, whose acceleration is not zero all the time."""
    many = counted(STEPS_A_PERIOD, "step")
    if motion.samples is None:
        phases = np.where(motion.sine.any(axis=1), np.pi / motion.omega, np.inf)
        shortest = 2.0 * float(np.minimum(np.diff(motion.breaks), phases).min())
        yield shortest / STEPS_A_PERIOD, f"{many} in the ground's shortest period, {_short(shortest)}"
        return
    shortest = _shortest_period(motion)
    yield (
        shortest / STEPS_A_PERIOD,
        f"{many} in {_short(shortest)}: {100.0 * POWER:g} % of the record's power is at longer periods",
    )
    yield motion.dt, "the record's sampling interval"


def _shortest_period(record: GroundMotion) -> float:
    """Period (s) beyond which the share `POWER` of the power of a record's acceleration lies."""
    count = int(min(MOST_SAMPLES, max(4.0, np.ceil(record.duration / record.dt) + 1.0)))
    time = np.linspace(record.time[0], record.duration, count)
    power = np.sum(np.abs(np.fft.rfft(record.accelerations_at(time), axis=0)) ** 2, axis=1)[1:]
    if not np.any(power > 0.0):
        return 2.0 * record.duration
    place = int(np.searchsorted(np.cumsum(power), POWER * np.sum(power)))
    return float((time[-1] - time[0]) / (min(place, len(power) - 1) + 1))


def _height(scene: Scene) -> float:
    """Extent of the movable blocks along gravity (m)."""
    assembly, down = scene.assembly, scene.gravity / np.linalg.norm(scene.gravity)
    corners = np.vstack([piece.vertices for i in assembly.movable for piece in assembly.blocks[i].pieces])
    return float(np.ptp(corners @ down))


def _rounded_down(value: float) -> float:
    """The largest of 1, 2 and 5 times a power of ten that is not above a value."""
    power = 10.0 ** np.floor(np.log10(value))
    first = value / power * (1.0 + 1e-9)
    return float(f"{(5.0 if first >= 5.0 else 2.0 if first >= 2.0 else 1.0) * power:.0e}")


def _short(seconds: float) -> str:
    return f"{seconds:.2g} s"
