"""`drystone domain` and `drystone fragility`: what they print, write and keep, and what they say of wrong arguments."""

import json
import re
import shutil
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.assessment.sweeps import read_store
from drystone.cli import main
from drystone.cli.answer import Answer
from drystone.cli.record_folder import record_tables
from drystone.files.scene_tables import read_motion

from ..assessment.made_here import runs_made_here  # noqa: F401 - of all tests here
from ..assessment.scenes_of_campaigns import CAPACITY, SCENE, record

G = 9.81
LEVELS = (0.15, 0.35, 0.45)
"""PGA (g): the first moves nothing."""
Captured = pytest.CaptureFixture[str]
DOMAIN = ["--half-periods", "0.2,0.4", "--amplitudes", "0.1,1", "--grid", "1,1", "--levels", "0", "--after", "2"]


@pytest.fixture
def scene(tmp_path: Path) -> str:
    path = tmp_path / "block.toml"
    path.write_text(SCENE, encoding="utf-8")
    return str(path)


@pytest.fixture(scope="module")
def domain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], str]:
    """The folder of a domain of eight pulses, the words that made it, and what was printed."""
    folder = tmp_path_factory.mktemp("domain")
    (folder / "block.toml").write_text(SCENE, encoding="utf-8")
    words = ["domain", str(folder / "block.toml"), *DOMAIN, "--workers", "1", "--out", str(folder / "out")]
    printed, told = printed_by(words)
    assert told == ""
    return folder / "out", words, printed


def printed_by(words: list[str]) -> tuple[str, str]:
    """What the command with these words, which must end well, prints and tells beside it."""
    printed, told = StringIO(), StringIO()
    with redirect_stdout(printed), redirect_stderr(told):
        assert main(words) == 0
    return printed.getvalue(), told.getvalue()


def test_domain_prints_the_boundary_and_writes_runs_and_figure(
    domain: tuple[Path, list[str], str], capsys: Captured
) -> None:
    out, words, printed = domain
    assert "FailureDomain of 8 pulses" in printed
    assert "# boundary, direction +1 (g)" in printed
    assert "# boundary, direction -1 (g)" in printed
    for name in ("runs.csv", "domain.png", "domain.html"):
        assert str(out / name) in printed
    assert sorted(path.name for path in out.iterdir()) == [
        "domain.html",
        "domain.png",
        "runs.csv",
        "runs.sqlite",
        "runs.sqlite.lock",
    ]
    assert main(["tables", str(out), "--json"]) == 0  # leaves the file of that name
    assert json.loads(capsys.readouterr().out)["files"] == [str(out / "tables" / "runs.csv")]
    table = pd.read_csv(out / "runs.csv")
    assert len(pd.read_csv(out / "tables" / "runs.csv", skiprows=[1])) == len(table)
    assert sorted(set(table["amplitude"])) == pytest.approx([0.1 * G, 1.0 * G])
    assert table["collapsed"].tolist() == (table["state"] == "collapsed").tolist()
    first = read_store(out / "runs.sqlite")
    assert len(first) == len(table) == 8
    assert main(words) == 0
    assert capsys.readouterr().out == printed
    pd.testing.assert_frame_equal(read_store(out / "runs.sqlite"), first)


def test_domain_has_one_unit_for_what_is_given_printed_and_drawn(
    domain: tuple[Path, list[str], str], tmp_path: Path, capsys: Captured
) -> None:
    """The same runs in m/s2 as in g: nothing is run again, and every number is g times as large."""
    told, out = {}, str(tmp_path / "out")
    store = str(shutil.copy(domain[0] / "runs.sqlite", tmp_path))
    for unit, size in (("g", 1.0), ("m/s2", G)):
        given = [f"{0.1 * size!r},{1.0 * size!r}" if one == "0.1,1" else one for one in DOMAIN]
        assert given != DOMAIN or unit == "g"
        words = ["domain", domain[1][1], *given, "--workers", "1", "--store", store, "--out", out]
        assert main([*words, "--accelerations", unit, "--json"]) == 0
        told[unit] = json.loads(capsys.readouterr().out)
    for unit, size in (("g", 1.0), ("m/s2", G)):
        found = told[unit]
        assert found["units"]["capacity"] == found["runs"]["units"]["amplitude"] == unit
        assert found["boundary"]["1"]["units"]["unsafe"] == unit
        for one, other in zip(found["runs"]["rows"], told["g"]["runs"]["rows"], strict=True):
            assert one["amplitude"] == pytest.approx(size * other["amplitude"], rel=1e-12)
        for direction, level in found["capacity"].items():
            assert level == pytest.approx(size * told["g"]["capacity"][direction], rel=1e-12)
    assert len(read_store(store)) == 8


@pytest.mark.slow
def test_domain_says_its_result_alone_where_it_is_told_to_and_takes_changes_of_the_scene(
    scene: str, tmp_path: Path, capsys: Captured
) -> None:
    """A block five times as wide bears what brings the other down; the store may be elsewhere."""
    store = tmp_path / "elsewhere.sqlite"
    words = ["domain", scene, *DOMAIN, "--set", "width=1.0", "--change", "run.dt=0.01", "--axis", "0,1,0"]
    words += ["--set", "depth=1.0", "--quiet", "--workers", "1", "--store", str(store), "--out", str(tmp_path / "out")]
    assert main(words) == 0
    quiet = capsys.readouterr().out
    assert quiet.startswith("FailureDomain of 8 pulses")
    assert "no collapse" in quiet
    assert "results" not in quiet
    assert not pd.read_csv(tmp_path / "out" / "runs.csv")["collapsed"].any()
    common = json.loads(read_store(store)["common"][0])
    assert (common["structure.width"], common["run.dt"]) == (1.0, 0.01)


@pytest.fixture(scope="module")
def fragility(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The folder of a fragility of three records, and the words that made it."""
    folder = tmp_path_factory.mktemp("fragility")
    (folder / "block.toml").write_text(SCENE, encoding="utf-8")
    records = folder / "records"
    records.mkdir()
    record(records, "a.csv", 0.2, lead=0.25)
    record(records, "b.csv", 0.3, lead=0.25)
    record(records, "c.csv", 0.1)  # too short to bring the block down
    (records / "LICENSE").write_text("Free to use.\n", encoding="utf-8")
    (records / ".hidden").write_text("none\n", encoding="utf-8")
    words = ["fragility", str(folder / "block.toml"), "--records", str(records), "--pattern", "*.csv"]
    words += ["--units", "m/s2", "--intensities", ",".join(map(str, LEVELS)), "--bootstrap", "20", "--workers", "1"]
    return folder, [*words, "--out", str(folder / "out")]


@pytest.fixture(scope="module")
def written(fragility: tuple[Path, list[str]]) -> str:
    """What it printed as it was made."""
    return printed_by(fragility[1])[0]


def test_fragility_prints_stripes_and_writes_tables_figure_and_nrml(
    fragility: tuple[Path, list[str]], written: str, capsys: Captured
) -> None:
    (folder, words), printed = fragility, written
    out = folder / "out"
    assert "# stripes, pga (g)" in printed
    for name in ("runs.csv", "stripes.csv", "fragility.csv", "fragility.png", "fragility.html", "fragility.xml"):
        assert str(out / name) in printed
        assert (out / name).stat().st_size > 0
    stripes = pd.read_csv(out / "stripes.csv", index_col="record")
    assert stripes.index.tolist() == ["a.csv", "b.csv", "c.csv"]
    assert [float(one) for one in stripes.columns] == pytest.approx([G * one for one in LEVELS])
    fitted = ds.fit_fragility(records=stripes.rename(columns=float), bootstrap=0)
    assert f"{fitted.median / G:.4g} g" in printed
    nrml = ElementTree.parse(out / "fragility.xml").getroot()
    mean = next(float(one.attrib["mean"]) for one in nrml.iter() if "mean" in one.attrib)
    assert mean == pytest.approx(fitted.median / G * np.exp(fitted.dispersion**2 / 2), rel=1e-6)  # in g
    store = read_store(out / "runs.sqlite")
    assert len(store) == 3 * 2  # 0.15 g is below 0.8 of the capacity
    assert main([*words, "--quiet"]) == 0
    quiet = capsys.readouterr().out
    assert quiet.startswith("Fragility")
    assert f"{fitted.median / G:.4g} g" in quiet
    given = ",".join(map(str, LEVELS))
    in_si = [",".join(repr(G * one) for one in LEVELS) if word == given else word for word in words]
    assert in_si != words
    assert main([*in_si, "--accelerations", "m/s2"]) == 0
    told = capsys.readouterr().out
    assert f"{fitted.median:.4g} m/s2" in told
    assert "# stripes, pga (m/s2)" in told
    assert "# stripes" not in quiet
    pd.testing.assert_frame_equal(read_store(out / "runs.sqlite"), store)


def test_fragility_writes_into_a_folder_of_any_name_and_tells_its_result_whatever_becomes_of_the_files(
    fragility: tuple[Path, list[str]], written: str, tmp_path: Path, capsys: Captured
) -> None:
    folder, words = fragility
    out = tmp_path / "casa château"
    out.mkdir()
    shutil.copy(folder / "out" / "runs.sqlite", out)
    words = [*words[:-1], str(out)]
    assert main(words) == 0
    assert "\nFragility of pga" in capsys.readouterr().out
    function = ElementTree.parse(out / "fragility.xml").getroot().find(".//{*}fragilityFunction")
    assert function is not None
    assert function.attrib["id"] == "casa-chateau"
    (out / "fragility.csv").unlink()
    (out / "fragility.csv").mkdir()
    assert main(words) == 2
    told = capsys.readouterr()
    assert "\nFragility of pga" in told.out
    assert "fragility.csv" in told.err


def test_vertical_components_of_a_folder_are_left_out_with_a_word(tmp_path: Path, capsys: Captured) -> None:
    """A folder of K-NET has .EW, .NS and .UD of every station."""
    for name in ("east", "up"):
        text = f"time (s), {name} (m/s2)\n0.0, 0.0\n0.1, 0.5\n0.2, 0.0\n"
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    assert list(record_tables(tmp_path, "*", None, [1.0, 0.0, 0.0], Answer())[0]) == ["east.csv"]
    assert capsys.readouterr().out.split() == ["left", "out", "up.csv,", "vertical"]
    (tmp_path / "east.csv").unlink()
    with pytest.raises(ds.DrystoneError, match=r"has vertical components alone: up\.csv"):
        record_tables(tmp_path, "*", None, [1.0, 0.0, 0.0], Answer(quiet=True))


KNET = """Origin Time       2011/03/11 14:46:00
Lat.              38.103
Long.             142.860
Depth. (km)       024
Mag.              9.0
Station Code      MYG004
Station Lat.      38.7292
Station Long.     141.0217
Station Height(m) 0040
Record Time       2011/03/11 14:46:36
Sampling Freq(Hz) 100Hz
Duration Time(s)  1
Dir.              {}
Scale Factor      3920(gal)/6182761
Max. Acc. (gal)   {:.3f}
Last Correction   2011/03/11 14:46:21
Memo.
{}
"""


def knet(folder: Path, name: str, direction: str, size: float) -> None:
    """One second of a sine in K-NET's format, its peak in gal."""
    counts = np.round(size * np.sin(0.2 * np.arange(100)) * 6182761 / 3920).astype(int)
    peak = float(np.abs(counts - counts.mean()).max()) * 3920 / 6182761
    rows = "\n".join("".join(f"{one:9d}" for one in counts[i : i + 8]) for i in range(0, 100, 8))
    (folder / name).write_text(KNET.format(direction, peak, rows), encoding="utf-8")


@pytest.mark.slow
def test_components_of_a_folder_of_knet_are_paired(tmp_path: Path, capsys: Captured) -> None:
    """East goes along x, north along y, verticals and what is alone are left out with a word."""
    for name, direction, size in (
        ("a.EW", "E-W", 200.0),
        ("a.NS", "N-S", 100.0),
        ("a.UD", "U-D", 50.0),
        ("b.NS", "N-S", 90.0),
    ):
        knet(tmp_path, name, direction, size)
    tables, pairs = record_tables(tmp_path, "*", None, [1.0, 0.0, 0.0], Answer())
    told = capsys.readouterr().out
    assert (list(tables), pairs) == (["a"], True)
    for part in ("a.UD, vertical", "a: east along x, north along y", "b.NS, without the other component"):
        assert part in told
    np.savetxt(tmp_path / "c.csv", np.stack([0.01 * np.arange(100), np.ones(100)], axis=1), delimiter=",")
    tables, _ = record_tables(tmp_path, "*", None, [1.0, 0.0, 0.0], Answer())
    told = " ".join(capsys.readouterr().out.split())
    assert list(tables) == ["a"]
    assert "c.csv: no .EW and .NS of one name; --single takes these too, each alone" in told
    (tmp_path / "c.csv").unlink()
    motion = read_motion({"motion": tables["a"]}, tmp_path)
    assert motion is not None
    peaks = motion.intensity().set_index("direction")["pga"]
    assert peaks["x"] / peaks["y"] == pytest.approx(2.0, rel=1e-3)
    single, pairs = record_tables(tmp_path, "*", None, [0.0, 1.0, 0.0], Answer(quiet=True), single=True)
    assert (list(single), pairs) == (["a.EW", "a.NS", "b.NS"], False)
    assert all(one["direction"] == [0.0, 1.0, 0.0] for one in single.values())
    words = ["fragility", "block", "--set", "width=0.2", "--set", "height=1.0", "--set", "tilt=0", "--records"]
    words += [str(tmp_path), "--intensities", "0.1,1.5", "--change", "run.dt=0.01", "--bootstrap", "0"]
    assert main([*words, "--workers", "1", "--out", str(tmp_path / "out")]) == 0
    runs = pd.read_csv(tmp_path / "out" / "runs.csv")
    assert runs["record"].tolist() == ["a", "a"]
    assert runs["state"].isna().tolist() == [True, False]  # below what moves it: not run


def test_fragility_without_an_estimate_says_why_and_runs_whole_records_where_it_is_told_to(
    fragility: tuple[Path, list[str]], tmp_path: Path, capsys: Captured
) -> None:
    _, words = fragility
    given = dict(zip(words[2::2], words[3::2], strict=True))
    given |= {"--intensities": "0.05", "--measure": "pgv", "--out": str(tmp_path), "--pattern": "a*"}
    more = [word for pair in given.items() for word in pair]
    assert main(["fragility", words[1], *more, "--whole"]) == 0
    printed = capsys.readouterr().out
    assert "needs runs at two intensities or more" in printed
    assert "# stripes, pgv (m/s)" in printed
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "runs.csv", "runs.sqlite", "runs.sqlite.lock", "stripes.csv",
    ]  # fmt: skip
    table = pd.read_csv(tmp_path / "runs.csv")
    assert table["state"].tolist() == ["stood"]  # it was run, though below the capacity
    assert table["intensity"].tolist() == [0.05]  # m/s, not g
    assert main(["fragility", words[1], *more, "--whole", "--after", "0.1"]) == 0
    assert ": 1 run of 1; the first: blocks have not been at rest" in capsys.readouterr().err
    durations = [json.loads(one)["run.duration"] for one in read_store(tmp_path / "runs.sqlite")["parameters"]]
    assert durations[0] - durations[1] == pytest.approx(7.9)


def test_why_there_is_no_fragility_is_said_in_the_unit_that_is_given(
    fragility: tuple[Path, list[str]], tmp_path: Path, capsys: Captured
) -> None:
    """In words and as JSON; what is below the capacity needs no runs."""
    _, words = fragility
    given = dict(zip(words[2::2], words[3::2], strict=True)) | {"--out": str(tmp_path)}
    for unit, levels in (("g", "0.05,0.1"), ("m/s2", "0.5,1")):
        options = given | {"--intensities": levels, "--accelerations": unit}
        more = [words[1], *(word for pair in options.items() for word in pair)]
        said = f"no run collapsed up to the intensity {levels.split(',')[1]} {unit}: "
        assert main(["fragility", *more]) == 0
        assert said in capsys.readouterr().out
        assert main(["fragility", *more, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["reason"].startswith(said)


def test_a_file_that_is_no_record_is_named_with_what_to_do(fragility: tuple[Path, list[str]], capsys: Captured) -> None:
    folder, words = fragility
    at = words.index("--pattern")
    assert main([*words[:at], *words[at + 2 :]]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    for part in ("LICENSE", str(folder / "records"), "leave it out with --pattern '*.AT2'"):
        assert part in told


WRONG: dict[str, tuple[list[str], str]] = {
    "both sources": (["--records", "records", "--fema", "far-field"], "give either --records DIR or --fema SET"),
    "no source": ([], "give either --records DIR or --fema SET"),
    "no folder": (["--records", "nowhere"], "must be a folder"),
    "an empty folder": (["--records", "empty"], "of no files in the folder .* no name is like"),
    "no such names": (["--records", "records", "--pattern", "*.AT2"], r"of 1 file in the folder .* like '\*\.AT2'"),
    "a set": (["--fema", "midfield"], "unknown set of FEMA P695 'midfield'"),
    "levels": (["--records", "records", "--intensities", "much"], "--intensities is 'much'; it must be numbers"),
    "an axis": (["--records", "records", "--axis", "1,0"], "--axis is '1,0'; it must be 3 numbers"),
    "no axis": (["--records", "records", "--axis", "0,0,0"], "zero vector"),
    "a measure": (["--records", "records", "--measure", "pgx"], "unknown measure 'pgx'"),
    "units": (["--records", "records", "--units", "furlong"], "furlong"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_arguments_of_fragility_are_one_line(
    case: str, scene: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "records").mkdir()
    (tmp_path / "empty").mkdir()
    record(tmp_path / "records", "a.csv", 0.2)
    words, told = WRONG[case]
    units = [] if "--units" in words else ["--units", "m/s2"]
    wrong(["fragility", scene, *words, *units], told, capsys)
    assert not list(tmp_path.glob("**/*.sqlite"))


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--grid", "8"], "--grid is '8'; it must be 2 numbers"),
        (["--grid", "2.5,8"], "grid, half-periods must be a whole number from 1 to 1000; got 2.5"),
        (["--grid", "nan,8"], "grid"),
        (["--half-periods", "0.5,0.1"], "--half-periods .* lower and the upper end"),
        (["--amplitudes", "-1,1"], "amplitudes"),
        (["--levels", "-1"], "levels"),
        (["--most-runs", "3"], "the grid alone needs 162 runs, and most_runs is 3"),
        (["--after", "-1"], "after"),
        (["--axis", "up"], "--axis is 'up'"),
        (["--set", "with=1"], "unknown"),
        (["--change", "run.dt"], "KEY=VALUE"),
    ],
)
def test_wrong_arguments_of_domain_are_one_line(
    words: list[str], told: str, scene: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.chdir(tmp_path)
    wrong(["domain", scene, *words], told, capsys)
    assert not list(tmp_path.glob("**/*.sqlite"))


def wrong(words: list[Any], told: str, capsys: Captured) -> None:
    assert main(words) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert re.search(told, printed.err)


def test_the_records_of_the_tests_move_the_block() -> None:
    assert LEVELS[0] * G < 0.8 * CAPACITY
    assert LEVELS[1] * G > CAPACITY
