"""What is written for COMPAS balances every block, by the file alone, and is read back as it was."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.model.gravity import ONE_G
from drystone.structures import arch, house, wall

SHARED = Path(__file__).resolve().parents[3] / "shared" / "assemblies"
BALANCED = 1e-6  # relative to the weight: certificate 1e-8 of sums over a hundred points


def sums(content: dict[str, Any]) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Sums of forces, and of their moments about the origin, on each node of a file: the convention of COMPAS."""
    graph = content["data"]["graph"]["data"]
    force = {key: np.zeros(3) for key in graph["node"]}
    moment = {key: np.zeros(3) for key in graph["node"]}
    for a, neighbours in graph["edge"].items():
        for b, edge in neighbours.items():
            for interface in edge["interfaces"] or []:
                state = interface["data"]
                x, y = (np.array(state["frame"]["data"][axis]) for axis in ("xaxis", "yaxis"))
                for point, at in zip(state["points"], state["forces"], strict=True):
                    acting = (at["c_np"] - at["c_nn"]) * np.cross(x, y) + at["c_u"] * x + at["c_v"] * y
                    for key, sign in ((a, -1.0), (b, 1.0)):
                        force[key] = force[key] + sign * acting
                        moment[key] = moment[key] + sign * np.cross(point["data"], acting)
    return force, moment


@pytest.mark.parametrize("built", [arch(), wall(courses=4, bricks_per_course=4), house(courses=6)])
def test_the_forces_of_a_file_balance_the_weights(built: ds.Assembly, tmp_path: Path) -> None:
    table = ds.equilibrium(built).contacts
    path = ds.write_compas(tmp_path / "a.json", built, table)
    content = json.loads(path.read_text(encoding="utf-8"))
    force, moment = sums(content)
    for block in built.movable.tolist():
        weight = np.array([0.0, 0.0, -built.mass[block] * ONE_G])
        assert np.abs(force[str(block)] + weight).max() < BALANCED * abs(weight[2])
        turned = moment[str(block)] + np.cross(built.blocks[block].centroid, weight)
        assert np.abs(turned).max() < 10 * BALANCED * abs(weight[2])
    read = ds.read_assembly(path)
    assert read.names == built.names
    assert (read.fixed == built.fixed).all()
    assert np.allclose(read.mass, built.mass * 2000.0 / np.array([block.density for block in built.blocks]), rtol=1e-9)


def test_the_convention_is_that_of_the_files_of_the_field() -> None:
    """With the other sign of the tangents nothing would balance."""
    path = SHARED / "arch_assembly.json"
    if not path.is_file():
        pytest.skip("needs the public assemblies, which are not in the repository")
    content = json.loads(path.read_text(encoding="utf-8"))
    force, _ = sums(content)
    nodes = content["data"]["graph"]["data"]["node"]
    carried = np.array([force[key] for key in force if not nodes[key].get("is_support")])
    assert np.abs(carried[:, :2]).max() < 1e-9 * carried[:, 2].max()
    assert np.ptp(carried[:, 2]) < 1e-9 * carried[:, 2].max()


def test_interfaces_are_polygons_in_order(tmp_path: Path) -> None:
    built = arch()
    content = json.loads(ds.write_compas(tmp_path / "a.json", built, ds.equilibrium(built).contacts).read_text())
    interfaces = [
        interface["data"]
        for edges in content["data"]["graph"]["data"]["edge"].values()
        for edge in edges.values()
        for interface in edge["interfaces"]
    ]
    assert len(interfaces) == len(built) - 1
    for interface in interfaces:
        points = np.array([point["data"] for point in interface["points"]])
        sides = np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)
        assert interface["size"] == pytest.approx(sides[0] * sides[1], rel=1e-6)


def box(x: float, z: float, width: float = 1.0, height: float = 1.0, y: float = 0.0) -> ds.Block:
    return ds.Block.box((width, 1, height), (x + 0.5 * width, y + 0.5, z + 0.5 * height))


UNIONS: dict[str, tuple[list[ds.Block], float]] = {
    "a whole face": ([box(0, 0), box(1, 0)], 10.0),
    "of two heights": ([box(0, 0), box(1, 0, height=1.5)], 12.0),
    "a tee": ([box(1, 0), box(0, 1, width=3.0)], 18.0),
    "a face in two others": ([box(0, 0), box(1, 0), box(0.5, 1)], 14.0),
    "eight": ([box(x, z, y=y) for x in (0, 1) for y in (0, 1) for z in (0, 1)], 24.0),
}
"""Pieces of one block that touch, and the area of their surface (m2)."""


@pytest.mark.parametrize("kind", UNIONS)
@pytest.mark.parametrize("place", [(0.0, 0.0, 0.0), (512345.6, 4512345.7, 321.0)])
def test_a_block_of_several_pieces_has_one_closed_surface(
    kind: str, place: tuple[float, float, float], tmp_path: Path
) -> None:
    """Each edge has two faces that run along it in opposite ways; nothing inside is written."""
    parts, area = UNIONS[kind]
    pieces = [ds.Block.from_vertices(part.pieces[0].vertices + np.array(place)) for part in parts]
    built = ds.Assembly([ds.Block.union(pieces, name="block")], friction=0.5)
    path = ds.write_compas(tmp_path / "a.json", built)
    mesh = json.loads(path.read_text(encoding="utf-8"))["data"]["graph"]["data"]["node"]["0"]["block"]["data"]
    vertices = np.array([[one[axis] for axis in "xyz"] for one in mesh["vertex"].values()]) - np.array(place)
    loops = list(mesh["face"].values())
    edges = [edge for loop in loops for edge in zip(loop, [*loop[1:], loop[0]], strict=True)]
    assert len(set(edges)) == len(edges)
    assert set(edges) == {(b, a) for a, b in edges}
    faces = [vertices[loop] for loop in loops]
    fans = [np.cross(one - one[0], np.roll(one, -1, axis=0) - one[0]).sum(axis=0) for one in faces]
    assert 0.5 * np.linalg.norm(fans, axis=1).sum() == pytest.approx(area, rel=1e-8)
    read = ds.read_assembly(path, supports=[])
    assert read.names == ("block",)
    assert read.volume == pytest.approx(built.volume, rel=1e-8)


def test_voussoirs_of_several_pieces_are_read_as_they_were(tmp_path: Path) -> None:
    built = arch(facets=3)
    read = ds.read_assembly(ds.write_compas(tmp_path / "a.json", built, ds.equilibrium(built).contacts))
    assert read.names == built.names
    assert [len(block.pieces) for block in read.blocks] == [len(block.pieces) for block in built.blocks]
    assert read.volume == pytest.approx(built.volume, rel=1e-9)
    assert read.centroid == pytest.approx(built.centroid, abs=1e-9)


def test_without_contacts_there_are_blocks_alone(tmp_path: Path) -> None:
    content = json.loads(ds.write_compas(tmp_path / "a.json", arch()).read_text())
    assert not any(content["data"]["graph"]["data"]["edge"].values())


def test_contacts_of_another_assembly_are_refused(tmp_path: Path) -> None:
    table = ds.equilibrium(arch()).contacts
    with pytest.raises(ds.DrystoneError, match="unknown block in the contacts 'left abutment'"):
        ds.write_compas(tmp_path / "a.json", wall(courses=2, bricks_per_course=2), table)
    with pytest.raises(ds.DrystoneError, match="contacts"):
        ds.write_compas(tmp_path / "a.json", arch(), table[["block_a"]])
    assert list(tmp_path.iterdir()) == []
