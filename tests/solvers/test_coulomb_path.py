"""Coulomb's law inside the interior point's path: its kernels by definition, its answers by the law itself."""

import warnings
from dataclasses import replace

import numpy as np
import pytest

import drystone as ds
from drystone.formulations.coulomb import Coulomb
from drystone.solvers import WarmStart, attempted_coulomb, get_solver
from drystone.solvers.fallback import Link
from drystone.solvers.interior_point import coulomb_system as cs
from drystone.solvers.interior_point.coulomb_path import CoulombPath
from drystone.solvers.interior_point.solver import InteriorPointSolver
from drystone.solvers.interior_point.tuning import InteriorPointTuning
from drystone.solvers.structured.arrays import FrictionalArrays
from drystone.solvers.structured.convergence import Goal
from drystone.solvers.structured.schur import Schur
from drystone.structures import wall

from ..steps import steps_of

ROUNDING = 1e-12  # of points of order one
LINEAR = 1e-8  # residual of a linear system with weights of up to 1e4, relative to its right-hand side
DIFFERENCE = 1e-7  # forward differences with step 1e-7 of a vector's length, whose curvature is of order one
LAW = 1e-7  # the certificate of 1e-8 with a margin for sums of several contacts, relative
VELOCITY = 1e-4  # relative: the root of the certificate, which is of the order of the error's square


def rows(seed: int, count: int = 60) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    return random.normal(size=(count, 3)), np.tile([0.0, 0.3, 0.6], count // 3)


def sliding_wall() -> list[ds.StepProblem]:
    """Steps of a wall under a strong ground motion, with Coulomb's law."""
    motion = ds.GroundMotion.harmonic(7.0, 2.0, duration=1.0, phase=0.5 * np.pi)
    assembly, steps = wall(5, 4, friction=0.4), []
    velocity = None
    for _ in range(3):
        step = ds.step_problem(
            assembly, 2e-3, formulation="coulomb", integrator="backward-euler", motion=motion, velocity=velocity
        )
        _, answer = get_solver("interior-point").solve_coulomb(step)
        steps.append(step)
        velocity = np.zeros((len(assembly), 6))
        velocity[assembly.movable] = answer.velocity
    return steps


def test_weights_are_the_inverse_and_its_product_with_n() -> None:
    u, _ = rows(1)
    t = u[:, 1:] / np.linalg.norm(u[:, 1:], axis=1, keepdims=True)
    root = np.random.default_rng(2).normal(size=(len(u), 3, 3))
    T = root @ root.transpose(0, 2, 1) + 0.1 * np.eye(3)
    N = np.tile(np.eye(3), (len(u), 1, 1))
    N[:, 0, 1:] = t
    for E in (np.zeros((len(u), 3)), np.abs(np.random.default_rng(3).normal(size=(len(u), 3)))):
        soft = np.linalg.inv(T + E[:, :, None] * np.eye(3)).astype(np.float64)
        inverse, gain = cs.frictional_weights(soft, E, t)
        expected = np.linalg.inv(T + N @ (E[:, :, None] * np.eye(3)))
        assert np.max(np.abs(inverse - expected)) < ROUNDING * np.max(np.abs(expected))
        assert np.max(np.abs(gain - expected @ N)) < ROUNDING * np.max(np.abs(expected))


def test_the_correction_and_its_derivative() -> None:
    u, mu = rows(4)
    change, _ = rows(5)
    here, there = cs.corrected(u, mu), cs.corrected(u + 1e-7 * change, mu)
    slip = np.where(mu > 0.0, np.linalg.norm(u[:, 1:], axis=1), 0.0)
    assert np.max(np.abs(here - u - slip[:, None] * [1.0, 0.0, 0.0])) < ROUNDING
    t = np.where(mu[:, None] > 0.0, u[:, 1:] / np.linalg.norm(u[:, 1:], axis=1, keepdims=True), 0.0)
    slope = change.copy()
    slope[:, 0] += np.sum(t * change[:, 1:], axis=1)
    assert np.max(np.abs((there - here) / 1e-7 - slope)) < 100 * DIFFERENCE


def test_the_curvature_left_by_a_direction_is_absorbed_and_leaves_the_cone_alone() -> None:
    """After a step on which u was linear the normal residual is what the linear correction had predicted."""
    u, mu = rows(6)
    apex = np.array([2.0, 0.0, 0.0])
    x, s = np.abs(rows(7)[0]) + apex, np.abs(rows(8)[0]) + apex
    t, slip = np.zeros((len(u), 2)), np.linalg.norm(u[:, 1:], axis=1)
    motion, kept = u - s, s.copy()
    cs.absorbed(motion, x, s, t, slip, 0.0, mu)
    assert np.max(np.abs(s - kept)) < ROUNDING  # a start has no curvature
    assert np.max(np.abs(motion + s - cs.corrected(u, mu))) < ROUNDING
    change, _ = rows(9)
    moved = u + 0.3 * change
    predicted = np.where(mu > 0.0, slip + np.sum(t * (moved - u)[:, 1:], axis=1), 0.0)
    motion = moved - s
    largest, gap = cs.absorbed(motion, x, s, t, slip, 1.0, mu)
    assert np.min(s[:, 0] - kept[:, 0]) >= 0.0
    assert np.max(s[:, 0] - kept[:, 0]) > 1e-3
    assert np.max(np.abs(motion[:, 0] - (moved - kept)[:, 0] - predicted)) < ROUNDING
    assert largest == np.max(np.abs(motion))
    assert gap == pytest.approx(np.sum(x * s), rel=ROUNDING)


def test_a_direction_solves_its_three_equations() -> None:
    step = FrictionalArrays.of(sliding_wall()[0].scaled[0])
    schur = Schur()
    schur.prepare(step)
    path = CoulombPath.of(step, schur, Goal(1e-8), InteriorPointTuning())
    path.proximal = 1e-4
    start = path.outside()
    assert start is not None
    v, x, s = start
    balance, motion, _, _ = path.residuals(v, x, s, fresh=True)
    path.cones.scale(x, s)
    path.regularise(x)
    assert path.factorise()
    c = np.random.default_rng(0).normal(size=x.shape)
    dv, dx, ds_ = path.direction(balance, motion, c, False)
    plain = replace(path.step, k=np.zeros_like(step.k), offset=np.zeros_like(step.offset))
    u = plain.contact_velocity(dv, dx)
    u[:, 0] += np.sum(path.along * u[:, 1:], axis=1)
    size = np.max(np.abs(motion)) + np.max(np.abs(c))
    assert np.max(np.abs(dv - plain.velocity(dx) + balance)) < LINEAR * size
    assert np.max(np.abs(u + path.proximal * dx - ds_ + motion)) < LINEAR * size
    e, w = path.cones.eta**2, path.cones.w
    T = e[:, None, None] * (2.0 * w[:, :, None] * w[:, None] - np.diag([1.0, -1.0, -1.0]))
    assert np.max(np.abs(c + np.einsum("cij,cj->ci", T, dx) + ds_)) < LINEAR * size


@pytest.mark.parametrize("name", ["shaken arch", "colliding in flight", "thrown on the ground", "sliding"])
@pytest.mark.parametrize("solver", ["interior-point", "auto"])
def test_answers_obey_coulombs_law(name: str, solver: str) -> None:
    """0 <= gamma_n ⊥ gap >= 0, |gamma_t| <= mu gamma_n, opposite to sliding; and a warm start says the same."""
    for problem in steps_of(name, "coulomb"):
        _, answer = attempted_coulomb(get_solver(solver), problem)
        assert answer.solved
        assert answer.certificate.friction < ROUNDING
        if not problem.count:
            continue
        gamma, scale = answer.impulse, max(np.max(np.abs(answer.impulse)), np.max(np.abs(problem.k)))
        u = problem.apply_transpose(answer.velocity) + problem.prescribed
        gap = u[:, 0] + problem.phi / problem.dt
        slip, shear = np.linalg.norm(u[:, 1:], axis=1), np.linalg.norm(gamma[:, 1:], axis=1)
        speed = np.max(np.abs(problem.free_velocity))
        assert np.min(gap) > -LAW * speed
        assert np.max(np.abs(gap * gamma[:, 0])) < LAW * speed * scale
        assert np.max(shear - problem.mu * gamma[:, 0]) < LAW * scale
        work = np.sum(gamma[:, 1:] * u[:, 1:], axis=1) + problem.mu * gamma[:, 0] * slip
        assert np.max(np.abs(work)) < LAW * speed * scale
        again = get_solver(solver).solve_coulomb(problem, "kinematic", WarmStart(answer.velocity, gamma))[1]
        assert again.solved
        assert again.velocity == pytest.approx(answer.velocity, abs=VELOCITY * speed)


def test_it_agrees_with_the_sequence_of_programs() -> None:
    formulation = Coulomb(friction_tolerance=1e-7)
    for problem in sliding_wall():
        exact, answer = get_solver("interior-point").solve_coulomb(problem)
        assert isinstance(exact, ds.StepProblem)
        solver = get_solver("auto")
        tries = [(problem, solver.solve(problem))]
        while (better := formulation.corrected(tries)) is not None and len(tries) < formulation.most_programs:
            last = tries[-1][1]
            tries.append((better, solver.solve(better, warm_start=WarmStart(last.velocity, last.impulse))))
        size = np.max(np.abs(answer.velocity))
        assert answer.velocity == pytest.approx(tries[-1][1].velocity, abs=VELOCITY * size)
        assert exact.memory[:, 0] == pytest.approx(tries[-1][0].memory[:, 0], abs=VELOCITY * size)
        if len(tries) > 1:
            assert answer.iterations < sum(one.iterations for _, one in tries)


def test_the_step_with_a_correction_shares_its_scaling() -> None:
    problem = sliding_wall()[1]
    velocity = np.random.default_rng(1).normal(size=problem.k.shape)
    cold = replace(problem).assuming(velocity)
    _ = problem.scaled
    warm = problem.assuming(velocity)
    u = problem.apply_transpose(velocity) + problem.prescribed
    assert warm.memory[:, 0] == pytest.approx(problem.mu * np.hypot(u[:, 1], u[:, 2]), rel=ROUNDING)
    assert warm.scaled[1] is problem.scaled[1]
    for name in ("k", "D", "offset", "memory", "mu", "E"):
        assert getattr(warm.scaled[0], name) == pytest.approx(getattr(cold.scaled[0], name), rel=1e-9, abs=1e-12)
    assert not warm.associated
    assert not warm.scaled[0].associated


def test_solvers_that_do_not_solve_it_say_which_do() -> None:
    problem = steps_of("sliding", "coulomb")[1]
    assert not get_solver("newton").exact_friction
    with pytest.raises(ds.DrystoneError, match="'interior-point', 'admm' and 'auto'"):
        get_solver("newton").solve_coulomb(problem)
    alone = get_solver("auto", chain=[Link("newton")])
    assert not alone.exact_friction
    with pytest.raises(ds.DrystoneError, match="'interior-point', 'admm' and 'auto'"):
        alone.solve_coulomb(problem)


def test_a_path_that_comes_to_a_stand_is_told_and_the_sequence_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without rounds and with one iteration the path solves nothing: the step is then one of a few programs."""
    problem = sliding_wall()[0]
    cut = InteriorPointSolver(max_iterations=1)
    monkeypatch.setattr("drystone.solvers.interior_point.solver.proximal_point", lambda step, start, *_: start)
    _, answer = cut.solve_coulomb(problem)
    assert not answer.solved
    assert "the limit" in answer.attempts[-1].status
    motion = ds.GroundMotion.harmonic(7.0, 2.0, duration=1.0, phase=0.5 * np.pi)
    with warnings.catch_warnings(record=True) as told:  # some steps may also be told to miss the accuracy
        warnings.simplefilter("always")
        run = ds.simulate(
            wall(3, 3, friction=0.4),
            4e-3,
            2e-3,
            formulation="coulomb",
            motion=motion,
            solver=cut,
        )
    helped = [str(one.message) for one in told if "the step was solved by" in str(one.message)]
    assert 0 < len(helped) <= len(run.steps)  # once for each step, whatever its programs are
    assert all("of its" in one for one in helped)
    assert run.steps.status.isin(["solved", "nearest"]).all()
    assert run.steps.friction_iterations.max() > 1
    assert run.steps.natural.max() < 1e-2
