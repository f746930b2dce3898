"""The runs that all exports write."""

import pytest

import drystone as ds
from drystone.structures import arch, column


@pytest.fixture(scope="package")
def run() -> ds.Trajectory:
    """Two stones that are thrown by the ground and turn."""
    motion = ds.GroundMotion.one_sine(12.0, 0.4)
    return ds.simulate(column(2), 0.5, 5e-3, motion=motion, record_every=10)


@pytest.fixture(scope="package")
def shaken_arch() -> ds.Trajectory:
    """Seven equal voussoirs on two abutments, which are turned each its own way."""
    motion = ds.GroundMotion.one_sine(6.0, 0.2)
    return ds.simulate(arch(), 0.2, 0.01, motion=motion, record_every=5)
