"""One component of a recorded ground motion."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ...checks import FloatArray, finite_array, finite_number, options_table, text
from ...errors import DrystoneError
from ...summary import Facts, Summarised
from .units import DOWN, UP, Orientation

__all__ = ["Record", "even_step", "even_times"]

EVEN = 1e-3
"""Most by which steps of an evenly sampled record differ from their mean, of that mean: times are written with few
digits.
"""


@dataclass(frozen=True, eq=False)
class Record(Summarised):
    """One component of a recorded motion of the ground, as a file tells it.

    ``time`` (N,) in s from 0, increasing; ``acceleration`` (N,) in m/s2, positive towards ``orientation``: the azimuth
    in degrees clockwise from north, "up", "down", or None where the file does not say. ``component``: its name in the
    file. ``form``: the format. ``units``: those of the file's numbers. ``stated_peak``: the largest acceleration that
    the header tells (m/s2), None where it tells none. ``facts``: what else it says (station, event, start, ...), as
    text.

    >>> import drystone as ds
    >>> east = ds.Record([0.0, 0.01, 0.02], [0.0, 1.5, -0.5], "HNE", orientation=90.0)
    >>> east.peak, round(east.dt, 6)
    (1.5, 0.01)
    """

    time: FloatArray
    acceleration: FloatArray
    component: str = ""
    orientation: Orientation = None
    form: str = ""
    units: str = "m/s2"
    stated_peak: float | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    path: Path | None = None

    def __post_init__(self) -> None:
        time = finite_array(self.time, (None,), "time (s)")
        acceleration = finite_array(self.acceleration, (None,), "acceleration")
        if len(time) < 2 or len(time) != len(acceleration):
            raise DrystoneError(
                f"a record has at least 2 samples, a time and an acceleration for each; got {len(time)} times and "
                f"{len(acceleration)} accelerations"
            )
        if (np.diff(time) <= 0).any():
            first = int(np.argmax(np.diff(time) <= 0))
            raise DrystoneError(f"time must increase; got {time[first]:g} s, then {time[first + 1]:g} s")
        for name in ("component", "form", "units"):
            text(getattr(self, name), f"{name} of a record")
        if self.orientation is not None and not (isinstance(self.orientation, str) and self.orientation in (UP, DOWN)):
            azimuth = finite_number(self.orientation, "orientation of a record (degrees, 'up', 'down' or None)")
            object.__setattr__(self, "orientation", azimuth % 360.0)
        if self.stated_peak is not None:
            finite_number(self.stated_peak, "stated_peak of a record (m/s2)")
        object.__setattr__(self, "facts", options_table(self.facts, "facts of a record"))
        object.__setattr__(self, "time", time)
        object.__setattr__(self, "acceleration", acceleration)

    @property
    def dt(self) -> float | None:
        """Time between samples (s); None where they are not evenly spaced."""
        return even_step(self.time)

    @property
    def peak(self) -> float:
        """Largest size of a sampled acceleration (m/s2)."""
        return float(np.abs(self.acceleration).max())

    def _summary(self) -> Facts:
        yield "", f"{self.form} {self.component}".strip()
        if self.path is not None:
            yield "file", self.path.name
        pointing = f"{self.orientation:g} degrees" if isinstance(self.orientation, float) else self.orientation
        yield "orientation", pointing or "not given"
        step = "unevenly spaced" if self.dt is None else f"{self.dt:.6g} s apart"
        yield "samples", f"{len(self.time)}, {step}, {self.time[-1]:.6g} s"
        yield "units", self.units
        yield (
            "largest",
            f"{self.peak:.5g} m/s2"
            + ("" if self.stated_peak is None else f" (the header says {abs(self.stated_peak):.5g})"),
        )
        for name in ("station", "event", "start"):
            if self.facts.get(name):
                yield name, self.facts[name]


def even_step(time: FloatArray) -> float | None:
    """The mean step (s) of times (N,); None where they are not evenly spaced."""
    steps = np.diff(time)
    mean = float(steps.mean())
    return mean if float(np.abs(steps - mean).max()) <= EVEN * mean else None


def even_times(count: int, dt: float) -> FloatArray:
    """So many times from 0 on, ``dt`` (s) apart."""
    return dt * np.arange(count, dtype=np.float64)
