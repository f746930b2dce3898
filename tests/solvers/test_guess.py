"""What the impulses of the last step are good for: steps at rest, corrected guesses, and the way from bad ones."""

from dataclasses import replace

import numpy as np
import pytest

import drystone as ds
from drystone.collision import detect
from drystone.numerics.rotations import exponential
from drystone.solvers import WarmStart, get_solver
from drystone.solvers.interior_point import nesterov_todd as nt
from drystone.solvers.interior_point.guess import gradient_steps
from drystone.solvers.interior_point.resting import resting_impulses
from drystone.solvers.interior_point.solver import InteriorPointSolver
from drystone.solvers.interior_point.tuning import InteriorPointTuning
from drystone.solvers.structured.arrays import Arrays, Iterate
from drystone.solvers.structured.convergence import End
from drystone.solvers.structured.operator import ContactOperator
from drystone.solvers.structured.residuals import residuals_of
from drystone.solvers.structured.schur import Schur
from drystone.structures import arch, dome, wall

G = 9.81
TUNING = InteriorPointTuning()
ROUNDING = 1e-13  # of points of order one
STILL = 1e-12  # m, in 0.2 s: the velocities that rounding leaves, summed up
AT_REST = 1e-12  # contact velocities of the scaled step, which are of order one where blocks fall
SHAKES = 0.2  # g; the walls, the arch and the dome bear more (limit loads of drystone.statics)


def in_cones(step: ds.StepProblem, impulse: np.ndarray) -> tuple[Arrays, np.ndarray]:
    """The step in the variables of the cones, as the interior point has it, and the impulses x there."""
    scaled, restore = step.scaled
    plain = Arrays.of(scaled)
    cone = np.ones((plain.count, 3))
    cone[:, 0] = 1.0 / plain.mu
    x = restore.forward(np.zeros_like(step.k), impulse)[1] / cone
    return replace(plain, operator=plain.operator.scaled(cone), offset=plain.offset * cone), x


def swept(step: Arrays, impulse: np.ndarray) -> np.ndarray:
    """Impulses after the gradient steps of the interior point."""
    return gradient_steps(step, Iterate(impulse, 0), TUNING.gradient_steps).impulse


def resting_step(load: float) -> tuple[ds.StepProblem, np.ndarray]:
    """A wall under a horizontal body force (g), and the impulses that hold it without one."""
    bricks = wall(4, 4)
    calm = ds.solve(ds.step_problem(bricks, 1e-3))
    return ds.step_problem(bricks, 1e-3, gravity=(load * G, 0.0, -G)), calm.impulse


def test_quadratic_representation() -> None:
    """P(x) x^-1 = x with x^-1 = J x/det(x), and P(x)^-1 = P(x^-1)."""
    random = np.random.default_rng(21)
    mu = np.tile([0.0, 0.3, 1.0], 20)
    x = random.normal(size=(60, 3)) * (mu > 0.0)[:, None]
    x[:, 0] = np.hypot(x[:, 1], x[:, 2]) + random.uniform(0.1, 2.0, 60)
    det = x[:, :1] ** 2 - np.sum(x[:, 1:] ** 2, axis=1, keepdims=True)
    inverse = x * [1.0, -1.0, -1.0] / det
    P = nt.quadratic(x, mu)
    assert nt.times(P, inverse) == pytest.approx(x, rel=1e-12)
    product = np.einsum("cij,cjk->cik", P, nt.quadratic(inverse, mu))
    product[mu == 0.0, 1:, 1:] = np.eye(2)
    assert product == pytest.approx(np.tile(np.eye(3), (60, 1, 1)), abs=1e-11)


@pytest.mark.parametrize("load", [1e-3, 0.02])
def test_impulses_that_hold_a_wall(load: float) -> None:
    step, calm = resting_step(load)
    plain, x = in_cones(step, calm)
    schur = Schur()
    schur.prepare(plain)
    found = resting_impulses(plain, x, schur)
    assert (found.end, found.factorisations) == (End.CONVERGED, 1)
    assert np.max(np.abs(plain.contact_velocity(plain.velocity(found.impulse), found.impulse))) <= AT_REST
    assert nt.margins(found.impulse, plain.mu) > 0.0


def test_impulses_change_as_the_load_does() -> None:
    """While the cones' boundary is far nothing is added towards the centre."""
    step, calm = resting_step(1e-3)
    plain, x = in_cones(step, calm)
    unloaded, _ = in_cones(resting_step(0.0)[0], calm)
    schur = Schur()
    schur.prepare(plain)
    none, half, full = (resting_impulses(replace(plain, k=k), x, schur).impulse
                        for k in (unloaded.k, 0.5 * (unloaded.k + plain.k), plain.k))  # fmt: skip
    assert np.max(np.abs(full - none)) > 1e-4
    assert half == pytest.approx(0.5 * (none + full), abs=1e-9)


def test_what_no_impulses_hold_is_told() -> None:
    step, calm = resting_step(3.0)
    plain, x = in_cones(step, calm)
    schur = Schur()
    schur.prepare(plain)
    assert resting_impulses(plain, x, schur).end is End.OUTSIDE_CONES


@pytest.mark.parametrize(
    "structure", [lambda: wall(5, 4), lambda: arch(10.0, 0.2, 180.0, 15), lambda: dome(5.0, 0.2, 5, 10)]
)
def test_a_shaken_structure_that_rests_takes_one_factorisation_a_step(structure: object) -> None:
    assert callable(structure)
    motion = ds.GroundMotion.harmonic(0.1 * SHAKES * G, 2.0, duration=1.0)
    assembly = structure()
    run = ds.simulate(assembly, 0.2, 1e-3, motion=motion)
    assert run.steps.iterations[1:].max() <= 1
    ride = run.position - run.position[:, :1]
    assert np.max(np.abs(ride - ride[0])) <= STILL


@pytest.mark.slow
def test_a_shaken_wall_below_its_limit_does_not_move() -> None:
    """Scene S3 of the peers at small size, up to half the limit load: the steps stay steps at rest."""
    motion = ds.GroundMotion.harmonic(SHAKES * G, 1.0, duration=1.0)
    run = ds.simulate(wall(6, 6), 0.6, 2e-3, motion=motion)
    assert np.mean(run.steps.iterations <= 1) >= 0.95
    ride = run.position - run.position[:, :1]
    assert np.max(np.abs(ride - ride[0])) <= STILL


def test_mending_a_guess_knows_no_order() -> None:
    """Contacts in another order, and the mirrored structure, get the same impulses in that order, and mirrored."""
    step, calm = resting_step(0.3)
    scaled, restore = step.scaled
    plain = Arrays.of(scaled)
    start = restore.forward(np.zeros_like(step.k), calm)[1]
    found = swept(plain, start)
    assert residuals_of(plain, found).worst < residuals_of(plain, start).worst
    order = np.random.default_rng(22).permutation(plain.count)
    operator = ContactOperator(plain.blocks[order], plain.D[order], plain.bodies)
    turned = Arrays(plain.k, operator, plain.offset[order], plain.mu[order], plain.E[order])
    assert swept(turned, start[order]) == pytest.approx(found[order], abs=ROUNDING)
    sign = np.array([1.0, -1.0, 1.0])
    mirror = ContactOperator(plain.blocks, plain.D * sign, plain.bodies)
    mirrored = replace(plain, operator=mirror, offset=plain.offset * sign)
    assert swept(mirrored, start * sign) == pytest.approx(found * sign, abs=ROUNDING)


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_a_useless_guess_does_no_harm(size: float) -> None:
    """The answer is as good as that of a cold start: a guess, of impulses of any size, costs iterations at most."""
    step, calm = resting_step(0.7)
    random = np.random.default_rng(23).normal(size=calm.shape) * size * np.max(np.abs(calm))
    solver = get_solver("interior-point")
    assert isinstance(solver, InteriorPointSolver)
    cold = solver.solve(step)
    warm = solver.solve(step, warm_start=WarmStart(np.zeros_like(step.k), random))
    assert (cold.status, warm.status) == ("solved", "solved")
    assert np.max(np.abs(cold.velocity - warm.velocity)) <= 1e-6 * np.max(np.abs(cold.velocity))


def test_the_normal_of_nearly_parallel_faces_does_not_flicker() -> None:
    """A face over a face, opened by less than rounding in turns to either side: always the first one's normal."""
    normals = []
    for angle in (-3e-10, -1e-12, 1e-12, 3e-10):
        turn = exponential(np.array([[angle, 0.5 * angle, 0.0]]))[0]
        lower = ds.Block.box((1, 1, 1), (0, 0, 0), fixed=True)
        upper = ds.Block.box((0.8, 0.8, 1), (0.05, 0, 1.0), rotation=turn)
        assembly = ds.Assembly([lower, upper])
        contacts = detect(assembly, ds.State.initial(assembly))
        assert contacts.count == 4
        normals.append(contacts.normal)
    assert np.max(np.abs(np.diff(normals, axis=0))) <= 1e-15


@pytest.mark.parametrize("solver", ["interior-point", "newton", "gauss-seidel", "spg", "apgd", "admm"])
def test_a_guess_too_large_to_be_squared_costs_no_iterations(solver: str) -> None:
    """Its residual is no number: a method begins anew, or ends at once, but does not go on with it to the limit."""
    step = ds.step_problem(wall(2, 2), 1e-2, gravity=(5.0, 1.0, -G))
    absurd = WarmStart(np.full(step.k.shape, 1e300), np.full((step.count, 3), 1e300))
    answer = get_solver(solver).solve(step, "kinematic", absurd)
    assert answer.solved or "limit" not in answer.attempts[-1].status
