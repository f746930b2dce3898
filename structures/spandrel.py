"""A wall with an arched opening: voussoirs with a stepped extrados that fits the courses of the spandrels."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ..checks import finite_number, positive_number, whole_number
from ..errors import DrystoneError
from ..model import Assembly, Block
from ..summary import counted
from .ground import check_size, ground_slab, plane_prism
from .trimming import trimmed

__all__ = ["spandrel_arch"]

Outline = list[tuple[float, float]]

CROWN = 0.75
"""Least thickness of the ring at the crown, relative to its thickness elsewhere."""

LEDGE = 0.3
"""Least width of a step of the extrados, relative to the length of a brick: a narrower one is left out, for the joint
behind it is almost level with it and trimming the flat edge between them would take all of it."""

SLIVER = 0.5
"""Part of a brick's length below which what is left of a course at the arch goes to its neighbour."""


@dataclass(frozen=True)
class _Frame:
    """Dimensions (m) of the wall; x = 0 at its middle, z = 0 at its base."""

    height: float
    length: float
    radius: float
    ring: float
    courses: int
    bricks: int

    @property
    def course(self) -> float:
        """Height of a course."""
        return self.height / self.courses

    @property
    def top(self) -> int:
        """Course level at which the ring has its flat top."""
        return int(np.ceil((self.radius + CROWN * self.ring) / self.course - 1e-9))

    @cached_property
    def steps(self) -> tuple[float, ...]:
        """Distance x from the middle at which the course above every level below the flat top starts.

        The ends of the courses follow the circle of the extrados in steps of at least LEDGE of a brick.
        """
        outer, least = self.radius + self.ring, LEDGE * self.length / self.bricks
        steps = [outer]
        for level in range(1, self.top):
            on_circle = float(np.sqrt(outer**2 - (level * self.course) ** 2))
            steps.append(on_circle if steps[-1] - on_circle >= least else steps[-1])
        return tuple(steps)

    def joint(self, level: int) -> float:
        """Angle (rad) of the radial joint that ends at a course level, where that level meets the step."""
        return float(np.arctan2(level * self.course, self.steps[level]))


def spandrel_arch(
    *,
    height: float = 5.0,
    length: float = 16.2,
    thickness: float = 0.8,
    radius: float = 3.8,
    ring: float = 0.5,
    courses: int = 10,
    bricks: int = 28,
    crown: int = 7,
    trim: float = 0.0015,
    density: float = 1800.0,
    friction: float = 0.4,
) -> Assembly:
    """Return the spandrel arch of Nodargi and Bisegna (2024), section 4.4; the bond is our own, it is not published.

    A wall in the x-z plane with x = 0 in its middle, z = 0 at its base and its thickness along y, with a semicircular
    opening down to the ground, on two fixed slabs "left ground" and "right ground".

    ``height``, ``length``, ``thickness`` of the wall and inner ``radius`` of the arch (m); ``ring``: distance
    between the intrados and the circle that the stepped extrados follows (m); ``courses`` of equal height;
    ``bricks`` in a full course; ``crown``: odd number of voussoirs under the flat top of the ring; ``trim``:
    distance of the cut of every edge, relative to the height (`trimmed`), 0 leaves the edges sharp;
    ``density`` in kg/m3.

    Blocks are called "voussoir-1" onwards from right to left, and "brick-<course>-<place>", courses from the ground
    up, places from left to right. At most 50 000 blocks.
    """
    frame = _Frame(
        positive_number(height, "height"), positive_number(length, "length"), positive_number(radius, "radius"),
        positive_number(ring, "ring"), whole_number(courses, "courses", 2), whole_number(bricks, "bricks", 2),
    )  # fmt: skip
    thickness = positive_number(thickness, "thickness")
    distance = finite_number(trim, "trim", least=0.0) * frame.height
    check_size(frame.courses * frame.bricks + whole_number(crown, "crown"))
    _check(frame, crown)
    outlines = _voussoirs(frame, whole_number(crown, "crown")) | _bricks(frame)
    blocks = [plane_prism(outline, thickness, density, name=name) for name, outline in outlines.items()]
    grounds = _grounds(frame, thickness)
    return Assembly([*grounds, *(trimmed(block, distance) for block in blocks)], friction)


def _check(frame: _Frame, crown: int) -> None:
    if whole_number(crown, "crown") % 2 == 0:
        raise DrystoneError(f"crown must be odd, with a keystone in the middle; got {crown}")
    if frame.top > frame.courses:
        raise DrystoneError(
            f"the wall is too low: the ring of the arch ends at {frame.top * frame.course:.3g} m, the wall at "
            f"{frame.height:g} m; give a smaller radius or ring, or a higher wall"
        )
    if frame.radius + frame.ring + frame.length / frame.bricks > frame.length / 2:
        raise DrystoneError(
            f"the wall is too short: beside the ring, {frame.radius + frame.ring:g} m from the middle, there must "
            f"be room for a brick of {frame.length / frame.bricks:.3g} m; half the wall has {frame.length / 2:g} m"
        )


def _mirrored(outline: Outline) -> Outline:
    return [(-x, z) for x, z in reversed(outline)]


def _voussoirs(frame: _Frame, crown: int) -> dict[str, Outline]:
    """Outlines of the ring by name, from right to left."""
    last = frame.top - 1
    right = [_stepped(frame, level) for level in range(last)]
    start = frame.joint(last)
    angles = start + (np.pi - 2 * start) / crown * np.arange(crown // 2 + 1)
    flat = frame.top * frame.course
    tops = [frame.steps[last], *(float(flat / np.tan(a)) for a in angles[1:])]
    if min((a - b for a, b in pairwise(tops)), default=1.0) <= 0:
        raise DrystoneError(f"the crown has {counted(crown, 'voussoir')}, too many for this ring; give fewer")
    inner = [_intrados(frame, float(a)) for a in angles]
    shoulder = [(frame.steps[last], last * frame.course)]
    right += [
        [inner[i], *(shoulder if i == 0 else []), (tops[i], flat), (tops[i + 1], flat), inner[i + 1]]
        for i in range(crown // 2)
    ]
    half = [inner[-1], *(shoulder if crown == 1 else []), (tops[-1], flat)]
    ring = [*right, half + _mirrored(half), *(_mirrored(outline) for outline in reversed(right))]
    return {f"voussoir-{i}": outline for i, outline in enumerate(ring, 1)}


def _stepped(frame: _Frame, level: int) -> Outline:
    """Voussoir between the joints of two course levels: its extrados is the end and the bottom of the courses."""
    low, high = level * frame.course, (level + 1) * frame.course
    near, far = frame.steps[level + 1], frame.steps[level]
    start, end = (_intrados(frame, frame.joint(k)) for k in (level, level + 1))
    corner = [(far, high)] if far > near else []
    return [start, (far, low), *corner, (near, high), end]


def _intrados(frame: _Frame, angle: float) -> tuple[float, float]:
    return float(frame.radius * np.cos(angle)), float(frame.radius * np.sin(angle))


def _bricks(frame: _Frame) -> dict[str, Outline]:
    """Outlines of the bricks by name, from the ground up and from left to right."""
    outlines = {}
    for c in range(frame.courses):
        joints = _joints(frame, c)
        if c < frame.top:
            pairs = [(-b, -a) for a, b in reversed(list(pairwise(joints)))]
            pairs += list(pairwise(joints))
        else:
            whole = sorted({*joints, *(-x for x in joints)})
            pairs = list(pairwise(whole))
        low, high = c * frame.course, (c + 1) * frame.course
        for place, (a, b) in enumerate(pairs, 1):
            outlines[f"brick-{c + 1}-{place}"] = [(a, low), (b, low), (b, high), (a, high)]
    return outlines


def _joints(frame: _Frame, course: int) -> list[float]:
    """Vertical joints of the right half of a course, ascending, its ends included.

    The bond starts at the end of the wall; counted from the top, every second course starts with half a brick.
    """
    brick = frame.length / frame.bricks
    end = frame.length / 2
    offset = 0.5 * ((frame.courses - 1 - course) % 2)
    grid = [end - (k + offset) * brick for k in range(frame.bricks // 2 + 1)]
    if course >= frame.top:
        return sorted({*(0.0 if abs(x) < 1e-9 * brick else x for x in grid if x > -1e-9 * brick), end})
    start = frame.steps[course]
    return [start, *sorted(x for x in {*grid, end} if x - start >= SLIVER * brick)]


def _grounds(frame: _Frame, thickness: float) -> list[Block]:
    x = (frame.radius, frame.length / 2)
    y = (-thickness / 2, thickness / 2)
    inward, outward = 0.25 * frame.radius, frame.height
    left = ground_slab((-x[1], -x[0]), y, margin=(outward, inward, outward, outward), name="left ground")
    return [left, ground_slab(x, y, margin=(inward, outward, outward, outward), name="right ground")]
