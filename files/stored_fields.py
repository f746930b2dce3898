"""Arrays of HDF5 files by name, read when they are asked for, and written; texts are bytes (UTF-8) of fixed length."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..errors import DrystoneError
from .hdf5 import numbers

if TYPE_CHECKING:
    import h5py

__all__ = ["ChainedArrays", "StoredArrays", "put", "put_joined"]

SMALL = 4096
"""Bytes from which on an array is compressed."""
CHUNK = 2**20
"""Bytes of the pieces in which large arrays are compressed."""
COMPRESSED: dict[str, Any] = {"compression": "gzip", "compression_opts": 1, "shuffle": True}
"""Level 1 after a shuffle of bytes: higher levels take three times as long for some per cent."""
MOST_ARRAYS = 10**6
"""Arrays that a file may have."""


class StoredArrays(Mapping[str, NDArray[Any]]):
    """All arrays of an open file; with ``rows`` only these rows of each."""

    def __init__(self, file: "h5py.File", rows: slice | None = None) -> None:
        self._file, self._rows = file, rows
        self._names: dict[str, None] = {}
        _names(file, "", self._names)

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name not in self._names:
            raise KeyError(name)
        values = numbers(self._file, name, "biufS", self._rows)
        return np.char.decode(values, "utf-8") if values.dtype.kind == "S" else values

    def rows(self, name: str) -> int:
        """Number of rows of an array, which is not read for it."""
        shape = self._file[name].shape
        return int(shape[0]) if shape else 0

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names


class ChainedArrays(Mapping[str, NDArray[Any]]):
    """The arrays of several files: those of ``head``, and those of ``parts`` one after the other; what one part has
    alone as it is.
    """

    def __init__(self, head: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> None:
        self._head, self._parts = head, parts
        self._names = dict.fromkeys([*head, *(name for part in parts for name in part)])

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name in self._head:
            return np.asarray(self._head[name])
        having = [part for part in self._parts if name in part]
        if not having:
            raise KeyError(name)
        return having[0][name] if len(having) == 1 else np.concatenate([part[name] for part in having])

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def put(group: "h5py.Group", name: str, values: Any) -> None:
    """Write an array or a text."""
    array = _stored(np.asarray(values))
    group.create_dataset(name, data=array, **_layout(array.shape, array.dtype))


def put_joined(group: "h5py.Group", name: str, parts: Sequence["h5py.Dataset"], between: Callable[[], None]) -> None:
    """Write arrays one after the other as one, a piece at a time; ``between`` is called after each."""
    dtype = np.result_type(*(part.dtype for part in parts))
    shape = (sum(len(part) for part in parts), *parts[0].shape[1:])
    made = group.create_dataset(name, shape, dtype, **_layout(shape, dtype))
    start = 0
    for part in parts:
        if part.shape[1:] != shape[1:]:
            raise DrystoneError(f"{name} has rows of other shapes in the parts of the run")
        if len(part):
            made[start : start + len(part)] = part[()]
        start += len(part)
        between()


def _names(group: "h5py.Group", prefix: str, found: dict[str, None]) -> None:
    """Names of all arrays, in the order in which they were written where the file knows it."""
    for name in group:
        kind = group.get(name, getclass=True, getlink=False)
        if len(found) > MOST_ARRAYS:
            raise DrystoneError(f"the file has more than {MOST_ARRAYS:g} arrays; it is damaged or of another kind")
        if kind.__name__ == "Group":
            _names(group[name], f"{prefix}{name}/", found)
        elif kind.__name__ == "Dataset":
            found[f"{prefix}{name}"] = None


def _stored(array: NDArray[Any]) -> NDArray[Any]:
    if array.dtype.kind != "U":
        return array
    encoded = np.char.encode(array, "utf-8")
    return encoded if encoded.dtype.itemsize else encoded.astype("S1")


def _layout(shape: tuple[int, ...], dtype: np.dtype[Any]) -> dict[str, Any]:
    """How an array is laid out in the file: in one piece where it is small, else in compressed ones."""
    row = dtype.itemsize * int(np.prod(shape[1:])) if shape else 0
    if not shape or row * shape[0] < SMALL:
        return {}
    rows = max(1, min(shape[0], CHUNK // max(row, 1)))
    return {"chunks": (rows, *shape[1:]), **COMPRESSED}
