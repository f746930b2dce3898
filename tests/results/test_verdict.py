"""Verdicts: what became of a structure, by which criterion, and when a run may end."""

from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.files import save
from drystone.numerics.rotations import exponential
from drystone.results import Criteria, Verdict
from drystone.results.verdict import _joints, judge
from drystone.results.watch import Seen, Watch
from drystone.structures import block, column, wall

BARE = {"record_contacts": False}


@cache
def tipped(width: float, height: float, drop: float) -> ds.Trajectory:
    """A block without ground that is lowered by ``drop`` (m): free fall, so that every measure has a closed form."""
    body = ds.Assembly([ds.Block.box((width, width, height), (0, 0, 0.5 * height + 3.0), name="stone")])
    return ds.simulate(body, np.sqrt(2 * drop / 9.81), np.sqrt(2 * drop / 9.81) / 200, options=BARE)


def test_resting_structure_stood() -> None:
    verdict = ds.simulate(wall(3, 4), 2.0, 0.01, options=BARE).verdict()
    assert (verdict.state, verdict.certain, verdict.collapsed, verdict.fallen) == ("stood", True, False, ())
    assert verdict.displacement < 1e-9  # m: rounding
    assert np.isnan(verdict.collapse_time)


def test_free_fall_meets_closed_forms() -> None:
    height, drop = 2.0, 0.5
    run = tipped(1.0, height, drop)
    verdict = run.verdict()
    # all of the potential energy from the block's lowest point: centroid at height / 2
    assert verdict.potential_drop == pytest.approx(drop / (0.5 * height), rel=1e-6)
    assert verdict.state == "collapsed"
    at = np.sqrt(2 * 0.2 * 0.5 * height / 9.81)
    assert at <= verdict.collapse_time <= at + 1.01 * run.time[1]  # the first recorded state after it
    assert verdict.residual_displacement == pytest.approx(drop, rel=1e-6)
    assert verdict.residual_drift == 0.0  # straight down


@pytest.mark.parametrize(("share", "fallen"), [(0.49, 0), (0.51, 1)])
def test_a_block_has_fallen_by_more_than_half_its_height(share: float, fallen: int) -> None:
    """A small stone in the air beside a large one that stands: what it loses is little of the potential energy."""
    ground = ds.Block.box((9, 3, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stones = [ds.Block.box((1, 1, 2), (-2, 0, 1), name="large"), ds.Block.box((0.2, 0.2, 0.2), (2, 0, 1), name="small")]
    time = np.sqrt(2 * share * 0.2 / 9.81)
    verdict = ds.simulate(ds.Assembly([ground, *stones]), time, time / 50, options=BARE).verdict()
    assert (verdict.state, len(verdict.fallen)) == ("lost blocks" if fallen else "moved", fallen)


@pytest.mark.parametrize(
    ("criteria", "state"),
    [
        ({"potential_drop": 0.6}, "moved"),
        ({"potential_drop": 0.6, "displacement": 0.3}, "collapsed"),
        ({"potential_drop": 0.6, "displacement": 0.6}, "moved"),
        ({"potential_drop": 0.4}, "collapsed"),
        ({"potential_drop": 0.6, "moved": 0.9}, "stood"),
    ],
)
def test_criteria_decide(criteria: dict[str, float], state: str) -> None:
    verdict = tipped(1.0, 2.0, 0.5).verdict(criteria)
    assert verdict.state == state
    assert bool(verdict.criterion) == (state == "collapsed")


def test_slip_and_opening_of_a_moved_joint() -> None:
    """A block that slides over moving ground has slipped as far as its centroid, and nothing has opened."""
    motion = ds.GroundMotion.one_sine(6.0, 0.2)
    run = ds.simulate(block(0.5, 0.5, 0.3, friction=0.2), 1.5, 2e-3, motion=motion, options=BARE)
    verdict = run.verdict()
    moved = np.abs(run.displacement("block")[-1, 0])
    assert verdict.state == "moved"
    assert moved > 0.01
    # the block ends flat on the ground up to the gap that associated sliding leaves, 1e-4 m: a tilt of 1e-4
    # at most, and lengths change by its square
    assert verdict.slip == pytest.approx(moved, rel=1e-6)
    assert verdict.residual_drift == pytest.approx(moved / 0.3, rel=1e-9)
    assert verdict.opening < 1e-4  # the gap that associated sliding may leave


def test_ground_that_rises_is_no_drop() -> None:
    """Displacements are seen from the ground: a block on ground that moves downwards has not fallen."""
    motion = ds.GroundMotion.one_sine(-2.0, 0.5, direction=(0, 0, 1))
    run = ds.simulate(block(0.5, 0.5, 0.1), 1.0, 5e-3, motion=motion, options=BARE)
    assert run.position[-1, 1, 2] < -0.2  # m, in the inertial frame
    verdict = run.verdict()
    assert (verdict.state, verdict.fallen) == ("stood", ())


@pytest.mark.parametrize(
    ("amplitude", "state", "end"),
    [(9.0, "collapsed", 3.0), pytest.param(1.0, "stood", 3.0, marks=pytest.mark.slow)],
    ids=["overturns", "rides"],
)
def test_a_run_until_its_verdict_says_what_the_whole_run_says(amplitude: float, state: str, end: float) -> None:
    motion = ds.GroundMotion.one_sine(amplitude, 0.4)
    runs = [
        ds.simulate(block(0.2, 0.5, 1.0), end, 4e-3, motion=motion, options={**BARE, "until": until})
        for until in ("verdict", "end")
    ]
    early, whole = (run.verdict() for run in runs)
    assert runs[0].time[-1] < runs[1].time[-1]
    assert (early.state, early.certain, whole.state) == (state, True, state)
    count = len(runs[0].time)
    assert np.array_equal(runs[0].position, runs[1].position[:count])
    assert early.collapse_time == whole.collapse_time or state == "stood"


def test_what_is_not_certain_says_why() -> None:
    motion = ds.GroundMotion.one_sine(3.0, 0.4)
    verdict = ds.simulate(block(0.2, 0.5, 1.0), 0.3, 5e-3, motion=motion, options=BARE).verdict()
    assert not verdict.certain
    assert "until 0.8 s" in verdict.reason
    rocking = ds.simulate(block(0.2, 0.5, 1.0), 0.9, 5e-3, motion=motion, options=BARE).verdict()
    assert not rocking.certain
    assert "longer duration" in rocking.reason
    shaken = ds.simulate(column(2), 2.0, 0.01, loads=ds.BodyForce(lambda t: (0.0, 0.0, 0.0)), options=BARE).verdict()
    assert not shaken.certain
    assert "loads may change" in shaken.reason


def test_slow_collapse_is_not_taken_for_rest() -> None:
    """A block whose weight lies 0.1 mm outside its foot starts to fall at about 1e-3 m/s2; it is not called at rest."""
    foot, height = 0.2, 1.0
    leaning = ds.Block.from_vertices(
        [(x, y, 0.0) for x in (-0.1, 0.1) for y in (-0.1, 0.1)]
        + [(x + 2 * (0.5 * foot + 1e-4), y, height) for x in (-0.1, 0.1) for y in (-0.1, 0.1)],
        name="leaning",
    )
    ground = ds.Block.box((4, 4, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    run = ds.simulate(ds.Assembly([ground, leaning], 2.0), 5.0, 5e-3, options={**BARE, "until": "verdict"})
    assert run.verdict().state == "collapsed"


def test_what_falls_off_the_ground_has_lost_its_own_energy_and_no_more() -> None:
    """A pebble thrown off the edge falls for ever beside a stone that stands: no collapse, a certain verdict."""
    ground = ds.Block.box((2, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    stone = ds.Block.box((1, 1, 1), (-0.5, 0, 0.5), name="stone")
    pebble = ds.Block.box((0.2, 0.2, 0.2), (0.8, 0, 0.1), name="pebble")
    thrown = np.zeros((3, 6))
    thrown[2, 0] = 3.0
    run = ds.simulate(
        ds.Assembly([ground, stone, pebble]), 10.0, 1e-2, initial_velocity=thrown, options={**BARE, "until": "verdict"}
    )
    verdict = run.verdict()
    assert (verdict.state, verdict.certain) == ("lost blocks", True)
    assert run.time[-1] < 2.0
    assert run.position[-1, 2, 2] < -1.5  # far below the ground
    assert verdict.displacement < 2.0  # m: up to where it fell past the ground
    assert run.verdict({"displacement": 1.001 * verdict.displacement}).state == "lost blocks"
    assert run.verdict({"displacement": 0.999 * verdict.displacement}).state == "collapsed"
    assert max(verdict.residual_displacement, verdict.opening, verdict.slip) < 1e-6  # of the stone
    assert verdict.joint is not None
    assert "pebble" not in verdict.joint
    energy = stone.mass * 0.5, pebble.mass * 0.1
    assert verdict.potential_drop == pytest.approx(energy[1] / sum(energy), rel=1e-6)


def test_where_all_joints_are_gone_their_opening_is_not_told_as_zero() -> None:
    """A stone that is thrown off a ledge falls for ever: no joint is left, and 0 m would say that it stayed shut."""
    ledge = ds.Block.box((1, 1, 0.2), (0, 0, -0.1), fixed=True, name="ledge")
    thrown = np.zeros((2, 6))
    thrown[1, 0] = 3.0
    assembly = ds.Assembly([ledge, ds.Block.box((0.2, 0.2, 0.2), (0.4, 0, 0.1), name="stone")])
    verdict = ds.simulate(assembly, 2.0, 1e-2, initial_velocity=thrown).verdict()
    assert verdict.joint is None
    told = dict(verdict.facts)
    assert told["joints"] == "none between blocks that touched at the start and do not fall for ever"


def test_what_hangs_below_all_that_is_fixed_counts() -> None:
    """A pendulum of length L with the speed v rises by v^2/2g: its chord is 2 L sin(theta/2) = v (L/g)^1/2.

    It is there after a quarter of its period, 0.71 s.
    """
    length, speed, weight = 2.0, 1.0, 0.064 * 2000.0 * 9.81
    beam = ds.Block.box((1, 1, 0.2), (0, 0, 0.1), fixed=True, name="beam")
    stone = ds.Block.box((0.4, 0.4, 0.4), (0, 0, -length), name="stone")
    cable = ds.Tie("stone", "beam", point_b=(0, 0, 0), stiffness=1e7, pretension=weight)
    pushed = np.array([[speed, 0.0, 0.0, 0.0, 0.0, 0.0]])
    verdict = ds.simulate(ds.Assembly([beam, stone], ties=[cable]), 0.9, 2e-3, initial_velocity=pushed).verdict()
    assert (verdict.state, verdict.certain, verdict.block) == ("moved", False, "stone")
    assert verdict.displacement == pytest.approx(speed * np.sqrt(length / 9.81), rel=2e-3)


def test_row_holds_plain_values() -> None:
    row = tipped(1.0, 2.0, 1.1).verdict().as_row()
    assert all(isinstance(value, (bool, int, float, str)) for value in row.values())
    assert row["fallen"] == 1
    assert row["first_fallen"] == pytest.approx(np.sqrt(2 * 1.0 / 9.81), rel=0.01)


def test_stored_run_has_the_same_verdict(tmp_path: Path) -> None:
    run = ds.simulate(wall(2, 3), 1.0, 0.02, gravity=(0.3, 0, -9.81))
    again = ds.open(save(run, tmp_path / "result.h5"))
    assert isinstance(again.verdict(), Verdict)
    assert again.verdict() == run.verdict() or repr(again.verdict()) == repr(run.verdict())


@cache
def beside(small: ds.Block, spin: float) -> ds.Trajectory:
    """A small block that is set turning about its edge with ``spin`` (rad/s), beside a heavy one that stands."""
    ground = ds.Block.box((6, 3, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    heavy = ds.Block.box((1, 2, 2), (-2, 0, 1), name="heavy")
    velocity = np.zeros((3, 6))
    velocity[2, [0, 4]] = spin * small.centroid[2], spin
    assembly = ds.Assembly([ground, heavy, small], 0.9)
    return ds.simulate(assembly, 3.0, 5e-3, initial_velocity=velocity, options={**BARE, "until": "verdict"})


@cache
def statue(width: float, height: float) -> ds.Block:
    return ds.Block.box((width, width, height), (1, 0, 0.5 * height), name="statue")


@pytest.mark.parametrize(
    ("width", "height", "spin", "over"),
    [(0.15, 0.6, 1.6, True), (0.15, 0.4, 0.9, False), (0.3, 0.3, 7.5, True), (0.3, 0.3, 3.0, False)],
    ids=["statue falls", "statue rocks", "cube rolls", "cube rocks"],
)
def test_a_block_that_overturns_has_fallen(width: float, height: float, spin: float, over: bool) -> None:
    """Though it loses little of the potential energy, and the statue less than half its height, the cube nothing."""
    said = beside(statue(width, height), spin).verdict()
    assert (said.state == "lost blocks", said.certain) == (over, True)
    assert [name for name, _ in said.fallen] == (["statue"] if over else [])
    assert said.potential_drop < 0.01


def test_overturned_blocks_count_where_a_number_of_fallen_ones_is_a_collapse() -> None:
    said = beside(statue(0.15, 0.6), 1.6).verdict({"fallen": 1})
    assert said.collapsed
    assert said.criterion == "1 block fallen"


@pytest.mark.parametrize("axis", [(1, 0, 0), (0, 1, 0), (1, 2, 0)])
@pytest.mark.parametrize("size", [(0.2, 0.3, 1.0), (1.0, 1.0, 1.0), (1.2, 0.4, 0.3)], ids=["slender", "cube", "brick"])
def test_overturned_is_beyond_the_critical_tilt_and_beyond_45_degrees(
    size: tuple[float, float, float], axis: tuple[float, float, float]
) -> None:
    """A block at its height, turned about a level axis: over when the vertical leaves it by another face than below."""
    floor = ds.Block.box((9, 9, 1), (0, 0, -5), fixed=True, name="ground")
    assembly = ds.Assembly([floor, ds.Block.box(size, (0, 0, 0), name="stone")])
    watch = Watch(assembly, np.array([0.0, 0.0, -9.81]), 0.0, Criteria())
    unit = np.array(axis) / np.linalg.norm(axis)
    towards = np.abs(np.cross(unit, (0, 0, 1)))  # the level direction in which it leans
    critical = min(np.arctan2(size[i], size[2] * towards[i]) for i in (0, 1) if towards[i])
    for turn in np.linspace(0.0, np.pi, 37) + 0.01:
        rotation = np.stack([np.eye(3), exponential(turn * unit[None])[0]])
        seen = watch.seen(assembly.centroid, rotation, np.zeros(3))
        assert seen.overturned[0] == (turn > max(critical, np.pi / 4))


def test_a_stone_of_a_vault_that_comes_down_with_it_has_not_overturned() -> None:
    """It leans so that the vertical leaves it beside an edge: after a little turn by another face, and it is lower."""
    lean, little = 0.5, 0.02
    tilted = exponential(np.array([[0.0, np.arctan2(0.2, 0.3) - 0.5 * little, 0.0]]))[0]
    floor = ds.Block.box((9, 9, 1), (0, 0, -5), fixed=True, name="ground")
    assembly = ds.Assembly([floor, ds.Block.box((0.2, 0.2, 0.3), (0, 0, 0), rotation=tilted, name="stone")])
    watch = Watch(assembly, np.array([0.0, 0.0, -9.81]), 0.0, Criteria())
    for turn, over in ((little, False), (lean, True)):
        rotation = np.stack([np.eye(3), exponential(np.array([[0.0, turn, 0.0]]))[0]])
        seen = watch.seen(assembly.centroid - [[0, 0, 0], [0, 0, 0.03]], rotation, np.zeros(3))
        assert seen.overturned[0] == over
        assert not seen.dropped[0]


def test_turning_about_the_vertical_is_no_overturning() -> None:
    assembly = block(0.2, 0.2, 1.0)
    watch = Watch(assembly, np.array([0.0, 0.0, -9.81]), 0.0, Criteria())
    rotation = np.stack([np.eye(3), exponential(np.array([[0.0, 0.0, 2.0]]))[0]])
    assert not watch.seen(assembly.centroid, rotation, np.zeros(3)).overturned[0]


def piers() -> ds.Assembly:
    """Two supports with a block on each, and a lintel from the one block to the other."""
    supports = [ds.Block.box((1, 1, 0.5), (x, 0, -0.25), fixed=True, name=f"support {x}") for x in (-1, 1)]
    posts = [ds.Block.box((0.5, 0.5, 0.5), (x, 0, 0.25), name=f"post {x}") for x in (-1, 1)]
    return ds.Assembly([*supports, *posts], 0.7)


@pytest.mark.parametrize("names", [("support -1",), ("support -1", "support 1")], ids=["one", "both"])
def test_what_rides_on_a_support_that_sinks_has_not_moved(names: tuple[str, ...]) -> None:
    sinking = ds.Settlement(names, (0.1, 0, -0.4), duration=1.5)
    run = ds.simulate(piers(), 2.5, 1e-2, settlements=sinking, options={**BARE, "until": "verdict"})
    assert run.position[-1, 2, 2] == pytest.approx(0.25 - 0.4, abs=1e-6)
    said = run.verdict()
    assert (said.state, said.certain, said.fallen) == ("stood", True, ())
    assert said.potential_drop < 1e-6
    assert said.displacement < 1e-6


def test_what_spans_a_support_that_sinks_has_not_moved() -> None:
    supports = [
        ds.Block.box((w, 1, 0.5), (x, 0, -0.25), fixed=True, name=f"{x}") for x, w in ((-1, 1), (0, 0.8), (1, 1))
    ]
    slab = ds.Block.box((2.4, 0.5, 0.3), (0, 0, 0.15), name="slab")
    sinking = ds.Settlement("0", (0, 0, -0.3), duration=0.5)
    run = ds.simulate(
        ds.Assembly([*supports, slab]), 2.0, 1e-2, settlements=sinking, options={**BARE, "until": "verdict"}
    )
    said = run.verdict()
    assert (said.state, said.certain) == ("stood", True)


def test_what_hangs_by_ties_from_supports_that_sink_has_not_moved() -> None:
    """A beam hung from two supports, with a stone on it; the supports sink by a tenth of its height."""
    supports = [ds.Block.box((1, 1, 0.2), (x, 0, 2.1), fixed=True, name=f"support {x}") for x in (-1, 1)]
    far = ds.Block.box((1, 1, 1), (9, 0, 0), fixed=True, name="far")
    beam, stone = ds.Block.box((3, 0.5, 0.5), (0, 0, 1), name="beam"), ds.Block.box((0.5, 0.5, 0.5), (0, 0, 1.5))
    ties = [ds.Tie("beam", f"support {x}", point_a=(x, 0, 1.25), point_b=(x, 0, 2), stiffness=5e6) for x in (-1, 1)]
    hung = ds.Assembly([*supports, far, beam, stone], ties=ties)
    sinking = ds.Settlement(["support -1", "support 1"], (0, 0, -0.05), duration=1.0)
    said = ds.simulate(hung, 1.5, 5e-3, settlements=sinking, options={**BARE, "settle": True}).verdict()
    assert (said.state, said.fallen) == ("stood", ())
    assert said.displacement < 1e-4


def test_supports_that_move_apart_share_what_is_between_them() -> None:
    """Along a row of equal blocks between two supports each follows them as its place says."""
    row = [ds.Block.box((1, 1, 1), (x, 0, 0), fixed=x in (0, 5), name=str(x)) for x in range(6)]
    assembly = ds.Assembly(row)
    watch = Watch(assembly, np.array([0.0, 0.0, -9.81]), 0.0, Criteria())
    position = assembly.centroid.copy()
    position[:, 2] -= 0.5 * np.arange(6)
    still = np.tile(np.eye(3), (6, 1, 1))
    assert np.abs(watch.seen(position, still, np.zeros(3)).moved).max() < 1e-12
    position[2, 2] -= 0.1
    assert np.abs(watch.seen(position, still, np.zeros(3)).moved[1]) == pytest.approx([0, 0, 0.1])


def test_without_gravity_nothing_is_certain_but_a_displacement() -> None:
    velocity = np.zeros((2, 6))
    velocity[1, 2] = 1.0
    runs = [
        ds.simulate(block(0.5, 0.5, 0.3), 0.5, 1e-2, gravity=(0, 0, 0), initial_velocity=start, options=BARE)
        for start in (None, velocity)
    ]
    still, flying = (run.verdict() for run in runs)
    assert (still.state, still.certain, still.fallen) == ("stood", False, ())
    assert "no gravity" in still.reason
    assert (flying.state, flying.certain, flying.potential_drop) == ("moved", False, 0.0)
    gone = runs[1].verdict({"displacement": 0.25})
    assert (gone.state, gone.certain) == ("collapsed", True)


@pytest.mark.parametrize(
    ("criteria", "words"),
    [
        ({"potential_drop": 1.5}, "potential_drop"),
        ({"displacement": -1.0}, "displacement"),
        ({"fallen": 0.5}, "fallen"),
        ({"potential": 0.2}, "potential_drop"),
    ],
)
def test_bad_criteria_are_refused(criteria: dict[str, float], words: str) -> None:
    run = tipped(1.0, 1.0, 0.1)
    with pytest.raises(ds.DrystoneError, match=words):
        run.verdict(criteria)
    with pytest.raises(ds.DrystoneError, match=words):
        ds.simulate(column(2), 0.1, 0.01, options={"criteria": criteria})


def test_joints_open_and_slip_in_the_axes_that_have_turned_with_the_lower_block() -> None:
    """The whole lies on its side when the upper block is moved: opening and slip are of what touched, as it lies."""
    names, size = ("lower", "upper"), (0.5, 0.5, 0.5)
    assembly = ds.Assembly([ds.Block.box(size, (0, 0, 0.25 + 0.5 * i), name=name) for i, name in enumerate(names)])
    (turned,) = exponential(np.array([[0.0, 0.5 * np.pi, 0.0]]))
    position = assembly.centroid @ turned.T
    position[1] += turned @ np.array([0.03, 0.04, 0.2])
    none = np.empty(0, dtype=np.int64)
    opening, slip, pair = _joints(assembly, position, np.stack([turned, turned]), none)
    assert pair == names
    assert (opening, slip) == pytest.approx((0.2, 0.05))
    pressed = assembly.centroid + np.array([[0, 0, 0], [0, 0, -0.1]])
    assert _joints(assembly, pressed, np.tile(np.eye(3), (2, 1, 1)), none)[0] == 0.0
    tilt = 0.1  # rad, about the upper one's centroid: the widest opening is that of one edge
    tilted = np.stack([np.eye(3), exponential(np.array([[0.0, tilt, 0.0]]))[0]])
    chord = 2.0 * np.sin(0.5 * tilt)
    opened = _joints(assembly, assembly.centroid, tilted, none)[:2]
    assert opened == pytest.approx((0.25 * chord, 0.25 * chord), rel=1e-12)


@pytest.mark.parametrize("order", [1, -1])
def test_a_turn_about_an_edge_opens_a_joint_by_its_chord_and_is_no_slip(order: int) -> None:
    """Whichever block comes first. Along the normal of one of them it would slip by width (1 - cos), 22 mm here."""
    bodies = [ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0.25 + 0.5 * i), name=name) for i, name in enumerate("ab")][::order]
    assembly, tilt, edge = ds.Assembly(bodies), 0.3, np.array([0.25, 0.0, 0.5])
    upper = assembly.names.index("b")
    position, rotation = assembly.centroid.copy(), np.tile(np.eye(3), (2, 1, 1))
    rotation[upper] = exponential(np.array([[0.0, tilt, 0.0]]))[0]
    position[upper] = edge + rotation[upper] @ (position[upper] - edge)
    opening, slip, _ = _joints(assembly, position, rotation, np.empty(0, dtype=np.int64))
    assert opening == pytest.approx(0.5 * 2.0 * np.sin(0.5 * tilt), rel=1e-12)
    assert slip == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize("turn", [(0.0, 0.0, 0.0), (0.4, -0.7, 1.1)])
def test_without_gravity_drift_is_over_a_size_that_does_not_depend_on_the_axes(turn: tuple[float, ...]) -> None:
    """A brick that flies 0.3 m in a straight line: over its diagonal, however it lies."""
    bodies = ds.Assembly([ds.Block.box((2.0, 1.0, 2.0), rotation=exponential(np.array([turn]))[0], name="brick")])
    start = np.array([[0.6, 0.0, 0.0, 0.0, 0.0, 0.0]])
    run = ds.simulate(bodies, 0.5, 0.1, gravity=(0, 0, 0), initial_velocity=start, options=BARE)
    assert run.verdict().residual_drift == pytest.approx(0.3 / 3.0, rel=1e-12)


def test_the_speed_of_a_block_is_that_of_its_farthest_corner_at_most() -> None:
    """Seen from the ground; a cube that spins on its place is not at rest, one that falls for ever does not count."""
    assembly = block(0.6, 0.6, 0.6)
    watch = Watch(assembly, np.array([0.0, 0.0, -9.81]), 0.0, Criteria())
    velocity, ground = np.zeros((2, 6)), np.array([0.5, 0.0, 0.0])
    velocity[1] = 0.5, 0.3, 0.0, 0.0, 2.0, 0.0
    none, off = np.zeros(1, np.bool_), np.ones(1, np.bool_)
    speed = 0.3 + 2.0 * 0.3 * np.sqrt(3.0)
    assert watch.speed(Seen(np.zeros((1, 3)), none, none, none), velocity, ground) == pytest.approx(speed)
    assert watch.speed(Seen(np.zeros((1, 3)), none, none, off), velocity, ground) == 0.0


def test_slow_is_a_share_of_a_fall_and_lasts_as_long_as_one() -> None:
    """1e-4 of sqrt(g H), for sqrt(H / g), after the ground has come to rest."""
    assembly, height = block(0.6, 0.6, 0.6), 0.6
    watch = Watch(assembly, np.array([0.0, 0.0, -9.81]), 1.0, Criteria())
    assert watch.lasting == pytest.approx(np.sqrt(height / 9.81))

    def follow(time: float, share: float) -> tuple[float, bool]:
        velocity = np.zeros((2, 6))
        velocity[1, 0] = share * 1e-4 * np.sqrt(9.81 * height)
        start = ds.State.initial(assembly, velocity)
        watch.follow(ds.State(start.position, start.rotation, velocity, time), np.zeros(3), np.zeros(3))
        return watch.slow_since, watch.settled

    assert follow(0.9, 0.0) == (np.inf, False)
    assert follow(1.0, 0.99) == (1.0, False)
    assert follow(1.0 + 0.99 * watch.lasting, 0.99) == (1.0, False)
    assert follow(1.0 + 1.01 * watch.lasting, 0.99) == (1.0, True)
    assert follow(2.0, 1.01) == (np.inf, False)


@pytest.mark.parametrize(("lies", "since"), [((0, 1, 1, 0), None), ((0, 1, 0, 1), 3.0), ((0, 0, 1, 1), 2.0)])
def test_what_has_got_up_has_not_fallen(lies: tuple[int, ...], since: float | None) -> None:
    """A long block on its side or on its end: it counts from when on it lies there until the end."""
    assembly = block(0.4, 0.4, 0.6)
    turned = exponential(np.array([[0.0, 0.5 * np.pi, 0.0]]))[0]
    rotation = np.stack([np.stack([np.eye(3), turned if down else np.eye(3)]) for down in lies])
    still, count = np.zeros((len(lies), 3)), len(lies)
    history: Any = SimpleNamespace(
        time=np.arange(count, dtype=np.float64), position=np.tile(assembly.centroid, (count, 1, 1)), rotation=rotation,
        velocity=np.zeros((count, 2, 6)), ground=still, ground_velocity=still, gravity=np.array([0.0, 0.0, -9.81]),
        acts_until=0.0, complete=True, at_rest=True, doubt="", settled=None,
        steps=pd.DataFrame(),
    )  # fmt: skip
    said = judge(history, assembly, None)
    assert said.fallen == (() if since is None else (("block", since),))


def test_verdicts_see_what_lies_between_recorded_states(tmp_path: Path) -> None:
    """A block that rocks is farthest between two recorded states. What a verdict tells is the same however many there
    are, also where a run is read from its file.
    """
    assembly, motion = block(width=0.12, depth=0.5, height=0.6, tilt=0.0), ds.GroundMotion.one_sine(3.2, 0.12)
    whole = ds.simulate(assembly, 1.5, 5e-3, motion=motion, options=BARE)
    far = np.linalg.norm(whole.displacements[:, 1], axis=1)
    most = float(far.max())
    reached, when = {"displacement": 0.999 * most}, whole.time[np.argmax(far >= 0.999 * most)]
    assert whole.verdict().displacement == most
    assert whole.steps["displacement"].tolist() == far[1:].tolist()
    store = ds.ResultStore(tmp_path / "run.h5", contacts=1)
    cut = ds.simulate(assembly, 0.25, 5e-3, motion=motion, record_every=64, options=BARE)  # records its last state
    runs = [ds.simulate(assembly, 1.5, 5e-3, motion=motion, record_every=64, options=BARE, store=store),
            ds.open_run(tmp_path / "run.h5").trajectory]  # fmt: skip
    assert cut.verdict().displacement == far[:51].max()
    for run in runs:
        assert np.linalg.norm(run.displacements[:, 1], axis=1).max() < 0.95 * most
        said, usual = run.verdict(reached), run.verdict()
        assert (usual.displacement, usual.block, usual.state) == (most, "block", "moved")
        assert usual.potential_drop == whole.verdict().potential_drop
        assert said.collapse_time == run.time[np.searchsorted(run.time, when)]
        old = replace(run, steps=run.steps.drop(columns=["displacement", "displaced", "potential_drop"]))
        assert not old.verdict(reached).collapsed  # of a file of an earlier version there are the states alone


def test_a_run_is_judged_by_its_own_criteria(tmp_path: Path) -> None:
    """It ends where they say that it has collapsed, and its verdict, wherever it is asked for, says so, too."""
    slab = ds.Block.box((2.0, 2.0, 0.2), (0, 0, -0.1), fixed=True, name="slab")
    statue = ds.Block.box((0.2, 0.2, 1.0), (0, 0, 0.5), name="statue")
    heavy = ds.Block.box((1.0, 1.0, 1.0), (0.0, 0.9, 0.5), density=2e4, name="heavy")
    assembly, start = ds.Assembly([slab, statue, heavy], friction=0.8), np.zeros((3, 6))
    start[1, :5] = (1.0, 0, 0, 0, 2.0)
    options = {"until": "verdict", "criteria": {"fallen": 1}}
    store = ds.ResultStore(tmp_path / "run.h5")
    run = ds.simulate(assembly, 3.0, 5e-3, initial_velocity=start, options=options)
    stored = ds.simulate(assembly, 3.0, 5e-3, initial_velocity=start, options=options, store=store)
    saved = ds.open_run(save(run, tmp_path / "saved.h5")).trajectory
    for one in (run, stored, saved, ds.open_run(tmp_path / "run.h5").trajectory):
        verdict = one.verdict()
        assert (verdict.state, verdict.certain) == ("collapsed", True)
        assert one.time[-1] < 1.5
        assert one.verdict({}).state == "lost blocks"


@pytest.mark.parametrize("speed", [0.0, 2e-4])
def test_supports_that_go_on_parting_leave_nothing_certain(speed: float) -> None:
    """A lintel on bearings of 3 mm: at 0.2 mm/s it falls after 15 s, whenever the record of the support has ended."""
    piers = [ds.Block.box((1, 1, 1), (2.0 * i, 0, -0.5), fixed=True, name=name) for i, name in enumerate("LR")]
    lintel = ds.Block.box((1.006, 0.5, 3.0), (1.0, 0, 1.5), name="lintel")
    parting = ds.GroundMotion.from_samples([0.0, 1.0], [speed, speed], direction=(1, 0, 0))
    assembly, options = ds.Assembly([*piers, lintel], 0.6), {"until": "verdict"}
    run = ds.simulate(assembly, 3.0, 1e-2, motion={"R": parting}, options=options)
    together = ds.simulate(assembly, 3.0, 1e-2, motion={"L": parting, "R": parting.scaled(1.0)}, options=options)
    assert run.verdict().certain == (speed == 0.0)
    assert together.verdict().certain


def test_one_motion_of_all_supports_is_that_of_the_ground() -> None:
    slab = ds.Block.box((4, 2, 0.2), (0, 0, -0.1), fixed=True, name="slab")
    stone = ds.Block.box((0.4, 0.4, 0.4), (0, 0, 0.2), name="stone")
    motion, assembly = ds.GroundMotion.one_sine(4.0, 0.3), ds.Assembly([slab, stone], 0.05)
    told = [
        ds.simulate(assembly, 0.6, 1e-2, motion=given).verdict().displacement
        for given in (motion, {"*": motion}, {"slab": motion})
    ]
    assert told[0] > 0.1
    assert told[1:] == [told[0]] * 2
