"""HDF5 files, opened and written in one way; a damaged one is one error that names the file.

A file that is read may come from a stranger: before anything in it is, `opened` walks over all that is linked in it.
Links to other files, data kept outside the file or put together of others', filters that are no part of HDF5, more than
`MOST_LINKS` links and more data than `drystone.disk.unpacked_limit` are refused.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import RawIOBase
from math import prod
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from ..checks import file_path
from ..disk import GIGABYTE, PACKED, UNPACKED, check_unpacked, is_file, readable_file, reading, replacing
from ..errors import DrystoneError, NotInstalledError
from ..interruption import uninterrupted
from .fields import CELL, DEFLATE

if TYPE_CHECKING:
    import h5py

__all__ = ["attribute", "built", "content_size", "integer", "library", "numbers", "opened", "set_attribute", "written"]

MOST = 64 * GIGABYTE
"""Largest file that is read (bytes)."""
MOST_LINKS = 20_000
"""Links that a file may hold: groups and data sets by name. A step has some twenty."""
DEEPEST = 10
"""Groups in each other."""
FILTERS = {1: "deflate", 2: "shuffle", 3: "fletcher32", 4: "szip", 5: "nbit", 6: "scale-offset"}
"""Filters of HDF5 itself, by their numbers; others are code that the library looks for on the disk."""
_looked_over: set[tuple[str, int, int]] = set()
"""Files, by path, time of writing and size, that `content_size` has walked over in this process."""
BALLAST = "ballast"
"""Name of the zeros that make a file large enough for what is in it, see `_add_ballast`."""


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
        found = checked.stat()
        version = (str(checked.resolve()), found.st_mtime_ns, found.st_size)
        if version not in _looked_over:  # a run in parts opens each of them several times
            check_unpacked(checked, content_size(file)[0])
            _looked_over.add(version)
        yield file


def content_size(file: "h5py.File") -> tuple[int, int]:
    """Bytes that all data sets of a file come to in memory, and that they have in the file.

    DrystoneError where it holds what is not read of any: see the module.
    """
    seen: set[tuple[int, int]] = set()
    links = size = stored = 0
    waiting = [(file.id, "", 0)]
    while waiting:
        group, place, depth = waiting.pop()
        for name in _names(group, MOST_LINKS - links):
            links += 1
            where = f"{place}/{name.decode('utf-8', 'replace')}"
            found = _linked(group, name, where)
            if found is None:
                continue
            info = library().h5o.get_info(found)
            if (info.fileno, info.addr) in seen:
                continue
            seen.add((info.fileno, info.addr))
            if isinstance(found, library().h5d.DatasetID):
                size += _data_size(found, where)
                stored += found.get_storage_size()
            elif isinstance(found, library().h5g.GroupID):
                if depth >= DEEPEST:
                    raise DrystoneError(f"has more than {DEEPEST} groups in each other, at {where:.100}")
                waiting.append((found, where, depth + 1))
    return size, stored


def _add_ballast(file: "h5py.File") -> None:
    """Add zeros to a file that is written, where it is packed too well to be read again without being trusted.

    A structure at rest is the same number thousands of times. The file then grows to a twentieth of its content.
    """
    file.flush()
    size, stored = content_size(file)
    missing = size - PACKED * stored
    if size > UNPACKED and missing > 0:
        file.create_dataset(BALLAST, data=np.zeros(missing // (CELL * (PACKED - 1)) + 1))


def _names(group: Any, most: int) -> list[bytes]:
    count = group.get_num_objs()
    if count > most:
        raise DrystoneError(f"holds more than {MOST_LINKS} groups and data sets; at most so many are read")
    return list(group)


def _linked(group: Any, name: bytes, where: str) -> Any:
    """What a link in the file itself leads to; None for a soft link, which leads to another link of it."""
    kind = group.links.get_info(name).type
    h5l = library().h5l
    if kind == h5l.TYPE_SOFT:
        return None
    if kind != h5l.TYPE_HARD:
        raise DrystoneError(
            f"{where:.100} is a link to another file, which is not followed; copy what it leads to into this file "
            "(h5repack, or h5copy)"
        )
    return library().h5o.open(group, name)


def _data_size(found: Any, where: str) -> int:
    """Bytes that a data set comes to in memory; DrystoneError for one whose data are elsewhere, or packed by others."""
    made = found.get_create_plist()
    elsewhere = made.get_layout() == library().h5d.VIRTUAL or made.get_external_count() > 0
    if elsewhere:
        raise DrystoneError(f"{where:.100} keeps its data in other files, which are not read; put them into this one")
    for i in range(made.get_nfilters()):
        number = made.get_filter(i)[0]
        if number not in FILTERS:
            raise DrystoneError(
                f"{where:.100} is packed by the filter {number}, which is no part of HDF5; "
                f"{', '.join(FILTERS.values())} are read: repack it (h5repack -f GZIP=4)"
            )
    return int(prod(found.shape) * max(CELL, found.get_type().get_size()))


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
        _add_ballast(file)
        file.flush()
        image = file.id.get_file_image()
    with replacing(checked, what) as temporary:
        temporary.write_bytes(image)


@contextmanager
def built(path: Any, what: str) -> "Iterator[tuple[h5py.File, Callable[[], None]]]":
    """As `written`, of an empty file that may be larger than the memory: it is made on the disk.

    Interrupts wait meanwhile: the HDF5 library can crash where one is raised in a function of `_Disk`, which it calls.
    The second thing yielded lets them come, as in `drystone.interruption.uninterrupted`, to be called between two data
    sets. One that comes once all is written is raised when the file is in its place.
    """
    h5py = library()
    with uninterrupted() as let_come, replacing(path, what) as temporary, temporary.open("r+b", buffering=0) as file:
        disk = _Disk(file)
        try:
            with h5py.File(disk, "w") as made:
                yield made, let_come
                _add_ballast(made)
        except Exception:
            disk.check()
            raise
        disk.check()
        let_come()


class _Disk(RawIOBase):
    """A file to be written by HDF5, which is never told that the disk refused: it can crash then. `check` tells."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._refused: OSError | None = None

    def check(self) -> None:
        """OSError where the disk has refused something."""
        if self._refused is not None:
            raise self._refused

    def write(self, data: Any) -> int:
        view, done = memoryview(data).cast("B"), 0
        while done < len(view) and self._refused is None:
            try:
                done += self._file.write(view[done:])
            except OSError as error:
                self._refused = error
        return len(view)

    def truncate(self, size: int | None = None) -> int:
        try:
            return self._file.truncate(size)
        except OSError as error:
            self._refused = error
            return size or 0

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        found = self._file.read(len(view))
        view[: len(found)] = found
        view[len(found) :] = bytes(len(view) - len(found))
        return len(view)

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True


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
