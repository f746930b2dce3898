"""Components of one recorded motion, put together in the axes of the model.

Up goes to z. Of two horizontal components of known azimuth the one nearer to east-west goes to x, positive as the
instrument has it, and the other to y, with the sign that makes x, y, z right-handed: the ground is turned about the
vertical, never mirrored. East and north are then x and y. Where azimuths are not known, the first in the order of the
files goes to x and the second to y, both as they are.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...checks import FloatArray
from ...errors import DrystoneError
from .record import Record
from .units import DOWN, UP

__all__ = ["along_axes", "assembled"]

SQUARE = 5.0
"""Most degrees by which two horizontal components may miss a right angle."""

SAME = 1e-6
"""Times nearer to each other than this share of the shortest step are one."""


def along_axes(records: Sequence[Record]) -> tuple[Record | None, Record | None, Record | None]:
    """The components along x, y and z, None where there is none; DrystoneError where they do not belong together."""
    vertical = [one for one in records if one.orientation in (UP, DOWN)]
    level = [one for one in records if one.orientation not in (UP, DOWN)]
    if not 1 <= len(records) <= 3 or len(vertical) > 1 or len(level) > 2:
        names = ", ".join(one.component or "?" for one in records)
        raise DrystoneError(
            f"a ground motion has at most two horizontal components and a vertical one; got {len(records)}: {names}. "
            "Choose with read_records and GroundMotion.from_records"
        )
    for fact in ("station", "place", "start"):
        told = {one.facts[fact]: one for one in records if one.facts.get(fact)}
        if len(told) > 1:
            raise DrystoneError(f"components of one motion have one {fact}; got {' and '.join(map(repr, told))}")
    x, y = _level(level)
    z = vertical[0] if vertical else None
    return x, y, _reversed(z) if z is not None and z.orientation == DOWN else z


def assembled(x: Record | None, y: Record | None, z: Record | None) -> tuple[FloatArray, FloatArray]:
    """Times (N,) in s and accelerations (N, 3) in m/s2 along the axes; zero where a component is none or has ended.

    Components of unequal steps are taken together at the times of all, on the straight lines between their samples.
    """
    given = [one for one in (x, y, z) if one is not None]
    longest = max(given, key=lambda one: len(one.time))
    nearest = SAME * min(float(np.diff(one.time).min()) for one in given)
    same = all(np.abs(one.time - longest.time[: len(one.time)]).max() <= nearest for one in given)
    time = longest.time if same else np.unique(np.concatenate([one.time for one in given]))
    time = time[np.append(True, np.diff(time) > nearest)]
    acceleration = np.zeros((len(time), 3))
    for axis, one in enumerate((x, y, z)):
        if one is not None and same:
            acceleration[: len(one.time), axis] = one.acceleration
        elif one is not None:
            acceleration[:, axis] = np.interp(time, one.time, one.acceleration, left=0.0, right=0.0)
    return time, acceleration


def _level(level: Sequence[Record]) -> tuple[Record | None, Record | None]:
    """The components along x and y."""
    if len(level) < 2:
        return (level[0], None) if level else (None, None)
    azimuths = [one.orientation for one in level if isinstance(one.orientation, float)]
    if len(azimuths) < 2:
        return level[0], level[1]
    east = [abs(np.sin(np.radians(one))) for one in azimuths]
    first = int(east[1] > east[0] + 1e-12)
    x, y = level[first], level[1 - first]
    turn = (azimuths[first] - azimuths[1 - first]) % 360  # counterclockwise from x to y, seen from above
    if abs(turn % 180 - 90) > SQUARE:
        raise DrystoneError(
            f"two horizontal components stand at a right angle; got the azimuths {azimuths[0]:g} and "
            f"{azimuths[1]:g} degrees"
        )
    return x, y if turn < 180 else _reversed(y)


def _reversed(one: Record) -> Record:
    return replace(one, acceleration=-one.acceleration)
