"""Blocks that planes cannot part, approximately: as convex hulls, by CoACD, where that is asked for."""

from ..errors import DrystoneError
from ..model.hull import convex_hull
from .apart import part_apart
from .mesh import BlockMesh, volume_of
from .solid import Solid

__all__ = ["COACD", "OFFER", "PARTINGS", "PLANES", "approximated"]

PLANES, COACD = PARTINGS = ("planes", "coacd")
"""How blocks that are not convex are parted."""
OFFER = f'parts = "{COACD}" makes convex hulls of it, approximately (pip install drystone[coacd])'


def approximated(mesh: BlockMesh, name: str) -> Solid:
    """Convex hulls that nearly make a block, and by how much of its volume they are larger, relative.

    Where hulls overlap their common part counts twice. DrystoneError where none are found. (X. Wei, M. Liu, Z. Ling,
    H. Su, Approximate convex decomposition for 3D meshes with collision-aware concavity and tree search, ACM
    Transactions on Graphics 41 (2022) 42.)
    """
    pieces = tuple(convex_hull(part.vertices) for part in part_apart(mesh))
    if not pieces:
        raise DrystoneError(f"{name}: CoACD finds no convex parts")
    return Solid(pieces, sum(piece.volume for piece in pieces) / volume_of(mesh.vertices, mesh.faces) - 1.0)
