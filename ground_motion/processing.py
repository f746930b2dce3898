"""What is done to a recorded motion and asked of it: a base class of `GroundMotion`."""

from abc import abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ..checks import (
    FloatArray,
    finite_array,
    finite_number,
    one_of,
    positive_number,
    unit_vector,
    whole_number,
    work_size,
    yes_no,
)
from ..errors import DrystoneError
from ..summary import with_units
from . import intensity, signal, spectrum
from .records.record import even_step

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Processed"]

PERIODS = tuple(float(one) for one in np.geomspace(0.02, 10.0, 100))
"""Natural periods (s) of a response spectrum where none are given."""

SAME = 1e-6
"""Of the shortest step of a record: samples nearer than this to the end of a cut are that end."""

FINER, FINEST = 16.0, 1e6
"""Least parts of the shortest step of an uneven record in which its spectrum reads it off, which passes its samples by:
ordinates are off by some 1e-3 then, and by a third with whole steps. At most so many samples.
"""

HIGHEST_ORDER = 10
"""Of polynomials and filters; higher ones are ill-conditioned and nobody means them."""

MOST_DAMPING = 0.999
"""Of an oscillator, as a share of the critical one."""


class Processed:
    """Signal processing of motions that are straight lines between samples; each returns a new motion.

    All start with the ground at rest, as every `GroundMotion` does. A motion of pulses and sines has no samples:
    `resampled` gives it some.
    """

    time: Any
    acceleration: Any
    samples: FloatArray | None
    _pieces: Any

    @classmethod
    @abstractmethod
    def from_samples(cls, time: Any, acceleration: Any, direction: Any = (1.0, 0.0, 0.0), scale: float = 1.0) -> Self:
        """A record, linear between its samples."""

    @abstractmethod
    def scaled(self, factor: float) -> Self:
        """The same motion with all accelerations multiplied."""

    @abstractmethod
    def accelerations_at(self, t: Any) -> FloatArray:
        """Accelerations (T, 3) at times (T,)."""

    @abstractmethod
    def velocity_at(self, t: Any) -> FloatArray:
        """Velocities (T, 3) at times (T,)."""

    @abstractmethod
    def displacement_at(self, t: Any) -> FloatArray:
        """Displacements (T, 3) at times (T,)."""

    @property
    @abstractmethod
    def pga(self) -> float:
        """Peak ground acceleration (m/s2)."""

    def resampled(self, dt: float, method: str = "band-limited") -> Self:
        """Return the motion at even steps of ``dt`` (s), linear between its new samples.

        ``method``: "band-limited" leaves out what is above the lower of the two Nyquist frequencies (polyphase filter),
        for records of even steps; "linear" reads the new samples off the motion as it is. Motions without samples of
        their own, records of uneven steps, and steps that are not to each other as small whole numbers are read off.
        """
        step, method = positive_number(dt, "dt (s)"), one_of(method, ("band-limited", "linear"), "method of resampling")
        old = self._even_step if self.samples is not None else None
        values = None
        if method == "band-limited" and old is not None:
            values = signal.resampled(self.acceleration, old, step)
        start, end = float(self.time[0]), float(self.time[-1])
        if values is None:
            wanted = np.floor((end - start) / step * (1 + 1e-12)) + 1
            count = work_size(wanted, signal.MOST_SAMPLES, "samples of a ground motion", "Choose a longer dt.")
            values = self.accelerations_at(np.minimum(start + step * np.arange(count), end))
        if len(values) < 2:
            raise DrystoneError(f"dt must be at most the duration of the motion, {end - start:g} s; got {step:g} s")
        return self.from_samples(start + step * np.arange(len(values)), values)

    def scaled_to_pga(self, pga: float) -> Self:
        """Return the motion with the peak ground acceleration ``pga`` (m/s2), of the length of the vector."""
        return self.scaled(self._factor(positive_number(pga, "pga (m/s2)"), self.pga))

    def scaled_to_spectrum(self, ordinate: float, period: float, damping: float = 0.05, direction: Any = None) -> Self:
        """Return the motion whose spectral pseudo-acceleration at ``period`` (s) is ``ordinate`` (m/s2).

        ``damping``: share of the critical one. ``direction`` (3,): along which; None for the geometric mean of x and y
        where the ground moves along both, else for the direction in which it moves.
        """
        wanted = positive_number(ordinate, "ordinate (m/s2)")
        moving = [axis for axis in range(3) if self.acceleration[:, axis].any()]
        if direction is not None:
            lines = [unit_vector(direction)]
        else:
            lines = [np.eye(3)[axis] for axis in ([0, 1] if {0, 1} <= set(moving) else moving[:1])]
        peaks = [self._ordinates(line, [period], damping)[0] for line in lines]
        omega = 2 * np.pi / positive_number(period, "period (s)")
        found = float(np.prod([omega**2 * one.displacement for one in peaks])) ** (1 / max(len(peaks), 1))
        return self.scaled(self._factor(wanted, found if peaks else 0.0))

    def baseline_corrected(self, order: int = 1) -> Self:
        """Return the motion less the polynomial of this ``order`` nearest to its accelerations (0: their mean)."""
        degree = whole_number(order, "order of the polynomial", 0, HIGHEST_ORDER)
        time, values = self._record("a baseline correction")
        return self.from_samples(time, values - signal.polynomial_fit(time, values, degree))

    def brought_to_rest(self) -> Self:
        """Return the motion less the straight line in its accelerations that leaves the ground at rest at the end,
        in its first place: velocity and displacement are zero there. It is the least such correction in the root mean
        square.
        """
        time, values = self._record("a baseline correction")
        return self.from_samples(time, values - signal.polynomial_to_rest(time, values))

    def filtered(
        self, low: float | None = None, high: float | None = None, order: int = 4, keep_pads: bool = True
    ) -> Self:
        """Return the motion between the corner frequencies ``low`` and ``high`` (Hz), one of which may be None.

        A Butterworth filter of this ``order``, forth and back: no shift in time, half of the amplitude left at a
        corner. 5 % of the record at each end are tapered first, and where there is a ``low`` corner zeros are put
        before and after, 0.75 order / low seconds each. What the filter leaves in them belongs to the motion: without
        it velocities and displacements drift, so that they are kept unless ``keep_pads`` is False.
        """
        kept, degree = yes_no(keep_pads, "keep_pads"), whole_number(order, "order of the filter", 1, HIGHEST_ORDER)
        time, values = self._record("a filter")
        dt = self._even_step
        if dt is None:
            raise DrystoneError("a filter needs evenly spaced samples; give them with .resampled(dt)")
        filtered, pad = signal.band_passed(values, dt, low, high, degree)
        if pad and not kept:
            filtered = filtered[pad:-pad]
        return self.from_samples(time[0] + dt * np.arange(len(filtered)), filtered)

    def cut(self, start: float, end: float) -> Self:
        """Return the part from ``start`` to ``end`` (s), with the ground at rest at its beginning.

        ``start`` is zero then; a record that begins later than that still does, by as much.
        """
        first, last = finite_number(start, "start (s)", least=0.0), finite_number(end, "end (s)")
        time, _ = self._record("a cut")
        if not first < last or first >= time[-1] or last <= time[0]:
            raise DrystoneError(
                f"a part from {first:g} s to {last:g} s has nothing of a record from {time[0]:g} s to {time[-1]:g} s"
            )
        begun, first, last = first, max(first, float(time[0])), min(last, float(time[-1]))
        near = SAME * float(np.diff(time).min())
        inside = time[(time > first + near) & (time < last - near)]
        at = np.concatenate([[first], inside, [last]])
        return self.from_samples(at - begun, self.accelerations_at(at))

    def trimmed(self, low: float = 0.05, high: float = 0.95, before: float = 0.0, after: float = 0.0) -> Self:
        """Return the part between these shares of the Arias intensity, of all directions together, and ``before`` and
        ``after`` so many seconds more where the record has them. It begins at zero, with the ground at rest.
        """
        shares = finite_number(low, "low", least=0.0, below=1.0), finite_number(high, "high", above=0.0, most=1.0)
        more = [finite_number(one, what, least=0.0) for one, what in ((before, "before (s)"), (after, "after (s)"))]
        if not shares[0] < shares[1]:
            raise DrystoneError(f"low must be below high; got {shares[0]:g} and {shares[1]:g}")
        time, values = self._record("a cut")
        energy = np.sum([intensity.square_integral(time, one) for one in values.T], axis=0)
        if not energy[-1] > 0:
            raise DrystoneError("this motion has no accelerations; there is nothing to trim")
        start, end = intensity.significant(time, energy, *shares)
        return self.cut(max(start - more[0], float(time[0])), end + more[1])

    def strong_part(self, first: float, last: float) -> Self:
        """Return the part from the last sample before the acceleration first exceeds ``first`` (m/s2) to the first
        sample after it last exceeds ``last`` (m/s2).

        It begins at zero, with the ground at rest. What ``first`` does not move, such as a structure whose
        pseudo-static capacity is larger, rides on the ground up to there: seen from the ground it moves under the part
        as under the whole, whatever the ground's velocity by then is. The acceleration jumps at the start, which the
        first step of a run feels: take ``first`` well below what moves the structure, 0.8 of it. What is left out
        behind ``last`` acts no more, which changes what moves by then. DrystoneError where ``first`` is never exceeded,
        and where ``last`` is not from then on.
        """
        limits = finite_number(first, "first (m/s2)", least=0.0), finite_number(last, "last (m/s2)", least=0.0)
        time, values = self._record("a cut")
        size = np.linalg.norm(values, axis=1)
        begin, end = np.flatnonzero(size > limits[0]), np.flatnonzero(size > limits[1])
        if not len(begin) or not len(end) or end[-1] < begin[0]:
            raise DrystoneError(
                f"the acceleration is at most {size.max():.4g} m/s2; it has no part that exceeds {limits[0]:g} m/s2 "
                f"first and {limits[1]:g} m/s2 last"
            )
        return self.cut(float(time[max(begin[0] - 1, 0)]), float(time[min(end[-1] + 1, len(time) - 1)]))

    def with_rest(self, before: float = 0.0, after: float = 0.0) -> Self:
        """Return the motion with so many seconds without acceleration put before and after it.

        A record that does not begin or end at zero comes there on a straight line, within its shortest step outside of
        it: with an acceleration a there the ground ends faster by a dt / 2. `brought_to_rest` takes that off.
        """
        early, late = (
            finite_number(one, what, least=0.0) for one, what in ((before, "before (s)"), (after, "after (s)"))
        )
        time, values = self._record("rest")
        step = float(np.diff(time).min())
        zero = np.zeros((2, 3))
        if early:
            edge = min(step, early / 2)
            time = np.concatenate([[0.0, time[0] + early - edge], time + early])
            values = np.vstack([zero, values])
        if late:
            edge = min(step, late / 2)
            time, values = np.append(time, time[-1] + np.array([edge, late])), np.vstack([values, zero])
        return self.from_samples(time, values)

    def rotated(self, angle: float) -> Self:
        """Return the motion turned about the vertical by ``angle`` (rad), counterclockwise seen from above."""
        turn = finite_number(angle, "angle (rad)")
        time, values = self._record("a rotation")
        c, s = np.cos(turn), np.sin(turn)
        return self.from_samples(time, values @ np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]]))

    def intensity(self) -> "pd.DataFrame":
        """Return a table with a row for each direction in which the ground moves: peaks of acceleration, velocity and
        displacement, Arias intensity, cumulative absolute velocity, significant durations, and the drift: velocity and
        displacement at the end. docs/tables.md names the columns.
        """
        import pandas as pd

        time, acceleration = self.time, self.acceleration
        if self.samples is None:
            time, acceleration = (np.concatenate(one) for one in zip(*self._pieces, strict=True))
        rates = acceleration, self.velocity_at(time), self.displacement_at(time)
        rows = [
            {"direction": name, **intensity.intensity(time, *(one[:, axis] for one in rates))}
            for axis, name in enumerate("xyz")
            if self.acceleration[:, axis].any()
        ]
        table = pd.DataFrame(rows, columns=["direction", *intensity.INTENSITY_UNITS])
        return with_units(table, intensity.INTENSITY_UNITS)

    def response_spectrum(self, periods: Any = None, damping: float = 0.05) -> "pd.DataFrame":
        """Return a table with a row for each direction in which the ground moves and each natural period.

        ``periods`` (n,) in s; None for 100 from 0.02 to 10 s. ``damping``: share of the critical one, from 0 to below
        1. Columns: peaks of the displacement relative to the ground, of the velocity relative to it and of the absolute
        acceleration, and omega and omega2 times the displacement. Exact for motions that are straight lines between
        even samples, also uneven ones that are multiples of the shortest; others are read off at a sixteenth of it or
        less, and sines at 200 samples, to some 1e-3. Jumps of pulses are exact. docs/tables.md names the columns.
        """
        import pandas as pd

        chosen = finite_array(PERIODS if periods is None else periods, (None,), "periods (s)", least=1e-4)
        rows = []
        for axis, name in enumerate("xyz"):
            if not self.acceleration[:, axis].any():
                continue
            for period, peak in zip(chosen, self._ordinates(np.eye(3)[axis], chosen, damping), strict=True):
                omega = 2 * np.pi / period
                rows.append(
                    {"direction": name, "period": period, "damping": float(damping), **peak._asdict(),
                     "pseudo_velocity": omega * peak.displacement, "pseudo_acceleration": omega**2 * peak.displacement}
                )  # fmt: skip
        table = pd.DataFrame(rows, columns=["direction", *spectrum.SPECTRUM_UNITS])
        return with_units(table, spectrum.SPECTRUM_UNITS)

    def _ordinates(self, line: FloatArray, periods: Any, damping: Any) -> list[spectrum.Ordinates]:
        share = finite_number(damping, "damping", least=0.0, most=MOST_DAMPING)
        chosen = finite_array(periods, (None,), "periods (s)", least=1e-4)
        if self.samples is None:
            stretches = [(values @ line, float(time[1] - time[0])) for time, values in self._pieces]
            return spectrum.ordinates(stretches, chosen, share)
        dt, time = self._even_step, self.time
        values = self.acceleration @ line
        if dt is None:
            dt, length = float(np.diff(time).min()), float(time[-1] - time[0])
            places = (time - time[0]) / dt
            if np.abs(places - np.rint(places)).max() > SAME:  # or no sample is missed
                wanted = max(FINER, spectrum.SAMPLES_A_PERIOD * dt / float(chosen.min(initial=dt)))
                dt /= min(wanted, max(FINEST * dt / length, 1.0))
            count = work_size(
                np.ceil(length / dt - SAME) + 1, signal.MOST_SAMPLES, "samples of a ground motion", "Resample it."
            )
            values = np.interp(time[0] + dt * np.arange(count), time, values)
        return spectrum.ordinates([(values, dt)], chosen, share)

    def _record(self, what: str) -> tuple[FloatArray, FloatArray]:
        """Times and accelerations of the samples; refused for a motion that has none of its own."""
        if self.samples is None:
            raise DrystoneError(
                f"{what} needs a record, with samples; this motion is made of pulses or sines, "
                "give it some with .resampled(dt)"
            )
        return self.time, self.acceleration

    @cached_property
    def _even_step(self) -> float | None:
        return even_step(self.time)

    def _factor(self, wanted: float, found: float) -> float:
        if not found > 0:
            raise DrystoneError("this motion has no accelerations that could be scaled")
        return wanted / found
