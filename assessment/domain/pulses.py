"""Pulses on a lattice of half-periods and amplitudes, and what they brought as numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...checks import FloatArray, work_size
from ...errors import DrystoneError, shown
from ..evaluation import COLLAPSED
from .lattice import UNKNOWN, Known, lattice_shape

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["DIRECTIONS", "PulseCase", "PulseLattice", "code_of", "codes_of"]

DIRECTIONS = (1, -1)
"""Towards the positive and towards the negative side of the axis of the ground's motion."""
MOST_MODES = 1000
"""Modes of collapse that are told apart."""


class PulseCase(NamedTuple):
    """One run: a sine of ``half_period`` (s) and ``amplitude`` (m/s2), begun in ``direction`` 1 or -1."""

    half_period: float
    amplitude: float
    direction: int


@dataclass(frozen=True)
class PulseLattice:
    """The points of the finest lattice, and where a pulse is among them."""

    half_periods: tuple[float, float]
    amplitudes: tuple[float, float]
    grid: tuple[int, int]
    levels: int

    @cached_property
    def axes(self) -> tuple[FloatArray, FloatArray]:
        """Half-periods and amplitudes, each computed from its place alone; the ends are those of the ranges."""
        shape = lattice_shape(self.grid, self.levels)
        ranges = zip((self.half_periods, self.amplitudes), shape, strict=True)
        x, y = (low + (high - low) * (np.arange(count) / (count - 1)) for (low, high), count in ranges)
        x[-1], y[-1] = self.half_periods[1], self.amplitudes[1]  # the sums may be a bit of rounding off
        return x, y

    def empty(self) -> Known:
        """Answers at all points, unknown."""
        return np.full(lattice_shape(self.grid, self.levels), UNKNOWN, dtype=np.int16)

    def places(self, half_period: FloatArray, amplitude: FloatArray) -> tuple[Any, Any]:
        """Places (n,) of pulses in both directions of the lattice."""
        i, j = (
            np.rint((np.asarray(v, dtype=np.float64) - axis[0]) / (axis[1] - axis[0])).astype(np.int64)
            for v, axis in zip((half_period, amplitude), self.axes, strict=True)
        )
        return i, j

    def case(self, i: int, j: int, direction: int) -> PulseCase:
        """The pulse at a place."""
        return PulseCase(float(self.axes[0][i]), float(self.axes[1][j]), direction)


def code_of(row: Mapping[str, Any], mode: str | None, modes: dict[Any, int]) -> int:
    """0 for a case that stands, from 1 on for the modes of collapse in the order in which they are met."""
    if not row[COLLAPSED]:
        return 0
    if mode is None:
        return 1
    if mode not in row:
        raise DrystoneError(f"the rows of evaluate lack the key {shown(mode)}, which mode names")
    try:
        met = (
            None if row[mode] != row[mode] else row[mode]
        )  # what is missing in a column of numbers is NaN, never equal
        code = modes.setdefault(met, len(modes) + 1)
    except TypeError as error:
        raise DrystoneError(f"a mode of collapse must be a name or a number; got {shown(row[mode])}") from error
    return work_size(code, MOST_MODES, "modes of collapse", "Tell fewer apart.")


def codes_of(table: "pd.DataFrame", mode: str | None) -> Known:
    """The answers of all runs."""
    modes: dict[Any, int] = {}
    pairs = zip(table[COLLAPSED], table[mode] if mode else table[COLLAPSED], strict=True)
    return np.array([code_of({COLLAPSED: c, mode or "": m}, mode, modes) for c, m in pairs], dtype=np.int16)
