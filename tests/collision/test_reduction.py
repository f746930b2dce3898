"""Hulls of a few points in the plane, degenerate ones above all."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from drystone.collision.reduction import reduce_points, width_of_points
from drystone.collision.shapes import Workspace, workspace
from drystone.numerics.polygons import hull_order

from .scenes import ROUNDING, Array

SQUARE = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]


def hull(points: list[tuple[float, float]], tolerance: float = 1e-9) -> set[int]:
    order = np.empty(2 * len(points) + 1, np.int64)
    size = hull_order(np.array(points), len(points), order, tolerance)
    return {int(i) for i in order[:size]}


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("count", [3, 4, 7, 30])
def test_hull_against_qhull(count: int, seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(count, 2))
    assert hull([(u, v) for u, v in points]) == set(ConvexHull(points).vertices.tolist())


@pytest.mark.parametrize("noise", [0.0, 1e-16, 1e-12, 1e-10])
@pytest.mark.parametrize("seed", range(10))
def test_points_on_the_sides_are_no_corners(seed: int, noise: float) -> None:
    """Sides parallel to the axes and rounding: the corners of the square stay, the points between go."""
    random = np.random.default_rng(seed)
    points = [*SQUARE, (0.0, 0.4), (0.0, 0.7), (1.0, 0.5), (0.3, 0.0), (0.6, 1.0), (0.5, 0.5)]
    shuffled = random.permutation(len(points))
    moved = np.array(points)[shuffled] + noise * random.normal(size=(len(points), 2))
    corners = {shuffled[i] for i in hull([(u, v) for u, v in moved])}
    assert corners == {0, 1, 2, 3}


@pytest.mark.parametrize("direction", [(1.0, 0.0), (0.0, 1.0), (0.3, -0.7)])
def test_points_on_a_line_have_two_corners(direction: tuple[float, float]) -> None:
    assert hull([(t * direction[0], t * direction[1]) for t in (0.3, 0.0, 1.0, 0.5)]) == {1, 2}


def filled(points: Array) -> Workspace:
    """Workspace with points (n, 4): coordinates, height on a, height on b."""
    work = workspace(np.array([8, 6, 12, 24, 4, 64]))
    work.points[: len(points)] = points
    work.codes[: len(points)] = np.arange(len(points))
    return work


@pytest.mark.parametrize("slope", [0.0, 0.1])
def test_implied_points_go_where_the_gap_is_linear(slope: float) -> None:
    plane = np.array([*SQUARE, (0.5, 0.5), (0.5, 0.0)])
    heights = np.column_stack([np.zeros(6), slope * plane[:, 0]])
    work = filled(np.hstack([plane, heights]))
    assert reduce_points(work, 6, 1e-9) == 4
    assert work.codes[:4].tolist() == [0, 1, 2, 3]


def test_points_stay_where_the_gap_bends() -> None:
    plane = np.array([*SQUARE, (0.5, 0.5), (0.5, 0.0)])
    heights = np.column_stack([np.zeros(6), np.abs(plane[:, 0] - 0.5)])
    assert reduce_points(filled(np.hstack([plane, heights])), 6, 1e-9) == 6


@pytest.mark.parametrize("angle", [0.0, 0.3, 1.0])
def test_width_of_a_rectangle(angle: float) -> None:
    turned = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    plane = np.array(SQUARE) * (3.0, 0.2) @ turned
    work = filled(np.hstack([plane, np.zeros((4, 2))]))
    assert width_of_points(work, 4) == pytest.approx(0.2, abs=ROUNDING)
    assert width_of_points(work, 2) == 0.0
