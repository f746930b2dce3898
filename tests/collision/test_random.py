"""Random convex polyhedra: nothing is lost, gaps are distances, exchange and motion change nothing."""

import numpy as np
import pytest

from drystone.collision import Contacts
from drystone.collision.detect import largest_piece
from drystone.collision.separation import EDGES, face_gaps, largest_separation, separation_along
from drystone.collision.shapes import place, workspace
from drystone.model import Assembly, Block, State

from .scenes import Array, found, moved, nearest_points, random_pair, random_turn, sorted_rows

KINDS = ("box", "sphere", "general")
EXACT = 1e-9  # m: blocks of size one
GAPS = (1e-2, 1e-3, 1e-4, 1e-6)


def support_gap(a: Block, b: Block, normal: Array) -> float:
    return float((b.pieces[0].vertices @ normal).min() - (a.pieces[0].vertices @ normal).max())


@pytest.mark.each_value
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("gap", GAPS)
def test_no_well_defined_contact_is_lost(kind: str, gap: float) -> None:
    """A face and a corner, or two edges, at a known distance: found, with exactly that gap, along that axis."""
    well_defined = 0
    for seed in range(60):
        a, b, nearest = random_pair(seed, kind, gap)
        contacts = found(a, b, margin=1.5 * gap)
        if contacts.count:
            assert contacts.gap.min() >= gap - EXACT, seed
            assert contacts.gap.max() <= 1.5 * gap, seed
        if sum(nearest) >= 4:
            well_defined += 1
            assert contacts.count > 0, seed
            assert contacts.gap.min() == pytest.approx(gap, abs=EXACT), seed
            assert support_gap(a, b, contacts.normal[0]) == pytest.approx(gap, abs=EXACT), seed
    assert well_defined >= 5


@pytest.mark.parametrize("kind", KINDS)
def test_a_corner_or_parallel_edges_are_no_contact_or_one_that_opens(kind: str) -> None:
    """Ambiguous neighbours: what is found never says that disjoint blocks overlap."""
    ambiguous = 0
    for seed in range(60):
        a, b, nearest = random_pair(seed, kind, 1e-5)
        if sum(nearest) < 4:
            ambiguous += 1
            assert (found(a, b, margin=0.01).gap >= 1e-5 - EXACT).all(), seed
    assert ambiguous >= 5


def check_points(contacts: Contacts, blocks: tuple[Block, ...], tolerance: float) -> None:
    """Points lie on the surfaces of their blocks, gaps and frames are what they are called."""
    for block, points in zip(blocks, (contacts.point_a, contacts.point_b), strict=True):
        piece = block.pieces[0]
        height = (points @ piece.normals.T - piece.offsets).max(axis=1)
        np.testing.assert_allclose(height, 0.0, atol=tolerance)
    between = contacts.point_b - contacts.point_a
    np.testing.assert_allclose((between * contacts.normal).sum(axis=1), contacts.gap, atol=EXACT)
    np.testing.assert_allclose(between, contacts.gap[:, None] * contacts.normal, atol=EXACT)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("gap", [1e-3, -1e-4, -1e-2, -0.2])
def test_points_lie_on_both_surfaces(kind: str, gap: float) -> None:
    for seed in range(40):
        a, b, _ = random_pair(seed, kind, 1e-3)
        axis = nearest_axis(a, b)
        b = moved((b,), np.eye(3), (gap - 1e-3) * axis)[0]
        contacts = found(a, b, margin=0.02)
        check_points(contacts, (a, b), EXACT)
        if gap < -1e-2:
            assert contacts.count > 0, seed


def nearest_axis(a: Block, b: Block) -> Array:
    """Unit direction from a to b at their nearest points."""
    return nearest_points(a.pieces[0].vertices, b.pieces[0].vertices)[1]


def axes_of(a: Block, b: Block) -> Array:
    """All separating axes of two convex polyhedra: face normals and common normals of edges, both ways."""
    edges = [
        piece.vertices[piece.edges[:, 1]] - piece.vertices[piece.edges[:, 0]] for piece in (a.pieces[0], b.pieces[0])
    ]
    crossed = np.cross(edges[0][:, None], edges[1][None]).reshape(-1, 3)
    length = np.linalg.norm(crossed, axis=1)
    crossed = crossed[length > 1e-6] / length[length > 1e-6, None]
    return np.vstack([a.pieces[0].normals, -b.pieces[0].normals, crossed, -crossed])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("depth", [-1e-3, 1e-3, 0.05, 0.3])
def test_least_overlap_against_all_axes(kind: str, depth: float) -> None:
    for seed in range(25):
        a, b, nearest = random_pair(seed, kind, 1e-3)
        if depth < 0 and sum(nearest) < 4:
            continue
        b = moved((b,), np.eye(3), -(depth + 1e-3) * nearest_axis(a, b))[0] if depth > 0 else b
        axes = axes_of(a, b)
        expected = ((b.pieces[0].vertices @ axes.T).min(axis=0) - (a.pieces[0].vertices @ axes.T).max(axis=0)).max()
        assembly = Assembly([a, b])
        shapes, work = place(assembly, State.initial(assembly)), workspace(largest_piece(assembly.geometry))
        face_gaps(shapes, work, 0, 1)
        gap, axis, kind_of_axis, _, second = largest_separation(shapes, work, 0, 1, 1.0, 0.0)
        assert gap == pytest.approx(expected, abs=EXACT), seed
        assert support_gap(a, b, np.array(axis)) == pytest.approx(gap, abs=EXACT), seed
        assert (second >= 0) == (kind_of_axis == EDGES)


def assert_same_points(one: Array, other: Array, merge: float) -> None:
    """Both sets hold the same points; which of points closer than `merge` stands for all depends on the order."""
    distance = np.linalg.norm(one[:, None] - other[None], axis=2)
    assert distance.min(axis=1).max(initial=0.0) <= merge
    assert distance.min(axis=0).max(initial=0.0) <= merge


def merging_distance(*blocks: Block) -> float:
    """Bound on the distance (m) in the contact plane of merged points: twice 1e-3 of the smaller inset."""
    return 2e-5 * min(block.width for block in blocks)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("gap", [1e-3, -5e-4, -0.1])
def test_exchanging_the_blocks_turns_the_normals(kind: str, gap: float) -> None:
    for seed in range(30):
        a, b, _ = random_pair(seed, kind, 1e-3)
        b = moved((b,), np.eye(3), (gap - 1e-3) * nearest_axis(a, b))[0]
        here, there = found(a, b, margin=5e-3), found(b, a, margin=5e-3)
        assert (here.count == 0) == (there.count == 0), seed
        if here.count:
            np.testing.assert_allclose(here.normal[0], -there.normal[0], atol=EXACT)
            assert here.gap.min() == pytest.approx(there.gap.min(), abs=EXACT)
            plane = here.frame[0, 1:].T
            assert_same_points(here.point_a @ plane, there.point_b @ plane, merging_distance(a, b))


@pytest.mark.each_value
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("gap", [1e-3, -5e-4, -0.1])
def test_a_common_motion_moves_the_contacts_along(kind: str, gap: float) -> None:
    for seed in range(30):
        a, b, _ = random_pair(seed, kind, 1e-3)
        b = moved((b,), np.eye(3), (gap - 1e-3) * nearest_axis(a, b))[0]
        random = np.random.default_rng(seed)
        rotation, shift = random_turn(random), 10 * random.normal(size=3)
        here, there = found(a, b, margin=5e-3), found(*moved((a, b), rotation, shift), margin=5e-3)
        assert here.count == there.count, seed
        np.testing.assert_allclose(here.normal @ rotation.T, there.normal, atol=EXACT)
        expected = here.point_a @ rotation.T + shift
        np.testing.assert_allclose(sorted_rows(there.point_a), sorted_rows(expected), atol=EXACT)


@pytest.mark.parametrize("kind", KINDS)
def test_no_direction_separates_more_than_the_distance(kind: str) -> None:
    """The early exit is safe: the separation along any direction is a lower bound of the distance."""
    for seed in range(20):
        a, b, _ = random_pair(seed, kind, 1e-3)
        assembly = Assembly([a, b])
        shapes = place(assembly, State.initial(assembly))
        random = np.random.default_rng(seed)
        for spread in (0.0, 1e-6, 1e-2, 1.0):
            direction = nearest_axis(a, b) + spread * random.normal(size=3)
            direction /= np.linalg.norm(direction)
            u, v, w = direction.tolist()
            separation = separation_along(shapes, 0, 1, (u, v, w))
            assert separation <= 1e-3 + EXACT, seed
            assert separation == pytest.approx(support_gap(a, b, direction), abs=EXACT), seed
