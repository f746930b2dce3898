"""Models that drystone writes are read back the same, also those that it mended."""

from pathlib import Path

import numpy as np
import pytest

import drystone as ds
from drystone.cli import main
from drystone.structures import arch, barrel_vault, wall

from .models import BOX, CORNERS, json_of, mesh_state, obj_of, prism, written

ENDS = ("obj", "json")


def same(one: ds.Assembly, other: ds.Assembly) -> bool:
    """Names, pieces and places, to the last bit or nearly so."""
    return one.names == other.names and all(
        len(a.pieces) == len(b.pieces)
        and all(
            np.allclose(p.centroid, q.centroid, rtol=0, atol=1e-12) for p, q in zip(a.pieces, b.pieces, strict=True)
        )
        and np.isclose(a.volume, b.volume, rtol=1e-12)
        for a, b in zip(one.blocks, other.blocks, strict=True)
    )


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(
    "built", [arch(), wall(2, 2), barrel_vault(voussoirs=5, bricks=2)], ids=lambda one: one.names[0]
)
def test_a_structure_is_read_back_the_same(end: str, built: ds.Assembly, tmp_path: Path) -> None:
    fixed = [name for name, is_fixed in zip(built.names, built.fixed, strict=True) if is_fixed]
    path = ds.write_model(tmp_path / f"a.{end}", built)
    read = ds.read_assembly(path, supports=fixed if end == "obj" else None)
    assert same(built, read)
    assert read.fixed.tolist() == built.fixed.tolist()


@pytest.mark.parametrize("end", ENDS)
def test_a_union_is_one_block_again(end: str, tmp_path: Path) -> None:
    """An L of two boxes, and a box beside it."""
    L = ds.Block.union([ds.Block.box((2, 1, 1)), ds.Block.box((1, 1, 1), (0.5, 0, 1))], name="L")
    built = ds.Assembly([L, ds.Block.box((1, 1, 1), (-0.5, 0, 1), name="box")])
    read = ds.read_assembly(ds.write_model(tmp_path / f"a.{end}", built), supports=[])
    assert same(built, read)
    assert np.allclose(read.inertia / built.inertia[:, :1, :1], built.inertia / built.inertia[:, :1, :1])


@pytest.mark.parametrize("end", ENDS)
def test_stones_with_numbers_in_their_names_are_not_one_block(end: str, tmp_path: Path) -> None:
    """As programs number what is in a layer, `pier::1`, `pier::2`; also where drystone wrote the file."""
    stones = [ds.Block.box((1, 1, 1), (2.0 * (i % 2), 0, i // 2), name=f"pier::{i + 1}") for i in range(4)]
    built = ds.Assembly(stones)
    others = written(tmp_path / "others.obj", obj_of(built))
    compas = ds.write_compas(tmp_path / "compas.json", built)
    for path in (others, compas, ds.write_model(tmp_path / f"own.{end}", built)):
        assert same(built, ds.read_assembly(path, supports=[]))


@pytest.mark.parametrize("end", ENDS)
def test_a_mended_model_is_written_and_read_back_the_same(
    end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A hooked stone that is not convex with a warped face, and a box that nearly meets it."""
    outline = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (1.0, 2.0), (1.0, 1.0), (0.0, 1.0)]
    vertices, faces = prism(outline)
    vertices[8, 2] += 4e-3  # a corner of the top
    box = CORNERS + np.array([0.0, 0.0, 1.002])
    path = json_of(tmp_path / "a.json", [mesh_state(vertices, faces), mesh_state(box, BOX)])
    with pytest.raises(ds.DrystoneError, match="not planar"):
        ds.read_assembly(path, supports=[])
    out = tmp_path / f"mended.{end}"
    assert main(["check", str(path), "--mend", "--out", str(out)]) == 0
    assert f"mended               {out}" in capsys.readouterr().out.replace("\n                     ", "")
    mended = ds.read_assembly(path, supports=[], mend=True)
    assert [len(block.pieces) for block in mended.blocks] == [2, 1]
    for mend in (False, True):
        assert same(mended, ds.read_assembly(out, supports=[], mend=mend))
    assert main(["check", str(out)]) == 0


def test_what_somebody_changed_in_a_written_file_is_a_model_like_others(tmp_path: Path) -> None:
    """Coordinates that were rounded: pieces are one block still, but planes are fitted."""
    L = ds.Block.union([ds.Block.box((2, 1, 1)), ds.Block.box((1, 1, 1), (0.5, 0, 1))], name="L")
    path = ds.write_model(tmp_path / "a.obj", ds.Assembly([L]))
    path.write_text(path.read_text().replace("v -1.0 ", "v -1.0001 ", 1))
    (block,) = ds.read_assembly(path, supports=[]).blocks
    assert len(block.pieces) == 2
    assert block.volume == pytest.approx(3.0, rel=1e-3)


def test_supports_stay_in_json(tmp_path: Path) -> None:
    built = ds.Assembly([ds.Block.box((1, 1, 1), fixed=True, name="base"), ds.Block.box((1, 1, 1), (0, 0, 1))])
    path, out = ds.write_compas(tmp_path / "a.json", built), tmp_path / "b.json"
    assert main(["check", str(path), "--mend", "--out", str(out)]) == 0
    assert ds.read_assembly(out).fixed.tolist() == [True, False]


def test_other_ends_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ds.DrystoneError, match=r"unknown kind of model \(end of the name\) '\.stl'; there are: \.json, \.obj"
    ):
        ds.write_model(tmp_path / "a.stl", arch())


def test_slivers_are_told_without_mending(tmp_path: Path) -> None:
    """Four of a stack bond, the upper two shifted by 1 mm: one lies on the stone that is diagonal to it."""
    places = {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (0.001, 1.0), "d": (1.001, 1.0)}
    blocks = [ds.Block.box((1, 1, 1), (x, 0, z), name=name) for name, (x, z) in places.items()]
    path = written(tmp_path / "a.obj", obj_of(ds.Assembly(blocks)))
    (told,) = [one for one in ds.check_geometry(path).remarks if "meet along an edge" in one]
    assert told.startswith(
        "1 pair of blocks meet along an edge, by joints narrower than 0.00866 m, such as b and c: 0.001 m"
    )
    again = ds.write_model(tmp_path / "b.obj", ds.read_assembly(path, supports=[]))
    assert not any("meet along an edge" in one for one in ds.check_geometry(again).remarks)
    mended = ds.check_geometry(path, mend=True).remarks
    assert "1 pair of blocks chamfered where they met along an edge" in mended
    assert not any("narrower" in one for one in mended)
