"""ParaView of any version: a collection (.pvd) of one XML file (.vtp) for the blocks, one for the contacts and, if
there are any, one for the ties of each recorded state.

The arrays are in the files as base64 of zlib blocks, each with VTK's header of 64-bit numbers: how many blocks, their
size, the size of a last shorter one, and their compressed sizes (VTK file formats, "XML file formats").
"""

import re
import shutil
import struct
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import quoteattr

import numpy as np

from ..disk import replacing
from ..errors import DrystoneError
from ..results.trajectory import assembly_of
from .bodies import Bodies, places_type, seen_from_the_ground
from .contact_points import contact_fields
from .tie_lines import TieLines
from .vertex_stresses import VertexStresses

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["write_pvd"]

KINDS = {"float32": "Float32", "float64": "Float64", "int32": "Int32", "int64": "Int64", "uint8": "UInt8"}
"""NumPy's names of types -> VTK's."""
OWN = re.compile(r"(blocks|contacts|ties)-\d{5,}\.vtp")
"""Names of the files of states."""


def write_pvd(trajectory: "Trajectory", path: Path) -> None:
    """Write the recorded states, seen from the ground: ``path`` and a folder ``<name>-states`` with the files it names.

    Of each state the blocks are part 0, with the fields of `drystone.exports.vtkhdf.write_vtkhdf`, and the contacts
    part 1, with those of `drystone.exports.contact_points.contact_fields`; ties, where there are any, are part 2, with
    those of `drystone.exports.tie_lines`. Files of an earlier export are replaced; DrystoneError where the folder holds
    anything else.
    """
    bodies, position = Bodies.of(assembly_of(trajectory)), seen_from_the_ground(trajectory)
    first, stresses = bodies.placed(position[0], trajectory.rotation[0]), VertexStresses(trajectory, bodies)
    kind, ties = places_type(trajectory), TieLines.of(trajectory, deformed=True)
    folder = path.with_name(f"{path.stem}-states")
    _check_own(folder)
    kinds = ("blocks", "contacts", "ties") if ties.count else ("blocks", "contacts")
    with replacing(path, "PVD file") as temporary:
        fresh = temporary.with_name(f"{temporary.name}-states")
        try:
            fresh.mkdir()
            for i in range(len(trajectory.time)):
                placed = bodies.placed(position[i], trajectory.rotation[i])
                placed = placed + stresses.displacement(i)
                speed = stresses.velocity(i, placed)
                fields = {"displacement": placed - first, "velocity": speed, **stresses.at(i)}
                _write(fresh / f"blocks-{i:05d}.vtp", _blocks(trajectory, bodies, placed.astype(kind), fields))
                _write(fresh / f"contacts-{i:05d}.vtp", _contacts(kind, *contact_fields(trajectory, i)))
                if ties.count:
                    _write(fresh / f"ties-{i:05d}.vtp", _ties(kind, ties, i))
            listed = _collection(trajectory.time, folder.name, kinds)
            temporary.write_text("\n".join(listed) + "\n", encoding="utf-8")
            _replace_files(fresh, folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)


def _check_own(folder: Path) -> None:
    """DrystoneError where the folder of the states is no folder or holds what no export has written."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise DrystoneError(f"{str(folder)!r}, the folder of the states, is there and no folder; give another name")
    for found in sorted(folder.iterdir()):
        if not (OWN.fullmatch(found.name) and found.is_file()):
            raise DrystoneError(
                f"the folder {str(folder)!r} holds {found.name!r}, which is not a file of a PVD export; move that "
                "elsewhere, or give the export another name"
            )


def _replace_files(fresh: Path, folder: Path) -> None:
    """Let the files of one folder take the place of those of the other, which holds no others."""
    folder.mkdir(exist_ok=True)
    names = {file.name for file in fresh.iterdir()}
    old = [file for file in folder.iterdir() if OWN.fullmatch(file.name) and file.name not in names]
    for name in sorted(names):
        (fresh / name).replace(folder / name)
    for file in old:
        file.unlink()


def _collection(times: Any, folder: str, kinds: Sequence[str]) -> Iterable[str]:
    yield '<?xml version="1.0"?>'
    yield '<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">\n<Collection>'
    for i, time in enumerate(times.tolist()):
        for part, kind in enumerate(kinds):
            name = quoteattr(f"{folder}/{kind}-{i:05d}.vtp")
            yield f'<DataSet timestep="{time:.12g}" part="{part}" name="{kind}" file={name}/>'
    yield "</Collection>\n</VTKFile>"


def _blocks(trajectory: "Trajectory", bodies: Bodies, placed: Any, fields: Mapping[str, Any]) -> Iterable[str]:
    fixed = assembly_of(trajectory).fixed
    sizes = np.array([len(face) for face in bodies.faces])
    loops = np.array([corner for face in bodies.faces for corner in face])
    yield f'<Piece NumberOfPoints="{len(placed)}" NumberOfPolys="{len(sizes)}">'
    yield from _group("PointData", fields)
    yield from _group("CellData", {"block": bodies.face_block.astype(np.int32), "fixed": fixed[bodies.face_block]})
    yield from _group("Points", {"points": placed})
    yield from _group("Polys", {"connectivity": loops, "offsets": np.cumsum(sizes)})
    yield "</Piece>"


def _contacts(kind: Any, points: Any, fields: Mapping[str, Any]) -> Iterable[str]:
    count = len(points)
    yield f'<Piece NumberOfPoints="{count}" NumberOfVerts="{count}">'
    yield from _group("PointData", fields)
    yield from _group("Points", {"points": points.astype(kind)})
    yield from _group("Verts", {"connectivity": np.arange(count), "offsets": np.arange(1, count + 1)})
    yield "</Piece>"


def _ties(kind: Any, ties: TieLines, i: int) -> Iterable[str]:
    count = ties.count
    yield f'<Piece NumberOfPoints="{2 * count}" NumberOfLines="{count}">'
    yield from _group("CellData", ties.fields(i))
    yield from _group("Points", {"points": ties.ends[i].reshape(-1, 3).astype(kind)})
    yield from _group("Lines", {"connectivity": np.arange(2 * count), "offsets": 2 * np.arange(1, count + 1)})
    yield "</Piece>"


def _group(name: str, arrays: Mapping[str, Any]) -> Iterable[str]:
    yield f"<{name}>"
    for title, values in arrays.items():
        array = np.asarray(values)
        if array.dtype.kind == "f" and name != "Points":
            array = array.astype("<f4")
        elif array.dtype.kind == "b":
            array = array.astype(np.uint8)
        elif array.dtype.kind in "iu" and array.dtype.itemsize == 8:
            array = array.astype("<i8")
        width = array.shape[1] if array.ndim > 1 else 1
        kind = KINDS[array.dtype.name]
        yield f'<DataArray type="{kind}" Name="{title}" NumberOfComponents="{width}" format="binary">'
        yield f"{_packed(np.ascontiguousarray(array).tobytes())}</DataArray>"
    yield f"</{name}>"


def _packed(data: bytes) -> str:
    """One compressed block and its header, each as base64; none for no data."""
    if not data:
        return b64encode(struct.pack("<QQQ", 0, 0, 0)).decode()
    block = zlib.compress(data, 6)
    return (b64encode(struct.pack("<QQQQ", 1, len(data), 0, len(block))) + b64encode(block)).decode()


def _write(path: Path, piece: Iterable[str]) -> None:
    lines = [
        '<?xml version="1.0"?>',
        '<VTKFile type="PolyData" version="1.0" byte_order="LittleEndian" header_type="UInt64"'
        ' compressor="vtkZLibDataCompressor">',
        "<PolyData>",
        *piece,
        "</PolyData>\n</VTKFile>\n",
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
