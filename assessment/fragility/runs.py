"""Which runs a fragility function needs: multiple stripes, and incremental dynamic analysis by hunting and filling.

Whoever runs them is given the cases in lists, as many at a time as there are, and answers what collapsed.

References: D. Vamvatsikos, C. A. Cornell, Incremental dynamic analysis, Earthquake Engineering and Structural Dynamics
31 (2002) 491-514 (hunt and fill, structural resurrection).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log, log2
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...checks import finite_array, function, positive_number, sequence_of, work_size
from ...errors import DrystoneError
from ...summary import Facts, Summarised, counted, with_units
from ..evaluation import COLLAPSED, Evaluate, Remembered, evaluated
from .capacities import fit_outcomes
from .curve import Fragility

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["IncrementalAnalysis", "StripeCase", "incremental_analysis", "multiple_stripes", "stripe_table"]

MOST_CASES = 10**6
"""Runs that may be asked for: of a second each, they take twelve days."""
MOST_DOUBLINGS = 64
"""Doublings of the intensity between the smallest and the largest that are tried."""


class StripeCase(NamedTuple):
    """One run: the name of a record, and the ``intensity`` to which it is scaled."""

    record: str
    intensity: float


def multiple_stripes(records: Sequence[str], intensity: Any) -> list[StripeCase]:
    """The runs of a multiple stripe analysis: every one of the records (names) at every intensity (m,), stripe by
    stripe.

    `stripe_table` makes of what they give the table that `drystone.fit_fragility` takes.

    >>> import drystone as ds
    >>> ds.multiple_stripes(["north", "south"], [0.5, 1.0])[1]
    StripeCase(record='south', intensity=0.5)
    """
    names = _names(records)
    levels = finite_array(intensity, (None,), "intensity", above=0.0)
    if not len(levels) or np.any(np.diff(levels) <= 0.0):
        raise DrystoneError("the intensities of the stripes must increase, and there must be one")
    work_size(float(len(names)) * len(levels), MOST_CASES, "runs", "Take fewer records or intensities.")
    return [StripeCase(name, float(level)) for level in levels for name in names]


def stripe_table(cases: Sequence[StripeCase], outcomes: Any) -> "pd.DataFrame":
    """The table of records (its index) and intensities (its columns) with what collapsed, 1 and 0, NaN without a run.

    ``outcomes``: for each of the cases True, False, or a row with the key "collapsed".

    >>> import drystone as ds
    >>> cases = ds.multiple_stripes(["north", "south"], [0.5, 1.0])
    >>> ds.stripe_table(cases, [False, False, False, True]).to_numpy().tolist()
    [[0.0, 0.0], [0.0, 1.0]]
    """
    import pandas as pd

    chosen = sequence_of(cases, StripeCase, "cases", least=1)
    rows = evaluated(lambda _: outcomes, chosen)
    made = pd.DataFrame({"record": [c.record for c in chosen], "intensity": [c.intensity for c in chosen]})
    made[COLLAPSED] = [float(row[COLLAPSED]) for row in rows]
    if made.duplicated(["record", "intensity"]).any():
        raise DrystoneError("a record was run twice at one intensity; leave one of the two cases out")
    table = made.pivot_table(index="record", columns="intensity", values=COLLAPSED, sort=False)
    return table[sorted(table.columns)]


@dataclass(frozen=True, eq=False)
class IncrementalAnalysis(Summarised):
    """What an incremental dynamic analysis found.

    ``runs``: every run, with the columns record, intensity, collapsed and what else the rows of ``evaluate`` had.
    ``capacities``: for each record the intensities ``stands`` and ``collapses`` (0 and infinite where there is none)
    between which the lowest collapse lies, their geometric middle ``capacity`` (NaN where it is not bracketed), and
    whether it stood again at a larger intensity that was tried (``resurrection``).
    """

    runs: "pd.DataFrame"
    capacities: "pd.DataFrame"

    def fit(
        self,
        *,
        bootstrap: int = 1000,
        seed: int = 0,
        confidence: float = 0.95,
        measure: str = "intensity",
        unit: str = "1",
    ) -> Fragility:
        """The fragility function of the capacities, as `drystone.fit_capacities`.

        Records without a collapse are survivals of the largest intensity tried; those that collapsed at the smallest
        count as collapses by then.
        """
        table = self.capacities
        low, high = table["stands"].to_numpy(), table["collapses"].to_numpy()
        survived, collapsed = np.isinf(high), low == 0.0
        middle = table["capacity"].to_numpy()
        x = np.where(survived, low, np.where(collapsed, high, middle))
        exact = ~survived & ~collapsed
        return fit_outcomes(x, exact, survived, collapsed, bootstrap, seed, confidence, measure, unit)

    def _summary(self) -> Facts:
        table = self.capacities
        yield "", f"of {counted(len(table), 'record')}"
        yield "runs", counted(len(self.runs), "run")
        yield "collapses", f"{int(np.isfinite(table['collapses']).sum())} of {counted(len(table), 'record')}"
        yield "resurrections", str(int(table["resurrection"].sum()))


def incremental_analysis(
    evaluate: Evaluate,
    records: Sequence[str],
    *,
    first: float,
    largest: float,
    smallest: float | None = None,
    resolution: float = 0.05,
    spacing: float = 1.5,
) -> IncrementalAnalysis:
    """Incremental dynamic analysis: the lowest intensity at which each of the records (names) causes collapse.

    Hunt: from ``first`` the intensity is doubled to the first collapse or to ``largest``, or halved down to
    ``smallest`` (None: first / 1024) where it collapses at once. Fill: between the last intensity that stands and the
    first that does not lies the next, their geometric middle on the lattice, until they differ by less than
    ``resolution`` of the lower; and between those that stand below, until neighbours are nearer than the factor
    ``spacing``. A collapse found there, below others that stand (structural resurrection, Vamvatsikos and Cornell
    2002), becomes the one that is located. So no interval of intensities up to the capacity that is wider than
    ``spacing`` goes unseen, but for those below the first one that stands.

    All intensities are ``first`` times powers of one root of two, so that runs can be found again. ``evaluate`` is
    given a list of `StripeCase` each time: the next run of every record that is not finished, and all runs that fill;
    see `drystone.assessment.evaluation.Evaluate` for what it returns. DrystoneError where it returns anything else.

    >>> import drystone as ds
    >>> found = ds.incremental_analysis(
    ...     lambda cases: [case.intensity > 3.0 for case in cases], ["north"], first=1.0, largest=8.0
    ... )
    >>> found.capacities[["stands", "collapses"]].round(2).to_numpy().tolist()
    [[2.95, 3.08]]
    """
    names = _names(records)
    asked = Remembered(function(evaluate, "evaluate"))
    lattice = _Lattice.of(first, largest, smallest, resolution, spacing)
    known: dict[str, dict[int, bool]] = {name: {} for name in names}
    runs: list[dict[str, Any]] = []
    while wanted := [(name, i) for name in names for i in lattice.wanted(known[name])]:
        work_size(len(runs) + len(wanted), MOST_CASES, "runs", "Take a coarser resolution, or fewer records.")
        cases = [StripeCase(name, lattice.intensity(i)) for name, i in wanted]
        for (name, i), case, row in zip(wanted, cases, evaluated(asked, cases), strict=True):
            known[name][i] = row[COLLAPSED]
            runs.append(row | case._asdict())
    return _result(lattice, known, runs, asked.units)


@dataclass(frozen=True)
class _Lattice:
    """Intensities first 2^(i / parts), i from ``low`` to ``high``; ``gap``: steps between neighbours that stand."""

    first: float
    parts: int
    low: int
    high: int
    gap: int

    @classmethod
    def of(cls, first: Any, largest: Any, smallest: Any, resolution: Any, spacing: Any) -> "_Lattice":
        """The lattice from ``smallest`` to ``largest`` whose neighbours differ by at most the share ``resolution``;
        ``spacing``: ratio of those that are run first. DrystoneError for what cannot be.
        """
        first, largest = positive_number(first, "first intensity"), positive_number(largest, "largest intensity")
        smallest = first / 1024.0 if smallest is None else positive_number(smallest, "smallest intensity")
        resolution = positive_number(resolution, "resolution", most=1.0)
        spacing = positive_number(spacing, "spacing")
        if not smallest <= first <= largest:
            raise DrystoneError(
                f"the intensities must be ordered: smallest {smallest:g}, first {first:g}, largest {largest:g}"
            )
        work_size(log2(largest / smallest), MOST_DOUBLINGS, "doublings", "Take a smaller range of intensities.")
        if resolution < 1e-6 or spacing < 1.0 + resolution:
            raise DrystoneError(
                "the resolution must be at least 1e-6, and the spacing at least 1 + resolution; got "
                f"{resolution:g} and {spacing:g}"
            )
        parts = 2 ** max(0, ceil(log2(log(2.0) / log(1.0 + resolution))))
        high, low = floor(parts * log2(largest / first)), ceil(parts * log2(smallest / first))
        return cls(first, parts, low, high, max(1, floor(min(parts * log2(spacing), 1e9))))

    def intensity(self, i: int) -> float:
        return float(self.first * 2.0 ** (i / self.parts))

    def wanted(self, known: dict[int, bool]) -> list[int]:
        """The next runs of one record, in order."""
        if not known:
            return [0]
        stands = sorted(i for i, collapsed in known.items() if not collapsed)
        falls = sorted(i for i, collapsed in known.items() if collapsed)
        top = falls[0] if falls else self.high
        below = [i for i in stands if i <= top]
        wanted = {(a + b) // 2 for a, b in pairwise(below) if b - a > self.gap}
        if not falls and stands[-1] < self.high:
            wanted.add(min(stands[-1] + self.parts, self.high))
        elif falls and below and top - below[-1] > 1:
            wanted.add((top + below[-1]) // 2)
        elif falls and not below and top > self.low:
            wanted.add(max(top - self.parts, self.low))
        return sorted(wanted)


def _result(
    lattice: _Lattice, known: dict[str, dict[int, bool]], runs: list[dict[str, Any]], units: dict[str, str]
) -> IncrementalAnalysis:
    import pandas as pd

    rows = []
    for name, seen in known.items():
        falls = min((i for i, collapsed in seen.items() if collapsed), default=None)
        below = [i for i, collapsed in seen.items() if not collapsed and (falls is None or i < falls)]
        stands = lattice.intensity(max(below)) if below else 0.0
        collapses = np.inf if falls is None else lattice.intensity(falls)
        bracketed = bool(below) and falls is not None
        again = falls is not None and any(i > falls and not collapsed for i, collapsed in seen.items())
        rows.append((name, stands, collapses, np.sqrt(stands * collapses) if bracketed else np.nan, again))
    table = pd.DataFrame(runs)
    front = ["record", "intensity", COLLAPSED]
    columns = ["record", "stands", "collapses", "capacity", "resurrection"]
    return IncrementalAnalysis(
        with_units(table[[*front, *(n for n in table.columns if n not in front)]], {**units, "intensity": "1"}),
        with_units(pd.DataFrame(rows, columns=columns), dict.fromkeys(columns[1:4], "1")),
    )


def _names(records: Any) -> tuple[str, ...]:
    names = sequence_of(records, str, "records (names)", least=1)
    if len(set(names)) < len(names):
        raise DrystoneError("the names of the records must differ")
    return names
