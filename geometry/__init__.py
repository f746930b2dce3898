"""Models on disk: assemblies from OBJ, STL, PLY, glTF, Rhino and COMPAS files, what is wrong with them, and back."""

from .check import GeometryReport, check_geometry
from .compas_writing import write_compas
from .importing import FORMATS, read_assembly
from .mesh import BlockMesh
from .writing import write_model

__all__ = ["FORMATS", "BlockMesh", "GeometryReport", "check_geometry", "read_assembly", "write_compas", "write_model"]
