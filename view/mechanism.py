"""Mechanisms: how a structure starts to move."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..checks import finite_array, instance_of, positive_number
from ..errors import DrystoneError
from ..model import Assembly
from ..numerics.rotations import skew
from .elevation import draw_elevation, seen_blocks
from .shapes import axes_of, configuration, piece_vertices, placed_vertices
from .style import LINE, MECHANISM

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["displaced", "draw_mechanism", "plane_of_mechanism"]

Array = NDArray[np.float64]

SHARE = 0.06
"""Largest displacement when no scale is given, as a share of the extent of the blocks that may move."""
CROWDED = 60
"""Number of moving blocks beyond which their outlines become thinner."""
STILL = 1e-6
"""Speed below which a block does not move, as a share of the largest."""


def draw_mechanism(
    ax: "Axes",
    assembly: Assembly,
    mechanism: ArrayLike,
    scale: float | None = None,
    *,
    position: Any = None,
    rotation: Any = None,
    plane: str = "xz",
    fill: bool = False,
    colour: str = MECHANISM,
) -> float:
    """Draw the outlines of the blocks that move and are seen, displaced by ``scale`` times a mechanism.

    Return the scale. Blocks behind others have no outline: those of several walls would lie over each other.

    ``mechanism`` (B_all, 6): velocity of the centroids and angular velocity (m/s and rad/s, or any common multiple), of
    fixed blocks too. ``scale``: None makes the largest displacement a sixteenth of the structure. The displacement
    x + scale (v + w x r) is that of the velocities themselves, so that hinges stay closed however large the picture
    makes it; blocks grow a little by it instead. ``position``, ``rotation``: the configuration that starts to move,
    None for the initial one. ``fill``: False draws bare outlines over what is there. DrystoneError for a mechanism that
    moves nothing.
    """
    axes_of(ax)
    moved, turned, moving, scale = displaced(assembly, mechanism, scale, position, rotation)
    seen = seen_blocks(assembly, moved, turned, plane)
    names = [assembly.names[i] for i in moving if i in seen] or [assembly.names[i] for i in moving]
    width = LINE * max(0.5, min(1.0, float(np.sqrt(CROWDED / len(moving)))))
    outlines = draw_elevation(
        ax, assembly, moved, turned, plane=plane, blocks=names, fill=fill, colour=colour, width=width
    )
    if not fill:
        outlines.set_zorder(2.5)
    return scale


def displaced(
    assembly: Assembly, mechanism: ArrayLike, scale: float | None, position: Any, rotation: Any
) -> tuple[Array, Array, NDArray[np.int64], float]:
    """The configuration displaced by a mechanism as `draw_mechanism` has it, the blocks that move, and the scale."""
    place, turn = configuration(assembly, position, rotation)
    velocity = finite_array(mechanism, (len(assembly.blocks), 6), "mechanism")
    speed = _speeds(assembly, turn, velocity)
    largest = float(speed.max())
    if largest == 0.0:
        raise DrystoneError("the mechanism moves nothing, all its velocities are zero; there is none to draw")
    reach = float(np.linalg.norm(_extent(assembly, place, turn)))
    scale = SHARE * reach / largest if scale is None else positive_number(scale, "scale")
    turned = turn + scale * np.matmul(skew(velocity[:, 3:]), turn)
    return place + scale * velocity[:, :3], turned, np.flatnonzero(speed > STILL * largest), scale


def plane_of_mechanism(assembly: Assembly, mechanism: ArrayLike) -> str:
    """The elevation in which most of a mechanism (B_all, 6) is seen: "xz", or "yz" where blocks move across it.

    By the root mean square of the velocities of all vertices, so that no block decides alone. Where nothing moves, the
    elevation in which the structure is longer.
    """
    count = len(instance_of(assembly, Assembly, "assembly").blocks)
    velocity = finite_array(mechanism, (count, 6), "mechanism")
    x, y, _ = np.sqrt((placed_vertices(assembly, velocity[:, :3], skew(velocity[:, 3:])) ** 2).mean(axis=0))
    if max(x, y) == 0.0:
        x, y, _ = _extent(assembly, *configuration(assembly, None, None))
    return "yz" if y > x * (1.0 + STILL) else "xz"


def _speeds(assembly: Assembly, rotation: Array, velocity: Array) -> Array:
    """Largest velocity of a vertex of every block (B_all,)."""
    pieces = piece_vertices(assembly, velocity[:, :3], np.matmul(skew(velocity[:, 3:]), rotation))
    largest = np.zeros(len(assembly.blocks))
    np.maximum.at(largest, assembly.geometry.piece_block, [np.linalg.norm(p, axis=1).max() for p in pieces])
    return largest


def _extent(assembly: Assembly, position: Array, rotation: Array) -> Array:
    """Sides (3,) (m) of the box around the movable blocks, around all where none is movable."""
    chosen = ~assembly.fixed[assembly.geometry.piece_block]
    pieces = piece_vertices(assembly, position, rotation)
    kept = [pieces[i] for i in np.flatnonzero(chosen if chosen.any() else ~chosen)]
    return np.asarray(np.ptp(np.concatenate(kept), axis=0))
