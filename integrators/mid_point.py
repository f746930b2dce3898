"""Moreau's mid-point scheme: free flight for half a step, impulses at its middle, free flight for the other half."""

import time as clock

import numpy as np
from numpy.typing import NDArray

from ..errors import StepFailedError
from ..formulations import StepInputs, StepProblem
from ..model import Assembly, State
from ..model.update import fly
from ..results.checkpoint import Moment
from ..results.energy import EnergyStep
from ..results.steps import StepReport, contact_record
from ..solvers import StepSolution, WarmStart
from ..solvers.solution import totalled
from .base import ImpactEvent, ImpactHandling, Integrator, Rejection, ReversalEvent, Step
from .context import StepContext
from .impacts import first_impact
from .middle import AtMiddle
from .overlaps import MovedApart
from .passing import passing
from .sliding import Sliding

__all__ = ["MidPoint"]

Array = NDArray[np.float64]

DEEPEST = 2e-2
"""Overlap at the middle of a step, in lengths of the assembly, from which the step is made in parts. Overlaps are taken
back without a gain of energy. With 1e-3 a shaken house of 190 stones takes twice the time at dt 5e-3 s and a church of
5000 blocks, of which some always arrive, eight times, for displacements that differ no more than by another dt."""
TAKEN_BACK = 0.2
"""Share of a small overlap that is taken back in a step from what slides by an associated law, in velocities; for large
ones see `drystone.integrators.overlaps`. All of it at once throws the blocks up where sliding stops for a step and goes
on: a rocking wall of 217 bricks then moves by 82.7 mm at dt 1e-3 s instead of 81.3 (81.3 by Coulomb's law). With none
of it by 81.0, and a stack of five drums is 2.8 mm off where it is 0.7."""
SOON = 1e-3
"""Shares of a step, at its start and its end, in which sliding that turns round is left to the step."""


class MidPoint(Integrator):
    """Impulses act at the middle of the step; before and after it the blocks fly freely.

        q_m = q_n + dt/2 v_n,     H (v - v_n) = dt f + D gamma,     q = q_m + dt/2 v,     H, D, f at q_m

    Flight keeps momentum and energy of each block exactly, `drystone.model.free_rotation`. Fixed blocks fly as well,
    with velocities that take them to their places at the middles of steps, so that what rests on them stays at rest.
    Contact is a condition on the gap from the middle of one step to the middle of the next, all contacts that
    detection finds being in it, open ones too,

        Y  ∋  gamma   ⊥   D'v + (u_m - u_0) + max(s + max(phi_m/h, b phi_m/h), min(u_0,n, 0)/2) n   ∈  Y*,

    phi_m the gap at the middle, h the time from there to the next middle, u_m and u_0 the contact velocities before the
    impulses at the middle and at the start of the step; u_m - u_0 is what turning brings in half a step, so that the
    condition holds to second order at its end. s = mu |u_0,t| is De Saxcé's term with the sliding speed of the start,
    and b = `TAKEN_BACK` where s > 0, else 1; where the formulation has its own term (`coulomb`) s is zero here: what
    slides is lifted by mu dt times the change of its speed and comes down again, and a contact that stops sliding in
    one step may be left overlapping by mu dt |u_0,t|. Overlaps are taken back from what slides, the share b in each
    step, else with no more than half the speed at which the contact approached, so that this ends; large ones in the
    positions (`drystone.integrators.overlaps`). Where most of a structure slides the program is solved once more, with
    the sliding speeds of the answer in s. But for them and for turning, v = 0 is among the velocities that are allowed,
    and the answer is the allowed velocity nearest to free flight: contact adds no energy. Open contacts whose impact
    matters are left out until it comes, at its own instant (`drystone.integrators.impacts`). Compliant contacts keep
    the formulation's phi_m/dt + E gamma, with phi_m/h and E dt/h where a step of another length follows: from middle to
    middle that is implicit Euler for their springs. In a structure with bonds all contacts that are open do, rigid ones
    with phi_m/h.
    """

    name = "mid-point"
    description = "Moreau's mid-point scheme, contact at velocity level, impacts at their own instants"
    reference = "Moreau 1999; Acary and Brogliato 2008, section 10.1; Studer, Leine and Glocker 2008"
    order = 2
    impacts = 8

    def problem(self, context: StepContext, start: Moment, end: float) -> StepProblem:
        """The step as `step` would solve it."""
        prepared = self.prepare(context, start, end, ImpactHandling.IN_STEP)
        assert isinstance(prepared, AtMiddle)
        return self.discretised(context, prepared)

    def step(
        self, context: StepContext, start: Moment, end: float, handling: ImpactHandling = ImpactHandling.IN_STEP
    ) -> tuple[Step | None, Rejection | None]:
        """See `Integrator.step`."""
        dt = end - start.state.time
        if (through := passing(context, start, start.state, dt, 0.5 * dt)) is not None:
            return None, through
        prepared = self.prepare(context, start, end, handling)
        if isinstance(prepared, ImpactEvent):
            return None, prepared
        begun = clock.perf_counter()
        problem = self.discretised(context, prepared)
        build_time = clock.perf_counter() - begun
        middle = prepared.middle
        passed_on = context.passed_on(start.record, prepared.contacts, prepared.carried, dt)
        sliding = self.sliding(context, prepared, problem, passed_on) if context.constants.is_dry else None
        turns = sliding.turns() if sliding is not None and handling is ImpactHandling.AT_EVENTS else None
        if turns is not None and SOON < turns < 1.0 - SOON:
            return None, ReversalEvent("sliding turns round", False, turns * prepared.dt)
        try:
            warm_start = WarmStart(context.motion(middle, prepared.modal), passed_on)
            problem, solution, programs = context.solved(problem, warm_start, start.state.time)
            speed = self.sliding_of(context, prepared, problem, solution, sliding) if problem.associated else None
            if speed is not None:
                problem, second, more = self.again(context, start, prepared, speed, solution)
                solution, programs = totalled(second, [solution, second]), programs + more
            taken = context.taken(middle, prepared.modal)
            problem, solution, more = context.without_gain(problem, solution, prepared.before, start.state.time, taken)
            programs += more
        except StepFailedError as failure:
            return None, Rejection(str(failure))
        if not solution.solved:
            return None, Rejection(f"no solver reached the certificate (worst {solution.certificate.worst:.2g})")
        after = self.ended(context, middle, solution, end, prepared.dt)
        if handling is ImpactHandling.AT_EVENTS and prepared.left_out.count:
            times, approach = prepared.arrived(context, after)
            event = first_impact(context, start, middle, prepared.left_out, times, approach, prepared.dt)
            if event is not None:
                return None, event
            if np.any(times < prepared.dt):  # impacts that matter less than was foreseen
                return self.step(context, start, end)
        made = self.made(context, start, prepared, after, problem, solution, programs, build_time)
        return made, self.doubt(context, prepared)

    def made(
        self,
        context: StepContext,
        start: Moment,
        prepared: AtMiddle,
        after: State,
        problem: StepProblem,
        solution: StepSolution,
        programs: int,
        build_time: float,
    ) -> Step:
        """The step that ends ``after`` the flight with the velocities of its solution, overlaps taken back."""
        assembly = context.scene.assembly
        contacts = problem.contacts or prepared.contacts
        moved = problem.apply_transpose(solution.velocity)[:, 0] + problem.prescribed[:, 0]
        turning = (prepared.before - prepared.begun)[:, 0]
        ahead = contacts.gap + self.spacing(context, prepared.dt) * (moved + turning)  # at the next middle
        apart = MovedApart.of(context, after, contacts, prepared.dt, ahead)
        energy = EnergyStep(
            start=prepared.middle,
            end=apart.state,
            problem=problem,
            solution=solution,
            loads=prepared.loads[assembly.movable],
            approach=prepared.before,
            weight=context.constants.weight[assembly.movable],
            spacing=self.spacing(context, prepared.dt) if context.constants.is_dry else None,
            modal=prepared.modal,
            ties=context.tie_work(start, prepared.middle, problem, solution),
            moved_apart=prepared.apart.work + apart.work,
        )
        remembered = context.joints_after(start, prepared.acting, problem, solution, apart.state)
        build_time += prepared.apart.wall_time + apart.wall_time
        report = StepReport(prepared.detection, build_time, programs, 1, context.broken(remembered))
        awaiting = (prepared.open_gap == 0.0) & (prepared.contacts.gap > context.constants.touching) & (moved <= 0.0)
        record = contact_record(problem, contacts, solution, awaiting)
        return Step(Moment(apart.state, record, remembered), problem, solution, energy, report)

    def sliding_of(
        self, context: StepContext, prepared: AtMiddle, problem: StepProblem, solution: StepSolution,
        sliding: Sliding | None,
    ) -> Array | None:  # fmt: skip
        """Sliding speeds (C,) (m/s) with which the step is to be solved again, None where once is enough: those of the
        ``solution`` where a structure slides as a whole, and of contacts that rebound, whose friction is that of a
        hit and may stop them.
        """
        hit = problem.rebound > 0.0
        if np.any(hit):
            contact = problem.contact_velocity(solution.velocity, solution.impulse)
            before = self.sliding(context, prepared, problem, prepared.carried).speed
            return np.where(hit, np.hypot(contact[:, 1], contact[:, 2]), before)
        return None if sliding is None else sliding.as_one(solution)

    def again(
        self, context: StepContext, start: Moment, prepared: AtMiddle, speed: Array, found: StepSolution
    ) -> tuple[StepProblem, StepSolution, int]:
        """The step solved from what was ``found``, with sliding speeds (C,) in De Saxcé's term (m/s)."""
        problem = self.discretised(context, prepared, speed)
        return context.solved(problem, WarmStart(found.velocity, found.impulse), start.state.time)

    def sliding(self, context: StepContext, prepared: AtMiddle, problem: StepProblem, carried: Array) -> Sliding:
        """How the contacts slide in the step that ``carried`` (C, 3) in the last one (N s)."""
        turning = prepared.before - prepared.begun
        return Sliding(problem, prepared.begun, turning, carried, prepared.dt * context.constants.gravity)

    def spacing(self, context: StepContext, dt: float) -> float:
        """Time (s) from the middle of a step of ``dt`` (s) to that of the next, a whole one."""
        return 0.5 * (dt + context.dt)

    def ended(self, context: StepContext, middle: State, solution: StepSolution, end: float, dt: float) -> State:
        """The state at the ``end`` (s) of a step of ``dt`` (s), after a flight with the velocities of the solution."""
        return context.after(middle, _flown, solution, end - middle.time, end, dt)

    def doubt(self, context: StepContext, prepared: AtMiddle) -> Rejection | None:
        """Why a step would better be made in parts: blocks overlap at its middle."""
        arriving = prepared.open_gap > 0.0
        flown = prepared.open_gap + 0.5 * prepared.dt * prepared.before[:, 0]  # before blocks were moved apart
        deep = -float(np.min(flown[arriving], initial=0.0))
        if deep <= DEEPEST * context.scene.assembly.length:
            return None
        return Rejection(f"blocks overlap by {deep:.2g} m at the middle of the step", fatal=False)

    def prepare(
        self, context: StepContext, start: Moment, end: float, handling: ImpactHandling
    ) -> AtMiddle | ImpactEvent:
        """What the step is made of, or the first impact in it that matters."""
        found = AtMiddle.of(context, start, end, self.spacing(context, end - start.state.time))
        if handling is ImpactHandling.IN_STEP or not context.constants.is_dry:
            return found
        event = found.first_impact(context, start) if handling is ImpactHandling.AT_EVENTS else None
        return found.without_impacts(context, start) if event is None else event

    def discretised(self, context: StepContext, prepared: AtMiddle, speed: Array | None = None) -> StepProblem:
        """The step: the formulation's, with the contact condition of this scheme where contact is rigid.

        ``speed`` (C,): sliding speeds of De Saxcé's term (m/s); those of the start by default.
        """
        inputs = StepInputs(
            context.constants.weight + prepared.loads, prepared.carried, None, prepared.joints, False,
            prepared.modal, prepared.springs,
        )  # fmt: skip
        problem = context.formulation.discretise(
            context.scene.assembly, prepared.middle, prepared.contacts, inputs, prepared.dt
        )
        hard = (problem.E[:, 0] == 0.0) & (problem.bond == 0.0)
        rigid = hard & ((prepared.open_gap == 0.0) | context.constants.is_dry)
        spacing = self.spacing(context, prepared.dt)
        share = prepared.dt / spacing
        if spacing != prepared.dt:  # gaps may close by the next middle, and springs are deformed until then
            kept = rigid if context.constants.is_dry else rigid | ~hard
            problem = problem.changed(phi=np.where(kept, problem.phi, share * problem.phi))
        if spacing != prepared.dt and context.constants.is_dry:
            problem = problem.changed(E=share * problem.E, memory=share * problem.memory)
        if not np.any(hard):
            return problem
        turning = np.where(rigid[:, None], prepared.before - prepared.begun, 0.0)
        rate, opening = problem.phi / spacing, np.zeros(problem.count)
        if problem.associated:
            if speed is None:
                speed = self.sliding(context, prepared, problem, prepared.carried).speed
            speed = np.where(rigid, speed, 0.0)
            opening = problem.mu * speed
            rate = np.where(speed > 0.0, np.maximum(rate, TAKEN_BACK * rate), rate)
        most = 0.5 if prepared.modal is None else prepared.modal.pushed(prepared.contacts)
        rate = np.maximum(rate + opening, most * np.minimum(prepared.begun[:, 0], 0.0))
        rate += turning[:, 0]
        rebound = self.rebound(prepared, problem, np.where(rigid, rate - opening, problem.phi / prepared.dt))
        memory = problem.memory.copy()
        memory[:, 1:] += turning[:, 1:]
        phi = np.where(rigid, prepared.dt * rate, problem.phi)
        return problem.changed(phi=phi, memory=memory, rebound=rebound)

    def rebound(self, prepared: AtMiddle, problem: StepProblem, rate: Array) -> Array:
        """Newton's rebound of the step (C,), with the ``rate`` (C,) of its gaps (m/s).

        Forces act for half a step before the hit and for half a step after it: u - a/2 = -e (u_0 + a/2), where a is
        what they give the contact in the step.
        """
        joints = prepared.joints
        if joints is None or not np.any(joints.restitution > 0.0):
            return problem.rebound
        free = (problem.apply_transpose(problem.free_velocity) + problem.prescribed)[:, 0]
        given = 0.5 * (free - prepared.before[:, 0])
        before = prepared.before[:, 0] + given
        return joints.rebound(rate, before, free, given - joints.restitution * before)


def _flown(assembly: Assembly, state: State, velocity: Array, dt: float) -> State:
    """As `drystone.model.update.update`, by free flight."""
    full = state.velocity.copy()
    full[assembly.movable] = velocity
    return fly(assembly, state.with_velocity(full), dt)
