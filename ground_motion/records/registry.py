"""Formats of records by name; a file's format is known by its content."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...checks import function, instance_of, text
from ...errors import DrystoneError
from ...registry import Registry
from ...summary import Summarised
from ...user_code import foreign
from . import columns, cosmos, csmip, esm, knet, peer, smc
from .record import Record
from .source import ReadOptions, Source

__all__ = ["RECORD_FORMATS", "RecordFormat", "register_record_format"]


@dataclass(frozen=True)
class RecordFormat(Summarised, inline=True):
    """A format of records. ``title``: what it is, in a line. ``recognises(source)``: whether a file is of it, by its
    lines; ``read(source, options)``: its components, `Record` objects; `read` gets `ReadOptions` beside the `Source`.

    >>> import drystone as ds
    >>> def read(source, options):
    ...     values, _ = source.values(1, 3, "samples")
    ...     return (ds.Record([0.0, 0.5, 1.0], values, "mine"),)
    >>> ds.RecordFormat("mine", "my own", lambda source: source.lines[0] == "MINE", read).name
    'mine'
    """

    name: str
    title: str
    recognises: Callable[[Source], bool]
    read: Callable[[Source, ReadOptions], tuple[Record, ...]]

    def __post_init__(self) -> None:
        text(self.name, "name of a format", empty=False)
        text(self.title, "title of a format", empty=False)
        function(self.recognises, "recognises of a format")
        function(self.read, "read of a format", 2)


def _checked(part: Any) -> RecordFormat:
    return instance_of(part, RecordFormat, "a format of records")


RECORD_FORMATS: Registry[RecordFormat] = Registry(
    "format of records",
    None,
    {
        one.name: one
        for one in (
            RecordFormat("k-net", "K-NET and KiK-net", knet.recognises, knet.read),
            RecordFormat("esm", "Engineering Strong-Motion database, DYNA", esm.recognises, esm.read),
            RecordFormat("cosmos", "COSMOS 1.2", cosmos.recognises, cosmos.read),
            RecordFormat("csmip", "CSMIP and CESMD, volumes 1 and 2", csmip.recognises, csmip.read),
            RecordFormat("smc", "SMC of the U.S. Geological Survey", smc.recognises, smc.read),
            RecordFormat("peer", "PEER NGA and older .AT2", peer.recognises, peer.read),
            RecordFormat("columns", "columns of numbers, CSV", columns.recognises, columns.read),
        )
    },
    _checked,
)
"""Formats in the order in which they are asked; those that users registered come first, plain columns last."""


def register_record_format(record_format: Any, *, replace: bool = False) -> Any:
    """Add a `RecordFormat`, and return it; files that it recognises are read by it, before any other format is
    asked.

    >>> import drystone as ds
    >>> mine = ds.RecordFormat("mine", "my own", lambda source: False, lambda source, options: ())
    >>> with RECORD_FORMATS.restored():  # or it stays
    ...     print(ds.register_record_format(mine) is mine, list(RECORD_FORMATS)[-1])
    True mine
    """
    return RECORD_FORMATS.register(record_format, replace=replace)


def format_of(source: Source) -> RecordFormat:
    """The format of a file, by its content."""
    for name in [*RECORD_FORMATS.added, *RECORD_FORMATS.parts]:
        with foreign(f"the format {name!r} could not say whether the file is of it"):
            found = RECORD_FORMATS[name].recognises(source)
        if found:
            return RECORD_FORMATS[name]
    raise DrystoneError(f"{str(source.path)!r}, line 1: no format of records that is known here")
