"""Ties in pictures: lines between their anchors, broken where they are slack."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import one_of, sequence_of
from ..model import Assembly
from ..results.tie_table import STATES, tie_states
from .style import LINE, TIE

if TYPE_CHECKING:
    from matplotlib.collections import LineCollection

    from ..results import Trajectory

__all__ = ["draw_ties", "place_ties", "slack_ties"]

Array = NDArray[np.float64]


def slack_ties(trajectory: "Trajectory") -> list[list[str]]:
    """Names of the ties of a run that are slack in each of its recorded states; one that has yielded is longer."""
    table, count = trajectory.ties(), len(trajectory.assembly.ties) if trajectory.assembly else 0
    names, slack = (table[key].to_numpy().reshape(len(trajectory.time), count) for key in ("tie", "state"))
    return [list(one[state == "slack"]) for one, state in zip(names, slack, strict=True)]


def draw_ties(
    ax: Any,
    assembly: Assembly,
    position: Array,
    rotation: Array,
    axes: Array,
    blocks: Collection[int] | None = None,
    slack: Any = None,
) -> "LineCollection | None":
    """Draw the ties of an assembly whose blocks are drawn, over the blocks; None where there are none.

    ``position`` (B_all, 3) (m), ``rotation`` (B_all, 3, 3): of all blocks. ``axes`` (2, 3): what is to the right and
    upward. ``blocks``: those that are drawn, None for all. ``slack``: names of the ties that are, None for those whose
    anchors are nearer than their lengths without force, as if none had yielded.
    """
    from matplotlib.collections import LineCollection

    table = assembly.tie_table
    drawn = [i for i, pair in enumerate(table.blocks.tolist()) if blocks is None or set(pair) <= set(blocks)]
    if not drawn:
        return None
    lines = LineCollection([], colors=TIE, linewidths=LINE, zorder=3)
    place_ties(lines, assembly, position, rotation, axes, drawn, slack)
    ax.add_collection(lines, autolim=False)
    return lines


def place_ties(
    lines: "LineCollection",
    assembly: Assembly,
    position: Array,
    rotation: Array,
    axes: Array,
    drawn: list[int],
    slack: Any = None,
) -> None:
    """Put the lines where the ``drawn`` ties are in a configuration; the rest as in `draw_ties`."""
    table = assembly.tie_table
    ends = np.stack(table.anchors(position, rotation), axis=1)[drawn] @ axes.T
    if slack is None:
        stretch = table.elongation(position, rotation)
        states = tie_states(table, stretch, np.zeros_like(stretch))
        broken = {name for name, state in zip(table.names, states, strict=True) if STATES[state] == "slack"}
    else:
        broken = {one_of(name, table.names, "tie") for name in sequence_of(slack, str, "slack (names of ties)")}
    lines.set_segments(list(ends))
    lines.set_linestyle([(0.0, (2.5, 1.5)) if table.names[i] in broken else "solid" for i in drawn])
