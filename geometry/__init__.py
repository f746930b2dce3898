"""Models on disk: assemblies from OBJ, STL, PLY, glTF, Rhino and COMPAS files, and what is wrong with them."""

from .check import GeometryReport, check_geometry
from .importing import FORMATS, read_assembly
from .mesh import BlockMesh

__all__ = ["FORMATS", "BlockMesh", "GeometryReport", "check_geometry", "read_assembly"]
