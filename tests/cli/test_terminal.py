"""The command on a terminal: bars for what takes long, lines that fit, counts in words, every structure by its name."""

import ast
import re
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import drystone as ds
import drystone.progress
from drystone.cli import main
from drystone.cli.tables import WIDTH
from drystone.files import BUILT_IN, read_scene
from drystone.progress import followed, waiting, watched
from drystone.structures import STRUCTURES
from drystone.studies import StudyResult, check_close

from ..marks import with_slow

ROOT = Path(ds.__file__).parent
Captured = pytest.CaptureFixture[str]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: Captured) -> Captured:
    """Standard error that says it is a terminal; bars appear at once."""
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)
    monkeypatch.setattr(drystone.progress, "DELAY", 0.0)
    return capsys


LONG = {
    "run": (["run", "column", "--duration", "0.02", "--dt", "0.01"], "2/2"),
    "compare": (["compare", "column", "--steps", "1", "--solvers", "clarabel", "--forms", "ccp"], "4/4"),
}


@pytest.mark.parametrize("word", LONG)
def test_long_commands_show_bars_on_a_terminal(
    word: str, terminal: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command, last = LONG[word]
    assert main(command) == 0
    assert last in terminal.readouterr().err
    assert main([*command, "--quiet"]) == 0
    assert terminal.readouterr().err == ""


@pytest.mark.parametrize("word", with_slow(LONG, "run"))
def test_no_bars_elsewhere_and_none_before_two_seconds(
    word: str, capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(drystone.progress, "DELAY", 0.0)
    command, last = LONG[word]
    assert main(command) == 0
    assert capsys.readouterr().err == ""
    assert main([*command, "--progress"]) == 0  # asked for
    assert last in capsys.readouterr().err
    monkeypatch.setattr(drystone.progress, "DELAY", 60.0)
    monkeypatch.setattr(type(sys.stderr), "isatty", lambda _: True)
    assert main(command) == 0
    assert capsys.readouterr().err == ""


def test_the_delay_is_two_seconds() -> None:
    assert drystone.progress.DELAY == 2.0


@pytest.mark.parametrize("word", ["limit", "equilibrium"])
def test_a_single_call_shows_a_clock(
    word: str, terminal: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drystone.progress, "TICK", 0.01)
    name = {"limit": "limit_load", "equilibrium": "equilibrium"}[word]
    whole = getattr(ds, name)

    def slow(*arguments: Any, **more: Any) -> Any:
        time.sleep(0.1)
        return whole(*arguments, **more)

    monkeypatch.setattr(f"drystone.statics.{name}", slow)
    assert main([word, "column", "--out", str(tmp_path)]) == 0
    assert f"{name.replace('_', ' ')}: 00:00" in terminal.readouterr().err
    assert main([word, "column", "--out", str(tmp_path), "--quiet"]) == 0
    assert terminal.readouterr().err == ""


def test_a_clock_ends_with_what_it_waits_for(terminal: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drystone.progress, "TICK", 0.01)
    with pytest.raises(ds.DrystoneError, match="wrong"), waiting("a call", True):
        fails_slowly()
    assert "a call" in terminal.readouterr().err
    time.sleep(0.05)
    assert terminal.readouterr().err == ""


@pytest.mark.usefixtures("terminal")
def test_a_clock_ends_where_an_interrupt_comes_while_it_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it prints for ever, also while Python ends, which can crash then."""
    real = threading.Thread.start
    started: list[threading.Thread] = []

    def start(thread: threading.Thread) -> None:
        real(thread)
        if type(thread) is threading.Thread:  # tqdm has one of a class of its own
            started.append(thread)
            raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", start)
    with pytest.raises(KeyboardInterrupt), waiting("a call", True):
        raise AssertionError("it has not begun")
    assert [thread.is_alive() for thread in started] == [False]


def fails_slowly() -> None:
    time.sleep(0.05)
    raise ds.DrystoneError("wrong")


def test_what_is_not_shown_is_passed_on() -> None:
    assert list(watched([1, 2, 3], "item", False)) == [1, 2, 3]


def wide_study(out: Path, quick: bool, progress: bool) -> StudyResult:
    """A study whose table has many columns and long texts."""
    row = {"name": "x" * 70, **{f"quantity_number_{i}_m_s2": 1.23456789e-10 * i for i in range(30)}}
    checks = [check_close("T1", "time (s)", 1.0, 1.0, 0.1)]
    return StudyResult("wide", {"numbers": pd.DataFrame([row] * 3)}, {}, checks)


COMMANDS = [
    *(["list", what] for what in ("formulations", "solvers", "studies", "structures")),
    ["compare", "column", "--steps", "1"],
    ["compare", "column", "--steps", "2", "--solvers", "interior-point,mosek,gauss-seidel", "--forms", "kinematic"],
    ["limit", "arch"],
    ["limit", "column", "--friction", "coulomb"],
    ["equilibrium", "arch"],
    ["equilibrium", "block"],
    ["run", "arch", "--duration", "0.01"],
    ["study", "wide", "--check"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_everything_that_is_printed_fits_120_columns(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("drystone.studies.get_study", lambda name: wide_study)
    assert main(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines
    for line in lines:
        assert len(line) <= WIDTH, line
        assert line == line.rstrip(), line


@pytest.mark.parametrize("command", [["compare", "column", "--steps", "1"], ["study", "wide"]], ids=" ".join)
def test_every_column_of_a_printed_table_has_a_title_of_its_own(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[pd.DataFrame] = []

    def kept(table: pd.DataFrame, keys: int = 1) -> str:
        shown.append(table)
        return ""

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("drystone.studies.get_study", lambda name: wide_study)
    for module in ("compare", "study"):
        monkeypatch.setattr(f"drystone.cli.{module}.show", kept)
    assert main(command) == 0
    assert shown
    for table in shown:
        assert table.columns.is_unique
        assert all(re.search(r"\w", name) and "(" not in name for name in table.columns)


def test_every_structure_is_a_scene_by_its_name() -> None:
    assert set(BUILT_IN) == set(STRUCTURES)
    made = {
        name
        for name, one in vars(ds.structures).items()
        if getattr(one, "__annotations__", {}).get("return") is ds.Assembly
    }
    needs = {"trimmed"}  # an assembly, to make another one from it
    assert {name.replace("_", "-") for name in made - needs} == set(STRUCTURES)


def test_arguments_of_a_structure_are_set_on_the_command_line(tmp_path: Path, capsys: Captured) -> None:
    out = ["--out", str(tmp_path)]
    assert main(["equilibrium", "dome", "--set", "rings=2", "--set", "sectors=5", *out]) == 0
    assert "dome: 11 blocks" in capsys.readouterr().out
    assert len(read_scene("column", {"count": 3}).assembly.movable) == 3
    assert main(["run", "column", "--set", "cuont=3", *out]) == 2
    assert "unknown key in [structure] 'cuont'" in capsys.readouterr().err
    path = tmp_path / "one.toml"
    path.write_text("[[block]]\nsize = [1, 1, 1]\n", encoding="utf-8")
    assert main(["limit", str(path), "--set", "count=3", *out]) == 2
    assert "count cannot be set: the scene has blocks, and no [structure] or [geometry]" in capsys.readouterr().err
    assert read_scene(path, {"friction": 0.3}).assembly.friction == 0.3


def test_the_list_of_structures_is_made_of_sentences(capsys: Captured) -> None:
    assert main(["list", "structures"]) == 0
    text = re.sub(r"\n {5,}", " ", capsys.readouterr().out)
    sentences = re.findall(r"^  what +(.*)$", text, re.MULTILINE)
    assert len(sentences) == len(STRUCTURES)
    for sentence in sentences:
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence[0] == "`"
        assert not sentence.startswith("Return")


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    command = f"{sys.executable} -m drystone list solvers | true"
    answer = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert answer.stderr == ""


NOUNS = (
    "blocks|contacts|steps|pairs|rows|iterations|states|vertices|faces|columns|entries|samples|runs|programs|problems"
    "|warnings|values|variables|points|pieces|joints|loads"
)


def test_counts_are_written_by_one_function() -> None:
    """Text such as f"{n} pairs" would say "1 pairs"; `drystone.summary.counted` knows better."""
    found = []
    for path in ROOT.glob("*/**/*.py"):
        if path.relative_to(ROOT).parts[0] in ("tests", "studies", "typings", "build", ".venv"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for value, text in pairwise(ast.iter_child_nodes(node) if isinstance(node, ast.JoinedStr) else ()):
                if isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant):
                    rate = value.format_spec is not None  # a mean such as 3.4 contacts a step
                    if not rate and re.match(rf" ({NOUNS})\b", str(text.value)):
                        found.append(f"{path.relative_to(ROOT)}:{text.lineno}{text.value!r}")
    assert found == []


def test_who_follows_a_run_hears_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown as a bar is not told; nothing is heard once nobody follows."""
    monkeypatch.setattr(drystone.progress, "TICK", 0.0)
    heard: list[tuple[int, int]] = []
    with followed(lambda done, of: heard.append((done, of))):
        assert list(watched("abc", "letter", shown=False)) == ["a", "b", "c"]
    assert heard == [(0, 3), (1, 3), (2, 3)]
    assert list(watched("abc", "letter", shown=False)) == ["a", "b", "c"]
    assert len(heard) == 3


def test_the_bar_of_a_sweep_says_how_far_its_runs_are(terminal: Captured, tmp_path: Path) -> None:
    """A task of eight steps of 0.4 s, which says every second how far it is."""
    task = tmp_path / "slow.py"
    task.write_text(
        "import time\nfrom drystone.progress import watched\n\n\ndef steps(x):\n"
        "    for _ in watched(range(8), 'step', False):\n        time.sleep(0.4)\n    return {'y': x}\n",
        encoding="utf-8",
    )
    table = ds.sweep(f"{task}:steps", [{"x": 1}], tmp_path / "runs.sqlite", workers=1, progress=True)
    assert table["y"].tolist() == [1]
    assert re.search(r"0/1 .*at (38|50|62|75|88) %", terminal.readouterr().err)
