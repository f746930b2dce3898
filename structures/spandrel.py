"""A wall with an arched opening: voussoirs with a stepped extrados that fits the courses of the spandrels."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ..checks import finite_number, positive_number, whole_number
from ..errors import DrystoneError
from ..model import Assembly, Block
from .ground import check_size, ground_slab, plane_prism
from .rings import Outline, SteppedRing
from .trimming import trimmed

__all__ = ["spandrel_arch"]

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

    @cached_property
    def arch(self) -> SteppedRing:
        """The ring of the arch, in the middle of the wall."""
        return SteppedRing(self.radius, self.ring, self.course, self.length / self.bricks)


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
    voussoirs = frame.arch.voussoirs(whole_number(crown, "crown"))
    outlines = {f"voussoir-{i}": outline for i, outline in enumerate(voussoirs, 1)} | _bricks(frame)
    blocks = [plane_prism(outline, thickness, density, name=name) for name, outline in outlines.items()]
    grounds = _grounds(frame, thickness)
    return Assembly([*grounds, *(trimmed(block, distance) for block in blocks)], friction)


def _check(frame: _Frame, crown: int) -> None:
    if whole_number(crown, "crown") % 2 == 0:
        raise DrystoneError(f"crown must be odd, with a keystone in the middle; got {crown}")
    if frame.arch.top > frame.courses:
        raise DrystoneError(
            f"the wall is too low: the ring of the arch ends at {frame.arch.top * frame.course:.3g} m, the wall at "
            f"{frame.height:g} m; give a smaller radius or ring, or a higher wall"
        )
    if frame.radius + frame.ring + frame.length / frame.bricks > frame.length / 2:
        raise DrystoneError(
            f"the wall is too short: beside the ring, {frame.radius + frame.ring:g} m from the middle, there must "
            f"be room for a brick of {frame.length / frame.bricks:.3g} m; half the wall has {frame.length / 2:g} m"
        )


def _bricks(frame: _Frame) -> dict[str, Outline]:
    """Outlines of the bricks by name, from the ground up and from left to right."""
    outlines = {}
    for c in range(frame.courses):
        joints = _joints(frame, c)
        if c < frame.arch.top:
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
    if course >= frame.arch.top:
        return sorted({*(0.0 if abs(x) < 1e-9 * brick else x for x in grid if x > -1e-9 * brick), end})
    start = frame.arch.steps[course]
    return [start, *sorted(x for x in {*grid, end} if x - start >= SLIVER * brick)]


def _grounds(frame: _Frame, thickness: float) -> list[Block]:
    x = (frame.radius, frame.length / 2)
    y = (-thickness / 2, thickness / 2)
    inward, outward = 0.25 * frame.radius, frame.height
    left = ground_slab((-x[1], -x[0]), y, margin=(outward, inward, outward, outward), name="left ground")
    return [left, ground_slab(x, y, margin=(inward, outward, outward, outward), name="right ground")]
