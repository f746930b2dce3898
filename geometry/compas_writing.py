"""An assembly and the forces in its joints as an `Assembly` of compas_assembly, for the viewers of COMPAS."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..checks import FloatArray, data_frame, file_path, instance_of
from ..disk import replacing
from ..errors import UnknownNameError
from ..model import Assembly
from .outer_surface import outer_surface

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["write_compas"]

VECTORS = ("point", "normal", "force")
NEEDED = ("block_a", "block_b", *(f"{name}_{axis}" for name in VECTORS for axis in "xyz"))
"""Columns of the contacts."""
ONE_PLANE = 1e-6
"""1 - cosine of the angle between two normals, and distance relative to a block's size, up to which contacts of a pair
are of one interface."""


def write_compas(path: str | Path, assembly: Assembly, contacts: "pd.DataFrame | None" = None) -> Path:
    """Write an assembly as JSON of COMPAS (version 2) and return the path.

    ``contacts``: a table as `drystone.equilibrium`, `drystone.limit_load` and `Trajectory.contacts` have it: contacts
    of two blocks in one plane become an interface, with its points in order around it. The force (N) at a point is
    (c_np - c_nn) n + c_u x + c_v y on the second block of the interface's edge, x and y the axes of the interface's
    frame and n = x × y, from the first block to the second. Of a block of several pieces the surface is written, which
    leaves out what is inside where they touch. Pieces that touch in no face have no such surface: `read_assembly` takes
    them for several blocks or refuses them; `drystone.geometry.write_model` keeps them.

    >>> import drystone as ds
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from drystone.structures import arch
    >>> structure = arch()
    >>> with TemporaryDirectory() as folder:
    ...     path = ds.write_compas(Path(folder) / "arch.json", structure, ds.equilibrium(structure).contacts)
    ...     again = ds.read_assembly(path)
    >>> again.names == structure.names
    True
    """
    instance_of(assembly, Assembly, "assembly")
    edges: dict[str, dict[str, Any]] = {}
    if contacts is not None:
        table = data_frame(contacts, NEEDED, "contacts")
        for a, b, interfaces in _joints(assembly, table):
            edges.setdefault(str(a), {})[str(b)] = {"interfaces": interfaces}
    nodes = {str(i): _node(assembly, i) for i in range(len(assembly))}
    graph = {
        "attributes": {},
        "default_node_attributes": {"x": 0.0, "y": 0.0, "z": 0.0, "block": None, "is_support": False},
        "default_edge_attributes": {"interfaces": None},
        "node": nodes,
        "edge": {key: edges.get(key, {}) for key in nodes},
        "max_node": len(nodes) - 1,
    }
    content = _object(
        "compas_assembly.datastructures/Assembly",
        {"attributes": {"name": "drystone"}, "graph": _object("compas.datastructures/Graph", graph)},
    )
    target = file_path(path, "path of the model")
    with replacing(target, "COMPAS file") as temporary:
        temporary.write_text(json.dumps(content), encoding="utf-8")
    return target


def _object(kind: str, state: Any) -> dict[str, Any]:
    return {"dtype": kind, "data": state}


def _node(assembly: Assembly, i: int) -> dict[str, Any]:
    block = assembly.blocks[i]
    x, y, z = block.centroid.tolist()
    mesh = _mesh(*outer_surface(block.pieces), assembly.names[i])
    mesh["dtype"] = "compas_assembly.datastructures/Block"
    return {"block": mesh, "x": x, "y": y, "z": z, "is_support": bool(block.fixed)}


def _mesh(vertices: FloatArray, faces: Sequence[Sequence[int]], name: str) -> dict[str, Any]:
    state = {
        "attributes": {"name": name},
        "default_vertex_attributes": {"x": 0.0, "y": 0.0, "z": 0.0},
        "default_edge_attributes": {},
        "default_face_attributes": {},
        "vertex": {str(i): dict(zip("xyz", point, strict=True)) for i, point in enumerate(vertices.tolist())},
        "face": {str(i): list(face) for i, face in enumerate(faces)},
        "facedata": {str(i): {} for i in range(len(faces))},
        "edgedata": {},
        "max_vertex": len(vertices) - 1,
        "max_face": len(faces) - 1,
    }
    return {**_object("compas.datastructures/Mesh", state), "name": name}


def _joints(assembly: Assembly, table: "pd.DataFrame") -> Iterator[tuple[int, int, list[dict[str, Any]]]]:
    """Places of two blocks and their interfaces, in the order of the table."""
    for (name_a, name_b), rows in table.groupby(["block_a", "block_b"], sort=False):
        a, b = (_place(assembly, name) for name in (name_a, name_b))
        point, normal, force = (rows[[f"{n}_{axis}" for axis in "xyz"]].to_numpy() for n in VECTORS)
        corners = np.vstack([piece.vertices for piece in assembly.blocks[a].pieces])
        size = float(np.linalg.norm(np.ptp(corners, axis=0)))
        planes: list[list[int]] = []
        for i in range(len(rows)):
            for plane in planes:
                first = plane[0]
                turned = 1.0 - float(normal[i] @ normal[first])
                if turned <= ONE_PLANE and abs(float((point[i] - point[first]) @ normal[first])) <= ONE_PLANE * size:
                    plane.append(i)
                    break
            else:
                planes.append([i])
        yield a, b, [_interface(point[plane], normal[plane[0]], force[plane]) for plane in planes]


def _place(assembly: Assembly, name: Any) -> int:
    if name not in assembly.names:
        raise UnknownNameError("block in the contacts", name, assembly.names)
    return assembly.index_of(name)


def _interface(point: FloatArray, normal: FloatArray, force: FloatArray) -> dict[str, Any]:
    x = np.eye(3)[int(np.argmin(np.abs(normal)))]
    x = x - (x @ normal) * normal
    x /= np.sqrt(x @ x)
    y = np.cross(normal, x)
    middle = point.mean(axis=0)
    around = np.argsort(np.arctan2((point - middle) @ y, (point - middle) @ x), kind="stable")
    point, force = point[around], force[around]
    pressed = force @ normal
    forces = [
        {"c_np": max(n, 0.0), "c_nn": max(-n, 0.0), "c_u": u, "c_v": v}
        for n, u, v in zip(pressed.tolist(), (force @ x).tolist(), (force @ y).tolist(), strict=True)
    ]
    u, v = (point - middle) @ x, (point - middle) @ y
    area = 0.5 * abs(float(u @ np.roll(v, -1) - v @ np.roll(u, -1)))
    frame = {"point": middle.tolist(), "xaxis": x.tolist(), "yaxis": y.tolist()}
    return _object(
        "compas_assembly.datastructures/Interface",
        {
            "points": [_object("compas.geometry/Point", one) for one in point.tolist()],
            "size": area,
            "frame": _object("compas.geometry/Frame", frame),
            "forces": forces,
            "mesh": _mesh(point, [list(range(len(point)))] if len(point) > 2 else [], "Mesh"),
        },
    )
