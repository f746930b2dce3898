"""Motions whose error is measured: exact where a closed form is known, else against the motion at a small step.

A motion is looked at in the frame of the ground through a few numbers, the `Observe` of its case: times of impacts or
of peaks of the energy (s), slips or places of centroids (m). The error of a run is the largest distance of one of them
from the reference.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from scipy.optimize import brentq
from scipy.signal import find_peaks

from ...checks import FloatArray
from ...ground_motion import GroundMotion
from ...model import Assembly, Block
from ...model.gravity import GRAVITY, ONE_G
from ...structures import column, wall
from ..histories import zero_crossings
from ..reproductions.block_3d import ANGLE, HALF_PERIOD, square_block
from ..reproductions.housner import BLOCK, LEAST_SWING, TILT, housner_block
from ..reproductions.oppenheim_arch import AMPLITUDE, PULSE, oppenheim_arch

__all__ = [
    "BE", "CASES", "DOWNHILL", "DRYSTONE", "FIRST", "FORMULATIONS", "MP", "MUJOCO", "NONE", "PrecisionCase",
    "Seen", "error_of", "flat_block", "newmark_extremes", "newmark_slips", "places", "sine_at_44",
]  # fmt: skip

DRYSTONE, MUJOCO = "drystone", "MuJoCo, tuned"
NONE = "none"
"""In the place of what another engine does not have."""
BE, MP = "backward-euler", "mid-point"
FIRST = "nodargi-bisegna"
"""The formulation that is run at all steps."""
FORMULATIONS = (FIRST, "anitescu-tasora", "compliant", "coulomb")


@dataclass(frozen=True)
class Seen:
    """A run in the frame of the ground: ``time`` (T,) (s), ``position`` (T, B, 3) of the movable blocks' centroids (m),
    ``rotation`` (T, B, 3, 3) since the start.
    """

    time: FloatArray
    position: FloatArray
    rotation: FloatArray

    def at(self, times: FloatArray) -> FloatArray:
        """Positions (n, B, 3) at ``times`` (n,) (s), which are among those recorded, up to rounding."""
        spacing = float(np.min(np.diff(self.time)))
        return self.position[np.searchsorted(self.time, times - 0.5 * spacing)]


Observe = Callable[[Seen], FloatArray]
"""What is looked at: (n, 1) numbers or (n, 3) places; fewer than n where the run has fewer."""


@dataclass(frozen=True, eq=False)
class PrecisionCase:
    """A motion and how its error is measured.

    ``observe`` with its ``unit`` ("s" or "m" in `CASES`) and what it is in words, ``what``. ``exact``: the numbers
    themselves; None where they are those of `mid-point` at the finer of the steps ``reference`` (s), and the coarser
    tells how far they can be trusted. ``steps``: time steps (s), longest first, by integrator and of `MUJOCO`;
    ``quick``: those of a quick run, none where its checks are those of another case. ``target``: the error at which
    times are compared, in the unit. ``formulations``: those beside `FIRST` at fewer steps.
    """

    name: str
    title: str
    make: Callable[[], Assembly]
    duration: float
    observe: Observe
    unit: str
    what: str
    target: float
    steps: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    quick: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    motion: GroundMotion | None = None
    gravity: tuple[float, float, float] = GRAVITY
    exact: FloatArray | None = None
    reference: tuple[float, float] = (5e-4, 2.5e-4)
    formulations: tuple[str, ...] = FORMULATIONS


def error_of(seen: FloatArray, known: FloatArray) -> float:
    """Largest distance of what was seen from what is known, both (n, d); infinite where less was seen."""
    if len(seen) < len(known):
        return float("inf")
    apart = np.linalg.norm(seen[: len(known)] - known, axis=1)
    return float(np.max(apart)) if np.isfinite(apart).all() else float("inf")


# ---------------- what is looked at

IMPACTS, PEAKS = 5, 4
GRID = 0.02
"""Times (s) at which places are compared: multiples of every step."""


def _impact_times(seen: Seen) -> FloatArray:
    """Times (5, 1) at which the block of Housner passes the vertical."""
    R = seen.rotation[:, 0]
    angle = TILT + np.unwrap(np.arctan2(R[:, 0, 2], R[:, 0, 0]))
    return zero_crossings(seen.time, angle, LEAST_SWING)[:IMPACTS, None]


def _height_peaks(seen: Seen) -> FloatArray:
    """Times (4, 1) of the peaks of the one block's height, by a parabola through three samples."""
    height = seen.position[:, 0, 2]
    k, _ = find_peaks(height, prominence=0.01 * float(np.ptp(height)))
    before, top, after = (height[k + i] for i in (-1, 0, 1))
    shift = 0.5 * (before - after) / (before - 2.0 * top + after)
    return (seen.time[k] + shift * float(np.min(np.diff(seen.time))))[:PEAKS, None]


def places(seen: Seen, every: float = GRID) -> FloatArray:
    """Centroids (n, 3) of all blocks at the multiples of ``every`` (s)."""
    return seen.at(np.arange(every, seen.time[-1] + 1e-9, every)).reshape(-1, 3)


def _slips(seen: Seen) -> FloatArray:
    """Least and last slip (2, 1) along x."""
    slip = seen.position[:, 0, 0] - seen.position[0, 0, 0]
    return np.array([[slip.min()], [slip[-1]]])


# ---------------- closed forms

SLOPE, SLIDING = np.radians(20.0), 0.3
DOWNHILL = float(ONE_G * (np.sin(SLOPE) - SLIDING * np.cos(SLOPE)))
"""Acceleration (m/s2) of a block that slides down the slope."""
SHAKE, FREQUENCY = 0.5 * ONE_G, 1.0


def newmark_extremes() -> FloatArray:
    """Least and last slip (2, 1) (m) of the block of `newmark_slips` under one cycle."""
    (_, turn, _), (_, end, _) = _newmark_slides(SHAKE, 1)
    return newmark_slips(np.array([turn, end]), SHAKE)[:, None]


def newmark_slips(times: FloatArray, shake: float, cycles: int = 1) -> FloatArray:
    """Slips (n,) (m) at ``times`` (n,) (s) of a block on ground under a sine of the amplitude ``shake`` (m/s2).

    (Newmark 1965)
    """
    slips = np.zeros(len(times))
    for start, stop, slip in _newmark_slides(shake, cycles):
        slips[times >= start] = [slip(min(time, stop)) for time in times[times >= start]]
    return slips


def _newmark_slides(shake: float, cycles: int) -> list[tuple[float, float, Callable[[float], float]]]:
    """Start and end (s) of the slides back and forth, one for each half cycle, with the slip (m) during each.

    A slide starts where the ground's acceleration a = A sin(w t) comes beyond mu g, or where the one before ends if
    that is later, and ends where the velocities agree. With s its sense, the relative velocity from t0 on is
    A/w (cos w t - cos w t0) - s mu g (t - t0), and the slip its integral. After the cycles the ground is at rest.
    """
    omega, yielding, end = 2.0 * np.pi * FREQUENCY, SLIDING * ONE_G, cycles / FREQUENCY
    first = float(np.arcsin(yielding / shake)) / omega

    def velocity(t: float, start: float, sense: float) -> float:
        shaken = min(t, end)
        return float(shake / omega * (np.cos(omega * shaken) - np.cos(omega * start)) - sense * yielding * (t - start))

    def slip(before: float, start: float, sense: float, t: float) -> float:
        shaken = min(t, end)
        wave = (np.sin(omega * shaken) - np.sin(omega * start)) / omega - np.cos(omega * start) * (shaken - start)
        rest = (t - shaken) * (1.0 - np.cos(omega * start))
        return float(before + (shake / omega * (wave + rest) - 0.5 * sense * yielding * (t - start) ** 2))

    slides, stop, slipped = list[tuple[float, float, Callable[[float], float]]](), 0.0, 0.0
    for half in range(2 * cycles):
        start, sense = max(stop, 0.5 * half / FREQUENCY + first), 1.0 if half % 2 else -1.0
        stop = float(brentq(velocity, start + 0.1 / FREQUENCY, start + 2.0 / FREQUENCY, args=(start, sense)))
        slides.append((start, stop, partial(slip, slipped, start, sense)))
        slipped = slip(slipped, start, sense, stop)
    return slides


# ---------------- the cases

FINE = (5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4)


def flat_block(height: float = 0.3) -> Assembly:
    """A flat brick that slides without tipping, friction 0.3, on long ground."""
    ground = Block.box(size=(20, 4, 1), center=(5, 0, -0.5), fixed=True, name="ground")
    brick = Block.box(size=(0.5, 0.5, height), center=(0, 0, 0.5 * height), name="block")
    return Assembly([ground, brick], friction=SLIDING)


def sine_at_44(amplitude: float) -> GroundMotion:
    """One sine of this amplitude (m/s2) at 44 degrees, that of the square block."""
    return GroundMotion.one_sine(amplitude, HALF_PERIOD, direction=(np.cos(ANGLE), np.sin(ANGLE), 0.0))


CASES = {case.name: case for case in (
    PrecisionCase(
        "housner", "Housner's block, free rocking", housner_block, 4.2, _impact_times, "s",
        "worst of the first five impact times", 0.03,
        {BE: (1e-2, 5e-3, 2e-3, 1e-3, 5e-4), MP: (2e-2, 1e-2, 5e-3, 2e-3, 1e-3), MUJOCO: FINE},
        {BE: (1e-2, 4e-3), MP: (2e-2, 1e-2), MUJOCO: (2e-3, 1e-3)},
        exact=BLOCK.free_rocking(TILT, IMPACTS).impacts[:, None],
    ),
    PrecisionCase(
        "block-3d", "square block under a sine at 44°", square_block, 2.0, _height_peaks, "s",
        "worst of the first four peaks of the potential energy", 0.01,
        {BE: (5e-3, 2e-3, 1e-3, 5e-4), MP: (1e-2, 5e-3, 2e-3, 1e-3), MUJOCO: FINE},
        motion=sine_at_44(8.0),
    ),
    PrecisionCase(
        "arch", "Oppenheim's arch under the pulse of the paper", oppenheim_arch, 0.94, places, "m",
        "centroids every 0.02 s, two impacts", 2e-3,
        {BE: (1e-2, 5e-3, 2e-3, 1e-3, 5e-4), MP: (2e-2, 1e-2, 5e-3, 2e-3, 1e-3)},
        {BE: (1e-2, 5e-3), MP: (2e-2, 1e-2)},
        motion=GroundMotion.biphasic(AMPLITUDE, PULSE, direction=(-1, 0, 0)),
    ),
    PrecisionCase(
        "column", "three drums under a sine", partial(column, 3, friction=0.8), 1.0, places, "m",
        "centroids every 0.02 s", 4e-3,
        {BE: (1e-2, 5e-3, 2e-3, 1e-3, 5e-4), MP: (1e-2, 5e-3, 2e-3, 1e-3), MUJOCO: FINE},
        motion=GroundMotion.one_sine(6.0, 0.2),
    ),
    PrecisionCase(
        "sliding", "block sliding on 20°", flat_block, 1.0, lambda seen: _slips(seen)[1:], "m", "slip after 1 s", 1e-3,
        {BE: (2e-2, 1e-2, 5e-3, 2e-3, 1e-3), MP: (2e-2, 1e-2, 5e-3, 2e-3), MUJOCO: FINE[:-1]},
        {BE: (2e-2, 1e-2), MP: (2e-2, 1e-2)},
        gravity=(ONE_G * float(np.sin(SLOPE)), 0.0, -ONE_G * float(np.cos(SLOPE))),
        exact=np.array([[0.5 * DOWNHILL * 1.0**2]]),
    ),
    PrecisionCase(
        "newmark", "Newmark's block, one cycle", flat_block, 1.5, _slips, "m", "least and last slip", 3e-4,
        {BE: (2e-2, 1e-2, 5e-3, 2e-3, 1e-3), MP: (2e-2, 1e-2, 5e-3, 2e-3, 1e-3), MUJOCO: FINE[:-1]},
        motion=GroundMotion.harmonic(SHAKE, FREQUENCY, duration=1.0 / FREQUENCY),
        exact=newmark_extremes(),
    ),
    PrecisionCase(
        "wall", "wall of 217 bricks under 0.9 g", partial(wall, 14, 15), 0.5, places, "m",
        "centroids every 0.02 s", 1e-2,
        {BE: (1e-2, 5e-3, 2e-3, 1e-3), MP: (1e-2, 5e-3, 2e-3), MUJOCO: (2e-3, 1e-3, 5e-4)}, {},
        motion=GroundMotion.harmonic(0.9 * ONE_G, 2.0, duration=0.5), reference=(1e-3, 5e-4),
        formulations=(FIRST,),
    ),
)}  # fmt: skip
