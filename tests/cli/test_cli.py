"""The command as its user meets it: what it prints, writes and returns."""

import json
import os
import re
import signal
import subprocess
import sys
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import drystone as ds
from drystone.assessment.compare import COLUMNS
from drystone.cli import main, warm_up
from drystone.cli.compare import SOLVERS, forms_for, solvers_for, steps_for
from drystone.cli.limit import _figure as picture_of_limit
from drystone.cli.messages import SHOWN, reported_warnings
from drystone.cli.outcome import summary
from drystone.cli.record import _title as title_of
from drystone.cli.tables import WIDTH, show
from drystone.errors import NotInstalledError, StepFailedError
from drystone.files import read_scene
from drystone.formulations import FORMS, FORMULATIONS
from drystone.solvers.conic.qoco import QocoSolver
from drystone.solvers.registry import solver_class
from drystone.studies import StudyResult, check_close, check_that
from drystone.studies import registry as studies

from .blank_pictures import blank_pictures  # noqa: F401 - a fixture

SCENE = """
[[block]]
name = "ground"
size = [4, 4, 0.2]
center = [0, 0, -0.1]
fixed = true
[[block]]
name = "stone"
size = [0.5, 0.5, 0.5]
center = [0, 0, 0.25]
[run]
duration = 0.03
dt = 0.01
"""

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def scene(tmp_path: Path) -> str:
    path = tmp_path / "stone.toml"
    path.write_text(SCENE, encoding="utf-8")
    return str(path)


def test_run_prints_a_summary_and_stores_the_results(scene: str, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "out"
    assert main(["run", scene, "--out", str(out)]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    for word in (
        "stone: 2 blocks, 1 movable", "nodargi-bisegna, kinematic, auto", "steps", "contacts             4.0 a step",
        "collision", "build", "solve", "worst certificate", "largest displacement", "dissipated", "balance error",
    ):  # fmt: skip
        assert word in printed.out, word
    files = ["displacements.png", "energy.csv", "energy.png", "last.png", "result.h5", "steps.csv"]
    assert sorted(path.name for path in out.iterdir()) == files
    run = ds.open(out / "result.h5")
    assert run.time.tolist() == pytest.approx([0, 0.01, 0.02, 0.03])
    assert len(pd.read_csv(out / "steps.csv")) == 3
    assert pd.read_csv(out / "energy.csv")["total"].to_numpy() == pytest.approx(run.energy["total"].to_numpy())


@pytest.mark.usefixtures("blank_pictures")
def test_options_on_the_command_line_win_over_the_scene(scene: str, tmp_path: Path, capsys: Captured) -> None:
    words = ["--duration", "0.04", "--dt", "0.02", "--formulation", "compliant", "--form", "static"]
    words += ["--solver", "clarabel", "--record-every", "2", "--option", "normal_stiffness=1e9"]
    words += ["--option", "collision=clipping", "--quiet", "--out", str(tmp_path / "out")]
    assert main(["run", scene, *words]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("verdict  ")
    assert printed.err == ""
    run = ds.open(tmp_path / "out" / "result.h5")
    assert run.time.tolist() == pytest.approx([0, 0.04])
    assert set(run.steps["form"]) == {"static"}
    assert set(run.steps["solver"]) == {"clarabel"}


def test_results_go_to_a_folder_named_after_the_scene(
    scene: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "arch", "--duration", "0.01", "--dt", "0.005"]) == 0
    assert (tmp_path / "runs" / "arch" / "last.png").stat().st_size > 1000
    assert "arch: 9 blocks, 7 movable" in capsys.readouterr().out


@pytest.mark.usefixtures("blank_pictures")
def test_a_folder_may_have_a_dot_in_its_name_and_gets_a_number_where_it_holds_results(tmp_path: Path) -> None:
    run = ["run", "column", "--duration", "0.01", "--dt", "0.01", "--quiet", "--out", str(tmp_path / "mu-0.6")]
    for name in ("mu-0.6", "mu-0.6-2"):
        assert main(run) == 0
        assert (tmp_path / name / "result.h5").is_file()


def test_a_run_that_is_refused_leaves_no_folder(tmp_path: Path, capsys: Captured) -> None:
    """What was there stays, and so does a folder that the user has made."""
    scene, mine = tmp_path / "fixed.toml", tmp_path / "mine"
    scene.write_text("[[block]]\nsize = [1, 1, 1]\nfixed = true\n")
    mine.mkdir()
    for out in (mine, mine / "deep" / "er"):
        assert main(["run", str(scene), "--out", str(out)]) == 2
        assert "all blocks are fixed" in capsys.readouterr().err
    assert mine.is_dir()
    assert not list(mine.iterdir())


def test_a_run_that_is_refused_in_its_first_step_leaves_no_folder(tmp_path: Path, capsys: Captured) -> None:
    """It has nothing to go on with: resumed, it would be refused again, whatever its scene says by now."""
    scene, out = tmp_path / "stone.toml", tmp_path / "out"
    scene.write_text(SCENE.replace("center = [0, 0, 0.25]", "center = [0, 0, 0.2]"))
    assert main(["run", str(scene), "--out", str(out)]) == 2
    told = capsys.readouterr().err
    assert "'ground' and 'stone' overlap by 0.05 m" in told
    assert "resume" not in told
    assert not out.exists()


@pytest.mark.usefixtures("blank_pictures")
def test_warnings_of_a_run_are_one_line_each(
    scene: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    whole = ds.simulate

    def warns(*arguments: Any, **settings: Any) -> object:
        warnings.warn("step at 0 s:\nthe step is halved", stacklevel=1)
        return whole(*arguments, **settings)

    monkeypatch.setattr("drystone.integrators.simulate", warns)
    assert main(["run", scene, "--out", str(tmp_path / "out")]) == 0
    printed = capsys.readouterr()
    assert printed.err == "drystone: warning: step at 0 s: the step is halved\n"
    assert "warnings             1" in printed.out


@pytest.mark.usefixtures("blank_pictures")
def test_a_run_that_stops_keeps_what_it_reached(
    scene: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    whole = ds.simulate

    def stops(*arguments: Any, **settings: Any) -> object:
        whole(*arguments, **settings)
        raise StepFailedError("no solver reached the certificate")

    monkeypatch.setattr("drystone.integrators.simulate", stops)
    out = tmp_path / "out"
    assert main(["run", scene, "--out", str(out)]) == 2
    assert "error: no solver reached the certificate (the run so far is in" in capsys.readouterr().err
    assert len(ds.open(out / "result.h5").time) == 4


TELLING = """
import signal, sys
from drystone.integrators import stepping
signal.signal(signal.SIGINT, signal.default_int_handler)  # a parent in the background may have it ignored
whole = stepping.watched
def told(steps, *words):
    for step in whole(steps, *words):
        if step == 2:
            print("ready", flush=True)
        yield step
stepping.watched = told
from drystone.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""The command, which says when a run has made two steps."""


@pytest.mark.parametrize(
    ("number", "code", "word"),
    [
        pytest.param(signal.SIGINT, 130, "interrupted", marks=pytest.mark.slow),
        (signal.SIGTERM, 143, "terminated"),
    ],
)
def test_a_run_that_is_ended_from_outside_keeps_what_it_reached(
    number: signal.Signals, code: int, word: str, scene: str, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = ["run", scene, "--duration", "1e4", "--record-every", "1", "--quiet", "--out", str(out)]
    child = subprocess.Popen(
        [sys.executable, "-c", TELLING, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        child.send_signal(number)
        _, said = child.communicate(timeout=300)  # it ends within a step; a busy machine may need long for that
    finally:
        child.kill()
    assert child.returncode == code, said
    assert f"the run so far is in {str(out)!r}" in said
    assert said.splitlines()[-1].startswith(f"drystone: {word}")
    run = ds.open(out)
    assert not run.complete
    assert 0.0 < run.time[-1] < 1e4
    assert len(run.steps) == len(run.time) - 1


@pytest.mark.usefixtures("blank_pictures")
def test_an_error_that_is_none_of_ours_keeps_what_was_reached_too(
    scene: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    whole = ds.simulate

    def stops(*arguments: Any, **settings: Any) -> object:
        failure = RuntimeError("a library failed")
        failure.trajectory = whole(*arguments, **settings)  # type: ignore[attr-defined]
        raise failure

    monkeypatch.setattr("drystone.integrators.simulate", stops)
    with pytest.raises(RuntimeError, match="a library failed"):
        main(["run", scene, "--out", str(tmp_path / "out")])
    assert "drystone: stopped at 0.03 s; the run so far is in" in capsys.readouterr().err
    assert len(ds.open(tmp_path / "out").time) == 4


def test_show_tells_what_run_told_and_makes_its_pictures_again(scene: str, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "out"
    assert main(["run", scene, "--contacts", "2", "--out", str(out)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "contacts stored      of 2 steps, evenly spread, of 3; --contacts all stores all" in told
    assert main(["show", str(out), "--out", str(tmp_path / "again")]) == 0
    shown = capsys.readouterr().out.splitlines()
    summary = told[: told.index("warnings             0")]
    assert shown[: len(summary)] == summary
    assert "blocks               ground, stone" in shown
    assert "contacts stored      of 2 of 3 steps" in shown
    for name in ("last.png", "displacements.png", "energy.png"):
        assert (tmp_path / "again" / name).stat().st_size > 1000
    (out / "result.h5").write_bytes(b"x")
    assert main(["show", str(out)]) == 2
    assert "error: " in capsys.readouterr().err


@pytest.mark.usefixtures("blank_pictures")
def test_rows_of_several_steps_count_as_what_they_are(scene: str, tmp_path: Path, capsys: Captured) -> None:
    told = {}
    for every in (1, 3):
        out = str(tmp_path / f"every-{every}")
        assert main(["run", scene, "--duration", "0.06", "--record-every", str(every), "--out", out]) == 0
        lines = capsys.readouterr().out.splitlines()
        told[every] = [line for line in lines if line.startswith(("steps ", "iterations "))]
    assert told[1] == told[3]
    assert told[1][0].startswith("steps                6, solved by ")
    assert sum(int(one) for one in re.findall(r"\((\d+)\)", told[3][0])) == 6
    assert main(["show", out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == 6
    assert main(["show", out]) == 0
    assert "contacts stored      of 2 of 2 recorded steps" in capsys.readouterr().out
    run = ds.open(Path(out) / "result.h5")
    timed = replace(run, steps=run.steps.assign(solve_time=3e-3))  # rows of three steps each
    assert "solve 1 ms (median)" in summary("stone", timed, {})


@pytest.mark.usefixtures("blank_pictures")
@pytest.mark.parametrize(
    ("words", "kept"), [([], 3), (["all"], 3), (["last"], 1), (["none"], 1), (["2"], 2), (["9"], 3)]
)
def test_contacts_that_are_stored(words: list[str], kept: int, scene: str, tmp_path: Path, capsys: Captured) -> None:
    option = ["--contacts", *words] if words else []
    assert main(["run", scene, *option, "--out", str(tmp_path / "out")]) == 0
    records = ds.open(tmp_path / "out").records
    assert sum(record is not None for record in records) == kept
    assert records[-1] is not None
    assert ("contacts stored" in capsys.readouterr().out) == (kept < 3)


def test_compare_prints_a_table_for_each_scene_and_writes_all_to_csv(
    scene: str, tmp_path: Path, capsys: Captured
) -> None:
    csv = tmp_path / "rows.csv"
    words = ["--steps", "2", "--dt", "0.005", "--formulations", "nodargi-bisegna,compliant", "--csv", str(csv)]
    assert main(["compare", scene, "arch", "--forms", "kinematic,ccp", "--solvers", "clarabel", *words]) == 0
    printed = capsys.readouterr().out
    assert "# stone: 1 movable block, 4 contacts a step, 2 steps of 0.005 s, 4 runs" in printed
    assert "# arch: 7 movable blocks, " in printed
    assert "certificate" in printed
    table = pd.read_csv(csv)
    assert list(table.columns) == ["structure", *COLUMNS]
    assert table["structure"].tolist() == ["stone"] * 4 + ["arch"] * 4
    assert (table["status"] == "ok").all()


def test_compare_takes_everything_when_nothing_is_said(scene: str, capsys: Captured) -> None:
    assert main(["compare", scene, "--steps", "1", "--quiet"]) == 0
    rows = [line.split() for line in capsys.readouterr().out.strip().splitlines()[3:]]
    installed = {name for name in SOLVERS if solver_class(name).available()}
    assert {"clarabel", "scs"} <= installed
    assert len(rows) == len(FORMULATIONS) * len(FORMS) * len(installed)
    assert {row[2] for row in rows} == installed


def test_compare_takes_the_integrator_of_the_scene_or_the_one_that_is_named(scene: str, capsys: Captured) -> None:
    Path(scene).write_text(SCENE.replace("[run]", '[run]\nintegrator = "euler"'), encoding="utf-8")
    words = ["compare", scene, "--steps", "1", "--forms", "kinematic", "--solvers", "clarabel", "--quiet"]
    assert main(words) != 0
    assert "unknown integrator 'euler'" in capsys.readouterr().err
    assert main([*words, "--integrator", "backward-euler"]) == 0


def test_the_help_of_compare_names_its_real_defaults(capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        main(["compare", "--help"])
    told = " ".join(capsys.readouterr().out.split()).replace("- ", "-")
    assert f"--solvers A,B default: {','.join(SOLVERS)}, those that are installed; scs up to 100 movable" in told
    assert "(default: 200 up to 20 movable blocks, 50 up to 100 movable blocks, 5 beyond)" in told
    assert "--formulations A,B default: all" in told
    assert "--forms A,B default: all, ccp up to 100 movable blocks" in told


@pytest.mark.parametrize(("count", "steps", "scs"), [(20, 200, True), (21, 50, True), (100, 50, True), (101, 5, False)])
def test_the_defaults_of_compare_are_those_of_its_help(count: int, steps: int, scs: bool, tmp_path: Path) -> None:
    path = tmp_path / "tower.toml"
    path.write_text(f'[structure]\nkind = "column"\ncount = {count}\n', encoding="utf-8")
    read = read_scene(path)
    assert len(read.assembly.movable) == count
    assert steps_for(read) == steps
    assert ("scs" in solvers_for(read)) is scs
    assert ("ccp" in forms_for(read)) is scs
    assert set(solvers_for(read)) <= set(SOLVERS)


def test_compare_says_how_to_get_a_missing_solver(
    scene: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.setattr(QocoSolver, "requires", ("no_such_module",))
    words = ["--steps", "1", "--formulations", "compliant", "--forms", "static", "--solvers", "qoco"]
    assert main(["compare", scene, *words]) == 0
    printed = capsys.readouterr().out
    assert "compliant   static qoco   not installed" in printed
    assert "\nnot installed: pip install" in printed


@pytest.mark.parametrize(("spelt", "blocks"), [("False", 3), ("false", 3), ("True", 5), ("true", 5)])
def test_truth_values_are_read_as_lists_and_errors_spell_them(
    spelt: str, blocks: int, tmp_path: Path, capsys: Captured
) -> None:
    """Of `capital=False` an error said that it must be True or False; a structure of one's own took it for true."""
    words = ["--set", "drums=2", "--set", f"capital={spelt}", "--out", str(tmp_path)]
    assert main(["equilibrium", "multidrum-column", *words]) == 0
    assert f"multidrum-column: {blocks} blocks" in capsys.readouterr().out


@pytest.fixture
def demo_study(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two studies in place of the real ones, of which one fails."""

    def study(passes: bool) -> Any:
        def run(out: Path, quick: bool, progress: bool) -> StudyResult:
            checks = [
                check_close("T1", "time (s)", 1.0 if quick else 1.01, 1.0, 0.02),
                check_that("S1", "stands", passes),
            ]
            return StudyResult("good" if passes else "bad", {"numbers": pd.DataFrame({"x": [1.5]})}, {}, checks)

        return run

    monkeypatch.setattr(studies, "STUDIES", {"good": "", "bad": ""})
    monkeypatch.setattr("drystone.studies.STUDIES", {"good": "", "bad": ""})
    monkeypatch.setattr("drystone.studies.get_study", lambda name: study(name == "good"))


@pytest.mark.usefixtures("demo_study")
def test_study_prints_and_saves_its_tables(tmp_path: Path, capsys: Captured) -> None:
    assert main(["study", "good", "--out", str(tmp_path)]) == 0
    assert "numbers" in capsys.readouterr().out
    written = sorted(path.name for path in (tmp_path / "good").iterdir())
    assert written == ["about.json", "checks.csv", "numbers.csv"]
    about = json.loads((tmp_path / "good" / "about.json").read_text(encoding="utf-8"))
    assert about["drystone"] == ds.__version__
    assert about["wall_time"] > 0.0


@pytest.mark.usefixtures("demo_study")
def test_full_resolution_is_for_studies_that_have_it(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["study", "good", "--full", "--out", str(tmp_path)]) == 2
    assert "one resolution" in capsys.readouterr().err
    asked = []

    def fine(out: Path, quick: bool, progress: bool, full: bool = False) -> StudyResult:
        asked.append(full)
        return StudyResult("fine")

    monkeypatch.setattr("drystone.studies.get_study", lambda name: fine)
    for words in ([], ["--full"]):
        assert main(["study", "good", *words, "--out", str(tmp_path)]) == 0
    assert asked == [False, True]


@pytest.mark.usefixtures("demo_study")
def test_of_all_studies_those_are_left_out_that_need_what_is_missing(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    def needy(out: Path, quick: bool, progress: bool) -> StudyResult:
        raise NotInstalledError("a package", "pip install package")

    monkeypatch.setattr("drystone.studies.get_study", lambda name: needy)
    assert main(["study", "all", "--out", str(tmp_path)]) == 0
    assert capsys.readouterr().out.count("left out: ") == 2
    assert main(["study", "good", "--out", str(tmp_path)]) == 2


@pytest.mark.usefixtures("demo_study")
@pytest.mark.parametrize("returned", [None, {"numbers": 1.0}])
def test_a_study_that_returns_no_result_is_told(
    returned: Any, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("drystone.studies.get_study", lambda name: lambda out, quick, progress: returned)
    assert main(["study", "good", "--out", str(tmp_path)]) == 2
    assert "what the study good returns must be a StudyResult; got" in capsys.readouterr().err


@pytest.mark.usefixtures("demo_study")
def test_a_study_without_checks_does_not_pass_them_in_silence(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = StudyResult("good", {})
    monkeypatch.setattr("drystone.studies.get_study", lambda name: lambda out, quick, progress: empty)
    assert main(["study", "good", "--check", "--out", str(tmp_path)]) == 0
    assert "good: has no checks, nothing was checked" in capsys.readouterr().out


@pytest.mark.usefixtures("demo_study")
@pytest.mark.parametrize(("name", "code"), [("good", 0), ("bad", 1), ("all", 1)])
def test_checks_of_a_study_decide_the_exit_code(name: str, code: int, tmp_path: Path, capsys: Captured) -> None:
    assert main(["study", name, "--check", "--quick", "--quiet", "--out", str(tmp_path)]) == code
    lines = capsys.readouterr().out.splitlines()
    assert all(line.startswith(("PASS ", "FAIL ")) for line in lines)
    assert len(lines) == (4 if name == "all" else 2)
    if name != "bad":
        assert "PASS good T1: time (s) = 1, expected 1 ± 0.02" in lines
    if name != "good":
        assert "FAIL bad S1: stands = no, expected yes" in lines


@pytest.mark.usefixtures("demo_study")
def test_without_check_a_failed_study_is_no_error(tmp_path: Path) -> None:
    assert main(["study", "bad", "--out", str(tmp_path)]) == 0


@pytest.mark.parametrize(
    ("what", "entries"),
    [
        ("formulations", ("nodargi-bisegna", "anitescu-tasora", "compliant", "reference")),
        ("solvers", ("auto", "clarabel", "installed", "licence")),
        ("studies", ("housner", "spandrel-arch", "reproduces")),
        ("structures", ("arch", "spandrel-arch", "radius=10.0")),
    ],
)
def test_lists(what: str, entries: tuple[str, ...], capsys: Captured) -> None:
    assert main(["list", what]) == 0
    printed = capsys.readouterr().out
    assert all(entry in printed for entry in entries)


WRONG = {
    "no scene file 'moon.toml'": ["run", "moon.toml"],
    "unknown solver 'gurobi'": ["run", "block", "--solver", "gurobi"],
    "unknown formulation 'newton'": ["compare", "block", "--formulations", "newton"],
    "unknown option 'stiffness'": ["run", "block", "--option", "stiffness=1"],
    "an option is given as KEY=VALUE; got 'margin'": ["run", "block", "--option", "margin"],
    "dt (s) must be positive; got 0": ["run", "block", "--dt", "0"],
    "record_every must be a whole number of at least 1; got 0": ["run", "block", "--record-every", "0"],
    "argument --duration: must be a number; got 'soon'; see `drystone run --help`": [
        "run",
        "block",
        "--duration",
        "soon",
    ],
    "argument --dt: must be a number (s), or suggest; got 'sugest'": ["run", "block", "--dt", "sugest"],
    "argument --workers: must be a whole number; got '1.5'": ["sweep", "a.toml", "--workers", "1.5"],
    "argument --friction: must be a number; got 'x'": ["run", "block", "--friction", "x"],
    "argument --density: must be a number; got 'x'": ["run", "block", "--density", "rib*=x"],
    "the following arguments are required: SCENE; see `drystone run --help`": ["run"],
    "arguments are required: COMMAND": [],
    "unknown COMMAND 'paint'; there are: check, compare,": ["paint"],
    "unknown COMMAND 'rn'; there are: check, compare, completion, domain, equilibrium, export, fragility, limit, list, "
    "record, resume, run, schema, show, study, sweep, tables, view, warm-up. Did you mean 'run'?": ["rn", "block"],
    "unknown option '--fast'; see `drystone run --help`": ["run", "block", "--fast"],
    "unknown option '--sett'; see `drystone run --help`. Did you mean '--set'?": ["run", "block", "--sett", "width=1"],
    "unknown option '--imort'; see `drystone --help`. Did you mean '--import'?": ["--imort=a.py", "run", "block"],
    "unexpected argument '0.5'; see `drystone run --help`": ["run", "block", "--pulse", "0.8", "0.5"],
    "unknown study 'moon'": ["study", "moon"],
    "unknown LIST 'solver'; there are: formulations, integrators, solvers, structures, studies. Did you mean 'solve": [
        "list",
        "solver",
    ],
    "supports is an argument of models; 'block' is a structure, see `drystone list structures`": [
        "run",
        "block",
        "--supports",
        "lowest",
    ],
    "no block or group is called 'lowst' in supports. Did you mean 'lowest'?": ["run", "a.obj", "--supports", "lowst"],
    "no names in ','": ["compare", "block", "--solvers", ","],
    "cannot write the table '.': it is a folder": ["compare", "block", "--csv", "."],
    "damping must be at least 0 and at most 0.999; got 5": ["record", "a.obj", "--damping", "5"],
    "--out is 'a.stl'; it must be a folder, or a file that ends in .obj or .json": ["check", "a.obj", "--out", "a.stl"],
    "--amplitudes is '2,0.2'; it must be the lower and the upper end of a range": [
        "domain",
        "block",
        "--amplitudes",
        "2,0.2",
    ],
    "--half-periods is '0,1'; it must be the lower and the upper end of a range, both above 0": [
        "domain",
        "block",
        "--half-periods",
        "0,1",
    ],
    "--intensities is '0.5,-1'; all of them must be above 0": [
        "fragility",
        "block",
        "--records",
        ".",
        "--intensities",
        "0.5,-1",
    ],
}


@pytest.mark.parametrize("message", WRONG)
def test_errors_are_one_line_and_exit_code_2(
    message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    cube = ds.Block.box((1, 1, 1)).pieces[0]
    lines = ["o stone", *(f"v {x} {y} {z}" for x, y, z in cube.vertices.tolist())]
    lines += ["f " + " ".join(str(corner + 1) for corner in face) for face in cube.faces]
    Path("a.obj").write_text("\n".join(lines), encoding="utf-8")
    assert main(WRONG[message]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("drystone: error: ")
    assert printed.err.count("\n") == 1
    assert message in printed.err


def test_vectors_may_begin_with_a_minus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    """A word such as -1,0,0 is the value of the option before it; Python's argparse takes it for an option."""
    monkeypatch.chdir(tmp_path)
    assert main(["limit", "block", "--set", "tilt=0", "--live", "-1,0,0", "--dead", "-.0,0,-1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["live"] == [-1.0, 0.0, 0.0]
    assert main(["run", "block", "--duration", "-1"]) == 2
    assert "duration (s) must be positive; got -1" in capsys.readouterr().err


def test_the_folder_of_a_table_is_made_before_the_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ["compare", "block", "--steps", "1", "--solvers", "auto", "--forms", "kinematic"]
    assert main([*words, "--formulations", "coulomb", "--csv", "new/rows.csv"]) == 0
    assert Path("new/rows.csv").is_file()


@pytest.mark.parametrize("word", ["run", "resume", "limit", "list", "completion"])
def test_help_of_a_command_says_what_it_does(word: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        main([word, "--help"])
    second = capsys.readouterr().out.partition("\n\n")[2].partition("\n\n")[0]
    assert second[0].isupper()
    assert second.endswith(".")


def test_check_tells_that_a_scene_is_no_model(scene: str, capsys: Captured) -> None:
    assert main(["check", scene]) == 2
    told = capsys.readouterr().err
    assert "is a scene, and `drystone check` looks at models" in told
    assert f"`drystone equilibrium {scene}`" in told


def test_a_folder_that_cannot_be_made_is_an_error(scene: str, capsys: Captured) -> None:
    assert main(["run", scene, "--out", f"{scene}/inside"]) == 2
    assert "cannot make the folder" in capsys.readouterr().err


def test_an_interrupted_run_says_so(monkeypatch: pytest.MonkeyPatch, scene: str, capsys: Captured) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("drystone.files.read_scene", interrupt)
    assert main(["run", scene]) == 130
    assert capsys.readouterr().err == "drystone: interrupted\n"


def test_version_and_help_load_nothing_heavy() -> None:
    heavy = ("numpy", "pandas", "scipy", "numba", "matplotlib", "clarabel", "cvxpy")
    program = f"""
import sys
from drystone.cli import main
for word in ("--version", "--help"):
    try:
        main([word])
    except SystemExit as end:
        assert end.code == 0
print([m for m in {heavy} if m in sys.modules])
"""
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    lines = answer.stdout.splitlines()
    assert lines[0] == f"drystone {ds.__version__}"
    assert lines[-1] == "[]"


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["run", "--help"]])
def test_what_is_asked_for_help_ends_well(words: list[str]) -> None:
    answer = subprocess.run([sys.executable, "-m", "drystone", *words], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert answer.stdout


@pytest.mark.skipif(os.name != "posix", reason="a shell that closes streams")
def test_a_command_whose_output_is_closed_does_its_work() -> None:
    command = f"exec {sys.executable} -m drystone list solvers >&-"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_letters_that_the_encoding_of_the_output_lacks_are_escaped(tmp_path: Path) -> None:
    known = os.environ | {"PYTHONIOENCODING": "cp1252"}
    record(tmp_path, "east").rename(tmp_path / "τ.csv")
    told = []
    for more in ([], ["--json"]):
        words = [sys.executable, "-m", "drystone", "record", "τ.csv", *more]
        answer = subprocess.run(words, capture_output=True, check=False, cwd=tmp_path, env=known)
        assert (answer.returncode, answer.stderr) == (0, b"")
        told.append(answer.stdout)
    assert rb"\u03c4.csv" in told[0]
    assert json.loads(told[1])["records"][0]["file"] == "τ.csv"


def test_the_module_is_the_command() -> None:
    answer = subprocess.run([sys.executable, "-m", "drystone", "run"], capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert answer.stderr.startswith("drystone: error: ")


REGISTERING = """
import atexit
class Remains:
    def __del__(self):
        print("taken apart")
atexit.register(print, "registered")
remains = Remains()
"""


@pytest.mark.parametrize(("words", "code"), [(["list", "solvers"], 0), (["show", "nothing.h5"], 2)])
def test_the_process_ends_with_what_is_registered_and_is_not_taken_apart(
    words: list[str], code: int, tmp_path: Path
) -> None:
    parts = tmp_path / "parts.py"
    parts.write_text(REGISTERING, encoding="utf-8")
    command = [sys.executable, "-m", "drystone", "--import", str(parts), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert ("interior-point" in done.stdout) == (code == 0)
    assert done.stdout.endswith("registered\n")


def test_of_many_warnings_the_first_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    with reported_warnings(quiet=False) as told:
        for number in range(SHOWN + 5):
            warnings.warn(f"step {number}", stacklevel=1)
    lines = capsys.readouterr().err.splitlines()
    assert len(told) == SHOWN + 5
    assert len(lines) == SHOWN + 1
    assert lines[-1] == f"drystone: 5 more warnings, the last: step {SHOWN + 4}"


def test_a_table_too_wide_goes_on_below_with_its_first_columns() -> None:
    table = pd.DataFrame({"name": ["a", "b"], **{f"a long title {i}": [1.5, None] for i in range(40)}})
    text = show(table)
    parts = [part.splitlines() for part in text.split("\n\n")]
    assert len(parts) > 1
    assert all(len(line) <= WIDTH for part in parts for line in part)
    assert all([line.split()[0] for line in part[-2:]] == ["a", "b"] for part in parts)
    titles = " ".join(" ".join(part[:-2]) for part in parts)
    assert titles.count("long") == 40
    assert sum(line.split().count("1.5") for part in parts for line in part) == 40
    assert sum(line.split().count("-") for part in parts for line in part) == 40


def test_titles_stand_above_each_other_where_that_saves_width() -> None:
    table = pd.DataFrame(
        {"solver": ["auto"], "solve_ms": [1.25], "stands": [True], "n": pd.array([None], dtype="Int64")}
    )
    assert show(table) == "       solve\nsolver    ms stands n\nauto    1.25    yes -"


@pytest.mark.usefixtures("blank_pictures")
def test_contacts_of_a_long_run_are_thinned_where_nothing_is_said(
    scene: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    assert main(["run", scene, "--duration", "0.8", "--out", str(out)]) == 0
    assert "of 50 steps, evenly spread, of 80;" in capsys.readouterr().out
    assert sum(record is not None for record in ds.open(out).records) == 50


def test_warm_up_uses_every_formulation_and_draws(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(warm_up, "_draw", lambda: drawn.append(1))
    assert main(["warm-up"]) == 0
    assert drawn
    said = capsys.readouterr().out
    assert [line.split()[0] for line in said.splitlines()[:-1]] == list(FORMULATIONS)
    assert re.search(r"^compiled and kept on disk: 12 small analyses and a picture in \d+ s$", said.splitlines()[-1])


def test_warm_up_leaves_nothing_to_compile_for_pictures(tmp_path: Path) -> None:
    """In a process of its own: a picture of other blocks needs no code that the one of the warm-up has not made."""
    program = (
        "import drystone as ds; from drystone.cli.warm_up import _draw; _draw();"
        "from drystone.view import depth_buffer as module; from drystone.view import solids_figure;"
        "functions = [getattr(module, name) for name in module.__all__];"
        "before = [len(one.signatures) for one in functions];"
        "solids_figure(ds.structures.arch(), [(None, None)], ['arch']).savefig('arch.png');"
        "print(before, [len(one.signatures) for one in functions])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert answer.stdout.splitlines()[-1] == "[1, 1, 1] [1, 1, 1]"


def record(folder: Path, name: str, unit: str = "g", drift: float = 0.0) -> Path:
    path = folder / f"{name}.csv"
    rows = [f"{0.01 * i:.2f},{(i % 20 - 9.5) / 50 + drift}\n" for i in range(200)]
    path.write_text(f"time (s),{name} ({unit})\n" + "".join(rows))
    return path


def test_record_shows_what_was_understood(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [str(record(tmp_path, name)) for name in ("east", "up")]
    assert main(["record", *files, "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out
    for words in (
        "format               columns",
        "east, 90 degrees",
        "up, up",
        "200, dt 0.01 s, 1.99 s",
        "1.86326 m/s2",
    ):
        assert words in said
    assert "moves on" not in said
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == ["intensity.csv", "motion.png", "spectrum.csv"]
    spectrum = pd.read_csv(tmp_path / "out" / "spectrum.csv")
    assert spectrum["direction"].unique().tolist() == ["x", "z"]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["a.AT2"], "a.AT2"),
        (["RSN763_GIL067.AT2", "RSN763_GIL337.AT2", "RSN763_GIL-UP.AT2"], "RSN763_GIL: 067.AT2, 337.AT2, -UP.AT2"),
        (["AKT0010304110414.EW", "AKT0010304110414.NS"], "AKT0010304110414: EW, NS"),
        (["east.csv", "north.csv"], "east.csv,\nnorth.csv"),
        (["a.csv", "a.csv"], "a.csv"),
    ],
)
def test_the_picture_of_a_motion_names_all_its_files(names: list[str], told: str) -> None:
    assert title_of(names) == told


def drifting_left(path: str) -> float:
    """How far the ground ends from where it began, over PGD, with what the command says mends it."""
    motion = ds.GroundMotion.from_file(path, direction=(1, 0, 0))
    table = motion.baseline_corrected(1).filtered(low=0.1).brought_to_rest().intensity()
    return float(abs(table["displacement_at_end"].iloc[0]) / table["pgd"].iloc[0])


def test_record_warns_of_drift_and_says_what_does_not_go_together(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    drifting, same = str(record(tmp_path, "east", drift=0.1)), str(record(tmp_path, "90"))
    assert main(["record", drifting]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "the ground still moves at the end along x, by 1.95 m/s, 100% of PGV" in told
    assert re.search(r"the ground ends 1\.\d+ m from where it began along x, 100% of PGD", told)
    assert "baseline = 1 and low = 0.1 (Hz), then to_rest = true" in told
    assert all(f" ({unit})" in told for unit in ("m/s2", "m/s", "m", "s"))
    assert drifting_left(drifting) < 0.5
    assert main(["record", drifting, same]) == 0
    assert "no one motion: two horizontal components" in " ".join(capsys.readouterr().out.split())
    assert main(["record", str(record(tmp_path, "north", "volts"))]) == 2
    assert "north.csv', line 1: unknown unit of acceleration 'volts'" in capsys.readouterr().err


def test_the_picture_of_a_limit_load_says_of_which(scene: str) -> None:
    read = read_scene(scene)
    figure = picture_of_limit(read, ds.limit_load(read.assembly, live=(0, 0.5, 0)), [0.0, 0.5, 0.0])
    assert figure.axes[0].get_title() == "stone, multiplier 1.2\ntimes (0, 0.5, 0) g on all blocks"


def test_a_summary_tells_what_ties_bear_between_recorded_states() -> None:
    """A block on a cable that is let go bears up to nearly twice its weight, soon, and has come to rest long before the
    next state is recorded.
    """
    beam = ds.Block.box((1.0, 1.0, 0.2), (0.0, 0.0, 3.0), fixed=True, name="beam")
    stone = ds.Block.box((0.5, 0.5, 0.5), (0.0, 0.0, 1.0), name="stone")
    cables = [ds.Tie("stone", "beam", stiffness=5e5, name="cable"), ds.Tie("stone", "beam", stiffness=5e4, name="soft")]
    hung = ds.Assembly([beam, stone], ties=cables)
    every, few = (ds.simulate(hung, 1.28, 1e-2, record_every=n) for n in (1, 64))
    bears = every.ties()["force"].to_numpy().reshape(-1, 2)
    weight = 0.5**3 * 2000.0 * 9.81
    assert bears[-1].sum() == pytest.approx(weight, rel=1e-3)
    assert bears.max() > 1.3 * bears[-1, 0] > 1.2 * few.ties()["force"].max()
    assert every.steps["tie_force"].tolist() == bears[1:, 0].tolist()
    for run in (every, few):
        assert f"ties {bears.max():.6g} N at most, cable\n" in re.sub(" +", " ", summary("hung", run, {}))


def test_a_multiplier_is_of_g_not_of_the_weight_on_the_moon(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A box there slides at mu times its weight, 0.6 of it, which is 0.0991 g."""
    (tmp_path / "moon.toml").write_text(
        "friction = 0.6\ngravity = [0, 0, -1.62]\n[structure]\nkind = 'block'\nwidth = 1\ndepth = 1\nheight = 0.5\n"
    )
    assert main(["limit", str(tmp_path / "moon.toml"), "--quiet", "--out", str(tmp_path / "out")]) == 0
    said = capsys.readouterr().out.split(maxsplit=2)
    assert float(said[1]) == pytest.approx(0.6 * 1.62 / 9.81, rel=1e-6)
    assert said[2].strip() == "times (1, 0, 0) g on all blocks"


@pytest.mark.parametrize("command", ["limit", "equilibrium"])
def test_statics_of_a_tied_structure_stores_what_ties_bear(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    tie = (
        '[[tie]]\nname = "rod"\nblock_a = "left abutment"\nblock_b = "voussoir-4"\nstiffness = 1e7\nyield_force = 2e4\n'
    )
    Path("tied.toml").write_text('[structure]\nkind = "arch"\n' + tie, encoding="utf-8")
    assert main([command, "tied.toml", "--out", "found"]) == 0
    assert "ties.csv" in capsys.readouterr().out
    table = pd.read_csv(Path("found", "ties.csv"))
    assert table["tie"].tolist() == ["rod"]
    assert 0.0 <= table["force"][0] <= 2e4 * (1.0 + 1e-6)


@pytest.mark.usefixtures("blank_pictures")
def test_what_hangs_from_ties_alone_has_no_largest_normal_force(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = (
        '[[block]]\nname = "lamp"\nsize = [1, 1, 1]\n\n'
        '[[block]]\nname = "roof"\nsize = [4, 4, 1]\ncenter = [0, 0, 3]\nfixed = true\n\n'
    )
    tie = '[[tie]]\nblock_a = "lamp"\nblock_b = "roof"\npoint_a = [0, 0, 0.5]\npoint_b = [0, 0, 2.5]\nstiffness = 1e6\n'
    Path("hanging.toml").write_text(blocks + tie, encoding="utf-8")
    assert main(["equilibrium", "hanging.toml", "--out", "found"]) == 0
    told = capsys.readouterr().out
    assert "stands" in told
    assert "19620 N at most" in told
    assert "nan" not in told
