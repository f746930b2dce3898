"""What is done to sampled accelerations: (N, 3) in m/s2, evenly spaced where a step ``dt`` (s) is given.

SciPy is imported where it is used: a package that is imported at once stays light.
"""

from fractions import Fraction

import numpy as np

from ..checks import FloatArray, finite_number, work_size
from ..errors import DrystoneError

__all__ = ["MOST_SAMPLES", "band_passed", "integrals", "polynomial_fit", "polynomial_to_rest", "resampled"]

MOST_SAMPLES = 10**7
"""Samples that a motion may have: 240 MB of accelerations."""

ENDS = 0.05
"""Share of the record over which each end is brought to zero by a cosine before it is filtered."""

PADS = 1.5
"""Zeros before and after a record, in periods of the low corner times the order, half of them on each side: what a
filter that is run forth and back needs (Converse and Brady 1992, U.S. Geological Survey Open-File Report 92-296-A).
"""

FINEST_RATIO = 1000
"""Steps are to each other as whole numbers of at most this size, or the new samples are read off straight lines."""


def integrals(time: FloatArray, acceleration: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Velocity (m/s) and displacement (m), (N, 3) each, at the samples; both zero at the first, straight lines between
    accelerations.
    """
    step = np.diff(time)[:, None]
    first, last = acceleration[:-1], acceleration[1:]
    zero = np.zeros((1, acceleration.shape[1]))
    velocity = np.vstack([zero, np.cumsum(step * (first + last) / 2, axis=0)])
    moved = step * velocity[:-1] + step**2 * (2 * first + last) / 6
    return velocity, np.vstack([zero, np.cumsum(moved, axis=0)])


def resampled(acceleration: FloatArray, dt: float, new: float) -> FloatArray | None:
    """The accelerations at steps of ``new`` (s), free of what is above the lower Nyquist frequency of the two; None
    where the steps are not to each other as small whole numbers. The last is not behind the last of the old ones.

    By polyphase filtering: `scipy.signal.resample_poly`.
    """
    from scipy.signal import resample_poly

    ratio = Fraction(dt / new).limit_denominator(FINEST_RATIO)
    if ratio <= 0 or ratio.numerator > FINEST_RATIO or abs(float(ratio) * new / dt - 1.0) > 1e-9:
        return None
    work_size(len(acceleration) * float(ratio), MOST_SAMPLES, "samples of a ground motion", "Choose a longer dt.")
    made = np.asarray(resample_poly(acceleration, ratio.numerator, ratio.denominator, axis=0, padtype="line"))
    return made[: (len(acceleration) - 1) * ratio.numerator // ratio.denominator + 1]


def polynomial_fit(time: FloatArray, acceleration: FloatArray, order: int) -> FloatArray:
    """The polynomial of this order that is nearest to the accelerations (least squares), at the samples (N, 3)."""
    if order >= len(time):
        raise DrystoneError(f"a polynomial of order {order} needs more samples than that; this motion has {len(time)}")
    middle, half = (time[-1] + time[0]) / 2, (time[-1] - time[0]) / 2
    basis = np.polynomial.legendre.legvander((time - middle) / half, order)
    return basis @ np.linalg.lstsq(basis, acceleration, rcond=None)[0]


def polynomial_to_rest(time: FloatArray, acceleration: FloatArray) -> FloatArray:
    """The smallest acceleration (N, 3), in the mean of its square, that brings the velocity and the displacement of the
    end to the ground's start when it is taken off: a straight line.
    """
    velocity, displacement = (one[-1] for one in integrals(time, acceleration))
    length = time[-1] - time[0]
    mean, moment = velocity / length, displacement / length**2
    start, end = 6 * moment - 2 * mean, 4 * mean - 6 * moment
    return start + (end - start) * ((time - time[0]) / length)[:, None]


def band_passed(
    acceleration: FloatArray, dt: float, low: float | None, high: float | None, order: int
) -> tuple[FloatArray, int]:
    """The accelerations between two corner frequencies (Hz), and the number of zeros put before and after them.

    Butterworth of this order, forth and back in time, so that nothing is shifted and the order counts twice; at a
    corner half of the amplitude is left.
    """
    from scipy.signal import butter, sosfiltfilt
    from scipy.signal.windows import tukey

    nyquist = 0.5 / dt
    corners = [finite_number(one, "corner frequency (Hz)") for one in (low, high) if one is not None]
    if not corners:
        raise DrystoneError("a filter needs a corner frequency (Hz): low, high or both")
    if any(not 0 < one < nyquist for one in corners) or corners != sorted(set(corners)):
        raise DrystoneError(
            f"corner frequencies must rise and lie between 0 and {nyquist:.6g} Hz, half the rate of the samples; got "
            + " and ".join(f"{one:g}" for one in corners)
        )
    kind = "bandpass" if len(corners) == 2 else ("highpass" if low is not None else "lowpass")
    pad = 0 if low is None else np.ceil(PADS * order / (2 * corners[0] * dt))
    work_size(len(acceleration) + 2 * pad, MOST_SAMPLES, "samples of a ground motion", "Choose a higher low corner.")
    sections = butter(order, corners if len(corners) == 2 else corners[0], kind, fs=1 / dt, output="sos")
    tapered = acceleration * tukey(len(acceleration), 2 * ENDS)[:, None]
    padded = np.pad(tapered, ((int(pad), int(pad)), (0, 0)))
    filtered = np.asarray(sosfiltfilt(sections, padded, axis=0, padtype=None))
    if not np.isfinite(filtered).all():
        raise DrystoneError(f"a filter of order {order} with these corners is unstable; choose a lower order")
    return filtered, int(pad)
