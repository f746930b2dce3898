"""Contacts of the steps of a run, each set made when it is asked for."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from ..checks import place_of
from .checkpoint import ContactRecord

__all__ = ["LazyRecords", "kept_rows"]


class LazyRecords(Sequence[ContactRecord | None]):
    """For each row of the table of steps its contacts, None where they were not kept.

    ``kept`` (S,): whether contacts of a row are there.
    """

    kept: NDArray[np.bool_]

    @abstractmethod
    def made(self, row: int) -> ContactRecord | None:
        """The contacts of a ``row``, from 0 to S - 1."""

    def __len__(self) -> int:
        return len(self.kept)

    @overload
    def __getitem__(self, index: int) -> ContactRecord | None: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ContactRecord | None, ...]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return tuple(self[i] for i in range(*index.indices(len(self))))
        return self.made(range(len(self))[place_of(index, len(self), "row")])

    def __iter__(self) -> Iterator[ContactRecord | None]:
        return (self[i] for i in range(len(self)))


def kept_rows(records: Sequence[ContactRecord | None]) -> NDArray[np.bool_]:
    """Of which rows (S,) contacts are there; lazy records know it without being read."""
    known = records.kept if isinstance(records, LazyRecords) else [record is not None for record in records]
    return np.asarray(known, np.bool_)
