"""Formulations, forms and solvers side by side on one structure, in one table.

Every combination runs the same steps of the same scene, and a row says how many of them the solver made itself, what
they cost, how good its own answers are by drystone's certificate, and how far the blocks went from those of the first
row that ran.
"""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from ..checks import MOST_STEPS, one_of, options_table, sequence_of, whole_number, yes_no
from ..errors import DrystoneError, NotInstalledError, StepFailedError
from ..formulations import FORMS, FORMULATIONS, Formulation, get_formulation
from ..ground_motion import GroundMotion, MultiSupportMotion
from ..integrators import Integrator, Options, simulate, step_problem
from ..model import Assembly, Loads, Settlement
from ..model.gravity import GRAVITY, ONE_G
from ..model.loads import Load
from ..progress import watched
from ..results import Trajectory
from ..solvers import get_solver
from ..solvers.base import Solver
from ..solvers.by_program import AnySolver
from ..solvers.configured import LicenceError
from ..solvers.conic.base import ConicSolver
from ..solvers.registry import solver_class
from ..summary import counted, with_units

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["COLUMNS", "DONE", "compare", "distance", "energy_error"]

DONE = "ok"
PHASES = ("collision", "build", "solve")
COUNTS = ("steps", "own_steps", "helped_steps", "halved_steps", "failed_steps", "warnings")
COLUMNS = (
    "formulation", "form", "solver", "status",
    "steps", "own_steps", "helped_steps", "halved_steps", "failed_steps", "contacts", "iterations",
    "collision_ms", "collision_median_ms", "build_ms", "build_median_ms", "solve_ms", "solve_median_ms",
    "worst_certificate", "warnings", "distance", "energy_error",
)  # fmt: skip
"""Columns of the table; see `compare`."""
WARMING = 2
"""Steps of a row that only warm it up."""
UNITS = dict.fromkeys(COLUMNS[4:], "1") | {name: "ms" for name in COLUMNS if name.endswith("_ms")} | {"distance": "m"}


@dataclass(frozen=True)
class _Case:
    """One combination."""

    formulation: str | Formulation
    form: str
    solver: str | AnySolver

    def labels(self) -> dict[str, str]:
        return {"formulation": _name(self.formulation), "form": self.form, "solver": _name(self.solver)}


@dataclass(frozen=True)
class _Run:
    """What all combinations share."""

    assembly: Assembly
    steps: int
    dt: float
    scene: Mapping[str, Any]
    options: Mapping[str, Any]


def compare(
    assembly: Assembly,
    *,
    formulations: Sequence[str | Formulation] | None = None,
    forms: Sequence[str] = tuple(FORMS),
    solvers: Sequence[str | AnySolver] = ("clarabel", "auto"),
    steps: int = 50,
    dt: float = 1e-3,
    motion: GroundMotion | MultiSupportMotion | Mapping[str, GroundMotion] | None = None,
    gravity: ArrayLike = GRAVITY,
    loads: Loads | Load | Sequence[Load] | None = None,
    settlements: Settlement | Sequence[Settlement] | None = None,
    integrator: str | Integrator = "mid-point",
    options: Mapping[str, Any] | None = None,
    progress: bool = False,
) -> "pd.DataFrame":
    """Run every formulation x form x solver for ``steps`` steps of ``dt`` (s); one row each, in this order.

    ``formulations``: None for all. ``options``: of `simulate`, and of the formulations, each of which is given those it
    has. Others as in `simulate`; with the ``integrator`` "mid-point" formulations have the same inertia. Columns:

    formulation, form, solver
    status            "ok" where every step is the named solver's own; "helped in 3, halved in 2 of 50 steps", and why;
                      "stopped at ..."; "not installed: ..."; "no licence"; "not possible: ..."; "failed: ..."
    steps             made; halved ones count once; the sum of the next three:
    own_steps         that the named solver solved itself, whole and in the form asked for, with a certificate
    helped_steps      where it missed the certificate and `auto` took its place
    halved_steps      that were made in parts, since nothing solved them whole or the blocks moved too far
    failed_steps      1 where the run stopped at a step that nothing solved, else 0
    contacts          mean over the steps
    iterations        of the named solver, mean over its own steps
    collision_ms, build_ms, solve_ms    time of its own steps (ms), mean, and median as ..._median_ms; without the first
                      step, and solvers given by name have made two before: nothing is compiled or loaded in it
    worst_certificate largest entry of the certificate of all answers of the named solver, replaced ones too
    warnings          raised by the run and not shown
    distance          of the block centroids to the first row that ran, with all help: largest over blocks and time (m)
    energy_error      error of the energy balance of that run, see `energy_error`

    All steps that `auto` solves whole are its own. DrystoneError for unknown names and a scene that cannot run at all.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> table = ds.compare(column(2), formulations=["compliant"], solvers=["clarabel"], steps=2, dt=1e-3)
    >>> table[["form", "status", "own_steps"]].values.tolist()
    [['kinematic', 'ok', 2], ['static', 'ok', 2], ['ccp', 'ok', 2]]
    """
    scene = {"motion": motion, "gravity": gravity, "loads": loads, "settlements": settlements, "integrator": integrator}
    steps, progress = whole_number(steps, "steps", 1, MOST_STEPS), yes_no(progress, "progress")
    run = _Run(assembly, steps, dt, scene, options_table(options, "options"))
    cases = _cases(formulations, forms, solvers)
    _check(run, cases)
    _warm_up(run, cases)
    rows = []
    first: Trajectory | None = None
    for case in watched(cases, "run", progress):
        trajectory, status, warned = _attempt(run, case, progress)
        if trajectory is not None and len(trajectory.steps):
            first = first or trajectory
        rows.append(_row(run, case, trajectory, first, status, warned))
    return _frame(rows)


def _cases(formulations: Any, forms: Any, solvers: Any) -> list[_Case]:
    named = tuple(FORMULATIONS) if formulations is None else formulations
    laws: Sequence[Any] = sequence_of(named, (str, Formulation), "formulations")
    backends: Sequence[Any] = sequence_of(solvers, (str, Solver, ConicSolver), "solvers")
    return [_Case(*case) for case in product(laws, sequence_of(forms, str, "forms"), backends)]


def _row(
    run: _Run, case: _Case, trajectory: Trajectory | None, first: Trajectory | None, status: str, warned: int
) -> dict[str, Any]:
    """The row of one case; ``trajectory``: None where there was no run; ``first``: the first that made a step."""
    row: dict[str, Any] = {**case.labels(), "status": status}
    if trajectory is not None:
        row |= _measures(trajectory, run) | {"warnings": warned}
        row["distance"] = np.nan if first is None else distance(first, trajectory)
        row["energy_error"] = energy_error(run.assembly, trajectory)
    if not status:
        status = _step_counts(row)
        if trajectory is not None and row["helped_steps"] and not row["own_steps"]:
            status += f"; first: {_first_missed(trajectory)}"
    return row | {"status": status}


def _first_missed(trajectory: Trajectory) -> str:
    """What came of the named solver in the first step.

    Of a step with a sequence of programs its tries are those of the last, and the help may have been for another.
    """
    step = trajectory.steps.iloc[0]
    outcome: str = step["tried"].split(" | ")[0].partition(": ")[2]
    return outcome if outcome != "solved" else f"an earlier program reached {step['own_certificate']:.2g}"


def distance(a: Trajectory, b: Trajectory) -> float:
    """Largest distance of the block centroids of two runs over blocks and the times that both recorded (m).

    DrystoneError if the blocks differ or no time beyond the start is common while one went on.
    """
    if a.names != b.names:
        raise DrystoneError("the two trajectories have different blocks; compare runs of one assembly")
    resolution = 1e-6 * min(_interval(a), _interval(b))
    place = np.clip(np.searchsorted(b.time, a.time - resolution), 0, len(b.time) - 1)
    common = np.flatnonzero(np.abs(b.time[place] - a.time) <= resolution)
    if len(common) < 2 and len(a.time) > 1 and len(b.time) > 1:
        raise DrystoneError("the two trajectories have no recorded time in common; record them at the same steps")
    apart = np.linalg.norm(a.position[common] - b.position[place[common]], axis=2)
    return float(apart.max(initial=0.0))


def energy_error(assembly: Assembly, trajectory: Trajectory) -> float:
    """Largest error of kinetic + potential + dissipated - harvested, which stays what it was at the start.

    Relative to the energy that lifts the movable blocks by the assembly's length (9.81 m/s2).
    """
    table = trajectory.energy
    balance = (table["total"] + table["dissipated"] - table["harvested"]).to_numpy()
    lift = float(np.sum(assembly.mass[assembly.movable])) * ONE_G * assembly.length
    return float(np.max(np.abs(balance - balance[0]))) / lift


def _check(run: _Run, cases: Sequence[_Case]) -> None:
    """Find what is wrong for every row before the first one runs."""
    if not cases:
        raise DrystoneError("nothing to compare; give at least one formulation, one form and one solver")
    known = set(Options.__dataclass_fields__)
    for case in cases:
        known |= set(get_formulation(case.formulation).options)
        one_of(case.form, FORMS, "form")
        if isinstance(case.solver, str):
            solver_class(case.solver)
    for key in run.options:
        one_of(key, known, "option")
    step_problem(run.assembly, run.dt, formulation=cases[0].formulation, **run.scene, options=_options(run, cases[0]))


def _warm_up(run: _Run, cases: Sequence[_Case]) -> None:
    """Two steps with each solver and each formulation, so that no row has compiling and loading in its times.

    Solvers that are given as objects may count what they are asked: they are left alone.
    """
    named = [case for case in reversed(cases) if isinstance(case.solver, str)]
    first = {_name(case.solver): case for case in named} | {_name(case.formulation): case for case in named}
    for case in {id(case): case for case in first.values()}.values():
        _attempt(replace(run, steps=min(run.steps, WARMING)), case, False)


def _attempt(run: _Run, case: _Case, progress: bool) -> tuple[Trajectory | None, str, int]:
    """Trajectory (None where nothing ran), status (empty where the run went to its end) and number of warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            trajectory = _simulate(run, case, progress)
        except NotInstalledError as error:
            return None, f"not installed: {str(error).partition('install it with: ')[2] or error}", 0
        except LicenceError:
            return None, "no licence", 0
        except StepFailedError as failure:
            reached = failure.trajectory
            assert isinstance(reached, Trajectory)
            return reached, f"stopped at {reached.time[-1]:.6g} s", len(caught)
        except DrystoneError as error:
            return None, f"not possible: {error}", 0
        except Exception as error:  # of a formulation that is not ours; the other rows are kept
            return None, f"failed: {type(error).__name__}: {error}", 0
    return trajectory, "", len(caught)


def _simulate(run: _Run, case: _Case, progress: bool) -> Trajectory:
    solver = get_solver(case.solver)
    solver.check_form(case.form)
    return simulate(
        run.assembly,
        run.steps * run.dt,
        run.dt,
        formulation=case.formulation,
        form=case.form,
        solver=solver,
        options=_options(run, case),
        progress=progress,
        **run.scene,
    )


def _options(run: _Run, case: _Case) -> dict[str, Any]:
    """The options of the run that concern this formulation; contacts are not kept unless asked for."""
    concerned = {*Options.__dataclass_fields__, *get_formulation(case.formulation).options}
    return {"record_contacts": False} | {key: value for key, value in run.options.items() if key in concerned}


def _measures(trajectory: Trajectory, run: _Run) -> dict[str, Any]:
    """What the table of steps says of one run; rows of a halved step are one step."""
    table = trajectory.steps
    number = np.ceil(table["time"].to_numpy() / run.dt - 1e-6).astype(int)
    halved = table["dt"].groupby(number).min() < 0.99 * run.dt
    helped = table["helped"].groupby(number).any() & ~halved
    own = ~(halved | helped)
    mine = table[own.reindex(number).to_numpy(dtype=bool)]
    later = mine[1:] if len(mine) > 1 and len(number) and number[0] == 1 and own.iloc[0] else mine
    measures: dict[str, Any] = {
        "steps": len(own),
        "own_steps": int(own.sum()),
        "helped_steps": int(helped.sum()),
        "halved_steps": int(halved.sum()),
        "failed_steps": 0 if trajectory.complete else 1,
        "contacts": float(table["contacts"].mean()),
        "iterations": float(mine["iterations"].mean()),
        "worst_certificate": float(table["own_certificate"].max()),
    }
    for phase in PHASES:
        milliseconds = 1e3 * later[f"{phase}_time"]
        measures[f"{phase}_ms"] = float(milliseconds.mean())
        measures[f"{phase}_median_ms"] = float(milliseconds.median())
    return measures


def _step_counts(row: Mapping[str, Any]) -> str:
    """The status of a run that went to its end."""
    others = [f"{how} in {row[f'{how}_steps']}" for how in ("helped", "halved") if row[f"{how}_steps"]]
    return f"{', '.join(others)} of {counted(row['steps'], 'step')}" if others else DONE


def _frame(rows: Sequence[Mapping[str, Any]]) -> "pd.DataFrame":
    import pandas as pd

    table = pd.DataFrame(list(rows), columns=list(COLUMNS))
    typed = table.astype({name: "Int64" if name in COUNTS else "float64" for name in COLUMNS[4:]})
    return with_units(typed, UNITS)


def _interval(trajectory: Trajectory) -> float:
    return float(np.diff(trajectory.time).min()) if len(trajectory.time) > 1 else float("inf")


def _name(part: str | Formulation | AnySolver) -> str:
    return part if isinstance(part, str) else part.name
