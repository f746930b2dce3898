"""HDF5 files, opened and written in one way; a damaged one is one error that names the file."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..checks import file_path
from ..disk import GIGABYTE, is_file, readable_file, reading, replacing
from ..errors import DrystoneError, NotInstalledError

if TYPE_CHECKING:
    import h5py

__all__ = ["attribute", "integer", "library", "numbers", "opened", "set_attribute", "written"]

MOST = 64 * GIGABYTE
"""Largest file that is read (bytes)."""
DEFLATE = 1032
"""Bytes that one byte of gzip can hold at most: what claims to hold more is damaged, and is not given memory."""


def library() -> Any:
    """The module h5py; NotInstalledError without it."""
    try:
        import h5py
    except ImportError as error:
        raise NotInstalledError("h5py, which reads and writes HDF5 files,", "pip install h5py") from error
    return h5py


@contextmanager
def opened(path: Any, what: str, missing: str = "") -> "Iterator[h5py.File]":
    """A file to read from; what HDF5 raises within on a damaged file becomes one DrystoneError."""
    checked = readable_file(path, what, MOST, missing)
    h5py = library()
    with reading(checked, what), h5py.File(checked, "r") as file:
        yield file


@contextmanager
def written(path: Any, what: str, adding: bool = False) -> "Iterator[h5py.File]":
    """A file to write to, which takes the place of what is there when all is written.

    It is empty, or with ``adding`` as what is there, if anything is. It is made in memory: the HDF5 library can crash
    where the disk is full.
    """
    h5py = library()
    checked = file_path(path, f"path of the {what}")
    mode = "r+" if adding and is_file(checked) else "w"
    with reading(checked, what), h5py.File(checked, mode, driver="core", backing_store=False) as file:
        yield file
        file.flush()
        image = file.id.get_file_image()
    with replacing(checked, what) as temporary:
        temporary.write_bytes(image)


def numbers(group: "h5py.Group", name: str, kinds: str = "iuf", rows: slice | None = None) -> NDArray[Any]:
    """The values of a data set of numbers, of a kind in ``kinds`` as NumPy calls them ("b" for truth values, "S" for
    bytes); with ``rows`` only these of them.

    DrystoneError where there is none, and where it claims more values than its bytes can hold.
    """
    found = group.get(name)
    if found is None or not hasattr(found, "dtype") or found.dtype.kind not in kinds:
        seen = "is missing" if found is None else "does not hold numbers"
        raise DrystoneError(f"{group.name}/{name} {seen}; the file is damaged or of another kind")
    stored = found.id.get_storage_size()
    if found.shape is None or found.nbytes > DEFLATE * max(stored, 1):
        raise DrystoneError(
            f"{group.name}/{name} claims the shape {found.shape} in {stored} bytes; the file is damaged"
        )
    return np.asarray(found[()] if rows is None else found[rows])


def integer(group: "h5py.Group", name: str) -> int:
    """One whole number, stored as such or as a set of one."""
    values = numbers(group, name, "iu").ravel()
    if len(values) < 1:
        raise DrystoneError(f"{group.name}/{name} is empty; it must hold a whole number")
    return int(values[0])


def set_attribute(group: "h5py.Group", name: str, value: str | int | float) -> None:
    """Write a number or a text; texts with their length, see `attribute`."""
    group.attrs[name] = np.bytes_(value.encode("utf-8") or b"\0") if isinstance(value, str) else value


def attribute(group: "h5py.Group", name: str) -> Any:
    """A number or a text that `set_attribute` wrote.

    Texts of variable length, as h5py writes them by itself, are refused: the library does not come back from some
    damaged ones.
    """
    if group.attrs.get_id(name).dtype.kind not in "biufS":
        raise DrystoneError(f"{group.name} has {name} as text of variable length, or something else that is not read")
    value = group.attrs[name]
    return value.decode("utf-8") if isinstance(value, bytes) else value.item()
