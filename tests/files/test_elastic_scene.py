"""Blocks that deform in scene files."""

from pathlib import Path

import pytest

import drystone as ds

WALL = """
[structure]
kind = "wall"
courses = 2
bricks_per_course = 2

[[material]]
blocks = "*"
density = 2700
young = 60e9
poisson = 0.27
{more}
"""


def scene(folder: Path, more: str = "") -> Path:
    path = folder / "wall.toml"
    path.write_text(WALL.format(more=more))
    return path


def test_a_material_of_a_scene_makes_movable_blocks_elastic(tmp_path: Path) -> None:
    assembly = ds.read_scene(scene(tmp_path, "mesh = [2, 2, 2]\nmodes = 6\ndamping = [1, 1e-5]")).assembly
    expected = ds.Material(60e9, 0.27, 2700.0, (1.0, 1e-5), modes=6)
    for block in assembly.blocks:
        assert block.material == (None if block.fixed else expected)
    assert assembly.elastic.count == 6


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("mesh = [2, 2]", "mesh"),
        ('mesh = "hexahedra"', "'tetrahedra'"),
        ("damping = 0.05", "damping"),
        ("modes = 3", "modes"),
        ('mesh = "affine"\nmodes = 12', "has 6 modes"),
        ('[[material]]\nblocks = "*"\nyoung = 1e9', "lacks poisson"),
        ('[[material]]\nblocks = "stone*"\nyoung = 1e9\npoisson = 0.2', "stone"),
    ],
)
def test_bad_materials_are_refused(tmp_path: Path, more: str, message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        ds.read_scene(scene(tmp_path, more))


def test_a_block_is_meant_by_its_name_though_it_looks_like_a_pattern(tmp_path: Path) -> None:
    path = tmp_path / "stone.toml"
    path.write_text(
        '[[block]]\nname = "stone[1]"\nsize = [1, 1, 1]\ncenter = [0, 0, 0.5]\n'
        '[[material]]\nblocks = "stone[1]"\nyoung = 1e9\npoisson = 0.2\n'
    )
    assert ds.read_scene(path).assembly.blocks[0].material is not None
