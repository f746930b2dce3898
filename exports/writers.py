"""The formats of export by the end of the file's name."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..checks import file_path, instance_of
from ..errors import DrystoneError
from ..registry import Registry, function_check
from ..results import Trajectory

__all__ = ["EXPORTS", "check_ending", "export"]

EXPORTS: Registry[Callable[..., None]] = Registry(
    "kind of export",
    __package__,
    {
        ".vtkhdf": "vtkhdf:write_vtkhdf",
        ".pvd": "pvd:write_pvd",
        ".glb": "gltf:write_glb",
        ".usda": "usd:write_usd",
        ".dxf": "dxf:write_dxf",
        ".svg": "svg:write_svg",
        ".gif": "movie:write_movie",
        ".mp4": "movie:write_movie",
    },
    function_check("kind of export", "trajectory", "path"),
)
"""What writes a run, by the end of the file's name."""


def check_ending(path: Path) -> None:
    """DrystoneError where the end of a file's name says no kind of export."""
    if not path.suffix:
        raise DrystoneError(
            f"the name {path.name!r} has no ending that says the format; there are: {', '.join(EXPORTS)}"
        )
    _ = EXPORTS[path.suffix.lower()]


def export(trajectory: Trajectory, path: str | Path) -> Path:
    """Write a run for another program and return the path; the end of its name says which.

    ``.vtkhdf``, ``.pvd``: ParaView, with displacements, velocities, contacts and ties; ``.glb``: any viewer of glTF,
    animated; ``.usda``: Blender and others, animated; ``.gif``, ``.mp4``: a film; ``.dxf``, ``.svg``: the elevation of
    the last state with its thrust line. All are seen from the ground; but for the last two they hold all recorded
    states.
    DrystoneError for another end, or a file that cannot be written; one that was there is then left as it was.

    >>> import drystone as ds
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from drystone.structures import column
    >>> run = ds.simulate(column(2), duration=0.02, dt=0.01)
    >>> with TemporaryDirectory() as folder:
    ...     ds.export(run, Path(folder) / "run.glb").stat().st_size > 1000
    True
    """
    trajectory = instance_of(trajectory, Trajectory, "trajectory")
    target = file_path(path, "path of the export")
    check_ending(target)
    writer: Any = EXPORTS[target.suffix.lower()]
    writer(trajectory, target)
    if not target.exists():
        raise DrystoneError(f"what writes {target.suffix} has left no file {str(target)!r}")
    return target
