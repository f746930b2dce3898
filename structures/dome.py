"""A spherical dome of voussoirs in rings, with an open eye."""

from itertools import pairwise

import numpy as np

from ..checks import finite_number, positive_number, whole_number
from ..errors import DrystoneError
from ..model import Assembly, Block
from .ground import check_size, ground_slab

__all__ = ["dome"]


def dome(
    radius: float = 5.0,
    thickness_ratio: float = 0.15,
    rings: int = 8,
    sectors: int = 16,
    eye: float = 15.0,
    *,
    density: float = 2000.0,
    friction: float = 0.6,
) -> Assembly:
    """Return a hemispherical dome about the z axis that stands on z = 0, on a fixed slab called "ground".

    ``radius``: mean radius (m); ``thickness_ratio``: thickness / radius; ``rings`` of equal angle from the springing to
    the eye; ``sectors`` of equal angle around; ``eye``: angle of the eye's edge from the axis (degrees, below 90);
    ``density`` in kg/m3. Joints are plane and radial, those between the voussoirs of a ring stand above each other, so
    that all faces meet whole. Voussoirs are called "voussoir-<ring>-<sector>", rings from the ground up;
    there are at most 50 000.
    """
    radius, ratio = positive_number(radius, "radius"), positive_number(thickness_ratio, "thickness_ratio")
    rings, sectors = whole_number(rings, "rings"), whole_number(sectors, "sectors", 3)
    check_size(rings * sectors)
    opening = finite_number(eye, "eye (degrees)", above=0, below=90)
    if ratio >= 1:
        raise DrystoneError(f"thickness_ratio must be below 1, or the dome has no inside; got {ratio:g}")
    inner, outer = radius * (1 - ratio / 2), radius * (1 + ratio / 2)
    polar = np.deg2rad(np.linspace(90.0, opening, rings + 1))
    around = 2 * np.pi * np.arange(sectors + 1) / sectors
    voussoirs = [
        Block.from_vertices(
            [
                (r * np.sin(p) * np.cos(a), r * np.sin(p) * np.sin(a), r * np.cos(p))
                for r in (inner, outer)
                for p in heights
                for a in sides
            ],
            density,
            name=f"voussoir-{i + 1}-{j + 1}",
        )
        for i, heights in enumerate(pairwise(polar))
        for j, sides in enumerate(pairwise(around))
    ]
    ground = ground_slab((-outer, outer), (-outer, outer), margin=ratio * radius)
    return Assembly([ground, *voussoirs], friction)
