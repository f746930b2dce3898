"""Arrays and tables that grow by rows: what a run keeps takes the bytes of its numbers and nothing beside."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["GrowingArray", "GrowingTable"]

FIRST = 16
"""Rows for which there is room at first; room is doubled when it is full."""


class GrowingArray:
    """Rows of one shape and type."""

    def __init__(self, shape: tuple[int, ...] = (), dtype: DTypeLike = np.float64) -> None:
        self._rows: NDArray[Any] = np.empty((FIRST, *shape), dtype)
        self._count = 0

    def append(self, row: Any) -> None:
        """Add a row."""
        if self._count == len(self._rows):
            self._rows = np.concatenate([self._rows, np.empty_like(self._rows)])
        self._rows[self._count] = row
        self._count += 1

    @property
    def last(self) -> Any:
        """The last row."""
        return self._rows[self._count - 1]

    @property
    def array(self) -> NDArray[Any]:
        """A copy of the rows so far, (n, ...)."""
        return self._rows[: self._count].copy()


class GrowingTable:
    """Rows of named columns, each of one type: a NumPy type, or str, of which every text is kept once.

    They are kept as floats, which hold whole numbers up to 2^53 exactly.
    """

    def __init__(self, columns: Mapping[str, DTypeLike]) -> None:
        self._columns = dict(columns)
        self._texts = {name: dict[str, int]() for name, dtype in columns.items() if dtype is str}
        self._rows = GrowingArray((len(self._columns),))

    def append(self, row: Mapping[str, Any]) -> None:
        """Add a row; it has all the columns."""
        texts = {name: known.setdefault(row[name], len(known)) for name, known in self._texts.items()}
        self._rows.append([texts[name] if name in texts else row[name] for name in self._columns])

    def frame(self) -> "pd.DataFrame":
        """The rows so far."""
        import pandas as pd

        data: dict[str, Any] = dict(zip(self._columns, self._rows.array.T, strict=True))
        for name, values in data.items():
            if name in self._texts:
                data[name] = np.array([*self._texts[name], ""], dtype=object)[values.astype(np.int64)]
            else:
                data[name] = values.astype(self._columns[name])
        return pd.DataFrame(data)
