"""Gauss-Seidel, spectral and accelerated projected gradients, ADMM: kernels, closed forms, agreement, honesty."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.errors import DrystoneError, UnknownNameError
from drystone.formulations import FORMULATIONS, StepProblem
from drystone.numerics.friction_cone import distance_to_cone, project
from drystone.programs import ConicProgram
from drystone.solvers import SOLVERS, StepSolution, WarmStart, get_solver
from drystone.solvers.conic.clarabel import ClarabelSolver
from drystone.solvers.first_order.base import FirstOrderSolver, delassus, metric, residual
from drystone.solvers.first_order.gauss_seidel import local_cone, solve_local
from drystone.solvers.registry import solver_class
from drystone.solvers.structured.arrays import Arrays, Sides
from drystone.solvers.structured.residuals import measure
from drystone.structures import arch, wall

from ..steps import GROUND, cube, natural_residual, steps_of

ROUNDING = 1e-13  # of points of order one
BACKWARD = 1e-11  # over |b| + trace(A) |x|: rounding times the condition of L^-1 J L^-T, up to 1e4 here
BOUNDARY = 1e-9  # over |x|: distance from the cone of a point whose form x'J x is zero to rounding
REGULAR = 1e-10  # relative: 1e-12 of the trace is added to A, and the trace is up to thirty times A_nn here
BACKEND = 1e-8  # relative, of values: Clarabel's gap
NEAR = 1e-3  # its root over the least eigenvalue of A, 0.1
SAME = 1e-6  # relative, of velocities: two answers with certificates of 1e-8
RESTED = 1e-7  # relative: Clarabel's answer is polished, ours has a natural residual of 1e-9
UNIQUE = 1e-6  # relative, of impulses: natural residual 1e-9 over a compliance of 1e-2
CLOSED = 1e-8  # one contact, natural residual 1e-9
COARSE = 1e-4  # certificate of an answer that was stopped

METHODS: dict[str, dict[str, Any]] = {
    name: {}
    for name in SOLVERS
    if solver_class(name).kind == "structured" and issubclass(solver_class(name), FirstOrderSolver)
}
VARIANTS = list(METHODS.items())
VARIANTS += [("gauss-seidel", {"local": "projection"}), ("spg", {"memory": 1}), ("apgd", {"shrink": 1.0})]
variants = pytest.mark.parametrize(
    ("name", "settings"), VARIANTS, ids=["-".join([n, *map(str, s.values())]) for n, s in VARIANTS]
)


def mass_on_incline(slope: float, friction: float, E: float = 0.0) -> StepProblem:
    """A mass of 3 kg with one contact under its centroid; k = (-1, slope, 0) in the frame of the contact."""
    D = np.zeros((1, 2, 6, 3))
    D[:, 1, :3, :] = np.eye(3)
    return StepProblem(
        H=3.0 * np.eye(6)[None],
        k=np.array([[-1.0, slope, 0.0, 0.0, 0.0, 0.0]]),
        blocks=np.array([[-1, 0]], dtype=np.int64),
        D=D,
        phi=np.zeros(1),
        mu=np.full(1, friction),
        E=np.full((1, 3), E),
        dt=1e-2,
        prescribed=np.zeros((1, 3)),
        memory=np.zeros((1, 3)),
    )


def thrown(velocity: tuple[float, ...], friction: float = 0.5, **arguments: Any) -> StepProblem:
    assembly = ds.Assembly([GROUND, cube(0, 0.25)], friction=friction)
    initial = np.zeros((2, 6))
    initial[1] = velocity
    return ds.step_problem(assembly, 1e-2, integrator="backward-euler", velocity=initial, **arguments)


def stack() -> StepProblem:
    """Two blocks, the upper one on the edge of toppling, pushed sideways."""
    assembly = ds.Assembly([GROUND, cube(0, 0.25, name="a"), cube(0.2, 0.75, name="b")])
    velocity = np.outer([0.0, 0.0, 1.0], [0.3, 0.1, -0.2, 0.1, 0.2, 0.3])
    return ds.step_problem(assembly, 1e-2, integrator="backward-euler", velocity=velocity)


def soft() -> StepProblem:
    """A block on four springs, E of a hundredth of what its contacts feel."""
    problem = thrown((0.3, 0.1, -1.0, 0.2, 0.1, 0.0))
    return replace(problem, E=np.full_like(problem.E, 1e-2 / 250.0))


SMALL: dict[str, Callable[[], StepProblem]] = {
    "resting": lambda: thrown((0, 0, 0, 0, 0, 0)),
    "sliding": lambda: thrown((1, 0.5, 0, 0, 0, 0)),
    "spinning": lambda: thrown((0.3, 0, 0, 0, 0, 2)),
    "frictionless": lambda: thrown((1, 0, -0.5, 0, 0, 0), friction=0.0),
    "impact": lambda: thrown((0.5, 0.1, -3, 0.4, 0.2, 0.1)),
    "leaving": lambda: thrown((0.5, 0.1, 3, 0.4, 0.2, 0.1)),
    "frictionless, straight up": lambda: thrown((0, 0, 3, 0, 0, 0), friction=0.0),
    "stack": stack,
    "soft": soft,
    "resting wall": lambda: steps_of("resting wall", "anitescu-tasora")[0],
}


@cache
def small(case: str) -> tuple[StepProblem, StepSolution]:
    problem = SMALL[case]()
    reference = get_solver("clarabel").solve(problem)
    assert reference.solved
    return problem, reference


def relative(found: np.ndarray, expected: np.ndarray, problem: StepProblem) -> float:
    """Largest difference over what the block would do freely."""
    size = max(
        float(np.max(np.abs(expected))), float(np.max(np.abs(np.linalg.solve(problem.H, problem.k[:, :, None]))))
    )
    return float(np.max(np.abs(found - expected))) / size


def distance_to_dual_cone(y: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """Distance from Y* (Moreau: of y from its part in -Y)."""
    return np.linalg.norm(project(-y, mu), axis=1)


def cones(count: int, spread: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Random local problems: A with eigenvalues over ``spread`` decades, b, mu."""
    random = np.random.default_rng(11)
    Q = np.linalg.qr(random.normal(size=(count, 3, 3)))[0]
    values = 10.0 ** random.uniform(-spread, 0.0, size=(count, 3))
    b = random.normal(size=(count, 3)) - np.array([0.5, 0.0, 0.0])
    return np.einsum("cij,cj,ckj->cik", Q, values, Q), b, np.resize([0.0, 1e-3, 0.1, 0.6, 2.0], count)


def solve_locals(A: np.ndarray, b: np.ndarray, mu: np.ndarray) -> np.ndarray:
    _, T, ratio = local_cone(A, mu)
    return np.array([solve_local(T[i], ratio[i, 0], ratio[i, 1], *b[i]) for i in range(len(b))])


@pytest.mark.parametrize("spread", [0.0, 1.0, 3.0])
def test_local_solve_by_its_optimality_conditions(spread: float) -> None:
    """X in Y, A x + b in Y*, orthogonal to x; all three cases occur."""
    A, b, mu = cones(5000, spread)
    x = solve_locals(A, b, mu)
    y = np.einsum("cij,cj->ci", A, x) + b
    size = np.linalg.norm(b, axis=1) + np.trace(A, axis1=1, axis2=2) * np.linalg.norm(x, axis=1)
    assert np.max(distance_to_cone(x, mu) / np.maximum(np.linalg.norm(x, axis=1), 1e-300)) < BOUNDARY
    assert np.max(distance_to_dual_cone(y, mu) / size) < BACKWARD
    assert np.max(np.abs(np.einsum("ci,ci->c", x, y)) / (size * np.maximum(1.0, np.linalg.norm(x, axis=1)))) < BACKWARD
    apex = np.all(x == 0.0, axis=1)
    inside = ~apex & (np.linalg.norm(y, axis=1) < 1e-6 * size)
    for case in (apex, inside, ~apex & ~inside):
        assert np.count_nonzero(case[mu > 0]) > 10


def test_local_solve_against_clarabel() -> None:
    for A, b, mu in zip(*cones(60, 1.0), strict=True):
        x = solve_locals(A[None], b[None], np.array([mu]))[0]
        if mu == 0.0:
            assert np.allclose(x, [max(0.0, -b[0] / A[0, 0]), 0.0, 0.0], rtol=REGULAR, atol=REGULAR)
            continue
        program = ConicProgram(A, b, -np.diag([mu, 1.0, 1.0]), np.zeros(3), second_order=np.array([3]))
        found = ClarabelSolver(tolerance=1e-12).answer(program).x
        value, other = (0.5 * y @ A @ y + b @ y for y in (x, found))
        assert abs(value - other) < BACKEND * (1.0 + abs(value))
        assert np.max(np.abs(x - found)) < NEAR * (1.0 + np.max(np.abs(x)))


def test_local_solve_against_angles() -> None:
    """Brute force: no boundary point on a fine grid of angles, nor the interior, is lower."""
    angles = np.linspace(0.0, 2.0 * np.pi, 2000)
    for A, b, mu in zip(*cones(200, 2.0), strict=True):
        x = solve_locals(A[None], b[None], np.array([mu]))[0]
        d = np.column_stack([np.ones_like(angles), mu * np.cos(angles), mu * np.sin(angles)])
        best = -0.5 * np.max(np.maximum(0.0, -d @ b) ** 2 / np.einsum("ai,ij,aj->a", d, A, d))
        value = 0.5 * x @ A @ x + b @ x
        assert value <= best + ROUNDING


@pytest.mark.parametrize("rank", [1, 2])
def test_local_solve_of_a_singular_matrix(rank: int) -> None:
    """Rank one and two: a minimiser among many, where there is one (b in the range of A)."""
    random = np.random.default_rng(3)
    root = random.normal(size=(500, 3, rank))
    A = np.matmul(root, np.swapaxes(root, 1, 2))
    b = np.einsum("cir,cr->ci", root, random.normal(size=(500, rank)))
    mu = np.resize([0.1, 0.6, 2.0], 500)
    regular, T, ratio = local_cone(A, mu)
    x = np.array([solve_local(T[i], ratio[i, 0], ratio[i, 1], *b[i]) for i in range(500)])
    assert np.all(np.isfinite(x))
    y = np.einsum("cij,cj->ci", regular, x) + b
    size = np.linalg.norm(b, axis=1) + np.trace(A, axis1=1, axis2=2) * np.linalg.norm(x, axis=1)
    assert np.max(distance_to_dual_cone(y, mu) / size) < 1e-4  # root of the regularisation times rounding
    assert np.max(distance_to_cone(x, mu) / np.maximum(np.linalg.norm(x, axis=1), 1.0)) < 1e-4


def test_contact_that_moves_nothing_has_no_impulse() -> None:
    _, T, ratio = local_cone(np.zeros((1, 3, 3)), np.array([0.6]))
    assert solve_local(T[0], ratio[0, 0], ratio[0, 1], -1.0, 0.2, 0.1) == (0.0, 0.0, 0.0)


def test_kernels_against_the_step_and_the_certificate() -> None:
    scaled = steps_of("shaken arch", "compliant")[1].scaled[0]
    step = Arrays.of(scaled)
    random = np.random.default_rng(4)
    x = random.normal(size=step.offset.shape)
    operator, product = step.gram, np.empty_like(x)
    assert isinstance(operator, Sides)
    delassus(operator, x, product)
    moved = operator.moved
    assert np.allclose(moved, scaled.apply(x), rtol=0, atol=1e-12)
    assert np.allclose(product, scaled.apply_transpose(moved) + step.E * x, rtol=0, atol=1e-11)
    N = scaled.operator.T @ scaled.operator
    assert np.allclose(metric(step), (N.diagonal().reshape(-1, 3) + step.E).mean(axis=1))
    gamma = project(0.1 * x, step.mu)
    v = step.velocity(gamma)
    u = step.contact_velocity(v, gamma)
    natural = natural_residual(scaled, v, gamma)
    size = np.maximum(1.0, np.minimum(np.linalg.norm(gamma, axis=1), np.linalg.norm(u, axis=1)))
    assert residual(gamma, u, step.mu, 1e300) == pytest.approx(np.max(natural / size))
    assert residual(0.0 * gamma, np.abs(u) * [1e9, 0, 0], step.mu, 1.0) == 0.0
    assert residual(gamma, u, step.mu, 1e-9) == pytest.approx(1e9 * abs(np.sum(gamma * u)))
    for wrong in (np.nan, np.inf):
        point = np.where(np.arange(len(gamma))[:, None] == 1, wrong, gamma)
        assert not residual(point, u, step.mu, 1.0) < np.inf
        assert not max(measure(point, u, step.mu, 1.0)) < np.inf
        assert not max(measure(gamma, point, step.mu, 1.0)) < np.inf


@pytest.mark.parametrize("friction", [0.0, 0.6])
@pytest.mark.parametrize("slope", [0.3, 1.2])
@variants
def test_one_contact_in_closed_form(name: str, settings: dict[str, Any], slope: float, friction: float) -> None:
    """It sticks for slope <= friction; else v = k / m is projected on the ray (friction, 1)."""
    ray = np.array([friction, 1.0, 0.0]) / np.hypot(friction, 1.0)
    problem = mass_on_incline(slope, friction)
    expected = max(0.0, float(ray @ problem.k[0, :3])) / 3.0 * ray
    solution = get_solver(name, **settings).solve(problem)
    assert solution.solved
    assert np.max(np.abs(solution.velocity[0, :3] - expected)) < CLOSED
    assert np.max(np.abs(solution.impulse[0] - (3.0 * expected - problem.k[0, :3]))) < CLOSED


@pytest.mark.parametrize("case", SMALL)
@variants
def test_small_steps_agree_with_clarabel(name: str, settings: dict[str, Any], case: str) -> None:
    problem, reference = small(case)
    solution = get_solver(name, **settings).solve(problem)
    assert solution.solved, (solution.certificate, solution.attempts)
    assert solution.solver == name
    assert relative(solution.velocity, reference.velocity, problem) < SAME
    if np.all(problem.E > 0.0):
        assert np.max(np.abs(solution.impulse - reference.impulse)) < UNIQUE * np.max(np.abs(reference.impulse))


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("name", ["apgd", "admm"])
@pytest.mark.parametrize("run", ["shaken arch", "thrown on the ground", "falling stack"])
def test_the_two_accelerated_methods_solve_moving_steps(name: str, run: str, formulation: str) -> None:
    for problem in steps_of(run, formulation):
        if problem.count:
            assert get_solver(name).solve(problem).solved


@pytest.mark.parametrize("case", SMALL)
@variants
def test_warm_start_from_the_solution_is_accepted_at_once(name: str, settings: dict[str, Any], case: str) -> None:
    problem, _ = small(case)
    solver = get_solver(name, **settings)
    first = solver.solve(problem)
    again = solver.solve(problem, warm_start=WarmStart(first.velocity, first.impulse))
    assert again.iterations <= 1
    assert again.solved
    assert relative(again.velocity, first.velocity, problem) < RESTED


def test_a_monotone_search_ends_whatever_the_rounding() -> None:
    """Momenta that differ in their thirteenth digit: where the sign of the slope is rounding, the search goes on.

    One start takes some 60 iterations; ten times as many are allowed; a search at a standstill makes 20 000.
    """
    problem, _ = small("spinning")
    solver = get_solver("spg", memory=1)
    counts = [solver.solve(replace(problem, k=problem.k * (1.0 + i * 1e-13))).iterations for i in range(40)]
    assert max(counts) < 600


@variants
def test_a_guess_outside_the_cone_does_no_harm(name: str, settings: dict[str, Any]) -> None:
    problem, reference = small("stack")
    guess = WarmStart(np.ones_like(reference.velocity), -1e3 * np.ones_like(reference.impulse))
    solution = get_solver(name, **settings).solve(problem, warm_start=guess)
    assert solution.solved
    assert relative(solution.velocity, reference.velocity, problem) < SAME


@variants
def test_the_limit_is_told_and_the_answer_is_inaccurate(name: str, settings: dict[str, Any]) -> None:
    """A hyperstatic wall, stopped early: an honest verdict, impulses in the cone, momentum balanced."""
    problem = ds.step_problem(wall(6, 5), 1e-3)
    solution = get_solver(name, max_iterations=5, **settings).solve(problem)
    assert solution.status == "inaccurate"
    assert solution.iterations == 5
    assert "5 iterations, the limit, at a natural residual of" in solution.attempts[-1].status
    assert solution.certificate.worst > COARSE
    assert solution.certificate.dual < ROUNDING
    more = get_solver(name, max_iterations=50, **settings).solve(problem)
    assert more.certificate.natural < solution.certificate.natural


@variants
def test_time_limit(name: str, settings: dict[str, Any]) -> None:
    problem = ds.step_problem(arch(), 1e-3)
    solution = get_solver(name, time_limit=0.0, tolerance=1e-15, **settings).solve(problem)
    assert "s, the time limit" in solution.attempts[-1].status or solution.solved


@variants
def test_the_same_step_has_the_same_answer(name: str, settings: dict[str, Any]) -> None:
    problem = ds.step_problem(wall(3, 3), 1e-2, gravity=(5.0, 0.0, -9.81))
    first = get_solver(name, max_iterations=200, **settings).solve(problem)
    solver = get_solver(name, max_iterations=200, **settings)
    solver.solve(small("stack")[0])  # what a solver remembers of another step does not matter
    second = solver.solve(problem)
    assert np.array_equal(first.impulse, second.impulse)
    assert np.array_equal(first.velocity, second.velocity)
    assert first.iterations == second.iterations


@pytest.mark.parametrize("form", ["kinematic", "static", "ccp"])
@pytest.mark.parametrize("name", METHODS)
def test_all_forms_at_once(name: str, form: str) -> None:
    problem, reference = small("sliding")
    solution = ds.solve(problem, form, name)
    assert solution.solved
    assert solution.form == form
    assert solution.objective == pytest.approx(problem.objective(form, reference.velocity, reference.impulse), rel=SAME)


@pytest.mark.parametrize("name", METHODS)
def test_a_coarse_tolerance_is_quicker_and_becomes_the_accuracy(name: str) -> None:
    problem, _ = small("resting wall")
    tight, loose = get_solver(name), get_solver(name, tolerance=1e-4)
    assert loose.accuracy == 1e-4
    assert loose.solve(problem).iterations < tight.solve(problem).iterations


@pytest.mark.parametrize("name", METHODS)
def test_unknown_settings_are_refused(name: str) -> None:
    with pytest.raises(UnknownNameError, match=f"setting of {name} 'sweeps'; there are: .*max_iterations"):
        get_solver(name, sweeps=3)


@pytest.mark.parametrize(
    ("name", "setting", "value", "message"),
    [
        *((name, "max_iterations", 0, "whole number of at least 1") for name in METHODS),
        ("apgd", "max_iterations", 2.5, "must be a whole number of at least 1; got 2.5"),
        ("apgd", "max_iterations", True, "must be a whole number of at least 1; got True"),
        ("apgd", "time_limit", float("nan"), "must be finite; got nan"),
        ("apgd", "shrink", 1.5, "must be at least 0.1 and at most 1; got 1.5"),
        ("spg", "memory", "ten", "must be a whole number from 1 to 1000; got 'ten'"),
        ("admm", "rho", 0.0, "must be at least 1e-08 and at most 1e\\+08; got 0"),
        ("gauss-seidel", "omega", -1.0, "must be at least 0.001 and at most 2; got -1"),
    ],
)
def test_impossible_settings_are_refused(name: str, setting: str, value: Any, message: str) -> None:
    with pytest.raises(DrystoneError, match=f"setting {setting} of {name} .*{message}"):
        get_solver(name, **{setting: value})


def test_unknown_local_solve() -> None:
    with pytest.raises(UnknownNameError, match="local of gauss-seidel 'newton'; there are: exact, projection"):
        get_solver("gauss-seidel", local="newton")


def test_unknown_factorisation() -> None:
    with pytest.raises(UnknownNameError, match=r"factorisation of admm 'umfpack'; there are: auto, .*multifrontal"):
        get_solver("admm", factorisation="umfpack")


def test_admm_factorises_again_only_where_its_penalty_changes() -> None:
    problem = ds.step_problem(wall(3, 3), 1e-2, gravity=(8.0, 0.0, -9.81))
    fixed, balanced = (get_solver("admm", penalty=penalty).solve(problem) for penalty in ("fixed", "balanced"))
    assert fixed.factorisations == 1
    assert 1 < balanced.factorisations < 0.1 * balanced.iterations
    assert balanced.solved
    assert balanced.iterations < fixed.iterations


def test_a_factorisation_that_fails_ends_admm_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drystone.solvers.structured.schur.Schur.factorise", lambda self, weight, D=None: False)
    solution = get_solver("admm").solve(small("stack")[0])
    assert solution.status == "inaccurate"
    assert "no iterations and no way on" in solution.attempts[-1].status
