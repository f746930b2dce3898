"""The registry, and how a conic backend and `auto` turn programs into certified steps."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from drystone.errors import DrystoneError, NotInstalledError, UnknownNameError
from drystone.formulations import StepProblem
from drystone.programs import FORMS, ConicProgram, ConicSolution
from drystone.solvers import SOLVERS, ConicSolver, Solver, get_solver, list_solvers, solve  # fmt: skip
from drystone.solvers.auto import OTHER_FORM, AutoSolver
from drystone.solvers.conic.clarabel import ClarabelSolver
from drystone.solvers.fallback import STEP_CHAIN, Link
from drystone.solvers.registry import FAMILY, solver_class

BACKENDS = ("clarabel", "scs", "qoco", "mosek", "cvxpy", "pandas")
CLOSED_FORM = 1e-6  # relative; a sliding block, certified to 1e-8, where the gap bounds the square of the error


def mass_on_incline(slope: float, friction: float = 0.6, contacts: int = 1) -> StepProblem:
    """A block whose contacts all lie under its centroid; k = (-1, slope, 0) in the frame of the contact."""
    D = np.zeros((contacts, 2, 6, 3))
    D[:, 1, :3, :] = np.eye(3)
    return StepProblem(
        H=3.0 * np.eye(6)[None],
        k=np.array([[-1.0, slope, 0.0, 0.0, 0.0, 0.0]]),
        blocks=np.tile(np.array([[-1, 0]], dtype=np.int64), (contacts, 1)),
        D=D,
        phi=np.zeros(contacts),
        mu=np.full(contacts, friction),
        E=np.zeros((contacts, 3)),
        dt=1e-2,
        prescribed=np.zeros((contacts, 3)),
        memory=np.zeros((contacts, 3)),
    )


def velocity_on_incline(slope: float, friction: float = 0.6) -> np.ndarray:
    """Projection of k / m on the ray (friction, 1), zero where it sticks."""
    ray: np.ndarray = np.array([friction, 1.0, 0.0]) / np.hypot(friction, 1.0)
    speed = max(0.0, slope - friction) / np.hypot(friction, 1.0) / 3.0
    return np.asarray(speed * ray)


class Backend(ConicSolver):
    """Clarabel with its answer spoilt, for what the base class makes of it."""

    name = "spoilt"
    description = "for tests"

    def __init__(self, spoil: Callable[[ConicSolution], ConicSolution]) -> None:
        super().__init__()
        self.spoil = spoil

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        return self.spoil(ClarabelSolver().solve_program(program))


def wrong(answer: ConicSolution) -> ConicSolution:
    """A wrong answer that calls itself solved."""
    return replace(answer, x=answer.x + 0.1, z=answer.z + 0.1)


def modest(answer: ConicSolution) -> ConicSolution:
    """A right answer that calls itself failed."""
    return replace(answer, status="failed", message="who knows")


def undefined(answer: ConicSolution) -> ConicSolution:
    return replace(answer, x=np.full_like(answer.x, np.nan), message="lost")


def crash(answer: ConicSolution) -> ConicSolution:
    raise RuntimeError("out of luck")


def test_listing_and_importing_load_no_backend() -> None:
    code = (
        "import sys, drystone.solvers as s\n"
        f"loaded = [name for name in {BACKENDS!r} if name in sys.modules]\n"
        "assert not loaded, loaded\n"
        "table = s.list_solvers()\n"
        f"loaded = [name for name in {BACKENDS[:-1]!r} if name in sys.modules]\n"
        "assert not loaded, loaded\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("name", SOLVERS)
def test_class_data_is_complete(name: str) -> None:
    kind = solver_class(name)
    assert kind.name == name
    assert kind.kind in ("conic", "structured", "automatic")
    assert kind.forms
    assert set(kind.forms) <= set(FORMS)
    assert 0.0 < kind.accuracy < 1e-4
    for text in (kind.description, kind.install, kind.licence, kind.reference):
        assert text.strip()
        assert "\n" not in text


def test_table_of_solvers() -> None:
    table = list_solvers()
    assert list(table["name"]) == list(SOLVERS)
    assert list(table.columns) == [
        "name", "description", "kind", "forms", "local", "installed", "licence", "accuracy", "reference"
    ]  # fmt: skip
    assert bool(table.set_index("name").loc["clarabel", "installed"])


def test_unknown_solver_lists_the_known() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown solver 'clarabelle'; there are: .*auto.*clarabel"):
        get_solver("clarabelle")
    with pytest.raises(DrystoneError, match=r"solver must be a name \(.*clarabel.*\) or a solver object; got 7"):
        get_solver(7)  # type: ignore[arg-type]


def test_solver_that_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ClarabelSolver, "requires", ("no_such_module",))
    with pytest.raises(NotInstalledError, match="'clarabel' is not installed; install it with: pip install clarabel"):
        get_solver("clarabel")
    assert not list_solvers().set_index("name").loc["clarabel", "installed"]


def test_solver_objects_pass_and_take_no_more_settings() -> None:
    solver = get_solver("clarabel", max_iter=50)
    assert get_solver(solver) is solver
    assert solver.settings == {"max_iter": 50}
    with pytest.raises(DrystoneError, match="settings max_iter beside the solver 'clarabel'"):
        get_solver(solver, max_iter=20)


def test_cvxpy_family_takes_any_case() -> None:
    assert get_solver("cvxpy:clarabel").name == "cvxpy:CLARABEL"
    assert solver_class("CVXPY:scs") is solver_class(FAMILY)


def test_forms() -> None:
    with pytest.raises(UnknownNameError, match="unknown form 'dynamic'; there are: ccp, kinematic, static"):
        solve(mass_on_incline(0.3), form="dynamic")
    solver = Backend(wrong)
    solver.forms = ("ccp",)  # type: ignore[misc]
    with pytest.raises(DrystoneError, match=r"'spoilt' does not take the form 'static'.*list_solvers"):
        solve(mass_on_incline(0.3), form="static", solver=solver)


@pytest.mark.parametrize("slope", [0.3, 1.2])
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", ["auto", "clarabel", "scs", "qoco", "cvxpy:CLARABEL"])
def test_step_on_an_incline(name: str, form: str, slope: float) -> None:
    if not solver_class(name).available():
        pytest.skip(f"{name} is not installed")
    problem = mass_on_incline(slope, contacts=2)
    solution = solve(problem, form, name)
    expected = velocity_on_incline(slope)
    impulse = 3.0 * expected - problem.k[0, :3]
    assert solution.status == "solved"
    assert solution.solved
    assert np.max(np.abs(solution.velocity[0, :3] - expected)) < CLOSED_FORM
    assert np.max(np.abs(np.sum(solution.impulse, axis=0) - impulse)) < CLOSED_FORM
    assert solution.certificate.worst <= 1e-6
    assert solution.form == form
    assert solution.solver == ("interior-point" if name == "auto" else name)
    assert solution.objective == pytest.approx(problem.objective(form, solution.velocity, solution.impulse))
    assert [(attempt.solver, attempt.status) for attempt in solution.attempts] == [(solution.solver, "solved")]
    assert solution.build_time > 0.0
    assert solution.solve_time > 0.0


@pytest.mark.parametrize("form", FORMS)
def test_step_without_contacts(form: str) -> None:
    problem = mass_on_incline(1.0, contacts=0)
    solution = solve(problem, form)
    assert solution.solved
    assert np.allclose(solution.velocity, problem.k / 3.0, rtol=1e-9)
    assert solution.impulse.shape == (0, 3)


@pytest.mark.parametrize(
    ("spoil", "status", "reason"),
    [
        (wrong, "inaccurate", "inaccurate: the certificate is 0.1, not within 1e-08"),
        (modest, "solved", "solved"),
        (undefined, "failed", "failed: lost"),
        (crash, "failed", "failed: RuntimeError: out of luck"),
    ],
)
def test_the_certificate_decides_and_the_reason_is_kept(spoil: Any, status: str, reason: str) -> None:
    solution = get_solver(Backend(spoil), polish=False).solve(mass_on_incline(1.2))
    assert solution.status == status
    assert solution.attempts[-1].status == reason
    assert solution.attempts[-1].worst == solution.certificate.worst
    assert (solution.certificate.worst <= 1e-8) == (status == "solved")
    assert solution.velocity.shape == (1, 6)
    assert solution.impulse.shape == (1, 3)


def test_auto_goes_on_until_the_certificate_accepts() -> None:
    chain = (Link(Backend(crash)), Link(Backend(wrong)), Link("clarabel", other_form=True), Link(Backend(crash)))
    solution = AutoSolver(chain=chain).solve(mass_on_incline(1.2))
    assert solution.solved
    assert (solution.solver, solution.form) == ("clarabel", OTHER_FORM["kinematic"])
    tried = [(attempt.solver, attempt.form, attempt.status.split(":")[0]) for attempt in solution.attempts]
    assert tried == [
        ("spoilt", "kinematic", "failed"),
        ("spoilt", "kinematic", "inaccurate"),
        ("clarabel", "static", "solved"),
    ]
    assert solution.attempts[-1].worst == solution.certificate.worst


def test_auto_gives_the_best_of_the_failed_and_says_so() -> None:
    solution = AutoSolver(chain=(Link(Backend(crash)), Link(Backend(wrong)))).solve(mass_on_incline(1.2))
    assert solution.status == "failed"
    assert np.isfinite(solution.velocity).all()
    assert len(solution.attempts) == 2


def test_auto_passes_over_what_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_class("qoco"), "requires", ("no_such_module",))
    solution = AutoSolver(chain=(Link("qoco"), Link("clarabel"))).solve(mass_on_incline(0.3))
    assert [attempt.solver for attempt in solution.attempts] == ["clarabel"]
    nobody = AutoSolver(chain=(Link("qoco"),)).solve(mass_on_incline(0.3))
    assert nobody.status == "failed"
    assert "no solver of the chain is installed" in nobody.attempts[-1].status


def test_links_of_the_chain_exist() -> None:
    """Their settings too: a wrong one would show only on the day the chain is needed."""
    for link in STEP_CHAIN:
        assert isinstance(link.solver, str)
        if solver_class(link.solver).available():
            solution = get_solver(link.solver, **link.settings).solve(mass_on_incline(1.2))
            assert solution.solved


def test_solver_needs_its_method() -> None:
    class Empty(Solver):
        name = "empty"
        description = "has no method"

    with pytest.raises(NotImplementedError, match="has no method find"):
        Empty().solve(mass_on_incline(1.2))
