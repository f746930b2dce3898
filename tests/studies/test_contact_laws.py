"""What is asked of each contact law at dt = 5e-3 s, and what the study of them makes of runs and files."""

from pathlib import Path

import numpy as np
import pytest

import drystone as ds
from drystone.studies.benchmarks import contact_laws, precision_runs
from drystone.studies.benchmarks.contact_laws import roads
from drystone.studies.benchmarks.contact_scenes import SCENES, _acceleration, _hit, _overturned
from drystone.studies.benchmarks.precision_cases import BE, DRYSTONE, MP, Seen, error_of, newmark_slips
from drystone.studies.benchmarks.precision_runs import Run, made

ASSOCIATED, COULOMB = "nodargi-bisegna", "coulomb"
G = 9.81


SLIDING = {
    "incline": 1e-6,  # relative: what programs solved to 1e-8 leave
    "incline-lift": 1.0,  # micrometres: what the second program leaves; exact friction does not lift
}
REQUIRED = [
    ({"housner": 2.0}, MP, ASSOCIATED),  # ms: an impact is 2.8 s away, 1e-3 of it
    (SLIDING, MP, ASSOCIATED),
    (SLIDING, MP, COULOMB),
    ({"wall-0.6": 1.8}, MP, COULOMB),  # mm, where the wall moves by 53 mm
]
SLOW = [
    ({"housner": 2.0}, MP, COULOMB),
    ({"block-overturns": 0.0}, MP, ASSOCIATED),  # the verdict is right
    ({"block-overturns": 0.0}, MP, COULOMB),
    ({"block-rests": 0.0}, MP, ASSOCIATED),
    ({"block-rests": 0.0}, MP, COULOMB),
]
"""Scenes of one and the same motion and how far off they may be, integrator, formulation."""


@pytest.mark.parametrize(
    ("bounds", "integrator", "formulation"),
    [*REQUIRED, *(pytest.param(*row, marks=pytest.mark.slow) for row in SLOW)],
)
def test_what_is_required_at_large_steps(bounds: dict[str, float], integrator: str, formulation: str) -> None:
    cases = [SCENES[name] for name in bounds]
    assert len({(case.make, case.duration, case.motion, case.gravity) for case in cases}) == 1
    seen, facts = made(Run(cases[0], DRYSTONE, integrator, formulation, 5e-3))
    assert seen is not None
    assert facts["unsolved"] == facts["warnings"] == 0
    for case in cases:
        exact = case.exact
        if exact is None:
            reference, _ = made(roads(case)[0])
            assert reference is not None
            exact = case.observe(reference)
        assert error_of(case.observe(seen), exact) <= bounds[case.name]


def test_the_associated_law_lifts_what_slides_as_its_cone_says() -> None:
    """`backward-euler` leaves a gap of mu dt times the speed at the end of the slide; a per cent for the last step."""
    case = SCENES["incline-lift"]
    seen, _ = made(Run(case, DRYSTONE, BE, ASSOCIATED, 5e-3))
    assert seen is not None
    slope, mu = np.radians(20.0), 0.3
    speed = G * (np.sin(slope) - mu * np.cos(slope)) * case.duration
    assert case.observe(seen)[0, 0] == pytest.approx(1e6 * mu * 5e-3 * speed, rel=0.01)


def test_slips_of_newmarks_block_follow_its_equation() -> None:
    """Under 1 g on mu = 0.3 it is never at rest between its first slip and its last: relative accelerations of all."""
    times = np.linspace(0.0, 1.5, 15001)
    slips = newmark_slips(times, G)
    acceleration = np.diff(slips, 2) / 1e-8
    middle = times[1:-1]
    shaken = np.where(middle < 1.0, G * np.sin(2.0 * np.pi * middle), 0.0)
    grip = np.abs(acceleration + shaken)
    moving = np.abs(np.gradient(slips, times)[1:-1]) > 1e-2
    assert np.mean(moving) > 0.8
    assert np.max(np.abs(grip[moving] - 0.3 * G)) < 0.01 * G  # twice differenced over 1e-4 s
    assert slips[:480] == pytest.approx(0.0)  # 0.3 = sin(2 pi 0.0485)


def still(rotation: np.ndarray, places: np.ndarray) -> Seen:
    time = np.arange(len(places), dtype=np.float64) * 0.01
    return Seen(time, places, rotation)


def test_verdicts_and_times_are_read_off_a_run() -> None:
    """Upright and at rest, upright and moving, overturned; a domino that tilts at 10 degrees a second from 0.5 s on."""
    upright, rest = np.tile(np.eye(3), (101, 1, 1, 1)), np.zeros((101, 1, 3))
    moving = rest + np.linspace(0.0, 1.0, 101)[:, None, None]
    lying = upright @ np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    assert [_overturned(still(*one))[0, 0] for one in ((upright, rest), (upright, moving), (lying, moving))] == [
        0,
        0.5,
        1,
    ]
    assert _hit(still(upright, rest)).shape == (0, 1)
    angle = np.radians(10.0) * np.maximum(np.arange(101) * 0.01 - 0.5, 0.0)
    tilted = upright.copy()
    tilted[:, 0, 2, 2] = np.cos(angle)
    assert _hit(still(tilted, rest))[0, 0] == pytest.approx(600.0, abs=1e-3)
    sliding = rest.copy()
    sliding[:, 0, 0] = (
        0.5 * G * (np.sin(np.radians(20)) - 0.3 * np.cos(np.radians(20))) * np.linspace(0.0, 1.0, 101) ** 2
    )
    assert _acceleration(still(upright, 2.0 * sliding))[0, 0] == pytest.approx(2.0, rel=1e-9)


@pytest.mark.slow
def test_rows_are_made_once_and_unknown_scenes_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = contact_laws.run(tmp_path, quick=True, scenes="incline-lift")

    def never(_: Run) -> None:
        raise AssertionError("the row is there")

    monkeypatch.setattr(precision_runs, "made", never)
    again = contact_laws.run(tmp_path, quick=True, scenes="incline-lift")
    assert again.tables["contact-laws"].equals(first.tables["contact-laws"])
    assert len(first.tables["contact-laws"]) == len(contact_laws.LAWS)
    with pytest.raises(ds.DrystoneError, match=r"unknown scene 'moon'; there are: .*housner"):
        contact_laws.run(tmp_path, scenes="moon")


def test_a_run_that_stops_has_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = {"status": "no solver reached it", "wall_s": 1.0, "cpu_s": 1.0}
    monkeypatch.setattr(precision_runs, "made", lambda _: (None, stopped))
    result = contact_laws.run(tmp_path, quick=True, scenes="housner")
    assert np.isinf(result.tables["contact-laws"]["error"]).all()
    assert result.checks
    assert not result.passed


@pytest.mark.slow
@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb"])
def test_a_stack_of_five_is_within_a_millimetre(formulation: str) -> None:
    """At dt = 1e-3 s, of Coulomb's law at half of that. Other starts of the solver chose other impulses: 9 mm off."""
    scene = SCENES["stack"]
    runs = [
        ds.simulate(scene.make(), scene.duration, dt, motion=scene.motion, formulation=law).position
        for law, dt in (("coulomb", 5e-4), (formulation, 1e-3))
    ]
    fine, coarse = runs[0][:: 2 * 50], runs[1][::50]
    assert np.linalg.norm(fine - coarse, axis=2).max() < 1e-3
