"""The three-wall stone house of Nodargi and Bisegna (2024), section 4.5: a gabled facade between two return walls."""

from dataclasses import dataclass

import numpy as np

from ..checks import ROUNDING, finite_array, finite_number, positive_number, whole_number
from ..errors import DrystoneError
from ..model import Assembly
from .ground import check_size, ground_slab, wall_block

__all__ = ["stone_house"]

SHORTEST = 0.45
"""Shortest stone at the end of a course or beside an opening, in stones: a joint nearer to it is left out."""
BEARING = 0.5
"""Bearing of a lintel on either side of its opening, in stones."""


def stone_house(
    width: float = 4.15,
    depth: float = 2.5,
    thickness: float = 0.5,
    courses: int = 12,
    course_height: float = 2.75 / 12,
    stones: int = 10,
    *,
    gable: int = 3,
    door: tuple[float, int] = (0.95, 9),
    window: tuple[float, int, int] = (0.85, 4, 4),
    density: float = 2000.0,
    friction: float = 0.7,
    foundation_friction: float = 0.9,
) -> Assembly:
    """Return a gabled facade with a door between two return walls, one with a window, on a fixed slab called "ground".

    The facade, "east", is ``width`` (m) long along x, on y = 0 to ``thickness`` (m); the walls "south" (at x = 0) and
    "north" (with the window) go from it in the direction of +y, to y = ``depth`` (m). ``courses`` of ``course_height``
    (m) up to the eaves, on the facade ``gable`` more, stepped; ``stones``: in the width of the facade, which gives
    their length. Courses pass through the corners in turn, on stones longer than the wall is thick; every course is
    half a stone off the one below. ``door``: width (m) in the middle of the facade and height in courses; ``window``:
    width (m) in the middle of the north wall beside the facade, courses below its sill, and height in courses, each
    under a lintel of one course, which reaches half a stone beyond it on either side and must leave stone beside it.
    ``density`` in kg/m3; friction of the joints, and of those with the ground. Stones are called
    "<wall>-<course>-<place>", places along x or y, both from 1.

    The sizes of the paper's house, 191 stones after a mock-up of Candeias et al. (2017, Int. J. Archit. Herit. 11, 31),
    are not public as numbers. The defaults are about those of the mock-up and give 190 stones. The pulses of the
    paper are along -y; it looks at "east-15-1", "east-12-1" and "east-12-8", the highest stones of the facade.
    """
    sizes = [positive_number(v, n) for v, n in ((width, "width"), (depth, "depth"), (thickness, "thickness"),
                                                 (course_height, "course_height"))]  # fmt: skip
    width, depth, thickness, height = sizes
    courses, stones = whole_number(courses, "courses"), whole_number(stones, "stones", 3)
    gable = whole_number(gable, "gable (courses)", 0)
    check_size((courses + gable) * (stones + 2 * np.ceil(depth / (width / stones))))
    stone = width / stones
    least = thickness + stone
    if width < 2 * least or depth < least:
        raise DrystoneError(
            f"width and depth are {width:g} m and {depth:g} m; walls {thickness:g} m thick of stones of {stone:.3g} m "
            f"need at least {2 * least:.3g} m and {least:.3g} m, or more stones"
        )
    openings = {"east": _door(door, width, courses), "north": _window(window, thickness, depth, courses)}
    blocks = []
    for course in range(courses + gable):
        for wall, span in _walls(course, courses, gable, width, depth, thickness).items():
            along = 0 if wall == "east" else 1
            offset = width - thickness if wall == "north" else 0.0
            corners = (0.0, width) if wall == "east" else (0.0,)
            joints = _joints(span, corners, course, stone, thickness, openings.get(wall))
            for place, (start, end) in enumerate(joints, 1):
                name = f"{wall}-{course + 1}-{place}"
                blocks.append(wall_block(along, start, end, offset, thickness, course * height, height, density, name))
    margin = max((courses + gable) * height, width)
    ground = ground_slab((0.0, width), (0.0, depth), margin=margin)
    mu = {("ground", "*"): finite_number(foundation_friction, "foundation_friction", least=0.0), "default": friction}
    return Assembly([ground, *blocks], mu)


@dataclass(frozen=True)
class _Opening:
    """A door or window; sides along the wall (m); its first course and the one of its lintel."""

    what: str
    left: float
    right: float
    first: int
    lintel: int


def _door(door: tuple[float, int], width: float, courses: int) -> _Opening:
    wide, high = finite_array(door, (2,), "door (width in m, courses)", above=0.0).tolist()
    return _opening("door", 0.5 * width, wide, 0, high, courses, width)


def _window(window: tuple[float, int, int], thickness: float, depth: float, courses: int) -> _Opening:
    text = "window (width in m, courses below, courses)"
    wide, below, high = finite_array(window, (3,), text, above=0.0).tolist()
    return _opening("window", 0.5 * (thickness + depth), wide, below, high, courses, depth - thickness)


def _opening(what: str, middle: float, wide: float, first: float, high: float, courses: int, room: float) -> _Opening:
    first, high = whole_number(first, f"courses below the {what}", 0), whole_number(high, f"courses of the {what}")
    if first + high >= courses:
        raise DrystoneError(
            f"the {what} ends at course {first + high}; at most {courses - 1} here, below a lintel of one course"
        )
    if wide >= room:
        raise DrystoneError(f"the {what} is {wide:g} m wide; its wall has {room:g} m of room")
    return _Opening(what, middle - 0.5 * wide, middle + 0.5 * wide, first, first + high)


def _walls(
    course: int, courses: int, gable: int, width: float, depth: float, thickness: float
) -> dict[str, tuple[float, float]]:
    """Where each wall begins and ends along itself (m) in a course, which pass through the corners in turn."""
    if course >= courses:
        step = 0.5 * width * (course - courses + 1) / (gable + 1)
        return {"east": (step, width - step)}
    inset, start = (thickness, 0.0) if course % 2 else (0.0, thickness)
    return {"east": (inset, width - inset), "south": (start, depth), "north": (start, depth)}


def _joints(
    span: tuple[float, float],
    corners: tuple[float, ...],
    course: int,
    stone: float,
    thickness: float,
    opening: _Opening | None,
) -> list[tuple[float, float]]:
    """Stones of a course as intervals along the wall (m); ``corners``: where another wall meets this one."""
    shortest = SHORTEST * stone
    made = []
    for a, b in _parts(span, course, stone, opening):
        if opening is not None and course == opening.lintel and a == opening.left - BEARING * stone:
            made.append((a, b))
            continue
        places = np.arange(np.floor(a / stone) - 1, np.ceil(b / stone) + 2) * stone + (
            0.0 if course % 2 else 0.5 * stone
        )
        # a stone that passes through a corner reaches beyond it
        first = a + shortest + (thickness if a in corners else 0.0)
        last = b - shortest - (thickness if b in corners else 0.0)
        inner = places[(places >= first) & (places <= last)].tolist()
        made += list(zip([a, *inner], [*inner, b], strict=True))
    return [(float(p), float(q)) for p, q in made]


def _parts(span: tuple[float, float], course: int, stone: float, opening: _Opening | None) -> list[tuple[float, float]]:
    """Parts of a course (m): beside an opening, or its lintel and beside that; DrystoneError where none is left."""
    start, end = span
    if opening is None or not opening.first <= course <= opening.lintel:
        return [span]
    bearing = BEARING * stone if course == opening.lintel else 0.0
    left, right = opening.left - bearing, opening.right + bearing
    if min(left - start, end - right) <= ROUNDING * end:
        room = min(left + right - 2.0 * start, 2.0 * end - left - right)
        raise DrystoneError(
            f"the {opening.what} takes {right - left:.4g} m of course {course + 1}"
            f"{', the bearings of its lintel included' if bearing else ''}; it must be less than {room:.4g} m there, "
            "so that stone is left on both sides; make it narrower, or the walls longer or thinner"
        )
    lintel = [(left, right)] if bearing else []
    return [(start, left), *lintel, (right, end)]
