"""Joints whose points come and go as blocks turn on each other are as stiff as before, and hold what they held."""

from dataclasses import replace

import numpy as np
import pytest

import drystone as ds
from drystone.collision import Contacts, carried, detect, inherited_shear
from drystone.joints import Joints

SIDE, HEIGHT = 0.5, 0.4  # m
NORMAL, SHEAR = 1e9, 1e6  # Pa/m
LAWS = [("nodargi-bisegna", "mid-point"), ("coulomb", "mid-point"), ("coulomb", "backward-euler")]
EXACT = 1e-12  # relative
CERTIFIED = 1e-6  # relative: certificate 1e-8 with a margin
SWAYS = 0.01  # relative: a little is left of the motion
ENDS = 0.7  # s: what sways is damped by the steps


def stack(friction: float = 0.6, **springs: float) -> ds.Assembly:
    law = ds.Joint(normal_stiffness=NORMAL, tangential_stiffness=springs.get("shear", SHEAR))
    base = ds.Block.box((SIDE, SIDE, HEIGHT), (0, 0, 0.5 * HEIGHT), fixed=True, name="base")
    return ds.Assembly([base, ds.Block.box((SIDE, SIDE, HEIGHT), (0, 0, 1.5 * HEIGHT), name="top")], friction, law)


@pytest.mark.parametrize("angle", [0.0, 0.01, 0.05, 0.3, 0.25 * np.pi])
def test_a_joint_that_twists_is_as_stiff(angle: float) -> None:
    """It has four points, then eight; that they press on the middle is its shape's."""
    assembly = stack()
    joints, state = Joints(assembly), ds.State.initial(assembly)
    c, s = np.cos(angle), np.sin(angle)
    rotation = state.rotation.copy()
    rotation[1] = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    state = ds.State(state.position, rotation, state.velocity, 0.0)
    contacts, rows, _ = joints.rows(joints.initial, detect(assembly, state, face_divisions=1), state, 1e-3)
    stiffness = 1.0 / rows.flexibility
    assert contacts.count == (8 if angle else 4)
    np.testing.assert_allclose(stiffness.sum(axis=0), SIDE**2 * np.array([NORMAL, SHEAR, SHEAR]), rtol=EXACT)
    np.testing.assert_allclose(stiffness[:, 0] @ contacts.midpoint[:, :2], 0.0, atol=EXACT * stiffness.sum())


@pytest.mark.each_value
@pytest.mark.parametrize(("formulation", "integrator"), LAWS)
def test_a_block_twists_as_its_springs_say(formulation: str, integrator: str) -> None:
    """By M over the sum of K r^2 of its corners, and sinks by no more and no less than before it has eight points."""
    moment = 60.0
    couple = ds.Couple("top", lambda t: (0, 0, moment * min(t / 0.5, 1.0)))
    assembly = stack()
    run = ds.simulate(
        assembly, ENDS, 2e-3, loads=couple, formulation=formulation, integrator=integrator, options={"settle": True}
    )
    turned = np.arctan2(run.rotation[-1, 1, 1, 0], run.rotation[-1, 1, 0, 0])
    assert len(run.contacts(len(run.steps) - 1)) == 8
    assert turned == pytest.approx(moment / (SHEAR * SIDE**2 * 0.5 * SIDE**2), rel=SWAYS)
    sinks = 1.5 * HEIGHT - run.position[-1, 1, 2]
    assert sinks == pytest.approx(assembly.mass[1] * 9.81 / (NORMAL * SIDE**2), rel=CERTIFIED)


@pytest.mark.each_value
@pytest.mark.parametrize(("formulation", "integrator"), LAWS)
def test_a_shear_outlasts_twisting_to_and_fro(formulation: str, integrator: str) -> None:
    """Sheared along y by F/K while it turns by 2 mrad and back, through flush: no energy is made of it, and
    nothing is lost but by a step in which a corner is two crossings.
    """
    assembly, force = stack(), 300.0
    couple = ds.Couple("top", lambda t: (0, 0, 60.0 * np.sin(2.0 * np.pi * t / 0.4)))
    run = ds.simulate(
        assembly, 0.6, 2e-3, loads=couple, gravity=(0, force / assembly.mass[1], -9.81), formulation=formulation,
        integrator=integrator, options={"settle": True},
    )  # fmt: skip
    assert {len(run.contacts(i)) for i in range(0, len(run.steps), 5)} >= {4, 6}
    along = run.position[:, 1, 1] - run.position[0, 1, 1]
    assert np.max(np.abs(along)) < SWAYS * force / (SHEAR * SIDE**2)
    assert np.max(np.abs(run.energy.error)) < CERTIFIED * run.energy.kinetic.max()


def test_a_trapezium_sinks_evenly() -> None:
    """By m g/(K A), though the mean of its corners is not the middle of its base."""
    corners = np.array([(0, 0), (2, 0), (1.5, 1), (0.5, 1)])
    prism = np.array([(x, y, z) for z in (0.0, 1.0) for x, y in corners])
    ground = ds.Block.box((6, 6, 1), (0, 0, -0.5), fixed=True, name="ground")
    stone = ds.Block.from_vertices(prism, name="stone")
    assembly = ds.Assembly([ground, stone], 0.6, ds.Joint(normal_stiffness=1e8))
    run = ds.simulate(assembly, 0.1, 1e-2, options={"settle": True})
    sinks = np.array([(run.rotation[-1, 1] @ (p - run.position[0, 1]))[2] for p in prism[:4]])
    assert np.ptp(sinks) < CERTIFIED
    assert ds.State.initial(assembly).position[1, 2] - run.position[-1, 1, 2] == pytest.approx(
        assembly.mass[1] * 9.81 / (1e8 * 1.5), rel=1e-4
    )


def test_what_a_corner_remembers_is_divided_among_both_crossings() -> None:
    """By what they stand for, and is put together again; what one point has alone holds no more than it did."""
    place = np.array([[1.0, 1.0, 0.0], [0.9, 1.01, 0.0], [1.01, 0.9, 0.0], [0.0, 0.0, 0.0]])
    known = Contacts(
        np.tile([0, 1], (4, 1)), place, place, np.tile([0.0, 0.0, 1.0], (4, 1)), np.zeros(4), np.full(4, 0.6),
        np.array([[7, 1], [7, 1], [7, 2], [7, 3]]), np.array([0.25, 0.15, 0.1, 0.25]),
    )  # fmt: skip
    one, two = known.chosen(np.array([0, 3])), known.chosen(np.array([1, 2, 3]))
    held = np.array([[9.0, 2.0, -1.0], [9.0, 0.5, 0.5]])
    kept = carried(one, held, two)[:, 1:]
    shared = kept + inherited_shear(one, held, two, kept)
    np.testing.assert_allclose(shared, [[1.2, -0.6], [0.8, -0.4], [0.5, 0.5]], atol=EXACT)
    after = np.column_stack([np.full(3, 9.0), shared])
    kept = carried(two, after, one)[:, 1:]
    np.testing.assert_allclose(kept + inherited_shear(two, after, one, kept), held[:, 1:], atol=EXACT)
    stiffer = replace(one, share=np.array([0.1, 0.1]))
    alone = carried(one, held, stiffer)[:, 1:]
    alone = alone + inherited_shear(one, held, stiffer, alone)
    np.testing.assert_allclose(alone, held[:, 1:] * np.sqrt(0.1 / 0.25), rtol=1e-9)


def test_overlaps_are_those_of_the_last_step_where_shares_change() -> None:
    """Springs that were twice as stiff were half as deep by the same impulse, and held half: it is cut back to that."""
    assembly = stack(shear=0.5 * NORMAL)
    start = ds.simulate(assembly, 0.02, 2e-3, integrator="backward-euler", options={"settle": True}).checkpoint()
    record = start.moment.record
    assert record is not None
    before = replace(record, contacts=replace(record.contacts, share=2.0 * record.contacts.share))
    starts = (replace(start, moment=replace(start.moment, record=one)) for one in (record, before))
    phi, cut = (ds.step_problem(assembly, 2e-3, start=one, integrator="backward-euler").phi for one in starts)
    np.testing.assert_allclose(cut, phi / np.sqrt(2.0), rtol=CERTIFIED)
