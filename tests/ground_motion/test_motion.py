"""Ground motions: closed forms, quadrature, files, sampled view."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad

from drystone.errors import DrystoneError
from drystone.ground_motion import GroundMotion

A, TP = 3.7, 0.3
TILTED = (3.0, 0.0, 4.0)
RECORD_TIME = np.array([0.5, 0.6, 0.9, 1.0, 1.7])
RECORD = np.array([1.0, -2.0, 0.5, 0.5, -1.0])
MOTIONS = {
    "one-sine": GroundMotion.one_sine(A, TP),
    "biphasic": GroundMotion.biphasic(A, TP, TILTED),
    "harmonic": GroundMotion.harmonic(A, 2.0, (0, 1, 0), duration=1.3, phase=0.4),
    "record": GroundMotion.from_samples(RECORD_TIME, RECORD),
    "three directions": GroundMotion.from_samples(RECORD_TIME, np.outer(RECORD, (1, -2, 0.5)), scale=2.0),
}
QUADRATURE = 1e-7  # absolute; quad is split at the breaks, so its integrands are smooth


def integral(function: Any, points: np.ndarray) -> float:
    """Integrate a function of one variable, smooth between the points."""
    return float(sum(quad(function, a, b)[0] for a, b in pairwise(points)))


@pytest.mark.parametrize("name", MOTIONS)
def test_velocity_and_displacement_are_the_integrals(name: str) -> None:
    motion = MOTIONS[name]
    for t in (0.0, 0.2, 0.77, 1.1, 2.5):
        points = np.concatenate([[0.0], motion.breaks[(motion.breaks > 0) & (motion.breaks < t)], [t]])
        for axis in range(3):
            velocity = integral(lambda s, i=axis: float(motion.accelerations_at(s)[i]), points)
            moved = integral(lambda s, i=axis: float(motion.velocity_at(s)[i]), points)
            assert motion.velocity_at(t)[axis] == pytest.approx(velocity, abs=QUADRATURE)
            assert motion.displacement_at(t)[axis] == pytest.approx(moved, abs=QUADRATURE)


@pytest.mark.parametrize("name", MOTIONS)
def test_velocity_and_displacement_are_continuous(name: str) -> None:
    motion = MOTIONS[name]
    step = 1e-9
    for t in motion.breaks:
        np.testing.assert_allclose(motion.velocity_at(t - step), motion.velocity_at(t + step), atol=1e-7)
        np.testing.assert_allclose(motion.displacement_at(t - step), motion.displacement_at(t + step), atol=1e-7)


@pytest.mark.parametrize("name", MOTIONS)
def test_arrays_of_times_match_single_times(name: str) -> None:
    motion = MOTIONS[name]
    times = np.array([-1.0, 0.0, 0.05, *motion.breaks, 1.234, 9.0])
    for method in (motion.accelerations_at, motion.velocity_at, motion.displacement_at):
        values = method(times)
        assert values.shape == (len(times), 3)
        for t, value in zip(times, values, strict=True):
            np.testing.assert_array_equal(method(t), value)


@pytest.mark.parametrize("name", MOTIONS)
def test_outside_the_motion(name: str) -> None:
    motion = MOTIONS[name]
    end = motion.duration
    assert not motion.accelerations_at([-0.1, end + 1e-6]).any()
    assert not motion.velocity_at(-0.1).any()
    assert not motion.displacement_at([-0.1, 0.0]).any()
    np.testing.assert_allclose(motion.velocity_at(end + 2.0), motion.velocity_at(end))
    np.testing.assert_allclose(
        motion.displacement_at(end + 2), motion.displacement_at(end) + 2 * motion.velocity_at(end)
    )


def test_one_sine_stops_at_its_closed_form_displacement() -> None:
    motion = MOTIONS["one-sine"]
    assert motion.duration == pytest.approx(2 * TP)
    np.testing.assert_allclose(motion.velocity_at(2 * TP), 0.0, atol=1e-14)
    np.testing.assert_allclose(motion.velocity_at(TP), (2 * A * TP / np.pi, 0, 0), atol=1e-14)
    np.testing.assert_allclose(motion.displacement_at(2 * TP), (2 * A * TP**2 / np.pi, 0, 0), atol=1e-14)
    assert motion.accelerations_at(TP / 2)[0] == pytest.approx(A)


def test_biphasic_stops_and_jumps_to_the_later_value() -> None:
    motion = GroundMotion.biphasic(A, TP)
    np.testing.assert_allclose(motion.velocity_at(3 * TP), 0.0, atol=1e-14)
    assert motion.displacement_at(3 * TP)[0] == pytest.approx(1.5 * A * TP**2)  # triangle of base 3 TP, height A TP
    assert motion.accelerations_at([0.0, TP, 3 * TP])[:, 0] == pytest.approx([A, -A / 2, -A / 2])


def test_harmonic_is_the_textbook_sine() -> None:
    motion = MOTIONS["harmonic"]
    w, t = 4 * np.pi, np.linspace(0, 1.3, 50)
    np.testing.assert_allclose(motion.accelerations_at(t)[:, 1], A * np.sin(w * t + 0.4), atol=1e-12)
    np.testing.assert_allclose(motion.velocity_at(t)[:, 1], A / w * (np.cos(0.4) - np.cos(w * t + 0.4)), atol=1e-12)


def test_record_before_its_first_sample_is_still() -> None:
    motion = MOTIONS["record"]
    assert not motion.accelerations_at([0.0, 0.49]).any()
    assert not motion.displacement_at([0.0, 0.5]).any()
    np.testing.assert_allclose(motion.accelerations_at(RECORD_TIME)[:, 0], RECORD, rtol=1e-14)
    assert motion.accelerations_at(0.75)[0] == pytest.approx(-0.75)


def test_direction_is_normalised_and_scale_multiplies() -> None:
    tilted = GroundMotion.one_sine(A, TP, TILTED)
    straight = MOTIONS["one-sine"].accelerations_at(0.1)[0]
    np.testing.assert_allclose(tilted.accelerations_at(0.1), straight * np.array([0.6, 0, 0.8]))
    double = GroundMotion.from_samples(RECORD_TIME, RECORD, TILTED, scale=2.0)
    once = GroundMotion.from_samples(RECORD_TIME, RECORD, TILTED)
    np.testing.assert_allclose(double.displacement_at(1.5), 2 * once.displacement_at(1.5))
    np.testing.assert_allclose(once.scaled(2.0).displacement_at(1.5), double.displacement_at(1.5))
    assert once.scaled(2.0).pga == pytest.approx(4.0)


@pytest.mark.parametrize(
    ("name", "samples", "step"),
    [("one-sine", 401, TP / 200), ("biphasic", 601, TP / 200), ("record", 5, 0.1)],
)
def test_sampled_view(name: str, samples: int, step: float) -> None:
    motion = MOTIONS[name]
    assert motion.time.shape == (samples,)
    assert motion.acceleration.shape == (samples, 3)
    assert motion.dt == pytest.approx(step)
    np.testing.assert_array_equal(motion.acceleration, motion.accelerations_at(motion.time))
    assert motion.time[-1] == pytest.approx(motion.duration)


@pytest.mark.parametrize(("name", "peak"), [("one-sine", A), ("biphasic", A), ("record", 2.0)])
def test_peak_ground_acceleration(name: str, peak: float) -> None:
    assert MOTIONS[name].pga == pytest.approx(peak)


@pytest.mark.parametrize("separator", [" ", ",", "\t", " ; "])
def test_files_of_two_columns(tmp_path: Path, separator: str) -> None:
    path = tmp_path / "record.txt"
    rows = [f"{t}{separator}{a}" for t, a in zip(RECORD_TIME, RECORD, strict=True)]
    path.write_text("# time, acceleration\n\n" + "\n".join(rows) + "  # end\n")
    motion = GroundMotion.from_file(path, scale=0.5)
    np.testing.assert_array_equal(motion.time, RECORD_TIME)
    np.testing.assert_allclose(motion.acceleration[:, 0], 0.5 * RECORD, rtol=1e-14)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"time,acceleration\n0,1\n", "line 2: the file holds 1 sample;"),
        (b"0 1\n1 2 3\n", "line 2: expected 2 numbers, as in the first row; got 3"),
        (b"0 1\n1\n", "line 2: expected 2 numbers, as in the first row; got 1"),
        (b"0 1\n", "holds 1 sample;"),
        (b"", "holds no samples"),
        (b"0 1\n0 2\n", "record.txt.*time must increase"),
        (b"0 nan\n1 2\n", "line 1: a sample of a record must be a number; got 'nan'"),
        (b"0 1\n1 stone\n", r"line 2: a sample of a record must be a number; got \(text that is not shown\)"),
        (b"\xff\xfe\x00", "as text"),
    ],
)
def test_bad_files_are_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "record.txt"
    path.write_bytes(content)
    with pytest.raises(DrystoneError, match=message):
        GroundMotion.from_file(path)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DrystoneError, match="there is no ground motion file"):
        GroundMotion.from_file(tmp_path / "none.txt")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: GroundMotion.from_samples([0.0], [1.0]), "at least 2 samples"),
        (lambda: GroundMotion.from_samples([0, 1, 1], [1, 2, 3]), "time must increase"),
        (lambda: GroundMotion.from_samples([0, 2, 1], [1, 2, 3]), "time must increase"),
        (lambda: GroundMotion.from_samples([-1, 1], [1, 2]), "time must not be negative"),
        (lambda: GroundMotion.from_samples([0, np.nan], [1, 2]), "time must be finite"),
        (lambda: GroundMotion.from_samples([0, 1], [1, np.inf]), "acceleration must be finite"),
        (lambda: GroundMotion.from_samples([0, 1, 2], [1, 2]), "got 3 times and 2 values"),
        (
            lambda: GroundMotion.from_samples([0, 1], np.ones((2, 2))),
            r"acceleration must have the shape \(n,\) or \(n, 3\)",
        ),
        (lambda: GroundMotion.from_samples([0, 1], [1, 2], scale=np.nan), "scale must be finite"),
        (
            lambda: GroundMotion.from_samples([0, 1], [1, 2], direction=(0, 0, 0)),
            "must not be the zero vector",
        ),
        (lambda: GroundMotion.one_sine(1.0, 0.0), "half_period must be positive"),
        (lambda: GroundMotion.one_sine(np.nan, 1.0), "amplitude must be finite"),
        (lambda: GroundMotion.one_sine(1.0, 1.0, (1, 0)), r"direction must be 3 numbers"),
        (lambda: GroundMotion.biphasic(1.0, -1.0), "duration must be positive"),
        (lambda: GroundMotion.harmonic(1.0, 0.0), "frequency must be positive"),
        (lambda: GroundMotion.harmonic(1.0, 1.0, duration=np.inf), "duration must be finite"),
    ],
)
def test_bad_motions_are_refused(make: Any, message: str) -> None:
    with pytest.raises(DrystoneError, match=message):
        make()
