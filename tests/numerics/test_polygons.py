"""Hulls in the plane: their corners, their order and their areas against closed forms and Qhull."""

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from drystone.numerics.polygons import hull_area, hull_corners

ROUNDING = 1e-14  # relative, of areas


def area(points: np.ndarray) -> float:
    corners = hull_corners(points)
    return hull_area(points, corners, len(corners))


@pytest.mark.parametrize("corners", [3, 4, 7, 50])
@pytest.mark.parametrize("shift", [0.0, 3.0])
def test_area_and_order_of_a_regular_polygon(corners: int, shift: float) -> None:
    """N sin(2 pi / n) / 2; counter-clockwise, whatever the order in which its corners are given."""
    angle = 2 * np.pi * np.arange(corners) / corners + 0.1
    points = np.column_stack([np.cos(angle), np.sin(angle)]) + shift
    shuffled = np.random.default_rng(corners).permutation(corners)
    found = shuffled[hull_corners(points[shuffled])]
    assert set(np.mod(np.diff(found), corners)) == {1}
    assert area(points[shuffled]) == pytest.approx(0.5 * corners * np.sin(2 * np.pi / corners), rel=10 * ROUNDING)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("count", [3, 10, 200])
def test_against_qhull(count: int, seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(count, 2))
    hull = ConvexHull(points)
    assert set(hull_corners(points).tolist()) == set(hull.vertices.tolist())
    assert area(points) == pytest.approx(hull.volume, rel=100 * ROUNDING)


@pytest.mark.parametrize(
    ("points", "corners"),
    [([(1.0, 2.0)], 1), ([(0.0, 0.0), (1.0, 1.0)], 2), ([(0.5, 0.5), (0.0, 0.0), (1.0, 1.0)], 2)],
)
def test_points_and_lines_have_no_area(points: list[tuple[float, float]], corners: int) -> None:
    assert len(hull_corners(np.array(points))) == corners
    assert area(np.array(points)) == 0.0
