"""Ghost contacts: blocks that meet only along an edge or at a corner must not hold each other."""

from dataclasses import replace
from functools import cache
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

import drystone as ds
from drystone.formulations import FORMULATIONS
from drystone.structures import wall

from ..marks import with_slow
from ..steps import SCHEME

EXACT = 1e-6  # relative: certificate 1e-8 with a margin; a ghost contact costs tens of per cent
SMOOTH = 1e-8  # of the speed: certificate with a margin
ELASTIC = 1e-5  # of the speed: compliant blocks pitch by 2e-9 m as the patch of contact changes
EVEN = 1e-3  # of mu g, step by step: a catch at a joint costs all of it
BRACKET = 0.005  # relative, on both sides of a threshold
SHEARED = 1e-2  # relative: the springs along the joint are stretched first
STILL = 1e-5  # m/s; the elastic yield is 1e-6, an excess of half a per cent of the weight in a step 1e-4
STARTING = 0.01  # relative: the first step from rest pays for the associated law's opening, at first order in dt


def stack() -> ds.Assembly:
    """Two columns of three blocks, edges not trimmed: four blocks meet at each inner corner."""
    blocks = [ds.Block.box(size=(6, 2, 0.5), center=(0, 0, -0.25), fixed=True, name="ground")]
    blocks += [
        ds.Block.box(size=(0.5, 0.4, 0.3), center=(0.25 + 0.5 * i, 0, 0.15 + 0.3 * j), density=2000, name=f"{i}{j}")
        for i in range(2)
        for j in range(3)
    ]
    return ds.Assembly(blocks, friction=0.5)


@pytest.mark.each_value
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("share", [1 - BRACKET, 1 + BRACKET, 1.05])
def test_a_block_pulled_out_carries_the_block_above_with_it(formulation: str, share: float) -> None:
    """Threshold: friction under two blocks; the block above rides along, the diagonal ones do nothing."""
    assembly = stack()
    weight = assembly.mass[1] * 9.81
    hold = 0.5 * 2 * weight
    pull = ds.PointForce("01", (-share * hold, 0, 0), point=(0.0, 0.0, 0.3))
    run = ds.simulate(assembly, 0.05, 1e-3, formulation=formulation, integrator=SCHEME, loads=[pull])
    velocity = run.velocity[-1]
    expected = max(0.0, share - 1.0) * hold / (2 * assembly.mass[1]) * 0.05
    for name in ("01", "02"):
        moved = velocity[assembly.names.index(name), 0]
        assert moved == pytest.approx(-expected, abs=EXACT * 9.81 * 0.05 + 0.02 * expected)
    for name in ("10", "11", "12"):
        assert np.max(np.abs(velocity[assembly.names.index(name)])) < 1e-6


@pytest.mark.parametrize("formulation", with_slow(FORMULATIONS, "compliant", "anitescu-tasora"))
def test_a_block_pulled_hard_slides_under_the_block_above(formulation: str) -> None:
    """Faster than mu g: both faces slide, with exactly their friction."""
    assembly = stack()
    mass = assembly.mass[1]
    pull = 3.0 * 0.5 * 3 * mass * 9.81
    load = ds.PointForce("01", (-pull, 0, 0), point=(0.0, 0.0, 0.45))
    run = ds.simulate(assembly, 0.1, 5e-4, formulation=formulation, loads=[load])
    expected = -(pull - 0.5 * 3 * mass * 9.81) / mass
    assert run.velocity[-1, assembly.names.index("01"), 0] / 0.1 == pytest.approx(expected, rel=STARTING)
    above = run.velocity[-1, assembly.names.index("02"), 0] / 0.1
    assert above == pytest.approx(-0.5 * 9.81, rel=3 * STARTING)


def bonded(gap: float) -> ds.Assembly:
    """Three columns of three blocks; head joints closed, or open by ``gap`` (m)."""
    ground = ds.Block.box(size=(6, 2, 0.5), center=(0, 0, -0.25), fixed=True, name="ground")
    columns = [
        ds.Block.box(size=SIZE, center=((SIZE[0] + gap) * i, 0, SIZE[2] * (0.5 + j)), density=2000, name=f"{i}{j}")
        for i in range(3)
        for j in range(3)
    ]
    return ds.Assembly([ground, *columns], friction=0.5)


SIZE = (0.5, 0.4, 0.3)


def weight_along(assembly: ds.Assembly, direction: tuple[float, float, float]) -> np.ndarray:
    """The weight of a block (3,), as large as it is along each axis of the ``direction`` (N)."""
    return np.array(direction) * assembly.mass[1] * 9.81


@cache
def carried_by_faces(name: str, direction: tuple[float, float, float]) -> float:
    """The largest pull in the ``direction`` at a block's centroid, in its weights, that the faces of the closed stack
    bond carry, listed by hand.

    max s : on every block the forces at the corners of its faces, the weight and s times the pull balance.
    """
    assembly = bonded(0.0)
    pull = weight_along(assembly, direction)
    pairs = [(f"{i}{j}", f"{i}{j - 1}" if j else "ground", 2) for i in range(3) for j in range(3)]
    pairs += [(f"{i}{j}", f"{i - 1}{j}", 0) for i in (1, 2) for j in range(3)]
    centre = dict(zip(assembly.names, ds.State.initial(assembly).position, strict=True))
    force: dict[str, list[Any]] = {block: [] for block in assembly.names}
    moment: dict[str, list[Any]] = {block: [] for block in assembly.names}
    constraints = []
    for upper, lower, axis in pairs:
        half = 0.5 * np.array(SIZE)
        for corner in np.array([(a, b, c) for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)]):
            if corner[axis] > 0:
                continue
            f = cp.Variable(3)
            constraints.append(cp.norm(f[[i for i in range(3) if i != axis]]) <= 0.5 * f[axis])
            for block, sign in ((upper, 1), (lower, -1)):
                arm = centre[upper] + half * corner - centre[block]
                force[block].append(sign * f)
                moment[block].append(sign * np.cross(np.eye(3), arm) @ f)
    multiplier = cp.Variable()
    for block in assembly.names[1:]:
        weight = np.array([0, 0, -9.81 * assembly.mass[1]])
        constraints.append(sum(force[block]) + weight + (multiplier * pull if block == name else 0) == 0)
        constraints.append(sum(moment[block]) == 0)
    cp.Problem(cp.Maximize(multiplier), constraints).solve(solver="CLARABEL")
    return float(multiplier.value)


@pytest.mark.each_value
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("name", ["12", "11", "01", "22"])
@pytest.mark.parametrize("direction", [(0, -1, 0), (-1, -1, 0), (1, 0.5, 1)])
def test_the_strength_of_a_closed_stack_bond_is_that_of_its_faces(
    name: str, direction: tuple[float, float, float], formulation: str
) -> None:
    """An inner block wedges between its neighbours, as associated friction has it; diagonal blocks add nothing.

    The program that assumes no sliding: with Coulomb's law itself wedged blocks slide at less.
    """
    assembly, solver = bonded(0.0), ds.get_solver("auto")
    pull, threshold = weight_along(assembly, direction), carried_by_faces(name, direction)
    for share, moves in ((1 - BRACKET, False), (1 + BRACKET, True)):
        load = ds.PointForce(name, tuple(share * threshold * pull))
        step = solver.solve(ds.step_problem(assembly, 0.02, formulation=formulation, loads=load))
        assert (np.max(np.abs(step.velocity)) > STILL) == moves


@pytest.mark.each_value
@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize(("name", "above"), [("12", 0), ("11", 1), ("10", 2)])
@pytest.mark.parametrize("share", [1 - BRACKET, 1 + 4 * BRACKET])
def test_an_inner_block_with_open_head_joints_has_the_friction_of_its_beds(
    name: str, above: int, share: float, formulation: str
) -> None:
    """Pulled out of the wall's plane, head joints open by a millimetre: it carries the blocks above with it."""
    assembly = bonded(1e-3)
    mass = (above + 1) * assembly.mass[1]
    hold = 0.5 * mass * 9.81
    run = ds.simulate(assembly, 0.05, 1e-3, formulation=formulation, loads=ds.PointForce(name, (0, -share * hold, 0)))
    speed = -run.velocity[-1, assembly.index_of(name), 1]
    assert speed == pytest.approx(max(0.0, share - 1.0) * hold / mass * 0.05, rel=STARTING, abs=EXACT)


def row(friction: float) -> ds.Assembly:
    """A block on a row of equal fixed blocks, edges parallel to the joints."""
    blocks = [
        ds.Block.box(size=(0.4, 0.4, 0.4), center=(0.4 * i, 0, -0.2), fixed=True, name=f"row-{i}") for i in range(6)
    ]
    return ds.Assembly([*blocks, ds.Block.box(size=(0.4, 0.4, 0.4), center=(0, 0, 0.2), name="slider")], friction)


@pytest.mark.parametrize("formulation", with_slow(FORMULATIONS, "compliant", "anitescu-tasora"))
def test_gliding_without_friction_keeps_the_speed(formulation: str) -> None:
    velocity = np.zeros((7, 6))
    velocity[6, 0] = 2.0
    run = ds.simulate(row(0.0), 0.9, 2e-3, formulation=formulation, initial_velocity=velocity)
    assert run.position[-1, 6, 0] > 1.7  # over four joints
    smooth = ELASTIC if formulation == "compliant" else SMOOTH
    assert np.max(np.abs(run.velocity[:, 6] - velocity[6])) < smooth * 2.0


@pytest.mark.parametrize("formulation", with_slow(FORMULATIONS, "compliant", "anitescu-tasora", "coulomb"))
def test_a_pushed_block_glides_over_the_joints(formulation: str) -> None:
    """Pushed at its base with twice its friction from rest: mu g at every step once under way, over three joints."""
    assembly = row(0.2)
    push = ds.PointForce("slider", (2 * 0.2 * assembly.mass[6] * 9.81, 0, 0), point=(0, 0, 0))
    run = ds.simulate(assembly, 1.2, 2e-3, formulation=formulation, integrator=SCHEME, loads=push)
    gained = np.diff(run.velocity[:, 6, 0])[5:] / 2e-3
    assert run.position[-1, 6, 0] > 1.4
    assert np.max(np.abs(gained / (0.2 * 9.81) - 1)) < EVEN
    assert np.max(np.abs(run.velocity[:, 6, [1, 3, 4, 5]])) < 1e-5


SPRINGS = ds.Joint(normal_stiffness=1e9, tangential_stiffness=1e9)
SOFT = {
    "springs": lambda blocks: ds.Assembly(blocks, 0.05, SPRINGS),
    "uniform strain": lambda blocks: ds.Assembly(blocks, 0.05).of_material(ds.Material(1e8, 0.2, 2000.0), "affine"),
    "hexahedra": lambda blocks: ds.Assembly(blocks, 0.05).of_material(ds.Material(1e9, 0.2, 2000.0), (2, 2, 2)),
}
"""What lets a block sink by 8 to 10 micrometres into the row under its weight."""


@pytest.mark.each_value
@pytest.mark.parametrize(("speed", "integrator"), [(1.0, "mid-point"), (3.0, "mid-point"), (3.0, "backward-euler")])
@pytest.mark.parametrize("soft", SOFT)
def test_a_block_that_is_pressed_into_the_row_glides_over_the_joints(soft: str, speed: float, integrator: str) -> None:
    """No side of the next block holds it for that: mu g throughout."""
    assembly, mu = SOFT[soft](row(0.05).blocks), 0.05
    rest = ds.simulate(assembly, 0.2, 2.5e-3, integrator="velocity-reset").recorded_state(-1)
    velocity = np.zeros((7, 6))
    velocity[6, 0] = speed
    start = replace(rest, velocity=velocity, time=0.0)
    settings: dict[str, Any] = {"formulation": "coulomb", "integrator": integrator}
    run = ds.simulate(assembly, 1.2 / speed, 2.5e-3, start=start, **settings)
    assert run.position[-1, 6, 0] > 0.8  # over two joints
    lost = speed - run.velocity[-1, 6, 0]
    assert lost == pytest.approx(mu * 9.81 * run.time[-1], rel=SHEARED)
    assert np.ptp(run.position[:, 6, 2]) < 2e-5  # an impact on the side of a block throws it up by millimetres


@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
@pytest.mark.parametrize("soft", ["springs", "compliant"])
def test_a_block_that_is_just_being_pressed_into_the_row_glides_over_the_joints(soft: str, integrator: str) -> None:
    """As its weight comes on it sinks in each step more than twice as deep as it was; its front is near a joint."""
    settings: dict[str, Any] = {"formulation": "coulomb", "integrator": integrator}
    if soft == "compliant":
        stiff = {"normal_stiffness": 1e7, "tangential_stiffness": 1e7}
        settings |= {"formulation": "compliant", "options": stiff}
    joints = SPRINGS if soft == "springs" else None
    velocity = np.zeros((7, 6))
    velocity[6, 0] = 3.0
    for before in (0.0, 7.5e-3, 15e-3, 22.5e-3):
        *blocks, _ = row(0.0).blocks
        slider = ds.Block.box((0.4, 0.4, 0.4), (0.4 - before, 0.0, 0.2), name="slider")
        assembly = ds.Assembly([*blocks, slider], 0.0, joints)
        run = ds.simulate(assembly, 0.05, 2.5e-3, initial_velocity=velocity, **settings)
        assert run.velocity[-1, 6, 0] == pytest.approx(3.0, rel=EVEN)


RIGID = ["nodargi-bisegna", "anitescu-tasora"]  # what slides sinks by up to 0.034 g dt^2 here


@pytest.mark.parametrize("formulation", RIGID)
def test_a_block_that_sinks_while_it_slides_glides_over_the_joints(formulation: str) -> None:
    """The overlap that a long step leaves under it is no hold for the side of the next block: mu g throughout."""
    velocity = np.zeros((7, 6))
    velocity[6, 0] = 3.0
    settings: dict[str, Any] = {"formulation": formulation, "integrator": "mid-point"}
    run = ds.simulate(row(0.3), 0.6, 1e-2, initial_velocity=velocity, **settings)
    assert run.position[-1, 6, 0] > 1.2  # over three joints
    assert 3.0 - run.velocity[-1, 6, 0] == pytest.approx(0.3 * 9.81 * 0.6, rel=EVEN)
    assert np.max(np.abs(run.velocity[-1, 6, 1:])) < 3.0 * EVEN


def test_a_block_on_compliant_contacts_glides_over_the_joints() -> None:
    """It sinks by 0.03 mm and more; without friction nothing takes its speed."""
    velocity = np.zeros((7, 6))
    velocity[6, 0] = 3.0
    options = {"normal_stiffness": 1e7, "tangential_stiffness": 1e7}
    run = ds.simulate(row(0.0), 0.5, 5e-3, formulation="compliant", initial_velocity=velocity, options=options)
    assert np.min(run.position[:, 6, 2]) < 0.2 - 2e-5
    assert np.max(np.abs(run.velocity[:, 6, 0] - 3.0)) < 3.0 * EVEN


def test_a_stack_bonded_wall_has_only_face_contacts() -> None:
    from drystone.collision import detect

    assembly = wall(4, 4, bond="stack")
    contacts = detect(assembly, ds.State.initial(assembly))
    upright = np.isclose(np.abs(contacts.normal), 1.0, atol=1e-12).any(axis=1)
    assert upright.all()
    assert contacts.count == 4 * (4 * 4 + 3 * 4)
