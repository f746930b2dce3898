"""Libraries that read models work in a process of their own: what a damaged file does to it ends that process alone.

The process (`drystone.geometry.reading_process`) has so much time and memory, no more. It is kept for the next model.
"""

import json
import tempfile
import threading
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ..disk import MEGABYTE, readable_file, unpacked_limit
from ..errors import DrystoneError, NotInstalledError
from ..processes import Message, Worker
from ..summary import counted
from .headers import check_header
from .libraries import LIBRARIES
from .mesh import BlockMesh, fan

__all__ = ["part_apart", "read_rhino", "read_trimesh"]

PROCESS = f"{__package__}.reading_process"
LARGEST = 256 * MEGABYTE
"""Largest file that is read (bytes)."""
BEGINNING = 60.0
"""Time (s) for the process to begin, on a busy machine too."""
PATIENCE, PACE = 4.0, MEGABYTE
"""Time (s) for the file, and for each so many bytes of it a second more."""
OWN = 150 * MEGABYTE
"""Memory (bytes) that the libraries themselves take while they read."""
PARTING, PARTING_TIME = 2000 * MEGABYTE, 120.0
"""Memory (bytes) and time (s) for parting one block."""

_free: list[Worker] = []
_lock = threading.Lock()


def read_trimesh(path: Path) -> list[BlockMesh]:
    """The meshes of an STL, PLY or glTF file in its own units, placed as its scene places them; z upward."""
    return _read_apart("trimesh_model", path)


def read_rhino(path: Path) -> list[BlockMesh]:
    """The meshes of a Rhino file in its own units: meshes, extrusions and polysurfaces by their render meshes; layers
    are groups. They know the unit that the file says.
    """
    return _read_apart("rhino_model", path)


def _read_apart(name: str, path: Path) -> list[BlockMesh]:
    """The meshes of the file that the reader ``name`` of `drystone.geometry.libraries` finds.

    DrystoneError for a library that is not there, and for a file that the library cannot read, within limits of time
    and memory (`drystone.disk.unpacked_limit`).
    """
    library = LIBRARIES[name]
    if not _installed(library):
        raise NotInstalledError(f"{library}, which reads this format,", "pip install drystone[geometry]")
    readable_file(path, "model", LARGEST)
    check_header(path)
    with tempfile.TemporaryDirectory(prefix="drystone-") as folder:
        job = {"reader": name, "path": str(path.resolve()), "out": folder, "memory": OWN + unpacked_limit(path)}
        return _read(job, PATIENCE + path.stat().st_size / PACE)


def part_apart(mesh: BlockMesh) -> list[BlockMesh]:
    """Convex hulls that nearly make a block, by CoACD; DrystoneError where it is not there or fails."""
    if not _installed("coacd"):
        raise NotInstalledError("CoACD, which parts blocks approximately,", "pip install drystone[coacd]")
    with tempfile.TemporaryDirectory(prefix="drystone-") as folder:
        path = Path(folder) / "block.npz"
        np.savez(path, points=mesh.vertices, faces=fan(mesh.faces))
        return _read({"reader": "convex_parts", "path": str(path), "out": folder, "memory": PARTING}, PARTING_TIME)


def _read(job: Message, within: float) -> list[BlockMesh]:
    """The meshes that a job makes in ``within`` (s)."""
    answer = _asked(job, within)
    if "fault" in answer:
        raise DrystoneError(answer["fault"])
    return _loaded(Path(job["out"]))


def _installed(library: str) -> bool:
    with suppress(ImportError, ValueError):
        return find_spec(library) is not None
    return False


def _asked(job: Message, within: float) -> Message:
    """The answer to a job, of a process that is there or of a new one."""
    with _lock:
        worker = _free.pop() if _free else None
    if worker is not None and not _begins(worker, job):  # it had ended, having waited too long
        worker.end()
        worker = None
    if worker is None:
        worker = Worker(PROCESS, "serve_models")
        if not _begins(worker, job):
            told = f"{worker.how_ended() if worker.has_ended else 'it did not begin'} {worker.last_printed(200)}"
            worker.end()
            raise DrystoneError(f"the process that reads models could not start: {told}")
    kept = False
    try:
        answer = worker.receive(within)
        if answer is None:
            raise DrystoneError(
                f"the library that reads it failed ({worker.how_ended()}), or needs more than "
                f"{job['memory'] / MEGABYTE:.4g} MB for it; the file is damaged or too detailed"
            )
        kept = not answer.pop("full", False)
    except TimeoutError:
        raise DrystoneError(f"reading it took more than {within:.2g} s; it is damaged, or too detailed") from None
    finally:
        if kept:
            with _lock:
                _free.append(worker)
        else:
            worker.end()
    return answer


def _begins(worker: Worker, job: Message) -> bool:
    """Whether the process has begun with the job."""
    worker.send(job)
    with suppress(TimeoutError):
        return worker.receive(BEGINNING) == {"begun": True}
    return False


def _loaded(folder: Path) -> list[BlockMesh]:
    points, corners, lengths = (
        np.load(folder / f"{name}.npy", allow_pickle=False) for name in ("points", "corners", "lengths")
    )
    loops = [tuple(part.tolist()) for part in np.split(corners, np.cumsum(lengths)[:-1])] if len(lengths) else []
    meshes, point, face = list[BlockMesh](), 0, 0
    for one in json.loads((folder / "meshes.json").read_text(encoding="utf-8")):
        own, faces = points[point : point + one["points"]], tuple(loops[face : face + one["faces"]])
        point, face = point + one["points"], face + one["faces"]
        _check_mesh(one["name"], own, faces)
        meshes.append(BlockMesh(one["name"], own, faces, tuple(one["groups"]), unit=one["unit"]))
    return meshes


def _check_mesh(name: str, points: np.ndarray[Any, Any], faces: tuple[tuple[int, ...], ...]) -> None:
    """DrystoneError for numbers that are none and for corners that there are not."""
    bad = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if len(bad):
        raise DrystoneError(f"{name}: {len(bad)} of {counted(len(points), 'vertex', 'vertices')} are no finite numbers")
    corner = [i for loop in faces for i in loop]
    if corner and not 0 <= min(corner) <= max(corner) < len(points):
        raise DrystoneError(
            f"{name}: a face has corner {max(corner)}; there are {counted(len(points), 'vertex', 'vertices')}"
        )
