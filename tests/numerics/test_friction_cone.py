"""Coulomb's cone: projection and distances by their optimality conditions."""

import numpy as np
import pytest

from drystone.numerics.friction_cone import cone_distance, distance_to_cone, distance_to_dual, project, projected

ROUNDING = 1e-13  # of points of order one
MU = [0.0, 0.1, 0.6, 2.0]


def points() -> tuple[np.ndarray, np.ndarray]:
    """Points (C, 3) everywhere around the cones, some on the axis, at the apex and on the axis' other side."""
    random = np.random.default_rng(2)
    point, mu = random.normal(size=(400, 3)), np.resize(MU, 400)
    point[::7, 1:] = 0.0
    point[::91] = 0.0
    return point, mu


def test_projection_by_its_optimality_conditions() -> None:
    """The rest x - P(x) is in the polar cone and orthogonal to P(x), which is in the cone (Moreau)."""
    x, mu = points()
    p = project(x, mu)
    rest = x - p
    assert np.max(np.hypot(p[:, 1], p[:, 2]) - mu * p[:, 0]) < ROUNDING
    assert np.max(rest[:, 0] + mu * np.hypot(rest[:, 1], rest[:, 2])) < ROUNDING
    assert np.max(np.abs(np.einsum("ij,ij->i", p, rest))) < ROUNDING


def test_distances_are_the_lengths_of_what_projections_leave() -> None:
    """That from Y* of x is the length of the part of -x in Y (Moreau)."""
    x, mu = points()
    assert np.max(np.abs(distance_to_cone(x, mu) - np.linalg.norm(x - project(x, mu), axis=1))) < ROUNDING
    assert np.max(np.abs(distance_to_dual(x, mu) - np.linalg.norm(project(-x, mu), axis=1))) < ROUNDING


@pytest.mark.parametrize("mu", MU)
def test_points_whose_projections_are_known(mu: float) -> None:
    """Inside it is the point; in the polar cone the apex; on the surface's normal its foot."""
    assert projected(2.0, 1.5 * mu, 0.0, mu) == (2.0, 1.5 * mu, 0.0)
    assert projected(-2.0 * mu, 0.0, 1.0, mu) == (0.0, 0.0, 0.0)
    assert projected(1.0 - 3.0 * mu, mu + 3.0, 0.0, mu) == pytest.approx((1.0, mu, 0.0), abs=1e-14)
    away = 3.0 * np.hypot(1.0, mu)
    assert cone_distance(1.0 - 3.0 * mu, mu + 3.0, mu, 1.0) == pytest.approx(away, rel=1e-14)
    assert cone_distance(mu - 3.0, 1.0 + 3.0 * mu, 1.0, mu) == pytest.approx(away, rel=1e-14)


def test_what_is_no_number_stays_none() -> None:
    for place in range(3):
        point = np.ones((1, 3))
        point[0, place] = np.nan
        assert np.isnan(project(point, np.array([0.5]))).any()
