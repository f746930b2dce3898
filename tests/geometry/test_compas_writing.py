"""What is written for COMPAS balances every block, by the file alone, and is read back as it was."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.model.gravity import STANDARD_GRAVITY
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
        weight = np.array([0.0, 0.0, -built.mass[block] * STANDARD_GRAVITY])
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
