"""Contacts decided by a face or by crossing edges: exact points, normals and gaps."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull, HalfspaceIntersection

from drystone.collision import Contacts
from drystone.model import Block

from .scenes import ROUNDING, Array, box, found, moved, random_turn, sorted_rows, turn

UP = np.array([0.0, 0.0, 1.0])
SQUARE = np.array([(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)])


def expect(contacts: Contacts, points: Array, gap: float, normal: Array = UP) -> None:
    """The contacts are these points of block a, in any order, with one gap and normal."""
    assert contacts.count == len(points)
    np.testing.assert_allclose(sorted_rows(contacts.point_a), sorted_rows(points), atol=ROUNDING)
    np.testing.assert_allclose(contacts.normal, np.tile(normal, (len(points), 1)), atol=ROUNDING)
    np.testing.assert_allclose(contacts.gap, gap, atol=ROUNDING)
    np.testing.assert_allclose(contacts.point_b, contacts.point_a + gap * normal, atol=ROUNDING)
    assert (contacts.blocks == (0, 1)).all()


def at(plane: Array, z: float) -> Array:
    return np.column_stack([plane, np.full(len(plane), z)])


@pytest.mark.parametrize("gap", [0.0, 1e-4, -1e-6, -1e-4, -1e-2, -0.03, -0.2])
def test_equal_boxes_touch_at_the_corners_of_their_face(gap: float) -> None:
    """Touching, apart, overlapping less and more than the shrunken copies give way (0.02)."""
    expect(found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (0, 0, 1 + gap))), at(SQUARE, 0.5), gap)


@pytest.mark.parametrize("gap", [0.0, 1e-4, -1e-4, -0.2])
@pytest.mark.parametrize("shift", [(0.3, 0.0), (0.0, -0.4), (0.25, 0.45), (-0.7, 0.1)])
def test_shifted_boxes_touch_at_the_corners_of_the_common_rectangle(gap: float, shift: tuple[float, float]) -> None:
    low, high = np.maximum(-0.5, np.array(shift) - 0.5), np.minimum(0.5, np.array(shift) + 0.5)
    rectangle = np.array([(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])])
    blocks = box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (*shift, 1 + gap))
    expect(found(*blocks), at(rectangle, 0.5), gap)


def common_polygon(a: Array, b: Array) -> Array:
    """Corners of the intersection of two convex polygons, by half-planes."""
    equations = np.vstack([ConvexHull(a).equations, ConvexHull(b).equations])
    return np.asarray(HalfspaceIntersection(equations, np.zeros(2)).intersections)


def polygon_area(points: Array) -> float:
    """Shoelace formula, corners sorted by angle."""
    arm = points - points.mean(axis=0)
    x, y = points[np.argsort(np.arctan2(arm[:, 1], arm[:, 0]))].T
    return float(0.5 * abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)))


@pytest.mark.parametrize("degrees", [1.0, 10.0, 30.0, 45.0, 89.0])
def test_turned_boxes_touch_at_the_corners_of_the_common_octagon(degrees: float) -> None:
    rotation = turn(UP, np.radians(degrees))
    contacts = found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (0, 0, 1), rotation))
    polygon = common_polygon(SQUARE, SQUARE @ rotation[:2, :2].T)
    expect(contacts, at(polygon, 0.5), 0.0)
    assert polygon_area(contacts.point_a[:, :2]) == pytest.approx(polygon_area(polygon), abs=ROUNDING)


@pytest.mark.parametrize("sides", [(3, 7), (6, 6), (12, 5), (24, 24)])
def test_drums_touch_at_the_corners_of_the_common_polygon(sides: tuple[int, int]) -> None:
    outlines = [np.array([(np.cos(t), np.sin(t)) for t in 0.1 + 2 * np.pi * np.arange(n) / n]) for n in sides]
    outlines[1] = outlines[1] @ turn(UP, 0.03)[:2, :2].T + (0.05, 0.02)
    blocks = [Block.from_vertices(np.vstack([at(p, z), at(p, z + 1.0)])) for p, z in zip(outlines, (0, 1), strict=True)]
    expect(found(*blocks), at(common_polygon(*outlines), 1.0), 0.0)


@pytest.mark.parametrize("gap", [0.0, 1e-4, -1e-5])
@pytest.mark.parametrize("yaw", [0.0, 0.3, 1.2])
@pytest.mark.parametrize("tilt", [0.01, 0.3, np.pi / 4])
def test_an_edge_on_a_face_gives_its_ends(gap: float, yaw: float, tilt: float) -> None:
    rotation = turn(UP, yaw) @ turn((0, 1, 0), tilt)
    corners = np.array([(x, y, -0.5) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]) @ rotation.T
    low = corners[:, 2].min()
    ends = corners[corners[:, 2] < low + ROUNDING]
    blocks = box((4, 4, 1), (0, 0, -0.5)), box((1, 1, 1), (0, 0, gap - low), rotation)
    expect(found(*blocks), at(ends[:, :2], 0.0), gap)


@pytest.mark.parametrize("gap", [0.0, 1e-4, -1e-5])
def test_an_edge_across_a_face_gives_the_ends_of_the_common_segment(gap: float) -> None:
    rotation = turn((0, 1, 0), np.pi / 4)
    blocks = box((4, 0.5, 1), (0, 0.1, -0.5)), box((1, 1, 1), (0, 0, np.sqrt(0.5) + gap), rotation)
    expect(found(*blocks), np.array([(0, -0.15, 0), (0, 0.35, 0)]), gap)


@pytest.mark.parametrize("gap", [0.0, 1e-4, -1e-5])
@pytest.mark.parametrize("axis", [(1, 1, 0), (1, 2, 0.3), (3, -1, 0)])
def test_a_corner_on_a_face_gives_one_point(gap: float, axis: tuple[float, float, float]) -> None:
    rotation = turn(axis, 0.6)
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]) @ rotation.T
    lowest = corners[corners[:, 2].argmin()]
    blocks = box((4, 4, 1), (0, 0, -0.5)), box((1, 1, 1), (0, 0, gap - lowest[2]), rotation)
    expect(found(*blocks), np.array([(lowest[0], lowest[1], 0.0)]), gap)


@pytest.mark.parametrize("gap", [0.0, 1e-4, -1e-5])
@pytest.mark.parametrize("yaw", [0.2, np.pi / 2, 2.0])
def test_crossing_edges_give_one_point(gap: float, yaw: float) -> None:
    """Two square bars standing on their edges, one across the other."""
    on_edge = turn((1, 0, 0), np.pi / 4)
    height = np.sqrt(0.5)
    lower = box((4, 1, 1), (0, 0, -height), on_edge)
    upper = box((4, 1, 1), (0.2, 0.1, height + gap), turn(UP, yaw) @ on_edge)
    crossing = np.array([[0.2 - 0.1 / np.tan(yaw), 0.0, 0.0]])
    expect(found(lower, upper), crossing, gap)


@pytest.mark.parametrize("seed", range(5))
def test_a_turned_scene_has_the_turned_contacts(seed: int) -> None:
    random = np.random.default_rng(seed)
    rotation, shift = random_turn(random), random.normal(size=3)
    blocks = box((1, 1, 1), (0, 0, 0)), box((0.5, 0.8, 1), (0.1, 0.2, 1 - 1e-5), turn(UP, 0.4))
    plain = found(*blocks)
    turned = found(*moved(blocks, rotation, shift))
    assert turned.count == plain.count > 4
    expected = plain.point_a @ rotation.T + shift
    np.testing.assert_allclose(sorted_rows(turned.point_a), sorted_rows(expected), atol=ROUNDING)
    np.testing.assert_allclose(turned.normal, plain.normal @ rotation.T, atol=ROUNDING)
    np.testing.assert_allclose(turned.gap, plain.gap, atol=ROUNDING)


@pytest.mark.parametrize("distance", [0.0011, 0.1, 10.0])
def test_far_blocks_have_no_contact(distance: float) -> None:
    """The default margin is a thousandth of the width."""
    assert found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (0, 0, 1 + distance))).count == 0


@pytest.mark.parametrize(("margin", "count"), [(0.0, 4), (0.05, 4), (0.1001, 8), (0.5, 8)])
def test_points_farther_than_the_margin_are_left_out(margin: float, count: int) -> None:
    """A frustum on a block: its face touches, its wider base overhead is 0.1 away beyond the slope."""
    low = 0.4 * np.array([(-1, -1, 0), (-1, 1, 0), (1, -1, 0), (1, 1, 0)])
    high = np.array([(-1, -1, 0.1), (-1, 1, 0.1), (1, -1, 0.1), (1, 1, 0.1)])
    frustum = Block.from_vertices(np.vstack([low, high]))
    contacts = found(box((4, 4, 1), (0, 0, -0.5)), frustum, margin=margin)
    assert contacts.count == count
    assert contacts.gap.max() <= margin


def test_a_small_block_touches_a_huge_slab_exactly() -> None:
    slab = box((1000, 1000, 5), (300, -200, -2.5), fixed=True)
    contacts = found(slab, box((0.2, 0.1, 0.1), (0, 0, 0.05)))
    expect(contacts, np.array([(x, y, 0) for x in (-0.1, 0.1) for y in (-0.05, 0.05)]), 0.0)


def test_pieces_of_one_block_do_not_collide_and_their_seam_does_not_show() -> None:
    seat = Block.union([box((1, 1, 1), (-0.5, 0, -0.5)), box((1, 1, 1), (0.5, 0, -0.5))])
    contacts = found(seat, box((1, 1, 1), (0.2, 0, 0.5)))
    assert contacts.count == 8
    expected = {(x, y) for x in (-0.3, 0.0, 0.7) for y in (-0.5, 0.5)}
    assert {(round(x, 9), round(y, 9)) for x, y, _ in contacts.point_a} == expected
    np.testing.assert_allclose(contacts.normal, np.tile(UP, (8, 1)), atol=ROUNDING)


def test_two_fixed_blocks_do_not_collide() -> None:
    assert found(box((1, 1, 1), (0, 0, 0), fixed=True), box((1, 1, 1), (0, 0, 1), fixed=True)).count == 0


def test_a_running_bond_wall_has_four_contacts_per_interface() -> None:
    blocks = [box((1, 0.5, 0.5), (i + 0.5 * (k % 2), 0, 0.5 * k + 0.25)) for k in range(4) for i in range(5)]
    contacts = found(*blocks)
    pairs, counts = np.unique(contacts.blocks, axis=0, return_counts=True)
    heads, beds = 4 * 4, 3 * 9
    assert len(pairs) == heads + beds
    assert (counts == 4).all()
    np.testing.assert_allclose(contacts.gap, 0.0, atol=ROUNDING)


def test_an_overlap_with_coinciding_and_tiny_edges_stays_small() -> None:
    """A micrometre of sliding and a microradian of yaw leave one point per corner, not two."""
    rotation = turn(UP, 1e-6)
    contacts = found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (1e-6, -1e-6, 1), rotation))
    assert contacts.count == 4
