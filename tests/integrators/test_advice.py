"""Advice on the time step: each limit by the sizes it comes from, and what it says of the error held against runs."""

from inspect import signature

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import drystone as ds
from drystone.cli import main
from drystone.integrators.advice import SLIDES, _rounded_down, _shortest_period
from drystone.structures import block, column, wall
from drystone.studies.histories import rotation_about_y, zero_crossings
from drystone.studies.reproductions.housner import BLOCK, LEAST_SWING, TILT, housner_block

SLOW = ds.GroundMotion.one_sine(1.0, 5.0)


def first_reason(assembly: ds.Assembly, motion: ds.GroundMotion | None = None, **more: object) -> str:
    return ds.suggest_dt(assembly, motion, **more).why[0]  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("integrator", ["backward-euler", "mid-point"])
def test_the_error_is_what_it_says_or_less(integrator: str) -> None:
    """Impact times of the block of Housner, which were not made for this test: by the event-driven solution."""
    advice = ds.suggest_dt(housner_block(), accuracy=0.05, integrator=integrator)
    run = ds.simulate(housner_block(), 3.0, advice.dt, integrator=integrator, options={"record_contacts": False})
    found = zero_crossings(run.time, TILT + rotation_about_y(run, "block"), LEAST_SWING)[:3]
    exact = BLOCK.free_rocking(TILT, 3).impacts
    assert np.max(np.abs(found / exact - 1.0)) <= advice.error <= 0.05


def test_the_default_integrator_is_that_of_a_run() -> None:
    defaults = [signature(function).parameters["integrator"].default for function in (ds.suggest_dt, ds.simulate)]
    assert defaults[0] == defaults[1]


def test_rocking_goes_with_the_root_of_the_size() -> None:
    """Blocks four times as large rock half as fast; R and p of the block are what Housner says."""
    small, large = block(0.3, 0.3, 1.0), block(1.2, 1.2, 4.0)
    radius = 0.5 * np.sqrt(0.3**2 + 0.3**2 + 1.0)
    limits = []
    for one, scale in ((small, 1.0), (large, 4.0)):
        reason = first_reason(one)
        p = np.sqrt(0.75 * 9.81 / (scale * radius))
        assert f"p = sqrt(3g/4R) = {p:.3g}/s" in reason
        limits.append(ds.suggest_dt(one).error / ds.suggest_dt(one).dt)
    assert limits[0] == pytest.approx(2.0 * limits[1])


def test_the_smallest_block_decides() -> None:
    stones = [ds.Block.box((1, 1, 2), (0, 0, 1.0), name="large"), ds.Block.box((0.1, 0.1, 0.2), (3, 0, 0.1))]
    ground = ds.Block.box((9, 9, 1), (0, 0, -0.5), fixed=True)
    assert f"R = {0.5 * np.sqrt(0.06):.3g} m" in first_reason(ds.Assembly([ground, *stones]))


def test_second_order_allows_longer_steps() -> None:
    steps = [ds.suggest_dt(wall(3, 3), integrator=name).dt for name in ("backward-euler", "mid-point")]
    assert steps[0] < steps[1]


@pytest.mark.parametrize(("share", "period"), [(0.1, 0.05), (0.01, 0.5)])
def test_periods_of_a_record_matter_by_their_power(share: float, period: float) -> None:
    """2 Hz and 20 Hz, the second with a tenth and a hundredth of the power: five hundredths do not matter."""
    time = np.arange(0.0, 10.0, 0.005)
    values = np.sqrt(1.0 - share) * np.sin(4.0 * np.pi * time) + np.sqrt(share) * np.sin(40.0 * np.pi * time)
    assert _shortest_period(ds.GroundMotion.from_samples(time, values)) == pytest.approx(period, rel=0.01)


def test_steps_follow_the_ground() -> None:
    stone = block(1, 1, 1)
    fast = ds.GroundMotion.harmonic(0.1, 100.0, duration=1.0)
    assert "shortest period, 0.01 s" in first_reason(stone, fast, integrator="mid-point")
    assert ds.suggest_dt(stone, fast, integrator="mid-point").dt == 5e-4
    time = np.arange(0.0, 1.0, 1e-3)
    record = ds.GroundMotion.from_samples(time, np.sin(2.0 * np.pi * time))
    reason = first_reason(stone, record, integrator="mid-point", accuracy=1.0)
    assert reason == "0.001 s: the record's sampling interval"
    still = ds.GroundMotion.from_samples(time, 0.0 * time)
    assert ds.suggest_dt(stone, still) == ds.suggest_dt(stone)


def test_nothing_passes_a_thin_block() -> None:
    """Ground that reaches 2 A / omega = 10 m/s, and a plate of 1 cm: half of it is passed in less than 0.5 ms."""
    ground = ds.Block.box((9, 9, 1), (0, 0, -0.5), fixed=True)
    plate = ds.Assembly([ground, ds.Block.box((4, 4, 0.01), (0, 0, 0.005))])
    motion = ds.GroundMotion.one_sine(5.0 * np.pi, 1.0)
    advice = ds.suggest_dt(plate, motion, integrator="mid-point", accuracy=1.0)
    speed = 10.0 + np.sqrt(2.0 * 9.81 * 0.01)
    assert advice.why[0].startswith(f"{0.005 / speed:.2g} s: half of the thinnest block, 0.01 m")
    assert advice.dt == 2e-4


def flat_block(friction: float) -> ds.Assembly:
    ground = ds.Block.box((20, 4, 1), (5, 0, -0.5), fixed=True)
    return ds.Assembly([ground, ds.Block.box((0.5, 0.5, 0.1), (0, 0, 0.05), name="block")], friction=friction)


def newmark(amplitude: float, frequency: float, grip: float, times: np.ndarray) -> np.ndarray:
    """Slip (m) at ``times`` under a sine (m/s2, Hz): w' = -a - grip sign(w), integrated from turn to turn."""
    slip, begin, last = np.zeros(len(times)), 0.0, (0.0, 0.0)

    def ground(t: float) -> float:
        return float(amplitude * np.sin(2.0 * np.pi * frequency * t))

    while begin < times[-1] - 1e-9:
        pushed = ground(begin + 1e-9)
        sense = -np.sign(pushed) if abs(pushed) > grip else 0.0

        def slope(t: float, y: np.ndarray, s: float = sense) -> tuple[float, float]:
            return (y[1], -ground(t) - s * grip) if s else (0.0, 0.0)

        def turn(t: float, y: np.ndarray, s: float = sense) -> float:
            return float(s * y[1]) if s else grip - abs(ground(t))

        turn.terminal, turn.direction = True, -1.0  # type: ignore[attr-defined]
        part = solve_ivp(
            slope, (begin, times[-1]), last, rtol=1e-11, atol=1e-13, max_step=5e-3, events=turn, dense_output=True
        )
        here = (times >= begin) & (times <= part.t[-1])
        slip[here] = part.sol(times[here])[0]
        begin, last = float(part.t[-1]) + 1e-10, (float(part.y[0, -1]), 0.0)
    return slip


@pytest.mark.parametrize(
    ("integrator", "friction"), [pytest.param("mid-point", 0.3, marks=pytest.mark.slow), ("backward-euler", 0.4)]
)
def test_slips_to_and_fro_are_off_by_what_it_says_or_less(integrator: str, friction: float) -> None:
    """1 g at 1 Hz for three periods; V / A is T / (2 pi).

    `mid-point` parts the steps in which a single block turns round; what it says holds where joints turn one by one.
    """
    motion = ds.GroundMotion.harmonic(9.81, 1.0, duration=3.0)
    advice = ds.suggest_dt(flat_block(friction), motion, accuracy=0.07, integrator=integrator)
    limit = next(float(why.split()[0]) for why in advice.why if "sliding to and fro" in why)
    rate = SLIDES * (1.0 - friction) * 2.0 * np.pi
    assert limit == pytest.approx(0.07 / rate, rel=0.05)
    errors = []
    for dt in (0.01, 0.02):
        run = ds.simulate(flat_block(friction), 3.0, dt, motion=motion, formulation="coulomb", integrator=integrator)
        slip = run.position[:, 1, 0] - run.position[0, 1, 0] - run.ground[:, 0]
        exact = newmark(9.81, 1.0, friction * 9.81, run.time)
        errors.append(float(np.max(np.abs(slip - exact)) / np.ptp(exact)))
    assert errors[0] <= rate * 0.01
    assert (errors[0] > 0.01) == (integrator == "backward-euler")
    assert errors[1] <= rate * 0.02


@pytest.mark.parametrize(("amplitude", "gravity"), [(0.59, 9.81), (1.0, 0.0)])
def test_sliding_limits_nothing_where_friction_holds(amplitude: float, gravity: float) -> None:
    motion = ds.GroundMotion.harmonic(amplitude * 9.81, 1.0, duration=3.0)
    advice = ds.suggest_dt(flat_block(0.6), motion, gravity=(0, 0, -gravity))
    assert not [why for why in advice.why if "sliding" in why]
    if gravity:
        stronger = ds.GroundMotion.harmonic(0.61 * 9.81, 1.0, direction=(0, 1, 0), duration=3.0)
        assert [why for why in ds.suggest_dt(flat_block(0.6), stronger).why if "sliding" in why]


def test_springs_are_told_of_and_limit_nothing() -> None:
    stiffness, one = 1e6, column(1)
    options = {"normal_stiffness": stiffness}
    rigid, springs = (
        ds.suggest_dt(one, integrator="backward-euler", formulation=name, options=given)
        for name, given in (("nodargi-bisegna", None), ("compliant", options))
    )
    period = 2.0 * np.pi * np.sqrt(float(one.mass[1]) / stiffness)
    assert springs.dt == rigid.dt
    assert f"vibrations of springs, of {period:.2g} s and longer" in springs.why[-1]
    assert len(springs.why) == len(rigid.why) + 1


def test_springs_take_the_second_order_from_mid_point() -> None:
    """Its impacts have no instants of their own there: the error is that of the first order."""
    errors = [
        ds.suggest_dt(column(1), integrator=name, formulation="compliant").error
        for name in ("backward-euler", "mid-point")
    ]
    assert errors[0] == errors[1]


def test_what_sets_no_time_is_refused() -> None:
    with pytest.raises(ds.DrystoneError, match="neither gravity nor a ground motion"):
        ds.suggest_dt(column(1), gravity=(0, 0, 0))
    assert [reason.partition(": ")[2][:8] for reason in ds.suggest_dt(column(1), SLOW, gravity=(0, 0, 0)).why] == [
        "half of ", "20 steps"
    ]  # fmt: skip
    with pytest.raises(ds.DrystoneError, match="quasi-static"):
        ds.suggest_dt(column(1), integrator="velocity-reset")
    with pytest.raises(ds.DrystoneError, match="accuracy"):
        ds.suggest_dt(column(1), accuracy=0.0)


@pytest.mark.parametrize(
    ("value", "rounded"), [(0.0051, 0.005), (0.001, 0.001), (0.00099, 0.0005), (0.3, 0.2), (7.0, 5.0), (1e-7, 1e-7)]
)
def test_steps_are_round(value: float, rounded: float) -> None:
    assert _rounded_down(value) == rounded


def test_the_advice_fits_a_screen() -> None:
    shown = repr(ds.suggest_dt(wall(3, 3), SLOW, formulation="compliant")).splitlines()
    assert shown[1].split()[:2] == ["dt", "0.0002"]
    assert len(shown) <= 10
    assert not [line for line in shown if line.endswith("…")]


def test_the_command_takes_the_suggested_step(capsys: pytest.CaptureFixture[str], tmp_path: object) -> None:
    words = ["run", "column", "--duration", "0.01", "--dt", "suggest", "--out", str(tmp_path)]
    assert main(words) == 0
    printed = capsys.readouterr().out
    assert "rocking of the smallest block" in printed
    assert ds.open(str(tmp_path)).steps["dt"].iloc[0] == pytest.approx(ds.suggest_dt(column(10)).dt, rel=1e-9)
    assert main(["run", "column", "--dt", "soon"]) == 2
    assert "--dt" in capsys.readouterr().err
