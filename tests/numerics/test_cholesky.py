"""Sparse Cholesky factorisations: every backend against SciPy on graphs of all kinds, and the assembly."""

import subprocess
import sys

import numpy as np
import pytest
import scipy.linalg as dense_linalg
import scipy.sparse as sp
from numpy.typing import NDArray
from scipy.sparse.linalg import spsolve

from drystone.errors import DrystoneError, NotInstalledError, UnknownNameError
from drystone.numerics.cholesky import (
    FACTORISATIONS,
    Factorisation,
    assemble,
    available_factorisations,
    dense,
    get_factorisation,
    pairs_of,
)
from drystone.numerics.cholesky.ordering import landmark_fields
from drystone.numerics.cholesky.symbolic import CHILD, SIBLING, analyse
from drystone.numerics.threads import VARIABLE

Array = NDArray[np.float64]
Ints = NDArray[np.int64]

SOLUTION = 1e-9
"""Relative difference of two solutions: rounding times a condition number that the well-scaled cases keep below 1e5."""
BACKWARD = 1e-13
"""Backward error |S x - b| / (|S| |x| + |b|) of a stable factorisation, a few hundred roundings at these sizes,
whatever the condition number."""
ROUNDING = 1e-12
"""Relative difference of sums of the same terms in another order."""
FILL = 1.35
"""How much the fill may change with the numbering: ties are broken by it."""


def _grid(*shape: int) -> Ints:
    """Contacts of every cell of a grid with its next ones."""
    number = np.arange(np.prod(shape)).reshape(shape)
    lists = []
    for axis in range(len(shape)):
        a = np.take(number, range(shape[axis] - 1), axis=axis)
        b = np.take(number, range(1, shape[axis]), axis=axis)
        lists.append(np.column_stack((a.ravel(), b.ravel())))
    return np.concatenate(lists).astype(np.int64)


def _scattered(bodies: int, contacts: int, seed: int) -> Ints:
    """Random contacts, some with a fixed side, some pairs several times; bodies without contacts are likely."""
    rng = np.random.default_rng(seed)
    a = rng.integers(-1, bodies, contacts)
    b = rng.integers(0, bodies, contacts)
    return np.column_stack((a, b))[a != b].astype(np.int64)


def _star(bodies: int) -> Ints:
    hub = bodies // 2
    others = np.delete(np.arange(bodies), hub)
    return np.column_stack((np.full(bodies - 1, hub), others)).astype(np.int64)


GRAPHS: dict[str, tuple[int, Ints]] = {
    "one body": (1, np.array([[-1, 0]])),
    "one body, no contact": (1, np.zeros((0, 2), dtype=np.int64)),
    "no pairs": (7, np.array([[-1, 0], [-1, 6], [3, -1]])),
    "two": (2, np.array([[0, 1], [1, 0], [-1, 1]])),
    "chain": (150, _grid(150)),
    "star": (300, _star(300)),
    "full": (20, np.argwhere(np.ones((20, 20)) - np.eye(20) > 0)),
    "sparse random": (120, _scattered(120, 90, 1)),
    "dense random": (120, _scattered(120, 600, 2)),
    "two walls": (2 * 63, np.concatenate((_grid(7, 9), 63 + _grid(7, 9)))),
    "wall": (400, _grid(16, 25)),
    "stack": (7 * 6 * 5, _grid(7, 6, 5)),
    "large wall": (900, _grid(30, 30)),
    "two large walls": (2 * 480, np.concatenate((_grid(20, 24), 480 + _grid(20, 24)))),
    "columns": (4800, np.concatenate([4 * column + _grid(4) for column in range(1200)])),
}
PARTED = ("large wall", "two large walls", "columns")
"""Graphs large enough to be factorised in parts."""


@pytest.fixture(params=FACTORISATIONS)
def kind(request: pytest.FixtureRequest) -> type[Factorisation]:
    found = get_factorisation(request.param)
    if not found.available():
        pytest.skip(f"{found.name} needs {', '.join(found.requires)}: {found.install}")
    return found


def _contacts(blocks: Ints, seed: int, ratio: float = 1.0) -> tuple[Array, Array]:
    """Random D (C, 2, 6, 3), zero at fixed sides, and weights (C, 3, 3) whose sizes span ``ratio``."""
    rng = np.random.default_rng(seed)
    D = rng.standard_normal((len(blocks), 2, 6, 3))
    D[blocks < 0] = 0.0
    root = rng.standard_normal((len(blocks), 3, 3))
    size = ratio ** rng.uniform(0.0, 1.0, len(blocks))
    return D, size[:, None, None] * (root @ root.transpose(0, 2, 1) + 0.1 * np.eye(3))


def _blocks(bodies: int, blocks: Ints, seed: int = 0, ratio: float = 1.0) -> tuple[Ints, Array, Array]:
    """Pairs and blocks of S."""
    pairs, slot, _ = pairs_of(blocks)
    D, weight = _contacts(blocks, seed, ratio)
    return pairs, *assemble(D, blocks, slot, weight, bodies, len(pairs))


def _matrix(pairs: Ints, diagonal: Array, lower: Array) -> sp.csc_matrix:
    """S as SciPy's sparse matrix, independently of the code under test."""
    bodies = len(diagonal)
    full = sp.lil_matrix((6 * bodies, 6 * bodies))
    for b in range(bodies):
        full[6 * b : 6 * b + 6, 6 * b : 6 * b + 6] = diagonal[b]
    for (i, j), block in zip(pairs, lower, strict=True):
        full[6 * i : 6 * i + 6, 6 * j : 6 * j + 6] = block
        full[6 * j : 6 * j + 6, 6 * i : 6 * i + 6] = block.T
    return sp.csc_matrix(full)


def _backward_error(matrix: sp.csc_matrix, x: Array, rhs: Array) -> float:
    residual = np.max(np.abs(matrix @ x.ravel() - rhs.ravel()))
    norm = np.max(np.abs(matrix).sum(axis=1))
    return float(residual / (norm * np.max(np.abs(x)) + np.max(np.abs(rhs))))


@pytest.mark.parametrize("graph", GRAPHS)
def test_it_solves_what_scipy_solves(kind: type[Factorisation], graph: str) -> None:
    bodies, blocks = GRAPHS[graph]
    pairs, diagonal, lower = _blocks(bodies, blocks)
    rhs = np.random.default_rng(5).standard_normal((bodies, 6))
    factorisation = kind(bodies, pairs)
    assert factorisation.factorise(diagonal, lower)
    expected = spsolve(_matrix(pairs, diagonal, lower), rhs.ravel()).reshape(-1, 6)
    np.testing.assert_allclose(factorisation.solve(rhs), expected, atol=SOLUTION * np.max(np.abs(expected)), rtol=0)


def test_one_analysis_serves_many_matrices_and_right_hand_sides(kind: type[Factorisation]) -> None:
    bodies, blocks = GRAPHS["wall"]
    factorisation = kind(bodies, pairs_of(blocks)[0])
    for seed in range(4):
        pairs, diagonal, lower = _blocks(bodies, blocks, seed)
        assert factorisation.factorise(diagonal, lower)
        matrix = _matrix(pairs, diagonal, lower)
        for rhs in np.random.default_rng(seed).standard_normal((3, bodies, 6)):
            kept = rhs.copy()
            assert _backward_error(matrix, factorisation.solve(rhs), rhs) < BACKWARD
            assert np.array_equal(rhs, kept)


@pytest.mark.parametrize("graph", ["wall", "stack", "dense random", "star"])
def test_weights_twelve_orders_apart_leave_a_small_residual(kind: type[Factorisation], graph: str) -> None:
    bodies, blocks = GRAPHS[graph]
    pairs, diagonal, lower = _blocks(bodies, blocks, ratio=1e12)
    rhs = np.random.default_rng(6).standard_normal((bodies, 6))
    factorisation = kind(bodies, pairs)
    assert factorisation.factorise(diagonal, lower)
    assert _backward_error(_matrix(pairs, diagonal, lower), factorisation.solve(rhs), rhs) < BACKWARD


def test_a_matrix_that_is_not_positive_definite_is_reported(kind: type[Factorisation]) -> None:
    bodies, blocks = GRAPHS["wall"]
    pairs, diagonal, lower = _blocks(bodies, blocks)
    factorisation = kind(bodies, pairs)
    wrong = diagonal.copy()
    wrong[bodies // 3, 2, 2] = -1.0
    assert not factorisation.factorise(wrong, lower)
    with pytest.raises(DrystoneError, match="call factorise"):
        factorisation.solve(np.ones((bodies, 6)))
    assert factorisation.factorise(diagonal, lower)  # and nothing is left of it
    rhs = np.ones((bodies, 6))
    assert _backward_error(_matrix(pairs, diagonal, lower), factorisation.solve(rhs), rhs) < BACKWARD


@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_reported(kind: type[Factorisation], wrong: float) -> None:
    pairs, diagonal, lower = _blocks(*GRAPHS["wall"])
    lower[5, 1, 2] = wrong
    assert not kind(len(diagonal), pairs).factorise(diagonal, lower)


def test_a_matrix_of_zeros_is_reported(kind: type[Factorisation]) -> None:
    pairs = np.array([[1, 0]])
    assert not kind(2, pairs).factorise(np.zeros((2, 6, 6)), np.zeros((1, 6, 6)))


@pytest.mark.parametrize("graph", ["wall", "stack", "sparse random", "star"])
@pytest.mark.parametrize("placed", [False, True], ids=["graph alone", "positions"])
def test_the_numbering_of_the_bodies_does_not_matter(kind: type[Factorisation], graph: str, placed: bool) -> None:
    bodies, blocks = GRAPHS[graph]
    rng = np.random.default_rng(7)
    renamed = rng.permutation(bodies)
    position, rhs = rng.standard_normal((bodies, 3)), rng.standard_normal((bodies, 6))
    D, weight = _contacts(blocks, 8)
    answers, fill = [], []
    for number in (np.arange(bodies), renamed):
        turned = np.where(blocks >= 0, number[blocks], -1)
        pairs, slot, _ = pairs_of(turned)
        there = np.empty_like(rhs)
        there[number] = rhs
        positions = np.empty_like(position)
        positions[number] = position
        factorisation = kind(bodies, pairs, positions if placed else None)
        assert factorisation.factorise(*assemble(D, turned, slot, weight, bodies, len(pairs)))
        answers.append(factorisation.solve(there)[number])
        fill.append(factorisation.nonzeros)
    np.testing.assert_allclose(answers[1], answers[0], atol=SOLUTION * np.max(np.abs(answers[0])), rtol=0)
    assert max(fill) <= FILL * min(fill)


def test_the_same_input_gives_the_same_bits() -> None:
    bodies, blocks = GRAPHS["stack"]
    rhs = np.random.default_rng(9).standard_normal((bodies, 6))
    found = []
    for _ in range(2):
        pairs, diagonal, lower = _blocks(bodies, blocks)
        factorisation = get_factorisation("multifrontal")(bodies, pairs)
        assert factorisation.factorise(diagonal, lower)
        found.append(factorisation.solve(rhs))
    assert np.array_equal(found[0], found[1])


@pytest.mark.parametrize("graph", PARTED)
def test_threads_change_no_bit(graph: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs, diagonal, lower = _blocks(*GRAPHS[graph])
    rhs = np.random.default_rng(9).standard_normal((len(diagonal), 6))
    found = []
    for threads in ("1", "2", ""):
        monkeypatch.setenv(VARIABLE, threads)
        factorisation = get_factorisation("multifrontal")(len(diagonal), pairs)
        assert factorisation.factorise(diagonal, lower)
        found.append(factorisation.solve(rhs))
    assert all(np.array_equal(found[0], answer) for answer in found[1:])


@pytest.mark.parametrize("graph", PARTED)
def test_parts_do_not_need_each_other(graph: str) -> None:
    bodies, blocks = GRAPHS[graph]
    fronts = analyse(bodies, pairs_of(blocks)[0], np.zeros((bodies, 0)))
    assert len(fronts.parts) > 1
    part = np.full(len(fronts.table) - 1, -1)
    for number, members in enumerate((*fronts.parts, fronts.rest)):
        assert np.all(part[members] == -1)
        part[members] = number
    assert np.all(part >= 0)
    for front, child in enumerate(fronts.table[:-1, CHILD]):
        while child >= 0:
            assert part[front] in (part[child], len(fronts.parts))
            child = fronts.table[child, SIBLING]


@pytest.mark.parametrize(("size", "rows"), [(6, 6), (6, 12), (12, 30), (48, 54), (54, 54), (102, 150)])
def test_dense_kernels_of_a_front(size: int, rows: int) -> None:
    """Columns of L, what they leave for the rows below, and both substitutions against LAPACK's."""
    random = np.random.default_rng(rows)
    square = random.normal(size=(rows, rows))
    square = square @ square.T + rows * np.eye(rows)
    columns = np.ascontiguousarray(square[:, :size].T).ravel()
    below, scale = rows - size, np.max(np.abs(square))
    left = np.zeros(below * below)
    assert dense.factor(columns, size, rows)
    dense.contribution(columns, size, rows, left)
    L = np.tril(columns.reshape(size, rows).T)
    expected = dense_linalg.cholesky(square[:size, :size], lower=True)
    aside = dense_linalg.solve_triangular(expected, square[:size, size:], lower=True).T
    np.testing.assert_allclose(L, np.vstack((expected, aside)), rtol=0, atol=ROUNDING * scale)
    triangle = np.tril(left.reshape(below, below).T)
    np.testing.assert_allclose(triangle, np.tril(-aside @ aside.T), rtol=0, atol=ROUNDING * scale)

    rhs = random.normal(size=rows)
    x = rhs.copy()
    dense.forward(columns, size, rows, x)
    top = dense_linalg.solve_triangular(expected, rhs[:size], lower=True)
    np.testing.assert_allclose(x, np.concatenate((top, rhs[size:] - aside @ top)), rtol=0, atol=ROUNDING)
    known = x[size:].copy()
    dense.back(columns, size, rows, x)
    found = dense_linalg.solve_triangular(expected.T, top - aside.T @ known, lower=False)
    np.testing.assert_allclose(x, np.concatenate((found, known)), rtol=0, atol=ROUNDING)


@pytest.mark.parametrize("pivot", [0.0, -1.0, np.nan, np.inf])
def test_dense_kernels_refuse_a_pivot(pivot: float) -> None:
    columns = np.diag([1.0, 1.0, 1.0, pivot, 1.0, 1.0]).ravel()
    assert not dense.factor(columns, 6, 6)


def test_fields_of_landmarks_of_a_chain_are_its_distances() -> None:
    """Nine bodies in a row and one apart: landmarks are the ends of the row and what is farthest from both."""
    pairs = np.array([(i + 1, i) for i in range(8)])
    fields = landmark_fields(9, pairs, 3)
    i = np.arange(9)
    expected = np.stack([8 - i, i, abs(i - 4), 8 - 2 * i, 8 - i - abs(i - 4), i - abs(i - 4)], axis=1)
    assert fields.tolist() == expected.tolist()


def test_fill_of_a_wall_grows_as_nested_dissection_says() -> None:
    """At most 31/4 n log2 n blocks on a square grid of n cells (George 1973); a full factor has n^2 / 2."""
    for side in (20, 40):
        cells = side * side
        grid = _grid(side, side)
        where = np.column_stack(np.divmod(np.arange(cells), side)).astype(np.float64)
        for position in (where, None):
            factorisation = get_factorisation("multifrontal")(cells, pairs_of(grid)[0], position)
            assert factorisation.nonzeros <= 36 * 31 / 4 * cells * np.log2(cells)


def _dense(D: Array, blocks: Ints, weight: Array, bodies: int) -> Array:
    """I + D W D' with D as one dense matrix."""
    wide = np.zeros((bodies + 1, 6, len(blocks), 3))  # the last row takes what belongs to fixed bodies
    for c, sides in enumerate(blocks):
        for side, body in enumerate(sides):
            wide[body, :, c] += D[c, side]
    flat = wide[:bodies].reshape(6 * bodies, -1)
    weighted = np.matmul(flat.reshape(6 * bodies, -1, 1, 3), weight).reshape(flat.shape)
    return np.eye(6 * bodies) + weighted @ flat.T


@pytest.mark.parametrize("graph", [graph for graph in GRAPHS if graph not in PARTED])  # a dense matrix is large
def test_assembly_is_the_dense_product(graph: str) -> None:
    bodies, blocks = GRAPHS[graph]
    D, weight = _contacts(blocks, 3)
    pairs, slot, _ = pairs_of(blocks)
    diagonal, lower = assemble(D, blocks, slot, weight, bodies, len(pairs))
    expected = _dense(D, blocks, weight, bodies)
    found = _matrix(pairs, diagonal, lower).toarray()
    np.testing.assert_allclose(found, expected, atol=ROUNDING * np.max(np.abs(expected)), rtol=0)
    assert np.array_equal(diagonal, diagonal.transpose(0, 2, 1))


def test_pairs_are_sorted_and_know_their_contacts() -> None:
    blocks = np.array([[2, 5], [5, 2], [-1, 3], [0, 1], [2, -1], [4, 2]])
    pairs, slot, turned = pairs_of(blocks)
    assert pairs.tolist() == [[1, 0], [4, 2], [5, 2]]
    assert slot.tolist() == [2, 2, -1, 0, -1, 1]
    assert turned[slot >= 0].tolist() == [True, False, True, False]


def test_no_bodies_and_no_contacts() -> None:
    pairs, slot, _ = pairs_of(np.zeros((0, 2), dtype=np.int64))
    diagonal, lower = assemble(np.zeros((0, 2, 6, 3)), np.zeros((0, 2), np.int64), slot, np.zeros((0, 3, 3)), 0, 0)
    factorisation = get_factorisation()(0, pairs)
    assert factorisation.factorise(diagonal, lower)
    assert factorisation.solve(np.zeros((0, 6))).shape == (0, 6)


@pytest.mark.parametrize(
    "pairs", [[[0, 1]], [[1, 1]], [[2, 0], [1, 0]], [[1, 0], [1, 0]], [[4, 0]], [[1, -1]]], ids=str
)
def test_pairs_that_are_no_pairs_are_refused(pairs: list[list[int]]) -> None:
    with pytest.raises(DrystoneError, match="use pairs_of"):
        get_factorisation()(4, np.array(pairs))


def test_shapes_are_checked() -> None:
    factorisation = get_factorisation()(2, np.array([[1, 0]]))
    with pytest.raises(DrystoneError, match="expected"):
        factorisation.factorise(np.zeros((2, 6, 6)), np.zeros((2, 6, 6)))
    assert factorisation.factorise(np.tile(np.eye(6), (2, 1, 1)), np.zeros((1, 6, 6)))
    with pytest.raises(DrystoneError, match="right-hand side"):
        factorisation.solve(np.zeros(12))
    with pytest.raises(DrystoneError, match="position"):
        get_factorisation()(2, np.array([[1, 0]]), np.zeros((3, 3)))


def test_names() -> None:
    assert get_factorisation("auto").available()
    assert "multifrontal" in available_factorisations()
    for name in FACTORISATIONS:
        assert get_factorisation(name).name == name
    with pytest.raises(UnknownNameError, match="auto, cvxopt"):
        get_factorisation("nonsense")


def test_a_missing_package_is_said_with_the_command_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = get_factorisation("qdldl")
    monkeypatch.setattr(kind, "requires", ("no_such_module",))
    assert not kind.available()
    with pytest.raises(NotInstalledError, match="pip install qdldl"):
        kind(1, np.zeros((0, 2), dtype=np.int64))


def test_listing_loads_no_backend() -> None:
    program = (
        "import sys; from drystone.numerics.cholesky import available_factorisations; available_factorisations();"
        "print([m for m in ('cvxopt', 'qdldl', 'pypardiso') if m in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
