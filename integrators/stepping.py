"""Time histories: the loop that takes an assembly through its history."""

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..checks import MOST_STEPS, instance_of, positive_number, whole_number, work_size, yes_no
from ..errors import DrystoneError
from ..formulations import Formulation, StepProblem
from ..model import Assembly, GroundMotion, Loads, State
from ..model.gravity import GRAVITY
from ..model.loads import Load
from ..model.scene import Scene
from ..model.settlement import Settlement
from ..model.state import check_state
from ..progress import watched
from ..results.energy import Ledger
from ..results.recorder import Recorder
from ..results.trajectory import ContactRecord, Trajectory
from ..solvers import get_solver
from ..solvers.by_program import AnySolver
from .options import read_options
from .quasi_static import check_large_steps
from .stepper import Stepper

__all__ = ["simulate", "step_problem"]


def simulate(
    assembly: Assembly,
    duration: float,
    dt: float,
    *,
    formulation: str | Formulation = "nodargi-bisegna",
    form: str = "kinematic",
    solver: str | AnySolver = "auto",
    motion: GroundMotion | None = None,
    gravity: ArrayLike = GRAVITY,
    loads: Loads | Load | Sequence[Load] | None = None,
    settlements: Settlement | Sequence[Settlement] | None = None,
    initial_velocity: ArrayLike | None = None,
    options: Mapping[str, Any] | None = None,
    record_every: int = 1,
    progress: bool = False,
) -> Trajectory:
    """Time history of ``assembly`` over ``duration`` (s) in steps of ``dt`` (s).

    ``formulation``, ``form``, ``solver``: names from `list_formulations`, the three forms, `list_solvers`.
    ``motion``: ground motion that all fixed blocks follow. ``gravity`` (3,) (m/s2). ``loads``: see `Loads`.
    ``settlements``: motions of some fixed blocks on top of it, see `Settlement`.
    ``initial_velocity`` (B_all, 6) (m/s, rad/s). ``options``: see `drystone.integrators.Options`, and the options of
    the formulation. ``record_every``: keep every so many steps. ``progress``: show a progress bar after two seconds.
    A run has at most 1e9 steps (`drystone.checks.MOST_STEPS`).

    Every step is judged by drystone's own certificate. Where the chosen solver misses it, the step goes to `auto`;
    where that fails too, the step is halved; where halving does not help, StepFailedError stops the run. Each of these
    is warned of with the step's time. Every DrystoneError raised on the way carries the ``trajectory`` so far.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> motion = ds.GroundMotion.one_sine(2.0, half_period=0.05)
    >>> run = ds.simulate(column(2), duration=0.1, dt=0.01, motion=motion)
    >>> len(run.time), run.steps["status"].unique().tolist()
    (11, ['solved'])
    """
    scene = Scene.of(assembly, gravity, loads, motion, settlements)
    steps = _count_steps(duration, dt)
    record_every, progress = whole_number(record_every, "record_every"), yes_no(progress, "progress")
    chosen, settings = read_options(formulation, options)
    check_large_steps(settings.quasi_static, assembly, scene.gravity, dt)
    backend = get_solver(solver)
    backend.check_form(form)
    stepper = Stepper(scene, chosen, form, backend, settings)
    state = State.initial(assembly, initial_velocity)
    ledger = Ledger(assembly, state, scene.gravity, chosen)
    recorder = Recorder(assembly, settings.record_contacts)
    recorder.state(state, scene.ground(0.0), np.zeros(3), ledger.balance)
    warned = False
    try:
        for index in watched(range(steps), "step", progress):
            end = (index + 1) * dt
            for step in stepper.advance(state, end):
                state = step.end
                ledger.add(step.energy)
                recorder.step(state.time, step.problem, step.solution, step.timings)
                if ledger.gains and not warned:
                    warnings.warn(_gained(state.time, ledger), stacklevel=2)
                    warned = True
            if (index + 1) % record_every == 0 or index + 1 == steps:
                moving = scene.ground_velocity(state.time, step.problem.dt)
                recorder.state(state, scene.ground(state.time), moving, ledger.balance)
    except BaseException as failure:
        if state.time > recorder.time:
            moving = (scene.ground(state.time) - scene.ground(recorder.time)) / (state.time - recorder.time)
            recorder.state(state, scene.ground(state.time), moving, ledger.balance)
        failure.trajectory = recorder.trajectory(complete=False)  # type: ignore[attr-defined]
        raise
    return recorder.trajectory()


def step_problem(
    assembly: Assembly,
    dt: float,
    *,
    formulation: str | Formulation = "nodargi-bisegna",
    motion: GroundMotion | None = None,
    gravity: ArrayLike = GRAVITY,
    loads: Loads | Load | Sequence[Load] | None = None,
    settlements: Settlement | Sequence[Settlement] | None = None,
    velocity: ArrayLike | None = None,
    state: State | None = None,
    after: ContactRecord | None = None,
    options: Mapping[str, Any] | None = None,
) -> StepProblem:
    """The step that a run would make first, as a StepProblem: for `solve` and for looking at its programs.

    Arguments as in `simulate`; ``velocity`` (B_all, 6): initial velocity (m/s, rad/s). ``state``: where the step
    starts, for example `Trajectory.recorded_state`; without it the assembly's initial state with ``velocity``.
    ``after``: the contacts and impulses of the step that led there, for example ``trajectory.records[i]`` for
    ``trajectory.recorded_state(i + 1)``: with it the step is the very one that the run made next. Without it nothing is
    carried over: springs of compliant contacts start without force along the joint, and an overlap beyond the option
    ``overlap_tolerance`` is refused as at the start of a run. Joints are as at the start of a run.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> step.bodies, step.count
    (2, 8)
    """
    scene = Scene.of(assembly, gravity, loads, motion, settlements)
    _count_steps(dt, dt)
    chosen, settings = read_options(formulation, options)
    check_large_steps(settings.quasi_static, assembly, scene.gravity, dt)
    stepper = Stepper(scene, chosen, "kinematic", None, settings)
    if state is not None and velocity is not None:
        raise DrystoneError("step_problem got a state and a velocity; a state holds its own, give one of the two")
    if state is not None:
        check_state(state, assembly)
    if after is not None:
        instance_of(after, ContactRecord, "after", "give a record of Trajectory.records, or None")
    if after is not None and after.contacts.count and int(np.max(after.contacts.blocks)) >= len(assembly):
        raise DrystoneError(
            "after has contacts of blocks that the assembly does not have; give a record of its own run"
        )
    stepper.last = after
    start = State.initial(assembly, velocity) if state is None else state
    return stepper.problem(stepper.prepare(start, dt, {}))


def _gained(time: float, ledger: Ledger) -> str:
    entries = ledger.balance
    return (
        f"step that ended at {time:.6g} s: the run has gained {ledger.gain:.3g} J that loads and ground did not bring "
        f"(so far: stabilisation {entries.stabilisation:.3g} J, error of the ledger {entries.error:.3g} J; columns of "
        "trajectory.energy). Take a smaller dt"
    )


def _count_steps(duration: float, dt: float) -> int:
    """Number of steps of length ``dt`` that reach ``duration``."""
    dt, duration = positive_number(dt, "dt (s)"), positive_number(duration, "duration (s)")
    steps = max(1.0, np.ceil(duration / dt - 1e-6))
    return work_size(steps, MOST_STEPS, "steps", "Give a larger dt or a shorter duration.")
