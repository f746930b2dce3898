"""Contacts of stored runs, each set read when it is asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..disk import reading
from ..errors import DrystoneError
from ..results import ContactRecord
from ..results.records import LazyRecords
from ..summary import counted
from .contents import read_contact_set
from .fields import Fields
from .hdf5 import opened
from .stored_fields import StoredArrays

__all__ = ["RecordSegment", "StoredRecords"]

WHAT = "results file"


@dataclass(frozen=True, eq=False)
class RecordSegment:
    """The rows of one file: ``counts`` (S,) of contacts, which are ``kept`` (S,), lengths ``dt`` (S,) of steps (s)."""

    path: Path
    counts: NDArray[np.int64]
    kept: NDArray[np.bool_]
    dt: NDArray[np.float64]

    @classmethod
    def of(cls, path: Path, arrays: StoredArrays, steps: int | None = None) -> "RecordSegment":
        """The rows of a file, so many or as many as there are; DrystoneError where its arrays do not fit."""
        content = Fields(arrays)
        steps = len(content("kept", "b", None)) if steps is None else steps
        counts, kept = content("counts", "iu", steps), content("kept", "b", steps)
        dt = content("record_dt", "f", steps, finite=False)
        if np.any(counts < 0) or np.any(counts[~kept]) or not np.all(dt[kept] > 0.0):
            raise DrystoneError("counts, kept and record_dt do not fit each other")
        for name in arrays:
            if name.startswith("contacts/") and arrays.rows(name) != np.sum(counts):
                raise DrystoneError(
                    f"{name} has {counted(arrays.rows(name), 'row')}; by counts there are {np.sum(counts)}"
                )
        return cls(path, counts.astype(np.int64), kept, dt)


class StoredRecords(LazyRecords):
    """Of a stored run, each read from its file."""

    def __init__(self, segments: Sequence[RecordSegment], blocks: int, last: ContactRecord | None) -> None:
        """``segments``: one after the other; ``blocks``: number of blocks; ``last``: contacts of the last row."""
        self._segments, self._blocks, self._last = tuple(segments), blocks, last
        self._first = np.cumsum([0, *(len(one.kept) for one in self._segments)])
        self.kept = np.concatenate([np.zeros(0, np.bool_), *(one.kept for one in self._segments)])
        if last is not None and len(self.kept):
            self.kept[-1] = True

    def made(self, row: int) -> ContactRecord | None:
        """See `LazyRecords.made`."""
        if row == len(self) - 1 and self._last is not None:
            return self._last
        return self._read(row) if self.kept[row] else None

    def _read(self, row: int) -> ContactRecord:
        at = int(np.searchsorted(self._first, row, side="right")) - 1
        segment, row = self._segments[at], row - int(self._first[at])
        start = int(np.sum(segment.counts[:row]))
        rows = slice(start, start + int(segment.counts[row]))
        with opened(segment.path, WHAT) as file, reading(segment.path, WHAT):
            return read_contact_set(
                Fields(StoredArrays(file, rows)).within("contacts"), float(segment.dt[row]), self._blocks
            )
