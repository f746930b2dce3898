"""Every installed backend on every known program, and what is particular to one of them."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from drystone.errors import DrystoneError, NotInstalledError, UnknownNameError
from drystone.programs import ConicProgram
from drystone.programs.cvxpy_model import CvxpyModel
from drystone.solvers import SOLVERS, ConicSolver, get_solver
from drystone.solvers.by_program import ByProgram
from drystone.solvers.configured import LicenceError
from drystone.solvers.conic.cvxpy import CvxpySolver, installed_backends
from drystone.solvers.registry import FAMILY, solver_class

from ..programs.known_programs import (
    ALL,
    SOLVABLE,
    UNSOLVABLE,
    KnownProgram,
    incline,
    linear_program,
    mixed_cones,
    rotated_cone,
)

VALUE = 1e-8  # relative difference of the value from the closed form, where the solver states no larger accuracy


def conic_solvers() -> Iterator[str]:
    """Names of the conic backends that are installed here, every CVXPY one by its own name."""
    for name in SOLVERS:
        kind = solver_class(name)
        if issubclass(kind, ConicSolver) and kind.available():
            yield from (f"cvxpy:{backend}" for backend in installed_backends()) if name == FAMILY else (name,)


BACKENDS = tuple(conic_solvers())


def conic_solver(name: str, **settings: Any) -> ConicSolver:
    solver = get_solver(name, **settings)
    assert isinstance(solver, ByProgram)
    return solver.conic


def answer_or_skip(solver: ConicSolver, program: ConicProgram) -> Any:
    """The answer; solvers that CVXPY brings, which are not ours to mend, may say that they failed."""
    try:
        answer = solver.answer(program)
    except LicenceError as error:
        pytest.skip(str(error))
    if solver.name.startswith("cvxpy:") and answer.status == "failed":
        pytest.skip(f"{solver.name} says so: {answer.message}")
    return answer


@pytest.mark.parametrize("known", SOLVABLE, ids=lambda known: known.name)
@pytest.mark.parametrize("name", BACKENDS)
def test_every_backend_finds_every_known_solution(name: str, known: KnownProgram) -> None:
    solver = conic_solver(name)
    solution = answer_or_skip(solver, known.program)
    allowed = max(known.accuracy, solver.accuracy)
    for found, expected in ((solution.x, known.x), (solution.z, known.z)):
        assert found.shape == expected.shape
        assert np.max(np.abs(found - expected)) <= allowed * (1.0 + np.max(np.abs(expected)))
    assert abs(known.program.objective(solution.x) - known.value) <= max(VALUE, solver.accuracy) * (
        1.0 + abs(known.value)
    )
    assert known.program.residuals(solution).worst <= max(VALUE, solver.accuracy)
    assert solution.status in ("solved", "inaccurate")


@pytest.mark.parametrize("known", UNSOLVABLE, ids=lambda known: known.name)
@pytest.mark.parametrize("name", BACKENDS)
def test_no_backend_solves_what_has_no_solution(name: str, known: KnownProgram) -> None:
    """QOCO has no test for it and may say that it failed; none may say that it solved the program."""
    solution = answer_or_skip(conic_solver(name), known.program)
    blind = name.lower().endswith("qoco")
    assert solution.status in ((known.status, "failed", "inaccurate", "limit") if blind else (known.status,))
    assert solution.message


@pytest.mark.parametrize("name", [name for name in BACKENDS if name != "cvxpy:CVXOPT"])
def test_program_without_rows(name: str) -> None:
    """CVXOPT takes neither programs without rows nor rows of zeros."""
    program = ConicProgram(np.diag([1.0, 2.0]), np.array([1.0, -4.0]), np.zeros((0, 2)), np.zeros(0))
    solver = conic_solver(name)
    solution = answer_or_skip(solver, program)
    assert np.allclose(solution.x, [-1.0, 2.0], rtol=0, atol=max(1e-6, solver.accuracy))
    assert solution.z.shape == solution.s.shape == (0,)


@pytest.mark.parametrize("name", BACKENDS)
def test_program_without_variables(name: str) -> None:
    """A step without contacts in its impulses."""
    empty = ConicProgram(np.zeros((0, 0)), np.zeros(0), np.zeros((1, 0)), np.ones(1), nonnegative=1)
    assert conic_solver(name).answer(empty).status == "solved"
    wrong = ConicProgram(np.zeros((0, 0)), np.zeros(0), np.zeros((1, 0)), -np.ones(1), nonnegative=1)
    assert conic_solver(name).answer(wrong).status == "infeasible"


@pytest.mark.parametrize("known", ALL, ids=lambda known: known.name)
@pytest.mark.parametrize("name", BACKENDS)
def test_a_program_is_not_changed_by_solving_it(name: str, known: KnownProgram) -> None:
    program = known.program
    before = [part.copy() for part in (program.P.data, program.q, program.A.data, program.A.indices, program.b)]
    answer_or_skip(conic_solver(name), program)
    after = (program.P.data, program.q, program.A.data, program.A.indices, program.b)
    assert all(np.array_equal(old, new) for old, new in zip(before, after, strict=True))


@pytest.mark.parametrize("known", SOLVABLE, ids=lambda known: known.name)
def test_cvxpy_problem_has_the_value_and_the_multipliers(known: KnownProgram) -> None:
    """CVXPY's own evaluation of its objective and constraints at the known solution."""
    model = CvxpyModel.of(known.program)
    model.variable.value = known.x
    assert model.problem.objective.value == pytest.approx(known.value, abs=1e-12)
    with np.errstate(invalid="ignore"):  # CVXPY divides by the norm at the apex of a cone before it looks
        assert all(np.max(constraint.violation()) < 1e-9 for constraint, _ in model.constraints)
    for constraint, rows in model.constraints:
        parts = [known.z[rows]] if rows.ndim == 1 else [known.z[rows[:, 0]], known.z[rows[:, 1:]].T]
        for dual, value in zip(constraint.dual_variables, parts, strict=True):
            dual.save_value(value)
    assert np.array_equal(model.values()[1], known.z)


def test_cvxpy_problem_for_the_user() -> None:
    known = incline(1.2, 0.6, "kinematic")
    problem = known.program.to_cvxpy()
    problem.solve(solver="CLARABEL")
    assert problem.value == pytest.approx(known.value, abs=1e-6)
    assert [variable.name() for variable in problem.variables()] == ["x"]


@pytest.mark.parametrize("name", [name for name in BACKENDS if not name.startswith("cvxpy:")])
def test_unknown_setting_lists_the_known(name: str) -> None:
    with pytest.raises(UnknownNameError, match=f"setting of {name} 'max_iterations_ever'; there are: "):
        get_solver(name, max_iterations_ever=3)


@pytest.mark.parametrize(
    ("name", "settings"),
    [("clarabel", {"max_iter": 2}), ("scs", {"max_iters": 2}), ("qoco", {"max_iters": 2})],
)
def test_settings_reach_the_backend(name: str, settings: dict[str, Any]) -> None:
    if not solver_class(name).available():
        pytest.skip(f"{name} is not installed")
    solution = conic_solver(name, **settings).answer(mixed_cones().program)
    assert solution.iterations <= 2
    assert solution.status == "limit"
    assert solution.message


@pytest.mark.parametrize("name", [name for name in BACKENDS if "MOSEK" not in name.upper()])
def test_tolerance_reaches_the_backend(name: str) -> None:
    """A loose tolerance is quicker, and becomes the accuracy that answers must have."""
    tight, loose = conic_solver(name), conic_solver(name, tolerance=1e-3)
    program = mixed_cones().program
    iterations = [solver.answer(program).iterations for solver in (loose, tight)]
    if not any(iterations):
        pytest.skip(f"{name} does not tell its iterations")
    assert iterations[0] < iterations[1]
    assert loose.accuracy == 1e-3
    assert type(loose).accuracy < 1e-3


@pytest.mark.parametrize("tolerance", [0.0, -1e-8, 2.0, float("nan")])
def test_impossible_tolerance_is_refused(tolerance: float) -> None:
    with pytest.raises(DrystoneError, match=r"tolerance of clarabel must be (above 0 and below 1|finite); got"):
        get_solver("clarabel", tolerance=tolerance)


def test_exception_of_a_backend_is_an_answer_with_its_reason() -> None:
    solution = conic_solver("cvxpy:CLARABEL", no_such_keyword=1).answer(linear_program().program)
    assert solution.status == "failed"
    assert "no_such_keyword" in solution.message
    assert not solution.finite


@pytest.mark.parametrize("name", ["HIGHS", "OSQP", "NOTHING"])
def test_cvxpy_backend_without_cones_or_unknown(name: str) -> None:
    with pytest.raises(
        UnknownNameError, match=rf"CVXPY solver with second-order cones '{name}'; there are: .*CLARABEL"
    ):
        get_solver(f"cvxpy:{name}")


def test_cvxpy_backend_that_is_not_installed() -> None:
    missing = next(name for name in ("COPT", "XPRESS", "KNITRO", "NAG") if name not in installed_backends())
    with pytest.raises(NotInstalledError, match=rf"{missing} \(installed are .*CLARABEL.*install"):
        get_solver(f"cvxpy:{missing}")


def test_cvxpy_tolerance_where_its_name_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drystone.solvers.conic.cvxpy.TOLERANCES", {})
    with pytest.raises(DrystoneError, match=r"tolerance 0.001 for cvxpy:CLARABEL"):
        CvxpySolver("clarabel", tolerance=1e-3)


@pytest.mark.skipif(find_spec("mosek") is None, reason="MOSEK is not installed; the test reads its task")
@pytest.mark.parametrize("known", SOLVABLE, ids=lambda known: known.name)
def test_multipliers_of_mosek_satisfy_its_dual(known: KnownProgram) -> None:
    """MOSEK's dual, c = A'y + F'doty, read from a task and met by our z through the map that reads solutions."""
    import mosek

    from drystone.solvers.conic.mosek import _fill, multipliers

    linear = known.program.linear_objective()
    flat = linear.zero + linear.nonnegative
    z = np.linspace(-1.0, 2.0, len(linear.b))
    assert np.array_equal(multipliers(-z[:flat], z[flat:]), z)
    with mosek.Env() as environment, environment.Task(0, 0) as task:
        _fill(task, linear, mosek)
        n = task.getnumvar()
        total = np.zeros(n)
        if flat:
            row, column, value = (np.array(part) for part in task.getatrip())
            np.add.at(total, column.astype(int), value * -z[:flat][row.astype(int)])
        if len(z) > flat:
            row, column, value = (np.array(part) for part in task.getafeftrip())
            np.add.at(total, column.astype(int), value * z[flat:][row.astype(int)])
        assert np.allclose(total, -(linear.A.T @ z), rtol=1e-14, atol=1e-14)
        assert np.array_equal(task.getc(), linear.q)
        assert task.getcfix() == linear.constant


@pytest.mark.skipif(find_spec("mosek") is None, reason="MOSEK is not installed; the test asks it for a licence")
def test_mosek_without_a_licence_says_what_to_do() -> None:
    for name in ("mosek", "cvxpy:MOSEK"):
        try:
            solution = conic_solver(name).answer(rotated_cone().program)
        except LicenceError as error:
            message = str(error)
        else:
            assert solution.status == "solved"  # there is a licence: nothing to say
            continue
        for words in (name, "no licence here", "MOSEKLM_LICENSE_FILE", "clarabel"):
            assert words in message
