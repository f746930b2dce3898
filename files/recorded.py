"""The recorded motion of a scene: a file, or one for each component, and what is done to it."""

from pathlib import Path
from typing import Any

from ..checks import yes_no
from ..model import GroundMotion

__all__ = ["recorded"]


def recorded(
    path: str | Path | list[Path],
    direction: Any = None,
    scale: float = 1.0,
    units: str | None = None,
    dt: float | None = None,
    check_peak: bool = True,
    baseline: int | None = None,
    low: float | None = None,
    high: float | None = None,
    order: int = 4,
    to_rest: bool = False,
    pga: float | None = None,
) -> GroundMotion:
    """Return the motion of `GroundMotion.from_file`, to which is then done, in this order, what is asked for.

    ``baseline``: order of the polynomial taken off the accelerations. ``low``, ``high`` (Hz) and ``order`` of a filter.
    ``to_rest``: whether the ground is brought to rest at the end. ``pga``: the peak ground acceleration to scale to (m/s2).
    """
    motion = GroundMotion.from_file(path, direction, scale, units=units, dt=dt, check_peak=check_peak)
    if baseline is not None:
        motion = motion.baseline_corrected(baseline)
    if low is not None or high is not None:
        motion = motion.filtered(low, high, order)
    if yes_no(to_rest, "to_rest"):
        motion = motion.brought_to_rest()
    return motion if pga is None else motion.scaled_to_pga(pga)
