"""What is done to recorded motions: closed forms, quadrature, other roads to the same numbers."""

from typing import Any

import numpy as np
import pytest
from scipy.integrate import cumulative_trapezoid, quad, solve_ivp

from drystone.errors import DrystoneError
from drystone.ground_motion import GroundMotion

from ..marks import with_slow

G = 9.80665
RANDOM = np.random.default_rng(5).normal(size=(301, 3)) * [1.0, 0.7, 0.4]
RECORD = GroundMotion.from_samples(0.02 * np.arange(301), RANDOM)
UNEVEN = GroundMotion.from_samples([0.0, 0.1, 0.15, 0.4, 0.9], [1.0, -2.0, 0.0, 3.0, -1.0])
ROUNDING = 1e-12  # of sums of some hundred numbers of order one


def sine(amplitude: float, frequency: float, duration: float, dt: float) -> GroundMotion:
    """A sampled sine along x."""
    time = dt * np.arange(round(duration / dt) + 1)
    return GroundMotion.from_samples(time, amplitude * np.sin(2 * np.pi * frequency * time))


def value(motion: GroundMotion, name: str, direction: str = "x") -> float:
    table = motion.intensity()
    return float(table.loc[table["direction"] == direction, name].iloc[0])


# --- response spectra


@pytest.mark.parametrize("damping", [0.0, 0.05, 0.3])
@pytest.mark.parametrize("period", [0.05, 0.5, 5.0])
def test_a_step_of_acceleration_has_the_textbook_overshoot(period: float, damping: float) -> None:
    """On suddenly accelerated ground the largest displacement is a/w2 (1 + exp(-pi z / sqrt(1 - z2)))."""
    time = np.arange(0.0, 3 * period, period / 400)
    table = GroundMotion.from_samples(time, np.full(len(time), 2.0)).response_spectrum([period], damping)
    overshoot = 1 + np.exp(-np.pi * damping / np.sqrt(1 - damping**2))
    assert table["pseudo_acceleration"][0] == pytest.approx(2.0 * overshoot, rel=1e-4)


def test_a_harmonic_reaches_its_steady_state() -> None:
    """Sd = a/w2 / sqrt((1 - r2)2 + (2 z r)2) once the start has died away, here by exp(-30)."""
    damping, period, ratio = 0.2, 0.5, 0.7
    motion = sine(1.3, ratio / period, 12.0, 0.5 / 200)
    omega = 2 * np.pi / period
    steady = 1.3 / omega**2 / np.hypot(1 - ratio**2, 2 * damping * ratio)
    found = motion.response_spectrum([period], damping)["displacement"][0]
    response = solve_ivp(
        lambda t, u: [u[1], -2 * damping * omega * u[1] - omega**2 * u[0] - 1.3 * np.sin(ratio * omega * t)],
        (0, 12), [0, 0], rtol=1e-10, atol=1e-12, max_step=0.02,
    )  # fmt: skip
    assert np.abs(response.y[0][response.t > 9]).max() == pytest.approx(steady, rel=2e-3)  # its own time steps
    assert found == pytest.approx(np.abs(response.y[0]).max(), rel=2e-3)


@pytest.mark.parametrize("period", with_slow([0.01, 0.03, 0.2, 1.0, 8.0], 0.01))
def test_a_spectrum_is_that_of_an_integrator(period: float) -> None:
    omega, damping = 2 * np.pi / period, 0.05
    short = GroundMotion.from_samples(RECORD.time[:40], RANDOM[:40, 0])
    end = short.duration + period / 2

    def speed(t: float, u: Any) -> list[float]:
        return [u[1], -2 * damping * omega * u[1] - omega**2 * u[0] - float(short.accelerations_at(t)[0])]

    solved = solve_ivp(
        speed, (0, end), [0, 0], max_step=min(period / 40, 0.005), rtol=1e-9, atol=1e-12, dense_output=True
    )
    moved, rate = solved.sol(np.linspace(0, end, 200 * (int(end / min(period, 0.1)) + 1)))
    absolute = 2 * damping * omega * rate + omega**2 * moved
    row = short.response_spectrum([period], damping).iloc[0]
    for name, values in (("displacement", moved), ("velocity", rate), ("acceleration", absolute)):
        assert row[name] == pytest.approx(np.abs(values).max(), rel=2e-4), name  # 1 - cos(pi/200), of the oracle's grid


@pytest.mark.parametrize("period", [0.03, 0.2])
def test_the_spectrum_of_pulses_has_their_jumps(period: float) -> None:
    """Without damping: about the place that each phase presses to the oscillator swings as far as it was from there."""
    a, first, omega = 2.0, 0.37, 2.0 * np.pi / period
    place, speed, far, fast = 0.0, 0.0, [], []
    for middle, length in ((-a / omega**2, first), (0.5 * a / omega**2, 2.0 * first), (0.0, 1.0)):
        swing = np.hypot(place - middle, speed / omega)
        far.append(abs(middle) + swing)
        fast.append(omega * swing)
        turned = omega * length
        place, speed = (
            middle + (place - middle) * np.cos(turned) + speed / omega * np.sin(turned),
            speed * np.cos(turned) - omega * (place - middle) * np.sin(turned),
        )
    motion = GroundMotion.biphasic(a, first, direction=(0, 1, 0))
    found = motion.response_spectrum([period], damping=0.0).iloc[0]
    assert found["displacement"] == pytest.approx(max(far), rel=1e-5)
    assert found["velocity"] == pytest.approx(max(fast), rel=1e-5)
    told = motion.intensity().iloc[0]
    assert told["arias"] == pytest.approx(np.pi / (2 * 9.80665) * 1.5 * a**2 * first, rel=1e-12)
    assert told["cav"] == pytest.approx(2.0 * a * first, rel=1e-12)
    assert [told["d5_75"], told["d5_95"]] == pytest.approx([1.425 * first, 2.625 * first], rel=1e-12)


def test_the_spectrum_of_an_uneven_record_has_its_peaks() -> None:
    """As that of the same straight lines in steps that meet every sample. A third was missing of the first."""
    time_of = {(0.0, 10.0, 0.0, 0.0): [0.0, 0.3, 0.5, 1.0], (0.0, 10.0, -3.0, 1.0): [0.0, 0.37, 0.5, 1.0]}
    for peaks, time in time_of.items():
        uneven = GroundMotion.from_samples(time, peaks)
        even = uneven.resampled(0.01, "linear")
        periods = [0.05, 0.1, 0.5, 3.0]
        expected = even.response_spectrum(periods).iloc[:, 3:]
        np.testing.assert_allclose(uneven.response_spectrum(periods).iloc[:, 3:], expected, rtol=2e-3)


def test_the_ends_of_a_spectrum() -> None:
    """A stiff oscillator feels the ground's acceleration, a soft one its displacement."""
    motion = sine(1.0, 1.0, 2.0, 0.01)
    table = motion.response_spectrum([0.01, 500.0], 0.05)
    assert table["acceleration"][0] == pytest.approx(motion.pga, rel=5e-3)  # it rings at the samples' corners
    assert table["displacement"][1] == pytest.approx(np.abs(motion.displacement_at(motion.time)).max(), rel=0.1)
    assert table["period"].tolist() == [0.01, 500.0]


def test_columns_of_a_spectrum_belong_together() -> None:
    table = RECORD.response_spectrum()
    assert table.groupby("direction", sort=False).size().to_dict() == {"x": 100, "y": 100, "z": 100}
    omega = 2 * np.pi / table["period"]
    np.testing.assert_allclose(table["pseudo_velocity"], omega * table["displacement"])
    np.testing.assert_allclose(table["pseudo_acceleration"], omega**2 * table["displacement"])
    doubled = RECORD.scaled(2.0).response_spectrum()
    np.testing.assert_allclose(doubled["displacement"], 2 * table["displacement"])


# --- measures of intensity


@pytest.mark.parametrize("motion", [RECORD, UNEVEN])
def test_arias_and_cav_are_the_integrals(motion: GroundMotion) -> None:
    def integral(function: Any) -> float:
        pairs = zip(motion.time[:-1], motion.time[1:], strict=True)
        return sum(quad(lambda t: function(float(motion.accelerations_at(t)[0])), a, b, limit=200)[0] for a, b in pairs)

    assert value(motion, "arias") == pytest.approx(np.pi / (2 * G) * integral(lambda a: a * a), rel=1e-9)
    assert value(motion, "cav") == pytest.approx(integral(abs), rel=1e-5)  # quad meets a kink


def test_measures_of_a_sine() -> None:
    """Over whole periods of a sin(wt): a2 T/2, 2/pi a T, 2a/w, and a share of the duration."""
    amplitude, frequency, duration = 1.7, 2.0, 10.0
    motion = sine(amplitude, frequency, duration, 1e-3)
    omega = 2 * np.pi * frequency
    close = 2e-5  # (w dt)2 / 6
    assert value(motion, "pga") == pytest.approx(amplitude, rel=close)
    assert value(motion, "pgv") == pytest.approx(2 * amplitude / omega, rel=close)
    assert value(motion, "pgd") == pytest.approx(amplitude / omega * duration, rel=close)
    assert value(motion, "arias") == pytest.approx(np.pi / (2 * G) * amplitude**2 * duration / 2, rel=4 * close)
    assert value(motion, "cav") == pytest.approx(2 / np.pi * amplitude * duration, rel=4 * close)
    assert value(motion, "d5_95") == pytest.approx(0.9 * duration, abs=1e-9)  # the shares fall on whole periods
    assert value(motion, "d5_75") == pytest.approx(0.7 * duration, abs=1e-9)
    assert value(motion, "velocity_at_end") == pytest.approx(0.0, abs=1e-6)
    assert value(motion, "displacement_at_end") == pytest.approx(amplitude / omega * duration, rel=close)


def test_motions_that_jump_have_the_velocities_of_the_ground() -> None:
    """A pulse of 5 m/s2 for 0.2 s, then half of it against it: 1 m/s at most, 0.3 m, at rest afterwards."""
    motion = GroundMotion.biphasic(5.0, 0.2)
    assert value(motion, "pgv") == pytest.approx(1.0, rel=5e-3)  # of the samples, 200 of the first phase
    assert value(motion, "pgd") == pytest.approx(0.3, rel=ROUNDING)
    assert value(motion, "velocity_at_end") == pytest.approx(0.0, abs=ROUNDING)
    assert value(motion, "displacement_at_end") == pytest.approx(0.3, rel=ROUNDING)


@pytest.mark.parametrize("motion", [RECORD, UNEVEN])
def test_the_table_shows_the_drift_of_the_motion(motion: GroundMotion) -> None:
    table, h = motion.intensity(), np.diff(motion.time)
    for axis, name in enumerate("xyz"[: len(table)]):
        a = motion.acceleration[:, axis]
        velocity = cumulative_trapezoid(a, motion.time, initial=0.0)
        moved = np.append(0.0, np.cumsum(velocity[:-1] * h + h**2 * (2 * a[:-1] + a[1:]) / 6))
        assert value(motion, "velocity_at_end", name) == pytest.approx(velocity[-1], abs=ROUNDING)
        assert value(motion, "displacement_at_end", name) == pytest.approx(moved[-1], abs=ROUNDING)
        assert value(motion, "pgv", name) == pytest.approx(np.abs(velocity).max())
        assert value(motion, "pgd", name) == pytest.approx(np.abs(moved).max())


# --- processing


def test_finer_samples_on_straight_lines_are_the_same_motion() -> None:
    finer = RECORD.resampled(0.005, "linear")
    times = np.linspace(0, RECORD.duration, 777)
    np.testing.assert_allclose(finer.accelerations_at(times), RECORD.accelerations_at(times), atol=1e-10)
    np.testing.assert_allclose(finer.displacement_at(times), RECORD.displacement_at(times), atol=1e-10)


@pytest.mark.parametrize(("frequency", "left"), [(2.0, 1.0), (40.0, 0.0)])
def test_coarser_samples_keep_low_frequencies_and_fold_no_high_ones(frequency: float, left: float) -> None:
    motion = sine(1.0, frequency, 10.0, 0.005)
    coarse = motion.resampled(0.05)  # Nyquist frequency 10 Hz
    assert coarse.dt == pytest.approx(0.05)
    middle = coarse.acceleration[20:-20, 0]
    np.testing.assert_allclose(middle, left * np.sin(2 * np.pi * frequency * coarse.time[20:-20]), atol=0.02)


@pytest.mark.parametrize("dt", [0.001, 0.025, 0.03, 0.05, 0.07, 0.1, 0.2])
def test_new_samples_end_with_the_record(dt: float) -> None:
    """The ground stands still after the record: a sample behind its end goes on accelerating it."""
    constant = GroundMotion.from_samples(0.1 * np.arange(11), np.ones(11))
    found = constant.resampled(dt)
    assert 1.0 - dt < found.duration <= 1.0 + ROUNDING
    assert len(found.time) == len(constant.resampled(dt, "linear").time)
    assert found.velocity_at(9.0)[0] == pytest.approx(found.duration, abs=1e-4)  # of the filter


def test_a_motion_of_sines_gets_samples() -> None:
    smooth = GroundMotion.harmonic(1.0, 1.0, duration=2.0)
    sampled = smooth.resampled(0.01)
    np.testing.assert_allclose(sampled.acceleration, smooth.accelerations_at(sampled.time), atol=1e-12)
    with pytest.raises(DrystoneError, match="made of pulses or sines"):
        smooth.filtered(1.0, 5.0)


@pytest.mark.parametrize("order", [0, 1, 3])
@pytest.mark.parametrize("motion", [RECORD, UNEVEN])
def test_a_baseline_takes_its_polynomial_off_and_nothing_else(motion: GroundMotion, order: int) -> None:
    once = motion.baseline_corrected(order)
    trend = np.polynomial.Polynomial([0.3, -0.2, 0.1, 0.05][: order + 1])(motion.time)
    drifting = GroundMotion.from_samples(motion.time, motion.acceleration + trend[:, None])
    np.testing.assert_allclose(drifting.baseline_corrected(order).acceleration, once.acceleration, atol=1e-10)
    np.testing.assert_allclose(once.baseline_corrected(order).acceleration, once.acceleration, atol=1e-10)
    assert np.abs(once.acceleration.sum(axis=0)).max() < 1e-10  # least squares leave nothing of a constant


@pytest.mark.parametrize("motion", [RECORD, UNEVEN])
def test_a_motion_brought_to_rest_ends_where_it_began(motion: GroundMotion) -> None:
    rest = motion.brought_to_rest()
    np.testing.assert_allclose(rest.velocity_at(rest.duration), 0.0, atol=1e-12)
    np.testing.assert_allclose(rest.displacement_at(rest.duration), 0.0, atol=1e-12)
    line = (motion.acceleration - rest.acceleration)[:, 0]
    np.testing.assert_allclose(np.diff(np.diff(line) / np.diff(motion.time)), 0.0, atol=1e-9)


@pytest.mark.parametrize(
    ("frequency", "corners", "left"),
    [
        (2.0, (0.2, 10.0), 1.0),
        (0.02, (0.2, 10.0), 0.0),
        (20.0, (0.2, 10.0), 0.0),
        (10.0, (None, 10.0), 0.5),
        (1.0, (1.0, None), 0.5),
    ],
)
def test_a_filter_lets_its_band_through_without_a_shift(
    frequency: float, corners: tuple[float | None, float | None], left: float
) -> None:
    """Forth and back, the gain of a Butterworth filter is 1 / (1 + (f/fc)^2n): a half at a corner."""
    motion = sine(1.0, frequency, 60.0, 0.01)
    filtered = motion.filtered(*corners, keep_pads=False)
    assert len(filtered.time) == len(motion.time)
    middle = (motion.time > 20) & (motion.time < 40)
    np.testing.assert_allclose(filtered.acceleration[middle], left * motion.acceleration[middle], atol=0.02)


def test_pads_keep_what_the_filter_leaves_there() -> None:
    kept, cut = RECORD.filtered(0.5, 10.0), RECORD.filtered(0.5, 10.0, keep_pads=False)
    pad = (len(kept.time) - len(cut.time)) // 2
    assert pad * 0.02 == pytest.approx(0.75 * 4 / 0.5)
    np.testing.assert_allclose(kept.acceleration[pad:-pad], cut.acceleration, atol=1e-15)
    drift = [float(np.linalg.norm(one.displacement_at(one.duration))) for one in (kept, cut)]
    assert drift[0] < 0.1 * drift[1]


@pytest.mark.parametrize(("start", "begins"), [(0.0, 1.0), (0.4, 0.6), (1.0, 0.0), (1.25, 0.0)])
def test_a_cut_keeps_when_a_late_record_begins(start: float, begins: float) -> None:
    late = GroundMotion.from_samples([1.0, 1.5, 2.0, 2.5], [0.0, 1.0, -1.0, 0.0])
    part = late.cut(start, 2.0)
    assert part.time[0] == pytest.approx(begins, abs=1e-15)
    assert part.duration == pytest.approx(2.0 - start, abs=1e-15)
    seen = np.linspace(begins, 2.0 - start, 50)
    assert np.allclose(part.accelerations_at(seen), late.accelerations_at(seen + start), atol=1e-12)
    assert late.trimmed(0.0, 1.0, before=0.5).time[0] == 0.0


def test_cuts_at_samples_leave_no_steps_of_rounding() -> None:
    """10.04 s is 1004 hundredths of a second but for a bit: a spectrum would take 1e15 samples."""
    time = 0.01 * np.arange(2001)
    record = GroundMotion.from_samples(time, np.sin(time))
    for start in range(4, 1400, 37):
        part = record.cut(start / 100, start / 100 + 5.0)
        assert len(part.time) == 501
        assert np.min(np.diff(part.time)) > 0.0099


def test_a_part_of_a_record() -> None:
    part = RECORD.cut(0.5, 1.237)
    assert part.duration == pytest.approx(0.737)
    for t in (0.0, 0.1, 0.7):
        np.testing.assert_allclose(part.accelerations_at(t), RECORD.accelerations_at(0.5 + t), atol=1e-12)
    assert not part.velocity_at(0.0).any()


def test_trimming_keeps_the_shares_of_the_intensity() -> None:
    motion = GroundMotion.from_samples(RECORD.time, RANDOM[:, 0])
    trimmed = motion.trimmed(0.1, 0.7)
    assert value(trimmed, "arias") == pytest.approx(0.6 * value(motion, "arias"), rel=1e-2)  # linear within a step
    assert motion.trimmed().duration == pytest.approx(value(motion, "d5_95"))
    assert motion.trimmed(before=0.1, after=0.2).duration == pytest.approx(value(motion, "d5_95") + 0.3, abs=1e-9)
    assert motion.trimmed(before=1e6, after=1e6).duration == pytest.approx(motion.duration)


def test_rest_before_and_after() -> None:
    longer = RECORD.with_rest(2.0, 3.0)
    assert longer.duration == pytest.approx(RECORD.duration + 5.0)
    np.testing.assert_allclose(longer.accelerations_at(RECORD.time + 2.0), RANDOM, atol=1e-9)
    assert not longer.accelerations_at([0.5, 1.9, RECORD.duration + 2.1]).any()


def test_turning_the_ground() -> None:
    turned = RECORD.rotated(np.pi / 2)
    np.testing.assert_allclose(turned.acceleration, RANDOM[:, [1, 0, 2]] * [-1, 1, 1], atol=1e-15)
    np.testing.assert_allclose(RECORD.rotated(0.3).rotated(-0.3).acceleration, RANDOM, atol=1e-14)
    assert RECORD.rotated(1.0).pga == pytest.approx(RECORD.pga)


def test_scaling_to_a_peak_and_to_a_spectral_ordinate() -> None:
    assert RECORD.scaled_to_pga(3.0).pga == pytest.approx(3.0)
    one = RECORD.scaled_to_spectrum(2.0, 0.5, 0.05, direction=(0, 1, 0)).response_spectrum([0.5])
    assert one.loc[one["direction"] == "y", "pseudo_acceleration"].iloc[0] == pytest.approx(2.0)
    both = RECORD.scaled_to_spectrum(2.0, 0.5).response_spectrum([0.5])["pseudo_acceleration"]
    assert np.sqrt(both[0] * both[1]) == pytest.approx(2.0)
    up = GroundMotion.from_samples(RECORD.time, RANDOM[:, 0], (0, 0, 1)).scaled_to_spectrum(2.0, 0.5)
    assert up.response_spectrum([0.5])["pseudo_acceleration"].tolist() == pytest.approx([2.0])


# --- motion by displacement


def test_a_displacement_that_is_repeated_at_the_end_stops_the_ground() -> None:
    time = np.linspace(0.0, 2.0, 201)
    moved = np.outer(time**2 * (6.0 - time) / 16.0, (1.0, 0.5, -0.4))  # still moves at 2 s
    once = GroundMotion.from_displacement(np.append(time, 2.01), np.vstack([moved, moved[-1]]))
    assert np.abs(once.velocity_at(3.0)).max() < 1e-12
    assert once.displacement_at([1.0, 2.0, 2.01, 9.0]) == pytest.approx(moved[[100, 200, 200, 200]], abs=1e-12)
    assert GroundMotion.from_displacement(time, moved).velocity_at(3.0)[0] == pytest.approx(0.75, rel=1e-6)


def test_a_displacement_is_met_at_every_sample() -> None:
    time = np.sort(np.random.default_rng(2).uniform(0.1, 4.0, 50))
    moved = np.random.default_rng(3).normal(size=(50, 3))
    motion = GroundMotion.from_displacement(time, moved - moved[0])
    np.testing.assert_allclose(motion.displacement_at(time), moved - moved[0], rtol=1e-7, atol=1e-6)
    assert not motion.velocity_at(time[0]).any()


def test_a_smooth_displacement_has_its_accelerations() -> None:
    """Errors of a cubic spline's second derivative fall with the square of the step."""
    errors = []
    for count in (51, 101, 201):
        time = np.linspace(0.0, 2.0, count)
        motion = GroundMotion.from_displacement(time, 0.1 * (1 - np.cos(5 * time)), direction=(0, 2, 0))
        np.testing.assert_allclose(motion.displacement_at(time)[:, 1], 0.1 * (1 - np.cos(5 * time)), atol=1e-12)
        middle = (time > 0.2) & (time < 1.8)
        errors.append(np.abs(motion.acceleration[middle, 1] - 2.5 * np.cos(5 * time[middle])).max())
    assert np.log2(errors[0] / errors[1]) > 1.8
    assert np.log2(errors[1] / errors[2]) > 1.8


@pytest.mark.parametrize(
    ("first", "last", "kept"),
    [
        (2.0, 2.0, (1, 6)),
        (2.0, 0.0, (1, 8)),  # nothing behind the last sample
        (3.0, 3.0, (4, 6)),  # 3 itself does not exceed 3
        (0.8, 3.5, (0, 6)),  # nothing before the first one
    ],
)
def test_the_strong_part_is_between_the_samples_around_it(first: float, last: float, kept: tuple[int, int]) -> None:
    time, values = 0.25 * np.arange(9.0), np.array([1.0, 0.5, 3.0, -1.0, 0.5, -4.0, 0.25, 0.0, 0.75])
    motion = GroundMotion.from_samples(time, values, direction=(0.0, 1.0, 0.0))
    part = motion.strong_part(first, last)
    begin, end = kept
    np.testing.assert_allclose(part.time, time[begin : end + 1] - time[begin], rtol=0, atol=1e-15)
    np.testing.assert_allclose(part.acceleration, motion.acceleration[begin : end + 1], rtol=0, atol=1e-15)
    assert np.all(part.velocity_at([0.0]) == 0.0)
    assert np.all(part.displacement_at([0.0]) == 0.0)


def test_the_strong_part_counts_the_length_of_the_vector() -> None:
    """3 m/s2 along x and 4 along y exceed 4.9 together, neither of them alone."""
    both = np.zeros((6, 3))
    both[2], both[3], both[4] = (3.0, 4.0, 0.0), (4.5, 0.0, 0.0), (0.0, 0.0, 4.5)
    part = GroundMotion.from_samples(np.arange(6.0), both).strong_part(4.9, 4.9)
    np.testing.assert_array_equal(part.acceleration, both[1:4])


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GroundMotion.from_displacement([0, 1, 2], [1, 2, 3]), "the ground starts in its place"),
        (lambda: GroundMotion.from_displacement([0, 1], [0, 1]), "at least 3 samples"),
        (lambda: GroundMotion.from_displacement([0, 2, 1], [0, 1, 2]), "time must increase"),
        (lambda: GroundMotion.from_displacement([0, 1, 2], [0, 1]), "3 times and 2 displacements"),
        (lambda: RECORD.filtered(), "a filter needs a corner"),
        (lambda: RECORD.filtered(10.0, 1.0), "corner frequencies must rise"),
        (lambda: RECORD.filtered(1.0, 25.0), "between 0 and 25 Hz"),
        (lambda: RECORD.filtered(1.0, 10.0, order=0), "order of the filter"),
        (lambda: UNEVEN.filtered(0.1, 1.0), "evenly spaced"),
        (lambda: RECORD.baseline_corrected(-1), "order of the polynomial"),
        (lambda: UNEVEN.baseline_corrected(7), "needs more samples"),
        (lambda: RECORD.cut(7.0, 9.0), "has nothing of a record"),
        (lambda: RECORD.trimmed(0.9, 0.1), "low must be below high"),
        (lambda: UNEVEN.strong_part(3.0, 0.0), "at most 3 m/s2; it has no part that exceeds 3 m/s2 first"),
        (lambda: UNEVEN.strong_part(2.5, 3.5), "exceeds 2.5 m/s2 first and 3.5 m/s2 last"),
        (lambda: UNEVEN.strong_part(-1.0, 0.0), "first"),
        (lambda: GroundMotion.one_sine(1.0, 0.5).strong_part(0.5, 0.5), "needs a record"),
        (lambda: RECORD.resampled(100.0), "dt must be at most the duration"),
        (lambda: RECORD.resampled(0.01, "cubic"), "unknown method of resampling 'cubic'"),
        (lambda: RECORD.response_spectrum([0.0]), "periods"),
        (lambda: RECORD.response_spectrum([1.0], 1.0), "damping"),
        (lambda: RECORD.scaled(0.0).scaled_to_pga(1.0), "no accelerations that could be scaled"),
        (lambda: RECORD.scaled(0.0).trimmed(), "nothing to trim"),
    ],
)
def test_what_cannot_be_done_is_said(make: Any, message: str) -> None:
    with pytest.raises(DrystoneError, match=message):
        make()
