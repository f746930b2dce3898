"""What a step and a local problem must be: a wrong index, a mass that is none, a W that is not convex are told."""

import warnings
from collections.abc import Callable
from dataclasses import fields, replace
from time import process_time, sleep, thread_time
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

import drystone as ds
from drystone.formulations import LocalProblem, StepProblem
from drystone.formulations.step_checks import numbers
from drystone.structures import wall

ARRAYS = ("H", "k", "blocks", "D", "phi", "mu", "E", "prescribed", "memory", "bond", "rebound")


@pytest.fixture(scope="module")
def step() -> StepProblem:
    """Two blocks on a fixed one."""
    return ds.step_problem(wall(1, 2), 1e-3)


def changed(value: np.ndarray, place: Any, entry: Any) -> np.ndarray:
    array = np.array(value)
    array[place] = entry
    return array


@pytest.mark.parametrize(
    ("blocks", "message"),
    [
        (lambda b: changed(b, (3, 0), 2), "entries of blocks of a step .* must be whole numbers from -1 to 1; got 2"),
        (lambda b: changed(b, (3, 1), 10**9), "must be whole numbers from -1 to 1; got 1e"),
        (lambda b: changed(b, (3, 1), -2), "must be whole numbers from -1 to 1; got -2"),
        (lambda b: changed(b.astype(float), (3, 1), 0.5), "must be whole numbers from -1 to 1; got 0.5"),
        (lambda b: changed(b.astype(float), (3, 1), np.nan), "must be finite"),
        (lambda b: changed(b, (3, slice(None)), 1), "contact 3 of a step is between block 1 and itself"),
        (lambda b: changed(b, (3, slice(None)), -1), "contact 3 of a step is between two fixed blocks"),
        (lambda b: b[:-1], "blocks of a step .* must have the shape"),
        (lambda b: b.astype(str), "blocks of a step .* must be numbers"),
        (lambda b: None, "blocks of a step .* must be numbers"),
    ],
)
def test_block_indices_are_checked(step: StepProblem, blocks: Callable[[Any], Any], message: str) -> None:
    """They are addresses in compiled code: a wrong one ended the program."""
    with pytest.raises(ds.DrystoneError, match=message):
        replace(step, blocks=blocks(step.blocks))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda s: {"mu": -s.mu}, "mu of a step is -.* somewhere; it must not be negative"),
        (lambda s: {"E": changed(s.E, (0, 1), -1e-9)}, "E of a step is -1e-09 somewhere; it must not be negative"),
        (lambda s: {"mu": changed(s.mu, 0, np.inf)}, "mu of a step holds NaN, infinite"),
        (lambda s: {"k": changed(s.k, (0, 0), np.nan)}, "k of a step holds NaN"),
        (lambda s: {"k": s.k[:-1]}, r"k of a step has shape \(1, 6\); expected \(2, 6\)"),
        (lambda s: {"k": s.k + 1j}, "k of a step must be numbers"),
        (lambda s: {"phi": "closed"}, "phi of a step must be numbers"),
        (lambda s: {"D": [[1.0], [1.0, 2.0]]}, "D of a step must be numbers"),
        (lambda s: {"H": None}, "H of a step must be numbers"),
        (lambda s: {"H": s.H[:, :5]}, r"H of a step has shape \(2, 5, 6\); expected \(any, n, n\)"),
        (lambda s: {"H": s.H[:, :5, :5]}, r"k of a step has shape \(2, 6\); expected \(2, 5\)"),
        (lambda s: {"H": changed(s.H, (1, 0, 5), 1.0)}, "H of block 1 of a step differs from its transpose by 1"),
        (lambda s: {"H": changed(s.H, (1, 2, 2), -3.0)}, "H of block 1 .* not positive definite, its least .* -3;"),
        (lambda s: {"H": changed(s.H, (0, 2, 2), 0.0)}, "H of block 0 .* not positive definite, its least .* 0;"),
        (lambda s: {"dt": 0.0}, r"dt of a step \(s\) must be positive"),
        (lambda s: {"dt": np.nan}, r"dt of a step \(s\) must be finite"),
        (lambda s: {"dt": "short"}, r"dt of a step \(s\) must be a number"),
        (lambda s: {"associated": 2.5}, "associated of a step"),
        (lambda s: {"contacts": 5}, "contacts of a step"),
    ],
)
def test_a_step_is_checked(step: StepProblem, change: Callable[[StepProblem], Any], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        replace(step, **change(step))


@pytest.mark.parametrize("wrong", [np.nan, np.inf, -2e20])
def test_long_arrays_are_checked_too_and_by_one_thread(wrong: float) -> None:
    """A library's threads that wait for the next array take the processors from whatever else runs."""
    array = np.ones(50_000)
    with pytest.raises(ds.DrystoneError, match="ones holds NaN, infinite or too large values"):
        numbers(changed(array, 40_000, wrong), (None,), "ones")
    sleep(0.1)  # until threads that were woken before have gone to sleep
    before, end = process_time() - thread_time(), thread_time() + 0.1
    while thread_time() < end:
        assert numbers(array, (None,), "ones") is array
    assert process_time() - thread_time() - before < 0.03


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_of_the_right_type_are_not_copied_and_others_converted(step: StepProblem, name: str) -> None:
    array = getattr(step, name)
    others: list[Any] = [array.astype(np.longdouble), array.tolist(), np.asfortranarray(array)]
    changes: list[dict[str, Any]] = [{name: other} for other in (array, *others)]
    assert getattr(replace(step, **changes[0]), name) is array
    for change in changes[1:]:
        got = getattr(replace(step, **change), name)
        assert got.dtype == array.dtype
        assert np.array_equal(got, array)
        assert got.flags.writeable
    narrow: dict[str, Any] = {field.name: getattr(step, field.name) for field in fields(step)}
    narrow[name] = array.astype(np.int32 if name == "blocks" else np.float32)
    assert ds.solve(StepProblem(**narrow)).solved


def test_the_factors_of_the_mass_are_made_once(step: StepProblem) -> None:
    fresh = replace(step)
    assert fresh.root is fresh.scaled[1].root


def local(W: Any) -> LocalProblem:
    count = np.shape(W)[0] // 3
    return LocalProblem(W, np.tile([-1.0, 0.1, 0.0], (count, 1)), np.full(count, 0.5))


def rotated(values: list[float], seed: int = 5) -> np.ndarray:
    """A symmetric matrix with these eigenvalues and diagonal blocks that are none of them."""
    Q = np.linalg.qr(np.random.default_rng(seed).standard_normal((len(values),) * 2))[0]
    W: np.ndarray = Q @ np.diag(values) @ Q.T
    return 0.5 * (W + W.T)


@pytest.mark.parametrize("contacts", [1, 2, 3, 8])
@pytest.mark.parametrize("least", [-0.3, -0.02])
def test_an_indefinite_local_problem_is_refused(contacts: int, least: float) -> None:
    W = rotated([least, *np.linspace(0.5, 2.0, 3 * contacts - 1)])
    with pytest.raises(ds.DrystoneError, match="W of a local problem is not positive semidefinite: its least eigenv"):
        local(W)
    with pytest.raises(ds.DrystoneError, match="not positive semidefinite"):
        local(1e6 * W)


def test_the_least_eigenvalue_is_told() -> None:
    """Two contacts of trace one each, whose W has the eigenvalues 1/3 + 0.4 and 1/3 - 0.4."""
    pair = 0.4 * np.eye(3)
    W = np.block([[np.eye(3) / 3.0, pair], [pair, np.eye(3) / 3.0]])
    with pytest.raises(ds.DrystoneError) as told:
        local(W)
    value = float(str(told.value).split("eigenvalue is ")[1].split(" ")[0])
    assert value == pytest.approx(1 / 3 - 0.4, rel=0.13)  # 10^0.05 and two digits


@pytest.mark.parametrize("least", [-1e-4, -1e-7])
def test_a_slightly_indefinite_local_problem_is_told_and_solved(least: float) -> None:
    W = rotated([least, *np.linspace(0.5, 2.0, 5)])
    with pytest.warns(UserWarning, match="not positive semidefinite: its least eigenvalue is -"):
        problem = local(W)
    assert ds.solve(problem, form="ccp", solver="admm").solved


def test_semidefinite_local_problems_pass_in_silence() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        local(rotated([0.0, 0.0, -1e-13, 1.0, 2.0, 3.0]))
        local(np.zeros((6, 6)))
        LocalProblem(sp.csc_array((0, 0)), np.zeros((0, 3)), np.zeros(0))
        for structure in (wall(2, 2), wall(3, 5)):
            made = LocalProblem.of(ds.step_problem(structure, 1e-3))
            again = LocalProblem(made.W, made.q, made.mu)
            assert (again.W != made.W).nnz == 0


@pytest.mark.parametrize(
    ("W", "q", "mu", "message"),
    [
        ("W", np.zeros((1, 3)), np.ones(1), "W of a local problem must be a matrix; got 'W'"),
        (np.eye(3), np.zeros((1, 3)), -np.ones(1), "mu of a local problem is -1 somewhere"),
        (np.eye(3), np.zeros((1, 3)), np.full(1, np.nan), "mu of a local problem holds NaN"),
        (np.eye(3), np.zeros(3), np.ones(1), r"q of a local problem has shape \(3,\); expected \(1, 3\)"),
        (np.diag([1.0, np.inf, 1.0]), np.zeros((1, 3)), np.ones(1), "W of a local problem holds NaN, infinite"),
        (np.eye(3) + np.diag([1e-3, 0], 1), np.zeros((1, 3)), np.ones(1), "by 0.001, 0.001 of its largest entry"),
    ],
)
def test_a_local_problem_is_checked(W: Any, q: Any, mu: Any, message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        LocalProblem(W, q, mu)
