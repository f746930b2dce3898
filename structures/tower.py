"""A masonry tower on a square plan, with openings along its height and an open belfry."""

from itertools import pairwise

import numpy as np

from ..checks import positive_number, whole_number
from ..collision import check_sound
from ..errors import DrystoneError
from ..model import Assembly
from .ground import ground_slab
from .masonry import Opening, StraightWall, lay_walls

__all__ = ["tower"]

BELFRY = 0.2
"""Height of the belfry from the sills of its openings up, relative to that of the tower."""


def tower(
    side: float = 5.5,
    height: float = 24.0,
    thickness: float = 1.0,
    *,
    storeys: int = 3,
    window: float = 0.9,
    belfry: float = 1.7,
    brick: float = 1.0,
    course: float = 0.5,
    leaves: int = 1,
    density: float = 1800.0,
    friction: float = 0.6,
) -> Assembly:
    """Return a hollow square tower of bonded walls on the fixed slab "ground": 782 blocks by default.

    Its dimensions are of our choice, usual for Italian civic and bell towers and those of no particular one: 5 to 6 m
    wide, 20 to 30 m high, walls of about a metre, windows above each other and a belfry with wide arches at the top.
    There are neither floors, vaults nor a roof.

    ``side`` of the plan (outer), ``height`` and ``thickness`` of the walls (m); ``storeys`` below the belfry, each
    with a window of width ``window`` (m) in the two walls along x, the lowest with a door in that on y = 0;
    ``belfry``: width of the arch on each side at the top (m). Blocks are ``brick`` long (m) and as thick as the wall,
    or half of that with ``leaves`` = 2, in courses of height ``course`` (m), to which the height is rounded. The
    walls "south" (on y = 0), "north", "west" (on x = 0) and "east" and their blocks are those of
    `drystone.structures.lay_walls`; ``density`` in kg/m3. At most 50 000 blocks.
    """
    side, thickness = positive_number(side, "side"), positive_number(thickness, "thickness")
    brick, course = positive_number(brick, "brick (m)"), positive_number(course, "course (m)")
    window, belfry = positive_number(window, "window (m)"), positive_number(belfry, "belfry (m)")
    courses = whole_number(round(positive_number(height, "height", most=1e9) / course), "height in courses", 8)
    storeys = whole_number(storeys, "storeys", 1, courses)
    if side <= 2 * thickness:
        raise DrystoneError(f"a tower of {side:g} m with walls of {thickness:g} m is not hollow; give thinner walls")
    low = round((1 - BELFRY) * courses)
    ring = 0.4 * thickness
    rise = int(np.ceil((belfry / 2 + ring) / course - 1e-9))
    arch = Opening(side / 2, belfry, low, max(courses - rise - 1, low + 1), ring)
    levels = np.linspace(0, low, storeys + 1)
    sills = [round(a + 0.4 * (b - a)) for a, b in pairwise(levels.tolist())]
    high = max(round(0.25 * low / storeys), 1)
    windows = [Opening(side / 2, window, sill, sill + high) for sill in sills]
    door = Opening(side / 2, window, 0, sills[0] + high)
    faces = {
        "south": ("x", 0.0, [door, *windows[1:], arch]),
        "north": ("x", side - thickness, [*windows, arch]),
        "west": ("y", 0.0, [arch]),
        "east": ("y", side - thickness, [arch]),
    }
    walls = [
        StraightWall(name, along, at, 0.0, side, thickness, courses, openings=openings)
        for name, (along, at, openings) in faces.items()
    ]
    blocks = lay_walls(walls, brick=brick, course=course, leaves=leaves, density=density)
    ground = ground_slab((0.0, side), (0.0, side), margin=0.5 * courses * course, thickness=thickness)
    return check_sound(Assembly([ground, *blocks], friction))
