"""The study of solvers: steps kept from runs, rows that are measured once, measures of comparisons, peers."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.cli import main
from drystone.errors import NotInstalledError
from drystone.files.problems import SavedStep, add_step, list_steps, read_step, step_names
from drystone.solvers import WarmStart
from drystone.solvers.registry import SOLVERS
from drystone.structures import wall
from drystone.studies.benchmarks import peers, runner, solver_performance, worker
from drystone.studies.benchmarks.problem_set import RECIPES, Recipe, chosen, make_problems, steps_of
from drystone.studies.benchmarks.profiles import (
    fit_exponent,
    performance_ratios,
    plot_growth,
    plot_profile,
    profile,
    shifted_geometric_mean,
)
from drystone.user_code import imported

SHAKEN = next(recipe for recipe in RECIPES if recipe.name == "arch-7-rocking")


# Steps on disk


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("set") / "problems.h5"
    make_problems(path, chosen(["block-sliding", "arch-7-resting"]))
    return path


def test_a_step_is_read_as_it_was_stored(tmp_path: Path) -> None:
    problem = ds.step_problem(wall(2, 2), 1e-3, formulation="compliant")
    rng = np.random.default_rng(0)
    guess = WarmStart(rng.normal(size=(problem.bodies, 6)), rng.normal(size=(problem.count, 3)))
    first = SavedStep("a", problem, guess)
    path = tmp_path / "steps.h5"
    add_step(path, SavedStep("b", problem, guess, {"structure": "wall", "step": 3}, before=first))
    read = read_step(path, "b")
    for one in (read, read.before):
        assert one is not None
        for name in ("H", "k", "blocks", "D", "phi", "mu", "E", "prescribed", "memory"):
            assert np.array_equal(getattr(one.problem, name), getattr(problem, name))
        assert one.problem.dt == problem.dt
        assert one.problem.contacts is not None
        assert problem.contacts is not None
        assert np.array_equal(one.problem.contacts.key, problem.contacts.key)
        assert np.array_equal(one.guess.velocity, guess.velocity)
        assert np.array_equal(one.guess.impulse, guess.impulse)
    assert read.facts == {"structure": "wall", "step": 3}
    add_step(path, first)
    table = list_steps(path)
    assert table["problem"].tolist() == ["a", "b"]
    assert table["blocks"].tolist() == [problem.bodies] * 2
    assert table["contacts"].tolist() == [problem.count] * 2


def test_files_that_hold_no_steps_are_refused(tmp_path: Path) -> None:
    assert step_names(tmp_path / "none.h5") == ()
    with pytest.raises(ds.DrystoneError, match="there is no file of steps"):
        list_steps(tmp_path / "none.h5")
    other = ds.write_fclib(tmp_path / "other.hdf5", ds.step_problem(wall(1, 1), 1e-3))
    with pytest.raises(ds.DrystoneError, match="holds no steps of drystone"):
        read_step(other, "a")
    (tmp_path / "text.h5").write_text("nothing")
    with pytest.raises(ds.DrystoneError, match="no file of steps, or it is damaged"):
        step_names(tmp_path / "text.h5")


def test_an_unknown_step_is_named_with_those_there_are(problems: Path) -> None:
    with pytest.raises(ds.DrystoneError, match="unknown step 'moon'; there are: arch-7-resting, block-sliding"):
        read_step(problems, "moon")


# Steps from runs


def test_a_kept_step_is_that_of_the_run() -> None:
    recipe = Recipe("short", "arch", "rocking", 7, SHAKEN.make, SHAKEN.dt, (0, 4), SHAKEN.arguments)
    first, fifth = steps_of(recipe)
    assert (first.name, fifth.name) == ("short-0", "short-4")
    assert first.before is None
    assert not first.guess.impulse.any()
    assembly = recipe.make()
    arguments = dict(recipe.arguments(assembly))
    history = ds.simulate(assembly, 5 * recipe.dt, recipe.dt, **arguments)
    there = ds.step_problem(assembly, recipe.dt, start=history.recorded_state(4), **arguments)
    assert fifth.problem.k == pytest.approx(there.k, rel=1e-9, abs=1e-9)
    assert fifth.problem.phi == pytest.approx(there.phi, abs=1e-12)
    assert fifth.guess.velocity == pytest.approx(history.recorded_state(4).velocity[assembly.movable], abs=1e-12)
    assert fifth.guess.impulse.any()
    assert fifth.before is not None
    solution = ds.solve(fifth.problem)
    assert solution.velocity == pytest.approx(history.velocity[5][assembly.movable], abs=1e-6)


def test_steps_that_are_there_are_not_made_again(problems: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError

    monkeypatch.setattr("drystone.studies.benchmarks.problem_set.simulate", refuse)
    assert make_problems(problems, chosen(["block-sliding"])) == ("block-sliding",)
    with pytest.raises(ds.DrystoneError, match="unknown problem 'moon'"):
        chosen(["moon"])


def test_the_recipes_have_every_state_structure_and_size() -> None:
    assert {recipe.state for recipe in RECIPES} == {"resting", "rocking", "sliding", "colliding", "collapsing"}
    assert {recipe.structure for recipe in RECIPES} == {"block", "arch", "wall", "dome", "house", "spandrel arch"}
    assert {1, 50, 200, 1000, 5000, 10000} <= {recipe.size for recipe in RECIPES}
    names = [name for recipe in RECIPES for name in recipe.names().values()]
    assert len(names) == len(set(names))


# Rows


CASES = solver_performance.entries(("clarabel", "auto"))


def cases(problems: Path, *labels: str) -> list[runner.Case]:
    made = solver_performance._cases(list_steps(problems).sort_values("blocks"), CASES, ("default",))
    return [case for case in made if not labels or case.labels["solver"] in labels]


def test_a_worker_measures_a_step_and_its_answer(problems: Path) -> None:
    step = read_step(problems, "block-sliding")
    job = {"solver": "clarabel", "settings": {}, "form": "kinematic", "start": "warm", "repeats": 2}
    told: list[str] = []
    row = worker.measure(job, step, told.append)
    assert told == ["before", "solve"] * 2
    assert row["status"] == "solved"
    assert row["worst"] <= row["accuracy"]
    assert row["time"] >= row["build_time"]
    assert row["repeats"] == 2
    known = ds.solve(step.problem, solver="clarabel")
    assert row["value"] > 0.1
    half = step.problem.energy / 0.5  # one block: the scaled step has the energy 1/2, and values are over 1 or more
    assert row["value"] == pytest.approx(-known.objective / half, abs=1e-8)
    memory = row["peak_memory"]
    assert memory is None or 10.0 < memory < 1e5


def test_a_worker_tells_what_goes_wrong(problems: Path) -> None:
    job = {"path": str(problems), "problem": "block-sliding", "solver": "moon", "settings": {}, "form": "kinematic",
           "start": "cold", "repeats": 1}  # fmt: skip
    assert worker.answer(job)["status"] == "not possible"
    assert worker.answer(job | {"problem": "moon"})["message"].startswith("unknown step 'moon'")
    broken = worker.answer(job | {"solver": "clarabel", "repeats": None})
    assert broken["status"] == "crashed"
    assert broken["message"].startswith("TypeError: ")
    assert worker.answer(job | {"solver": "clarabel", "warm_up": "arch-7-resting"})["status"] == "solved"


def test_the_worker_says_when_it_solves_and_then_answers(problems: Path) -> None:
    job = {"path": str(problems), "problem": "block-sliding", "solver": "clarabel", "settings": {"verbose": True},
           "form": "kinematic", "start": "cold", "repeats": 1, "warm_up": ""}  # fmt: skip
    process = runner._Process()
    process.send(job)
    phase, row = process.receive(120.0), process.receive(120.0)
    process.end()
    assert phase == {"phase": "solve"}
    assert row is not None
    assert row["status"] == "solved"


def test_solvers_of_a_users_own_are_measured(problems: Path, tmp_path: Path) -> None:
    """In their process, too, which imports the file that has registered them."""
    part = tmp_path / "my_solvers.py"
    part.write_text(
        "import drystone as ds\n@ds.register_solver\nclass Mine(type(ds.get_solver('newton'))):\n    name = 'mine'\n"
    )
    with SOLVERS.restored():
        imported(str(part))
        steps = list_steps(problems).to_dict("records")
        labels = {**{name: steps[0][name] for name in runner.FACTS}, "form": "kinematic", "tolerance": "default"}
        mine = [runner.Case({**labels, "solver": "mine", "start": "cold"}, "mine", {})]
        made = runner.run_cases(mine, problems, tmp_path / "runs.csv", 30.0, 1)
    assert made[["status", "chosen"]].to_numpy().tolist() == [["solved", "mine"]], made["message"].tolist()


def test_rows_are_measured_once(problems: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = tmp_path / "runs.csv"
    made = runner.run_cases(cases(problems, "clarabel")[:1], problems, runs, 30.0, 1)
    assert made["status"].tolist() == ["solved"]
    asked: list[Any] = []
    warmed: list[str] = []

    class FakeProcess:
        def ask(self, job: dict[str, Any], time_limit: float) -> dict[str, Any]:
            asked.append((job["problem"], job["solver"], job["start"]))
            warmed.append(job.get("warm_up", ""))
            return {"status": runner.OUT_OF_TIME if job["solver"] == "auto" else "solved"}

        def end(self) -> None:
            asked.append("end")

    monkeypatch.setattr(runner, "_Process", FakeProcess)
    again = runner.run_cases(cases(problems), problems, runs, 30.0, 1)
    assert ("block-sliding", "clarabel", "cold") not in asked
    assert again["status"].tolist() == ["solved", "solved", *["time limit"] * 2, *["skipped"] * 2]
    assert asked.count("end") == 3
    assert len(runner.run_cases(cases(problems), problems, runs, 30.0, 1)) == 6
    largest = max(cases(problems, "clarabel"), key=lambda case: int(case.labels["contacts"]))
    runner.run_cases([largest], problems, tmp_path / "other.csv", 30.0, 1)
    assert {name for name in warmed if name} == {"block-sliding"}  # the smallest of the file, not of what is asked for


@pytest.mark.parametrize(("rest", "expected"), [("time.sleep(60)", "time limit"), ("sys.exit(3)", "crashed")])
def test_a_process_that_takes_too_long_is_ended(
    rest: str, expected: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    start = "import sys, json, time; sys.stdin.readline(); print(json.dumps({'phase': 'solve'}), flush=True); "
    script.write_text(start + rest)
    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", lambda _, **given: popen([sys.executable, str(script)], **given))
    process = runner._Process()
    row = process.ask({}, 0.2 if expected == "time limit" else 20.0)
    process.end()
    assert row["status"] == expected


def test_tables_of_other_versions_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "runs.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(ds.DrystoneError, match="no table of runs of this version"):
        runner.read_runs(path)


# Measures


def test_the_shifted_geometric_mean_is_that_of_its_definition() -> None:
    times = np.array([0.001, 0.01, 1.0])
    assert shifted_geometric_mean(times, 0.0) == pytest.approx(np.prod(times) ** (1 / 3))
    assert shifted_geometric_mean(times, 0.1) == pytest.approx(np.prod(times + 0.1) ** (1 / 3) - 0.1)
    assert np.isnan(shifted_geometric_mean([]))
    with pytest.raises(ds.DrystoneError, match="not be negative"):
        shifted_geometric_mean([-1.0])


def test_a_performance_profile_counts_what_is_solved_within_a_ratio() -> None:
    times = pd.DataFrame({"a": [1.0, 2.0, np.nan, np.nan], "b": [2.0, 1.0, 4.0, np.nan]})
    ratios = performance_ratios(times)
    assert ratios["a"].tolist() == [1.0, 2.0, np.inf]
    shares = profile(ratios, [1.0, 2.0, 100.0])
    assert shares["a"].tolist() == pytest.approx([1 / 3, 2 / 3, 2 / 3])
    assert shares["b"].tolist() == pytest.approx([2 / 3, 1.0, 1.0])
    figure = plot_profile(ratios, "profile")
    assert [line.get_label() for line in figure.axes[0].lines] == ["b", "a"]


def test_the_exponent_of_a_power_law_is_found() -> None:
    sizes = np.array([200, 1000, 5000])
    exponent, factor = fit_exponent(sizes, 3e-5 * sizes**1.2)
    assert exponent == pytest.approx(1.2)
    assert factor == pytest.approx(3e-5)
    assert np.isnan(fit_exponent([200, 200], [1.0, 2.0])[0])
    runs = pd.DataFrame({"solver": "auto", "blocks": sizes, "time": 3e-5 * sizes**1.2})
    assert plot_growth(runs, "growth").axes[0].lines[0].get_label() == "auto: B^1.20"


# The study


def _rows(**columns: Any) -> pd.DataFrame:
    base: dict[str, Any] = dict.fromkeys(runner.COLUMNS, np.nan)
    base |= {"form": "kinematic", "tolerance": "default", "start": "cold", "status": "solved", "accuracy": 1e-8,
             "worst": 1e-9, "value": -0.5, "structure": "wall", "formulation": "nodargi-bisegna", "state": "resting",
             "iterations": 5, "peak_memory": 300.0}  # fmt: skip
    return pd.DataFrame({**base, **columns})


def _verdicts(runs: pd.DataFrame) -> dict[str, bool]:
    return {check.id: check.passed for check in solver_performance._solver_results(pd.DataFrame(), runs, 300.0).checks}


def test_the_checks_say_what_the_numbers_say() -> None:
    sizes = [200, 1000, 5000, 10000]
    names = [f"wall-{size}" for size in sizes]
    ours = _rows(problem=names, blocks=sizes, size=sizes, solver="auto", time=[2e-3, 1.2e-2, 7e-2, 0.15], start="warm")
    theirs = _rows(problem=names, blocks=sizes, size=sizes, solver="clarabel:faer", time=[0.1, 2.0, 30.0, 70.0])
    assert _verdicts(pd.concat([ours, theirs])) == {
        "certificate": True, "agreement": True, "speed.mean": True, "speed.each": True, "growth.resting": True,
        "memory": True,
    }  # fmt: skip
    slow = ours.assign(time=[0.2, 1.2, 7.0, 90.0], peak_memory=5000.0)
    verdicts = _verdicts(pd.concat([slow, theirs]))
    assert verdicts == {
        "certificate": True, "agreement": True, "speed.mean": False, "speed.each": False, "growth.resting": False,
        "memory": False,
    }  # fmt: skip
    assert not _verdicts(ours.assign(worst=1e-6))["certificate"]
    assert not _verdicts(pd.concat([ours, theirs.assign(value=-0.4)]))["agreement"]
    newton = theirs.assign(solver="newton", worst=[1e-9, 1e-9, 1e-3, 1e-9], status="failed")
    assert not _verdicts(pd.concat([ours, newton]))["all.newton"]


def test_a_cold_row_stands_where_there_is_no_warm_one() -> None:
    rows = pd.concat([
        _rows(problem=["a", "b"], blocks=1, size=1, solver="auto", time=[1.0, 2.0]),
        _rows(problem=["a"], blocks=1, size=1, solver="auto", time=[0.5], start="warm"),
    ])  # fmt: skip
    best = solver_performance._as_in_a_run(rows.reset_index(drop=True))
    assert dict(zip(best["problem"], best["start"], strict=True)) == {"a": "warm", "b": "cold"}


def test_options_of_the_study_are_read_from_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["study", "solver-performance", "--quick", "--quiet", "--out", str(tmp_path)]
    assert main([*given, "--option", "only=problems", "--option", "problems=sliding"]) == 0
    folder = tmp_path / "solver-performance"
    assert pd.read_csv(folder / "problems.csv")["problem"].tolist() == ["block-sliding"]
    assert main([*given, "--option", "moon=1"]) == 2
    assert "unknown option of the study solver-performance 'moon'; there are: least, most" in capsys.readouterr().err
    assert main([*given, "--option", "only=moon"]) == 2
    assert main([*given, "--option", "solvers=moon"]) == 2
    assert main([*given, "--option", "problems=moon"]) == 2
    assert "no problem is left" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("study", "option", "said"),
    [
        ("solver-performance", "repeats=many", "option repeats must be a whole number of at least 0; got 'many'"),
        ("solver-performance", "repeats=0", "repeats must be a whole number of at least 1; got 0"),
        ("solver-performance", "most=all", "option most must be a whole number of at least 0; got 'all'"),
        ("solver-performance", "time_limit=long", "option time_limit must be a number; got 'long'"),
        ("solver-performance", "time_limit=0", "time_limit (s) must be positive; got 0"),
        ("solver-performance", "tolerances=default,fine", "tolerance must be a positive number or default; got 'fine'"),
        ("solver-performance", "tolerances=-1e-6", "tolerance must be a positive number or default; got '-1e-06'"),
        ("work-precision", "repeats=0", "repeats must be a whole number of at least 1; got 0"),
        ("work-precision", "mujoco=no", "option mujoco must be True or False; got 'no'"),
        ("towers", "pga=large", "option pga must be a number; got 'large'"),
    ],
)
def test_options_that_are_no_numbers_are_refused_before_anything_is_made(
    study: str, option: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rows that failed by them would stay in the folder, and not be made again."""
    assert main(["study", study, "--option", option, "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


# Peers

SMALL = peers.PeerScene("S2", 12, 3, 4, 0.02)


def test_a_shuffled_wall_has_the_same_bricks() -> None:
    built, mixed = SMALL.assembly(), peers.PeerScene("S2", 12, 3, 4, order="shuffled").assembly()
    assert built.names != mixed.names
    assert sorted(built.names) == sorted(mixed.names)
    assert built.blocks[0].fixed
    assert mixed.blocks[0].fixed


def test_drystone_does_not_drift_in_any_order() -> None:
    for order in ("as built", "shuffled"):
        scene = peers.PeerScene("S3", 12, 3, 4, 0.03, 0.3, order)
        row = peers.measure_engine(scene, "drystone")
        assert row["steps"] == 30
        assert row["worst_mm"] < 1e-3


@pytest.mark.skipif(find_spec("mujoco") is None, reason="mujoco is not installed")
def test_mujoco_stands_on_the_same_wall() -> None:
    rows = [peers.measure_engine(SMALL, engine) for engine in ("MuJoCo, tuned", "MuJoCo, defaults")]
    assert [row["blocks"] for row in rows] == [13, 13]
    assert [row["steps"] for row in rows] == [20, 20]
    tuned, defaults = (row["worst_mm"] for row in rows)
    assert 0.0 < tuned < defaults < 5.0
    shaken = peers.measure_engine(peers.PeerScene("S3", 12, 3, 4, 0.02, 0.3), "MuJoCo, tuned")
    assert 0.0 < shaken["worst_mm"] < 5.0


def test_a_missing_engine_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peers, "find_spec", lambda name: None)
    with pytest.raises(NotInstalledError, match=r"'MuJoCo' is not installed.*drystone\[peers\]"):
        peers.require_mujoco()


def test_engines_are_measured_once_and_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    count = []

    def engine(milliseconds: float, drift: float) -> Any:
        def run(scene: peers.PeerScene, steps: int) -> dict[str, Any]:
            count.append(scene)
            return peers._found(steps, 1e-3 * milliseconds * steps, 1e-3 * milliseconds, [drift], "")

        return run

    made = {"drystone": engine(1.0, 1e-9), "MuJoCo, tuned": engine(3.0, 1e-4)}
    monkeypatch.setattr(peers, "ENGINES", made)
    monkeypatch.setattr(peers, "find_spec", lambda name: name)
    path = tmp_path / "engines.csv"
    table = peers.compare_engines(path, scenes=[SMALL])
    assert table["ms"].tolist() == pytest.approx([1.0, 3.0])
    before = len(count)
    assert len(peers.compare_engines(path, scenes=[SMALL])) == 2
    assert len(count) == before
    assert [check.passed for check in peers.engine_checks(table)] == [True, True]
    worse = table.assign(ms=table["ms"] * np.where(table["engine"] == "drystone", 7.0, 1.0), worst_mm=1.0)
    assert [check.passed for check in peers.engine_checks(worse)] == [False, False]
