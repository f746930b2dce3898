"""A circular arch of straight-sided voussoirs between two abutments."""

from itertools import pairwise

import numpy as np

from ..checks import FloatArray, positive_number, whole_number
from ..errors import DrystoneError
from ..model import Assembly, Block
from .ground import check_size, plane_prism

__all__ = ["arch"]

ABUTMENT = 0.5
"""How far the face of an abutment reaches beyond the ring on either side, relative to the ring's thickness."""


def arch(
    radius: float = 10.0,
    thickness_ratio: float = 0.15,
    embrace_angle: float = 150.0,
    count: int = 7,
    depth: float = 1.0,
    *,
    facets: int = 1,
    density: float = 2000.0,
    friction: float = 2.0,
) -> Assembly:
    """Return a circular arch in the x-z plane about the origin, x to the right, z up, depth along y.

    ``radius``: mean radius (m); ``thickness_ratio``: ring thickness / radius; ``embrace_angle``: angle between the
    springings (degrees, at most 180), symmetric about z; ``count`` voussoirs of equal angle, "voussoir-1" to
    "voussoir-<count>" from right to left, with straight chords between the ends of their radial joints; ``facets``:
    chords of each voussoir's intrados and extrados, many for annular voussoirs, which are then rigid unions. The fixed
    blocks "left abutment" and "right abutment" carry the springings on radial faces wider than the ring. All voussoirs
    together have at most 50 000 pieces (``count`` times ``facets``).
    """
    radius, ratio = positive_number(radius, "radius"), positive_number(thickness_ratio, "thickness_ratio")
    count, depth = whole_number(count, "count"), positive_number(depth, "depth")
    embrace = positive_number(embrace_angle, "embrace_angle (degrees)", most=180)
    if embrace / count >= 180:
        raise DrystoneError("one voussoir cannot span 180 degrees; give a count of at least 2")
    if ratio >= 1:
        raise DrystoneError(f"thickness_ratio must be below 1, or the ring has no inner face; got {ratio:g}")
    inner, outer = radius * (1 - ratio / 2), radius * (1 + ratio / 2)
    facets = whole_number(facets, "facets")
    check_size(count * facets)
    angles = np.deg2rad(90 - embrace / 2 + embrace * np.arange(count + 1) / count)
    voussoirs = [
        _voussoir(inner, outer, np.linspace(a, b, facets + 1), depth, density, f"voussoir-{i + 1}")
        for i, (a, b) in enumerate(pairwise(angles))
    ]
    left = _abutment(inner, outer, angles[-1], 1.0, depth, "left abutment")
    right = _abutment(inner, outer, angles[0], -1.0, depth, "right abutment")
    return Assembly([left, *voussoirs, right], friction)


def _voussoir(inner: float, outer: float, angles: FloatArray, depth: float, density: float, name: str) -> Block:
    """Straight-sided pieces between successive `angles`, one block."""
    pieces = [
        plane_prism([_polar(inner, a), _polar(outer, a), _polar(outer, b), _polar(inner, b)], depth, density, name=name)
        for a, b in pairwise(angles)
    ]
    return pieces[0] if len(pieces) == 1 else Block.union(pieces, density=density, name=name)


def _polar(radius: float, angle: float) -> tuple[float, float]:
    return float(radius * np.cos(angle)), float(radius * np.sin(angle))


def _abutment(inner: float, outer: float, angle: float, side: float, depth: float, name: str) -> Block:
    """Box beyond the radial joint at `angle`, on its side of growing (+1) or falling (-1) angle."""
    thickness = outer - inner
    reach = min(ABUTMENT * thickness, 0.5 * inner)
    along = np.array([np.cos(angle), np.sin(angle)])
    beyond = side * np.array([-along[1], along[0]])
    low, high = (inner - reach) * along, (outer + reach) * along
    corners = [low, high, high + thickness * beyond, low + thickness * beyond]
    outline = [(float(x), float(z)) for x, z in (corners if side > 0 else corners[::-1])]
    return plane_prism(outline, (1 + ABUTMENT) * depth, fixed=True, name=name)
