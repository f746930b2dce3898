"""Parametric masonry structures. Every function returns an Assembly; SI units, angles in degrees.

They make at most 50 000 blocks (`drystone.checks.MOST_BLOCKS` says why); an `Assembly` made by hand has no limit.
"""

from .arches import arch
from .blocks import block
from .columns import column
from .cylinder import cylinder
from .dome import dome
from .ground import ground_slab, plane_prism
from .house import house
from .registry import STRUCTURES, register_structure
from .spandrel import spandrel_arch
from .stone_house import stone_house
from .trimming import trimmed
from .walls import wall

__all__ = [
    "STRUCTURES",
    "arch",
    "block",
    "column",
    "cylinder",
    "dome",
    "ground_slab",
    "house",
    "plane_prism",
    "register_structure",
    "spandrel_arch",
    "stone_house",
    "trimmed",
    "wall",
]
