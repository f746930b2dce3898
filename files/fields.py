"""Named arrays of a file (.npz), each checked for its kind and shape before it is used."""

import zipfile
from collections.abc import Mapping
from io import BytesIO
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..disk import check_unpacked
from ..errors import DrystoneError

__all__ = ["Fields", "column_kind", "read_fields"]

DEFLATE = 1032
"""Bytes that one byte of ZIP or gzip can hold at most: what claims to hold more is damaged, and is not given memory."""
SMALL = 10**4
"""Bytes that anything may claim."""
MOST = 2000
"""Arrays that a file may hold; results of runs have about a hundred."""
CELL = 8
"""Bytes that an entry counts at least: as a Python object, which some become, it takes no less."""
HEADER = 10**4
"""Bytes of the description of an array, with which NumPy's format begins, at most."""
KINDS = {"f": "numbers", "iu": "whole numbers", "b": "truth values", "U": "text", "biuf": "numbers"}
TEXTS = ("solver", "status", "form", "tried", "displaced", "tie")
"""Columns of the tables of a run that hold text; all others hold numbers."""


def column_kind(column: str) -> str:
    """The kind that a column of the tables of a run must have, for `Fields`."""
    return "U" if column in TEXTS else "biuf"


def read_fields(path: Path) -> "Fields":
    """All arrays of the file; what ZIP and NumPy raise on damaged ones is not caught.

    DrystoneError, before any array is unpacked, where there are more than `MOST`, one twice, or where they come to more
    than `drystone.disk.unpacked_limit` together.
    """
    content: dict[str, NDArray[Any]] = {}
    with zipfile.ZipFile(path) as archive:
        entries = archive.infolist()
        if len(entries) > MOST:
            raise DrystoneError(f"holds {len(entries)} arrays; at most {MOST} are read")
        check_unpacked(path, sum(entry.file_size for entry in entries))
        check_unpacked(path, sum(_size(archive, entry) for entry in entries))
        for entry in entries:
            name = entry.filename.removesuffix(".npy")
            if name in content:
                raise DrystoneError(f"holds {name:.100} twice; it is damaged")
            if entry.file_size > DEFLATE * entry.compress_size + SMALL:
                raise DrystoneError(f"{name} claims {entry.file_size} bytes in {entry.compress_size}; it is damaged")
            content[name] = np.lib.format.read_array(BytesIO(archive.read(entry)), allow_pickle=False)
    return Fields(content)


def _size(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> int:
    """Bytes that an array comes to in memory by its description; at least `CELL` for an entry of it."""
    with archive.open(entry) as stream:
        start = BytesIO(stream.read(HEADER))
    version = np.lib.format.read_magic(start)
    if version not in ((1, 0), (2, 0)):
        raise DrystoneError(f"{entry.filename:.100} has version {version} of NumPy's format; 1.0 and 2.0 are read")
    read = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    shape, _, dtype = read(start, max_header_size=HEADER)
    if any(length < 0 for length in shape):
        raise DrystoneError(f"{entry.filename:.100} has the shape {shape}; it is damaged")
    return int(prod(shape) * max(CELL, dtype.itemsize))


class Fields:
    """Arrays by name, of which those with a common beginning can be had as a group."""

    def __init__(self, content: Mapping[str, NDArray[Any]], group: str = "") -> None:
        self.content, self.group = content, group

    def __contains__(self, name: str) -> bool:
        return self.group + name in self.content

    def within(self, group: str) -> "Fields":
        """The arrays whose names begin with ``group`` and a slash."""
        return Fields(self.content, f"{self.group}{group}/")

    @property
    def names(self) -> tuple[str, ...]:
        """The names there are."""
        return tuple(name.removeprefix(self.group) for name in self.content if name.startswith(self.group))

    def __call__(self, name: str, kind: str, *shape: int | None, finite: bool = True) -> NDArray[Any]:
        """The array of that name: of a kind of `KINDS`, of this shape (None: any length), with finite numbers."""
        if name not in self:
            raise DrystoneError(f"{self.group}{name} is missing")
        array = self.content[self.group + name]
        if array.dtype.kind not in kind:
            raise DrystoneError(f"{self.group}{name} must hold {KINDS[kind]}; it has the type {array.dtype}")
        fits = len(shape) == array.ndim and all(n in (None, m) for n, m in zip(shape, array.shape, strict=False))
        if not fits:
            wanted = ", ".join("n" if n is None else str(n) for n in shape)
            raise DrystoneError(f"{self.group}{name} has the shape {array.shape}; it must be ({wanted})")
        if finite and kind == "f" and not np.isfinite(array).all():
            raise DrystoneError(f"{self.group}{name} holds NaN or infinite numbers")
        return array

    def rows(self, name: str, kind: str, count: int) -> NDArray[Any]:
        """The array of that name, with ``count`` rows of any one shape."""
        further = self.content[self.group + name].shape[1:] if name in self else ()
        return self(name, kind, count, *further)

    def text(self, name: str) -> str:
        """A text of that name."""
        return str(self(name, "U"))

    def starts(self, name: str, count: int, end: int | None = None) -> NDArray[Any]:
        """Where each of ``count`` parts of another array begins, and the end (count + 1,), which is ``end`` if
        given.
        """
        array = self(name, "iu", count + 1)
        if array[0] != 0 or np.any(np.diff(array.astype(np.int64)) < 0) or (end is not None and array[-1] != end):
            raise DrystoneError(f"{self.group}{name} does not part {'its array' if end is None else end} into {count}")
        return array
