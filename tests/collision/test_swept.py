"""Rounded blocks: nearest points of shrunken copies, moved outwards."""

import numpy as np
import pytest

from .scenes import Array, box, found, nearest_points, random_pair, tilted_on_edge, turn

SWEPT = "sphere-swept"
INSET = 0.01  # of a unit cube
EXACT = 1e-9  # m: gaps, normals
NEAR = 2e-3 * INSET  # m: the perturbed search finds the corners of a patch this well
UP = np.array([0.0, 0.0, 1.0])


def assert_corners(points: Array, corners: Array) -> None:
    """Every corner has its point."""
    distance = np.linalg.norm(points[:, None] - corners[None], axis=2)
    assert len(points) == len(corners)
    assert distance.min(axis=0).max() <= NEAR


@pytest.mark.parametrize("gap", [0.0, 1e-4, -1e-4, -0.015])
def test_equal_boxes_touch_at_the_corners_of_the_shrunken_face(gap: float) -> None:
    contacts = found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (0, 0, 1 + gap)), method=SWEPT)
    half = 0.5 - INSET
    corners = np.array([(x, y, 0.5) for x in (-half, half) for y in (-half, half)])
    assert_corners(contacts.point_a, corners)
    np.testing.assert_allclose(contacts.normal, np.tile(UP, (4, 1)), atol=EXACT)
    np.testing.assert_allclose(contacts.gap, gap, atol=EXACT)


@pytest.mark.parametrize("shift", [(0.3, 0.2), (-0.5, 0.0), (0.0, 0.7)])
def test_shifted_boxes_touch_at_the_corners_of_the_common_rectangle(shift: tuple[float, float]) -> None:
    contacts = found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (*shift, 1)), method=SWEPT)
    half = 0.5 - INSET
    low, high = np.maximum(-half, np.array(shift) - half), np.minimum(half, np.array(shift) + half)
    corners = np.array([(x, y, 0.5) for x in (low[0], high[0]) for y in (low[1], high[1])])
    assert_corners(contacts.point_a, corners)
    np.testing.assert_allclose(contacts.gap, 0.0, atol=EXACT)


def test_an_edge_on_a_face_gives_its_rounded_ends() -> None:
    rotation = turn((0, 1, 0), np.pi / 4)
    blocks = box((4, 4, 1), (0, 0, -0.5)), box((1, 1, 1), (0, 0, np.sqrt(0.5)), rotation)
    contacts = found(*blocks, method=SWEPT, margin=0.01)
    assert contacts.count == 2
    np.testing.assert_allclose(np.abs(contacts.point_a[:, 1]), 0.5 - INSET, atol=NEAR)
    np.testing.assert_allclose(contacts.gap, INSET * (np.sqrt(2) - 1), atol=EXACT)


def test_a_corner_on_a_face_gives_one_point() -> None:
    rotation = turn((1, 2, 0.3), 0.6)
    corners = np.array([(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]) @ rotation.T
    blocks = box((4, 4, 1), (0, 0, -0.5)), box((1, 1, 1), (0, 0, -corners[:, 2].min()), rotation)
    contacts = found(*blocks, method=SWEPT, margin=0.02)
    assert contacts.count == 1
    np.testing.assert_allclose(contacts.normal, [UP], atol=EXACT)


@pytest.mark.parametrize("angle", [1e-3, 0.1, 0.8])
def test_a_hinge_has_two_contacts_with_the_bisecting_normal(angle: float) -> None:
    contacts = found(*tilted_on_edge(angle), method=SWEPT, margin=INSET)
    assert contacts.count >= 2
    nearest = np.argsort(contacts.gap)[:2]
    expected = (-np.sin(angle / 2), 0.0, np.cos(angle / 2))
    np.testing.assert_allclose(contacts.normal[nearest], [expected, expected], atol=1e-6)
    np.testing.assert_allclose(np.abs(contacts.point_a[nearest, 1]), 0.5 - INSET, atol=NEAR)


@pytest.mark.parametrize("kind", ["box", "sphere", "general"])
@pytest.mark.parametrize("seed", range(10))
def test_the_least_gap_is_the_distance_of_the_rounded_blocks(seed: int, kind: str) -> None:
    a, b, _ = random_pair(seed, kind, 1e-3)
    inset = [0.01 * block.width for block in (a, b)]
    copies: list[Array] = [block.pieces[0].inset_vertices(d) for block, d in zip((a, b), inset, strict=True)]
    distance = nearest_points(*copies)[0] - sum(inset)
    contacts = found(a, b, method=SWEPT, margin=distance + 1e-3)
    assert contacts.count > 0
    assert contacts.gap.min() == pytest.approx(distance, abs=EXACT)
    assert found(a, b, method=SWEPT, margin=0.999 * distance).count == 0


@pytest.mark.parametrize("depth", [0.021, 0.2])
def test_copies_that_meet_fall_back_to_clipping(depth: float) -> None:
    blocks = box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (0, 0, 1 - depth))
    contacts = found(*blocks, method=SWEPT)
    assert contacts.count == 4
    np.testing.assert_allclose(contacts.gap, -depth, atol=EXACT)
    np.testing.assert_array_equal(contacts.point_a, found(*blocks).point_a)


def test_the_shapes_are_where_the_blocks_are() -> None:
    """Turning the scene turns the contacts."""
    rotation = turn((1, 2, 3), 1.0)
    contacts = found(box((1, 1, 1), (0, 0, 0), rotation), box((1, 1, 1), rotation @ UP, rotation), method=SWEPT)
    assert contacts.count == 4
    np.testing.assert_allclose(contacts.normal, np.tile(rotation @ UP, (4, 1)), atol=EXACT)
