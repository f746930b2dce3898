"""Rocking blocks of the mid-point scheme against motions from event to event, which are first tested themselves."""

from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad, trapezoid
from scipy.optimize import brentq

import drystone as ds
from drystone.numerics.rotations import exponential
from drystone.studies.histories import energy_peaks
from drystone.studies.reproductions.block_3d import ANGLE, CASES, HALF_PERIOD, PEAK_TOLERANCE, overturned

from .rocking_block import Array, Box, G, Motion, Plane, boundary

LOCATED = 1e-7  # s: events, located by integrators with relative tolerances of 1e-11, after impacts to 1e-9 m/s
EXACT = 1e-9  # relative: what these leave of an energy in a swing
CONIC = 1e-8  # m/s: of a conic program of order one
SAMPLED = 1e-6  # relative: of an integral over samples every 0.2 ms
PEAKS = 5e-3  # s: of the first four peaks of the potential energy at dt = 1e-3
SLIDES = 1e-3  # s: sliding, where an edge becomes a corner, up to which a motion without it is trusted
LINEAR = 3e-4  # relative: what small angles leave of a block whose slenderness is 0.01 rad
SHARE = 0.01  # of the amplitude from which a block overturns

HOUSNER = Plane(0.30, 1.0), np.radians(15.0)
HOUSNER_IMPACTS = (1.12167192692, 2.13567008473, 2.89745601501, 3.51144113913, 4.0217213839, 4.45308107613)  # s
HOUSNER_PEAKS = (8.534038381, 5.939441911, 4.307728257, 3.186383233, 2.384055378)  # deg, after each impact
"""Of Housner's equation, computed apart from this project."""


def about(axis: float, angle: float) -> Array:
    """The rotation (3, 3) by an angle about the horizontal axis that is ``axis`` from x (degrees)."""
    turn = np.radians(angle) * np.array([np.cos(np.radians(axis)), np.sin(np.radians(axis)), 0.0])
    return np.asarray(exponential(turn[None])[0])


@dataclass(frozen=True)
class Case:
    """A block of half sides (m) that starts ``tilt`` about ``axis``, under a full sine of ``amplitude`` (m/s2).

    ``direction``, ``axis``: from x (degrees); ``tilt``: degrees; ``half_period`` (s); ``duration`` (s): past the fourth
    peak.
    """

    half: tuple[float, float, float]
    duration: float
    amplitude: float = 0.0
    direction: float = 0.0
    half_period: float = HALF_PERIOD
    axis: float = 0.0
    tilt: float = 0.0

    @property
    def along(self) -> Array:
        """Direction (3,) of the pulse."""
        angle = np.radians(self.direction)
        return np.array([np.cos(angle), np.sin(angle), 0.0])

    def acceleration(self, time: float) -> Array:
        """Of the ground (3,) (m/s2)."""
        wave = np.sin(np.pi * time / self.half_period) if time < 2.0 * self.half_period else 0.0
        return self.amplitude * wave * self.along

    @cache  # noqa: B019 - six cases
    def exact(self) -> Motion:
        """From event to event."""
        box = Box(self.half)
        start = box.state(about(self.axis, self.tilt))
        return box.rock(start, self.duration, self.acceleration, (2.0 * self.half_period,))

    def simulated(self, dt: float) -> ds.Trajectory:
        """By the mid-point scheme."""
        box, R = Box(self.half), about(self.axis, self.tilt)
        ground = ds.Block.box(size=(8, 8, 1), center=(0, 0, -0.5), fixed=True, name="ground")
        x, y, z = self.half
        block = ds.Block.box(size=(2 * x, 2 * y, 2 * z), center=tuple(box.state(R)[:3]), rotation=R, name="block")
        motion = ds.GroundMotion.one_sine(self.amplitude, self.half_period, self.along)
        assembly = ds.Assembly([ground, block], friction=box.friction)
        return ds.simulate(assembly, self.duration, dt, integrator="mid-point", motion=motion)


PAPER = {
    name: Case((0.3, 0.3, 1.0), peaks[3] + 0.1, amplitude, np.degrees(ANGLE))
    for name, (amplitude, _, peaks) in CASES.items()
}
OWN = {
    "free from an oblique tilt": Case((0.3, 0.2, 1.0), 1.5, axis=35.0, tilt=8.0),
    "tilted under a pulse": Case((0.25, 0.25, 0.8), 1.55, 5.0, 110.0, 0.3, 200.0, 4.0),
    "oblong base": Case((0.2, 0.3, 0.9), 1.8, 6.5, 238.0),
    "stocky": Case((0.35, 0.35, 0.8), 1.2, 9.0, -47.0),
}
"""Chosen so that 0.1 % more of the pulse, or of the tilt, moves none of the four peaks by more than half of PEAKS."""


# The motion of a box from event to event


def test_a_box_on_its_edge_has_housners_impacts() -> None:
    plane, tilt = HOUSNER
    box = Box((plane.b, 0.4, plane.h))
    motion = box.rock(box.state(about(90.0, np.degrees(tilt))), 2.3)
    assert [event.time for event in motion.events] == pytest.approx(HOUSNER_IMPACTS[:2], abs=LOCATED)
    assert {event.supports for event in motion.events} == {(1, 2), (0, 3)}
    restitution = (1.0 + 3.0 * np.cos(2.0 * np.arctan(plane.b / plane.h))) / 4.0
    assert [event.taken for event in motion.events] == pytest.approx([1.0 - restitution**2] * 2, abs=EXACT)


def test_a_square_box_on_its_corner_is_a_pendulum_in_the_plane_of_its_diagonal() -> None:
    """It lands on three corners at once and goes on about the middle one of them."""
    b, h, tilt = 0.25, 0.9, np.radians(5.0)
    box = Box((b, b, h))
    motion = box.rock(box.state(about(135.0, 5.0)), 1.0)
    arm, own = 2.0 * b * b, (b * b + h * h) / 3.0
    radius, alpha = np.sqrt(arm + h * h), np.arctan2(np.sqrt(arm), h)

    def slowness(s: float) -> float:  # of s = (tilt - angle)^(1/2), by energy
        fallen = np.cos(alpha - tilt) - np.cos(alpha - tilt + s * s)
        return float(2.0 * s / np.sqrt(2.0 * G * radius / (own + radius**2) * fallen))

    landing = motion.events[0]
    assert landing.time == pytest.approx(quad(slowness, 0.0, np.sqrt(tilt), epsabs=1e-12)[0], abs=LOCATED)
    assert landing.supports == (0,)
    restitution = (own + h * h - arm) / (own + h * h + arm)
    assert landing.taken == pytest.approx(1.0 - restitution**2, abs=EXACT)


def test_a_box_in_flight_keeps_its_momentum_and_its_energy() -> None:
    box = Box((0.2, 0.3, 0.4))
    start = box.state(about(20.0, 30.0), 1.0, (0.5, -0.3, 2.0, 3.0, -1.0, 2.0))
    motion = box.rock(start, 0.4)
    assert not motion.events
    t = motion.time[:, None]
    path = start[:3] + start[12:15] * t - np.array([0.0, 0.0, 0.5 * G]) * t**2
    assert motion.centroid == pytest.approx(path, abs=EXACT)
    momentum = np.einsum("nij,jk,nlk,nl->ni", motion.rotation, box.inertia, motion.rotation, motion.velocity[:, 3:])
    assert momentum == pytest.approx(np.broadcast_to(momentum[0], momentum.shape), abs=EXACT)
    assert motion.energy == pytest.approx(np.full(len(t), motion.energy[0]), rel=EXACT)


def test_between_impacts_the_energy_is_the_grounds_work() -> None:
    """Where the ground is still there is none of it."""
    case = OWN["tilted under a pulse"]
    motion, end = case.exact(), 2.0 * case.half_period
    ground = np.array([case.acceleration(t) for t in motion.time])
    power = -np.sum(ground * motion.velocity[:, :3], axis=1)
    assert len(motion.events) > 4
    for begin, stop in pairwise([0.0, *(event.time for event in motion.events), case.duration]):
        swing = (motion.time > begin) & (motion.time < stop)
        energy = motion.energy[swing]
        work = trapezoid(power[swing], motion.time[swing])
        assert energy[-1] - energy[0] == pytest.approx(work, abs=SAMPLED * energy[0])
        if begin > end:
            assert np.ptp(energy) < EXACT * energy[0]


def test_no_admissible_velocity_is_nearer_than_that_after_an_impact() -> None:
    """(v- - v+)'H (v - v+) <= 0 for all v with u_n >= mu |u_t|, and at v+ itself."""
    random = np.random.default_rng(5)
    box = Box((0.2, 0.3, 0.9), friction=0.5)
    H = np.eye(6)
    H[3:, 3:] = box.inertia
    for corners in ((0,), (0, 1), (1, 2, 3), (0, 1, 2, 3)):
        arms = box.corners[list(corners)]

        def excess(v: Array, arms: Array = arms) -> Array:
            u = v[:3] + np.cross(v[3:], arms)
            return np.asarray(u[:, 2] - box.friction * np.hypot(u[:, 0], u[:, 1]))

        for before in random.normal(size=(10, 6)):
            after = box.impact(arms, before, box.inertia)
            assert np.min(excess(after)) > -CONIC
            for other in random.normal(size=(30, 6)):
                other[2] += max(0.0, -float(np.min(excess(other))))
                assert (before - after) @ H @ (other - after) < CONIC


@pytest.mark.slow
@pytest.mark.parametrize("name", PAPER)
def test_peaks_of_the_papers_block(name: str) -> None:
    """Within what the study allows; 3 and 5 ms at the first peaks, which come before any impact."""
    motion = PAPER[name].exact()
    assert motion.peaks()[:4] == pytest.approx(CASES[name][2][:4], abs=PEAK_TOLERANCE)
    assert not np.any(motion.slips)
    assert np.max(motion.demand) < 0.6  # of a friction of 2


# The rectangle in its plane


def test_a_rectangle_has_housners_impacts_and_peaks() -> None:
    plane, tilt = HOUSNER
    motion = plane.rock(np.zeros_like, 4.6, tilt, step=1e-4)  # the largest sample is a peak to 1e-7 of it
    assert motion.impacts[:6] == pytest.approx(HOUSNER_IMPACTS, abs=LOCATED)
    for (begin, end), peak in zip(pairwise(motion.impacts[:6]), HOUSNER_PEAKS, strict=True):
        swing = np.abs(motion.angle[(motion.time > begin) & (motion.time < end)])
        assert np.degrees(np.max(swing)) == pytest.approx(peak, rel=SAMPLED)


def test_a_rectangle_comes_to_rest() -> None:
    """The swings are a geometric series: of restitution 0.876, nothing is left 6 s after the first impact."""
    plane, tilt = HOUSNER
    motion = plane.rock(np.zeros_like, 12.0, tilt)
    assert motion.impacts[-1] < 10.0
    assert motion.angle[-1] == motion.rate[-1] == 0.0


def unstable(amplitude: float, ratio: float, pulse: float) -> float:
    """Least a_g / (g alpha) of a sine of ``pulse`` half periods that overturns a slender block without an impact, less
    ``amplitude``; ``ratio``: omega / p.

    The linear equation (alpha - angle)'' = p^2 (alpha - angle - alpha a sin(omega t)) ends on its unstable branch:
    1/a = integral of p exp(-p (t - t0)) sin(omega t) from t0, where the block leaves the ground, a sin(omega t0) = 1.
    """
    start = np.arcsin(1.0 / amplitude) / ratio  # p t
    end = pulse * np.pi / ratio
    gain, _ = quad(lambda s: np.exp(start - s) * np.sin(ratio * s), start, end, epsabs=1e-12)
    return float(amplitude * gain - 1.0)


@pytest.mark.parametrize(("ratio", "pulse"), [(1.0, 1), (3.0, 1), (8.0, 1), (1.0, 2), (2.0, 2), (4.0, 2)])
def test_a_slender_block_overturns_without_an_impact_from_where_the_linear_one_does(ratio: float, pulse: int) -> None:
    """Half a sine (Housner 1963) and a full one (Zhang and Makris 2001)."""
    plane = Plane(0.01, 1.0)
    least = brentq(unstable, 1.0 + 1e-9, 100.0, args=(ratio, pulse), xtol=1e-12)
    omega = ratio * plane.frequency
    end = pulse * np.pi / omega

    def outcome(amplitude: float) -> tuple[bool, int]:
        motion = plane.rock(
            lambda t: np.where(t < end, amplitude * G * plane.b / plane.h * np.sin(omega * t), 0.0), end + 12.0,
            step=end / 1000,
        )  # fmt: skip
        return motion.overturned, len(motion.impacts)

    assert outcome(least * (1.0 + LINEAR)) == (True, 0)
    assert outcome(least * (1.0 - LINEAR))[1] > 0


def through_an_impact(amplitude: float, ratio: float, restitution: float) -> float:
    """How far a slender block is on the overturning side when a full sine ends, in which it is hit once (over alpha).

    ``amplitude``: a_g / (g alpha); ``ratio``: omega / p. Zhang and Makris 2001: linear, in closed form between events;
    time in 1/p, angles in alpha: x'' = x - side - a sin(omega t).
    """

    def swing(t: float, begun: float, x: float, rate: float, side: float) -> Array:
        forced = amplitude / (1.0 + ratio**2)
        apart = x - side - forced * np.sin(ratio * begun)
        faster = rate - ratio * forced * np.cos(ratio * begun)
        c, s = np.cosh(t - begun), np.sinh(t - begun)
        angle = apart * c + faster * s + side + forced * np.sin(ratio * t)
        return np.array([angle, apart * s + faster * c + ratio * forced * np.cos(ratio * t)])

    start, end = np.arcsin(1.0 / amplitude) / ratio, 2.0 * np.pi / ratio
    hit = brentq(lambda t: swing(t, start, 0.0, 0.0, -1.0)[0], 0.5 * end, end, xtol=1e-13)
    rate = restitution * float(swing(hit, start, 0.0, 0.0, -1.0)[1])
    x, rate = swing(end, hit, 0.0, rate, 1.0)
    return float(x - 1.0 + rate)


def full_sine(plane: Plane, amplitude: float, half_period: float, duration: float) -> tuple[bool, int]:
    """Whether a full sine of ``amplitude`` g b/h overturns a block, and after how many impacts."""
    peak = amplitude * G * plane.b / plane.h

    def ground(t: Array) -> Array:
        return np.where(t < 2.0 * half_period, peak * np.sin(np.pi * t / half_period), 0.0)

    motion = plane.rock(ground, duration, step=half_period / 500)
    return motion.overturned, len(motion.impacts)


def test_a_slender_block_overturns_after_an_impact_from_where_the_linear_one_does() -> None:
    """The lower of the two modes of Zhang and Makris (2001); between them there is a strip in which it stands."""
    plane, ratio = Plane(0.01, 1.0), 4.0
    half = np.pi / (ratio * plane.frequency)
    least = brentq(through_an_impact, 1.5, 2.5, args=(ratio, plane.restitution), xtol=1e-12)
    end = 2.0 * half + 12.0
    found = boundary(lambda a: full_sine(plane, a, half, end)[0], 1.5, 2.5)
    assert found == pytest.approx(least, rel=LINEAR)
    assert full_sine(plane, found * (1.0 + LINEAR), half, end) == (True, 1)


def test_between_overturning_after_an_impact_and_without_one_a_block_may_stand() -> None:
    """The two modes of Zhang and Makris (2001) with a strip between them, for omega / p = 3.9."""
    outcomes = [full_sine(HOUSNER[0], a, 0.3, 6.0) for a in np.arange(1.1, 6.0, 0.1)]
    modes = [hits if lies else None for lies, hits in outcomes]
    assert [mode for mode, last in zip(modes, [-1, *modes], strict=False) if mode != last] == [None, 1, None, 0]


@pytest.mark.slow
def test_box_and_rectangle_rock_alike_on_a_record() -> None:
    """Linear between samples every 0.05 s: two integrators, and two laws of impact, the box's a conic program."""
    every, count = 0.05, 30
    samples = 6.0 * np.random.default_rng(11).uniform(-1.0, 1.0, count + 1)
    knots = every * np.arange(count + 1)
    plane, duration = Plane(0.3, 1.0), every * count
    flat = plane.rock(lambda t: np.interp(t, knots, samples), duration)
    box = Box((plane.b, 0.4, plane.h))
    solid = box.rock(
        box.state(), duration, lambda t: np.array([np.interp(t, knots, samples), 0.0, 0.0]), tuple(knots[1:])
    )
    assert len(flat.impacts) > 1
    angle = np.arcsin(solid.rotation[:, 0, 2])
    assert np.interp(flat.time[:-1], solid.time, angle) == pytest.approx(flat.angle[:-1], abs=SAMPLED)


# The mid-point scheme


def close_to_the_exact_peaks(case: Case) -> None:
    exact = case.exact()
    assert np.sum(exact.slips) * np.ptp(exact.time) / len(exact.time) < SLIDES
    found = energy_peaks(case.simulated(1e-3), 0.01)
    assert found[:4] == pytest.approx(exact.peaks()[:4], abs=PEAKS)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["B1"])
def test_peaks_of_a_rocking_box(name: str) -> None:
    close_to_the_exact_peaks((PAPER | OWN)[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["B2", *OWN])
def test_peaks_of_more_rocking_boxes(name: str) -> None:
    close_to_the_exact_peaks((PAPER | OWN)[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", OWN)
def test_the_cases_are_not_chaotic(name: str) -> None:
    """A little more of the pulse, or of the tilt, is a little more of the time."""
    case = OWN[name]
    more = replace(case, amplitude=1.001 * case.amplitude) if case.amplitude else replace(case, tilt=1.001 * case.tilt)
    assert more.exact().peaks()[:4] == pytest.approx(case.exact().peaks()[:4], abs=0.5 * PEAKS)


@pytest.mark.slow
@pytest.mark.parametrize("dt", [5e-3, pytest.param(1e-3, marks=pytest.mark.slow)])
def test_a_full_sine_overturns_a_block_from_the_exact_amplitude_on(dt: float) -> None:
    """After an impact, the lower of the two modes; in 3 s it tilts by 45 deg 1 % above that, and is back 1 % below."""
    plane, half, duration = HOUSNER[0], 0.3, 3.0
    exact = boundary(lambda a: full_sine(plane, a, half, 6.0)[0], 1.5, 2.5)
    for share, falls in ((-SHARE, False), (SHARE, True)):
        amplitude = (1.0 + share) * exact * G * plane.b / plane.h
        case = Case((plane.b, plane.b, plane.h), duration, amplitude, half_period=half)
        assert overturned(case.simulated(dt)) == falls, f"{share:+.0%} of {exact:g} g b/h"
