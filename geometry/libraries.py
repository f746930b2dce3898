"""Formats that other libraries read, in the process of `drystone.geometry.reading_process`."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ..checks import work_size
from ..errors import DrystoneError
from ..summary import counted, listed
from .mesh import BlockMesh, label, together
from .units import GLTF, UPWARD, Y

__all__ = ["LIBRARIES", "convex_parts", "load", "rhino_model", "trimesh_model"]

LIBRARIES = {"trimesh_model": "trimesh", "rhino_model": "rhino3dm", "convex_parts": "coacd"}
"""The library that each of the functions here needs."""
METRES = {
    "Microns": 1e-6, "Millimeters": 1e-3, "Centimeters": 1e-2, "Decimeters": 0.1, "Meters": 1.0, "Dekameters": 10.0,
    "Hectometers": 100.0, "Kilometers": 1e3, "Inches": 0.0254, "Feet": 0.3048, "Yards": 0.9144, "Miles": 1609.344,
}  # fmt: skip
"""Metres in the units that a Rhino file may say; it may also say none, or one of its own."""

MOST_NESTED, MOST_THINGS = 50, 1_000_000
"""Blocks of Rhino within each other, and objects in them, at most."""

SOLID = re.compile(r"^[ \t]*solid\b[ \t]*(.*?)[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
"""The line that begins a solid in the text of an STL, and its name."""

Matrix = npt.NDArray[np.float64]


def load(reader: str) -> Any:
    """The library of a reader."""
    return import_module(LIBRARIES[reader])


def trimesh_model(path: Path) -> list[BlockMesh]:
    """The meshes of an STL, PLY or glTF file in its own units, placed as its scene places them; z upward."""
    trimesh = load("trimesh_model")
    scene = trimesh.load_scene(path, process=False)
    turn = UPWARD[Y] if path.suffix.lower() in GLTF else np.eye(3)
    parts: dict[str, list[tuple[Matrix, npt.NDArray[np.int64]]]] = {}
    for node in scene.graph.nodes_geometry:
        matrix, key = scene.graph[node]
        one = scene.geometry[key]
        if hasattr(one, "faces"):  # else a path or a cloud of points
            points = np.asarray(one.vertices, dtype=np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
            parts.setdefault(_owner(scene, node, one), []).append((points @ turn.T, np.asarray(one.faces)))
    meshes, called = [], _called(trimesh, path, list(parts))
    for number, (node, found) in enumerate(parts.items()):
        meshes.append(BlockMesh(label(called.get(node, node), f"block-{number}"), *together(found)))
    return meshes


def _called(trimesh: Any, path: Path, given: list[str]) -> dict[str, str]:
    """Names in a glTF or in the text of an STL by those that trimesh has ``given``, which has no name twice."""
    if path.suffix.lower() not in GLTF:
        solids = SOLID.findall(path.read_text("utf-8", "replace")) if path.suffix.lower() == ".stl" else []
        return dict(zip(given, solids, strict=True)) if len(solids) == len(given) else {}
    content = path.read_bytes()
    if path.suffix.lower() == ".glb":  # a header of 12 bytes, then the length of the JSON, its kind and itself
        content = content[20 : 20 + int.from_bytes(content[12:16], "little")]
    found: dict[str, str] = {}
    counts: dict[str, int] = {}
    for number, node in enumerate(json.loads(content).get("nodes", [])):
        own = str(node.get("name", number))
        found[trimesh.util.unique_name(own, found, counts=counts)] = own
    return found


def _owner(scene: Any, node: str, geometry: Any) -> str:
    """The node of the file that a node of trimesh belongs to: a mesh of several materials is several nodes below its
    own, with names made by chance.
    """
    above = scene.graph.transforms.parents.get(node)
    parted = geometry.metadata.get("from_gltf_primitive") and str(node).startswith(f"{above}_")
    return str(above if parted else node)


def rhino_model(path: Path) -> list[BlockMesh]:
    """The meshes of a Rhino file in its own units, see `drystone.geometry.apart.read_rhino`; they know that unit."""
    rhino = load("rhino_model")
    model = rhino.File3dm.Read(str(path))
    if model is None:
        raise DrystoneError("it is not a Rhino file, or it is damaged: rhino3dm finds no model in it")
    layers = {layer.Index: layer.FullPath for layer in model.Layers}
    unit = METRES.get(model.Settings.ModelUnitSystem.name)
    meshes, bare = [], list[str]()
    for number, (item, matrix, above) in enumerate(_rhino_things(rhino, model)):
        chain = [*above, item]
        given = next((one.Attributes.Name for one in chain if one.Attributes.Name), "")
        name = label(given, f"block-{number}")
        groups = tuple(dict.fromkeys(one for thing in chain if (one := layers.get(thing.Attributes.LayerIndex))))
        parts = [
            (
                np.array([[v.X, v.Y, v.Z] for v in part.Vertices], dtype=np.float64),
                [dict.fromkeys(part.Faces[k]) for k in range(len(part.Faces))],
            )
            for part in _rhino_meshes(rhino, item.Geometry)
        ]
        if any(faces for _, faces in parts):
            points, faces = together(parts)
            placed = points @ matrix[:3, :3].T + matrix[:3, 3]
            meshes.append(BlockMesh(name, placed, faces, groups, unit=unit))
        elif isinstance(item.Geometry, (rhino.Brep, rhino.Extrusion, rhino.SubD)):
            bare.append(name)
    if bare:
        raise DrystoneError(
            f"{counted(len(bare), 'solid')} without a mesh in the file: {listed(bare)}. In Rhino, show the model "
            "shaded and save it without 'Save small', or make meshes of its solids (Mesh)"
        )
    return meshes


def _rhino_things(rhino: Any, model: Any) -> Iterator[tuple[Any, Matrix, list[Any]]]:
    """The objects of a file as they are placed: matrix (4, 4), and the instances of blocks of Rhino that they are in,
    the outermost first. What defines such a block is nowhere by itself.
    """
    waiting: list[tuple[Any, Matrix, list[Any]]] = [
        (item, np.eye(4), []) for item in model.Objects if not item.Attributes.IsInstanceDefinitionObject
    ][::-1]
    while waiting:
        item, matrix, above = waiting.pop()
        if not isinstance(item.Geometry, rhino.InstanceReference):
            yield item, matrix, above
            continue
        definition = model.InstanceDefinitions.FindId(item.Geometry.ParentIdefId)
        inside = [] if definition is None else [model.Objects.FindId(one) for one in definition.GetObjectIds()]
        if not inside or None in inside:
            called = "" if definition is None else f" {definition.Name!r}"
            raise DrystoneError(f"what the block{called} of Rhino holds is not in the file: embed it, or explode it")
        work_size(len(above) + 1, MOST_NESTED, "blocks of Rhino within each other", "Explode some.")
        own = item.Geometry.Xform
        here = matrix @ np.array([[getattr(own, f"M{i}{j}") for j in range(4)] for i in range(4)])
        waiting += [(one, here, [*above, item]) for one in reversed(inside)]
        work_size(len(waiting), MOST_THINGS, "objects in blocks of Rhino", "Give a part of it.")


def _rhino_meshes(rhino: Any, geometry: Any) -> list[Any]:
    """The meshes of an object; of a polysurface those of its faces."""
    if isinstance(geometry, rhino.Mesh):
        return [geometry]
    if isinstance(geometry, rhino.Extrusion):
        return [one for one in [geometry.GetMesh(rhino.MeshType.Any)] if one is not None]
    if isinstance(geometry, rhino.Brep):
        found = [geometry.Faces[k].GetMesh(rhino.MeshType.Any) for k in range(len(geometry.Faces))]
        return [one for one in found if one is not None]
    return []


def convex_parts(path: Path) -> list[BlockMesh]:
    """Convex hulls that make the block whose triangles are in an archive of NumPy, nearly: by CoACD."""
    coacd = load("convex_parts")
    coacd.set_log_level("error")
    with np.load(path, allow_pickle=False) as held:
        mesh = coacd.Mesh(held["points"], held["faces"])
    parts = coacd.run_coacd(mesh, seed=0)
    return [
        BlockMesh(f"part-{i}", np.asarray(points, dtype=np.float64), tuple(tuple(int(k) for k in f) for f in faces))
        for i, (points, faces) in enumerate(parts)
    ]
