"""Exports are read back by the libraries of their formats: the same blocks at the same places at the same times."""

import json
import re
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
from PIL.Image import open as open_image
from scipy.spatial.transform import Rotation

import drystone as ds
from drystone import structures
from drystone.cli import main
from drystone.exports import EXPORTS
from drystone.exports.bodies import Bodies, quaternions, seen_from_the_ground
from drystone.exports.movie import DOTS_PER_INCH
from drystone.view.film import Film

from .runs import places

SINGLE = 1e-6  # relative, numbers of 32 bits


def test_the_blocks_of_the_run_have_moved(run: ds.Trajectory) -> None:
    assert np.abs(run.ground).max() > 0.1
    assert np.abs(seen_from_the_ground(run) - run.position[0]).max() > 0.05


def test_bodies_are_where_the_trajectory_has_them(run: ds.Trajectory) -> None:
    assert run.assembly is not None
    bodies = Bodies.of(run.assembly)
    placed = bodies.placed(seen_from_the_ground(run)[-1], run.rotation[-1])
    for block in range(len(run.names)):
        assert np.allclose(placed[bodies.vertex_block == block], places(run, block, -1), atol=1e-12)
        vertices, faces = bodies.of_block(block)
        assert max(max(face) for face in faces) == len(vertices) - 1


def test_paraview_reads_points_velocities_and_times(run: ds.Trajectory, tmp_path: Path) -> None:
    reading: Any = pytest.importorskip("vtkmodules.vtkIOHDF", reason="reads VTKHDF files, no part of the test extra")
    numpy_of: Any = pytest.importorskip("vtkmodules.util.numpy_support")
    reader = reading.vtkHDFReader()
    reader.SetFileName(str(ds.export(run, tmp_path / "run.vtkhdf")))
    reader.UpdateInformation()
    assert reader.GetNumberOfSteps() == len(run.time)
    for state in (0, len(run.time) // 2, len(run.time) - 1):
        reader.SetStep(state)
        reader.Update()
        shown = reader.GetOutput()
        points = numpy_of.vtk_to_numpy(shown.GetPoints().GetData())
        expected = np.vstack([places(run, block, state) for block in range(len(run.names))])
        assert np.allclose(points, expected, atol=4 * SINGLE)
        moved = numpy_of.vtk_to_numpy(shown.GetPointData().GetArray("displacement"))
        first = np.vstack([places(run, block, 0) for block in range(len(run.names))])
        assert np.allclose(moved, expected - first, atol=4 * SINGLE)
        cells = numpy_of.vtk_to_numpy(shown.GetCellData().GetArray("block"))
        assert cells.tolist() == [block for block in range(len(run.names)) for _ in range(6)]
        assert shown.GetNumberOfPolys() == 6 * len(run.names)


def test_velocities_are_those_of_material_points(tmp_path: Path) -> None:
    """What the corners of a rocking block do in fifty steps is the mean of their velocities, to second order."""
    fine = ds.simulate(structures.block(0.6, 0.6, 2.0, tilt=15.0, friction=2.0), 0.9, 2e-3)
    with h5py.File(ds.export(fine, tmp_path / "fine.vtkhdf"), "r") as file:
        root, count = file["VTKHDF"], int(file["VTKHDF/NumberOfPoints"][0])
        points = root["Points"][:].reshape(-1, count, 3).astype(float)
        speed = root["PointData/velocity"][:].reshape(-1, count, 3).astype(float)
    found = (points[440] - points[390]) / (fine.time[440] - fine.time[390])
    mean = 0.5 * (speed[390:440] + speed[391:441]).mean(axis=0)
    assert np.ptp(found[:, 0]) > 0.3  # it turns
    assert np.allclose(found, mean, atol=5e-3 * np.abs(found).max())


def glb(path: Path) -> tuple[dict[str, Any], bytes]:
    """The two chunks of a glTF container."""
    data = path.read_bytes()
    magic, version, length = struct.unpack_from("<4sII", data)
    assert (magic, version, length) == (b"glTF", 2, len(data))
    size, kind = struct.unpack_from("<I4s", data, 12)
    assert kind == b"JSON"
    rest, other = struct.unpack_from("<I4s", data, 20 + size)
    assert (other, 28 + size + rest) == (b"BIN\0", len(data))
    return json.loads(data[20 : 20 + size]), data[28 + size :]


def values(content: dict[str, Any], data: bytes, accessor: int) -> np.ndarray:
    told = content["accessors"][accessor]
    view = content["bufferViews"][told["bufferView"]]
    kind = {5126: "<f4", 5125: "<u4"}[told["componentType"]]
    width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[told["type"]]
    found = np.frombuffer(data, kind, told["count"] * width, view["byteOffset"]).reshape(-1, width)
    assert np.allclose(found.min(axis=0), told["min"])
    assert np.allclose(found.max(axis=0), told["max"])
    return found


def test_gltf_moves_every_block_as_the_run_did(run: ds.Trajectory, tmp_path: Path) -> None:
    """Nodes, channels and upright axes by hand: y upward is z."""
    content, data = glb(ds.export(run, tmp_path / "run.glb"))
    (animation,) = content["animations"]
    upright = Rotation.from_quat(content["nodes"][0]["rotation"])
    assert np.allclose(upright.apply([0.0, 0.0, 1.0]), [0.0, 1.0, 0.0])
    moving = {}
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        assert np.allclose(values(content, data, sampler["input"])[:, 0], run.time, atol=SINGLE)
        moving[channel["target"]["node"], channel["target"]["path"]] = values(content, data, sampler["output"])
    assert {node for node, _ in moving} == {
        1 + block for block in range(len(run.names)) if run.names[block] != "ground"
    }
    for block, name in enumerate(run.names):
        node = content["nodes"][block + 1]
        assert node["name"] == name
        for state in (0, len(run.time) - 1):
            turn = moving.get((block + 1, "rotation"), [node["rotation"]] * len(run.time))[state]
            place = moving.get((block + 1, "translation"), [node["translation"]] * len(run.time))[state]
            (primitive,) = content["meshes"][node["mesh"]]["primitives"]
            corners = Rotation.from_quat(turn).apply(values(content, data, primitive["attributes"]["POSITION"])) + place
            expected = places(run, block, state)
            apart = np.linalg.norm(corners[:, None] - expected[None], axis=2)
            assert apart.min(axis=1).max() < 1e-5
            assert apart.min(axis=0).max() < 1e-5
            triangles = values(content, data, primitive["indices"]).reshape(-1, 3)
            a, b, c = corners[triangles].swapaxes(0, 1)
            volume = float((a * np.cross(b, c)).sum()) / 6
            assert run.assembly is not None
            assert volume == pytest.approx(run.assembly.blocks[block].volume, rel=1e-4)


def test_gltf_is_read_by_another_library(run: ds.Trajectory, tmp_path: Path) -> None:
    trimesh: Any = pytest.importorskip("trimesh", reason="trimesh is an extra")
    scene = trimesh.load_scene(ds.export(run, tmp_path / "run.glb"))
    assert set(scene.geometry) == set(run.names)
    assert scene.extents[1] == pytest.approx(np.ptp(np.vstack([places(run, b, 0) for b in range(3)])[:, 2]), rel=1e-5)


def test_a_film_has_pictures_at_a_steady_rate(run: ds.Trajectory, tmp_path: Path) -> None:
    film: Any
    with open_image(ds.export(run, tmp_path / "run.gif")) as film:
        assert film.n_frames == 11
        assert film.info["duration"] == 50
        first = np.asarray(film.convert("RGB"), dtype=int)
        film.seek(film.n_frames - 1)
        last = np.asarray(film.convert("RGB"), dtype=int)
    assert first.shape == last.shape
    assert np.abs(first - last).mean() > 0.5
    assert list(tmp_path.iterdir()) == [tmp_path / "run.gif"]


def test_only_the_blocks_and_the_time_move_in_a_film(run: ds.Trajectory) -> None:
    """The time begins at the same place whatever its digits; axes and their numbers stay to the dot."""
    film = Film(run, [0, len(run.time) - 1], 100)
    title = film.title
    pictures, starts = [], []
    for state in (0, len(run.time) // 2, len(run.time) - 1):
        pictures.append(film.picture(state).astype(int))
        starts.append(title.get_window_extent(film.canvas.get_renderer()).x0)
        assert title.get_text().startswith(f"t = {run.time[state]:.2f} s")
    assert np.ptp(starts) == 0.0
    box = film.ax.get_window_extent()
    left, below = int(box.x0) - 1, int(pictures[0].shape[0] - box.y0) + 2
    changed = np.ptp(pictures, axis=0).max(axis=2) > 0
    assert changed.any()
    assert not changed[:, :left][int(0.1 * len(changed)) :].any()
    assert not changed[below:].any()


@pytest.mark.parametrize(("step", "told"), [(1e-5, "t = 0.000020 s"), (0.01, "t = 0.020 s"), (2.0, "t = 4.00 s")])
def test_films_of_small_models_tell_the_time_to_two_figures(step: float, told: str) -> None:
    run = ds.simulate(ds.structures.block(step**2, step**2, step**2), 2 * step, step)
    film = Film(run, [0, 2], 60)
    film.picture(2)
    assert film.title.get_text() == told


def test_mp4_goes_through_any_ffmpeg(run: ds.Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that counts what it is given; one that fails is quoted."""
    monkeypatch.setattr("drystone.exports.movie.find_spec", lambda name: None)
    program = tmp_path / "ffmpeg"
    monkeypatch.setattr("drystone.exports.movie.which", lambda name: str(program))
    count = "import sys; data = sys.stdin.buffer.read(); a = sys.argv;"
    count += "open(a[-1], 'w').write(a[a.index('-s') + 1] + ' ' + str(len(data)))"
    program.write_text(f"#!{sys.executable}\n{count}\n", encoding="utf-8")
    program.chmod(0o755)
    size, given = ds.export(run, tmp_path / "run.mp4").read_text(encoding="utf-8").split()
    width, height = map(int, size.split("x"))
    assert (width % 2, height % 2) == (0, 0)
    assert int(given) == 11 * 3 * width * height
    program.write_text(f"#!{sys.executable}\nimport sys; sys.exit('no such codec')\n", encoding="utf-8")
    with pytest.raises(ds.DrystoneError, match="ffmpeg did not write the film: no such codec"):
        ds.export(run, tmp_path / "other.mp4")
    assert not (tmp_path / "other.mp4").exists()


def test_an_mp4_shows_the_pictures_of_the_film(run: ds.Trajectory, tmp_path: Path) -> None:
    """Read back by the ffmpeg that wrote it; what a codec loses is a few hundredths."""
    ffmpeg: Any = pytest.importorskip("imageio_ffmpeg", reason="imageio-ffmpeg is an extra")
    path = ds.export(run, tmp_path / "run.mp4")
    command = [ffmpeg.get_ffmpeg_exe(), "-i", str(path), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    answer = subprocess.run(command, capture_output=True, check=True)
    about = re.search(r"Video: h264.*yuv420p.*, (\d+)x(\d+).*, 20 fps", answer.stderr.decode())
    assert about is not None
    width, height = int(about[1]), int(about[2])
    seen = np.frombuffer(answer.stdout, dtype=np.uint8).reshape(-1, height, width, 3).astype(int)
    assert len(seen) == 11
    last = len(run.time) - 1
    film = Film(run, [*range(last + 1)], DOTS_PER_INCH)
    for state, picture in ((0, seen[0]), (last, seen[-1])):
        assert np.abs(picture - film.picture(state).astype(int)[:height, :width]).mean() < 4.0
    assert np.abs(seen[0] - seen[-1]).mean() > 0.5


def test_a_film_without_ffmpeg_says_so(run: ds.Trajectory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drystone.exports.movie.find_spec", lambda name: None)
    monkeypatch.setattr("drystone.exports.movie.which", lambda name: None)
    with pytest.raises(ds.DrystoneError, match=r"ffmpeg, which writes MP4, is not installed.*write a \.gif"):
        ds.export(run, tmp_path / "run.mp4")


def test_quaternions_stay_on_their_side() -> None:
    angles = np.linspace(0.0, 15.0, 40)
    found = quaternions(Rotation.from_rotvec(angles[:, None] * [0.6, 0.0, 0.8]).as_matrix())
    assert (np.einsum("ti,ti->t", found[1:], found[:-1]) > 0.9).all()
    assert np.allclose(
        Rotation.from_quat(found).as_matrix()[7], Rotation.from_rotvec(angles[7] * np.array([0.6, 0, 0.8])).as_matrix()
    )


@pytest.mark.parametrize("end", sorted(EXPORTS))
def test_a_run_without_its_assembly_is_refused(end: str, run: ds.Trajectory, tmp_path: Path) -> None:
    from dataclasses import replace

    with pytest.raises(ds.DrystoneError, match="does not know its assembly"):
        ds.export(replace(run, assembly=None), tmp_path / f"run{end}")
    assert list(tmp_path.iterdir()) == []


def test_the_command_writes_all_or_says_what_it_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "column", "--duration", "0.02", "--dt", "0.01", "--quiet", "--out", "run"]) == 0
    assert main(["export", "run", "out/a.glb", "out/a.usda"]) == 0
    assert "out/a.glb, out/a.usda" in capsys.readouterr().out
    assert main(["export", "run", "out/b.glb", "out/b.stl"]) == 2
    assert "unknown kind of export '.stl'; there are: .dxf, .gif, .glb" in capsys.readouterr().err
    assert not (tmp_path / "out" / "b.glb").exists()
    for name in ("mine", "yours"):
        (tmp_path / "out" / f"{name}-states").mkdir()
        (tmp_path / "out" / f"{name}-states" / "letter.txt").write_text("keep me", encoding="utf-8")
    assert main(["export", "run", "out/mine.pvd", "out/b.glb"]) == 2
    told = capsys.readouterr()
    assert "out/b.glb" in told.out
    assert "mine-states" in told.err
    assert (tmp_path / "out" / "b.glb").exists()
    assert main(["export", "run", "out/mine.pvd", "out/c.glb", "out/yours.pvd", "--json"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert "out/mine.pvd: " in told.err
    assert "out/yours.pvd: " in told.err
    assert (tmp_path / "out" / "c.glb").exists()
    assert list(EXPORTS) == [".vtkhdf", ".pvd", ".glb", ".usda", ".dxf", ".svg", ".gif", ".mp4"]


def test_an_export_of_one_s_own_that_fails_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ended the command with a traceback of Python, and one that wrote nothing counted as written."""
    monkeypatch.chdir(tmp_path)

    def failing(trajectory: ds.Trajectory, path: Path) -> None:
        raise ValueError("no such corner")

    assert main(["run", "column", "--duration", "0.02", "--dt", "0.01", "--quiet", "--out", "run"]) == 0
    with EXPORTS.restored():
        EXPORTS.register(failing, ".mine")
        EXPORTS.register(lambda trajectory, path: None, ".none")
        assert main(["export", "run", "a.mine", "a.none", "a.svg"]) == 2
    told = capsys.readouterr()
    assert "a.mine: the export .mine failed: ValueError: no such corner" in told.err
    assert "a.none: what writes .none has left no file 'a.none'" in told.err
    assert "a.svg" in told.out
    assert (tmp_path / "a.svg").exists()
