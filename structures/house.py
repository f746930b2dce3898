"""A house-like box of four walls in running bond, joined at the corners."""

from itertools import pairwise

from ..checks import LARGEST_WHOLE, index_array, positive_number, whole_number
from ..errors import DrystoneError
from ..model import Assembly
from .ground import check_size, ground_slab, wall_block

__all__ = ["house"]


def house(
    length: int = 8,
    width: int = 6,
    courses: int = 10,
    brick: float = 0.5,
    height: float = 0.3,
    *,
    door: tuple[int, int] | None = None,
    density: float = 2000.0,
    friction: float = 0.6,
) -> Assembly:
    """Return four walls around x = 0 .. ``length`` and y = 0 .. ``width`` bricks, on a fixed slab called "ground".

    ``brick``: length of a brick (m), twice its thickness, so that the walls pass each other in turn at the corners
    and every course is half a brick off the one below; ``height`` of a course (m); ``door``: its width in bricks and
    its height in courses, in the middle of the wall on y = 0 under a lintel one course high, None for none;
    ``density`` in kg/m3. Bricks are called "<wall>-<course>-<place>" with the walls south (y = 0), north, west, east;
    there are at most 50 000.
    """
    length, width = whole_number(length, "length", 2), whole_number(width, "width", 2)
    courses = whole_number(courses, "courses")
    brick, height = positive_number(brick, "brick"), positive_number(height, "height")
    check_size(2 * (length + width) * courses)
    gap = _door(door, length, courses, brick)
    blocks = []
    for c in range(courses):
        base = c * height
        for wall, (along, count) in {"south": (0, length), "north": (0, length), "west": (1, width),
                                     "east": (1, width)}.items():  # fmt: skip
            inset = 0.5 * brick if (c + along) % 2 else 0.0
            joints = [inset + i * brick for i in range(count + (0 if inset else 1))]
            offset = 0.0 if wall in ("south", "west") else ((width if along == 0 else length) - 0.5) * brick
            cut = gap if wall == "south" else None
            spans = _spans(joints, cut, c)
            blocks += [
                wall_block(along, *span, offset, 0.5 * brick, base, height, density, f"{wall}-{c + 1}-{place}")
                for place, span in enumerate(spans, 1)
            ]
    ground = ground_slab((0.0, length * brick), (0.0, width * brick), margin=max(courses * height, brick))
    return Assembly([ground, *blocks], friction)


def _door(door: tuple[int, int] | None, length: int, courses: int, brick: float) -> tuple[float, float, int] | None:
    """Sides of the door along x (m) and its courses."""
    if door is None:
        return None
    wide, high = (int(n) for n in index_array(door, (2,), "door (bricks, courses)", LARGEST_WHOLE, 1))
    if wide > length - 4 or high > courses - 1:
        raise DrystoneError(
            f"a door of {wide} bricks and {high} courses does not fit: at most {length - 4} and {courses - 1} here"
        )
    left = (length - wide) // 2 * brick
    return left, left + wide * brick, high


def _spans(joints: list[float], door: tuple[float, float, int] | None, course: int) -> list[tuple[float, float]]:
    """Bricks between the joints, cut at the door; above it the lintel, from a brick before it to a brick after."""
    spans = list(pairwise(joints))
    if door is None or course > door[2]:
        return spans
    left, right, high = door
    rest = spans[0][1] - spans[0][0]
    if course == high:
        left, right = left - rest, right + rest
    kept = [(a, min(b, left)) for a, b in spans if a < left - 1e-9] + [
        (max(a, right), b) for a, b in spans if b > right + 1e-9
    ]
    return sorted([*kept, (left, right)] if course == high else kept)
