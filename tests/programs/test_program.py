"""The explicit program: checks, values, residuals, its description, the linear objective."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.linalg import block_diag

from drystone.errors import DrystoneError
from drystone.programs import Cones, ConicProgram, ConicSolution
from drystone.programs.epigraph import factorise
from drystone.solvers.conic.clarabel import ClarabelSolver

from .known_programs import ALL, SOLVABLE, KnownProgram, incline, mixed_cones

ROUNDING = 1e-13  # closed forms evaluated in doubles
EPIGRAPH = 1e-5  # residuals through the epigraph: its gap, 1e-11, bounds the square of F x minus its multiplier
VALUE = 1e-9  # relative difference of optimal values


def small(**changes: Any) -> ConicProgram:
    given: dict[str, Any] = {
        "P": np.eye(2), "q": np.ones(2), "A": -np.eye(3, 2), "b": np.ones(3), "second_order": [3]
    }  # fmt: skip
    return ConicProgram(**{**given, **changes})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"P": np.eye(3)}, "P .* shape"),
        ({"A": np.eye(2)}, "A .* shape"),
        ({"q": np.ones((2, 1))}, r"q .* shape \(n,\)"),
        ({"P": np.ones(2)}, r"P .* shape \(n, n\)"),
        ({"P": [[1, 1], [0, 1]]}, "not symmetric"),
        ({"P": -np.eye(2)}, "positive semidefinite"),
        ({"q": [np.nan, 0]}, "q .* NaN"),
        ({"A": np.full((3, 2), np.inf)}, "A .* infinite"),
        ({"constant": np.nan}, "constant .* must be finite; got nan"),
        ({"second_order": [2]}, "2 rows .* b has 3"),
        ({"second_order": [3, 0]}, "second_order .* of at least 1; got 0"),
        ({"zero": -1, "nonnegative": 1}, "zero .* of at least 0; got -1"),
        ({"factor": np.eye(3)}, "factor .* shape"),
        ({"factor": 2 * np.eye(2)}, "does not give P"),
        ({"variables": {"v": slice(0, 3)}}, "block 'v' of the variables"),
        ({"rows": {"contact": slice(0, 3, 2)}}, "block 'contact' of the rows"),
    ],
)
def test_what_is_no_program_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(DrystoneError, match=words):
        small(**changes)


def test_unknown_status_is_refused() -> None:
    with pytest.raises(DrystoneError, match=r"unknown status of a conic solution 'good'; there are: .*solved"):
        ConicSolution(np.zeros(1), np.zeros(1), np.zeros(1), "good")


def test_any_sparse_format_and_duplicates_become_the_same_matrix() -> None:
    doubled = sp.coo_array(([0.5, 0.5, 1.0], ([0, 0, 1], [0, 0, 1])), shape=(2, 2))
    for P in (np.eye(2), sp.eye_array(2), sp.csr_array(np.eye(2)), doubled):
        assert np.array_equal(small(P=P).P.toarray(), np.eye(2))


@pytest.mark.parametrize("known", SOLVABLE, ids=lambda known: known.name)
def test_closed_forms_are_solutions(known: KnownProgram) -> None:
    """Strong duality and zero residuals: the known programs are right, and so are the residuals."""
    solution = known.program.solution(known.x, known.z)
    residuals = known.program.residuals(solution)
    assert max(residuals.worst, residuals.natural) < ROUNDING
    size = 1.0 + abs(known.value)
    assert abs(known.value - known.program.dual_objective(known.x, known.z)) < ROUNDING * size


@pytest.mark.parametrize("part", ["x", "s", "z"])
def test_residuals_see_an_error_in_each_part(part: str) -> None:
    known = mixed_cones()
    exact = known.program.solution(known.x, known.z)
    wrong = replace(exact, **{part: getattr(exact, part) + 1e-3})
    assert known.program.residuals(wrong).worst > 1e-6
    assert known.program.residuals(replace(exact, **{part: np.full_like(getattr(exact, part), np.nan)})).worst == np.inf


def test_natural_residual_is_of_the_order_of_the_error_and_the_gap_of_its_square() -> None:
    """Along the surface of a curved cone: x = (sqrt(1 + e^2), 1, e) beside (1, 1, 0), with z = (1, -1, 0)."""
    shift, z = 1e-4, np.array([1.0, -1.0, 0.0])
    x = np.array([np.hypot(1.0, shift), 1.0, shift])
    program = ConicProgram(np.zeros((3, 3)), z, -np.eye(3), np.zeros(3), second_order=np.array([3]))
    residuals = program.residuals(program.solution(x, z))
    assert residuals.gap < shift**2
    assert 0.1 * shift < residuals.natural < shift


def test_cone_of_size_one_and_distances() -> None:
    cones = Cones(zero=1, nonnegative=1, second_order=np.array([1, 3]))
    inside = np.array([0.0, 1.0, 2.0, 5.0, 3.0, 4.0])
    assert cones.distance(inside) == 0.0
    assert cones.distance(np.array([-2.0, 0, 0, 0, 0, 0])) == 2.0
    assert cones.distance(np.array([-2.0, 0, 0, 0, 0, 0]), dual=True) == 0.0
    assert cones.distance(np.array([0.0, -3.0, 0, 0, 0, 0])) == 3.0
    assert cones.distance(np.array([0.0, 0, -4.0, 0, 0, 0])) == 4.0
    assert cones.distance(np.array([0.0, 0, 0, 4.0, 3.0, 4.0])) == 1.0
    assert np.isnan(cones.distance(np.full(6, np.nan)))
    assert Cones().distance(np.zeros(0)) == 0.0


def test_projection_is_moreaus_decomposition() -> None:
    """A vector is P_K(y) - P_K*(-y) with both parts orthogonal, for every region of every cone."""
    cones = Cones(zero=2, nonnegative=3, second_order=np.array([1, 2, 3, 3, 5]))
    generator = np.random.default_rng(1)
    for _ in range(200):
        vector = generator.normal(size=cones.size) * generator.choice([1e-3, 1.0, 1e3])
        primal, dual = cones.project(vector), cones.project(-vector, dual=True)
        size = float(np.linalg.norm(vector))
        assert np.linalg.norm(vector - (primal - dual)) < ROUNDING * size
        assert abs(primal @ dual) < ROUNDING * size**2
        assert max(cones.distance(primal), cones.distance(dual, dual=True)) < ROUNDING * size


def test_description_names_blocks_and_cones() -> None:
    text = str(incline(0.3, 0.6, "kinematic").program)
    for part in ("kinematic incline", "1/2 x'P x + q'x", "A x + s = b", "second-order(3)", "v ", "[0, 3)", "contact"):
        assert part in text
    text = str(mixed_cones().program.linear_objective())
    assert "zero(1) x nonnegative(2)" in text
    assert "1/2 x'P x" not in text
    assert "epigraph" in text
    assert "none" in str(ConicProgram(np.eye(1), [0.0], np.zeros((0, 1)), []))  # type: ignore[arg-type]


@pytest.mark.parametrize("with_factor", [True, False])
@pytest.mark.parametrize("known", SOLVABLE, ids=lambda known: known.name)
def test_linear_objective_has_the_same_solution(known: KnownProgram, with_factor: bool) -> None:
    program = known.program if with_factor else replace(known.program, factor=None)
    linear = program.linear_objective()
    assert not linear.quadratic
    solution = program.from_linear_objective(ClarabelSolver().answer(linear))
    assert solution.x.shape == known.x.shape
    assert solution.z.shape == solution.s.shape == known.z.shape
    assert abs(program.objective(solution.x) - known.value) < VALUE * (1.0 + abs(known.value))
    assert program.residuals(solution).worst < EPIGRAPH


@pytest.mark.parametrize("known", SOLVABLE, ids=lambda known: known.name)
def test_linear_objective_has_the_same_multipliers(known: KnownProgram) -> None:
    """Exactly so: t = 1/2 x'P x, the old z, and (1 + t, 1 - t, -sqrt(2) F x) / 2 for the epigraph."""
    linear = known.program.linear_objective()
    if not known.program.quadratic:
        return
    half = 0.5 * float(known.x @ (known.program.P @ known.x))
    x = np.append(known.x, half)
    tail = linear.b[len(known.z) + 2 :] - (linear.A @ x)[len(known.z) + 2 :]
    z = np.concatenate([known.z, [0.5 * (1.0 + half), 0.5 * (1.0 - half)], -0.5 * tail])
    residuals = linear.residuals(linear.solution(x, z))
    assert max(residuals.worst, residuals.natural) < ROUNDING * 10
    assert np.isclose(linear.objective(x), known.value, rtol=ROUNDING, atol=ROUNDING)


def test_program_with_a_linear_objective_is_its_own() -> None:
    for known in ALL:
        linear = known.program.linear_objective()
        assert (linear is known.program) == (not known.program.quadratic)
        assert linear.linear_objective() is linear


def _block_matrices() -> dict[str, np.ndarray]:
    generator = np.random.default_rng(3)
    blocks = [root.T @ root for root in generator.normal(size=(4, 6, 6))]
    permutation = generator.permutation(24)
    full = block_diag(*blocks)
    thin = generator.normal(size=(2, 5))
    return {
        "diagonal": np.diag([4.0, 0.0, 9.0]),
        "blocks": full,
        "permuted blocks": full[np.ix_(permutation, permutation)],
        "low rank": thin.T @ thin,
        "mixed sizes": block_diag([[2.0]], blocks[0], np.zeros((3, 3)), thin.T @ thin),
        "zero": np.zeros((3, 3)),
    }


@pytest.mark.parametrize("name", _block_matrices())
def test_factor_gives_the_matrix_back(name: str) -> None:
    P = _block_matrices()[name]
    factor = factorise(sp.csc_array(P)).toarray()
    assert np.max(np.abs(factor.T @ factor - P)) <= ROUNDING * max(1.0, float(np.max(P)))
    assert factor.shape[0] == np.linalg.matrix_rank(P)


def test_factor_of_a_diagonal_is_exact() -> None:
    values = np.array([4.0, 2.0, 9.0])
    factor = factorise(sp.csc_array(np.diag(values)))
    assert np.array_equal(factor.toarray(), np.diag(np.sqrt(values)))


def test_factor_of_an_indefinite_matrix_is_refused() -> None:
    with pytest.raises(DrystoneError, match="eigenvalue -1"):
        factorise(sp.csc_array(np.array([[1.0, 2.0], [2.0, 1.0]])))
