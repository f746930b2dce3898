"""Sweep files and the command: what is varied, one error for each mistake, and what is written."""

import json
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.assessment.sweeps import read_plan, read_store, simulate_case, simulation
from drystone.assessment.sweeps.cases import key_of
from drystone.assessment.sweeps.figure import sweep_figure
from drystone.assessment.sweeps.plan import SIMULATE
from drystone.assessment.sweeps.store import Entry, opened
from drystone.assessment.sweeps.task import read_task
from drystone.assessment.sweeps.worker import DONE
from drystone.cli import main
from drystone.cli import user_parts as command_parts
from drystone.errors import StepFailedError
from drystone.files import read_scene
from drystone.files.scene_keys import scene_unit

from ..marks import with_slow
from ..registries import registries_restored
from .made_here import made_in_this_process  # noqa: F401 - a fixture
from .test_sweeps import CASES, TASKS, dask_cluster, posix, same, task

Captured = pytest.CaptureFixture[str]

PLAN = """
scene = "column"
[set]
structure.count = 2
run.duration = 0.03
run.dt = 0.01
motion.kind = "one-sine"
motion.half_period = 0.05
[grid]
structure.friction = [0.3, 0.6]
motion.amplitude = { start = 1.0, stop = 3.0, count = 2 }
[sweep]
workers = 2
"""


def written(folder: Path, text: str, name: str = "plan.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_a_grid_is_all_combinations_and_cases_follow(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, PLAN + "\n[[case]]\nstructure.friction = 0.5\nmotion.amplitude = 9\n"))
    assert plan.name == "plan"
    pairs = [(case["structure.friction"], case["motion.amplitude"]) for case in plan.cases]
    assert pairs == [(0.3, 1.0), (0.3, 3.0), (0.6, 1.0), (0.6, 3.0), (0.5, 9)]
    assert plan.varied == ("structure.friction", "motion.amplitude")
    assert (plan.workers, plan.time_limit, plan.figure) == (2, None, None)
    assert plan.common["run.dt"] == 0.01
    assert json.loads(plan.common["scene"])["structure"]["kind"] == "column"


def test_a_parameter_that_some_cases_lack_varies(tmp_path: Path) -> None:
    text = 'scene = "column"\n[[case]]\nrun.dt = 0.01\n[[case]]\nrun.dt = 0.01\nfriction = 0.5\n'
    assert read_plan(written(tmp_path, text)).varied == ("friction",)


def test_the_scene_of_a_plan_is_its_content(tmp_path: Path) -> None:
    """Another text of the scene is another sweep, whatever its name; its files are found from its folder."""
    (tmp_path / "record.txt").write_text("0 1\n1 2\n", encoding="utf-8")
    scene = '[structure]\nkind = "column"\ncount = {}\n[motion]\nkind = "record"\nfile = "record.txt"\n'
    plans = []
    for count in (1, 2):
        written(tmp_path, scene.format(count), "mine.toml")
        plans.append(read_plan(written(tmp_path, 'scene = "mine.toml"\n[grid]\nrun.dt = [0.01]\n')))
    assert plans[0].common["scene"] != plans[1].common["scene"]
    assert Path(plans[0].common["folder"]) == tmp_path.resolve()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[grid]\na = [1]", "either a scene or a task; this one has neither"),
        ('scene = "column"\ntask = "a:b"\n[grid]\na = [1]', "this one has both"),
        ('scene = "column"', "needs values in .grid."),
        ('scene = "colunm"\n[grid]\nrun.dt = [0.1]', "Did you mean 'column'"),
        ('scene = "column"\n[grids]\na = [1]', "unknown key 'grids'.*Did you mean 'grid'"),
        ('scene = "column"\n[grid]\nrun.dd = [0.1]', "unknown key in .run. 'dd'"),
        ('scene = "column"\n[grid]\nrun.dt = 0.1', "run.dt of .grid. must be a list"),
        ('scene = "column"\n[grid]\nrun.dt = []', "run.dt of .grid. must be a list"),
        ('scene = "column"\n[grid]\nrun.dt = [[1]]', "run.dt of .grid. must be a number"),
        ('scene = "column"\n[grid]\nrun.dt = { start = 1, stop = 2 }', "must have start, stop and count"),
        ('scene = "column"\n[grid]\nrun.dt = { start = 1, stop = 2, count = 1 }', "count of run.dt .*from 2 to"),
        ('scene = "column"\n[set]\nrun.dt = 0.1\n[grid]\nrun.dt = [0.1]', "in .set. and is varied, too"),
        ('scene = "column"\n[grid]\nrun.dt = [0.1]\n[sweep]\nworker = 1', "unknown key in .sweep. 'worker'"),
        ('scene = "column"\n[grid]\nrun.dt = [0.1]\n[sweep]\nworkers = 0.5', "workers of .sweep. must be a whole"),
        ('scene = "column"\n[grid]\nstructure.count.x = [1]', "cannot be changed|wrong type|must be"),
        ('scene = "column"\ncase = 5', "..case.. must be a list of tables"),
        ('scene = "column"\nset = 5\n[grid]\nrun.dt = [0.1]', ".set. must be a table"),
        ('scene = "column"\nimport = "x"\n[grid]\nrun.dt = [0.1]', "import must be a list"),
        ('scene = "column"\nimport = ["no_such"]\n[grid]\nrun.dt = [0.1]', "the file imports 'no_such', a program"),
        ('task = "a:b"\nimport = ["no_such"]\n[grid]\nx = [0.1]', "import goes with a scene"),
        ("scene = [", "is not valid TOML"),
    ],
)
def test_a_mistake_in_a_plan_is_one_error_with_the_file(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=message) as error:
        read_plan(written(tmp_path, text))
    assert "plan.toml" in str(error.value) or "scene" in text


@pytest.mark.slow
def test_a_sweep_of_simulations_finds_what_single_runs_find(tmp_path: Path) -> None:
    plan = read_plan(written(tmp_path, PLAN.replace("stop = 3.0", "stop = 20.0")))
    table = ds.sweep(plan.task, plan.cases, tmp_path / "runs", workers=2, common=plan.common)
    assert table["outcome"].tolist() == ["done"] * 4
    assert table["displacement"].max() > 1e-3, "something slides"
    changes = {key: value for key, value in plan.common.items() if key != "scene"}
    for row, case in zip(table.to_dict("records"), plan.cases, strict=True):
        scene = read_scene("column", changes={**changes, **case})
        run = ds.simulate(scene.assembly, 0.03, 0.01, motion=scene.motion)
        verdict = run.verdict()
        assert (row["state"], row["time"]) == (verdict.state, verdict.time)
        assert row["displacement"] == pytest.approx(verdict.displacement, rel=1e-9, abs=1e-12)
        alone = simulate_case(**{**plan.common, **case})
        assert json.dumps({key: alone[key] for key in alone if key in row}) == json.dumps(
            {key: row[key] for key in alone if key in row}
        ), "to the last bit, NaN included"
    rows = read_store(tmp_path / "runs")
    assert rows["scene_digest"].nunique() == 4
    assert rows["motion_digest"].nunique() == 2
    assert "scene_digest" not in table


@pytest.mark.usefixtures("made_in_this_process")
def test_rows_of_the_same_scene_in_another_folder_are_told(tmp_path: Path) -> None:
    """Its parts may read other files; a folder that is no more there has been moved."""

    def told(folder: Path) -> list[str]:
        folder.mkdir(exist_ok=True)
        written(folder, "def registered():\n    pass\n", "mine.py")
        written(folder, '[structure]\nkind = "column"\ncount = 2\n[run]\nduration = 0.01\ndt = 0.01\n', "column.toml")
        text = 'scene = "column.toml"\nimport = ["mine.py"]\n[grid]\nstructure.friction = [0.3]\n'
        plan = read_plan(written(folder, text), trusted=[str(folder / "mine.py")])
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            ds.sweep(plan.task, plan.cases, tmp_path / "runs", workers=1, common=plan.common)
        return [str(one.message) for one in heard]

    first, second = tmp_path / "first", tmp_path / "second"
    assert told(first) == told(first) == []
    (warning,) = told(second)
    assert f"in another folder: {first}." in warning
    first.rename(tmp_path / "old")
    assert told(second) == []


@pytest.mark.usefixtures("made_in_this_process")
@pytest.mark.parametrize("kept_before", [False, True])
def test_a_project_that_is_moved_takes_its_rows_along(kept_before: bool, tmp_path: Path) -> None:
    """Folders are in no key; stores of versions whose keys had them are found where the project has not moved."""
    home, store = tmp_path / "here", tmp_path / "runs"
    home.mkdir()
    written(home, "time,x\n0,0\n0.01,1\n0.02,0\n", "pulse.csv")
    written(home, "def registered():\n    pass\n", "mine.py")
    scene = '[structure]\nkind = "column"\ncount = 2\n[run]\nduration = 0.03\ndt = 0.01\n'
    motion = '[motion]\nkind = "record"\nfile = "pulse.csv"\nunits = "g"\ndirection = [1, 0, 0]\n'
    written(home, scene + motion, "column.toml")
    text = 'scene = "column.toml"\nimport = ["mine.py"]\n[grid]\nstructure.friction = [0.3]\n'

    def ran(folder: Path) -> int:
        plan = read_plan(written(folder, text), trusted=[str(folder / "mine.py")])
        assert plan.common["folder"] == str(folder)
        if kept_before and not store.exists():
            with opened(store) as kept:
                name = read_task(SIMULATE).name
                key, case = key_of(name, plan.common, plan.cases[0]), plan.cases[0]
                number = kept.settings(name, plan.common)
                kept.add(number, [Entry(key, case, DONE, None, {"state": "as it was"}, "2025-01-01", 1.0, {})])
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "rows of the store were made by drystone")
            warnings.filterwarnings("ignore", "1 row of the store")
            ds.sweep(plan.task, plan.cases, store, workers=1, common=plan.common)
        return len(read_store(store))

    assert ran(home) == 1
    moved = tmp_path / "there"
    home.rename(moved)
    assert ran(moved) == (2 if kept_before else 1)


def test_a_step_that_fails_is_the_reason_of_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*given: Any, **more: Any) -> Any:
        raise StepFailedError("no solver reached the certificate")

    from drystone.assessment.sweeps.child import answer

    monkeypatch.setattr(simulation, "simulate", failing)
    reported: list[Any] = []
    job = {
        "task": "drystone.assessment.sweeps:simulate_case",
        "common": {"scene": "column"},
        "parameters": {},
        "limit": None,
        "follow": False,
    }
    assert answer(job, reported.append) == {"failed": "no solver reached the certificate"}
    assert (
        "cannot be changed"
        in answer(job | {"parameters": {"name.x": 1}, "common": {"scene": '{"name": "x"}'}}, reported.append)["failed"]
    )
    assert "is no JSON text" in answer(job | {"common": {"scene": "{"}}, reported.append)["failed"]
    assert reported == []


def test_changes_of_a_scene_reach_every_table() -> None:
    tables: dict[str, Any] = {
        "friction": 0.5,
        "block": [
            {"name": "base", "size": [3, 2, 0.2], "center": [0, 0, -0.1], "fixed": True},
            {"name": "stone", "size": [0.4, 0.3, 0.5], "center": [0, 0, 0.25]},
        ],
        "motion": {"kind": "one-sine", "amplitude": 1.0, "half_period": 0.5},
    }
    changed = read_scene(tables, changes={"friction": 0.25, "block.1.density": 1000.0, "motion": None, "run.dt": 0.5})
    assert changed.assembly.mass[1] == pytest.approx(0.4 * 0.3 * 0.5 * 1000.0)
    assert changed.assembly.pair_friction([(0, 1)]).tolist() == [0.25]
    assert (changed.motion, changed.run.dt) == (None, 0.5)
    assert read_scene(tables).motion is not None, "what was given is as it was"
    assert tables["block"][1] == {"name": "stone", "size": [0.4, 0.3, 0.5], "center": [0, 0, 0.25]}
    for wrong, message in (
        ({"block.2.density": 1.0}, "table 2 does not exist"),
        ({"block.x.density": 1.0}, "must be a whole number"),
        ({"friction.x.y": 1.0}, "no table there"),
        ({"": 1.0}, "no table there"),
        ({"frcition": 1.0}, "Did you mean 'friction'"),
    ):
        with pytest.raises(ds.DrystoneError, match=message):
            read_scene(tables, changes=wrong)


@pytest.fixture
def no_parts() -> Iterator[None]:
    before = list(command_parts.IMPORTED)
    with registries_restored():
        yield
    command_parts.IMPORTED[:] = before


def test_the_command_prints_and_writes_a_table_and_a_figure(tmp_path: Path, capsys: Captured) -> None:
    plan, out = written(tmp_path, PLAN), tmp_path / "out"
    stored = []
    for _ in range(2):
        assert main(["sweep", str(plan), "--out", str(out), "--time-limit", "100"]) == 0
        printed = capsys.readouterr()
        assert printed.err == ""
        assert re.search(r"runs +4 runs: 4 done", printed.out)
        assert "motion.amplitude" in printed.out
        assert sorted(p.name for p in out.iterdir() if p.suffix != ".lock") == ["runs.sqlite", "table.csv", "table.png"]
        stored.append(read_store(out / "runs.sqlite"))
    same(*stored)
    table = pd.read_csv(out / "table.csv")
    assert table["structure.friction"].tolist() == [0.3, 0.3, 0.6, 0.6]
    assert main(["sweep", str(plan), "--out", str(out), "--quiet"]) == 0
    printed = capsys.readouterr()
    assert re.search(r"runs +4 runs: 4 done", printed.out)
    assert "results" not in printed.out
    assert printed.err == ""


PARTS = """
import drystone as ds
from drystone.structures import column

@ds.register_structure
def my_tower(count=2):
    return column(count)
"""


@pytest.mark.usefixtures("no_parts")
@pytest.mark.parametrize("way", with_slow(["both", "option"], "both"))
def test_runs_have_the_parts_of_a_users_own(way: str, tmp_path: Path, capsys: Captured) -> None:
    parts = written(tmp_path, PARTS.replace("my_tower", f"my_tower_{way}"), f"parts_{way}.py")
    first = f'import = ["{parts.name}"]\n' if way == "both" else ""
    text = f'{first}scene = "my-tower-{way}"\n[set]\nrun.duration = 0.01\nrun.dt = 0.01\n'
    text += "[grid]\nstructure.count = [1, 2]\n"
    words = ["--import", str(parts)]
    assert main([*words, "sweep", str(written(tmp_path, text)), "--workers", "1", "--out", str(tmp_path / "out")]) == 0
    assert re.search(r"2 runs: 2 done; 2 survivals not certain", capsys.readouterr().out)


def test_a_task_of_a_users_own_and_its_failed_rows(tmp_path: Path, capsys: Captured) -> None:
    text = f'task = "{TASKS.as_posix()}:counted"\n[set]\nfile = "{(tmp_path / "lines").as_posix()}"\n'
    text += "[grid]\na = [-1, 1, 2]\n"
    words = ["sweep", str(written(tmp_path, text)), "--workers", "1", "--out", str(tmp_path / "out")]
    words += ["--allow-task", f"{TASKS}:counted"]
    for _ in range(2):
        assert main(words) == 0
        printed = capsys.readouterr().out
        assert re.search(r"3 runs: 2 done, 1 failed", printed)
        assert "ValueError: negative" in printed
    assert main([*words, "--retry-failed"]) == 0
    assert (tmp_path / "lines").read_text(encoding="utf-8").split() == ["-1", "1", "2", "-1"]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    pytest.importorskip("distributed", reason="the extra drystone[dask] is not installed")
    yield from dask_cluster(tmp_path_factory.mktemp("dask"))


@pytest.mark.slow
@posix
def test_a_dask_cluster_gives_the_same_table(cluster: str, tmp_path: Path) -> None:
    """Crashes and hangs included: a worker of the cluster outlives them."""
    given = [{"how": how} for how in ("well", "SIGKILL", "nan", "raise", "hang", "well again")]
    wanted = [
        ds.sweep(task("add"), CASES, tmp_path / "one", workers=1),
        ds.sweep(task("ending"), given, tmp_path / "one", workers=2, time_limit=1.0),
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of distributed
        from distributed import Client

        with Client(scheduler_file=cluster) as client:
            client.wait_for_workers(2, timeout=60)
            executor = client.get_executor()
            found = [
                ds.sweep(task("add"), CASES, tmp_path / "dask", executor=executor, workers=2),
                ds.sweep(task("ending"), given, tmp_path / "dask", executor=executor, time_limit=1.0),
            ]
            assert len(client.scheduler_info()["workers"]) == 2
    for one, other in zip(wanted, found, strict=True):
        same(one, other)


@pytest.mark.slow
@posix
def test_the_command_hands_its_runs_to_a_dask_cluster(cluster: str, tmp_path: Path, capsys: Captured) -> None:
    address = json.loads(Path(cluster).read_text(encoding="utf-8"))["address"]
    plan = read_plan(written(tmp_path, PLAN))
    here = ds.sweep(plan.task, plan.cases, tmp_path / "here", workers=1, common=plan.common)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # those of distributed
        out = tmp_path / "out"
        assert main(["sweep", str(tmp_path / "plan.toml"), "--dask", address, "--out", str(out), "--quiet"]) == 0
    assert re.search(r"runs +4 runs: 4 done", capsys.readouterr().out)
    same(here, ds.sweep(plan.task, plan.cases, out / "runs.sqlite", workers=1, common=plan.common))
    assert len(read_store(out / "runs.sqlite")) == 4


def test_figures_are_of_one_or_two_parameters() -> None:
    table = pd.DataFrame(
        {"a": [1.0, 2.0, 1.0, 2.0], "b": ["x", "x", "y", "y"], "r": [1.0, np.nan, 3.0, 4.0],
         "kind": ["stood", None, "moved", "stood"], "outcome": ["done", "failed", "done", "done"],
         "failure": [None, "why", None, None]}
    )  # fmt: skip
    one = sweep_figure(table.drop(columns="b"), ["a"])
    assert one is not None
    lines = one.axes[0].lines
    assert lines[0].get_ydata().tolist() == [1.0, 3.0, 4.0]  # type: ignore[union-attr]
    assert lines[1].get_xdata().tolist() == [2.0]  # type: ignore[union-attr]
    both = sweep_figure(table, ["a", "b"], "kind")
    assert both is not None
    assert [label.get_text() for label in both.axes[0].get_yticklabels()] == ["x", "y"]
    legend = both.axes[0].get_legend()
    assert legend is not None
    assert [label.get_text() for label in legend.get_texts()] == ["stood", "moved"]
    assert len(sweep_figure(table, ["a", "b"], "r").axes) == 2, "with a scale of colours"  # type: ignore[union-attr]
    assert sweep_figure(table, ["a", "b", "kind"]) is None
    with pytest.raises(ds.DrystoneError, match="unknown result of the sweep"):
        sweep_figure(table, ["a"], "rr")


def test_figures_have_units_where_the_table_has() -> None:
    scene = ("motion.pga", "structure.width", "load.0.force.2", "material.stone.damping.0", "gravity.1", "nothing")
    assert [scene_unit(key) for key in scene] == ["m/s2", "", "N", "", "m/s2", ""]
    table = pd.DataFrame({"motion.pga": [1.0, 2.0], "b": [1, 2], "r": [1.0, 3.0], "outcome": "done"})
    table.attrs["units"] = {"motion.pga": scene_unit("motion.pga"), "b": "1", "r": "s", "outcome": ""}
    one, both = sweep_figure(table, ["motion.pga"], "r"), sweep_figure(table, ["motion.pga", "b"], "r")
    assert one is not None
    assert both is not None
    assert [one.axes[0].get_xlabel(), one.axes[0].get_ylabel()] == ["motion.pga (m/s²)", "r (s)"]
    assert [both.axes[0].get_ylabel(), both.axes[1].get_ylabel()] == ["b", "r (s)"]
