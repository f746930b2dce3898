"""What part of its joint a contact stands for: what the outline turns by there, with the centroid as their mean."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import drystone as ds
from drystone.collision import Contacts, detect, divided_patches, joint_shares

ROUNDING = 1e-12
CUT = 1e-3  # m: what shares may change by per metre by which the outline of a square of 1 m changes, and a margin of 2
SQUARE = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])


def polygon(corners: np.ndarray) -> Contacts:
    """One joint of two pieces with these corners (M, 2)."""
    count = len(corners)
    points, normal = np.column_stack([corners, np.zeros(count)]), np.tile([0.0, 0.0, 1.0], (count, 1))
    key = np.column_stack([np.zeros(count, np.int64), np.arange(count)])
    return Contacts(np.tile([0, 1], (count, 1)), points, points, normal, np.zeros(count), np.zeros(count), key)


def shares(contacts: Contacts, parts: int = 1) -> np.ndarray:
    return joint_shares(contacts, np.ones(contacts.count, np.bool_), parts)


def centroid(corners: np.ndarray) -> np.ndarray:
    """Of a convex polygon, from its triangles."""
    around = np.roll(corners, -1, axis=0)
    doubled = corners[:, 0] * around[:, 1] - around[:, 0] * corners[:, 1]
    return ((corners + around) * doubled[:, None]).sum(axis=0) / (3.0 * doubled.sum())


@pytest.mark.parametrize("seed", range(60))
def test_shares_are_positive_add_up_to_one_and_have_the_mean_of_the_face(seed: int) -> None:
    """On polygons of three to eight corners, down to slivers of one to a hundred."""
    random = np.random.default_rng(seed)
    drawn = random.normal(size=(random.integers(3, 9), 2)) * [1.0, 10.0 ** random.uniform(-2.0, 0.0)]
    corners = drawn[ConvexHull(drawn).vertices]
    found = shares(polygon(corners))
    assert np.all(found > 0.0)
    assert found.sum() == pytest.approx(1.0, rel=ROUNDING)
    np.testing.assert_allclose(found @ corners, centroid(corners), atol=ROUNDING * np.ptp(corners))


@pytest.mark.parametrize("sides", [3, 4, 5, 8])
def test_corners_of_regular_faces_and_of_rectangles_share_alike(sides: int) -> None:
    angle = 2.0 * np.pi * np.arange(sides) / sides
    np.testing.assert_allclose(
        shares(polygon(np.column_stack([np.cos(angle), np.sin(angle)]))), 1.0 / sides, rtol=1e-12
    )
    np.testing.assert_allclose(shares(polygon(SQUARE * [3.0, 0.1])), 0.25, rtol=ROUNDING)


def test_shares_change_as_little_as_the_outline() -> None:
    """A corner cut off is two that share what it had; an edge that is bent a little has a point that has hardly any."""
    cut = shares(polygon(np.array([[0.0, 0.0], [1.0 - CUT, 0.0], [1.0, CUT], [1.0, 1.0], [0.0, 1.0]])))
    np.testing.assert_allclose(cut, [0.25, 0.125, 0.125, 0.25, 0.25], atol=2.0 * CUT)
    bent = shares(polygon(np.array([[0.0, 0.0], [0.5, -CUT], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])))
    np.testing.assert_allclose(bent, [0.25, 0.0, 0.25, 0.25, 0.25], atol=2.0 * CUT)


@pytest.mark.parametrize("parts", [2, 4, 5])
def test_points_inside_share_the_same_joint(parts: int) -> None:
    """Of a square those of the trapezoidal rule; of other polygons as much in all."""
    square = divided_patches(polygon(SQUARE), np.full(4, parts))
    on_edge = np.any(np.isclose(square.midpoint[:, :2] % 1.0, 0.0, atol=ROUNDING), axis=1)
    corner = np.all(np.isclose(square.midpoint[:, :2] % 1.0, 0.0, atol=ROUNDING), axis=1)
    expected = np.where(corner, 0.25, np.where(on_edge, 0.5, 1.0)) / parts**2
    np.testing.assert_allclose(shares(square, parts), expected, rtol=ROUNDING)
    octagon = np.column_stack([np.cos(np.arange(8) * np.pi / 4.0), np.sin(np.arange(8) * np.pi / 4.0)])
    assert shares(divided_patches(polygon(octagon), np.full(8, parts)), parts).sum() == pytest.approx(1.0)


def test_points_of_an_edge_and_pairs_without_springs_keep_what_their_names_say() -> None:
    edge = polygon(SQUARE[:2])
    assert shares(edge).tolist() == [0.25, 0.25]
    assert shares(edge, 2).tolist() == [0.0625, 0.0625]
    assert joint_shares(polygon(SQUARE[:3]), np.zeros(3, np.bool_), 1).tolist() == [0.25] * 3


@pytest.mark.parametrize("divisions", [1, 2])
def test_a_joint_that_gapes_is_shared_as_if_all_of_it_were_near(divisions: int) -> None:
    """Two corners at the hinge of a leaning block have half of it, as far as the others are out of reach."""
    ground = ds.Block.box((2, 2, 1), (0, 0, -0.5), fixed=True, name="ground")
    block = ds.Block.box((1, 1, 1), (0, 0, 0.5), name="block")
    assembly = ds.Assembly([ground, block], 0.6, ds.Joint(normal_stiffness=1e9))
    state, lean = ds.State.initial(assembly), 0.1
    c, s = np.cos(lean), np.sin(lean)
    position, rotation = state.position.copy(), state.rotation.copy()
    rotation[1] = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
    position[1] = np.array([0.5, 0.0, 0.0]) + rotation[1] @ [-0.5, 0.0, 0.5]
    contacts = detect(assembly, ds.State(position, rotation, state.velocity, 0.0), face_divisions=divisions)
    assert contacts.count == divisions + 1  # those on the hinge
    assert contacts.share.sum() == pytest.approx(0.5 / divisions, rel=1e-6)
