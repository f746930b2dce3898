"""Compliant steps: which method `auto` takes for them, and what they cost."""

from functools import cache

import numpy as np
import pytest

import drystone as ds
from drystone.collision import carried
from drystone.numerics.cholesky.assembly import assemble, pairs_of
from drystone.solvers import WarmStart, get_solver
from drystone.solvers.choice import AutoTuning, Kind, kind_of
from drystone.structures import column, wall

from ..marks import with_slow

SOFT, STIFF = 1e8, 6e11  # N/m a contact point: of joints with 1e9 to 1e10 Pa/m, and about the default
DT, STATES = 1e-3, 120
TUNING = AutoTuning()
UNIQUE = 1e-6  # of the largest impulse: compliance makes impulses unique
CLOSE = 0.05  # of the norm: unpolished impulses of stiff steps err by a percent or two
SAME = 1e-9  # m: what the accuracy of the steps comes to in a run of a tenth of a second
FEWER = 0.9  # of the iterations without gradient steps; 0.6 at 217 blocks
FEW = 8  # iterations of newton in soft steps of a wall that rocks: 3 on average, 8 at most in 500 steps
GRAVITY = 9.81  # m/s2
ROUNDING = 1e-14  # of sums of some ten products of order one


@cache
def moving(stiffness: float) -> tuple[ds.StepProblem, WarmStart]:
    """A step of a wall of 52 blocks that rocks, and the start that a run would have for it."""
    bricks, motion = wall(7, 7), ds.GroundMotion.harmonic(1.2 * 9.81, 2.0)
    options = {"normal_stiffness": stiffness}
    run = ds.simulate(bricks, STATES * DT, DT, motion=motion, formulation="compliant", options=options)
    problem = ds.step_problem(
        bricks, DT, motion=motion, formulation="compliant", options=options, start=run.checkpoint(STATES)
    )
    record = run.records[-1]
    assert record is not None
    assert problem.contacts is not None
    impulse = carried(record.contacts, record.impulse, problem.contacts)
    return problem, WarmStart(run.velocity[-1][bricks.movable], impulse)


def differ(one: ds.StepSolution, other: ds.StepSolution) -> float:
    return float(np.max(np.abs(one.impulse - other.impulse)) / np.max(np.abs(other.impulse)))


@pytest.mark.slow
def test_what_steps_are() -> None:
    soft, stiff = moving(SOFT), moving(STIFF)
    answer = get_solver("interior-point").solve(stiff[0])
    few = ds.step_problem(column(2), DT, formulation="compliant")
    assert kind_of(ds.step_problem(column(2), DT), None, TUNING) is Kind.RIGID
    assert kind_of(few, None, TUNING) is Kind.EASY
    assert kind_of(*soft, TUNING) is Kind.EASY
    assert kind_of(stiff[0], None, TUNING) is Kind.COLD
    assert kind_of(*stiff, TUNING) is Kind.MOVING
    assert kind_of(stiff[0], WarmStart(answer.velocity, answer.impulse), TUNING) is Kind.SETTLED
    assert kind_of(*stiff, AutoTuning(soft=0.0)) is Kind.EASY


def beside_a_heavy_block(size: float | None) -> tuple[ds.Assembly, np.ndarray]:
    """A stone of 5 cm that slides, and on the same ground, far from it, a cube of ``size`` (m) that slides faster."""
    ground = ds.Block.box((80, 80, 1), (0, 0, -0.5), fixed=True, name="ground")
    stone = ds.Block.box((0.05, 0.05, 0.05), (10, 0, 0.025), name="stone")
    cube = [] if size is None else [ds.Block.box((size, size, size), (0, 0, 0.5 * size), name="cube")]
    assembly, start = ds.Assembly([ground, stone, *cube], friction=0.5), np.zeros((2 + len(cube), 6))
    start[1, 0], start[2:, 0] = 0.3, 2.0  # m/s
    return assembly, start


def test_a_light_block_moves_alike_beside_a_heavy_one() -> None:
    """mu 0.5 stops the stone after v^2 / (2 mu g). At a mass ratio of 1e6 answers of the path alone are 100 % off."""
    dt, speed, sliding = 1e-3, 0.3, 1e-3  # s, m/s, of the way: second order in dt and the certificate
    for size, kind in ((None, Kind.RIGID), (5.0, Kind.UNEVEN)):
        assembly, start = beside_a_heavy_block(size)
        assert kind_of(ds.step_problem(assembly, dt), None, TUNING) is kind
        run = ds.simulate(assembly, 0.1, dt, initial_velocity=start)
        assert run.displacement("stone")[-1, 0] == pytest.approx(speed**2 / (2 * 0.5 * GRAVITY), rel=sliding)


def test_ties_and_soft_bonds_are_no_light_blocks() -> None:
    """Across a tie, where it bears nothing, its end has the lever arm of its length; a soft bond gives way."""
    bricks = wall(4, 4)
    tie = ds.Tie(bricks.names[1], bricks.names[-1], stiffness=1e8)
    bond = ds.Joint(tension_stiffness=1e9, tensile_strength=1e6)
    for other in (ds.Assembly(bricks.blocks, 0.6, ties=[tie]), ds.Assembly(bricks.blocks, 0.6, joints=bond)):
        assert kind_of(ds.step_problem(other, 0.1 * DT), None, TUNING) is Kind.RIGID


@pytest.mark.parametrize(("stiffness", "solver"), [(SOFT, "newton"), (STIFF, "interior-point")])
def test_the_first_method_solves_moving_steps(stiffness: float, solver: str) -> None:
    """Without a try that fails; of stiff steps the velocities are those of the certificate, the impulses near."""
    problem, start = moving(stiffness)
    found, exact = get_solver("auto").solve(problem, warm_start=start), get_solver("newton").solve(problem)
    assert [attempt.solver for attempt in found.attempts] == [solver]
    assert found.solved
    error = np.linalg.norm(found.impulse - exact.impulse) / np.linalg.norm(exact.impulse)
    assert error <= (UNIQUE if stiffness == SOFT else CLOSE)


@pytest.mark.parametrize("stiffness", with_slow([SOFT, STIFF], STIFF))
def test_impulses_without_a_start_are_unique(stiffness: float) -> None:
    problem, _ = moving(stiffness)
    found, other = (get_solver(solver).solve(problem) for solver in ("auto", "newton"))
    assert found.solved
    assert differ(found, other) <= UNIQUE


@pytest.mark.slow
def test_gradient_steps_take_the_place_of_iterations() -> None:
    """The same rocking run with them and without: the same motion, fewer iterations, few in any step."""
    motion, options = ds.GroundMotion.harmonic(1.2 * 9.81, 2.0), {"normal_stiffness": SOFT}
    swept, plain = (
        ds.simulate(
            wall(7, 7), STATES * DT, DT, motion=motion, formulation="compliant", options=options,
            solver=get_solver("newton", tuning=tuning),
        )
        for tuning in ({}, {"gradient_steps": 0})
    )  # fmt: skip
    assert np.max(np.abs(swept.position - plain.position)) <= SAME
    assert swept.steps.iterations.sum() <= FEWER * plain.steps.iterations.sum()
    assert swept.steps.iterations.max() <= FEW


def test_contacts_without_weight_are_passed_over() -> None:
    """I + D W D' of a step in which every third contact is open, against a dense product."""
    problem, _ = moving(SOFT)
    scaled = problem.scaled[0]
    random = np.random.default_rng(7).standard_normal((problem.count, 3, 3))
    weight = random @ np.swapaxes(random, 1, 2)
    weight[::3] = 0.0
    pairs, slot, _ = pairs_of(scaled.blocks)
    diagonal, lower = assemble(scaled.D, scaled.blocks, slot, weight, problem.bodies, len(pairs))
    D = np.zeros((problem.bodies, 6, problem.count, 3))
    for c, sides in enumerate(scaled.blocks):
        for side, body in enumerate(sides):
            if body >= 0:
                D[body, :, c] += scaled.D[c, side]
    flat = D.reshape(6 * problem.bodies, -1)
    weighed = np.einsum("bicj,cjk->bick", D, weight).reshape(flat.shape)
    dense = (weighed @ flat.T + np.eye(len(flat))).reshape(problem.bodies, 6, problem.bodies, 6)
    own = np.arange(problem.bodies)
    size = np.max(np.abs(dense))
    assert np.max(np.abs(dense[own, :, own] - diagonal)) <= 100.0 * ROUNDING * size
    assert np.max(np.abs(dense[pairs[:, 0], :, pairs[:, 1]] - lower)) <= 100.0 * ROUNDING * size
