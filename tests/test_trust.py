"""What docs/security.md promises: files of strangers run nothing, write nowhere else, and give nothing away."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import drystone as ds
from drystone.assessment.sweeps import read_plan
from drystone.checks import plain_name
from drystone.cli import main
from drystone.cli import user_parts as command_parts
from drystone.files import read_scene, save
from drystone.ground_motion import read_records
from drystone.structures import column

from .registries import registries_restored

Captured = pytest.CaptureFixture[str]

PARTS = "from pathlib import Path\nPath(r'{}').touch()\n"
TASK = PARTS + "def task(a):\n    return {{'double': 2 * a}}\n"


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """What a program of the folder touches when it is run."""
    path = tmp_path / "mark"
    (tmp_path / "evil.py").write_text(TASK.format(path), encoding="utf-8")
    return path


def written(folder: Path, text: str, name: str = "plan.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


IMPORTING = 'import = ["evil.py"]\nscene = "column"\n[grid]\nrun.dt = [0.1]\n'
PLANS = {
    "a function of Python's library": 'task = "os:system"\n[grid]\ncommand = ["touch {}"]\n',
    "a function of a file": 'task = "evil.py:task"\n[grid]\na = [1]\n',
    "what is imported": IMPORTING,
    "a function of drystone that imports": 'task = "drystone.user_code:imported"\n[grid]\nsource = ["evil.py"]\n',
    "drystone's own task with parts": (
        'task = "drystone.assessment.sweeps:simulate_case"\n[set]\nscene = "column"\nparts = ["evil.py"]\n'
        "[grid]\nrun.dt = [0.1]\n"
    ),
    "parts as a value of the scene": (
        'scene = "column"\n[set]\nparts = ["evil.py"]\n[grid]\nrun.dt = [0.1]\n'
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", PLANS)
def test_a_sweep_file_alone_runs_no_program(
    kind: str, mark: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = written(tmp_path, PLANS[kind].format(mark))
    with pytest.raises(ds.DrystoneError, match=r"plan\.toml"):
        read_plan(plan)
    assert main(["sweep", str(plan), "--workers", "1"]) == 2
    assert capsys.readouterr().err.startswith("drystone: error: ")
    assert not mark.exists()
    assert not (tmp_path / "runs").exists()


def test_the_error_says_what_to_type_and_that_works(
    mark: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """Also in a folder whose name a shell would part."""
    folder = tmp_path / "my runs"
    folder.mkdir()
    (tmp_path / "evil.py").rename(folder / "evil.py")
    monkeypatch.chdir(folder)
    command = [sys.executable, "-m", "drystone"]
    for text, option in (
        (PLANS["a function of a file"], "--allow-task"),
        (IMPORTING.replace("0.1", "0.5"), "--import"),
    ):
        plan = written(folder, text)
        assert main(["sweep", str(plan)]) == 2
        (typed,) = re.findall(r"name it too: drystone (.*), or read_plan", capsys.readouterr().err)
        assert option in typed
        shell = f"{' '.join(command)} {typed} --workers 1"
        answer = subprocess.run(["/bin/sh", "-c", shell], capture_output=True, text=True, check=False)
        assert answer.returncode == 0, answer.stderr
        assert re.search(r"1 run: 1 done", answer.stdout)
        assert mark.exists()
        mark.unlink()


def test_the_example_of_the_document_works_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    text = (Path(ds.__file__).parent / "docs" / "sweeps.md").read_text(encoding="utf-8")
    (file,) = re.findall(r"^```toml\n(# halves\.toml.*?)^```", text, re.MULTILINE | re.DOTALL)
    (program,) = re.findall(r"with (def .*) in my_study.py", file)
    (words,) = re.findall(r"^drystone (sweep halves\.toml .*?) +#", text, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    written(tmp_path, file, "halves.toml")
    written(tmp_path, program + "\n", "my_study.py")
    assert main([*words.split(), "--workers", "1"]) == 0
    assert re.search(r"3 runs: 3 done", capsys.readouterr().out)


def test_what_is_trusted_is_trusted_by_its_file_and_no_other(
    mark: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").mkdir()
    other = written(tmp_path / "other", PLANS["a function of a file"])
    mine = written(tmp_path, PLANS["a function of a file"])
    with pytest.raises(ds.DrystoneError, match="is a program"):
        read_plan(other, trusted=["evil.py:task"])
    assert read_plan(mine, trusted=["evil.py:task"]).task == f"{tmp_path.resolve() / 'evil.py'}:task"
    assert not mark.exists(), "a task is loaded when it is run"
    importing = written(tmp_path, IMPORTING)
    with registries_restored():
        assert read_plan(importing, trusted=["evil.py"]).common["parts"] == [str(tmp_path.resolve() / "evil.py")]
    assert mark.exists()
    with pytest.raises(ds.DrystoneError, match=r"trusted .* must be a list of names"):
        read_plan(mine, trusted="evil.py:task")


def test_a_module_is_not_imported_from_the_current_folder(tmp_path: Path, mark: Path) -> None:
    """Its file is, which is named with its end."""
    words = [sys.executable, "-m", "drystone", "--import", "evil", "list", "solvers"]
    answer = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert answer.returncode == 2
    assert "drystone: error: --import evil: " in answer.stderr
    assert "evil.py" in answer.stderr
    assert not mark.exists()


@pytest.mark.parametrize("name", [".numba_config.yaml"])
def test_settings_of_the_compiler_are_not_taken_from_the_current_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    """They tell where compiled code is read from."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path, f"cache_dir: {tmp_path}", name)
    assert main(["run", "column", "--duration", "0.01"]) == 2
    assert name in capsys.readouterr().err


# Names

WRONG = [
    "../escaped", "/escaped", "a/b", "..", ".", "C:\\escaped", "a\\b", "c:", "a\nb", "a\x1b[2Jb", "a\u202eb", "a\0b",
    "", " a", "a ", "a.", "...", "nul", "COM1", "lpt9.txt", "Aux .x", "a*b", "a?b", "x" * 201,
    "石" * 67, 5, None, ["a"],
]  # fmt: skip
RIGHT = ["two stones", "Mur d'essai (1)", "αψίδα", "a.b", ".hidden", "console", "com10", "-rf", "x" * 200, "石" * 66]


@pytest.mark.parametrize("name", WRONG)
def test_names_of_scenes_are_names(name: Any) -> None:
    with pytest.raises(ds.DrystoneError, match="name of the scene"):
        read_scene({"name": name, "structure": {"kind": "column", "count": 1}})
    with pytest.raises(ds.DrystoneError, match="name must"):
        plain_name(name, "name")


@pytest.mark.parametrize("name", RIGHT)
def test_other_names_are_kept_as_they_are(name: str) -> None:
    assert read_scene({"name": name, "structure": {"kind": "column", "count": 1}}).name == name


@pytest.mark.parametrize("command", ["run", "limit", "equilibrium"])
def test_results_go_nowhere_but_under_the_folder(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    here = tmp_path / "here"
    (here / "runs").mkdir(parents=True)
    monkeypatch.chdir(here)
    text = '{}structure = {{ kind = "column", count = 1 }}\nrun = {{ duration = 0.01, dt = 0.01 }}\n'
    for name in ("../../escaped", str(tmp_path / "escaped")):
        scene = written(here, text.format(f"name = '{name}'\n"), "scene.toml")
        assert main([command, str(scene), "--quiet"]) == 2
        assert "must be a plain name" in capsys.readouterr().err
    nameless = written(here, text.format(""), "...toml")  # whose name without its end is ".."
    assert main([command, str(nameless), "--quiet"]) == 2
    assert "Give the file another, or the scene one" in capsys.readouterr().err
    assert main(["sweep", str(written(here, IMPORTING, "...toml"))]) == 2
    assert "name of the sweep file" in capsys.readouterr().err
    assert main(["domain", str(nameless), "--quiet"]) == 2
    assert "name of the scene's file" in capsys.readouterr().err
    there = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*")}
    assert there == {"here", "here/runs", "here/scene.toml", "here/...toml"}


def test_names_of_blocks_leave_terminals_alone() -> None:
    for name in ("a\x1b]0;title\x07", "a\nb", "a\u202eb"):
        with pytest.raises(ds.DrystoneError, match="a block's name must be printable"):
            ds.Block.box((1, 1, 1), (0, 0, 0), name=name)
    assert ds.Block.box((1, 1, 1), (0, 0, 0), name="left/ground: 3").name == "left/ground: 3"


def test_what_is_told_of_a_stranger_s_result_leaves_terminals_alone(tmp_path: Path, capsys: Captured) -> None:
    """Control characters are spelled out, dollar signs are no formulas."""
    about = {"scene": "a\x1b[2J $\\frac{$", "warnings": ["b\x1b]0;title\x07"], "settlements": {"c\x1b[2J": [0.0, 1.0]}}
    path = tmp_path / "result.h5"
    run = ds.simulate(column(1), 0.01, 0.01)
    run.steps["solver"] = "d\x1b[2J"
    save(run, path, about)
    assert main(["show", str(path), "--out", str(tmp_path / "pictures")]) == 0
    shown = capsys.readouterr().out
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
    for name in "abcd":
        assert f"{name}\\x1b" in shown
    assert len(list((tmp_path / "pictures").iterdir())) == 3
    save(replace(run, names=("ground", "e\x1b[2J"), assembly=None), path)
    with pytest.raises(ds.DrystoneError, match="a block's name must be printable"):
        ds.open(path)


# What errors tell of files that a scene points to

SECRET = "hunter2-S3cr3t"
SECRETS = {
    "accounts": f"root:x:0:0:{SECRET}:/root:/bin/bash\nuser:x:1:1::/:/bin/sh\n",
    "a password": f"{SECRET}\n",
    "words": f"user {SECRET}\nother words\n",
    "numbers first": f"0 1\n1 {SECRET}\n",
    "a row too long": f"0 1\n1 2 {SECRET}\n",
    "a header": f"time {SECRET} x y\n0 1\n1 2\n",
    "a unit": f"time (s), a ({SECRET})\n0 1\n1 2\n",
    "a unit of time": f"time ({SECRET}), a (g)\n0 1\n1 2\n",
    "nan and more": f"{SECRET} nan\n0 1\n1 2\n",
    "a comment": f"# {SECRET} a (g)\nx\n",
    "an old header": f"{SECRET} is the title\na\nb IN UNITS OF {SECRET}\n2 {SECRET} NPTS, DT\n1 2\n",
    "velocities": f"PEER STRONG MOTION\na\n{SECRET.replace('-', '')} IN UNITS OF G\n2 0.1 NPTS, DT\n1 2\n",
    "after the samples": f"PEER STRONG MOTION\na\nACC IN UNITS OF G\n2 0.1 NPTS, DT\n1 2\n{SECRET}\n",
    "a key": f"EVENT_NAME: x\nSAMPLING_INTERVAL_S: 1\nNDATA: 2\nUNITS: g\nSTREAM: x\nDATA_TYPE: {SECRET}\n1\n2\n",
    "a line of another kind": f"CORRECTED ACCELEROGRAM\n*\n{SECRET}\n" * 20,
}


@pytest.mark.parametrize("kind", SECRETS)
def test_the_error_of_a_record_quotes_nothing_that_is_none(kind: str, tmp_path: Path) -> None:
    path = written(tmp_path, SECRETS[kind], "file.txt")
    with pytest.raises(ds.DrystoneError, match=r"file\.txt', line \d+: ") as refused:
        read_records(path)
    error: BaseException | None = refused.value
    while error is not None:  # tracebacks show the causes, too
        assert SECRET not in str(error)
        assert "hunter2" not in str(error).lower()
        error = error.__cause__


def test_the_error_of_a_record_shows_what_was_meant_as_a_number(tmp_path: Path) -> None:
    for word in ("1.2.3", "********", "nan", "-inf", "1E5E"):
        with pytest.raises(ds.DrystoneError, match=rf"line 2: .* got '{re.escape(word)}'"):
            read_records(written(tmp_path, f"0 1\n1 {word}\n2 3\n", "file.txt"))


@pytest.fixture(autouse=True)
def no_parts() -> Any:
    before = list(command_parts.IMPORTED)
    yield
    command_parts.IMPORTED[:] = before


RECORD = "\n".join(f"{0.01 * i:.2f} {i % 3 - 1}" for i in range(50))
COLUMN = '[structure]\nkind = "column"\ncount = 2\n'
MOVED = COLUMN + '[motion]\nkind = "record"\nunits = "m/s2"\nfile = {}\ndirection = [1, 0, 0]\n'
MODELLED = '[geometry]\nfile = {}\nsupports = "ground"\n'
TENT = "o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"


@pytest.mark.parametrize(
    ("text", "name", "content"), [(MOVED, "a.txt", RECORD), (MODELLED, "a.obj", TENT)], ids=["record", "model"]
)
def test_a_scene_reads_nothing_outside_its_folder(
    text: str, name: str, content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By no way of writing the path, nor by a link, unless it is told to."""
    (home := tmp_path / "home").mkdir()
    (home / "below").mkdir()
    for folder in (tmp_path, home, home / "below"):
        written(folder, content, name)
    (home / f"link-{name}").symlink_to(tmp_path / name)
    for inside in (name, f"below/{name}", f"below/../{name}", str(home / name)):
        ds.read_scene(written(home, text.format(repr(inside))))
    for beyond in (f"../{name}", str(tmp_path / name), f"below/../../{name}", f"link-{name}"):
        path = written(home, text.format(repr(beyond)))
        with pytest.raises(ds.DrystoneError, match=r"outside the scene's own folder\. Put it there, or allow it"):
            ds.read_scene(path)
        assert main(["limit", str(path), "--out", str(tmp_path / "out")]) == 2
        ds.read_scene(path, outside=True)
        with monkeypatch.context() as told:
            told.setenv("DRYSTONE_OUTSIDE", "1")
            ds.read_scene(path)
    key = "motion" if text is MOVED else "geometry"
    path = written(home, text.format(repr(name)))
    ds.read_scene(path, changes={f"{key}.file": str(tmp_path / name)})  # what the caller names is the caller's


def test_a_scene_runs_no_code(tmp_path: Path, mark: Path) -> None:
    """What a scene file says is never imported or called but as a part that drystone knows by its name."""
    for key in ("evil", "evil.py", "evil:task", "os:system", "drystone.user_code:imported"):
        for text in (
            f'[structure]\nkind = "{key}"\n',
            f'[[block]]\nkind = "{key}"\n',
            f'import = ["{key}"]\n[structure]\nkind = "column"\ncount = 2\n',
            f'[structure]\nkind = "column"\ncount = 2\n[motion]\nkind = "{key}"\n',
            f'[structure]\nkind = "column"\ncount = 2\n[[load]]\nkind = "{key}"\n',
            f'[structure]\nkind = "column"\ncount = 2\n[[joint]]\nkind = "{key}"\n',
            f'[structure]\nkind = "column"\ncount = 2\n[run]\nsolver = "{key}"\n',
        ):
            path = str(written(tmp_path, text))
            assert main(["run", path, "--duration", "0.001", "--quiet", "--out", str(tmp_path / "out")]) == 2
    assert not mark.exists()
