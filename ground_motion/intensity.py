"""Measures of the intensity of sampled accelerations (N,) in m/s2 at times (N,) in s, with straight lines between
them.
"""

import numpy as np

from ..checks import FloatArray
from .records.units import G

__all__ = ["INTENSITY_UNITS", "absolute_integral", "intensity", "significant", "square_integral"]

INTENSITY_UNITS = {
    "pga": "m/s2", "pgv": "m/s", "pgd": "m", "arias": "m/s", "cav": "m/s", "d5_75": "s", "d5_95": "s",
    "velocity_at_end": "m/s", "displacement_at_end": "m",
}  # fmt: skip
"""Units of the measures."""


def square_integral(time: FloatArray, acceleration: FloatArray) -> FloatArray:
    """The integral of a2 from the first sample on, at every sample (N,) (m2/s3): exact between samples."""
    first, last = acceleration[:-1], acceleration[1:]
    return np.append(0.0, np.cumsum(np.diff(time) * (first**2 + first * last + last**2) / 3))


def absolute_integral(time: FloatArray, acceleration: FloatArray) -> float:
    """The integral of |a| (m/s): exact between samples, changes of sign among them."""
    first, last = np.abs(acceleration[:-1]), np.abs(acceleration[1:])
    crossing = acceleration[:-1] * acceleration[1:] < 0
    total = np.where(first + last > 0, first + last, 1.0)
    return float(np.sum(np.diff(time) * np.where(crossing, (first**2 + last**2) / (2 * total), (first + last) / 2)))


def significant(time: FloatArray, energy: FloatArray, low: float, high: float) -> tuple[float, float]:
    """The times (s) at which these shares of the integral ``energy`` (N,), which never falls, are reached."""
    rising = np.append(True, np.diff(energy) > 0)
    at = np.interp([low * energy[-1], high * energy[-1]], energy[rising], time[rising])
    return float(at[0]), float(at[1])


def intensity(
    time: FloatArray, acceleration: FloatArray, velocity: FloatArray, displacement: FloatArray
) -> dict[str, float]:
    """The measures by the names of `INTENSITY_UNITS`.

    Arias (1970): pi/(2 g) int a2 dt. CAV (EPRI NP-5930, 1988): int |a| dt. Significant durations (Trifunac and Brady
    1975): between 5 % and 75 %, 5 % and 95 % of the Arias intensity. Peaks of ``velocity`` (N,) in m/s and
    ``displacement`` (N,) in m are those of the samples.
    """
    energy = square_integral(time, acceleration)
    start, most = significant(time, energy, 0.05, 0.95)
    _, some = significant(time, energy, 0.05, 0.75)
    return {
        "pga": float(np.abs(acceleration).max()),
        "pgv": float(np.abs(velocity).max()),
        "pgd": float(np.abs(displacement).max()),
        "arias": float(np.pi / (2 * G) * energy[-1]),
        "cav": absolute_integral(time, acceleration),
        "d5_75": some - start,
        "d5_95": most - start,
        "velocity_at_end": float(velocity[-1]),
        "displacement_at_end": float(displacement[-1]),
    }
