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
from ...model.gravity import ONE_G
from ...numerics.rotations import exponential
from ...structures import column, stone_house, wall
from ..reproductions.block_3d import CASES as BLOCKS
from ..reproductions.block_3d import REST, square_block
from .precision_cases import CASES, DOWNHILL, PrecisionCase, Seen, flat_block, newmark_slips, places, sine_at_44

__all__ = ["SCENES", "VERDICT", "dominoes"]

# ---------------- what is looked at

EVERY = 0.05
"""Times (s) at which blocks are compared: multiples of every step, and durations are multiples of it."""
VERDICT = "wrong verdict"
"""The unit of errors that are no numbers."""
NEWMARK = newmark_slips(np.arange(EVERY, 1.5 + 1e-9, EVERY), ONE_G)
"""Slips (m) of Newmark's block under 1 g, in closed form."""
FALLEN = np.radians(1.0)
"""Tilt of the last domino (rad) at which it has been hit: it stood upright before."""


def _far(seen: Seen) -> FloatArray:
    """Centroids (n, 3) of all blocks every `EVERY` seconds (mm)."""
    return 1e3 * places(seen, EVERY)


def _lift(seen: Seen) -> FloatArray:
    """Largest distance (1, 1) of the block from the slope, up or down (micrometres)."""
    return 1e6 * np.max(np.abs(seen.position[:, 0, 2] - seen.position[0, 0, 2])).reshape(1, 1)


def _acceleration(seen: Seen) -> FloatArray:
    """Acceleration (1, 1) along x over that of the closed form, from three places of the steady slide.

    A second difference, which is exact for places of either scheme under constant acceleration.
    """
    x = seen.at(np.array([0.2, 0.6, 1.0]))[:, 0, 0]
    return np.array([[(x[2] - 2.0 * x[1] + x[0]) / 0.4**2 / DOWNHILL]])


def _overturned(seen: Seen) -> FloatArray:
    """Whether the block (1, 1) has overturned, 1, or is at rest upright, 0; while it rocks, 0.5."""
    if seen.rotation[-1, 0, 2, 2] < np.cos(np.radians(45.0)):
        return np.ones((1, 1))
    moved = np.ptp(seen.position[seen.time > seen.time[-1] - 0.1, 0], axis=0)
    return np.full((1, 1), 0.0 if np.max(moved) < 1e-6 else 0.5)


def _slips(seen: Seen) -> FloatArray:
    """Slips (n, 1) every `EVERY` seconds, in per cent of the largest of the closed form."""
    return 100.0 * places(seen, EVERY)[:, :1] / np.max(np.abs(NEWMARK))


def _largest(seen: Seen) -> FloatArray:
    """Largest distance (1, 1) of a block at the end from where it started (mm)."""
    return 1e3 * np.max(np.linalg.norm(seen.position[-1] - seen.position[0], axis=1)).reshape(1, 1)


def _hit(seen: Seen) -> FloatArray:
    """Time (1, 1) (ms) at which the last block is tilted by `FALLEN`, linear between samples; none if it never is."""
    tilt = np.arccos(np.clip(seen.rotation[:, -1, 2, 2], -1.0, 1.0))
    k = int(np.argmax(tilt > FALLEN))
    if k == 0:
        return np.empty((0, 1))
    return np.array([[1e3 * np.interp(FALLEN, tilt[k - 1 : k + 1], seen.time[k - 1 : k + 1])]])


# ---------------- the scenes


def dominoes() -> Assembly:
    """Eight along x, of which the first leans over its right edge by 20 degrees, more than it can: it falls."""
    size = (0.1, 0.25, 0.5)
    R = exponential(np.array([[0.0, np.radians(20.0), 0.0]]))[0]
    lean = np.array([0.05, 0.0, 0.0]) + R @ np.array([-0.05, 0.0, 0.25])
    ground = Block.box(size=(12.0, 4.0, 1.0), center=(1.2, 0.0, -0.5), fixed=True, name="ground")
    first = Block.box(size=size, center=lean, rotation=R, name="domino-1")
    others = [Block.box(size, (i * 0.3, 0.0, 0.25), name=f"domino-{i + 1}") for i in range(1, 8)]
    return Assembly([ground, first, *others], friction=0.6)


def _in_thousandths(case: PrecisionCase, unit: str, what: str) -> PrecisionCase:
    """A case of `work-precision` with its errors in ms or mm, of which 2 are allowed."""
    exact = None if case.exact is None else 1e3 * case.exact
    return replace(case, observe=lambda seen: 1e3 * case.observe(seen), unit=unit, what=what, target=2.0, exact=exact)


def _verdict(name: str, case: str, verdict: float, duration: float) -> PrecisionCase:
    amplitude = BLOCKS[case][0]
    return PrecisionCase(
        name, f"square block, one sine of {amplitude:g} m/s² at 44°", square_block, duration, _overturned, VERDICT,
        "1: overturns where it comes to rest, or the reverse; 0.5: still rocks", 0.1, motion=sine_at_44(amplitude),
        exact=np.array([[verdict]]),
    )  # fmt: skip


def _wall(friction: float) -> PrecisionCase:
    title, make = f"wall of 51 bricks, mu {friction:g}, 0.9 g at 2 Hz", partial(wall, 6, 8, friction=friction)
    return PrecisionCase(
        f"wall-{friction:g}", title, make, 0.25, _far, "mm", "farthest brick", 1.8,
        motion=GroundMotion.harmonic(0.9 * ONE_G, 2.0),
    )  # fmt: skip


def _shaken_house(name: str, stones: int, house: Callable[[], Assembly], half_period: float) -> PrecisionCase:
    return PrecisionCase(
        f"{name}-{half_period:g}", f"house of {stones} stones, one sine of 0.8 g, twice {half_period:g} s", house,
        2.0 * half_period + 0.2, _largest, "mm", "largest motion 0.2 s after the sine", 10.0,
        motion=GroundMotion.one_sine(0.8 * ONE_G, half_period, direction=(0.0, -1.0, 0.0)),
    )  # fmt: skip


_house = partial(
    stone_house, courses=7, course_height=2.75 / 7, stones=6, gable=2, door=(0.95, 5), window=(0.85, 2, 2)
)  # 71 stones: the house of Nodargi and Bisegna with larger ones
SCENES = {scene.name: scene for scene in (
    _in_thousandths(CASES["housner"], "ms", CASES["housner"].what),
    _verdict("block-rests", "B1", 0.0, REST),
    _verdict("block-overturns", "B2", 1.0, BLOCKS["B2"][1]),
    replace(
        CASES["sliding"], name="incline", observe=_acceleration, unit="1", target=1e-6, exact=np.ones((1, 1)),
        what="relative error of the acceleration",
    ),
    replace(
        CASES["sliding"], name="incline-lift", observe=_lift, unit="µm", target=1.0, exact=np.zeros((1, 1)),
        what="largest height over the slope",
    ),
    PrecisionCase(
        "newmark", "Newmark's block, one cycle of 1 g at 1 Hz, mu 0.3", flat_block, 1.5, _slips, "%",
        "slip, of the largest", 1.0, motion=GroundMotion.harmonic(ONE_G, 1.0, duration=1.0),
        exact=100.0 * (NEWMARK / np.max(np.abs(NEWMARK)))[:, None],
    ),
    PrecisionCase(
        "stack", "stack of five, one sine of 0.8 g, twice 0.2 s", partial(column, 5), 0.8, _far, "mm",
        "farthest block", 5.0, motion=GroundMotion.one_sine(0.8 * ONE_G, 0.2),
    ),
    PrecisionCase("dominoes", "eight dominoes", dominoes, 2.0, _hit, "ms", "time at which the last is hit", 5.0),
    _in_thousandths(CASES["arch"], "mm", "farthest voussoir"),
    *(_wall(friction) for friction in (0.3, 0.6, 2.0)),
    *(_shaken_house("house", 71, _house, half_period) for half_period in (0.2, 0.4)),
    *(_shaken_house("house-of-190", 190, stone_house, half_period) for half_period in (0.2, 0.4)),
)}  # fmt: skip
