"""The scheme of the papers: implicit Euler at velocity level, contacts known at the start of the step."""

import time as clock
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..errors import StepFailedError
from ..formulations import JointRows, StepInputs, StepProblem
from ..formulations.base import Turning
from ..formulations.elastic import ModalStep
from ..formulations.spring_state import SpringsLeft
from ..joints import Acting
from ..model import State
from ..model.update import update
from ..results.checkpoint import Moment
from ..results.energy import EnergyStep, kinetic_energy
from ..results.steps import Detection, StepReport, contact_record
from ..solvers import StepSolution, WarmStart
from ..solvers.solution import totalled
from .base import ImpactHandling, Integrator, Rejection, Step
from .context import StepContext
from .passing import passing
from .turning import angular_imbalance, overlap_by_turning

__all__ = ["BackwardEuler", "Prepared"]

Array = NDArray[np.float64]

UNBALANCED = 1e-2
"""Share of the kinetic energy that angular momentum out of balance may be wrong by in a step that is kept whole."""
TURNED = 1e-3
"""Overlap that turning may bring about in a step that is kept whole, in lengths of the assembly."""


@dataclass(frozen=True)
class Prepared:
    """What a step is made of.

    ``start``: the state with the velocities that it starts from, fixed blocks with theirs in the step; ``before``
    (B_all, 6): the same with the velocities that fixed blocks had before. ``dropped``: kinetic energy that quasi-static
    stepping has taken (J). ``loads`` (B_all, 6) (N, N m): without gravity. ``modal``: of the
    modes, None where all blocks are rigid. ``carried`` (C, 3): impulses of the last step
    (N s). ``acting``: what the joints had, None where all are dry.
    """

    before: Array
    start: State
    dropped: float
    contacts: Contacts
    joints: JointRows | None
    acting: Acting | None
    loads: Array
    modal: ModalStep | None
    carried: Array
    springs: SpringsLeft | None
    dt: float
    detection: Detection


@dataclass(frozen=True)
class Solved:
    """What was found of a step: the problem and its solution, how far angular momentum is out of balance
    (`angular_imbalance`), and what the iterations took.

    ``build_time`` (s); ``friction_iterations``: programs for the friction law; ``iterations``: of the formulation.
    """

    problem: StepProblem
    solution: StepSolution
    unbalanced: float
    build_time: float
    friction_iterations: int
    iterations: int


class BackwardEuler(Integrator):
    """Velocities at the end of the step from its convex program, then x <- x + dt v, R <- exp(dt skew(w)) R.

        H v = k + D gamma,     Y  ∋  gamma   ⊥   D'v + phi/dt n + E gamma   ∈  Y*

    The program is repeated around its own velocities where blocks turn so fast that angular momentum is out of balance
    (options ``newton_iterations`` and ``newton_tolerance``).
    """

    name = "backward-euler"
    description = "implicit Euler at velocity level, contacts of the start of the step"
    reference = "Nodargi and Bisegna 2024, section 2; Beatini, Royer-Carfagni and Tasora 2017, section 2"
    order = 1
    falling = True
    """Whether detection looks as far as gravity takes a block in the step."""

    def problem(self, context: StepContext, start: Moment, end: float) -> StepProblem:
        """The step around the velocities of its start."""
        return self.discretised(context, self.prepare(context, start, end - start.state.time), None)

    def step(
        self, context: StepContext, start: Moment, end: float, handling: ImpactHandling = ImpactHandling.IN_STEP
    ) -> tuple[Step | None, Rejection | None]:
        """See `Integrator.step`; impacts take the step."""
        prepared = self.prepare(context, start, end - start.state.time)
        assembly, formulation = context.scene.assembly, context.formulation
        try:
            answer = self.solved(context, prepared)
            before = prepared.start.with_velocity(prepared.before)
            approach = formulation.approach(assembly, before, answer.problem)
            problem, solution, programs = context.without_gain(
                answer.problem, answer.solution, approach, start.state.time,
                context.taken(prepared.start, prepared.modal),
            )  # fmt: skip
        except StepFailedError as failure:
            return None, Rejection(str(failure))
        if not solution.solved:
            return None, Rejection(f"no solver reached the certificate (worst {solution.certificate.worst:.2g})")
        after = context.after(prepared.start, update, solution, problem.dt, end)
        energy = EnergyStep(
            start=prepared.start,
            end=after,
            problem=problem,
            solution=solution,
            loads=prepared.loads[assembly.movable],
            approach=approach,
            dropped=prepared.dropped,
            modal=prepared.modal,
            ties=context.tie_work(start, prepared.start, problem, solution),
        )
        joints = context.joints_after(start, prepared.acting, problem, solution, after)
        report = StepReport(
            prepared.detection, answer.build_time, answer.friction_iterations + programs, answer.iterations,
            context.broken(joints),
        )  # fmt: skip
        record = start.record
        if problem.contacts is not None:
            record = contact_record(problem, problem.contacts, solution)
        step = Step(Moment(after, record, joints), problem, solution, energy, report)
        refused = self.refused(context, problem, solution)
        thrown = self.thrown(context, start, prepared, problem, solution)
        return step, refused or thrown or self.doubt(context, prepared, problem, solution, answer.unbalanced)

    def starting_state(self, context: StepContext, state: State, contacts: Contacts) -> State:
        """The state with the velocities that a step with these ``contacts`` starts from; those of fixed blocks are in
        it what takes them along in the step, and stay.
        """
        return state

    def foreseen(self, context: StepContext, state: State, contacts: Contacts) -> State:
        """The state with the velocities with which the damage of bonds in a step from it is foreseen."""
        return state

    def refused(self, context: StepContext, problem: StepProblem, solution: StepSolution) -> Rejection | None:
        """Why a solved step cannot be kept all the same; None where it can."""
        return None

    def thrown(
        self, context: StepContext, start: Moment, prepared: Prepared, problem: StepProblem, solution: StepSolution
    ) -> Rejection | None:
        """Why a solved step must be made in parts: a block is thrown through another, which was not foreseen."""
        velocity = prepared.start.velocity.copy()
        velocity[context.scene.assembly.movable] = solution.velocity[:, :6]
        ended = prepared.start.with_velocity(velocity)
        return passing(context, start, ended, problem.dt, problem.dt, prepared.start)

    def doubt(
        self,
        context: StepContext,
        prepared: Prepared,
        problem: StepProblem,
        solution: StepSolution,
        unbalanced: float,
    ) -> Rejection | None:
        """Why a step that is solved would better be made in parts: blocks turn too far in it."""
        if unbalanced > UNBALANCED:
            return Rejection(f"angular momentum is out of balance by {unbalanced:.2g} of the energy", fatal=False)
        assembly = context.scene.assembly
        turn = problem.dt * float(np.max(np.linalg.norm(solution.velocity[:, 3:6], axis=1)))
        allowed = TURNED * assembly.length
        if 0.5 * turn * turn * context.constants.radius <= allowed:  # no point is farther than that off its line
            return None
        deep = overlap_by_turning(assembly, context.formulation, prepared.start, problem, solution)
        if deep <= allowed:
            return None
        return Rejection(
            f"a block turns by up to {turn:.2g} rad, by which it overlaps its neighbour by {deep:.2g} m", False
        )

    def prepare(self, context: StepContext, moment: Moment, dt: float) -> Prepared:
        """Find the contacts of a step and all that acts in it."""
        scene, state = context.scene, moment.state
        riding = scene.riding(state, dt)
        contacts, detection = context.contacts(moment, riding, dt, self.falling)
        loads = scene.load(riding, dt)
        foreseen = self.foreseen(context, state, contacts)
        bonded = replace(riding, deformation_rate=foreseen.deformation_rate)
        contacts, joints, acting = context.joint_rows(moment, contacts, bonded, dt, foreseen.velocity)
        start = self.starting_state(context, riding, contacts)
        dropped, fixed = 0.0, scene.assembly.fixed[:, None]
        if start is not riding:
            start = start.with_velocity(np.where(fixed, riding.velocity, start.velocity))
            dropped = kinetic_energy(scene.assembly, riding) - kinetic_energy(scene.assembly, start)
        context.run_warnings.rotation(context.formulation, Turning.of(scene.assembly, start, loads, dt), start.time)
        before = start.velocity if start is state else np.where(fixed, state.velocity, start.velocity)
        since = 0.0 if moment.record is None else moment.record.dt
        impulses = context.carried(moment.record, contacts, dt, state.velocity[:, 3:], since)
        modal = context.modal(moment, contacts, start, start.time + 0.5 * dt, since)
        springs = context.springs_left(moment.record, contacts, dt)
        return Prepared(
            before, start, dropped, contacts, joints, acting, loads, modal, impulses, springs, dt, detection
        )

    def discretised(self, context: StepContext, prepared: Prepared, iterate: Array | None) -> StepProblem:
        """The step, around the velocities ``iterate`` (B, 6) at its end."""
        loads = context.constants.weight + prepared.loads
        inputs = StepInputs(
            loads, prepared.carried, iterate, prepared.joints, modal=prepared.modal, springs=prepared.springs
        )
        return context.formulation.discretise(
            context.scene.assembly, prepared.start, prepared.contacts, inputs, prepared.dt
        )

    def solved(self, context: StepContext, prepared: Prepared) -> Solved:
        """The step and its answer, repeated around its own velocities until angular momentum is in balance."""
        start, assembly, options = prepared.start, context.scene.assembly, context.options
        turning = Turning.of(assembly, start, context.constants.weight + prepared.loads, prepared.dt)
        warm_start, iterate = WarmStart(context.motion(start, prepared.modal), prepared.carried), None
        answers = list[StepSolution]()
        best: tuple[float, StepProblem, StepSolution] | None = None
        build_time, friction_iterations = 0.0, 0
        for _ in range(options.newton_iterations if context.formulation.iterative else 1):
            begun = clock.perf_counter()
            problem = self.discretised(context, prepared, iterate)
            build_time += clock.perf_counter() - begun
            problem, solution, programs = context.solved(problem, warm_start, start.time)
            build_time += solution.build_time
            friction_iterations += programs
            answers.append(solution)
            unbalanced = np.inf
            if solution.solved:
                unbalanced = angular_imbalance(context.formulation, turning, problem, solution)
            if best is None or solution.solved:
                best = unbalanced, problem, solution
            if not solution.solved or unbalanced <= options.newton_tolerance:
                break
            iterate = solution.velocity
        assert best is not None
        unbalanced, problem, solution = best
        solution = totalled(solution, answers)
        return Solved(problem, solution, unbalanced, build_time, friction_iterations, len(answers))
