"""Steps of a run: detect, discretise, solve, judge, update; and halving where there is an objection."""

import time as clock
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts, carried, detect
from ..collision.overlap import refuse_overlap
from ..errors import StepFailedError
from ..formulations import Formulation, JointRows, StepProblem, Surroundings
from ..formulations.base import Turning
from ..joints.bonds import Bonds
from ..model import Assembly, State
from ..model.scene import Scene
from ..model.update import update
from ..results.energy import EnergyStep, kinetic_energy
from ..results.trajectory import ContactRecord
from ..solvers import StepSolution, WarmStart, attempted, get_solver
from ..solvers.base import Solver
from ..solvers.solution import Attempt
from ..summary import counted
from .control import Objection, angular_imbalance, overlap_by_turning
from .options import Options
from .quasi_static import starting_state, too_far

__all__ = ["Prepared", "Step", "Stepper"]

Array = NDArray[np.float64]

MARGIN = 1e-3
"""Default detection distance at rest, in lengths of the assembly."""
OVERLAP = 1e-4
"""Default tolerance of an initial overlap, in lengths of the assembly."""
UNBALANCED = 1e-2
"""Share of the kinetic energy that angular momentum out of balance may be wrong by in a step that is kept whole."""
TURNED = 1e-3
"""Overlap that turning may bring about in a step that is kept whole, in lengths of the assembly."""


@dataclass(frozen=True)
class Prepared:
    """What a step is made of.

    ``start``: the state with the velocities that it starts from, fixed blocks with theirs in the step; ``before``
    (B_all, 6): the same with the velocities that fixed blocks had before. ``dropped``: kinetic energy that quasi-static
    stepping has taken (J). ``loads`` (B_all, 6) (N, N m): without gravity. ``carried`` (C, 3): impulses of the last
    step (N s).
    """

    before: Array
    start: State
    dropped: float
    contacts: Contacts
    joints: JointRows | None
    loads: Array
    carried: Array
    dt: float


@dataclass(frozen=True)
class Step:
    """One step that was made: the state at its end and how it was reached."""

    end: State
    problem: StepProblem
    solution: StepSolution
    energy: EnergyStep
    timings: dict[str, Any]


class Stepper:
    """Makes steps of one scene with one formulation, form and solver; remembers the last step's contacts."""

    def __init__(
        self, scene: Scene, formulation: Formulation, form: str, solver: Solver | None, options: Options
    ) -> None:
        self.scene, self.formulation, self.form, self.options = scene, formulation, form, options
        self.solver, self.rescue = solver, get_solver("auto")
        self.weight = scene.weight()
        length = scene.assembly.length
        self.margin = options.margin or MARGIN * length
        self.reach = 1.0 + scene.assembly.largest_friction  # the associated law lifts a sliding contact by mu dt |u_t|
        self.radius = _largest_radius(scene.assembly)
        self.overlap = options.overlap_tolerance or OVERLAP * length
        self.bonds = Bonds.of(scene.assembly)
        if self.bonds is not None:
            self.margin = max(self.margin, self.bonds.reach)
        self.last: ContactRecord | None = None
        self.cautioned = False

    def advance(self, state: State, end: float, depth: int = 0) -> Iterator[Step]:
        """Steps from ``state`` to time ``end``: one, or several where there is an objection to it."""
        step, objection = self.attempt(state, end)
        deepest = depth == self.options.subdivisions
        told = f"step from {state.time:.6g} s to {end:.6g} s: {'' if objection is None else objection.reason}"
        if step is not None and (objection is None or (deepest and not objection.fatal)):
            if objection is not None:
                warnings.warn(f"{told}, though the step was halved {depth} times. Take a smaller dt", stacklevel=3)
            self.accept(step)
            yield step
            return
        if deepest:
            raise StepFailedError(f"{told}; the run stops here. Try a smaller dt or formulation='compliant'")
        if objection is not None and objection.fatal:
            warnings.warn(f"{told}; the step is halved. Try a smaller dt if this happens often", stacklevel=3)
        middle = 0.5 * (state.time + end)
        for part in self.advance(state, middle, depth + 1):
            state = part.end
            yield part
        yield from self.advance(state, end, depth + 1)

    def accept(self, step: Step) -> None:
        """Take a step as made: what the next one needs to know of it."""
        problem, solution = step.problem, step.solution
        if problem.contacts is not None:
            self.last = ContactRecord(problem.contacts, solution.impulse, problem.dt)
        if self.bonds is not None:
            self.bonds.after(problem, solution, step.end)
        step.timings["broken"] = 0 if self.bonds is None else self.bonds.broken

    def attempt(self, state: State, end: float) -> tuple[Step | None, Objection | None]:
        """A step from ``state`` to time ``end``, None where there is no answer, and what speaks against it."""
        timings = dict[str, Any]()
        prepared = self.prepare(state, end - state.time, timings)
        try:
            problem, solution, off = self.answer(prepared, timings)
        except StepFailedError as failure:
            return None, Objection(str(failure))
        if not solution.solved:
            return None, Objection(f"no solver reached the certificate (worst {solution.certificate.worst:.2g})")
        assembly = self.scene.assembly
        far = too_far(self.options.quasi_static, assembly, solution.velocity, problem.dt)
        if far is not None:
            return None, Objection(far)
        after = replace(update(assembly, prepared.start, solution.velocity, problem.dt), time=end)
        energy = EnergyStep(
            start=prepared.start,
            end=after,
            problem=problem,
            solution=solution,
            loads=prepared.loads[assembly.movable],
            approach=self.formulation.approach(assembly, replace(prepared.start, velocity=prepared.before), problem),
            dropped=prepared.dropped,
        )
        return Step(after, problem, solution, energy, timings), self.doubt(prepared, problem, solution, off)

    def doubt(self, prepared: Prepared, problem: StepProblem, solution: StepSolution, off: float) -> Objection | None:
        """Why a step that is solved would better be made in parts: blocks turn too far in it."""
        if off > UNBALANCED:
            return Objection(f"angular momentum is out of balance by {off:.2g} of the energy", fatal=False)
        assembly = self.scene.assembly
        turn = problem.dt * float(np.max(np.linalg.norm(solution.velocity[:, 3:], axis=1)))
        allowed = TURNED * assembly.length
        if 0.5 * turn * turn * self.radius <= allowed:  # no point is farther than that off its line
            return None
        deep = overlap_by_turning(assembly, self.formulation, prepared.start, problem, solution)
        if deep <= allowed:
            return None
        return Objection(
            f"a block turns by up to {turn:.2g} rad, by which it overlaps its neighbour by {deep:.2g} m", False
        )

    def prepare(self, state: State, dt: float, timings: dict[str, Any]) -> Prepared:
        """Find the contacts of a step and all that acts in it."""
        scene, way = self.scene, self.options.quasi_static
        riding = scene.riding(state, dt)
        contacts = self.contacts(riding, dt, timings)
        loads = scene.load(riding, dt)
        contacts, joints = self.joined(contacts, riding, dt)
        start = starting_state(way, scene.assembly, riding, contacts, self.margin)
        dropped = 0.0
        if way is not None:
            dropped = kinetic_energy(scene.assembly, riding) - kinetic_energy(scene.assembly, start)
        self.be_careful(start, loads, dt)
        fixed = scene.assembly.fixed[:, None]
        before = start.velocity if start is state else np.where(fixed, state.velocity, start.velocity)
        return Prepared(before, start, dropped, contacts, joints, loads, self.carry(contacts, dt), dt)

    def be_careful(self, state: State, loads: Array, dt: float) -> None:
        """Warn, once in a run, of what the formulation does not bear."""
        if not self.cautioned:
            told = self.formulation.caution(Turning.of(self.scene.assembly, state, loads, dt))
            if told is not None:
                warnings.warn(f"step at {state.time:.6g} s: {told}", stacklevel=3)
                self.cautioned = True

    def problem(self, prepared: Prepared, iterate: Array | None = None) -> StepProblem:
        """The step, around the velocities ``iterate`` (B, 6) at its end."""
        surroundings = Surroundings(self.weight + prepared.loads, prepared.carried, iterate, prepared.joints)
        return self.formulation.discretise(
            self.scene.assembly, prepared.start, prepared.contacts, surroundings, prepared.dt
        )

    def answer(self, prepared: Prepared, timings: dict[str, Any]) -> tuple[StepProblem, StepSolution, float]:
        """The step and its answer, repeated around its own velocities until angular momentum is in balance.

        Also how far it is out of balance, see `angular_imbalance`.
        """
        start, movable = prepared.start, self.scene.assembly.movable
        turning = Turning.of(self.scene.assembly, start, self.weight + prepared.loads, prepared.dt)
        warm_start, iterate = WarmStart(start.velocity[movable], prepared.carried), None
        answers = list[StepSolution]()
        best: tuple[float, StepProblem, StepSolution] | None = None
        timings |= {"build_time": 0.0, "friction_iterations": 0}
        for _ in range(self.options.newton_iterations if self.formulation.iterative else 1):
            begun = clock.perf_counter()
            problem = self.problem(prepared, iterate)
            timings["build_time"] += clock.perf_counter() - begun
            problem, solution, programs = self.settle(problem, warm_start, start.time)
            timings["build_time"] += solution.build_time
            timings["friction_iterations"] += programs
            answers.append(solution)
            off = angular_imbalance(self.formulation, turning, problem, solution) if solution.solved else np.inf
            if best is None or solution.solved:
                best = off, problem, solution
            if not solution.solved or off <= self.options.newton_tolerance:
                break
            iterate = solution.velocity
        assert best is not None
        timings["newton_iterations"] = len(answers)
        return best[1], _with_times(best[2], answers), best[0]

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
            refuse_overlap(self.scene.assembly, found, self.overlap)
        return found

    def joined(self, contacts: Contacts, state: State, dt: float) -> tuple[Contacts, JointRows | None]:
        """The contacts of a step with the rows that the joints add to them, and what the joints' laws give to each."""
        return (contacts, None) if self.bonds is None else self.bonds.rows(contacts, state, dt)

    def carry(self, contacts: Contacts, dt: float) -> Array:
        """Impulses (C, 3) that the same contacts had in the last step, in today's frames; zero for new ones."""
        if self.last is None:
            return np.zeros((contacts.count, 3))
        return carried(self.last.contacts, self.last.impulse, contacts) * (dt / self.last.dt)

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
        """The chosen solver's answer, or that of `auto` where it misses the certificate; both are judged here."""
        assert self.solver is not None
        answer = attempted(self.solver, problem, self.form, warm_start)
        if answer.solved or self.solver.name == "auto":
            return answer
        second = attempted(self.rescue, problem, self.form, warm_start)
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
        f"step at {time:.6g} s: Coulomb's law is met to {best.certificate.friction:.2g} only after "
        f"{counted(programs, 'program')} (column 'friction' of trajectory.steps). "
        "Try a smaller dt or more friction_iterations"
    )


def _largest_radius(assembly: Assembly) -> float:
    """Largest distance of a corner of a movable block from the block's centroid (m)."""
    blocks = [assembly.blocks[i] for i in assembly.movable]
    corners = (np.max(np.linalg.norm(piece.vertices - b.centroid, axis=1)) for b in blocks for piece in b.pieces)
    return float(max(corners))
