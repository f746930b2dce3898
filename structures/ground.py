"""Helpers shared by the structures: ground slabs, prisms across the depth of a wall, and blocks along one."""

from collections.abc import Sequence

import numpy as np

from ..checks import MOST_BLOCKS, finite_array, finite_number, positive_number, work_size
from ..errors import DrystoneError
from ..model import Block

__all__ = ["MOST_SIDES", "check_size", "ground_slab", "plane_prism", "prism", "wall_block"]

MARGIN = 0.25
"""How far a ground slab reaches beyond what stands on it, relative to its own extent in that direction."""

MOST_SIDES = 1000
"""Sides of a polygon that stands for a circle: with so many it lies within 5e-6 of the radius."""


def check_size(blocks: float) -> None:
    """DrystoneError where a structure would have more than `MOST_BLOCKS` blocks or pieces."""
    advice = "Give fewer, or put the assembly together from Block objects, which has no such limit."
    work_size(blocks, MOST_BLOCKS, "blocks", advice)


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
    ranges = np.array([finite_array(x, (2,), "x"), finite_array(y, (2,), "y")])
    extent = ranges[:, 1] - ranges[:, 0]
    if extent.min() <= 0:
        raise DrystoneError(f"a ground slab needs increasing ranges; got x = {ranges[0]}, y = {ranges[1]}")
    if margin is None:
        sides = MARGIN * np.repeat(extent, 2)
    else:
        sides = np.broadcast_to(finite_array(margin, [(), (4,)], "margin"), (4,))
    low, high = ranges[:, 0] - sides[0::2], ranges[:, 1] + sides[1::2]
    deep = 0.1 * float((high - low).max()) if thickness is None else positive_number(thickness, "thickness")
    center = (*(low + high) / 2, finite_number(top, "top") - deep / 2)
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
    half = 0.5 * positive_number(depth, "depth")
    corners = [(x, z) for x, z in finite_array(outline, (None, 2), "outline").tolist()]
    return prism(corners, (-half, half), density, fixed, name)


def prism(
    outline: Sequence[tuple[float, float]],
    ends: tuple[float, float],
    density: float,
    fixed: bool = False,
    name: str | None = None,
    across: str = "y",
) -> Block:
    """The prism over a convex outline (u, z) between two coordinates along ``across``, all in m.

    Across y the corners are (x, z), counter-clockwise seen from -y; across x they are (y, z), seen from +x.
    """
    count = len(outline)
    if across == "y":
        vertices = [(u, v, z) for v in ends for u, z in outline]
    else:
        vertices = [(v, u, z) for v in ends[::-1] for u, z in outline]
    front = tuple(range(count))
    back = tuple(range(2 * count - 1, count - 1, -1))
    sides = [((i + 1) % count, i, count + i, count + (i + 1) % count) for i in range(count)]
    return Block.from_mesh(vertices, [front, back, *sides], density, fixed, name)


def wall_block(
    along: int, start: float, end: float, offset: float, thickness: float, base: float, height: float,
    density: float, name: str,
) -> Block:  # fmt: skip
    """Box from ``start`` to ``end`` along x (0) or y (1), one wall thick from ``offset`` across it."""
    center, size = [0.0, 0.0, base + 0.5 * height], [0.0, 0.0, height]
    center[along], size[along] = 0.5 * (start + end), end - start
    center[1 - along], size[1 - along] = offset + 0.5 * thickness, thickness
    return Block.box((size[0], size[1], size[2]), (center[0], center[1], center[2]), density, name=name)
