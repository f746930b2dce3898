"""A run handed on in parts while it goes: what a store of results is given, so that memory holds one window of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ..joints import JointMemory
from ..model import Scene
from .checkpoint import Checkpoint, ContactRecord

if TYPE_CHECKING:
    import pandas as pd

    from .trajectory import Trajectory

__all__ = ["RunPart", "RunStore"]


@dataclass(frozen=True, eq=False)
class RunPart:
    """Recorded states that follow one another, N of them, and the S rows of the table of steps that led to them.

    The first part of a run has its initial state, to which no step led, S = N - 1; of all others S = N.
    ``states``: arrays of N rows by the names that `Trajectory` has them under. ``energy`` (N rows), ``steps`` (S rows),
    ``records`` (S), ``joints`` (N).
    ``end``: the checkpoint of the last whole step of the run, number ``done`` of it, and ``row``: the steps since the
    last recorded state, as a row of the table of steps that is not whole yet; empty where there is none.
    """

    states: Mapping[str, NDArray[np.float64]]
    energy: "pd.DataFrame"
    steps: "pd.DataFrame"
    records: Sequence[ContactRecord | None]
    joints: Sequence[JointMemory | None]
    end: Checkpoint
    row: Mapping[str, Any]
    done: int


@runtime_checkable
class RunStore(Protocol):
    """Where `simulate` writes a run as it goes."""

    def begin(self, scene: Scene, origin: Checkpoint, settings: Mapping[str, Any], rows: int) -> None:
        """Before the first step of a run of at most so many ``rows`` from ``origin``; ``settings``: arguments of
        `simulate` by name. A store that goes on with a run has begun before.
        """

    def keeps_contacts(self, row: int) -> bool:
        """Whether the contacts of a row of the table of steps are wanted; rows count from the start of the store."""

    @property
    def states(self) -> int:
        """Number of recorded states that are in the store."""

    @property
    def done(self) -> int:
        """Number of whole steps of the run that are in the store."""

    @property
    def row(self) -> Mapping[str, Any]:
        """The row that is not whole yet, see `RunPart`."""

    def is_due(self, size: int) -> bool:
        """Whether a window of so many bytes should be written now."""

    def add(self, part: RunPart) -> None:
        """Write the next part; when it returns, the part is on the disk."""

    def finish(self, at_rest: bool, doubt: str) -> None:
        """The run has reached its end; see `Trajectory` for both."""

    def stop(self) -> None:
        """The run ends here before its end."""

    def trajectory(self) -> "Trajectory":
        """The run as far as it is in the store."""
