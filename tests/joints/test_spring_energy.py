"""Springs per area: their energy is that of a potential of the motion, and what is not is seen in the ledger."""

import warnings
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.collision import detect, mean_faces
from drystone.formulations import base
from drystone.joints import Joints, assembly_joints
from drystone.structures import arch

from ..marks import with_slow
from .test_joints import AREA, GRAVITY, GROUND, SIZE, on_ground

GAINED = 1e-3  # of the largest kinetic energy
ROUNDING = 1e-12  # of the same
EXACT = 1e-12  # relative, of areas
TURNED = 1e-5  # relative: the block tilts, and points go round on circles
SOFT = 1e7  # Pa/m
STIFF = 1e9  # Pa/m, the softest of what docs/joints.md says of dry stone


def shaken(stiffness: float, formulation: str, integrator: str, dt: float, duration: float = 1.0) -> ds.Trajectory:
    """The arch of the README under its pulse, with springs in its joints."""
    blocks = arch(radius=10.0, thickness_ratio=0.15, embrace_angle=150.0, count=7, friction=2.0).blocks
    law = ds.Joint(normal_stiffness=stiffness, tangential_stiffness=stiffness)
    motion = ds.GroundMotion.biphasic(1.11 * GRAVITY, 0.30, direction=(-1, 0, 0))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of energy gained, which is what is asked here
        return ds.simulate(
            ds.Assembly(blocks, 2.0, law), duration, dt, motion=motion, formulation=formulation, integrator=integrator
        )


def gained(run: ds.Trajectory) -> float:
    """Energy gained since it was least, what loads and ground brought apart, over the largest kinetic energy."""
    kept = (run.energy.total - run.energy.harvested).to_numpy()
    return float(np.max(kept - np.minimum.accumulate(kept)) / run.energy.kinetic.max())


@pytest.mark.each_value
@pytest.mark.parametrize(
    ("formulation", "integrator", "stiffness"),
    [
        ("nodargi-bisegna", "mid-point", STIFF),
        ("nodargi-bisegna", "backward-euler", 10.0 * STIFF),
        ("coulomb", "mid-point", 10.0 * STIFF),
        ("coulomb", "backward-euler", STIFF),
    ],
)
def test_hinges_that_open_and_close_make_no_energy(formulation: str, integrator: str, stiffness: float) -> None:
    run = shaken(stiffness, formulation, integrator, 2e-3)
    table = run.energy
    assert gained(run) <= GAINED
    assert np.min(np.diff(table.springs)) >= -ROUNDING * table.kinetic.max()
    assert np.max(np.abs(table.error)) <= ROUNDING * table.kinetic.max()
    assert max(run.joints(i).contacts.min() for i in range(0, len(run.steps), 50)) >= 2  # they are hinges


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
def test_what_springs_keep_of_a_step_is_how_deep_it_leaves_them(formulation: str) -> None:
    """A block slides. The associated law lifts it: at first it is 0.6 times as deep as its impulses say."""
    assembly, dt = on_ground(ds.Joint(normal_stiffness=SOFT, tangential_stiffness=SOFT)), 1e-3
    start = ds.State.initial(assembly)
    velocity = np.zeros((2, 6))
    velocity[1, 0] = 0.02
    given: dict[str, Any] = {"formulation": formulation, "integrator": "backward-euler"}
    checkpoint: ds.Checkpoint | ds.State = start.with_velocity(velocity)
    lifted = 0
    for _ in range(20):
        run = ds.simulate(assembly, dt, dt, start=checkpoint, **given)
        checkpoint = run.checkpoint()
        record, state = checkpoint.moment.record, checkpoint.moment.state
        assert record is not None
        corners = assembly.blocks[1].pieces[0].vertices - assembly.blocks[1].centroid
        deepest = -(corners @ state.rotation[1].T + state.position[1])[:, 2].min()
        kept, carried = (normal / (0.25 * AREA * SOFT * dt) for normal in (record.left_pressed, record.impulse[:, 0]))
        assert kept.max() == pytest.approx(deepest, rel=TURNED)
        lifted += bool(carried.max() > 1.1 * deepest)
    assert (lifted > 0) == (formulation == "nodargi-bisegna")


@pytest.mark.parametrize("divisions", [1, 3])
def test_springs_of_what_slides_and_turns_are_all_in_the_ledger(divisions: int) -> None:
    """Points of a stack come and go as it slides under the associated law, which lifts it."""
    law = ds.Joint(normal_stiffness=0.3 * STIFF, tangential_stiffness=0.15 * STIFF)
    lower = ds.Block.box((1.0, 0.6, 2.5), (0.0, 0.0, 1.25), name="lower")
    upper = ds.Block.box((1.0, 0.6, 1.5), (0.05, 0.03, 3.25), name="upper")
    velocity = np.zeros((3, 6))
    velocity[1:, 0], velocity[2, 5] = (0.5, -0.3), 0.7
    run = ds.simulate(
        ds.Assembly([GROUND, lower, upper], 0.5, law), 0.15, 2e-3, initial_velocity=velocity,
        formulation="nodargi-bisegna", options={"face_divisions": divisions},
    )  # fmt: skip
    assert run.energy.error.abs().max() <= ROUNDING * run.energy.kinetic.max()


def test_areas_that_follow_the_contacts_show_as_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stiffness of the contacts that are near now makes energy, which the ledger shows; but not where springs may hold
    no more than they held.
    """
    right = Joints.rows

    def wrong(self, memory, contacts, *given):  # type: ignore[no-untyped-def]
        near = contacts.gap <= 1e-6 * self.assembly.length
        patch = np.unique(contacts.key[:, 0], return_inverse=True)[1]
        points = np.maximum(np.bincount(patch, near), 1.0)[patch]
        found, rows, acting = right(self, memory, contacts, *given)
        return found, replace(rows, flexibility=rows.flexibility * points[:, None] / 4.0), acting

    monkeypatch.setattr(assembly_joints.Joints, "rows", wrong)
    assert gained(shaken(STIFF, "nodargi-bisegna", "backward-euler", 2e-3, 0.5)) <= GAINED
    monkeypatch.setattr(base, "kept_overlap", lambda gap, *given: gap)
    run = shaken(0.1 * STIFF, "nodargi-bisegna", "backward-euler", 2e-3, 0.5)
    assert gained(run) > 10.0 * GAINED
    assert run.energy.error.max() > 10.0 * GAINED * run.energy.kinetic.max()
    assert np.min(np.diff(run.energy.springs)) >= -ROUNDING * run.energy.kinetic.max()


def test_the_stiffness_of_a_contact_point_does_not_depend_on_the_others() -> None:
    """Four corners with a quarter of the joint each; on one edge, on a corner and after sliding the same each."""
    law = ds.Joint(normal_stiffness=STIFF, tangential_stiffness=0.5 * STIFF)
    assembly = on_ground(law)
    joints, rest = Joints(assembly), ds.State.initial(assembly)
    expected = 4.0 / (AREA * np.array([STIFF, 0.5 * STIFF, 0.5 * STIFF]))
    seen = set()
    for turn, lift in ((0.0, 0.0), (0.05, 0.5 * SIZE[0] * np.sin(0.05)), (0.0, 1e-4)):
        c, s = np.cos(turn), np.sin(turn)
        position, rotation = rest.position.copy(), rest.rotation.copy()
        position[1, 2] += lift - 0.5 * SIZE[2] * (1.0 - c)
        position[1, 0] += 3.0 * lift
        rotation[1] = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        state = ds.State(position, rotation, rest.velocity, 0.0)
        contacts, rows, _ = joints.rows(joints.initial, detect(assembly, state), state, 1e-3)
        seen.add(contacts.count)
        np.testing.assert_allclose(rows.flexibility, np.tile(expected, (contacts.count, 1)), rtol=EXACT)
    assert seen == {2, 4}


def test_pieces_that_did_not_meet_have_the_mean_face_of_the_smaller() -> None:
    """Of a box: a quarter of the mean of its faces for each point, wherever it lands."""
    law = ds.Joint(normal_stiffness=STIFF)
    assembly = on_ground(law, lift=1.0)
    faces = [SIZE[i] * SIZE[j] for i, j in ((0, 1), (1, 2), (2, 0))]
    np.testing.assert_allclose(mean_faces(assembly.geometry)[1], np.mean(faces), rtol=EXACT)
    joints, landed = Joints(assembly), ds.State.initial(on_ground(law))
    contacts, rows, _ = joints.rows(joints.initial, detect(assembly, landed), landed, 1e-3)
    assert contacts.count == 4
    np.testing.assert_allclose(1.0 / rows.flexibility[:, 0], STIFF * np.mean(faces) / 4.0, rtol=EXACT)


@pytest.mark.parametrize("integrator", with_slow(["mid-point", "backward-euler"], "backward-euler"))
def test_steady_sliding_on_springs_takes_friction_alone(integrator: str) -> None:
    """mu N times the way: Coulomb's law, in which sliding opens nothing. The start, at its full speed, tilts."""
    law, mu, speed = ds.Joint(normal_stiffness=STIFF, tangential_stiffness=STIFF), 0.3, 1.0
    start = np.zeros((2, 6))
    start[1, 0] = speed
    assembly = ds.Assembly([GROUND, ds.Block.box(SIZE, (0.0, 0.0, 0.5 * SIZE[2]), name="block")], mu, law)
    table = ds.simulate(
        assembly, 0.3, 1e-3, formulation="coulomb", integrator=integrator, initial_velocity=start
    ).energy
    late = table.iloc[150:]  # springs have come to rest
    way = {name: float(np.ptp(late[name])) for name in ("friction", "impact", "springs")}
    before, after = np.sqrt(2.0 * late.kinetic.iloc[[0, -1]].to_numpy() / assembly.mass[1])
    told = mu * assembly.mass[1] * GRAVITY * 0.15 * 0.5 * (before + after)
    assert way["friction"] == pytest.approx(told, rel=1e-2)
    assert way["impact"] <= 1e-4 * way["friction"]
    assert way["springs"] <= 1e-4 * way["friction"]
