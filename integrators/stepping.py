"""Time histories: the loop that takes an assembly through its history."""

import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..checks import MOST_STEPS, instance_of, positive_number, whole_number, work_size, yes_no
from ..errors import DrystoneError, StepFailedError
from ..formulations import Formulation, StepProblem
from ..ground_motion import GroundMotion, MultiSupportMotion
from ..interruption import uninterrupted
from ..model import Assembly, Loads, State
from ..model.gravity import GRAVITY
from ..model.loads import Load
from ..model.scene import Scene
from ..model.settlement import Settlement
from ..progress import watched
from ..results import Checkpoint, Ledger, Trajectory
from ..results.recorder import Recorder
from ..results.run_store import RunStore
from ..results.watch import Watch
from ..solvers import get_solver
from ..solvers.by_program import AnySolver
from ..version import __version__
from .base import Integrator
from .context import StepContext
from .control import advance
from .options import read_options
from .registry import get_integrator
from .standing import BARELY, Standing

__all__ = ["simulate", "step_problem"]

SETTLING_STEP = 0.5
"""Step with which a structure settles before a run, without inertia, over the time of a fall through the assembly's
length: arches of elastic blocks and walls with springs take 5 to 9, in any units. With a tenth of it they take up to
ten times as many and are not nearer to rest; with ten times as long ones they take two or three, and walls with springs
are left farther from it."""
SETTLING_STEPS = 20, 1000
"""How many steps it has. What rests after the first of them with less than a margin has settled, too: what hangs never
has one, since it would turn under gravity that leans. More of them take longer there and leave it no nearer to rest."""
ROUGH = 1e3
"""Friction coefficient above which a run warns. A block that has to tip does so, within 4e-3 of its speed, up to 1e3
(`compliant`) or 1e4; with more it sticks. A higher bound would let such runs pass without a word."""
GRID = 1e-6
"""Share of a step by which a time may be off the multiples of dt that a run from zero has."""


def simulate(
    assembly: Assembly,
    duration: float,
    dt: float,
    *,
    formulation: str | Formulation = "nodargi-bisegna",
    form: str = "kinematic",
    solver: str | AnySolver = "auto",
    motion: GroundMotion | MultiSupportMotion | Mapping[str, GroundMotion] | None = None,
    gravity: ArrayLike = GRAVITY,
    loads: Loads | Load | Sequence[Load] | None = None,
    settlements: Settlement | Sequence[Settlement] | None = None,
    initial_velocity: ArrayLike | None = None,
    start: Checkpoint | State | None = None,
    integrator: str | Integrator = "mid-point",
    options: Mapping[str, Any] | None = None,
    record_every: int = 1,
    progress: bool = False,
    store: RunStore | None = None,
) -> Trajectory:
    """Time history of ``assembly`` over ``duration`` (s) in steps of ``dt`` (s).

    - ``assembly``: blocks, fixed and movable, and their joints.
    - ``duration`` (s), ``dt`` (s): length of the run, rounded up to whole steps, and of a step; at most 1e9 steps.
    - ``formulation`` ("nodargi-bisegna"), ``integrator`` ("mid-point"), ``solver`` ("auto"): names from
      `list_formulations`, `list_integrators` and `list_solvers`, or objects.
    - ``form`` ("kinematic"): of the program that is solved; or "static", "ccp".
    - ``motion`` (none): ground motion that all fixed blocks follow; for several a `MultiSupportMotion`, or its mapping
      of names to motions.
    - ``gravity`` (3,) (m/s2) ((0, 0, -9.81)). ``loads`` (none): beside gravity, see `Loads`.
    - ``settlements`` (none): motions of some fixed blocks on top of ``motion``, see `Settlement`.
    - ``initial_velocity`` (B_all, 6), or (B, 6) of the movable blocks (m/s, rad/s) (zero).
    - ``start`` (the assembly as it is, at zero): a `Trajectory.checkpoint` to go on from, to the last bit, for
      ``duration`` more seconds; or a `State`. Motion, loads and settlements go on at its time; ``renewed`` of either
      begins at zero. DrystoneError where fixed blocks are not where motion and settlements have them: they would jump.
    - ``options`` (none): see `drystone.integrators.Options`, and the options of the formulation.
    - ``record_every`` (1): keep every so many steps. ``progress`` (False): show a progress bar after two seconds.
    - ``store`` (none): a `drystone.ResultStore`, a file that the run is written to as it goes. Memory then holds one
      window of the run, and a run that is ended loses none of it; what is returned is read from there.

    Every step is accepted on drystone's own certificate. Where the chosen solver misses it, the step goes to `auto`;
    where that fails too, the step is halved; where halving does not help, StepFailedError stops the run. Each of these
    is warned of with the step's time. Every DrystoneError raised on the way carries the ``trajectory`` so far.

    >>> import drystone as ds
    >>> run = ds.simulate(ds.structures.column(2), 0.1, 0.01, motion=ds.GroundMotion.one_sine(2.0, half_period=0.05))
    >>> len(run.time), run.steps["status"].unique().tolist()
    (11, ['solved'])
    """
    scene = Scene.of(assembly, gravity, loads, motion, settlements)
    steps, duration, dt = _counted_steps(duration, dt, warns=start is None)
    record_every, progress = whole_number(record_every, "record_every"), yes_no(progress, "progress")
    scheme, context = _prepared(scene, dt, formulation, integrator, options, form, solver)
    origin = _begun(context, _origin(context, initial_velocity, start))
    if store is not None:
        instance_of(store, RunStore, "store", "give a drystone.ResultStore, or None")
        given: dict[str, Any] = {"formulation": formulation, "form": form, "solver": solver, "integrator": integrator}
        given |= {"options": options, "duration": duration, "dt": dt, "record_every": record_every}
        store.begin(scene, origin, given, -(-steps // record_every))
    return _history(scheme, context, origin, (steps, dt), record_every, progress, store)


def _history(
    scheme: Integrator,
    context: StepContext,
    origin: Checkpoint,
    span: tuple[int, float],
    record_every: int,
    progress: bool,
    store: RunStore | None,
) -> Trajectory:
    """The loop of a run: so many steps of dt (s), the ``span``, from a checkpoint."""
    (steps, dt), scene, moment, settings = span, context.scene, origin.moment, context.options
    ties = context.tie_energy(moment)
    ledger = Ledger(scene.assembly, moment.state, scene.gravity, context.formulation, origin.ledger, ties)
    recorder = Recorder(scene, settings.record_contacts, settings.criteria, origin, store)
    begin, passed = moment.state.time, _steps_before(moment.state.time, dt)
    if store is None or store.states == 0:
        recorder.begin(moment, *scene.ground_in(moment.state, dt), ledger)
    watch = Watch(scene.assembly, scene.gravity, scene.acts_until, settings.criteria, origin.settled)
    standing, at_rest, doubt = Standing(context, watch, origin.resting), False, ""
    warned, done = ledger.gains, 0 if store is None else store.done
    impacts = scheme.impacts if settings.impacts is None else settings.impacts
    try:
        for index in watched(range(steps), "step", progress):
            end = (passed + index + 1) * dt if passed is not None else begin + (index + 1) * dt
            for step in advance(scheme, context, moment, end, impacts):
                moment = step.end
                ledger.add(step.energy)
                recorder.step(moment.state.time, step.problem, step.solution, step.report)
                context.run_warnings.strain(scene.assembly, moment.state)
                warned = warned or _tell_gains(moment.state.time, ledger)
            ground = scene.ground_in(moment.state, step.problem.dt)
            recorder.seen(moment, watch.follow(moment.state, *ground))
            standing.follow(moment)
            ends = settings.until == "verdict" and watch.collapsed
            if settings.until == "verdict" and not ends and standing.is_due(moment):
                doubt = standing.doubt(moment)
                at_rest = ends = not doubt
            if (done + index + 1) % record_every == 0 or index + 1 == steps or ends:
                recorder.state(moment, *ground, ledger)
            recorder.whole(moment, ledger, standing.resting)
            if ends:
                break
        if watch.settled and not at_rest:
            doubt = standing.doubt(moment)
            at_rest = not doubt
    except BaseException as failure:
        if store is not None:
            with uninterrupted():
                recorder.hand_on()
                store.stop()
        elif moment.state.time > recorder.time:
            recorder.state(moment, *scene.ground_in(moment.state, dt), ledger)
        failure.trajectory = recorder.trajectory(complete=False)  # type: ignore[attr-defined]
        raise
    doubt = doubt if watch.settled else ""
    if store is not None:
        recorder.hand_on()
        store.finish(at_rest, doubt)
    return recorder.trajectory(at_rest=at_rest, doubt=doubt)


def step_problem(
    assembly: Assembly,
    dt: float,
    *,
    formulation: str | Formulation = "nodargi-bisegna",
    motion: GroundMotion | MultiSupportMotion | Mapping[str, GroundMotion] | None = None,
    gravity: ArrayLike = GRAVITY,
    loads: Loads | Load | Sequence[Load] | None = None,
    settlements: Settlement | Sequence[Settlement] | None = None,
    velocity: ArrayLike | None = None,
    start: Checkpoint | State | None = None,
    integrator: str | Integrator = "mid-point",
    options: Mapping[str, Any] | None = None,
) -> StepProblem:
    """The step that a run would make first, as a StepProblem: for `solve` and for looking at its programs.

    Arguments as in `simulate`; ``velocity`` (B_all, 6), or (B, 6) of the movable blocks: initial velocity (m/s, rad/s).
    ``start``: where the step starts; with a `Trajectory.checkpoint` the step is the very one that the run makes next. A
    state alone, or none, carries nothing over: springs of compliant contacts start without force along the joint,
    joints are as at the start of a run, and an overlap beyond the option ``overlap_tolerance`` is refused as there.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> step.bodies, step.count
    (2, 8)
    """
    scene = Scene.of(assembly, gravity, loads, motion, settlements)
    _, _, dt = _counted_steps(dt, dt)
    scheme, context = _prepared(scene, dt, formulation, integrator, options)
    moment = context.start(_origin(context, velocity, start).moment)
    passed = _steps_before(moment.state.time, dt)
    return scheme.problem(context, moment, moment.state.time + dt if passed is None else (passed + 1) * dt)


def _prepared(
    scene: Scene,
    dt: float,
    formulation: str | Formulation,
    integrator: str | Integrator,
    options: Mapping[str, Any] | None,
    form: str = "kinematic",
    solver: str | AnySolver = "auto",
) -> tuple[Integrator, StepContext]:
    """The integrator, and what its steps are made with; DrystoneError where the parts do not fit each other."""
    scheme = get_integrator(integrator)
    chosen, settings = read_options(formulation, options, scheme.quasi_static)
    scheme.check(scene, dt)
    if scene.assembly.largest_friction > ROUGH:
        warnings.warn(
            f"friction coefficients up to {scene.assembly.largest_friction:g}: above {ROUGH:g} blocks stick together "
            "that should turn. With 10 nothing slides either; give joints that must not open a tensile_strength",
            stacklevel=3,
        )
    program_solver = get_solver(solver)
    program_solver.check_form(form)
    return scheme, StepContext(scene, chosen, form, program_solver, settings, dt)


def _begun(context: StepContext, origin: Checkpoint) -> Checkpoint:
    """The checkpoint that a run starts from, marked with what it is of."""
    scene, moment, ledger = context.scene, context.start(origin.moment), origin.ledger
    dt = context.dt if moment.record is None else max(context.dt, moment.record.dt)
    moment = replace(moment, state=scene.stopped(moment.state, dt))
    if ledger is not None and ledger.begins:
        ledger = Ledger(scene.assembly, moment.state, scene.gravity, context.formulation, ledger).counted
    return replace(
        origin, moment=moment, ledger=ledger, assembly=scene.assembly.digest, scene=scene.digest, version=__version__
    )


def _origin(context: StepContext, velocity: ArrayLike | None, start: Checkpoint | State | None) -> Checkpoint:
    """What a run starts from; DrystoneError where it is given twice, is of another assembly, or the ground jumps."""
    scene, dt = context.scene, context.dt
    if start is None:
        given = State.initial(scene.assembly, velocity)
        if not context.options.settle:
            return Checkpoint.of(scene.assembly, given)
        settled = _settled(context)
        state = settled.state.with_velocity(given.velocity)
        scene.check_start(state, dt)
        return replace(settled, moment=replace(settled.moment, state=state), settled=state.position)
    if velocity is not None:
        raise DrystoneError("a start and an initial velocity were given; a start holds its own, give one of the two")
    if isinstance(start, State):
        begun = Checkpoint.of(scene.assembly, start)
        scene.check_start(start, dt)
        return begun
    instance_of(start, Checkpoint, "start", "give a run.checkpoint(), a State, or None")
    start.check(scene.assembly)
    if start.scene == scene.digest:
        return start
    record = start.moment.record
    scene.check_start(start.state, dt if record is None else max(dt, record.dt))
    if start.scene != "":
        warnings.warn(
            "what acts on the assembly is not what acted in the run of the checkpoint: motion and loads go on at its "
            "time. Give checkpoint.renewed to begin at time zero with a ledger of its own",
            stacklevel=3,
        )
    return start


def _settled(context: StepContext) -> Checkpoint:
    """Where the structure of a scene comes to rest under its weight and the loads of time zero, without inertia."""
    scene = context.scene
    if not np.any(scene.gravity):
        raise DrystoneError("option settle: without gravity rest cannot be told from a slow start; leave it out")
    own = {"settle": False, "until": "verdict", "criteria": {}, "record_contacts": False}
    fall = float(np.sqrt(scene.assembly.length / np.linalg.norm(scene.gravity)))
    dt = SETTLING_STEP * fall
    start: Checkpoint | None = None
    done = 0
    with _told_of_the_settling(dt):
        for steps in SETTLING_STEPS:
            run = simulate(
                scene.assembly,
                (steps - done) * dt,
                dt,
                formulation=context.formulation,
                form=context.solver.form,
                solver=context.solver.solver,
                gravity=scene.gravity,
                loads=scene.loads.held(0.0),
                start=start,
                integrator="velocity-reset",
                options={**vars(context.options), **own},
                record_every=steps,
            )
            verdict, start, done = run.verdict(), run.checkpoint(), steps
            stands = run.at_rest or run.doubt.startswith(BARELY)
            if stands or verdict.collapsed:
                break
    if not stands or verdict.collapsed:
        raise DrystoneError(
            f"option settle: the structure does not come to rest where it stands under its weight and the loads of "
            f"time zero, without inertia, within {run.time[-1]:g} s: {verdict.reason}. Leave the option out, or look "
            "at `equilibrium`"
        )
    return run.checkpoint().renewed


@contextmanager
def _told_of_the_settling(dt: float) -> Iterator[None]:
    """Warnings within, and the error of a step that fails, say that their times are those of the settling."""
    whose = f"option settle: while the structure settled, before the run, in steps of {dt:.3g} s of its own"
    said: list[warnings.WarningMessage] = []
    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            yield
    except StepFailedError as failure:
        raise StepFailedError(f"{whose}: {failure}") from failure
    finally:
        for one in said:
            warnings.warn(f"{whose}: {one.message}", one.category, stacklevel=6)


def _steps_before(time: float, dt: float) -> int | None:
    """How many steps of ``dt`` a run that started at zero made until ``time``; None where it is between two of them."""
    passed = round(time / dt)
    return passed if abs(time - passed * dt) <= GRID * dt else None


def _tell_gains(time: float, ledger: Ledger) -> bool:
    """Warn where the run has gained energy; whether it has."""
    if not ledger.gains:
        return False
    entries = ledger.balance
    warnings.warn(
        f"step that ended at {time:.6g} s: the run has gained {ledger.gain:.3g} J that loads and ground did not bring "
        f"(so far: stabilisation {entries.stabilisation:.3g} J, error of the ledger {entries.error:.3g} J; columns of "
        "trajectory.energy). Take a smaller dt",
        stacklevel=4,
    )
    return True


def _counted_steps(duration: float, dt: float, warns: bool = False) -> tuple[int, float, float]:
    """Number of steps of length ``dt`` that reach ``duration``; ``duration`` and ``dt`` as floats.

    ``warns``: of a step that is longer than the run, as where the two are interchanged.
    """
    dt, duration = positive_number(dt, "dt (s)"), positive_number(duration, "duration (s)")
    if warns and dt > duration * (1.0 + 1e-6):
        told = f"the step of {dt:.6g} s is longer than the duration of {duration:.6g} s; the run is this step"
        warnings.warn(told, stacklevel=3)
    steps = max(1.0, np.ceil(duration / dt - 1e-6))
    return work_size(steps, MOST_STEPS, "steps", "Give a larger dt or a shorter duration."), duration, dt
