"""Elastic bodies: finite elements of small strain, the modes in which a block deforms, what they do at points."""

from .affine import AffineBody
from .body import ElasticBody
from .hexahedral_fields import HexahedralFields
from .linear_fields import LinearFields
from .mesh import Mesh, hexahedral, hexahedron_corners, tetrahedral
from .reduction import UNIFORM
from .strain import COMPONENTS, elasticity, principal, von_mises

__all__ = [
    "COMPONENTS",
    "UNIFORM",
    "AffineBody",
    "ElasticBody",
    "HexahedralFields",
    "LinearFields",
    "Mesh",
    "elasticity",
    "hexahedral",
    "hexahedron_corners",
    "principal",
    "tetrahedral",
    "von_mises",
]
