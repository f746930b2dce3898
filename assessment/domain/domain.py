"""The failure domain of a structure under one-sine pulses: which half-periods and amplitudes make it collapse.

Reference: Nodargi and Bisegna 2024, section 4.5.2: the cloud of pulses that cause collapse, in both directions of
the ground's motion; its boundary need not be monotonic in the amplitude, since safe regions may lie within the unsafe
one; the convex hull of both clouds together is the domain proposed for safety.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ...checks import FloatArray, finite_array, one_of, sequence_of, text, whole_number, yes_no
from ...errors import DrystoneError
from ...model.gravity import ONE_G
from ...page import Axis, Chart, Line, Page, Points, described_rows, relative_address
from ...summary import Facts, Summarised, counted, with_units
from ..evaluation import COLLAPSED, undecided
from .hull import hull_of, lower_edge
from .lattice import Tree
from .pulses import DIRECTIONS, PulseLattice, codes_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ACCELERATIONS", "SI", "FailureDomain"]

SI = "m/s2"
ACCELERATIONS = {"g": ONE_G, SI: 1.0}
"""Units of accelerations and their size (m/s2)."""
SIDES = {1: "positive", -1: "negative"}
COLOURS, SIZES = {1: 1, -1: 2}, {1: 5.5, -1: 3.0}
"""Of the points of a page, which may lie on each other."""


@dataclass(frozen=True, eq=False)
class FailureDomain(Summarised):
    """Which one-sine pulses cause collapse. Made by `drystone.failure_domain`.

    ``table``: every run, with the columns half_period (s), amplitude (m/s2), direction (1 or -1), collapsed, and what
    else the rows of ``evaluate`` had. ``half_periods``, ``amplitudes``: the range of each (its two ends). ``grid``:
    cells of the grid, all of whose corners were run; ``levels``: how often a cell through which the boundary goes was
    halved; ``resolved``: how often all of them were, less where the runs were limited. ``mode``: the column of the
    table whose boundaries were followed, too, if any. ``capacity``: pseudo-static capacities by direction (m/s2).
    ``unit``: of all accelerations, where they are not in m/s2, see `in_units`.

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
    unit: str = SI

    def in_units(self, unit: str) -> "FailureDomain":
        """The same domain with its amplitudes and capacities in "g" (9.81 m/s2) or "m/s2": tables, figure and page.

        >>> import drystone as ds
        >>> domain = ds.failure_domain(lambda cases: [case.amplitude > 3.0 for case in cases], (0.1, 0.5), (2.0, 6.0))
        >>> domain.in_units("g").boundary(1)["unsafe"].round(4).unique().tolist()
        [0.3122]
        """
        size = ACCELERATIONS[one_of(unit, ACCELERATIONS, "unit")] / ACCELERATIONS[self.unit]
        if size == 1.0:
            return self
        table = self.table.assign(amplitude=self.table["amplitude"] / size)
        told = {name: unit if name == "amplitude" else one for name, one in self.table.attrs["units"].items()}
        low, high = self.amplitudes
        return replace(
            self,
            table=with_units(table, told),
            amplitudes=(low / size, high / size),
            capacity={direction: one / size for direction, one in self.capacity.items()},
            unit=unit,
        )

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
    def lattice(self) -> PulseLattice:
        """The points at which pulses may be run."""
        return PulseLattice(self.half_periods, self.amplitudes, self.grid, self.levels)

    @cached_property
    def trees(self) -> dict[int, Tree]:
        """The cells that follow from the runs of whole levels, by direction."""
        lattice, trees = self.lattice, {}
        codes = codes_of(self.table, self.mode)
        for direction in self.directions:
            chosen = (self.table["direction"] == direction).to_numpy()
            rows, known = self.table[chosen], lattice.empty()
            known[lattice.places(rows["half_period"].to_numpy(), rows["amplitude"].to_numpy())] = codes[chosen]
            trees[direction] = Tree.when_whole(known, self.grid, self.levels, self.resolved)
        return trees

    def boundary(self, direction: int) -> "pd.DataFrame":
        """The boundary of the unsafe region in one direction: a row for each half-period of the lattice, as far as it
        is resolved, at which something collapses.

        ``safe``, ``unsafe``: amplitudes (m/s2) between which lies the lowest one that causes collapse (safe is NaN
        where the least amplitude does already). ``islands``: how many ranges of amplitude above it are safe again;
        ``upper_safe``: the largest safe amplitude: all above it cause collapse; NaN where none is safe.
        """
        import pandas as pd

        direction = self._one(direction)
        step = 2 ** (self.levels - self.resolved)
        filled = self.trees[direction].filled()[::step, ::step]
        x, y = (axis[::step] for axis in self.lattice.axes)
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
        units = {"half_period": "s", "safe": self.unit, "unsafe": self.unit, "islands": "1", "upper_safe": self.unit}
        table = pd.DataFrame(rows, columns=columns).astype(dict.fromkeys(columns, float) | {"islands": int})
        return with_units(table, units)

    def hull(self, bracketed: bool = False) -> FloatArray:
        """Corners (n, 2) of the convex hull of all pulses that cause collapse in either direction: half-period (s),
        amplitude (m/s2), counter-clockwise. Nothing where there is no collapse; a point or a segment has one or two.

        ``bracketed``: with the safe corners of the cells through which the boundary goes, so that the boundary itself
        lies within, wherever it is in its cells.
        """
        lattice, bracketed = self.lattice, yes_no(bracketed, "bracketed")
        rows = self.table[self.table[COLLAPSED]]
        points = [np.array(lattice.places(rows["half_period"].to_numpy(), rows["amplitude"].to_numpy())).T]
        if bracketed:
            corners = [
                (i + a, j + b)
                for tree in self.trees.values() for i, j, size in tree.mixed() for a in (0, size) for b in (0, size)
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

    def view(self, title: str = "Failure domain", pages: Sequence[str] | None = None) -> Page:
        """The page of the domain: a point for each pulse, which tells its run; also in place in a notebook.

        ``save(path)`` of it writes one HTML file. ``title``: its heading. ``pages``: for each row of the table the
        path of the page of its run, from the folder of this one, which the point opens; "" where there is none. See
        `drystone.assessment.domain.pulse_pages`.
        """
        points, paths = [], self._paths(pages)
        for direction in self.directions:
            for collapsed in (True, False):
                chosen = ((self.table["direction"] == direction) & (self.table[COLLAPSED] == collapsed)).to_numpy()
                rows = self.table[chosen]
                rows.attrs = self.table.attrs
                name = f"{'collapsed' if collapsed else 'survived'}, {SIDES[direction]} direction"
                x, y = rows["half_period"].to_numpy(dtype=float), rows["amplitude"].to_numpy(dtype=float)
                look: dict[str, Any] = {"colour": COLOURS[direction], "hollow": not collapsed, "size": SIZES[direction]}
                points.append(Points(name, x, y, described_rows(rows), **look, pages=paths[chosen].tolist()))
        hull, span = self.hull(), np.array(self.half_periods)
        around = np.vstack([hull, hull[:1]])
        lines = [Line("convex hull of the collapses", around[:, 0], around[:, 1], 3)] if len(hull) else []
        lines += [
            Line(f"pseudo-static capacity, {SIDES[d]} direction", span, np.full(2, level), COLOURS[d], dashed=True)
            for d, level in self.capacity.items()
        ]
        facts = [(label, said) for label, said in self._summary() if label]
        top = (0.0, 1.03 * self.amplitudes[1])
        rim = 0.02 * float(np.ptp(span))
        axes = Axis("half-period", "s", (span[0] - rim, span[1] + rim)), Axis("amplitude", self.unit_sign, top)
        headline = f"{int(self.table[COLLAPSED].sum())} of {counted(len(self.table), 'pulse')} cause collapse"
        return Page(Chart(text(title, "title"), headline, tuple(facts), *axes, tuple(points), tuple(lines)))

    @property
    def unit_sign(self) -> str:
        """The unit as axes have it."""
        return "m/s²" if self.unit == SI else self.unit

    def _paths(self, pages: Sequence[str] | None) -> Any:
        if pages is None:
            return np.full(len(self.table), "", dtype=object)
        given = sequence_of(pages, str, "pages (paths)")
        if len(given) != len(self.table):
            rows, got = counted(len(self.table), "row"), counted(len(given), "page")
            raise DrystoneError(f"the table has {rows}; got {got}, give one for each row")
        return np.array([path and relative_address(path) for path in given], dtype=object)

    def _one(self, direction: Any) -> int:
        chosen = whole_number(direction, "direction", -1, 1)
        if chosen not in self.directions:
            raise DrystoneError(f"direction must be one of those that were run, {self.directions}; got {chosen}")
        return chosen

    def _summary(self) -> Facts:
        dx, dy = self.resolution
        yield "", f"of {counted(len(self.table), 'pulse')}"
        yield "half-periods", f"{self.half_periods[0]:g} to {self.half_periods[1]:g} s, known to {dx:.3g} s"
        yield (
            "amplitudes",
            f"{self.amplitudes[0]:.4g} to {self.amplitudes[1]:.4g} {self.unit}, known to {dy:.3g} {self.unit}",
        )
        unsure = len(undecided(self.table))
        yield (
            "collapses",
            f"{int(self.table[COLLAPSED].sum())} of {counted(len(self.table), 'pulse')}"
            + (f"; {counted(unsure, 'survival')} not certain" if unsure else ""),
        )
        for direction in self.directions:
            boundary = self.boundary(direction)
            said = "no collapse" if boundary.empty else f"collapses from {boundary['unsafe'].min():.4g} {self.unit} on"
            islands = int(boundary["islands"].gt(0).sum())
            yield (
                f"direction {direction:+d}",
                said + (f", safe islands at {counted(islands, 'half-period')}" if islands else ""),
            )
        if self.resolved < self.levels:
            yield "resolved", f"{self.resolved} of {counted(self.levels, 'level')}: the runs were limited"
