"""Every word of the command: quiet it prints its result alone, with --json one object with the units of its numbers."""

import argparse
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.cli import main
from drystone.cli.answer import Answer, plain
from drystone.cli.command import parser
from drystone.files import open_run
from drystone.studies import STUDIES, StudyResult, check_that

from ..assessment.made_here import runs_made_here  # noqa: F401 - of all tests here
from ..assessment.scenes_of_campaigns import SCENE, record
from .blank_pictures import blank_pictures  # noqa: F401 - a fixture

pytestmark = pytest.mark.usefixtures("blank_pictures")

Captured = pytest.CaptureFixture[str]
ROOT = Path(ds.__file__).parent
MODEL = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no tent\nf 1 3 2\nf 1 2 4\nf 2 3 4\n"
WORKERS = ["--workers", "1"]
WORDS: dict[str, list[str]] = {
    "run": ["run", "column", "--duration", "0.02", "--out", "run"],
    "resume": ["resume", "ended"],
    "show": ["show", "there"],
    "export": ["export", "there", "column.glb"],
    "tables": ["tables", "there"],
    "view": ["view", "there"],
    "schema": ["schema"],
    "check": ["check", "tent.obj"],
    "compare": ["compare", "column", "--steps", "1", "--solvers", "interior-point", "--forms", "kinematic"],
    "limit": ["limit", "column"],
    "equilibrium": ["equilibrium", "column"],
    "record": ["record", "records/a.csv"],
    "study": ["study", "two-drums", "--quick"],
    "sweep": ["sweep", "plan.toml", *WORKERS],
    "domain": ["domain", "block.toml", "--half-periods", "0.1,0.2", "--grid", "1,1", "--levels", "0", "--after", "0.1",
               *WORKERS],
    "fragility": ["fragility", "block.toml", "--records", "records", "--intensities", "0.35,0.45", "--bootstrap", "0",
                  *WORKERS],
    "warm-up": ["warm-up"],
    "list": ["list", "solvers"],
    "completion": ["completion", "bash"],
}  # fmt: skip
"""A quick command with each word."""


def words_of_the_command() -> dict[str, argparse.ArgumentParser]:
    actions = parser()._subparsers
    assert actions is not None
    return dict(next(iter(actions._group_actions)).choices or {})


def test_every_word_is_tried_here() -> None:
    assert sorted(WORDS) == sorted(words_of_the_command())


def test_every_word_is_documented() -> None:
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert [word for word in words_of_the_command() if f"| `{word}` |" not in text] == []


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("answers")
    (there / "block.toml").write_text(SCENE, encoding="utf-8")
    (there / "plan.toml").write_text('scene = "block.toml"\n[grid]\nrun.duration = [0.02, 0.03]\n', encoding="utf-8")
    (there / "tent.obj").write_text(MODEL, encoding="utf-8")
    (there / "records").mkdir()
    record(there / "records", "a.csv", 0.3)
    ds.simulate(ds.structures.column(2), 0.02, 0.01, store=ds.ResultStore(there / "there" / "result.h5"))
    return there


@pytest.fixture
def inside(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder, with a study of its own."""
    monkeypatch.chdir(folder)
    with STUDIES.restored():
        ds.register_study(two_drums)
        yield folder


def unfinished(place: Path) -> None:
    """A run that was killed at its end."""

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    place.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ds.ResultStore, "join", killed)
        with pytest.raises(KeyboardInterrupt):
            ds.simulate(ds.structures.column(2), 0.02, 0.01, store=ds.ResultStore(place / "result.h5"))


def two_drums(out: Path, quick: bool, progress: bool) -> StudyResult:
    return StudyResult("two-drums", {"heights (m)": pd.DataFrame({"height": [1.0]})}, {}, [check_that("a", "b", True)])


WITH_UNITS = ("tables", "checks", "schema")
"""Of a study, whose titles tell the units, and of scenes, whose descriptions do. Keys with dots are those of scenes."""


def without_units(value: Any, units: dict[str, str], place: str = "") -> Iterator[str]:
    """Places of numbers with a fraction for which no unit is told, neither by their own name nor by one around them."""
    if isinstance(value, dict):
        units = {**units, **(value["units"] if isinstance(value.get("units"), dict) else {})}
        for key, one in value.items():
            if key not in {"units", *units, *WITH_UNITS} and "." not in key:
                yield from without_units(one, units, f"{place}/{key}")
    elif isinstance(value, list):
        for one in value:
            yield from without_units(one, units, place)
    elif isinstance(value, float):
        yield place


@pytest.mark.parametrize("word", WORDS)
def test_answers(word: str, inside: Path, capsys: Captured, request: pytest.FixtureRequest) -> None:
    if word == "warm-up":
        monkeypatch = request.getfixturevalue("monkeypatch")
        monkeypatch.setattr("drystone.formulations.FORMULATIONS", {})
        for name in ("dome", "wall"):
            monkeypatch.setattr(f"drystone.structures.{name}", lambda *_: ds.structures.column(2))
    if word == "resume":
        unfinished(inside / "ended")
    if word == "completion":
        pytest.importorskip("shtab", reason="shtab is an extra of drystone")
    code = main([*WORDS[word], "--json"])
    printed = capsys.readouterr()
    answer = json.loads(printed.out, parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))
    assert printed.out.count("\n") == 1
    assert answer["command"] == word
    assert len(answer) > 2
    assert sorted(set(without_units(answer, {}))) == []
    if word == "resume":
        shutil.rmtree("ended")
        unfinished(inside / "ended")
    assert main([*WORDS[word], "--quiet"]) == code
    quiet = capsys.readouterr()
    assert quiet.out.strip()
    assert quiet.err == ""
    assert code == (1 if word == "check" else 0)


def test_an_error_leaves_standard_output_empty(inside: Path, capsys: Captured) -> None:
    assert main(["limit", "nothing.toml", "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("drystone: error: ")


def test_plain_values() -> None:
    """Numbers that JSON has not are null; arrays, tables and paths have a form."""
    table = ds.list_formulations().head(1)
    assert plain(float("nan")) is None
    assert plain({"a": np.array([1.0, np.inf]), "b": (Path("x"), np.int64(3))}) == {"a": [1.0, None], "b": ["x", 3]}
    assert plain(table)["rows"][0]["name"] == table["name"].iloc[0]


def test_an_answer_prints_what_it_is_told_to(capsys: Captured) -> None:
    for quiet, as_json, shown in ((False, False, "result\nbeside\n"), (True, False, "result\n"), (False, True, "")):
        answer = Answer("word", quiet, as_json)
        answer.result("result")
        answer.tell("beside")
        assert capsys.readouterr().out == shown


def test_a_pulse_of_the_command_is_that_of_a_scene(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """0.8 g at its crest, half a second after the start; not beside a record."""
    monkeypatch.chdir(tmp_path)
    words = ["run", "column", "--duration", "0.02", "--dt", "0.01", "--pulse", "0.8,1.0", "--quiet", "--out", "run"]
    assert main(words) == 0
    motion = open_run(tmp_path / "run").arguments(0.0)["motion"]
    assert motion.accelerations_at(0.5) == pytest.approx([0.8 * 9.81, 0.0, 0.0])
    assert main([*words, "--record", "a.csv"]) == 2
    assert main([*words[:-6], "--pulse", "0.8", "--quiet"]) == 2


def test_a_motion_of_the_command_is_run_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And for 1 s more, unless the command or the scene's file has a duration."""
    monkeypatch.chdir(tmp_path)
    base = "[[block]]\nsize = [1, 1, 0.2]\ncenter = [0, 0, 0]\nfixed = true\n"
    box = f"{base}[[block]]\nsize = [1, 1, 1]\ncenter = [0, 0, 0.6]\n"
    Path("plain.toml").write_text(box, encoding="utf-8")
    Path("timed.toml").write_text(f"{box}[run]\nduration = 0.1\n", encoding="utf-8")
    stone = "v 3 0 1\nv 4 0 1\nv 3 1 1\nv 3 0 2\no stone\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n"
    Path("model.obj").write_text(f"{MODEL}f 1 4 3\n{stone}", encoding="utf-8")
    pulse = ["--dt", "0.04", "--pulse", "0.1,0.21", "--quiet", "--out", "run"]
    for number, (scene, duration) in enumerate(
        {"plain.toml": 1.44, "model.obj": 1.44, "timed.toml": 0.1, "block": 1.44}.items(), start=1
    ):
        more = ["--supports", "lowest"] if scene == "model.obj" else []
        assert main(["run", scene, *more, *pulse]) == 0
        stored = open_run(tmp_path / ("run" if number == 1 else f"run-{number}"))
        assert stored.about["settings"]["duration"] == pytest.approx(duration)
    assert main(["run", "plain.toml", *pulse, "--duration", "0.08"]) == 0
    assert open_run(tmp_path / "run-5").trajectory.time[-1] == pytest.approx(0.08)


def test_what_a_record_does_not_tell_is_said_of_the_option(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "plain.csv").write_text("time,acc\n0,0\n0.01,1\n0.02,0\n")
    words = ["run", "column", "--duration", "0.01", "--out", str(tmp_path / "out"), "--record"]
    assert main([*words, str(tmp_path / "plain.csv")]) == 2
    told = capsys.readouterr().err
    assert "error: --record: " in told
    assert "line 1: the header does not tell the units" in told
    assert "said in a scene: units, dt, direction, ... in the table [motion]" in told
    assert "scene file" not in told
    assert main([*words, str(tmp_path / "none.csv")]) == 2
    told = capsys.readouterr().err
    assert "error: --record: there is no ground motion file" in told
    assert "in a scene" not in told
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("words", "noted"), [([], True), (["--quiet"], False), (["--duration", "0.02"], False)])
def test_a_step_longer_than_the_run_is_warned_of(
    words: list[str], noted: bool, tmp_path: Path, capsys: Captured
) -> None:
    given = ["run", "column", "--dt", "0.02", "--duration", "0.01", *words, "--out", str(tmp_path / "out")]
    assert main(given) == 0
    message = "warning: the step of 0.02 s is longer than the duration of 0.01 s; the run is this step"
    assert (message in capsys.readouterr().err) == noted
    assert ds.open(tmp_path / "out").time.tolist() == pytest.approx([0.0, 0.02])
