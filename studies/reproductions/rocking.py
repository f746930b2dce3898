"""The rocking block of Housner, exactly: smooth motion between impacts, events located by the integrator.

References: G. W. Housner, The behavior of inverted pendulum structures during earthquakes, Bulletin of the
Seismological Society of America 53 (1963) 403-417; J. Zhang, N. Makris, Rocking response of free-standing blocks
under cycloidal pulses, Journal of Engineering Mechanics 127 (2001) 473-483.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.integrate import solve_ivp

from ...checks import FloatArray
from ...model.gravity import ONE_G

__all__ = ["RockingBlock", "RockingMotion"]

TOLERANCE = 1e-12  # of the integrator: the events are exact to about ten digits


class RockingMotion(NamedTuple):
    """Free rocking: ``time`` (n,) (s), ``angle`` (n,) (rad), ``rate`` (n,) (rad/s).

    ``impacts`` (k,): times of the impacts (s); ``peaks`` (k - 1,): largest |angle| between them (rad).
    """

    time: FloatArray
    angle: FloatArray
    rate: FloatArray
    impacts: FloatArray
    peaks: FloatArray


@dataclass(frozen=True)
class RockingBlock:
    """A block of half width b and half height h (m) that rocks without sliding or bouncing."""

    b: float
    h: float

    @property
    def slenderness(self) -> float:
        """Slenderness angle alpha = atan(b/h) (rad)."""
        return float(np.arctan2(self.b, self.h))

    @property
    def frequency(self) -> float:
        """Frequency parameter p = sqrt(3 g / (4 R)) (rad/s), R the half diagonal."""
        return float(np.sqrt(3 * ONE_G / (4 * np.hypot(self.b, self.h))))

    @property
    def restitution(self) -> float:
        """Ratio of the angular velocities after and before an impact, (1 + 3 cos 2 alpha)/4."""
        return float((1 + 3 * np.cos(2 * self.slenderness)) / 4)

    def free_rocking(self, angle: float, impacts: int) -> RockingMotion:
        """Motion from rest at ``angle`` (rad) through the given number of ``impacts``.

        angle'' = -p^2 sin(alpha sgn(angle) - angle)      (Nodargi and Bisegna 2024, eq 23)
        """
        parts, events, peaks, state = [], [0.0], [], np.array([angle, 0.0])
        alpha = self.slenderness
        for _ in range(impacts):
            swing = self._swing(state)
            parts.append(np.column_stack([events[-1] + swing.t, swing.y.T]))
            height = np.cos(alpha) + 0.5 * (state[1] / self.frequency) ** 2  # by energy
            peaks.append(alpha - float(np.arccos(min(1.0, height))))
            events.append(events[-1] + float(swing.t_events[0][0]))
            state = np.array([0.0, self.restitution * float(swing.y_events[0][0][1])])
        time, turned, rate = np.concatenate(parts).T
        return RockingMotion(time, turned, rate, np.array(events[1:]), np.array(peaks[1:]))

    def _swing(self, state: FloatArray) -> "solve_ivp":
        """From one impact to the next, which takes less than 100 s."""
        side, p2, alpha = np.sign(state[0] or state[1]), self.frequency**2, self.slenderness

        def slope(_: float, y: FloatArray) -> list[float]:
            return [y[1], -p2 * np.sin(alpha * side - y[0])]

        def upright(time: float, y: FloatArray) -> float:
            return float(y[0]) if time > 0 else float(side)

        upright.__dict__.update(terminal=True, direction=-side)  # how solve_ivp is made to stop there
        return solve_ivp(
            slope, (0, 100.0), state, events=upright, rtol=TOLERANCE, atol=TOLERANCE, max_step=0.02, method="DOP853"
        )
