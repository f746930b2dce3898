"""Cases that somebody else runs: what comes back for each, checked."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..checks import entries_of
from ..errors import DrystoneError, shown
from ..summary import counted

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLLAPSED", "Evaluate", "Remembered", "evaluated", "tell_undecided", "undecided"]

COLLAPSED = "collapsed"
"""The column of what comes back that says whether a case collapsed."""
CERTAIN, REASON = "certain", "reason"
"""Columns of verdicts: whether a longer run could not change it, and why or why not."""

Evaluate: TypeAlias = Callable[[list[Any]], Any]
"""Runs a list of cases, in any order and on as many processors as it likes, and returns a list as long: for each case
True where it collapsed, else False, or a row (a mapping) with the key "collapsed" and whatever else is worth keeping;
a pandas table of such rows will do, and its units (``attrs["units"]``) are kept."""


class Remembered:
    """``evaluate``, and the ``units`` by column of the tables that it has returned."""

    def __init__(self, evaluate: Evaluate) -> None:
        self.evaluate = evaluate
        self.units: dict[str, str] = {}

    def __call__(self, cases: list[Any]) -> Any:
        """What ``evaluate`` returns."""
        answer = self.evaluate(cases)
        told = getattr(answer, "attrs", None)
        units = told.get("units") if isinstance(told, Mapping) else None
        if isinstance(units, Mapping):
            self.units |= {str(name): unit for name, unit in units.items() if isinstance(unit, str)}
        return answer


def evaluated(evaluate: Evaluate, cases: Sequence[Any]) -> list[dict[str, Any]]:
    """A row for each of the ``cases``, with the key "collapsed" and a plain True or False under it.

    DrystoneError where ``evaluate`` returns anything else than `Evaluate` says.
    """
    if not cases:
        return []
    try:
        answer = evaluate(list(cases))
    except TypeError as error:  # most likely of a function that takes one case, not a list
        raise DrystoneError(
            f"evaluate failed when called with a list of {counted(len(cases), 'case')}: {error}"
        ) from error
    if hasattr(answer, "to_dict") and hasattr(answer, "columns"):
        answer = answer.to_dict("records")
    rows = [_row(one) for one in entries_of(answer, "what evaluate returns", "True, False or rows")]
    if len(rows) != len(cases):
        raise DrystoneError(
            f"evaluate must return one entry for each of {counted(len(cases), 'case')}; got {len(rows)}"
        )
    return rows


def undecided(table: "pd.DataFrame") -> "pd.DataFrame":
    """The rows of survivals whose verdict is not certain; none of tables without such columns."""
    if CERTAIN not in table or COLLAPSED not in table:
        return table[:0]
    return table[table[CERTAIN].eq(False) & table[COLLAPSED].eq(False)]


def tell_undecided(table: "pd.DataFrame") -> "pd.DataFrame":
    """The ``table`` of verdicts, with a warning of the runs that count as survivals though that is not certain."""
    rows = undecided(table)
    if len(rows):
        warnings.warn(
            f"survivals without a certain verdict (column {CERTAIN!r}): {counted(len(rows), 'run')} of {len(table)}; "
            f"the first: {rows[REASON].iloc[0]}. `after` says how long structures are followed",
            stacklevel=3,
        )
    return table


def _row(answer: Any) -> dict[str, Any]:
    row = dict(answer) if isinstance(answer, Mapping) else {COLLAPSED: answer}
    if not isinstance(row.get(COLLAPSED), (bool, np.bool_)):
        raise DrystoneError(
            f"evaluate must say of each case whether it collapsed: True, False, or a row with the key {COLLAPSED!r}; "
            f"got {shown(row.get(COLLAPSED, answer))}"
        )
    return row | {COLLAPSED: bool(row[COLLAPSED])}
