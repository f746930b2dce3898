"""Helpers shared by the structures: ground slabs and prisms across the depth of a wall."""

from collections.abc import Sequence

import numpy as np

from ..errors import DrystoneError
from ..model import Block

__all__ = ["ground_slab", "plane_prism"]

MARGIN = 0.25
"""How far a ground slab reaches beyond what stands on it, relative to its own extent in that direction."""


def ground_slab(
    x: tuple[float, float],
    y: tuple[float, float],
    *,
    top: float = 0.0,
    margin: float | tuple[float, float, float, float] | None = None,
    thickness: float | None = None,
    name: str = "ground",
) -> Block:
    """Return a fixed slab under a structure that stands on x[0]..x[1] by y[0]..y[1] (m).

    ``top``: level of its upper face (m); ``margin``: how far it reaches beyond the structure on all sides, or on the
    sides -x, +x, -y, +y (m), None = a quarter of the extent; ``thickness`` (m), None = a tenth of the longer side.
    """
    if not (x[0] < x[1] and y[0] < y[1]):
        raise DrystoneError(f"a ground slab needs increasing ranges; got x = {x}, y = {y}")
    if margin is None:
        margin = (MARGIN * (x[1] - x[0]),) * 2 + (MARGIN * (y[1] - y[0]),) * 2
    elif not isinstance(margin, tuple):
        margin = (margin,) * 4
    low = np.array([x[0] - margin[0], y[0] - margin[2]])
    high = np.array([x[1] + margin[1], y[1] + margin[3]])
    deep = 0.1 * float((high - low).max()) if thickness is None else thickness
    center = (*(low + high) / 2, top - deep / 2)
    return Block.box((*(high - low), deep), center, fixed=True, name=name)


def plane_prism(
    outline: Sequence[tuple[float, float]],
    depth: float,
    density: float = 2000.0,
    fixed: bool = False,
    name: str | None = None,
) -> Block:
    """Return the prism over a convex outline in the x-z plane.

    ``outline``: corners (x, z) in m, counter-clockwise in a picture with x to the right and z up; ``depth`` (m) along
    y, centred on y = 0.
    """
    count = len(outline)
    vertices = [(x, y, z) for y in (-0.5 * depth, 0.5 * depth) for x, z in outline]
    front = tuple(range(count))
    back = tuple(range(2 * count - 1, count - 1, -1))
    sides = [((i + 1) % count, i, count + i, count + (i + 1) % count) for i in range(count)]
    return Block.from_mesh(vertices, [front, back, *sides], density, fixed, name)
