"""Where the head joints of a course go: bricks near their full length, joints far from those above and below."""

import numpy as np

from ..checks import FloatArray

__all__ = ["LEAST", "head_joints"]

LEAST = 0.25
"""Least length of a brick and least distance of a head joint from those of the next courses, in full lengths. Where no
choice is left (at jambs and corners) joints may be closer."""

QUARTERS = (2, 3, 4, 5, 6)
"""Lengths of bricks to choose from, in quarters of the full length."""

STAGGER = 0.3
"""Price of a joint a quarter of a brick from one in the next course, beside that of a brick of (1 - length)^2: a
course rather begins with half a brick than that all its joints lie only a quarter from those below."""

ALIGNED = 10.0
"""Price of a joint closer than LEAST to one of the next course."""

DIGITS, ROUNDING = 9, 1e-9
"""Decimals of a length in bricks that are not rounding, and differences of such lengths that are: four bricks and a
half become as many in any unit of length."""


def head_joints(
    start: float, end: float, brick: float, avoid: FloatArray, low: float | None = None, high: float | None = None
) -> list[float]:
    """Head joints, ascending, that divide a course from ``start`` to ``end`` (m), best by dynamic programming.

    ``brick``: full length (m); ``avoid`` (n,): places that joints should be half a brick away from, ascending, such as
    the joints below; ``low``, ``high``: between which joints may lie, None for anywhere (m).
    """
    if end <= start:
        return []
    low, high = start if low is None else low, end if high is None else high
    if low - start > brick and high - low > 0:  # a long block at a flat slope
        return [low, *head_joints(low, end, brick, avoid, high=high)]
    if end - high > brick and high - low > 0:
        return [*head_joints(start, high, brick, avoid, low=low), high]
    count = 4 * max(round(round((end - start) / brick, DIGITS)), 1)
    places = start + (end - start) / count * np.arange(count + 1, dtype=np.float64)
    price = _prices(places, brick, avoid)
    price[(places < low - ROUNDING * brick) | (places > high + ROUNDING * brick)] = np.inf
    price[count] = 0.0
    best, came = [0.0] + [np.inf] * count, [0] * (count + 1)
    for i in range(min(QUARTERS), count + 1):
        for quarters in QUARTERS:
            total = best[i - quarters] + (0.25 * quarters - 1.0) ** 2 + price[i] if quarters <= i else np.inf
            if total < best[i]:
                best[i], came[i] = total, i - quarters
    joints = []
    i = came[count]
    while i > 0:
        joints.append(float(places[i]))
        i = came[i]
    return joints[::-1]


def _prices(places: FloatArray, brick: float, avoid: FloatArray) -> FloatArray:
    """Price (n,) of a joint at each place."""
    if not len(avoid):
        return np.zeros(len(places))
    after = np.searchsorted(avoid, places)
    below, above = avoid[np.maximum(after - 1, 0)], avoid[np.minimum(after, len(avoid) - 1)]
    distance = np.minimum(np.abs(places - below), np.abs(places - above)) / brick
    price = STAGGER * (np.maximum(0.5 - distance, 0.0) / (0.5 - LEAST)) ** 2
    return np.asarray(price + ALIGNED * (distance < LEAST - ROUNDING))
