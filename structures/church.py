"""A church on a Latin cross, with a chapel and a bell tower beside its apse."""

from collections.abc import Iterator
from dataclasses import dataclass

from ..checks import finite_array, positive_number, whole_number
from ..collision import check_sound
from ..errors import DrystoneError
from ..model import Assembly
from .ground import ground_slab
from .masonry import Opening, StraightWall, lay_walls

__all__ = ["church"]

CHAPEL = 0.55
"""Height of the chapel, relative to that of the eaves."""


def church(
    nave: float = 18.0,
    width: float = 8.0,
    transept: tuple[float, float] = (14.0, 7.0),
    apse: float = 6.0,
    height: float = 14.0,
    tower: float = 17.0,
    *,
    gable: float = 10 / 3,
    thickness: float = 0.8,
    brick: float = 0.64,
    course: float = 1 / 3,
    leaves: int = 1,
    density: float = 2000.0,
    friction: float = 0.6,
) -> Assembly:
    """Return a church on a Latin cross after Nodargi and Bisegna (2024), section 4.6: 5137 blocks by default.

    The paper gives the cross with a single nave about 18 m long and a transept of 14 m, a chapel and a bell tower at
    the sides of the apse, 14 m for the church and 17 m for the tower, 5161 blocks, no roof and no vaults; x is
    transverse, y longitudinal, z up, and the facade stands at y = 0. All else (walls, openings, bond) is our own, since
    it is not published. The facade falls outwards, with parts of the nave's walls, at 0.209 g along -y (the paper's at
    0.238 g, by the same mechanism); what falls first along +y is the end of the apse, at 0.264 g.

    Outer dimensions in m: length of the ``nave`` in front of the transept and its ``width``, also that of the apse;
    ``transept``: its length along x and width along y; ``apse``: how far it reaches beyond the transept; ``height`` of
    the church to the top of its gables, of which ``gable`` is that of the facade and of the apse (those of the
    transept have the same slope); ``tower``: height of the bell tower. It stands on x < 0 between transept and
    apse, the chapel on x > 0, both as long as wide. ``thickness`` of all walls, length of a ``brick``, height of a
    ``course``, to whole numbers of which all heights are rounded (m); ``leaves`` and names of the blocks:
    `drystone.structures.lay_walls`, with the walls "facade", "nave-left" and so on; ``density`` in kg/m3.

    The facade has a door and a window, the nave six windows, the transept one at either end and arches of voussoirs
    to the nave and to the apse, with doors to chapel and tower; the belfry is open on all sides. Blocks are at
    most 50 000, and stand on the fixed slab "ground".
    """
    course, thickness = positive_number(course, "course (m)"), positive_number(thickness, "thickness")
    across, along = finite_array(transept, (2,), "transept (length, width)", above=0.0).tolist()
    levels = [
        whole_number(round(positive_number(value, name, most=1e9) / course), f"{name} in courses", least)
        for value, name, least in ((height, "height", 2), (gable, "gable", 1), (tower, "tower", 1))
    ]
    plan = _Plan(
        positive_number(nave, "nave"), positive_number(width, "width") / 2, across / 2, along,
        positive_number(apse, "apse"), thickness, positive_number(brick, "brick (m)"), course, *levels,
    )  # fmt: skip
    plan.check()
    walls = [*plan.nave_walls(), *plan.transept_walls(), *plan.apse_walls(), *plan.chapel_walls(), *plan.tower_walls()]
    blocks = lay_walls(walls, brick=plan.brick, course=course, leaves=leaves, density=density)
    reach = 0.5 * plan.height * course
    ground = ground_slab((-plan.arm, plan.arm), (0.0, plan.end), margin=reach, thickness=thickness)
    return check_sound(Assembly([ground, *blocks], friction))


@dataclass(frozen=True)
class _Plan:
    """The walls; lengths in m, half of the outer widths, levels in courses."""

    nave: float
    half: float
    arm: float
    transept: float
    apse: float
    thickness: float
    brick: float
    course: float
    height: int
    gable: int
    tower: int

    def check(self) -> None:
        """DrystoneError where the parts do not fit together."""
        clear = self.arm - self.half - self.thickness
        if self.eaves < 1 or self.tower <= self.eaves:
            raise DrystoneError(
                f"the eaves, {self.eaves * self.course:.3g} m high, must lie below the gables and the top of the tower"
            )
        if clear <= 0 or self.corner + self.side >= self.end - self.thickness:
            raise DrystoneError(
                f"chapel and tower, {self.side:.3g} m wide and deep, need room beside the apse: a transept longer than "
                f"{2 * (self.half + self.thickness):.3g} m and an apse longer than {self.side:.3g} m"
            )

    @property
    def eaves(self) -> int:
        return self.height - self.gable

    @property
    def chapel(self) -> int:
        return max(round(CHAPEL * self.eaves), 1)

    @property
    def corner(self) -> float:
        """Inner face (y) of the wall between transept and apse."""
        return self.nave + self.transept - self.thickness

    @property
    def end(self) -> float:
        """Outer face (y) of the wall at the end of the apse."""
        return self.nave + self.transept + self.apse

    @property
    def side(self) -> float:
        """Outer side of the tower and of the chapel."""
        return self.arm - self.half + self.thickness

    def wall(
        self, name: str, along: str, side: float, ends: tuple[float, float], courses: int, *openings: Opening,
        base: int = 0, gable: int = 0,
    ) -> StraightWall:  # fmt: skip
        return StraightWall(name, along, side, *ends, self.thickness, courses, base, gable, openings)

    def window(self, center: float, width: float, low: float, high: float, ring: float = 0.4) -> Opening:
        """An opening between two shares of the height of the eaves, below its arch."""
        sill = round(low * self.eaves)
        return Opening(center, width, sill, max(round(high * self.eaves), sill + 1), ring)

    def nave_walls(self) -> Iterator[StraightWall]:
        door = self.window(0.0, 0.44 * self.half, 0.0, 0.31, 0.0)
        window = self.window(0.0, 0.3 * self.half, 0.62, 0.75)
        facade = (-self.half, self.half)
        yield self.wall("facade", "x", 0.0, facade, self.eaves, door, window, gable=self.gable)
        clear = self.nave - self.thickness
        windows = [self.window(self.thickness + clear * (k + 0.5) / 3, 0.06 * clear, 0.5, 0.66) for k in range(3)]
        for name, x in (("nave-left", -self.half), ("nave-right", self.half - self.thickness)):
            yield self.wall(name, "y", x, (0.0, self.nave + self.thickness), self.eaves, *windows)

    def transept_walls(self) -> Iterator[StraightWall]:
        """Front and back with their arches, and both ends with gables; that of the chapel begins above its roof."""
        ring = 0.75 * self.thickness
        arch = self.window(0.0, 2 * (self.half - self.thickness - ring - self.brick / 2), 0.0, 0.44, ring)
        clear = self.arm - self.half - self.thickness
        doors = [self.window(s * (self.half + clear / 2), 0.4 * clear, 0.0, 0.22, 0.0) for s in (-1.0, 1.0)]
        across, reach = (-self.arm, self.arm), (self.nave, self.nave + self.transept)
        yield self.wall("transept-front", "x", self.nave, across, self.eaves, arch)
        yield self.wall("transept-back", "x", self.corner, across, self.eaves, arch, *doors)
        left, right, beside = -self.arm, self.arm - self.thickness, (self.nave, self.corner + self.side)
        slope = max(round(self.gable * self.transept / (2 * self.half)), 1)
        window = self.window(self.nave + self.transept / 2, 0.15 * self.transept, 0.6, 0.75)
        yield self.wall("transept-left", "y", left, beside, self.eaves, window)
        yield self.wall("transept-left-gable", "y", left, reach, 0, base=self.eaves, gable=slope)
        yield self.wall("transept-right", "y", right, beside, self.chapel)
        rest = self.eaves - self.chapel
        yield self.wall("transept-right-gable", "y", right, reach, rest, window, base=self.chapel, gable=slope)

    def apse_walls(self) -> Iterator[StraightWall]:
        """Two sides, and the end with a window and a gable."""
        for name, x in (("apse-left", -self.half), ("apse-right", self.half - self.thickness)):
            yield self.wall(name, "y", x, (self.corner, self.end), self.eaves)
        window = self.window(0.0, 0.3 * self.half, 0.44, 0.66)
        ends = (-self.half, self.half)
        yield self.wall("apse", "x", self.end - self.thickness, ends, self.eaves, window, gable=self.gable)

    def chapel_walls(self) -> Iterator[StraightWall]:
        """The back wall; the others are those of apse and transept."""
        back, ends = self.corner + self.side - self.thickness, (self.half - self.thickness, self.arm)
        window = self.window(0.5 * (ends[0] + ends[1]), 0.2 * self.side, 0.19, 0.38, 0.0)
        yield self.wall("chapel", "x", back, ends, self.chapel, window)

    def tower_walls(self) -> Iterator[StraightWall]:
        """Four walls with the openings of the belfry; three stand on the walls around, up to whose eaves they begin."""
        x, y = (-self.arm, -self.half + self.thickness), (self.corner, self.corner + self.side)
        rise = self.tower - self.eaves
        head = max(self.eaves + round(0.74 * rise), self.eaves + 1)
        sill = self.eaves + round(0.47 * rise)
        belfry = [Opening(0.5 * (a + b), 0.26 * self.side, sill, head, 0.3) for a, b in (x, y)]
        slit = self.window(0.5 * (x[0] + x[1]), 0.13 * self.side, 0.6, 0.75, 0.0)
        yield self.wall("tower-front", "x", y[0], x, rise, belfry[0], base=self.eaves)
        yield self.wall("tower-back", "x", y[1] - self.thickness, x, self.tower, slit, belfry[0])
        yield self.wall("tower-left", "y", x[0], y, rise, belfry[1], base=self.eaves)
        yield self.wall("tower-right", "y", x[1] - self.thickness, y, rise, belfry[1], base=self.eaves)
