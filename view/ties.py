"""Ties in pictures: lines between their anchors, broken where they are slack."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..model import Assembly
from ..results.tie_table import STATES, tie_states
from .style import LINE, TIE

if TYPE_CHECKING:
    from matplotlib.collections import LineCollection

__all__ = ["draw_ties", "place_ties"]

Array = NDArray[np.float64]


def draw_ties(
    ax: Any, assembly: Assembly, position: Array, rotation: Array, axes: Array, blocks: Collection[int] | None = None
) -> "LineCollection | None":
    """Draw the ties of an assembly whose blocks are drawn, over the blocks; None where there are none.

    ``position`` (B_all, 3) (m), ``rotation`` (B_all, 3, 3): of all blocks. ``axes`` (2, 3): what is to the right and
    upward. ``blocks``: those that are drawn, None for all.
    """
    from matplotlib.collections import LineCollection

    table = assembly.tie_table
    drawn = [i for i, pair in enumerate(table.blocks.tolist()) if blocks is None or set(pair) <= set(blocks)]
    if not drawn:
        return None
    lines = LineCollection([], colors=TIE, linewidths=LINE, zorder=3)
    place_ties(lines, assembly, position, rotation, axes, drawn)
    ax.add_collection(lines, autolim=False)
    return lines


def place_ties(
    lines: "LineCollection", assembly: Assembly, position: Array, rotation: Array, axes: Array, drawn: list[int]
) -> None:
    """Put the lines where the ``drawn`` ties are in a configuration; the rest as in `draw_ties`."""
    table = assembly.tie_table
    ends = np.stack(table.anchors(position, rotation), axis=1)[drawn] @ axes.T
    stretch = table.elongation(position, rotation)
    slack = (tie_states(table, stretch, np.zeros_like(stretch)) == STATES.index("slack"))[drawn]
    lines.set_segments(list(ends))
    lines.set_linestyle([(0.0, (2.5, 1.5)) if one else "solid" for one in slack.tolist()])
