"""Statics of bonded joints: Mohr and Coulomb's law with a tension cut-off against closed forms and its own program."""

import warnings
from collections.abc import Callable
from typing import Any

import cvxpy as cp
import numpy as np
import pytest

import drystone as ds
from drystone.statics.programs import LIMIT_FORMS
from drystone.statics.strength import YieldSurface
from drystone.statics.system import StaticSystem
from drystone.structures import arch, dome, wall

AGREE = 1e-7  # of the multipliers of the two programs, relative
EXACT = 1e-7  # of a closed form, relative
SEQUENCE = 1e-5  # the same of joints that do not dilate, by a sequence of programs
NEAR = 1e-4  # distance from a threshold at which the answer must be right
WEIGHT = 2000.0 * 9.81  # N, of a cube of 1 m
STATIC_SOLVERS = [("auto", form) for form in LIMIT_FORMS] + [("clarabel", form) for form in LIMIT_FORMS]

GROUND = ds.Block.box(size=(4, 4, 0.2), center=(0, 0, -0.1), fixed=True, name="ground")
CEILING = ds.Block.box(size=(4, 4, 0.2), center=(0, 0, 1.1), fixed=True, name="ceiling")
CUBE = ds.Block.box(size=(1, 1, 1), center=(0, 0, 0.5), name="cube")


def cube(support: ds.Block = GROUND, friction: float = 0.7, **law: Any) -> ds.Assembly:
    return ds.Assembly([support, CUBE], friction=friction, joints=ds.Joint(**law))


@pytest.mark.parametrize("cohesion", [1e5, 1e6, 1e9])
def test_a_hanging_block_stands_where_its_tensile_strength_bears_it(cohesion: float) -> None:
    for share, stands in ((1.0 - NEAR, False), (1.0 + NEAR, True), (0.9, False), (1.1, True)):
        law = {"cohesion": cohesion, "tensile_strength": share * WEIGHT}
        found = ds.equilibrium(cube(CEILING, **law))
        assert found.stable == stands
        assert found.contacts["force_n"].sum() == pytest.approx(-WEIGHT * min(share, 1.0), rel=1e-6)
        if stands:
            assert found.contacts["force_n"].to_numpy() == pytest.approx(-0.25 * WEIGHT, rel=1e-6)
            assert found.imbalance <= 1e-9
        else:
            assert found.acceleration[1, 2] == pytest.approx((share - 1.0) * 9.81, abs=1e-4)


def test_the_dynamics_drops_what_statics_drops() -> None:
    for share in (0.9, 1.1):
        assembly = cube(CEILING, cohesion=1e6, tensile_strength=share * WEIGHT)
        run = ds.simulate(assembly, 0.02, 2e-3)
        assert bool(run.steps["broken"].iloc[-1]) == (not ds.equilibrium(assembly).stable)


@pytest.mark.parametrize(("solver", "form"), STATIC_SOLVERS)
@pytest.mark.parametrize("tension", [0.0, 2e4])
def test_a_cube_overturns_at_its_weight_and_tensile_strength(tension: float, solver: str, form: str) -> None:
    """About the edge: (W + f A)/2, of four corners with a quarter of the area each."""
    found = ds.limit_load(cube(cohesion=1e7, tensile_strength=tension), form=form, solver=solver)
    assert (found.status, found.form) == ("solved", form)
    assert found.multiplier == pytest.approx(1.0 + tension / WEIGHT, rel=EXACT)
    assert abs(found.multiplier - found.kinematic_multiplier) <= AGREE
    balance = found.dead_power + found.multiplier * found.live_power
    assert found.dissipation == pytest.approx(balance, abs=1e-6 * WEIGHT)
    assert found.dissipation == pytest.approx(0.5 * tension, abs=1e-6 * WEIGHT)  # of mechanism: turns with 1 rad/s


@pytest.mark.parametrize("tension", [0.0, 1e3])
def test_shear_without_normal_force_is_cohesion_times_area(tension: float) -> None:
    assembly = cube(CEILING, cohesion=3e4, tensile_strength=tension)
    along = ds.PointForce("cube", (0.6, 0.8, 0.0), (0, 0, 1.0))
    assert ds.limit_load(assembly, dead=(0, 0, 0), live=along).multiplier == pytest.approx(3e4, rel=EXACT)
    pressed = [along, ds.PointForce("cube", (0, 0, 0.5), (0, 0, 1.0))]
    found = ds.limit_load(assembly, dead=(0, 0, 0), live=pressed)
    assert found.multiplier == pytest.approx(3e4 / (1.0 - 0.7 * 0.5), rel=EXACT)  # c A + mu N


def test_a_cut_off_at_the_apex_is_cohesion_alone() -> None:
    bricks = wall(3, 3)
    alone, both = (
        ds.limit_load(ds.Assembly(bricks.blocks, 0.5, ds.Joint(cohesion=2e3, tensile_strength=strength)))
        for strength in (None, 4e3)
    )
    assert both.multiplier == pytest.approx(alone.multiplier, rel=AGREE)
    assert both.solver == "interior-point"


LAWS: dict[str, ds.Joint] = {
    "both": ds.Joint(cohesion=1e3, tensile_strength=5e2),
    "no tension": ds.Joint(cohesion=1e3, tensile_strength=0.0),
    "cohesion": ds.Joint(cohesion=1e3),
    "tension": ds.Joint(tensile_strength=1e3),
    "beside": ds.Joint(cohesion=4e3, tensile_strength=1e3, tension_stiffness=1e9),
}


def written_out(assembly: ds.Assembly, law: ds.Joint, live: tuple[float, float, float]) -> float:
    """The limit load by the law of Mohr and Coulomb in real forces: a program of its own, from areas and strengths."""
    system = StaticSystem.of(assembly, (0, 0, -1), live)
    step = system.step
    beside = system.strengths.beside
    share = ds.collision.tributary_areas(system.contacts, ~beside)
    if law.law is not None:  # at the contacts
        share[beside] = share[~beside]
    scale = float(np.max(np.abs(step.k)))
    a, n, t = cp.Variable(), cp.Variable(step.count), cp.Variable((step.count, 2))
    force = cp.reshape(cp.hstack([n[:, None], t]), (3 * step.count,), order="C")
    limits = [step.operator @ force + step.k.ravel() / scale + a * system.live.ravel() / scale == 0]
    shear, c = cp.norm(t, axis=1), law.cohesion * share / scale
    if law.law is not None:
        assert law.tensile_strength is not None
        f = law.tensile_strength * share / scale
        dry, bond = np.flatnonzero(~beside), np.flatnonzero(beside)
        limits += [n[dry] >= 0, shear[dry] <= 0.5 * n[dry], n[bond] >= -f[bond], n[bond] <= 0]
        limits += [shear[bond] <= c[bond] + law.cohesion / law.tensile_strength * n[bond]]
    else:
        f = (law.tensile_strength if law.tensile_strength is not None else 2.0 * law.cohesion) * share / scale
        limits += [shear <= (c if law.cohesion > 0.0 else 0.5 * f) + 0.5 * n, n >= -f]
    problem = cp.Problem(cp.Maximize(a), limits)
    problem.solve(solver="CLARABEL")
    return float(a.value)


@pytest.mark.parametrize("live", [(1.0, 0.0, 0.0), (0.3, 1.0, 0.2)])
@pytest.mark.parametrize("name", LAWS)
def test_a_bonded_wall_against_the_law_written_out(name: str, live: tuple[float, float, float]) -> None:
    assembly = ds.Assembly(wall(3, 3).blocks, 0.5, LAWS[name])
    told = written_out(assembly, LAWS[name], live)
    for form in LIMIT_FORMS:
        found = ds.limit_load(assembly, live=live, solver="clarabel", form=form)
        assert found.form == form
        assert found.multiplier == pytest.approx(told, rel=1e-6)
        assert abs(found.multiplier - found.kinematic_multiplier) <= AGREE * (1.0 + found.multiplier)
        assert found.certificate.worst <= AGREE
        power = found.dead_power + found.multiplier * found.live_power
        assert found.dissipation == pytest.approx(power, rel=1e-5, abs=AGREE * abs(found.dead_power))
    push = ds.BodyForce(tuple(np.array(live) * told * 9.81))
    for side in (-1.0, 1.0):
        load = ds.BodyForce(tuple((1.0 + side * NEAR) * np.array(push.acceleration)))
        assert ds.equilibrium(assembly, loads=load).stable == (side < 0)


def test_a_bond_beside_its_contact_takes_no_compression() -> None:
    """A heavy cube slides at mu W + c A, however large c/f is."""
    cohesion = 2e4
    assembly = cube(cohesion=cohesion, tensile_strength=1e3, tension_stiffness=1e9)
    found = ds.limit_load(assembly, live=ds.PointForce("cube", (1, 0, 0), (0, 0, 0.0)))
    assert found.multiplier == pytest.approx(0.7 * WEIGHT + cohesion, rel=EXACT)


@pytest.mark.parametrize("tension", [0.99, 1.0, 5.0])
def test_a_bond_that_presses_what_slides_together_is_warned_of(tension: float) -> None:
    """A cube slides at mu W + c A or at mu (W + f A), at the greater where sliding dilates, at the lesser in truth."""
    pushed = ds.PointForce("cube", (1, 0, 0), (0, 0, 0))
    assembly = cube(cohesion=2e4, tensile_strength=tension * 2e4 / 0.7, tension_stiffness=1e9)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found, stands = ds.limit_load(assembly, live=pushed), ds.equilibrium(assembly)
    assert found.multiplier == pytest.approx(0.7 * WEIGHT + 2e4 * max(tension, 1.0), rel=EXACT)
    assert stands.stable
    holds = 0.7 * WEIGHT + 2e4 * min(tension, 1.0)
    presses = "bonds between ground and cube bear more tension than c/mu"
    assert [str(one.message).split(".")[0] for one in told] == (
        [f"limit_load: {presses}", f"equilibrium: {presses}"] if tension > 1.0 else []
    )
    assert ds.limit_load(assembly, live=pushed, friction="coulomb").multiplier == pytest.approx(holds, rel=SEQUENCE)


def test_the_dissipation_is_the_support_function() -> None:
    """Of random velocities the largest -gamma'u over a fine grid of Y; and the distance from Y of forces in and out."""
    random = np.random.default_rng(5)
    mu, cohesion, largest = 0.6, 0.4, 1.5
    surface = YieldSurface(*(np.array([value]) for value in (0.0, mu, cohesion, largest)))
    n, angle = (part.ravel() for part in np.meshgrid(np.linspace(0, largest, 301), np.linspace(0, 2 * np.pi, 721)))
    shear = mu * n + cohesion
    grid = np.column_stack([n, shear * np.cos(angle), shear * np.sin(angle)])
    assert np.max(YieldSurface(*(np.full(len(grid), v) for v in (0.0, mu, cohesion, largest))).distance(grid)) < 1e-12
    for u in random.normal(size=(50, 3)):
        assert surface.dissipation(u[None]) == pytest.approx(np.max(-grid @ u), abs=1e-3)
    assert surface.distance(np.array([[-0.5, 0.0, 0.0]])) == pytest.approx(0.5)
    assert surface.distance(np.array([[0.0, 1.4, 0.0]])) == pytest.approx(1.0)
    assert surface.distance(np.array([[2.5, 0.0, 0.0]])) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "law", [{"tensile_strength": 3e4}, {"cohesion": 1e6}, {"cohesion": 1e6, "tensile_strength": 3e4}]
)
def test_force_and_settlement_of_a_hanging_block_are_its_weight(law: dict[str, float]) -> None:
    found = ds.equilibrium(cube(CEILING, **law))
    assert found.force_range("ceiling", "cube") == pytest.approx((-WEIGHT, -WEIGHT), rel=EXACT)
    assert found.force_range("ceiling", "cube", "z") == pytest.approx((WEIGHT, WEIGHT), rel=EXACT)
    assert found.joints["force_z"].iloc[0] == pytest.approx(WEIGHT, rel=EXACT)
    for motion in (-1.0, 1.0):
        moved = ds.settlement(cube(CEILING, **law), {"ceiling": (0, 0, motion)})
        assert moved.work == pytest.approx(-motion * WEIGHT, rel=EXACT)
        assert moved.dissipation == pytest.approx(0.0, abs=1e-6 * WEIGHT)
        assert moved.mechanism[1] == pytest.approx([0, 0, motion, 0, 0, 0], abs=1e-6)


@pytest.mark.parametrize(
    "law", [ds.Joint(tensile_strength=2e4), ds.Joint(cohesion=2e4), ds.Joint(cohesion=5e4, tensile_strength=2e4)]
)
def test_supports_of_a_bonded_arch_take_what_the_loads_give_less_what_bonds_do(law: ds.Joint) -> None:
    assembly = ds.Assembly(arch(10.0, 0.15, 180.0, 9).blocks, 0.7, law)
    least, largest = ds.equilibrium(assembly).force_range("left abutment", "voussoir-9", "x")
    for motion, thrust in ((-1.0, least), (1.0, largest)):
        found = ds.settlement(assembly, {"left abutment": (motion, 0, 0)})
        inside = (found.contacts["block_a"] == "left abutment") | (found.contacts["block_b"] == "left abutment")
        assert found.contacts.loc[inside, "force_x"].sum() == pytest.approx(thrust, rel=1e-6)
        assert found.work == pytest.approx(-motion * thrust, rel=1e-6)
        weight = assembly.mass[:, None] * np.array([0, 0, -9.81])
        given = float(np.sum((weight * found.mechanism[:, :3])[assembly.movable]))
        assert found.dissipation == pytest.approx(given - found.work, rel=1e-6)
        assert found.dissipation > 0.0


SLOPE = np.arctan(0.547)


@pytest.mark.each_value
@pytest.mark.parametrize("friction", [0.3, 1.2])
@pytest.mark.parametrize("share", [0.2668, 0.7, 1.0 - 1e-3])
@pytest.mark.parametrize("tension", [None, 0.0, 0.1])
def test_least_friction_is_that_of_the_slope_less_the_cohesion(
    friction: float, share: float, tension: float | None
) -> None:
    """W sin = mu W cos + c A, whatever the friction of the assembly."""
    strength = None if tension is None else tension * share * WEIGHT / 2
    block = ds.Block.box(size=(1, 1, 0.5), center=(0, 0, 0.25), name="block")
    law = ds.Joint(cohesion=share * 0.5 * WEIGHT * np.sin(SLOPE), tensile_strength=strength)
    tilted = (9.81 * np.sin(SLOPE), 0.0, -9.81 * np.cos(SLOPE))
    found = ds.least_friction(ds.Assembly([GROUND, block], friction, law), gravity=tilted, high=2.0)
    exact = np.tan(SLOPE) * (1.0 - share)
    assert found.fails - EXACT <= exact <= found.stands + EXACT
    assert found.stands - found.fails <= 1e-6 * found.stands


def test_cohesion_alone_bears_any_tension_without_friction() -> None:
    """At mu = 0 its apex is infinite: the block hangs, and slides off a face where c A is less than its weight."""
    assembly = cube(CEILING, cohesion=1.0)
    assert ds.least_friction(assembly, high=1e-6).fails == -np.inf
    face = ds.Block.box(size=(0.2, 4, 4), center=(-0.6, 0, 0.5), fixed=True, name="face")
    along = ds.PointForce("cube", (0, 0, WEIGHT), (-0.5, 0, 0.5))  # no moment about the joint
    for share, stands in ((1.0 - 1e-3, False), (1.0 + 1e-3, True)):
        held = ds.Assembly([face, CUBE], 0.5, ds.Joint(cohesion=share * WEIGHT))
        found = ds.least_friction(held, gravity=(0, 0, 0), loads=along, high=1e-3, tolerance=0.5)
        assert (found.fails == -np.inf) == stands


def test_joints_without_dilation_keep_their_cohesion() -> None:
    """A cube that slides: c A + mu W with any law; from below the shear of the cut-off, from above the same."""
    assembly = cube(friction=0.3, cohesion=1e3, tensile_strength=5e2)
    found = ds.limit_load(assembly, friction="coulomb", live=ds.PointForce("cube", (1, 0, 0), (0, 0, 0.0)))
    assert found.multiplier == pytest.approx(1e3 + 0.3 * WEIGHT, rel=1e-3)
    assert found.bracket[0] == pytest.approx(1e3 - 0.3 * 5e2, rel=1e-6)
    assert found.bracket[1] == pytest.approx(1e3 + 0.3 * WEIGHT, rel=EXACT)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: ds.limit_load(cube(cohesion=1e3, tensile_strength=1e2), solver="interior-point"),
            "knows Coulomb's cones alone",
        ),
        (
            lambda: ds.equilibrium(cube(cohesion=1e3, tensile_strength=1e2), solver="newton"),
            "does not solve conic programs",
        ),
        (
            lambda: ds.equilibrium(cube(fracture_energy=100.0, tension_stiffness=1e9)),
            r"'ground' and 'cube' has fracture_energy: .* Give tensile_strength instead \(its peak is 3.162e\+05 Pa\)",
        ),
    ],
)
def test_what_statics_does_not_know_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        call()


@pytest.mark.parametrize("friction", ["associated", "coulomb"])
@pytest.mark.parametrize(
    ("cohesion", "tension", "live"),
    [
        (692.8, 3000.2, (-1.28, -1.66, -0.94)),
        (1124.1, 2478.4, (1.04, -0.32, -1.48)),
        (370.8, 226.4, (0.71, 0.07, 1.03)),
    ],
)
def test_a_dead_load_that_bonds_carry_with_no_live_load_is_proved(
    cohesion: float, tension: float, live: tuple[float, float, float], friction: str
) -> None:
    """Solvers miss that the program has no solution; the least ray that shows it is found."""
    law = ds.Joint(cohesion=cohesion, tensile_strength=tension)
    bonded = ds.Assembly(dome(rings=2, sectors=4).blocks, 0.2, law)
    found = ds.limit_load(bonded, live=live, friction=friction)
    assert (found.status, found.multiplier) == ("infeasible", -np.inf)
    assert found.certificate.worst <= EXACT
    assert not ds.equilibrium(bonded).stable
    assert found.dead_power > found.dissipation
