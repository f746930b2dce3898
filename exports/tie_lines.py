"""Ties as lines that move, for all formats."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..results.tie_table import STATES
from ..results.trajectory import assembly_of
from .bodies import seen_from_the_ground

if TYPE_CHECKING:
    from ..results import Trajectory

__all__ = ["FIELDS", "TieLines"]

Array = NDArray[np.float64]

FIELDS = ("tie", "force", "elongation", "state")
"""What is said of each tie: its number, its tension (N), its elongation (m), and its place in
`drystone.results.tie_table.STATES` (0 slack, 1 taut, 2 yielding)."""


@dataclass(frozen=True, eq=False)
class TieLines:
    """The M ties of a run in its T recorded states, seen from the ground.

    ``names``; ``ends`` (T, M, 2, 3): their anchors (m); ``force`` (N), ``elongation`` (m), ``state``, (T, M) each.
    """

    names: tuple[str, ...]
    ends: Array
    force: Array
    elongation: Array
    state: NDArray[np.int32]

    @classmethod
    def of(cls, trajectory: "Trajectory", deformed: bool = False) -> "TieLines":
        """Those of a run; none where its assembly has none. ``deformed``: whether anchors move with what deforms."""
        table = assembly_of(trajectory).tie_table
        told, shape = trajectory.ties(), (len(trajectory.time), table.count)
        shapes = trajectory.deformation if deformed else None
        anchors = table.anchors(seen_from_the_ground(trajectory), trajectory.rotation, shapes)
        force, elongation = (told[name].to_numpy(float).reshape(shape) for name in ("force", "elongation"))
        state = told["state"].map(STATES.index).to_numpy(np.int32).reshape(shape)
        return cls(table.names, np.stack(anchors, axis=2), force, elongation, state)

    @property
    def count(self) -> int:
        """Number of ties M."""
        return len(self.names)

    def fields(self, i: int) -> dict[str, NDArray[np.generic]]:
        """`FIELDS` (M,) in the recorded state i."""
        values = np.arange(self.count, dtype=np.int32), self.force[i], self.elongation[i], self.state[i]
        return dict(zip(FIELDS, values, strict=True))
