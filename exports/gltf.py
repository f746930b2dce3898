"""glTF 2.0 as one binary file (.glb): a node for each block and tie, with an animation of those that move."""

import json
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..disk import replacing
from ..errors import DrystoneError
from ..results.trajectory import assembly_of
from ..summary import counted
from .bodies import Bodies, extent, origin_of, quaternions, seen_from_the_ground
from .tie_lines import TieLines

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_glb"]

STONE, FIXED = (0.80, 0.74, 0.64, 1.0), (0.45, 0.43, 0.40, 1.0)
"""Colours of blocks that move and of fixed ones, linear."""
TIE = (0.19, 0.014, 0.014, 1.0)
THICK, SIDES = 0.0025, 8
"""Radius of a tie, as a share of the structure's size, and sides of the prism that it is."""
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

    def primitive(self, points: Any, normals: Any, triangles: Any, material: int) -> dict[str, Any]:
        """A surface of ``triangles`` (3N,) between ``points`` (n, 3) that have ``normals`` (n, 3)."""
        attributes = {"POSITION": self.add(points, "VEC3", VERTICES), "NORMAL": self.add(normals, "VEC3", VERTICES)}
        return {"attributes": attributes, "indices": self.add(triangles, "SCALAR", INDICES), "material": material}


class _Motion:
    """The animation of nodes over the recorded times; what moves less than ``still`` (m) stays where it is at first."""

    def __init__(self, buffer: _Buffer, time: Any, still: float) -> None:
        self.buffer, self.still, self.times = buffer, still, buffer.add(time, "SCALAR")
        self.channels: list[dict[str, Any]] = []
        self.samplers: list[dict[str, Any]] = []

    def add(self, node: int, **ways: Any) -> dict[str, list[float]]:
        """The places of a node at first, by their names in glTF; the ways (T, 3 or 4) become channels."""
        for way, values in ways.items():
            if np.ptp(values, axis=0).max() > (STILL if way == "rotation" else self.still):
                output = self.buffer.add(values, f"VEC{values.shape[1]}")
                self.samplers.append({"input": self.times, "interpolation": "LINEAR", "output": output})
                self.channels.append({"sampler": len(self.samplers) - 1, "target": {"node": node, "path": way}})
        return {way: values[0].tolist() for way, values in ways.items()}


def write_glb(trajectory: "Trajectory", path: Path) -> None:
    """Write the recorded states as an animated glTF model, seen from the ground, in metres and seconds, y upward."""
    assembly = assembly_of(trajectory)
    if len(assembly) > MOST:
        raise DrystoneError(
            f"glTF has a node and its animation for each block, which viewers manage up to {MOST}; this run has "
            f"{counted(len(assembly), 'block')}: write .usda (Blender), .vtkhdf (ParaView) or a film"
        )
    bodies, buffer, origin = Bodies.of(assembly), _Buffer(), origin_of(trajectory)
    position, (x, y, z) = seen_from_the_ground(trajectory) - origin, origin.tolist()
    nodes: list[dict[str, Any]] = [{"name": "structure", "rotation": list(UPRIGHT), "translation": [x, z, -y]}]
    meshes, size = list[Any](), extent(trajectory)
    motion = _Motion(buffer, trajectory.time, STILL * size)
    for block, name in enumerate(assembly.names):
        place, turn = position[:, block], quaternions(trajectory.rotation[:, block])
        meshes.append({"name": name, "primitives": [_primitive(bodies, block, buffer, bool(assembly.fixed[block]))]})
        nodes.append({"name": name, "mesh": block, **motion.add(len(nodes), translation=place, rotation=turn)})
    ties = TieLines.of(trajectory)
    if ties.count:
        meshes.append({"name": "tie", "primitives": [_prism(buffer)]})
    for number, name in enumerate(ties.names):
        moved = motion.add(len(nodes), **_bar(ties.ends[:, number] - origin, THICK * size))
        nodes.append({"name": name, "mesh": len(meshes) - 1, **moved})
    nodes[0]["children"] = list(range(1, len(nodes)))
    content: dict[str, Any] = {
        "asset": {"version": "2.0", "generator": "drystone"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": nodes,
        "meshes": meshes,
        "materials": [_material("stone", STONE), _material("fixed", FIXED), _material("tie", TIE)],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": len(buffer.data)}],
    }
    if motion.channels:
        content["animations"] = [{"name": "run", "channels": motion.channels, "samplers": motion.samplers}]
    with replacing(path, "glTF file") as temporary:
        temporary.write_bytes(_packed(content, bytes(buffer.data)))


def _primitive(bodies: Bodies, block: int, buffer: _Buffer, fixed: bool) -> dict[str, Any]:
    """The triangles of a block, with vertices and normals for each face of its own, so that edges are sharp."""
    points, normals, triangles = list[Any](), list[Any](), list[int]()
    for face in (bodies.faces[i] for i in np.flatnonzero(bodies.face_block == block)):
        for i in range(1, len(face) - 1):
            triangles += [len(points), len(points) + i, len(points) + i + 1]
        points += list(bodies.vertices[list(face)])
        normals += [bodies.normal(face)] * len(face)
    return buffer.primitive(points, normals, np.array(triangles), int(fixed))


def _prism(buffer: _Buffer) -> dict[str, Any]:
    """The side of a tie along z, of length and radius one, about its middle."""
    angle = 2.0 * np.pi * np.arange(SIDES) / SIDES
    normals = np.stack([np.cos(angle), np.sin(angle), np.zeros(SIDES)], axis=1)
    ends = [np.column_stack([normals[:, :2], np.full(SIDES, z)]) for z in (-0.5, 0.5)]
    i = np.arange(SIDES)
    j = (i + 1) % SIDES
    triangles = np.stack([i, j, SIDES + i, j, SIDES + j, SIDES + i], axis=1)
    return buffer.primitive(np.concatenate(ends), np.concatenate([normals, normals]), triangles.ravel(), 2)


def _bar(ends: Any, radius: float) -> dict[str, Any]:
    """How `_prism` becomes a tie with ``ends`` (T, 2, 3): turned on the shortest way from z, which points upward."""
    up = 1.0 if ends[0, 1, 2] >= ends[0, 0, 2] else -1.0
    along = up * (ends[:, 1] - ends[:, 0])
    length = np.linalg.norm(along, axis=1)
    x, y, z = (along / np.maximum(length, 1e-12)[:, None]).T
    turn = np.stack([-y, x, np.zeros_like(x), np.maximum(1.0 + z, 1e-9)], axis=1)  # straight down: by no axis
    turn /= np.linalg.norm(turn, axis=1, keepdims=True)
    return {
        "translation": ends.mean(axis=1),
        "rotation": turn,
        "scale": np.stack([np.full_like(length, radius), np.full_like(length, radius), length], axis=1),
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
