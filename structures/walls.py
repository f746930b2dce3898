"""A wall of bricks in running or stack bond."""

from itertools import pairwise

from ..errors import DrystoneError, UnknownNameError
from ..model import Assembly, Block
from ..model.checks import finite_array, whole_number
from .ground import ground_slab

__all__ = ["wall"]

BONDS = ("running", "stack")


def wall(
    courses: int,
    bricks_per_course: int,
    brick: tuple[float, float, float] = (0.5, 0.25, 0.3),
    bond: str = "running",
    *,
    density: float = 2000.0,
    friction: float = 0.6,
) -> Assembly:
    """Return a wall along x from x = 0, centred on y = 0, its base on z = 0, on a fixed slab called "ground".

    ``brick``: length, thickness and height of a brick (m); ``bond``: "running" (every second course starts and ends
    with half a brick) or "stack" (joints above each other); ``density`` in kg/m3. Bricks are called
    "brick-<course>-<place>", courses from the ground up and places along x, both from 1.
    """
    courses = whole_number(courses, "courses")
    places = whole_number(bricks_per_course, "bricks_per_course")
    length, thickness, height = finite_array(brick, (3,), "brick").tolist()
    if min(length, thickness, height) <= 0:
        raise DrystoneError(f"brick must have positive length, thickness and height; got {tuple(brick)}")
    if bond not in BONDS:
        raise UnknownNameError("bond", bond, BONDS)
    full = [i * length for i in range(places + 1)]
    halved = [0.0, *((i + 0.5) * length for i in range(places)), places * length]
    bricks = []
    for c in range(courses):
        joints = halved if bond == "running" and c % 2 else full
        for place, (a, b) in enumerate(pairwise(joints), 1):
            center = ((a + b) / 2, 0.0, (c + 0.5) * height)
            bricks.append(Block.box((b - a, thickness, height), center, density, name=f"brick-{c + 1}-{place}"))
    margin = max(length, thickness, courses * height)
    ground = ground_slab((0.0, places * length), (-thickness / 2, thickness / 2), margin=margin)
    return Assembly([ground, *bricks], friction)
