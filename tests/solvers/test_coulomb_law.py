"""Coulomb's law itself: judged by the natural map, solved where the path stalls, and asked of local problems."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import drystone as ds
from drystone.numerics.friction_cone import project
from drystone.solvers import Answer, Solver, StepSolution, WarmStart, certified, get_solver
from drystone.solvers.acceptance import attempted_coulomb, law_accuracy
from drystone.solvers.certificate import certificate
from drystone.solvers.coulomb import TOLERANCE, law_solution
from drystone.solvers.fallback import Link
from drystone.solvers.first_order.admm import AdmmSolver
from drystone.solvers.interior_point.solver import InteriorPointSolver
from drystone.solvers.structured.arrays import FrictionalArrays, FrictionalLocalArrays, LocalArrays
from drystone.solvers.structured.base import scaled_start
from drystone.structures import stone_house

from ..steps import GROUND, SCHEME, cube, steps_of

LAW = law_accuracy(1e-8)
ROUNDING = 1e-12  # of numbers of order one


def natural(problem: ds.StepProblem, velocity: np.ndarray, impulse: np.ndarray) -> float:
    """|gamma - P_Y(gamma - (u + mu |u_t| n))| of the worst contact in scaled units, by definition."""
    scaled, restore = problem.scaled
    v, gamma = restore.forward(velocity, impulse)
    u = scaled.contact_velocity(v, gamma)
    u[:, 0] += problem.mu * np.hypot(u[:, 1], u[:, 2]) - scaled.memory[:, 0]
    away = np.linalg.norm(gamma - project(gamma - u, problem.mu), axis=1)
    return float(np.max(away / np.maximum(1.0, np.linalg.norm(gamma, axis=1))))


@pytest.fixture(scope="module")
def stalled() -> tuple[ds.StepProblem, WarmStart]:
    """A step of a short run of a house, and where the path of Coulomb's law stalled in it, above the accuracy."""
    found: list[tuple[float, ds.StepProblem, WarmStart]] = []
    patch = pytest.MonkeyPatch()
    alone = InteriorPointSolver()

    def kept(solver: Solver, problem: ds.StepProblem, form: str, guess: WarmStart) -> tuple[Any, StepSolution]:
        with pytest.MonkeyPatch.context() as without:
            without.setattr("drystone.solvers.interior_point.solver.proximal_point", lambda step, start, *_: start)
            _, answer = alone.solve_coulomb(problem, "kinematic", guess)
        found.append((answer.certificate.natural, problem, WarmStart(answer.velocity, answer.impulse)))
        return attempted_coulomb(solver, problem, form, guess)

    patch.setattr("drystone.solvers.coulomb.attempted_coulomb", kept)
    house = stone_house(
        courses=7, course_height=2.75 / 7, stones=6, gable=2, door=(0.95, 5), window=(0.85, 2, 2)
    )  # of 71 stones, which wedge
    motion = ds.GroundMotion.one_sine(0.8 * 9.81, 0.2, (0, -1, 0))
    ds.simulate(house, 0.0625, 2.5e-3, formulation="coulomb", motion=motion)
    patch.undo()
    _, problem, guess = max(found, key=lambda one: one[0])
    return problem, guess


def test_rounds_and_the_splitting_go_on_where_the_path_stalls(stalled: tuple[ds.StepProblem, WarmStart]) -> None:
    problem, guess = stalled
    before = natural(problem, guess.velocity, guess.impulse)
    assert before > LAW
    errors = [before]
    for iterations in (100, 1000):
        step, start = scaled_start(problem, guess, FrictionalArrays)
        found = AdmmSolver(max_iterations=iterations).iterate(step, start, 0.1 * LAW)
        point = problem.scaled[1](step.velocity(found.impulse), found.impulse)
        errors.append(natural(problem, *point))
    assert errors[1] < 0.5 * before
    assert errors[2] < 0.5 * errors[1], errors
    _, answer = get_solver("interior-point").solve_coulomb(problem, "kinematic", guess)
    assert answer.solved
    assert answer.certificate.natural == pytest.approx(natural(problem, answer.velocity, answer.impulse), rel=1e-6)


def test_auto_goes_on_from_the_end_of_a_path_that_stalls(
    stalled: tuple[ds.StepProblem, WarmStart], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without rounds the path of this step does stall: the splitting starts at its end, and brings it nearer."""
    problem, guess = stalled
    monkeypatch.setattr("drystone.solvers.interior_point.solver.proximal_point", lambda step, start, *_: start)
    _, alone = get_solver("interior-point").solve_coulomb(problem, "kinematic", guess)
    assert not alone.solved
    exact, answer = get_solver("auto").solve_coulomb(problem, "kinematic", guess)
    tried = [attempt.solver for attempt in answer.attempts]
    assert tried[:2] == ["interior-point", "admm"]
    assert answer.solved
    assert answer.certificate.natural < LAW < alone.certificate.natural
    assert answer.certificate.natural == pytest.approx(natural(problem, answer.velocity, answer.impulse), rel=1e-6)
    assert answer.iterations > alone.iterations
    assert isinstance(exact, ds.StepProblem)


def test_tiny_complementarity_with_a_large_natural_residual_is_not_solved() -> None:
    """Two contacts of mass one: the first touches and carries nothing, the second stops u_n = -1.

    An impulse of size e on the first parts it at the speed e: work e^2, error e.
    """
    problem = ds.LocalProblem(
        sp.csc_array(np.eye(6)), np.array([[0.0, 0.0, 0.0], [-1.0, 0.0, 0.0]]), np.full(2, 0.5), associated=False
    )
    right = ds.solve(problem, form="ccp")
    assert right.solved
    assert right.impulse == pytest.approx(np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]]), abs=LAW)
    for e, status in ((0.1 * LAW, "solved"), (3e-3, "inaccurate")):
        impulse = np.array([[e, 0.0, 0.0], [1.0, 0.0, 0.0]])
        exact = problem.assuming(right.velocity, impulse)
        judged = certified(exact, replace(right, impulse=impulse, status="solved"), exact=True)
        assert judged.certificate.worst < LAW
        assert judged.certificate.natural == pytest.approx(e, rel=2.0)
        assert judged.status == status
    assert np.isinf(replace(right.certificate, natural=float("nan")).error)


@pytest.mark.parametrize("mu", [0.5, 2.0, 1e2, 1e4, 1e6])
def test_what_a_contact_lets_through_is_seen_however_wide_its_cone(mu: float) -> None:
    """A mass of one that comes at (-1, 1, 0) and is not stopped; with mu >= 1 it stops."""
    problem = ds.LocalProblem(sp.eye_array(3, format="csc"), np.array([[-1.0, 1.0, 0.0]]), np.array([mu]), False)
    none, nothing = np.zeros((0, 6)), np.zeros((1, 3))
    missed = certified(problem.assuming(none, nothing), Answer(none, nothing), exact=True)
    assert missed.certificate.natural > 0.3
    assert missed.status == "inaccurate"
    stopped = np.array([[1.0, -min(mu, 1.0), 0.0]])
    right = certified(problem.assuming(none, stopped), Answer(none, stopped), exact=True)
    assert right.certificate.error < ROUNDING
    for solver in ("auto", "admm", "clarabel"):
        answer = ds.solve(problem, "ccp", solver)
        if answer.solved:
            assert problem.contact_velocity(none, answer.impulse)[0, 0] > -3 * LAW
    with_blocks = ds.StepProblem(
        H=np.eye(6)[None], k=np.array([[-1.0, 1.0, 0.0, 0.0, 0.0, 0.0]]), blocks=np.array([[-1, 0]]),
        D=np.stack([np.zeros((6, 3)), np.eye(6, 3)])[None], phi=np.zeros(1), mu=np.array([mu]), E=np.zeros((1, 3)),
        dt=1.0, prescribed=np.zeros((1, 3)), memory=np.zeros((1, 3)), associated=False,
    )  # fmt: skip
    answer = ds.solve(with_blocks)
    assert answer.solved
    assert answer.impulse == pytest.approx(stopped, abs=LAW)


def test_a_splitting_that_runs_away_leaves_the_best_that_it_found() -> None:
    """One contact on which it does not converge; its points grew until they were no numbers, which passed for exact."""
    random = np.random.default_rng(7)
    half = random.normal(size=(3, 3))
    problem = ds.LocalProblem(sp.csc_array(half @ half.T), random.normal(size=(1, 3)), np.array([10.0]), False)
    _, alone = attempted_coulomb(get_solver("admm"), problem, "ccp")
    assert np.isfinite(alone.impulse).all()
    assert "no way on" in alone.attempts[-1].status
    answer = ds.solve(problem, form="ccp")
    assert answer.solved
    assert answer.certificate.error < LAW


def test_the_sequence_follows_a_solver_that_has_no_answer_to_a_local_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object) -> Answer:
        return Answer.none("not today")

    problem = ds.LocalProblem.of(steps_of("sliding", "coulomb")[2])
    blocks_alone = get_solver("auto", chain=(Link("interior-point"), Link("clarabel")))
    monkeypatch.setattr(AdmmSolver, "find_coulomb", nothing)
    for solver, told in (("auto", "not today"), (blocks_alone, "itself and takes the problem")):
        answer = ds.solve(problem, "ccp", solver)
        assert answer.solved
        assert told in answer.attempts[0].status


@pytest.mark.parametrize("name", ["sliding", "thrown on the ground", "shaken arch"])
@pytest.mark.parametrize("solver", ["auto", "admm", "clarabel", "spg"])
def test_a_local_problem_obeys_coulombs_law_as_its_step_does(name: str, solver: str) -> None:
    for problem in steps_of(name, "coulomb")[:4]:
        if not problem.count:
            continue
        local = ds.LocalProblem.of(problem)
        assert not local.associated
        expected, answer = ds.solve(problem), ds.solve(local, form="ccp", solver=solver)
        assert expected.solved
        assert answer.solved
        assert answer.certificate.error < LAW
        u = problem.contact_velocity(expected.velocity, expected.impulse) - problem.memory
        found = local.contact_velocity(answer.velocity, answer.impulse) - local.memory
        speed = np.max(np.abs(problem.free_velocity))
        assert np.max(np.abs(u - found)) < 10 * LAW * speed
        total, same = problem.apply(expected.impulse), problem.apply(answer.impulse)  # of four legs no more is unique
        assert np.max(np.abs(total - same)) < 10 * LAW * np.max(np.abs(total))


def test_a_sliding_block_as_local_problem_has_the_impulses_of_its_step() -> None:
    """One contact, whose impulse is unique: mu m g dt against the slip, and no opening."""
    problem = steps_of("sliding", "coulomb")[2]
    kept = np.array([0])  # one corner of the block, by which it is held in all of its weight
    one = replace(
        problem,
        blocks=problem.blocks[kept], D=problem.D[kept], phi=problem.phi[kept], mu=problem.mu[kept], E=problem.E[kept],
        prescribed=problem.prescribed[kept], memory=problem.memory[kept], bond=problem.bond[kept],
        rebound=problem.rebound[kept], contacts=None,
    )  # fmt: skip
    of_step = ds.solve(one)
    for solver in ("auto", "admm", "clarabel"):
        answer = ds.solve(ds.LocalProblem.of(one), form="ccp", solver=solver)
        assert answer.solved
        assert answer.impulse == pytest.approx(of_step.impulse, rel=LAW, abs=LAW * np.max(np.abs(of_step.impulse)))
    gamma = of_step.impulse[0]
    u = (one.contact_velocity(of_step.velocity, of_step.impulse) - ds.solve(one).impulse * one.E)[0]
    assert np.hypot(*gamma[1:]) == pytest.approx(one.mu[0] * gamma[0], rel=LAW)  # it slides
    assert gamma[1:] @ u[1:] == pytest.approx(-np.hypot(*gamma[1:]) * np.hypot(*u[1:]), rel=LAW)


def test_the_correction_of_a_local_problem() -> None:
    problem = steps_of("sliding", "coulomb")[2]
    local, velocity = ds.LocalProblem.of(problem), np.zeros((0, 6))
    impulse = np.random.default_rng(0).normal(size=(local.count, 3))
    u = (local.W @ impulse.ravel()).reshape(-1, 3) + local.q
    exact = local.assuming(velocity, impulse)
    assert exact.memory[:, 0] == pytest.approx(local.mu * np.hypot(u[:, 1], u[:, 2]), rel=ROUNDING)
    assert exact.memory[:, 1:] == pytest.approx(0.0)
    assert exact.contact_velocity(velocity, impulse) == pytest.approx(u + exact.memory, rel=ROUNDING)
    assert certificate(exact, velocity, impulse).friction < ROUNDING
    assert certificate(local, velocity, impulse).friction > LAW
    _ = local.scaled
    shared = local.assuming(velocity, impulse)
    assert shared.scaled[1] is local.scaled[1]
    for name in ("q", "memory", "offset"):
        assert getattr(shared.scaled[0], name) == pytest.approx(getattr(exact.scaled[0], name), rel=1e-9, abs=ROUNDING)
    assert local.uncorrected.associated
    assert np.array_equal(local.uncorrected.offset, local.q)
    assert "of Coulomb" in str(local)
    step = FrictionalLocalArrays.of(exact.scaled[0])
    _, scaled = exact.scaled[1].forward(velocity, impulse)
    assert step.contact_velocity(step.velocity(scaled), scaled) == pytest.approx(
        exact.scaled[0].contact_velocity(velocity, scaled), rel=1e-9, abs=ROUNDING
    )
    assert not step.associated
    assert LocalArrays.of(exact.scaled[0]).associated


def test_a_solver_without_the_law_makes_the_sequence_and_keeps_the_nearest() -> None:
    problem = steps_of("sliding", "coulomb")[2]
    found = law_solution(get_solver("newton"), problem)
    answer = found.solution
    assert answer.solved
    assert len(found.answers) > 1
    assert natural(found.step, answer.velocity, answer.impulse) < LAW
    assert answer.velocity == pytest.approx(ds.solve(problem).velocity, abs=LAW * np.max(np.abs(answer.velocity)))


def test_of_answers_that_meet_the_law_that_of_the_settled_program_is_kept() -> None:
    """A block slides along above the ground: whatever is assumed at its open contacts, it flies on as it flew."""
    above = ds.Assembly([GROUND, cube(0.0, 0.2501)], friction=0.5)
    flying = np.zeros((2, 6))
    flying[1, 0] = 0.1
    step = ds.step_problem(
        above, 1e-3, formulation="coulomb", integrator=SCHEME, velocity=flying, gravity=(0, 0, 0)
    ).correcting(np.full(4, 1.0))
    exact = Answer(flying[1:], np.zeros((4, 3)))
    found = law_solution(get_solver("clarabel"), step, solve=lambda program, _: certified(program, exact))
    assert len(found.answers) == 2
    assert found.answers[0].friction_error > 0.1
    assert found.solution.friction_error <= TOLERANCE


def test_fclib_problems_may_be_meant_with_the_librarys_law(tmp_path: Path) -> None:
    problem = steps_of("sliding", "coulomb")[2]
    for one, form in ((problem, "kinematic"), (ds.LocalProblem.of(problem), "ccp")):
        path = ds.write_fclib(tmp_path / f"{form}.hdf5", one)
        relaxed, meant = ds.read_fclib(path), ds.read_fclib(path, law="coulomb")
        assert relaxed.associated
        assert not meant.associated
        assert np.array_equal(relaxed.offset, meant.offset)
        answer = ds.solve(meant, form=form)
        assert answer.solved
        u = meant.contact_velocity(answer.velocity, answer.impulse)
        assert np.min(answer.impulse[:, 0]) > 0.0
        assert np.max(np.abs(u[:, 0])) < LAW  # it slides and opens nothing
        assert np.min(np.hypot(u[:, 1], u[:, 2])) > 0.01
    with pytest.raises(ds.DrystoneError, match="law"):
        ds.read_fclib(path, law="sliding")
