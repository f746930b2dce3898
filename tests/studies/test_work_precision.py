"""The study of work and precision: closed forms, what is looked at, rows that are made once, times to an error."""

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.numerics.rotations import exponential
from drystone.studies import histories
from drystone.studies.benchmarks import precision_runs, work_precision
from drystone.studies.benchmarks.peers import _box, mujoco_model, tuned
from drystone.studies.benchmarks.precision_cases import (
    CASES,
    DRYSTONE,
    FIRST,
    MP,
    MUJOCO,
    NONE,
    Seen,
    _height_peaks,
    error_of,
    newmark_extremes,
)
from drystone.studies.benchmarks.precision_runs import Run, made, series_of
from drystone.studies.benchmarks.work_precision import runs_of, time_to

TILTED = exponential(np.array([[0.3, -0.7, 1.1]]))[0]


def test_the_slips_of_newmarks_block() -> None:
    """Reference N1, computed independently to ten digits."""
    assert newmark_extremes()[:, 0] == pytest.approx((-0.09795137262, 0.00168182474), rel=1e-8)


def test_an_error_is_the_largest_distance_and_infinite_where_something_is_missing() -> None:
    known = np.zeros((3, 3))
    assert error_of(np.array([[0, 0, 0], [0, 3, 4], [1, 0, 0.0]]), known) == 5.0
    assert error_of(known[:2], known) == np.inf
    assert error_of(np.full((3, 3), np.nan), known) == np.inf


def test_peaks_are_found_between_samples() -> None:
    """Of a sine of period 1 s, at 0.25 s and so on; a parabola through samples 0.02 s apart is off by its cube."""
    time = np.arange(250, dtype=np.float64) * 0.02 + 0.007
    place = np.zeros((250, 1, 3))
    place[:, 0, 2] = np.sin(2.0 * np.pi * time)
    found = _height_peaks(Seen(time, place, np.zeros((250, 1, 3, 3))))
    assert found[:, 0] == pytest.approx([0.25, 1.25, 2.25, 3.25], abs=2e-5)


def test_places_are_those_of_the_times_asked_for() -> None:
    time = np.arange(11, dtype=np.float64) * 0.1
    place = np.repeat(time, 3).reshape(11, 1, 3)
    assert Seen(time, place, np.zeros((11, 1, 3, 3))).at(np.array([0.3, 0.7]))[:, 0, 0] == pytest.approx([0.3, 0.7])


def test_the_runs_of_a_case_are_planned_once_each() -> None:
    for one in CASES.values():
        for quick in (False, True):
            planned = list(runs_of(one, quick))
            assert len(planned) == len(set(planned))
    full = list(runs_of(CASES["housner"], False))
    assert {run.engine for run in full} == {DRYSTONE, MUJOCO}
    assert {run.formulation for run in full} >= {"nodargi-bisegna", "anitescu-tasora", "compliant", "coulomb"}
    assert not [run for run in runs_of(CASES["arch"], False) if run.engine == MUJOCO]


def row(dt: float, error: float, cpu: float, integrator: str = "backward-euler") -> dict[str, object]:
    series = series_of(DRYSTONE, integrator, FIRST)
    return {"case": "a", "series": series, "formulation": FIRST, "dt": dt, "error": error, "cpu_s": cpu}


def reached(*rows: dict[str, object], uncertainty: float = 0.0) -> dict[str, dict[Any, Any]]:
    """The rows of `time_to` by series, for a target of 0.1 s."""
    trusted = pd.DataFrame([{"case": "a", "target": 0.1, "unit": "s", "uncertainty": uncertainty}])
    return {str(one["series"]): one for one in time_to(pd.DataFrame(rows), trusted).to_dict("records")}


EULER, MIDDLE = f"backward-euler, {FIRST}", f"mid-point, {FIRST}"


def test_the_time_to_an_error_is_found_between_two_runs() -> None:
    """Error proportional to dt, time to 1/dt: an error of 0.1 at dt 0.1, and mid-point at dt 0.2 in a fifth of that."""
    euler = [row(dt, dt, 1.0 / dt) for dt in (0.4, 0.02)]
    middle = [row(dt, 0.5 * dt, 0.4 / dt, MP) for dt in (0.4, 0.1)]
    found = reached(*euler, *middle)
    first, second = found[EULER], found[MIDDLE]
    assert (first["cpu_s"], first["bound"]) == (pytest.approx(10.0), "")
    assert (second["cpu_s"], second["ratio"], second["ratio_bound"]) == (pytest.approx(2.0), pytest.approx(5.0), "")


def test_a_coarse_run_that_is_right_by_chance_does_not_count() -> None:
    found = reached(row(0.4, 0.05, 1.0), row(0.2, 0.2, 2.0), row(0.1, 0.05, 4.0))
    assert 2.0 < found[EULER]["cpu_s"] < 4.0


def test_times_beyond_the_runs_are_bounds_or_extrapolated() -> None:
    euler = [row(0.4, 0.4, 1.0), row(0.2, 0.2, 2.0)]
    found = reached(*euler, row(0.4, 0.01, 1.0, MP))
    assert (found[EULER]["cpu_s"], found[EULER]["bound"]) == (pytest.approx(4.0), "extrapolated")
    assert (found[MIDDLE]["ratio"], found[MIDDLE]["ratio_bound"]) == (pytest.approx(4.0), "at least")
    lost = reached(row(0.4, np.inf, 1.0))
    assert lost[EULER]["bound"] == "not reached"
    assert reached(row(0.4, 0.2, 1.0), row(0.2, 0.3, 2.0))[EULER]["bound"] == "not reached"  # finer, and worse
    assert reached(*euler, uncertainty=0.06) == {}


@pytest.mark.slow
def test_rows_are_made_once_and_a_second_call_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = work_precision.run(tmp_path, quick=True, cases="sliding", mujoco=False)
    path = tmp_path / "runs.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) == 1 + len(first.tables["work-precision"])
    path.write_text("".join(lines[:-1]), encoding="utf-8")
    asked: list[Run] = []

    def counted(one: Run) -> object:
        asked.append(one)
        return made(one)

    monkeypatch.setattr(precision_runs, "made", counted)
    again = work_precision.run(tmp_path, quick=True, cases="sliding", mujoco=False)
    assert len(asked) == 2  # one to warm up, and the row that was missing
    errors = [result.tables["work-precision"]["error"].tolist() for result in (first, again)]
    assert errors[0] == pytest.approx(errors[1], rel=1e-12)


def test_a_run_that_stops_is_a_row_without_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def stops(*_: object, **__: object) -> None:
        raise ds.DrystoneError("no solver\nreached it")

    monkeypatch.setattr(precision_runs, "simulate", stops)
    seen, facts = made(Run(CASES["sliding"], DRYSTONE, MP, FIRST, 1e-2))
    assert seen is None
    assert facts["status"] == "no solver reached it"


def test_unknown_cases_are_named_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=r"unknown case 'moon'; there are: .*housner"):
        work_precision.run(tmp_path, cases="moon")


def test_a_turned_box_is_the_same_box_to_another_engine() -> None:
    box = ds.Block.box((0.6, 2.0, 0.3), (1.0, 2.0, 3.0), rotation=TILTED)
    half, axes = _box(box)
    assert half == pytest.approx([0.15, 0.3, 1.0], abs=1e-12)  # the shortest edge first
    assert abs(TILTED.T @ axes) == pytest.approx(np.eye(3)[:, [2, 0, 1]], abs=1e-12)
    with pytest.raises(ds.DrystoneError, match="is no box"):
        _box(ds.Block.from_vertices([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]))


@pytest.mark.skipif(find_spec("mujoco") is None, reason="mujoco is not installed")
def test_mujoco_slides_as_far(tmp_path: Path) -> None:
    """Its contacts creep and yield: a tenth of the slip is what makes it the same motion."""
    sliding = CASES["sliding"]
    seen, facts = made(Run(sliding, MUJOCO, NONE, NONE, 2e-3))
    assert seen is not None
    assert sliding.exact is not None
    assert error_of(sliding.observe(seen), sliding.exact) < 0.1 * float(sliding.exact[0, 0])
    assert facts["steps"] == 500
    assert 'timestep="0.002"' in mujoco_model(sliding.make(), tuned(2e-3), 2e-3)


def test_a_reference_is_kept_for_its_scene_and_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another scene, or another version of drystone, has left in the folder is not taken."""
    count = 0

    def counted(run: Run) -> tuple[Seen, dict[str, Any]]:
        nonlocal count
        count += 1
        return Seen(np.zeros(1), np.zeros((1, 1, 3)), np.zeros((1, 1, 3, 3))), {}

    monkeypatch.setattr(precision_runs, "made", counted)
    case = replace(CASES["sliding"], observe=lambda seen: np.array([[float(count)]]))
    stronger = ds.GroundMotion.one_sine(3.0, 0.2)
    cases = [case, replace(case, duration=0.5), replace(case, motion=stronger), replace(case, gravity=(0.0, 0.0, -1.0))]
    kept = [precision_runs._kept(Run(one, DRYSTONE, MP, FIRST, 1e-2), tmp_path).item() for one in [*cases, *cases]]
    assert kept == [1.0, 2.0, 3.0, 4.0] * 2
    monkeypatch.setattr(histories, "__version__", "99.9")
    assert precision_runs._kept(Run(case, DRYSTONE, MP, FIRST, 1e-2), tmp_path).item() == 5.0


def test_impacts_are_held_to_the_certificate_of_coulombs_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have that law whatever the formulation: runs with some are within 1e-4, those without within 1e-8."""
    monkeypatch.setattr(work_precision, "rates", lambda table: table)
    monkeypatch.setattr(work_precision, "_rate_checks", lambda found: [])

    def passes(worst: float, impacts: int, formulation: str = FIRST) -> bool:
        one = {**row(0.1, 0.1, 1.0), "engine": DRYSTONE, "certificate": worst, "impacts": impacts}
        table = pd.DataFrame([{**one, "formulation": formulation}])
        return work_precision._checks(table, table.iloc[:0], table.iloc[:0])[0].passed

    assert passes(9e-9, 0)
    assert passes(5e-5, 2)
    assert passes(5e-5, 0, "coulomb")
    assert not passes(2e-8, 0)
    assert not passes(2e-4, 2)
