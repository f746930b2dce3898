"""The recorded motion of a scene: a file, or one for each component, and what is done to it."""

from pathlib import Path
from typing import Any

from ..checks import finite_array, one_of, yes_no
from ..ground_motion import GroundMotion, fema_p695

__all__ = ["AUTO", "fema", "recorded"]

AUTO, SHARE = "auto", 0.05
"""Word for the part between the first and the last acceleration above this share of the record's largest."""
AT_REST = 0.1
"""Duration (s), at most, of a motion that is nothing but rest."""


def recorded(
    path: str | Path | list[Path],
    direction: Any = None,
    scale: float | None = None,
    units: str | None = None,
    dt: float | None = None,
    check_peak: bool = True,
    baseline: int | None = None,
    low: float | None = None,
    high: float | None = None,
    order: int = 4,
    to_rest: bool = False,
    pga: float | None = None,
    strong: list[float] | str | None = None,
) -> GroundMotion:
    """Return the motion of `GroundMotion.from_file`, to which is then done, in this order, what is asked for.

    ``baseline``: order of the polynomial taken off the accelerations. ``low``, ``high`` (Hz) and ``order`` of a filter.
    ``to_rest``: whether the ground is brought to rest at the end. ``pga``: to scale to (m/s2). ``strong``:
    accelerations (m/s2) between which it is cut, see `GroundMotion.strong_part`; where a record that ``pga`` or
    ``scale`` scales, if only by 1, is not above the first, which moves nothing, the ground stays at rest. "auto": both
    are 0.05 of the largest acceleration of the record itself, so that the part is the same however it is scaled.
    """
    factor = 1.0 if scale is None else scale
    motion = GroundMotion.from_file(path, direction, factor, units=units, dt=dt, check_peak=check_peak)
    if baseline is not None:
        motion = motion.baseline_corrected(baseline)
    if low is not None or high is not None:
        motion = motion.filtered(low, high, order)
    if yes_no(to_rest, "to_rest"):
        motion = motion.brought_to_rest()
    return _scaled(motion, pga, strong, pga is not None or scale is not None)


def fema(
    record: int,
    component: str,
    suite: str = "far-field",
    direction: Any = (1.0, 0.0, 0.0),
    scale: float | None = None,
    normalised: bool = False,
    pga: float | None = None,
    strong: list[float] | str | None = None,
) -> GroundMotion:
    """Return a component ("a" or "b") of a record of FEMA P695, by its number in the set; see `drystone.fema_p695`.

    ``scale`` multiplies it; ``pga`` and ``strong`` as in `recorded`.
    """
    motion = fema_p695(suite, normalised).motion(record, component, direction)
    return _scaled(motion.scaled(1.0 if scale is None else scale), pga, strong, pga is not None or scale is not None)


def _scaled(motion: GroundMotion, pga: float | None, strong: Any, is_scaled: bool) -> GroundMotion:
    if pga is not None:
        motion = motion.scaled_to_pga(pga)
    if strong is None:
        return motion
    if isinstance(strong, str):
        one_of(strong, (AUTO,), "strong")
        least = SHARE * motion.pga
        return motion.strong_part(least, least)
    first, last = finite_array(strong, (2,), "strong (first, last acceleration in m/s2)", least=0.0).tolist()
    if is_scaled and motion.pga <= first:
        begin = float(motion.time[0])
        return motion.cut(begin, begin + AT_REST).scaled(0.0)
    return motion.strong_part(first, last)
