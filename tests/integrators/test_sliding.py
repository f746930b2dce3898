"""Sliding that begins with a jump, stops or turns round, under the default law of `mid-point`."""

import numpy as np
import pytest

import drystone as ds
from drystone.studies.precision_cases import newmark_slips

G, MU = 9.81, 0.3
SLIP = 0.1  # % of the largest slip: a third of what is asked, and a quarter of what steps left that were not parted
LIFT = 1e-6  # m: what is asked


def block_on(ground_size: tuple[float, float, float], size: tuple[float, float, float]) -> ds.Assembly:
    ground = ds.Block.box(size=ground_size, center=(0, 0, -0.5 * ground_size[2]), fixed=True, name="ground")
    block = ds.Block.box(size=size, center=(0, 0, 0.5 * size[2]), name="block")
    return ds.Assembly([ground, block], friction=MU)


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
@pytest.mark.parametrize("dt", [5e-3, 2.5e-3])
def test_sliding_that_turns_round_in_a_step_does_so_at_its_instant(formulation: str, dt: float) -> None:
    """Newmark's block, against the closed form: friction acted the new way from the start of the step."""
    motion = ds.GroundMotion.harmonic(G, 1.0, duration=1.0)
    run = ds.simulate(block_on((20, 4, 1), (1.0, 1.0, 0.2)), 1.5, dt, motion=motion, formulation=formulation)
    exact = newmark_slips(run.time, G)
    slip = run.position[:, 1, 0] - run.ground[:, 0]
    assert 100.0 * np.max(np.abs(slip - exact)) / np.max(np.abs(exact)) < SLIP
    assert run.steps.steps.sum() == len(run.steps) + 1  # one turn, the other stop is a rest


def test_sliding_from_rest_does_not_lift_at_large_steps() -> None:
    """On 20 deg: the sliding speed of the start lags, which lifted the block by mu a dt^2, 4.4 micrometres."""
    tilt = np.radians(20.0)
    gravity = G * np.array([np.sin(tilt), 0.0, -np.cos(tilt)])
    run = ds.simulate(block_on((20, 4, 1), (0.5, 0.4, 0.3)), 0.3, 5e-3, gravity=gravity)
    assert np.max(np.abs(run.position[:, 1, 2] - 0.15)) < LIFT


def test_ground_that_sets_off_with_a_speed_does_not_throw_up_what_lies_on_it() -> None:
    """0.3 m/s at once, at dt = 0.02 s: the associated law lifted by mu |u_t| dt, 1.4 mm, and it fell again.

    Friction takes 0.3/(mu g), 0.1 s, to bring the block along, which then has the ground's speed.
    """
    speed, dt = 0.3, 0.02
    time = np.linspace(0.0, 0.4, 401)
    motion = ds.GroundMotion.from_displacement(time, speed * time, direction=(1, 0, 0))
    run = ds.simulate(block_on((20, 4, 1), (1.0, 1.0, 0.2)), 0.3, dt, motion=motion)
    assert np.max(np.abs(run.position[:, 1, 2] - 0.1)) < LIFT
    assert run.velocity[-1, 1, 0] == pytest.approx(speed, rel=1e-6)
    kept = (run.energy.total - run.energy.harvested).to_numpy()
    assert np.max(np.diff(kept)) < 1e-6 * run.energy.kinetic.max()
