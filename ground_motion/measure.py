"""Intensity measures by name, as motions are scaled to them and fragility functions are given in them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..checks import instance_of, one_of, positive_number, text
from ..errors import DrystoneError
from ..summary import Facts, Summarised
from .intensity import INTENSITY_UNITS
from .motion import GroundMotion

__all__ = ["IntensityMeasure"]

SPECTRAL = "sa:"
NAMES = ("pga", "pgv", "pgd", "arias", "cav")
OPENQUAKE = {"pga": "PGA", "pgv": "PGV"}


@dataclass(frozen=True)
class IntensityMeasure(Summarised, inline=True):
    """A measure of the intensity of a motion: "pga", "pgv", "pgd", "arias", "cav", or "sa:T", the spectral
    pseudo-acceleration at the period T (s), 5 % damped. UnknownNameError for any other ``name``.

    >>> measure = IntensityMeasure("sa:0.5")
    >>> measure.unit, measure.openquake
    ('m/s2', 'SA(0.5)')
    """

    name: str = "pga"

    def __post_init__(self) -> None:
        if not text(self.name, "measure").startswith(SPECTRAL):
            one_of(self.name, (*NAMES, "sa:PERIOD"), "measure")
        if self.period is not None:
            positive_number(self.period, "period of the measure (s)")

    @classmethod
    def read(cls, measure: Any) -> "IntensityMeasure":
        """The measure of a name, or the measure itself."""
        return measure if isinstance(measure, cls) else cls(measure)

    @property
    def period(self) -> float | None:
        """Period (s) of a spectral acceleration, None for other measures."""
        if not self.name.startswith(SPECTRAL):
            return None
        try:
            return float(self.name[len(SPECTRAL) :])
        except ValueError as error:
            raise DrystoneError(
                f"measure is {self.name!r}; the period must be a number of seconds, as in sa:0.5"
            ) from error

    @property
    def is_acceleration(self) -> bool:
        """Whether it is an acceleration, which users give in g."""
        return self.unit == "m/s2"

    @property
    def unit(self) -> str:
        """Its SI unit."""
        return INTENSITY_UNITS["pga" if self.period is not None else self.name]

    @property
    def power(self) -> float:
        """Power of the scale factor of a motion with which the measure grows."""
        return 2.0 if self.name == "arias" else 1.0

    @property
    def openquake(self) -> str | None:
        """Its name in OpenQuake, None where that has none."""
        if self.period is None:
            return OPENQUAKE.get(self.name)
        return f"SA({np.format_float_positional(self.period, trim='-')})"

    def _summary(self) -> Facts:
        yield "", f"{self.name}, {self.unit}"

    def of(self, motion: GroundMotion) -> float:
        """The intensity of a motion, the largest of its directions; zero where the ground does not move."""
        instance_of(motion, GroundMotion, "motion")
        if not motion.pga > 0.0:
            return 0.0
        if self.period is not None:
            return float(motion.response_spectrum([self.period])["pseudo_acceleration"].max())
        return float(motion.intensity()[self.name].max())
