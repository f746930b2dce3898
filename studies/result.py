"""What a study returns: tables, figures and checks against known values."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import DrystoneError
from ..files.writing import write_figure, write_table
from ..summary import Facts, Summarised, listed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

__all__ = ["Check", "StudyResult", "check_close", "check_series", "check_that"]


@dataclass(frozen=True)
class Check(Summarised, inline=True):
    """One number or statement of a study beside what is known of it.

    ``id``: short, unique in the study; ``what``: the quantity with its unit; ``value`` found, ``expected`` known,
    ``tolerance``: largest |value - expected| in their unit; ``note``: where the expected value is from.
    """

    id: str
    what: str
    value: float | str
    expected: float | str
    tolerance: float
    passed: bool
    note: str = ""

    def _summary(self) -> Facts:
        yield "", f"{self.id} {'passed' if self.passed else 'FAILED'}"
        yield self.what, f"{self.value}, expected {self.expected}"


def check_close(
    id: str, what: str, value: float, expected: float, tolerance: float, *, relative: bool = False, note: str = ""
) -> Check:
    """Check that ``value`` is within ``tolerance`` of ``expected``; ``relative``: the tolerance is a share of it.

    A value that is NaN or infinite fails.
    """
    if not (np.isfinite(tolerance) and tolerance >= 0):
        raise DrystoneError(f"tolerance of the check {id!r} is {tolerance}; it must be a number, not negative")
    allowed = float(tolerance * abs(expected)) if relative else float(tolerance)
    passed = bool(np.isfinite(value)) and abs(value - expected) <= allowed
    return Check(id, what, float(value), float(expected), allowed, passed, note)


def check_that(id: str, what: str, holds: bool, *, seen: str = "", note: str = "") -> Check:
    """Check of a statement: ``what`` is the statement, ``seen`` what was found instead of a plain yes or no."""
    holds = bool(holds)
    return Check(id, what, seen or ("yes" if holds else "no"), "yes", 0.0, holds, note)


def check_series(
    id: str, what: str, values: "ArrayLike", expected: "ArrayLike", tolerance: float, **options: Any
) -> list[Check]:
    """`check_close` of as many numbers as are ``expected``; one that is missing fails.

    Their numbers, from 1 on, follow the ``id`` and stand in ``what`` in place of {}.
    """
    known = np.ravel(expected)
    found = np.append(values, np.full(len(known), np.nan))
    pairs = enumerate(zip(found, known, strict=False), 1)
    return [
        check_close(f"{id}{i}", what.format(i), value, wanted, tolerance, **options) for i, (value, wanted) in pairs
    ]


@dataclass(frozen=True)
class StudyResult(Summarised):
    """Result of a study. ``tables`` and ``figures`` by their names."""

    name: str
    tables: "Mapping[str, pd.DataFrame]" = field(default_factory=dict)
    figures: "Mapping[str, Figure]" = field(default_factory=dict)
    checks: Sequence[Check] = ()

    @property
    def passed(self) -> bool:
        """Whether every check passed."""
        return all(check.passed for check in self.checks)

    def check_table(self) -> "pd.DataFrame":
        """The checks, one row each."""
        import pandas as pd

        return pd.DataFrame([asdict(check) for check in self.checks], columns=[f.name for f in fields(Check)])

    def save(self, out: str | Path) -> list[Path]:
        """Write every table as CSV, every figure as PNG and the checks as checks.csv into the folder ``out``.

        The folder is made if it is not there. Returns the paths written; DrystoneError where that fails.
        """
        folder = Path(out)
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise DrystoneError(f"cannot make the folder {str(folder)!r}: {error.strerror or error}") from error
        tables = {**self.tables, "checks": self.check_table()} if self.checks else self.tables
        written = [write_table(table, folder / f"{_file(name)}.csv") for name, table in tables.items()]
        return written + [write_figure(figure, folder / f"{_file(name)}.png") for name, figure in self.figures.items()]

    def _summary(self) -> Facts:
        yield "", repr(self.name)
        yield "tables", listed(list(self.tables)) or "none"
        yield "figures", listed(list(self.figures)) or "none"
        yield "checks", f"{sum(check.passed for check in self.checks)} of {len(self.checks)} passed"


def _file(name: str) -> str:
    return name.replace(" ", "-")
