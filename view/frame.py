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
"""How far beyond that place a picture follows their centres, as a share of the same, or as far as the structure is
high, which is where it comes to lie when it topples: what falls farther is named, not shown, for it would leave the
structure a small part of its own picture."""
MOST, FARTHER = 0.5, 1.0
"""Where less than this share of the structure is so near, most of it fell: a picture then follows it this far."""
PART = 0.2
"""Reach of a fixed block from its centroid, over the diagonal of the movable ones, up to which it is shown as well."""


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
    and 2. ``blocks``: numbers of those that are shown, None for all. Of fixed blocks those count that are small beside
    the movable ones, as supports are, or all where no other is shown: the ground may reach far beyond. Of ties between
    blocks that are shown those ends count that are near.
    """
    owner = assembly.geometry.piece_block
    drawn = list(range(len(assembly.blocks)) if blocks is None else blocks)
    shown = np.isin(owner, drawn)
    movable = shown & ~assembly.fixed[owner]
    counted = np.flatnonzero(movable if movable.any() else shown)
    sides = np.ptp(np.vstack(_extents(assembly, (None, None), counted, (0, 1, 2))), axis=0)
    small = assembly.geometry.radius[owner] < PART * float(np.linalg.norm(sides))
    supports = np.flatnonzero(shown & assembly.fixed[owner] & small)
    first, *now = (_extents(assembly, place, counted, axes) for place in [(None, None), *places])
    low, high = first[0].min(axis=0), first[1].max(axis=0)
    size = float(np.linalg.norm(high - low))
    far = max(FAR * size, float(sides[2]))
    if any(np.mean(_inside(state, low - far, high + far)) < MOST for state in now):
        far = max(FARTHER * size, float(sides[2]))
    near = [_inside(state, low - far, high + far) for state in now]
    held = _extents(assembly, (None, None), supports, axes)
    ends = _anchors(assembly, drawn, axes)
    ends = ends[_inside((ends, ends), low - far, high + far)]
    lowest = [state[0][chosen] for state, chosen in zip(now, near, strict=True)]
    highest = [state[1][chosen] for state, chosen in zip(now, near, strict=True)]
    low = np.vstack([low, held[0], ends, *lowest]).min(axis=0)
    high = np.vstack([high, held[1], ends, *highest]).max(axis=0)
    low, high = low - around * size, high + around * size
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
    """The names of the blocks of some pieces whose centres are in the box in no state."""
    owner = assembly.geometry.piece_block[pieces]
    seen = np.zeros(len(assembly.blocks), dtype=bool)
    for state in states:
        seen[owner[_inside(state, low, high)]] = True
    return tuple(assembly.names[block] for block in dict.fromkeys(owner.tolist()) if not seen[block])


def _anchors(assembly: Assembly, blocks: list[int], axes: Sequence[int]) -> Array:
    """Where the ties between some blocks are held at first: coordinates (n, k) (m)."""
    table = assembly.tie_table
    ends = np.stack(table.anchors(*configuration(assembly, None, None)), axis=1)
    return ends[np.isin(table.blocks, blocks).all(axis=1)].reshape(-1, 3)[:, list(axes)]


def _extents(assembly: Assembly, place: tuple[Any, Any], pieces: Any, axes: Sequence[int]) -> tuple[Array, Array]:
    """The boxes around pieces in a configuration: lowest and highest coordinates (n, k) (m)."""
    points = placed_vertices(assembly, *configuration(assembly, *place))[:, list(axes)]
    starts = assembly.geometry.vertex_start[:-1]
    return np.minimum.reduceat(points, starts)[pieces], np.maximum.reduceat(points, starts)[pieces]


def _inside(extents: tuple[Array, Array], low: Array, high: Array) -> Any:
    """Which boxes (n,) have their centre in that from ``low`` to ``high``."""
    centre = 0.5 * (extents[0] + extents[1])
    return np.all((centre > low) & (centre < high), axis=1)
