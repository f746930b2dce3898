"""How the central path is entered, left and followed where steps are short."""

from functools import cache

import numpy as np
import pytest

from drystone.ground_motion import GroundMotion
from drystone.integrators import simulate, step_problem
from drystone.model import Assembly, Block, Joint, Material
from drystone.model.gravity import ONE_G
from drystone.numerics.compiled import FloatArray
from drystone.programs.step import StepLike
from drystone.solvers import WarmStart
from drystone.solvers.interior_point import central_path
from drystone.solvers.interior_point import nesterov_todd as nt
from drystone.solvers.interior_point.central_path import CentralPath, Direction
from drystone.solvers.interior_point.predictor_corrector import ScaledCones
from drystone.solvers.interior_point.tuning import InteriorPointTuning
from drystone.solvers.structured.arrays import Arrays
from drystone.solvers.structured.convergence import End, Goal
from drystone.solvers.structured.schur import Schur
from drystone.structures import tower
from drystone.studies.benchmarks.problem_set import chosen, steps_of

GOAL = Goal(0.95e-8)  # that of the solver


@cache
def sliding(bricks: int = 200) -> tuple[StepLike, WarmStart]:
    """A wall of so many bricks that slides, and the impulses carried over from the step before."""
    (recipe,) = chosen([f"wall-{bricks}-sliding"])
    (saved,) = steps_of(recipe)
    return saved.problem, saved.guess


class Recorded(CentralPath):
    """A path that keeps the lengths of its steps."""

    def stepped(self, length: float) -> None:
        """Keep it."""
        self.lengths = [*getattr(self, "lengths", []), length]
        super().stepped(length)


def followed(trial_length: float) -> tuple[Recorded, End, int]:
    """The sliding step from its guess, put too near the boundary: the path, how it ended, and its iterations."""
    problem, guess = sliding()
    scaled, restore = problem.scaled
    step = Arrays.of(scaled)
    schur = Schur()
    schur.prepare(step)
    path = Recorded.of(step, schur, GOAL, InteriorPointTuning())
    impulse = np.ascontiguousarray(restore.forward(guess.velocity, guess.impulse)[1])
    found = path.follow(path.beside(impulse, 1e-6), 100, trial_length)
    return path, found.end, found.iterations


def test_a_start_is_left_as_soon_as_its_steps_are_short_on_average() -> None:
    path, end, iterations = followed(0.0)
    assert end is not End.POOR_START
    means = np.cumsum(path.lengths) / np.arange(1, len(path.lengths) + 1)
    first = central_path.TRIAL_STEPS
    at = first - 1 + int(np.argmin(means[first - 1 :]))
    assert first - 1 < at < iterations - 1, "the case must become worse after the trial, and go on"
    bound = 0.5 * (means[at] + np.min(means[first - 1 : at]))
    left = next(i for i in range(first - 1, len(means)) if means[i] < bound)
    assert followed(bound)[1:] == (End.POOR_START, left + 1)


def test_a_gap_that_is_bounded_is_aimed_at() -> None:
    """The centre of a direction is the least gap over the number of contacts where the predictor wants less."""
    random = np.random.default_rng(21)
    mu = np.full(300, 0.6)
    x, s = (np.asfortranarray(random.normal(size=(300, 3))) for _ in range(2))
    for z in (x, s):
        z[:, 0] = np.hypot(z[:, 1], z[:, 2]) + random.uniform(0.5, 1.0, size=300)
    cones = ScaledCones.of(mu, InteriorPointTuning(corrections=0))
    cones.scale(x, s)
    gap = float(np.sum(x * s))
    aims: list[FloatArray] = []

    def direction(c: FloatArray, corrected: bool) -> tuple[FloatArray, FloatArray]:
        aims.append(c)
        return -0.9 * x, -0.9 * s

    for least in (0.0, 0.5 * gap):
        aims.clear()
        cones.advance(direction, x, s, gap, least)
        share = max(0.01**3, least / gap)  # the predictor leaves a hundredth of the gap
        expected = nt.centring(x, s, -0.9 * x, -0.9 * s, cones.eta, cones.w, share * gap / 300)
        assert aims[1] == pytest.approx(expected, rel=1e-9)


def test_the_gap_waits_after_short_steps_near_the_target_alone() -> None:
    """Then it is led to no less than the largest residual of contact velocities, times the energy of the step."""
    path, near = followed(0.0)[0], 10.0 * GOAL.target
    assert path.least_gap(near, 0.1) == pytest.approx(near * path.energy)
    assert path.least_gap(near, 1.0) == 0.0
    assert path.least_gap(1e3 * GOAL.target, 0.1) == 0.0


@pytest.mark.parametrize("strength", [1e7, 1e10])
def test_strong_bonds_do_not_slow_the_path_of_blocks_that_deform(strength: float) -> None:
    """Their impulses count from the apex of a cone that is up to 1e5 momenta of a block away."""
    stone = Material(2e9, 0.0, 2000.0)
    blocks = [
        Block.box((0.4, 0.4, 0.8), (0, 0, 0.8 * i - 0.4), fixed=i == 0, material=stone if i else None, mesh=(1, 1, 2))
        for i in range(6)
    ]
    column = Assembly(blocks, 0.6, joints=Joint(cohesion=strength, tensile_strength=strength))
    run = simulate(column, 0.04, 2e-3, initial_velocity=np.where(np.arange(6) > 2, 0.01, 0.0)[:, None] * np.eye(6)[0])
    assert set(run.steps.solver[1:]) == {"interior-point"}
    assert run.steps.iterations.max() <= 12  # 8 or 9


@pytest.mark.slow
def test_small_stones_that_bear_a_tower_do_not_slow_the_path() -> None:
    """The largest impulses, of small stones at the foot, are hundreds of times the mean; the ground begins to shake."""
    structure = tower(brick=0.9, course=0.45, leaves=2)
    settled = simulate(structure, 0.01, 5e-3, options={"record_contacts": False})
    motion = GroundMotion.one_sine(1.5 * ONE_G, half_period=0.25)
    run = simulate(structure, 0.04, 5e-3, motion=motion, start=settled.checkpoint().renewed)
    assert run.steps.iterations.max() <= 60  # some 40; with one proximal term for all 94


def test_a_path_begins_as_near_the_last_impulses_as_they_are_right() -> None:
    """Farther off, impulses of rigid blocks drift from step to step."""
    problem = step_problem(Assembly([Block.box((1, 1, 1), (0, 0, i - 0.5), fixed=i == 0) for i in range(3)], 0.6), 5e-3)
    begun = list[float]()

    class Entered(CentralPath):
        """A path that keeps where it begins."""

        def beside(self, impulse: FloatArray, centre: float) -> Direction:
            """Keep it."""
            begun.append(centre * self.step.count / self.energy)
            return super().beside(impulse, centre)

    step, schur, tuning = Arrays.of(problem.scaled[0]), Schur(), InteriorPointTuning()
    schur.prepare(step)
    Entered.of(step, schur, GOAL, tuning).enter(np.zeros((problem.count, 3)), 1e-9, 10)
    assert begun[0] == pytest.approx(tuning.start_near * 1e-9)
