"""Moreau's mid-point scheme: free flight for half a step, impulses at its middle, free flight for the other half."""

import time as clock
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..errors import StepFailedError
from ..formulations import JointRows, StepProblem, Surroundings
from ..formulations.base import relative_velocity
from ..joints import Acting
from ..model import State
from ..model.update import fly
from ..results.checkpoint import ContactRecord, Moment
from ..results.energy import EnergyStep
from ..results.steps import Detection, StepReport
from ..solvers import StepSolution, WarmStart
from .base import Arrivals, Closing, Integrator, Objection, Reversal, Step
from .context import StepContext
from .impacts import awaited, closing_times, first_closing
from .sliding import Sliding

__all__ = ["MidPoint"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

DEEPEST = 2e-2
"""Overlap at the middle of a step, in lengths of the assembly, from which the step is made in parts. Overlaps are taken
back without a gain of energy. With 1e-3 a shaken house of 190 stones takes twice the time at dt 5e-3 s and a church of
5000 blocks, of which some always arrive, eight times, for displacements that differ no more than by another dt."""
SOON = 1e-3
"""Shares of a step, at its start and its end, in which sliding that turns round is left to the step."""


@dataclass(frozen=True)
class Prepared:
    """What a step is made of.

    ``middle``: the state at the middle of the step, blocks with the velocities of its start, fixed ones with those of
    its end. ``before`` (C, 3), ``begun`` (C, 3): contact velocities of the start, where the contacts are at the middle
    and where they are at the start (m/s). ``open_gap`` (C,): gap at the start of contacts that are open then, zero for
    closed ones (m). ``left_out``: contacts that are open and not in the program, since their impact is to come at its
    own instant. ``carried`` (C, 3): impulses of the last step (N s). The rest is as in
    `backward_euler.Prepared`.
    """

    middle: State
    before: Array
    begun: Array
    open_gap: Array
    contacts: Contacts
    left_out: Contacts
    joints: JointRows | None
    acting: Acting | None
    loads: Array
    carried: Array
    dt: float
    detection: Detection


class MidPoint(Integrator):
    """Impulses act at the middle of the step; before and after it the blocks fly freely.

        q_m = q_n + dt/2 v_n,     H (v - v_n) = dt f + D gamma,     q = q_m + dt/2 v,     H, D, f at q_m

    Flight keeps momentum and energy of each block exactly, `drystone.model.free_rotation`. Fixed blocks fly as well,
    with velocities that take them to their places at the middles of steps, so that what rests on them stays at rest.
    Contact is a condition on the gap from the middle of one step to the middle of the next, all contacts that
    detection finds being in it, open ones too,

        Y  ∋  gamma   ⊥   D'v + (u_m - u_0) + max(phi_m/h + mu |u_0,t|, min(u_0,n, 0)/2) n   ∈  Y*,

    phi_m the gap at the middle, h the time from there to the next middle, u_m and u_0 the contact velocities before the
    impulses at the middle and at the start of the step; u_m - u_0 is what turning brings in half a step, so that the
    condition holds to second order at its end. mu |u_0,t| is De Saxcé's term with the sliding speed of the start, left
    out where the formulation has its own (`coulomb`): what slides is lifted by mu dt times the change of its speed and
    comes down again, and a contact that stops sliding in one step may be left overlapping by mu dt |u_0,t|. Overlaps
    are taken back from what slides, else with no more than half the speed at which the contact approached, so that
    this ends. But for them and for turning, v = 0 is among the velocities that are allowed, and the answer is the
    allowed velocity nearest to free flight: contact adds no energy. Open contacts whose impact matters are left out
    until it comes, at its own instant (`drystone.integrators.impacts`). Compliant contacts keep the formulation's
    phi_m/dt + E gamma, with phi_m/h and E dt/h where a step of another length follows: from middle to middle that is
    implicit Euler for their springs. In a structure with bonds all contacts do.
    """

    name = "mid-point"
    description = "Moreau's mid-point scheme, contact at velocity level, impacts at their own instants"
    reference = "Moreau 1999; Acary and Brogliato 2008, section 10.1; Studer, Leine and Glocker 2008"
    order = 2
    impacts = 8

    def problem(self, context: StepContext, start: Moment, end: float) -> StepProblem:
        """The step as `step` would solve it."""
        prepared = self.prepare(context, start, end, Arrivals.TAKEN)
        assert isinstance(prepared, Prepared)
        return self.discretised(context, prepared)

    def step(
        self, context: StepContext, start: Moment, end: float, arrivals: Arrivals = Arrivals.TAKEN
    ) -> tuple[Step | None, Objection | None]:
        """See `Integrator.step`."""
        passing = self.passing(context, start, end - start.state.time)
        if passing is not None:
            return None, passing
        prepared = self.prepare(context, start, end, arrivals)
        if isinstance(prepared, Closing):
            return None, prepared
        begun = clock.perf_counter()
        problem = self.discretised(context, prepared)
        build_time = clock.perf_counter() - begun
        assembly, middle = context.scene.assembly, prepared.middle
        sliding = self.sliding(context, prepared, problem) if context.is_dry else None
        turns = sliding.turns() if sliding is not None and arrivals is Arrivals.PARTED else None
        if turns is not None and SOON < turns < 1.0 - SOON:
            return None, Reversal("sliding turns round", False, turns * prepared.dt)
        try:
            warm_start = WarmStart(middle.velocity[assembly.movable], prepared.carried)
            problem, solution, programs = context.settle(problem, warm_start, start.state.time)
        except StepFailedError as failure:
            return None, Objection(str(failure))
        if not solution.solved:
            return None, Objection(f"no solver reached the certificate (worst {solution.certificate.worst:.2g})")
        after = self.ended(context, middle, solution, end)
        if arrivals is Arrivals.PARTED and prepared.left_out.count:
            times, approach = self.arrived(context, prepared, after)
            closing = first_closing(context, start, prepared.left_out, times, approach, prepared.dt)
            if closing is not None:
                return None, closing
            if np.any(times < prepared.dt):  # impacts that matter less than was foreseen
                return self.step(context, start, end)
        energy = EnergyStep(
            start=middle,
            end=after,
            problem=problem,
            solution=solution,
            loads=prepared.loads[assembly.movable],
            approach=prepared.before,
            weight=context.weight[assembly.movable],
            spacing=self.spacing(context, prepared.dt) if context.is_dry else None,
        )
        remembered = context.joints_after(start, prepared.acting, problem, solution, after)
        report = StepReport(prepared.detection, build_time, programs, 1, context.broken(remembered))
        moved = problem.apply_transpose(solution.velocity)[:, 0] + problem.prescribed[:, 0]
        awaiting = (prepared.open_gap == 0.0) & (prepared.contacts.gap > context.touching) & (moved <= 0.0)
        record = ContactRecord(prepared.contacts, solution.impulse, problem.dt, awaiting)
        made = Step(Moment(after, record, remembered), problem, solution, energy, report)
        return made, self.doubt(context, prepared)

    def sliding(self, context: StepContext, prepared: Prepared, problem: StepProblem) -> Sliding:
        """How the contacts slide in the step."""
        turning, dt = prepared.before - prepared.begun, prepared.dt
        fall = dt * float(np.linalg.norm(context.scene.gravity))
        weight = dt * float(np.linalg.norm(np.sum(context.weight[:, :3], axis=0)))
        return Sliding(problem, prepared.begun, turning, prepared.carried, fall, weight)

    def spacing(self, context: StepContext, dt: float) -> float:
        """Time (s) from the middle of a step of ``dt`` (s) to that of the next, a whole one."""
        return 0.5 * (dt + context.dt)

    def passing(self, context: StepContext, start: Moment, dt: float) -> Objection | None:
        """Why a step must be made in parts: a block would fly through half of another until its contacts are found."""
        state, half = start.state, 0.5 * context.thinnest
        speed = np.linalg.norm(state.velocity[:, :3], axis=1)
        speed += context.radius * np.linalg.norm(state.velocity[:, 3:], axis=1)
        if 0.5 * dt * 2.0 * float(np.max(speed)) <= half:
            return None
        found, _ = context.contacts(start, state, dt, True)
        closing = -relative_velocity(found, context.arms(found, state), state.velocity)[:, 0]
        deep = float(np.max(np.where(found.gap > 0.0, 0.5 * dt * closing - found.gap, 0.0), initial=0.0))
        if deep <= half:
            return None
        return Objection(f"a block would be {deep:.2g} m deep in another at the middle of the step", fatal=False)

    def ended(self, context: StepContext, middle: State, solution: StepSolution, end: float) -> State:
        """The state at the time ``end`` (s) after a flight with the velocities of the solution."""
        assembly, velocity = context.scene.assembly, middle.velocity.copy()
        velocity[assembly.movable] = solution.velocity
        flown = fly(assembly, middle.with_velocity(velocity), end - middle.time)
        return State.computed(flown.position, flown.rotation, flown.velocity, end)

    def arrived(self, context: StepContext, prepared: Prepared, after: State) -> tuple[Array, Array]:
        """When contacts (C,) that were left out close, from the start of the step, by what the step did (s), and their
        normal velocities (C,) (m/s).
        """
        contacts, half = prepared.left_out, 0.5 * prepared.dt
        approach = relative_velocity(contacts, context.arms(contacts, prepared.middle), after.velocity)[:, 0]
        return half + closing_times(contacts.gap, approach), approach

    def doubt(self, context: StepContext, prepared: Prepared) -> Objection | None:
        """Why a step would better be made in parts: blocks overlap at its middle."""
        arriving = prepared.open_gap > 0.0
        deep = -float(np.min(prepared.contacts.gap[arriving], initial=0.0))
        if deep <= DEEPEST * context.scene.assembly.length:
            return None
        return Objection(f"blocks overlap by {deep:.2g} m at the middle of the step", fatal=False)

    def prepare(self, context: StepContext, moment: Moment, end: float, arrivals: Arrivals) -> "Prepared | Closing":
        """Fly to the middle and find the contacts there and all that acts, or the first impact that matters."""
        scene, state = context.scene, moment.state
        assembly, dt = scene.assembly, end - state.time
        if moment.record is None:
            context.contacts(moment, state, dt, True)  # refuses blocks that overlap
        flown = fly(assembly, state, 0.5 * dt)
        middle = scene.riding(flown, self.spacing(context, dt))  # on to the middle of the next step
        contacts, detection = context.contacts(moment, middle, dt, True)
        dry, closed = contacts.count, context.closed(moment.record, contacts)
        contacts, joints, acting = context.joint_rows(moment, contacts, middle, dt)
        closed = np.append(closed, np.ones(contacts.count - dry, np.bool_))
        arms = context.arms(contacts, middle)
        at_middle = relative_velocity(contacts, arms, flown.velocity)
        back = state.rotation @ np.swapaxes(flown.rotation, 1, 2)
        at_start = relative_velocity(contacts, _turned(contacts, arms, back), state.velocity)
        gap = contacts.gap - 0.5 * dt * at_middle[:, 0]
        open_gap = np.where(closed | (gap <= context.touching), 0.0, gap)
        if context.is_dry:
            if arrivals is Arrivals.PARTED:
                meets = ~closed & (gap <= context.touching) & (dt * at_middle[:, 0] < -context.touching)
                times = closing_times(open_gap, at_middle[:, 0])
                times = np.where((open_gap > 0.0) | meets, times, np.inf)
                closing = first_closing(context, moment, contacts, times, at_middle[:, 0], dt)
                if closing is not None:
                    return closing
            left_out = np.zeros(contacts.count, np.bool_)
            if arrivals is not Arrivals.TAKEN:
                left_out = awaited(context, moment, contacts, open_gap, at_middle[:, 0], dt)
            left = contacts.chosen(np.flatnonzero(left_out[:dry]))
            if joints is None:
                kept = np.flatnonzero(~left_out)
                contacts, open_gap = contacts.chosen(kept), open_gap[kept]
                at_middle, at_start = at_middle[kept], at_start[kept]
            else:
                joints = replace(joints, gap=np.where(left_out, assembly.length, joints.gap))
        else:
            left = contacts.chosen(np.zeros(0, np.int64))
        loads = scene.loads.resultant(assembly, middle, middle.time)
        carried = context.carried(moment.record, contacts, dt)
        return Prepared(
            middle, at_middle, at_start, open_gap, contacts, left, joints, acting, loads, carried, dt, detection
        )

    def discretised(self, context: StepContext, prepared: Prepared) -> StepProblem:
        """The step: the formulation's, with the contact condition of this scheme where contact is rigid."""
        surroundings = Surroundings(
            context.weight + prepared.loads, prepared.carried, None, prepared.joints, turning=False
        )
        problem = context.formulation.discretise(
            context.scene.assembly, prepared.middle, prepared.contacts, surroundings, prepared.dt
        )
        rigid = (problem.E[:, 0] == 0.0) & (problem.bond == 0.0)
        rigid &= (prepared.open_gap == 0.0) | context.is_dry
        spacing = self.spacing(context, prepared.dt)
        if context.is_dry and spacing != prepared.dt:  # springs are deformed until the next middle
            share = prepared.dt / spacing
            phi = np.where(rigid, problem.phi, share * problem.phi)
            problem = problem.changed(phi=phi, E=share * problem.E, memory=share * problem.memory)
        if not np.any(rigid):
            return problem
        turning = np.where(rigid[:, None], prepared.before - prepared.begun, 0.0)
        rate = problem.phi / spacing
        if problem.associated:
            rate += np.where(rigid, problem.mu * self.sliding(context, prepared, problem).speed, 0.0)
        rate = np.maximum(rate, 0.5 * np.minimum(prepared.begun[:, 0], 0.0)) + turning[:, 0]
        memory = problem.memory.copy()
        memory[:, 1:] += turning[:, 1:]
        return problem.changed(phi=np.where(rigid, prepared.dt * rate, problem.phi), memory=memory)


def _turned(contacts: Contacts, arms: tuple[Array, Array], rotation: Array) -> tuple[Array, Array]:
    """The arms turned with their blocks by rotations (B_all, 3, 3)."""
    a, b = (np.einsum("cij,cj->ci", rotation[contacts.blocks[:, i]], arms[i]) for i in (0, 1))
    return a, b
