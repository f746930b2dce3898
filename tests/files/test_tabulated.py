"""Tables as CSV and Parquet are read back by pandas: the same numbers, to the last bit, and their units."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.cli import main
from drystone.cli.tabulate import runs_of
from drystone.files import save, tabulated
from drystone.results.trajectory import steps_with_contacts
from drystone.structures import column

from ..assessment.made_here import runs_made_here  # noqa: F401 - of all tests here


@pytest.fixture(scope="module")
def run() -> ds.Trajectory:
    """A tied column on a shaken ground, with a step whose contacts are there between others whose are not."""
    shaking = ds.GroundMotion.one_sine(4.0, 0.05)
    built = column(2)
    tied = replace(built, ties=(ds.Tie(built.names[1], built.names[2], stiffness=1e6),))
    made = ds.simulate(tied, 0.05, 0.01, motion=shaking)
    return replace(made, records=[record if place % 2 == 0 else None for place, record in enumerate(made.records)])


def back(path: Path) -> tuple[pd.DataFrame, dict[str, str]]:
    """A table as pandas reads it, and its units."""
    if path.suffix == ".parquet":
        read = pd.read_parquet(path)
        return read, read.attrs["units"]
    line = pd.read_csv(path, nrows=1, dtype=str, keep_default_na=False).iloc[0]
    units = {str(name): str(unit) for name, unit in line.items()}
    both = pd.read_csv(path, header=[0, 1], keep_default_na=False)
    assert list(both.columns.get_level_values(0)) == list(units)
    return pd.read_csv(path, skiprows=[1], engine="python"), units


@pytest.mark.parametrize("kind", tabulated.KINDS)
def test_tables_are_read_back_the_same(
    kind: str, run: ds.Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "parquet":
        pytest.importorskip("pyarrow", reason="pyarrow is an extra")
    monkeypatch.setattr(tabulated, "ROWS", 7)  # histories of 3 blocks in parts of 2 states
    written = ds.write_tables(run, tmp_path, kind)
    assert [path.name for path in written] == [f"{name}.{kind}" for name in tabulated.TABLES]
    steps = steps_with_contacts(run).tolist()
    assert len(steps) == 3
    expected = {
        "energy": run.energy,
        "steps": run.steps,
        "blocks": ds.block_history(run),
        "contacts": pd.concat([run.contacts(step) for step in steps]),
        "joints": pd.concat([run.joints(step) for step in steps]),
        "ties": run.ties(),
    }
    for path in written:
        read, units = back(path)
        table = expected[path.stem]
        if "step" in read and path.stem != "steps":
            assert sorted(set(read["step"])) == steps
            assert np.array_equal(read["time"], run.time[read["step"].to_numpy() + 1])
            assert (units.pop("step"), units.pop("time")) == ("1", "s")
            read = read.drop(columns=["step", "time"])
        first = run.contacts(steps[0]) if path.stem == "contacts" else run.joints(steps[0])
        assert units == (first if path.stem in ("contacts", "joints") else table).attrs["units"]
        assert list(read.columns) == list(table.columns)
        for name in table:
            own, other = table[name].to_numpy(), read[name].to_numpy()
            if own.dtype.kind == "f":
                assert np.array_equal(own, other.astype(float), equal_nan=True), name
            else:
                assert [str(one) for one in own] == [str(one) for one in other], name


def test_units_of_parquet_stand_at_its_columns(run: ds.Trajectory, tmp_path: Path) -> None:
    """For programs that know nothing of pandas."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is an extra")
    (path,) = ds.write_tables(run, tmp_path, "parquet", ["blocks"])
    schema = parquet.read_schema(path)
    assert {name: schema.field(name).metadata[b"unit"] for name in ("time", "block", "spin_z")} == {
        "time": b"s", "block": b"", "spin_z": b"rad/s",
    }  # fmt: skip


def test_the_history_of_blocks_is_that_of_the_run(run: ds.Trajectory) -> None:
    table = ds.block_history(run)
    for name in run.names:
        own = table[table["block"] == name]
        columns = [f"displacement_{axis}" for axis in "xyz"]
        assert np.array_equal(own[columns].to_numpy(), run.displacement(name))
        assert np.array_equal(own["velocity_x"], run.velocity[:, run.names.index(name), 0])
        assert np.array_equal(own["time"], run.time)


def test_what_is_no_kind_and_no_table_is_told(run: ds.Trajectory, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=r"unknown kind of table 'xlsx'; there are: csv, parquet"):
        ds.write_tables(run, tmp_path, "xlsx")
    with pytest.raises(ds.DrystoneError, match=r"unknown table 'forces'; there are: blocks, contacts"):
        ds.write_tables(run, tmp_path, tables=["forces"])
    with pytest.raises(ds.DrystoneError, match="cannot write the table"):
        ds.write_tables(run, tmp_path / "nowhere", tables=["energy"])


def test_a_run_without_contacts_has_no_table_of_them(tmp_path: Path) -> None:
    ground = ds.Block.box((1, 1, 0.2), (0, 0, -9), fixed=True)
    falls = ds.simulate(ds.Assembly([ground, ds.Block.box((1, 1, 1))]), 0.02, 0.01, options={"record_contacts": False})
    written = [path.name for path in ds.write_tables(falls, tmp_path)]
    assert {"energy.csv", "steps.csv", "blocks.csv"} <= set(written)


def test_parquet_without_pyarrow_says_what_to_install(
    run: ds.Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(ds.DrystoneError, match=r"pip install drystone\[tables\]"):
        ds.write_tables(run, tmp_path, "parquet", ["energy"])
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_tables_of_a_run_and_of_a_sweep(
    run: ds.Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    save(run, tmp_path / "result.h5")
    assert main(["tables", "result.h5", "--only", "energy,blocks"]) == 0
    assert "tables/energy.csv, tables/blocks.csv" in capsys.readouterr().out
    read, _ = back(tmp_path / "tables/energy.csv")
    assert np.array_equal(read["kinetic"], run.energy["kinetic"])
    cases = [{"structure.count": count, "run.dt": 0.01} for count in (1, 2)]
    store, task = tmp_path / "runs.sqlite", "drystone.assessment.sweeps:simulate_case"
    ds.sweep(task, cases, store, common={"scene": "column"}, workers=1)
    assert main(["tables", str(tmp_path), "--out", "out", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == ["out/runs.csv"]
    read, units = back(tmp_path / "out/runs.csv")
    assert read["structure.count"].tolist() == [1, 2]
    assert read["result.state"].tolist() == ["stood", "stood"]
    assert (units["wall_time"], units["result.displacement"]) == ("s", "m")
    assert len(runs_of(store)) == 2
    assert main(["tables", str(tmp_path / "runs.sqlite"), "--only", "energy"]) == 2
    assert "--only chooses among the tables of a run" in capsys.readouterr().err


def test_tables_of_runs_have_the_units_of_what_is_varied_and_found(tmp_path: Path) -> None:
    """Those of the keys of a scene, in which they are given; a task of one's own has names that say nothing."""
    store, names = tmp_path / "runs.sqlite", ("motion.amplitude", "run.dt", "displacement")
    common = {"scene": "block", "motion.kind": "one-sine", "motion.half_period": 0.1, "run.duration": 0.02}
    case = {"motion.amplitude": 1.0, "run.dt": 0.01}
    made = ds.sweep("drystone.assessment.sweeps:simulate_case", [case], store, common=common, workers=1)
    assert [made.attrs["units"][name] for name in names] == ["m/s2", "s", "m"]
    assert set(made.attrs["units"]) == set(made)
    told = runs_of(store).attrs["units"]
    assert [told[name] for name in ("motion.amplitude", "run.dt", "result.displacement", "wall_time")] == [
        "m/s2", "s", "m", "s"
    ]  # fmt: skip
    file = tmp_path / "own.py"
    file.write_text("def same(displacement):\n    return {'time': displacement}\n")
    made = ds.sweep(f"{file}:same", [{"displacement": 1.0}], tmp_path / "own.sqlite", workers=1)
    assert set(made.attrs["units"].values()) == {""}
    told = runs_of(tmp_path / "own.sqlite").attrs["units"]
    assert (told["displacement"], told["result.time"], told["wall_time"]) == ("", "", "s")
