"""Files of records, whatever their format."""

import os
from typing import Any

from ...checks import entries_of, sequence_of, yes_no
from ...disk import reading
from ...errors import DrystoneError
from .record import Record
from .registry import format_of
from .source import ReadOptions, read_source

__all__ = ["read_records"]

MOST_FILES = 100
"""Files that are read at once."""


def read_records(
    path: Any, *, units: str | None = None, dt: float | None = None, check_peak: bool = True
) -> tuple[Record, ...]:
    """Return the components that a file, or each of a list of files, holds.

    The format is known by the content: PEER .AT2, ESM .ASC, K-NET and KiK-net, COSMOS, CSMIP and CESMD, SMC, columns of
    numbers and CSV. ``units`` of acceleration ("g", "cm/s2", ...) and ``dt`` (s) are for files that do not say
    themselves. ``check_peak``: whether samples whose peak is not the one that the header states are refused.
    DrystoneError, with file, line and reason, for a file that is damaged or of no known format.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import drystone as ds
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "east.csv"
    ...     _ = path.write_text("time (s), east (cm/s2); 0.0, 0.0; 0.1, 50.0".replace("; ", chr(10)))
    ...     [east] = ds.read_records(path)
    >>> east.peak, east.orientation, east.units
    (0.5, 90.0, 'cm/s2')
    """
    options = ReadOptions(units, dt, yes_no(check_peak, "check_peak"))
    single = isinstance(path, (str, bytes, os.PathLike))
    paths = [path] if single or not hasattr(path, "__iter__") else list(entries_of(path, "path", "paths of files"))
    if not paths or len(paths) > MOST_FILES:
        raise DrystoneError(f"path must be a file or a list of 1 to {MOST_FILES} files; got {len(paths)}")
    return tuple(record for one in paths for record in _read(one, options))


def _read(path: Any, options: ReadOptions) -> tuple[Record, ...]:
    source = read_source(path)
    with reading(source.path, "ground motion file"):
        found = format_of(source)
        records = sequence_of(found.read(source, options), Record, f"what the format {found.name} reads", least=1)
        if options.dt is not None and found.name != "columns":
            source.refuse(0, f"a file of the format {found.name} tells the time between its samples; leave dt out")
        return records
