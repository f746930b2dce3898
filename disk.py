"""Files that a user names: opened with care, replaced whole or not at all. All readers and writers go through here."""

import os
import secrets
import stat
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from .checks import file_path
from .errors import DrystoneError, said

__all__ = [
    "GIGABYTE",
    "MEGABYTE",
    "PACKED",
    "UNPACKED",
    "Lock",
    "check_unpacked",
    "is_file",
    "is_folder",
    "read_text",
    "readable_file",
    "reading",
    "replacing",
    "unpacked_limit",
]

MEGABYTE = 10**6
"""Bytes."""
GIGABYTE = 10**9
"""Bytes."""
UNPACKED = 100 * MEGABYTE
"""What the content of a file may come to in memory, whatever the file's own size (bytes)."""
PACKED = 20
"""Beyond that, bytes in memory for each byte of the file: results of runs have 2 to 10."""
UNPACKED_VARIABLE = "DRYSTONE_UNPACKED_MB"
"""Environment variable with another limit in place of both (MB), for files that are trusted."""
LONGEST = 300
"""Letters of what another library says of a damaged file; some of them quote the file at length."""


def readable_file(path: Any, what: str, most: int, missing: str = "") -> Path:
    """The path of a regular file of at most ``most`` bytes, to be opened without fear that reading never ends.

    DrystoneError for a file that is missing (``missing`` is then added to the message), a folder, a pipe, a device,
    and one that is larger.
    """
    path = file_path(path, f"path of the {what}")
    try:
        found = path.stat()
    except FileNotFoundError as error:
        raise DrystoneError(f"there is no {what} {str(path)!r}{missing}") from error
    except (OSError, ValueError) as error:
        raise DrystoneError(f"cannot read the {what} {str(path)!r:.200}: {_reason(error)}") from error
    if not stat.S_ISREG(found.st_mode):
        kind = "a folder" if stat.S_ISDIR(found.st_mode) else "a pipe or a device"
        raise DrystoneError(f"cannot read the {what} {str(path)!r}: it is {kind}; give the path of a file")
    if found.st_size > most:
        raise DrystoneError(
            f"cannot read the {what} {str(path)!r}: it has {found.st_size / MEGABYTE:.4g} MB; at most "
            f"{most / MEGABYTE:g} MB are read"
        )
    return path


def unpacked_limit(path: Path) -> float:
    """Bytes that the content of a file may come to in memory: `UNPACKED` or `PACKED` times the file's size, whichever
    is more, or what the environment variable `UNPACKED_VARIABLE` says.

    DrystoneError where that is no number.
    """
    told = os.environ.get(UNPACKED_VARIABLE)
    if told is None:
        return float(max(UNPACKED, PACKED * path.stat().st_size))
    try:
        limit = float(told)
    except ValueError:
        limit = 0.0
    if not limit > 0.0:
        raise DrystoneError(f"the environment variable {UNPACKED_VARIABLE} is {told!r:.40}; it must be a number of MB")
    return limit * MEGABYTE


def check_unpacked(path: Path, size: float) -> None:
    """DrystoneError where the content of a file comes to more than `unpacked_limit` bytes in memory."""
    limit = unpacked_limit(path)
    if size > limit:
        raise DrystoneError(
            f"its {path.stat().st_size / MEGABYTE:.3g} MB hold {size / MEGABYTE:.4g} MB when unpacked; at most "
            f"{limit / MEGABYTE:.4g} MB are read of such a file. Where it comes from someone you trust, set "
            f"{UNPACKED_VARIABLE}={size / MEGABYTE + 1:.0f} in the environment"
        )


def is_file(path: Path) -> bool:
    """Whether there is a regular file; no error for a path that no file can have (`pathlib` has one for long names)."""
    with suppress(OSError, ValueError):
        return path.is_file()
    return False


def is_folder(path: Path) -> bool:
    """Whether there is a folder; no error for a path that none can have."""
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


def read_text(path: Any, what: str, most: int, missing: str = "") -> str:
    """The text of a file (UTF-8, with or without a byte order mark); DrystoneError as `readable_file`, or if it is
    none.

    ``most``: bytes.
    """
    path = readable_file(path, what, most, missing)
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise DrystoneError(f"cannot read the {what} {str(path)!r}: {_reason(error)}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise DrystoneError(
            f"cannot read the {what} {str(path)!r} as text: line {line} holds the byte "
            f"{error.object[error.start]:#04x}, which is not UTF-8; save it as UTF-8 if it is a text, else it is "
            "another kind of file, or damaged"
        ) from error


@contextmanager
def reading(path: Path, what: str) -> Iterator[None]:
    """Turn whatever is raised within into one DrystoneError that names the file.

    To be put around libraries that take bytes apart (HDF5, ZIP, TOML), and around what is made of their numbers: what
    they raise on damaged files is nowhere listed. A DrystoneError within gets the file in front, unless it names the
    file already, or the folder of which the file is a part.
    """
    try:
        yield
    except DrystoneError as error:
        told = str(error)
        if str(path) in told or (what in told and repr(str(path.parent)) in told):
            raise
        raise DrystoneError(f"{what} {str(path)!r}: {error}") from error
    except MemoryError as error:
        raise DrystoneError(f"the {what} {str(path)!r} holds more than the memory does, or it is damaged") from error
    except (KeyboardInterrupt, GeneratorExit):
        raise
    except BaseException as error:  # sys.exit in a part of a user's own
        raise DrystoneError(f"{str(path)!r} is no {what}, or it is damaged: {_reason(error)}") from error


class Lock:
    """A file that one process holds; the system lets go of it when the process ends, however that is.

    DrystoneError where another process holds it.
    """

    def __init__(self, path: Path, what: str) -> None:
        """``what`` is held, for the message."""
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        self._close = weakref.finalize(self, os.close, handle)
        try:
            if os.name == "nt":
                import msvcrt

                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
            else:
                import fcntl

                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._close()
            raise DrystoneError(f"{what} still goes on in another process; wait for it, or end it first") from error

    def release(self) -> None:
        """Let go of it."""
        self._close()


@contextmanager
def replacing(path: Any, what: str) -> Iterator[Path]:
    """Replace the file ``path`` whole or not at all: yield the path of a file beside it, to be written within.

    At the end that file is on the disk and takes the place of the old one in one step (POSIX rename, which a crash of
    the program or of the machine does not cut in two). On any error, or where the program is interrupted, it is
    removed and the old file left as it was. A program that is killed leaves it behind as ``.<name>-<random><suffix>``.

    DrystoneError where the disk refuses (OSError), and for a path that is a folder, a pipe or a device.
    """
    path = file_path(path, f"path of the {what}")
    try:
        target = path.resolve() if path.is_symlink() else path
        if target.exists() and not target.is_file():
            kind = "a folder" if target.is_dir() else "a pipe or a device"
            raise DrystoneError(f"cannot write the {what} {str(path)!r}: it is {kind}; give the path of a file")
        temporary = target.with_name(f".{target.stem}-{secrets.token_hex(4)}{target.suffix}")
        try:
            temporary.touch(target.stat().st_mode & 0o777 if target.exists() else 0o666, exist_ok=False)
            yield temporary
            _to_disk(temporary)
            os.replace(temporary, target)  # noqa: PTH105 - the rename that replaces, on every system
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        _folder_to_disk(target.parent)
    except OSError as error:
        raise DrystoneError(
            f"cannot write the {what} {str(path)!r}: {_reason(error)}; nothing there was changed"
        ) from error


def _to_disk(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _folder_to_disk(folder: Path) -> None:
    """Make the rename last; only POSIX systems have folders that can be opened for it."""
    if os.name == "posix":
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def _reason(error: BaseException) -> str:
    """What an error says, in one line, without the file, which the message has already."""
    reason = getattr(error, "strerror", None)
    return said(error, LONGEST).removeprefix(f"{type(error).__name__}: ") if reason is None else str(reason)[:LONGEST]
