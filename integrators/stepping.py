"""Time stepping: the loop that takes an assembly through its history."""

import time as clock
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..collision import Contacts, carried, detect
from ..errors import DrystoneError, StepFailedError
from ..formulations import Formulation, JointRows, StepProblem, Surroundings
from ..model import Assembly, GroundMotion, Loads, State
from ..model.loads import Load
from ..model.settlement import Settlement
from ..solvers import StepSolution, WarmStart, get_solver
from ..solvers.base import Solver
from ..solvers.solution import Attempt
from .bonds import Bonds
from .energy import Ledger
from .options import Options, read_options
from .quasi_static import check_large_steps, starting_state, too_far
from .recorder import Recorder
from .scene import Scene
from .trajectory import Trajectory
from .update import update

__all__ = ["simulate", "step_problem"]

Array = NDArray[np.float64]

GRAVITY = (0.0, 0.0, -9.81)
MARGIN = 1e-3
"""Default detection distance at rest, in lengths of the assembly."""
OVERLAP = 1e-4
"""Default tolerance of an initial overlap, in lengths of the assembly."""


def simulate(
    assembly: Assembly,
    duration: float,
    dt: float,
    *,
    formulation: str | Formulation = "nodargi-bisegna",
    form: str = "kinematic",
    solver: str | Solver = "auto",
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
    the formulation. ``record_every``: keep every so many steps. ``progress``: show a progress bar.

    Every step is judged by drystone's own certificate. Where the chosen solver misses it, the step goes to `auto`;
    where that fails too, the step is halved; where halving does not help, StepFailedError stops the run. Each of these
    is warned of with the step's time. Every DrystoneError raised on the way carries the ``trajectory`` so far.
    """
    scene = Scene.of(assembly, gravity, loads, motion, settlements)
    steps = _count_steps(duration, dt)
    if not (isinstance(record_every, int) and record_every >= 1):
        raise DrystoneError(f"record_every is {record_every!r}; it must be a whole number, at least 1")
    chosen, settings = read_options(formulation, options)
    check_large_steps(settings.quasi_static, assembly, scene.gravity, dt)
    backend = get_solver(solver)
    backend.check_form(form)
    stepper = Stepper(scene, chosen, form, backend, settings)
    state = State.initial(assembly, initial_velocity)
    ledger = Ledger(assembly, state, scene.gravity)
    recorder = Recorder(assembly, settings.record_contacts)
    recorder.state(state, scene.ground(0.0), np.zeros(3), ledger.balance)

    for index in _count(steps, progress):
        end = (index + 1) * dt
        keep = (index + 1) % record_every == 0 or index + 1 == steps
        try:
            for step in stepper.advance(state, end):
                state = step.state
                ledger.add(state, step.problem, step.solution, step.loads, stepper.weight[assembly.movable])
                recorder.step(state.time, step.problem, step.solution, step.timings, keep)
        except DrystoneError as failure:
            failure.trajectory = recorder.trajectory(complete=False)
            raise
        if keep:
            moving = scene.ground_velocity(state.time, step.problem.dt)
            recorder.state(state, scene.ground(state.time), moving, ledger.balance)
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
    options: Mapping[str, Any] | None = None,
) -> StepProblem:
    """The step that a run would make first, as a StepProblem: for `solve` and for looking at its programs.

    Arguments as in `simulate`; ``velocity`` (B_all, 6): initial velocity (m/s, rad/s). ``state``: where the step
    starts, for example `Trajectory.state`; without it the assembly's initial state with ``velocity``.
    """
    scene = Scene.of(assembly, gravity, loads, motion, settlements)
    _count_steps(dt, dt)
    chosen, settings = read_options(formulation, options)
    check_large_steps(settings.quasi_static, assembly, scene.gravity, dt)
    stepper = Stepper(scene, chosen, "kinematic", None, settings)
    if state is not None and velocity is not None:
        raise DrystoneError("step_problem got a state and a velocity; a state holds its own, give one of the two")
    if not isinstance(state, State | None):
        raise DrystoneError(f"state is a {type(state).__name__}; give a drystone.State, such as Trajectory.state(i)")
    start = State.initial(assembly, velocity) if state is None else state
    state = scene.riding(start, dt)
    contacts = stepper.contacts(state, dt, {})
    force = stepper.weight + scene.load(state, dt)
    state = starting_state(settings.quasi_static, assembly, state, contacts, stepper.margin)
    contacts, joints = stepper.joined(contacts, state, dt)
    return chosen.discretise(assembly, state, contacts, Surroundings(force, joints=joints), dt)


@dataclass(frozen=True)
class _Step:
    """One accepted step: the state at its end and how it was reached."""

    state: State
    problem: StepProblem
    solution: StepSolution
    loads: Array
    timings: dict[str, Any]


class Stepper:
    """Makes steps of one scene with one formulation, form and solver; remembers the last step's contacts."""

    def __init__(
        self, scene: Scene, formulation: Formulation, form: str, solver: Solver | None, options: Options
    ) -> None:
        self.scene, self.formulation, self.form, self.options = scene, formulation, form, options
        self.solver = solver
        self.weight = scene.weight()
        length = scene.assembly.length
        self.margin = options.margin or MARGIN * length
        self.reach = 1.0 + scene.assembly.largest_friction  # the associated law lifts a sliding contact by mu dt |u_t|
        self.overlap = options.overlap_tolerance or OVERLAP * length
        self.bonds = Bonds.of(scene.assembly)
        if self.bonds is not None:
            self.margin = max(self.margin, self.bonds.reach)
        self.last: _Step | None = None
        self.newton = options.newton_iterations if formulation.iterative else 1

    def advance(self, state: State, end: float, depth: int = 0) -> Iterator[_Step]:
        """Steps from ``state`` to time ``end``: one, or several where there is an objection to it."""
        step = self.step(state, end - state.time)
        objection = self.objection(step)
        if objection is None:
            self.last = step
            if self.bonds is not None:
                self.bonds.after(step.problem, step.solution, step.state)
            step.timings["broken"] = 0 if self.bonds is None else self.bonds.broken
            yield replace(step, state=replace(step.state, time=end))
            return
        told = f"step from {state.time:.6g} s to {end:.6g} s: {objection}"
        if depth == self.options.subdivisions:
            raise StepFailedError(f"{told}; the run stops here. Try a smaller dt or formulation='compliant'")
        warnings.warn(f"{told}; the step is halved. Try a smaller dt if this happens often", stacklevel=4)
        middle = 0.5 * (state.time + end)
        for part in self.advance(state, middle, depth + 1):
            state = part.state
            yield part
        yield from self.advance(state, end, depth + 1)

    def objection(self, step: _Step) -> str | None:
        """Why the step cannot be accepted, None where it can."""
        if not step.solution.solved:
            return f"no solver reached the certificate (worst {step.solution.certificate.worst:.2g})"
        return too_far(self.options.quasi_static, self.scene.assembly, step.solution.velocity, step.problem.dt)

    def step(self, state: State, dt: float) -> _Step:
        """One step: detect, discretise, solve, update."""
        scene, timings = self.scene, dict[str, Any]()
        state = scene.riding(state, dt)
        contacts = self.contacts(state, dt, timings)
        loads = scene.load(state, dt)
        contacts, joints = self.joined(contacts, state, dt)
        carried = self.carry(contacts, dt)
        state = starting_state(self.options.quasi_static, scene.assembly, state, contacts, self.margin)
        iterate, timings["build_time"] = None, 0.0
        for newton in range(1, self.newton + 1):
            start = clock.perf_counter()
            surroundings = Surroundings(self.weight + loads, carried, iterate, joints)
            problem = self.formulation.discretise(scene.assembly, state, contacts, surroundings, dt)
            timings["build_time"] += clock.perf_counter() - start
            warm_start = WarmStart(state.velocity[scene.assembly.movable], carried)
            problem, solution, timings["friction_iterations"] = self.settle(problem, warm_start, state.time)
            timings["build_time"] += solution.build_time
            change = np.max(np.abs(solution.velocity - iterate)) if iterate is not None else np.inf
            iterate, timings["newton_iterations"] = solution.velocity, newton
            if change <= self.options.newton_tolerance * np.max(np.abs(solution.velocity)):
                break
        end = update(scene.assembly, state, solution.velocity, dt)
        return _Step(end, problem, solution, loads[scene.assembly.movable], timings)

    def contacts(self, state: State, dt: float, timings: dict[str, Any]) -> Contacts:
        """Contacts of a step: detection looks as far as the blocks can approach in it."""
        phases: dict[str, float] = {}
        start = clock.perf_counter()
        margin = self.margin
        if self.options.quasi_static != "large-steps":
            margin += float(np.linalg.norm(self.scene.gravity)) * dt * dt
        found = detect(
            self.scene.assembly, state, margin, horizon=self.reach * dt, method=self.options.collision, timings=phases
        )
        timings["collision_time"] = clock.perf_counter() - start
        timings["broad_time"], timings["narrow_time"] = phases["broad"], phases["narrow"]
        if self.last is None:
            self.scene.check_overlap(found, self.overlap)
        return found

    def joined(self, contacts: Contacts, state: State, dt: float) -> tuple[Contacts, JointRows | None]:
        """The contacts of a step with the rows that the joints add to them, and what the joints' laws give to each."""
        return (contacts, None) if self.bonds is None else self.bonds.rows(contacts, state, dt)

    def carry(self, contacts: Contacts, dt: float) -> Array:
        """Impulses (C, 3) that the same contacts had in the last step, in today's frames; zero for new ones."""
        before = None if self.last is None else self.last.problem.contacts
        if self.last is None or before is None:
            return np.zeros((contacts.count, 3))
        return carried(before, self.last.solution.impulse, contacts) * (dt / self.last.problem.dt)

    def settle(self, problem: StepProblem, warm_start: WarmStart, time: float) -> tuple[StepProblem, StepSolution, int]:
        """The step and its answer, repeated while the formulation corrects the step by the answer; how many programs.

        Where the last of them is not yet the law, the nearest to it is taken, with a warning.
        """
        tries = [(problem, self.solve(problem, warm_start, time))]
        best = tries[0]
        while len(tries) < self.formulation.most_programs and tries[-1][1].solved:
            better = self.formulation.corrected(tries)
            if better is None:
                break
            last = tries[-1][1]
            tries.append((better, self.solve(better, WarmStart(last.velocity, last.impulse), time)))
            if tries[-1][1].solved and tries[-1][1].certificate.friction < best[1].certificate.friction:
                best = tries[-1]
        if best[1].solved and best[1].certificate.friction > self.formulation.friction_tolerance:
            warnings.warn(_not_settled(time, best[1], len(tries)), stacklevel=5)
        return best[0], _with_times(best[1], [answer for _, answer in tries]), len(tries)

    def solve(self, problem: StepProblem, warm_start: WarmStart, time: float) -> StepSolution:
        """The chosen solver's answer, or that of `auto` where it misses the certificate."""
        assert self.solver is not None
        answer = self.solver.solve(problem, self.form, warm_start)
        if answer.solved or self.solver.name == "auto":
            return answer
        second = get_solver("auto").solve(problem, self.form, warm_start)
        second = replace(
            second,
            build_time=answer.build_time + second.build_time,
            solve_time=answer.solve_time + second.solve_time,
            attempts=answer.attempts + second.attempts,
            missed=Attempt(answer.solver, answer.form, answer.status, answer.certificate.worst),
        )
        if second.solved:
            warnings.warn(
                f"step at {time:.6g} s: {self.solver.name} reached {answer.certificate.worst:.2g}, not the "
                f"certificate {self.solver.accuracy:.2g}; the step was solved by {second.solver}. "
                "Choose solver='auto' to let the program choose",
                stacklevel=6,
            )
        return second if second.solved else answer


def _with_times(chosen: StepSolution, answers: Sequence[StepSolution]) -> StepSolution:
    """One of the answers to a sequence of programs, with the iterations, the time and the worst miss of them all."""
    if len(answers) == 1:
        return chosen
    return replace(
        chosen,
        iterations=sum(one.iterations for one in answers),
        factorisations=sum(one.factorisations for one in answers),
        build_time=sum(one.build_time for one in answers),
        solve_time=sum(one.solve_time for one in answers),
        missed=max((one.missed for one in answers if one.missed), key=lambda miss: miss.worst, default=None),
    )


def _not_settled(time: float, best: StepSolution, programs: int) -> str:
    return (
        f"step at {time:.6g} s: Coulomb's law is met to {best.certificate.friction:.2g} only after {programs} programs "
        "(column 'friction' of trajectory.steps). Try a smaller dt or more friction_iterations"
    )


def _count_steps(duration: float, dt: float) -> int:
    """Number of steps of length ``dt`` that reach ``duration``."""
    for name, value in (("dt", dt), ("duration", duration)):
        if not (isinstance(value, (int, float, np.number)) and np.isfinite(value) and value > 0):
            raise DrystoneError(f"{name} is {value!r}; it must be a positive number (s)")
    return max(1, int(np.ceil(duration / dt - 1e-6)))


def _count(steps: int, progress: bool) -> "Iterator[int]":
    if not progress:
        return iter(range(steps))
    from tqdm import tqdm

    return iter(tqdm(range(steps), unit="step"))
