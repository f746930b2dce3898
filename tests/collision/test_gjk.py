"""Distance of convex sets against least distance programming, simplices degenerate or not."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from drystone.collision.gjk import gjk, nearest_on_segment, nearest_on_tetrahedron, nearest_on_triangle, witness
from drystone.model import Assembly

from .scenes import Array, nearest_points, random_pair, random_turn

EXACT = 1e-9  # m: the bound of the task; what is reached is near 1e-15
SETS = ("general", "flat", "line", "point", "sliver", "repeated", "far away")


def points_of(kind: str, random: np.random.Generator) -> Array:
    points = random.normal(size=(12, 3))
    if kind == "flat":
        points[:, 2] = 0.0
    elif kind == "line":
        points = np.outer(points[:, 0], [1.0, 2.0, -1.0])
    elif kind == "point":
        points = points[:1]
    elif kind == "sliver":
        points *= (100.0, 1e-3, 1.0)
    elif kind == "repeated":
        points = np.repeat(points[:5], 3, axis=0)
    elif kind == "far away":
        points += 300.0
    return points @ random_turn(random).T


def measured(a: Array, b: Array) -> tuple[float, Array, Array, Array]:
    """Distance, direction and nearest points by GJK."""
    corners, weights = np.empty((4, 2), np.int64), np.empty(4)
    distance, direction, count = gjk(a, 0, len(a), b, 0, len(b), corners, weights)
    on_a = np.array(witness(a, corners, 0, weights, count))
    on_b = np.array(witness(b, corners, 1, weights, count))
    return distance, np.array(direction), on_a, on_b


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind_b", SETS)
@pytest.mark.parametrize("kind_a", SETS)
def test_distance_and_nearest_points(kind_a: str, kind_b: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    a, b = points_of(kind_a, random), points_of(kind_b, random)
    b = b + (a[0] - b[0]) + random.choice([0.1, 1.0, 200.0]) * random_turn(random)[0]
    distance, direction, on_a, on_b = measured(a, b)
    expected, _, _ = nearest_points(a, b)
    assert distance == pytest.approx(expected, abs=EXACT)
    if distance > EXACT:
        np.testing.assert_allclose(on_a + distance * direction, on_b, atol=EXACT)
        separation = (b @ direction).min() - (a @ direction).max()
        assert separation == pytest.approx(distance, abs=EXACT)


@pytest.mark.parametrize("kind", ["box", "sphere", "general"])
@pytest.mark.parametrize("seed", range(20))
def test_distance_of_shrunken_copies(seed: int, kind: str) -> None:
    a, b, _ = random_pair(seed, kind, 10.0 ** -(seed % 7))
    geometry = Assembly([a, b]).geometry
    split = geometry.inset_start[1]
    inset = [geometry.inset_vertices[:split] + a.centroid, geometry.inset_vertices[split:] + b.centroid]
    assert measured(*inset)[0] == pytest.approx(nearest_points(*inset)[0], abs=EXACT)


@pytest.mark.parametrize("depth", [0.0, 1e-12, 0.1, 0.9])
def test_sets_that_meet_have_no_distance(depth: float) -> None:
    cube = np.array([(x, y, z) for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)])
    assert measured(cube, cube + np.array([0.2, 0.3, 1.0 - depth]))[0] <= 1e-15


NEAREST: tuple[tuple[Callable[..., Any], int], ...] = (
    (nearest_on_segment, 2),
    (nearest_on_triangle, 3),
    (nearest_on_tetrahedron, 4),
)


@pytest.mark.parametrize(("nearest", "count"), NEAREST)
@pytest.mark.parametrize("kind", ["general", "flat", "line", "sliver", "repeated"])
@pytest.mark.parametrize("seed", range(10))
def test_nearest_point_of_a_simplex(nearest: Callable[..., Any], count: int, kind: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    points = points_of(kind, random)[:count] + random.choice([0.0, 0.3, 3.0]) * random_turn(random)[0]
    squared, point, *weights = nearest(*[tuple(p) for p in points])
    assert min(weights) >= 0.0
    assert sum(weights) == pytest.approx(1.0)
    np.testing.assert_allclose(weights @ points, point, atol=EXACT)
    assert squared == pytest.approx(np.dot(point, point), abs=EXACT)
    expected, _, _ = nearest_points(points, np.zeros((1, 3)))
    assert np.sqrt(squared) == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("shape", [(1.0, 1.0, 1.0), (100.0, 1e-3, 1.0), (1.0, 1e-5, 1e-5), (1.0, 1.0, 1e-9)])
@pytest.mark.parametrize("seed", range(10))
def test_weights_of_the_origin_in_a_thin_tetrahedron(shape: tuple[float, float, float], seed: int) -> None:
    random = np.random.default_rng(seed)
    points = random.normal(size=(4, 3)) * shape @ random_turn(random).T
    points -= random.dirichlet(np.ones(4)) @ points
    squared, point, *weights = nearest_on_tetrahedron(*[tuple(p) for p in points])
    assert squared == 0.0
    assert point == (0.0, 0.0, 0.0)
    # rounding of the coordinates, whatever the shape; 2 to 5 of it are reached, quotients of volumes leave up to 1e11
    np.testing.assert_allclose(weights @ points, 0.0, atol=100 * np.finfo(float).eps * np.abs(points).max())
    assert sum(weights) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.parametrize(("nearest", "count"), NEAREST)
def test_compiled_and_plain_agree(nearest: Any, count: int) -> None:
    for seed in range(20):
        points = [tuple(p) for p in np.random.default_rng(seed).normal(size=(count, 3)) + 0.5]
        compiled, plain = nearest(*points), nearest.py_func(*points)
        np.testing.assert_allclose(compiled[1], plain[1], atol=1e-15)
        np.testing.assert_allclose(compiled[2:], plain[2:], atol=1e-14)
