"""Walls on a plan, and the church and the tower laid with them: volumes, bond, junctions, statics."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.collision import check_sound
from drystone.errors import DrystoneError
from drystone.model import Assembly, Block
from drystone.structures import Opening, StraightWall, church, ground_slab, lay_walls, tower

from ..marks import with_slow

VOLUME = 1e-12  # relative; sums of some thousand volumes in doubles

ROUNDED = 1e-9  # relative; where angles are rounded to tell corners apart

Rectangle = tuple[float, float, float, float]
"""x and y of two corners (m)."""


def room(length: float = 6.0, width: float = 4.0, thickness: float = 0.4, courses: int = 8, **more: Any) -> list[Any]:
    """Four walls about x = 0 .. length, y = 0 .. width; ``more``: of the wall on y = 0."""
    return [
        StraightWall("south", "x", 0.0, 0.0, length, thickness, courses, **more),
        StraightWall("north", "x", width - thickness, 0.0, length, thickness, courses),
        StraightWall("west", "y", 0.0, 0.0, width, thickness, courses),
        StraightWall("east", "y", length - thickness, 0.0, width, thickness, courses),
    ]


def standing(blocks: list[Block]) -> Assembly:
    ground = ground_slab((-1.0, 12.0), (-1.0, 12.0))
    return check_sound(Assembly([ground, *blocks]))


def volume(blocks: Iterable[Block]) -> float:
    return sum(b.volume for b in blocks if not b.fixed)


def joined_area(rectangles: list[Rectangle]) -> float:
    """Area of the union of rectangles, by the cells between all their coordinates (m2)."""
    sides = np.array(rectangles)
    x, y = np.unique(sides[:, [0, 2]].round(9)), np.unique(sides[:, [1, 3]].round(9))
    u, v = np.meshgrid((x[:-1] + x[1:]) / 2, (y[:-1] + y[1:]) / 2, indexing="ij")
    covered = np.zeros(u.shape, dtype=bool)
    for x0, y0, x1, y1 in rectangles:
        covered |= (x0 < u) & (u < x1) & (y0 < v) & (v < y1)
    return float((np.outer(np.diff(x), np.diff(y)) * covered).sum())


def under_rings(blocks: Iterable[Block]) -> float:
    """Area below the straight intrados of all rings over openings, above their springings (m2)."""
    rings = defaultdict(list)
    for b in blocks:
        if "-ring-" in (b.name or ""):
            rings[(b.name or "").rpartition("-")[0]].append(b.pieces[0].vertices)
    total = 0.0
    for corners in map(np.vstack, rings.values()):
        flat = np.ptp(corners[:, :2], axis=0)
        points = corners[:, [0 if flat[0] > flat[1] else 1, 2]]
        points = points - [(points[:, 0].min() + points[:, 0].max()) / 2, points[:, 1].min()]
        radii = np.linalg.norm(points, axis=1)
        inside = points[radii < radii.min() * (1 + 1e-9)]
        angles = np.unique(np.arctan2(inside[:, 1], inside[:, 0]).round(9))
        total += 0.5 * float(radii.min()) ** 2 * float(np.sin(np.diff(angles)).sum())
    return total


def bricks(blocks: Iterable[Block], wall: str, axis: int) -> dict[int, list[tuple[float, float]]]:
    """Ends of the bricks of a wall by course; blocks over openings and slopes apart."""
    found = defaultdict(list)
    for b in blocks:
        name, _, rest = (b.name or "").partition("-")
        if name == wall and rest[0].isdigit():
            along = b.pieces[0].vertices[:, axis]
            found[int(rest.split("-")[0])].append((float(along.min()), float(along.max())))
    return {course: sorted(spans) for course, spans in found.items()}


@pytest.mark.parametrize("leaves", [1, 2])
@pytest.mark.parametrize(("brick", "course"), [(0.8, 0.25), (0.63, 0.3), (0.45, 0.2)])
def test_a_room_fills_its_walls(brick: float, course: float, leaves: int) -> None:
    openings = [Opening(1.7, 0.9, 0, 4), Opening(4.0, 1.0, 2, 4, ring=0.3)]
    blocks = lay_walls(
        room(courses=10, gable=6, openings=openings), brick=brick, course=course, leaves=leaves, density=1000.0
    )
    standing(blocks)
    plan, gable = 6.0 * 4.0 - 5.2 * 3.2, 0.5 * 6.0 * 6 * course
    opened = 0.9 * 4 * course + 1.0 * 2 * course + under_rings(blocks)
    assert volume(blocks) == pytest.approx(plan * 10 * course + 0.4 * (gable - opened), rel=ROUNDED)
    assert {b.density for b in blocks} == {1000.0}


@pytest.mark.parametrize("length", np.linspace(3.0, 7.0, 9).tolist())
@pytest.mark.parametrize("brick", [0.5, 0.61, 0.8])
def test_head_joints_are_a_quarter_of_a_brick_apart_from_course_to_course(length: float, brick: float) -> None:
    blocks = lay_walls(room(length, 4.0), brick=brick, course=0.25)
    for wall, axis in (("south", 0), ("west", 1)):
        courses = bricks(blocks, wall, axis)
        assert len(courses) == 8
        for spans in courses.values():
            lengths = [b - a for a, b in spans]
            assert min(lengths) >= 0.5 * brick * 0.9  # steps of a quarter of a brick that fits the wall
            assert max(lengths) <= 1.5 * brick * 1.2
        for course in range(1, 8):
            below, above = ({b for _, b in courses[c][:-1]} for c in (course, course + 1))
            assert min(abs(a - b) for a in below for b in above) >= 0.25 * brick * 0.9


def test_walls_run_through_each_other_in_turn() -> None:
    cross = [
        StraightWall("long", "x", 1.8, 0.0, 5.0, 0.4, 6),
        StraightWall("end", "y", 4.6, 0.0, 4.0, 0.4, 6),
        StraightWall("tee", "y", 2.0, 0.0, 2.2, 0.4, 6),
    ]
    blocks = lay_walls(cross, brick=0.8, course=0.25)
    standing(blocks)
    long, tee, end = (bricks(blocks, name, axis) for name, axis in (("long", 0), ("tee", 1), ("end", 1)))
    for course in range(1, 7):
        through = course % 2 == 1  # the first course is that of the walls along x
        assert any(a < 2.1 and b > 2.3 for a, b in long[course]) == through
        assert (long[course][-1][1] == pytest.approx(5.0)) == through
        assert (tee[course][-1][1] == pytest.approx(2.2)) != through
        assert any(a < 1.9 and b > 2.1 for a, b in end[course]) != through


def test_a_lintel_bears_half_a_brick_on_either_side() -> None:
    blocks = lay_walls(room(openings=[Opening(3.0, 1.0, 0, 5)]), brick=0.8, course=0.25)
    lintel = next(b for b in blocks if b.name == "south-lintel-1").pieces[0].vertices
    np.testing.assert_allclose(lintel.min(axis=0), (3.0 - 0.9, 0.0, 1.25), atol=1e-12)
    np.testing.assert_allclose(lintel.max(axis=0), (3.0 + 0.9, 0.4, 1.5), atol=1e-12)


def test_two_leaves_are_tied_by_stones_through_the_wall() -> None:
    blocks = lay_walls(room(), brick=0.8, course=0.25, leaves=2)
    split = {b.name for b in blocks if (b.name or "").endswith("-front")}
    assert split
    assert {name.removesuffix("-front") + "-back" for name in split if name} <= {b.name for b in blocks}
    through = [b for b in blocks if np.ptp(b.pieces[0].vertices[:, :2], axis=0).min() > 0.39]
    assert len(through) >= len(split)
    ties = [b for b in through if (b.name or "").startswith("south-3-")]
    assert len(ties) > 2  # more than the ends of the course


def test_walls_above_each_other_and_a_gable_beside_a_higher_wall() -> None:
    """What a church needs: a wall that stands on a part of another, and a gable that yields to it."""
    walls = [
        StraightWall("low", "x", 0.0, 0.0, 6.0, 0.4, 6),
        StraightWall("gable", "x", 0.0, 0.0, 4.0, 0.4, 0, base=6, gable=5),
        StraightWall("high", "x", 0.0, 3.6, 6.0, 0.4, 8, base=6),
    ]
    blocks = lay_walls(walls, brick=0.8, course=0.25)
    standing(blocks)
    hidden = 0.5 * 0.4 * (0.4 * 1.25 / 2.0)  # the end of the gable within the higher wall
    area = 6.0 * 1.5 + 0.5 * 4.0 * 1.25 - hidden + 2.4 * 2.0
    assert volume(blocks) == pytest.approx(0.4 * area, rel=VOLUME)


@cache
def whole_church() -> Assembly:
    return church()


@pytest.mark.slow
def test_the_default_church_has_the_size_of_the_published_one() -> None:
    """Latin cross, nave 18 m, transept 14 m, 14 m high, bell tower 17 m, 5161 blocks (Nodargi and Bisegna 2024)."""
    assembly = whole_church()
    assert len(assembly.movable) == pytest.approx(5161, rel=0.01)
    assert len(assembly.movable) >= 5000
    vertices = {b.name or "": b.pieces[0].vertices for b in assembly.blocks if not b.fixed}
    corners = np.vstack(list(vertices.values()))
    np.testing.assert_allclose(corners.min(axis=0), (-7.0, 0.0, 0.0), atol=1e-9)
    np.testing.assert_allclose(corners.max(axis=0), (7.0, 31.0, 17.0), atol=1e-9)
    for wall, top in (("facade", 14.0), ("tower", 17.0), ("nave", 32 / 3)):
        assert max(v[:, 2].max() for name, v in vertices.items() if name.startswith(wall)) == pytest.approx(top)
    assert max(v[:, 1].max() for n, v in vertices.items() if n.startswith("nave")) == pytest.approx(18.8)


def test_the_default_church_fills_its_walls() -> None:
    """Plans by rectangles at four levels, gables, and the openings as the docstring of the module's plan has them."""
    t, h = 0.8, 1 / 3
    low = [
        (-4.0, 0.0, 4.0, t), (-4.0, 0.0, -3.2, 18.8), (3.2, 0.0, 4.0, 18.8),  # nave
        (-7.0, 18.0, 7.0, 18.8), (-7.0, 24.2, 7.0, 25.0), (-7.0, 18.0, -6.2, 28.0), (6.2, 18.0, 7.0, 25.0),
        (-4.0, 24.2, -3.2, 31.0), (3.2, 24.2, 4.0, 31.0), (-4.0, 30.2, 4.0, 31.0),  # apse
        (-7.0, 27.2, -3.2, 28.0),  # tower
    ]  # fmt: skip
    chapel = [(6.2, 18.0, 7.0, 28.0), (3.2, 27.2, 7.0, 28.0)]
    belfry = 3.8**2 - 2.2**2
    solid = joined_area(low + chapel) * 18 * h + joined_area(low) * (32 - 18) * h + belfry * (51 - 32) * h
    gables = 2 * 0.5 * 8.0 * 10 * h + 2 * 0.5 * 7.0 * 9 * h
    gables -= 0.5 * 0.8 * (0.8 * 9 * h / 3.5)  # beside the tower
    opened = [
        (1.76, 10), (1.2, 4), *6 * [(1.032, 5)], *2 * [(4.56, 14)], *2 * [(0.88, 7)], *2 * [(1.05, 5)],
        (1.2, 7), (0.76, 6), *4 * [(0.988, 5)], (0.494, 5),
    ]  # fmt: skip
    assembly = whole_church()
    area = sum(width * courses * h for width, courses in opened) + under_rings(assembly.blocks)
    assert volume(assembly.blocks) == pytest.approx(solid + t * (gables - area), rel=ROUNDED)


@pytest.mark.slow
def test_the_church_and_the_tower_stand_and_their_mirror_images_bear_the_same() -> None:
    small = church(brick=0.85, course=1.1)
    assert ds.equilibrium(small).stable
    run = ds.simulate(small, 0.02, 5e-3)
    assert np.abs(run.recorded_state(-1).velocity).max() < 1e-6  # m/s; free fall would have 0.2
    high = tower(4.0, 12.0, 0.8, storeys=2, belfry=1.0, brick=0.8)
    assert ds.equilibrium(high).stable
    loads = [ds.limit_load(high, live=live).multiplier for live in ((1, 0, 0), (-1, 0, 0))]
    assert loads[0] == pytest.approx(loads[1], rel=0.02)  # the bond is not symmetric
    assert loads[0] < 4.0 / 12.0  # a monolith of this outline overturns at side / height


@pytest.mark.parametrize("scale", with_slow([0.01, 0.3, 7.0], 0.01, 7.0))
def test_a_model_of_the_tower_has_as_many_bricks(scale: float) -> None:
    """Four and a half bricks between its corners are neither more nor less where lengths are rounded otherwise."""
    f = scale
    model = tower(5.5 * f, 24.0 * f, 1.0 * f, window=0.9 * f, belfry=1.7 * f, brick=1.0 * f, course=0.5 * f)
    assert model.names == tower().names


def test_an_arch_that_ends_with_a_course_takes_no_further_one() -> None:
    """Half the belfry and the ring over it are 1.2 m, three courses of 0.4 m: in double precision, and a bit more."""
    sizes = (1.0, 1.25)  # with the second 1.5 m, three courses of 0.5 m, without rounding
    one, other = (tower(5.5 * s, 16.0 * s, s, window=0.9 * s, belfry=1.6 * s, brick=s, course=0.4 * s) for s in sizes)
    assert one.names == other.names


def test_the_tower_has_its_dimensions_and_openings() -> None:
    assembly = tower()
    corners = np.vstack([b.pieces[0].vertices for b in assembly.blocks if not b.fixed])
    np.testing.assert_allclose(corners.min(axis=0), (0.0, 0.0, 0.0), atol=1e-12)
    np.testing.assert_allclose(corners.max(axis=0), (5.5, 5.5, 24.0), atol=1e-12)
    belfry = 4 * (1.7 * (48 - 3 - 1 - 38) * 0.5)  # the ring of 0.85 + 0.4 m takes three courses, one lies over it
    windows = 0.9 * 0.5 * (6 * 3 + 5)  # three courses high on both sides, the lowest in the south down to the ground
    plan = 5.5**2 - 3.5**2
    assert volume(assembly.blocks) == pytest.approx(plan * 24.0 - belfry - windows - under_rings(assembly.blocks))


def walls(*changed: StraightWall, **more: Any) -> Callable[[], list[Block]]:
    return lambda: lay_walls([*room(), *changed], **{"brick": 0.8, "course": 0.25, **more})


BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "name": (walls(StraightWall("south", "x", 2.0, 0.4, 5.6, 0.4, 2)), "two walls are called 'south'"),
    "same line": (walls(StraightWall("w", "x", 0.2, 1.0, 2.0, 0.4, 2)), "walls 'south' and 'w' overlap"),
    "short": (walls(StraightWall("w", "y", 2.0, 0.2, 3.6, 0.4, 2)), "wall 'w' ends inside wall 'south'; let it end"),
    "sliver": (walls(StraightWall("w", "y", 0.5, 0.0, 4.0, 0.4, 2)), "0.1 m are left of course 2 of wall 'south'"),
    "backwards": (lambda: StraightWall("w", "x", 0.0, 1.0, 1.0, 0.4, 2), "must end behind its start"),
    "direction": (lambda: StraightWall("w", "z", 0.0, 0.0, 1.0, 0.4, 2), "unknown direction of a wall 'z'"),
    "thickness": (lambda: StraightWall("w", "x", 0.0, 0.0, 1.0, 0.0, 2), "thickness of wall 'w'"),
    "head": (lambda: Opening(1.0, 1.0, 3, 3), r"head of an opening \(courses\) must be a whole number of at least 4"),
    "leaves": (walls(leaves=3), "leaves must be a whole number from 1 to 2"),
    "many": (walls(course=0.25, brick=1e-6), "blocks; at most 50,000"),
    "gables": (
        lambda: lay_walls([StraightWall("a", "x", 0.0, 0.0, 4.0, 0.4, 2, gable=2),
                           StraightWall("b", "y", 0.0, 0.0, 4.0, 0.4, 2, gable=2)], brick=0.8, course=0.25),
        "the gables of walls 'a' and 'b' meet",
    ),
    "church eaves": (lambda: church(height=3.0, gable=3.0), "eaves"),
    "church tower": (lambda: church(tower=9.0), "must lie below the gables and the top of the tower"),
    "church apse": (lambda: church(apse=2.0), "need room beside the apse"),
    "church transept": (lambda: church(transept=(9.0, 7.0)), "need room beside the apse"),
    "church bricks": (lambda: church(brick=2.0), "wall"),
    "tower solid": (lambda: tower(2.0, 10.0, 1.0), "is not hollow"),
    "tower low": (lambda: tower(height=2.0), "height in courses must be a whole number of at least 8"),
    "tower belfry": (lambda: tower(belfry=4.0), "wall 'south'"),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_bad_plans_are_refused(case: str) -> None:
    make, message = BAD[case]
    with pytest.raises(DrystoneError, match=message):
        make()


@pytest.mark.parametrize(
    ("opening", "message"),
    [
        (Opening(0.5, 1.0, 0, 4), "leaves the wall or meets another wall in course 1"),
        (Opening(3.0, 1.0, 0, 8), "reaches from course 0 to 9, the wall from 0 to 8"),
        (Opening(0.8, 0.4, 0, 4), "meets another wall in course 5"),
    ],
)
def test_openings_that_do_not_fit_are_refused(opening: Opening, message: str) -> None:
    with pytest.raises(DrystoneError, match=message):
        lay_walls(room(openings=[opening]), brick=0.8, course=0.25)
    pair = [Opening(x, 1.0, 0, 4) for x in (2.0, 3.5)]
    with pytest.raises(DrystoneError, match="openings of wall 'south' meet in course 5"):
        lay_walls(room(openings=pair), brick=0.8, course=0.25)


def test_rectangles_of_a_plan_join() -> None:
    """The helper above, against inclusion and exclusion."""
    pieces = [(0.0, 0.0, 2.0, 1.0), (1.0, 0.5, 3.0, 2.0), (0.0, 0.0, 1.0, 2.0)]
    shared = {(0, 1): 0.5, (0, 2): 1.0, (1, 2): 0.0}
    total = sum((a - c) * (b - d) for c, d, a, b in pieces) - sum(shared[pair] for pair in combinations(range(3), 2))
    assert joined_area(pieces) == pytest.approx(total)
