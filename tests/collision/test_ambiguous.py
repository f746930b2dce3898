"""Edges along edges and corners at corners: hinges hold, sliding blocks are carried, ghosts do not appear."""

from itertools import pairwise

import numpy as np
import pytest

from drystone.model import Block

from .scenes import ROUNDING, box, found, random_turn, tilted_on_edge, turn

UP = np.array([0.0, 0.0, 1.0])
INSET = 0.01  # of a unit cube
SLACK = 1e-3 * INSET
MARGIN = 1e-5


@pytest.mark.parametrize("angle", [1e-4, 1e-2, 0.3, 0.8, 1.04])
def test_a_hinge_has_two_contacts_on_its_edge_within_the_opening(angle: float) -> None:
    contacts = found(*tilted_on_edge(angle), margin=MARGIN)
    assert contacts.count == 2
    np.testing.assert_allclose(np.sort(contacts.point_a, axis=0), [(0, -0.5, 0), (0, 0.5, 0)], atol=ROUNDING)
    np.testing.assert_allclose(contacts.point_b, contacts.point_a, atol=ROUNDING)
    normal = contacts.normal[0]
    assert normal[1] == pytest.approx(0.0, abs=ROUNDING)
    assert -ROUNDING <= np.arctan2(-normal[0], normal[2]) <= angle + ROUNDING


@pytest.mark.parametrize("lift", [-1e-6, -1e-5, -1e-3, 0.0, 1e-6])
@pytest.mark.parametrize("slide", [-1e-2, -1e-4, -1e-6, 1e-6, 1e-4, 1e-2])
@pytest.mark.parametrize("angle", [1e-3, 0.1, 0.7])
def test_a_sliding_hinge_keeps_its_contacts_near_the_edge(angle: float, slide: float, lift: float) -> None:
    contacts = found(*tilted_on_edge(angle, slide, lift), margin=0.02)
    nearest = contacts.gap <= contacts.gap.min() + ROUNDING
    assert nearest.sum() == 2
    assert np.abs(contacts.midpoint[nearest, 0]).max() <= abs(slide) + 2 * abs(lift) + ROUNDING
    normal = contacts.normal[0]
    assert -ROUNDING <= np.arctan2(-normal[0], normal[2]) <= angle + ROUNDING


@pytest.mark.parametrize("angle", [1e-3, 0.05, 0.3])
def test_equal_blocks_rock_on_a_common_corner(angle: float) -> None:
    """The upper cube turned about the lower one's corner at the origin, on neither edge."""
    rotation = turn((1, -1, 0), angle)
    blocks = box((1, 1, 1), (0.5, 0.5, -0.5)), box((1, 1, 1), rotation @ [0.5, 0.5, 0.5], rotation)
    contacts = found(*blocks, margin=MARGIN)
    assert contacts.count == 1
    np.testing.assert_allclose(contacts.midpoint, np.zeros((1, 3)), atol=ROUNDING)
    assert contacts.normal[0] @ UP >= np.cos(angle) - ROUNDING


SLIDER = 0.5 * SLACK  # the slider is half as high
OVERLAPS = [
    *(x * SLIDER for x in (-2, -1, -0.5, 0, 0.5, 0.9, 1.1, 1.5, 2, 10, 100)),
    *(x * INSET for x in (0.2, 0.5, 1, 1.5, 1.9, 2, 2.1, 3, 10)),
]


@pytest.mark.parametrize("depth", [0.0, 1e-9, -1e-9, 1e-6, -1e-6])
@pytest.mark.parametrize("overlap", OVERLAPS)
def test_a_block_sliding_over_a_joint_is_carried_by_the_next_block(overlap: float, depth: float) -> None:
    """The next block's contact is absent, or has exactly the normal of its top face."""
    seat, ahead = box((1, 1, 1), (0, 0, -0.5)), box((1, 1, 1), (1, 0, -0.5))
    slider = box((0.8, 0.6, 0.5), (0.5 + overlap - 0.4, 0, 0.25 + depth))
    contacts = found(seat, ahead, slider)
    with_ahead = (contacts.blocks == (1, 2)).all(axis=1)
    assert (contacts.blocks == (0, 2)).all(axis=1).sum() == 4
    assert with_ahead.sum() == (4 if overlap > SLIDER else 0)
    assert (contacts.normal[with_ahead] == UP).all()


@pytest.mark.parametrize("seed", range(3))
def test_a_sliding_block_is_carried_in_any_orientation(seed: int) -> None:
    rotation = random_turn(np.random.default_rng(seed))

    def block(size: tuple[float, float, float], centre: tuple[float, float, float]) -> Block:
        return box(size, rotation @ centre, rotation)

    for overlap in OVERLAPS:
        contacts = found(
            block((1, 1, 1), (0, 0, -0.5)),
            block((1, 1, 1), (1, 0, -0.5)),
            block((0.8, 0.6, 0.5), (0.1 + overlap, 0, 0.25)),
        )
        with_ahead = (contacts.blocks == (1, 2)).all(axis=1)
        assert with_ahead.sum() == (4 if overlap > SLIDER else 0)
        np.testing.assert_allclose(
            contacts.normal[with_ahead] @ rotation, np.tile(UP, (with_ahead.sum(), 1)), atol=ROUNDING
        )


@pytest.mark.parametrize("gap", [0.0, 1e-9, -1e-9, 1e-6, -1e-6, 5e-4])
def test_a_stack_bond_has_face_contacts_only(gap: float) -> None:
    step = 1 + gap
    blocks = [box((1, 1, 1), (step * i, 0, step * k)) for k in range(2) for i in range(2)]
    contacts = found(*blocks)
    pairs, counts = np.unique(contacts.blocks, axis=0, return_counts=True)
    assert pairs.tolist() == [[0, 1], [0, 2], [1, 3], [2, 3]]
    assert (counts == 4).all()


def test_a_stack_of_cubes_in_space_has_face_contacts_only() -> None:
    """27 cubes: 54 faces; 12 edge neighbours and 8 corner neighbours of the middle one stay silent."""
    blocks = [box((1, 1, 1), (i, j, k)) for i in range(3) for j in range(3) for k in range(3)]
    contacts = found(*blocks)
    pairs, counts = np.unique(contacts.blocks, axis=0, return_counts=True)
    assert len(pairs) == 54
    assert (counts == 4).all()


@pytest.mark.parametrize("gap", [0.0, 1e-9, 1e-6, 1e-4])
@pytest.mark.parametrize("direction", [(1, 0, 1), (1, 1, 1), (0, -1, 1)])
def test_blocks_that_meet_only_at_an_edge_or_a_corner_have_no_contact(
    gap: float, direction: tuple[float, float, float]
) -> None:
    centre = (1 + gap) * np.array(direction, dtype=float)
    assert found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), centre)).count == 0


@pytest.mark.parametrize("shift", [0.0, 0.5 * SLACK, -0.5 * SLACK])
def test_blocks_side_by_side_along_an_edge_have_no_contact(shift: float) -> None:
    """A smaller cube beside the edge of a larger one, on its level: the common strip is below the tolerance."""
    assert found(box((2, 2, 2), (0, 0, -1)), box((1, 1, 1), (1.5 - shift, 0.2, 0.5))).count == 0


@pytest.mark.parametrize("depth", [2 * SLACK, 1e-3, INSET])
def test_corners_that_really_overlap_are_pushed_apart(depth: float) -> None:
    """Overlap along both axes beyond the tolerance: the smaller one decides."""
    contacts = found(box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (1 - 3 * depth, 0, 1 - depth)))
    assert contacts.count == 4
    np.testing.assert_allclose(contacts.normal, np.tile(UP, (4, 1)), atol=ROUNDING)
    np.testing.assert_allclose(contacts.gap, -depth, atol=ROUNDING)


@pytest.mark.parametrize("depth", [0.1, 0.3])
def test_ridges_that_overlap_deeply_get_the_axis_of_least_overlap(depth: float) -> None:
    """Two bars on edge, parallel, pressed into each other: faces at 45 degrees decide, not the vertical."""
    on_edge = turn((0, 1, 0), np.pi / 4)
    height = np.sqrt(0.5)
    contacts = found(box((1, 1, 1), (0, 0, -height), on_edge), box((1, 1, 1), (0.01, 0, height - depth), on_edge))
    assert contacts.count >= 2
    assert abs(contacts.normal[0] @ UP) == pytest.approx(np.sqrt(0.5), abs=ROUNDING)
    assert contacts.gap.min() == pytest.approx(-(depth - 0.01) * np.sqrt(0.5), abs=ROUNDING)


def test_a_sharp_corner_near_an_edge_is_not_lost() -> None:
    """The shrunken copies of a needle's tip and a face miss each other, the pieces do not."""
    tip = np.array([0.495, 0.1, 0.0])
    base = np.array([(-0.1, -0.1, 1), (0.1, -0.1, 1), (0.1, 0.1, 1), (-0.1, 0.1, 1)]) + tip
    needle = Block.from_vertices(np.vstack([tip, base]))
    contacts = found(box((1, 1, 1), (0, 0, -0.5)), needle)
    np.testing.assert_allclose(contacts.point_a, [tip], atol=ROUNDING)
    np.testing.assert_allclose(contacts.normal, [UP], atol=ROUNDING)


def test_a_row_of_wedges_opens_as_hinges_all_along() -> None:
    """Voussoirs of a half ring turned about alternating edges keep two contacts at every joint."""
    angles = np.linspace(0.2, np.pi - 0.2, 8)
    ring = [
        np.array([(r * np.cos(t), y, r * np.sin(t)) for r in (2.0, 2.5) for t in (t0, t1) for y in (-0.5, 0.5)])
        for t0, t1 in pairwise(angles)
    ]
    frame, blocks = (np.eye(3), np.zeros(3)), []
    for i, corners in enumerate(ring):
        if i > 0:
            radius = 2.5 if i % 2 else 2.0
            sign = 1.0 if i % 2 else -1.0
            pivot = radius * np.array([np.cos(angles[i]), 0.0, np.sin(angles[i])])
            opening = turn((0, 1, 0), sign * 0.02)
            rotation, shift = frame
            frame = rotation @ opening, shift + rotation @ (pivot - opening @ pivot)
        blocks.append(Block.from_vertices(corners @ frame[0].T + frame[1]))
    contacts = found(*blocks, margin=MARGIN)
    pairs, counts = np.unique(contacts.blocks, axis=0, return_counts=True)
    assert pairs.tolist() == [[i, i + 1] for i in range(len(ring) - 1)]
    assert (counts == 2).all()
    np.testing.assert_allclose(contacts.gap, 0.0, atol=ROUNDING)
