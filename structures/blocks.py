"""A single block on the ground."""

import numpy as np
from scipy.spatial.transform import Rotation

from ..checks import finite_number, positive_number
from ..model import Assembly, Block
from .ground import ground_slab

__all__ = ["block"]


def block(
    width: float,
    depth: float,
    height: float,
    *,
    tilt: float = 0.0,
    density: float = 2000.0,
    friction: float = 0.6,
) -> Assembly:
    """Return a box called "block" on a fixed slab called "ground", its base on z = 0 about the origin.

    ``width``, ``depth``, ``height``: extents along x, y, z (m); ``tilt``: angle (degrees, between -90 and 90) by which
    it starts turned about the y axis on its lower edge, towards +x where positive; ``density`` in kg/m3.
    """
    size = tuple(positive_number(v, n) for v, n in ((width, "width"), (depth, "depth"), (height, "height")))
    angle = np.deg2rad(finite_number(tilt, "tilt (degrees)", above=-90, below=90))
    turn = Rotation.from_rotvec([0.0, angle, 0.0]).as_matrix()
    edge = np.array([0.5 * np.copysign(size[0], angle), 0.0, 0.0])
    center = edge + turn @ (np.array([0.0, 0.0, 0.5 * size[2]]) - edge)
    ground = ground_slab((-0.5 * size[0], 0.5 * size[0]), (-0.5 * size[1], 0.5 * size[1]), margin=max(size))
    return Assembly([ground, Block.box(size, center, density, turn, name="block")], friction)
