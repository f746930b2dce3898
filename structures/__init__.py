"""Parametric masonry structures. Every function returns an Assembly; SI units, angles in degrees.

They make at most 50 000 blocks (`drystone.checks.MOST_BLOCKS` says why); an `Assembly` made by hand has no limit.
"""

from collections.abc import Callable

from ..model import Assembly
from .arches import arch
from .blocks import block
from .columns import column
from .cylinder import cylinder
from .dome import dome
from .ground import ground_slab, plane_prism
from .house import house
from .spandrel import spandrel_arch
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
    "spandrel_arch",
    "trimmed",
    "wall",
]

STRUCTURES: dict[str, Callable[..., Assembly]] = {
    "block": block,
    "column": column,
    "arch": arch,
    "wall": wall,
    "spandrel-arch": spandrel_arch,
    "dome": dome,
    "cylinder": cylinder,
    "house": house,
}
"""The structures by the name that scenes and the command line use."""
