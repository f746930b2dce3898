"""What of a structure a picture shows, and what lies outside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model import Assembly
from ..summary import counted
from .shapes import Array, configuration, placed_vertices

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["Frame", "frame_of", "name_outside", "outside_of", "set_frame", "words_of"]

NAMED = 2
"""How many blocks outside a picture are named."""
AROUND = 0.06
"""What is shown around the movable blocks, as a share of the diagonal of their initial place."""
FAR = 0.25
"""How far beyond that place a picture follows them, as a share of the same: what falls farther is named, not shown, for
it would leave the structure a small part of its own picture."""
MOST, FARTHER = 0.5, 1.0
"""Where less than this share of the structure is so near, most of it fell: a picture then follows it this far."""


@dataclass(frozen=True, eq=False)
class Frame:
    """A box (m) along some axes, and the names of movable blocks that are never in it."""

    low: Array
    high: Array
    outside: tuple[str, ...] = ()

    @property
    def aspect(self) -> float:
        """Height over width."""
        width, height = (self.high - self.low)[:2]
        return float(height / width)


def frame_of(
    assembly: Assembly,
    places: Iterable[tuple[Any, Any]],
    axes: Sequence[int],
    blocks: Iterable[int] | None = None,
    around: float = AROUND,
) -> Frame:
    """The frame of the movable blocks in some configurations, as far as they are near their initial place.

    ``places``: pairs of positions and rotations, None for the initial ones. ``axes``: along which the box is, of 0, 1
    and 2. ``blocks``: numbers of those that are shown, None for all. Fixed blocks count where no other is shown: the
    ground may reach far beyond.
    """
    owner = assembly.geometry.piece_block
    shown = np.isin(owner, list(range(len(assembly.blocks)) if blocks is None else blocks))
    movable = shown & ~assembly.fixed[owner]
    counted = np.flatnonzero(movable if movable.any() else shown)
    first, *now = (_extents(assembly, place, counted, axes) for place in [(None, None), *places])
    low, high = first[0].min(axis=0), first[1].max(axis=0)
    size = float(np.linalg.norm(high - low))
    limits = low - FAR * size, high + FAR * size
    if any(np.mean(_overlap(state, *limits)) < MOST for state in now):
        limits = low - FARTHER * size, high + FARTHER * size
    for state in now:
        near = _overlap(state, *limits)
        low = np.minimum(low, state[0][near].min(axis=0, initial=np.inf))
        high = np.maximum(high, state[1][near].max(axis=0, initial=-np.inf))
    low = np.maximum(low, limits[0]) - around * size
    high = np.minimum(high, limits[1]) + around * size
    return Frame(low, high, _outside(assembly, now or [first], counted, low, high))


def outside_of(frame: Frame, assembly: Assembly, place: tuple[Any, Any], axes: Sequence[int]) -> tuple[str, ...]:
    """The names of the movable blocks that are not in a frame in one configuration."""
    movable = np.flatnonzero(~assembly.fixed[assembly.geometry.piece_block])
    return _outside(assembly, [_extents(assembly, place, movable, axes)], movable, frame.low, frame.high)


def set_frame(ax: "Axes", frame: Frame) -> None:
    """Limit axes to a frame."""
    ax.set_xlim(frame.low[0], frame.high[0])
    ax.set_ylim(frame.low[1], frame.high[1])


def name_outside(ax: "Axes", outside: tuple[str, ...]) -> None:
    """Say under the picture which blocks are not in it."""
    if outside:
        ax.set_xlabel(f"{ax.get_xlabel()}\n{words_of(outside)}".lstrip())


def words_of(outside: tuple[str, ...]) -> str:
    """The blocks that a picture does not show: their names, or how many they are where these would not fit."""
    who = " and ".join(outside) if len(outside) <= NAMED else counted(len(outside), "block")
    return f"outside the picture: {who}"


def _outside(
    assembly: Assembly, states: Sequence[tuple[Array, Array]], pieces: Any, low: Array, high: Array
) -> tuple[str, ...]:
    """The names of the blocks of some pieces that are in the box in no state."""
    owner = assembly.geometry.piece_block[pieces]
    seen = np.zeros(len(assembly.blocks), dtype=bool)
    for state in states:
        seen[owner[_overlap(state, low, high)]] = True
    return tuple(assembly.names[block] for block in dict.fromkeys(owner.tolist()) if not seen[block])


def _extents(assembly: Assembly, place: tuple[Any, Any], pieces: Any, axes: Sequence[int]) -> tuple[Array, Array]:
    """The boxes around pieces in a configuration: lowest and highest coordinates (n, k) (m)."""
    points = placed_vertices(assembly, *configuration(assembly, *place))[:, list(axes)]
    starts = assembly.geometry.vertex_start[:-1]
    return np.minimum.reduceat(points, starts)[pieces], np.maximum.reduceat(points, starts)[pieces]


def _overlap(extents: tuple[Array, Array], low: Array, high: Array) -> Any:
    """Which boxes (n,) have a part in that from ``low`` to ``high``."""
    return np.all(extents[1] > low, axis=1) & np.all(extents[0] < high, axis=1)
