"""The process in which libraries read models, see `drystone.geometry.apart`."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from ..disk import MEGABYTE
from ..errors import DrystoneError, said
from ..processes import Message, serve
from . import libraries
from .mesh import BlockMesh

__all__ = ["serve_models"]

Reader = Callable[[Path], list[BlockMesh]]

IDLE_TIME = 30.0
"""Time (s) after which the process ends that has no model to read."""


def serve_models() -> None:
    """Read the models that are asked for, until nothing has come for a while."""
    serve(_answer, IDLE_TIME)


def _answer(job: Message, report: Callable[[Message], None]) -> Message:
    """Read one model and leave its meshes as arrays in the folder ``out``."""
    read: Reader = getattr(libraries, job["reader"])
    libraries.load(job["reader"])
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
        {
            "name": mesh.name,
            "groups": mesh.groups,
            "points": len(mesh.vertices),
            "faces": len(mesh.faces),
            "unit": mesh.unit,
        }
        for mesh in meshes
    ]
    (folder / "meshes.json").write_text(json.dumps(told), encoding="utf-8")
