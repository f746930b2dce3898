"""What studies return: checks and files; the table of the studies."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import drystone as ds
from drystone.results.steps import CERTIFICATE
from drystone.studies import Check, StudyResult, check_close, check_that, get_study, list_studies
from drystone.studies import registry as studies
from drystone.studies.histories import certificate_check


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
    ("entry", "natural", "impacts", "exact", "passed"),
    [
        (1e-9, 1e-5, 0, False, True),
        (1e-6, 1e-5, 0, False, False),
        (1e-6, 1e-5, 1, False, True),
        (1e-6, 1e-5, 0, True, True),
        (1e-9, 1e-3, 1, False, False),
        (np.nan, 1e-5, 0, False, False),
        (1e-9, np.nan, 1, False, False),
    ],
)
def test_steps_are_judged_by_the_law_that_they_were_solved_for(
    entry: float, natural: float, impacts: int, exact: bool, passed: bool
) -> None:
    good = dict.fromkeys([*CERTIFICATE, "natural", "impacts"], 0.0)
    steps = [pd.DataFrame([good]), pd.DataFrame([good | {"gap": -entry, "natural": natural, "impacts": impacts}])]
    assert certificate_check(*steps, exact=exact).passed == passed


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
    with pytest.raises(ds.DrystoneError, match="cannot make the folder"):
        result.save(tmp_path / "file")
