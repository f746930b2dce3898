"""glTF 2.0 as one binary file (.glb): a node for each block, with an animation of those that move."""

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..disk import replacing
from ..errors import DrystoneError
from ..summary import counted
from .bodies import Bodies, assembly_of, quaternions, seen_from_the_ground

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_glb"]

STONE, FIXED = (0.80, 0.74, 0.64, 1.0), (0.45, 0.43, 0.40, 1.0)
"""Colours of blocks that move and of fixed ones, linear."""
STILL = 1e-6
"""Motion, relative to the size of the model, below which a block has no keyframes (rad for its rotation)."""
UPRIGHT = (-np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))
"""Quaternion that turns z upward into y upward, as glTF has it."""
MOST = 1000
"""Blocks, at most."""
FLOAT, UNSIGNED = 5126, 5125
VERTICES, INDICES = 34962, 34963


class _Buffer:
    """The binary part of the file, and the tables of glTF that say what lies where."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.views: list[dict[str, Any]] = []
        self.accessors: list[dict[str, Any]] = []

    def add(self, values: Any, kind: str, target: int | None = None) -> int:
        """The number of the accessor of an array, float32 or uint32."""
        whole = kind == "SCALAR" and np.asarray(values).dtype.kind in "iu"
        array = np.ascontiguousarray(values, dtype=np.uint32 if whole else np.float32)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": array.nbytes}
        self.views.append(view if target is None else {**view, "target": target})
        self.data += array.tobytes()
        flat = array.reshape(len(array), -1)
        self.accessors.append({
            "bufferView": len(self.views) - 1,
            "componentType": UNSIGNED if whole else FLOAT,
            "count": len(array),
            "type": kind,
            "min": flat.min(axis=0).tolist(),
            "max": flat.max(axis=0).tolist(),
        })  # fmt: skip
        return len(self.accessors) - 1


def write_glb(trajectory: "Trajectory", path: Path) -> None:
    """Write the recorded states as an animated glTF model, seen from the ground, in metres and seconds, y upward."""
    assembly = assembly_of(trajectory)
    if len(assembly) > MOST:
        raise DrystoneError(
            f"glTF has a node and its animation for each block, which viewers manage up to {MOST}; this run has "
            f"{counted(len(assembly), 'block')}: write .usda (Blender), .vtkhdf (ParaView) or a film"
        )
    bodies, buffer, position = Bodies.of(assembly), _Buffer(), seen_from_the_ground(trajectory)
    nodes: list[dict[str, Any]] = [
        {"name": "structure", "rotation": list(UPRIGHT), "children": list(range(1, len(assembly) + 1))}
    ]
    meshes, channels, samplers = list[Any](), list[Any](), list[Any]()
    times = buffer.add(trajectory.time, "SCALAR")
    still = STILL * float(np.linalg.norm(np.ptp(bodies.placed(position[0], trajectory.rotation[0]), axis=0)))
    for block, name in enumerate(assembly.names):
        place, turn = position[:, block], quaternions(trajectory.rotation[:, block])
        meshes.append({"name": name, "primitives": [_primitive(bodies, block, buffer, bool(assembly.fixed[block]))]})
        nodes.append({"name": name, "mesh": block, "translation": place[0].tolist(), "rotation": turn[0].tolist()})
        for way, values, kind, least in (("translation", place, "VEC3", still), ("rotation", turn, "VEC4", STILL)):
            if np.ptp(values, axis=0).max() > least:
                samplers.append({"input": times, "interpolation": "LINEAR", "output": buffer.add(values, kind)})
                channels.append({"sampler": len(samplers) - 1, "target": {"node": block + 1, "path": way}})
    content: dict[str, Any] = {
        "asset": {"version": "2.0", "generator": "drystone"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": nodes,
        "meshes": meshes,
        "materials": [_material("stone", STONE), _material("fixed", FIXED)],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}],
    }
    if channels:
        content["animations"] = [{"name": "run", "channels": channels, "samplers": samplers}]
    with replacing(path, "glTF file") as temporary:
        temporary.write_bytes(_packed(content, bytes(buffer.data)))


def _primitive(bodies: Bodies, block: int, buffer: _Buffer, fixed: bool) -> dict[str, Any]:
    """The triangles of a block, with vertices and normals for each face of its own, so that edges are sharp."""
    vertices, faces = bodies.of_block(block)
    points, normals, triangles = list[Any](), list[Any](), list[int]()
    for face in faces:
        corners = vertices[list(face)]
        normal = np.cross(corners[1:-1] - corners[0], corners[2:] - corners[0]).sum(axis=0)
        for i in range(1, len(face) - 1):
            triangles += [len(points), len(points) + i, len(points) + i + 1]
        points += list(corners)
        normals += [normal / np.linalg.norm(normal)] * len(face)
    return {
        "attributes": {
            "POSITION": buffer.add(points, "VEC3", VERTICES),
            "NORMAL": buffer.add(normals, "VEC3", VERTICES),
        },
        "indices": buffer.add(np.array(triangles), "SCALAR", INDICES),
        "material": int(fixed),
    }


def _material(name: str, colour: tuple[float, ...]) -> dict[str, Any]:
    surface = {"baseColorFactor": list(colour), "metallicFactor": 0.0, "roughnessFactor": 0.9}
    return {"name": name, "pbrMetallicRoughness": surface}


def _packed(content: dict[str, Any], data: bytes) -> bytes:
    """The container of glTF: a header, a chunk of JSON and one of data, each a multiple of four bytes."""
    text = json.dumps(content, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    data += b"\0" * (-len(data) % 4)
    length = 12 + 8 + len(text) + 8 + len(data)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, length) + chunks
