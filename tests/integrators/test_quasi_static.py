"""Quasi-static stepping: the three ways find equilibria without the inertia of what went before; load stepping."""

from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.formulations import FORMULATIONS
from drystone.integrators import INTEGRATORS, get_integrator
from drystone.integrators.base import ImpactHandling
from drystone.integrators.rigid_modes import without_rigid_motion
from drystone.integrators.velocity_reset import VelocityReset
from drystone.structures import arch, column, wall

from ..marks import with_slow
from ..steps import GROUND, cube

G = 9.81
STILL = 1e-8  # m: what stands does not move; a certificate of 1e-8 over a step of one second
CLOSURE = 1e-9  # of the energy at stake, as in dynamics
ROUNDING = 1e-12  # relative
SHARE = 1e-6  # relative: certificate 1e-8 with a margin
FINE = 1e-3  # the default tolerance of push

QUASI_STATIC = [name for name in INTEGRATORS if get_integrator(name).quasi_static]
STEP = {"velocity-reset": 1e-2, "large-steps": 1.0, "rigid-modes": 1e-2}
"""Step (s) in which each way is used."""


def closes(run: ds.Trajectory) -> bool:
    table = run.energy
    drift = table.total + table.dissipated - table.harvested - table.total.iloc[0]
    moved = max(np.ptp(table.potential), np.max(np.abs(table.dissipated)), np.max(table.kinetic), 1e-3)
    return bool(np.max(np.abs(drift)) <= CLOSURE * moved + ROUNDING * np.max(np.abs(table.total)))


@pytest.mark.parametrize("way", QUASI_STATIC)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_what_stands_stays_and_its_supports_carry_the_weight(formulation: str, way: str) -> None:
    for assembly in (wall(3, 3), arch(), column(3)):
        dt = STEP[way]
        run = ds.simulate(assembly, 3 * dt, dt, formulation=formulation, integrator=way)
        assert np.max(np.abs(run.position - run.position[0])) < STILL
        table = run.contacts(-1)
        fixed = [name for name, block in zip(assembly.names, assembly.blocks, strict=True) if block.fixed]
        on_ground = table[table.block_a.isin(fixed)].force_z.sum() - table[table.block_b.isin(fixed)].force_z.sum()
        assert on_ground == pytest.approx(np.sum(assembly.mass[assembly.movable]) * G, rel=SHARE)
        assert closes(run)


def test_velocity_reset_moves_by_the_acceleration_times_dt_squared() -> None:
    """A block above the friction angle: s steps take it s a dt^2 far, in dynamics s (s + 1)/2 a dt^2."""
    angle, friction, dt, steps = 0.5, 0.2, 1e-2, 10
    gravity = (G * np.sin(angle), 0.0, -G * np.cos(angle))
    a = G * (np.sin(angle) - friction * np.cos(angle))
    assembly = ds.Assembly([GROUND, cube(0, 0.25)], friction=friction)
    for way, share in (("velocity-reset", 1.0), ("backward-euler", 0.5 * (steps + 1))):
        run = ds.simulate(assembly, steps * dt, dt, formulation="coulomb", gravity=gravity, integrator=way)
        assert run.position[-1, 1, 0] == pytest.approx(share * steps * a * dt * dt, rel=SHARE)
        assert closes(run)


def test_large_steps_filter_a_rocking_block() -> None:
    """Given a push it rocks in dynamics; in a large step the momentum is small beside the load, and it stands."""
    block = ds.Block.box(size=(0.6, 0.6, 2.0), center=(0, 0, 1.0), name="block")
    assembly = ds.Assembly([GROUND, block], friction=2.0)
    push = np.zeros((2, 6))
    push[1, 4], push[1, 0] = 0.3, 0.3
    dynamic = ds.simulate(assembly, 0.05, 1e-2, initial_velocity=push, integrator="backward-euler")
    assert np.max(np.abs(dynamic.velocity[-1, 1])) > 0.05
    filtered = ds.simulate(assembly, 1.0, 1.0, initial_velocity=push, integrator="large-steps")
    assert np.max(np.abs(filtered.position[-1] - filtered.position[0])) < STILL


def test_large_steps_refuse_what_has_no_equilibrium_near() -> None:
    assembly = ds.Assembly([GROUND, cube(0, 1.0)])
    with pytest.raises(ds.DrystoneError, match=r"block 'cube' would move by 9.81 m, more than 0.05 m") as caught:
        ds.simulate(assembly, 2.0, 1.0, integrator="large-steps", options={"subdivisions": 0})
    assert len(caught.value.trajectory.time) == 1
    with pytest.raises(ds.DrystoneError, match=r"takes steps of at least 0.226 s here"):
        ds.simulate(assembly, 2.0, 0.1, integrator="large-steps")
    with pytest.raises(ds.DrystoneError, match=r"takes steps of at least inf s"):
        ds.step_problem(assembly, 0.1, gravity=(0, 0, 0), integrator="large-steps")


def rigid_field(assembly: ds.Assembly, state: ds.State, motion: np.ndarray) -> np.ndarray:
    """Velocities (B_all, 6) of a rigid motion (6,) about the origin."""
    field = np.tile(motion, (len(assembly), 1))
    field[:, :3] += np.cross(motion[3:], state.position)
    return field


def test_rigid_motions_are_projected_out_in_the_mass_metric() -> None:
    """Two groups of two blocks, one fixed block: no group keeps momentum, what is inside a group stays."""
    random = np.random.default_rng(3)
    blocks = [GROUND, *(cube(0.6 * i, 1.0 + 0.1 * i, name=f"b{i}", angle=0.3 * i) for i in range(4))]
    assembly = ds.Assembly(blocks)
    pairs = np.array([(1, 2), (0, 1), (0, 3), (3, 4)])
    velocity = random.normal(size=(5, 6))
    velocity[0] = 0.0
    state = ds.State.initial(assembly, velocity)
    left = without_rigid_motion(assembly, state, pairs)
    for group in ([1, 2], [3, 4]):
        m, x, J = assembly.mass[group], state.position[group], assembly.inertia[group]
        linear = np.einsum("b,bi->i", m, left[group, :3])
        angular = np.sum(
            m[:, None] * np.cross(x, left[group, :3]) + np.einsum("bij,bj->bi", J, left[group, 3:]), axis=0
        )
        assert np.max(np.abs(np.concatenate([linear, angular]))) < ROUNDING * np.sum(m) * 10
        removed = (velocity - left)[group]
        assert removed[0, 3:] == pytest.approx(removed[1, 3:], rel=1e-9)  # one turn for the group
        turned = removed[0, :3] + np.cross(removed[0, 3:], x[1] - x[0])
        assert removed[1, :3] == pytest.approx(turned, rel=1e-9)
    assert np.array_equal(left[0], velocity[0])
    whole = rigid_field(assembly, state, random.normal(size=6))
    whole[0] = 0.0
    moving = ds.State(state.position, state.rotation, whole)
    assert np.max(np.abs(without_rigid_motion(assembly, moving, pairs))) < 1e-12


def test_a_flying_pair_of_blocks_stops_with_rigid_modes_and_its_parts_do_not() -> None:
    """Two blocks in touch, without gravity: as one body they stop; sliding on each other they go on."""
    assembly = ds.Assembly([cube(0, 0, name="a"), cube(0.5, 0, name="b")], friction=0.0)
    together = np.tile([1.0, 2.0, 0.0, 0.0, 0.0, 0.0], (2, 1))
    apart = together + np.array([[0, 0, 0.5, 0, 0, 0], [0, 0, -0.5, 0, 0, 0]])
    for velocity, relative in ((together, 0.0), (apart, 1.0)):
        run = ds.simulate(assembly, 1e-2, 1e-2, gravity=(0, 0, 0), initial_velocity=velocity, integrator="rigid-modes")
        end = run.velocity[-1]
        assert np.max(np.abs(end[0, :3] + end[1, :3])) < 1e-9
        # the pair also loses the turn about its centre that the sliding has: m d^2/2 of it over the whole inertia
        d, J = 0.5, 0.5**2 / 6
        kept = relative * (1 - (d * d / 2) / (d * d / 2 + 2 * J))
        assert end[0, 2] - end[1, 2] == pytest.approx(kept, abs=1e-6)


@pytest.mark.each_value
@pytest.mark.parametrize("way", ["velocity-reset", "rigid-modes"])
@pytest.mark.parametrize("displacement", [(0, 0, -0.05), (0.05, 0, 0)])
def test_a_support_that_leaves_its_block_behind_is_warned_of(
    displacement: tuple[float, float, float], way: str
) -> None:
    """At most pi/2 0.05 m/s: in steps of 1 ms a block follows by 9.8 mm/s downwards and 4.9 mm/s sideways."""
    assembly, duration = ds.Assembly([GROUND, cube(0, 0.25)], friction=0.5), 1.0
    slowly = tuple(0.25 * one for one in displacement)
    moving = ds.Settlement("ground", displacement=displacement, duration=duration)
    with pytest.warns(UserWarning, match=r"support 'ground' moves at .* under 'cube', .* it stays behind"):
        ds.simulate(assembly, 0.1, 1e-3, settlements=moving, integrator=way)
    for dt, by in ((0.05, displacement), (0.01, slowly)):  # long enough, slow enough
        gentle = ds.Settlement("ground", displacement=by, duration=duration)
        run = ds.simulate(assembly, duration, dt, settlements=gentle, integrator=way)
        apart = run.position[:, 1] - run.position[:, 0]
        assert np.max(np.abs(apart - apart[0])) < STILL


def tall(friction: float) -> ds.Assembly:
    block = ds.Block.box(size=(0.4, 0.5, 1.0), center=(0, 0, 0.5), name="block")
    return ds.Assembly([GROUND, block], friction=friction)


@pytest.mark.each_value
@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
@pytest.mark.parametrize(("friction", "expected"), [(0.31, 0.31), (0.8, 0.4)])
def test_a_block_is_pushed_until_it_slides_or_overturns(friction: float, expected: float, formulation: str) -> None:
    result = ds.push(tall(friction), formulation=formulation, increment=0.07, largest=0.6)
    assert result.multiplier <= expected + SHARE
    assert result.collapse >= expected - SHARE
    assert 0.0 < result.collapse - result.multiplier <= FINE
    turns = np.linalg.norm(result.mechanism[1, 3:])
    assert turns < 0.5 if friction < 0.4 else turns > 1.0
    assert np.max(np.abs(result.mechanism[0])) == 0.0
    assert result.table.multiplier.iloc[0] == 0.0
    assert result.table.stands[result.table.multiplier <= result.multiplier].all()
    assert not result.table.stands[result.table.multiplier >= result.collapse].any()
    assert np.max(np.abs(result.state.position - tall(friction).centroid)) < STILL


@pytest.mark.parametrize(("friction", "expected"), [(0.31, 0.31), (0.8, 0.4)])
def test_in_large_steps_what_has_no_equilibrium_near_moves_on(friction: float, expected: float) -> None:
    """Such a step is refused in a run, which stops then; here it is the answer, and no step is halved."""
    result = ds.push(tall(friction), increment=0.07, largest=0.6, integrator="large-steps", dt=1.0)
    assert result.multiplier <= expected + SHARE
    assert result.collapse >= expected - SHARE
    assert result.collapse - result.multiplier <= FINE
    turns = np.linalg.norm(result.mechanism[1, 3:])
    assert turns < 0.5 if friction < 0.4 else turns > 1.0


@pytest.mark.parametrize("given", [None, 3])
def test_impacts_get_their_own_instants_only_where_they_do_in_a_run(given: int | None) -> None:
    asked = []

    class Told(VelocityReset):
        def step(self, context: Any, start: Any, end: float, handling: ImpactHandling = ImpactHandling.IN_STEP) -> Any:
            asked.append(handling)
            return super().step(context, start, end, handling)

    for act in (
        lambda options: ds.push(tall(0.5), increment=0.1, largest=0.1, integrator=Told(), options=options),
        lambda options: ds.simulate(tall(0.5), 0.02, 0.01, integrator=Told(), options=options),
    ):
        asked.clear()
        act({"impacts": given})
        assert set(asked) == {ImpactHandling.IN_STEP if given is None else ImpactHandling.AT_EVENTS}


@pytest.mark.parametrize("way", with_slow(["rigid-modes", "velocity-reset"], "rigid-modes"))
def test_pushing_an_arch_brackets_its_limit_load(way: str) -> None:
    """Statics and stepping agree while gaps stay closed: the limit load lies between the two multipliers."""
    limit = ds.limit_load(arch()).multiplier
    result = ds.push(arch(), increment=0.2, integrator=way)
    assert result.multiplier <= limit + SHARE
    assert result.collapse >= limit - SHARE
    assert result.collapse - result.multiplier <= FINE


def test_pushing_with_a_point_load_and_to_no_collapse() -> None:
    assembly = tall(0.5)
    weight = assembly.mass[1] * G
    live = ds.PointForce("block", (weight, 0, 0), point=(0, 0, 0.2))
    result = ds.push(assembly, live=live, increment=0.2, largest=1.0)
    assert result.multiplier <= 0.5 <= result.collapse  # it slides: pushed so low it does not turn
    varying = ds.PointForce("block", lambda time: (weight * (1.0 + time), 0, 0), point=(0, 0, 0.2))
    held = ds.push(assembly, live=ds.Loads([varying]).held(0.0), increment=0.2, largest=1.0)
    assert held.multiplier == result.multiplier
    free = ds.push(assembly, live=(0, 0, -1), increment=0.5, largest=1.0)
    assert free.multiplier == 1.0
    assert free.collapse == np.inf
    assert free.table.multiplier.tolist() == [0.0, 0.5, 1.0]
    assert not np.any(free.mechanism)


@pytest.mark.slow
def test_a_bond_that_broke_in_one_try_is_whole_in_the_next() -> None:
    """A brittle joint holds the block beyond b/h; the bracket is that of blocks pushed to either end at once."""
    block = tall(0.8).blocks[1]
    joint = ds.Joint(cohesion=8000.0)
    assembly = ds.Assembly([GROUND, block], friction=0.8, joints={("ground", "block"): joint})
    result = ds.push(assembly, increment=0.3, largest=3.0)
    assert 0.45 < result.multiplier < result.collapse < 3.0
    assert result.collapse - result.multiplier <= FINE
    for multiplier, stands in ((result.multiplier, True), (result.collapse, False)):
        once = ds.push(assembly, increment=multiplier, largest=multiplier, tolerance=10.0)
        assert once.table.stands.tolist() == [True, stands]


def test_pushing_what_does_not_stand() -> None:
    """A block that leans on nothing moves under its dead load alone: no multiplier, collapse at zero."""
    result = ds.push(ds.Assembly([GROUND, cube(0, 1.0)]), most_steps=5)
    assert np.isnan(result.multiplier)
    assert result.collapse == 0.0
    assert result.mechanism[1, 2] == pytest.approx(-1.0)


def test_a_gap_closes_under_the_load_and_the_block_stands_against_the_stop() -> None:
    """Sliding, it comes to a fixed stop and stands there: load stepping follows it, which limit analysis cannot."""
    gap = 2e-3
    stop = ds.Block.box(size=(0.5, 1, 1), center=(0.2 + gap + 0.25, 0, 0.5), fixed=True, name="stop")
    block = ds.Block.box(size=(0.4, 0.5, 0.4), center=(0, 0, 0.2), name="block")
    assembly = ds.Assembly([GROUND, stop, block], friction=0.2)
    result = ds.push(assembly, formulation="coulomb", increment=0.5, largest=1.0, most_steps=30)
    assert result.multiplier == 1.0
    assert result.state.position[2, 0] == pytest.approx(gap, abs=1e-6)
    assert result.table.moved.max() == pytest.approx(gap, abs=1e-6)


def test_a_load_that_most_steps_end_while_the_structure_comes_to_stand_is_warned_of() -> None:
    """A block held by friction and a soft tie that yields slides at their sum, the limit load."""
    ground = ds.Block.box(size=(6, 2, 0.4), center=(0, 0, -0.2), fixed=True, name="ground")
    block = ds.Block.box(size=(0.5, 0.5, 1.0), center=(0, 0, 0.5), name="block")
    tie = ds.Tie(
        "block", "ground", point_a=(-0.25, 0, 1), point_b=(-2, 0, 1), stiffness=1e6, yield_force=0.3 * block.mass * G
    )
    assembly = ds.Assembly([ground, block], friction=0.7, ties=[tie])
    assert ds.limit_load(assembly).multiplier == pytest.approx(1.0, rel=SHARE)
    with pytest.warns(UserWarning, match=r"under 0.99 times the live load .* within most_steps, 50, .* larger dt"):
        early = ds.push(assembly, increment=0.33, largest=1.5)
    assert early.collapse < 0.99
    for more in ({"most_steps": 100}, {"dt": 0.1}):
        whole = ds.push(assembly, increment=0.33, largest=1.5, **more)
        assert whole.multiplier <= 1.0 + FINE
        assert whole.collapse >= 1.0 - FINE


@pytest.mark.parametrize("way", with_slow(["velocity-reset", "rigid-modes"], "rigid-modes"))
@pytest.mark.filterwarnings("error:.*it stays behind")
def test_an_anchor_that_moves_is_no_support_of_what_is_tied_to_it(way: str) -> None:
    """It is above its block and bears nothing as it comes down at up to 0.06 m/s, more than g dt."""
    hook = ds.Block.box(size=(0.2, 0.2, 0.2), center=(0, 0, 2.0), fixed=True, name="hook")
    tie = ds.Tie("cube", "hook", point_a=(0, 0, 0.5), point_b=(0, 0, 1.9), stiffness=1e7)
    assembly = ds.Assembly([GROUND, cube(0, 0.25), hook], friction=0.5, ties=[tie])
    sinking = ds.Settlement("hook", displacement=(0, 0, -0.02), duration=0.5)
    run = ds.simulate(assembly, 0.5, 2.5e-3, settlements=sinking, integrator=way)
    assert np.max(np.abs(run.position[:, 1] - run.position[0, 1])) < STILL


@pytest.mark.parametrize("increment", [0.1, 0.25])
def test_a_load_that_just_lifts_a_block_is_not_the_last_one_where_a_tie_holds_it(increment: float) -> None:
    """At half its weight, one of the increments, it is in neutral equilibrium about its toe, and the tie is slack."""
    block = ds.Block.box(size=(1, 1, 2), center=(0, 0, 1.0), name="block")
    weight = block.mass * G
    tie = ds.Tie("block", "ground", (-0.5, 0, 2), (-1.5, 0, 0), stiffness=1e8, yield_force=0.2 * weight)
    assembly = ds.Assembly([GROUND, block], friction=0.9, ties=[tie])
    limit = ds.limit_load(assembly).multiplier
    assert limit == pytest.approx(0.5 + 0.4 * 2.0 / 5.0**0.5, rel=SHARE)  # the tie's arm is 4/5^(1/2), the load's 1 m
    result = ds.push(assembly, increment=increment)
    assert result.multiplier <= limit + SHARE
    assert result.collapse >= limit - SHARE
    assert result.collapse - result.multiplier <= FINE


@pytest.mark.parametrize("increment", [0.05, 0.6])
def test_a_structure_does_not_stand_in_the_step_in_which_its_bond_is_lost(increment: float) -> None:
    """The step has the cone up to c/mu and nothing moves in it; the tension of a point was more than f A, though."""
    strength = 20e3
    bond = ds.Joint(tensile_strength=strength, cohesion=4.0 * strength)
    block = ds.Block.box(size=(1, 1, 2), center=(0, 0, 1.0), name="block")
    result = ds.push(ds.Assembly([GROUND, block], friction=1.0, joints=bond), increment=increment)
    limit = 0.5 + 0.5 * strength / (block.mass * G)  # about the toe: the weight's arm, and half the area at 1 m
    assert result.multiplier <= limit + SHARE
    assert result.collapse >= limit - SHARE
    assert result.collapse - result.multiplier <= FINE


def damaging(peak: float) -> ds.Assembly:
    """A cube on the ground, with a bond of 1e8 Pa/m that bears at most ``peak`` times its weight in shear."""
    block = cube(0, 0.25)
    energy = (peak * block.mass * G / 0.25) ** 2 / 1e8
    bond = ds.Joint(tension_stiffness=1e8, fracture_energy=energy)
    return ds.Assembly([GROUND, block], friction=0.5, joints=bond)


@pytest.mark.parametrize("way", QUASI_STATIC)
def test_what_is_borne_does_not_damage_a_bond(way: str) -> None:
    """Friction and a bond with the peak 0.3 of the weight bear 0.8 of it, at whatever dt: 0.97 of that is at rest."""
    assembly, dt = damaging(0.3), {"large-steps": 5.0}.get(way, STEP[way])
    weight = float(assembly.mass[1]) * G
    force = 0.97 * 0.8 * weight
    pushed = ds.PointForce("cube", (force, 0.0, 0.0), point=(0.0, 0.0, 0.0))
    run = ds.simulate(assembly, 20 * dt, dt, formulation="coulomb", loads=pushed, integrator=way)
    assert run.steps["broken"].iloc[-1] == 0
    assert run.position[-1, 1, 0] == pytest.approx((force - 0.5 * weight) / (1e8 * 0.25), rel=0.03)


def test_a_structure_does_not_stand_in_the_step_in_which_its_bond_is_damaged() -> None:
    """What a bond has borne before it softened is no equilibrium, however little the block moved in that step."""
    assembly = damaging(0.3)
    live = ds.PointForce("cube", (float(assembly.mass[1]) * G, 0.0, 0.0), point=(0.0, 0.0, 0.0))
    found = ds.push(assembly, live=live, formulation="coulomb", integrator="large-steps", dt=1.5, increment=0.25)
    assert 0.75 < found.multiplier <= 0.8 + FINE


@pytest.mark.parametrize("way", QUASI_STATIC)
def test_a_load_that_cancels_the_weight_is_none_to_move_on_under(way: str) -> None:
    """Glued down by 1.5 of its weight a block is lifted by 2.5 of it, not by the 1 at which it weighs nothing."""
    block = ds.Block.box(size=(0.4, 0.5, 0.6), center=(0.1, 0, 0.3), name="block")
    weight = block.mass * G
    assembly = ds.Assembly([GROUND, block], joints=ds.Joint(tensile_strength=1.5 * weight / 0.2))
    live = ds.PointForce("block", (0.0, 0.0, weight))
    given: dict[str, Any] = {"formulation": "coulomb", "integrator": way, "dt": STEP[way]}
    found = ds.push(assembly, live=live, increment=0.2, largest=4.0, **given)
    assert found.multiplier <= 2.5 + SHARE
    assert found.collapse >= 2.5 - SHARE
    assert found.collapse - found.multiplier <= FINE


@pytest.mark.each_value
@pytest.mark.parametrize(("height", "limit"), [(0.0, 0.5), (1.0, 0.25)])
@pytest.mark.parametrize("size", [1e-3, 1e3])
def test_what_stands_does_not_depend_on_the_unit_of_length(size: float, height: float, limit: float) -> None:
    """A block that slides or overturns at the load of one of 1 m: speeds of rotations are not compared as such."""
    floor = ds.Block.box(size=(4 * size, 4 * size, size), center=(0, 0, -0.5 * size), fixed=True, name="floor")
    block = ds.Block.box(size=(0.5 * size, size, size), center=(0, 0, 0.5 * size), name="block")
    live = ds.PointForce("block", (block.mass * G, 0.0, 0.0), point=(0.0, 0.0, height * size))
    assembly = ds.Assembly([floor, block], friction=0.5)
    found = ds.push(assembly, live=live, formulation="coulomb", dt=0.01 * size**0.5, increment=0.15)
    assert found.multiplier <= limit + SHARE
    assert found.collapse >= limit - SHARE
    assert found.collapse - found.multiplier <= FINE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"increment": 0.0}, "increment must be positive"),
        ({"tolerance": -1.0}, r"tolerance \(for loads up to 2\) must be at least 2e-14; got -1"),
        ({"most_steps": 0}, "most_steps must be a whole number of at least 1"),
        ({"options": {"until": "verdict"}}, "option 'until' is one of time histories"),
        ({"live": (0, 0, 0)}, "live puts no force on any movable block"),
        ({"live": ds.PointForce("ground", (1, 0, 0))}, "live puts no force on any movable block"),
        ({"live": (1, 0)}, r"live \(in units of g, or loads\) must be 3 numbers"),
        ({"dead": "weight"}, "dead .* must be 3 numbers"),
        ({"live": ds.PointForce("nowhere", (1, 0, 0))}, "nowhere"),
        ({"live": ds.PointForce("block", lambda time: (time, 0, 0))}, r"live: PointForce\('block'.* changes with time"),
        ({"dead": [ds.BodyForce(lambda time: (0, 0, -9.81))]}, r"dead: .* changes with time, .* `Loads.held\(0.0\)`"),
        ({"integrator": "backward-euler"}, "push looks for equilibria, which the integrator 'backward-euler' does not"),
        ({"integrator": "slow"}, "unknown integrator 'slow'; there are: backward-euler, large-steps"),
        ({"form": "dual"}, "unknown form 'dual'"),
    ],
)
def test_bad_input(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        ds.push(tall(0.5), **arguments)  # type: ignore[arg-type]
