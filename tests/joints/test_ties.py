"""Ties beside closed forms: hanging blocks, cables that catch, rods that yield, arches and walls that are held."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.files import save
from drystone.structures import wall

from ..marks import with_slow

G = 9.81
MASS = 250.0
STIFFNESS = 1e6
DYNAMIC = ("mid-point", "backward-euler")


def hanging(**tie: Any) -> ds.Assembly:
    """A block of 250 kg one metre below a beam."""
    beam = ds.Block.box((1, 1, 0.2), (0, 0, 1.1), fixed=True, name="beam")
    stone = ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0), density=2000, name="stone")
    made: dict[str, Any] = {"stiffness": STIFFNESS, "point_b": (0, 0, 1)} | tie
    return ds.Assembly([beam, stone], ties=[ds.Tie("stone", "beam", **made)])


def thrown(speed: float) -> np.ndarray:
    velocity = np.zeros((2, 6))
    velocity[1, 2] = speed
    return velocity


@pytest.mark.parametrize("integrator", DYNAMIC)
def test_a_block_hung_by_its_weight_stays(integrator: str) -> None:
    built = hanging(pretension=MASS * G)
    run = ds.simulate(built, 0.2, 2e-3, integrator=integrator)
    assert np.max(np.abs(run.position[:, 1, 2])) < 1e-12
    assert run.ties()["force"].to_numpy() == pytest.approx(MASS * G, rel=1e-9)
    assert run.ties()["elongation"].to_numpy() == pytest.approx(MASS * G / STIFFNESS, rel=1e-9)


@pytest.mark.parametrize("integrator", with_slow(DYNAMIC, "backward-euler"))
def test_a_hung_block_swings_up_and_down_in_its_period(integrator: str) -> None:
    period = 2 * np.pi * np.sqrt(MASS / STIFFNESS)
    steps = 400 if integrator == "mid-point" else 700  # implicit Euler damps by pi^2 / steps in half a period
    run = ds.simulate(hanging(), 1.05 * period, period / steps, integrator=integrator)
    half = steps // 2
    lowest, highest = int(np.argmin(run.position[:, 1, 2])), half + int(np.argmax(run.position[half:, 1, 2]))
    assert run.time[lowest] == pytest.approx(0.5 * period, rel=5e-3)
    assert run.time[highest] == pytest.approx(period, rel=5e-3)
    assert run.position[lowest, 1, 2] == pytest.approx(-2 * MASS * G / STIFFNESS, rel=2e-2)
    assert np.max(np.abs(run.energy["error"])) < 1e-4 * MASS * G * 2 * MASS * G / STIFFNESS


def test_both_ends_of_a_tie_are_pulled_alike() -> None:
    """Two blocks in free space: momentum and its moment stay, and the tie draws them together."""
    left = ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0), name="left")
    right = ds.Block.box((0.5, 0.5, 0.5), (2, 0.3, 0), density=500, name="right")
    tie = ds.Tie("right", "left", (2, 0.5, 0.1), (0, 0.2, 0), stiffness=1e5, pretension=1e3)
    built = ds.Assembly([left, right], ties=[tie])
    run = ds.simulate(built, 0.05, 1e-3, gravity=(0, 0, 0))
    linear = built.mass[:, None] * run.velocity[-1, :, :3]
    turned = run.rotation[-1] @ built.inertia @ run.rotation[-1].transpose(0, 2, 1)
    spin = np.einsum("bij,bj->bi", turned, run.velocity[-1, :, 3:])
    assert linear[0, 0] > 10.0
    assert np.abs(linear.sum(axis=0)).max() < 1e-9 * linear[0, 0]
    assert np.abs((np.cross(run.position[-1], linear) + spin).sum(axis=0)).max() < 1e-6 * linear[0, 0]


@pytest.mark.parametrize("integrator", with_slow(DYNAMIC, "backward-euler"))
def test_a_slack_cable_catches_after_its_free_fall(integrator: str) -> None:
    slack, dt = 0.1, 4e-4
    run = ds.simulate(hanging(slack=slack), 0.18, dt, integrator=integrator)
    ties, falls = run.ties(), np.sqrt(2 * slack / G)
    free = run.time < falls - dt
    assert np.all(ties["force"][free] == 0.0)
    assert np.all(ties["elongation"][free] < 0.0)
    assert run.position[free, 1, 2] == pytest.approx(-0.5 * G * run.time[free] ** 2, abs=2 * G * falls * dt)
    deepest = MASS * G / STIFFNESS * (1 + np.sqrt(1 + 2 * slack * STIFFNESS / (MASS * G)))  # by the energy
    assert ties["elongation"].max() == pytest.approx(deepest, rel=3e-2)


@pytest.mark.parametrize("integrator", [*DYNAMIC, "velocity-reset"])
def test_a_tie_bears_no_compression(integrator: str) -> None:
    """A strut is none: under the block the tie does nothing, and the block falls as if it were not there."""
    ground = ds.Block.box((1, 1, 0.2), (0, 0, -2.1), fixed=True, name="ground")
    stone = ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0), name="stone")
    tie = ds.Tie("stone", "ground", point_b=(0, 0, -2), stiffness=1e9)
    held, free = (
        ds.simulate(ds.Assembly([ground, stone], ties=ties), 0.2, 5e-3, integrator=integrator) for ties in ([tie], [])
    )
    assert np.max(np.abs(held.position - free.position)) < 1e-9
    assert np.all(held.ties()["force"] == 0.0)


@pytest.mark.parametrize("integrator", with_slow(DYNAMIC, "backward-euler"))
def test_the_yield_force_bounds_the_force_and_takes_its_work(integrator: str) -> None:
    """Thrown down at 2 m/s against 3 m g it stops after v^2 / (4 g), the elastic part apart."""
    most = 3 * MASS * G
    built = hanging(yield_force=most, pretension=MASS * G, stiffness=1e8)
    run = ds.simulate(built, 0.15, 4e-4, integrator=integrator, initial_velocity=thrown(-2.0))
    ties, last = run.ties(), run.energy.iloc[-1]
    assert ties["force"].max() == pytest.approx(most, rel=1e-9)
    assert np.all(np.diff(ties["plastic"]) >= 0.0)
    assert ties["plastic"].iloc[-1] == pytest.approx(2.0**2 / (4 * G), rel=1e-2)
    assert last["yielding"] == pytest.approx(most * ties["plastic"].iloc[-1], rel=1e-9)
    first = most**2 / (2 * 1e8) if integrator == "mid-point" else 0.0  # held after half a step of free flight
    assert abs(last["error"]) <= first + 1e-6 * last["yielding"]


def test_large_steps_end_where_the_tie_bears_the_weight() -> None:
    run = ds.simulate(hanging(yield_force=2 * MASS * G), 4.0, 0.4, integrator="large-steps")
    assert run.ties()["force"].iloc[-1] == pytest.approx(MASS * G, rel=1e-3)


def test_what_has_yielded_is_longer_and_remembered() -> None:
    built = hanging(yield_force=2 * MASS * G)
    run = ds.simulate(built, 0.4, 1e-3, initial_velocity=thrown(-1.0), integrator="backward-euler")
    last = run.ties().iloc[-1]
    assert last["plastic"] > 0.02
    assert last["force"] == pytest.approx(STIFFNESS * (last["elongation"] - last["plastic"]), rel=1e-9)
    renewed = ds.simulate(built, 0.1, 1e-3, start=run.checkpoint(-1).renewed)
    assert renewed.ties()["plastic"].iloc[-1] == last["plastic"]
    assert renewed.energy["ties"].iloc[0] == pytest.approx(last["force"] ** 2 / (2 * STIFFNESS), rel=1e-9)


def test_a_tie_from_slack_to_yielding_in_one_step_keeps_both_bounds() -> None:
    """Steps so long that the force would pass both: the program is solved again with the other bound."""
    most = 2 * MASS * G
    for slack in (0.05, 0.2):
        built = hanging(slack=slack, yield_force=most, stiffness=1e9)
        run = ds.simulate(built, 1.0, 2e-2, integrator="backward-euler")
        ties = run.ties()
        assert ties["force"].max() == pytest.approx(most, rel=1e-9)
        assert ties["force"].min() == 0.0
        assert (run.energy["total"].diff().dropna() < 1e-9).all()  # at dt 0.02 s much is lost, nothing made


def test_a_step_that_passes_the_other_bound_than_foreseen_is_solved_again() -> None:
    """At rest a weight above the yield force is not foreseen, nor that a push turns the motion round: free flight."""
    dt, stiff = 2e-2, {"stiffness": 1e9, "yield_force": 0.5 * MASS * G}
    falls = ds.simulate(hanging(**stiff), dt, dt, integrator="backward-euler")
    assert falls.velocity[-1, 1, 2] == pytest.approx(-0.5 * G * dt, rel=1e-6)
    push = ds.PointForce("stone", (0, 0, 200.0 * MASS))
    run = ds.simulate(hanging(**stiff), dt, dt, integrator="backward-euler", initial_velocity=thrown(-1.0), loads=push)
    assert run.velocity[-1, 1, 2] == pytest.approx(-1.0 + (200.0 - G) * dt, rel=1e-6)


def test_pretension_adds_to_the_friction_of_the_joint_that_it_presses() -> None:
    """The largest push on the upper of two blocks is mu (W + T), for the limit load and in time."""
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stone = ds.Block.box((1, 1, 0.5), (0, 0, 0.25), name="stone")
    weight, tension, mu = 0.5 * 2000 * G, 8e3, 0.5
    tie = ds.Tie("stone", "ground", (0, 0, 0.5), (0, 0, -0.2), stiffness=1e6, pretension=tension, yield_force=tension)
    built = ds.Assembly([ground, stone], mu, ties=[tie])
    found = ds.limit_load(built, live=ds.PointForce("stone", (1, 0, 0), (0, 0, 0)))
    assert found.multiplier == pytest.approx(mu * (weight + tension), rel=1e-6)
    assert found.ties["force"].tolist() == pytest.approx([tension], rel=1e-6)
    for share, slides in ((0.97, False), (1.03, True)):
        load = ds.PointForce("stone", (share * mu * (weight + tension), 0, 0), (0, 0, 0))
        run = ds.simulate(built, 0.1, 1e-3, loads=load)
        assert bool(abs(run.position[-1, 1, 0]) > 1e-4) is slides


def leaning(**tie: Any) -> ds.Assembly:
    """A slender block held by a horizontal rod 1.8 m above the ground."""
    ground = ds.Block.box((4, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    shore = ds.Block.box((0.2, 2, 3), (-1.9, 0, 1.5), fixed=True, name="shore")
    stone = ds.Block.box((0.4, 0.6, 2), (0, 0, 1), density=2000, name="stone")
    rod = ds.Tie("stone", "shore", (-0.2, 0, 1.8), (-1.8, 0, 1.8), **({"area": 1e-4, "young": 2e11} | tie))
    return ds.Assembly([ground, shore, stone], 5.0, ties=[rod])


@pytest.mark.parametrize("form", ["static", "kinematic"])
@pytest.mark.parametrize("most", [500.0, 2000.0])
def test_the_limit_load_grows_by_the_moment_of_the_tie(form: str, most: float) -> None:
    """About the edge: a W h/2 = W b/2 + Y 1.8 m."""
    weight = 0.4 * 0.6 * 2 * 2000 * G
    found = ds.limit_load(leaning(yield_force=most), form=form)
    expected = (0.2 * weight + 1.8 * most) / weight
    assert found.multiplier == pytest.approx(expected, rel=1e-6)
    assert found.kinematic_multiplier == pytest.approx(expected, rel=1e-6)
    turning = found.mechanism[2, 4]
    assert found.dissipation == pytest.approx(1.8 * most * turning, rel=1e-6)
    assert found.ties["force"].tolist() == pytest.approx([most], rel=1e-6)
    assert not found.contacts["block_a"].eq("shore").any()


def test_without_dilation_the_tie_is_the_same() -> None:
    weight = 0.4 * 0.6 * 2 * 2000 * G
    found = ds.limit_load(leaning(yield_force=500.0), friction="coulomb")
    assert found.multiplier == pytest.approx((0.2 * weight + 1.8 * 500.0) / weight, rel=1e-4)


@pytest.mark.parametrize(("gravity", "stable"), [((1.5, 0, -G), True), ((5.0, 0, -G), True), ((6.0, 0, -G), False)])
def test_equilibrium_takes_any_force_up_to_the_yield_force(gravity: tuple[float, float, float], stable: bool) -> None:
    """With Y = 2 kN up to (0.2 W + 1.8 Y) / W = 0.582 g = 5.71 m/s2."""
    found = ds.equilibrium(leaning(yield_force=2000.0), gravity=gravity)
    assert found.stable is stable
    if stable:
        lever = MASS_OF_STONE * (gravity[0] * 1.0 - G * 0.2)  # at least so much moment is the tie's
        assert lever / 1.8 - 1e-6 * G <= found.ties["force"].iloc[0] <= 2000.0 * (1 + 1e-9)


MASS_OF_STONE = 0.4 * 0.6 * 2 * 2000


@pytest.mark.slow
def test_a_leaning_block_stands_by_its_rod_and_falls_without() -> None:
    held, free = leaning(), replace(leaning(), ties=())
    tilted = (3.0, 0, -G)
    assert ds.simulate(held, 1.0, 5e-3, gravity=tilted).verdict().state == "stood"
    assert ds.simulate(free, 2.0, 5e-3, gravity=tilted).verdict().state != "stood"


def arch_on_piers(tied: bool) -> tuple[ds.Assembly, str, str]:
    """Two stiff voussoirs on piers whose thrust a tie between the springings takes."""
    ground = ds.Block.box((6, 1, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    piers = [ds.Block.box((0.4, 1, 3), (side * 1.7, 0, 1.5), name=f"pier {side}") for side in (-1, 1)]
    corners = [(x, y) for x in (-1.9, -1.5) for y in (-0.5, 0.5)]
    left = [(x, y, 3.0) for x, y in corners] + [(0, y, z) for y in (-0.5, 0.5) for z in (4.0, 4.4)]
    halves = [ds.Block.from_vertices([(side * x, y, z) for x, y, z in left], name=f"half {side}") for side in (1, -1)]
    ties = [ds.Tie("half 1", "half -1", (-1.7, 0, 3.0), (1.7, 0, 3.0), area=1e-3, young=2e11, yield_force=THRUST)]
    return ds.Assembly([ground, *piers, *halves], 0.7, ties=ties if tied else []), "half 1", "half -1"


THRUST = 12e3


def test_a_tied_arch_bears_what_it_bears_with_the_pair_of_forces() -> None:
    """At its limit the tie is a pair of forces of its yield force, given as loads to the structure without it."""
    tied, left, right = arch_on_piers(True)
    plain, *_ = arch_on_piers(False)
    pair = [ds.PointForce(left, (THRUST, 0, 0), (-1.7, 0, 3.0)), ds.PointForce(right, (-THRUST, 0, 0), (1.7, 0, 3.0))]
    live = ds.PointForce(left, (0, 0, -1e4), (-0.4, 0, 4.2))
    found = ds.limit_load(tied, live=live)
    other = ds.limit_load(plain, live=live, dead=[(0, 0, -1), *pair])
    assert found.ties["force"].iloc[0] == pytest.approx(THRUST, rel=1e-6)
    assert found.multiplier == pytest.approx(other.multiplier, rel=1e-6)
    assert found.multiplier > ds.limit_load(plain, live=live).multiplier + 0.1


def tied_wall() -> ds.Assembly:
    """A wall with a chain from its top to the ground that yields, and a slack one."""
    built = wall(5, 3)
    chain = ds.Tie(
        "brick-5-1", point_b=(2, 0, 0), area=1e-4, young=2e11, yield_force=500.0, pretension=100.0, name="chain"
    )
    return replace(built, ties=(chain, ds.Tie("brick-4-1", point_b=(0, 0.4, 0), stiffness=2e6, slack=1e-3)))


SHAKING = ds.GroundMotion.one_sine(9.0, 0.3)


def shaken(built: ds.Assembly, duration: float = 0.3, **settings: Any) -> ds.Trajectory:
    return ds.simulate(built, duration, 1e-2, motion=SHAKING, **settings)


@pytest.mark.each_value
@pytest.mark.filterwarnings("ignore:.*it stays behind")  # a shaken ground, in quasi-static steps
@pytest.mark.parametrize("integrator", [*DYNAMIC, "velocity-reset", "rigid-modes"])
@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "anitescu-tasora", "compliant", "coulomb"])
def test_a_tied_wall_goes_on_to_the_bit_and_makes_no_energy(integrator: str, formulation: str) -> None:
    settings = {"integrator": integrator, "formulation": formulation}
    whole = shaken(tied_wall(), 0.1, **settings)
    half = shaken(tied_wall(), 0.05, **settings)
    rest = shaken(tied_wall(), 0.05, start=half.checkpoint(-1), **settings)
    assert np.array_equal(rest.position[-1], whole.position[-1])
    assert rest.energy.iloc[-1].equals(whole.energy.iloc[-1])
    ties = whole.ties()
    assert ties[ties["tie"] == "chain"]["force"].between(0.0, 500.0 * (1 + 1e-9)).all()
    stake = max(whole.energy["kinetic"].max(), whole.energy["ground"].abs().max(), 1.0)
    assert whole.energy["error"].abs().max() < 1e-2 * stake


@pytest.mark.parametrize(("solver", "form"), [
    ("clarabel", "kinematic"), ("clarabel", "static"), ("clarabel", "ccp"), ("interior-point", "kinematic"),
    ("newton", "kinematic"),
])  # fmt: skip
def test_solvers_and_forms_agree_on_a_tied_wall(solver: str, form: str) -> None:
    step = shaken(tied_wall(), 0.05).checkpoint(-1)
    settings: dict[str, Any] = {"formulation": "compliant", "start": step, "duration": 0.01}
    expected = shaken(tied_wall(), **settings)
    found = shaken(tied_wall(), solver=solver, form=form, **settings)
    assert np.abs(found.velocity[-1] - expected.velocity[-1]).max() < 1e-4


def test_runs_with_ties_are_stored_and_read(tmp_path: Path) -> None:
    run = shaken(tied_wall())
    assert run.ties()["plastic"].max() > 1e-4
    path = save(run, tmp_path / "run.h5")
    read = ds.open(path)
    assert read.assembly is not None
    assert run.assembly is not None
    assert read.assembly.digest == run.assembly.digest != wall(5, 3).digest
    assert read.ties().equals(run.ties())
    again = shaken(read.assembly, 0.05, start=read.checkpoint(-1))
    went = shaken(run.assembly, 0.05, start=run.checkpoint(-1))
    assert np.array_equal(again.position, went.position)
    whole = ds.simulate(tied_wall(), 0.3, 1e-2, motion=SHAKING, store=ds.ResultStore(tmp_path / "stored.h5"))
    assert whole.ties().equals(run.ties())


def test_the_tables_of_a_run_have_ties_and_contacts_have_none(tmp_path: Path) -> None:
    run = shaken(tied_wall(), 0.05, options={"record_contacts": True})
    assert [path.name for path in ds.write_tables(run, tmp_path, tables=["ties"])] == ["ties.csv"]
    pairs = run.contacts(-1)[["block_a", "block_b"]].to_numpy().tolist()
    assert ["ground", "brick-5-1"] not in pairs
    assert ds.write_tables(shaken(wall(2, 2), 0.01), tmp_path, tables=["ties"]) == []


def test_the_ground_is_the_fixed_block_nearest_to_the_point() -> None:
    near = ds.Block.box((1, 1, 0.2), (0, 0, -0.1), fixed=True, name="near")
    far = ds.Block.box((1, 1, 0.2), (5, 0, -0.1), fixed=True, name="far")
    stone = ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0.25), name="stone")
    built = ds.Assembly([near, far, stone], ties=[ds.Tie("stone", point_b=(4, 0, 0), stiffness=1.0)])
    assert built.tie_table.blocks.tolist() == [[1, 2]]


def scene(**tie: Any) -> dict[str, Any]:
    given = {"block_a": "stone", "block_b": "base", "stiffness": 1e6} | tie
    return {
        "block": [
            {"name": "base", "size": [3, 2, 0.2], "center": [0, 0, -0.1], "fixed": True},
            {"name": "wall", "size": [1, 2, 0.2], "center": [9, 0, -0.1], "fixed": True},
            {"name": "stone", "size": [0.4, 0.3, 0.5], "center": [0, 0, 0.25]},
        ],
        "tie": [{key: value for key, value in given.items() if value is not None}],
    }


def test_a_scene_has_ties() -> None:
    read = ds.read_scene(scene(point_a=[0, 0, 0.5], point_b=[1, 0, 0], yield_force=1e3, name="rod")).assembly
    assert read.tie_table.names == ("rod",)
    assert read.tie_table.length.tolist() == pytest.approx([np.hypot(1.0, 0.5)])


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "one block twice": ({"block_b": "stone"}, "'stone' for both block_a and block_b"),
    "no such block": ({"block_b": "bse"}, "bse.*did you mean 'base'|unknown block 'bse'"),
    "two fixed blocks": ({"block_a": "wall"}, "between two fixed blocks"),
    "ground without point": ({"block_b": None}, "lacks point_b"),
    "no length": ({"point_a": [0, 0, 0], "point_b": [0, 0, 0]}, "has no length"),
    "stiffness and area": ({"area": 1e-4}, "this one has area and stiffness"),
    "no stiffness": ({"stiffness": None}, "this one has none of them"),
    "area alone": ({"stiffness": None, "area": 1e-4}, "this one has area"),
    "negative area": ({"stiffness": None, "area": -1e-4, "young": 2e11}, "area of a tie"),
    "young of nothing": ({"stiffness": None, "area": 1e-4, "young": 0.0}, "young of a tie"),
    "negative stiffness": ({"stiffness": -1.0}, "stiffness of a tie"),
    "yields before": ({"pretension": 2.0, "yield_force": 1.0}, "more than its yield_force"),
    "slack and tight": ({"pretension": 2.0, "slack": 0.1}, "both pretension and slack"),
    "stretched from nothing": ({"pretension": 1e9}, "no length without its pretension"),
    "unknown key": ({"diameter": 0.02}, "unknown key in \\[\\[tie\\]\\] 0 'diameter'"),
    "not a number": ({"stiffness": float("nan")}, "stiffness of a tie"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_tie_is_one_error_with_its_table(case: str) -> None:
    given, told = BAD[case]
    with pytest.raises(ds.DrystoneError, match=told) as caught:
        ds.read_scene(scene(**given))
    assert "[[tie]] 0" in str(caught.value)


def test_names_of_ties_differ() -> None:
    built: Callable[[], ds.Assembly] = lambda: replace(hanging(), ties=2 * hanging(name="rod").ties)  # noqa: E731
    with pytest.raises(ds.DrystoneError, match="two ties are called 'rod'"):
        built()


@pytest.mark.parametrize(
    ("way", "most", "expected"),
    [(1.0, None, MASS * G), (1.0, 0.4 * MASS * G, 0.4 * MASS * G), (-1.0, None, 0.0)],
    ids=["lifted", "yielding", "slack"],
)
def test_a_support_that_moves_pulls_a_tie(way: float, most: float | None, expected: float) -> None:
    """A beam above a stone on the ground: upward the tie lifts the stone or yields, downward it hangs loose."""
    built = hanging(yield_force=most)
    ground = ds.Block.box((1, 1, 0.2), (0, 0, -0.35), fixed=True, name="ground")
    found = ds.settlement(ds.Assembly([*built.blocks, ground], ties=built.ties), {"beam": (0, 0, way)})
    assert found.ties["force"].tolist() == pytest.approx([expected], abs=1e-6 * MASS * G)
    assert found.contacts["force_n"].sum() == pytest.approx(MASS * G - expected, abs=1e-6 * MASS * G)
    stone = [block.name for block in built.blocks].index("stone")
    lifted = 1.0 if way > 0 and most is None else 0.0
    assert found.mechanism[stone, 2] == pytest.approx(lifted, abs=1e-6)
    assert found.dissipation == pytest.approx(0.0 if most is None else most, abs=1e-6 * MASS * G)
