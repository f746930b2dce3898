"""Motion of the ground: piecewise accelerations integrated in closed form."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..checks import (
    LARGEST,
    FloatArray,
    IntArray,
    finite_array,
    finite_number,
    positive_number,
    sequence_of,
    unit_vector,
    work_size,
)
from ..errors import DrystoneError
from ..summary import Facts, Summarised, counted, vector
from .processing import Processed
from .records import Record, read_records
from .records.components import along_axes, assembled
from .records.units import DOWN, UP
from .signal import MOST_SAMPLES

__all__ = ["GroundMotion"]

SAMPLES_PER_PHASE = 200
"""Samples of the shortest phase (a constant pulse or half a sine) in the sampled view of a pulse."""

SAME_STEP = 1e-6
"""Share of a step up to which a segment that is longer than whole steps has no more of them."""


@dataclass(frozen=True, eq=False)
class GroundMotion(Processed, Summarised):
    """Acceleration of the ground in S segments; velocity and displacement are zero at t = 0.

    In segment k, from breaks[k] to breaks[k+1], with tau = t - breaks[k]:

        a(t) = constant[k] + slope[k] tau + sine[k] sin(omega[k] tau + phase[k])

    ``breaks`` (S + 1,) in s, increasing, the first not negative; ``constant`` (S, 3) in m/s2; ``slope`` (S,
    3) in m/s3; ``sine`` (S, 3) in m/s2; ``omega`` (S,) in rad/s, positive; ``phase`` (S,) in rad. Outside the
    segments the acceleration is zero; after the last the velocity keeps its last value. At a jump the later
    value holds.

    >>> import drystone as ds
    >>> motion = ds.GroundMotion.one_sine(2.0, half_period=0.5, direction=(1, 0, 0))
    >>> motion.duration, motion.accelerations_at(0.25).round(6).tolist()
    (1.0, [2.0, 0.0, 0.0])
    """

    breaks: FloatArray
    constant: FloatArray
    slope: FloatArray
    sine: FloatArray
    omega: FloatArray
    phase: FloatArray
    samples: FloatArray | None = None
    """Times (T,) of the sampled view; None = 200 in the shortest phase."""

    def __post_init__(self) -> None:
        breaks = finite_array(self.breaks, (None,), "time")
        count = len(breaks) - 1
        if count < 1:
            raise DrystoneError(f"a ground motion needs at least 2 times; got {len(breaks)}")
        if (np.diff(breaks) <= 0).any():
            first = int(np.argmax(np.diff(breaks) <= 0))
            raise DrystoneError(f"time must increase; got {breaks[first]:g} s, then {breaks[first + 1]:g} s")
        if breaks[0] < 0:
            raise DrystoneError(f"time must not be negative; the first is {breaks[0]:g} s, shift the record")
        object.__setattr__(self, "breaks", breaks)
        for name, shape in (("constant", (count, 3)), ("slope", (count, 3)), ("sine", (count, 3)),
                            ("omega", (count,)), ("phase", (count,))):  # fmt: skip
            object.__setattr__(self, name, finite_array(getattr(self, name), shape, name))
        if self.samples is not None:
            samples = finite_array(self.samples, (None,), "samples")
            if len(samples) < 2 or (np.diff(samples) <= 0).any():
                raise DrystoneError("samples must be at least 2 increasing times (s)")
            object.__setattr__(self, "samples", samples)
        if (self.omega <= 0).any():
            raise DrystoneError("omega must be positive; take sine = 0 for a segment without a sine")

    @classmethod
    def from_samples(
        cls, time: Any, acceleration: Any, direction: Any = (1.0, 0.0, 0.0), scale: float = 1.0
    ) -> "GroundMotion":
        """Return a record, linear between its samples.

        ``time`` (T,) in s, increasing from zero or later; ``acceleration`` (T,) in m/s2 along `direction`, or
        (T, 3) with its own directions; ``scale`` multiplies it.
        """
        time = finite_array(time, (None,), "time")
        if len(time) < 2:
            raise DrystoneError(f"a record needs at least 2 samples; got {len(time)}")
        values = finite_array(acceleration, [(None,), (None, 3)], "acceleration")
        if values.ndim == 1:
            values = np.outer(values, unit_vector(direction))
        if len(values) != len(time):
            raise DrystoneError(
                f"time and acceleration must match; got {counted(len(time), 'time')} "
                f"and {counted(len(values), 'value')}"
            )
        values = values * finite_number(scale, "scale")
        step = np.diff(time)
        slope = np.diff(values, axis=0) / np.where(step > 0, step, 1.0)[:, None]  # steps are checked on construction
        return cls(time, values[:-1], slope, np.zeros_like(slope), np.ones(len(step)), np.zeros(len(step)), time)

    @classmethod
    def from_file(
        cls,
        path: str | Path | Iterable[str | Path],
        direction: Any = None,
        scale: float = 1.0,
        *,
        units: str | None = None,
        dt: float | None = None,
        check_peak: bool = True,
    ) -> "GroundMotion":
        """Return the recorded motion of a file or of a list of files of its components; formats: see `read_records`.

        ``direction`` (3,): of a single component; None for x, or z where it is vertical. Several components are put in
        the axes of the model as `from_records` says. ``scale`` multiplies them. ``units``, ``dt``, ``check_peak``: see
        `read_records`; columns of numbers without a header are times (s) and accelerations (m/s2) unless told else.
        """
        records = read_records(path, units=units, dt=dt, check_peak=check_peak)
        try:
            return cls.from_records(records, direction, scale)
        except DrystoneError as error:
            raise DrystoneError(f"{str(records[0].path)!r}: {error}") from error

    @classmethod
    def from_records(
        cls, records: Record | Iterable[Record], direction: Any = None, scale: float = 1.0
    ) -> "GroundMotion":
        """Return the motion of one to three components of a record.

        A vertical component goes to z. Of two horizontal ones with known azimuths the one nearer to east-west goes to x
        as it is, the other to y, reversed where x, y, z would else be left-handed; east and north are then x and y.
        Where azimuths are not known the first goes to x, the second to y. ``direction`` (3,): of a single component
        instead.
        """
        given = sequence_of(records, Record, "records", single=True, least=1)
        if len(given) == 1 and direction is not None and given[0].orientation not in (UP, DOWN):
            return cls.from_samples(given[0].time, given[0].acceleration, direction, scale)
        if direction is not None:
            raise DrystoneError("direction is for a single horizontal component; leave it out, or use from_components")
        return cls.from_components(*along_axes(given)).scaled(scale)

    @classmethod
    def from_components(
        cls, x: Record | None = None, y: Record | None = None, z: Record | None = None
    ) -> "GroundMotion":
        """Return the motion of these components along the axes of the model, wherever they pointed; z is up.

        It lasts as long as the longest; of unequal steps, all times are kept. A component that has ended has no
        acceleration.
        """
        for one, what in ((x, "x"), (y, "y"), (z, "z")):
            if one is not None and not isinstance(one, Record):
                raise DrystoneError(
                    f"{what} must be a Record of drystone.ground_motion.read_records or None; got {type(one).__name__}"
                )
        if x is None and y is None and z is None:
            raise DrystoneError("a motion has at least one component: give x, y or z")
        return cls.from_samples(*assembled(x, y, z))

    @classmethod
    def from_displacement(cls, time: Any, displacement: Any, direction: Any = (1.0, 0.0, 0.0)) -> "GroundMotion":
        """Return the motion that takes the ground through these displacements.

        ``time`` (T,) in s, increasing from zero or later; ``displacement`` (T,) in m along `direction`, or (T, 3); the
        first must be zero. Between samples displacements are the cubic spline that starts at rest: smooth to the second
        derivative, so that accelerations are straight lines between samples, and every sample is met. After the last
        the ground keeps its velocity: repeat the last displacement where it is to stop. It ends at rest then.
        """
        from scipy.interpolate import CubicSpline

        time = finite_array(time, (None,), "time")
        moved = finite_array(displacement, [(None,), (None, 3)], "displacement")
        moved = np.outer(moved, unit_vector(direction)) if moved.ndim == 1 else moved
        if len(time) < 3 or len(time) != len(moved):
            raise DrystoneError(
                f"time and displacement must match, with at least 3 samples; got {counted(len(time), 'time')} and "
                f"{counted(len(moved), 'displacement')}"
            )
        if (np.diff(time) <= 0).any() or time[0] < 0:
            raise DrystoneError("time must increase from zero or later")
        if moved[0].any():
            raise DrystoneError(
                f"the ground starts in its place; the first displacement is {vector(moved[0], 'm')}, take it off all"
            )
        with np.errstate(all="ignore"):
            rest = 1, np.zeros(3)
            stops = np.array_equal(moved[-1], moved[-2])
            spline = CubicSpline(time, moved, bc_type=(rest, rest if stops else "not-a-knot"))
            return cls.from_samples(time, spline(time, 2))

    @classmethod
    def one_sine(cls, amplitude: float, half_period: float, direction: Any = (1.0, 0.0, 0.0)) -> "GroundMotion":
        """Return one full sine: amplitude sin(pi t / half_period) for 0 <= t <= 2 half_period (m/s2, s)."""
        half = positive_number(half_period, "half_period")
        return cls._sine(amplitude, np.pi / half, direction, 2 * half, 0.0)

    @classmethod
    def biphasic(cls, amplitude: float, duration: float, direction: Any = (1.0, 0.0, 0.0)) -> "GroundMotion":
        """Return +amplitude (m/s2) for `duration` (s), then -amplitude / 2 for 2 duration.

        Source: Nodargi and Bisegna (2024), section 4.3.
        """
        first = positive_number(duration, "duration")
        pulse = finite_number(amplitude, "amplitude") * unit_vector(direction)
        zero = np.zeros((2, 3))
        constant = np.array([pulse, -pulse / 2])
        return cls(np.array([0, first, 3 * first]), constant, zero, zero, np.ones(2), np.zeros(2))

    @classmethod
    def harmonic(
        cls,
        amplitude: float,
        frequency: float,
        direction: Any = (1.0, 0.0, 0.0),
        duration: float = 10.0,
        phase: float = 0.0,
    ) -> "GroundMotion":
        """Return amplitude sin(2 pi frequency t + phase) for 0 <= t <= duration (m/s2, Hz, s, rad)."""
        omega = 2 * np.pi * positive_number(frequency, "frequency")
        return cls._sine(amplitude, omega, direction, positive_number(duration, "duration"), phase)

    @classmethod
    def _sine(cls, amplitude: float, omega: float, direction: Any, duration: float, phase: float) -> "GroundMotion":
        sine = finite_number(amplitude, "amplitude") * unit_vector(direction)[None]
        zero = np.zeros((1, 3))
        start = finite_number(phase, "phase")
        return cls(np.array([0, duration]), zero, zero, sine, np.array([omega]), np.array([start]))

    def scaled(self, factor: float) -> "GroundMotion":
        """Return the same motion with all accelerations multiplied by `factor`."""
        f = finite_number(factor, "factor")
        return replace(self, constant=f * self.constant, slope=f * self.slope, sine=f * self.sine)

    def accelerations_at(self, t: Any) -> FloatArray:
        """Return the acceleration (m/s2) at times t (s): (3,) for a number, (T, 3) for an array (T,)."""
        time = _times(t)
        k = np.clip(self._segment(time), 0, len(self.breaks) - 2)
        tau = (time - self.breaks[k])[..., None]
        wave = np.sin(self.omega[k][..., None] * tau + self.phase[k][..., None])
        inside = ((time >= self.breaks[0]) & (time <= self.breaks[-1]))[..., None]
        return np.where(inside, self.constant[k] + self.slope[k] * tau + self.sine[k] * wave, 0.0)

    def velocity_at(self, t: Any) -> FloatArray:
        """Return the velocity (m/s) at times t (s): (3,) for a number, (T, 3) for an array (T,)."""
        k, tau = self._locate(t)
        return self._starts[0][k] + self._increments(k, tau)[0]

    def displacement_at(self, t: Any) -> FloatArray:
        """Return the displacement (m) at times t (s): (3,) for a number, (T, 3) for an array (T,)."""
        k, tau = self._locate(t)
        return self._starts[1][k] + self._starts[0][k] * tau[..., None] + self._increments(k, tau)[1]

    @property
    def duration(self) -> float:
        """Time at which the last segment ends (s)."""
        return float(self.breaks[-1])

    @cached_property
    def time(self) -> FloatArray:
        """Times (T,) of the sampled view in s: a record's own samples, else 200 in the shortest phase."""
        if self.samples is not None:
            return self.samples
        wave = np.where(self.sine.any(axis=1), np.pi / self.omega, np.inf)
        shortest = np.minimum(np.diff(self.breaks), wave).min()
        wanted = np.ceil(SAMPLES_PER_PHASE * self.duration / shortest - 1e-9)
        advice = "Its shortest phase is too short for its duration; ask for the acceleration at times of your choice."
        count = work_size(wanted, MOST_SAMPLES, "samples of a ground motion", advice)
        return np.linspace(0.0, self.duration, count + 1)

    @cached_property
    def acceleration(self) -> FloatArray:
        """Accelerations (T, 3) of the sampled view, m/s2."""
        return self.accelerations_at(self.time)

    @cached_property
    def dt(self) -> float:
        """Smallest time between two samples (s)."""
        return float(np.diff(self.time).min())

    @cached_property
    def pga(self) -> float:
        """Peak ground acceleration (m/s2): largest length of a sampled acceleration."""
        return float(np.linalg.norm(self.acceleration, axis=1).max())

    @cached_property
    def _pieces(self) -> list[tuple[FloatArray, FloatArray]]:
        """Times (n,) (s) and accelerations (n, 3) (m/s2) of each segment with both its ends, so that where one jumps
        there are both its values; evenly spaced, as near to each other as in the sampled view.
        """
        made = []
        for k, length in enumerate(np.diff(self.breaks)):
            tau = np.linspace(0.0, length, int(np.ceil(length / self.dt - SAME_STEP)) + 1)[:, None]
            wave = np.sin(self.omega[k] * tau + self.phase[k])
            made.append((self.breaks[k] + tau[:, 0], self.constant[k] + self.slope[k] * tau + self.sine[k] * wave))
        return made

    def _segment(self, time: FloatArray) -> IntArray:
        """Segment of every time; S (one beyond the last) only after the end, -1 before the first."""
        k = np.searchsorted(self.breaks, time, side="right") - 1
        return np.where(time == self.breaks[-1], len(self.breaks) - 2, k)

    def _locate(self, t: Any) -> tuple[IntArray, FloatArray]:
        time = _times(t)
        k = np.maximum(self._segment(time), 0)
        return k, np.maximum(time - self.breaks[k], 0.0)

    def _increments(self, k: IntArray, tau: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Velocity gained tau seconds into segments k, and displacement beyond the start's velocity."""
        constant, slope, sine, omega, phase = (part[k] for part in self._segments)
        tau = tau[..., None]
        angle = omega * tau + phase
        velocity = constant * tau + slope * tau**2 / 2 + sine * (np.cos(phase) - np.cos(angle)) / omega
        wave = (np.cos(phase) * tau - (np.sin(angle) - np.sin(phase)) / omega) / omega
        return velocity, constant * tau**2 / 2 + slope * tau**3 / 6 + sine * wave

    @cached_property
    def _segments(self) -> tuple[FloatArray, ...]:
        """``constant``, ``slope``, ``sine`` (S + 1, 3), ``omega``, ``phase`` (S + 1, 1): nothing in the last."""
        still = np.zeros((1, 3))
        parts = (np.vstack([a, still]) for a in (self.constant, self.slope, self.sine))
        return *parts, np.append(self.omega, 1.0)[:, None], np.append(self.phase, 0.0)[:, None]

    @cached_property
    def _starts(self) -> tuple[FloatArray, FloatArray]:
        """Velocity and displacement (S + 1, 3) at the breaks."""
        step = np.diff(self.breaks)
        gained, moved = self._increments(np.arange(len(step)), step)
        velocity = np.vstack([np.zeros(3), np.cumsum(gained, axis=0)])
        moved = moved + velocity[:-1] * step[:, None]
        return velocity, np.vstack([np.zeros(3), np.cumsum(moved, axis=0)])

    def _summary(self) -> Facts:
        yield "", f"of {self.duration:.6g} s"
        yield "acceleration", f"at most {self.pga:.4g} m/s2"
        yield "largest", f"{vector(np.max(np.abs(self.acceleration), axis=0), 'm/s2')} in x, y, z"
        yield "samples", f"{len(self.time)}, the nearest {self.dt:.4g} s apart"
        yield "segments", str(len(self.breaks) - 1)
        yield "velocity", f"{vector(self.velocity_at(self.duration), 'm/s')} at the end"
        yield "displacement", f"{vector(self.displacement_at(self.duration), 'm')} at the end"


def _times(t: Any) -> FloatArray:
    """Times (s) as an array of no or one dimension."""
    if type(t) is float and abs(t) <= LARGEST:
        return np.array(t)
    return finite_array(t, [(), (None,)], "time (s)")
