"""Formats that other libraries read, in the process of `drystone.geometry.reading_process`."""

from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import DrystoneError
from .mesh import BlockMesh, label
from .units import GLTF, UPWARD, Y

__all__ = ["LIBRARIES", "convex_parts", "load", "rhino_model", "trimesh_model"]

LIBRARIES = {"trimesh_model": "trimesh", "rhino_model": "rhino3dm", "convex_parts": "coacd"}
"""The library that each of the functions here needs."""
METRES = {
    "Microns": 1e-6, "Millimeters": 1e-3, "Centimeters": 1e-2, "Decimeters": 0.1, "Meters": 1.0, "Dekameters": 10.0,
    "Hectometers": 100.0, "Kilometers": 1e3, "Inches": 0.0254, "Feet": 0.3048, "Yards": 0.9144, "Miles": 1609.344,
}  # fmt: skip
"""Metres in the units that a Rhino file may say; it may also say none, or one of its own."""


def load(reader: str) -> Any:
    """The library of a reader."""
    return import_module(LIBRARIES[reader])


def trimesh_model(path: Path) -> list[BlockMesh]:
    """The meshes of an STL, PLY or glTF file in its own units, placed as its scene places them; z upward."""
    trimesh = load("trimesh_model")
    scene = trimesh.load_scene(path, process=False)
    turn = UPWARD[Y] if path.suffix.lower() in GLTF else np.eye(3)
    parts: dict[str, list[tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]] = {}
    for node in scene.graph.nodes_geometry:
        matrix, key = scene.graph[node]
        one = scene.geometry[key]
        if hasattr(one, "faces"):  # else a path or a cloud of points
            points = np.asarray(one.vertices, dtype=np.float64) @ matrix[:3, :3].T + matrix[:3, 3]
            parts.setdefault(_owner(scene, node, one), []).append((points @ turn.T, np.asarray(one.faces)))
    meshes = []
    for number, (node, found) in enumerate(parts.items()):
        starts = np.cumsum([0, *(len(points) for points, _ in found)])
        faces = tuple(
            tuple(int(start + i) for i in face)
            for (_, loops), start in zip(found, starts, strict=False)
            for face in loops
        )
        meshes.append(BlockMesh(label(node, f"block-{number}"), np.vstack([points for points, _ in found]), faces))
    return meshes


def _owner(scene: Any, node: str, geometry: Any) -> str:
    """The node of the file that a node of trimesh belongs to: a mesh of several materials is several nodes below its
    own, with names made by chance.
    """
    above = scene.graph.transforms.parents.get(node)
    parted = geometry.metadata.get("from_gltf_primitive") and str(node).startswith(f"{above}_")
    return str(above if parted else node)


def rhino_model(path: Path) -> list[BlockMesh]:
    """The meshes of a Rhino file in its own units, see `drystone.geometry.others.read_rhino`; they know that unit."""
    rhino = load("rhino_model")
    model = rhino.File3dm.Read(str(path))
    if model is None:
        raise DrystoneError("it is no file of Rhino, or it is damaged: rhino3dm finds no model in it")
    layers = {layer.Index: layer.FullPath for layer in model.Layers}
    unit = METRES.get(model.Settings.ModelUnitSystem.name)
    meshes = []
    for number, item in enumerate(model.Objects):
        name = label(item.Attributes.Name or "", f"block-{number}")
        groups = tuple(one for one in [layers.get(item.Attributes.LayerIndex)] if one)
        parts = list(_rhino_meshes(rhino, item.Geometry))
        points = [np.array([[v.X, v.Y, v.Z] for v in part.Vertices], dtype=np.float64) for part in parts]
        starts = np.cumsum([0, *(len(one) for one in points)])
        faces = tuple(
            tuple(int(start + i) for i in dict.fromkeys(part.Faces[k]))
            for part, start in zip(parts, starts, strict=False)
            for k in range(len(part.Faces))
        )
        if faces:
            meshes.append(BlockMesh(name, np.vstack(points), faces, groups, unit=unit))
    return meshes


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
