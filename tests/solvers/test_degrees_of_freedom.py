"""Steps of bodies with another number of degrees of freedom than a rigid block's six: made up, of 9 and 24."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import clarabel
import numpy as np
import pytest
import scipy.sparse as sp

import drystone as ds
from drystone.files.problems import SavedStep, add_step, read_step
from drystone.formulations import FORMS, LocalProblem, StepProblem
from drystone.numerics.cholesky import FACTORISATIONS, assemble, get_factorisation, pairs_of
from drystone.numerics.contact_operator import apply, apply_transpose
from drystone.solvers import SOLVERS, WarmStart, get_solver
from drystone.solvers.acceptance import failed_solution
from drystone.solvers.certificate import certificate
from drystone.solvers.registry import solver_class
from drystone.structures import wall

Array = np.ndarray

ROUNDING = 1e-12
"""Relative: sums of a few dozen products in another order."""
CONDITION = 1e-9
"""Relative: the same after the factorisation of a matrix whose condition is some thousands."""
EXACT = 1e-8
"""The certificate of a solved step."""
AGREE = EXACT**0.5
"""Relative, of velocities: the value of the program grows with the square of their distance from the answer."""
LAW = 1e-7
"""Relative: the certificate in physical units, whose scales differ by a factor of ten among bodies and contacts."""
VALUE = 1e-6
"""Relative, of the values of a program that Clarabel solved to a gap of 1e-8."""

DOFS = (9, 24)
NAMES = [name for name in SOLVERS if name != "cvxpy:NAME"]


def close(found: Array, expected: Array, tolerance: float) -> bool:
    size = max(1.0, float(np.max(np.abs(expected), initial=0.0)))
    return found.shape == expected.shape and float(np.max(np.abs(found - expected), initial=0.0)) <= tolerance * size


def definite(random: np.random.Generator, count: int, size: int) -> Array:
    half = random.normal(size=(count, size, size))
    return np.asarray(half @ np.swapaxes(half, 1, 2) + size * np.eye(size))


def graph(random: np.random.Generator, bodies: int) -> Array:
    """Contacts (C, 2): a chain, its ends and some others against fixed bodies on either side, and every pair twice."""
    chain = np.column_stack([np.arange(bodies - 1), np.arange(1, bodies)])
    chosen = random.permutation(bodies)[: bodies // 2]
    fixed = np.column_stack([np.full(len(chosen), -1), chosen])
    ends = np.array([[-1, 0], [bodies - 1, -1]])
    return np.concatenate([chain, chain[:, ::-1], fixed, ends]).astype(np.int64)


def made_up(dofs: int, compliance: float = 0.0, bodies: int = 6, seed: int = 0) -> StepProblem:
    """A step of random masses, momenta and contacts, which some motion opens all at once: it has an answer."""
    random = np.random.default_rng((seed, dofs))
    blocks = graph(random, bodies)
    count = len(blocks)
    mu = random.choice([0.0, 0.3, 0.8], count)
    D = random.normal(size=(count, 2, dofs, 3))
    D[blocks < 0] = 0.0
    opening = random.normal(size=(bodies, dofs))
    for c in range(count):
        speed = sum(D[c, side].T @ opening[blocks[c, side]] for side in range(2) if blocks[c, side] >= 0)
        side = int(blocks[c, 1] >= 0)
        own = opening[blocks[c, side]]
        D[c, side, :, 0] += (1.0 + mu[c] * np.hypot(speed[1], speed[2]) - speed[0]) * own / np.sum(own**2)
    mass = random.uniform(1.0, 100.0, (bodies, 1, 1)) * definite(random, bodies, dofs)
    return StepProblem(
        H=mass,
        k=np.einsum("bij,bj->bi", mass, random.normal(size=(bodies, dofs))),
        blocks=blocks,
        D=D,
        phi=random.choice([0.0, 1e-4, 1e-2], count),
        mu=mu,
        E=np.full((count, 3), compliance),
        dt=1e-2,
        prescribed=np.zeros((count, 3)),
        memory=np.zeros((count, 3)),
        support_velocity=random.normal(size=(bodies, dofs)),
    )


def dense_operator(step: StepProblem) -> Array:
    """D, (nB, 3C)."""
    n = step.D.shape[2]
    whole = np.zeros((n * step.bodies, 3 * step.count))
    for c in range(step.count):
        for side in range(2):
            body = step.blocks[c, side]
            if body >= 0:
                whole[n * body : n * body + n, 3 * c : 3 * c + 3] += step.D[c, side]
    return whole


def oracle(step: StepProblem) -> Array:
    """Velocities (B, n) by Clarabel: min (1/2 v'Hv - k'v + 1/2 w'Ew) / energy s.t. D'v + phi/dt n + E w in Y*."""
    bodies, n = step.k.shape
    size, D = n * bodies, dense_operator(step)
    H, E = np.zeros((size, size)), np.diag(step.E.ravel())
    for b in range(bodies):
        H[n * b : n * b + n, n * b : n * b + n] = step.H[b]
    P, to_contacts = H, D.T
    if np.any(E):
        P = np.block([[H, np.zeros((size, len(E)))], [np.zeros((len(E), size)), E]])
        to_contacts = np.hstack([D.T, E])
    A: list[Array] = []
    right: list[Array] = []
    cones: list[Any] = []
    for c, mu in enumerate(step.mu):
        rows = np.diag([1.0, mu, mu])[: 3 if mu > 0.0 else 1]
        A.append(-rows @ to_contacts[3 * c : 3 * c + 3])
        right.append(rows @ [step.phi[c] / step.dt, 0.0, 0.0])
        cones.append(clarabel.SecondOrderConeT(3) if mu > 0.0 else clarabel.NonnegativeConeT(1))
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-10
    q = np.concatenate([-step.k.ravel(), np.zeros(len(P) - size)])
    energy = float(np.sum(step.k * np.linalg.solve(step.H, step.k[:, :, None])[:, :, 0]))
    matrices = sp.csc_matrix(np.triu(P) / energy), q / energy, sp.csc_matrix(np.vstack(A)), np.concatenate(right)
    answer = clarabel.DefaultSolver(*matrices, cones, settings).solve()
    assert str(answer.status) == "Solved"
    return np.array(answer.x[:size]).reshape(bodies, n)


def violation(step: StepProblem, velocity: Array, impulse: Array) -> float:
    """By how much the step's law fails, from the dense D: momenta, both cones, work, relative to their sizes."""
    D = dense_operator(step)
    momentum = np.einsum("bij,bj->bi", step.H, velocity) - step.k - (D @ impulse.ravel()).reshape(step.k.shape)
    u = (D.T @ velocity.ravel()).reshape(-1, 3) + step.E * impulse
    u[:, 0] += step.phi / step.dt
    normal, tangent = u[:, 0], np.hypot(u[:, 1], u[:, 2])
    force, shear = impulse[:, 0], np.hypot(impulse[:, 1], impulse[:, 2])
    return float(
        max(
            np.max(np.abs(momentum)) / np.max(np.abs(step.k)),
            np.max(step.mu * tangent - normal) / np.max(np.abs(u)),
            np.max(shear - step.mu * force) / np.max(force),
            np.max(np.abs(np.sum(u * impulse, axis=1))) / (np.max(np.abs(u)) * np.max(force)),
        )
    )


def embedded(step: StepProblem, random: np.random.Generator, more: int = 3) -> StepProblem:
    """The step with degrees of freedom beside the others, which neither masses nor contacts couple to them."""
    bodies, n = step.k.shape
    H = np.zeros((bodies, n + more, n + more))
    H[:, :n, :n], H[:, n:, n:] = step.H, definite(random, bodies, more)
    D = np.zeros((step.count, 2, n + more, 3))
    D[:, :, :n] = step.D
    k = np.hstack([step.k, random.normal(size=(bodies, more))])
    riding = np.hstack([step.support_velocity, np.zeros((bodies, more))])
    changed: dict[str, Any] = {one.name: getattr(step, one.name) for one in fields(step)}
    return StepProblem(**(changed | {"H": H, "D": D, "k": k, "support_velocity": riding}))


def rigid() -> StepProblem:
    """A wall whose blocks move at random."""
    assembly = wall(2, 3)
    velocity = 0.1 * np.random.default_rng(3).normal(size=(len(assembly), 6)) * ~assembly.fixed[:, None]
    return ds.step_problem(assembly, 1e-2, velocity=velocity)


def solver(name: str) -> Any:
    if not solver_class(name).available():
        pytest.skip(f"{name} is not installed")
    return get_solver(name)


def test_the_number_of_degrees_of_freedom_is_that_of_the_arrays() -> None:
    assert rigid().dofs == 6
    for dofs in DOFS:
        step = made_up(dofs)
        assert step.dofs == step.scaled[0].dofs == dofs
        assert failed_solution(step, "none", "ccp", "a reason").velocity.shape == (step.bodies, dofs)


@pytest.mark.parametrize("dofs", [1, 3, 6, *DOFS])
def test_products_with_the_contact_operator(dofs: int) -> None:
    step, random = made_up(dofs), np.random.default_rng(1)
    D = dense_operator(step)
    impulse, velocity = random.normal(size=(step.count, 3)), random.normal(size=step.k.shape)
    assert close(apply(step.D, step.blocks, impulse, step.bodies).ravel(), D @ impulse.ravel(), ROUNDING)
    assert close(apply_transpose(step.D, step.blocks, velocity).ravel(), D.T @ velocity.ravel(), ROUNDING)
    assert close(step.operator.toarray(), D, 0.0)


@pytest.mark.parametrize("dofs", [1, 3, 7, *DOFS])
@pytest.mark.parametrize("name", FACTORISATIONS)
@pytest.mark.parametrize("bodies", [1, 6, 400])
def test_factorisations(name: str, dofs: int, bodies: int) -> None:
    """S = I + D W D', assembled here number by number; 400 bodies of 24 are factorised in parts."""
    kind = get_factorisation(name)
    if not kind.available():
        pytest.skip(f"{name} needs {', '.join(kind.requires)}")
    random = np.random.default_rng(bodies)
    blocks = graph(random, bodies)
    D = random.normal(size=(len(blocks), 2, dofs, 3))
    D[blocks < 0] = 0.0
    weight, rhs = definite(random, len(blocks), 3), random.normal(size=(bodies, dofs))
    size, rows = dofs * bodies, np.arange(dofs)
    parts = []
    for c, (sides, pair) in enumerate(zip(D, blocks, strict=True)):
        for side in np.flatnonzero(pair >= 0):
            row, column = np.meshgrid(dofs * pair[side] + rows, 3 * c + np.arange(3), indexing="ij")
            parts.append((sides[side].ravel(), row.ravel(), column.ravel()))
    data, row, column = (np.concatenate(part) for part in zip(*parts, strict=True))
    operator = sp.csr_array((data, (row, column)), shape=(size, 3 * len(blocks)))
    S = sp.eye_array(size) + operator @ sp.block_diag(list(weight)) @ operator.T
    pairs, slot, _ = pairs_of(blocks)
    factor = kind(bodies, pairs, dofs=dofs)
    assert factor.factorise(*assemble(D, blocks, slot, weight, bodies, len(pairs)))
    assert close(S @ factor.solve(rhs).ravel(), rhs.ravel(), CONDITION)
    diagonal = np.tile(-np.eye(dofs), (bodies, 1, 1))
    assert not factor.factorise(diagonal, np.zeros((len(pairs), dofs, dofs)))
    with pytest.raises(ds.DrystoneError, match="blocks of shapes"):
        factor.factorise(np.tile(np.eye(dofs + 1), (bodies, 1, 1)), np.zeros((len(pairs), dofs, dofs)))


@pytest.mark.parametrize("compliance", [0.0, 1e-4])
@pytest.mark.parametrize("dofs", DOFS)
@pytest.mark.parametrize("name", NAMES)
def test_every_solver_finds_the_answer(name: str, dofs: int, compliance: float) -> None:
    step, chosen = made_up(dofs, compliance), solver(name)
    expected = oracle(step)
    assert not close(step.free_velocity, expected, 1e-2)  # the contacts matter
    for form in chosen.forms:
        found = chosen.solve(step, form)
        assert found.status == "solved", found.attempts
        assert close(found.velocity, expected, AGREE)
        assert violation(step, found.velocity, found.impulse) <= LAW
        assert certificate(step, found.velocity, found.impulse).worst <= max(EXACT, chosen.accuracy)


@pytest.mark.parametrize("dofs", DOFS)
def test_a_guess_leads_to_the_same_answer(dofs: int) -> None:
    step, chosen = made_up(dofs), get_solver("interior-point")
    cold = chosen.solve(step)
    for wrong in (1e-10, 1e-3, 1.0):
        guess = WarmStart(cold.velocity, cold.impulse * (1.0 + wrong))
        warm = chosen.solve(step, warm_start=guess)
        assert warm.solved
        assert close(warm.velocity, cold.velocity, AGREE)


@pytest.mark.parametrize("dofs", DOFS)
def test_kinematic_and_static_values_agree(dofs: int) -> None:
    for step in (made_up(dofs), made_up(dofs, 1e-4)):
        values = {}
        for form in FORMS:
            program = step.program(form)
            answer = ds.get_solver("clarabel").conic.solve_program(program)  # type: ignore[attr-defined]
            velocity, impulse = step.recover(form, answer)
            values[form] = step.objective(form, velocity, impulse)
            assert values[form] == pytest.approx(program.objective(answer.x), rel=VALUE)
        assert values["kinematic"] == pytest.approx(-values["static"], rel=VALUE)
        assert values["static"] == pytest.approx(values["ccp"], rel=VALUE)


@pytest.mark.parametrize("name", NAMES)
def test_degrees_of_freedom_that_nothing_couples_change_nothing(name: str) -> None:
    step, chosen = made_up(6), solver(name)
    more = embedded(step, np.random.default_rng(2))
    plain, found = chosen.solve(step, chosen.forms[0]), chosen.solve(more, chosen.forms[0])
    assert plain.solved
    assert found.solved
    assert close(found.velocity[:, :6], plain.velocity, AGREE)
    assert close(found.velocity[:, 6:], np.linalg.solve(more.H[:, 6:, 6:], more.k[:, 6:, None])[:, :, 0], ROUNDING)


def test_programs_of_degrees_of_freedom_that_nothing_couples() -> None:
    step = rigid()
    more = embedded(step, np.random.default_rng(2))
    kept = (9 * np.arange(step.bodies)[:, None] + np.arange(6)).ravel()
    plain, found = step.kinematic(), more.kinematic()
    assert np.array_equal(found.P.toarray()[np.ix_(kept, kept)], plain.P.toarray())
    assert np.array_equal(found.A.toarray()[:, kept], plain.A.toarray())
    assert np.array_equal(found.q[kept], plain.q)
    assert np.array_equal(found.b, plain.b)
    plain, found = step.ccp(), more.ccp()
    assert close(found.P.toarray(), plain.P.toarray(), ROUNDING)
    assert close(found.q, plain.q, ROUNDING)


@pytest.mark.parametrize("dofs", DOFS)
def test_the_local_problem_has_the_same_contact_velocities(dofs: int) -> None:
    step = made_up(dofs)
    whole = ds.solve(step, solver="interior-point")
    local = ds.solve(LocalProblem.of(step), form="ccp", solver="admm")
    assert local.solved
    speeds = LocalProblem.of(step).contact_velocity(local.velocity, local.impulse)
    assert close(speeds, step.contact_velocity(whole.velocity, whole.impulse), AGREE)


def test_a_step_is_read_as_it_was_written(tmp_path: Path) -> None:
    step = made_up(9)
    add_step(tmp_path / "steps.h5", SavedStep("nine", step, WarmStart(np.ones_like(step.k), np.zeros((step.count, 3)))))
    read = read_step(tmp_path / "steps.h5", "nine")
    assert np.array_equal(read.guess.velocity, np.ones_like(step.k))
    for name in ("H", "k", "D", "support_velocity"):
        assert np.array_equal(getattr(read.problem, name), getattr(step, name))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"k": np.zeros((6, 6))}, r"k of a step has shape \(6, 6\); expected \(6, 9\)"),
        ({"H": np.ones((6, 9, 6))}, r"H of a step has shape \(6, 9, 6\); expected \(any, n, n\)"),
        ({"H": np.ones((6, 0, 0))}, r"H of a step has shape \(6, 0, 0\); expected \(any, n, n\)"),
        ({"D": np.zeros((18, 2, 6, 3))}, r"D of a step has shape \(18, 2, 6, 3\); expected \(\d+, 2, 9, 3\)"),
    ],
)
def test_all_arrays_have_the_same_degrees_of_freedom(change: dict[str, Any], message: str) -> None:
    step = made_up(9)
    given: dict[str, Any] = {one.name: getattr(step, one.name) for one in fields(step)}
    with pytest.raises(ds.DrystoneError, match=message):
        StepProblem(**(given | change))
