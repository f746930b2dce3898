"""What the ties of a structure bear: a table over time."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..joints import TIES, JointMemory
from ..joints.ties import plastic_part
from ..model import Assembly, State
from ..model.ties import TieTable
from ..summary import with_units

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["STATES", "TIE_UNITS", "force_table", "tie_forces", "tie_states", "tie_table"]

Array = NDArray[np.float64]

TIE_UNITS = {"time": "s", "force": "N", "elongation": "m", "plastic": "m", "length": "m"}
"""Units of the table of ties."""
STATES = ("slack", "taut", "yielding")
"""What a tie may be."""
SLACK = 1e-9
"""A tie that is shorter than it is without force by a larger share of its length is slack."""
YIELDING = 1e-6
"""A tie whose force is nearer to its yield force than this share of it is yielding."""


def tie_table(
    assembly: Assembly,
    time: Array,
    position: Array,
    rotation: Array,
    deformation: Array,
    memories: Sequence[JointMemory | None],
) -> "pd.DataFrame":
    """A row for each tie of the ``assembly`` at each ``time`` (T,) (s) of a run.

    ``position`` (T, B_all, 3) (m), ``rotation`` (T, B_all, 3, 3), ``deformation`` (T, B_all, m): of the blocks;
    ``memories``: of the joints.

    Columns: time (s), tie, block_a, block_b (names), force (N, tension positive, zero where it is slack), elongation
    (m, from its length without force; negative where it is slack), plastic (m, the part of it that stays), length (m,
    between its anchors), state (slack, taut or yielding).
    """
    import pandas as pd

    table, count = assembly.tie_table, len(time)
    stretch = table.elongation(position, rotation, deformation)
    known = [None if one is None else one.laws.get(TIES) for one in memories]
    memory = np.zeros((count, table.count, 2))
    for row, one in zip(memory, known, strict=False):
        if one is not None:
            row[:] = one
    plastic = plastic_part(table, stretch, memory)
    columns = {"time": np.repeat(time, table.count)} | _names(assembly, count)
    columns |= {
        "force": table.force(stretch, plastic).ravel(),
        "elongation": stretch.ravel(),
        "plastic": plastic.ravel(),
        "length": (stretch + table.length).ravel(),
        "state": np.array(STATES, dtype=object)[tie_states(table, stretch, plastic)].ravel(),
    }
    return with_units(pd.DataFrame(columns), TIE_UNITS)


def tie_forces(assembly: Assembly, state: State, memory: JointMemory | None) -> Array:
    """Forces (M,) (N) of the ties of the ``assembly`` in one ``state``; ``memory``: of its joints."""
    table = assembly.tie_table
    stretch = table.elongation(state.position, state.rotation, state.deformation)
    known = np.zeros((table.count, 2)) if memory is None else memory.laws[TIES]
    return table.force(stretch, plastic_part(table, stretch, known))


def tie_states(table: TieTable, elongation: Array, plastic: Array) -> NDArray[np.int64]:
    """Places (..., M) in `STATES` of ties at an ``elongation`` of which ``plastic`` stays, (..., M) each (m)."""
    elastic = elongation - plastic
    taut = elastic >= -SLACK * table.length
    yielding = table.stiffness * elastic >= (1.0 - YIELDING) * table.yield_force
    return np.where(taut, 1 + yielding, 0)


def force_table(assembly: Assembly, force: Array) -> "pd.DataFrame":
    """The table of forces (M,) (N) of the ties of an assembly in its initial state."""
    import pandas as pd

    return with_units(pd.DataFrame(_names(assembly, 1) | {"force": force}), {"force": "N"})


def _names(assembly: Assembly, times: int) -> dict[str, NDArray[np.generic]]:
    table = assembly.tie_table
    called = np.array(assembly.names, dtype=object)
    names = np.array(table.names, dtype=object)
    columns = {"tie": names, "block_a": called[table.blocks[:, 0]], "block_b": called[table.blocks[:, 1]]}
    return {name: np.tile(column, times) for name, column in columns.items()}
