"""What a page holds, decoded from its text, against the run: poses, forces, thrust lines, plots, measures."""

import json
import re
import shutil
import subprocess
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import unescape
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

import drystone as ds
from drystone.cli import main
from drystone.page import Page, history, page_of
from drystone.page.deformed import Bending, magnification
from drystone.page.encoding import encoded
from drystone.page.history import run_content
from drystone.page.measures import stress_measures
from drystone.page.packing import packed, unpacked
from drystone.page.poses import LEVELS
from drystone.page.shapes import Shapes
from drystone.structures import arch, church, column, wall

from .runs import HOSTILE, data_of, falling, hostile_run, sagging, shaken_arch, tied_run

ROOT = Path(ds.__file__).parent
SINGLE = 1e-6  # relative, numbers of 32 bits
MEGABYTE = 1e6
SETTLED = 1e-6  # metres: what stones at rest move in two steps

Data = tuple[dict[str, Any], dict[str, NDArray[Any]]]


@pytest.fixture(scope="module")
def run() -> ds.Trajectory:
    return shaken_arch()


@pytest.fixture(scope="module")
def page(run: ds.Trajectory) -> Page:
    return page_of(run, "Arch")


@pytest.fixture(scope="module")
def data(page: Page) -> Data:
    return data_of(page)


def pose(arrays: dict[str, NDArray[Any]], block: int, time: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Displacement (3,) and rotation (3, 3) of a block, interpolated between its keyframes."""
    first, last = arrays["keyStart"][block], arrays["keyStart"][block + 1]
    whole = arrays["keyValues"][first:last].astype(float)
    values = arrays["keyLow"][block] + arrays["keyExtent"][block] * whole / LEVELS
    times = arrays["time"][arrays["keyFrame"][first:last]]
    found = np.array([np.interp(time, times, values[:, c]) for c in range(7)])
    return found[:3], Rotation.from_quat(found[3:]).as_matrix()


def worst_corner(run: ds.Trajectory, decoded: Data) -> float:
    """Largest distance (m) of a corner in the page from where the run has it, seen from the ground."""
    arrays, worst = decoded[1], 0.0
    for block in range(len(run.names)):
        corners = arrays["vertices"][arrays["owner"] == block]
        for state, time in enumerate(run.time):
            moved, turn = pose(arrays, block, time)
            page_has = arrays["centroid"][block] + moved + corners @ turn.T
            run_has = run.position[state, block] - run.ground[state] + corners @ run.rotation[state, block].T
            worst = max(worst, float(np.abs(page_has - run_has).max()))
    return worst


def quantisation(decoded: Data) -> float:
    """Largest rounding of a corner that 16 bits of each component allow (m)."""
    arrays = decoded[1]
    extent = arrays["keyExtent"] / (2 * LEVELS)
    place = np.linalg.norm(extent[:, :3], axis=1)
    return float((place + 2 * arrays["reach"] * np.linalg.norm(extent[:, 3:], axis=1)).max())


def test_corners_are_where_the_run_has_them(run: ds.Trajectory, data: Data) -> None:
    """To the tolerance that the page tells, and the rounding of 16 bits."""
    assert np.abs(run.position - run.position[0]).max() > 0.2
    size = float(np.abs(data[1]["centroid"]).max())
    assert worst_corner(run, data) < data[0]["tolerance"] + quantisation(data) + SINGLE * size
    assert quantisation(data) < np.abs(run.position - run.position[0]).max() / LEVELS * 2


def test_blocks_at_rest_have_few_keyframes(run: ds.Trajectory, data: Data) -> None:
    assert run.assembly is not None
    keys = np.diff(data[1]["keyStart"])
    assert np.array_equal(keys[run.assembly.fixed], np.ones(int(run.assembly.fixed.sum())))
    assert keys[~run.assembly.fixed].min() > 5
    standing = data_of(page_of(ds.simulate(column(3), 0.2, 0.01)))[1]
    assert np.diff(standing["keyStart"]).max() <= 2


def test_keyframes_are_left_out_only_within_the_tolerance() -> None:
    """A block that goes straight, stops, and goes on: its corners in time, and no state more than it takes."""
    run = falling(column(1), 60)
    position = run.position.copy()
    position[:, 1] = run.assembly.centroid[1] + np.clip(run.time - 2.0, 0.0, 1.0)[:, None] * [0.5, 0.0, 0.0]  # type: ignore[union-attr]
    turned = np.broadcast_to(np.eye(3), run.rotation.shape).copy()
    straight = replace(run, position=position, rotation=turned)
    decoded = data_of(page_of(straight))
    assert worst_corner(straight, decoded) < decoded[0]["tolerance"] + quantisation(decoded) + SINGLE
    assert 4 <= np.diff(decoded[1]["keyStart"])[1] <= 8


def test_a_block_that_turns_in_place_keeps_its_corners() -> None:
    """Ever faster, then slower, about its centroid: displacements alone would need no keyframe."""
    run = falling(column(1), 60)
    assert run.assembly is not None
    rotation = np.broadcast_to(np.eye(3), run.rotation.shape).copy()
    rotation[:, 1] = Rotation.from_rotvec(np.outer(0.3 * np.sin(run.time), [0.0, 1.0, 0.0])).as_matrix()
    turning = replace(run, position=np.broadcast_to(run.assembly.centroid, run.position.shape), rotation=rotation)
    decoded = data_of(page_of(turning))
    assert worst_corner(turning, decoded) < decoded[0]["tolerance"] + quantisation(decoded) + SINGLE


def test_turns_of_any_size_are_followed() -> None:
    run = falling(column(2), 40, turn=0.4)
    assert np.trace(run.rotation[:, 1], axis1=1, axis2=2).min() < 2.0
    decoded = data_of(page_of(run))
    assert worst_corner(run, decoded) < decoded[0]["tolerance"] + quantisation(decoded) + 3e-6
    for state in range(39):
        ends = Rotation.from_matrix(run.rotation[state : state + 2, 1])
        half = ends[0] * Rotation.from_rotvec(0.5 * (ends[0].inv() * ends[1]).as_rotvec())
        between = pose(decoded[1], 1, 0.5 * float(run.time[state] + run.time[state + 1]))[1]
        assert np.allclose(between, half.as_matrix(), atol=2e-4), state


def test_a_long_run_is_shown_in_states_evenly_spread(
    run: ds.Trajectory, data: Data, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST_STATES", 9)
    header, arrays = data_of(page_of(run))
    shown = [int(np.flatnonzero(run.time == time)[0]) for time in arrays["time"]]
    assert shown == [0, 3, 6, 9, 12, 15, 18, 21, 25]
    assert any("of 26 recorded states 9 are shown" in note.lower() for note in header["notes"])
    moved, turn = pose(arrays, 4, float(run.time[12]))
    assert np.allclose(moved, (run.position[12] - run.position[0])[4] - run.ground[12], atol=2e-4)
    assert np.allclose(turn, run.rotation[12, 4], atol=2e-4)
    assert np.allclose(arrays["plot0"][0], data[1]["plot0"][0][shown])
    meant = run.time[data[1]["forceState"]]
    assert np.abs(arrays["time"][arrays["forceState"]] - meant).max() <= np.diff(arrays["time"]).max()


def test_forces_are_those_of_the_joints(run: ds.Trajectory, data: Data) -> None:
    header, arrays = data
    told = header["forces"]
    number: dict[Any, int] = {name: i for i, name in enumerate(run.names)}
    for i, state in enumerate(arrays["forceState"].tolist()):
        joints = run.in_ground_frame().joints(state - 1)
        rows = slice(int(arrays["forceStart"][i]), int(arrays["forceStart"][i + 1]))
        force = arrays["force"][rows].view(np.int16) * told["largest"] / 32767
        point = told["low"] + arrays["forcePoint"][rows] * np.array(told["extent"]) / LEVELS
        known: dict[Any, Any] = {(number[row.block_a], number[row.block_b]): row for row in joints.itertuples()}
        assert len(force) > 0
        for pair, f, p in zip(arrays["forceBlocks"][rows].tolist(), force, point, strict=True):
            row = known[tuple(pair)]
            assert np.allclose(f, [row.force_x, row.force_y, row.force_z], atol=told["largest"] / 32767)
            if np.isfinite(row.centre_x):
                seen = np.array([row.centre_x, row.centre_y, row.centre_z])
                assert np.allclose(p, seen, atol=float(np.max(told["extent"])) / LEVELS)
    assert len(arrays["forceState"]) > 3


def test_thrust_lines_are_those_of_the_run(run: ds.Trajectory, data: Data) -> None:
    header, arrays = data
    first = 0
    for state, count in zip(arrays["forceState"].tolist(), header["forces"]["lines"], strict=True):
        line = ds.thrust_line(run.in_ground_frame().contacts(state - 1), run.assembly).points
        assert np.allclose(arrays["thrust"][first : first + count], line, atol=1e-5, equal_nan=True)
        behind = [run.names[block] for block in arrays["thrustBlock"][first : first + count]]
        assert behind == list(ds.thrust_line(run.contacts(state - 1), run.assembly).blocks[1:])
        first += count
    assert first > 0


def test_plots_are_the_tables_of_the_run(run: ds.Trajectory, data: Data) -> None:
    header, arrays = data
    shown = {
        (told["title"], name): arrays[f"plot{i}"][row]
        for i, told in enumerate(header["plots"])
        for row, name in enumerate(told["series"])
    }
    far = np.max([np.linalg.norm(run.displacement(name), axis=1) for name in run.names[1:]], axis=0)
    potential = run.energy["potential"] - run.energy["potential"].iloc[0]
    expected = {
        ("Displacement", "largest"): far,
        ("Energy", "kinetic"): run.energy["kinetic"],
        ("Energy", "potential"): potential,
        ("Energy", "harvested"): run.energy["harvested"],
        ("Ground displacement", "x"): run.ground[:, 0],
        ("Ground velocity", "x"): run.ground_velocity[:, 0],
    }
    for key, values in expected.items():
        size = float(np.abs(values).max())
        assert np.allclose(shown[key], values, atol=2 * SINGLE * size), key
    assert ("Ground displacement", "y") not in shown
    assert np.array_equal(arrays["time"], run.time)


def test_the_acceleration_of_the_ground_is_plotted_where_it_is_known(
    run: ds.Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    motion = ds.GroundMotion.biphasic(10.9, 0.30, direction=(-1, 0, 0))
    header, arrays = data_of(page_of(run, motion=motion))
    number = [told["title"] for told in header["plots"]].index("Ground acceleration")
    assert header["plots"][number]["series"] == ["x"]
    time = arrays[f"plotTime{number}"]
    assert time[-1] == run.time[-1]
    assert np.allclose(arrays[f"plot{number}"][0], motion.accelerations_at(time)[:, 0], atol=1e-5)
    assert np.abs(arrays[f"plot{number}"]).max() == pytest.approx(10.9)
    monkeypatch.chdir(tmp_path)
    scene = '[structure]\nkind = "column"\ncount = 2\n[motion]\nkind = "one-sine"\namplitude = 1.0\nhalf_period = 0.1\n'
    Path("shaken.toml").write_text(scene + "[run]\nduration = 0.1\ndt = 0.01\n", encoding="utf-8")
    assert main(["run", "shaken.toml", "--quiet"]) == 0
    assert main(["view", "runs/shaken", "--quiet"]) == 0
    found = re.search(r'id="data">([^<]*)<', Path("runs/shaken/view.html").read_text(encoding="utf-8"))
    assert found is not None
    assert "Ground acceleration" in [told["title"] for told in unpacked(found[1])[0]["plots"]]


def test_opening_and_slip_at_the_end_are_those_of_the_verdict(run: ds.Trajectory, data: Data) -> None:
    header, arrays = data
    verdict = run.verdict()
    for number, known in ((0, verdict.opening), (1, verdict.slip)):
        told = header["measures"][number]
        last = arrays[f"measure{number}"][-1].max() * told["largest"] / LEVELS
        assert last == pytest.approx(known, abs=told["largest"] / LEVELS), told["name"]
        assert arrays[f"measureStates{number}"][-1] == len(run.time) - 1


def test_the_outcome_is_that_of_the_verdict(run: ds.Trajectory, data: Data) -> None:
    header, arrays = data
    verdict = run.verdict()
    assert header["headline"].startswith(verdict.state)
    assert [text for _, text in header["facts"]] == [text for _, text in verdict.facts]
    fallen = {run.names[i]: float(t) for i, t in enumerate(arrays["fallen"]) if np.isfinite(t)}
    assert fallen == pytest.approx(dict(verdict.fallen))


def test_the_limit_load_shows_its_mechanism_as_small_rigid_motions() -> None:
    result = ds.limit_load(arch())
    header, arrays = data_of(result.view("Limit"))
    assert header["kind"] == "mechanism"
    assert f"{result.multiplier:.4g}" in header["headline"]
    assert ["live load", "(1, 0, 0) g on all blocks"] in header["facts"]
    pushed = ds.limit_load(arch(), live=ds.PointForce("voussoir-4", (1e3, 0.0, 0.0), (0.0, 0.0, 10.0)))
    told = ["live load", "forces and moments on blocks, together (1000, 0, 0) N"]
    assert told in data_of(pushed.view())[0]["facts"]
    size = np.linalg.norm(np.subtract(*header["box"]))
    ratio = []
    for block in range(len(result.mechanism)):
        moved, turn = pose(arrays, block, 1.0)
        ratio.append((moved, Rotation.from_matrix(turn).as_rotvec()))
    motion = np.concatenate([np.array([m for m, _ in ratio]), np.array([r for _, r in ratio])], axis=1)
    scale = np.sum(motion * result.mechanism) / np.sum(result.mechanism**2)
    assert np.allclose(motion, scale * result.mechanism, atol=1e-4 * size)
    assert 0.01 * size < np.abs(motion).max()
    assert len(header["forces"]["lines"]) == 1


def test_the_view_holds_where_blocks_go_but_not_what_falls_far() -> None:
    """Three stones turned over beside their place; the size, by which forces are drawn, is that of the first state."""
    stones = [ds.Block.box((0.3, 1, 0.3), (0, 0, 0.3 * i + 0.15), name=f"stone-{i}") for i in range(3)]
    ground = ds.Block.box((4, 4, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    still = ds.simulate(ds.Assembly([ground, *stones]), 0.002, 0.001)
    position = still.position.copy()
    position[-1, 1:, 0], position[-1, 1:, 2] = [0.3, 0.6, 0.9], 0.15
    header = data_of(replace(still, position=position).view())[0]
    assert np.allclose(header["box"], [[-0.15, -0.5, 0.0], [1.05, 0.5, 0.9]], atol=SETTLED)
    assert header["size"] == pytest.approx(np.linalg.norm([0.3, 1.0, 0.9]))
    position[-1, 3, 0] = 9.0
    header = data_of(replace(still, position=position).view())[0]
    assert header["box"][1][0] == pytest.approx(0.75, abs=SETTLED)


def test_an_equilibrium_and_a_structure_have_no_time() -> None:
    standing = data_of(ds.equilibrium(arch()).view())[0]
    assert (standing["kind"], standing["headline"], standing["tone"]) == ("structure", "stands", "good")
    assert standing["forces"]["lines"] != [0]
    plain = data_of(arch().view())[0]
    assert "forces" not in plain
    assert plain["plots"] == []


def test_an_equilibrium_of_blocks_that_deform_is_drawn_as_they_bear_the_loads() -> None:
    result = ds.equilibrium(arch().of_material(ds.Material(60e9, 0.27, 2700.0), "affine"))
    header, arrays = data_of(result.view())
    assert result.deformed is not None
    sunk = result.deformed.position - result.system.assembly.centroid
    for block in range(len(sunk)):
        assert pose(arrays, block, 0.0)[0] == pytest.approx(sunk[block], abs=header["tolerance"])
    assert header["tolerance"] < 1e-2 * np.abs(sunk).max()
    assert header["magnify"] >= 100
    known = {one["name"]: one["largest"] for one in header["measures"]}
    assert known["von Mises stress"] == pytest.approx(result.stresses()["von_mises"].max(), rel=1e-6)
    assert header["notes"]
    rigid = data_of(ds.equilibrium(arch()).view())[0]
    assert (rigid["magnify"], rigid["notes"], rigid["measures"]) == (1.0, [], [])


def test_a_page_of_201_blocks_and_360_states_is_below_3_megabytes() -> None:
    structure = wall(20, 10)
    run = falling(ds.Assembly(structure.blocks[:201]), 360)
    assert run.position.shape[:2] == (360, 201)
    assert len(page_of(run).html) < 3 * MEGABYTE


def test_names_cannot_leave_the_data(tmp_path: Path) -> None:
    page = page_of(hostile_run(), HOSTILE[0])
    text = page.html
    assert data_of(page)[0]["names"][1:] == list(HOSTILE)
    assert text.count("<script") == text.count("</script>") == 2
    assert f"<title>{HOSTILE[0].replace('<', '&lt;').replace('>', '&gt;')}</title>" in text
    assert not any(name in text for name in HOSTILE[:2])
    assert unescape(re.findall(r'srcdoc="([^"]*)"', page._repr_html_())[0]) == text
    assert page.save(tmp_path / "page.html").read_text(encoding="utf-8") == text


def test_the_policy_allows_the_page_alone(page: Page) -> None:
    policy = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page.html)[0]
    style, script = (re.findall(rf"<{tag}>(.*?)</{tag}>", page.html, re.DOTALL)[0] for tag in ("style", "script"))
    hashes = [b64encode(sha256(part.encode()).digest()).decode() for part in (script, style)]
    assert policy.startswith(f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'")
    assert not re.search(r"\bon\w+=|\bstyle=|\b(?:src|href)=", page.html.split("<script")[0])


def test_seams_between_pieces_of_a_block_are_not_drawn() -> None:
    """Two boxes side by side have the edges of one long box; a third on one of them makes an L with an inner edge."""

    def box(x: float, z: float) -> ds.Block:
        return ds.Block.box((1.0, 1.0, 1.0), (x, 0.0, z))

    def edges(*pieces: ds.Block) -> set[tuple[tuple[float, ...], ...]]:
        block = ds.Block.union(list(pieces), name="stone")
        arrays = data_of(ds.Assembly([block]).view())[1]
        ends = (arrays["vertices"] + arrays["centroid"][0])[arrays["edges"].reshape(-1, 2)].round(4)
        return {tuple(sorted(map(tuple, one.tolist()))) for one in ends}

    straight = edges(box(0.0, 0.0), box(1.0, 0.0))
    assert len(straight) == 16  # four each at the ends, eight halves of four along, none where they join
    bent = edges(box(0.0, 0.0), box(1.0, 0.0), box(1.0, 1.0))
    inner = ((0.5, -0.5, 0.5), (0.5, 0.5, 0.5))
    assert inner in bent  # the edge in the corner of the L
    assert ((0.5, -0.5, -0.5), (0.5, 0.5, -0.5)) not in bent


def test_data_come_back_as_they_were_packed() -> None:
    random = np.random.default_rng(3)
    arrays: dict[str, NDArray[Any]] = {
        "a": random.normal(size=(3, 2)),
        "b": np.arange(5, dtype=np.uint8),
        "none": np.zeros((0, 3), np.float32),
    }
    delta: dict[str, NDArray[Any]] = {
        "c": random.integers(0, 65536, (50, 3)).astype(np.uint16),
        "d": np.array([65535, 0, 65535], np.uint16),
    }
    header, back = unpacked(packed({"name": "</script>"}, arrays, delta))
    assert header == {"name": "</script>"}
    for name, array in {**arrays, **delta}.items():
        assert np.array_equal(back[name], array), name
        assert back[name].dtype == array.dtype


def test_a_page_is_refused_of_what_it_cannot_show(tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match="what a page shows must be a Trajectory or an Assembly"):
        page_of(5)
    with pytest.raises(ds.DrystoneError, match="title"):
        arch().view(title=3)  # type: ignore[arg-type]
    with pytest.raises(ds.DrystoneError, match="cannot write the page"):
        arch().view().save(tmp_path)


def test_the_command_writes_a_page_beside_the_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "column", "--duration", "0.1", "--dt", "0.01", "--quiet"]) == 0
    capsys.readouterr()
    assert main(["view", "runs/column"]) == 0
    assert capsys.readouterr().out.split()[:2] == ["page", f"{Path('runs/column/view.html')},"]
    assert "<title>column</title>" in (tmp_path / "runs/column/view.html").read_text(encoding="utf-8")
    assert main(["view", "runs/column/result.h5", "--out", "pages/one.html", "--play", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["files"] == [str(Path("pages/one.html"))]
    assert (tmp_path / "pages/one.html").stat().st_size > 1e5
    (tmp_path / "empty").mkdir()
    for arguments, said in (
        (["view", "empty"], "there is no results file"),
        (["view", "nothing"], "there is no results file"),
        (["view", "runs/column", "--out", "page.txt"], "a page is a file that ends in .html"),
    ):
        assert main(arguments) == 2
        told = capsys.readouterr().err
        assert said in told, told
        assert told.count("\n") == 1


def test_statics_write_their_page_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("limit", "equilibrium"):
        for more, there in (([], False), (["--page"], True)):
            assert main([command, "column", "--quiet", "--out", command, *more]) == 0
            assert (tmp_path / command / f"{command}.html").exists() == there


def test_the_bundle_is_what_the_sources_make(tmp_path: Path) -> None:
    """`make page` in a copy; needs node, and npm that reaches its registry."""
    if not (ROOT / "Makefile").exists():
        pytest.skip("drystone is installed without its sources")
    if not all(map(shutil.which, ("node", "npm", "make"))):
        pytest.skip("there is no node, npm or make here")
    for name in ("page/assets", "page/source"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "Makefile", tmp_path)
    made = subprocess.run(["make", "page"], cwd=tmp_path, capture_output=True, text=True, check=False)
    if re.search(r"npm error code (ENOTFOUND|ETIMEDOUT|ECONNREFUSED|ECONNRESET|EAI_AGAIN|E5\d\d)", made.stderr):
        pytest.skip("npm does not reach a registry here")
    assert made.returncode == 0, made.stderr
    for name in ("page.js", "chart.js", "three-LICENSE.txt"):
        assert (tmp_path / "page/assets" / name).read_bytes() == (ROOT / "page/assets" / name).read_bytes(), name


def test_what_pages_are_made_of_is_small_pinned_and_licensed() -> None:
    assets = ROOT / "page" / "assets"
    script = (assets / "page.js").read_text(encoding="utf-8")
    assert len(script) < 530_000
    assert (assets / "three-LICENSE.txt").read_text(encoding="utf-8") in script
    assert "</script" not in script
    assert "<!--" not in script
    source = ROOT / "page" / "source"
    if source.exists():
        pinned = json.loads((source / "package.json").read_text(encoding="utf-8"))["devDependencies"]
        assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in pinned.values())
        assert "resolved" not in (source / "package-lock.json").read_text(encoding="utf-8")
        for path in source.glob("*.js"):
            lines = path.read_text(encoding="utf-8").splitlines()
            assert len(lines) <= 400, path
            assert max(map(len, lines)) <= 120, path


@pytest.mark.slow
def test_a_page_of_the_church_is_below_25_megabytes() -> None:
    page = page_of(falling(church(), 360))
    assert len(page.html) < 25 * MEGABYTE


def test_stresses_are_those_of_the_table() -> None:
    """Of each block that deforms the largest of its elements' means; none of rigid ones."""
    elastic = wall(2, 3).of_material(ds.Material(1e9, 0.2, 2000.0), blocks=["brick-1-1", "brick-2-1"])
    run = ds.simulate(elastic, duration=0.02, dt=2e-3)
    measures = {one.name: one for one in stress_measures(elastic, run.deformation)}
    assert {one.unit for one in measures.values()} == {"Pa"}
    for row, state in enumerate(measures["tension"].states):
        table = run.stresses(int(state))
        for name, found in (
            ("von Mises stress", table.groupby("block")["von_mises"].max()),
            ("compression", (-table.groupby("block")["principal_1"].min()).clip(lower=0.0)),
            ("tension", table.groupby("block")["principal_3"].max().clip(lower=0.0)),
        ):
            expected = [found.get(block, 0.0) for block in elastic.names]
            np.testing.assert_allclose(measures[name].values[row], expected, rtol=1e-9, atol=1e-9)
    header, _ = unpacked(encoded(run_content(run, "elastic")))
    assert [told["name"] for told in header["measures"]] == ["opening", "slip", *measures]
    assert not stress_measures(wall(2, 3), np.zeros((1, 1, 0)))


def test_ties_of_all_kinds_of_pages_say_what_they_are() -> None:
    """As the run's table has them; in statics by their forces, of a structure by its lengths."""
    run = tied_run()
    built = run.assembly
    assert built is not None
    kinds = np.array(["slack", "taut", "yielding"])
    states = kinds[data_of(page_of(run, "Tied"))[1]["tieState"]]
    assert states.ravel().tolist() == run.ties()["state"].tolist()
    assert kinds[data_of(built.view())[1]["tieState"]].tolist() == [["slack", "taut"]]
    limit = ds.limit_load(built, live=(-1, 0, 0))
    force = limit.ties["force"].to_numpy()
    assert force[1] == pytest.approx(600.0, rel=1e-6)
    assert force[0] < 1e-3
    assert kinds[data_of(limit.view("Limit"))[1]["tieState"]].tolist() == [["slack", "yielding"]]


def test_corners_of_blocks_that_deform_go_as_their_modes_have_it() -> None:
    """The nodes of the surface by the modes themselves; the mesh shows no edges within faces."""
    run = sagging()
    built = run.assembly
    assert built is not None
    header, arrays = data_of(page_of(run, "Lintel"))
    block = run.names.index("lintel")
    table = built.elastic
    body: Any = table.bodies[table.number[block]]
    states, owner = arrays["bentStates"], arrays["owner"]
    assert states.tolist() == list(range(len(run.time)))
    bent = arrays["bent"].view(np.int16) * header["bent"] / 32767
    mine = owner[arrays["bentVertices"]] == block
    vertices = arrays["vertices"][arrays["bentVertices"][mine]]
    nodes = body.mesh.nodes @ table.frame[block].T
    node = np.linalg.norm(vertices[:, None] - nodes, axis=2).argmin(axis=1)
    assert len(set(node.tolist())) == 3 * 3 * 9 - 7  # all but those inside
    for state in (0, len(states) - 1):
        q = run.deformation[state, block, : len(body.vibration[0])]
        moved = (body.vibration[1] @ q).reshape(-1, 3) @ table.frame[block].T
        assert np.allclose(bent[state, mine], moved[node], atol=header["bent"] / 32767)
    ends = arrays["edges"][owner[arrays["edges"][:, 0]] == block]
    assert len(ends) == 4 * (8 + 2 + 2)
    corners = arrays["vertices"].astype(float)[arrays["triangles"][owner[arrays["triangles"][:, 0]] == block]]
    a, b, c = corners.swapaxes(0, 1)
    assert float((a * np.cross(b, c)).sum()) / 6 == pytest.approx(3.0 * 0.5 * 0.25, rel=1e-6)


@pytest.mark.parametrize(
    ("strain", "moved", "factor"),
    [(1e-3, 0.0, 50), (0.9e-3, 0.0, 50), (1.1e-3, 0.0, 20), (1e-3, 0.03, 10), (1e-3, 0.5, 1), (0.2, 0.0, 1), (0, 0, 1)],
)
def test_displacements_are_magnified_as_far_as_one_sees_what_they_are(strain: float, moved: float, factor: int) -> None:
    """5 % of a block's reach, 10 % of a structure of 3 m, whichever is less; never smaller than it is."""
    values = np.zeros((2, 3, 3))
    values[1, 2] = [0.0, 0.0, strain * 0.5]
    path = np.zeros((2, 1, 3))
    path[1, 0, 0] = moved
    bending = Bending(np.arange(3), np.arange(2), values)
    assert magnification(bending, path, np.zeros(3, int), np.array([0.5]), 3.0) == factor
    path[0, 0, 0] = moved  # displaced from the first state on, as where a run starts from a state that has settled
    assert magnification(bending, path, np.zeros(3, int), np.array([0.5]), 3.0) == factor


def test_blocks_of_tetrahedra_and_of_one_strain_are_closed() -> None:
    ground = ds.Block.box((4, 2, 0.2), (0, 0, -0.1), fixed=True, name="ground")
    points = [(0, 0, 0), (1, 0, 0), (0.5, 1, 0), (0.1, 0.1, 0.6), (0.8, 0.1, 0.5), (0.5, 0.7, 0.7)]
    wedge = ds.Block.from_vertices(points, name="wedge")
    for mesh in ("tetrahedra", "affine"):
        built = ds.Assembly([ground, wedge.of_material(ds.Material(1e9, 0.2, 2000.0), mesh)])
        shapes = Shapes.of(built)
        chosen = shapes.triangles[shapes.owner[shapes.triangles[:, 0]] == 1]
        a, b, c = shapes.vertices[chosen].swapaxes(0, 1)
        assert float((a * np.cross(b, c)).sum()) / 6 == pytest.approx(wedge.volume, rel=1e-9)
