"""Models become assemblies: by another road the same, with units, supports, densities and common joint planes."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import drystone as ds
from drystone.cli import main
from drystone.collision import detect
from drystone.geometry.common_planes import with_common_planes
from drystone.geometry.mesh import BlockMesh, cleaned, volume_of
from drystone.geometry.obj import read_obj
from drystone.geometry.slivers import chamfered
from drystone.geometry.solid import faced, solid_of
from drystone.geometry.trimming import trimmed
from drystone.model.hull import convex_hull
from drystone.model.polyhedron import overlap_depth
from drystone.structures import arch, dome, wall

from ..marks import with_slow
from .models import BOX, CORNERS, json_of, mesh_state, obj_of, prism, written

SHARED = Path(__file__).resolve().parents[3] / "shared" / "assemblies"
EXACT = 1e-9  # relative, coordinates written with all digits


@pytest.mark.parametrize("built", [arch(), wall(courses=3, bricks_per_course=3), dome(rings=3, sectors=8)])
def test_a_structure_that_is_written_and_read_is_the_same(built: ds.Assembly, tmp_path: Path) -> None:
    fixed = [name for name, held in zip(built.names, built.fixed, strict=True) if held]
    read = ds.read_assembly(written(tmp_path / "a.obj", obj_of(built)), friction=0.5, supports=fixed)
    assert read.names == built.names
    assert (read.fixed == built.fixed).all()
    assert np.allclose(read.mass, built.mass, rtol=EXACT)
    assert np.allclose(read.inertia, built.inertia, rtol=1e-8, atol=1e-9 * np.abs(built.inertia).max())
    assert [len(block.pieces) for block in read.blocks] == [1] * len(built.blocks)


@pytest.mark.parametrize(("digits", "mend", "within"), [(17, False, 1e-6), (6, False, 1e-3), (4, True, 0.02)])
def test_the_limit_load_of_an_arch_does_not_depend_on_its_file(
    digits: int, mend: bool, within: float, tmp_path: Path
) -> None:
    """In millimetres with 17, 6 and 4 digits: stones that were rounded meet at common planes."""
    built = arch()
    known = ds.limit_load(built).multiplier
    fixed = [name for name, held in zip(built.names, built.fixed, strict=True) if held]
    path = written(tmp_path / "a.obj", obj_of(built, digits, unit=1e-3))
    read = ds.read_assembly(path, scale=1e-3, friction=built.friction, supports=fixed, mend=mend)
    assert ds.limit_load(read).multiplier == pytest.approx(known, rel=within)


def test_a_turned_wall_stands_on_a_slab_much_longer_than_its_bricks(tmp_path: Path) -> None:
    """In 0.1 mm: the plane of a brick's rounded corners is 0.5 mm off the far end of the slab that it stands on."""
    built, angle, tip = wall(3, 8), 0.3, 0.2
    about_z = np.array([[np.cos(angle), -np.sin(angle), 0.0], [np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]])
    turn = about_z @ np.array([[1.0, 0.0, 0.0], [0.0, np.cos(tip), -np.sin(tip)], [0.0, np.sin(tip), np.cos(tip)]])
    lines = obj_of(built).splitlines()
    for place, line in enumerate(lines):
        if line.startswith("v "):
            corner = turn @ [float(value) for value in line.split()[1:]]
            lines[place] = "v " + " ".join(f"{value:.4f}" for value in corner)
    read = ds.read_assembly(written(tmp_path / "a.obj", "\n".join(lines)), supports=["ground"])
    for way in (1.0, -1.0):
        found = ds.limit_load(read, live=tuple(turn @ [way, 0.0, 0.0]), dead=tuple(turn @ [0.0, 0.0, -1.0]))
        assert found.multiplier == pytest.approx(ds.limit_load(built, live=(way, 0.0, 0.0)).multiplier, rel=1e-3)


def two(gap: float, tilt: float, size: float = 1.0) -> list[BlockMesh]:
    """Two cubes above each other, the lower face of the upper one tilted about y (rad)."""
    upper = size * CORNERS + np.array([0.0, 0.0, size + gap])
    upper[:4, 2] += tilt * (upper[:4, 0] - 0.5 * size)
    return [cleaned(BlockMesh(n, c, BOX)) for n, c in (("a", size * CORNERS), ("b", upper))]


@pytest.mark.parametrize(("gap", "tilt"), [(0.0, 0.0), (2e-3, 0.0), (-2e-3, 0.0), (0.0, 2e-3), (1e-3, -1e-3)])
def test_faces_that_nearly_meet_get_one_plane(gap: float, tilt: float) -> None:
    near = 5e-3
    blocks, joints = with_common_planes([faced(mesh, mend=True) for mesh in two(gap, tilt)], near, near)
    (joint,) = joints
    assert (joint.block_a, joint.block_b) == ("a", "b")
    assert joint.moved is not None
    assert joint.moved <= 0.5 * abs(gap) + 0.5 * abs(tilt) + 1e-12
    assert joint.angle == pytest.approx(np.degrees(abs(tilt)), abs=1e-6)
    lower, upper = (solid_of(block).pieces[0] for block in blocks)
    k, m = int(np.argmax(lower.normals[:, 2])), int(np.argmin(upper.normals[:, 2]))
    assert lower.normals[k] @ upper.normals[m] == pytest.approx(-1.0, abs=1e-14)
    assert lower.offsets[k] == pytest.approx(-upper.offsets[m], abs=1e-12)


def test_a_gap_that_is_meant_stays_and_is_told() -> None:
    near = 5e-3
    given = [faced(mesh) for mesh in two(0.015, 0.0)]
    blocks, (joint,) = with_common_planes(given, near, 0.02)
    assert joint.moved is None
    assert joint.gap == pytest.approx(0.015)
    assert all(
        np.array_equal(a.offset, b.offset)
        for x, y in zip(given, blocks, strict=True)
        for a, b in zip(x.planes, y.planes, strict=True)
    )


def test_a_plane_that_some_face_would_not_reach_is_not_made() -> None:
    """A slab over two stones, 8 mm above one and 8 mm below the top of the other: within 5 mm it shares one plane."""
    box = [np.array([0.0, 0.0, 0.0]), np.array([1.0, 0.0, 0.016]), np.array([0.0, 0.0, 1.008])]
    meshes = [
        BlockMesh(name, CORNERS * size + at, BOX) for name, size, at in zip("abc", (1, 1, (2, 1, 1)), box, strict=True)
    ]
    _, joints = with_common_planes([faced(cleaned(mesh), mend=True) for mesh in meshes], 5e-3, 0.02)
    over = [joint for joint in joints if joint.block_b == "c"]
    assert sorted(joint.moved is None for joint in over) == [False, True]
    assert [joint.moved for joint in over if joint.moved is not None] == [pytest.approx(4e-3)]


def test_blunt_edges_that_overlap_lose_next_to_nothing() -> None:
    """Ridges of two stones that lie on each other, off their middles: a plane askew to them would cut a wedge off."""
    section = np.array(
        [(-4.0, 0.0), (0.5, 0.0), (0.5, 0.95), (0.0, 1.0), (-4.0, 0.9)]
    )  # m, x and z; the ridge at (0, 1)
    lower = np.array([(x, y, z) for y in (-0.5, 0.5) for x, z in section])
    depth, near = 1e-6, 1e-4
    upper = np.array([0.0, 0.0, 2.0 - depth]) + lower * [-1.0, 1.0, -1.0]
    a, b = convex_hull(lower), convex_hull(upper)
    ((trimmed_a,), (trimmed_b,)), depths = trimmed([(a,), (b,)], near)
    assert depths[0, 1] == pytest.approx(depth, rel=1e-2)  # across the slope of 0.1
    assert min(trimmed_a.volume / a.volume, trimmed_b.volume / b.volume) > 1.0 - 2.0 * near


def test_a_sliver_within_another_piece_is_trimmed_along_a_face() -> None:
    """A tetrahedron all of which is in a cube: what they have in common has the sliver's own centroid."""
    sliver = convex_hull(np.array([[0.5, 0.5, 1.0], [0.501, 0.5, 0.999], [0.5, 0.501, 0.999], [0.499, 0.499, 0.999]]))
    (cube, rest), depths = trimmed([(convex_hull(CORNERS),), (sliver,)], 5e-3)
    assert depths == {(0, 1): pytest.approx(1e-3)}
    assert overlap_depth(cube[0], rest[0]) < 1e-9
    assert cube[0].volume == pytest.approx(1.0 - 5e-4)


def test_overlaps_are_trimmed_half_from_each() -> None:
    lower, upper = ((solid_of(faced(mesh)).pieces) for mesh in two(-2e-3, 0.0))
    (a, b), depths = trimmed([lower, upper], 5e-3)
    assert depths == {(0, 1): pytest.approx(2e-3)}
    assert a[0].volume == pytest.approx(0.999, abs=1e-9)
    assert b[0].volume == pytest.approx(0.999, abs=1e-9)
    assert overlap_depth(a[0], b[0]) < 1e-9
    (_, same), none = trimmed([lower, upper], 1e-3)
    assert none == {}
    assert same[0].volume == upper[0].volume


STACK = obj_of(ds.Assembly([ds.Block.box((1, 1, 1), (0, 0, 0.5 + i), name=f"stone-{i}") for i in range(3)]), digits=17)


@pytest.mark.parametrize(
    ("supports", "fixed"),
    [("lowest", {0}), ("stone-1", {1}), (["stone-*"], {0, 1, 2}), (["stone-0", "stone-2"], {0, 2}), ([], set())],
)
def test_supports_by_name_pattern_and_place(supports: Any, fixed: set[int], tmp_path: Path) -> None:
    read = ds.read_assembly(written(tmp_path / "a.obj", STACK), supports=supports)
    assert set(np.flatnonzero(read.fixed).tolist()) == fixed


def test_a_name_of_several_blocks_reaches_all_of_them(tmp_path: Path) -> None:
    """Three objects of one name: density, friction and supports by it; a name of one of them wins over it."""
    path = written(tmp_path / "a.obj", re.sub(r"stone-\d", "stone", STACK))
    densities = {"stone-3": 2600.0, "stone": 1900.0}
    read = ds.read_assembly(path, density=densities, friction={"stone": 0.4}, supports="stone")
    assert read.names == ("stone", "stone-2", "stone-3")
    assert read.fixed.tolist() == [True] * 3
    assert [block.density for block in read.blocks] == [1900.0, 1900.0, 2600.0]
    assert read.pair_friction([(0, 1), (1, 2)]).tolist() == [0.4, 0.4]
    pairs = {("stone", "stone"): 0.3, ("stone-2", "stone"): 0.2, ("stone", "ground"): 0.1}
    read = ds.read_assembly(path, friction=pairs, supports="ground")
    assert read.pair_friction([(0, 1), (1, 2), (0, 2), (2, 3)]).tolist() == [0.2, 0.3, 0.3, 0.1]
    (told,) = [remark for remark in ds.check_geometry(path).remarks if "got numbers" in remark]
    assert told.startswith("1 name of several blocks, which got numbers, such as stone: stone, stone-2, stone-3; in")


def test_the_name_of_an_object_reaches_all_its_pieces(tmp_path: Path) -> None:
    corners = np.vstack([CORNERS, CORNERS + np.array([0.0, 0.0, 2.0])])
    pair = mesh_state(corners, [*BOX, *(tuple(i + 8 for i in face) for face in BOX)])
    path = json_of(tmp_path / "a.json", {"both": pair, "base": mesh_state(CORNERS - np.array([0.0, 0.0, 1.0]))})
    read = ds.read_assembly(path, density={"both": 1500.0}, friction={("both", "base"): 0.3}, supports="both")
    assert read.names == ("both-1", "both-2", "base")
    assert read.fixed.tolist() == [True, True, False]
    assert [block.density for block in read.blocks] == [1500.0, 1500.0, 2000.0]
    assert read.pair_friction([(0, 2), (1, 2), (0, 1)]).tolist() == [0.3, 0.3, 0.6]
    assert any("such as both: both-1, both-2; in" in remark for remark in ds.check_geometry(path).remarks)


def test_a_name_with_brackets_is_meant_to_the_letter(tmp_path: Path) -> None:
    read = ds.read_assembly(written(tmp_path / "a.obj", STACK.replace("stone-1", "stone[1]")), supports="stone[1]")
    assert read.fixed.tolist() == [False, True, False]


@pytest.mark.parametrize("word", ["ground", "lowest"])
def test_a_block_of_the_model_that_is_called_so_is_meant(tmp_path: Path, word: str) -> None:
    """It became movable, on a ground that was laid below it."""
    path = written(tmp_path / "a.obj", STACK.replace("stone-1", word))
    for supports in (word, [word]):
        read = ds.read_assembly(path, supports=supports)
        assert [name for name, fixed in zip(read.names, read.fixed, strict=True) if fixed] == [word]
        assert len(read) == 3


def test_a_ground_is_laid_below(tmp_path: Path) -> None:
    read = ds.read_assembly(written(tmp_path / "a.obj", STACK), supports="ground")
    assert read.names[-1] == "ground"
    assert read.fixed.tolist() == [False, False, False, True]
    assert read.blocks[-1].pieces[0].vertices[:, 2].max() == 0.0
    assert ds.check_sound(read) is read


@pytest.mark.parametrize(
    ("density", "expected"),
    [(None, [2000, 2000, 2000]), (1500.0, [1500] * 3), ({"stone-0": 2500, "stone*": 1800}, [2500, 1800, 1800])],
)
def test_densities_by_pattern_the_first_that_fits_holds(density: Any, expected: list[float], tmp_path: Path) -> None:
    read = ds.read_assembly(written(tmp_path / "a.obj", STACK), density=density, supports="lowest")
    assert [block.density for block in read.blocks] == expected


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "it marks no block as a support. Give supports"),
        ({"supports": "stone-9"}, "no block or group is called 'stone-9' in supports. Did you mean 'stone-"),
        ({"supports": 5}, "supports must be names of blocks"),
        ({"supports": [5]}, "got 5"),
        ({"supports": "lowest", "density": {"x": 5.0}}, "no block or group is called 'x' in density"),
        ({"supports": "lowest", "density": -1}, "density"),
        ({"supports": "lowest", "scale": 0.0}, "scale (m)"),
        ({"supports": "lowest", "mend": "yes"}, "mend"),
    ],
)
def test_arguments_that_are_wrong_are_one_error(arguments: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError) as error:
        ds.read_assembly(written(tmp_path / "a.obj", STACK), **arguments)
    assert said in str(error.value)


LIKELY = (
    "Give scale, the metres in a unit of the model; it may be in millimetres (2.5 m): scale = 0.001, or centimetres "
    "(25 m): scale = 0.01, or inches (63.6 m): scale = 0.0254"
)


@pytest.mark.parametrize(
    ("unit", "likely"),
    [(1e-3, "in millimetres (25 m): scale = 0.001"), (1e-2, LIKELY), (1e3, "the metres in a unit of the model")],
)
def test_a_model_in_other_units_is_refused_with_those_that_are_likely(unit: float, likely: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a.obj", obj_of(arch(), unit=unit))
    with pytest.raises(ds.DrystoneError, match="in metres that is not the size of a building") as error:
        ds.read_assembly(path, supports="lowest")
    assert str(error.value).endswith(likely)
    read = ds.read_assembly(path, supports="lowest", scale=unit)
    assert np.allclose(read.mass, arch().mass, rtol=1e-9)


@pytest.mark.parametrize(
    ("unit", "told"),
    [(1.0, ""), (0.1, "half of its blocks measure 17.3 m or more"), (1e-3, "measures 3.32e+03 m"), (100.0, "0.0332 m")],
)
def test_a_check_asks_for_the_scale_where_sizes_are_unlikely(unit: float, told: str, tmp_path: Path) -> None:
    """Three cubes of 1 m on each other: read with a unit that is too large or too small."""
    report = ds.check_geometry(written(tmp_path / "a.obj", STACK), scale=1.0 / unit)
    asked = [remark for remark in report.remarks if remark.endswith("is scale right?")]
    assert len(asked) == bool(told)
    assert told in "".join(asked)


def test_a_smooth_block_is_refused_soon(tmp_path: Path) -> None:
    """A ball of some thousand triangles is not what a block is."""
    points = np.random.default_rng(0).normal(size=(3000, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    ball = mesh_state(points, ConvexHull(points).simplices.tolist())
    with pytest.raises(ds.DrystoneError, match="planes of a block") as error:
        ds.read_assembly(json_of(tmp_path / "a.json", [ball]))
    assert "Give curved blocks as few planar faces" in str(error.value)


def test_an_unknown_format_names_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=r"unknown model format '\.dwg'; there are: \.3dm"):
        ds.read_assembly(written(tmp_path / "a.dwg", "x"))


def test_all_blocks_that_cannot_be_made_are_told_at_once(tmp_path: Path) -> None:
    hollow = [mesh_state(CORNERS + np.array([2 * i, 0, 0]), BOX[1:]) for i in range(8)]
    with pytest.raises(ds.DrystoneError, match=r"of 8 blocks out of 8 no solid can be made. block-0: .*; and 3 more"):
        ds.read_assembly(json_of(tmp_path / "a.json", hollow))


def test_a_report_tells_what_is_wrong_and_what_mending_moves(tmp_path: Path) -> None:
    """Two cubes 2 mm apart with a third that floats: near joints are told, then mended."""
    meshes = [*two(2e-3, 0.0), cleaned(BlockMesh("far", CORNERS + np.array([9.0, 0.0, 9.0]), BOX))]
    path = json_of(tmp_path / "a.json", [mesh_state(mesh.vertices, mesh.faces) for mesh in meshes])
    raw, mended = ds.check_geometry(path), ds.check_geometry(path, mend=True)
    assert raw.problems == ("3 blocks without a contact: block-0, block-1, block-2",)
    assert any(
        "nearly meet and have no common plane, such as of block-0 and block-1: 0.002 m" in r for r in raw.remarks
    )
    assert mended.problems == ("1 block without a contact: block-2",)
    assert mended.joints["moved"].tolist() == [pytest.approx(1e-3)]
    assert mended.blocks["volume"].tolist() == [pytest.approx(1.001), pytest.approx(1.001), pytest.approx(1.0)]
    assert "problems  1" in str(mended)


def test_a_model_is_a_scene_for_every_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "stack.obj", STACK)
    scene = '[geometry]\nfile = "stack.obj"\nsupports = "lowest"\ndensity = { "*" = 1500 }\n[run]\nduration = 0.01\n'
    written(tmp_path / "scene.toml", scene)
    assert ds.read_scene("scene.toml").assembly.blocks[1].density == 1500
    assert main(["check", "stack.obj", "--out", "tables"]) == 0
    assert "problems             none" in capsys.readouterr().out
    assert (tmp_path / "tables" / "joints.csv").is_file()
    assert main(["run", "stack.obj", "--set", "supports=ground", "--duration", "0.01"]) == 0
    assert "stack: 4 blocks, 3 movable" in capsys.readouterr().out
    assert main(["equilibrium", "stack.obj", "--set", "supports=lowest"]) == 0
    assert main(["run", "stack.obj", "--set", "support=lowest"]) == 2
    assert "unknown key in [geometry] 'support'" in capsys.readouterr().err
    written(tmp_path / "open.obj", STACK.rsplit("\n", 2)[0])
    assert main(["check", "open.obj"]) == 1
    assert "its surface is open" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["run", "equilibrium", "limit"])
def test_commands_tell_the_supports(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path / "stack.obj", STACK)
    more = ["--duration", "0.01"] if command == "run" else []
    assert main([command, "stack.obj", "--supports", "stone-0,stone-1", *more]) == 0
    assert "supports             stone-0, stone-1\n" in capsys.readouterr().out
    assert main([command, "stack.obj", "--supports", "lowest", "--json", *more]) == 0
    assert json.loads(capsys.readouterr().out)["supports"] == ["stone-0"]


def test_a_check_offers_mending_where_it_helps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A gap of 2 mm is closed; an open surface stays open, and the model is not written."""
    near = [mesh_state(mesh.vertices, mesh.faces) for mesh in two(2e-3, 0.0)]
    assert main(["check", str(json_of(tmp_path / "near.json", near))]) == 1
    assert "`--mend` shows what mending does" in " ".join(capsys.readouterr().out.split())
    opened = json_of(tmp_path / "open.json", [mesh_state(), mesh_state(CORNERS + np.array([1.0, 0.0, 0.0]), BOX[1:])])
    assert main(["check", str(opened), "--out", str(tmp_path / "out.obj")]) == 1
    told = capsys.readouterr().out
    assert "its surface is open" in told
    assert "--mend" not in told
    assert "not written" in told
    assert not (tmp_path / "out.obj").exists()
    written(tmp_path / "stack.obj", STACK)
    for more, label in (([], "written  "), (["--mend"], "mended  ")):
        assert main(["check", str(tmp_path / "stack.obj"), "--out", str(tmp_path / "out.obj"), *more]) == 0
        assert f"\n{label}" in capsys.readouterr().out


def test_a_cavity_is_refused(tmp_path: Path) -> None:
    """A cube in a cube, whichever way its faces are turned; beside a concave block, within its box, it is none."""
    inner = 0.25 + 0.5 * CORNERS
    for turned in (1, -1):
        faces = [*BOX, *(tuple(i + 8 for i in face)[::turned] for face in BOX)]
        hollow = json_of(tmp_path / "a.json", [mesh_state(np.vstack([CORNERS, inner]), faces)])
        with pytest.raises(ds.DrystoneError, match="it has a cavity, a closed surface within another: part it"):
            ds.read_assembly(hollow, supports=[])
    outline = [(0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (2.5, 3.0), (2.5, 0.5), (0.0, 0.5)]
    corner, loops = prism(outline, 3.0)
    faces = [*loops, *(tuple(i + len(corner) for i in face) for face in BOX)]
    apart = json_of(tmp_path / "b.json", [mesh_state(np.vstack([corner, inner + np.array([1.0, 1.0, 1.0])]), faces)])
    assert len(ds.read_assembly(apart, supports=[])) == 2


def test_a_folder_and_another_encoding_are_told(tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match="it is a folder; give the path of a file in it"):
        ds.read_assembly(tmp_path)
    (tmp_path / "a.obj").write_bytes(STACK.replace("stone-1", "Gew\u00f6lbe").encode("latin-1"))
    with pytest.raises(ds.DrystoneError, match="0xf6, which is not UTF-8; save it as UTF-8 if it is a text"):
        ds.read_assembly(tmp_path / "a.obj", supports="lowest")


def test_faults_that_are_alike_are_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three cubes, each with a corner off its faces by a distance of its own; the table has all."""
    lines = list[str]()
    for i, lifted in enumerate((0.2, 0.25, 0.3)):
        corners = [(x + 3 * i, y, z + lifted * (x + y + z == 3)) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
        lines += [f"o stone-{i}", *(f"v {x} {y} {z}" for x, y, z in corners)]
        faces = ((0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (1, 3, 7, 5), (3, 2, 6, 7), (2, 0, 4, 6))
        lines += ["f " + " ".join(str(8 * i + corner + 1) for corner in face) for face in faces]
    written(tmp_path / "bent.obj", "\n".join(lines) + "\n")
    assert main(["check", str(tmp_path / "bent.obj"), "--out", str(tmp_path / "tables")]) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert told.count("a face is not planar") == 1
    assert "2 more blocks like it" in told
    assert (tmp_path / "tables" / "blocks.csv").read_text(encoding="utf-8").count("a face is not planar") == 3


KNOWN: dict[str, tuple[int, int, dict[str, Any]]] = {
    "wall.obj": (38, 38, {"supports": "ground"}),
    "arch_assembly.json": (30, 30, {}),
    "wall_assembly.json": (52, 52, {}),
    "dem_crossvault_meshes.json": (184, 260, {"mend": True}),
    "crossvault.obj": (184, 260, {"mend": True, "scale": 0.025, "supports": "lowest"}),
    "dome.obj": (90, 270, {"mend": True, "supports": "lowest"}),
}
"""Assemblies of the field: blocks, convex pieces, arguments."""


@pytest.mark.parametrize("name", with_slow(KNOWN, "dome.obj", "crossvault.obj", "dem_crossvault_meshes.json"))
def test_assemblies_of_the_field_are_read_keep_their_volume_and_stand(name: str) -> None:
    """Beside what their surfaces enclose: mending takes next to nothing away."""
    if not (SHARED / name).is_file():
        pytest.skip("needs the public assemblies, which are not in the repository")
    blocks, pieces, arguments = KNOWN[name]
    assembly = ds.read_assembly(SHARED / name, friction=0.7, **arguments)
    made = [block for block in assembly.blocks if block.name != "ground"]
    assert len(made) == blocks
    assert sum(len(block.pieces) for block in made) == pieces
    if name.endswith(".obj"):
        meshes = [cleaned(mesh) for mesh in read_obj(SHARED / name)]
        enclosed = arguments.get("scale", 1.0) ** 3 * sum(abs(volume_of(mesh.vertices, mesh.faces)) for mesh in meshes)
        volume = sum(block.volume for block in made)
        assert volume == pytest.approx(enclosed, rel=2e-2)  # the dome's curved faces make 1.2 %
    assert ds.equilibrium(assembly).stable


@pytest.fixture(scope="module")
def groin_vault() -> ds.Assembly:
    path = SHARED / "dem_crossvault_meshes.json"
    if not path.is_file():
        pytest.skip("needs the public assemblies, which are not in the repository")
    return ds.read_assembly(path, friction=0.7, mend=True)


@pytest.mark.parametrize("live", [(1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0)])
def test_a_groin_vault_has_the_limit_load_of_its_joints(
    live: tuple[float, float, float], groin_vault: ds.Assembly
) -> None:
    """0.4395 in all four directions: a cone program over the contact polygons that the file lists.

    Contacts where groin stones meet along an edge add up to 13 %.
    """
    assert ds.limit_load(groin_vault, live=live).multiplier == pytest.approx(0.4395, rel=2e-3)


def stones(*corners: tuple[float, float], shift: float = 0.0) -> list[tuple[Any, ...]]:
    """Cubes by their lower corners in the plane of x and z, the upper ones shifted along x."""
    centres = [(x + 0.5 + shift * (z > 0), 0.5, z + 0.5) for x, z in corners]
    return [ds.Block.box((1, 1, 1), centre).pieces for centre in centres]


def test_stones_that_meet_along_an_edge_by_rounding_are_chamfered_there() -> None:
    """Four of a stack bond, the upper two shifted by 0.1 mm: one lies on the stone that is diagonal to it."""
    bond = stones((0, 0), (1, 0), (0, 1), (1, 1), shift=1e-4)
    apart, pairs = chamfered(bond, 5e-3, 1.7)
    assert pairs == {(1, 2)}
    before, after = (
        {tuple(sorted(pair)) for pair in detect_pairs(ds.Assembly([ds.Block(own) for own in some]))}
        for some in (bond, apart)
    )
    assert before - after == {(1, 2)}
    volumes = [sum(piece.volume for piece in own) for own in apart]
    assert sum(volumes) == pytest.approx(4.0, rel=1e-4)
    assert sum(volume < 1.0 - 1e-9 for volume in volumes) == 1


def test_a_stone_that_stands_on_an_edge_keeps_it() -> None:
    ridge = ds.Block.from_vertices([(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0.5, 0, 0.5), (0.5, 1, 0.5)])
    plank = ds.Block.box((2, 1, 0.1), (0.5, 0.5, 0.55))
    apart, pairs = chamfered([ridge.pieces, plank.pieces], 5e-3, 1.7)
    assert pairs == set()
    assert apart[0][0].volume == ridge.volume


def detect_pairs(assembly: ds.Assembly) -> set[tuple[int, int]]:
    found = detect(assembly, ds.State.initial(assembly), 1e-5)
    return {(int(a), int(b)) for a, b in found.blocks}


LIBRARIES = {"stl": "trimesh", "ply": "trimesh", "glb": "trimesh"}


@pytest.mark.parametrize("end", LIBRARIES)
def test_formats_that_other_libraries_read(end: str, tmp_path: Path) -> None:
    """Two cubes as triangles, apart: STL has one object alone, so its connected pieces are blocks."""
    trimesh = pytest.importorskip("trimesh", reason="trimesh is an extra")
    turns = trimesh.transformations
    boxes = [trimesh.creation.box((1, 1, 1), transform=turns.translation_matrix((0, 0, z))) for z in (0.5, 1.6)]
    upright = [box.copy().apply_transform(turns.rotation_matrix(-np.pi / 2, (1, 0, 0))) for box in boxes]
    scene = trimesh.Scene(upright if end == "glb" else boxes)
    whole = scene if end == "glb" else trimesh.util.concatenate(boxes)
    whole.export(tmp_path / f"a.{end}")
    read = ds.read_assembly(tmp_path / f"a.{end}", supports="ground")
    assert len(read.blocks) == 3
    assert np.allclose([block.volume for block in read.blocks[:2]], 1.0, rtol=1e-6)
    assert sorted(round(float(block.centroid[2]), 6) for block in read.blocks[:2]) == [0.5, 1.6]


def test_a_model_with_y_upward_is_turned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same blocks as of the model with z upward, in Python, by a scene, and by the commands."""
    monkeypatch.chdir(tmp_path)
    stack = ds.Assembly([ds.Block.box((1, 2, 3), (0, 0, 1.5 + 3 * i), name=f"stone-{i}") for i in range(3)])
    written(tmp_path / "z.obj", obj_of(stack))
    turn = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    turned = [ds.Block.from_vertices(block.pieces[0].vertices @ turn.T, name=block.name) for block in stack.blocks]
    written(tmp_path / "y.obj", obj_of(ds.Assembly(turned)))
    known = ds.read_assembly("z.obj", supports="lowest")
    written(tmp_path / "y.toml", '[geometry]\nfile = "y.obj"\nup = "y"\nsupports = "lowest"\n')
    for read in (ds.read_assembly("y.obj", up="y", supports="lowest"), ds.read_scene("y.toml").assembly):
        assert np.allclose(read.centroid, known.centroid, rtol=EXACT, atol=EXACT)
        assert read.fixed.tolist() == [True, False, False]
    for word in ("lowest", "ground"):
        sideways = {"geometry": {"file": "z.obj", "supports": word}, "gravity": [0.0, -9.81, 0.0]}
        with pytest.raises(ds.DrystoneError, match=r"gravity does not pull down along z.*up = 'y'"):
            ds.read_scene(sideways)
    ds.read_scene(sideways | {"geometry": {"file": "z.obj", "supports": ["stone-0"]}})
    assert ds.check_geometry("y.obj", up="y").size == pytest.approx((1.0, 2.0, 9.0))
    assert main(["check", "y.obj", "--up", "y"]) == 0
    assert "1 x 2 x 9 m" in capsys.readouterr().out
    assert main(["equilibrium", "y.obj", "--up", "y", "--supports", "lowest"]) == 0
    assert "stands" in capsys.readouterr().out
    assert main(["equilibrium", "y.obj", "--supports", "lowest"]) == 2
    assert "all of its 3 blocks stand lowest" in capsys.readouterr().err
    with pytest.raises(ds.DrystoneError, match=r"unknown axis that is upward \(up\) 'x'"):
        ds.read_assembly("y.obj", up="x")


def test_gltf_has_its_own_upward_axis(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh", reason="trimesh is an extra")
    trimesh.Scene([trimesh.creation.box((1, 1, 1))]).export(tmp_path / "a.glb")
    with pytest.raises(ds.DrystoneError, match="glTF has y upward by its format"):
        ds.read_assembly(tmp_path / "a.glb", supports="lowest", up="y")


def test_a_gltf_mesh_of_several_materials_is_one_block_with_the_name_of_its_node(tmp_path: Path) -> None:
    """glTF parts a mesh by its materials, also where two nodes have one mesh."""
    pytest.importorskip("trimesh", reason="trimesh is an extra")
    triangles = np.array([(f[0], f[i], f[i + 1]) for f in BOX for i in (1, 2)], dtype="<u4")
    halves = [np.asarray(CORNERS, dtype="<f4"), triangles[:5], triangles[5:]]
    starts = np.cumsum([0, *(one.nbytes for one in halves)]).tolist()
    views = [{"buffer": 0, "byteOffset": a, "byteLength": one.nbytes} for a, one in zip(starts, halves, strict=False)]
    accessors: list[dict[str, object]] = [
        {"bufferView": i, "componentType": 5125 if i else 5126, "count": one.size if i else 8,
         "type": "SCALAR" if i else "VEC3"}
        for i, one in enumerate(halves)
    ]  # fmt: skip
    accessors[0] |= {"min": [0, 0, 0], "max": [1, 1, 1]}
    tree = {
        "asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"name": "low", "mesh": 0}, {"name": "high", "mesh": 0, "translation": [0, 1, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": i} for i in (1, 2)]}],
        "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": starts[-1], "uri": "a.bin"}],
    }  # fmt: skip
    (tmp_path / "a.bin").write_bytes(b"".join(one.tobytes() for one in halves))
    path = written(tmp_path / "a.gltf", json.dumps(tree))
    read = ds.read_assembly(path, supports="low")
    fixed = dict(zip(read.names, read.fixed.tolist(), strict=True))
    assert fixed == {"low": True, "high": False}
    assert [block.volume for block in read.blocks] == pytest.approx([1.0, 1.0], rel=1e-6)
    heights = {block.name: float(block.centroid[2]) for block in read.blocks}
    assert heights["high"] - heights["low"] == pytest.approx(1.0)
    tree["nodes"] = [{"name": "pier_1", "mesh": 0, "translation": [3, 0, 0]}] + [
        {"name": "pier", "mesh": 0, "translation": [0, i, 0]} for i in range(2)
    ]
    tree["scenes"] = [{"nodes": [0, 1, 2]}]
    again = ds.read_assembly(written(tmp_path / "b.gltf", json.dumps(tree)), supports="pier")
    fixed = dict(zip(again.names, again.fixed.tolist(), strict=True))
    assert fixed == {"pier_1": False, "pier": True, "pier-2": True}


def test_solids_of_an_stl_as_text_have_their_names(tmp_path: Path) -> None:
    """Two have one name, which reaches both, and one has none."""
    pytest.importorskip("trimesh", reason="trimesh is an extra")
    points = np.asarray(CORNERS, dtype=float)
    text = ""
    for place, name in enumerate(["base", "pier low", "pier low", ""]):
        facets = [(f[0], f[i], f[i + 1]) for f in BOX for i in (1, 2)]
        loops = [
            "facet normal 0 0 0\nouter loop\n"
            + "".join("vertex {:g} {:g} {:g}\n".format(*(points[i] + (0, 0, place))) for i in facet)
            + "endloop\nendfacet\n"
            for facet in facets
        ]
        text += f"solid {name}\n{''.join(loops)}endsolid {name}\n"
    read = ds.read_assembly(written(tmp_path / "pier.stl", text), supports="pier low")
    fixed = dict(zip(read.names, read.fixed.tolist(), strict=True))
    assert fixed == {"base": False, "pier low": True, "pier low-2": True, "block-3": False}


def test_blocks_that_touch_in_one_object_are_refused_with_what_to_do(tmp_path: Path) -> None:
    faces = [tuple(i + 8 * k for i in face) for k in range(2) for face in BOX]
    vertices = np.vstack([CORNERS, CORNERS + np.array([1.0, 0.0, 0.0])])
    with pytest.raises(ds.DrystoneError, match=r"several blocks that touch\. Give each an object of its own"):
        ds.read_assembly(json_of(tmp_path / "a.json", [mesh_state(vertices, faces)]))


@pytest.mark.parametrize(
    ("unit", "metres"), [("Centimeters", 0.01), ("Feet", 0.3048), ("Meters", 1.0), ("None", 1.0), ("Unset", 1.0)]
)
def test_rhino_meshes_have_names_layers_and_the_unit_of_their_file(unit: str, metres: float, tmp_path: Path) -> None:
    rhino = pytest.importorskip("rhino3dm", reason="rhino3dm is an extra")
    model, mesh = rhino.File3dm(), rhino.Mesh()
    model.Settings.ModelUnitSystem = getattr(rhino.UnitSystem, unit)
    for corner in (CORNERS / metres).tolist():
        mesh.Vertices.Add(*corner)
    for face in BOX:
        mesh.Faces.AddFace(*face)
    attributes = rhino.ObjectAttributes()
    attributes.Name = "stone"
    attributes.LayerIndex = model.Layers.AddLayer("pier", (0, 0, 0, 255))
    model.Objects.AddMesh(mesh, attributes)
    assert model.Write(str(tmp_path / "a.3dm"), 7)
    read = ds.read_assembly(tmp_path / "a.3dm", supports="pier")
    assert (read.names, read.fixed.tolist()) == (("stone",), [True])
    assert read.blocks[0].volume == pytest.approx(1.0, rel=1e-6)
    given = ds.read_assembly(tmp_path / "a.3dm", supports="pier", scale=2.0 * metres)
    assert given.blocks[0].volume == pytest.approx(8.0, rel=1e-6)


def test_a_rhino_model_of_an_unlikely_size_is_refused_with_its_own_unit(tmp_path: Path) -> None:
    rhino = pytest.importorskip("rhino3dm", reason="rhino3dm is an extra")
    model, mesh = rhino.File3dm(), rhino.Mesh()
    model.Settings.ModelUnitSystem = rhino.UnitSystem.Millimeters
    for corner in CORNERS.tolist():
        mesh.Vertices.Add(*corner)
    for face in BOX:
        mesh.Faces.AddFace(*face)
    model.Objects.AddMesh(mesh, rhino.ObjectAttributes())
    assert model.Write(str(tmp_path / "a.3dm"), 7)
    with pytest.raises(ds.DrystoneError, match=r"measures 1\.732 between .* in its own unit of 0\.001 m that is"):
        ds.read_assembly(tmp_path / "a.3dm", supports="lowest")


def test_a_library_that_is_missing_is_named_with_its_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "trimesh", None)
    with pytest.raises(ds.DrystoneError, match=r"pip install drystone\[geometry\]"):
        ds.read_assembly(written(tmp_path / "a.stl", "solid"), supports=())


def rhino_box(rhino: Any) -> Any:
    mesh = rhino.Mesh()
    for corner in CORNERS.tolist():
        mesh.Vertices.Add(*corner)
    for face in BOX:
        mesh.Faces.AddFace(*face)
    return mesh


def test_instances_of_a_block_of_rhino_are_blocks_where_they_are_placed(tmp_path: Path) -> None:
    """One by itself, one mirrored, two in an instance of an instance; what defines them is nowhere by itself."""
    rhino = pytest.importorskip("rhino3dm", reason="rhino3dm is an extra")
    model, origin = rhino.File3dm(), rhino.Point3d(0, 0, 0)
    model.Settings.ModelUnitSystem = rhino.UnitSystem.Meters

    def defined(name: str, things: list[Any], names: list[str]) -> Any:
        attributes = [rhino.ObjectAttributes() for _ in names]
        for one, own in zip(attributes, names, strict=True):
            one.Name = own
        place = model.InstanceDefinitions.Add(name, "", "", "", origin, tuple(things), tuple(attributes))
        return model.InstanceDefinitions.FindIndex(place).Id

    def placed(definition: Any, *motion: Any) -> Any:
        return rhino.InstanceReference(definition, *motion)

    stone = defined("stone", [rhino_box(rhino)], ["stone"])
    pair = [placed(stone, rhino.Transform.Translation(0, 0, z)) for z in (0, 1)]
    pier = defined("pier", pair, ["", ""])
    plane = rhino.Plane(origin, rhino.Vector3d(1, 0, 0))
    named = rhino.ObjectAttributes()
    named.Name = "north"
    model.Objects.Add(placed(stone, rhino.Transform.Translation(10, 0, 0)), None)
    model.Objects.Add(placed(stone, rhino.Transform.Mirror(plane)), None)
    model.Objects.Add(placed(pier, rhino.Transform.Translation(0, 5, 0)), named)
    assert model.Write(str(tmp_path / "a.3dm"), 7)
    read = ds.read_assembly(tmp_path / "a.3dm", supports="north")
    assert read.names == ("stone", "stone-2", "north", "north-2")
    assert read.fixed.tolist() == [False, False, True, True]
    assert np.allclose([block.volume for block in read.blocks], 1.0, rtol=1e-6)
    expected = [[10.5, 0.5, 0.5], [-0.5, 0.5, 0.5], [0.5, 5.5, 0.5], [0.5, 5.5, 1.5]]
    assert np.allclose([block.centroid for block in read.blocks], expected)


def test_solids_of_rhino_without_a_mesh_are_not_left_out(tmp_path: Path) -> None:
    rhino = pytest.importorskip("rhino3dm", reason="rhino3dm is an extra")
    model, attributes = rhino.File3dm(), rhino.ObjectAttributes()
    attributes.Name = "keystone"
    model.Objects.AddMesh(rhino_box(rhino), None)
    model.Objects.AddPoint(rhino.Point3d(0, 0, 0))
    box = rhino.Box(rhino.BoundingBox(rhino.Point3d(0, 0, 1), rhino.Point3d(1, 1, 2)))
    model.Objects.AddBrep(rhino.Brep.CreateFromBox(box), attributes)
    assert model.Write(str(tmp_path / "a.3dm"), 7)
    with pytest.raises(ds.DrystoneError, match=r"1 solid without a mesh in the file: keystone\. In Rhino, show the"):
        ds.read_assembly(tmp_path / "a.3dm", supports="lowest")
