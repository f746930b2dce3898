"""Overlaps that are taken back in the positions, against closed forms, and in runs."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.collision import detect
from drystone.collision.detect import METHODS
from drystone.formulations import StepProblem
from drystone.integrators.base import ImpactHandling
from drystone.integrators.context import StepContext
from drystone.integrators.impacts import ImpactContacts, impact
from drystone.integrators.mid_point import MidPoint
from drystone.integrators.options import read_options
from drystone.integrators.overlaps import DEEP, TURNING, MovedApart
from drystone.model import State
from drystone.model.gravity import GRAVITY
from drystone.model.scene import Scene
from drystone.model.update import fly
from drystone.numerics.rotations import exponential
from drystone.results.checkpoint import Moment
from drystone.results.energy import kinetic_energies
from drystone.solvers import StepSolution, WarmStart
from drystone.structures import spandrel_arch, wall

from ..steps import GROUND, cube

SIZE, DT, G = 0.5, 1e-2, 9.81  # m, s, m/s2
DEEPEST = 10.0 * DEEP * SIZE  # m, of an overlap that is to be taken back
CERTIFIED = 1e-6  # relative, of an answer of certificate 1e-8
FAR = ds.Block.box((1.0, 1.0, SIZE), (0.0, 0.0, -9.0), fixed=True, name="far")
TOUCHING = 1e-4  # relative, where a contact touches and does not press: both factors of 1e-8 are small
VELOCITY = np.array([0.1, -0.2, 0.3, 0.4, 0.5, -0.6])


def context(*blocks: ds.Block, formulation: str = "nodargi-bisegna", joint: ds.Joint | None = None) -> StepContext:
    scene = Scene.of(ds.Assembly(list(blocks), friction=0.5, joints=joint), GRAVITY, None, None, None)
    chosen, options = read_options(formulation, {"overlap_tolerance": 2.0 * DEEPEST})
    return StepContext(scene, chosen, "kinematic", ds.get_solver("auto"), options, DT)


def moved(found: StepContext, position: Any = (0.0, 0.0, 0.0), turned: Any = (0.0, 0.0, 0.0)) -> tuple[State, State]:
    """The last block displaced (m) and turned (rad), all of them with a velocity; and what becomes of that."""
    begun = State.initial(found.scene.assembly, np.outer(~found.scene.assembly.fixed, VELOCITY))
    place, rotation = begun.position.copy(), begun.rotation.copy()
    place[-1] += position
    rotation[-1] = exponential(np.array([turned]))[0] @ rotation[-1]
    state = begun.moved(place, rotation, begun.velocity, 0.0)
    return state, apart(found, state).state


def programs(found: StepContext, monkeypatch: pytest.MonkeyPatch) -> list[StepProblem]:
    """The programs that are solved from now on."""
    solve, made = found.solver.program, list[StepProblem]()

    def seen(step: StepProblem, guess: WarmStart, time: float) -> StepSolution:
        made.append(step)
        return solve(step, guess, time)

    monkeypatch.setattr(found.solver, "program", seen)
    return made


def apart(found: StepContext, state: State) -> MovedApart:
    contacts = detect(found.scene.assembly, state, 1e-3, horizon=0.0)
    return MovedApart.of(found, state, contacts, DT)


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb", "anitescu-tasora"])
def test_a_block_is_lifted_by_its_overlap_and_keeps_its_velocity(formulation: str) -> None:
    found = context(GROUND, cube(0, 0.25), formulation=formulation)
    before, after = moved(found, (0.0, 0.0, -DEEPEST))
    assert after.position - before.position == pytest.approx(
        np.array([[0, 0, 0], [0, 0, DEEPEST]]), abs=CERTIFIED * DEEPEST
    )
    assert np.array_equal(after.velocity, before.velocity)
    done = apart(found, before)
    mass = found.scene.assembly.mass[1]
    assert done.work == pytest.approx(mass * G * DEEPEST, rel=CERTIFIED)
    again = detect(found.scene.assembly, after, 1e-3, horizon=0.0)
    assert done.contacts.gap == pytest.approx(again.gap, abs=CERTIFIED * DEEPEST)


@pytest.mark.parametrize("method", METHODS)
def test_overlaps_that_any_detection_finds_are_taken_back(method: str) -> None:
    found = context(GROUND, cube(0, 0.25))
    place = found.scene.assembly.centroid + np.array([[0, 0, 0], [0, 0, -DEEPEST]])
    state = State.initial(found.scene.assembly).moved(place, np.tile(np.eye(3), (2, 1, 1)), np.zeros((2, 6)), 0.0)
    done = MovedApart.of(found, state, detect(found.scene.assembly, state, 1e-3, method=method), DT)
    assert done.state.position[1, 2] - place[1, 2] == pytest.approx(DEEPEST, rel=CERTIFIED)


def test_blocks_give_way_by_their_masses() -> None:
    """Two free blocks, one of twice the mass: it moves half as far."""
    light, heavy = (
        cube(0, 0.0, name="light"),
        ds.Block.box((SIZE, SIZE, 2 * SIZE), (0.0, 0.0, 1.5 * SIZE), name="heavy"),
    )
    found = context(FAR, light, heavy)
    before, after = moved(found, (0.0, 0.0, -DEEPEST))
    path = after.position[1:] - before.position[1:]
    assert path[:, 2] == pytest.approx([-2.0 / 3.0 * DEEPEST, DEEPEST / 3.0], rel=CERTIFIED)


def test_an_edge_lifts_and_turns_a_block_by_its_mass_and_inertia() -> None:
    """A tilted cube, one edge of it in the ground: lambda = depth / (1/m + a^2/(TURNING J)), a the edge's lever."""
    found, tilt = context(GROUND, cube(0, 0.25)), 0.3
    half = 0.5 * SIZE
    low = half * (np.cos(tilt) + np.sin(tilt))  # height of the centroid over the lowest edge
    before, after = moved(found, (0.0, 0.0, low - half - DEEPEST), (0.0, tilt, 0.0))
    lever = half * (np.cos(tilt) - np.sin(tilt))  # the lowest edge is so far from the centroid, along x
    mass, inertia = found.scene.assembly.mass[1], found.scene.assembly.inertia[1][1, 1]
    push = DEEPEST / (1.0 / mass + lever**2 / (TURNING * inertia))
    assert after.position[1] - before.position[1] == pytest.approx([0, 0, push / mass], abs=CERTIFIED * DEEPEST)
    turned = after.rotation[1] @ before.rotation[1].T
    assert abs(turned[0, 2]) == pytest.approx(push * lever / (TURNING * inertia), rel=1e-5)


def test_what_is_turned_takes_its_spin_along() -> None:
    """Its kinetic energy stays: a spear that was turned while its spin stayed behind gained a thousandth of it."""
    spear = ds.Block.box((SIZE, 0.1 * SIZE, 0.1 * SIZE), (0.0, 0.0, 0.05 * SIZE), name="spear")
    found = context(GROUND, spear)
    half, thin, tilt = 0.5 * SIZE, 0.05 * SIZE, 0.3
    edge = half * np.sin(tilt) + thin * np.cos(tilt)  # so high is the centroid above the lowest edge
    before, after = moved(found, (0.0, 0.0, edge - thin - DEEPEST), (0.0, tilt, 0.0))
    assert np.linalg.norm(after.rotation[1] - before.rotation[1]) > 1e-4
    energy = [kinetic_energies(found.scene.assembly, state) for state in (before, after)]
    assert energy[1] == pytest.approx(energy[0], rel=1e-13)


@pytest.mark.parametrize(("deep", "moves"), [(0.99, False), (1.01, True)])
def test_small_overlaps_stay(deep: float, moves: bool) -> None:
    found = context(GROUND, cube(0, 0.25))
    before, after = moved(found, (0.0, 0.0, -deep * DEEP * SIZE))
    assert (after is not before) == moves


def test_blocks_are_moved_by_their_own_thickness_and_only_with_their_neighbours() -> None:
    """A thin tile far away is deep for its thickness; a cube is as deep, which is little for its own, and stays."""
    thin = 1e-2
    tile = ds.Block.box((SIZE, SIZE, thin), (8.0, 0.0, 0.5 * thin), name="tile")
    found = context(GROUND, tile, cube(0, 0.25))
    deep = 0.5 * DEEP * SIZE
    state = State.initial(found.scene.assembly)
    place = state.position - np.array([[0, 0, 0], [0, 0, deep], [0, 0, deep]])
    done = apart(found, state.moved(place, state.rotation, state.velocity, 0.0))
    assert done.state.position[:, 2] - place[:, 2] == pytest.approx([0.0, deep, 0.0], abs=CERTIFIED * deep)
    assert done.state.position[2, 2] == place[2, 2]


def test_blocks_that_are_given_in_each_other_may_stay_so() -> None:
    """A survey is not exact: what it overlaps by is no motion, what is added to it is."""
    given = context(GROUND, cube(0, 0.25 - DEEPEST))
    before, after = moved(given)
    assert after is before
    deeper, lifted = moved(given, (0.0, 0.0, -DEEPEST))
    assert lifted.position[1, 2] - deeper.position[1, 2] == pytest.approx(DEEPEST, rel=CERTIFIED)


def test_what_moving_apart_closes_is_moved_apart_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of a beam rises by 1.06 times its depth in a support; a lintel is above it by 1.03 times that depth."""
    deep, length, height = 0.5 * DEEPEST, 3.0, 0.5
    support = ds.Block.box((SIZE, SIZE, SIZE), (0.9 + 0.5 * SIZE, 0.0, -0.5 * SIZE), fixed=True, name="support")
    beam = ds.Block.box((length, SIZE, height), (0.0, 0.0, 0.5 * height), name="beam")
    lintel = ds.Block.box((0.2, SIZE, SIZE), (1.41, 0.0, height + 0.03 * deep + 0.5 * SIZE), name="lintel")
    found = context(support, lintel, beam)
    made = programs(found, monkeypatch)
    before, after = moved(found, (0.0, 0.0, -deep))
    assert made[0].count < made[-1].count
    contacts = detect(found.scene.assembly, after, 1e-3, horizon=0.0)
    assert np.min(contacts.gap) == pytest.approx(0.0, abs=CERTIFIED * deep)
    assert after.position[1, 2] > before.position[1, 2]


def test_solvers_are_accurate_to_a_share_of_what_is_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    found = context(GROUND, cube(0, 0.25))
    made = programs(found, monkeypatch)
    moved(found, (0.0, 0.0, -DEEPEST))
    assert [step.energy for step in made] == pytest.approx([0.5 * found.scene.assembly.mass[1] * (DEEPEST / DT) ** 2])


def test_blocks_that_no_solver_moves_apart_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    found = context(GROUND, cube(0, 0.25))
    solve = found.solver.program
    monkeypatch.setattr(found.solver, "program", lambda *step: replace(solve(*step), status="failed"))
    with pytest.warns(UserWarning, match=r"step at 0 s: blocks are 0\.001 m deep in each other and no solver moved"):
        before, after = moved(found, (0.0, 0.0, -DEEPEST))
    assert after is before


def test_springs_are_pressed_and_nothing_is_moved() -> None:
    found = context(GROUND, cube(0, 0.25), joint=ds.Joint(normal_stiffness=1e9, tangential_stiffness=1e9))
    before, after = moved(found, (0.0, 0.0, -DEEPEST))
    assert after is before


def test_what_a_step_leaves_is_taken_back_before_the_next_middle() -> None:
    """A cube that stops sinks by mu dt u until the next middle; beside one at rest, so that one program is solved."""
    found, sliding = context(GROUND, cube(-2, 0.25, name="rests"), cube(2, 0.25, name="slides")), 0.03
    velocity = np.zeros((3, 6))
    velocity[2, 0] = sliding
    start = Moment(State.initial(found.scene.assembly, velocity))
    step, _ = MidPoint().step(found, start, DT, ImpactHandling.IN_STEP)
    assert step is not None
    after = step.end.state
    assert after.velocity[2] == pytest.approx([0, 0, -0.5 * sliding, 0, 0, 0], abs=1e-6)
    assert fly(found.scene.assembly, after, 0.5 * DT).position[:, 2] == pytest.approx([-0.5, 0.25, 0.25], abs=1e-7)
    assert step.energy.moved_apart == pytest.approx(found.scene.assembly.mass[2] * G * 0.5 * DT * sliding, rel=1e-4)


def test_an_impact_finds_no_overlaps() -> None:
    """One cube is hit while another is in the ground."""
    found = context(GROUND, cube(2, 0.25, name="lands"), cube(-2, 0.25, name="sunk"))
    velocity = np.zeros((3, 6))
    velocity[1, 2] = -1.0
    begun = State.initial(found.scene.assembly, velocity)
    sunk = begun.position - [[0, 0, 0], [0, 0, 0], [0, 0, DEEPEST]]
    moment = Moment(begun.moved(sunk, begun.rotation, begun.velocity, 0.0))
    struck = impact(found, moment, ImpactContacts.at(found, moment), 1.0)
    assert struck is not None
    assert struck.end.state.position[:, 2] == pytest.approx([-0.5, 0.25, 0.25], abs=TOUCHING * DEEPEST)
    assert struck.energy.moved_apart == pytest.approx(found.scene.assembly.mass[2] * G * DEEPEST, rel=TOUCHING)


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
def test_shaken_bricks_stay_out_of_each_other(formulation: str) -> None:
    """0.9 g at 2 Hz: 1.1 mm deep without it (mu 0.6). Half a step may add to what is left at the middles."""
    motion = ds.GroundMotion.harmonic(0.9 * G, 2.0)
    bricks = wall(6, 8, friction=0.6)
    run = ds.simulate(bricks, 0.25, 5e-3, formulation=formulation, motion=motion)
    deepest = [
        float(np.min(detect(bricks, run.recorded_state(i), 1e-3, horizon=0.0).gap)) for i in range(len(run.time))
    ]
    assert min(deepest) > -1e-4
    assert run.energy["error"].abs().max() < 1e-6 * run.energy["kinetic"].max()  # what moving apart did is told


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*has gained")  # with dt 0.02 s, as its text says: what sinks is lifted again
@pytest.mark.parametrize("dt", [0.02, 5e-3])
@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
def test_a_wall_with_an_arch_is_a_tenth_of_a_millimetre_deep_at_most(formulation: str, dt: float) -> None:
    """The shaken wall of Beatini et al. 2017, section 4, along its plane: 1.4 mm without it at dt 0.02 s."""
    omega = 2.0 * np.pi
    time = np.linspace(0.0, 1.5, 1501)
    motion = ds.GroundMotion.from_displacement(time, 0.2 * G / omega**2 * np.sin(omega * time))
    run = ds.simulate(spandrel_arch(), 1.5, dt, formulation=formulation, motion=motion)
    assert min(float(np.min(record.contacts.gap)) for record in run.records if record is not None) > -1e-4


@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
def test_what_is_thrown_within_a_step_does_not_pass_a_plate(integrator: str) -> None:
    """A block at rest, 0.24 m before a plate of 2 cm, is thrown at 120 m/s: by 0.6 m in a step of 5 ms."""
    plate = ds.Block.box((0.02, 2, 2), (0.8, 0, 0), fixed=True, name="plate")
    light = ds.Block.box((0.1, 0.1, 0.1), (0.5, 0, 0), density=100, name="light")
    heavy = ds.Block.box((0.5, 0.5, 0.5), (0.19, 0, 0), name="heavy")
    joints = {("light", "heavy"): ds.Joint(restitution=1.0), "default": ds.Joint()}
    assembly = ds.Assembly([plate, light, heavy], friction=0.0, joints=joints)
    start = np.zeros((3, 6))
    start[2, 0] = 60.0
    run = ds.simulate(assembly, 0.02, 5e-3, gravity=(0, 0, 0), initial_velocity=start, integrator=integrator)
    assert np.max(run.position[:, 1, 0]) < 0.8


def test_a_thin_tile_elsewhere_does_not_end_the_run_of_a_block_that_is_thrown() -> None:
    """1 mm above the ground at 20 m/s: in a sixteenth of a step by more than half of the tile, not of the block."""
    tile = ds.Block.box((0.3, 0.3, 2e-3), (8.0, 0.0, 1e-3), name="tile")
    assembly = ds.Assembly([GROUND, cube(0, 0.251), tile], friction=0.5)
    start = np.zeros((3, 6))
    start[1, 2] = -20.0
    run = ds.simulate(assembly, 0.02, 5e-3, initial_velocity=start)
    assert run.position[-1, 1:, 2] == pytest.approx([0.25, 1e-3], abs=1e-6)


def test_a_lever_does_not_throw_a_ball_through_a_plate() -> None:
    ground = ds.Block.box((6, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    fulcrum = ds.Block.box((0.1, 1, 0.2), (-0.5, 0, 0.1), fixed=True, name="fulcrum")
    plank = ds.Block.box((3, 0.3, 0.1), (0.3, 0, 0.25), density=500, name="plank")
    ball = ds.Block.box((0.1, 0.1, 0.1), (1.7, 0, 0.35), density=500, name="ball")
    plate = ds.Block.box((0.6, 0.6, 0.01), (1.7, 0, 0.5), fixed=True, name="plate")
    heavy = ds.Block.box((0.6, 0.6, 0.6), (-1.0, 0, 0.61), density=5000, name="heavy")
    assembly = ds.Assembly([ground, fulcrum, plank, ball, plate, heavy], friction=0.3)
    start = np.zeros((6, 6))
    start[5, 2] = -10.0
    run = ds.simulate(assembly, 0.05, 1e-2, initial_velocity=start, integrator="backward-euler")
    assert np.max(run.position[:, 3, 2]) < 0.5
