"""Libraries that read models work in a process of their own: what a damaged file does to it ends that process alone.

The process has so much time and memory and no more. It is kept for the next model.
"""

import json
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from ..disk import MEGABYTE, readable_file, unpacked_limit
from ..errors import DrystoneError, NotInstalledError, said
from ..processes import Message, Worker, serve
from .headers import check_header
from .mesh import BlockMesh

__all__ = ["Reader", "read_apart", "serve_models"]

Reader = Callable[[Path], list[BlockMesh]]

LARGEST = 256 * MEGABYTE
"""Largest file that is read (bytes)."""
BEGINNING = 60.0
"""Time (s) for the process to begin, on a busy machine too."""
PATIENCE, PACE = 4.0, MEGABYTE
"""Time (s) for the file, and for each so many bytes of it a second more."""
OWN = 150 * MEGABYTE
"""Memory (bytes) that the libraries themselves take while they read."""
IDLE_TIME = 30.0
"""Time (s) after which the process ends that has no model to read."""

_free: list[Worker] = []
_lock = threading.Lock()


def read_apart(name: str, library: str, path: Path) -> list[BlockMesh]:
    """The meshes of the file that the reader ``name`` of `drystone.geometry.others` finds with its ``library``.

    DrystoneError for a library that is not there, and for a file that the library cannot read, within limits of time
    and memory (`drystone.disk.unpacked_limit`).
    """
    if not _installed(library):
        raise NotInstalledError(f"{library}, which reads this format,", "pip install drystone[geometry]")
    readable_file(path, "model", LARGEST)
    check_header(path)
    with tempfile.TemporaryDirectory(prefix="drystone-") as folder:
        job = {"reader": name, "path": str(path.resolve()), "out": folder, "memory": OWN + unpacked_limit(path)}
        answer = _asked(job, PATIENCE + path.stat().st_size / PACE)
        if "fault" in answer:
            raise DrystoneError(answer["fault"])
        return _loaded(Path(folder))


def serve_models() -> None:
    """What the process runs: read the models it is told, until nothing has come for a while."""
    serve(_answer, IDLE_TIME)


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
        worker = Worker(__name__, "serve_models")
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
        raise DrystoneError(f"reading it took more than {within:.3g} s; it is damaged, or too detailed") from None
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


def _answer(job: Message, report: Callable[[Message], None]) -> Message:
    """Read one model and leave its meshes as arrays in the folder ``out``."""
    from . import others

    read: Reader = getattr(others, job["reader"])
    others.load(job["reader"])
    report({"begun": True})
    try:
        with _Memory(int(job["memory"])):
            meshes = read(Path(job["path"]))
            _leave(meshes, Path(job["out"]))
    except MemoryError:
        told = f"it comes to more than {job['memory'] / MEGABYTE:.4g} MB of memory; it is damaged, or packed"
        return {"fault": told, "full": True}
    except Exception as error:  # whatever a library has for a file that it does not understand
        told = str(error) if isinstance(error, DrystoneError) else f"it is damaged: {said(error)}"
        return {"fault": told}
    return {"meshes": len(meshes)}


class _Memory:
    """Within, the process may have so many bytes more than it has; where the system knows such limits."""

    def __init__(self, more: int) -> None:
        self.more, self.before = more, (-1, -1)

    def __enter__(self) -> None:
        with suppress(ImportError, OSError, ValueError):
            import resource

            pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
            self.before = resource.getrlimit(resource.RLIMIT_AS)
            resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + self.more, self.before[1]))

    def __exit__(self, *_: object) -> None:
        with suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_AS, self.before)


def _leave(meshes: list[BlockMesh], folder: Path) -> None:
    lengths = [len(face) for mesh in meshes for face in mesh.faces]
    corners = np.fromiter((i for mesh in meshes for face in mesh.faces for i in face), np.int64, sum(lengths))
    empty = np.zeros((0, 3))
    np.save(folder / "points.npy", np.vstack([empty, *(mesh.vertices for mesh in meshes)]))
    np.save(folder / "corners.npy", corners)
    np.save(folder / "lengths.npy", np.array(lengths, dtype=np.int64))
    told: list[dict[str, Any]] = [
        {"name": mesh.name, "groups": mesh.groups, "points": len(mesh.vertices), "faces": len(mesh.faces)}
        for mesh in meshes
    ]
    (folder / "meshes.json").write_text(json.dumps(told), encoding="utf-8")


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
        meshes.append(BlockMesh(one["name"], own, faces, tuple(one["groups"])))
    return meshes


def _check_mesh(name: str, points: np.ndarray[Any, Any], faces: tuple[tuple[int, ...], ...]) -> None:
    """DrystoneError for numbers that are none and for corners that there are not."""
    bad = np.flatnonzero(~np.isfinite(points).all(axis=1))
    if len(bad):
        raise DrystoneError(f"{name}: {len(bad)} of {len(points)} vertices are no finite numbers")
    corner = [i for loop in faces for i in loop]
    if corner and not 0 <= min(corner) <= max(corner) < len(points):
        raise DrystoneError(f"{name}: a face has corner {max(corner)}; there are {len(points)} vertices")
