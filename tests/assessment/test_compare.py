"""The comparison of formulations, forms and solvers."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

import drystone as ds
from drystone.assessment.compare import COLUMNS, compare, distance
from drystone.errors import StepFailedError
from drystone.files import read_scene
from drystone.formulations import FORMS, FORMULATIONS
from drystone.formulations.anitescu_tasora import AnitescuTasora
from drystone.formulations.base import Inertia, Turning
from drystone.formulations.compliant import Compliant
from drystone.results import Trajectory
from drystone.solvers import StepSolution, get_solver
from drystone.solvers.base import Solver
from drystone.solvers.by_program import AnySolver
from drystone.solvers.configured import LicenceError
from drystone.solvers.conic.qoco import QocoSolver
from drystone.structures import column

STEPS, DT = 6, 2e-3
SAME_PROGRAM = 1e-9
"""Distance (m) over six steps between solvers of one program: the certificate of 1e-8 in steps of millimetres."""
CERTIFIED = 1e-8


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """The whole cross product on the shaken arch."""
    scene = read_scene("arch")
    return compare(scene.assembly, solvers=("clarabel", "auto"), steps=STEPS, dt=DT, motion=scene.motion)


def short(**changes: Any) -> pd.DataFrame:
    """A comparison of one row where nothing else is said."""
    settings: dict[str, Any] = {"formulations": ["compliant"], "forms": ["kinematic"], "solvers": ["clarabel"]}
    return compare(changes.pop("assembly", column(2)), **{**settings, "steps": 2, "dt": DT, **changes})


def test_there_is_a_row_for_every_combination_in_order(table: pd.DataFrame) -> None:
    assert tuple(table.columns) == COLUMNS
    wanted = [(a, b, c) for a in FORMULATIONS for b in FORMS for c in ("clarabel", "auto")]
    assert list(table[["formulation", "form", "solver"]].itertuples(index=False, name=None)) == wanted
    assert (table["status"] == "ok").all()
    assert (table["steps"] == STEPS).all()
    assert (table["own_steps"] == STEPS).all()


def test_every_row_is_certified_and_timed(table: pd.DataFrame) -> None:
    assert (table["worst_certificate"] <= CERTIFIED).all()
    assert (table[["helped_steps", "halved_steps", "failed_steps"]] == 0).all(axis=None)
    assert (table["warnings"] == 0).all()
    assert (table["iterations"] >= 1).all()
    assert (table["contacts"] >= 8 * 3).all()
    for phase in ("collision", "build", "solve"):
        assert (table[f"{phase}_ms"] > 0).all()
        assert (table[f"{phase}_median_ms"] > 0).all()
    assert (table["energy_error"] < CERTIFIED).all()


def test_solvers_and_forms_of_one_formulation_go_the_same_way(table: pd.DataFrame) -> None:
    assert table["distance"].iloc[0] == 0.0
    first = table[table["formulation"] == table["formulation"].iloc[0]]
    assert (first["distance"] <= SAME_PROGRAM).all()
    assert table.loc[table["formulation"] == "compliant", "distance"].min() > 0.0


def test_a_solver_that_is_not_installed_is_a_row_that_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QocoSolver, "requires", ("no_such_module",))
    made = short(solvers=["qoco", "clarabel"])
    assert made["status"].tolist() == [f"not installed: {QocoSolver.install}", "ok"]
    assert made["distance"].iloc[1] == 0.0
    assert made.loc[0, "steps":].isna().all()


def test_a_solver_without_a_licence_is_a_row() -> None:
    class Locked(Solver):
        name = "locked"
        description = "asks for a licence"

        def solve(self, problem: Any, form: str = "kinematic", warm_start: Any = None) -> StepSolution:
            raise LicenceError("locked", "error 1008")

    assert short(solvers=[Locked()])["status"].tolist() == ["no licence"]


def test_a_form_that_a_solver_does_not_take_is_a_row_with_the_reason() -> None:
    class Narrow(Solver):
        name = "narrow"
        description = "takes the static form only"
        forms = ("static",)

        def solve(self, problem: Any, form: str = "kinematic", warm_start: Any = None) -> StepSolution:
            return get_solver("clarabel").solve(problem, form, warm_start)

    made = short(forms=["kinematic", "static"], solvers=[Narrow()])
    assert made["status"].iloc[0].startswith("not possible: the solver 'narrow' does not take the form 'kinematic'")
    assert made["status"].iloc[1] == "ok"


class Half(Solver):
    """Solves some of the steps it is given, the first of them number 1; in the others all blocks fall freely."""

    name = "half"
    description = "solves some steps"

    def __init__(self, solves: Callable[[int], bool], inner: str = "clarabel") -> None:
        super().__init__()
        self.solves, self.inner, self.asked = solves, inner, 0

    def solve(self, problem: Any, form: str = "kinematic", warm_start: Any = None) -> StepSolution:
        answer = replace(get_solver(self.inner).solve(problem, form, warm_start), solver=self.name, attempts=())
        self.asked += 1
        if self.solves(self.asked):
            return replace(answer, iterations=1000)
        fallen = problem.velocity_of(np.zeros_like(answer.impulse))
        return replace(answer, velocity=fallen, impulse=np.zeros_like(answer.impulse))


PARTS = ["steps", "own_steps", "helped_steps", "halved_steps", "failed_steps"]


def test_a_row_tells_the_named_solvers_own_steps_and_its_own_certificate() -> None:
    made = short(solvers=[Half(lambda step: step > 3)], steps=5).iloc[0]
    assert made["status"] == "helped in 3 of 5 steps"
    assert made[PARTS].tolist() == [5, 2, 3, 0, 0]
    assert made["warnings"] == 3
    assert made["worst_certificate"] > 1e-3  # of its own answers, not of the steps that auto made
    assert made["iterations"] == 1000.0  # of its own steps alone
    assert made["solve_ms"] > 0.0


class Broken(Compliant):
    """Raises an error of its own from the third step on."""

    name = "broken"

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def discretise(self, *given: Any) -> Any:
        self.asked += 1
        if self.asked > 4:
            raise ZeroDivisionError("of its own")
        return super().discretise(*given)


def test_an_error_of_a_formulation_is_told_in_its_row_and_the_others_are_kept() -> None:
    table = compare(
        column(2), formulations=["compliant", Broken()], forms=["kinematic"], solvers=["clarabel"], steps=5, dt=DT
    )
    assert table["status"].tolist() == ["ok", "failed: ZeroDivisionError: of its own"]
    assert table["steps"].iloc[0] == 5


def test_a_solver_that_solves_nothing_has_no_iterations_and_no_times() -> None:
    made = short(solvers=[Half(lambda _: False)], steps=3).iloc[0]
    assert made["status"].startswith("helped in 3 of 3 steps; first: inaccurate: ")
    assert made[PARTS].tolist() == [3, 0, 3, 0, 0]
    assert made[["iterations", "solve_ms", "build_ms", "collision_median_ms"]].isna().all()


def test_help_with_an_earlier_program_of_a_step_is_no_solved_one() -> None:
    """Gauss-Seidel misses the first program of each step of the arch and solves the last."""
    scene = read_scene("arch")
    made = short(assembly=scene.assembly, motion=scene.motion, formulations=["coulomb"], solvers=["gauss-seidel"]).iloc[
        0
    ]
    assert (made["own_steps"], made["helped_steps"]) == (0, 2)
    assert made["status"].startswith("helped in 2 of 2 steps; first: an earlier program reached ")


def test_help_is_told_where_auto_uses_the_named_solver_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The chain of `auto` begins with interior-point, whose answer there is help all the same."""
    solver = Half(lambda _: False, "interior-point")
    monkeypatch.setattr(solver, "name", "interior-point")
    made = short(formulations=["nodargi-bisegna"], solvers=[solver], steps=2).iloc[0]
    assert made[PARTS].tolist() == [2, 0, 2, 0, 0]


def test_free_flight_is_every_solvers_own_step() -> None:
    flying = ds.Assembly([ds.Block.box((1, 1, 1)), ds.Block.box((1, 1, 1), (0, 0, 9))])
    made = short(assembly=flying, solvers=["clarabel", "spg"], forms=["ccp"])
    assert made["status"].tolist() == ["ok", "ok"]
    assert made["own_steps"].tolist() == [2, 2]


def test_halved_steps_are_told_apart_from_helped_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing solves the second step whole: both halves are made."""
    monkeypatch.setattr("drystone.integrators.step_solver.get_solver", _only_half)
    made = short(solvers=[Half(lambda asked: asked != 2)], steps=3).iloc[0]
    assert made["status"] == "halved in 1 of 3 steps"
    assert made[PARTS].tolist() == [3, 2, 0, 1, 0]


def test_a_run_that_stops_at_once_is_a_row_of_no_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drystone.integrators.step_solver.get_solver", _only_half)
    made = short(solvers=[Half(lambda _: False), "clarabel"], steps=3)
    assert made["status"].tolist() == ["stopped at 0 s", "ok"]
    assert made[PARTS].iloc[0].tolist() == [0, 0, 0, 0, 1]
    assert made["distance"].iloc[1] == 0.0


def _only_half(solver: str | AnySolver) -> Solver:
    """`get_solver` where `auto` fails at everything."""
    return Half(lambda _: False) if solver == "auto" else get_solver(solver)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"formulations": ["newton"]}, "unknown formulation 'newton'"),
        ({"forms": ["mixed"]}, "unknown form 'mixed'"),
        ({"solvers": ["gurobi"]}, "unknown solver 'gurobi'"),
        ({"solvers": []}, "nothing to compare"),
        ({"steps": 0}, "steps must be a whole number from 1 to 1000000000; got 0"),
        ({"dt": -1.0}, r"dt \(s\) must be positive; got -1"),
        ({"gravity": (0, 0)}, r"gravity \(m/s2\) must be 3 numbers; got 2"),
        ({"options": {"stiffness": 1}}, "unknown option 'stiffness'"),
        ({"integrator": "euler"}, "unknown integrator 'euler'"),
    ],
)
def test_what_is_wrong_for_every_row_is_an_error(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ds.DrystoneError, match=message):
        short(**changes)


def test_options_go_to_the_formulations_that_have_them() -> None:
    soft, hard = ({"normal_stiffness": k, "tangential_stiffness": k} for k in (1e7, 1e11))
    formulations = ["anitescu-tasora", "compliant"]
    apart = [short(formulations=formulations, steps=5, options=o)["distance"].iloc[1] for o in (soft, hard)]
    assert apart[0] > 10 * apart[1] > 0


class Sluggish(AnitescuTasora):
    """Four times the moments of inertia that the blocks have."""

    name = "sluggish"

    def inertia(self, turning: Turning) -> Inertia:
        own = super().inertia(turning)
        return Inertia(4.0 * own.H, 4.0 * own.k)


def test_formulations_are_compared_with_the_integrator_that_is_named() -> None:
    """Inertia is the formulation's in implicit Euler steps, and the blocks' own in those of the mid-point scheme."""
    blocks = [ds.Block.box((2, 2, 1), (0, 0, -0.5), fixed=True), ds.Block.box((0.2, 0.2, 1), (0, 0, 0.5))]
    tipped: dict[str, Any] = {"assembly": ds.Assembly(blocks, 2.0), "gravity": (5, 0, -9.81), "steps": 5}
    both = ["anitescu-tasora", Sluggish()]
    apart = [short(formulations=both, integrator=name, **tipped) for name in ("mid-point", "backward-euler")]
    assert [(one["status"] == "ok").all() for one in apart] == [True, True]
    assert apart[0]["distance"].iloc[1] == 0.0
    assert apart[1]["distance"].iloc[1] > 1e-6


def test_the_distance_of_two_runs() -> None:
    body = column(1)
    run = ds.simulate(body, 0.05, 0.01)
    moved = run.position.copy()
    moved[3, 1] += [0.3, 0.0, 0.4]
    assert distance(run, run) == 0.0
    assert distance(run, replace(run, position=moved)) == pytest.approx(0.5)
    every_second = ds.simulate(body, 0.04, 0.01, record_every=2)
    assert distance(run, every_second) < 1e-12
    with pytest.raises(ds.DrystoneError, match="different blocks"):
        distance(run, replace(run, names=("a", "b")))
    with pytest.raises(ds.DrystoneError, match="no recorded time in common"):
        distance(run, replace(run, time=run.time * np.pi))


def test_a_run_that_stopped_is_compared_up_to_there(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: Callable[..., Trajectory] = ds.simulate

    def stops(*arguments: Any, **settings: Any) -> Trajectory:
        failure = StepFailedError("no solver reached the certificate")
        failure.trajectory = replace(whole(*arguments, **settings), complete=False)
        raise failure

    monkeypatch.setattr("drystone.assessment.compare.simulate", stops)
    made = short(steps=3)
    assert made["status"].tolist() == ["stopped at 0.006 s"]
    assert made[PARTS].iloc[0].tolist() == [3, 3, 0, 0, 1]


def test_solvers_of_programs_may_be_given_as_objects() -> None:
    found = short(solvers=[QocoSolver(), get_solver("qoco")])
    assert found["solver"].tolist() == ["qoco", "qoco"]
    assert found["status"].tolist() == ["ok", "ok"]
