"""Pendulums on stiff ties, whose anchors move on curves, against closed forms."""

import numpy as np
import pytest

import drystone as ds

from ..steps import DYNAMIC

LENGTH, G, MASS, ANGLE = 1.0, 9.81, 2.4, np.radians(60.0)
LARGEST = MASS * G * (3.0 - 2.0 * np.cos(ANGLE))  # force of the tie at the lowest point (N)


def swinging(stiffness: float, dt: float, integrator: str) -> ds.Trajectory:
    """A block of 2.4 kg that swings from 60 degrees on a tie from its centroid, for 1 s: about half a period."""
    beam = ds.Block.box((1, 1, 0.2), (0, 0, 1.1), fixed=True, name="beam")
    place = (LENGTH * np.sin(ANGLE), 0.0, 1.0 - LENGTH * np.cos(ANGLE))
    block = ds.Block.box((0.1, 0.1, 0.1), place, density=2400, name="block")
    tie = ds.Tie("block", "beam", point_a=place, point_b=(0, 0, 1), stiffness=stiffness)
    return ds.simulate(ds.Assembly([beam, block], ties=[tie]), 1.0, dt, integrator=integrator)


@pytest.mark.each_value
@pytest.mark.filterwarnings("ignore:.*the run has gained")  # weight, by steps
@pytest.mark.parametrize("integrator", DYNAMIC)
@pytest.mark.parametrize("stiffness", [1e4, 1e6, 1e8])
def test_what_turning_stretches_a_tie_by_is_no_energy(stiffness: float, integrator: str) -> None:
    """A straight step is longer than the arc by (v dt)^2/(2 L): of 1e8 N/m that is 30 times the pendulum's energy."""
    run = swinging(stiffness, 5e-3, integrator)
    assert run.energy["error"].abs().max() <= 2e-3 * run.energy["kinetic"].max()
    assert run.energy["springs"].iloc[-1] <= 2e-3 * run.energy["kinetic"].max()


@pytest.mark.filterwarnings("ignore:.*the run has gained")
def test_a_stiff_tie_bears_what_keeps_a_pendulum_on_its_circle() -> None:
    ties = swinging(1e6, 5e-3, "backward-euler").ties()
    assert ties["force"].max() == pytest.approx(LARGEST, rel=0.02)
