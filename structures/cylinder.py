"""A massive cylinder of radially laid blocks over an opening in the ground."""

from itertools import pairwise

import numpy as np

from ..checks import FloatArray, finite_number, positive_number, whole_number
from ..model import Assembly, Block
from .ground import MOST_SIDES, check_size

__all__ = ["cylinder"]

REACH = 0.25
"""How far the ground reaches beyond the cylinder, relative to its radius."""


def cylinder(
    radius: float = 8.1,
    height: float = 5.0,
    courses: int = 10,
    rings: int = 7,
    sectors: int = 16,
    *,
    opening: float = 3.8,
    sides: int = 8,
    open_joint: float = 0.0,
    density: float = 1800.0,
    friction: float = 0.4,
) -> Assembly:
    """Return a solid cylinder about the z axis from z = 0 up, on ground with a regular polygonal opening.

    ``radius``, ``height`` (m); ``courses`` of equal height; ``rings`` of equal width in the courses of odd number, in
    the others the joints between rings lie half a ring and those between sectors half a sector further; ``sectors`` of
    equal angle; ``opening``: radius of the circle around the opening (m), 0 for none, of ``sides`` sides;
    ``open_joint``: width of all vertical joints (m), 0 where blocks touch; ``density`` in kg/m3. Blocks are the
    straight-sided sectors of a ring, "block-<course>-<ring>-<sector>"; in the middle of every course is one whole
    polygon, "hub-<course>". The fixed blocks "ground-1" to "ground-<sides>" are the sectors of the ground, with
    corners of the opening at their ends. ``sides`` are at most 1000, the blocks at most 50 000.
    """
    radius, height = positive_number(radius, "radius"), positive_number(height, "height")
    courses, rings = whole_number(courses, "courses"), whole_number(rings, "rings", 2)
    sectors, sides = whole_number(sectors, "sectors", 3), whole_number(sides, "sides", 3, MOST_SIDES)
    check_size(courses * (1 + rings * sectors))
    opening = finite_number(opening, "opening", least=0.0, below=radius)
    width, rise = radius / rings, height / courses
    least = min(width / 2, width * np.sin(np.pi / sectors) / 2)
    gap = finite_number(open_joint, "open_joint", least=0.0, below=least)
    blocks = [
        block for c in range(courses) for block in _course(c, width, rings, sectors, gap, (c * rise, (c + 1) * rise))
    ]
    laid = [Block.from_vertices(points, density, name=name) for name, points in blocks]
    return Assembly([*_ground(opening, radius, height, sides), *laid], friction)


def _course(
    course: int, width: float, rings: int, sectors: int, gap: float, levels: tuple[float, float]
) -> list[tuple[str, FloatArray]]:
    """Names and corners (n, 3) of the blocks of a course, numbered from 0."""
    shift = 0.5 * (course % 2)
    radii = [width * (k + 1 - shift) for k in range(rings)] + ([width * rings] if shift else [])
    angles = 2 * np.pi * (np.arange(sectors + 1) + shift) / sectors
    hub = (f"hub-{course + 1}", _corners((radii[0] - gap / 2,), angles[:-1], levels))
    rest = [
        (
            f"block-{course + 1}-{k + 1}-{j + 1}",
            _corners((pair[0] + gap / 2, pair[1] - gap / 2), np.array(sides), levels, gap),
        )
        for k, pair in enumerate(pairwise(radii))
        for j, sides in enumerate(pairwise(angles))
    ]
    return [hub, *rest]


def _corners(radii: tuple[float, ...], angles: FloatArray, levels: tuple[float, float], gap: float = 0.0) -> FloatArray:
    """Corners (n, 3) at these radii and angles; with a gap the sides lie half of it inside the first and last angle."""
    inside = np.zeros(len(angles))
    inside[0], inside[-1] = 0.5 * gap, -0.5 * gap
    return np.array(
        [(r * np.cos(a), r * np.sin(a), z) for r in radii for a in angles + np.arcsin(inside / r) for z in levels]
    )


def _ground(opening: float, radius: float, height: float, sides: int) -> list[Block]:
    """Sectors of a slab around the opening, their top at z = 0."""
    angles = 2 * np.pi * np.arange(sides + 1) / sides
    outer = (1 + REACH) * radius / np.cos(np.pi / sides)
    radii = (opening, outer) if opening > 0 else (outer,)
    centre = [] if opening > 0 else [(0.0, 0.0, z) for z in (-0.1 * height, 0.0)]
    return [
        Block.from_vertices(
            [*centre, *_corners(radii, np.array(pair), (-0.1 * height, 0.0))], fixed=True, name=f"ground-{i + 1}"
        )
        for i, pair in enumerate(pairwise(angles))
    ]
