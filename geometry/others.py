"""Formats that other libraries read: STL, PLY and glTF by trimesh, Rhino's 3DM by rhino3dm; both are extras."""

from pathlib import Path

from .apart import read_apart
from .libraries import LIBRARIES
from .mesh import BlockMesh

__all__ = ["read_rhino", "read_trimesh"]


def read_trimesh(path: Path) -> list[BlockMesh]:
    """The meshes of an STL, PLY or glTF file in its own units, placed as its scene places them; z upward."""
    return read_apart("trimesh_model", LIBRARIES["trimesh_model"], path)


def read_rhino(path: Path) -> list[BlockMesh]:
    """The meshes of a Rhino file in its own units: meshes, extrusions and polysurfaces by their render meshes; layers
    are groups. They know the unit that the file says.
    """
    return read_apart("rhino_model", LIBRARIES["rhino_model"], path)
