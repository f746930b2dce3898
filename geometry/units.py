"""The unit and the upward axis of a model: what the caller says, else the file; else metres, if the size is that of a
building, and z.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ..checks import one_of, positive_number
from ..errors import DrystoneError
from .mesh import BlockMesh, size_of

__all__ = ["GLTF", "UPWARD", "Y", "Z", "in_metres", "size_remarks", "upright"]

SMALLEST_SIZE, LARGEST_SIZE = 0.1, 500.0
"""Sizes (m) between which a model is taken to be in metres if nothing is said."""
UNITS = {"millimetres": 1e-3, "centimetres": 1e-2, "inches": 0.0254, "feet": 0.3048}
USUAL_SIZE = 0.5, 100.0
"""Sizes (m) of which most models are, for telling which units are likely."""
LARGEST_BLOCK = 5.0
"""Size (m) of the usual block beyond which a unit may be wrong."""

Z, Y = "z", "y"
UPWARD = {Z: np.eye(3), Y: np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])}
"""What turns points of a model with this axis upward so that z is."""
GLTF = (".glb", ".gltf")
"""Ends of names of files that have y upward by their format."""


def upright(meshes: Sequence[BlockMesh], up: str, end: str) -> list[BlockMesh]:
    """The meshes of a file, whose name has this ``end``, turned so that the axis ``up`` is z.

    DrystoneError for another axis, and for glTF with y, which its reader has turned already.
    """
    turn = UPWARD[one_of(up, UPWARD, "axis that is upward (up)")]
    if up == Y and end in GLTF:
        raise DrystoneError("up is 'y': glTF has y upward by its format, and is turned without it; leave it out")
    return [replace(mesh, vertices=mesh.vertices @ turn.T) for mesh in meshes]


def in_metres(meshes: Sequence[BlockMesh], scale: float | None) -> list[BlockMesh]:
    """The meshes that have faces, in metres; ``scale``: metres in a unit of the model, None where nothing is said.

    DrystoneError where there are none, and where nothing is said and the size is not that of a building.
    """
    meshes = [mesh for mesh in meshes if mesh.faces]
    if not meshes:
        raise DrystoneError("holds no faces, so no blocks")
    size = size_of(np.vstack([mesh.vertices for mesh in meshes]))
    own = meshes[0].unit
    if scale is None and not SMALLEST_SIZE <= (own or 1.0) * size <= LARGEST_SIZE:
        likely = ", or ".join(
            f"{unit} ({one * size:.3g} m): scale = {one:g}"
            for unit, one in UNITS.items()
            if USUAL_SIZE[0] <= one * size <= USUAL_SIZE[1]
        )
        hint = f"; it may be in {likely}" if likely else ""
        raise DrystoneError(
            f"it measures {size:.4g} between its farthest corners; in "
            + ("metres" if own is None else f"its own unit of {own:g} m")
            + f" that is not the size of a building. Give scale, the metres in a unit of the model{hint}"
        )
    metres = (own or 1.0) if scale is None else positive_number(scale, "scale (m)")
    return [replace(mesh, vertices=metres * mesh.vertices) for mesh in meshes]


def size_remarks(size: float, usual: float) -> Iterator[str]:
    """What is unlikely in the size (m) of a model, and in that of its ``usual`` block (m)."""
    if not SMALLEST_SIZE <= size <= LARGEST_SIZE:
        yield f"it measures {size:.3g} m between its farthest corners, not the size of a building; is scale right?"
    elif usual > LARGEST_BLOCK:
        yield f"half of its blocks measure {usual:.3g} m or more between their farthest corners; is scale right?"
