"""ParaView: VTKHDF files (version 2.2) of polygonal data in time, by HDF5 alone: the blocks, and their contacts.

Connectivity of the blocks is written once and all steps point to it; points, displacements and velocities have a
stretch for each step (VTK file formats, "VTKHDF: PolyData, temporal"). Of contacts, whose number changes, every step is
a part of its own.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..disk import replacing
from .bodies import Bodies, assembly_of, seen_from_the_ground
from .contact_points import FIELDS, contact_fields
from .vertex_stresses import VertexStresses

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["velocities", "write_vtkhdf"]

KINDS = ("Vertices", "Lines", "Polygons", "Strips")
COMPRESSED: dict[str, Any] = {"compression": "gzip", "compression_opts": 4, "shuffle": True}


def write_vtkhdf(trajectory: "Trajectory", path: Path) -> None:
    """Write the recorded states for ParaView, seen from the ground.

    Point data: ``displacement`` (m) and ``velocity`` (m/s) of the material points, from the ground; cell data:
    ``block``, the place in ``trajectory.names``, and ``fixed``. Where blocks deform, ``displacement`` has what they are
    displaced within, and point data the stresses of `drystone.exports.vertex_stresses`. The contacts are in a second
    file beside it, ``<name>-contacts.vtkhdf``: points with the fields of
    `drystone.exports.contact_points.contact_fields`.
    """
    import h5py

    assembly = assembly_of(trajectory)
    _write_contacts(trajectory, path.with_name(f"{path.stem}-contacts{path.suffix}"))
    bodies, position = Bodies.of(assembly), seen_from_the_ground(trajectory)
    steps, count, stresses = len(trajectory.time), len(bodies.vertices), VertexStresses(trajectory, bodies)
    first = bodies.placed(position[0], trajectory.rotation[0])
    with replacing(path, "VTKHDF file") as temporary, h5py.File(temporary, "w") as file:
        root = _root(file)
        root["NumberOfPoints"] = np.array([count])
        points = root.create_dataset("Points", (steps * count, 3), "f4", chunks=(count, 3), **COMPRESSED)
        data = root.create_group("PointData")
        moved = data.create_dataset("displacement", points.shape, "f4", chunks=(count, 3), **COMPRESSED)
        speed = data.create_dataset("velocity", points.shape, "f4", chunks=(count, 3), **COMPRESSED)
        for name in stresses.names:
            data.create_dataset(name, (steps * count,), "f4", chunks=(count,), **COMPRESSED)
        for i in range(steps):
            rows = slice(i * count, (i + 1) * count)
            placed = bodies.placed(position[i], trajectory.rotation[i])
            speed[rows] = velocities(trajectory, bodies, i, placed - position[i][bodies.vertex_block])
            placed = placed + stresses.displacement(i)
            points[rows], moved[rows] = placed, placed - first
            for name, values in stresses.at(i).items():
                data[name][rows] = values
        _write_cells(root, bodies)
        cells = root.create_group("CellData")
        cells["block"] = bodies.face_block.astype(np.int32)
        cells["fixed"] = assembly.fixed[bodies.face_block].astype(np.uint8)
        _write_steps(root, trajectory.time, count, stresses.names)


def _root(file: Any) -> Any:
    root = file.create_group("VTKHDF")
    root.attrs["Version"] = np.array([2, 2])
    root.attrs.create("Type", b"PolyData", dtype="S8")
    return root


def _write_contacts(trajectory: "Trajectory", path: Path) -> None:
    """A part for each recorded state, with one cell of all its contacts: VTK 9.5 misreads states that begin at the same
    cell, as those without any cells do.
    """
    import h5py

    found = [contact_fields(trajectory, i) for i in range(len(trajectory.time))]
    counts = np.array([len(points) for points, _ in found])
    parts = np.arange(len(found))
    with replacing(path, "VTKHDF file") as temporary, h5py.File(temporary, "w") as file:
        root = _root(file)
        root["NumberOfPoints"] = counts
        root["Points"] = np.concatenate([points for points, _ in found]).astype(np.float32)
        for kind in KINDS:
            group, points = root.create_group(kind), counts if kind == "Vertices" else np.zeros_like(counts)
            cells = np.full_like(counts, kind == "Vertices")
            group["NumberOfConnectivityIds"], group["NumberOfCells"] = points, cells
            group["Offsets"] = np.concatenate([[0, n][: 1 + cell] for n, cell in zip(points, cells, strict=True)])
            group["Connectivity"] = np.concatenate([np.arange(n) for n in points])
        data = root.create_group("PointData")
        steps = root.create_group("Steps")
        steps.attrs["NSteps"] = len(found)
        steps["Values"] = np.asarray(trajectory.time, dtype=np.float64)
        steps["PartOffsets"], steps["NumberOfParts"] = parts, np.ones_like(parts)
        starts = np.cumsum(counts) - counts
        steps["PointOffsets"] = starts
        vertices = np.array([kind == "Vertices" for kind in KINDS])
        steps["CellOffsets"], steps["ConnectivityIdOffsets"] = parts[:, None] * vertices, starts[:, None] * vertices
        for name in FIELDS:
            values = np.concatenate([fields[name] for _, fields in found])
            data[name] = values.astype(np.float32) if values.dtype.kind == "f" else values
            steps[f"PointDataOffsets/{name}"] = starts


def velocities(trajectory: "Trajectory", bodies: Bodies, i: int, arm: Any) -> Any:
    """Of the vertices in the recorded state i, from the ground (m/s)."""
    velocity = trajectory.velocity[i][bodies.vertex_block]
    return velocity[:, :3] + np.cross(velocity[:, 3:], arm) - trajectory.ground_velocity[i]


def _write_cells(root: Any, bodies: Bodies) -> None:
    for kind in KINDS:
        faces = bodies.faces if kind == "Polygons" else ()
        group = root.create_group(kind)
        sizes = np.array([len(face) for face in faces], dtype=np.int64)
        group["NumberOfConnectivityIds"] = np.array([sizes.sum()], dtype=np.int64)
        group["NumberOfCells"] = np.array([len(faces)], dtype=np.int64)
        group["Offsets"] = np.append(0, np.cumsum(sizes)).astype(np.int64)
        group["Connectivity"] = np.array([corner for face in faces for corner in face], dtype=np.int64)


def _write_steps(root: Any, time: Any, count: int, stresses: tuple[str, ...]) -> None:
    steps = root.create_group("Steps")
    steps.attrs["NSteps"] = len(time)
    steps["Values"] = np.asarray(time, dtype=np.float64)
    steps["PartOffsets"], steps["NumberOfParts"] = np.zeros(len(time), np.int64), np.ones(len(time), np.int64)
    starts = count * np.arange(len(time))
    steps["PointOffsets"] = starts
    steps["CellOffsets"] = steps["ConnectivityIdOffsets"] = np.zeros((len(time), len(KINDS)), np.int64)
    for name in ("displacement", "velocity", *stresses):
        steps[f"PointDataOffsets/{name}"] = starts
    for name in ("block", "fixed"):
        steps[f"CellDataOffsets/{name}"] = np.zeros(len(time), np.int64)
