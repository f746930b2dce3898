"""Parametric masonry structures. Every function returns an Assembly; SI units, angles in degrees.

They make at most 50 000 blocks (`drystone.checks.MOST_BLOCKS` says why); an `Assembly` made by hand has no limit.
"""

from .arches import arch
from .blocks import block
from .church import church
from .columns import column
from .cylinder import cylinder
from .dome import dome
from .ground import ground_slab, plane_prism
from .house import house
from .masonry import Opening, StraightWall, lay_walls
from .multidrum import multidrum_column, portal
from .registry import STRUCTURES, register_structure
from .spandrel import spandrel_arch
from .stone_house import stone_house
from .tower import tower
from .trimming import trimmed
from .vault import barrel_vault
from .walls import wall

__all__ = [
    "STRUCTURES",
    "Opening",
    "StraightWall",
    "arch",
    "barrel_vault",
    "block",
    "church",
    "column",
    "cylinder",
    "dome",
    "ground_slab",
    "house",
    "lay_walls",
    "multidrum_column",
    "plane_prism",
    "portal",
    "register_structure",
    "spandrel_arch",
    "stone_house",
    "tower",
    "trimmed",
    "wall",
]
