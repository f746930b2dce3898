"""Equilibrium, limit loads, thresholds and settlements against closed forms, each other and the dynamics."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.optimize import brentq

import drystone as ds
from drystone.statics import least
from drystone.statics.limit_state import certificate
from drystone.statics.programs import LIMIT_FORMS, LimitPoint
from drystone.statics.system import StaticSystem
from drystone.structures import arch, column, dome, wall

from ..steps import GROUND

EXACT = 1e-8  # of a multiplier of one block
AGREE = 1e-7  # of the multipliers of the two programs, relative
LIGHT = 1e-4  # of blocks of a billionth of the others' mass: what solvers leave, 1e-9, over the root of their share
BALANCED = 1e-9  # least forces: the method of multipliers ends at 1e-10
NEAR = 0.01  # share of the limit load from it at which the dynamics must tell
SOLVED = 1e-6  # conic solvers' accuracy of a force, relative

SOLVERS = [("interior-point", "static"), *(("clarabel", form) for form in LIMIT_FORMS)]
"""The structured solver, which has both forms at once, and a conic one of each form's explicit program."""

STRUCTURES: dict[str, Callable[[], ds.Assembly]] = {
    "arch": arch,
    "slender arch": lambda: arch(10.0, 0.12, 160.0, 15),
    "column": lambda: column(4),
    "wall": lambda: wall(5, 4),
    "slippery wall": lambda: wall(5, 4, friction=0.25),
    "dome": lambda: dome(5.0, 0.15, 4, 8),
}


def stone(width: float = 0.3, height: float = 1.0, friction: float = 0.7, **more: Any) -> ds.Assembly:
    block = ds.Block.box(size=(width, 0.4, height), center=(0, 0, 0.5 * height), name="stone", **more)
    return ds.Assembly([GROUND, block], friction=friction)


@pytest.mark.parametrize(("solver", "form"), SOLVERS)
@pytest.mark.parametrize(("width", "friction"), [(0.3, 0.7), (0.8, 0.3)])
def test_a_block_overturns_at_its_slenderness_and_slides_at_its_friction(
    width: float, friction: float, solver: str, form: str
) -> None:
    found = ds.limit_load(stone(width, 1.0, friction), form=form, solver=solver)
    assert abs(found.multiplier - min(width, friction)) <= EXACT
    motion = found.mechanism[1]
    assert (abs(motion[4]) > 0.5) == (width < friction)  # it turns about y, or it slides along x
    assert motion[0] > 0.0
    assert found.tilt == pytest.approx(np.arctan(found.multiplier))


@pytest.mark.parametrize(("solver", "form"), SOLVERS)
@pytest.mark.parametrize("density", [1.0, 1e6])
def test_the_limit_of_stones_that_do_not_touch_is_the_least_of_theirs(density: float, solver: str, form: str) -> None:
    """They share the multiplier, whatever the other weighs: the slender one overturns, the other does not move."""
    slender = ds.Block.box((0.3, 0.4, 1.0), (-5, 0, 0.5), density=1000.0)
    thick = ds.Block.box((0.6, 0.4, 1.0), (5, 0, 0.5), density=density)
    found = ds.limit_load(ds.Assembly([GROUND, slender, thick], 0.7), solver=solver, form=form)
    assert found.multiplier == pytest.approx(0.3, rel=AGREE)
    assert found.mechanism[1, 0] > 0.0
    assert found.mechanism[2] == pytest.approx(np.zeros(6), abs=SOLVED * abs(found.mechanism[1, 0]))


@pytest.mark.parametrize("density", [1.0, 1e6])
def test_stones_that_do_not_touch_settle_with_the_ground(density: float) -> None:
    light = ds.Block.box((0.3, 0.4, 1.0), (-5, 0, 0.5), density=1000.0)
    heavy = ds.Block.box((0.6, 0.4, 1.0), (5, 0, 0.5), density=density)
    found = ds.settlement(ds.Assembly([GROUND, light, heavy], 0.7), {"ground": (0, 0, -1)})
    assert found.mechanism[:, :3] == pytest.approx(np.tile([0.0, 0.0, -1.0], (3, 1)), abs=LIGHT)


def test_joints_with_a_strength_have_no_angle_of_tilt() -> None:
    """Where loads grow by 1/cos of the angle a strength is used up sooner or later than at arctan(multiplier).

    A bond of 4 kPa, w = 0.3 m wide, h = 1 m high: W (h/2 sin - w/2 cos) = 4 kPa w d w/2 turns it, which is not
    a = w/h + 4 kPa w^2 d / (W h).
    """
    joints = {("ground", "stone"): ds.Joint(tensile_strength=4e3, brittle=True)}
    bonded = ds.Assembly(stone(0.3, 1.0).blocks, friction=0.7, joints=joints)
    found = ds.limit_load(bonded)
    weight, moment = 9.81 * float(bonded.mass[1]), 4e3 * 0.3 * 0.4 * 0.15
    assert found.multiplier == pytest.approx(0.3 + moment / (0.5 * weight), rel=1e-6)
    true = brentq(lambda a: weight * (0.5 * np.sin(a) - 0.15 * np.cos(a)) - moment, 0.0, 1.5)
    assert abs(np.arctan(found.multiplier) - true) > 1e-3
    assert np.isnan(found.tilt)


@pytest.mark.parametrize("live", [(1.0, 0.0, 0.0), (0.3, 1.0, 0.2)])
@pytest.mark.parametrize("structure", STRUCTURES)
def test_static_and_kinematic_programs_agree(structure: str, live: tuple[float, float, float]) -> None:
    """Their multipliers do, and dead load plus multiplier times live load do no work on the mechanism."""
    assembly = STRUCTURES[structure]()
    found = {key: ds.limit_load(assembly, live=live, solver=key[0], form=key[1]) for key in SOLVERS}
    for key, result in found.items():
        assert (result.status, result.solver, result.form) == ("solved", *key)  # not another program's answer
        assert abs(result.multiplier - found["clarabel", "static"].multiplier) <= AGREE
        assert abs(result.multiplier - result.kinematic_multiplier) <= AGREE
        assert abs(result.dead_power + result.multiplier * result.live_power) <= AGREE * abs(result.dead_power)
        assert result.live_power > 0.0
        assert result.certificate.worst <= AGREE
    assert not np.any(found["interior-point", "static"].mechanism[assembly.fixed])


def test_the_gap_has_what_light_blocks_leave_unbalanced() -> None:
    """Without forces every block is out of balance, by its loads. At the multiplier of a mechanism both programs would
    agree but for that: the gap is the mechanism's work on it, block by block.

    A wall with blocks of a millionth of the others was certified with 0.795489, where a linear program has 0.795145.
    """
    system = StaticSystem.of(wall(4, 4), (0, 0, -1), (1, 0, 0))
    step, live = system.scaled, system.scaled_live
    velocity = np.random.default_rng(0).normal(size=step.k.shape)
    velocity /= np.sum(live * velocity)
    a = -float(np.sum(step.k * velocity))
    found = certificate(system, LimitPoint(a, np.zeros((step.count, 3)), velocity), "solved")
    works = np.sum((step.k + a * live) * velocity, axis=1)
    assert found.gap * (1.0 + abs(a)) == pytest.approx(np.abs(works).sum(), rel=1e-12)
    assert abs(works.sum()) < 1e-12 * np.abs(works).sum()  # they cancel: the sum alone says nothing


def test_forces_at_the_limit_balance_and_lie_in_the_cone() -> None:
    assembly = STRUCTURES["arch"]()
    found = ds.limit_load(assembly)
    contacts, a = found.contacts, found.multiplier
    force = np.zeros((len(assembly.blocks), 3))
    for side, sign in (("block_a", -1.0), ("block_b", 1.0)):
        index = [assembly.index_of(name) for name in contacts[side]]
        np.add.at(force, index, sign * contacts[["force_x", "force_y", "force_z"]].to_numpy())
    weight = assembly.mass[:, None] * 9.81 * np.array([a, 0.0, -1.0])
    movable = assembly.movable
    assert np.max(np.abs((force + weight)[movable])) <= SOLVED * np.max(np.abs(weight[movable]))
    shear = np.hypot(contacts["force_t1"], contacts["force_t2"])
    assert np.all(shear <= contacts["friction"] * contacts["force_n"] + SOLVED * contacts["force_n"].max())


@pytest.mark.parametrize(("solver", "form"), SOLVERS)
def test_unbounded_and_infeasible_are_results(solver: str, form: str) -> None:
    pressed = ds.limit_load(stone(), live=(0, 0, -1), form=form, solver=solver)
    assert (pressed.status, pressed.multiplier) == ("unbounded", np.inf)
    assert not np.any(pressed.mechanism)
    falling = ds.limit_load(stone(0.3, 1.0, 0.7), dead=(0.5, 0, -1), live=(0, 1, 0), form=form, solver=solver)
    assert (falling.status, falling.multiplier) == ("infeasible", -np.inf)
    assert falling.dead_power > 0.0
    assert abs(falling.live_power) <= AGREE * falling.dead_power


def test_loads_of_all_kinds() -> None:
    """A horizontal force at the top overturns at half the force that it takes at mid-height."""
    assembly = stone(friction=2.0)
    weight = assembly.mass[1] * 9.81
    top = ds.limit_load(assembly, live=ds.PointForce("stone", (1.0, 0, 0), (0, 0, 1.0)))
    assert top.multiplier == pytest.approx(0.5 * 0.3 * weight, rel=AGREE)
    both = ds.limit_load(assembly, dead=[(0, 0, -1), ds.PointForce("stone", (0, 0, -weight))], live=(1, 0, 0))
    assert both.multiplier == pytest.approx(2 * 0.3, rel=AGREE)
    couple = ds.limit_load(assembly, live=[ds.Couple("stone", (0, 1.0, 0))])
    assert couple.multiplier == pytest.approx(0.5 * 0.3 * weight, rel=AGREE)


def test_loads_are_forces_and_moments_as_they_are_given() -> None:
    """However far a block of this inertia would turn in a second: no moment of its spin is among them."""
    assembly = column(3)
    couples = [ds.Couple(name, (3e3, -2e4, 1e3)) for name in assembly.names[1:]]
    system = StaticSystem.of(assembly, [(0, 0, -1), *couples])
    expected = np.zeros((3, 6))
    expected[:, 2] = -9.81 * assembly.mass[assembly.movable]
    expected[:, 3:] = (3e3, -2e4, 1e3)
    np.testing.assert_allclose(system.step.k, expected, rtol=1e-12)
    np.testing.assert_allclose(system.step.H[:, 3:, 3:], assembly.inertia[assembly.movable], rtol=1e-12, atol=1e-9)


def test_joints_without_dilation() -> None:
    """A block that slides, slides at mu; a wall's multiplier lies in its bracket."""
    sliding = ds.limit_load(stone(0.8, 1.0, 0.3), friction="coulomb")
    assert sliding.multiplier == pytest.approx(0.3, abs=1e-5)
    assert sliding.bracket == pytest.approx((0.0, 0.3), abs=EXACT)
    held = ds.limit_load(dome(5.0, 0.15, 4, 8, friction=0.4), friction="coulomb")
    assert held.bracket[0] <= held.multiplier <= held.bracket[1] * (1.0 + 1e-3)
    assert held.bracket[1] == pytest.approx(held.history[0], rel=AGREE)  # the associated one's upper bound
    assert held.certificate.worst <= 5e-6
    assert held.solver == "clarabel"  # of the sequence's programs, not of the associated one before


def test_bonds_count() -> None:
    """A bonded block lifts off at its weight and its tensile strength, and overturns with both about its edge."""
    strength, width = 1e4, 0.3
    dry = stone(width, 1.0, 2.0)
    bonded = ds.Assembly(dry.blocks, friction=2.0, joints=ds.Joint(tensile_strength=strength))
    weight, pull = dry.mass[1] * 9.81, strength * width * 0.4
    lifted = ds.limit_load(bonded, live=(0, 0, 1))
    assert lifted.multiplier == pytest.approx(1.0 + pull / weight, rel=SOLVED)
    turned = ds.limit_load(bonded, live=(1, 0, 0))
    assert turned.multiplier == pytest.approx(width * (1.0 + pull / weight), rel=SOLVED)
    assert ds.equilibrium(bonded, loads=ds.BodyForce((0.9 * turned.multiplier * 9.81, 0, 0))).stable
    assert not ds.equilibrium(bonded, loads=ds.BodyForce((1.1 * turned.multiplier * 9.81, 0, 0))).stable


def between_walls(friction: float = 0.5) -> ds.Assembly:
    """A block that touches two fixed walls and rests on nothing."""
    walls = [
        ds.Block.box(size=(1, 1, 1), center=(x, 0, 0.5), fixed=True, name=name)
        for x, name in ((-1.0, "left"), (1.0, "right"))
    ]
    return ds.Assembly([*walls, ds.Block.box(size=(1, 1, 1), center=(0, 0, 0.5), name="key")], friction=friction)


def test_wedging_is_unbounded_for_the_associated_law() -> None:
    """The limit theorems cannot see that nothing presses the block: it may be clamped by any force."""
    assembly = between_walls()
    assert ds.limit_load(assembly, dead=(0, 0, 0.0), live=(0, 0, -1)).status == "unbounded"
    for dead in (0.0, -1.0):  # without dilation the block falls, as in the H below
        found = ds.limit_load(assembly, dead=(0, 0, dead), live=(0, 0, -1), friction="coulomb")
        assert (found.status, found.bracket[1]) == ("solved", np.inf)
        assert found.bracket[0] == pytest.approx(dead, abs=EXACT)
        assert found.multiplier == pytest.approx(dead, abs=1e-5)
    pressed = ds.limit_load(assembly, live=(1, 0, 0), friction="coulomb")  # against a wall that cannot move
    assert (pressed.status, pressed.multiplier) == ("unbounded", np.inf)
    state = ds.equilibrium(assembly)
    weight = assembly.mass[2] * 9.81
    least, largest = state.force_range("left", "key")
    assert least == pytest.approx(0.5 * weight / 0.5, rel=SOLVED)
    assert largest == np.inf


def test_an_h_of_three_blocks_stands_by_a_clamping_force_that_nothing_guarantees() -> None:
    """What docs/statics.md says of it."""
    size, high = (1.0, 1.0, 2.0), 1.0
    uprights = [ds.Block.box(size=size, center=(x, 0, high), name=n) for x, n in ((-1.0, "left"), (1.0, "right"))]
    web = ds.Block.box(size=(1.0, 1.0, 0.4), center=(0, 0, high), name="web")
    assembly = ds.Assembly([GROUND, *uprights, web], friction=0.7)
    weight = assembly.mass[3] * 9.81
    state = ds.equilibrium(assembly)
    assert state.stable
    assert state.force_range("left", "web")[0] == pytest.approx(0.5 * weight / 0.7, rel=1e-5)
    found = ds.limit_load(assembly, live=ds.PointForce("web", (0, 0, -weight)), friction="coulomb")
    assert found.bracket[0] == pytest.approx(-1.0, abs=AGREE)
    assert 8.0 < found.bracket[1] < 9.0
    assert found.multiplier == pytest.approx(-1.0, abs=1e-5)  # the web alone, which nothing clamps


@pytest.mark.parametrize("structure", STRUCTURES)
def test_equilibrium_of_what_stands(structure: str) -> None:
    found = ds.equilibrium(STRUCTURES[structure]())
    assert found.stable
    assert found.imbalance <= BALANCED
    assert not np.any(found.mechanism)


def test_joints_of_a_tall_column_carry_the_weight_above() -> None:
    """One equally compliant step leaves 1e-3 of the load unbalanced here; what it takes over from the last, 1e-9."""
    assembly = column(400)
    found = ds.equilibrium(assembly)
    assert found.imbalance <= BALANCED
    above = 9.81 * np.cumsum(assembly.mass[assembly.movable][::-1])[::-1]
    assert found.joints["force_n"].to_numpy() == pytest.approx(above, rel=BALANCED)


@pytest.mark.parametrize(("large", "small"), [(3.0, 3.5e-3), (10.0, 1e-2)])
def test_the_forces_of_a_pebble_on_a_rock_are_found(large: float, small: float) -> None:
    """Its weight is below a billionth of the rock's: the rounds of the method of multipliers bring nothing."""
    blocks = [
        ds.Block.box((2 * large, 2 * large, 1), (0, 0, -0.5), fixed=True, name="ground"),
        ds.Block.box((large, large, large), (0, 0, 0.5 * large), name="rock"),
        ds.Block.box((small, small, 0.5 * small), (0, 0, large + 0.25 * small), name="pebble"),
    ]
    assembly = ds.Assembly(blocks, 0.6)
    found = ds.equilibrium(assembly, closed=1e-4 * small)
    assert found.stable
    weights = 9.81 * np.array([assembly.mass[2], assembly.mass[1:].sum()])
    assert np.sort(found.joints["force_n"]) == pytest.approx(weights, rel=BALANCED)


@pytest.mark.parametrize(("large", "small"), [(1.0, 0.1), (10.0, 0.1), (10.0, 0.01)])
def test_a_pebble_on_a_rock_slides_when_it_does_alone(large: float, small: float) -> None:
    """Pushed by a fifth of its weight it needs mu = 0.2, and with mu = 0.4 bears twice the push."""
    blocks = [
        ds.Block.box((2 * large, 2 * large, 1), (0, 0, -0.5), fixed=True, name="ground"),
        ds.Block.box((large, large, large), (0, 0, 0.5 * large), name="rock"),
        ds.Block.box((small, small, 0.5 * small), (0, 0, large + 0.25 * small), name="pebble"),
    ]
    assembly = ds.Assembly(blocks, 0.4)
    push, closed = ds.PointForce("pebble", (0.2 * 9.81 * assembly.mass[2], 0, 0)), 1e-4 * small
    found = ds.least_friction(assembly, loads=push, closed=closed)
    assert found.fails == pytest.approx(0.2, rel=LIGHT)
    assert found.stands == pytest.approx(0.2, rel=LIGHT)
    for friction in ("associated", "coulomb"):
        limit = ds.limit_load(assembly, live=push, friction=friction, closed=closed)
        assert limit.multiplier == pytest.approx(2.0, rel=LIGHT)


def test_least_forces_are_those_of_equal_springs() -> None:
    """A slab on four corners under an eccentric load: F_i = N/4 + M x_i / sum x^2."""
    assembly = stone(2.0, 0.5)
    weight, load, at = assembly.mass[1] * 9.81, 1000.0, (0.3, 0.1)
    found = ds.equilibrium(assembly, loads=ds.PointForce("stone", (0, 0, -load), (*at, 0.5)))
    x, y = found.contacts["point_x"].to_numpy(), found.contacts["point_y"].to_numpy()
    expected = (weight + load) / 4 + load * (at[0] * x / np.sum(x**2) + at[1] * y / np.sum(y**2))
    assert found.contacts["force_n"].to_numpy() == pytest.approx(expected, rel=SOLVED)
    assert found.force_range(GROUND.name or "", "stone")[0] == pytest.approx(weight + load, rel=SOLVED)


def test_least_forces_near_the_limit_are_balanced_in_several_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes over what all before it left unbalanced. The conic program, which here fails, is for what they do not
    balance.
    """

    def conic(*_: Any) -> Any:
        raise AssertionError("least forces by a conic program")

    monkeypatch.setattr(least, "least_forces", conic)
    assembly = column(12)
    load = 0.9 * ds.limit_load(assembly).multiplier * 9.81
    assert ds.equilibrium(assembly, loads=ds.BodyForce((load, 0.0, 0.0))).stable


@pytest.mark.parametrize("structure", ["arch", "wall", "dome"])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_equilibrium_and_dynamics_tell_the_limit_load(structure: str, side: float) -> None:
    """One per cent below the multiplier the structure stays under the constant load, one above it moves."""
    assembly = STRUCTURES[structure]()
    a = ds.limit_load(assembly).multiplier
    load = ds.BodyForce(((1.0 + side * NEAR) * a * 9.81, 0.0, 0.0))
    assert ds.equilibrium(assembly, loads=load).stable == (side < 0)
    run = ds.simulate(assembly, 0.1, 2e-3, loads=load)
    moved = float(np.max(np.abs(run.position[-1] - run.position[0])))
    assert (moved < 1e-6) if side < 0 else (moved > 1e-5)


def test_what_falls_starts_as_the_dynamics_does() -> None:
    assembly = stone(0.3, 1.0, 0.7)
    load = ds.BodyForce((5.0, 0.0, 0.0))
    found = ds.equilibrium(assembly, loads=load)
    assert not found.stable
    dt = 1e-6
    first = ds.simulate(assembly, dt, dt, loads=load).velocity[-1] / dt
    assert found.acceleration == pytest.approx(first, rel=1e-4, abs=1e-4)


def test_thrust_of_an_arch_lies_between_those_of_moving_abutments() -> None:
    """The abutments' opening finds the least thrust, their closing the largest."""
    assembly = arch(10.0, 0.15, 180.0, 9)
    abutment = "left abutment"
    span = "voussoir-9"
    least, largest = ds.equilibrium(assembly).force_range(abutment, span, "x")
    for motion, thrust in ((-1.0, least), (1.0, largest)):
        found = ds.settlement(assembly, {abutment: (motion, 0, 0)})
        inside = (found.contacts["block_a"] == abutment) | (found.contacts["block_b"] == abutment)
        force = found.contacts.loc[inside, "force_x"].sum()
        assert force == pytest.approx(thrust, rel=SOLVED)
        assert found.work == pytest.approx(-motion * thrust, rel=SOLVED)
        assert found.mechanism[assembly.index_of(abutment)] == pytest.approx([motion, 0, 0, 0, 0, 0])


def tied(most: float | None) -> ds.Assembly:
    """A stone that a tie along its middle may pull down to the ground, and one that hangs on a tie from there."""
    ends: list[Any] = [("stone", (0, 0, 0.5), (0, 0, -0.1)), ("hung", (3, 0, -2), (3, 0, -0.1))]
    ties = [ds.Tie(name, "ground", a, b, stiffness=1e6, yield_force=most) for name, a, b in ends]
    hung = ds.Block.box((1, 1, 1), (3, 0, -2.5), density=100.0, name="hung")
    return ds.Assembly([*stone(1.0, 1.0).blocks, hung], 0.6, ties=ties)


def test_the_range_of_a_joint_is_of_its_contacts_whatever_ties_there_are() -> None:
    """The joint bears the weight and what the tie pulls, from nothing to its yield force."""
    most = 5000.0
    weight = tied(most).mass[1] * 9.81
    for component in ("normal", "z", (0, 0, 2.0)):
        for bound in (most, None):
            found = ds.equilibrium(tied(bound)).force_range("ground", "stone", component)
            assert found == pytest.approx((weight, weight + (bound or np.inf)), rel=SOLVED)
    with pytest.raises(ds.DrystoneError, match="have no closed joint"):
        ds.equilibrium(tied(None)).force_range("ground", "hung")


def test_least_friction_is_the_slope() -> None:
    slope = 0.3
    found = ds.least_friction(
        stone(2.0, 0.5), gravity=(9.81 * np.sin(slope), 0.0, -9.81 * np.cos(slope)), high=5.0, tolerance=1e-7
    )
    assert found.fails < np.tan(slope) < found.stands * (1 + 1e-7)
    assert found.stands - found.fails <= 1e-6


@pytest.mark.parametrize("most", [None, 1e9])
def test_ties_across_the_motion_have_no_friction(most: float | None) -> None:
    """Between two shores a slab slides along x where mu is less than the slope 0.3, as it does without the ties."""
    shores = [ds.Block.box((1, 1, 2), (0, 4 * y, 1), fixed=True, name=f"shore {y}") for y in (-1, 1)]
    slab = ds.Block.box((2, 2, 0.5), (0, 0, 0.25), name="slab")
    ties = [
        ds.Tie("slab", f"shore {y}", (0, y, 0.25), (0, 3.5 * y, 0.25), stiffness=1e6, yield_force=most) for y in (-1, 1)
    ]
    found = ds.least_friction(ds.Assembly([GROUND, *shores, slab], 0.5, ties=ties), gravity=(3, 0, -10))
    assert found.fails - 1e-6 <= 0.3 <= found.stands + 1e-6


def test_least_thickness_of_a_block_under_a_horizontal_load() -> None:
    push = ds.BodyForce((0.25 * 9.81, 0.0, 0.0))
    found = ds.least_parameter(lambda width: stone(width, 1.0, 2.0), 0.1, 1.0, loads=push, tolerance=1e-6)
    assert found.fails - 1e-6 <= 0.25 <= found.stands + 1e-6
    assert found.value == found.stands
    assert all(holds == (value > 0.25) for value, holds in found.tried)


def test_ends_of_a_bracket() -> None:
    assert ds.least_friction(stone(2.0, 0.5), high=1.0).fails == -np.inf
    push = ds.BodyForce((5.0, 0.0, 0.0))
    assert ds.least_friction(stone(2.0, 0.5), high=0.4, loads=push).stands == np.inf


ENTRIES: dict[str, Callable[..., Any]] = {
    "limit load": lambda assembly, **more: ds.limit_load(assembly, **more).multiplier,
    "equilibrium": lambda assembly, **more: ds.equilibrium(assembly, **more).stable,
    "settlement": lambda assembly, **more: ds.settlement(assembly, {"ground": (0, 0, -1)}, **more).work,
    "least friction": lambda assembly, **more: ds.least_friction(assembly, high=1.0, **more).stands,
    "least parameter": lambda assembly, **more: ds.least_parameter(lambda _: assembly, 0.1, 0.2, **more).stands,
}


def test_blocks_that_touch_nothing_are_told_where_they_fall() -> None:
    """A stone 2 mm above the ground beside one that stands."""
    apart = ds.Block.box(size=(0.3, 0.4, 1.0), center=(1, 0, 0.502), name="apart")
    beside = ds.Assembly([*stone().blocks, apart], friction=0.7)
    with pytest.warns(UserWarning, match="equilibrium: 1 block, apart, touches nothing and has no tie: it falls"):
        assert not ds.equilibrium(beside).stable
    with pytest.warns(UserWarning, match="limit_load: 1 block, apart, touches nothing and has no tie"):
        assert ds.limit_load(beside, live=(1, 0, 0)).status == "infeasible"
    with pytest.warns(UserWarning, match="least_friction: 1 block, apart, touches nothing and has no tie"):
        assert ds.least_friction(beside).stands == np.inf


@pytest.mark.parametrize("entry", ENTRIES)
def test_blocks_that_overlap_touch_where_the_error_is_heeded(entry: str) -> None:
    """By 2 mm, more than the default: refused with the way out, which then gives what the block apart has."""
    deep = ds.Block.box(size=(0.3, 0.4, 1.0), center=(0, 0, 0.498), name="stone")
    assembly = ds.Assembly([GROUND, deep], friction=0.7)
    with pytest.raises(ds.DrystoneError, match=r"overlap by 0\.002 m .* or raise overlap_tolerance"):
        ENTRIES[entry](assembly)
    assert ENTRIES[entry](assembly, overlap_tolerance=0.003) == pytest.approx(ENTRIES[entry](stone()), rel=0.01)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: ds.limit_load(stone(), form="ccp"), "unknown form 'ccp'; there are: kinematic, static"),
        (lambda: ds.limit_load(stone(), friction="dry"), "unknown friction 'dry'"),
        (
            lambda: ds.limit_load(stone(), friction=0.5),  # type: ignore[arg-type]
            "friction must be a law, .* a coefficient is one of the assembly",
        ),
        (
            lambda: ds.limit_load(ds.read_scene("block")),  # type: ignore[arg-type]
            "must be an Assembly; .* SceneFile; give its assembly",
        ),
        (lambda: ds.limit_load(stone(), live=(0, 0, 0)), "live puts no force on any movable block"),
        (lambda: ds.limit_load(stone(), live=(1, 0)), "live, a body acceleration in units of g"),
        (lambda: ds.limit_load(stone(), live=ds.PointForce("brick", (1, 0, 0))), "unknown block 'brick'"),
        (
            lambda: ds.limit_load(stone(), solver="newton"),
            "does not solve conic programs; give one of auto, interior-point",
        ),
        (
            lambda: ds.limit_load(stone(), solver="interior-point", friction="coulomb"),
            "'interior-point' does not solve conic programs; give one of auto, clarabel",
        ),
        (lambda: ds.limit_load(stone(), solver="gurobi"), "unknown solver 'gurobi'"),
        (lambda: ds.limit_load(stone(), closed=-1.0), "closed .m. must not be negative; got -1"),
        (lambda: ds.equilibrium(stone(), overlap_tolerance=-1.0), "overlap_tolerance .m. must not be negative; got -1"),
        (lambda: ds.limit_load(ds.Assembly([GROUND])), "all blocks are fixed"),
        (lambda: ds.limit_load("wall"), "assembly must be an? Assembly; got 'wall'"),  # type: ignore[arg-type]
        (lambda: ds.equilibrium(stone(), gravity=(0, 0)), "gravity"),
        (lambda: ds.equilibrium(stone(), loads="snow"), "loads must be a list of Load"),  # type: ignore[arg-type]
        (lambda: ds.equilibrium(stone()).force_range("stone", "roof"), "unknown block 'roof'"),
        (lambda: ds.equilibrium(stone()).force_range("stone", "stone"), "have no closed joint"),
        (lambda: ds.equilibrium(stone()).force_range("ground", "stone", "up"), "unknown component 'up'"),
        (lambda: ds.equilibrium(stone()).force_range("ground", "stone", (0, 0, 0)), "must not be the zero vector"),
        (lambda: ds.equilibrium(stone(), gravity=(9, 0, -9)).force_range("ground", "stone"), "does not stand"),
        (lambda: ds.settlement(stone(), {}), "supports must name fixed blocks that move, as a mapping"),
        (lambda: ds.settlement(stone(), {"stone": (0, 0, 1)}), "block 'stone' is not fixed"),
        (lambda: ds.settlement(stone(), {"ground": (0, 1)}), "motion of 'ground'"),
        (lambda: ds.settlement(stone(), {"ground": (0, 0, 1)}, gravity=(9, 0, -9)), "does not stand before"),
        (lambda: ds.settlement(between_walls(), {"left": (1, 0, 0)}), "would have to be crushed"),
        (lambda: ds.least_friction(stone(), low=2.0, high=1.0), "low must be below high"),
        (lambda: ds.least_friction(stone(), low=-1.0), "low must not be negative; got -1"),
        (lambda: ds.least_parameter(lambda h: h, 0.1, 1.0), "what make.1. returns must be an? Assembly"),  # type: ignore[arg-type,return-value]
    ],
)
def test_bad_input_is_told(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        call()


def test_the_truth_of_an_equilibrium_is_whether_it_stands() -> None:
    """As in ``if ds.equilibrium(structure):``, which every object of Python without a truth value passes."""
    assert ds.equilibrium(arch(thickness_ratio=0.15))
    assert not ds.equilibrium(arch(thickness_ratio=0.03))
