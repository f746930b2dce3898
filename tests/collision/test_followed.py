"""Points of contact keep their names from step to step, whatever detection calls them."""

from dataclasses import replace

import numpy as np
import pytest

import drystone as ds
from drystone.collision import Contacts, named_as_before, point_shares
from drystone.model import State

from .scenes import turn

EDGE, INSIDE = -2001, -2000


def patches(points: np.ndarray, names: list[int]) -> Contacts:
    """Two patches with the same points (N, 3) and names."""
    count = 2 * len(points)
    key = np.column_stack([np.repeat([3, 8], len(points)), np.tile(names, 2)])
    place, up, zeros = np.tile(points, (2, 1)), np.tile([0.0, 0.0, 1.0], (count, 1)), np.zeros(count)
    return Contacts(np.tile([0, 1], (count, 1)), place, place, up, zeros, zeros, key)


def state(velocity: np.ndarray) -> State:
    return State(np.zeros((2, 3)), np.tile(np.eye(3), (2, 1, 1)), velocity)


def test_points_keep_the_names_of_their_places_however_the_blocks_fly() -> None:
    """Detection counts them from elsewhere after 0.01 s at 30 m/s and 3 rad/s; they pass each other's places."""
    since = 0.01
    points = np.array([(x, y, 0.0) for y in (-0.1, 0.0, 0.1) for x in (-0.2, 0.0, 0.2)])
    names = [4, 7, 1, EDGE, EDGE - 2, EDGE - 4, INSIDE, INSIDE - 2, INSIDE - 4]
    before = patches(points, names)
    velocity = np.tile([30.0, 0, 0, 0, 0, 3.0], (2, 1))
    moved = points + since * (velocity[0, :3] + np.cross(velocity[0, 3:], points))
    order = [1, 2, 0, 4, 5, 3, 8, 6, 7]
    now = patches(moved, [names[i] for i in order])
    assert named_as_before(now, before, state(velocity), since).key.tolist() == before.key.tolist()


def test_points_that_come_have_names_that_none_had() -> None:
    """A corner is no point on an edge, though they lie in one place; of two points in one place one is new."""
    points = np.array([(0, 0, 0), (1, 0, 0), (0.5, 0, 0), (0.5, 0.5, 0)], dtype=float)
    before = patches(points, [0, 5, EDGE, INSIDE])
    now = patches(points[[0, 1, 1, 2, 2, 3]], [5, 0, EDGE, 9, EDGE - 2, INSIDE - 2])
    named = named_as_before(now, before, state(np.zeros((2, 6))), 0.1)
    key = named.key[:6, 1].tolist()
    assert key[:2] == [0, 5]
    assert key[4:] == [EDGE, INSIDE]
    assert not set(key[2:4]) & {*before.key[:, 1].tolist(), *now.key[:, 1].tolist()}
    assert len(np.unique(named.key, axis=0)) == named.count
    np.testing.assert_array_equal(point_shares(named.key), point_shares(now.key))
    assert named_as_before(now, before.chosen(np.arange(4)), state(np.zeros((2, 6))), 0.1).key[6:].tolist() == (
        now.key[6:].tolist()
    )  # of the other patch there was none


def twisting(flip: float, divisions: int) -> ds.Trajectory:
    """Three blocks, each turned on the next, that shake and twist on springs; along x or against it."""
    blocks, level = [ds.Block.box((1.2, 1.2, 0.3), (0, 0, -0.15), fixed=True)], 0.0
    for i, place in enumerate([(0.0104, 0.0246), (0.0099, -0.0391), (0.0272, 0.0134)]):
        rotation = turn((0, 0, 1), flip * 0.02 * (i + 1))
        blocks.append(ds.Block.box((0.5, 0.4, 0.25), (flip * place[0], place[1], level + 0.125), rotation=rotation))
        level += 0.25
    springs = ds.Joint(normal_stiffness=1e8, tangential_stiffness=5e7)
    motion = ds.GroundMotion.one_sine(7.0, half_period=0.12, direction=(flip * 0.6, 0.8, 0))
    return ds.simulate(
        ds.Assembly(blocks, 0.5, springs), 0.3, 5e-3, motion=motion, formulation="coulomb",
        options={"face_divisions": divisions},
    )  # fmt: skip


@pytest.mark.parametrize("divisions", [2, 3])
def test_a_stack_that_twists_on_springs_moves_as_its_mirror_image(divisions: int) -> None:
    """By 5 cm; it was 1e-4 m off where its points were named by how detection counts them."""
    one, other = (twisting(flip, divisions).position for flip in (1.0, -1.0))
    np.testing.assert_allclose(one, other * (-1.0, 1.0, 1.0), rtol=0.0, atol=1e-8)


def test_names_of_other_contacts_are_not_taken() -> None:
    """Ties and bonds beside the contacts are no points of a patch."""
    points = np.array([(0, 0, 0), (1, 0, 0)], dtype=float)
    before = patches(points, [0, 5])
    bond = replace(before, key=np.column_stack([before.key[:, 0], np.tile([-(2**62), -(2**62) - 1], 2)]))
    now = patches(points, [5, 0])
    assert named_as_before(now, bond, state(np.zeros((2, 6))), 0.1).key.tolist() == now.key.tolist()
