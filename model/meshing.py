"""From the pieces of a block to an elastic body."""

from typing import Any, TypeAlias

import numpy as np

from ..checks import FloatArray, whole_number
from ..elements import UNIFORM, AffineBody, ElasticBody, hexahedral, hexahedron_corners, tetrahedral
from ..errors import DrystoneError, shown
from ..summary import counted
from .material import Material
from .polyhedron import Polyhedron

__all__ = ["MeshOf", "elastic_body", "read_mesh"]

MeshOf: TypeAlias = tuple[int, int, int] | str | None
"""(n, m, k) hexahedra, "tetrahedra", "affine", or None."""

MOST_ELEMENTS = 8
"""Hexahedra of a block along one direction: with 8 a block has 2187 degrees of freedom, six of them rigid."""


def read_mesh(given: Any, what: str) -> MeshOf:
    """A mesh that a block may have; DrystoneError for anything else."""
    if given is None or (isinstance(given, str) and given in ("tetrahedra", "affine")):
        return given
    if not isinstance(given, list | tuple) or len(given) != 3:
        raise DrystoneError(
            f"{what} must be (n, m, k), the numbers of elements along x, y and z, 'tetrahedra', 'affine' or None; got "
            f"{shown(given)}"
        )
    n, m, k = (whole_number(one, what, 1, MOST_ELEMENTS) for one in given)
    return n, m, k


def elastic_body(
    pieces: tuple[Polyhedron, ...],
    centroid: FloatArray,
    volume: float,
    second: FloatArray,
    material: Material,
    mesh: MeshOf,
) -> ElasticBody | AffineBody:
    """The elastic body of ``pieces``; ``second`` (3, 3): second moment of the volume about the ``centroid`` (m5)."""
    constants = material.young, material.poisson, material.density
    if mesh == "affine":
        if material.modes not in (None, UNIFORM):
            raise DrystoneError(
                f"a block of uniform strain, mesh 'affine', has {UNIFORM} modes; the material asks for "
                f"{material.modes}. Give the block another mesh or leave modes out"
            )
        return AffineBody(volume, second, *constants)
    piece = pieces[0]
    vertices = piece.vertices - centroid
    corners = None if mesh == "tetrahedra" else hexahedron_corners(vertices, piece.faces)
    if corners is None:
        if isinstance(mesh, tuple):
            raise DrystoneError(
                f"a mesh of {mesh} hexahedra needs a block of six quadrilaterals; this one has "
                f"{counted(len(piece.faces), 'face')} and {len(vertices)} corners. Take 'tetrahedra' or 'affine'"
            )
        return ElasticBody(tetrahedral(vertices, piece.faces), *constants, modes=material.modes)
    divisions = mesh if isinstance(mesh, tuple) else (2, 2, 2)
    return ElasticBody(hexahedral(np.asarray(corners), divisions), *constants, modes=material.modes)
