"""Colours and small helpers that all figures share."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["COLOURS", "EDGE", "FIXED", "FORCE", "HIGHLIGHT", "MECHANISM", "STONE", "TENSION", "legend_beside"]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Lines, in order: the palette of Okabe and Ito, distinct for any colour vision."""

STONE = "#E9E2D3"
"""Movable blocks."""
FIXED = "#A39D92"
"""Fixed blocks."""
HIGHLIGHT = "#E69F00"
"""Blocks that are pointed out."""
EDGE = "#4A453D"
"""Outlines."""
FORCE = "#0072B2"
"""Contact forces."""
TENSION = "#CC3311"
"""Joints without compression, and centres of pressure outside their joint."""
MECHANISM = "#D55E00"
"""Outlines of blocks displaced by a mechanism."""


def legend_beside(ax: "Axes") -> None:
    """A legend to the right of the axes, outside the data."""
    ax.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, borderaxespad=0.0)
