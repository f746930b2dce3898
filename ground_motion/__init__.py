"""Ground motions: records and their formats, processing, spectra, measures of intensity, motions of supports."""

from .fema import FemaSuite, fema_p695
from .measure import IntensityMeasure
from .motion import GroundMotion
from .records import RECORD_FORMATS, Record, RecordFormat, read_records, register_record_format
from .supports import MultiSupportMotion

__all__ = [
    "RECORD_FORMATS",
    "FemaSuite",
    "GroundMotion",
    "IntensityMeasure",
    "MultiSupportMotion",
    "Record",
    "RecordFormat",
    "fema_p695",
    "read_records",
    "register_record_format",
]
