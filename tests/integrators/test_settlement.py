"""Settlements in time: supports go where they are told, blocks follow, and the ledger knows who did the work."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.collision import Contacts
from drystone.integrators.backward_euler import BackwardEuler
from drystone.integrators.context import StepContext
from drystone.model import State
from drystone.model.settlement import settled
from drystone.numerics.rotations import exponential, rotation_vector
from drystone.structures import arch

from ..steps import DYNAMIC, off_path

G = 9.81
EXACT = 1e-12  # m, rad: a prescribed path is followed to rounding
CONVERGED = {"newton_tolerance": 1e-13, "newton_iterations": 50}  # angular momentum in balance, so that CLOSURE holds
CLOSURE = 1e-9  # of the energy at stake
FOLLOWS = 1e-7  # m: a block rides on its support to the certificate of 1e-8 with a margin
PLACE = 1e-2  # relative: hinges stand where gaps of dt^2 g left them
PEAK = 0.5 * np.pi**2  # acceleration of a settlement, over its way and the square of its duration
FIRST_ORDER = 5e-3  # relative: work of backward Euler steps, dt over the duration


def stool() -> ds.Assembly:
    """A slab on two fixed supports, and a third support beside it."""
    blocks = [
        ds.Block.box(size=(0.4, 0.4, 0.5), center=(x, 0, -0.25), fixed=True, name=name)
        for name, x in (("left", -0.5), ("right", 0.5), ("aside", 3.0))
    ]
    slab = ds.Block.box(size=(1.4, 0.4, 0.2), center=(0, 0, 0.1), name="slab")
    return ds.Assembly([*blocks, slab], friction=0.6)


def ramp(time: np.ndarray, start: float, duration: float) -> np.ndarray:
    return 0.5 * (1 - np.cos(np.pi * np.clip((time - start) / duration, 0, 1)))


def drift(run: ds.Trajectory) -> float:
    """Largest error of the ledger over the energy at stake."""
    table = run.energy
    error = table.total + table.dissipated - table.harvested - table.total.iloc[0]
    stake = max(np.ptp(table.potential), np.max(np.abs(table.harvested)), np.max(table.kinetic))
    return float(np.max(np.abs(error)) / stake)


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_supports_follow_their_path_and_others_stay(integrator: str) -> None:
    given = ds.Settlement(["aside"], (0.02, -0.01, -0.03), start=0.02, duration=0.1, rotation=(0.1, -0.2, 0.3))
    run = ds.simulate(stool(), 0.15, 1e-2, settlements=[given], integrator=integrator)
    near = EXACT + off_path(integrator, 1e-2, PEAK / 0.1**2)
    share = ramp(run.time, 0.02, 0.1)
    moved = run.position - run.position[0]
    assert np.max(np.abs(moved[:, 2] - share[:, None] * given.displacement)) < near * 0.03
    turned = exponential(share[:, None] * np.asarray(given.rotation))
    assert np.max(np.abs(run.rotation[:, 2] - turned)) < near
    assert np.max(np.abs(moved[:, [0, 1, 3]])) < FOLLOWS
    speed = np.diff(moved[:, 2], axis=0) / np.diff(run.time)[:, None]
    mean = (
        run.velocity[1:, 2, :3]
        if integrator == "backward-euler"
        else 0.5 * (run.velocity[1:] + run.velocity[:-1])[:, 2, :3]
    )
    assert mean == pytest.approx(speed, abs=1e-9)
    assert np.max(np.abs(run.velocity[-1, 2])) < 1e-9  # it has come to rest


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_a_support_turned_by_two_settlements_has_the_product_of_their_rotations(integrator: str) -> None:
    """About axes across each other, at overlapping times: the axes stay where they are, they do not turn along."""
    first = ds.Settlement(["aside"], start=0.0, duration=0.1, rotation=(0.6, 0.0, 0.0))
    second = ds.Settlement(["aside"], start=0.05, duration=0.1, rotation=(0.0, 0.5, -0.4))
    run = ds.simulate(stool(), 0.15, 1e-2, settlements=[first, second], integrator=integrator)
    turns = [
        exponential(ramp(run.time, one.start, one.duration)[:, None] * np.asarray(one.rotation))
        for one in (first, second)
    ]
    near = EXACT + 2.0 * off_path(integrator, 1e-2, PEAK / 0.1**2)  # of both
    assert np.max(np.abs(run.rotation[:, 2] - turns[1] @ turns[0])) < near


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_a_lowered_slab_gives_its_energy_to_the_supports(integrator: str) -> None:
    """Both supports together, slowly: the slab rides down, harvested is -m g d, and nothing else is at stake."""
    assembly, depth = stool(), 0.05
    given = ds.Settlement(["left", "right"], (0, 0, -depth), duration=0.4)
    run = ds.simulate(assembly, 0.5, 2e-3, settlements=[given], integrator=integrator)
    near = FOLLOWS + depth * off_path(integrator, 2e-3, PEAK / 0.4**2)
    assert np.max(np.abs(run.position[:, 3, 2] - 0.1 + depth * ramp(run.time, 0.0, 0.4))) < near
    work = assembly.mass[3] * G * depth
    assert run.energy.harvested.iloc[-1] == pytest.approx(-work, rel=FIRST_ORDER)
    assert run.energy.potential.iloc[-1] - run.energy.potential.iloc[0] == pytest.approx(-work, rel=FIRST_ORDER)
    assert drift(run) < CLOSURE


def test_a_tilting_support_takes_its_block_with_it() -> None:
    """A block on a plate that turns about its own centroid by less than the friction angle: one rigid body."""
    plate = ds.Block.box(size=(2, 2, 0.2), center=(0.3, 0, 0), fixed=True, name="plate")
    block = ds.Block.box(size=(0.4, 0.4, 0.2), center=(0.7, 0.2, 0.2), name="block")
    assembly = ds.Assembly([plate, block], friction=0.6)
    turn = np.array([0.1, 0.15, 0.2])
    run = ds.simulate(
        assembly, 0.6, 5e-3, settlements=ds.Settlement("plate", rotation=turn, duration=0.5), options=CONVERGED
    )
    R = exponential(turn[None])[0]
    expected = plate.centroid + R @ (block.centroid - plate.centroid)
    way = np.linalg.norm(expected - block.centroid)
    assert np.max(np.abs(run.position[-1, 1] - expected)) < FIRST_ORDER * way  # the mid-point's path is a polygon
    assert np.max(np.abs(run.rotation[-1, 1] - R)) < FIRST_ORDER * np.linalg.norm(turn)
    assert drift(run) < CLOSURE


def test_a_support_that_sinks_away_leaves_the_slab_to_turn_on_the_other() -> None:
    """One support drops faster than the slab can fall: it turns about the inner edge of the other and stays on it."""
    run = ds.simulate(stool(), 0.15, 2e-3, settlements=ds.Settlement("right", (0, 0, -1.0), duration=0.05))
    slab = run.position[-1, 3]
    assert slab[2] < 0.1 - 0.01
    assert run.velocity[-1, 3, 4] > 0.1  # about +y: the right side goes down
    pivot = np.array([-0.3, 0.0, 0.0])
    arm = run.rotation[-1, 3].T @ (pivot - slab)  # where the edge is in the slab
    assert arm[2] == pytest.approx(-0.1, abs=5e-3)
    names = run.contacts(-1)
    pressed = names[names.impulse_n > 1e-6 * names.impulse_n.max()]
    assert set(pressed.block_a) | set(pressed.block_b) == {"left", "slab"}
    assert drift(run) < CLOSURE


@pytest.mark.filterwarnings("ignore:.*the run has gained")  # 1.9e-3 as the ground and the ramp stop at one instant
@pytest.mark.parametrize("integrator", DYNAMIC)
def test_settlements_ride_on_the_ground_motion(integrator: str) -> None:
    """Fixed blocks: ground plus settlement; the ground of the results is the ground alone."""
    motion = ds.GroundMotion.one_sine(1.0, 0.05, direction=(0, 1, 0))
    given = [ds.Settlement("left", (0.01, 0, 0), duration=0.05), ds.Settlement("left", (0, 0, -0.002), start=0.05)]
    run = ds.simulate(stool(), 0.1, 5e-3, motion=motion, settlements=given, options=CONVERGED, integrator=integrator)
    near = EXACT + off_path(integrator, 5e-3, 1.0 + 0.01 * PEAK / 0.05**2)
    ground = motion.displacement_at(run.time)
    own = np.outer(ramp(run.time, 0.0, 0.05), (0.01, 0, 0)) + np.outer(ramp(run.time, 0.05, 1.0), (0, 0, -0.002))
    assert np.max(np.abs(run.position[:, 0] - run.position[0, 0] - ground - own)) < near
    assert np.max(np.abs(run.position[:, 1] - run.position[0, 1] - ground)) < near
    assert run.ground == pytest.approx(ground, abs=near)
    if integrator == "backward-euler":
        assert run.ground_velocity[1:] == pytest.approx(np.diff(ground, axis=0) / 5e-3, abs=1e-9)
    assert np.max(np.abs(run.in_ground_frame().position[:, 1] - run.position[0, 1])) < near
    assert drift(run) < CLOSURE


def test_an_arch_follows_spreading_abutments() -> None:
    """By hinges, whatever the integrator: dynamics and quasi-static steps end in one place, symmetric, at rest."""
    assembly, spread, ends = arch(), 0.02, []
    fixed = np.flatnonzero(assembly.fixed)
    given = [
        ds.Settlement(assembly.names[i], (0.5 * spread * np.sign(assembly.centroid[i, 0]), 0, 0), duration=0.3)
        for i in fixed
    ]
    crown = int(np.argmax(assembly.centroid[:, 2]))
    for integrator in ("rigid-modes", "velocity-reset", "backward-euler"):
        run = ds.simulate(assembly, 0.9, 1e-2, settlements=given, integrator=integrator, record_every=5)
        assert np.max(np.abs(run.position[-1] - run.position[-2])) < FOLLOWS
        assert drift(run) < CLOSURE
        ends.append(run.position[-1])
    sunk = assembly.centroid[crown, 2] - ends[0][crown, 2]
    assert 0.2 * spread < sunk < 2 * spread
    assert abs(ends[0][crown, 0] - assembly.centroid[crown, 0]) < 1e-3 * spread
    for other in ends[1:]:
        assert np.max(np.abs(other - ends[0])) < PLACE * spread


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_springs_that_supports_press_without_gravity_are_solved_as_they_are(integrator: str) -> None:
    """No step is halved: energies that stiff springs hold are no numbers in which the certificate's gap is lost."""
    area, stiffness, way = 0.36, 1e11, 1e-3
    sides = [ds.Block.box((1, 1, 0.2), (0, 0, z), fixed=True, name=name) for name, z in (("foot", -0.1), ("head", 1.1))]
    springs = ds.Joint(normal_stiffness=stiffness, tangential_stiffness=stiffness)
    pressed = ds.Assembly([*sides, ds.Block.box((0.6, 0.6, 1), (0, 0, 0.5))], 0.6, springs)
    closing = ds.Settlement("head", (0, 0, -way), duration=0.1)
    run = ds.simulate(pressed, 0.12, 2e-3, settlements=closing, integrator=integrator, gravity=(0, 0, 0))
    last = run.contacts(-1)
    force = last.force_n[(last.block_a == "head") | (last.block_b == "head")].sum()
    assert force == pytest.approx(stiffness * area * way / 2, rel=1e-6)


def test_the_step_knows_the_velocity_of_the_supports() -> None:
    given = ds.Settlement("right", (0, 0, 0.01), duration=0.01, rotation=(0, 0.02, 0))
    problem = ds.step_problem(stool(), 1e-2, settlements=[given])
    contacts = problem.contacts
    assert contacts is not None
    support = np.array([stool().names.index("right") in pair for pair in contacts.blocks])
    assert support.any()
    arm = contacts.midpoint - stool().centroid[1]
    velocity = np.array([0, 0, 1.0]) + np.cross([0, 2.0, 0], arm)
    side = np.where(contacts.blocks[:, 1] == 1, 1.0, -1.0)[:, None]
    expected = np.where(support[:, None], side * np.einsum("cij,cj->ci", contacts.frame, velocity), 0.0)
    assert problem.prescribed == pytest.approx(expected, abs=1e-9)


def test_the_end_of_settlements() -> None:
    """Displacements add, rotations follow each other in the given order; without a time, their end."""
    assembly = stool()
    first = ds.Settlement(("left", "right"), (0.1, 0, 0), rotation=(0, 0, 0.3))
    second = replace(first, blocks="left", displacement=(0, 0.2, 0), rotation=(0.4, 0, 0))
    displacement, rotation = settled([first, second], assembly)
    assert displacement[:2] == pytest.approx(np.array([[0.1, 0.2, 0], [0.1, 0, 0]]))
    a, b = exponential(np.array([[0, 0, 0.3], [0.4, 0, 0]]))
    assert rotation[0] == pytest.approx(b @ a)
    assert np.array_equal(rotation[2:], np.tile(np.eye(3), (2, 1, 1)))
    assert first.fraction(0.0) == 0.0
    assert first.fraction(0.5) == pytest.approx(0.5)
    assert first.fraction(7.0) == 1.0


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-6, 0.1, 1.0, 3.0])
def test_rotation_vectors_invert_the_exponential(angle: float) -> None:
    axes = np.random.default_rng(2).normal(size=(20, 3))
    vectors = angle * axes / np.linalg.norm(axes, axis=1)[:, None]
    assert np.max(np.abs(rotation_vector(exponential(vectors)) - vectors)) < EXACT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"blocks": ["slab"]}, "block 'slab' settles and is movable; only fixed blocks do"),
        ({"blocks": ["middle"]}, "unknown block 'middle'"),
        ({"blocks": []}, "must be a list of at least 1 names"),
        ({"blocks": ["left", 3]}, "must be a list of names; entry 1 is 3"),
        ({"blocks": ["left", "left"]}, "name each block once"),
        ({"duration": 0.0}, r"duration of a settlement \(s\) must be positive; got 0"),
        ({"start": -1.0}, r"start of a settlement \(s\) must not be negative; got -1"),
        ({"displacement": (0, 1)}, r"displacement of a settlement must be 3 numbers"),
        ({"rotation": (0, np.nan, 0)}, "rotation of a settlement must be finite"),
    ],
)
def test_bad_settlements(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        ds.simulate(stool(), 0.01, 1e-2, settlements=[ds.Settlement(**({"blocks": ["left"]} | arguments))])  # type: ignore[arg-type]


def test_supports_go_where_they_are_told_whatever_velocities_steps_start_from() -> None:
    """A scheme that loses a tenth of all velocities left them behind by a ninth of their way in a step."""

    class Losing(BackwardEuler):
        name = "losing"
        description = "backward Euler, a tenth of all velocities lost before each step"

        def starting_state(self, context: StepContext, state: State, contacts: Contacts) -> State:
            return replace(state, velocity=0.9 * state.velocity)

    sinking = ds.Settlement("left", displacement=(0, 0, -0.1), rotation=(0, 0.1, 0), duration=0.4)
    told: dict[str, Any] = {"settlements": sinking, "motion": ds.GroundMotion.one_sine(2.0, 0.2)}
    losing, exact = (ds.simulate(stool(), 0.4, 1e-2, integrator=one, **told) for one in (Losing(), "backward-euler"))
    fixed = stool().fixed
    assert np.array_equal(losing.position[:, fixed], exact.position[:, fixed])
    assert np.array_equal(losing.rotation[:, fixed], exact.rotation[:, fixed])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("left", "settlements must be a list of Settlement; got 'left'"),
        (3, "settlements must be a list of Settlement; got 3"),
    ],
)
def test_what_is_no_settlement(given: object, message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        ds.simulate(stool(), 0.01, 1e-2, settlements=given)  # type: ignore[arg-type]
