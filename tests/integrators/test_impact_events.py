"""Conditions of a mid-point step and choices of impacts, each number of which is known: no run is made."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.collision import Contacts
from drystone.formulations import StepProblem
from drystone.integrators.base import ImpactHandling
from drystone.integrators.context import StepContext
from drystone.integrators.impacts import (
    MOST_SHARE,
    SHARE,
    TOGETHER,
    ImpactContacts,
    closing_times,
    first_impact,
    impact,
    upcoming_impacts,
)
from drystone.integrators.mid_point import TAKEN_BACK, MidPoint
from drystone.integrators.middle import AtMiddle
from drystone.integrators.options import read_options
from drystone.integrators.sliding import RESTS
from drystone.model import State
from drystone.model.gravity import GRAVITY
from drystone.model.scene import Scene
from drystone.results.checkpoint import ContactRecord, Moment
from drystone.results.steps import impulses_of_closed
from drystone.studies.benchmarks.contact_scenes import SCENES

from ..marks import with_slow
from ..random_structures import pulse, structure
from ..steps import GROUND, cube

DT, G, MU = 1e-2, 9.81, 0.5
ROUNDING = 1e-9  # relative, of gaps that detection finds to 1e-12 m


def context(*blocks: ds.Block, **given: Any) -> StepContext:
    scene = Scene.of(ds.Assembly([GROUND, *blocks], friction=MU), GRAVITY, None, None, None)
    formulation, options = read_options("nodargi-bisegna", given)
    return StepContext(scene, formulation, "kinematic", ds.get_solver("auto"), options, DT)


def moment(found: StepContext, velocity: Any = (0.0, 0.0, 0.0)) -> Moment:
    """The blocks in their places, all with the same velocity."""
    assembly = found.scene.assembly
    given = np.zeros((len(assembly), 6))
    given[1:, :3] = velocity
    return Moment(State.initial(assembly, given), None, None)


def condition(gap: float, velocity: Any, part: float) -> StepProblem:
    """The step of a cube at a height over the ground, over a part of dt."""
    found = context(cube(0, 0.25 + gap))
    return MidPoint().problem(found, moment(found, velocity), part * DT)


@pytest.mark.parametrize("part", [1.0, 0.5, 0.1])
def test_gaps_may_close_by_the_next_middle(part: float) -> None:
    """From the middle of a part to that of the whole step which follows."""
    gap = 1e-4
    problem = condition(gap, (0.0, 0.0, 0.0), part)
    spacing = 0.5 * (part + 1.0) * DT
    assert problem.count == 4
    assert problem.phi == pytest.approx(np.full(4, part * DT * gap / spacing), rel=ROUNDING)


@pytest.mark.parametrize(("share", "slides"), [(0.5, False), (2.0, True), (100.0, True)])
def test_what_slides_and_does_not_rest_is_on_the_cone_of_coulombs_law(share: float, slides: bool) -> None:
    """Speeds in `RESTS` of what gravity gives a block in a step."""
    speed = share * RESTS * G * DT
    problem = condition(0.0, (0.6 * speed, 0.8 * speed, 0.0), 1.0)
    assert problem.phi == pytest.approx(np.full(4, DT * MU * speed if slides else 0.0), abs=1e-3 * DT * MU * speed)


@pytest.mark.parametrize("depth", [0.0, 0.5, 3.0, 8.0])
def test_a_share_of_an_overlap_is_taken_back_from_what_slides(depth: float) -> None:
    """An overlap of so many dt s, s = mu |u_0,t| of a block that slides on the level; all of s at most."""
    speed = 1e-3
    s = MU * speed
    problem = condition(-depth * DT * s, (speed, 0.0, 0.0), 1.0)
    left = max(1.0 - TAKEN_BACK * depth, 0.0)
    assert problem.phi == pytest.approx(np.full(4, DT * s * left), rel=1e-9)


def test_a_gap_that_opens_is_that_of_the_middle_and_overlaps_are_taken_back_at_half_the_speed() -> None:
    opening = condition(1e-4, (0.0, 0.0, 1e-2), 1.0)
    assert opening.phi == pytest.approx(np.full(4, 1e-4 + 0.5 * DT * 1e-2), rel=ROUNDING)
    closing = condition(-4e-5, (0.0, 0.0, -1e-2), 1.0)  # 9e-5 m deep at the middle
    assert closing.phi == pytest.approx(np.full(4, -DT * 0.5 * 1e-2), rel=ROUNDING)


@pytest.mark.parametrize("speed", [1e-2, -1e-2])
def test_what_is_open_is_so_by_its_gap_at_the_start(speed: float) -> None:
    found = context(cube(0, 0.25 + 1e-3))
    prepared = MidPoint().prepare(found, moment(found, (0.0, 0.0, speed)), DT, ImpactHandling.IN_STEP)
    assert isinstance(prepared, AtMiddle)
    assert prepared.contacts.gap == pytest.approx(np.full(4, 1e-3 + 0.5 * DT * speed), rel=ROUNDING)
    assert prepared.open_gap == pytest.approx(np.full(4, 1e-3), rel=ROUNDING)


# Impacts

FALLING = (0.0, 0.0, -1.0)


def pair(gaps: tuple[float, float]) -> tuple[StepContext, Moment, Contacts, np.ndarray]:
    """Two cubes at these heights (m) that fall at 1 m/s; which of the contacts are those of the first."""
    found = context(cube(-2, 0.25 + gaps[0], name="a"), cube(2, 0.25 + gaps[1], name="b"))
    start = moment(found, FALLING)
    contacts, _ = found.contacts(start, start.state, 4.0 * DT, False)
    assert contacts.count == 8
    return found, start, contacts, np.any(contacts.blocks == 1, axis=1)


def test_gaps_over_speeds_are_times() -> None:
    times = closing_times(np.array([0.2, 0.3, 0.1]), np.array([-2.0, 1.0, 0.0]))
    assert times.tolist() == [0.1, np.inf, np.inf]


def test_the_first_impact_is_the_earliest_of_those_that_matter() -> None:
    """The later is the stronger one; one of a ten thousandth of its energy does not count."""
    found, start, contacts, early = pair((0.3 * DT, 0.6 * DT))
    times = np.where(early, 0.3 * DT, 0.6 * DT)
    for approach, first in ((-0.7, 0.3 * DT), (-0.01, 0.6 * DT)):
        closing = first_impact(found, start, start.state, contacts, times, np.where(early, approach, -1.0), DT)
        assert closing is not None
        assert closing.after == pytest.approx(first)
        assert np.any(np.all(contacts.key[times == first] == closing.key[0], axis=1))
    assert first_impact(found, start, start.state, contacts, times + DT, np.full(8, -1.0), DT) is None
    corner = np.arange(8) == np.flatnonzero(early)[0]
    later, speeds = np.where(early, 0.6 * DT, np.inf), np.full(8, -1.0)
    later[corner], speeds[corner] = 0.3 * DT, -0.03
    closing = first_impact(found, start, start.state, contacts, later, speeds, DT)
    assert closing is not None
    assert closing.after == pytest.approx(0.6 * DT), "the weak corner of a cube does not count beside its others"
    passed = first_impact(found, start, start.state, contacts, times - DT, np.full(8, -1.0), DT)
    assert passed is not None
    assert passed.after == 0.0, "what should have closed before closes at once"


def test_an_impact_takes_its_share_of_the_kinetic_energy() -> None:
    """Of a cube that falls flat, four corners by themselves: u^2 / 2w each, w = 1/m + r' J^-1 r. Not of the other's."""
    found, start, contacts, early = pair((0.3 * DT, 3.0 * DT))
    closing = first_impact(found, start, start.state, contacts, np.where(early, 0.3 * DT, np.inf), np.full(8, -1.0), DT)
    assert closing is not None
    side = 0.5
    arm = 2.0 * (0.5 * side) ** 2 / (side**2 / 6.0)  # r' J^-1 r over 1/m
    assert closing.share == pytest.approx(4.0 / (1.0 + arm), rel=1e-6)


@pytest.mark.parametrize(("part", "late"), [(1.0, 1.9), (0.5, 1.4), (0.1, 1.05)])
def test_what_closes_by_the_end_of_the_next_whole_step_is_awaited(part: float, late: float) -> None:
    found, start, contacts, near = pair((late * DT, (1.0 + part + 0.1) * DT))
    gap = np.where(near, late * DT, (1.0 + part + 0.1) * DT)
    approach = np.full(8, -1.0)
    assert upcoming_impacts(found, start, start.state, contacts, gap, approach, part * DT).tolist() == near.tolist()
    closed = np.zeros(8)
    assert not np.any(upcoming_impacts(found, start, start.state, contacts, closed, approach, part * DT))
    assert not np.any(upcoming_impacts(found, start, start.state, contacts, gap, -approach, part * DT))


def test_a_contact_is_late_by_its_gap_over_its_speed() -> None:
    found, start, contacts, _ = pair((1e-3, 2e-3))
    there = ImpactContacts.at(found, start)
    for c in range(8):
        assert there.late(contacts.key[[c]]) == pytest.approx(contacts.gap[c], rel=1e-6)  # at 1 m/s
    rising = ImpactContacts.at(found, replace(start, state=moment(found, (0.0, 0.0, 1.0)).state))
    assert rising.late(contacts.key[[0]]) == 0.0
    assert there.late(contacts.key[[0]] + 1000) == 0.0


@pytest.mark.parametrize(("first", "towards"), [(0, [10.0, 0.0, 10.0]), (1, [10.0, 5.0, 0.0])])
def test_how_fast_all_move_together_is_no_part_of_the_energy(first: int, towards: list[float]) -> None:
    """With the ground, or along it: nothing of it is taken by an impact, or is there beside it."""
    found, start, contacts, early = pair((0.3 * DT, 3.0 * DT))
    times, share = np.where(early, 0.3 * DT, np.inf), list[float]()
    for speed in (0.0, 1.0):
        velocity = start.state.velocity.copy()
        velocity[first:, :3] += speed * np.array(towards)
        moving = replace(start, state=start.state.with_velocity(velocity))
        closing = first_impact(found, moving, moving.state, contacts, times, np.full(8, -1.0), DT)
        assert closing is not None
        share.append(closing.share)
    assert share[0] == pytest.approx(share[1], rel=1e-12)


@pytest.mark.parametrize("dt", with_slow([2.5e-3, 5e-3], 2.5e-3))
def test_what_flies_far_off_changes_nothing_for_a_rocking_block(dt: float) -> None:
    """It moves by 58 mm. Beside a block of 32 t that flew 50 m away it was 9 mm off where impacts were judged by the
    energy of all blocks, and 5 mm where solvers were accurate to a share of the momentum of all.
    """
    ground, rocking = ds.Block.box((6, 6, 1), (0, 0, -0.5), fixed=True), ds.Block.box((0.4, 0.8, 1.6), (0, 0, 0.8))
    flying = ds.Block.box((2, 2, 2), (50, 0, 60), density=4000.0)
    shaking, start = ds.GroundMotion.harmonic(3.0, 2.0, duration=2.0), np.zeros((3, 6))
    start[2, 1] = 9.0
    alone = ds.simulate(ds.Assembly([ground, rocking], 0.4), 1.0, dt, motion=shaking)
    assembly = ds.Assembly([ground, rocking, flying], 0.4)
    beside = ds.simulate(assembly, 1.0, dt, motion=shaking, initial_velocity=start)
    assert alone.steps.impacts.sum() == beside.steps.impacts.sum() == 2
    assert np.max(np.abs(beside.position[:, 1] - alone.position[:, 1])) < 1e-9  # solvers' digits


@pytest.mark.parametrize("formulation", with_slow(["nodargi-bisegna", "coulomb"], "coulomb"))
def test_a_block_rocks_on_a_raft_whether_that_glides_or_not(formulation: str) -> None:
    """It moves by 136 mm. On a raft of 86 t at 1 m/s its impacts took less than 5 % of all the kinetic energy; it was 9
    mm off.
    """
    ground = ds.Block.box((60, 60, 1), (0, 0, -1.5), fixed=True, name="ground")
    raft, rocking = ds.Block.box((6, 6, 1), (0, 0, -0.5), name="raft"), ds.Block.box((0.4, 0.8, 1.6), (0, 0, 0.8))
    assembly = ds.Assembly([ground, raft, rocking], {("ground", "raft"): 0.0, "default": 0.4})
    start, seen = np.zeros((3, 6)), list[np.ndarray]()
    start[2, :4] = [0.0, 0.8, 0.4, -1.0]
    for speed in (0.0, 1.0):
        velocity = start.copy()
        velocity[1:, 1] += speed
        run = ds.simulate(assembly, 0.8, 5e-3, initial_velocity=velocity, formulation=formulation)
        assert run.steps.impacts.sum() > 0
        seen.append(run.position[:, 2] - speed * np.outer(run.time, [0.0, 1.0, 0.0]))
    assert np.ptp(seen[0], axis=0).max() > 0.1
    assert seen[1] == pytest.approx(seen[0], abs=1e-6)  # solvers' digits


def test_open_contacts_do_not_bear_what_solvers_leave_there() -> None:
    """Beside 1e5 times its momentum a rocking block's open corners have 1e-5 of the impulse of the closed ones."""
    assembly = ds.Assembly([GROUND, cube(0, 0.25), cube(5, 0.251, name="above")])
    step = ds.step_problem(assembly, dt=DT)
    answer = ds.get_solver("auto").solve(step)
    assert step.contacts is not None
    open_ones = step.contacts.gap > 1e-4
    assert np.any(open_ones)
    left = np.where(open_ones[:, None], [1e-5 * np.max(answer.impulse), 0.0, 0.0], answer.impulse)
    found = impulses_of_closed(step, replace(answer, impulse=left))
    assert np.all(found[open_ones] == 0.0)
    assert np.array_equal(found[~open_ones], answer.impulse[~open_ones])
    assert ContactRecord(step.contacts, found, DT).closed(assembly.index).tolist() == (~open_ones).tolist()


def test_contacts_carry_by_what_the_blocks_they_connect_bear() -> None:
    """A stack of blocks that deform, beside stones a million times as heavy. Its contacts counted as open where they
    carried less than 1e-6 of the largest impulse, and it was 3 micrometres off after 0.06 s, 0.3 mm after 0.5 s.
    """
    ground = ds.Block.box((200, 200, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    cubes = [ds.Block.box((0.4, 0.4, 0.4), (0, 0, 0.2 + 0.4 * i), name=f"cube-{i}") for i in range(3)]
    stack = ds.Assembly([ground, *cubes]).of_material(ds.Material(1e9, 0.2, 2000.0), (1, 1, 1))
    shaking, places, closed = ds.GroundMotion.one_sine(5.0, half_period=0.25), list[np.ndarray](), list[list[bool]]()
    for times in (1.0, 1e6):
        block = ds.Block.box((0.4, 0.4, 0.4), (80, 0, 0.2), name="beside", density=2000.0 * times)
        beside = ds.Assembly([*stack.blocks, block])
        run = ds.simulate(beside, 0.06, 2e-3, motion=shaking, options={"settle": True})
        record = run.checkpoint().moment.record
        assert record is not None
        places.append(run.position[:, 1:4])
        closed.append(record.closed(beside.index).tolist())
    assert closed[0] == closed[1]
    assert np.max(np.abs(places[1] - places[0])) < 1e-9  # solvers' digits


@pytest.mark.parametrize(
    ("share", "count", "wanted"),
    [(None, 1, SHARE), (None, 3, 3 * SHARE), (None, 150, MOST_SHARE), (1e-3, 1, 1e-3), (1e-3, 3, 1e-3)],
)
def test_impacts_of_a_small_share_are_left_to_the_step(share: float | None, count: int, wanted: float) -> None:
    """On both sides of the option `impact_share`, or of what is for each block of a column that hits the ground."""
    blocks = [cube(0, 0.25 + 0.5 * i + 0.3 * DT, name=f"cube-{i}") for i in range(count)]
    found = context(*blocks, impact_share=share)
    start = moment(found, FALLING)
    contacts, _ = found.contacts(start, start.state, 4.0 * DT, False)
    ground = np.any(contacts.blocks == 0, axis=1)
    times = np.where(ground, 0.3 * DT, np.inf)
    fast = 10.0  # m/s
    whole = first_impact(found, start, start.state, contacts, times, np.full(contacts.count, -fast), DT)
    assert whole is not None
    for factor in (0.99, 1.01):
        speed = fast * np.sqrt(factor * wanted / whole.share)
        closing = first_impact(found, start, start.state, contacts, times, np.full(contacts.count, -speed), DT)
        assert (closing is None) == (factor < 1.0)


def test_impacts_of_a_column_one_after_another_are_told_apart() -> None:
    """Four boxes, of which one lands on two corners within 2 ms. Where impacts of less than 5 % of the energy were left
    to the step, the column was 14 mm off at dt 5e-3 s.
    """
    random = np.random.default_rng(5)
    assembly, ends = structure(random), []
    shaking = pulse(random, 1.2)
    for dt, options in ((1e-3, {"impact_share": 1e-4}), (5e-3, {})):
        kept: dict[str, Any] = {"record_contacts": False, **options}
        run = ds.simulate(assembly, 0.32, dt, motion=shaking, formulation="coulomb", options=kept)
        ends.append(run.position[-1])
    off, moved = (np.linalg.norm(ends[0] - other, axis=1).max() for other in (ends[1], assembly.centroid))
    assert moved > 0.03  # m
    assert off < 1e-3


def test_all_points_of_a_joint_wait_for_the_impact_of_one() -> None:
    """One corner of the first cube comes down fast; the others of both, close to the ground, so slowly that their own
    impacts are nothing.
    """
    found, start, contacts, _ = pair((0.3 * DT, 3.0 * DT))
    fast = np.arange(contacts.count) == 0
    gap, approach = np.where(fast, 0.3 * DT, 1e-6 * DT), np.where(fast, -1.0, -1e-6)
    waiting = upcoming_impacts(found, start, start.state, contacts, gap, approach, DT)
    assert waiting.tolist() == np.all(contacts.blocks == contacts.blocks[0], axis=1).tolist()


def test_a_joint_that_closes_about_its_edge_is_hit_where_its_corners_are() -> None:
    """It overlaps a little at the edge about which it turns. So a point between, where edges cross, is closed before
    the corners, 14 thousandths of a step in a stack of five drums: hit there by itself the stack was 15 mm off.
    """
    found, start, contacts, near = pair((0.3 * DT, 3.0 * DT))
    first, second, between = np.flatnonzero(near)[:3]
    times, approach = np.full(8, np.inf), np.zeros(8)
    corners = 0.3 * DT
    for early, speed, after in ((0.286, -0.4, corners), (0.286, -0.9, 0.286 * DT), (0.2, -0.4, 0.2 * DT)):
        times[[first, second, between]] = [corners, corners, early * DT]
        approach[[first, second, between]] = [-1.0, -1.0, speed]
        closing = first_impact(found, start, start.state, contacts, times, approach, DT)
        assert closing is not None
        assert closing.after == pytest.approx(after)


@pytest.mark.parametrize(("share", "rests"), [(1e-4, True), (0.9, True), (1.1, False)])
def test_joints_that_the_impact_closes_at_once_are_hit_too(share: float, rests: bool) -> None:
    """Two cubes fall on the ground at 1 m/s, the upper one a little slower. ``share``: of `TOGETHER`, of the gap."""
    found = context(cube(0, 0.25), cube(0, 0.75 + share * TOGETHER * DT, name="upper"))
    velocity = np.zeros((3, 6))
    velocity[1:, 2] = [-1.0, -0.999]
    start = Moment(State.initial(found.scene.assembly, velocity), None, None)
    step = impact(found, start, ImpactContacts.at(found, start), 1.0)
    assert step is not None
    assert step.end.state.velocity[1:, 2] == pytest.approx([0.0, 0.0 if rests else -0.999], abs=1e-6)


def test_a_joint_that_closes_a_little_twisted_closes_at_its_instant() -> None:
    """Where its edges cross there are points between its corners. They were stopped in the step before, which took a
    fifth of the impact away and left voussoirs of Oppenheim's arch 4 mm off.
    """
    scene = SCENES["arch"]
    assembly = scene.make()
    twist = np.zeros((len(assembly.movable), 6))
    ends = []
    for size in (0.0, 1e-7):
        twist[:, 3:] = size * np.random.default_rng(3).normal(size=(len(twist), 3))
        run = ds.simulate(
            assembly, scene.duration, 4e-3, formulation="coulomb", motion=scene.motion, initial_velocity=twist,
            options={"record_contacts": False, "impact_share": MOST_SHARE},
        )  # fmt: skip
        assert run.steps.impacts.sum() == 2
        ends.append(run.position[-1])
    assert np.max(np.abs(ends[1] - ends[0])) < 1e-5  # m; 4e-8
