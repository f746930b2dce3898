"""Tangential springs remember their force: whatever a contact is called, and however its blocks turn."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.collision import Contacts, detect, inherited_shear

STILL = 1e-9  # m: of a block that a spring holds; what is shaken across sways by less in the certificate's accuracy
DRIFT = 5e-3  # of the way that a spring is sheared by: the direction of the force is that of a step's end
ROUNDING = 1e-12  # relative
CERTIFIED = 1e-6  # relative: certificate 1e-8 with a margin
DT = 2e-3

SOFT = ds.Joint(normal_stiffness=1e9, tangential_stiffness=5e8)
LAWS = [
    ("nodargi-bisegna", "mid-point"), ("coulomb", "mid-point"), ("coulomb", "backward-euler"),
    ("compliant", "mid-point"),
]  # fmt: skip


@pytest.mark.each_value
@pytest.mark.parametrize(("formulation", "integrator"), LAWS)
def test_flush_blocks_hold_a_shear_while_they_are_shaken_across(formulation: str, integrator: str) -> None:
    """Sheared along y at a third of its friction, shaken along x by a sixth: nothing moves along y.

    The corners of both blocks meet, so that detection gives the points of their joint other names as one sways over the
    other. They keep those that they had.
    """
    size = (0.5, 0.5, 0.4)
    base = ds.Block.box(size, (0, 0, 0.2), fixed=True, name="base")
    joints = ds.Joint() if formulation == "compliant" else SOFT
    flush = ds.Assembly([base, ds.Block.box(size, (0, 0, 0.6), name="top")], 0.6, joints)
    options = {"normal_stiffness": 6e7, "tangential_stiffness": 3e7} if formulation == "compliant" else {}
    motion = ds.GroundMotion.harmonic(1.0, frequency=5.0, duration=0.4)
    run = ds.simulate(
        flush, 0.4, DT, motion=motion, gravity=(0, 2, -9.81), formulation=formulation, integrator=integrator,
        options={"settle": formulation != "compliant", **options},
    )  # fmt: skip
    records = [run.checkpoint(i).moment.record for i in range(50, len(run.steps), 5)]
    names = {tuple(key) for record in records if record is not None for key in record.contacts.key}
    found = [detect(flush, run.checkpoint(i).moment.state).key for i in range(50, len(run.steps), 5)]
    assert len(np.unique(np.vstack(found), axis=0)) > len(names) == 4
    along = run.position[100:, 1, 1]
    assert np.ptp(along) <= STILL if formulation != "compliant" else np.ptp(along) <= 100 * STILL


@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
def test_a_sheared_joint_turns_with_its_blocks(integrator: str) -> None:
    """A block on a turning table, drawn along a line of the table by a tie: F/K = 80 micrometres stay as they are."""
    table = ds.Block.box((2, 2, 0.5), (0, 0, -0.25), fixed=True, name="table")
    stone = ds.Block.box((0.5, 0.5, 0.5), (0, 0, 0.25), name="stone")
    tie = ds.Tie("table", "stone", point_a=(-0.8, 0, 0), point_b=(0.8, 0, 0), stiffness=1e5, pretension=2e3)
    law = ds.Joint(normal_stiffness=1e10, tangential_stiffness=1e8)
    assembly = ds.Assembly([table, stone], 0.9, law, ties=[tie])
    turning, slip = 2.0, 2e3 / (1e8 * 0.5 * 0.5)
    settlement = ds.Settlement("table", rotation=(0, 0, turning), duration=1.0)
    run = ds.simulate(assembly, 1.0, 1e-2, settlements=settlement, integrator=integrator, options={"settle": True})
    seen = run.rotation[[0, -1], 0].swapaxes(1, 2) @ (run.position[[0, -1], 1] - run.position[[0, -1], 0])[:, :, None]
    assert abs(run.rotation[-1, 1, 1, 0] - np.sin(turning)) < 0.02  # it does turn with the table
    assert abs(seen[1, 1, 0] - seen[0, 1, 0]) <= DRIFT * turning * slip


@pytest.mark.each_value
@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler", "velocity-reset"])
def test_a_bond_that_breaks_hands_its_shear_to_no_spring(formulation: str, integrator: str) -> None:
    """The force F passes what the bond bears beside the springs of the contact; then these have all of it, F/K."""
    base = ds.Block.box((2, 2, 1), (0, 0, -0.5), fixed=True, name="base")
    stone = ds.Block.box((1, 1, 0.2), (0, 0, 0.1), density=5000.0, name="stone")
    weight, stiffness, force = 1000.0 * 9.81, 1e8, 0.4 * 1000.0 * 9.81
    law = ds.Joint(
        normal_stiffness=1e9, tangential_stiffness=stiffness, tension_stiffness=3 * stiffness, tensile_strength=1e6,
        cohesion=0.25 * weight,
    )  # fmt: skip
    pull = ds.PointForce("stone", lambda t: (min(t / 0.3, 1.0) * force, 0, 0), point=(0, 0, 0))
    scene = ds.Assembly([base, stone], 0.6, law)
    run = ds.simulate(scene, 0.6, DT, formulation=formulation, integrator=integrator, loads=pull)
    assert run.steps["broken"].iloc[-1] == 1
    assert run.position[-1, 1, 0] == pytest.approx(force / stiffness, rel=CERTIFIED)
    assert abs(run.energy["error"].iloc[-1]) < CERTIFIED * 0.5 * force**2 / stiffness


def test_what_is_taken_over_holds_no_more_than_was_there() -> None:
    """Points that are replaced at their place hand over all; two that are replaced by one, what their springs held."""
    random = np.random.default_rng(11)
    count = 6
    key = np.column_stack([np.repeat([2, 5], 3), np.arange(count)])
    points = random.normal(size=(count, 3))
    normal = np.tile([0.0, 0.0, 1.0], (count, 1))
    blocks, zeros = np.tile([0, 1], (count, 1)), np.zeros(count)
    before = Contacts(blocks, points, points, normal, zeros, zeros, key)
    impulse = 1.0 + random.random((count, 3))  # all to one side: together they would hold more
    renamed = replace(before, key=key + np.array([0, 100]))
    assert np.allclose(
        inherited_shear(before, impulse, renamed, np.zeros((count, 2))), impulse[:, 1:], rtol=0.0, atol=ROUNDING
    )
    fewer = before.chosen(np.array([0, 3, 4]))  # of the first patch one point stays, of the second two
    kept = impulse[[0, 3, 4], 1:]
    now = kept + inherited_shear(before, impulse, fewer, kept)
    for patch in (2, 5):
        was = np.sum(impulse[key[:, 0] == patch, 1:] ** 2)
        assert np.sum(now[fewer.key[:, 0] == patch] ** 2) == pytest.approx(was, rel=ROUNDING)  # as much as may be


@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
def test_a_step_takes_over_the_shear_of_a_point_that_is_gone(integrator: str) -> None:
    """Of a fifth one in the midst of a joint, sheared half as much as the corners and the other way: all of it."""
    size = (0.5, 0.5, 0.4)
    base = ds.Block.box(size, (0, 0, 0.2), fixed=True, name="base")
    flush = ds.Assembly([base, ds.Block.box(size, (0, 0, 0.6), name="top")], 0.6, SOFT)
    given: dict[str, Any] = {"gravity": (0, 2, -9.81), "integrator": integrator}
    start = ds.simulate(flush, 10 * DT, DT, **given).checkpoint()
    record = start.moment.record
    assert record is not None
    corners, shear = record.contacts, record.impulse[:, 1:]
    five, middle = corners.chosen(np.array([0, 1, 2, 3, 0])), np.mean(corners.midpoint, axis=0)
    points = [np.vstack([of[:4], middle]) for of in (five.point_a, five.point_b)]
    names = five.key + np.repeat([[0, 0], [0, 99]], [4, 1], axis=0)
    five = replace(five, point_a=points[0], point_b=points[1], key=names)
    held = np.append([1.0], -0.5 * np.mean(shear, axis=0))
    more = replace(record, contacts=five, impulse=np.vstack([record.impulse, held]), hit=None, pressed=None)
    known, found = (
        ds.step_problem(flush, DT, start=replace(start, moment=replace(start.moment, record=one)), **given)
        for one in (replace(record, hit=None, pressed=None), more)
    )
    assert np.max(np.abs(held[1:])) > 0.05
    taken = np.sum((found.memory - known.memory)[:, 1:] / known.E[:, 1:], axis=0)
    assert np.abs(taken) == pytest.approx(np.abs(held[1:]), rel=CERTIFIED, abs=CERTIFIED)
