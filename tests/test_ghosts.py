"""Ghost contacts: blocks that meet only along an edge or at a corner must not hold each other."""

import numpy as np
import pytest

import drystone as ds
from drystone.formulations import FORMULATIONS
from drystone.structures import wall

EXACT = 1e-6  # relative: certificate 1e-8 with a margin; a ghost contact costs tens of per cent
SMOOTH = 1e-8  # of the speed, per second of gliding: certificate with a margin


def stack() -> ds.Assembly:
    """Two columns of three blocks, edges not trimmed: four blocks meet at each inner corner."""
    blocks = [ds.Block.box(size=(6, 2, 0.5), center=(0, 0, -0.25), fixed=True, name="ground")]
    blocks += [
        ds.Block.box(size=(0.5, 0.4, 0.3), center=(0.25 + 0.5 * i, 0, 0.15 + 0.3 * j), density=2000, name=f"{i}{j}")
        for i in range(2)
        for j in range(3)
    ]
    return ds.Assembly(blocks, friction=0.5)


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("share", [0.98, 1.05])
def test_a_block_pulled_out_carries_the_block_above_with_it(formulation: str, share: float) -> None:
    """Threshold: friction under two blocks; the block above rides along, the diagonal ones do nothing."""
    assembly = stack()
    weight = assembly.mass[1] * 9.81
    hold = 0.5 * 2 * weight
    pull = ds.PointForce("01", (-share * hold, 0, 0), point=(0.0, 0.0, 0.3))
    run = ds.simulate(assembly, 0.1, 1e-3, formulation=formulation, loads=[pull])
    velocity = run.velocity[-1]
    expected = max(0.0, share - 1.0) * hold / (2 * assembly.mass[1]) * 0.1
    for name in ("01", "02"):
        moved = velocity[assembly.names.index(name), 0]
        assert moved == pytest.approx(-expected, abs=EXACT * 9.81 * 0.1 + 0.02 * expected)
    for name in ("10", "11", "12"):
        assert np.max(np.abs(velocity[assembly.names.index(name)])) < 1e-6


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_block_pulled_hard_slides_under_the_block_above(formulation: str) -> None:
    """Faster than mu g: both faces slide, with exactly their friction."""
    assembly = stack()
    mass = assembly.mass[1]
    pull = 3.0 * 0.5 * 3 * mass * 9.81
    load = ds.PointForce("01", (-pull, 0, 0), point=(0.0, 0.0, 0.45))
    run = ds.simulate(assembly, 0.05, 5e-4, formulation=formulation, loads=[load])
    expected = -(pull - 0.5 * 3 * mass * 9.81) / mass
    assert run.velocity[-1, assembly.names.index("01"), 0] / 0.05 == pytest.approx(expected, rel=0.01)
    above = run.velocity[-1, assembly.names.index("02"), 0] / 0.05
    assert above == pytest.approx(-0.5 * 9.81, rel=0.03)


def row(friction: float, speed: float) -> tuple[ds.Assembly, np.ndarray]:
    """A block on a row of equal fixed blocks, edges parallel to the joints."""
    blocks = [
        ds.Block.box(size=(0.4, 0.4, 0.4), center=(0.4 * i, 0, -0.2), fixed=True, name=f"row-{i}") for i in range(6)
    ]
    blocks.append(ds.Block.box(size=(0.4, 0.4, 0.4), center=(0.0, 0, 0.2), name="slider"))
    velocity = np.zeros((7, 6))
    velocity[6, 0] = speed
    return ds.Assembly(blocks, friction=friction), velocity


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_gliding_without_friction_keeps_the_speed(formulation: str) -> None:
    assembly, velocity = row(0.0, 2.0)
    run = ds.simulate(assembly, 0.9, 1e-3, formulation=formulation, initial_velocity=velocity)
    slider = run.velocity[:, 6]
    assert run.position[-1, 6, 0] > 1.7  # over four joints
    assert np.max(np.abs(slider - [2, 0, 0, 0, 0, 0])) < SMOOTH * 2.0


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_gliding_with_friction_slows_down_evenly(formulation: str) -> None:
    assembly, velocity = row(0.2, 3.0)
    run = ds.simulate(assembly, 0.6, 1e-3, formulation=formulation, initial_velocity=velocity)
    speed = run.velocity[:, 6, 0]
    assert run.position[-1, 6, 0] > 1.4
    assert speed[-1] == pytest.approx(3.0 - 0.2 * 9.81 * 0.6, rel=0.01)
    assert np.max(np.abs(np.diff(speed)[5:] + 0.2 * 9.81 * 1e-3)) < 0.2 * 0.2 * 9.81 * 1e-3


def test_a_stack_bonded_wall_has_only_face_contacts() -> None:
    from drystone.collision import detect

    assembly = wall(4, 4, bond="stack")
    contacts = detect(assembly, ds.State.initial(assembly))
    upright = np.isclose(np.abs(contacts.normal), 1.0, atol=1e-12).any(axis=1)
    assert upright.all()
    assert contacts.count == 4 * (4 * 4 + 3 * 4)
