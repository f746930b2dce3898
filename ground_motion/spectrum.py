"""Response spectra: peaks of damped oscillators on ground that accelerates in straight lines between samples.

The response at the end of a sample is linear in that at its start and in the two accelerations (Nigam and Jennings
1969, Bulletin of the Seismological Society of America 59, 909-922). Put in one equation for the displacement alone it
is a recursive filter of second order, which `scipy.signal.lfilter` runs. It is exact at the samples; between two of
them a peak is that of the cubic with the values and the slopes of both.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from ..checks import FloatArray, work_size

__all__ = ["SPECTRUM_UNITS", "Ordinates", "Stretch", "ordinates"]

Stretch: TypeAlias = tuple[FloatArray, float]
"""Accelerations (N,) of the ground (m/s2), and the time between two of them (s)."""

SPECTRUM_UNITS = {
    "period": "s", "damping": "1", "displacement": "m", "velocity": "m/s", "acceleration": "m/s2",
    "pseudo_velocity": "m/s", "pseudo_acceleration": "m/s2",
}  # fmt: skip
"""Units of the columns of a table of response spectra."""

SAMPLES_A_PERIOD = 40
"""Least samples in a period: the cubic between two samples misses a peak by at most (2 pi/40)^4 / 384 = 1.6e-6 of it.
Longer steps are parted, which changes nothing in straight lines.
"""

MOST_WORK = 2 * 10**8
"""Samples of all oscillators together: ten seconds."""


class Ordinates(NamedTuple):
    """Peaks of the relative displacement (m), the relative velocity (m/s) and the absolute acceleration (m/s2)."""

    displacement: float
    velocity: float
    acceleration: float


def ordinates(stretches: Sequence[Stretch], periods: FloatArray, damping: float) -> list[Ordinates]:
    """The peaks of oscillators of these natural periods (s) and this share of critical damping.

    ``stretches``: one after the other accelerations (N,) of the ground (m/s2) and their step (s). Between two of them
    the ground's acceleration may jump. The oscillators are at rest at the first sample and are followed for half a
    period beyond the last, on ground that no longer accelerates.
    """
    work = sum(float(np.sum(_parts(dt, periods))) * len(acceleration) for acceleration, dt in stretches)
    work_size(
        work, MOST_WORK, "samples of oscillators",
        "Choose fewer periods, none that is far shorter than the time between samples, or a longer time between these.",
    )  # fmt: skip
    return [_peaks(stretches, period, damping) for period in periods]


def _parts(dt: float, periods: FloatArray) -> FloatArray:
    """Into how many a step ``dt`` (s) is parted, by period."""
    return np.maximum(np.ceil(SAMPLES_A_PERIOD * dt / periods), 1.0)


def _peaks(stretches: Sequence[Stretch], period: float, damping: float) -> Ordinates:
    omega, state, found = 2 * np.pi / period, np.zeros(2), []
    for acceleration, dt in stretches:
        parts = int(_parts(dt, np.array(period)))
        if parts > 1:
            at = np.arange((len(acceleration) - 1) * parts + 1) / parts
            acceleration = np.interp(at, np.arange(len(acceleration)), acceleration)
        response = _response(acceleration, dt / parts, omega, damping, state)
        found.append(_peaks_of_phase(omega, damping, response[0], response[1], acceleration, dt / parts))
        state = response[:, -1]
    step, moved, speed = _free(float(state[0]), float(state[1]), omega, damping)
    found.append(_peaks_of_phase(omega, damping, moved, speed, np.zeros(len(moved)), step))
    return Ordinates(*np.max(found, axis=0).tolist())


def _response(acceleration: FloatArray, dt: float, omega: float, damping: float, start: FloatArray) -> FloatArray:
    """Relative displacement and velocity (2, N) at samples ``dt`` (s) apart, of which those of the first are given."""
    from scipy.signal import lfilter

    A, B = _step(omega, damping, dt)
    past = [1.0, -(A[0, 0] + A[1, 1]), A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]]
    response = np.empty((2, len(acceleration)))
    for i, j in ((0, 1), (1, 0)):  # displacement, velocity: the other is put out of the two equations
        now = [B[i, 1], B[i, 0] + A[i, j] * B[j, 1] - A[j, j] * B[i, 1], A[i, j] * B[j, 0] - A[j, j] * B[i, 0]]
        first = start[i] - now[0] * acceleration[0]
        second = A[i] @ start + past[1] * start[i] + (B[i, 0] - now[1]) * acceleration[0]
        response[i] = lfilter(now, past, acceleration, zi=[first, second])[0]
    return response


def _peaks_of_phase(
    omega: float, damping: float, moved: FloatArray, speed: FloatArray, ground: FloatArray, step: float
) -> tuple[float, float, float]:
    """The peaks of `Ordinates` in samples a ``step`` (s) apart with the ``ground`` acceleration there (m/s2)."""
    absolute = 2 * damping * omega * speed + omega**2 * moved
    changes = -ground - absolute  # of the relative velocity
    slope = 2 * damping * omega * changes + omega**2 * speed
    pairs = (moved, speed), (speed, changes), (absolute, slope)
    return tuple(_peak(value, rate * step) for value, rate in pairs)  # type: ignore[return-value]


def _peak(value: FloatArray, slope: FloatArray) -> float:
    """Largest |value| of the cubics between samples with these values and slopes (per step), (N,) each."""
    turns = np.flatnonzero(slope[:-1] * slope[1:] < 0.0)
    first, last, change = slope[turns], slope[turns + 1], value[turns + 1] - value[turns]
    b, a = 3.0 * change - 2.0 * first - last, first + last - 2.0 * change  # v + first t + b t2 + a t3
    q = -(b + np.copysign(np.sqrt(np.maximum(b * b - 3.0 * a * first, 0.0)), b))
    found = [np.abs(value)]
    for numerator, denominator in ((q, 3.0 * a), (first, q)):  # the two roots of first + 2 b t + 3 a t2
        t = np.divide(numerator, denominator, out=np.zeros_like(q), where=denominator != 0.0).clip(0.0, 1.0)
        found.append(np.abs(value[turns] + t * (first + t * (b + t * a))))
    return float(np.max(np.concatenate(found)))


def _free(moved: float, speed: float, omega: float, damping: float) -> tuple[float, FloatArray, FloatArray]:
    """Time between samples (s), displacement (m) and velocity (m/s) in the half period after the last sample."""
    turned = omega * np.sqrt(1 - damping**2)
    time = np.linspace(0.0, np.pi / turned, SAMPLES_A_PERIOD)
    decay, c, s = np.exp(-damping * omega * time), np.cos(turned * time), np.sin(turned * time)
    return (
        float(time[1]),
        decay * (moved * c + (speed + damping * omega * moved) / turned * s),
        decay * (speed * c - (omega**2 * moved + damping * omega * speed) / turned * s),
    )


def _step(omega: float, damping: float, dt: float) -> tuple[FloatArray, FloatArray]:
    """A and B (2, 2) of [u, u'] at the end of a step = A [u, u'] at its start + B [a at its start, a at its end], for
    u'' + 2 damping omega u' + omega2 u = -a: by the exponential of one matrix, which loses no digits for short steps.
    """
    from scipy.linalg import expm

    x = omega * dt  # in units of the step, so that the entries are of one size
    E = expm(np.array([[0, 1, 0, 0], [-x * x, -2 * damping * x, -1, 0], [0, 0, 0, 1], [0, 0, 0, 0.0]]))
    scale = np.array([1.0, 1.0 / dt])
    A = E[:2, :2] * scale[:, None] / scale[None, :]
    B = np.stack([E[:2, 2] - E[:2, 3], E[:2, 3]], axis=1) * scale[:, None] * dt * dt
    return A, B
