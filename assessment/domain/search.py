"""The search for a failure domain: which pulses are run, and when enough have been."""

import warnings
from collections.abc import Mapping
from typing import Any

from ...checks import (
    finite_array,
    finite_number,
    function,
    options_table,
    positive_number,
    text,
    unit_vector,
    whole_number,
    work_size,
)
from ...errors import DrystoneError, shown
from ...model import Assembly
from ...model.gravity import ONE_G
from ...statics import limit_load
from ...summary import counted, with_units
from ..evaluation import COLLAPSED, Evaluate, Remembered, evaluated
from .domain import FailureDomain
from .lattice import Tree, lattice_shape
from .pulses import DIRECTIONS, PulseCase, PulseLattice, code_of

__all__ = ["failure_domain", "pseudo_static_capacity"]

MOST_CELLS = 1000
"""Cells of the grid in one direction."""
MOST_LEVELS = 10
"""Halvings of a cell."""
MOST_POINTS = 10**7
"""Points of the finest lattice: a byte each, and what is looked at again in every round."""
LEAST_STEP = 1e-9
"""Least step of the lattice as a share of the larger end of its range: its points are different numbers."""
OF_LIMITS = ("dead", "friction", "form", "solver", "closed", "overlap_tolerance")
"""Arguments of `limit_load` that `pseudo_static_capacity` passes on."""


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
    amplitude; see `drystone.assessment.evaluation.Evaluate` for what it returns. Neither cases nor domain depend on the
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

    asked = Remembered(function(evaluate, "evaluate"))
    lattice, chosen = _checked(half_periods, amplitudes, directions, grid, levels)
    capacities = _capacities(capacity)
    budget = None if most_runs is None else whole_number(most_runs, "most_runs")
    mode = None if mode is None else text(mode, "mode", empty=False)
    rows, resolved = _run(asked, lattice, chosen, mode, budget)
    table = pd.DataFrame(rows)
    front = [*PulseCase._fields, COLLAPSED]
    table = table[[*front, *(name for name in table.columns if name not in front)]]
    units = {**asked.units, "half_period": "s", "amplitude": "m/s2", "direction": "1"}
    return FailureDomain(
        with_units(table, units), lattice.half_periods, lattice.amplitudes, lattice.grid, lattice.levels, resolved,
        mode, capacities,
    )  # fmt: skip


def _run(
    evaluate: Evaluate, lattice: PulseLattice, directions: tuple[int, ...], mode: str | None, budget: int | None
) -> tuple[list[dict[str, Any]], int]:
    """The rows of all runs, level by level, and the last level that is whole."""
    known = {direction: lattice.empty() for direction in directions}
    rows: list[dict[str, Any]] = []
    modes: dict[Any, int] = {}
    resolved = -1
    for level in range(lattice.levels + 1):
        while wanted := [
            (i, j, direction)
            for direction in directions
            for i, j in Tree.of(known[direction], lattice.grid, lattice.levels, level).wanted
        ]:
            if budget is not None and len(rows) + len(wanted) > budget:
                break
            cases = [lattice.case(*one) for one in wanted]
            for (i, j, direction), case, row in zip(wanted, cases, evaluated(evaluate, cases), strict=True):
                known[direction][i, j] = code_of(row, mode, modes)
                rows.append(row | case._asdict())
        if wanted:
            break
        resolved = level
    if resolved < lattice.levels:
        _limited(resolved, lattice.levels, budget, len(wanted))
    return rows, resolved


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
    unit, given = unit_vector(axis, "axis"), options_table(options, "argument", OF_LIMITS)
    found = {d: limit_load(assembly, live=tuple(-d * unit), **given).multiplier for d in DIRECTIONS}
    return {d: ONE_G * float(a) for d, a in found.items()}


def _checked(
    half_periods: Any, amplitudes: Any, directions: Any, grid: Any, levels: Any
) -> tuple[PulseLattice, tuple[int, ...]]:
    ends = [_range(half_periods, "half_periods (s)"), _range(amplitudes, "amplitudes (m/s2)")]
    cells = finite_array(grid, (2,), "grid")
    number = [
        whole_number(cells[k].item(), f"grid, {what}", 1, MOST_CELLS)
        for k, what in enumerate(("half-periods", "amplitudes"))
    ]
    levels = whole_number(levels, "levels", 0, MOST_LEVELS)
    shape = lattice_shape((number[0], number[1]), levels)
    work_size(float(shape[0]) * shape[1], MOST_POINTS, "points of the lattice", "Take fewer cells or levels.")
    for (low, high), count in zip(ends, shape, strict=True):
        if (high - low) / (count - 1) < LEAST_STEP * high:
            raise DrystoneError(
                f"the range from {low:g} to {high:g} is too narrow for {counted(count, 'point')}; widen it"
            )
    chosen = finite_array(directions, (None,), "directions").tolist()
    if not chosen or set(chosen) - set(DIRECTIONS) or len(set(chosen)) < len(chosen):
        raise DrystoneError(f"directions must be of 1 and -1, each at most once; got {shown(directions)}")
    return PulseLattice(ends[0], ends[1], (number[0], number[1]), levels), tuple(int(d) for d in chosen)


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
            f"the grid alone needs {counted(wanted, 'run')}, and most_runs is {budget}; take fewer cells, or more runs"
        )
    warnings.warn(
        f"the domain is resolved to {resolved} of {levels} levels: the next round needs {counted(wanted, 'run')}, and "
        f"most_runs is {budget}",
        stacklevel=4,
    )
