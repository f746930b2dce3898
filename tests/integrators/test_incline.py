"""A block on an incline: rests below the friction angle without creep, slides above it as Coulomb says."""

import numpy as np
import pytest

import drystone as ds
from drystone.formulations import FORMULATIONS

from ..steps import GROUND, cube

CREEP = 1e-9  # m in 10 s
ACCELERATION = 0.01  # relative
ASIDE = 2.5e-9  # m: Coulomb's law is held to 1e-4, which may turn friction as little after 0.25 m of sliding


def gravity(angle: float) -> tuple[float, float, float]:
    return (9.81 * np.sin(angle), 0.0, -9.81 * np.cos(angle))


def slope(formulation: str, friction: float, angle: float, duration: float, dt: float) -> ds.Trajectory:
    assembly = ds.Assembly([GROUND, cube(0, 0.25)], friction=friction)
    return ds.simulate(assembly, duration, dt, formulation=formulation, gravity=gravity(angle))


def creep(run: ds.Trajectory) -> float:
    return float(np.max(np.abs(run.position[-1, 1] - run.position[0, 1])))


@pytest.mark.each_value
@pytest.mark.parametrize(("angle", "duration"), [(0.0, 2.0), (np.radians(20.0), 2.0), (np.arctan(0.59), 10.0)])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_rest_without_creep(formulation: str, angle: float, duration: float) -> None:
    """Ten seconds where friction just holds, two where it holds with ease.

    The compliant block's elastic yield (2e-9 m per weight, shared by four contacts) is within it.
    """
    run = slope(formulation, 0.6, angle, duration, 1e-2)
    assert creep(run) < CREEP
    late = np.max(np.abs(run.position[-1, 1] - run.position[len(run.time) // 2, 1]))
    assert late < 0.1 * CREEP


@pytest.mark.parametrize("part", [1.0, 0.5, 0.1])
def test_springs_keep_their_deformation_where_the_next_step_is_shorter(part: float) -> None:
    """What a spring remembers over a step is its deformation K^-1 f, whatever the length of the steps."""
    run = slope("compliant", 0.6, np.radians(20.0), 0.1, 1e-2)
    last = run.records[-1]
    assert last is not None
    assert run.assembly is not None
    force = last.impulse[:, 1:] / 1e-2
    problem = ds.step_problem(
        run.assembly, part * 1e-2, formulation="compliant", gravity=gravity(np.radians(20.0)),
        start=run.checkpoint(-1),
    )  # fmt: skip
    assert np.max(np.abs(force)) > 1.0
    yielded = force * problem.E[:, 1:] * problem.dt**2
    np.testing.assert_allclose(-problem.memory[:, 1:] * problem.dt, yielded, rtol=1e-9, atol=1e-9 * np.max(yielded))


@pytest.mark.slow
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_rest_without_creep_in_small_steps(formulation: str) -> None:
    run = slope(formulation, 0.6, np.radians(25.0), 10.0, 1e-3)
    assert creep(run) < CREEP


@pytest.mark.each_value
@pytest.mark.parametrize(("friction", "angle"), [(0.3, np.radians(20.0)), (0.1, 0.5), (0.0, 0.3)])
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_sliding_acceleration(formulation: str, friction: float, angle: float) -> None:
    run = slope(formulation, friction, angle, 0.25, 2e-3)
    expected = 9.81 * (np.sin(angle) - friction * np.cos(angle))
    reached = run.velocity[-1, 1, 0] / run.time[-1]
    assert reached == pytest.approx(expected, rel=ACCELERATION)
    assert abs(run.position[-1, 1, 1]) < ASIDE
