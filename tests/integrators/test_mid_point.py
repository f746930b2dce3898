"""The mid-point scheme, impacts at their own instants, against exact motions."""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import drystone as ds
from drystone.formulations.spin import momenta
from drystone.model.free_rotation import turned_freely
from drystone.numerics.rotations import exponential
from drystone.structures import arch, column, wall
from drystone.studies.histories import rotation_about_y, zero_crossings
from drystone.studies.reproductions.block_3d import square_block
from drystone.studies.reproductions.housner import BLOCK, TILT, housner_block

from ..marks import with_slow

ROUNDING = 1e-12  # relative: what is exact but for the order of sums
CONSERVED = 1e-10  # relative, over 100 free rotations of slender blocks
CLOSED = 1e-9  # relative: the ledger of a run
ORDER = 0.15  # of convergence
LIFT = 1e-6  # m: of a block that slides on the level
G = 9.81


def simulate(assembly: ds.Assembly, duration: float, dt: float, **more: Any) -> ds.Trajectory:
    return ds.simulate(assembly, duration, dt, integrator="mid-point", **more)


@pytest.mark.parametrize("turn", [1e-3, 0.1, 1.0, 5.0, 50.0])
def test_a_free_rotation_keeps_momentum_and_energy(turn: float) -> None:
    """Blocks with sides from 1 cm to 1 m and inertia about any axes, which turn by so much at a time (rad)."""
    random = np.random.default_rng(3)
    squares = 10.0 ** random.uniform(-4.0, 0.0, size=(100, 3))
    axes = exponential(random.normal(size=(100, 3)))
    J = axes @ (np.eye(3) * (np.sum(squares, axis=1)[:, None] - squares)[:, None] / 12.0) @ np.swapaxes(axes, 1, 2)
    R, spin = exponential(random.normal(size=(100, 3))), random.normal(size=(100, 3))
    spin *= turn / np.linalg.norm(spin, axis=1)[:, None]
    L = momenta(J, R, spin)
    energy = np.sum(spin * L, axis=1)
    for _ in range(100):
        R, spin = turned_freely(J, R, spin, 1.0)
    now = momenta(J, R, spin)
    assert np.max(np.linalg.norm(now - L, axis=1) / np.linalg.norm(L, axis=1)) < CONSERVED
    assert np.max(np.abs(np.sum(spin * now, axis=1) / energy - 1.0)) < CONSERVED


def test_a_free_rotation_is_of_second_order() -> None:
    """Euler's equations in the body's frame, p' = p x J^-1 p, by a general integrator."""
    J, p = np.array([1.0, 2.0, 3.5]), np.array([1.0, -2.0, 0.5])
    exact = solve_ivp(lambda _, p: np.cross(p, p / J), (0.0, 1.0), p, rtol=1e-12, atol=1e-12).y[:, -1]
    errors = []
    for parts in (10, 20, 40):
        R, spin = np.eye(3)[None], (p / J)[None]
        for _ in range(parts):
            R, spin = turned_freely(np.diag(J)[None], R, spin, 1.0 / parts)
        errors.append(float(np.linalg.norm(J * (R[0].T @ spin[0]) - exact)))
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert orders == pytest.approx(2.0, abs=ORDER)


def test_a_thrown_block_flies_exactly() -> None:
    block = ds.Block.box(size=(0.3, 0.2, 0.1), center=(0, 0, 0))
    run = simulate(ds.Assembly([block]), 1.0, 0.05, initial_velocity=[[3.0, 0.0, 4.0, 5.0, -2.0, 1.0]])
    t = run.time[:, None]
    assert run.position[:, 0] == pytest.approx(np.array([3.0, 0.0, 4.0]) * t - np.array([0, 0, 0.5 * G]) * t**2)
    assert np.max(np.abs(run.energy.error)) <= ROUNDING * run.energy.kinetic.max()


def test_smooth_rocking_is_of_second_order() -> None:
    exact = BLOCK.free_rocking(TILT, 1)
    angle = float(np.interp(0.9, exact.time, exact.angle))  # its own steps are of 1e-12
    end = solve_ivp(
        lambda _, y: (y[1], -BLOCK.frequency**2 * np.sin(BLOCK.slenderness - y[0])), (0.0, 0.9), (TILT, 0.0),
        rtol=1e-12, atol=1e-12,
    ).y[0, -1]  # fmt: skip
    assert end == pytest.approx(angle, abs=1e-4)
    errors = []
    for dt in (0.03, 0.015, 0.0075):
        run = simulate(housner_block(), 0.9, dt)
        errors.append(abs(TILT + rotation_about_y(run, "block")[-1] - end))
    orders = np.log2(np.divide(errors[:-1], errors[1:]))
    assert orders == pytest.approx(2.0, abs=ORDER), errors


def test_impacts_of_a_rocking_block_at_large_steps() -> None:
    """Five impacts; 0.3 ms of the bound are what interpolation between the recorded states leaves."""
    exact = BLOCK.free_rocking(TILT, 6).impacts
    run = simulate(housner_block(), 4.2, 5e-3)
    found = zero_crossings(run.time, TILT + rotation_about_y(run, "block"), np.radians(0.3))
    assert np.max(np.abs(found[:5] - exact[:5])) < 1e-3
    assert run.steps.impacts.sum() <= 8
    shares = run.steps.impact_share[run.steps.impacts > 0]
    taken = 1.0 - BLOCK.restitution**2
    turning = 0.25  # of its energy, seen from its centre of mass: m r^2 / 3 of 4/3 m r^2
    assert 0.5 * taken < turning * shares.iloc[0] < 2.0 * taken  # an estimate, contact by contact


@pytest.mark.parametrize("share", with_slow([0.98, 0.995, 0.999], 0.98, 0.999))
def test_an_impact_at_the_end_of_a_step_has_its_instant_too(share: float) -> None:
    """Gravity closes the last per cent of a step, which the velocities of its start do not foresee.

    Left to the next step, the impact moved the third one by 16 ms.
    """
    exact = BLOCK.free_rocking(TILT, 3).impacts
    run = simulate(housner_block(), 3.0, exact[0] / (224 + share))
    found = zero_crossings(run.time, TILT + rotation_about_y(run, "block"), np.radians(0.3))
    assert run.steps.impacts.sum() == 3
    assert np.max(np.abs(found - exact)) < 1e-3


def test_the_first_impact_has_the_restitution_of_the_closed_form() -> None:
    run = simulate(housner_block(), 1.2, 2e-3)
    total = run.energy.total - run.energy.potential.min()
    hit = int(np.flatnonzero(run.steps.impacts)[0])
    height = BLOCK.h * 2 * 0.6 * 0.6 * 2000.0 * G  # of the weight's energy when the block stands
    before, after = (run.energy.total.iloc[i] - height for i in (hit, hit + 1))
    assert np.sqrt(after / before) == pytest.approx(BLOCK.restitution, abs=1e-3)
    assert total.iloc[-1] < total.iloc[0]


@pytest.mark.each_value
@pytest.mark.parametrize("dt", [5e-3, 1e-3])
@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "anitescu-tasora", "coulomb"])
def test_a_sliding_block_has_its_acceleration_and_stays_on_the_ground(formulation: str, dt: float) -> None:
    """On 20 deg with mu = 0.3; the papers' scheme lifts it by mu dt u, 0.09 mm in steps of 1 ms, one program with the
    sliding speed of the start by mu dt times its change, 4.7 micrometres in those of 5 ms.
    """
    tilt, mu = np.radians(20.0), 0.3
    gravity = G * np.array([np.sin(tilt), 0.0, -np.cos(tilt)])
    ground = ds.Block.box(size=(20, 4, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    block = ds.Block.box(size=(0.5, 0.4, 0.3), center=(0, 0, 0.15), name="block")
    run = simulate(ds.Assembly([ground, block], friction=mu), 0.3, dt, gravity=gravity, formulation=formulation)
    acceleration = G * (np.sin(tilt) - mu * np.cos(tilt))
    speed = run.velocity[:, 1, 0]
    assert (speed[-1] - speed[round(0.1 / dt)]) / 0.2 == pytest.approx(acceleration, rel=1e-6)
    assert np.max(np.abs(run.position[:, 1, 2] - 0.15)) < LIFT


def test_only_what_slides_as_a_whole_takes_two_programs() -> None:
    """A block that slides down takes two, also beside another that lies there with all its weight, but not on a heavy
    one that does.
    """
    ground = ds.Block.box(size=(20, 4, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    block = ds.Block.box(size=(0.5, 0.4, 0.3), center=(0, 0, 0.15), name="block 0")
    upper = ds.Block.box(size=(0.5, 0.4, 0.3), center=(0, 0, 0.45), name="block 0")
    under = ds.Block.box((0.5, 0.4, 0.3), (0, 0, 0.15), 8000.0, name="block 1")
    other = ds.Block.box(size=(0.5, 0.4, 0.3), center=(0, 1, 0.15), name="block 1")
    friction = {("block 0", "*"): 0.3, "default": 0.6}
    gravity = G * np.array([np.sin(np.radians(20.0)), 0.0, -np.cos(np.radians(20.0))])
    for chosen, programs in (([block], 2), ([block, other], 2), ([upper, under], 1)):
        assembly = ds.Assembly([ground, *chosen], friction=friction)
        run = simulate(assembly, 0.05, 5e-3, gravity=gravity)
        assert run.displacement("block 0")[-1, 0] > 5e-4
        assert set(run.steps.friction_iterations) == {programs}


@pytest.mark.parametrize("structure", [lambda: column(4), lambda: arch(10.0, 0.15, 180.0, 9), lambda: wall(5, 4)])
def test_structures_stand(structure: Any) -> None:
    run = simulate(structure(), 0.1, 1e-3)
    assert np.max(np.abs(run.position[-1] - run.position[0])) < 1e-11


def test_what_rides_on_the_ground_stays_at_rest_on_it() -> None:
    """0.2 g on mu 0.6: nothing moves relative to the ground, whose path is followed to dt^2 of its acceleration."""
    motion = ds.GroundMotion.harmonic(0.2 * G, 2.0)
    run = simulate(wall(4, 3), 0.3, 2e-3, motion=motion)
    relative = run.position - run.position[0] - run.ground[:, None]
    assert np.max(np.abs(relative)) < 1e-10
    assert np.max(np.abs(run.ground - motion.displacement_at(run.time))) < 0.2 * G * (2e-3) ** 2


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "anitescu-tasora", "coulomb"])
def test_the_ledger_closes_and_the_scheme_takes_nothing(formulation: str) -> None:
    motion = ds.GroundMotion.harmonic(0.8 * G, 3.0)
    run = simulate(column(3), 0.3, 2e-3, motion=motion, formulation=formulation)
    energy = run.energy
    stake = energy.kinetic.max()
    assert stake > 100.0
    assert np.max(np.abs(energy.error)) < CLOSED * stake
    assert np.max(np.abs(energy.integration)) < CLOSED * stake
    assert np.max(np.diff(energy.total - energy.harvested)) < 1e-3 * stake


def test_a_run_with_impacts_goes_on_to_the_last_bit() -> None:
    dt = 0.02
    whole = simulate(housner_block(), 1.4, dt)
    first = simulate(housner_block(), 1.12, dt)
    rest = simulate(housner_block(), 0.28, dt, start=first.checkpoint(-1))
    join = len(first.time)
    assert whole.steps.impacts.sum() > 0
    for name in ("position", "rotation", "velocity"):
        assert np.array_equal(getattr(whole, name)[join - 1 :], getattr(rest, name)), name


@pytest.mark.parametrize("friction", [0.0, 0.3])
@pytest.mark.parametrize("tilt", [(5, 2), (45, 30), (60, 20)])
def test_a_spear_that_hits_a_wall_gains_no_energy_and_does_not_pass(tilt: tuple[float, float], friction: float) -> None:
    """2 cm thick, at 100 m/s: in half a step it would fly 5 cm."""
    about_y, about_z = (np.radians(angle) * np.eye(3)[axis] for angle, axis in zip(tilt, (1, 2), strict=True))
    R = exponential(about_z[None])[0] @ exponential(about_y[None])[0]
    obstacle = ds.Block.box(size=(1, 8, 8), center=(1.5, 0, 0), fixed=True, name="obstacle")
    spear = ds.Block.box(size=(2, 0.02, 0.02), center=(-0.3, 0, 0), rotation=R, name="spear")
    velocity = np.zeros((2, 6))
    velocity[1, 0] = 100.0
    assembly = ds.Assembly([obstacle, spear], friction=friction)
    run = simulate(assembly, 0.02, 1e-3, gravity=(0, 0, 0), initial_velocity=velocity)
    kinetic = run.energy.kinetic.to_numpy()
    assert np.max(np.diff(kinetic)) <= 1e-9 * kinetic[0]
    assert kinetic[-1] < 0.1 * kinetic[0]
    assert np.max(run.position[:, 1, 0]) < 1.0


def test_an_impact_goes_through_what_lies_below() -> None:
    """A block that falls on one that rests: the ground answers at once, and the lower one does not move."""
    ground = ds.Block.box(size=(4, 4, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    lower = ds.Block.box(size=(1, 1, 0.5), center=(0, 0, 0.25), name="lower")
    upper = ds.Block.box(size=(1, 1, 0.5), center=(0, 0, 0.85), name="upper")
    run = simulate(ds.Assembly([ground, lower, upper]), 0.3, 7e-3)
    assert run.steps.impacts.sum() == 1
    assert np.max(np.abs(run.position[:, 1, 2] - 0.25)) < 1e-9
    assert np.max(np.abs(run.velocity[-1])) < 1e-5  # the gap that an early impact leaves closes by a fifth in each step


@pytest.mark.parametrize("restitution", [0.5, 0.8])
def test_a_block_bounces_to_the_height_of_its_restitution(restitution: float) -> None:
    """Dropped by 0.5 m it rises to e^2 of that; 1e-4 is what a step's parabola has between two recorded states."""
    ground = ds.Block.box(size=(4, 4, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    block = ds.Block.box(size=(0.5, 0.5, 0.5), center=(0, 0, 0.75), name="block")
    assembly = ds.Assembly([ground, block], joints=ds.Joint(restitution=restitution))
    run = simulate(assembly, 0.9, 5e-3)
    height = run.position[:, 1, 2] - 0.25
    after = run.time > np.sqrt(2.0 * 0.5 / G) + 0.01
    assert np.max(height[after]) == pytest.approx(0.5 * restitution**2, abs=1e-4)


def test_blocks_that_touch_may_start_towards_each_other() -> None:
    """At the middle of the first step they would overlap: only what is given is refused."""
    ground = ds.Block.box(size=(4, 4, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    start = np.zeros((2, 6))
    start[1, 2] = -1.0
    touching, deep = (
        ds.Assembly([ground, ds.Block.box(size=(1, 1, 1), center=(0, 0, 0.5 - depth), name="block")])
        for depth in (0.0, 1e-3)
    )
    run = simulate(touching, 0.01, 1e-3, initial_velocity=start)
    assert np.max(np.abs(run.velocity[-1])) < 1e-6
    assert np.max(np.abs(run.position[:, 1, 2] - 0.5)) < 1e-6
    assert run.steps.impacts[0] == 1  # at the very start
    with pytest.raises(ds.DrystoneError, match=r"overlap by 0\.001 m"):
        simulate(deep, 0.01, 1e-3, initial_velocity=start)


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "anitescu-tasora", "coulomb"])
def test_an_impact_does_not_throw_up_what_slides(formulation: str) -> None:
    """A block thrown flat onto the ground: Coulomb's impact takes the normal velocity and mu times it of the other.

    The associated law would let it go up again, at mu times its speed.
    """
    mu, along, down = 0.3, 2.0, 1.0
    ground = ds.Block.box(size=(40, 4, 1), center=(0, 0, -0.5), fixed=True, name="ground")
    block = ds.Block.box(size=(2.0, 2.0, 0.1), center=(0, 0, 0.06), name="block")
    velocity = np.zeros((2, 6))
    velocity[1, [0, 2]] = along, -down
    assembly = ds.Assembly([ground, block], friction=mu)
    run = simulate(assembly, 0.05, 1e-3, initial_velocity=velocity, formulation=formulation)
    assert run.steps.impacts.sum() == 1
    assert np.max(run.position[:, 1, 2]) <= 0.06
    assert np.max(np.abs(run.position[20:, 1, 2] - 0.05)) < 2e-5  # level, within what an early impact leaves of the gap
    fall = np.sqrt(down**2 + 2 * G * 0.01)
    landing = (fall - down) / G
    expected = along - mu * fall - mu * G * (run.time[-1] - landing)
    assert run.velocity[-1, 1, 0] == pytest.approx(expected, abs=1e-3)


WALL_FAR = 0.05  # m: the wall below moves by at least this
WALL_ROADS = 2e-4  # m: what two schemes of different order may differ by, of which one is of first order at 1e-3 s
WALL_STEPS = 3e-4  # m: and the large steps of the better of them


def shaken_wall(integrator: str, formulation: str, dt: float) -> np.ndarray:
    """Displacements (B, 3) from the ground of a wall of 51 bricks after 0.25 s."""
    run = ds.simulate(
        wall(6, 8), 0.25, dt, integrator=integrator, formulation=formulation, options={"record_contacts": False},
        motion=ds.GroundMotion.harmonic(0.9 * G, 2.0), record_every=round(0.25 / dt),
    )  # fmt: skip
    return run.position[-1] - run.position[0] - run.ground[-1]


@pytest.mark.slow
def test_a_rocking_and_sliding_wall_is_the_same_by_two_schemes_and_moves_about_as_far_by_the_associated_law() -> None:
    """Coulomb's law in another scheme, of the first order, with contacts of the start: every brick is where it is.

    By the associated law within 5 % of the largest motion, whatever dt; single bricks are further off
    (docs/integrators.md).
    """
    known = shaken_wall("backward-euler", "coulomb", 5e-4)
    largest = np.max(np.linalg.norm(known, axis=1))
    assert largest > WALL_FAR
    for dt, bound in ((1e-3, WALL_ROADS), (5e-3, WALL_STEPS)):
        found = shaken_wall("mid-point", "coulomb", dt)
        assert np.max(np.linalg.norm(found - known, axis=1)) < bound
        far = np.max(np.linalg.norm(shaken_wall("mid-point", "nodargi-bisegna", dt), axis=1))
        assert far == pytest.approx(largest, rel=0.05)


@pytest.mark.slow
def test_the_associated_law_moves_a_large_wall_as_far_as_coulombs() -> None:
    """217 bricks: bounds in m by dt in s. By Coulomb's law two schemes agree within 0.02 mm at 1e-3 s."""
    structure, motion = wall(14, 15), ds.GroundMotion.harmonic(0.9 * G, 2.0)
    arguments: dict[str, Any] = {"motion": motion, "options": {"record_contacts": False}}

    def moves(integrator: str, formulation: str, dt: float) -> float:
        run = ds.simulate(structure, 0.25, dt, integrator=integrator, formulation=formulation, **arguments)
        return float(np.max(np.linalg.norm(run.position[-1] - run.position[0] - run.ground[-1], axis=1)))

    exact = moves("backward-euler", "coulomb", 1e-3)
    assert exact > WALL_FAR
    for dt, bound in ((1e-3, 0.6e-3), (5e-3, 1.8e-3)):
        for formulation in ("nodargi-bisegna", "coulomb"):
            assert moves("mid-point", formulation, dt) == pytest.approx(exact, abs=bound)


@pytest.mark.slow
def test_impacts_soon_after_one_another_have_both_their_instants() -> None:
    """A square block that lands on one corner and, half a step later, on the next (Nodargi and Bisegna 2024, 4.2).

    The second closes in the whole step that follows on the rest of the first's: at second order half the step leaves a
    quarter of the error; with the second impact taken by the step it left a fiftieth.
    """
    direction = (np.cos(np.radians(44.0)), np.sin(np.radians(44.0)), 0.0)
    motion = ds.GroundMotion.one_sine(8.0, 0.25, direction=direction)
    places = [simulate(square_block(), 0.5, dt, motion=motion).position[-1] for dt in (1e-2, 5e-3, 1e-3)]
    coarse, fine = (np.max(np.abs(place - places[2])) for place in places[:2])
    assert coarse <= 8.0 * fine


@pytest.mark.each_value
@pytest.mark.parametrize("seed", [4, 6])
@pytest.mark.parametrize("together", [5.0, 50.0])
def test_impacts_of_blocks_that_fly_together_are_those_of_blocks_that_do_not(together: float, seed: int) -> None:
    """Without fixed blocks: an impact is given its instant for what it takes of the motion about the centre of mass.

    With 4 one takes 0.049 of it, and 0.051 where arms reach from the places of the start to contacts of the middle.
    """
    random = np.random.default_rng(seed)
    axes = exponential(random.normal(size=(4, 3)))
    places = 0.9 * np.array([[-0.5, -0.5, 0], [0.5, -0.5, 0], [-0.5, 0.5, 0], [0.5, 0.5, 0]])
    blocks = [ds.Block.box((0.5, 0.4, 0.3), center=x, rotation=R) for x, R in zip(places, axes, strict=True)]
    velocity = np.hstack([-1.5 * places, random.normal(size=(4, 3))])
    runs = []
    for speed in (0.0, together):
        flying = velocity + np.array([speed, 0, 0, 0, 0, 0])
        runs.append(simulate(ds.Assembly(blocks, 0.4), 0.4, 4e-3, gravity=(0, 0, 0), initial_velocity=flying))
    still, moving = runs
    assert still.steps.impacts.sum() == moving.steps.impacts.sum() > 0
    seen = moving.position - together * moving.time[:, None, None] * np.array([1.0, 0, 0])
    assert np.max(np.abs(seen - still.position)) < 1e-4
