"""Campaigns: failure domains and stripes of a scene, whose runs are kept, found again and told when they fail."""

import json
import sqlite3
import warnings
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.assessment.domain import scene_capacity
from drystone.assessment.fragility import StripeAnalysis
from drystone.assessment.fragility.stripe_analysis import _sizes
from drystone.assessment.sweeps import read_store, simulation
from drystone.ground_motion import IntensityMeasure
from drystone.user_code import imported_once

from ..registries import registries_restored
from .made_here import runs_made_here  # noqa: F401 - of all tests here
from .scenes_of_campaigns import CAPACITY, DT, SCENE, record, sine

pytestmark = pytest.mark.filterwarnings("ignore:survivals without a certain verdict")
"""Most runs here are as short as they may be."""

OPTIONS = {"until": "verdict", "record_contacts": False}
RANGES = (0.2, 0.4), (1.0, 5.0)
LEVELS = [1.0, 3.5, 4.0, 5.0]
LEANING = f"""
[[block]]
name = "ground"
size = [4, 4, 0.2]
center = [0, 0, -0.1]
fixed = true
[[block]]
name = "block"
vertices = [[-0.1, -0.2, 0], [-0.1, 0.2, 0], [0.1, -0.2, 0], [0.1, 0.2, 0],
            [0.0, -0.2, 1], [0.0, 0.2, 1], [0.1, -0.2, 1], [0.1, 0.2, 1]]
[run]
duration = 1.0
dt = {DT}
"""
"""A block with one vertical and one sloping side, which is not as strong towards both."""


def campaign(folder: Path, scene: str = SCENE, **settings: Any) -> ds.Campaign:
    path = folder / "block.toml"
    path.write_text(scene, encoding="utf-8")
    return ds.Campaign(path, folder / "runs.sqlite", **{"workers": 1, **settings})


def kept(made: ds.Campaign) -> pd.DataFrame:
    """What a store holds, by the key of the run."""
    return read_store(made.store).set_index("key")


def same_rows(first: pd.DataFrame, second: pd.DataFrame) -> None:
    """The rows of the first store are in the second as they were, made at the same time."""
    pd.testing.assert_frame_equal(first, second.loc[first.index])


@pytest.fixture(scope="module")
def pulses(tmp_path_factory: pytest.TempPathFactory) -> tuple[ds.Campaign, ds.FailureDomain]:
    """The domain of a block by eight pulses, and the campaign that made it."""
    made = campaign(tmp_path_factory.mktemp("pulses"))
    return made, ds.scene_domain(made, *RANGES, after=0.5, grid=(1, 1), levels=0)


def beside(made: ds.Campaign, folder: Path) -> ds.Campaign:
    """The campaign with a copy of its store, which a test may change."""
    copied = folder / "runs.sqlite"
    copied.write_bytes(Path(made.store).read_bytes())
    return replace(made, store=copied)


def test_domains_and_stripes_say_which_runs_have_warned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    simulate = ds.simulate

    def warned(*args: Any, **settings: Any) -> Any:
        if np.max(np.abs(settings["motion"].accelerations_at(np.linspace(0.0, 1.0, 101)))) > 2.0:
            warnings.warn("step at 0.1 s: strange", stacklevel=1)
        return simulate(*args, **settings)

    monkeypatch.setattr(simulation, "simulate", warned)
    made, told = campaign(tmp_path), "step at 0.1 s: strange"
    with pytest.warns(UserWarning, match=f"2 runs of 4 warned .*: {told}"):
        domain = ds.scene_domain(made, *RANGES, after=0.05, grid=(1, 1), levels=0, directions=[1])
    table = domain.table.set_index(["amplitude", "half_period"])["warning"]
    assert [table[5.0, 0.2], table[5.0, 0.4]] == [told, told]
    assert table[1.0].isna().all()
    with pytest.warns(UserWarning, match=f"1 run of 2 warned .*: {told}"):
        stripes = ds.scene_stripes(made, motions(tmp_path, 0.2), [1.0, 4.0], after=0.05, bootstrap=0)
    assert stripes.runs.set_index("intensity")["warning"].dropna().to_dict() == {4.0: told}


def test_survivals_that_are_not_certain_are_told(pulses: tuple[ds.Campaign, ds.FailureDomain], tmp_path: Path) -> None:
    """Half a second after these pulses of 5 m/s2 blocks are still tipping over."""
    made = beside(pulses[0], tmp_path)
    settings: dict[str, Any] = {"grid": (1, 1), "levels": 0, "directions": [1]}
    said = r"survivals without a certain verdict .*: 2 runs of 4; the first: blocks have not been at rest"
    with pytest.warns(UserWarning, match=said):
        short = ds.scene_domain(made, *RANGES, after=0.5, **settings)
    assert "collapses     0 of 4 pulses; 2 survivals not certain" in repr(short)
    whole = ds.scene_domain(made, *RANGES, **settings)
    assert "collapses     2 of 4 pulses\n" in repr(whole)
    with pytest.warns(UserWarning, match="certain verdict .*: 1 run of 2"):
        stripes = ds.scene_stripes(made, motions(tmp_path, 0.2), [1.0, 5.0], after=0.5, bootstrap=0)
    assert "5: 0; 1 survival not certain" in repr(stripes)
    assert ds.scene_stripes(made, motions(tmp_path, 0.2), [5.0], bootstrap=0).stripes.to_numpy().tolist() == [[1.0]]


def test_a_domain_made_again_makes_no_runs_and_a_finer_one_only_new_ones(
    pulses: tuple[ds.Campaign, ds.FailureDomain], tmp_path: Path
) -> None:
    coarse, made = pulses[1], beside(pulses[0], tmp_path)
    first = kept(made)
    assert len(first) == len(coarse.table) == 8
    again = ds.scene_domain(made, *RANGES, after=0.5, grid=(1, 1), levels=0)
    pd.testing.assert_frame_equal(coarse.table, again.table)
    same_rows(kept(made), first)
    finer = ds.scene_domain(made, *RANGES, after=0.5, grid=(1, 2), levels=0)
    same_rows(first, kept(made))
    assert len(kept(made)) == len(finer.table) == 12
    assert coarse.capacity == pytest.approx({1: CAPACITY, -1: CAPACITY}, rel=1e-6)
    below = finer.table[finer.table["amplitude"] < CAPACITY]
    assert set(below["state"]) == {"stood"}
    assert below["displacement"].max() < 1e-9  # the block rides on the ground
    assert finer.table["collapsed"].tolist() == (finer.table["state"] == "collapsed").tolist()
    assert finer.table["collapsed"].any()
    units = finer.table.attrs["units"]
    assert (units["amplitude"], units["collapse_time"], units["state"]) == ("m/s2", "s", "")


@pytest.mark.parametrize("all_rows", [True, False])
def test_rows_that_do_not_tell_of_a_collapse_are_no_survivals(
    pulses: tuple[ds.Campaign, ds.FailureDomain], tmp_path: Path, all_rows: bool
) -> None:
    """As of a store that another version has made."""
    made = beside(pulses[0], tmp_path)
    with closing(sqlite3.connect(made.store)) as connection, connection:
        rows = connection.execute("select key, result from runs").fetchall()
        for key, result in rows if all_rows else rows[:1]:
            left = {name: value for name, value in json.loads(result).items() if name != "collapsed"}
            connection.execute("update runs set result = ? where key = ?", (json.dumps(left), key))
    with pytest.raises(ds.DrystoneError, match=f"^{8 if all_rows else 1} rows? of 8 .* no 'collapsed'.* another store"):
        ds.scene_domain(made, *RANGES, after=0.5, grid=(1, 1), levels=0)


def test_a_pulse_of_a_domain_is_the_run_of_that_pulse(tmp_path: Path) -> None:
    """In both directions, of a structure that answers otherwise to each."""
    made = campaign(tmp_path, LEANING)
    domain = ds.scene_domain(made, (0.2, 0.3), (2.5, 3.0), after=0.05, grid=(1, 1), levels=0, axis=(2.0, 0.0, 0.0))
    table = domain.table
    told = []
    for direction in (1, -1):
        motion = ds.GroundMotion.one_sine(direction * 3.0, 0.2)
        run = ds.simulate(made.read().assembly, 2 * 0.2 + 0.05, DT, motion=motion, options=OPTIONS).verdict()
        this = (table["half_period"] == 0.2) & (table["amplitude"] == 3.0) & (table["direction"] == direction)
        row = table[this].iloc[0]
        assert (row["state"], row["time"]) == (run.state, run.time)
        assert row["displacement"] == pytest.approx(run.displacement, rel=1e-9)
        told.append(run.displacement)
    assert abs(told[0] - told[1]) > 1e-3  # else a wrong direction would go unseen


def test_the_capacity_of_a_scene_is_that_under_its_own_gravity(tmp_path: Path) -> None:
    """A rigid block just carries g times the arm of its weight about an edge over the height of its centroid."""
    made = campaign(tmp_path, LEANING)
    x, _, z = made.read().assembly.centroid[1]
    for g in (9.81, 1.62):
        there = replace(made, changes={"gravity": [0.0, 0.0, -g]})
        expected = {1: g * (0.1 + x) / z, -1: g * (0.1 - x) / z}  # the ground's way: the block tips the other way
        assert scene_capacity(there, (1.0, 0.0, 0.0)) == pytest.approx(expected, rel=1e-6)


def test_blocks_overlap_as_much_as_the_scene_says_where_its_capacity_is_asked_for(tmp_path: Path) -> None:
    """Its runs and limit loads do; the block of 0.2 x 1 m is 4 mm in the ground, and turns about half of that."""
    deep = LEANING[: LEANING.index("vertices")] + "size = [0.2, 0.4, 1.0]\ncenter = [0, 0, 0.496]\n"
    scene = deep + "[run]\nduration = 0.1\ndt = 0.01\noptions = { overlap_tolerance = 0.01 }\n"
    found = scene_capacity(campaign(tmp_path, scene))
    assert found == pytest.approx(dict.fromkeys((1, -1), 9.81 * 0.1 / 0.498), rel=1e-6)


@pytest.mark.parametrize(
    "more",
    [
        "[[load]]\nkind = 'force'\nblock = 'block'\nforce = [1.0, 0, 0]\n",
        "[[settlement]]\nblocks = 'ground'\ndisplacement = [0, 0, -0.01]\nduration = 0.1\n",
        None,
        "[joint]\nnormal_stiffness = 1e7\n",
        "[joint]\ntension_stiffness = 1e7\ntensile_strength = 1e4\n",
        "[joint]\ncohesion = 1e4\n",
        "[[material]]\nblocks = 'block'\nyoung = 1e9\npoisson = 0.2\nmesh = 'affine'\n",
        "[[tie]]\nblock_a = 'block'\npoint_b = [1.9, 0, 0]\nstiffness = 1e5\nyield_force = 1e3\n",
    ],
)
def test_a_structure_that_something_else_moves_or_that_sways_has_no_capacity(more: str | None, tmp_path: Path) -> None:
    tilted = SCENE.replace("height = 1.0", "height = 1.0\ntilt = 5.0")
    assert scene_capacity(campaign(tmp_path, tilted if more is None else SCENE + more)) is None


def test_stripes_take_the_least_of_the_capacities_and_warn_where_there_is_none(tmp_path: Path) -> None:
    made, given = campaign(tmp_path), motions(tmp_path, 0.2)
    one, two = (
        ds.scene_stripes(made, given, [0.5 * CAPACITY], capacity=capacity, bootstrap=0).runs
        for capacity in (CAPACITY, {1: 3.0 * CAPACITY, -1: CAPACITY})
    )
    pd.testing.assert_frame_equal(one, two)
    with pytest.raises(ds.DrystoneError, match="capacity has no values"):
        ds.scene_stripes(made, given, [1.0], capacity={})
    wrong = campaign(tmp_path, changes={"run.options.stiffness": 1.0})
    with pytest.raises(ds.DrystoneError, match="stiffness"):
        ds.scene_stripes(wrong, given, [0.5 * CAPACITY], capacity=CAPACITY, bootstrap=0)
    soft = campaign(tmp_path, changes={"run.formulation": "compliant"})
    with pytest.warns(UserWarning, match="and sways; leave capacity out"):
        ds.scene_stripes(soft, given, [0.1], capacity=CAPACITY, bootstrap=0)


def test_a_structure_on_compliant_contacts_has_no_capacity(tmp_path: Path) -> None:
    assert scene_capacity(campaign(tmp_path, changes={"run.formulation": "compliant"})) is None
    assert scene_capacity(campaign(tmp_path, changes={"run.formulation": "coulomb"})) is not None


def motions(folder: Path, *half_periods: float) -> dict[str, dict[str, Any]]:
    told = {"kind": "record", "units": "m/s2", "direction": [1.0, 0.0, 0.0]}
    return {f"{one:g} s": {**told, "file": record(folder, f"{one:g}.csv", one, lead=0.25)} for one in half_periods}


@pytest.fixture(scope="module")
def stripes(tmp_path_factory: pytest.TempPathFactory) -> tuple[ds.Campaign, StripeAnalysis, Path]:
    folder = tmp_path_factory.mktemp("stripes")
    made = campaign(folder)
    given = motions(folder, 0.2, 0.3)
    return made, ds.scene_stripes(made, given, LEVELS, capacity=CAPACITY, after=0.75, bootstrap=50), folder


def test_stripes_are_the_runs_of_the_scaled_records(stripes: tuple[ds.Campaign, StripeAnalysis, Path]) -> None:
    made, analysis, folder = stripes
    assert [float(level) for level in analysis.stripes.columns] == LEVELS
    assert analysis.stripes.index.tolist() == ["0.2 s", "0.3 s"]
    assert len(analysis.runs) == 2 * len(LEVELS)
    motion = ds.GroundMotion.from_file(folder / "0.3.csv", (1.0, 0.0, 0.0), units="m/s2").scaled(3.5)
    assert motion.pga == pytest.approx(3.5, rel=1e-6)
    part = motion.strong_part(0.8 * CAPACITY, 0.3 * CAPACITY)
    verdict = ds.simulate(made.read().assembly, part.duration + 0.75, DT, motion=part, options=OPTIONS).verdict()
    row = analysis.runs[(analysis.runs["record"] == "0.3 s") & (analysis.runs["intensity"] == 3.5)].iloc[0]
    assert (row["state"], row["time"]) == (verdict.state, verdict.time)
    assert row["displacement"] == pytest.approx(verdict.displacement, rel=1e-6)
    assert analysis.stripes.to_numpy()[1, LEVELS.index(3.5)] == float(verdict.collapsed)
    units = analysis.runs.attrs["units"]
    assert (units["intensity"], units["residual_displacement"], units["state"]) == ("m/s2", "m", "")


def test_what_cannot_move_the_structure_is_not_run(stripes: tuple[ds.Campaign, StripeAnalysis, Path]) -> None:
    made, analysis, _ = stripes
    still = analysis.runs["intensity"] < 0.8 * CAPACITY
    assert still.sum() == 2
    assert len(kept(made)) == (~still).sum()
    assert analysis.runs.loc[still, "state"].isna().all()
    assert not analysis.runs.loc[still, "collapsed"].any()
    assert analysis.runs.loc[~still, "state"].notna().all()


def test_stripes_of_known_outcomes_give_the_fit_of_their_table(
    stripes: tuple[ds.Campaign, StripeAnalysis, Path],
) -> None:
    _, analysis, _ = stripes
    fitted = ds.fit_fragility(records=analysis.stripes, bootstrap=0)
    assert analysis.reason == ""
    assert analysis.fragility is not None
    assert (analysis.fragility.median, analysis.fragility.dispersion) == (fitted.median, fitted.dispersion)
    assert analysis.fragility.unit == "m/s2"
    assert "of 2 records at 4 intensities" in repr(analysis)


def test_other_records_and_intensities_keep_the_runs_that_there_are(
    stripes: tuple[ds.Campaign, StripeAnalysis, Path], tmp_path: Path
) -> None:
    """Keys do not depend on what else is run; here in a copy of the store."""
    made, analysis, folder = stripes
    there = beside(made, tmp_path)
    first = kept(there)
    ds.scene_stripes(there, motions(folder, 0.2, 0.3), LEVELS, capacity=CAPACITY, after=0.75, bootstrap=0)
    same_rows(kept(there), first)
    more = ds.scene_stripes(
        there, motions(folder, 0.1, 0.2, 0.3), [2.5, 5.0], capacity=CAPACITY, after=0.75, bootstrap=0
    )
    same_rows(first, kept(there))
    assert len(kept(there)) == len(first) + 2 + 2  # two records at 2.5 m/s2, the new one at both
    assert more.stripes.loc[["0.2 s", "0.3 s"], 5.0].tolist() == analysis.stripes[5.0].tolist()


def test_stripes_find_their_runs_where_the_last_digits_round_otherwise(
    stripes: tuple[ds.Campaign, StripeAnalysis, Path], tmp_path: Path
) -> None:
    """A capacity from a solver differs between processors in its tenth digit, a spectral ordinate in its fifteenth."""
    made, _, folder = stripes
    there, given = beside(made, tmp_path), motions(folder, 0.2, 0.3)
    first = kept(there)
    ds.scene_stripes(there, given, LEVELS, capacity=CAPACITY * (1.0 + 1e-9), after=0.75, bootstrap=0)
    same_rows(kept(there), first)
    assert len(kept(there)) == len(first)
    read = {name: ds.GroundMotion.from_file(str(one["file"]), (1, 0, 0), units="m/s2") for name, one in given.items()}
    measure = IntensityMeasure("sa:0.5")
    near = {name: motion.scaled(1.0 + 1e-15) for name, motion in read.items()}
    assert _sizes(near, measure) == _sizes(read, measure)
    assert {name: measure.of(one) for name, one in near.items()} != {
        name: measure.of(one) for name, one in read.items()
    }


CUBE = """o stone
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
f 4 3 2 1
f 5 6 7 8
f 1 2 6 5
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
"""
CHANGING: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a record": ("a.csv", "0,0\n0.01,1\n0.02,0\n", {"motion.kind": "record", "motion.units": "m/s2"}),
    "a model": ("a.obj", CUBE, {"geometry.supports": "ground"}),
    "a part": ("a_part.py", "SIZE = 1.0\n", {}),
    "a module": ("a_module_of_parts.py", "SIZE = 1.0\n", {}),
    "a scene": ("a.toml", SCENE, {}),
}


@pytest.mark.parametrize("kind", CHANGING)
def test_rows_whose_files_held_something_else_are_told(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files whose content is in no key: rows are taken as they are, with a warning as long as the content differs."""
    name, text, changes = CHANGING[kind]
    file, store = tmp_path / name, tmp_path / "runs.sqlite"
    file.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    common: dict[str, Any] = {"scene": "column", "run.duration": 0.02, "run.dt": DT, **changes}
    cases: list[dict[str, Any]] = [{"structure.count": 1}]
    if kind == "a record":
        cases = [{"motion.file": str(file)}]
    elif kind == "a model":
        common |= {"scene": '{"geometry": {"file": "a.obj"}}', "folder": str(tmp_path)}
        cases = [{"friction": 0.5}]
    elif kind == "a scene":
        common["scene"], cases = str(file), [{"structure.width": 0.2}]
    else:
        common["parts"] = [str(file) if kind == "a part" else file.stem]

    def warned() -> list[str]:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            told = ds.sweep("drystone.assessment.sweeps:simulate_case", cases, store, workers=1, common=common)
        assert told["outcome"].tolist() == ["done"]
        return [str(one.message) for one in caught if "held something else than now" in str(one.message)]

    assert warned() == []
    first = read_store(store)
    assert first["files"].str.len().tolist() == [64]
    file.write_text(f"{text}\n# changed\n", encoding="utf-8")
    told = warned()
    assert len(told) == 1
    assert told[0].startswith("1 row of the store, of 1, were made")
    pd.testing.assert_frame_equal(read_store(store), first)
    file.write_text(text, encoding="utf-8")
    assert warned() == []


def test_the_file_of_a_module_is_that_of_its_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``package.json`` is not the library's ``json``, whether it was imported before or not."""
    package = tmp_path / "parts_of_mine"
    package.mkdir()
    for name in ("__init__.py", "json.py"):
        (package / name).write_text("", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert simulation._file_of("parts_of_mine.json") == package / "json.py"
    assert simulation._file_of("parts_of_mine") == package / "__init__.py"
    assert simulation._file_of("parts_of_mine.nothing") is None


def test_arguments_without_a_run_have_no_files(tmp_path: Path) -> None:
    """What is wrong with them is in the row of their run."""
    common = {"scene": "column", "run.duration": 0.02, "run.dt": DT}
    table = ds.sweep(
        "drystone.assessment.sweeps:simulate_case", [{"folder": 3, "motion.file": "a.csv"}, {"structure.count": 1}],
        tmp_path / "runs", workers=1, common=common,
    )  # fmt: skip
    assert table["outcome"].tolist() == ["failed", "done"]


def test_rows_from_before_files_were_compared_are_taken_without_a_word(tmp_path: Path) -> None:
    made = campaign(tmp_path)
    given = record(tmp_path, "sine.csv", 0.1)
    motion, cases = {"kind": "record", "units": "m/s2"}, [{"motion.file": given, "run.duration": 0.02}]
    made.runs(motion, cases)
    with closing(sqlite3.connect(made.store)) as connection, connection:
        connection.execute("update runs set versions = json_remove(versions, '$.files')")
    first = kept(made)
    assert first["files"].isna().all()
    Path(given).write_text("0,0\n0.01,1\n", encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made.runs(motion, cases)
    same_rows(kept(made), first)


def test_records_that_move_nothing_need_no_runs_and_no_store(tmp_path: Path) -> None:
    made = campaign(tmp_path)
    analysis = ds.scene_stripes(made, motions(tmp_path, 0.2), [0.5, 1.0], capacity=CAPACITY)
    assert analysis.stripes.to_numpy().tolist() == [[0.0, 0.0]]
    assert analysis.fragility is None
    assert "no run collapsed" in analysis.reason
    assert "no run collapsed" in repr(analysis)
    assert not Path(made.store).exists()


@pytest.mark.parametrize(("first", "amplitude"), [(0.3 * CAPACITY, 2.5), (0.8 * CAPACITY, 3.5)])
def test_the_strong_part_moves_what_rides_on_the_ground_until_then_as_the_whole(first: float, amplitude: float) -> None:
    """Up to rounding, which impacts make grow; the part begins with a step, and nothing is cut from its end."""
    structure = ds.structures.block(0.2, 0.5, 1.0)
    whole = ds.GroundMotion.from_samples(*sine(0.3, lead=0.5)).scaled(amplitude)
    part = whole.strong_part(first, 0.0)
    start = float(whole.time[np.argmax(np.abs(whole.acceleration[:, 0]) > first) - 1])
    late = round(start / DT)
    assert late * DT >= 0.5  # the quiet half second at least
    runs = [
        ds.simulate(structure, whole.duration + 0.75 - before, DT, motion=one, options=OPTIONS)
        for one, before in ((whole, 0.0), (part, start))
    ]
    found, expected = runs[1].displacement("block"), runs[0].displacement("block")[late:]
    assert len(found) == len(expected)
    np.testing.assert_allclose(found, expected, rtol=0.0, atol=1e-6)
    verdicts = [run.verdict() for run in runs]
    assert verdicts[0].state == verdicts[1].state != "stood"
    assert verdicts[1].displacement == pytest.approx(verdicts[0].displacement, abs=1e-6)


def test_runs_that_fail_are_one_error_that_names_the_first_and_the_others_are_kept(tmp_path: Path) -> None:
    made = campaign(tmp_path)
    pulse = {"motion.amplitude": 1.0, "run.duration": 0.1}
    cases = [{**pulse, "motion.half_period": one} for one in (0.1, -0.125, 0.2, "long")]
    with pytest.raises(ds.DrystoneError) as failed:
        made.runs({"kind": "one-sine"}, cases)
    message = str(failed.value)
    assert message.startswith("2 runs of 4 gave no result; the first, with {")
    for words in ("'motion.half_period': -0.125", "must be positive", str(made.store), "retry_failed"):
        assert words in message
    first = kept(made)
    assert first["outcome"].value_counts().to_dict() == {"done": 2, "failed": 2}
    cases[1]["motion.half_period"], cases[3]["motion.half_period"] = 0.125, 0.25
    table = made.runs({"kind": "one-sine"}, cases)
    same_rows(first, kept(made))
    assert len(kept(made)) == 6
    assert table["motion.half_period"].tolist() == [0.1, 0.125, 0.2, 0.25]
    assert table["state"].tolist() == ["stood"] * 4


def test_a_setting_that_no_run_can_have_is_told_before_any_run(tmp_path: Path) -> None:
    campaign = ds.Campaign("column", tmp_path / "runs.sqlite", {"run.options.until": "x"}, workers=1)
    with pytest.raises(ds.DrystoneError, match="unknown option until 'x'"):
        ds.scene_domain(campaign, (0.1, 0.2), (1.0, 2.0))
    assert not (tmp_path / "runs.sqlite").exists()


def test_a_run_out_of_time_says_so(tmp_path: Path) -> None:
    made = campaign(tmp_path, time_limit=1e-3)
    with pytest.raises(ds.DrystoneError, match=r"1 run of 1 gave no result; .*timed out"):
        made.runs({"kind": "one-sine", "amplitude": 1.0, "half_period": 0.1}, [{"run.duration": 50.0}])


@pytest.mark.parametrize("measure", ["pga", "pgv", "pgd", "arias", "cav", "sa:0.5"])
def test_measures_are_those_of_the_motion_and_grow_by_their_power(measure: str) -> None:
    measured = IntensityMeasure(measure)
    motion = ds.GroundMotion.from_samples(*sine(0.3)).scaled(2.0)
    told = measured.of(motion)
    if measure == "sa:0.5":
        assert told == motion.response_spectrum([0.5])["pseudo_acceleration"].item()
    else:
        assert told == motion.intensity()[measure].item()
    assert measured.of(motion.scaled(3.0)) == pytest.approx(3.0**measured.power * told, rel=1e-12)
    time, values = sine(0.3)
    both = ds.GroundMotion.from_samples(time, np.stack([values, -2.0 * values, 0.0 * values], axis=1))
    assert measured.of(both) == pytest.approx(told, rel=1e-12)  # the larger of both directions
    assert measured.of(ds.GroundMotion.from_samples(time, 0.0 * values)) == 0.0


def test_capacities_are_less_where_the_ground_takes_of_the_weight(tmp_path: Path) -> None:
    """A cube bears 1 g. Under 0.6 g with 0.45 g downwards, together 0.75 g, it bears 0.55 g, and turns over."""
    time = np.linspace(0.0, 3.0, 301)
    pulse = 9.81 * np.clip(np.minimum(time, 3.0 - time) / 0.05, 0.0, 1.0)
    np.savetxt(
        tmp_path / "record.csv", np.stack([time, 0.6 * pulse, 0.0 * pulse, -0.45 * pulse], axis=1), delimiter=",",
        header="time (s), x (m/s2), y (m/s2), z (m/s2)",
    )  # fmt: skip
    cube = {f"structure.{side}": 1.0 for side in ("width", "depth", "height")}
    campaign = ds.Campaign(
        "block", tmp_path / "runs.sqlite", {**cube, "structure.tilt": 0.0, "run.dt": 0.01}, workers=1
    )
    capacity = scene_capacity(campaign)
    assert capacity is not None
    assert list(capacity.values()) == pytest.approx([9.81, 9.81])
    motions = {"record": {"kind": "record", "file": str(tmp_path / "record.csv")}}
    found = ds.scene_stripes(campaign, motions, [0.3 * 9.81, 0.6 * 9.81], capacity=capacity, bootstrap=0, after=1.0)
    assert found.stripes.to_numpy().tolist() == [[0.0, 1.0]]
    assert found.runs["time"].isna().tolist() == [True, False]  # at 0.375 g together it rides on the ground


def test_records_are_scaled_to_the_intensity_in_any_measure(tmp_path: Path) -> None:
    made = campaign(tmp_path, changes={"run.dt": 0.01})
    given = motions(tmp_path, 0.2)
    ds.scene_stripes(made, given, [0.25], measure="arias", after=0.0, bootstrap=0)
    scale = json.loads(kept(made)["parameters"].item())["motion.scale"]
    motion = ds.GroundMotion.from_file(tmp_path / "0.2.csv", (1.0, 0.0, 0.0), scale, units="m/s2")
    assert IntensityMeasure("arias").of(motion) == pytest.approx(0.25, rel=1e-9)


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "a scale": ({"motions": {"a": {"scale": 2.0}}}, "the motion 'a' has the key 'scale'; leave it out"),
    "a peak": ({"motions": {"a": {"pga": 2.0}}}, "has the key 'pga'"),
    "a part": ({"motions": {"a": {"strong": [1.0, 0.5]}}}, "has the key 'strong'"),
    "no record": ({"motions": {"a": {"file": "none.csv"}}}, "the motion 'a': .*none.csv"),
    "a pulse": ({"motions": {"a": {"kind": "one-sine", "file": None}}}, "the motion 'a': "),
    "no table": ({"motions": {"a": 1.0}}, "motion 'a' must be a mapping"),
    "a list": ({"motions": ["a"]}, "motions must be a mapping"),
    "stripes that fall": ({"intensities": [2.0, 1.0]}, "must increase"),
    "a measure": ({"measure": "pgx"}, "unknown measure 'pgx'; .*pgv"),
    "a period": ({"measure": "sa:long"}, "must be a number of seconds"),
    "a capacity": ({"capacity": -1.0}, "capacity"),
    "samples": ({"bootstrap": -1}, "bootstrap"),
    "a seed": ({"seed": 0.5}, "seed"),
    "a time": ({"after": -1.0}, "after"),
}


@pytest.mark.parametrize("case", WRONG)
def test_stripes_refuse_what_they_cannot_run_before_any_run(case: str, tmp_path: Path) -> None:
    given, words = WRONG[case]
    made = campaign(tmp_path)
    usual = motions(tmp_path, 0.2)["0.2 s"]
    arguments: dict[str, Any] = {"motions": {"a": usual}, "intensities": [1.0, 2.0], **given}
    if isinstance(arguments["motions"], dict) and isinstance(arguments["motions"]["a"], dict):
        arguments["motions"] = {"a": {**usual, **arguments["motions"]["a"]}}
    with pytest.raises(ds.DrystoneError, match=words):
        ds.scene_stripes(made, **arguments)
    assert not Path(made.store).exists()


def test_a_record_that_is_still_is_named(tmp_path: Path) -> None:
    path = tmp_path / "still.csv"
    path.write_text("0,0\n0.01,0\n0.02,0\n", encoding="utf-8")
    with pytest.raises(ds.DrystoneError, match="the records quiet have no accelerations"):
        ds.scene_stripes(campaign(tmp_path), {"quiet": {"kind": "record", "file": str(path), "units": "m/s2"}}, [1.0])


def test_records_must_have_the_same_lists(tmp_path: Path) -> None:
    """Lists are common to all runs; that of one record must not become another's."""
    given = motions(tmp_path, 0.2, 0.3)
    given["0.3 s"]["direction"] = [0.0, 1.0, 0.0]
    with pytest.raises(ds.DrystoneError, match=r"direction of the motion '0\.3 s' is"):
        ds.scene_stripes(campaign(tmp_path), given, [1.0])
    for without in given:
        some = {name: {key: table[key] for key in table if (name, key) != (without, "direction")}
                for name, table in given.items()}  # fmt: skip
        with pytest.raises(ds.DrystoneError, match=f"the motion '{without}' has no direction, and others have"):
            ds.scene_stripes(campaign(tmp_path), some, [1.0])


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"scene": 5}, "scene must be the path"),
        ({"store": None}, "path of the store"),
        ({"changes": 5}, "changes must be a mapping"),
        ({"parts": "mine.py"}, "parts"),
    ],
)
def test_a_campaign_refuses_what_it_is_not_made_of(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(ds.DrystoneError, match=words):
        ds.Campaign(**{"scene": "wall", "store": "runs.sqlite", **settings})


@pytest.mark.parametrize(("name", "value"), [("scene", "arch"), ("folder", "."), ("parts", [])])
def test_changes_are_of_tables_of_the_scene(name: str, value: Any, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=f"changes has the key '{name}'"):
        campaign(tmp_path, changes={name: value}).runs({"kind": "one-sine"}, [{"motion.amplitude": 1.0}])


def test_parts_are_known_where_the_campaign_reads_its_scene(tmp_path: Path) -> None:
    """A scene may be a part, or name one; whoever makes the campaign need not import it first."""
    part = tmp_path / "towers.py"
    part.write_text(
        "import drystone as ds\n\n\n@ds.register_structure\ndef slim_tower(count: int = 1) -> ds.Assembly:\n"
        '    """A tower."""\n    return ds.structures.column(count)\n'
    )
    scene = tmp_path / "scene.toml"
    scene.write_text(f'[structure]\nkind = "slim-tower"\n[run]\ndt = {DT}\n')
    settings: Any = {"workers": 1, "parts": [str(part)]}
    with registries_restored():
        by_name = ds.Campaign("slim-tower", tmp_path / "a.sqlite", {"run.dt": DT}, **settings)
        assert len(by_name.read().assembly) == 2
    imported_once.cache_clear()
    with registries_restored():
        by_file = ds.Campaign(scene, tmp_path / "b.sqlite", **settings)
        domain = ds.scene_domain(by_file, (0.1, 0.2), (0.5, 1.0), grid=(1, 1), levels=0, directions=[1])
        assert domain.capacity[1] > 1.0
        assert not domain.table["collapsed"].any()
    imported_once.cache_clear()


def test_a_capacity_is_that_of_a_campaign() -> None:
    with pytest.raises(ds.DrystoneError, match=r"campaign must be a Campaign; got 'house\.toml'"):
        scene_capacity("house.toml")  # type: ignore[arg-type]
