"""Tables that grow by a row at a time while a study works, and can be resumed whenever it was ended.

Every row is one line that ends in a line feed, so that a line without one is what was being written when the power
failed or the process was killed.
"""

import csv
import io
import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from ..disk import GIGABYTE, readable_file, reading, replacing
from ..errors import DrystoneError

__all__ = ["append_row", "read_rows"]

WHAT = "table of runs"


def read_rows(path: Path, columns: Sequence[str], **options: Any) -> pd.DataFrame:
    """The rows written so far, none where there is no file; ``options`` of `pandas.read_csv`.

    A last line that was not finished is dropped, with a warning, and taken out of the file, so that the next row does
    not continue it. DrystoneError for a file with other columns.
    """
    if not path.exists():
        return pd.DataFrame(columns=list(columns))
    content = readable_file(path, WHAT, GIGABYTE).read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        with replacing(path, WHAT) as temporary:
            temporary.write_bytes(whole)
        warnings.warn(f"the last row of {str(path)!r} was not finished and is left out", stacklevel=2)
    if not whole:
        return pd.DataFrame(columns=list(columns))
    with reading(path, WHAT):
        table = pd.read_csv(io.BytesIO(whole), **options)
    if list(table.columns) != list(columns):
        raise DrystoneError(f"{str(path)!r} is no table of runs of this version; move it away to start again")
    return table


def append_row(path: Path, columns: Sequence[str], row: Mapping[str, Any]) -> None:
    """Add a row to a CSV file of these columns, which is made if it is not there, and put it on the disk.

    Line breaks in texts become spaces: a row is a line.
    """
    line = io.StringIO()
    writer = csv.DictWriter(line, columns, lineterminator="\n")
    try:
        if not path.exists() or not path.stat().st_size:
            writer.writeheader()
        writer.writerow({key: " ".join(one.split()) if isinstance(one, str) else one for key, one in row.items()})
        with path.open("a", newline="", encoding="utf-8") as file:
            file.write(line.getvalue())
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise DrystoneError(f"cannot write the table {str(path)!r}: {error.strerror or error}") from error
