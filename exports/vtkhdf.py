"""ParaView: VTKHDF files (version 2.2) of polygonal data in time, by HDF5 alone: the blocks, their contacts, ties.

Connectivity of the blocks is written once and all steps point to it; points, displacements and velocities have a
stretch for each step (VTK file formats, "VTKHDF: PolyData, temporal"). Of contacts, whose number changes, every step is
a part of its own.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..disk import replacing
from ..results.trajectory import assembly_of
from .bodies import Bodies, places_type, seen_from_the_ground
from .contact_points import FIELDS, contact_fields
from .tie_lines import FIELDS as TIE_FIELDS
from .tie_lines import TieLines
from .vertex_stresses import VertexStresses

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_vtkhdf"]

KINDS = ("Vertices", "Lines", "Polygons", "Strips")
COMPRESSED: dict[str, Any] = {"compression": "gzip", "compression_opts": 4, "shuffle": True}


def write_vtkhdf(trajectory: "Trajectory", path: Path) -> None:
    """Write the recorded states for ParaView, seen from the ground.

    Point data: ``displacement`` (m) and ``velocity`` (m/s) of the material points, from the ground; cell data:
    ``block``, the place in ``trajectory.names``, and ``fixed``. Where blocks deform, ``displacement`` has what they are
    displaced within, and point data the stresses of `drystone.exports.vertex_stresses`. The contacts are in a second
    file beside it, ``<name>-contacts.vtkhdf``: points with the fields of
    `drystone.exports.contact_points.contact_fields`. Ties, where there are any, are lines in a third,
    ``<name>-ties.vtkhdf``, with the fields of `drystone.exports.tie_lines` as cell data.
    """
    assembly = assembly_of(trajectory)
    _write_contacts(trajectory, path.with_name(f"{path.stem}-contacts{path.suffix}"))
    if assembly.ties:
        _write_ties(trajectory, path.with_name(f"{path.stem}-ties{path.suffix}"))
    bodies, position = Bodies.of(assembly), seen_from_the_ground(trajectory)
    steps, count, stresses = len(trajectory.time), len(bodies.vertices), VertexStresses(trajectory, bodies)
    first = bodies.placed(position[0], trajectory.rotation[0])
    with _root(path) as root:
        root["NumberOfPoints"] = np.array([count])
        points = root.create_dataset(
            "Points", (steps * count, 3), places_type(trajectory), chunks=(count, 3), **COMPRESSED
        )
        data = root.create_group("PointData")
        moved = data.create_dataset("displacement", points.shape, "f4", chunks=(count, 3), **COMPRESSED)
        speed = data.create_dataset("velocity", points.shape, "f4", chunks=(count, 3), **COMPRESSED)
        for name in stresses.names:
            data.create_dataset(name, (steps * count,), "f4", chunks=(count,), **COMPRESSED)
        for i in range(steps):
            rows = slice(i * count, (i + 1) * count)
            placed = bodies.placed(position[i], trajectory.rotation[i])
            placed = placed + stresses.displacement(i)
            speed[rows] = stresses.velocity(i, placed)
            points[rows], moved[rows] = placed, placed - first
            for name, values in stresses.at(i).items():
                data[name][rows] = values
        _write_cells(root, "Polygons", bodies.faces)
        cells = root.create_group("CellData")
        cells["block"] = bodies.face_block.astype(np.int32)
        cells["fixed"] = assembly.fixed[bodies.face_block].astype(np.uint8)
        steps_of = _write_steps(root, trajectory.time, count)
        for name in ("displacement", "velocity", *stresses.names):
            steps_of[f"PointDataOffsets/{name}"] = count * np.arange(steps)
        for name in ("block", "fixed"):
            steps_of[f"CellDataOffsets/{name}"] = np.zeros(steps, np.int64)


@contextmanager
def _root(path: Path) -> Iterator[Any]:
    """The group of a new file that holds everything."""
    import h5py

    with replacing(path, "VTKHDF file") as temporary, h5py.File(temporary, "w") as file:
        root = file.create_group("VTKHDF")
        root.attrs["Version"] = np.array([2, 2])
        root.attrs.create("Type", b"PolyData", dtype="S8")
        yield root


def _write_contacts(trajectory: "Trajectory", path: Path) -> None:
    """A part for each recorded state, with one cell of all its contacts: VTK 9.5 misreads states that begin at the same
    cell, as those without any cells do.
    """
    found = [contact_fields(trajectory, i) for i in range(len(trajectory.time))]
    counts = np.array([len(points) for points, _ in found])
    parts = np.arange(len(found))
    with _root(path) as root:
        root["NumberOfPoints"] = counts
        root["Points"] = np.concatenate([points for points, _ in found]).astype(places_type(trajectory))
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


def _write_ties(trajectory: "Trajectory", path: Path) -> None:
    """A line for each tie, whose ends have a stretch for each recorded state, as its fields have."""
    ties = TieLines.of(trajectory, deformed=True)
    starts, points = np.arange(len(trajectory.time)), 2 * ties.count
    with _root(path) as root:
        root["NumberOfPoints"] = np.array([points])
        root["Points"] = ties.ends.reshape(-1, 3).astype(places_type(trajectory))
        _write_cells(root, "Lines", [(2 * i, 2 * i + 1) for i in range(ties.count)])
        steps = _write_steps(root, trajectory.time, points)
        for name in TIE_FIELDS:
            values = np.concatenate([ties.fields(i)[name] for i in range(len(starts))])
            root[f"CellData/{name}"] = values.astype(np.float32) if values.dtype.kind == "f" else values
            steps[f"CellDataOffsets/{name}"] = ties.count * starts


def _write_cells(root: Any, kind: str, cells: Sequence[Sequence[int]]) -> None:
    """Cells of one kind, each by the numbers of its points, and none of the others."""
    for one in KINDS:
        chosen = cells if one == kind else ()
        group = root.create_group(one)
        sizes = np.array([len(cell) for cell in chosen], dtype=np.int64)
        group["NumberOfConnectivityIds"] = np.array([sizes.sum()], dtype=np.int64)
        group["NumberOfCells"] = np.array([len(chosen)], dtype=np.int64)
        group["Offsets"] = np.append(0, np.cumsum(sizes)).astype(np.int64)
        group["Connectivity"] = np.array([point for cell in chosen for point in cell], dtype=np.int64)


def _write_steps(root: Any, time: Any, count: int) -> Any:
    """The group of steps, in which the ``count`` points move and the cells stay; where data begin is the caller's."""
    steps = root.create_group("Steps")
    steps.attrs["NSteps"] = len(time)
    steps["Values"] = np.asarray(time, dtype=np.float64)
    steps["PartOffsets"], steps["NumberOfParts"] = np.zeros(len(time), np.int64), np.ones(len(time), np.int64)
    steps["PointOffsets"] = count * np.arange(len(time))
    steps["CellOffsets"] = steps["ConnectivityIdOffsets"] = np.zeros((len(time), len(KINDS)), np.int64)
    return steps
