"""A wall of bricks in running or stack bond."""

from itertools import pairwise
from typing import Any

from ..checks import finite_array, finite_number, one_of, whole_number
from ..errors import DrystoneError
from ..model import Assembly, Block
from .ground import check_size, ground_slab

__all__ = ["wall"]

BONDS = ("running", "stack")


def wall(
    courses: int,
    bricks_per_course: int,
    brick: tuple[float, float, float] = (0.5, 0.25, 0.3),
    bond: str = "running",
    *,
    opening: tuple[float, float] | None = None,
    head_joint: float = 0.0,
    density: float = 2000.0,
    friction: float | dict[Any, float] = 0.6,
) -> Assembly:
    """Return a wall along x from x = 0, centred on y = 0, its base on z = 0, on a fixed slab called "ground".

    ``brick``: length, thickness and height of a brick (m); ``bond``: "running" (every second course starts and ends
    with half a brick) or "stack" (joints above each other); ``opening``: the ground is missing under the wall between
    these two x (m), so that two slabs "left ground" and "right ground" carry it; equal values part the ground there
    without a gap. ``head_joint``: open width of the vertical joints (m), taken from the bricks' length, 0 where they
    touch. ``density`` in kg/m3. Bricks are called "brick-<course>-<place>", courses from the ground up and places
    along x, both from 1. A wall has at most 50 000 bricks.
    """
    courses = whole_number(courses, "courses")
    places = whole_number(bricks_per_course, "bricks_per_course")
    check_size(courses * places)
    length, thickness, height = finite_array(brick, (3,), "brick", above=0.0).tolist()
    bond = one_of(bond, BONDS, "bond")
    gap = finite_number(head_joint, "head_joint", least=0.0, below=length / 2)
    full = [i * length for i in range(places + 1)]
    halved = [0.0, *((i + 0.5) * length for i in range(places)), places * length]
    bricks = []
    for c in range(courses):
        joints = halved if bond == "running" and c % 2 else full
        for place, (a, b) in enumerate(pairwise(joints), 1):
            center = ((a + b) / 2, 0.0, (c + 0.5) * height)
            size = (b - a - gap, thickness, height)
            bricks.append(Block.box(size, center, density, name=f"brick-{c + 1}-{place}"))
    grounds = _grounds(places * length, thickness, max(length, thickness, courses * height), opening)
    return Assembly([*grounds, *bricks], friction)


def _grounds(length: float, thickness: float, margin: float, opening: tuple[float, float] | None) -> list[Block]:
    """One slab under the whole wall, or one on either side of the opening."""
    across = (-thickness / 2, thickness / 2)
    if opening is None:
        return [ground_slab((0.0, length), across, margin=margin)]
    left, right = finite_array(opening, (2,), "opening").tolist()
    if not 0 < left <= right < length:
        raise DrystoneError(
            f"opening must be two places along the wall in increasing order, between 0 and {length:g} m; "
            f"got {left:g} and {right:g}"
        )
    return [
        ground_slab((0.0, left), across, margin=(margin, 0.0, margin, margin), name="left ground"),
        ground_slab((right, length), across, margin=(0.0, margin, margin, margin), name="right ground"),
    ]
