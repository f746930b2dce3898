"""Scenes in which contact laws are compared: rocking, sliding, toppling, and masonry that does all of it.

Exact where a closed form is known, else against `mid-point` with `coulomb` at a small step, see
`drystone.studies.benchmarks.contact_laws`. The ``target`` of a scene is the error that is asked for at dt = 5e-3 s.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from ...checks import FloatArray
from ...ground_motion import GroundMotion
from ...model import Assembly, Block
from ...model.gravity import STANDARD_GRAVITY
from ...numerics.rotations import exponential
from ...structures import column, stone_house, wall
from ..reproductions.block_3d import ANGLE, HALF_PERIOD, REST, square_block
from ..reproductions.block_3d import CASES as BLOCKS
from ..reproductions.housner import BLOCK, TILT
from .precision_cases import CASES, IMPACTS, SLIDING, SLOPE, PrecisionCase, Seen, flat_block, newmark_slips, places

__all__ = ["SCENES", "dominoes"]

# ---------------- what is looked at

EVERY = 0.05
"""Times (s) at which blocks are compared: multiples of every step, and durations are multiples of it."""
VERDICT = "wrong verdict"
"""The unit of errors that are no numbers."""
FALLEN = np.radians(1.0)
"""Tilt of the last domino (rad) at which it has been hit: it stood upright before."""


def _in(factor: float, observe: Callable[[Seen], FloatArray]) -> Callable[[Seen], FloatArray]:
    """The same in a unit that is smaller by this factor."""
    return lambda seen: factor * observe(seen)


def _lift(seen: Seen) -> FloatArray:
    """Largest distance (1, 1) of the block from the slope, up or down (m)."""
    return np.max(np.abs(seen.position[:, 0, 2] - seen.position[0, 0, 2])).reshape(1, 1)


def _acceleration(seen: Seen) -> FloatArray:
    """Acceleration (1, 1) along x over that of the closed form, from three places of the steady slide.

    A second difference, which is exact for places of either scheme under constant acceleration.
    """
    x = seen.at(np.array([0.2, 0.6, 1.0]))[:, 0, 0]
    known = STANDARD_GRAVITY * (np.sin(SLOPE) - SLIDING * np.cos(SLOPE))
    return np.array([[(x[2] - 2.0 * x[1] + x[0]) / 0.4**2 / known]])


def _overturned(seen: Seen) -> FloatArray:
    """Whether the block (1, 1) has overturned, 1, or is at rest upright, 0; while it rocks, 0.5."""
    if seen.rotation[-1, 0, 2, 2] < np.cos(np.radians(45.0)):
        return np.ones((1, 1))
    moved = np.ptp(seen.position[seen.time > seen.time[-1] - 0.1, 0], axis=0)
    return np.full((1, 1), 0.0 if np.max(moved) < 1e-6 else 0.5)


def _slips(seen: Seen) -> FloatArray:
    """Slips (n, 1) every `EVERY` seconds, in per cent of the largest of the closed form."""
    return 100.0 * places(seen, EVERY)[:, :1] / np.max(np.abs(_newmark()))


def _newmark() -> FloatArray:
    return newmark_slips(np.arange(EVERY, 1.5 + 1e-9, EVERY), STANDARD_GRAVITY)


def _largest(seen: Seen) -> FloatArray:
    """Largest distance (1, 1) of a block at the end from where it started."""
    return np.max(np.linalg.norm(seen.position[-1] - seen.position[0], axis=1)).reshape(1, 1)


def _hit(seen: Seen) -> FloatArray:
    """Time (1, 1) at which the last block is tilted by `FALLEN`, linear between samples; none where it never is."""
    tilt = np.arccos(np.clip(seen.rotation[:, -1, 2, 2], -1.0, 1.0))
    k = int(np.argmax(tilt > FALLEN))
    if k == 0:
        return np.empty((0, 1))
    return np.array([[np.interp(FALLEN, tilt[k - 1 : k + 1], seen.time[k - 1 : k + 1])]])


# ---------------- the scenes


def dominoes(count: int = 8, size: tuple[float, float, float] = (0.1, 0.25, 0.5), spacing: float = 0.3) -> Assembly:
    """A row along x, of which the first leans over its right edge by 20 degrees, more than it can: it falls."""
    lx, _, lz = size
    R = exponential(np.array([[0.0, np.radians(20.0), 0.0]]))[0]
    lean = np.array([0.5 * lx, 0.0, 0.0]) + R @ np.array([-0.5 * lx, 0.0, 0.5 * lz])
    ground = Block.box(
        size=(count + 4.0, 4.0, 1.0), center=(0.5 * count * spacing, 0.0, -0.5), fixed=True, name="ground"
    )
    first = Block.box(size=size, center=lean, rotation=R, name="domino-1")
    others = [Block.box(size, (i * spacing, 0.0, 0.5 * lz), name=f"domino-{i + 1}") for i in range(1, count)]
    return Assembly([ground, first, *others], friction=0.6)


def _house() -> Assembly:
    """71 stones: the house of Nodargi and Bisegna with larger ones."""
    return stone_house(
        courses=7, course_height=2.75 / 7, stones=6, gable=2, door=(0.95, 5), window=(0.85, 2, 2)
    )  # fmt: skip


def _known(value: float) -> Callable[[], FloatArray]:
    return lambda: np.full((1, 1), value)


def _verdict(name: str, case: str, verdict: float, duration: float) -> PrecisionCase:
    amplitude = BLOCKS[case][0]
    title = f"square block, one sine of {amplitude:g} m/s² at 44°"
    motion = GroundMotion.one_sine(amplitude, HALF_PERIOD, direction=(np.cos(ANGLE), np.sin(ANGLE), 0.0))
    what = "1: overturns where it comes to rest, or the reverse; 0.5: still rocks"
    return PrecisionCase(
        name, title, square_block, duration, _overturned, VERDICT, what, 0.1, motion=motion, exact=_known(verdict)
    )


def _wall(friction: float, target: float) -> PrecisionCase:
    title, shaken = f"wall of 51 bricks, mu {friction:g}, 0.9 g at 2 Hz", 0.9 * STANDARD_GRAVITY
    return PrecisionCase(
        f"wall-{friction:g}", title, partial(wall, 6, 8, friction=friction), 0.25, _in(1e3, FAR), "mm",
        "farthest brick", target, motion=GroundMotion.harmonic(shaken, 2.0),
    )  # fmt: skip


def _shaken_house(half_period: float, house: Callable[[], Assembly] = _house, stones: int = 71) -> PrecisionCase:
    motion = GroundMotion.one_sine(0.8 * STANDARD_GRAVITY, half_period, direction=(0.0, -1.0, 0.0))
    title = f"house of {stones} stones, one sine of 0.8 g, twice {half_period:g} s"
    name = "house" if house is _house else f"house-of-{stones}"
    return PrecisionCase(
        f"{name}-{half_period:g}", title, house, 2.0 * half_period + 0.2, _in(1e3, _largest), "mm",
        "largest motion 0.2 s after the sine", 10.0, motion=motion,
    )  # fmt: skip


FAR = partial(places, every=EVERY)
_CASES = {case.name: case for case in CASES}
SCENES: tuple[PrecisionCase, ...] = (
    replace(
        _CASES["housner"], observe=_in(1e3, _CASES["housner"].observe), unit="ms", target=2.0,
        exact=lambda: 1e3 * BLOCK.free_rocking(TILT, IMPACTS).impacts[:, None],
    ),
    _verdict("block-rests", "B1", 0.0, REST),
    _verdict("block-overturns", "B2", 1.0, BLOCKS["B2"][1]),
    replace(
        _CASES["sliding"], name="incline", observe=_acceleration, unit="1", target=1e-6, exact=_known(1.0),
        what="relative error of the acceleration",
    ),
    replace(
        _CASES["sliding"], name="incline-lift", observe=_in(1e6, _lift), unit="µm", target=1.0, exact=_known(0.0),
        what="largest height over the slope",
    ),
    PrecisionCase(
        "newmark", "Newmark's block, one cycle of 1 g at 1 Hz, mu 0.3", flat_block, 1.5, _slips, "%",
        "slip, of the largest", 1.0, motion=GroundMotion.harmonic(STANDARD_GRAVITY, 1.0, duration=1.0),
        exact=lambda: 100.0 * (_newmark() / np.max(np.abs(_newmark())))[:, None],
    ),
    PrecisionCase(
        "stack", "stack of five, one sine of 0.8 g, twice 0.2 s", partial(column, 5), 0.8, _in(1e3, FAR), "mm",
        "farthest block", 5.0, motion=GroundMotion.one_sine(0.8 * STANDARD_GRAVITY, 0.2),
    ),
    PrecisionCase(
        "dominoes", "eight dominoes", dominoes, 2.0, _in(1e3, _hit), "ms", "time at which the last is hit", 5.0,
    ),
    replace(_CASES["arch"], observe=_in(1e3, _CASES["arch"].observe), unit="mm", target=2.0, what="farthest voussoir"),
    _wall(0.3, 1.8), _wall(0.6, 1.8), _wall(2.0, 1.8),
    _shaken_house(0.2), _shaken_house(0.4), _shaken_house(0.2, stone_house, 190), _shaken_house(0.4, stone_house, 190),
)  # fmt: skip
