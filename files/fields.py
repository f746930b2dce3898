"""Named arrays of a file (.npz), each checked for its kind and shape before it is used."""

import zipfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError

__all__ = ["Fields", "read_fields"]

DEFLATE = 1032
"""Bytes that one byte of ZIP can hold at most: what claims to hold more is damaged, and is not given memory."""
SMALL = 10**4
"""Bytes that anything may claim."""
KINDS = {"f": "numbers", "iu": "whole numbers", "b": "truth values", "U": "text"}


def read_fields(path: Path) -> "Fields":
    """All arrays of the file; what ZIP and NumPy raise on damaged ones is not caught."""
    content = {}
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            name = entry.filename.removesuffix(".npy")
            if entry.file_size > DEFLATE * entry.compress_size + SMALL:
                raise DrystoneError(f"{name} claims {entry.file_size} bytes in {entry.compress_size}; it is damaged")
            content[name] = np.lib.format.read_array(BytesIO(archive.read(entry)), allow_pickle=False)
    return Fields(content)


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
