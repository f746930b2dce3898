"""Steps are judged before they are taken; what a run made survives whatever stops it; `step_problem` is its step."""

import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
import pytest

import drystone as ds
from drystone.collision import match
from drystone.formulations import FORMULATIONS, get_formulation
from drystone.integrators import INTEGRATORS, step_solver
from drystone.integrators.context import StepContext
from drystone.solvers import StepSolution, get_solver
from drystone.solvers.base import Solver
from drystone.structures import arch, column

from ..steps import GROUND, cube

DT = 1e-2
ROUNDING = 1e-9
"""Relative, of sums of impulses: lengths of steps differ by rounding of the time."""
STONE = ds.Material(30e9, 0.2, 2000.0)

Answer = Callable[[Any, StepSolution], StepSolution]


class Meddled(Solver):
    """`interior-point`, whose answers a function changes before they are given."""

    name = "meddled"
    description: ClassVar[str] = "for tests"

    def __init__(self, change: Answer) -> None:
        super().__init__()
        self.change, self.inner = change, get_solver("interior-point")
        self.problems: list[ds.StepProblem] = []

    def solve(self, problem: Any, form: str = "kinematic", warm_start: Any = None) -> StepSolution:
        self.problems.append(problem)
        answer = self.inner.solve(problem, form, warm_start)
        return replace(self.change(problem, answer), solver=self.name)


def honest(_: Any, answer: StepSolution) -> StepSolution:
    return answer


def lying(_: Any, answer: StepSolution) -> StepSolution:
    """A wrong velocity beside a good certificate."""
    return replace(answer, velocity=answer.velocity + 0.1)


def test_a_step_of_elastic_blocks_begins_from_all_impulses_of_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """A square block spins past the square one below: other edges make the corners of the joint from then on."""
    guesses: list[tuple[bool, float, float]] = []
    solved, angle = StepContext.solved, 0.012

    def watched(self: StepContext, problem: Any, warm_start: Any, time: float) -> Any:
        found = solved(self, problem, warm_start, time)
        if records:
            before, given = records[-1]
            known = match(before, problem.contacts.key) >= 0
            guesses.append((bool(np.all(known)), float(np.sum(given[:, 0])), float(np.sum(warm_start.impulse[:, 0]))))
        records.append((problem.contacts.key, found[1].impulse))
        return found

    records: list[tuple[Any, Any]] = []
    monkeypatch.setattr(StepContext, "solved", watched)
    turned = [[np.cos(angle), np.sin(angle), 0.0], [-np.sin(angle), np.cos(angle), 0.0], [0.0, 0.0, 1.0]]
    blocks = [
        ds.Block.box((1.0, 1.0, 0.2), (0.0, 0.0, -0.1), fixed=True),
        ds.Block.box((1.0, 1.0, 0.2), (0.0, 0.0, 0.1), rotation=turned, material=STONE, mesh="affine"),
    ]
    spinning = np.zeros((2, 6))
    spinning[1, 5] = 1.0
    assembly = ds.Assembly(blocks, friction=0.3)
    ds.simulate(assembly, 0.05, 5e-3, initial_velocity=spinning)
    assert not all(known for known, _, _ in guesses)
    for _, before, now in guesses:
        assert now == pytest.approx(before, rel=ROUNDING)


def missing(_: Any, answer: StepSolution) -> StepSolution:
    return replace(answer, velocity=np.full_like(answer.velocity, np.nan), status="failed")


def misshapen(_: Any, answer: StepSolution) -> StepSolution:
    return replace(answer, impulse=answer.impulse[:-1])


def raising(_: Any, answer: StepSolution) -> StepSolution:
    raise ZeroDivisionError("of the solver's own")


def stone() -> ds.Assembly:
    return ds.Assembly([GROUND, cube(0, 0.25, name="stone")])


@pytest.mark.parametrize("change", [lying, missing, misshapen, raising])
def test_an_answer_that_is_none_is_replaced_with_a_warning(change: Answer) -> None:
    with pytest.warns(UserWarning, match="not the certificate"):
        run = ds.simulate(stone(), 3 * DT, DT, solver=Meddled(change), gravity=(2, 0, -9.81))
    right = ds.simulate(stone(), 3 * DT, DT, gravity=(2, 0, -9.81))
    assert run.position == pytest.approx(right.position, abs=1e-12)
    assert run.steps.helped.all()
    assert not run.steps.solver.eq("meddled").any()
    assert run.steps.own_certificate.min() > 1e-8


def fails(when: Callable[[ds.StepProblem], bool]) -> Answer:
    """Answers that are none where ``when`` says so."""
    return lambda problem, answer: missing(problem, answer) if when(problem) else answer


def alone(monkeypatch: pytest.MonkeyPatch, solver: Solver) -> Solver:
    """The solver, to whose rescue nobody comes but itself."""
    monkeypatch.setattr(step_solver, "get_solver", lambda name: solver)
    return solver


def test_a_step_without_certificate_is_halved_and_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing solves steps of 0.01 s; in halves the run is that of half the step."""
    solver = alone(monkeypatch, Meddled(fails(lambda problem: problem.dt > 0.6 * DT)))
    with pytest.warns(UserWarning, match=r"step from .* s to .* s: no solver reached the certificate .*halved"):
        run = ds.simulate(stone(), 3 * DT, DT, solver=solver, gravity=(7, 0, -9.81), integrator="backward-euler")
    monkeypatch.undo()
    halves = ds.simulate(stone(), 3 * DT, DT / 2, gravity=(7, 0, -9.81), integrator="backward-euler", record_every=2)
    assert run.complete
    assert run.steps["steps"].tolist() == [2, 2, 2]
    assert run.steps["dt"].to_numpy() == pytest.approx(np.full(3, DT / 2))
    assert np.max(np.abs(run.position[-1, 1] - run.position[0, 1])) > 1e-4  # it slides
    assert run.position == pytest.approx(halves.position, abs=1e-12)


def test_where_halving_does_not_help_the_run_stops_with_what_it_made(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: list[float] = []

    def late(problem: ds.StepProblem) -> bool:
        tries.append(problem.dt)
        return len(tries) > 3

    solver = alone(monkeypatch, Meddled(fails(late)))
    with (
        pytest.warns(UserWarning, match="halved"),
        pytest.raises(
            ds.DrystoneError, match=r"step from 0.03 s to 0.030625 s: no solver .* the run stops here"
        ) as stop,
    ):
        ds.simulate(stone(), 10 * DT, DT, solver=solver, record_every=100)
    history = stop.value.trajectory
    assert not history.complete
    assert history.time == pytest.approx([0.0, 0.03])
    assert history.steps["steps"].tolist() == [3]
    assert np.all(np.isfinite(history.position))


class Interrupted(KeyboardInterrupt):
    """As Ctrl-C."""


@pytest.mark.parametrize("error", [Interrupted, MemoryError, SystemExit])
def test_any_exception_leaves_the_trajectory_so_far(error: type[BaseException]) -> None:
    """Raised in the seventh step by a load; every third state is recorded, and the last that was reached."""

    def force(t: float) -> tuple[float, float, float]:
        if t > 0.06:
            raise error
        return (0.0, 0.0, -1.0)

    with pytest.raises(error) as stop:
        ds.simulate(stone(), 1.0, DT, loads=ds.PointForce("stone", force), record_every=4)
    history = stop.value.trajectory  # type: ignore[attr-defined]
    assert not history.complete
    assert history.time == pytest.approx([0.0, 0.04, 0.06])
    assert len(history.energy) == 3
    assert history.steps["steps"].tolist() == [4, 2]
    assert len(history.contacts(-1)) == 4


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_step_problem_is_the_step_of_the_run(formulation: str, integrator: str) -> None:
    dt = 1.0 if integrator == "large-steps" else 2e-3
    solver = Meddled(honest)
    acting: dict[str, Any] = {"loads": ds.PointForce("drum-2", lambda t: (400.0 * np.sin(50.0 * t), 30.0, 0.0))}
    if integrator == "backward-euler":
        acting["motion"] = ds.GroundMotion.harmonic(3.0, 4.0, direction=(1, 0.5, 0))
    assembly = column(3)
    run = ds.simulate(assembly, 6 * dt, dt, formulation=formulation, solver=solver, integrator=integrator, **acting)
    for i in range(6):
        asked = ds.step_problem(
            assembly, dt, formulation=formulation, integrator=integrator, start=run.checkpoint(i), **acting
        )
        assert any(same(asked, problem) for problem in solver.problems), f"step {i} was not made"


def same(one: ds.StepProblem, other: ds.StepProblem) -> bool:
    names = ("H", "k", "blocks", "D", "phi", "mu", "E", "prescribed", "memory", "bond", "rebound")
    return one.dt == other.dt and all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def test_step_problem_refuses_the_state_of_another_assembly() -> None:
    run = ds.simulate(stone(), 2 * DT, DT)
    with pytest.raises(ds.DrystoneError, match="the state is one of 2 blocks, the assembly has 4"):
        ds.step_problem(column(3), DT, start=run.recorded_state(1))
    with pytest.raises(ds.DrystoneError, match="an assembly whose blocks, friction or joints differ"):
        ds.step_problem(ds.Assembly(stone().blocks, friction=0.3), DT, start=run.checkpoint(1))
    with pytest.raises(ds.DrystoneError, match="start must be a Checkpoint"):
        ds.step_problem(stone(), DT, start="before")  # type: ignore[arg-type]


def test_a_formulation_given_as_an_object_keeps_its_settings_beside_options() -> None:
    stiff = get_formulation("compliant", normal_stiffness=1e7)
    step = ds.step_problem(stone(), DT, formulation=stiff, options={"tangential_stiffness": 1e6})
    assert step.E[:, 0] == pytest.approx(1.0 / (DT**2 * 1e7), rel=1e-12)
    assert step.E[:, 1:] == pytest.approx(1.0 / (DT**2 * 1e6), rel=1e-12)
    assert stiff.settings["tangential_stiffness"] is None  # the object itself is as it was


def test_memory_of_a_run_is_that_of_what_it_records() -> None:
    """Steps that are not recorded leave nothing: a second run, five times as long, holds no more than the first."""
    assembly = ds.Assembly([cube(0, 0.25)])

    def kept(steps: int) -> int:
        tracemalloc.start()
        run = ds.simulate(assembly, steps * 1e-3, 1e-3, gravity=(0, 0, 0), record_every=steps // 10)
        gc.collect()
        size = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert run.steps["steps"].sum() == steps
        return size

    kept(30)
    short, long = kept(30), kept(150)
    # bytes; a row of Python objects for each step would be 1.5 kB, 180 kB in all; other threads of pytest leave 20 kB
    assert long - short < 100_000


def test_the_largest_values_of_a_thinned_table_are_those_of_all_steps() -> None:
    motion = ds.GroundMotion.biphasic(6.0, 0.1, direction=(-1, 0, 0))
    every, thinned = (ds.simulate(arch(), 0.1, 5e-3, motion=motion, record_every=n) for n in (1, 7))
    for column_name in ("gap", "complementarity", "dilation", "attempts"):
        assert thinned.steps[column_name].max() == every.steps[column_name].max()
    assert thinned.steps["iterations"].sum() == every.steps["iterations"].sum()
    assert np.array_equal(thinned.position[-1], every.position[-1])


def test_step_problem_knows_which_bonds_have_broken() -> None:
    """A block that hangs on springs breaks off: each step asked for again is the one that was made."""
    ceiling = ds.Block.box(size=(4, 4, 0.2), center=(0, 0, 1.1), fixed=True, name="ceiling")
    block = ds.Block.box(size=(1, 1, 1), center=(0, 0, 0.5), name="block")
    law = ds.Joint(tensile_strength=0.5 * block.mass * 9.81, tension_stiffness=1e9, shear_stiffness=1e9)
    assembly, solver, dt = ds.Assembly([ceiling, block], joints=law), Meddled(honest), 2e-3
    run = ds.simulate(assembly, 6 * dt, dt, solver=solver)
    assert run.steps["broken"].iloc[-1] > 0
    for i in range(6):
        asked = ds.step_problem(assembly, dt, start=run.checkpoint(i))
        assert not asked.count or any(p.count == asked.count and same(asked, p) for p in solver.problems), i
