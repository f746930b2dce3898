"""Straight walls on a plan, laid course by course: bonded corners and T-junctions, openings, gables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np

from ..checks import finite_number, one_of, positive_number, sequence_of, text, whole_number
from ..errors import DrystoneError
from ..model import Block
from ..summary import Summarised
from .bond import LEAST, head_joints
from .ground import check_size, prism
from .rings import Outline, SteppedRing

__all__ = ["Opening", "StraightWall", "lay_walls"]

Span = tuple[float, float]

Joints = dict[tuple[str, float, int], list[float]]
"""Ends of the bricks that are laid, by direction and side of their wall and by course."""

BEARING = 0.5
"""Length of lintel that lies on the wall on either side of an opening, relative to the length of a brick."""

ROUNDING = 1e-9
"""Lengths relative to that of a brick that are rounding."""


@dataclass(frozen=True)
class Opening(Summarised, inline=True):
    """An opening through a wall.

    ``center``: coordinate of its middle along the wall (m); ``width`` (m); ``sill``, ``head``: numbers of the whole
    courses below its lower edge and below its upper one, counted from z = 0; ``ring``: thickness of a semicircular
    ring of voussoirs that springs at the head (m), 0 for a lintel of one block and one course that bears half a
    brick on either side.
    """

    center: float
    width: float
    sill: int
    head: int
    ring: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "center", finite_number(self.center, "center of an opening (m)"))
        object.__setattr__(self, "width", positive_number(self.width, "width of an opening (m)"))
        object.__setattr__(self, "sill", whole_number(self.sill, "sill of an opening (courses)", 0))
        object.__setattr__(self, "head", whole_number(self.head, "head of an opening (courses)", self.sill + 1))
        object.__setattr__(self, "ring", finite_number(self.ring, "ring of an opening (m)", least=0.0))


@dataclass(frozen=True)
class StraightWall(Summarised, inline=True):
    """A wall along x or y.

    ``name``: its blocks begin with it; ``along``: "x" or "y"; ``side``: coordinate of its face of lower y (or x) (m);
    ``start``, ``end``: coordinates of its ends along it (m), at corners and T-junctions the outer face of the wall it
    joins; ``thickness`` (m); ``base``: courses below it; ``courses`` it has; ``gable``: courses above these whose ends
    slope to one point above its middle; ``openings``.
    """

    name: str
    along: str
    side: float
    start: float
    end: float
    thickness: float
    courses: int
    base: int = 0
    gable: int = 0
    openings: Sequence[Opening] = ()

    def __post_init__(self) -> None:
        text(self.name, "name of a wall", empty=False)
        one_of(self.along, ("x", "y"), "direction of a wall")
        for key in ("side", "start", "end"):
            object.__setattr__(self, key, finite_number(getattr(self, key), f"{key} of wall {self.name!r} (m)"))
        object.__setattr__(self, "thickness", positive_number(self.thickness, f"thickness of wall {self.name!r} (m)"))
        for key in ("courses", "base", "gable"):
            object.__setattr__(self, key, whole_number(getattr(self, key), f"{key} of wall {self.name!r}", 0))
        object.__setattr__(self, "openings", sequence_of(self.openings, Opening, f"openings of wall {self.name!r}"))
        if self.end <= self.start:
            raise DrystoneError(f"wall {self.name!r} must end behind its start; got {self.start:g} to {self.end:g} m")

    @property
    def across(self) -> Span:
        """Coordinates of its faces (m)."""
        return self.side, self.side + self.thickness

    @property
    def eaves(self) -> int:
        """Course level at which its full courses end."""
        return self.base + self.courses


@dataclass(frozen=True)
class _Bond:
    """What all walls share: length of a brick and height of a course (m), leaves, density (kg/m3)."""

    brick: float
    course: float
    leaves: int
    density: float

    def ring(self, opening: Opening) -> SteppedRing:
        return SteppedRing(opening.width / 2, opening.ring, self.course, self.brick)

    def cut(self, opening: Opening, course: int) -> Span | None:
        """What an opening and the lintel or ring over it take from a course."""
        half = 0.5 * opening.width
        if course < opening.sill or course >= self.top(opening):
            return None
        if course >= opening.head:
            half = self.ring(opening).steps[course - opening.head] if opening.ring else half + BEARING * self.brick
        return opening.center - half, opening.center + half

    def top(self, opening: Opening) -> int:
        """Course level where the lintel or the ring ends."""
        return opening.head + (self.ring(opening).top if opening.ring else 1)


def lay_walls(
    walls: Sequence[StraightWall], *, brick: float, course: float, leaves: int = 1, density: float = 2000.0
) -> list[Block]:
    """Return the blocks of walls on z = 0, which may meet at right angles.

    ``brick``: full length of a brick (m); ``course``: height of a course (m); ``leaves``: 1 for bricks as thick as the
    wall, 2 for two bricks behind each other in every other place, with bricks through the wall between them and at its
    ends; ``density`` in kg/m3.

    Where two walls cross or meet, each runs through the other in turn, x walls in the first course. Joints within a
    course are chosen so that bricks have 0.5 to 1.5 of their full length and joints lie half a brick from those of
    the next courses, at least a quarter wherever jambs and corners leave a choice. Blocks are called
    "<wall>-<course>-<place>", "<wall>-lintel-<opening>" and "<wall>-ring-<opening>-<place>", all numbers from 1;
    of two leaves with "-front" (lower coordinate) and "-back" behind. Walls that overlap without crossing, openings
    that meet junctions or each other, and pieces shorter than a quarter of a brick raise DrystoneError.

    >>> import drystone as ds
    >>> from drystone.structures import Opening, StraightWall, ground_slab, lay_walls
    >>> door = Opening(center=2.5, width=1.0, sill=0, head=8)
    >>> front = StraightWall("front", "x", side=0.0, start=0.0, end=5.0, thickness=0.4, courses=12, openings=[door])
    >>> flank = StraightWall("flank", "y", side=4.6, start=0.0, end=4.0, thickness=0.4, courses=12)
    >>> blocks = lay_walls([front, flank], brick=0.8, course=0.25)
    >>> assembly = ds.check_sound(ds.Assembly([ground_slab((0, 5), (0, 4)), *blocks]))
    >>> round(sum(block.volume for block in blocks), 6) == round(0.4 * (5 + 3.6) * 3 - 0.4 * 1 * 2, 6)
    True
    """
    walls = sequence_of(walls, StraightWall, "walls", least=1)
    bond = _Bond(
        positive_number(brick, "brick (m)"), positive_number(course, "course (m)"),
        whole_number(leaves, "leaves", 1, 2), positive_number(density, "density"),
    )  # fmt: skip
    names = [wall.name for wall in walls]
    if len(set(names)) < len(names):
        raise DrystoneError(f"two walls are called {max(names, key=names.count)!r}; names must differ")
    check_size(sum(((w.end - w.start) / bond.brick + 1) * (w.courses + w.gable + 1) for w in walls))
    for a, b in combinations(walls, 2):
        _refuse_overlap(a, b, bond)
    joints: Joints = {}
    upwards = sorted(walls, key=lambda wall: wall.base)
    laid = {wall.name: list(_Layer(wall, walls, bond).blocks(joints)) for wall in upwards}
    return [block for wall in walls for block in laid[wall.name]]


def _slope(wall: StraightWall, level: int) -> Span:
    """Ends of a wall at a course level (m)."""
    risen = min(max(level - wall.eaves, 0) / wall.gable, 1.0) if wall.gable else 0.0
    inset = 0.5 * (wall.end - wall.start) * risen
    return wall.start + inset, wall.end - inset


def _meet(a: Span, b: Span, rounding: float) -> bool:
    return a[0] < b[1] - rounding and b[0] < a[1] - rounding


def _refuse_overlap(a: StraightWall, b: StraightWall, bond: _Bond) -> None:
    """DrystoneError for walls in each other along the same line, and for an end within the other wall."""
    rounding = ROUNDING * bond.brick
    if not _meet((a.base, a.eaves + a.gable), (b.base, b.eaves + b.gable), 0.0):
        return
    parallel = a.along == b.along
    other, ends = (b.across, (b.start, b.end)) if parallel else ((b.start, b.end), b.across)
    if not (_meet(a.across, other, rounding) and _meet((a.start, a.end), ends, rounding)):
        return
    full = _meet((a.base, a.eaves), (b.base, b.eaves), 0.0)
    if parallel and (full or a.across != b.across):
        raise DrystoneError(f"walls {a.name!r} and {b.name!r} overlap; make one wall of them or part their courses")
    for one, two in () if parallel else ((a, b), (b, a)):
        if one.start > two.across[0] + rounding or one.end < two.across[1] - rounding:
            raise DrystoneError(
                f"wall {one.name!r} ends inside wall {two.name!r}; let it end at its far face, from {two.across[0]:g} "
                f"to {two.across[1]:g} m"
            )
    if _meet((a.eaves, a.eaves + a.gable), (b.eaves, b.eaves + b.gable), 0.0):
        raise DrystoneError(f"the gables of walls {a.name!r} and {b.name!r} meet; gables may meet full walls only")


@dataclass(frozen=True)
class _Layer:
    """Lays one wall among the others."""

    wall: StraightWall
    walls: Sequence[StraightWall]
    bond: _Bond

    @cached_property
    def _crossing(self) -> list[StraightWall]:
        """Walls at right angles that meet this one in plan."""
        wall, rounding = self.wall, ROUNDING * self.bond.brick
        return [
            other
            for other in self.walls
            if other.along != wall.along
            and _meet(wall.across, (other.start, other.end), rounding)
            and _meet((wall.start, wall.end), other.across, rounding)
        ]

    @cached_property
    def _in_line(self) -> list[StraightWall]:
        """Walls between the same faces, this one included."""
        return [w for w in self.walls if w.along == self.wall.along and w.across == self.wall.across]

    def _junctions(self, course: int) -> Iterator[tuple[Span, bool]]:
        """Extents along the wall of the others it meets in a course, and whether it runs through them."""
        for other in self._crossing:
            if other.base <= course < other.eaves:
                turn = (course % 2 == 0) == (self.wall.along == "x")
                yield other.across, turn and course < self.wall.eaves
            elif other.eaves <= course < other.eaves + other.gable:
                yield other.across, True
        for other in self._in_line:
            if other is not self.wall and other.base <= course < other.eaves:
                yield (other.start, other.end), False

    def _stretches(self, course: int) -> list[Span]:
        """Parts of a course between openings and the walls that run through it, ascending."""
        wall, bond = self.wall, self.bond
        if not wall.base <= course < wall.eaves + wall.gable:
            return []
        cuts = [cut for opening in wall.openings if (cut := bond.cut(opening, course))]
        junctions = list(self._junctions(course))
        self._check_cuts(course, cuts, [span for span, _ in junctions])
        cuts += [span for span, through in junctions if not through]
        low, high = _slope(wall, course)
        stretches, at = [], low
        for a, b in sorted(cuts):
            stretches.append((at, min(a, high)))
            at = max(at, b)
        rounding = ROUNDING * bond.brick
        stretches = [(a, b) for a, b in [*stretches, (at, high)] if b - a > rounding]
        for a, b in stretches:
            if course < wall.eaves and b - a < LEAST * bond.brick * (1 - ROUNDING):
                raise DrystoneError(
                    f"{b - a:.3g} m are left of course {course + 1} of wall {wall.name!r} at {a:.4g} m, less than a "
                    f"quarter of a brick of {bond.brick:g} m; move openings and walls further apart or together"
                )
        return stretches

    def _check_cuts(self, course: int, cuts: list[Span], junctions: list[Span]) -> None:
        wall, rounding = self.wall, ROUNDING * self.bond.brick
        low, high = _slope(wall, course + 1)
        outside = any(a < low - rounding or b > high + rounding for a, b in cuts)
        if outside or any(_meet(cut, other, rounding) for cut in cuts for other in junctions):
            raise DrystoneError(
                f"an opening of wall {wall.name!r}, or what bears over it, leaves the wall or meets another wall in "
                f"course {course + 1}; make it smaller or move it"
            )
        if any(_meet(one, two, rounding) for one, two in combinations(cuts, 2)):
            raise DrystoneError(f"openings of wall {wall.name!r} meet in course {course + 1}; move them apart")

    def blocks(self, laid: Joints) -> Iterator[Block]:
        """All blocks of the wall, from its base up and along it; adds its joints to those that are laid."""
        wall = self.wall
        for course in range(wall.base, wall.eaves + wall.gable):
            stretches = self._stretches(course)
            next_up = [_Layer(other, self.walls, self.bond)._stretches(course + 1) for other in self._in_line]
            above = [end for spans in next_up for span in spans for end in span]
            below = laid.get((wall.along, wall.side, course - 1), [])
            held = [x for (a, b), through in self._junctions(course) if through for x in (a, (a + b) / 2, b)]
            avoid = np.array(sorted({*below, *above, *held}))
            bricks = []
            for a, b in stretches:
                (low_a, low_b), (high_a, high_b) = _slope(wall, course), _slope(wall, course + 1)
                least = LEAST * self.bond.brick
                sloped = (max(a, high_a + least) if a < high_a else a, min(b, high_b - least) if b > high_b else b)
                middle = (max(a, (low_a + high_a) / 2), min(b, (low_b + high_b) / 2))
                joints = head_joints(*middle, self.bond.brick, avoid, *sloped)
                bricks += list(pairwise([a, *joints, b]))
            yield from self._course(course, bricks)
            laid.setdefault((wall.along, wall.side, course), []).extend(end for span in bricks for end in span)
        yield from self._over_openings()

    def _course(self, course: int, bricks: list[Span]) -> Iterator[Block]:
        wall, bond = self.wall, self.bond
        levels = course * bond.course, (course + 1) * bond.course
        low, high = _slope(wall, course), _slope(wall, course + 1)
        junctions = [span for span, _ in self._junctions(course)]
        for place, (a, b) in enumerate(bricks, 1):
            name = f"{wall.name}-{course + 1}-{place}"
            if a < high[0] or b > high[1]:
                yield self._prism(_clipped(low, high, levels, (a, b)), name)
            elif (
                bond.leaves == 2
                and (course + place) % 2
                and 1 < place < len(bricks)
                and not any(_meet((a, b), span, -ROUNDING * bond.brick) for span in junctions)
            ):
                front, back = wall.across
                middle = 0.5 * (front + back)
                yield self._box((a, b), (front, middle), levels, f"{name}-front")
                yield self._box((a, b), (middle, back), levels, f"{name}-back")
            else:
                yield self._box((a, b), wall.across, levels, name)

    def _over_openings(self) -> Iterator[Block]:
        """Lintels and rings."""
        wall, bond = self.wall, self.bond
        for number, opening in enumerate(wall.openings, 1):
            if opening.sill < wall.base or bond.top(opening) > wall.eaves:
                raise DrystoneError(
                    f"opening {number} of wall {wall.name!r} with what bears over it reaches from course "
                    f"{opening.sill} to {bond.top(opening)}, the wall from {wall.base} to {wall.eaves}"
                )
            level = opening.head * bond.course
            if not opening.ring:
                half = 0.5 * opening.width + BEARING * bond.brick
                span = opening.center - half, opening.center + half
                yield self._box(span, wall.across, (level, level + bond.course), f"{wall.name}-lintel-{number}")
                continue
            ring = bond.ring(opening)
            crown = (np.pi - 2 * ring.joint(ring.top - 1)) * (ring.radius + ring.thickness) / bond.brick
            for place, outline in enumerate(ring.voussoirs(2 * max(round((crown - 1) / 2), 0) + 1), 1):
                moved = [(opening.center + u, level + z) for u, z in outline]
                yield self._prism(moved, f"{wall.name}-ring-{number}-{place}")

    def _box(self, span: Span, across: Span, levels: Span, name: str) -> Block:
        ranges = np.array([span, across, levels] if self.wall.along == "x" else [across, span, levels])
        size, center = ranges[:, 1] - ranges[:, 0], ranges.mean(axis=1)
        return Block.box(size, center, self.bond.density, name=name)

    def _prism(self, outline: Outline, name: str) -> Block:
        across = "y" if self.wall.along == "x" else "x"
        return prism(outline, self.wall.across, self.bond.density, name=name, across=across)


def _clipped(low: Span, high: Span, levels: Span, span: Span) -> Outline:
    """Part between two places of the trapezoid that is as wide as ``low`` at its lower level and ``high`` above."""
    bottom, top = levels
    corners: Outline = [(max(low[0], span[0]), bottom), (min(low[1], span[1]), bottom)]
    if low[1] > span[1] > high[1]:
        corners.append((span[1], bottom + (top - bottom) * (low[1] - span[1]) / (low[1] - high[1])))
    right, left = min(high[1], span[1]), max(high[0], span[0])
    corners.append((right, top))
    if right - left > ROUNDING * (span[1] - span[0]):  # not at the top of the gable
        corners.append((left, top))
    if low[0] < span[0] < high[0]:
        corners.append((span[0], bottom + (top - bottom) * (span[0] - low[0]) / (high[0] - low[0])))
    return corners
