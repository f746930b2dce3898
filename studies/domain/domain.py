"""The failure domain of a structure under one-sine pulses: which half-periods and amplitudes make it collapse.

Reference: Nodargi and Bisegna 2024, section 4.5.2: the cloud of pulses that bring the collapse, in both directions of
the ground's motion; its boundary need not be monotonic in the amplitude, since safe regions may lie within the unsafe
one; the convex hull of both clouds together is the domain proposed for safety.
"""

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...checks import FloatArray, finite_array, finite_number, function, positive_number, text, whole_number, work_size
from ...errors import DrystoneError, shown
from ...model import Assembly
from ...model.gravity import STANDARD_GRAVITY
from ...statics import limit_load
from ...summary import Facts, Summarised, counted, with_units
from ..evaluation import COLLAPSED, Evaluate, evaluated
from .hull import hull_of, lower_edge
from .lattice import UNKNOWN, Known, Tree, lattice_shape

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FailureDomain", "PulseCase", "failure_domain", "pseudo_static_capacity"]

DIRECTIONS = (1, -1)
"""Towards the positive and towards the negative side of the axis of the ground's motion."""
MOST_CELLS = 1000
"""Cells of the grid in one direction."""
MOST_LEVELS = 10
"""Halvings of a cell."""
MOST_POINTS = 10**7
"""Points of the finest lattice: a byte each, and what is looked at again in every round."""
MOST_MODES = 1000
"""Modes of collapse that are told apart."""
LEAST_STEP = 1e-9
"""Least step of the lattice as a share of the larger end of its range: its points are different numbers."""


class PulseCase(NamedTuple):
    """One run: a sine of ``half_period`` (s) and ``amplitude`` (m/s2), begun in ``direction`` 1 or -1."""

    half_period: float
    amplitude: float
    direction: int


@dataclass(frozen=True, eq=False)
class FailureDomain(Summarised):
    """Which one-sine pulses bring the collapse. Made by `drystone.failure_domain`.

    ``table``: every run, with the columns half_period (s), amplitude (m/s2), direction (1 or -1), collapsed, and what
    else the rows of ``evaluate`` had. ``half_periods``, ``amplitudes``: the range of each (its two ends). ``grid``:
    cells of the grid, all of whose corners were run; ``levels``: how often a cell through which the boundary goes was
    halved; ``resolved``: how often all of them were, less where the runs were limited. ``mode``: the column of the table
    whose boundaries were followed, too, if any. ``capacity``: pseudo-static capacities by direction (m/s2).

    >>> import drystone as ds
    >>> domain = ds.failure_domain(lambda cases: [case.amplitude > 3.0 for case in cases], (0.1, 0.5), (2.0, 6.0))
    >>> domain.boundary(1)["unsafe"].unique().tolist()
    [3.0625]
    """

    table: "pd.DataFrame"
    half_periods: tuple[float, float]
    amplitudes: tuple[float, float]
    grid: tuple[int, int]
    levels: int
    resolved: int
    mode: str | None
    capacity: Mapping[int, float]

    @property
    def directions(self) -> tuple[int, ...]:
        """Those that were run."""
        return tuple(d for d in DIRECTIONS if (self.table["direction"] == d).any())

    @property
    def resolution(self) -> tuple[float, float]:
        """Half-period (s) and amplitude (m/s2) of the cells between which the boundary is known."""
        steps = [cells * 2**self.resolved for cells in self.grid]
        return (
            (self.half_periods[1] - self.half_periods[0]) / steps[0],
            (self.amplitudes[1] - self.amplitudes[0]) / steps[1],
        )

    @property
    def guaranteed(self) -> tuple[float, float]:
        """Half-period (s) and amplitude (m/s2) of a rectangle that cannot lie within an island without being found.

        It holds a corner of the grid. Smaller islands are found where the boundary of a larger region passes by, or
        where they part two modes of collapse that are told apart.
        """
        return (
            (self.half_periods[1] - self.half_periods[0]) / self.grid[0],
            (self.amplitudes[1] - self.amplitudes[0]) / self.grid[1],
        )

    @cached_property
    def _lattice(self) -> "_Lattice":
        return _Lattice(self.half_periods, self.amplitudes, self.grid, self.levels)

    @cached_property
    def _trees(self) -> dict[int, Tree]:
        lattice, trees = self._lattice, {}
        codes = _codes(self.table, self.mode)
        for direction in self.directions:
            chosen = (self.table["direction"] == direction).to_numpy()
            rows, known = self.table[chosen], lattice.empty()
            known[lattice.places(rows["half_period"].to_numpy(), rows["amplitude"].to_numpy())] = codes[chosen]
            trees[direction] = Tree.of(known, self.grid, self.levels, self.resolved)
        return trees

    def boundary(self, direction: int) -> "pd.DataFrame":
        """The boundary of the unsafe region in one direction: a row for each half-period of the finest lattice at which
        something collapses.

        ``safe``, ``unsafe``: amplitudes (m/s2) between which lies the lowest one that brings the collapse (safe is NaN
        where the least amplitude does already). ``islands``: how many ranges of amplitude above it are safe again;
        ``upper_safe``: the largest safe one of all, at or below which nothing above is safe, NaN where there is none.
        """
        import pandas as pd

        direction = self._one(direction)
        step = 2 ** (self.levels - self.resolved)
        filled = self._trees[direction].filled()[::step, ::step]
        x, y = (axis[::step] for axis in self._lattice.axes)
        rows = []
        for i in np.flatnonzero(np.any(filled > 0, axis=1)):
            column = filled[i]
            first = int(np.argmax(column > 0))
            safe = np.flatnonzero(column == 0)
            rises = int(np.sum((column[first:-1] > 0) & (column[first + 1 :] == 0)))
            rows.append(
                (x[i], y[first - 1] if first else np.nan, y[first], rises, y[safe[-1]] if len(safe) else np.nan)
            )
        columns = ["half_period", "safe", "unsafe", "islands", "upper_safe"]
        units = {"half_period": "s", "safe": "m/s2", "unsafe": "m/s2", "islands": "1", "upper_safe": "m/s2"}
        table = pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(columns, float) | {"islands": int})
        return with_units(table, units)

    def hull(self, bracketed: bool = False) -> FloatArray:
        """Corners (n, 2) of the convex hull of all pulses that bring the collapse in either direction: half-period (s),
        amplitude (m/s2), counter-clockwise. Nothing where there is no collapse; a point or a segment has one or two.

        ``bracketed``: with the safe corners of the cells through which the boundary goes, so that the boundary itself
        lies within, wherever it is in its cells.
        """
        lattice = self._lattice
        points = [np.array(lattice.places(*self._collapses())).T]
        if bracketed:
            corners = [
                (i + a, j + b)
                for tree in self._trees.values() for i, j, size in tree.mixed() for a in (0, size) for b in (0, size)
            ]  # fmt: skip
            points.append(np.array(corners, dtype=np.int64).reshape(-1, 2))
        i, j = hull_of(np.concatenate(points)).T
        return np.column_stack([lattice.axes[0][i], lattice.axes[1][j]])

    def safe_amplitude(self, half_period: Any, bracketed: bool = True) -> FloatArray:
        """The largest amplitude (n,) (m/s2) of half-periods (n,) (s) below the `hull`: all that is not below it counts
        as unsafe, so that the proposal is monotonic in the amplitude.

        Where the hull does not reach, that of shorter pulses than brought a collapse, the largest amplitude that was
        run. DrystoneError for half-periods outside the range that was run.
        """
        x = finite_array(half_period, (None,), "half_period", least=0.0)
        low, high = self.half_periods
        if np.any((x < low) | (x > high)):
            raise DrystoneError(f"the domain is known for half-periods from {low:g} to {high:g} s, not beyond")
        return lower_edge(self.hull(bracketed), x, self.amplitudes[1])

    def _collapses(self) -> tuple[FloatArray, FloatArray]:
        rows = self.table[self.table[COLLAPSED]]
        return rows["half_period"].to_numpy(), rows["amplitude"].to_numpy()

    def _one(self, direction: Any) -> int:
        chosen = whole_number(direction, "direction", -1, 1)
        if chosen not in self.directions:
            raise DrystoneError(f"direction must be one of those that were run, {self.directions}; got {chosen}")
        return chosen

    def _summary(self) -> Facts:
        dx, dy = self.resolution
        yield "", f"of {counted(len(self.table), 'pulse')}"
        yield "half-periods", f"{self.half_periods[0]:g} to {self.half_periods[1]:g} s, known to {dx:.3g} s"
        yield "amplitudes", f"{self.amplitudes[0]:g} to {self.amplitudes[1]:g} m/s2, known to {dy:.3g} m/s2"
        yield "collapses", f"{int(self.table[COLLAPSED].sum())} of {counted(len(self.table), 'pulse')}"
        for direction in self.directions:
            boundary = self.boundary(direction)
            said = "no collapse" if boundary.empty else f"collapses from {boundary['unsafe'].min():.4g} m/s2 on"
            islands = int(boundary["islands"].gt(0).sum())
            yield (
                f"direction {direction:+d}",
                said + (f", safe islands at {counted(islands, 'half-period')}" if islands else ""),
            )
        if self.resolved < self.levels:
            yield "resolved", f"{self.resolved} of {counted(self.levels, 'level')}: the runs were limited"


@dataclass(frozen=True)
class _Lattice:
    """The points of the finest lattice, and where a pulse is among them."""

    half_periods: tuple[float, float]
    amplitudes: tuple[float, float]
    grid: tuple[int, int]
    levels: int

    @cached_property
    def axes(self) -> tuple[FloatArray, FloatArray]:
        """Half-periods and amplitudes, each computed from its place alone."""
        shape = lattice_shape(self.grid, self.levels)
        ranges = zip((self.half_periods, self.amplitudes), shape, strict=True)
        x, y = (low + (high - low) * (np.arange(count) / (count - 1)) for (low, high), count in ranges)
        return x, y

    def empty(self) -> Known:
        return np.full(lattice_shape(self.grid, self.levels), UNKNOWN, dtype=np.int16)

    def places(self, half_period: FloatArray, amplitude: FloatArray) -> tuple[Any, Any]:
        """Places (n,) of pulses in both directions of the lattice."""
        i, j = (
            np.rint((np.asarray(v, dtype=np.float64) - axis[0]) / (axis[1] - axis[0])).astype(np.int64)
            for v, axis in zip((half_period, amplitude), self.axes, strict=True)
        )
        return i, j

    def case(self, i: int, j: int, direction: int) -> PulseCase:
        return PulseCase(float(self.axes[0][i]), float(self.axes[1][j]), direction)


def failure_domain(
    evaluate: Evaluate,
    half_periods: Any,
    amplitudes: Any,
    *,
    directions: Any = DIRECTIONS,
    grid: Any = (8, 8),
    levels: int = 3,
    mode: str | None = None,
    most_runs: int | None = None,
    capacity: Mapping[int, float] | None = None,
) -> FailureDomain:
    """The failure domain between two ``half_periods`` (s) and two ``amplitudes`` (m/s2) of one-sine pulses.

    Every corner of a ``grid`` of cells is run in each of the ``directions``; then every cell whose corners, or other
    points known in it, do not agree is halved both ways, ``levels`` times. So an island, safe in the unsafe region or
    unsafe in the safe one, is found wherever it has room for one cell of the grid, `FailureDomain.guaranteed`, and the
    boundary of what is found is followed in cells of `FailureDomain.resolution`. The grid decides what is found, the
    levels how exactly.

    Thinner islands need another hint. A block that falls to one side at once and one that falls to the other after an
    impact are parted by a strip in which it stands, often thinner than any cell. ``mode`` names a column of the rows of
    ``evaluate`` that tells such modes of collapse apart (the side, the blocks that fall); cells in which it differs are
    halved as well, so that the strips between modes are found wherever they are as thick as the resolution.

    ``evaluate`` is given lists of `PulseCase`, all that a round needs, in the order of direction, half-period and
    amplitude; see `drystone.studies.evaluation.Evaluate` for what it returns. Neither cases nor domain depend on the
    order in which they are run. ``most_runs``: the largest number of runs; where a round would need more the domain is
    that of the rounds before it, coarser but as sound, with a warning. ``capacity``: pseudo-static capacities by
    direction (m/s2), which the figure shows, see `pseudo_static_capacity`.

    >>> import drystone as ds
    >>> domain = ds.failure_domain(
    ...     lambda cases: [case.amplitude * case.half_period > 1.0 for case in cases], (0.1, 0.5), (2.0, 10.0)
    ... )
    >>> domain.safe_amplitude([0.25, 0.5]).tolist()
    [3.8125, 2.0]
    """
    import pandas as pd

    function(evaluate, "evaluate")
    lattice, chosen = _checked(half_periods, amplitudes, directions, grid, levels)
    capacities = _capacities(capacity)
    budget = None if most_runs is None else whole_number(most_runs, "most_runs")
    mode = None if mode is None else text(mode, "mode", empty=False)
    known = {direction: lattice.empty() for direction in chosen}
    rows: list[dict[str, Any]] = []
    modes: dict[Any, int] = {}
    resolved = -1
    for level in range(lattice.levels + 1):
        while wanted := [
            (i, j, direction)
            for direction in chosen
            for i, j in Tree.of(known[direction], lattice.grid, lattice.levels, level).wanted
        ]:
            if budget is not None and len(rows) + len(wanted) > budget:
                break
            cases = [lattice.case(*one) for one in wanted]
            for (i, j, direction), case, row in zip(wanted, cases, evaluated(evaluate, cases), strict=True):
                known[direction][i, j] = _code(row, mode, modes)
                rows.append(row | case._asdict())
        if wanted:
            break
        resolved = level
    if resolved < lattice.levels:
        _limited(resolved, lattice.levels, budget, len(wanted))
    table = pd.DataFrame(rows)
    front = [*PulseCase._fields, COLLAPSED]
    table = table[[*front, *(name for name in table.columns if name not in front)]]
    units = {"half_period": "s", "amplitude": "m/s2", "direction": "1"}
    return FailureDomain(
        with_units(table, units), lattice.half_periods, lattice.amplitudes, lattice.grid, lattice.levels, resolved,
        mode, capacities,
    )  # fmt: skip


def pseudo_static_capacity(assembly: Assembly, axis: Any = (1.0, 0.0, 0.0), **options: Any) -> dict[int, float]:
    """The ground's accelerations (m/s2) along ``axis`` and against it, by direction, that the structure just carries.

    By the limit program, `drystone.limit_load` with its ``options``: the live load on every block is against the
    acceleration of the ground. A pulse below it moves nothing (Nodargi and Bisegna 2024, section 4.5.2), as far as the
    joints are associated.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> {d: round(a, 4) for d, a in ds.pseudo_static_capacity(column(4)).items()}  # overturns: g width / height
    {1: 3.0656, -1: 3.0656}
    """
    axis = finite_array(axis, (3,), "axis")
    if not np.any(axis):
        raise DrystoneError("axis must not be the zero vector")
    unit = axis / np.linalg.norm(axis)
    found = {d: limit_load(assembly, live=tuple(-d * unit), **options).multiplier for d in DIRECTIONS}
    return {d: STANDARD_GRAVITY * float(a) for d, a in found.items()}


def _code(row: Mapping[str, Any], mode: str | None, modes: dict[Any, int]) -> int:
    """0 for a case that stands, from 1 on for the modes of collapse in the order in which they are met."""
    if not row[COLLAPSED]:
        return 0
    if mode is None:
        return 1
    if mode not in row:
        raise DrystoneError(f"the rows of evaluate lack the key {mode!r}, which mode names")
    try:
        code = modes.setdefault(row[mode], len(modes) + 1)
    except TypeError as error:
        raise DrystoneError(f"a mode of collapse must be a name or a number; got {shown(row[mode])}") from error
    return work_size(code, MOST_MODES, "modes of collapse", "Tell fewer apart.")


def _codes(table: "pd.DataFrame", mode: str | None) -> Known:
    """The answers of all runs."""
    modes: dict[Any, int] = {}
    pairs = zip(table[COLLAPSED], table[mode] if mode else table[COLLAPSED], strict=True)
    return np.array([_code({COLLAPSED: c, mode or "": m}, mode, modes) for c, m in pairs], dtype=np.int16)


def _checked(
    half_periods: Any, amplitudes: Any, directions: Any, grid: Any, levels: Any
) -> tuple[_Lattice, tuple[int, ...]]:
    ends = [_range(half_periods, "half_periods (s)"), _range(amplitudes, "amplitudes (m/s2)")]
    cells = finite_array(grid, (2,), "grid")
    number = [
        whole_number(cells[k], f"grid, {what}", 1, MOST_CELLS) for k, what in enumerate(("half-periods", "amplitudes"))
    ]
    levels = whole_number(levels, "levels", 0, MOST_LEVELS)
    shape = lattice_shape((number[0], number[1]), levels)
    work_size(float(shape[0]) * shape[1], MOST_POINTS, "points of the lattice", "Take fewer cells or levels.")
    for (low, high), count in zip(ends, shape, strict=True):
        if (high - low) / (count - 1) < LEAST_STEP * high:
            raise DrystoneError(f"the range from {low:g} to {high:g} is too narrow for {count} points; widen it")
    chosen = finite_array(directions, (None,), "directions").tolist()
    if not chosen or set(chosen) - set(DIRECTIONS) or len(set(chosen)) < len(chosen):
        raise DrystoneError(f"directions must be of 1 and -1, each at most once; got {shown(directions)}")
    return _Lattice(ends[0], ends[1], (number[0], number[1]), levels), tuple(int(d) for d in chosen)


def _range(value: Any, what: str) -> tuple[float, float]:
    ends = finite_array(value, (2,), what, above=0.0)
    low, high = positive_number(ends[0], what), positive_number(ends[1], what)
    if low >= high:
        raise DrystoneError(f"{what} must be the lower and the upper end of a range; got {low:g} and {high:g}")
    return low, high


def _capacities(capacity: Any) -> dict[int, float]:
    if capacity is None:
        return {}
    if not isinstance(capacity, Mapping) or any(key not in DIRECTIONS for key in capacity):
        raise DrystoneError(f"capacity must be accelerations (m/s2) by direction, 1 and -1; got {shown(capacity)}")
    return {int(key): finite_number(value, "capacity (m/s2)", least=0.0) for key, value in capacity.items()}


def _limited(resolved: int, levels: int, budget: int | None, wanted: int) -> None:
    if resolved < 0:
        raise DrystoneError(
            f"the grid alone needs {wanted} runs, and most_runs is {budget}; take fewer cells, or more runs"
        )
    warnings.warn(
        f"the domain is resolved to {resolved} of {levels} levels: the next round needs {wanted} runs, and most_runs is "
        f"{budget}",
        stacklevel=3,
    )
