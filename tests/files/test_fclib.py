"""FCLIB files and local problems: what is written is read, and solved to the same answer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest
import scipy.sparse as sp
from scipy.linalg import block_diag

import drystone as ds
from drystone.files.fclib import reduced
from drystone.solvers.certificate import certificate
from drystone.solvers.fallback import Link
from drystone.solvers.first_order.base import FirstOrderSolver, delassus
from drystone.solvers.registry import FAMILY, SOLVERS, get_solver, solver_class
from drystone.solvers.solution import WarmStart
from drystone.solvers.structured.arrays import LocalArrays
from drystone.structures import arch, wall

CONIC = [name for name in ("clarabel", "scs", "qoco") if solver_class(name).available()]
LOCAL = [name for name in SOLVERS if solver_class(name).takes_local and solver_class(name).available()]
LOCAL = [name for name in LOCAL if name not in (FAMILY, "mosek")]  # no backend by itself; needs a licence
FIRST_ORDER = [name for name in LOCAL if issubclass(solver_class(name), FirstOrderSolver)]
OTHERS = [name for name in SOLVERS if not solver_class(name).takes_local]
VARIANTS: list[tuple[str, dict[str, Any]]] = [(name, {}) for name in FIRST_ORDER] + [
    ("gauss-seidel", {"local": "projection"})
]


def shaken_arch(formulation: str = "anitescu-tasora") -> ds.StepProblem:
    motion = ds.GroundMotion.biphasic(20.0, 0.3, direction=(-1, 0, 0))
    return ds.step_problem(arch(), 1e-2, formulation=formulation, motion=motion)


def pushed_wall() -> ds.StepProblem:
    """Out of its plane, so that it slides."""
    return ds.step_problem(wall(2, 2), 1e-2, gravity=(0.0, 9.0, -9.81))


def contact_velocity(problem: Any, solution: ds.StepSolution) -> Any:
    return problem.contact_velocity(solution.velocity, solution.impulse)


@pytest.mark.parametrize("formulation", ["anitescu-tasora", "compliant"])
@pytest.mark.parametrize("solver", CONIC)
def test_a_local_problem_has_the_answer_of_its_step(solver: str, formulation: str) -> None:
    step = shaken_arch(formulation)
    local = ds.LocalProblem.of(step)
    whole, alone = ds.solve(step, solver="clarabel"), ds.solve(local, form="ccp", solver=solver)
    assert alone.solved
    assert alone.velocity.shape == (0, 6)
    assert contact_velocity(local, alone) == pytest.approx(contact_velocity(step, whole), abs=1e-8)
    assert alone.objective + step.energy == pytest.approx(-whole.objective, rel=1e-8)


@pytest.mark.each_value
@pytest.mark.parametrize("make", [shaken_arch, pushed_wall])
@pytest.mark.parametrize("solver", LOCAL)
def test_every_solver_that_takes_local_problems(solver: str, make: Callable[[], ds.StepProblem]) -> None:
    step = make()
    local = ds.LocalProblem.of(step)
    whole, alone = ds.solve(step, solver="clarabel"), ds.solve(local, form="ccp", solver=solver)
    assert alone.solved, alone.attempts
    assert (alone.velocity.shape, alone.form) == ((0, 6), "ccp")
    expected = contact_velocity(step, whole)
    assert np.max(np.abs(expected)) > 1e-2
    assert contact_velocity(local, alone) == pytest.approx(expected, abs=1e-8)
    assert alone.objective + step.energy == pytest.approx(-whole.objective, rel=1e-8)


def test_the_structured_solvers_that_take_local_problems() -> None:
    assert {"gauss-seidel", "spg", "apgd", "admm"} <= set(LOCAL)
    assert {"interior-point", "newton"} <= set(OTHERS)


@pytest.mark.parametrize(("solver", "settings"), VARIANTS)
def test_a_local_problem_with_an_odd_contact_and_one_that_feels_nothing(solver: str, settings: dict[str, Any]) -> None:
    local = ds.LocalProblem.of(ds.step_problem(wall(1, 1), 1e-2, gravity=(0.0, 9.0, -9.81)))
    W = sp.block_diag([local.W, sp.csc_array((3, 3))], format="csc")
    one_more = ds.LocalProblem(W, np.vstack([local.q, [0.1, 0.0, 0.0]]), np.append(local.mu, 0.5))
    assert one_more.count % 2
    known, answer = (
        ds.solve(one_more, form="ccp", solver=chosen) for chosen in ("clarabel", get_solver(solver, **settings))
    )
    assert answer.solved, answer.attempts
    assert contact_velocity(one_more, answer) == pytest.approx(contact_velocity(one_more, known), abs=1e-8)


@pytest.mark.parametrize(("solver", "settings"), VARIANTS)
def test_local_problems_from_a_warm_start(solver: str, settings: dict[str, Any]) -> None:
    local = ds.LocalProblem.of(pushed_wall())
    method = get_solver(solver, **settings)
    first = method.solve(local, "ccp")
    again = method.solve(local, "ccp", WarmStart(first.velocity, first.impulse))
    assert again.solved
    assert again.iterations <= 1 < first.iterations
    with pytest.raises(ds.DrystoneError, match=r"impulses? of the warm start ha"):
        method.solve(local, "ccp", WarmStart(first.velocity, first.impulse[1:]))


@pytest.mark.parametrize(("solver", "settings"), VARIANTS)
def test_a_local_problem_that_is_not_solved_is_told(solver: str, settings: dict[str, Any]) -> None:
    local = ds.LocalProblem.of(shaken_arch())
    answer = get_solver(solver, max_iterations=5, **settings).solve(local, "ccp")
    assert (answer.status, answer.iterations) == ("inaccurate", 5)
    assert answer.certificate == certificate(local, answer.velocity, answer.impulse)
    assert answer.certificate.worst > 1e-6
    assert "5 iterations, the limit" in answer.attempts[-1].status


@pytest.mark.parametrize("formulation", ["anitescu-tasora", "compliant"])
def test_products_with_a_local_problem(formulation: str) -> None:
    local = ds.LocalProblem.of(shaken_arch(formulation)).scaled[0]
    arrays = LocalArrays.of(local)
    x = np.random.default_rng(5).normal(size=local.q.shape)
    product = np.empty_like(x)
    delassus(arrays.gram, x, product)
    assert product == pytest.approx((local.W @ x.ravel()).reshape(-1, 3), abs=1e-12)
    nothing = np.zeros((0, 6))
    assert arrays.contact_velocity(nothing, x) == pytest.approx(local.contact_velocity(nothing, x), abs=1e-12)
    whole = local.W.toarray().reshape(local.count, 3, local.count, 3)
    assert np.array_equal(arrays.diagonal(), np.einsum("cicj->cij", whole))
    assert arrays.traces() == pytest.approx(np.ones(local.count))
    assert arrays.energy == pytest.approx(local.energy)


@pytest.mark.parametrize("solver", OTHERS)
def test_solvers_that_need_the_blocks_refuse_a_problem_without(solver: str) -> None:
    message = f"which the solver '{solver}' needs; solve it with form=\"ccp\" and a solver that takes local problems"
    with pytest.raises(ds.DrystoneError, match=message):
        ds.solve(ds.LocalProblem.of(shaken_arch()), form="ccp", solver=solver)


def test_the_automatic_choice_passes_over_solvers_that_need_the_blocks() -> None:
    local = ds.LocalProblem.of(shaken_arch())
    answer = ds.solve(local, form="ccp")
    assert answer.solved
    assert [attempt.solver for attempt in answer.attempts] == ["clarabel"]
    lost = get_solver("auto", chain=(Link("newton"), Link("clarabel", other_form=True))).solve(local, "ccp")
    assert lost.status == "failed"
    assert "no solver of the chain is installed and takes the problem" in lost.attempts[-1].status
    spg = get_solver("auto", chain=(Link("interior-point"), Link("spg"))).solve(local, "ccp")
    assert (spg.solver, spg.solved) == ("spg", True)


def test_the_certificate_of_a_local_problem_does_not_depend_on_units() -> None:
    local = ds.LocalProblem.of(shaken_arch())
    heavy = ds.LocalProblem(1e-6 * local.W, 1e3 * local.q, local.mu)
    for problem in (local, heavy):
        scaled, restore = problem.scaled
        assert scaled.W.diagonal().reshape(-1, 3).sum(axis=1) == pytest.approx(1.0)
        assert np.mean(np.sum(scaled.q**2, axis=1)) == pytest.approx(1.0)
        impulse = np.random.default_rng(1).normal(size=problem.q.shape)
        nothing = np.zeros((0, 6))
        assert restore(*restore.forward(nothing, impulse))[1] == pytest.approx(impulse)
    answers = [ds.solve(problem, form="ccp", solver="clarabel") for problem in (local, heavy)]
    assert answers[0].certificate.gap == pytest.approx(answers[1].certificate.gap, abs=1e-12)
    wrong = np.zeros_like(local.q)
    assert certificate(local, np.zeros((0, 6)), wrong).worst > 1e-3


def test_frictionless_contacts_of_a_local_problem_keep_their_normal_row() -> None:
    step = ds.step_problem(wall(2, 2), 1e-2)
    mixed = ds.LocalProblem.of(step)
    smooth = ds.LocalProblem(mixed.W, mixed.q, np.where(np.arange(mixed.count) % 2, 0.0, mixed.mu))
    answer = ds.solve(smooth, form="ccp", solver="clarabel")
    assert answer.solved
    assert not answer.impulse[1::2, 1:].any()


@pytest.mark.parametrize("form", ["kinematic", "static"])
@pytest.mark.parametrize("solver", LOCAL)
def test_forms_without_a_local_problem_are_refused(solver: str, form: str) -> None:
    with pytest.raises(ds.DrystoneError, match=f"its form '{form}' cannot be written; solve it with form=\"ccp\""):
        ds.solve(ds.LocalProblem.of(shaken_arch()), form=form, solver=solver)


def test_what_a_local_problem_has_not_is_said() -> None:
    local = ds.LocalProblem.of(shaken_arch())
    for name in ("D", "operator", "blocks"):
        with pytest.raises(ds.DrystoneError, match="neither H nor D"):
            getattr(local, name)
    with pytest.raises(ds.DrystoneError, match=r"W of a local problem has shape \(3, 3\); with 2 mu it is \(6, 6\)"):
        ds.LocalProblem(sp.eye_array(3), np.zeros((2, 3)), np.ones(2))
    with pytest.raises(ds.DrystoneError, match="differs from its transpose"):
        ds.LocalProblem(sp.csc_array(np.triu(np.ones((3, 3)))), np.zeros((1, 3)), np.ones(1))
    with pytest.raises(ds.DrystoneError, match="negative diagonal"):
        ds.LocalProblem(-sp.eye_array(3), np.zeros((1, 3)), np.ones(1))
    with pytest.raises(ds.DrystoneError, match="NaN"):
        ds.LocalProblem(sp.eye_array(3), np.full((1, 3), np.nan), np.ones(1))


def test_a_step_is_read_as_it_was_written(tmp_path: Path) -> None:
    step = shaken_arch()
    path = ds.write_fclib(tmp_path / "step.hdf5", step, title="shaken arch")
    read = ds.read_fclib(path)
    assert isinstance(read, ds.StepProblem)
    assert np.array_equal(read.H, step.H)
    assert np.array_equal(read.k, step.k)
    assert np.array_equal(read.offset, step.offset)
    assert np.array_equal(read.mu, step.mu)
    assert (read.operator != step.operator).nnz == 0
    same, other = ds.solve(step, solver="clarabel"), ds.solve(read, solver="clarabel")
    assert other.objective == pytest.approx(same.objective, rel=1e-9)
    assert other.velocity == pytest.approx(same.velocity, abs=1e-8)


def test_a_compliant_step_is_written_as_a_local_problem(tmp_path: Path) -> None:
    step = shaken_arch("compliant")
    read = ds.read_fclib(ds.write_fclib(tmp_path / "step.hdf5", step))
    assert isinstance(read, ds.LocalProblem)
    assert read.W.diagonal().reshape(-1, 3) == pytest.approx(
        ds.LocalProblem.of(step).W.diagonal().reshape(-1, 3), rel=1e-14
    )
    again = ds.read_fclib(ds.write_fclib(tmp_path / "again.hdf5", read))
    assert isinstance(again, ds.LocalProblem)
    assert (again.W != read.W).nnz == 0
    assert np.array_equal(again.q, read.q)


def test_text_is_written_as_the_library_expects_it(tmp_path: Path) -> None:
    path = ds.write_fclib(tmp_path / "step.hdf5", shaken_arch(), title="a title")
    with h5py.File(path) as file:
        title = file["fclib_global/info/title"]
        assert title[()] == b"a title"
        assert title.id.get_type().get_size() == len("a title") + 1
        assert file["fclib_global/M/nz"].dtype == np.int32
        assert file["fclib_global/M/p"].dtype == np.int32
        assert file["fclib_global/spacedim"][0] == 3


# The layout of the library itself, by hand: a body of 2 kg on the ground, pushed down and to the side, one contact.


def triplets(group: h5py.Group, matrix: Any) -> None:
    entries = sp.coo_array(matrix)
    _matrix(group, matrix, len(entries.data), entries.coords[1], entries.coords[0], entries.data)


def doubled_triplets(group: h5py.Group, matrix: Any) -> None:
    """Entries given twice, which are added, and room for more than there are."""
    entries = sp.coo_array(matrix)
    row, column = (np.append(np.tile(part, 2), 0) for part in entries.coords)
    values = np.append(np.tile(0.5 * entries.data, 2), 7.0)
    _matrix(group, matrix, len(row) - 1, column, row, values)


def columns(group: h5py.Group, matrix: Any) -> None:
    stored = sp.csc_array(matrix)
    _matrix(group, matrix, -1, stored.indptr, np.append(stored.indices, 0), np.append(stored.data, 7.0))


def rows(group: h5py.Group, matrix: Any) -> None:
    stored = sp.csr_array(matrix)
    _matrix(group, matrix, -2, stored.indptr, stored.indices, stored.data)


def _matrix(group: h5py.Group, matrix: Any, nz: int, p: Any, i: Any, x: Any) -> None:
    m, n = matrix.shape
    for name, value in (("nzmax", len(x)), ("m", m), ("n", n), ("nz", nz)):
        group.create_dataset(name, data=np.array([value], dtype=np.int32))
    group.create_dataset("p", data=np.asarray(p, dtype=np.int32))
    group.create_dataset("i", data=np.asarray(i, dtype=np.int32))
    group.create_dataset("x", data=np.asarray(x, dtype=np.float64))


MASS = np.diag([2.0, 2.0, 2.0, 0.1, 0.2, 0.3])
DIRECTIONS = np.vstack([np.array([[0, 1, 0], [0, 0, 1], [1, 0, 0]]), np.zeros((3, 3))])  # z normal; x, y tangents
LOAD = np.array([0.4, 0.0, -2.0, 0.0, 0.0, 0.0])

Store = Callable[[h5py.Group, Any], None]


def global_file(path: Path, store: Store, mass: Any = MASS, directions: Any = DIRECTIONS, contacts: int = 1) -> Path:
    with h5py.File(path, "w") as file:
        group = file.create_group("fclib_global")
        group["spacedim"] = np.array([3], dtype=np.int32)
        store(group.create_group("M"), mass)
        store(group.create_group("H"), directions)
        group["vectors/f"] = np.resize(LOAD, len(mass))
        group["vectors/w"], group["vectors/mu"] = np.zeros(3 * contacts), np.full(contacts, 0.5)
    return path


def local_file(path: Path, store: Store) -> Path:
    with h5py.File(path, "w") as file:
        group = file.create_group("fclib_local")
        group["spacedim"] = np.array([3], dtype=np.int32)
        inverse = np.linalg.inv(MASS)
        store(group.create_group("W"), DIRECTIONS.T @ inverse @ DIRECTIONS)
        group["vectors/q"], group["vectors/mu"] = DIRECTIONS.T @ inverse @ LOAD, np.array([0.5])
    return path


@pytest.mark.parametrize("make", [global_file, local_file])
@pytest.mark.parametrize("store", [triplets, doubled_triplets, columns, rows])
def test_every_way_of_storing_a_matrix_is_read(store: Store, make: Callable[..., Path], tmp_path: Path) -> None:
    """The body sticks: r = (2, -0.4, 0) N s within the cone of 0.5, and nothing moves."""
    problem = ds.read_fclib(make(tmp_path / "problem.hdf5", store))
    answer = ds.solve(problem, form="ccp", solver="clarabel")
    assert answer.solved
    assert contact_velocity(problem, answer) == pytest.approx(np.zeros((1, 3)), abs=1e-8)
    assert answer.impulse == pytest.approx(np.array([[2.0, -0.4, 0.0]]), abs=1e-7)


@pytest.mark.parametrize("name", ["G", "V"])
def test_equality_constraints_are_refused(name: str, tmp_path: Path) -> None:
    path = (global_file if name == "G" else local_file)(tmp_path / "problem.hdf5", columns)
    with h5py.File(path, "a") as file:
        triplets(next(iter(file.values())).create_group(name), np.ones((6, 2)))
    with pytest.raises(ds.DrystoneError, match="has equality constraints"):
        ds.read_fclib(path)


def test_constraints_without_rows_are_none(tmp_path: Path) -> None:
    path = global_file(tmp_path / "problem.hdf5", columns)
    with h5py.File(path, "a") as file:
        triplets(file["fclib_global"].create_group("G"), np.ones((6, 0)))
    assert isinstance(ds.read_fclib(path), ds.StepProblem)


def test_rows_of_triplets_are_i_and_columns_p(tmp_path: Path) -> None:
    """As CSparse and the files in circulation have them, also where the indices fit both ways (H is 6 x 6 here)."""
    directions = np.hstack([DIRECTIONS, DIRECTIONS[:, ::-1]])
    path = global_file(tmp_path / "problem.hdf5", triplets, directions=directions, contacts=2)
    with h5py.File(path) as file:
        h = file["fclib_global/H"]
        stored = sp.coo_array((h["x"][()], (h["i"][()], h["p"][()])), shape=(6, 6))
        assert np.array_equal(stored.toarray(), directions)
    read = ds.read_fclib(path)
    assert isinstance(read, ds.StepProblem)
    assert np.array_equal(read.operator.toarray(), directions)


def test_triplets_in_the_order_of_the_header_are_read_where_they_fit_no_other_way(tmp_path: Path) -> None:
    def turned(group: h5py.Group, matrix: Any) -> None:
        entries = sp.coo_array(matrix)
        _matrix(group, matrix, len(entries.data), entries.coords[0], entries.coords[1], entries.data)

    lower = np.vstack([np.zeros((6, 3)), DIRECTIONS])  # rows from 6 on, which are no columns of three
    path = global_file(tmp_path / "problem.hdf5", turned, np.diag(np.tile(np.diag(MASS), 2)), lower)
    read = ds.read_fclib(path)
    assert isinstance(read, ds.StepProblem)
    assert np.array_equal(read.operator.toarray(), lower)


@pytest.mark.parametrize("store", [triplets, columns, rows])
def test_a_problem_of_deformable_bodies_becomes_its_local_problem(store: Store, tmp_path: Path) -> None:
    """M of 9 coupled displacements, contacts to several of them: W = H'M^-1 H, q = H'M^-1 f + w."""
    random = np.random.default_rng(3)
    root, directions = random.normal(size=(9, 9)), random.normal(size=(9, 6))
    mass = root @ root.T + np.eye(9)
    path = global_file(tmp_path / "problem.hdf5", store, 0.5 * (mass + mass.T), directions, contacts=2)
    read = ds.read_fclib(path)
    assert isinstance(read, ds.LocalProblem)
    inverse = np.linalg.inv(mass)
    assert read.W.toarray() == pytest.approx(directions.T @ inverse @ directions, rel=1e-10, abs=1e-12)
    assert read.q.ravel() == pytest.approx(directions.T @ inverse @ np.resize(LOAD, 9), rel=1e-10)
    assert ds.solve(read, form="ccp", solver="clarabel").solved


def test_a_step_and_its_reduction_are_the_same_problem() -> None:
    step = shaken_arch()
    mass = sp.csc_array(block_diag(*step.H))
    read = reduced(mass, step.operator, step.k.ravel(), step.offset.ravel(), step.mu)
    expected = ds.LocalProblem.of(step)
    assert read.W.toarray() == pytest.approx(expected.W.toarray(), abs=1e-12 * float(np.max(expected.W.data)))
    assert read.q == pytest.approx(expected.q, abs=1e-12)


def test_contacts_of_three_bodies_and_masses_of_two_make_a_local_problem(tmp_path: Path) -> None:
    path = tmp_path / "problem.hdf5"
    coupled = np.eye(12) + 0.1 * np.eye(12, k=6) + 0.1 * np.eye(12, k=-6)
    for mass, copies in ((coupled, 2), (np.eye(18), 3)):
        directions = np.vstack([DIRECTIONS] * copies)
        read = ds.read_fclib(global_file(path, columns, mass, directions))
        assert isinstance(read, ds.LocalProblem)
        assert read.W.toarray() == pytest.approx(directions.T @ np.linalg.solve(mass, directions), abs=1e-12)


@pytest.mark.parametrize(("name", "make"), [("M", global_file), ("W", local_file)])
def test_a_matrix_that_is_nearly_symmetric_is_read_with_a_word(
    name: str, make: Callable[..., Path], tmp_path: Path
) -> None:
    """Off by 1e-3 of the largest value: the symmetric part; beyond 1e-2 none; by rounding no word."""
    path = make(tmp_path / "problem.hdf5", dense_columns)
    with h5py.File(path, "a") as file:
        values = next(iter(file.values()))[name]["x"]
        size, whole = float(np.max(values[()])), values[()]
        for share, outcome in ((1e-12, "read"), (1e-3, "warning"), (2e-2, "error")):
            values[...] = whole
            values[1] += share * size  # row 1, column 0
            file.flush()
            told = f"{name} differs from its transpose by {share * size:.3g}, {share:.1e} of its largest value"
            if outcome == "read":
                ds.read_fclib(path)
            elif outcome == "warning":
                with pytest.warns(UserWarning, match=told):
                    read = ds.read_fclib(path)
                matrix = read.W.toarray() if isinstance(read, ds.LocalProblem) else read.H[0]
                assert matrix[1, 0] == matrix[0, 1] == pytest.approx(0.5 * share * size, rel=1e-9)
            else:
                with pytest.raises(ds.DrystoneError, match=told):
                    ds.read_fclib(path)


def dense_columns(group: h5py.Group, matrix: Any) -> None:
    """Compressed columns with all zeros stored."""
    m, n = matrix.shape
    _matrix(group, matrix, -1, np.arange(0, m * n + 1, m), np.tile(np.arange(m), n), np.asarray(matrix).T.ravel())


def test_guesses_solutions_and_texts_beside_the_problem_are_no_hindrance(tmp_path: Path) -> None:
    path = local_file(tmp_path / "problem.hdf5", triplets)
    with h5py.File(path, "a") as file:
        file["fclib_local/info/title"], file["fclib_local/info/math_info"] = b"a stack", b""
        file["fclib_local/W/comment"], file["fclib_local/W/rank"] = b"of full rank", np.array([3], dtype=np.int32)
        file["solution/r"], file["solution/u"] = np.zeros(3), np.zeros(3)
        file["guesses/number_of_guesses"] = np.array([1], dtype=np.int32)
        file["guesses/1/r"], file["guesses/1/u"] = np.zeros(3), np.zeros(3)
    assert isinstance(ds.read_fclib(path), ds.LocalProblem)


def test_problems_that_are_no_steps_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "problem.hdf5"
    for mass, directions in ((-MASS, DIRECTIONS), (-np.eye(9), np.ones((9, 3)))):
        with pytest.raises(ds.DrystoneError, match="not positive definite"):
            ds.read_fclib(global_file(path, columns, mass, directions))
    with pytest.raises(ds.DrystoneError, match="M is singular"):
        ds.read_fclib(global_file(path, columns, np.diag([1.0] * 8 + [0.0]), np.ones((9, 3))))
    with pytest.raises(ds.DrystoneError, match=r"H has the shape \(6, 3\); with the vectors .* \(6, 6\)"):
        ds.read_fclib(global_file(path, columns, contacts=2))
    with h5py.File(local_file(path, columns), "a") as file:
        file["fclib_local/spacedim"][0] = 2
    with pytest.raises(ds.DrystoneError, match="problem with 2 components in a contact"):
        ds.read_fclib(path)
    with h5py.File(local_file(path, columns), "a") as file:
        file["fclib_local/W/p"][1] = 40
    with pytest.raises(ds.DrystoneError, match="pointers of W"):
        ds.read_fclib(path)
    with h5py.File(local_file(path, columns), "a") as file:
        file["fclib_local/vectors/mu"][0] = -0.5
    with pytest.raises(ds.DrystoneError, match=r"mu is -0\.5 somewhere"):
        ds.read_fclib(path)
    with h5py.File(path, "w") as file:
        file.create_group("fclib_global_rolling")
    with pytest.raises(ds.DrystoneError, match="rolling friction"):
        ds.read_fclib(path)


def test_a_claim_of_a_quintillion_entries_takes_no_memory(tmp_path: Path) -> None:
    path = local_file(tmp_path / "problem.hdf5", columns)
    with h5py.File(path, "a") as file:
        del file["fclib_local/vectors/q"]
        file["fclib_local/vectors"].create_dataset("q", shape=(10**18,), chunks=(1000,), dtype=float)
    with pytest.raises(ds.DrystoneError, match=r"hold 8e\+12 MB when unpacked; at most 100 MB are read"):
        ds.read_fclib(path)


def test_files_that_are_no_problems_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ds.DrystoneError, match="there is no FCLIB file"):
        ds.read_fclib(tmp_path / "none.hdf5")
    path = tmp_path / "text.hdf5"
    path.write_text("nothing")
    with pytest.raises(ds.DrystoneError, match="is no FCLIB file"):
        ds.read_fclib(path)
    with h5py.File(path, "w") as file:
        file["other"] = 1
    with pytest.raises(ds.DrystoneError, match="no group fclib_global or fclib_local"):
        ds.read_fclib(path)
    with pytest.raises(ds.DrystoneError, match="must be a StepProblem or a LocalProblem"):
        ds.write_fclib(path, "step")  # type: ignore[arg-type]


def test_an_indefinite_problem_of_a_file_is_refused(tmp_path: Path) -> None:
    """Symmetric, with a positive diagonal; its least eigenvalue is -0.7 of the mean one."""
    W = np.eye(3) + 1.2 * (np.eye(3, k=1) + np.eye(3, k=-1))
    path = tmp_path / "problem.hdf5"
    with h5py.File(path, "w") as file:
        group = file.create_group("fclib_local")
        group["spacedim"] = np.array([3], dtype=np.int32)
        columns = np.arange(0, 10, 3, dtype=np.int32), np.tile(np.arange(3, dtype=np.int32), 3)
        _matrix(group.create_group("W"), W, -1, *columns, W.ravel())
        group["vectors/q"], group["vectors/mu"] = np.array([-1.0, 0.0, 1.0]), np.array([0.5])
    with pytest.raises(ds.DrystoneError, match=r"W .*is not positive semidefinite"):
        ds.read_fclib(path)
