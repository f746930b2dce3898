"""A column of stacked blocks or drums."""

import numpy as np

from ..checks import positive_number, whole_number
from ..model import Assembly, Block
from .ground import MOST_SIDES, check_size, ground_slab

__all__ = ["column"]


def column(
    count: int,
    *,
    width: float = 0.5,
    height: float = 0.4,
    sides: int = 4,
    density: float = 2000.0,
    friction: float = 0.6,
) -> Assembly:
    """Return `count` equal prisms "drum-1" (lowest) to "drum-<count>" on a fixed slab called "ground".

    ``width``: of the square section (m) for 4 sides, else diameter of the circle around the regular section;
    ``height`` of one drum (m); ``sides`` of the section, 3 to 1000; ``density`` in kg/m3. At most 50 000 drums.
    """
    count, sides = whole_number(count, "count"), whole_number(sides, "sides", 3, MOST_SIDES)
    check_size(count)
    width, height = positive_number(width, "width"), positive_number(height, "height")
    radius = width / np.sqrt(2) if sides == 4 else width / 2
    angle = 2 * np.pi * (np.arange(sides) + 0.5) / sides
    x, y = radius * np.cos(angle), radius * np.sin(angle)
    drums = [
        Block.from_vertices(
            [(x[i], y[i], level * height) for level in (k, k + 1) for i in range(sides)],
            density,
            name=f"drum-{k + 1}",
        )
        for k in range(count)
    ]
    ground = ground_slab((-width / 2, width / 2), (-width / 2, width / 2), margin=max(width, height))
    return Assembly([ground, *drums], friction)
