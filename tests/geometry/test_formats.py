"""OBJ and JSON of COMPAS are read as they are: names, groups, polygons, supports, places; damage is one error."""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.geometry.compas import read_compas
from drystone.geometry.mesh import numbered
from drystone.geometry.obj import read_obj
from drystone.structures import arch, wall

from .models import BOX, CORNERS, NODES, json_of, mesh_state, model_of, obj_of, written

HALF_TURN = [[-1, 0, 0, 5], [0, -1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
SHIFT = [[1, 0, 0, 3], [0, 1, 0, 0], [0, 0, 1, 2], [0, 0, 0, 1]]


def test_names_groups_and_polygons_of_an_obj(tmp_path: Path) -> None:
    text = """# a comment
v 0 0 0
v 1 0 0 1.0
v 1 1 0 0.5 0.5 0.5
v 0 1 0
o first stone
g pier
usemtl granite
f 1/1/1 2/2/1 3//1 4
vn 0 0 1
v 0 0 1
o second
f -5 -4 \\
  -1
"""
    first, second = read_obj(written(tmp_path / "a.obj", text))
    assert (first.name, second.name) == ("first stone", "second")
    assert (first.groups, second.groups) == (("pier", "granite"), ("granite",))
    assert first.faces == ((0, 1, 2, 3),)
    assert second.vertices.tolist() == [[0, 0, 0], [1, 0, 0], [0, 0, 1]]


def test_groups_are_blocks_where_there_are_no_objects(tmp_path: Path) -> None:
    text = obj_of(arch(count=3)).replace("o ", "g ")
    assert [mesh.name for mesh in read_obj(written(tmp_path / "a.obj", text))] == list(arch(count=3).names)


FACE = "f 1 2 3\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"usemtl m\no a\n{FACE}o b\n{FACE}usemtl n\no c\n{FACE}", {"a": ("m",), "b": ("m",), "c": ("n",)}),
        (f"g x\no a\n{FACE}o b\n{FACE}g y\no c\n{FACE}", {"a": ("x",), "b": ("x",), "c": ("y",)}),
        (f"g x\no a\ng y\n{FACE}o b\n{FACE}g\no c\n{FACE}", {"a": ("x", "y"), "b": ("x",), "c": ()}),
        (f"o a\ng x\n{FACE}g y\n{FACE}o b\nusemtl m\n{FACE}", {"a": ("x", "y"), "b": ("m",)}),
        (f"usemtl m\ng a\n{FACE}usemtl n\ng b\n{FACE}g c\n{FACE}", {"a": ("m",), "b": ("n",), "c": ("n",)}),
    ],
)
def test_materials_and_groups_that_an_obj_says_before_its_objects(
    text: str, expected: dict[str, tuple[str, ...]], tmp_path: Path
) -> None:
    """`usemtl` holds until the next one, over `o` and `g`; `g` directly before `o` until another one there."""
    read = read_obj(written(tmp_path / "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n" + text))
    assert {mesh.name: mesh.groups for mesh in read} == expected


def test_names_that_come_again_get_numbers() -> None:
    assert numbered(["a", "b", "a", "a-2", "a"]) == ["a", "b", "a-3", "a-2", "a-4"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("v 0 0\nf 1 1 1", "line 1 is 'v 0 0'; a vertex has three finite numbers"),
        ("v 0 0 nan", "three finite numbers"),
        ("v 0 0 x", "three finite numbers"),
        ("v 0 0 0\nf 1 2 3", "line 2: a face names the vertex '2'; so far there are 1"),
        ("v 0 0 0\nf 0 1 1", "names the vertex '0'"),
        ("v 0 0 0\nf 1 1", "line 2: a face needs three vertices or more; got 2"),
        ("v 0 0 0\nf 1 1 one", "names the vertex 'one'"),
        ("v 0 0 0\n", "holds no faces, so no blocks"),
    ],
)
def test_an_obj_that_is_wrong_is_one_error_with_its_line(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=r"model .*a\.obj") as error:
        ds.read_assembly(written(tmp_path / "a.obj", text))
    assert said in str(error.value)


def test_branches_of_a_tree_of_grasshopper_are_read(tmp_path: Path) -> None:
    """Lists of lists of meshes: a branch of one mesh is that mesh, one of several has them one after the other."""
    one, other = (NODES["0"](mesh_state(size * CORNERS)) for size in (1.0, 2.0))
    meshes = read_compas(json_of(tmp_path / "a.json", [[one], [one, other], other]))
    assert [mesh.name for mesh in meshes] == ["block-0", "block-1-0", "block-1-1", "block-2"]
    assert [float(np.max(mesh.vertices)) for mesh in meshes] == [1.0, 1.0, 2.0, 2.0]
    named = read_compas(json_of(tmp_path / "a.json", {"vault": [[one], [other]], "support": [[one]]}))
    assert [mesh.name for mesh in named] == ["vault-0", "vault-1", "support-0"]


@pytest.mark.parametrize("version", NODES)
def test_meshes_of_every_version_of_compas(version: str, tmp_path: Path) -> None:
    node = NODES[version]
    meshes = read_compas(json_of(tmp_path / "a.json", [node(mesh_state()), node(mesh_state(2 * CORNERS))]))
    assert [mesh.name for mesh in meshes] == ["block-0", "block-1"]
    assert np.array_equal(meshes[1].vertices, 2 * CORNERS)
    assert meshes[1].faces == BOX


@pytest.mark.parametrize("version", NODES)
def test_an_assembly_has_blocks_and_supports(version: str, tmp_path: Path) -> None:
    node = NODES[version]
    upper = mesh_state(CORNERS + np.array([0, 0, 1])) | {"attributes": {"name": "key"}}
    nodes = {
        "0": {"block": node(mesh_state()), "is_support": True},
        "1": {"block": node(upper), "is_support": False},
        "2": {"block": None},
    }
    content = node({"attributes": {}, "graph": node({"node": nodes, "edge": {}})})
    assembly = ds.read_assembly(json_of(tmp_path / "a.json", content))
    assert assembly.names == ("block-0", "key")
    assert assembly.fixed.tolist() == [True, False]


@pytest.mark.parametrize("shape", ["geometry", "shape"])
@pytest.mark.parametrize("listed", [True, False])
def test_a_model_has_elements_with_transformations_that_go_together(shape: str, listed: bool, tmp_path: Path) -> None:
    """A group shifts, an element within turns about the origin and moves; materials have densities."""
    node = NODES["2"]
    matrix = {"dtype": "compas.geometry/Transformation", "data": {"matrix": HALF_TURN}}
    group = {"dtype": "G", "data": {"transformation": {"dtype": "T", "data": {"matrix": SHIFT}}, "name": "g"}}
    block = {
        "dtype": "B",
        "data": {shape: node(mesh_state()), "transformation": matrix, "name": "stone", "material": "m"},
    }
    support = {"dtype": "B", "data": {shape: node(mesh_state()), "is_support": True, "name": "BlockElement"}}
    elements: Any = {"1": group, "2": block, "3": support}
    if listed:
        elements = [{**one, "guid": guid} for guid, one in elements.items()]
    inner = {"name": "n", "element": "1", "children": [{"name": "n", "element": "2", "children": []}]}
    tree = {"root": {"name": "root", "children": [inner, {"name": "n", "element": "3"}]}}
    materials = {"m": {"dtype": "M", "data": {"name": "granite", "density": 2700.0}}}
    content = model_of(elements, tree, materials=materials)
    stone, base = read_compas(json_of(tmp_path / "a.json", content))
    assert (stone.name, stone.density, stone.groups, stone.fixed) == ("stone", 2700.0, ("granite",), None)
    assert (base.name, base.density, base.fixed) == ("block-2", None, True)
    assert np.allclose(stone.vertices, CORNERS * [-1, -1, 1] + np.array([8, 0, 2]))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({}, "holds no meshes"),
        ([], "holds no meshes"),
        (5, "a table; got 5"),
        ([5], "a table; got 5"),
        ([{"vertex": {}}], "'face' of a mesh must be a table"),
        ([mesh_state(faces=[(0, 1, 99)])], "names a vertex that is not there"),
        ([mesh_state() | {"vertex": {"0": {"x": "a"}}}], "block-0"),
        (model_of(5), "elements must be a list"),
        (
            model_of([{"dtype": "B", "data": {"geometry": mesh_state(), "transformation": [[1]]}}]),
            "must have the shape (4, 4)",
        ),
    ],
)
def test_json_that_is_wrong_is_one_error(content: Any, said: str, tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match=r"a\.json") as error:
        ds.read_assembly(json_of(tmp_path / "a.json", content), supports=())
    assert said in str(error.value)


SOON = 5.0
"""Processor time (s) that a damaged file may take."""


@pytest.mark.parametrize("end", ["obj", "json"])
def test_a_damaged_file_is_one_error_or_another_model(end: str, tmp_path: Path) -> None:
    """Bytes that are changed, taken out and cut off, 150 of each format."""
    built, drawn = wall(courses=2, bricks_per_course=2), np.random.default_rng(0)
    blocks = [mesh_state(block.pieces[0].vertices, block.pieces[0].faces) for block in built.blocks]
    whole = (obj_of(built) if end == "obj" else json.dumps(blocks)).encode()
    path = tmp_path / f"a.{end}"
    for case in range(150):
        damaged = bytearray(whole)
        for place in drawn.integers(len(whole), size=1 + case % 3):
            damaged[place] = drawn.integers(256)
        path.write_bytes(damaged[: drawn.integers(len(whole))] if case % 2 else damaged)
        start = time.process_time()
        with suppress(ds.DrystoneError):
            ds.read_assembly(path, supports="ground", mend=bool(case % 5))
        assert time.process_time() - start < SOON
