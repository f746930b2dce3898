"""The exponential map."""

import numpy as np
import pytest
from scipy.linalg import expm

from drystone.numerics.rotations import exponential, skew

ROUNDING = 1e-14  # a few units in the last place of numbers of order one

ANGLES = (0.0, 1e-9, 1e-4, 0.0099, 0.0101, 0.5, 2.0, 3.1, 7.0)


def vectors(angle: float) -> np.ndarray:
    axes = np.random.default_rng(1).normal(size=(5, 3))
    return angle * axes / np.linalg.norm(axes, axis=1)[:, None]


@pytest.mark.parametrize("angle", ANGLES)
def test_exponential_is_the_matrix_exponential(angle: float) -> None:
    r = vectors(angle)
    expected = np.array([expm(matrix) for matrix in skew(r)])
    assert np.max(np.abs(exponential(r) - expected)) < ROUNDING * (1 + 10 * angle)


@pytest.mark.parametrize("angle", ANGLES)
def test_exponential_is_a_rotation(angle: float) -> None:
    R = exponential(vectors(angle))
    assert np.max(np.abs(R @ np.swapaxes(R, 1, 2) - np.eye(3))) < ROUNDING
    assert np.linalg.det(R) == pytest.approx(1.0, abs=ROUNDING)


def test_skew_is_the_cross_product() -> None:
    a, b = np.random.default_rng(2).normal(size=(2, 4, 3))
    assert np.allclose(np.einsum("bij,bj->bi", skew(a), b), np.cross(a, b), rtol=0, atol=ROUNDING)
