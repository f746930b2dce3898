"""Accuracy is that of the motion seen from the supports, however fast these move."""

import numpy as np
import pytest

import drystone as ds
from drystone.collision import detect
from drystone.formulations import get_formulation
from drystone.formulations.base import StepInputs, support_velocity
from drystone.formulations.registry import FORMULATIONS
from drystone.model import State
from drystone.solvers.certificate import certificate
from drystone.structures import arch, column, wall

FAST = np.array([80.0, -30.0, 10.0])
ROUNDING = 1e-13  # of numbers of the size of the ground's speed, over the speed that gravity gives in a step
DT = 1e-3


def moving(assembly: ds.Assembly, boost: np.ndarray) -> State:
    """Blocks that move at random, slowly, on ground that moves with all of them."""
    slow = np.random.default_rng(4).normal(size=(len(assembly), 6)) * 0.01
    slow[assembly.fixed] = 0.0
    slow[:, :3] += boost
    return State.initial(assembly).with_velocity(slow)


def step(assembly: ds.Assembly, state: State, formulation: str) -> ds.StepProblem:
    contacts = detect(assembly, state, 1e-3)
    weight = np.zeros((len(assembly), 6))
    weight[:, 2] = -9.81 * assembly.mass
    return get_formulation(formulation).discretise(assembly, state, contacts, StepInputs(weight), DT)


@pytest.mark.parametrize("formulation", list(FORMULATIONS))
def test_a_step_on_fast_ground_is_solved_as_one_on_ground_at_rest(formulation: str) -> None:
    """The scaled steps are the same, so are the answers seen from the ground and what is told of them."""
    assembly = wall(3, 3)
    still, riding = (step(assembly, moving(assembly, boost), formulation) for boost in (0.0 * FAST, FAST))
    assert np.all(riding.support_velocity == np.append(FAST, np.zeros(3)))
    left = ROUNDING * float(np.linalg.norm(FAST)) / (9.81 * DT)
    (scaled, scaling), (seen, moved) = still.scaled, riding.scaled
    np.testing.assert_allclose(moved.energy_root, scaling.energy_root, rtol=left)
    for name in ("k", "offset"):
        np.testing.assert_allclose(getattr(seen, name), getattr(scaled, name), atol=left)
    answers = [ds.solve(problem) for problem in (still, riding)]
    assert all(answer.solved for answer in answers)
    velocity, impulse = answers[0].velocity, answers[0].impulse
    alike = certificate(still, velocity, impulse), certificate(riding, velocity + riding.support_velocity, impulse)
    for name in ("primal", "dual", "complementarity", "natural", "friction"):
        assert getattr(alike[1], name) == pytest.approx(getattr(alike[0], name), abs=10.0 * left)


def test_what_rides_has_no_velocity_at_its_contacts() -> None:
    """Whatever rigid motion the supports have, with blocks of six degrees of freedom and with more."""
    random = np.random.default_rng(2)
    stone = ds.Material(young=1e9, poisson=0.2, density=2000.0)
    for assembly in (wall(3, 3), wall(3, 3).of_material(stone)):
        state = State.initial(assembly)
        motion, spin = random.normal(size=(2, 3))
        velocity = np.hstack([motion + np.cross(spin, state.position), np.tile(spin, (len(assembly), 1))])
        problem = step(assembly, state.with_velocity(velocity), "nodargi-bisegna")
        assert np.any(problem.prescribed)
        at_contacts = problem.apply_transpose(problem.support_velocity) + problem.prescribed
        np.testing.assert_allclose(at_contacts, 0.0, atol=1e-14)


def test_each_structure_rides_on_its_own_supports() -> None:
    """The mean of those that it touches; what touches none is seen from the world."""
    pairs = np.array([[0, 2], [1, 3], [2, 4], [0, 5], [1, 5]])
    index = np.array([-1, -1, 0, 1, 2, 3, 4])
    velocity = np.zeros((7, 6))
    velocity[0, 0], velocity[1, 1], velocity[2:, 2] = 3.0, 5.0, 7.0
    state = State.initial(column(6)).with_velocity(velocity)
    found = support_velocity(pairs, index, state)
    expected = np.zeros((5, 6))
    expected[[0, 2], 0], expected[1, 1], expected[3, :2] = 3.0, 5.0, (1.5, 2.5)
    np.testing.assert_array_equal(found, expected)


def test_an_arch_on_moving_ground_moves_as_under_loads() -> None:
    """It begins to rock, so that errors of single steps grow. On ground that moves and under the same accelerations as
    loads it differs by what the scheme makes of a sine, of second order: 0.014 % at 1e-3 s.
    """
    most, rate, dt = 4.6, 2.0 * np.pi, 1e-3
    motion = ds.GroundMotion.one_sine(most, half_period=0.5)
    load = ds.BodyForce(lambda t: (-most * np.sin(rate * t), 0.0, 0.0))
    moved, structure = [], arch()
    for given in ({"motion": motion}, {"loads": load}):
        run = ds.simulate(structure, 0.33, dt, record_every=10**6, **given)
        way = run.position[-1] - run.position[0]
        moved.append(way - way[structure.fixed][0])
    assert np.max(np.abs(moved[1])) > 5e-4
    assert np.max(np.abs(moved[0] - moved[1])) < 2e-4 * np.max(np.abs(moved[1]))
