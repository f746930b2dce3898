"""What a page shows: a structure in its states, and what is told and plotted beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..model import Assembly
from ..summary import counted
from .forces import Forces
from .measures import Measure

__all__ = ["TONES", "Content", "Plot"]

Array = NDArray[np.float64]

TONES = ("plain", "good", "warn", "bad")
"""How a headline looks."""


@dataclass(frozen=True, eq=False)
class Plot:
    """A plot over time: ``title``, ``unit`` of its values, and ``series`` (n,) by name at ``time`` (n,) (s), None: at
    the states.
    """

    title: str
    unit: str
    series: Mapping[str, Array]
    time: Array | None = None


@dataclass(frozen=True, eq=False)
class Content:
    """What a page shows of the B_all blocks of an assembly in T states.

    ``title``: of the page. ``kind``: "run", "structure" or "mechanism", whose time is the share of the motion that is
    shown. ``headline`` and ``tone`` (one of `TONES`): the outcome; ``facts``: labels and texts. ``time`` (T,) (s).
    ``displacement`` (T, B_all, 3) (m): of the centroids, seen from the ground; ``rotation`` (T, B_all, 3, 3);
    ``ground`` (T, 3) (m). ``fallen`` (B_all,) (s): since when a block counts as fallen, inf where it has not. ``moved``
    (m): displacement from which a block has moved. ``settled`` (B_all, 3) (m): displacement from which that is counted,
    None for zero. ``ties`` (T or 1, M): what ties are, places in
    `drystone.results.tie_table.STATES`. ``deformation`` (T, B_all, m): amplitudes of the modes, None where no block
    deforms. ``forces``: at the contacts, None where they are not known. ``measures``: by which blocks are coloured.
    ``plots``: over time, beside the picture. ``play``: whether the page begins to play when it is opened. ``notes``:
    what the foot of the page says.
    """

    title: str
    kind: str
    headline: str
    tone: str
    facts: tuple[tuple[str, str], ...]
    assembly: Assembly
    time: Array
    displacement: Array
    rotation: Array
    ground: Array
    fallen: Array
    moved: float
    settled: Array | None = None
    deformation: Array | None = None
    forces: Forces | None = None
    measures: tuple[Measure, ...] = ()
    plots: tuple[Plot, ...] = ()
    ties: NDArray[np.uint8] = field(default_factory=lambda: np.zeros((1, 0), np.uint8))
    play: bool = False
    notes: tuple[str, ...] = field(default=())

    @property
    def told(self) -> str:
        """What it is, in a few words."""
        return f"a {self.kind} of {counted(len(self.assembly), 'block')}, {counted(len(self.time), 'state')}"
