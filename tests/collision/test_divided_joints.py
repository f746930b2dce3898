"""Points of joints with springs and of faces that bend: no more and no fewer than the joint has, however it is held."""

import numpy as np
import pytest

import drystone as ds
from drystone.collision import Contacts, detect, simple_outlines
from drystone.joints import Joints
from drystone.model import Assembly, Block, State

from .scenes import box, found, random_turn, turn

SIZE = np.array([0.8, 0.6])
HAIR = 1e-4 * 0.5


def joint(points: np.ndarray, gap: np.ndarray, rotation: np.ndarray) -> Contacts:
    """One patch with such points (C, 2) in its plane and such gaps (C,)."""
    normal = np.tile(rotation[:, 2], (len(points), 1))
    place = np.column_stack([points, np.zeros(len(points))]) @ rotation.T
    key = np.column_stack([np.full(len(points), 7), np.arange(len(points))])
    blocks = np.tile([0, 1], (len(points), 1))
    half = 0.5 * gap[:, None] * normal
    return Contacts(blocks, place - half, place + half, normal, gap, np.full(len(points), 0.5), key)


@pytest.mark.parametrize("seed", range(20))
def test_equal_faces_turned_by_a_hair_touch_at_their_corners(seed: int) -> None:
    """Their edges cross, anywhere; what is left are points at the four corners, and none lies deeper than before."""
    random = np.random.default_rng(seed)
    rotation = random_turn(random)
    lean = rotation @ turn(random.normal(size=3), 10.0 ** random.uniform(-9, -5))
    shift = rotation @ np.array([*(1e-5 * random.normal(size=2)), 0.15])
    contacts = found(box((*SIZE, 0.5), rotation @ (0, 0, -0.25), rotation), box((*SIZE, 0.3), shift, lean))
    simple = simple_outlines(contacts, np.full(contacts.count, HAIR))
    assert simple.count == 4
    corners = np.array([(x, y) for x in (-0.5, 0.5) for y in (-0.5, 0.5)]) * SIZE
    away = np.linalg.norm((simple.midpoint @ rotation)[:, None, :2] - corners, axis=2)
    assert sorted(np.argmin(away, axis=1)) == [0, 1, 2, 3]
    assert away.min(axis=1).max() < HAIR
    assert simple.gap.min() - contacts.gap.min() < 1e-5 * HAIR
    assert simple_outlines(contacts, np.zeros(contacts.count)) is contacts


def test_equal_faces_cross_where_they_are_turned_by_a_hair() -> None:
    """Some of the joints above had more points: else they show nothing."""
    counts = set()
    for seed in range(20):
        lean = turn(np.random.default_rng(seed).normal(size=3), 1e-6)
        counts.add(found(box((*SIZE, 0.5), (0, 0, -0.25)), box((*SIZE, 0.3), (0, 0, 0.15), lean)).count)
    assert max(counts) > 4


def test_points_that_bear_what_their_neighbours_do_not_are_kept() -> None:
    rotation = random_turn(np.random.default_rng(0))
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float)
    hair = np.full(5, HAIR)

    def kept(extra: tuple[float, float], gap: float) -> bool:
        given = joint(np.vstack([corners, extra]), np.array([0.0, 0, 0, 0, gap]), rotation)
        left = simple_outlines(given, hair).key[:, 1].tolist()
        assert left[:4] == [0, 1, 2, 3]
        return len(left) == 5

    assert not kept((0.3, 0.5 * HAIR), 0.0)  # between two corners, in the middle of an edge
    assert not kept((0.3, -0.5 * HAIR), 0.0)
    assert kept((0.3, -1.5 * HAIR), 0.0)
    assert kept((0.3, 0.5 * HAIR), -1e-6)  # a ridge
    assert kept((0.5, 0.5), 0.0)  # inside
    assert not kept((0.001, 0.001), 0.0012 * np.sqrt(2))  # of the face beside the joint
    assert kept((0.001, 0.001), 0.0008 * np.sqrt(2))


def test_two_corners_that_bear_do_not_imply_each_other() -> None:
    """A hair apart, nearly as deep: each is beside a side of the outline that ends at the other."""
    points = np.array([(0.3, 0.4), (4e-5, 0.5), (0, 0.5), (-0.3, 0.4), (-0.4, -0.4), (0.4, -0.4)])
    gap = np.array([2e-3, -0.93e-6, -1e-6, 2e-3, 1e-2, 1e-2])
    left = simple_outlines(joint(points, gap, np.eye(3)), np.full(6, 9e-5))
    assert left.gap.min() == gap.min()


def test_strips_keep_their_points() -> None:
    rotation = random_turn(np.random.default_rng(1))
    strip = joint(np.array([(0, 0), (1, 0), (1, 0.9 * HAIR), (0, 0.9 * HAIR)]), np.zeros(4), rotation)
    assert simple_outlines(strip, np.full(4, HAIR)).count == 4


@pytest.mark.parametrize("divisions", [2, 5])
@pytest.mark.parametrize("angle", [1e-5, 1e-2, 0.3])
def test_a_gaping_joint_has_its_points_as_far_as_detection_looks(angle: float, divisions: int) -> None:
    """Those of the whole joint, however far its corners are apart; not those that two of them make."""
    springs = ds.Joint(normal_stiffness=1e8)
    assembly = Assembly([box((2, 2, 1), (0, 0, -0.5), fixed=True), box((1, 0.6, 1), (0, 0, 0.5))], 0.5, springs)
    state = State.initial(assembly)
    position, rotation = np.array(state.position), np.array(state.rotation)
    rotation[1] = turn((0, 1, 0), angle)
    position[1] = np.array([0.5, 0, 0]) + rotation[1] @ (-0.5, 0, 0.5)  # about an edge
    leant = State(position, rotation, state.velocity)
    whole = detect(assembly, leant, 1.0, face_divisions=divisions)
    assert whole.count == (divisions + 1) ** 2
    for margin in (1e-6, 1e-3, 1e-2):
        near = detect(assembly, leant, margin, face_divisions=divisions)
        expected = whole.chosen(np.flatnonzero(whole.gap <= margin))
        assert near.key.tolist() == expected.key.tolist()
        np.testing.assert_allclose(near.midpoint, expected.midpoint, atol=1e-9)
        np.testing.assert_allclose(near.gap, expected.gap, atol=1e-9)


def leaning(angle: float, turned: np.ndarray, chamfer: float = 0.0) -> Assembly:
    """A block of 1 x 0.6 x 2 m on springs, turned by an angle (rad) about an edge of its base, less a chamfer (m)."""
    rotation = turned @ turn((0, 1, 0), angle)
    corners = np.array([(x, y) for x in (-1.0, 0.0) for y in (-0.3, 0.3)])
    inner = corners + chamfer * np.array([(1, 1), (1, -1), (-1, 1), (-1, -1)])
    levels = [(inner, 0.0), (corners, chamfer), (corners, 2.0)]
    vertices = np.vstack([np.column_stack([place, np.full(4, z)]) for place, z in levels[int(chamfer == 0.0) :]])
    base = box((3, 3, 0.5), turned @ (0, 0, -0.25), turned, fixed=True)
    pivot = turned @ (0.5, 0, 0) - rotation @ (-chamfer, 0, 0)
    block = Block.from_vertices(vertices @ rotation.T + pivot)
    return Assembly([base, block], 0.5, ds.Joint(normal_stiffness=1e8, tensile_strength=1e5))


@pytest.mark.parametrize("divisions", [1, 2, 4, 8])
@pytest.mark.parametrize("angle", [1e-4, 2e-4, 1e-3, 1e-2, 0.3])
def test_a_joint_that_gapes_at_first_has_the_area_of_its_faces(angle: float, divisions: int) -> None:
    """However the scene is turned, and however many points inside touch: along the edge these span a rounding error."""
    for seed in range(3):
        joints = Joints(leaning(angle, random_turn(np.random.default_rng(seed))), divisions)
        np.testing.assert_allclose(joints.whole, [0.6 * np.cos(angle)], rtol=1e-6)


def test_a_joint_beside_a_chamfer_has_the_area_that_touches() -> None:
    joints = Joints(leaning(0.0, random_turn(np.random.default_rng(0)), chamfer=0.05))
    np.testing.assert_allclose(joints.whole, [0.9 * 0.5], rtol=1e-6)


@pytest.mark.parametrize("angle", [1e-2, 0.3])
def test_points_along_an_edge_are_no_bond(angle: float) -> None:
    joints = Joints(leaning(angle, random_turn(np.random.default_rng(1))), 4)
    assert not joints.initial.whole.any()


@pytest.mark.parametrize("divisions", [1, 4])
@pytest.mark.parametrize("angle", [0.0, 0.7])
def test_blocks_that_are_apart_at_first_have_no_joint_however_the_scene_is_turned(angle: float, divisions: int) -> None:
    """Boxes about the turned ones meet, which are 0.1 m apart: no area of the faces that face each other."""
    rotation = turn((1, 2, 0), angle)
    base = box((3, 3, 0.5), rotation @ (0, 0, -0.25), rotation, fixed=True)
    above = box((1, 0.6, 2), rotation @ (0, 0, 1.1), rotation)
    assembly = Assembly([base, above], 0.5, ds.Joint(normal_stiffness=1e8))
    assert detect(assembly, State.initial(assembly), face_divisions=divisions, whole=True).count == 0
    assert not len(Joints(assembly, divisions).whole)
