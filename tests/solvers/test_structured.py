"""The structured solvers: projections, Newton's derivatives, Nesterov-Todd scaling, and steps from real runs."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import drystone as ds
from drystone.collision import carried
from drystone.formulations import FORMS, FORMULATIONS
from drystone.numerics.contact_operator import apply, apply_transpose
from drystone.numerics.friction_cone import project
from drystone.solvers import SOLVERS, WarmStart, get_solver
from drystone.solvers.certificate import certificate
from drystone.solvers.interior_point import nesterov_todd as nt
from drystone.solvers.interior_point import path_system as ps
from drystone.solvers.newton import proximal as px
from drystone.solvers.newton.tuning import NewtonTuning
from drystone.solvers.registry import solver_class
from drystone.solvers.structured.arrays import Arrays
from drystone.solvers.structured.residuals import residuals_of
from drystone.solvers.structured.schur import Schur
from drystone.structures import wall

from ..steps import GROUND, RUNS, SCHEME, cube, steps_of

ROUNDING = 1e-13  # of points of order one
SCALED = 1e-9  # relative: rounding times the square of eta and w, at most 1e3 here
EXACT = 1e-8  # the certificate
AGREE = 1e-6  # relative, of velocities: the bound for forms of one step
DIFFERENCE = 1e-6  # central differences with step 1e-6 of a map with curvature of order ten

STRUCTURED = ("newton", "interior-point")


def points() -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(5)
    mu = np.tile([0.0, 0.1, 0.6, 2.0], 50)
    x = random.normal(size=(200, 3))
    x[::7, 1:] = 0.0  # on the axis, before and behind the apex, of a half-line too
    return x, mu


def inside(seed: int, mu: np.ndarray) -> np.ndarray:
    """Points inside the cones x_0 > |x_t|, or the half-line where mu = 0, some very near the boundary."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(len(mu), 3))
    x[mu == 0.0, 1:] = 0.0
    x[:, 0] = np.hypot(x[:, 1], x[:, 2]) + 10.0 ** random.uniform(-4, 1, size=len(mu))
    return x


def jordan(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The product a o b of the cones' algebra, row by row."""
    return np.column_stack([np.sum(a * b, axis=1), a[:, :1] * b[:, 1:] + b[:, :1] * a[:, 1:]])


def scaled_walls(formulation: str = "nodargi-bisegna") -> list[ds.StepProblem]:
    """A wall sliding on curved cones under a harmonic motion: the hardest steps known here for their size."""
    assembly = wall(6, 6, friction=0.4)
    motion = ds.GroundMotion.harmonic(0.9 * 9.81, 2.0, direction=(1, 0.6, 0), duration=1)
    run = ds.simulate(assembly, 0.2, 5e-3, integrator=SCHEME, motion=motion)
    return [
        ds.step_problem(
            assembly, 5e-3, integrator=SCHEME, formulation=formulation, motion=motion, start=run.recorded_state(i)
        )
        for i in (3, 10, 25, 39)
    ]


def test_stiffness_is_the_derivative_of_the_impulses() -> None:
    """W = - d gamma / d (D'v): by differences of gamma = S^(-1/2) P(p), away from the kinks."""
    x, mu = points()
    root = np.random.default_rng(6).uniform(0.5, 2.0, size=x.shape)
    shift, h = np.zeros_like(x), 1e-6
    found = px.stiffness(px.points(x, shift, root), mu, root)
    point = px.points(x, shift, root)
    tangent = np.hypot(point[:, 1], point[:, 2])
    smooth = np.minimum(np.abs(tangent - mu * point[:, 0]), np.abs(point[:, 0] + mu * tangent)) > 1e-3
    for j in range(3):
        step = np.zeros(3)
        step[j] = h
        plus, minus = (px.impulses(px.points(x + sign * step, shift, root), mu, root) for sign in (1, -1))
        assert np.max(np.abs(found[:, :, j] + (plus - minus) / (2 * h))[smooth]) < 10 * DIFFERENCE


def test_slope_and_curvature_on_a_line() -> None:
    x, mu = points()
    change = np.random.default_rng(7).normal(size=x.shape)

    def half(a: float) -> float:
        return float(0.5 * np.sum(project(x + a * change, mu) ** 2))

    h = 1e-5
    slope, curvature = px.line_slope(x, change, mu, 0.3)
    assert slope == pytest.approx((half(0.3 + h) - half(0.3 - h)) / (2 * h), rel=DIFFERENCE)
    near = [px.line_slope(x, change, mu, 0.3 + sign * 1e-9)[0] for sign in (1, -1)]
    assert curvature == pytest.approx((near[0] - near[1]) / 2e-9, rel=1e-3)  # rounding of the difference


def test_gradient_and_hessian_of_a_step_by_differences() -> None:
    """f(v) = 1/2 |v - k|^2 + 1/2 |P(p(v))|^2 of a real step, in random directions."""
    problem = steps_of("shaken arch", "nodargi-bisegna")[1]
    step = Arrays.of(problem.scaled[0])
    random = np.random.default_rng(8)
    R = 1e-2
    root = np.sqrt(step.E + R)

    def point(v: np.ndarray) -> np.ndarray:
        return px.points(apply_transpose(step.D, step.blocks, v), step.offset, root)

    def value(v: np.ndarray) -> float:
        return float(0.5 * np.sum((v - step.k) ** 2) + 0.5 * np.sum(project(point(v), step.mu) ** 2))

    def gradient(v: np.ndarray) -> np.ndarray:
        return v - step.k - apply(step.D, step.blocks, px.impulses(point(v), step.mu, root), step.bodies)

    schur = Schur()
    schur.prepare(step)
    v = random.normal(size=step.k.shape)
    assert schur.factorise(px.stiffness(point(v), step.mu, root))
    for _ in range(5):
        d, h = random.normal(size=v.shape), 1e-6
        along = (value(v + h * d) - value(v - h * d)) / (2 * h)
        assert np.sum(gradient(v) * d) == pytest.approx(along, rel=1e-5)
        product = (gradient(v + h * d) - gradient(v - h * d)) / (2 * h)
        assert np.max(np.abs(schur.solve(product) - d)) < 1e-5 * np.max(np.abs(product))


@pytest.mark.parametrize("solver", ["newton", "interior-point", "admm"])
@pytest.mark.parametrize("ratio", [0.05, 20.0])
def test_contacts_stiff_in_one_way_and_soft_in_the_other(solver: str, ratio: float) -> None:
    problem = steps_of("sliding", "compliant")[1]
    uneven = replace(problem, E=problem.E * (1.0, ratio, ratio))
    expected = ds.solve(uneven, solver="clarabel")
    answer = ds.solve(uneven, solver=solver)
    assert answer.solved
    assert np.max(np.abs(answer.velocity - expected.velocity)) < 1e-5 * np.max(np.abs(expected.velocity))


@pytest.mark.parametrize("solver", ["newton", "interior-point", "admm", "apgd"])
@pytest.mark.parametrize("E", [(1.0, 1.0, 8.0), (0.01, 0.01, 0.08), (0.1, 0.0, 0.8)])
def test_a_contact_softer_along_the_joint_than_across_it(solver: str, E: tuple[float, float, float]) -> None:
    """A mass of one comes at (-1, 1, 0.5) and slides: elliptic cones, were the compliance taken out of them."""
    problem = ds.StepProblem(
        H=np.eye(6)[None], k=np.array([[-1.0, 1.0, 0.5, 0.0, 0.0, 0.0]]), blocks=np.array([[-1, 0]]),
        D=np.stack([np.zeros((6, 3)), np.eye(6, 3)])[None], phi=np.zeros(1), mu=np.array([0.6]), E=np.array([E]),
        dt=1.0, prescribed=np.zeros((1, 3)), memory=np.zeros((1, 3)),
    )  # fmt: skip
    answer = ds.solve(problem, solver=solver)
    assert answer.solved
    assert answer.impulse == pytest.approx(ds.solve(problem, solver="clarabel").impulse, abs=1e-5)


def test_measure_is_the_certificate() -> None:
    problem = steps_of("shaken arch", "nodargi-bisegna")[2]
    scaled, restore = problem.scaled
    step = Arrays.of(scaled)
    impulse = project(np.random.default_rng(9).normal(size=step.offset.shape), step.mu)
    _, _, worst, natural = residuals_of(step, impulse)
    verdict = certificate(problem, *restore(step.velocity(impulse), impulse))
    assert worst == pytest.approx(max(verdict.primal, verdict.complementarity, verdict.gap), rel=SCALED)
    assert natural == pytest.approx(verdict.natural, rel=SCALED)


MU = np.tile([0.0, 0.1, 0.6, 2.0], 25)


def scaling_of(x: np.ndarray, s: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """eta, w and the matrices W and T = W W (C, 3, 3), written out."""
    eta, w = np.empty(len(x)), np.empty((len(x), 3))
    nt.scaling(x, s, eta, w)
    W = np.zeros((len(x), 3, 3))
    for c in range(len(x)):
        w0, wt = w[c, 0], w[c, 1:]
        W[c, 0, 0], W[c, 0, 1:], W[c, 1:, 0] = w0, wt, wt
        W[c, 1:, 1:] = np.eye(2) + np.outer(wt, wt) / (1 + w0)
        W[c] *= eta[c]
    return eta, w, W, W @ W


def test_scaling_point_takes_one_variable_to_the_other() -> None:
    """T x = s, W x = W^-1 s, and w'J w = 1."""
    x, s = inside(1, MU), inside(2, MU)
    _, w, W, T = scaling_of(x, s)
    size = np.linalg.norm(T, axis=(1, 2)) * np.linalg.norm(x, axis=1)
    assert np.max(np.linalg.norm(np.einsum("cij,cj->ci", T, x) - s, axis=1) / size) < SCALED
    assert np.max(np.abs(w[:, 0] ** 2 - w[:, 1] ** 2 - w[:, 2] ** 2 - 1) / w[:, 0] ** 2) < SCALED
    one = np.einsum("cij,cj->ci", W, x)
    other = np.linalg.solve(W, s[:, :, None])[:, :, 0]
    assert np.max(np.linalg.norm(one - other, axis=1) / np.linalg.norm(W, axis=(1, 2)) ** 2) < 1e-6


@pytest.mark.parametrize("compliance", [0.0, 1e-7, 1.0])
def test_inverse_weights(compliance: float) -> None:
    x, s = inside(3, MU), inside(4, MU)
    eta, w, _, T = scaling_of(x, s)
    E = np.full((len(MU), 3), compliance) * [1.0, 2.0, 2.0]
    found = nt.inverse_weights(E, MU, eta, w)
    rough = MU > 0
    product = found @ (T + E[:, :, None] * np.eye(3))
    condition = np.linalg.cond(T[rough])
    assert np.max(np.abs(product[rough] - np.eye(3)).max(axis=(1, 2)) / condition) < ROUNDING
    assert found[~rough, 0, 0] == pytest.approx(1 / (E[~rough, 0] + T[~rough, 0, 0]))
    assert not np.any(found[~rough, 1:])


@pytest.mark.parametrize("compliance", [0.0, 1e-7, 1.0])
def test_inverse_roots(compliance: float) -> None:
    eta, w, *_ = scaling_of(inside(3, MU), inside(4, MU))
    E = np.full((len(MU), 3), compliance) * [1.0, 2.0, 2.0]
    roots, weights = nt.inverse_roots(E, MU, eta, w), nt.inverse_weights(E, MU, eta, w)
    found = roots @ np.swapaxes(roots, 1, 2)
    assert np.max(np.abs(found - weights) / np.max(np.abs(weights), axis=(1, 2), keepdims=True)) < ROUNDING


def test_the_least_eigenvalue_of_a_root_is_exact_where_a_contact_slides() -> None:
    """1 / (eta (w_0 + |w|)), beside the largest, eta^-1 (w_0 + |w|), 4e8 times as large: its square is lost in W."""
    w = np.array([[0.0, 12000.0, -16000.0]])
    w[:, 0] = np.hypot(1.0, 20000.0)
    root = nt.inverse_roots(np.zeros((1, 3)), np.ones(1), np.ones(1), w)[0]
    assert np.linalg.svd(root, compute_uv=False)[-1] == pytest.approx(1.0 / (w[0, 0] + 20000.0), rel=1e-6)


def test_centring_solves_its_defining_equation() -> None:
    """Lambda o (W dx + W^-1 ds) = centre e - lambda o lambda - (W^-1 ds') o (W dx') for c + T dx + ds = 0."""
    x, s, mu = inside(5, MU), inside(6, MU), MU
    eta, w, W, T = scaling_of(x, s)
    random = np.random.default_rng(10)
    before = random.normal(size=(2, *x.shape)) * np.linalg.norm(x, axis=1)[:, None] * 0.1
    before[:, mu == 0, 1:] = 0.0
    c = nt.centring(x, s, before[0], before[1], eta, w, 0.2)
    dx = random.normal(size=x.shape)
    dx[mu == 0, 1:] = 0.0
    ds_ = -c - np.einsum("cij,cj->ci", T, dx)
    inverse = np.linalg.inv(W)

    def forward(a: np.ndarray) -> np.ndarray:
        return np.asarray(np.einsum("cij,cj->ci", W, a))

    def back(a: np.ndarray) -> np.ndarray:
        return np.asarray(np.einsum("cij,cj->ci", inverse, a))

    unit = np.tile([1.0, 0.0, 0.0], (len(x), 1))
    left = jordan(forward(x), forward(dx) + back(ds_))
    right = 0.2 * unit - jordan(forward(x), forward(x)) - jordan(back(before[1]), forward(before[0]))
    left[mu == 0, 1:] = right[mu == 0, 1:] = 0.0
    size = np.linalg.cond(W) ** 2 * (1 + np.linalg.norm(right, axis=1))
    assert np.max(np.linalg.norm(left - right, axis=1) / size) < 1e-10


def test_recentring_leads_the_products_of_a_full_step_back() -> None:
    """Lambda o W^-1 (c - c') brings the eigenvalues of (W (x + dx)) o (W^-1 (s + ds)) near the centre."""
    x, s, mu, centre = inside(5, MU), inside(6, MU), MU, 0.2
    eta, w, W, _ = scaling_of(x, s)
    dx, ds_, c = np.random.default_rng(12).normal(size=(3, *x.shape)) * np.linalg.norm(x, axis=1)[:, None]
    dx[mu == 0, 1:] = ds_[mu == 0, 1:] = 0.0
    least, most = 0.1 * centre, 10.0 * centre
    changed = nt.recentring(c, x, s, dx, ds_, eta, w, least, most)
    product = jordan(np.einsum("cij,cj->ci", W, x + dx), np.linalg.solve(W, (s + ds_)[:, :, None])[:, :, 0])
    after = product + jordan(np.einsum("cij,cj->ci", W, x), np.linalg.solve(W, (c - changed)[:, :, None])[:, :, 0])
    size = np.linalg.cond(W) ** 2 * np.linalg.norm(product, axis=1)
    tangent = np.linalg.norm(product[:, 1:], axis=1)
    aside = product[:, 1:] / np.where(tangent > 0.0, tangent, 1.0)[:, None]
    along = np.sum(after[:, 1:] * aside, axis=1)
    for sign in (1.0, -1.0):
        old, new = product[:, 0] + sign * tangent, after[:, 0] + sign * along
        wanted = np.maximum(np.clip(old, least, most), old - most)
        assert np.max(np.abs(new - wanted) / size) < 1e-10
    assert np.max(np.linalg.norm(after[:, 1:] - along[:, None] * aside, axis=1) / size) < 1e-10
    assert np.any(wanted != old)


def test_longest_step_ends_on_the_boundary() -> None:
    x = inside(7, MU)
    directions = np.random.default_rng(11).normal(size=x.shape)
    directions[MU == 0.0, 1:] = 0.0
    for c in range(len(x)):
        one = slice(c, c + 1)
        length = nt.longest_step(x[one], directions[one], MU[one])
        if np.isfinite(length):
            assert nt.margins(x[one] + length * directions[one], MU[one]) == pytest.approx(0.0, abs=1e-9)
            assert nt.margins(x[one] + 0.999 * length * directions[one], MU[one]) > 0.0
        else:
            assert nt.margins(x[one] + 1e6 * directions[one], MU[one]) > 0.0
    alone = [nt.longest_step(x[c : c + 1], directions[c : c + 1], MU[c : c + 1]) for c in range(len(x))]
    assert nt.longest_step(x, directions, MU) == min(alone)


def test_arrays_by_components_give_the_same() -> None:
    """The kernels of the cones, for arrays in the order in which the paths have them and in the other."""
    x, s = inside(5, MU), inside(6, MU)
    dx, ds_, aim = 0.1 * np.random.default_rng(15).normal(size=(3, *x.shape))
    dx[MU == 0.0, 1:] = ds_[MU == 0.0, 1:] = 0.0
    eta, w, _, _ = scaling_of(x, s)
    E = np.full(x.shape, 1e-3)
    by_contacts = x, s, dx, ds_, w, aim, E
    by_components = tuple(np.asfortranarray(one) for one in by_contacts)
    found = []
    for x, s, dx, ds_, w, aim, E in (by_contacts, by_components):
        own = np.empty(len(x)), np.empty_like(w)
        nt.scaling(x, s, *own)
        weight = nt.inverse_weights(E, MU, eta, w)
        assert weight.flags.f_contiguous
        found.append(
            (
                *own,
                weight,
                nt.times(weight, aim),
                nt.centring(x, s, dx, ds_, eta, w, 0.2),
                nt.recentring(aim, x, s, dx, ds_, eta, w, 0.02, 2.0),
                nt.reach(x, dx, s, ds_, MU, 0.99),
                *nt.centrality(x, dx, s, ds_, 0.1),
                nt.gap_along(x, dx, s, ds_, 0.1),
            )
        )
    for one, other in zip(*found, strict=True):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("centre", [1e-12, 1e-4, 3.0])
def test_warm_start_lies_on_the_path(centre: float) -> None:
    """X - s = z and x o s = centre e, and every eigenvalue of the scaled products is the centre."""
    z = np.random.default_rng(12).normal(size=(len(MU), 3))
    z[MU == 0.0, 1:] = 0.0
    z[0] = 0.0
    x, s = nt.smooth_parts(z, MU, centre)
    assert np.max(np.abs(x - s - z)) < ROUNDING
    target = np.tile([centre, 0.0, 0.0], (len(MU), 1))
    assert np.max(np.abs(jordan(x, s) - target)) < ROUNDING
    wide = inside(8, MU), inside(9, MU)
    least, gap = nt.centrality(wide[0], 0 * z, wide[1], 0 * z, 1.0)
    way = np.random.default_rng(16).normal(size=(2, *z.shape))
    expected = np.sum((wide[0] + 0.3 * way[0]) * (wide[1] + 0.3 * way[1]))
    assert nt.gap_along(wide[0], way[0], wide[1], way[1], 0.3) == pytest.approx(expected)
    _, _, W, _ = scaling_of(*wide)
    scaled = np.einsum("cij,cj->ci", W, wide[0])
    values = np.where(MU > 0, scaled[:, 0] - np.hypot(scaled[:, 1], scaled[:, 2]), scaled[:, 0]) ** 2
    assert least == pytest.approx(np.min(values), rel=1e-6)
    assert gap == pytest.approx(np.sum(wide[0] * wide[1]))


def test_interior_direction_solves_the_linear_system() -> None:
    """`reduced` and `expanded` against the equations they eliminate, dense."""
    problem = steps_of("shaken arch", "nodargi-bisegna")[0]
    step = Arrays.of(problem.scaled[0])
    random = np.random.default_rng(13)
    mu = step.mu
    x, s = (np.abs(random.normal(size=step.offset.shape)) for _ in range(2))
    for z in (x, s):
        z[:, 0] += 2.0 * np.hypot(z[:, 1], z[:, 2])
    v = random.normal(size=step.k.shape)
    eta, w = np.empty(step.count), np.empty((step.count, 3))
    nt.scaling(x, s, eta, w)
    E, c = step.E + 1e-3, random.normal(size=x.shape)
    weight = nt.inverse_weights(E, mu, eta, w)
    balance, motion, size, gap = ps.residuals(step, v, x, s)
    assert balance == pytest.approx(v - step.k - apply(step.D, step.blocks, x, step.bodies))
    assert motion == pytest.approx(step.contact_velocity(v, x) - s)
    assert size == np.max(np.abs(motion))
    assert gap == pytest.approx(np.sum(x * s))
    schur = Schur()
    schur.prepare(step)
    assert schur.factorise(weight)
    dv = schur.solve(ps.reduced(step.operator, weight, motion, c, balance))
    dx, ds_ = ps.expanded(step.operator, weight, E, motion, c, dv)
    assert dv - apply(step.D, step.blocks, dx, step.bodies) == pytest.approx(-balance, abs=1e-8)
    assert apply_transpose(step.D, step.blocks, dv) + E * dx - ds_ == pytest.approx(-motion, abs=1e-8)
    J = np.diag([1.0, -1.0, -1.0])
    T = eta[:, None, None] ** 2 * (2 * w[:, :, None] * w[:, None, :] - J)
    assert c + np.einsum("cij,cj->ci", T, dx) + ds_ == pytest.approx(0 * c, abs=1e-6)


def test_matrix_of_a_step_is_analysed_once_per_graph() -> None:
    problem = steps_of("shaken arch", "nodargi-bisegna")[0]
    step = Arrays.of(problem.scaled[0])
    schur, random = Schur(), np.random.default_rng(14)
    D = np.zeros((6 * step.bodies, 3 * step.count))
    for c in range(step.count):
        for side in range(2):
            b = step.blocks[c, side]
            if b >= 0:
                D[6 * b : 6 * b + 6, 3 * c : 3 * c + 3] += step.D[c, side]
    for _ in range(3):
        half = random.normal(size=(step.count, 3, 3))
        weight = half @ np.swapaxes(half, 1, 2)
        schur.prepare(step)
        assert schur.factorise(weight)
        dense = np.eye(len(D))
        for c in range(step.count):
            dense += D[:, 3 * c : 3 * c + 3] @ weight[c] @ D[:, 3 * c : 3 * c + 3].T
        right = random.normal(size=(step.bodies, 6))
        expected = np.linalg.solve(dense, right.ravel()).reshape(-1, 6)
        assert np.max(np.abs(schur.solve(right) - expected)) < 1e-10 * np.max(np.abs(expected))
    assert schur.analyses == 1


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("solver", STRUCTURED)
def test_steps_of_real_runs(solver: str, run: str, formulation: str) -> None:
    """Solved to the certificate, with the velocities of Clarabel; again from the answer, in no more iterations."""
    chosen = get_solver(solver)
    for problem in steps_of(run, formulation):
        if not problem.count:
            continue
        found = chosen.solve(problem)
        assert found.solved, found.attempts
        other = get_solver("clarabel").solve(problem).velocity  # of Coulomb's law one program, too
        size = max(np.max(np.abs(other)), np.max(np.abs(problem.free_velocity)))  # where all comes to rest, that
        assert np.max(np.abs(found.velocity - other)) <= AGREE * size
        again = chosen.solve(problem, warm_start=WarmStart(found.velocity, found.impulse))
        assert again.solved
        if not np.any(problem.E):
            assert again.iterations <= max(4, found.iterations)  # none, where a tenth of the target was reached


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("solver", STRUCTURED)
def test_a_wall_sliding_on_curved_cones(solver: str, formulation: str) -> None:
    for problem in scaled_walls(formulation):
        found = get_solver(solver).solve(problem)
        assert found.solved, found.attempts
        assert found.certificate.worst <= EXACT


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_polished_forms_of_a_sliding_wall_agree(formulation: str) -> None:
    """Where a conic interior point alone leaves 1e-6, the polished forms agree."""
    assembly = wall(4, 4, friction=0.4)
    motion = ds.GroundMotion.harmonic(0.9 * 9.81, 2.0, direction=(1, 0.6, 0), duration=1)
    run = ds.simulate(assembly, 0.2, 5e-3, integrator=SCHEME, motion=motion)
    for i in (10, 25, 39):
        problem = ds.step_problem(
            assembly, 5e-3, integrator=SCHEME, formulation=formulation, motion=motion, start=run.recorded_state(i)
        )
        velocities = [ds.solve(problem, form=form, solver="clarabel").velocity for form in FORMS]
        for other in velocities[1:]:
            assert np.max(np.abs(other - velocities[0])) <= AGREE * np.max(np.abs(velocities[0]))


@pytest.mark.parametrize("formulation", FORMULATIONS)
@pytest.mark.parametrize("run", ["resting wall", "shaken arch", "thrown on the ground", "sliding"])
def test_polishing_takes_a_coarse_answer_to_the_exact_one(run: str, formulation: str) -> None:
    """A backend stopped at 1e-6 and polished: the natural residual is far below what it was, nothing is worse."""
    for problem in steps_of(run, formulation):
        if not problem.count:
            continue
        coarse = get_solver("clarabel", tolerance=1e-6, polish=False).solve(problem)
        sharp = get_solver("clarabel", tolerance=1e-6).solve(problem)
        assert sharp.certificate.natural <= max(NewtonTuning().natural, 0.1 * coarse.certificate.natural)
        assert sharp.certificate.worst <= max(EXACT, coarse.certificate.worst)


@pytest.mark.parametrize("speed", [1.0, -1.0])
@pytest.mark.parametrize("solver", [name for name in SOLVERS if solver_class(name).kind != "conic"])
def test_a_frictionless_block_moves_straight_up_or_not(solver: str, speed: float) -> None:
    """Contact velocities and impulses have no tangential part at all: that alone puts nothing inside a half-line."""
    initial = np.zeros((2, 6))
    initial[1, 2] = speed
    block = ds.Assembly([GROUND, cube(0.0, 0.25)], friction=0.0)
    found = ds.solve(
        ds.step_problem(block, 1e-2, integrator=SCHEME, velocity=initial, gravity=(0, 0, 0)), solver=solver
    )
    assert found.solved, found.attempts
    assert len(found.attempts) == 1
    assert found.velocity == pytest.approx(np.maximum(initial[1:], 0.0), abs=EXACT)


@pytest.mark.parametrize("solver", ["auto", *STRUCTURED])
def test_next_to_no_friction_is_none_or_is_told(solver: str) -> None:
    """The cones of mu = 1e-12 are scaled to right angles, by numbers beside which a step's own mass is rounding."""
    pushed = ds.step_problem(wall(2, 2, friction=1e-12), 1e-2, gravity=(1.0, 0.0, -9.81))
    found = ds.solve(pushed, solver=solver)
    assert found.solved or "positive definite" in found.attempts[-1].status
    if solver == "auto":
        assert found.velocity[:, 0] == pytest.approx(1e-2, rel=1e-6)


@pytest.mark.parametrize("solver", STRUCTURED)
def test_frictionless_and_compliant_contacts_among_others(solver: str) -> None:
    """Mu = 0 at some contacts and compliance at some: against Clarabel."""
    from dataclasses import replace

    problem = steps_of("resting wall", "nodargi-bisegna")[0]
    random = np.random.default_rng(15)
    some = random.random(problem.count) < 0.3
    mixed = replace(
        problem,
        mu=np.where(some, 0.0, problem.mu),
        E=np.where(random.random((problem.count, 1)) < 0.3, 1e-6, 0.0) * np.ones((1, 3)),
    )
    found = ds.solve(mixed, solver=solver)
    assert found.solved
    other = ds.solve(mixed, solver="clarabel").velocity
    assert np.max(np.abs(found.velocity - other)) <= AGREE * max(np.max(np.abs(other)), 1e-3)


def test_a_warm_start_saves_iterations() -> None:
    """From the impulses of the step before: a wall on its ground, shaken harder and harder."""
    assembly = wall(6, 6)
    motion = ds.GroundMotion.harmonic(0.2 * 9.81, 1.0, duration=1)
    run = ds.simulate(assembly, 0.02, 1e-3, integrator=SCHEME, motion=motion)
    solver = get_solver("interior-point")
    earlier, problem = (
        ds.step_problem(assembly, 1e-3, integrator=SCHEME, motion=motion, start=run.recorded_state(i)) for i in (19, 20)
    )
    before = solver.solve(earlier)
    assert earlier.contacts is not None
    assert problem.contacts is not None
    cold = solver.solve(problem)
    guess = carried(earlier.contacts, before.impulse, problem.contacts)
    warm = solver.solve(problem, warm_start=WarmStart(before.velocity, guess))
    assert warm.solved
    assert warm.iterations <= 0.7 * cold.iterations


@pytest.mark.parametrize("solver", STRUCTURED)
@pytest.mark.parametrize(
    ("settings", "said"),
    [({"max_iterations": 0}, "whole number"), ({"max_iterations": 2.5}, "whole number"), ({"nonsense": 1}, "nonsense")],
)
def test_wrong_settings(solver: str, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ds.DrystoneError, match=said):
        get_solver(solver, **settings)


def test_a_warm_start_of_other_contacts_is_refused() -> None:
    problem = steps_of("resting wall", "nodargi-bisegna")[0]
    wrong = WarmStart(np.zeros((problem.bodies, 6)), np.zeros((problem.count + 1, 3)))
    with pytest.raises(ds.DrystoneError, match="warm start"):
        get_solver("interior-point").solve(problem, warm_start=wrong)


@pytest.mark.parametrize("solver", STRUCTURED)
def test_the_limit_of_iterations_is_told(solver: str) -> None:
    problem = scaled_walls()[1]
    found = get_solver(solver, max_iterations=3, polish=False).solve(problem)
    assert found.status == "inaccurate"
    assert "3 iterations" in found.attempts[-1].status
