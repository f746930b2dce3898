"""Recorded ground motions: the formats of their files, each with its reader."""

from .reading import read_records
from .record import Record
from .registry import RECORD_FORMATS, RecordFormat, register_record_format

__all__ = ["RECORD_FORMATS", "Record", "RecordFormat", "read_records", "register_record_format"]
