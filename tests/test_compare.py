"""The comparison of formulations, forms and solvers, and what studies return."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import drystone as ds
from drystone.errors import StepFailedError
from drystone.files import read_scene
from drystone.formulations import FORMS, FORMULATIONS
from drystone.integrators import Trajectory
from drystone.solvers import StepSolution, get_solver
from drystone.solvers.base import LicenceError, Solver
from drystone.solvers.qoco_ import QocoSolver
from drystone.structures import column
from drystone.studies import Check, StudyResult, check_close, check_that, get_study, list_studies
from drystone.studies import registry as studies
from drystone.studies.compare import COLUMNS, compare, distance

STEPS, DT = 6, 2e-3
SAME_PROGRAM = 1e-9
"""Distance (m) over six steps between solvers of one program: the certificate of 1e-8 in steps of millimetres."""
CERTIFIED = 1e-8


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """The whole cross product on the shaken arch."""
    scene = read_scene("arch")
    return compare(scene.assembly, solvers=("clarabel", "auto"), steps=STEPS, dt=DT, motion=scene.motion)


def short(**changes: Any) -> pd.DataFrame:
    """A comparison of one row where nothing else is said."""
    settings: dict[str, Any] = {"formulations": ["compliant"], "forms": ["kinematic"], "solvers": ["clarabel"]}
    return compare(changes.pop("assembly", column(2)), **{**settings, "steps": 2, "dt": DT, **changes})


def test_there_is_a_row_for_every_combination_in_order(table: pd.DataFrame) -> None:
    assert tuple(table.columns) == COLUMNS
    wanted = [(a, b, c) for a in FORMULATIONS for b in FORMS for c in ("clarabel", "auto")]
    assert list(table[["formulation", "form", "solver"]].itertuples(index=False, name=None)) == wanted
    assert (table["status"] == "ok").all()
    assert (table["steps"] == STEPS).all()


def test_every_row_is_certified_and_timed(table: pd.DataFrame) -> None:
    assert (table["worst_certificate"] <= CERTIFIED).all()
    assert (table["failed_steps"] == 0).all()
    assert (table["warnings"] == 0).all()
    assert (table["iterations"] >= 1).all()
    assert (table["contacts"] >= 8 * 3).all()
    for phase in ("collision", "build", "solve"):
        assert (table[f"{phase}_ms"] > 0).all()
        assert (table[f"{phase}_median_ms"] > 0).all()
    assert (table["energy_error"] < CERTIFIED).all()


def test_solvers_and_forms_of_one_formulation_go_the_same_way(table: pd.DataFrame) -> None:
    assert table["distance"].iloc[0] == 0.0
    first = table[table["formulation"] == table["formulation"].iloc[0]]
    assert (first["distance"] <= SAME_PROGRAM).all()
    assert table.loc[table["formulation"] == "compliant", "distance"].min() > 0.0


def test_a_solver_that_is_not_installed_is_a_row_that_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QocoSolver, "requires", ("no_such_module",))
    made = short(solvers=["qoco", "clarabel"])
    assert made["status"].tolist() == [f"not installed: {QocoSolver.install}", "ok"]
    assert made["distance"].iloc[1] == 0.0
    assert made.loc[0, "steps":].isna().all()


def test_a_solver_without_a_licence_is_a_row() -> None:
    class Locked(Solver):
        name = "locked"
        description = "asks for a licence"

        def solve(self, problem: Any, form: str = "kinematic", warm_start: Any = None) -> StepSolution:
            raise LicenceError("locked", "error 1008")

    assert short(solvers=[Locked()])["status"].tolist() == ["no licence"]


def test_a_form_that_a_solver_does_not_take_is_a_row_with_the_reason() -> None:
    class Narrow(Solver):
        name = "narrow"
        description = "takes the static form only"
        forms = ("static",)

        def solve(self, problem: Any, form: str = "kinematic", warm_start: Any = None) -> StepSolution:
            return get_solver("clarabel").solve(problem, form, warm_start)

    made = short(forms=["kinematic", "static"], solvers=[Narrow()])
    assert made["status"].iloc[0].startswith("not possible: the solver 'narrow' does not take the form 'kinematic'")
    assert made["status"].iloc[1] == "ok"


def test_steps_that_another_solver_had_to_make_are_counted_and_their_warnings_kept_back() -> None:
    class Lazy(Solver):
        name = "lazy"
        description = "never moves"

        def solve(self, problem: Any, form: str = "kinematic", warm_start: Any = None) -> StepSolution:
            answer = get_solver("clarabel").solve(problem, form, warm_start)
            wrong = replace(answer.certificate, primal=1.0)
            return replace(answer, solver=self.name, status="inaccurate", certificate=wrong)

    made = short(solvers=[Lazy()], steps=3)
    assert made["failed_steps"].tolist() == [3]
    assert made["warnings"].tolist() == [3]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"formulations": ["newton"]}, "unknown formulation 'newton'"),
        ({"forms": ["mixed"]}, "unknown form 'mixed'"),
        ({"solvers": ["gurobi"]}, "unknown solver 'gurobi'"),
        ({"solvers": []}, "nothing to compare"),
        ({"steps": 0}, "steps is 0"),
        ({"dt": -1.0}, "dt is -1"),
        ({"gravity": (0, 0)}, "gravity is"),
        ({"options": {"stiffness": 1}}, "unknown option 'stiffness'"),
    ],
)
def test_what_is_wrong_for_every_row_is_an_error(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        short(**changes)


def test_options_go_to_the_formulations_that_have_them() -> None:
    soft, hard = ({"normal_stiffness": k, "tangential_stiffness": k} for k in (1e7, 1e11))
    formulations = ["anitescu-tasora", "compliant"]
    apart = [short(formulations=formulations, steps=5, options=o)["distance"].iloc[1] for o in (soft, hard)]
    assert apart[0] > 10 * apart[1] > 0


def test_the_distance_of_two_runs() -> None:
    body = column(1)
    run = ds.simulate(body, 0.05, 0.01)
    moved = run.position.copy()
    moved[3, 1] += [0.3, 0.0, 0.4]
    assert distance(run, run) == 0.0
    assert distance(run, replace(run, position=moved)) == pytest.approx(0.5)
    every_second = ds.simulate(body, 0.04, 0.01, record_every=2)
    assert distance(run, every_second) < 1e-12
    with pytest.raises(ds.DrystoneError, match="different blocks"):
        distance(run, replace(run, names=("a", "b")))
    with pytest.raises(ds.DrystoneError, match="no recorded time in common"):
        distance(run, replace(run, time=run.time * np.pi))


def test_a_run_that_stopped_is_compared_up_to_there(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: Callable[..., Trajectory] = ds.simulate

    def stops(*arguments: Any, **settings: Any) -> Trajectory:
        failure = StepFailedError("no solver reached the certificate")
        failure.trajectory = replace(whole(*arguments, **settings), complete=False)
        raise failure

    monkeypatch.setattr("drystone.studies.compare.simulate", stops)
    made = short(steps=3)
    assert made["status"].tolist() == ["stopped at 0.006 s"]
    assert made["steps"].tolist() == [3]


def test_studies_are_listed_without_being_imported() -> None:
    listed = list_studies()
    assert list(listed.columns) == ["name", "reproduces", "reference"]
    assert listed["name"].tolist() == list(studies.STUDIES) == list(studies.REPRODUCES)
    with pytest.raises(ds.DrystoneError, match="unknown study 'moon'; there are: arch-loads, block-3d"):
        get_study("moon")


@pytest.mark.parametrize("name", studies.STUDIES)
def test_every_study_exists(name: str) -> None:
    assert callable(get_study(name))


@pytest.mark.parametrize(
    ("value", "expected", "relative", "passed"),
    [
        (1.05, 1.0, False, True),
        (0.85, 1.0, False, False),
        (21.9, 20.0, True, True),
        (-17.9, -20.0, True, False),
        (np.nan, 1.0, False, False),
        (np.inf, 1.0, False, False),
    ],
)
def test_checks_pass_within_their_tolerance(value: float, expected: float, relative: bool, passed: bool) -> None:
    check = check_close("c", "what (m)", value, expected, 0.1, relative=relative)
    assert check.passed is passed
    assert check.tolerance == pytest.approx(0.1 * abs(expected) if relative else 0.1)


def test_checks_of_statements() -> None:
    assert check_that("c", "it falls", True) == Check("c", "it falls", "yes", "yes", 0.0, True)
    assert check_that("c", "it falls", False, seen="stands").value == "stands"
    with pytest.raises(ds.DrystoneError, match="tolerance of the check 'c'"):
        check_close("c", "what", 1.0, 1.0, -1.0)


def test_a_result_is_saved_as_tables_figures_and_checks(tmp_path: Path) -> None:
    figure = Figure()
    figure.add_subplot().plot([0, 1])
    checks = [check_close("a", "one (m)", 1.0, 1.0, 0.1), check_that("b", "it stands", False)]
    result = StudyResult("demo", {"numbers": pd.DataFrame({"x": [1, 2]})}, {"two lines": figure}, checks)
    paths = result.save(tmp_path / "deep" / "er")
    assert [path.name for path in paths] == ["numbers.csv", "checks.csv", "two-lines.png"]
    assert all(path.stat().st_size for path in paths)
    assert pd.read_csv(paths[0])["x"].tolist() == [1, 2]
    assert pd.read_csv(paths[1])["passed"].tolist() == [True, False]
    assert not result.passed
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ds.DrystoneError, match="cannot write the study's results"):
        result.save(tmp_path / "file")
