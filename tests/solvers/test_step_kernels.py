"""The compiled parts of a step against the same formulas in plain NumPy."""

import gc
import multiprocessing
import warnings
import weakref
from dataclasses import replace
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm

import drystone as ds
from drystone.collision import Contacts, carried, detect, inherited_impulses
from drystone.formulations import StepProblem
from drystone.formulations.base import Turning, contact_operator, given_velocity
from drystone.formulations.nodargi_bisegna import FLOOR, NodargiBisegna, momentum_jacobian, positive_part
from drystone.model import State
from drystone.model.update import update
from drystone.numerics import stacks as blocks
from drystone.numerics.friction_cone import distance_to_cone
from drystone.numerics.matrices import rotated
from drystone.numerics.rotations import exponential, skew
from drystone.solvers.certificate import Certificate, certificate
from drystone.structures import wall

from ..steps import RUNS, history, natural_residual, steps_of

ROUNDING = 1e-12
"""Relative: sums of a few dozen products of numbers of order one, in another order."""

CONDITION = 1e-10
"""Relative: the same after a division by pivots down to 1e-2 of the largest."""

EIGENVALUES = 1e-14
"""Relative: eigenvalues and vectors of 3 x 3 matrices put together again."""

NAMES = ["resting wall", "rocking", "colliding in flight", "shaken arch", "sliding without friction"]


def close(found: np.ndarray, expected: np.ndarray, tolerance: float = ROUNDING) -> bool:
    size = max(1.0, float(np.max(np.abs(expected), initial=0.0)))
    return found.shape == expected.shape and float(np.max(np.abs(found - expected), initial=0.0)) <= tolerance * size


def definite(random: np.random.Generator, size: int, count: int = 20) -> np.ndarray:
    half = random.normal(size=(count, size, size))
    return half @ np.swapaxes(half, 1, 2) + 0.1 * np.eye(size)


@pytest.mark.parametrize("size", [3, 6])
def test_factors_of_blocks(size: int) -> None:
    random = np.random.default_rng(size)
    matrices, vectors = definite(random, size), random.normal(size=(20, size))
    factors = blocks.cholesky(matrices)
    assert close(factors, np.linalg.cholesky(matrices), CONDITION)
    assert close(blocks.inverse_lower(factors), np.linalg.inv(factors), CONDITION)
    for solve, whole in (
        (blocks.forward, factors),
        (blocks.backward, np.swapaxes(factors, 1, 2)),
        (blocks.solve, matrices),
    ):
        assert close(solve(factors, vectors), np.linalg.solve(whole, vectors[:, :, None])[:, :, 0], CONDITION)


def test_blocks_that_are_not_positive_definite_are_refused() -> None:
    for diagonal in ([1.0, 1.0, 0.0], [1.0, -1.0, 1.0], [1.0, np.nan, 1.0]):
        with pytest.raises(np.linalg.LinAlgError, match="positive definite"):
            blocks.cholesky(np.array([np.eye(3), np.diag(diagonal)]))


def plain_operator(contacts: Contacts, state: State, point_a: np.ndarray, point_b: np.ndarray) -> np.ndarray:
    """D of all blocks, fixed ones too, (C, 2, 6, 3): columns [t; r x t] for t = n, t1, t2, minus on side a."""
    axes = np.swapaxes(contacts.frame, 1, 2)
    D = np.empty((contacts.count, 2, 6, 3))
    for side, (sign, point) in enumerate(((-1.0, point_a), (1.0, point_b))):
        arm = point - state.position[contacts.blocks[:, side]]
        D[:, side, :3] = sign * axes
        D[:, side, 3:] = sign * np.cross(arm[:, :, None], axes, axis=1)
    return D


def moving_wall() -> tuple[ds.Assembly, State, Contacts]:
    """A wall whose blocks, the fixed ground too, move and spin at random."""
    assembly = wall(4, 3)
    start = State.initial(assembly)
    velocity = np.random.default_rng(5).normal(size=start.velocity.shape)
    return assembly, replace(start, velocity=velocity), detect(assembly, start)


def test_contact_operator() -> None:
    assembly, state, contacts = moving_wall()
    points = contacts.point_a, contacts.midpoint
    found, D = contact_operator(contacts.blocks, contacts.frame, *points, assembly.index, state)
    given = given_velocity(contacts.blocks, contacts.frame, *points, assembly.index, state)
    whole, fixed = plain_operator(contacts, state, *points), assembly.fixed[contacts.blocks]
    assert fixed.any()
    assert np.array_equal(found, assembly.index[contacts.blocks])
    assert close(D, whole * ~fixed[:, :, None, None])
    speeds = np.einsum("csij,csi->cj", whole * fixed[:, :, None, None], state.velocity[contacts.blocks])
    assert close(given, speeds)


def test_contact_frames() -> None:
    random = np.random.default_rng(2)
    normal = random.normal(size=(50, 3))
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    count = np.zeros((50, 2), np.int64)
    frame = Contacts(count, normal, normal, normal, normal[:, 0], normal[:, 0], count).frame
    x, y, z = normal.T
    sign = np.where(z > -0.5, 1.0, -1.0)
    a = -1.0 / (sign + z)
    first = np.stack([1.0 + sign * x * x * a, sign * x * y * a, -sign * x], axis=1)
    second = np.stack([x * y * a, sign + y * y * a, -y], axis=1)
    assert close(frame, np.stack([normal, first, second], axis=1))


def test_tangents_of_a_vertical_joint_do_not_turn_with_rounding() -> None:
    normal = np.array([[1.0, 0.0, 1e-16], [1.0, 0.0, -1e-16]])
    count = np.zeros((2, 2), np.int64)
    frame = Contacts(count, normal, normal, normal, normal[:, 0], normal[:, 0], count).frame
    assert close(frame[0], frame[1])


@pytest.mark.parametrize("name", NAMES)
def test_operators_of_a_step_against_the_sparse_matrix(name: str) -> None:
    random = np.random.default_rng(3)
    for problem in steps_of(name, "nodargi-bisegna"):
        impulse, velocity = random.normal(size=(problem.count, 3)), random.normal(size=(problem.bodies, 6))
        assert close(problem.apply(impulse), (problem.operator @ impulse.ravel()).reshape(-1, 6))
        assert close(problem.apply_transpose(velocity), (problem.operator.T @ velocity.ravel()).reshape(-1, 3))


def plain_scaling(problem: StepProblem) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """rho, D^ and L^-1 (k - H w) by batched NumPy calls."""
    whitening = np.linalg.inv(np.linalg.cholesky(problem.H))
    operator = np.matmul(whitening[problem.blocks], problem.D)
    felt = np.max(np.sum(operator**2, axis=(1, 2)), axis=1) if problem.count else np.zeros(0)
    contact = 1.0 / np.sqrt(np.where(felt > 0.0, felt, 1.0))
    seen = problem.k - np.einsum("bij,bj->bi", problem.H, problem.support_velocity)
    momentum = np.einsum("bij,bj->bi", whitening, seen)
    return contact, operator * contact[:, None, None, None], momentum


@pytest.mark.parametrize("name", NAMES)
def test_scaling(name: str) -> None:
    for problem in steps_of(name, "nodargi-bisegna"):
        contact, operator, momentum = plain_scaling(problem)
        scaling = problem.scaled[1]
        assert close(scaling.contact, contact, CONDITION)
        assert close(scaling.operator, operator, CONDITION)
        assert close(problem.scaled[0].k * scaling.energy_root[:, None], momentum, CONDITION)


@pytest.mark.parametrize(
    ("part", "compliance", "size", "most"),
    [
        ("prescribed", 0.0, 1.0, 10.0),
        ("phi", 0.0, 1.0, 10.0),
        ("prescribed", 1.0, 1.0, 10.0),
        ("phi", 1.0, 1.0, 1e3),
        ("phi", 1e-4, 100.0, 1e3),
        ("memory", 1.0, 1.0, 1e3),
    ],
)
@pytest.mark.parametrize("share", [1.0, 0.3, 1e-2, 1e-20, 0.0])
def test_momenta_are_no_scale_where_contacts_are_given_far_larger_speeds(
    share: float, part: str, compliance: float, size: float, most: float
) -> None:
    """The scale is their root mean square, at least a share of such a speed; the speed where they are zero. Springs,
    whose ``compliance`` is in units of the inverse of the contact's mass, count by the root of what they hold.
    """
    plain = steps_of("resting wall", "nodargi-bisegna")[0]
    contact, _, momentum = plain_scaling(plain)
    own, fast = float(np.sqrt(np.mean(np.sum(momentum**2, axis=1)))), int(np.argmax(contact))
    speed = np.zeros((plain.count, 3))
    speed[fast, 0] = -own / contact[fast]
    given: dict[str, Any] = dict.fromkeys(["prescribed", "memory"], np.zeros((plain.count, 3))) | {"phi": speed[:, 1]}
    given |= {part: plain.dt * speed[:, 0] if part == "phi" else speed}
    given |= {"E": np.full((plain.count, 3), compliance / contact[fast] ** 2)}
    expected = own * (max(share, size / most) if share > 0.0 else size)
    assert replace(plain, k=share * plain.k, **given).scaled[1].energy_root == pytest.approx(expected, rel=CONDITION)


def beside(one: StepProblem, other: StepProblem) -> StepProblem:
    """Both steps as one, of blocks that do not touch each other."""
    moved = np.where(other.blocks >= 0, other.blocks + one.bodies, other.blocks)
    rows = ["H", "k", "D", "phi", "mu", "E", "prescribed", "memory", "bond", "rebound", "support_velocity"]
    joined: dict[str, Any] = {name: np.concatenate([getattr(one, name), getattr(other, name)]) for name in rows}
    return replace(one, blocks=np.concatenate([one.blocks, moved]), contacts=None, **joined)


@pytest.mark.parametrize("share", [1e4, 1.0, 1e-4])
def test_groups_of_blocks_are_scaled_as_each_alone(share: float) -> None:
    """Of two walls that do not touch, whatever their momenta are; one that hardly moves has that of both."""
    wall, arch = (steps_of(name, "nodargi-bisegna")[0] for name in ("resting wall", "shaken arch"))
    faster = replace(wall, k=share * wall.k, dt=arch.dt)
    scaled, scaling = beside(arch, faster).scaled
    for part, first, rows in ((arch, 0, slice(0, arch.count)), (faster, arch.bodies, slice(arch.count, None))):
        alone = part.scaled[0]
        own = slice(first, first + part.bodies)
        assert close(scaled.k[own], alone.k)
        assert close(scaled.D[rows], alone.D)
        assert close(scaled.offset[rows], alone.offset)
    for found in (scaling.energy_root, scaling.contact_energy_root):
        assert len(set(found.tolist())) == 2
    still = beside(arch, replace(faster, k=1e-9 * wall.k)).scaled[1].energy_root
    mean = np.sqrt(arch.bodies / (arch.bodies + wall.bodies)) * arch.scaled[1].energy_root[0]
    assert close(still[arch.bodies :], np.full(wall.bodies, mean))


@pytest.mark.parametrize("name", ["resting wall", "shaken arch"])
def test_the_scaled_step_has_the_law_of_the_step(name: str) -> None:
    """D'v + offset + E gamma is the same, each contact multiplied by rho / s, whatever its parts are."""
    random = np.random.default_rng(11)
    for plain in steps_of(name, "nodargi-bisegna"):
        size = np.max(np.abs(plain.free_velocity))
        memory, given = size * random.normal(size=(2, plain.count, 3))
        E = random.uniform(0.1, 10.0, (plain.count, 3)) / np.mean(plain.H[:, 0, 0])
        phi, rebound = plain.dt * size * random.uniform(0.0, 1.0, (2, plain.count))
        problem = replace(plain, memory=memory, prescribed=given, E=E, phi=phi, rebound=rebound / plain.dt)
        scaled, scaling = problem.scaled
        v, gamma = plain.free_velocity, np.mean(plain.H[:, 0, 0]) * size * random.normal(size=(plain.count, 3))
        expected = problem.contact_velocity(v, gamma) * (scaling.contact / scaling.contact_energy_root)[:, None]
        assert close(scaled.contact_velocity(*scaling.forward(v, gamma)), expected, CONDITION)


def test_compliance_of_both_tangents_is_that_of_the_tangential_stiffness() -> None:
    dt, normal, tangential = 1e-3, 2e8, 5e7
    options = {"normal_stiffness": normal, "tangential_stiffness": tangential}
    assembly = RUNS["resting block"].assembly()
    problem = ds.step_problem(assembly, dt, formulation="compliant", options=options)
    assert problem.count == 4
    assert close(problem.E * dt * dt, np.tile([1.0 / normal, 1.0 / tangential, 1.0 / tangential], (4, 1)))


def test_scaling_of_full_masses() -> None:
    """Files may hold masses that are no block's: all 6 x 6 entries count."""
    problem = steps_of("resting wall", "anitescu-tasora")[0]
    full = replace(problem, H=definite(np.random.default_rng(8), 6, problem.bodies))
    contact, operator, _ = plain_scaling(full)
    assert close(full.scaled[1].contact, contact, CONDITION)
    assert close(full.scaled[1].operator, operator, CONDITION)
    v, gamma = full.free_velocity, np.ones((full.count, 3))
    back = full.scaled[1](*full.scaled[1].forward(v, gamma))
    assert close(back[0], v, CONDITION)
    assert close(back[1], gamma)


def distance_to_dual_cone(velocity: np.ndarray, mu: np.ndarray) -> np.ndarray:
    """Distance (C,) of each contact velocity (C, 3) from Y* = { u_n >= mu |u_t| }."""
    normal, along = velocity[:, 0], np.hypot(velocity[:, 1], velocity[:, 2])
    outside = np.maximum(mu * along - normal, 0.0) / np.sqrt(1.0 + mu * mu)
    return np.where(mu * normal <= -along, np.hypot(normal, along), outside)


def plain_certificate(problem: StepProblem, velocity: np.ndarray, impulse: np.ndarray) -> np.ndarray:
    """Primal, dual, complementarity, gap and natural residual."""
    scaled, restore = problem.scaled
    v, gamma = restore.forward(velocity, impulse)
    contact = scaled.apply_transpose(v) + scaled.offset + scaled.E * gamma
    momentum = np.linalg.norm(v - scaled.k - scaled.apply(gamma), axis=1)
    size = np.maximum(1.0, np.linalg.norm(scaled.k, axis=1))
    speed = np.maximum(1.0, np.linalg.norm(contact, axis=1))
    force = np.maximum(1.0, np.linalg.norm(gamma, axis=1))
    work = np.abs(np.sum(gamma * contact, axis=1))
    values = scaled.objective("kinematic", v, gamma) + scaled.objective("static", v, gamma)
    return np.array(
        [
            np.max(distance_to_dual_cone(contact, problem.mu) / speed),
            max(np.max(momentum / size), np.max(distance_to_cone(gamma, problem.mu) / force)),
            np.max(work / (speed * force)),
            abs(values) / max(1.0, 0.5 * np.sum(scaled.k**2)),
            np.max(natural_residual(scaled, v, gamma) / force),
        ]
    )


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "compliant"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("error", [0.0, 1e-6, 1.0, 100.0])
def test_certificate(name: str, formulation: str, error: float) -> None:
    random = np.random.default_rng(4)
    for problem in steps_of(name, formulation):
        if not problem.count:
            continue
        answer = ds.solve(problem, solver="clarabel")
        size = np.max(np.abs(answer.impulse), initial=1e-6)
        impulse = answer.impulse + error * size * random.normal(size=answer.impulse.shape)
        velocity = problem.velocity_of(impulse) + error * random.normal(size=answer.velocity.shape)
        expected = plain_certificate(problem, velocity, impulse)
        found = certificate(problem, velocity, impulse)
        values = [found.primal, found.dual, found.complementarity, found.gap, found.natural]
        assert np.allclose(values, expected, rtol=CONDITION, atol=CONDITION)


@pytest.mark.parametrize("wrong", range(4))
def test_each_entry_of_a_certificate_decides(wrong: int) -> None:
    primal, dual, complementarity, gap = (0.5 if entry == wrong else 1e-9 for entry in range(4))
    assert Certificate(primal, dual, complementarity, gap, natural=2.0, friction=2.0).worst == 0.5


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_certificate_of_what_is_not_finite_is_infinite(wrong: float) -> None:
    problem = steps_of("resting wall", "nodargi-bisegna")[0]
    impulse = np.ones((problem.count, 3))
    impulse[3, 1] = wrong
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        assert certificate(problem, problem.free_velocity, impulse).worst == np.inf


def test_carried_impulses_turn_with_the_normal() -> None:
    """By the shortest rotation from the one normal to the other, about n x n', here by Rodrigues' formula."""
    assembly, trajectory, _ = history("shaken arch")
    states = [trajectory.recorded_state(i) for i in RUNS["shaken arch"].states]
    before, now = (detect(assembly, state) for state in states[-2:])
    impulse = np.random.default_rng(6).normal(size=(before.count, 3))
    found = carried(before, impulse, now)
    known = 0
    for c, key in enumerate(now.key):
        same = np.flatnonzero(np.all(before.key == key, axis=1))
        expected = np.zeros(3)
        if len(same):
            n, m = before.normal[same[0]], now.normal[c]
            axis, cosine = skew(np.cross(n, m)[None])[0], float(n @ m)
            turn = np.eye(3) + axis + axis @ axis / (1.0 + cosine)
            expected = now.frame[c] @ turn @ before.frame[same[0]].T @ impulse[same[0]]
        assert close(found[c], expected)
        known += len(same)
    assert 0 < known < now.count


@pytest.mark.parametrize("shuffled", [False, True])
def test_impulses_of_points_that_are_gone_go_to_the_nearest_of_their_patch(shuffled: bool) -> None:
    """Of three patches the first keeps points, the second is gone, the third are ties, which take nothing over."""
    random = np.random.default_rng(7)

    def drawn(patches: list[int]) -> Contacts:
        count = len(patches)
        key = np.column_stack([patches, random.permutation(count)])
        order = random.permutation(count) if shuffled else np.lexsort((key[:, 1], key[:, 0]))
        normal = random.normal(size=(count, 3))
        normal /= np.linalg.norm(normal, axis=1)[:, None]
        points = random.normal(size=(2, count, 3))
        blocks, zeros = np.tile(np.array([0, 1]), (count, 1)), np.zeros(count)
        return Contacts(blocks, points[0], points[1], normal, zeros, zeros, key[order])

    before, now = drawn([-1] * 20 + [3] * 20 + [8] * 20), drawn([-1] * 40 + [3] * 40)
    impulse = random.normal(size=(before.count, 3))
    expected, gone = np.zeros((now.count, 3)), 0
    for c, (patch, point) in enumerate(before.key):
        same = np.flatnonzero(now.key[:, 0] == patch)
        if patch < 0 or impulse[c, 0] <= 0.0 or not len(same) or point in now.key[same, 1]:
            continue
        away = np.linalg.norm(0.5 * (before.point_a + before.point_b)[c] - now.midpoint[same], axis=1)
        nearest = same[np.argmin(away)]
        expected[nearest] += now.frame[nearest] @ before.frame[c].T @ impulse[c]
        gone += 1
    assert gone > 0
    assert close(inherited_impulses(before, impulse, now), expected)


ANGLES = [0.0, 1e-9, 5e-3, 0.0099, 0.0101, 0.3, 3.0]


@pytest.mark.parametrize("angle", ANGLES)
def test_rotations(angle: float) -> None:
    r = angle * np.array([2.0, -1.0, 2.0]) / 3.0
    x = np.array([0.3, 0.8, -0.5])
    spin = skew(r[None])[0]
    R = expm(spin)
    assert close(exponential(r[None])[0], R)
    assert close(np.array(rotated(tuple(x), tuple(r))), R @ x)


@pytest.mark.parametrize("speed", [0.0, 0.5, 20.0, 300.0])
def test_inertia_of_the_end(speed: float) -> None:
    random = np.random.default_rng(7)
    dt, count = 0.01, 12
    J, spin = definite(random, 3, count), speed * random.normal(size=(count, 3))
    rotation = exponential(random.normal(size=(count, 3)))
    found = NodargiBisegna().inertia(Turning(J, rotation, spin, np.zeros((count, 3)), dt, iterate=spin))

    turned = exponential(dt * spin) @ rotation
    end = turned @ J @ np.swapaxes(turned, 1, 2)
    momentum = np.einsum("bij,bj->bi", end, spin)
    both = [expm(np.block([[S, np.eye(3)], [np.zeros((3, 6))]])) for S in skew(dt * spin)]
    tangent = np.array([one[:3, 3:] for one in both])  # the integral of exp(s S) over [0, 1], eq A.2
    jacobian = end + dt * (end @ skew(spin) - skew(momentum)) @ tangent
    assert close(momentum_jacobian(end, spin, dt), jacobian)
    values, axes = np.linalg.eigh(0.5 * (jacobian + np.swapaxes(jacobian, 1, 2)))
    H = (axes * np.maximum(values, FLOOR * values[:, -1:])[:, None, :]) @ np.swapaxes(axes, 1, 2)
    start = rotation @ J @ np.swapaxes(rotation, 1, 2)
    assert close(found.H, H)
    k = np.einsum("bij,bj->bi", H - end, spin) + np.einsum("bij,bj->bi", start, spin)
    assert close(found.k, k)


@pytest.mark.parametrize("least", [1.0, 1e-3, 4e-6, 3e-6, 1.001e-6, 0.999e-6, 0.0, -1e-6, -1.0, -3.0])
def test_positive_part_decides_by_the_eigenvalues(least: float) -> None:
    axes = exponential(np.array([[0.3, 1.0, -0.2]]))[0]
    matrix = axes @ np.diag([0.7, least, 1.0]) @ axes.T
    expected = axes @ np.diag([0.7, max(least, FLOOR), 1.0]) @ axes.T
    assert close(positive_part(matrix[None])[0], expected, EIGENVALUES)


def test_update_turns_what_spins_and_leaves_the_rest() -> None:
    assembly, start, _ = moving_wall()
    velocity = start.velocity.copy()
    velocity[2:5, 3:] = 0.0
    rotation = exponential(np.random.default_rng(9).normal(size=(len(velocity), 3)))
    state = replace(start, rotation=rotation, velocity=velocity)
    end = update(assembly, state, velocity[assembly.movable], 0.01)
    assert close(end.rotation, exponential(0.01 * velocity[:, 3:]) @ rotation)
    assert np.array_equal(end.rotation[2:5], rotation[2:5])
    assert close(end.position, state.position + 0.01 * velocity[:, :3])


def _detect_in_child(send: "multiprocessing.connection.Connection") -> None:
    assembly = wall(4, 3)
    send.send(detect(assembly, State.initial(assembly)).count)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork here")
def test_threads_of_detection_do_not_hang_a_forked_process(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("drystone.collision.detect")
    monkeypatch.setattr(module, "PAIRS_PER_WORKER", 1)
    monkeypatch.setattr(module, "processors", lambda: 2)
    assembly = wall(4, 3)
    count = detect(assembly, State.initial(assembly)).count
    context = multiprocessing.get_context("fork")
    receive, send = context.Pipe()
    child = context.Process(target=_detect_in_child, args=(send,))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of any fork beside threads
        child.start()
    assert receive.poll(60.0)
    assert receive.recv() == count
    child.join(60.0)
    assert child.exitcode == 0


@pytest.mark.parametrize("formulation", ["nodargi-bisegna", "coulomb", "compliant"])
def test_a_step_is_freed_with_its_last_user(formulation: str) -> None:
    """No step refers to itself: runs would hold the arrays of many until they are searched for."""
    problem = next(iter(steps_of(NAMES[0], formulation)))
    step = replace(problem)
    ds.solve(step)
    gone = weakref.ref(step)
    gc.disable()
    try:
        del step
        assert gone() is None
    finally:
        gc.enable()
