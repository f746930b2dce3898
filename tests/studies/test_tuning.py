"""The study of what the numbers of the structured solvers are worth: its variants, its measure of work, its table."""

from pathlib import Path

import pandas as pd
import pytest

import drystone as ds
from drystone.solvers import get_solver
from drystone.solvers.structured.settings import Setting
from drystone.structures import wall
from drystone.studies.benchmarks import tuning, tuning_cases
from drystone.studies.benchmarks.problem_set import RECIPES
from drystone.studies.benchmarks.tuning import BASE, COLUMNS, measure, summary
from drystone.studies.benchmarks.tuning_cases import METHODS, cases, changes, numbers_of
from drystone.studies.benchmarks.work import counting


def test_variants_stay_in_the_range_and_differ_from_the_default() -> None:
    whole = Setting(1, 1, 10, whole=True, without={"other": 0.0})
    assert list(changes("n", whole)) == [("double", {"n": 2}), ("without", {"other": 0.0})]
    assert list(changes("x", Setting(0.9, 0.5, 1.0))) == [("half", {"x": 0.5}), ("double", {"x": 1.0})]


def test_work_counts_calls_and_not_time() -> None:
    """The same solve has the same work, twice as much at twice the costs."""
    step = ds.step_problem(wall(3, 3), 1e-2, gravity=(3.0, 0.0, -9.81))
    tallies = []
    for _ in range(2):
        with counting() as tally:
            answer = get_solver("interior-point", polish=False).solve(step)
        tallies.append(tally)
        assert answer.solved
        assert tally.calls["factorise"] == answer.factorisations
    first, second = tallies
    costs = dict.fromkeys(first.calls, 1.0)
    assert first.calls == second.calls
    assert first.work(costs) == second.work(costs) == sum(first.calls.values())
    assert first.work(dict.fromkeys(costs, 2.0)) == 2.0 * first.work(costs)
    with counting() as none:
        pass
    get_solver("interior-point").solve(step)
    assert not none.calls  # the kernels are themselves again


def test_every_method_has_numbers_and_problems() -> None:
    path = Path("problems.h5")  # which is not read before a case is made
    for method in METHODS:
        assert numbers_of(method)
        assert len({(case.problem, case.start) for case in cases(method, path)}) >= 20


def rows(*given: tuple[str, str, str, float, bool]) -> pd.DataFrame:
    table = pd.DataFrame(given, columns=["number", "variant", "problem", "work", "solved"])
    return table.assign(solver="newton", value="", start="cold", iterations=1, factorisations=1)[list(COLUMNS)]


def test_summary_is_the_geometric_mean_over_what_is_solved_both_ways() -> None:
    base = [(BASE, "0", name, 1.0, name != "d") for name in "abcd"]
    half = [("shrink", "half", "a", 2.0, True), ("shrink", "half", "b", 8.0, True), ("shrink", "half", "c", 9.0, False)]
    table = summary(rows(*base, *half, ("shrink", "half", "d", 9.0, True)))
    (row,) = table.to_dict("records")
    assert row["change"] == pytest.approx(300.0)  # the root of 2 * 8
    assert row["total"] == pytest.approx(400.0)  # 10 over 2
    assert (row["lost"], row["won"], row["solved"], row["problems"]) == (1, 1, 3, 4)


def test_a_measurement_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Coulomb's law on the smallest problems: no row is measured twice, and the table names every number."""
    for module in (tuning, tuning_cases):
        monkeypatch.setattr(module, "RECIPES", RECIPES[:1])
    measure(tmp_path, ["coulomb path"])
    written = (tmp_path / "rows.csv").read_text()
    table = pd.read_csv(tmp_path / "rows.csv")
    assert set(table["number"]) == {BASE, *numbers_of("coulomb path")}
    measure(tmp_path, ["coulomb path"])
    assert (tmp_path / "rows.csv").read_text() == written
    (tmp_path / "docs.md").write_text("# Head\n\n---\n\nold")
    given = ["--out", str(tmp_path), "--solver", "coulomb path", "--table", str(tmp_path / "docs.md")]
    assert tuning.main(given) == 0
    text = (tmp_path / "docs.md").read_text()
    assert text.startswith("# Head\n\n---\n")
    assert "old" not in text
    assert all(f"| `{name}` |" in text for name in numbers_of("coulomb path"))
