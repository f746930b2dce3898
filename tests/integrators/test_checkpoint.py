"""A run put down and taken up again is the uninterrupted one, to the last bit."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.files import save
from drystone.formulations import FORMULATIONS
from drystone.integrators import INTEGRATORS
from drystone.results.checkpoint import Resting
from drystone.structures import arch, column

from ..steps import GROUND, cube, housner_block

DT = 1e-2
SHAKING = ds.GroundMotion.harmonic(6.0, 2.0, direction=(1.0, 0.4, 0.0), duration=2.0)
GENTLE = SHAKING.scaled(0.4)
BRITTLE = ds.Joint(cohesion=2e4, tensile_strength=5e3)
YIELDING = ds.Joint(cohesion=2e4, tensile_strength=5e3, normal_stiffness=1e9, tangential_stiffness=1e9)
SPRINGS = ds.Joint(tensile_strength=1e4, tension_stiffness=1e9)
DAMAGING = ds.Joint(tension_stiffness=1e9, shear_stiffness=1e9, fracture_energy=5.0, viscosity=1e-3)
SINKING = ds.Settlement(["left abutment"], displacement=(-0.01, 0, -0.02), duration=0.2)


def pile(law: ds.Joint) -> ds.Assembly:
    """Two cubes one on the other, joined to the ground and to each other."""
    return ds.Assembly([GROUND, cube(0, 0.25, name="a"), cube(0.02, 0.75, name="b")], joints=law)


def same(whole: ds.Trajectory, first: ds.Trajectory, rest: ds.Trajectory) -> None:
    """The recorded states and the ledger of the two parts are those of the whole."""
    join = len(first.time)
    for name in ("time", "position", "rotation", "velocity", "ground", "ground_velocity"):
        left, right = getattr(whole, name), getattr(rest, name)
        assert np.array_equal(left[:join], getattr(first, name)), name
        assert np.array_equal(left[join - 1 :], right), name
    assert np.array_equal(whole.energy.to_numpy()[join - 1 :], rest.energy.to_numpy())
    measured = [column for column in whole.steps.columns if "time" not in column]
    assert whole.steps[measured].iloc[join - 1 :].reset_index(drop=True).equals(rest.steps[measured])


RUNS: dict[str, tuple[Any, dict[str, Any]]] = {
    **{f"shaken, {name}": (arch, {"formulation": name, "motion": GENTLE}) for name in FORMULATIONS},
    "rocking": (housner_block, {}),
    "brittle": (lambda: pile(BRITTLE), {"motion": SHAKING}),
    "yielding": (lambda: pile(YIELDING), {"motion": SHAKING}),
    "springs": (lambda: pile(SPRINGS), {"motion": SHAKING}),
    "damaging": (lambda: pile(DAMAGING), {"motion": SHAKING}),
    "settling": (arch, {"settlements": SINKING}),
    "pushed": (lambda: column(2), {"loads": ds.PointForce("drum-2", lambda t: (3000.0 * t, 0.0, 0.0))}),
    **{
        f"quasi-static, {name}": (arch, {"settlements": SINKING, "integrator": name})
        for name in INTEGRATORS
        if name != "large-steps"
    },
}


@pytest.mark.filterwarnings("ignore:.*it stays behind")  # the arch, in quasi-static steps
@pytest.mark.parametrize("name", RUNS)
def test_a_run_goes_on_to_the_last_bit(name: str, tmp_path: Path) -> None:
    """From the trajectory itself, and from the file that it was stored in."""
    make, arguments = RUNS[name]
    assembly = make()
    whole = ds.simulate(assembly, 40 * DT, DT, **arguments)
    first = ds.simulate(assembly, 25 * DT, DT, **arguments)
    save(first, tmp_path / "result.h5")
    stored = ds.open(tmp_path)
    for source in (first, stored):
        same(whole, first, ds.simulate(assembly, 15 * DT, DT, start=source.checkpoint(), **arguments))
    reopened = stored.assembly
    assert reopened is not None
    same(whole, first, ds.simulate(reopened, 15 * DT, DT, start=stored.checkpoint(-1), **arguments))


def test_large_steps_go_on_to_the_last_bit() -> None:
    sinking = ds.Settlement(["left abutment"], displacement=(0, 0, -0.01), duration=10.0)
    arguments: dict[str, Any] = {"settlements": sinking, "integrator": "large-steps"}
    whole, first = (ds.simulate(arch(), duration, 2.0, **arguments) for duration in (16.0, 6.0))
    same(whole, first, ds.simulate(arch(), 10.0, 2.0, start=first.checkpoint(), **arguments))


@pytest.mark.parametrize("index", [0, 1, 7, -1])
def test_any_recorded_state_is_a_checkpoint(index: int) -> None:
    whole = ds.simulate(pile(DAMAGING), 10 * DT, DT, motion=SHAKING)
    place = range(11)[index]
    rest = ds.simulate(pile(DAMAGING), (10 - place) * DT + DT, DT, motion=SHAKING, start=whole.checkpoint(index))
    assert np.array_equal(rest.position[: 11 - place], whole.position[place:])
    assert np.array_equal(rest.energy.to_numpy()[: 11 - place], whole.energy.to_numpy()[place:])


def test_thinned_records_go_on_too_and_the_last_contacts_are_always_kept() -> None:
    whole = ds.simulate(arch(), 40 * DT, DT, motion=SHAKING, record_every=4)
    first = ds.simulate(arch(), 20 * DT, DT, motion=SHAKING, record_every=4, options={"record_contacts": False})
    assert [record is not None for record in first.records] == [False] * 4 + [True]
    rest = ds.simulate(arch(), 20 * DT, DT, motion=SHAKING, record_every=4, start=first.checkpoint())
    assert np.array_equal(rest.position, whole.position[5:])
    with pytest.raises(ds.DrystoneError, match="contacts of step 1 were not kept"):
        first.checkpoint(2)


def test_what_was_continued_goes_on_again() -> None:
    whole = ds.simulate(pile(BRITTLE), 30 * DT, DT, motion=SHAKING)
    run = ds.simulate(pile(BRITTLE), 10 * DT, DT, motion=SHAKING)
    for _ in range(2):
        run = ds.simulate(pile(BRITTLE), 10 * DT, DT, motion=SHAKING, start=run.checkpoint())
    assert np.array_equal(run.position[-1], whole.position[-1])
    assert np.array_equal(run.energy.iloc[-1].to_numpy(), whole.energy.iloc[-1].to_numpy())


def test_an_interrupted_run_goes_on() -> None:
    def force(t: float) -> tuple[float, float, float]:
        if t > 0.06 and interrupted:
            raise KeyboardInterrupt
        return (100.0, 0.0, -1.0)

    arguments: dict[str, Any] = {"loads": ds.PointForce("b", force), "record_every": 4}
    interrupted = True
    with pytest.raises(KeyboardInterrupt) as stop:
        ds.simulate(pile(BRITTLE), 0.2, DT, **arguments)
    reached = stop.value.trajectory  # type: ignore[attr-defined]
    interrupted = False
    whole = ds.simulate(pile(BRITTLE), 0.2, DT, **arguments)
    rest = ds.simulate(pile(BRITTLE), 0.2 - reached.time[-1], DT, start=reached.checkpoint(), **arguments)
    assert np.array_equal(rest.position[-1], whole.position[-1])


def test_a_checkpoint_within_a_run_does_not_say_how_long_its_start_was_at_rest() -> None:
    first = ds.simulate(column(2), 0.02, 0.01)
    rested = replace(first.checkpoint(), resting=Resting(-5.0, -5.0, 0.0))
    run = ds.simulate(column(2), 0.03, 0.01, start=rested)
    assert run.checkpoint(0).resting == rested.resting
    assert run.checkpoint(2).resting is None


def test_a_renewed_checkpoint_begins_at_zero_with_a_ledger_of_its_own() -> None:
    settled = ds.simulate(arch(), 20 * DT, DT, formulation="compliant")
    begin = settled.checkpoint().renewed
    shaken = ds.simulate(arch(), 20 * DT, DT, formulation="compliant", motion=SHAKING, start=begin)
    assert shaken.time[0] == 0.0
    assert np.array_equal(shaken.position[0], settled.position[-1])
    assert shaken.energy["harvested"].iloc[0] == 0.0
    assert shaken.energy["error"].iloc[0] == 0.0


@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
def test_a_renewed_checkpoint_counts_what_its_springs_hold(integrator: str) -> None:
    """The same run twice, at two times: entry by entry, where springs are pressed and blocks move."""
    arguments: dict[str, Any] = {"integrator": integrator, "gravity": (2.0, 0.0, -9.81)}
    before = ds.simulate(pile(YIELDING), 3 * DT, DT, **arguments)
    start = before.checkpoint()
    gone_on, anew = (ds.simulate(pile(YIELDING), 10 * DT, DT, start=one, **arguments)
                     for one in (replace(start, scene=""), start.renewed))  # fmt: skip
    np.testing.assert_allclose(anew.velocity, gone_on.velocity, rtol=0.0, atol=1e-12)  # their times are rounded
    entries = gone_on.energy.drop(columns="time") - gone_on.energy.drop(columns="time").iloc[0]
    counted = anew.energy.drop(columns="time") - anew.energy.drop(columns="time").iloc[0]
    np.testing.assert_allclose(counted, entries, rtol=0.0, atol=1e-12 * gone_on.energy["potential"].abs().max())
    assert anew.energy["elastic"].iloc[0] == before.energy["elastic"].iloc[-1] > 0.0
    assert anew.energy["error"].iloc[0] == 0.0
    again = ds.simulate(pile(YIELDING), 5 * DT, DT, start=anew.checkpoint(5), **arguments)
    assert np.array_equal(again.energy.to_numpy(), anew.energy.to_numpy()[5:])


def test_other_actions_at_a_checkpoint_are_told() -> None:
    run = ds.simulate(arch(), 3 * DT, DT)
    with pytest.warns(UserWarning, match="what acts on the assembly is not what acted in the run of the checkpoint"):
        ds.simulate(arch(), DT, DT, loads=PUSH, start=run.checkpoint())


PUSH = ds.PointForce("voussoir-1", (1.0, 0.0, 0.0))
SUBSIDING = ds.Settlement("ground", displacement=(0.0, 0.0, -0.05), duration=1.0)
TURNING = ds.Settlement("ground", rotation=(0.0, np.radians(1.0), 0.0), duration=1.0)


@pytest.mark.parametrize("moving", [{"motion": ds.GroundMotion.harmonic(3.0, 2.0)}, {"settlements": SUBSIDING},
                                    {"settlements": TURNING}])  # fmt: skip
def test_ground_that_would_jump_at_the_start_is_refused(moving: dict[str, Any]) -> None:
    """Runs of blocks that have settled go on at their time, at which the motion has the ground elsewhere."""
    assembly = ds.Assembly([GROUND, cube(0, 0.25)])
    settled = ds.simulate(assembly, 0.2, 0.01)
    for start in (settled.recorded_state(-1), replace(settled.checkpoint(), scene="")):
        with pytest.raises(ds.DrystoneError, match=r"'ground' starts .* m from where .* at 0\.2 s"):
            ds.simulate(assembly, DT, DT, start=start, **moving)
        with pytest.raises(ds.DrystoneError, match="would jump"):
            ds.step_problem(assembly, DT, start=start, **moving)
    fresh = ds.simulate(assembly, DT, DT, **moving)
    for begin in (settled.recorded_state(-1).renewed, settled.checkpoint().renewed):
        again = ds.simulate(assembly, DT, DT, start=begin, **moving)
        assert np.allclose(again.velocity[-1, 0], fresh.velocity[-1, 0], rtol=0.0, atol=1e-12)
    gone_on = ds.simulate(assembly, 0.2, 0.01, **moving)
    ds.simulate(assembly, DT, DT, start=gone_on.recorded_state(-1), **moving)


def test_a_state_is_a_start() -> None:
    """Its velocities and its time hold; nothing is remembered of steps before."""
    fast = np.zeros((2, 6))
    fast[1, 0] = 1.0
    thrown = ds.simulate(ds.Assembly([GROUND, cube(0, 5.0)]), 10 * DT, DT, initial_velocity=fast)
    rest = ds.simulate(thrown.assembly, 10 * DT, DT, start=thrown.recorded_state(-1))  # type: ignore[arg-type]
    whole = ds.simulate(ds.Assembly([GROUND, cube(0, 5.0)]), 20 * DT, DT, initial_velocity=fast)
    assert rest.time[0] == thrown.time[-1]
    assert np.array_equal(rest.position[-1], whole.position[-1])


def test_a_checkpoint_put_together_wrongly_is_refused() -> None:
    run = ds.simulate(column(2), 2 * DT, DT)
    start = run.checkpoint()
    record, ledger = start.moment.record, start.ledger
    assert record is not None
    assert ledger is not None

    def with_record(**changes: Any) -> Any:
        return replace(start, moment=replace(start.moment, record=replace(record, **changes)))

    for wrong, message in (
        (with_record(dt=-1.0), "dt of the record of a checkpoint .* must be positive"),
        (with_record(impulse=record.impulse[:-1]), "impulse of the record .* must have the shape"),
        (with_record(impulse=np.nan * record.impulse), "impulse of the record .* must be finite"),
        (with_record(hit=np.zeros(3)), "hit of the record"),
        (with_record(contacts=None), "contacts of the record .* must be a Contacts"),
        (replace(start, ledger=replace(ledger, first=np.nan)), "first of the ledger .* must be finite"),
        (replace(start, ledger=replace(ledger, sums={})), "sums of the ledger of a checkpoint must be elastic"),
        (replace(start, ledger=5), "ledger of a checkpoint must be a LedgerSums"),  # type: ignore[arg-type]
        (replace(start, moment=None), "moment of a checkpoint must be a Moment"),  # type: ignore[arg-type]
        (replace(start, scene=5), "scene of a checkpoint must be text"),  # type: ignore[arg-type]
    ):
        with pytest.raises(ds.DrystoneError, match=message):
            ds.simulate(column(2), DT, DT, start=wrong)


def test_displacements_count_from_the_first_state_of_the_run() -> None:
    """What rides on a ground that had moved before a run was taken up again has not moved, wherever that is told."""
    motion, near = ds.GroundMotion.harmonic(1.0, 1.0), 1e-12  # m: rounding; the ground is displaced by 0.02 to 0.11 m
    whole = ds.simulate(column(1), 0.6, DT, motion=motion)
    rest = ds.simulate(column(1), 0.3, DT, motion=motion, start=whole.checkpoint(30))
    assert np.ptp(rest.ground[:, 0]) > 0.05
    assert rest.ground[0, 0] > 0.02
    assert np.max(np.abs(rest.displacement("drum-1"))) < near
    assert np.max(np.abs(rest.displacements[:, 1])) < near
    history = ds.block_history(rest)
    seen = history[history["block"] == "drum-1"][["displacement_x", "displacement_y", "displacement_z"]]
    assert np.max(np.abs(seen.to_numpy())) < near
    inertial = rest.displacement("drum-1", "inertial")
    assert np.allclose(inertial, rest.ground - rest.ground[0], atol=near)


def test_a_start_may_lag_behind_settlements_and_longer_steps() -> None:
    """Steps from middle to middle leave fixed blocks by dt^2 times their acceleration off."""
    sinking = ds.Settlement(["right abutment"], displacement=(0, 0, -0.3), duration=0.3)
    run = ds.simulate(arch(), 0.1, DT, settlements=sinking)
    ds.simulate(arch(), DT, DT, settlements=sinking, start=run.recorded_state(-1))
    with pytest.warns(UserWarning, match="not what acted"):
        ds.simulate(
            arch(), DT, 0.1 * DT, settlements=sinking, start=run.checkpoint(), loads=ds.BodyForce((0.1, 0.0, 0.0))
        )


@pytest.mark.parametrize("integrator", ["mid-point", "backward-euler"])
def test_supports_stand_still_in_a_run_that_moves_nothing(integrator: str) -> None:
    """They begin where a motion left them, at its last speed: in the middle of it, too fast to stop at once."""
    assembly = ds.Assembly([GROUND, cube(0, 0.25)])
    law: dict[str, Any] = {"integrator": integrator, "formulation": "coulomb"}
    shaken = ds.simulate(assembly, 0.2, DT, motion=ds.GroundMotion.one_sine(3.0, 0.1), **law)
    for start in (shaken.checkpoint().renewed, shaken.recorded_state(-1)):
        after = ds.simulate(assembly, 0.1, DT, start=start, **law)
        assert np.array_equal(after.position[-1, 0], shaken.position[-1, 0])
        assert np.array_equal(after.velocity[1:, 0], np.zeros((10, 6)))
    middle = shaken.checkpoint(10).renewed
    with pytest.raises(ds.DrystoneError, match=r"'ground' moves at 0\.1.* m/s at the start, and nothing moves it"):
        ds.simulate(assembly, 0.1, DT, start=middle, **law)


def test_bad_starts() -> None:
    run = ds.simulate(column(2), 2 * DT, DT)
    with pytest.raises(ds.DrystoneError, match="a start and an initial velocity were given"):
        ds.simulate(column(2), DT, DT, start=run.checkpoint(), initial_velocity=np.zeros((3, 6)))
    with pytest.raises(ds.DrystoneError, match="blocks, friction or joints differ"):
        ds.simulate(column(2, friction=0.3), DT, DT, start=run.checkpoint())
    with pytest.raises(ds.DrystoneError, match="a state of this assembly"):
        ds.simulate(column(3), DT, DT, start=run.checkpoint())
    with pytest.raises(ds.DrystoneError, match="start must be a Checkpoint"):
        ds.simulate(column(2), DT, DT, start="middle")  # type: ignore[arg-type]
    with pytest.raises(ds.DrystoneError, match="does not know what its run started from"):
        run.in_ground_frame().checkpoint()
