"""What of a structure a picture shows, and what lies outside it."""

from typing import TYPE_CHECKING, Any

import numpy as np

from ..model import Assembly
from ..summary import listed
from .shapes import Array, configuration, piece_vertices, plane_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["frame_structure", "name_outside"]

AROUND = 0.09
"""What is shown around the movable blocks, as a share of the diagonal of their initial place."""
FAR = 0.5
"""How far beyond that place a picture follows them, as a share of the same: what falls deeper is named, not shown, for
it would leave the structure a small part of its own picture."""


def frame_structure(ax: "Axes", assembly: Assembly, position: Any, rotation: Any, plane: str) -> tuple[str, ...]:
    """Limit the axes to the movable blocks in a configuration, as far as they are near their initial place.

    The ground may reach far beyond. Returns the names of the movable blocks that lie wholly outside.
    """
    owner = assembly.geometry.piece_block
    movable = np.flatnonzero(~assembly.fixed[owner])
    if not len(movable):
        return ()
    axes = list(plane_axes(plane)[:2])
    first, now = (
        [pieces[i][:, axes] for i in movable]
        for pieces in (
            piece_vertices(assembly, *configuration(assembly, None, None)),
            piece_vertices(assembly, *configuration(assembly, position, rotation)),
        )
    )
    low, high = _box(first)
    size = float(np.linalg.norm(high - low))
    limits = low - FAR * size, high + FAR * size
    lowest, highest = _box(first + [points for points in now if _overlap(points, *limits)])
    low = np.maximum(lowest, limits[0]) - AROUND * size
    high = np.minimum(highest, limits[1]) + AROUND * size
    drawn = np.array([ax.get_xlim(), ax.get_ylim()])
    low, high = np.maximum(low, drawn[:, 0]), np.minimum(high, drawn[:, 1])
    ax.set_xlim(low[0], high[0])
    ax.set_ylim(low[1], high[1])
    inside = {int(owner[i]) for i, points in zip(movable, now, strict=True) if _overlap(points, low, high)}
    return tuple(assembly.names[block] for block in assembly.movable.tolist() if block not in inside)


def name_outside(ax: "Axes", outside: tuple[str, ...]) -> None:
    """Say under the picture which blocks are not in it."""
    if outside:
        ax.set_xlabel(f"{ax.get_xlabel()}\noutside the picture: {listed(outside)}")


def _box(pieces: list[Array]) -> tuple[Array, Array]:
    points = np.concatenate(pieces)
    return points.min(axis=0), points.max(axis=0)


def _overlap(points: Array, low: Array, high: Array) -> bool:
    """Whether the box around points (N, 2) has a part in that from ``low`` to ``high``."""
    return bool(np.all(points.max(axis=0) > low) and np.all(points.min(axis=0) < high))
