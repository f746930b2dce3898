"""Broad phase against all pairs, and how the detection distance grows with speed."""

import numpy as np
import pytest

from drystone.collision import Contacts, detect
from drystone.collision.broad import candidate_pairs, overlapping_boxes
from drystone.model import Assembly, State

from .scenes import Array, box

STEP = 0.01  # s


def random_boxes(seed: int, count: int, layout: str) -> Array:
    """Boxes (n, 2, 3): a heap in space, a wall, a line, all at one place; a few of them huge."""
    random = np.random.default_rng(seed)
    spread = {"heap": (1, 1, 1), "wall": (5, 0.1, 5), "line": (20, 0, 0), "one place": (0, 0, 0)}[layout]
    centre = random.uniform(-1, 1, size=(count, 3)) * spread
    half = random.uniform(0.01, 0.1, size=(count, 3))
    huge = random.integers(0, count, size=3)
    half[huge] *= (100, 100, 5)
    return np.stack([centre - half, centre + half], axis=1)


def all_pairs(boxes: Array, owner: np.ndarray, fixed: np.ndarray) -> list[tuple[int, int]]:
    meet = (boxes[:, None, 0] <= boxes[None, :, 1]).all(axis=2)
    meet &= meet.T
    meet &= owner[:, None] < owner[None, :]
    meet &= ~(fixed[owner][:, None] & fixed[owner][None, :]).astype(bool)
    return [(int(a), int(b)) for a, b in np.argwhere(meet)]


@pytest.mark.parametrize("layout", ["heap", "wall", "line", "one place"])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 17, 64, 65, 300])
def test_all_pairs_are_found_in_order(count: int, layout: str) -> None:
    boxes = random_boxes(count, count, layout)
    random = np.random.default_rng(count)
    owner = np.sort(random.integers(0, max(count // 2, 2), size=count)).astype(np.int64)
    fixed = (random.random(owner.max() + 1) < 0.2).astype(np.int64)
    pairs = overlapping_boxes(boxes, owner, fixed)
    assert [tuple(p) for p in pairs.tolist()] == all_pairs(boxes, owner, fixed)


def test_one_box_alone_has_no_pair() -> None:
    one = np.zeros(1, np.int64)
    assert overlapping_boxes(np.zeros((1, 2, 3)), one, one).shape == (0, 2)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("speed", [0.0, 0.1, 3.0])
def test_candidates_reach_as_far_as_their_speed(seed: int, speed: float) -> None:
    """Against all pairs: every pair within margin + horizon max(m_a, m_b), with exactly that distance."""
    count, margin = 120, 0.01
    boxes = random_boxes(seed, count, "heap")
    random = np.random.default_rng(seed)
    owner = np.arange(count)
    fixed = np.zeros(count, np.int64)
    velocity = random.normal(size=(count, 6)) * speed * (random.random(count) < 0.2)[:, None]
    radius = 0.5 * np.linalg.norm(boxes[:, 1] - boxes[:, 0], axis=1)
    pairs, reach = candidate_pairs(boxes, owner, radius, fixed, velocity, margin, STEP)

    spin = np.linalg.norm(velocity[:, 3:], axis=1) * radius
    relative = np.linalg.norm(velocity[:, None, :3] - velocity[None, :, :3], axis=2) + spin[:, None] + spin
    away = np.linalg.norm(velocity[:, :3] - velocity[:, :3].mean(axis=0), axis=1) + spin
    gap = np.maximum(boxes[:, None, 0] - boxes[None, :, 1], boxes[None, :, 0] - boxes[:, None, 1]).max(axis=2)
    near = gap <= margin + STEP * (away[:, None] + away)
    np.fill_diagonal(near, False)
    largest = np.where(near, relative, 0.0).max(axis=1)
    distance = margin + STEP * np.maximum(largest[:, None], largest)
    expected = np.argwhere(np.triu(gap <= distance, 1))
    assert pairs.tolist() == expected.tolist()
    np.testing.assert_allclose(reach, distance[tuple(expected.T)], rtol=1e-12)


def pair_of_cubes(gap: float, velocity: Array, horizon: float = 0.0) -> Contacts:
    assembly = Assembly([box((1, 1, 1), (0, 0, 0)), box((1, 1, 1), (0, 0, 1 + gap))])
    return detect(assembly, State.initial(assembly, velocity), horizon=horizon)


@pytest.mark.parametrize(("gap", "count"), [(0.005, 4), (0.0109, 4), (0.0111, 0), (0.02, 0)])
def test_an_approaching_block_is_seen_from_farther(gap: float, count: int) -> None:
    """Margin 0.001 and 1 m/s for 0.01 s."""
    velocity = np.zeros((2, 6))
    velocity[1, 2] = -1.0
    assert pair_of_cubes(gap, velocity, horizon=STEP).count == count
    assert pair_of_cubes(gap, velocity).count == 0


def test_a_turning_block_is_seen_from_farther() -> None:
    velocity = np.zeros((2, 6))
    velocity[1, 4] = 2.0
    assert pair_of_cubes(0.01, velocity, horizon=STEP).count == 4
    assert pair_of_cubes(0.01, 0 * velocity, horizon=STEP).count == 0


def test_blocks_riding_on_the_same_ground_get_no_surplus_contacts() -> None:
    velocity = np.zeros((2, 6))
    velocity[:, :3] = (50.0, 3.0, 0.0)
    assert pair_of_cubes(0.0, velocity, horizon=STEP).count == 4
    assert pair_of_cubes(0.002, velocity, horizon=STEP).count == 0


def test_a_block_that_may_be_hit_looks_farther_itself() -> None:
    """A fast cube above; the one it may hit sees the ground 5 mm below, alone it would not."""
    ground = box((9, 9, 1), (0, 0, -0.5), fixed=True)
    assembly = Assembly([ground, box((1, 1, 1), (0, 0, 0.505)), box((1, 1, 1), (0, 0, 1.515))])
    velocity = np.zeros((3, 6))
    velocity[2, 2] = -2.0
    contacts = detect(assembly, State.initial(assembly, velocity), horizon=STEP)
    pairs, counts = np.unique(contacts.blocks, axis=0, return_counts=True)
    assert pairs.tolist() == [[0, 1], [1, 2]]
    assert counts.tolist() == [4, 4]
    assert detect(assembly, State.initial(assembly), horizon=STEP).count == 0
