"""What every integrator makes its steps with: constants of the scene, contacts, joints, carried impulses, a solver."""

import time as clock
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts, carried, detect, grown, inherited_impulses, inherited_shear, match, released
from ..collision.detect import RELATIVE_MARGIN
from ..collision.followed import named_as_before
from ..collision.overlap import GivenOverlaps, refuse_overlap
from ..errors import DrystoneError, StepFailedError
from ..formulations import Formulation, JointRows, StepProblem
from ..formulations.base import relative_velocity
from ..formulations.elastic import ModalStep, deformed, modal_operator
from ..formulations.spring_state import SpringsLeft
from ..joints import TIES, Acting, JointMemory, Joints
from ..joints.ties import TieWork
from ..model import Assembly, Scene, State
from ..numerics.groups import connected_groups
from ..results.checkpoint import ContactRecord, Moment
from ..results.steps import Detection
from ..results.stress import bears_rigidly, where_found
from ..solvers import Solver, StepSolution, WarmStart
from ..solvers.solution import totalled
from .options import Options
from .rebounds import Taken, without_gain
from .run_warnings import RunWarnings
from .step_solver import StepSolver

__all__ = ["SceneConstants", "StepContext", "thicknesses"]

Array = NDArray[np.float64]

TOUCHING = 1e-9
"""Gap up to which a contact is closed though it has not carried, in lengths of the assembly."""
DEEPER = 2.0
"""Blocks may be so many times as deep in the next block of a row as in those on which they stand: they tilt."""
TURNS = 20
"""Programs of a step in which ties change between slack, elastic and yielding; two or three are usual."""
SOFT = 1e-5
"""What contacts give way where the least impulses are sought, over the inverse of the mean mass of a block among
those that they connect. More makes them those of a softer structure, far less leaves them to the solver again."""
OVERLAP = 1e-4
"""Default tolerance of an initial overlap, in lengths of the assembly."""


@dataclass(frozen=True)
class SceneConstants:
    """What is the same in all steps of a scene.

    ``gravity``: its size (m/s2). ``weight`` (B_all, 6): gravity force (N).
    ``margin``: detection distance at rest (m). ``overlap``: tolerance of an initial overlap (m). ``touching``: gap up
    to which a contact is closed (m). ``reach``: speed at which a contact may open or close, over its sliding speed.
    ``radius``: largest distance of a corner of a movable block from its centroid (m). ``thickness`` (P,): of each
    piece (m). ``is_dry``: whether no joint has a bond or springs, and no block deforms. ``rebounds``: whether a joint
    has restitution.
    """

    gravity: float
    weight: Array
    margin: float
    overlap: float
    touching: float
    reach: float
    radius: float
    thickness: Array
    is_dry: bool
    rebounds: bool

    @classmethod
    def of(cls, scene: Scene, options: Options, joints: Joints | None) -> "SceneConstants":
        """Those of a scene with these options and joints."""
        assembly = scene.assembly
        length, geometry = assembly.length, assembly.geometry
        margin = options.margin or RELATIVE_MARGIN * length
        return cls(
            gravity=float(np.linalg.norm(scene.gravity)),
            weight=scene.weight(),
            margin=margin if joints is None else max(margin, joints.reach),
            overlap=options.overlap_tolerance or OVERLAP * length,
            touching=TOUCHING * length,
            reach=1.0 + assembly.largest_friction,  # the associated law lifts a sliding contact by mu dt |u_t|
            radius=float(np.max(geometry.radius[~assembly.fixed[geometry.piece_block]])),
            thickness=thicknesses(assembly),
            is_dry=(joints is None or assembly.joint_table.is_rigid) and not assembly.elastic.count,
            rebounds=any(law.restitution > 0.0 for law in assembly.joint_table.laws),
        )


class StepContext:
    """One scene with one formulation, its contacts and joints, and what solves its steps. It remembers nothing of them.

    ``dt``: step of the run (s), of which parts may be made. ``constants``: `SceneConstants`. ``run_warnings``: those
    given so far. ``given``: overlaps that the assembly is given with. ``remembers``: whether contacts have springs.
    ``follows``: whether joints have bonds or springs, whose points keep their names from step to step.
    """

    def __init__(
        self, scene: Scene, formulation: Formulation, form: str, solver: Solver, options: Options, dt: float
    ) -> None:
        self.scene, self.formulation, self.options, self.dt = scene, formulation, options, dt
        self.solver = StepSolver(formulation, form, solver)
        self.joints = Joints.of(scene.assembly, options.face_divisions)
        self.constants = SceneConstants.of(scene, options, self.joints)
        self.run_warnings, self.given = RunWarnings(), GivenOverlaps(scene.assembly, options.collision)
        laws = scene.assembly.joint_table.laws
        if formulation.has_springs and self.constants.rebounds:
            raise DrystoneError(
                f"a joint has restitution, and the contacts of the formulation {formulation.name!r} are springs: "
                "Newton's rebound is of rigid contact, and springs give back what they have stored; take another "
                "formulation, or leave restitution out"
            )
        own = any(law.tangential_stiffness is not None for law in laws)
        self.remembers = own or formulation.has_springs
        self.follows = formulation.has_springs or not scene.assembly.joint_table.is_rigid

    def followed_by(self, dt: float) -> "StepContext":
        """The same for a step after which one of ``dt`` (s) comes, instead of a whole one."""
        context = copy(self)
        context.dt = dt
        return context

    def start(self, moment: Moment) -> Moment:
        """The moment with sound joints where it says nothing of them; DrystoneError where they are of others."""
        if self.joints is not None and moment.joints is not None:
            known, given = ({"whole": one.whole, **one.laws} for one in (self.joints.initial, moment.joints))
            if {name: one.shape for name, one in known.items()} != {name: one.shape for name, one in given.items()}:
                raise DrystoneError("what the joints of the start remember is of other joints than the assembly has")
        if self.joints is None or moment.joints is not None:
            return moment
        return replace(moment, joints=self.joints.initial)

    def contacts(self, moment: Moment, state: State, dt: float, falling: bool) -> tuple[Contacts, Detection]:
        """Contacts of a step from ``state``: detection looks as far as the blocks can approach in it. Also its times.

        ``falling``: whether gravity speeds them up in the step. Blocks that overlap in the first state of a run are
        refused.
        """
        phases: dict[str, float] = {}
        start = clock.perf_counter()
        margin = self.constants.margin
        if falling:
            margin += self.constants.gravity * dt * dt
        look = partial(
            detect, self.scene.assembly, state, margin, horizon=self.constants.reach * dt,
            method=self.options.collision, timings=phases, face_divisions=self.options.face_divisions,
        )  # fmt: skip
        record, pressed = moment.record, None
        gives = not self.constants.is_dry or self.formulation.has_springs
        since = 0.5 * (record.dt + dt) if record is not None and gives else 0.0
        if record is not None:
            pressed = self.pressed(record.contacts, moment.state, since)
        found = look(pressed=pressed)
        if moment.record is None and not self.constants.is_dry:
            found = look(pressed=self.pressed(found, moment.state))
        found = deformed(found, self.scene.assembly, state)
        if record is not None and self.follows:
            found = named_as_before(found, record.contacts, moment.state, since)
        took = Detection(clock.perf_counter() - start, phases["broad"], phases["narrow"], state.time)
        if moment.record is None and state.time == moment.state.time:
            refuse_overlap(self.scene.assembly, found, self.constants.overlap)
        return found, took

    def pressed(self, found: Contacts, state: State, since: float = 0.0) -> Array:
        """How deep movable blocks (B_all,) may be in others by springs and by what rigid contact leaves where they
        slide, from contacts that they had, ``since`` how long (s) the velocities of the ``state`` may have pressed them
        deeper, and by what they deform, since contacts are found where they would be undeformed (m).
        """
        assembly, deep = self.scene.assembly, np.zeros(len(self.scene.assembly))
        overlap = -found.gap
        if since > 0.0:
            closing = -relative_velocity(found, self.arms(found, state), state.velocity)[:, 0]
            overlap += since * np.maximum(closing, 0.0)
        overlap = np.where(found.touching, np.maximum(overlap, 0.0), 0.0)  # gaps of bonds and ties are none
        for side in (0, 1):
            np.maximum.at(deep, found.blocks[:, side], overlap)
        return np.where(assembly.fixed, 0.0, DEEPER * (deep + assembly.elastic.farthest(state.deformation)))

    def motion(self, state: State, modal: ModalStep | None) -> Array:
        """Velocities (B, n) of the movable blocks, with those of their modes where the step has some."""
        assembly = self.scene.assembly
        return state.motion(assembly.movable, 6 if modal is None else 6 + assembly.elastic.count)

    def modal(self, start: Moment, contacts: Contacts, state: State, time: float, since: float) -> ModalStep | None:
        """What a step from ``start`` needs for modes, with these ``contacts`` in this ``state`` and loads at ``time``
        (s); None if all blocks are rigid, or still are. ``since``: time from where the contacts of the last step were
        found to the start (s).
        """
        assembly = self.scene.assembly
        elastic = assembly.elastic.number >= 0
        still = self.still_rigid(start, since)
        if np.array_equal(still, elastic):
            return None
        rows = modal_operator(contacts, assembly, state)
        made = ModalStep(rows, self.scene.load_on_modes(state, time), self.options.theta, elastic)
        return made.without(still, contacts) if still.any() else made

    def still_rigid(self, start: Moment, since: float) -> NDArray[np.bool_]:
        """Blocks (B_all,) that are rigid in a step from ``start`` and need not stay so: those that never have deformed,
        and that the forces of the last step of the run do not stress more than `Material.rigid_below`. ``since``: as of
        `modal`.
        """
        below, state = self.scene.assembly.elastic.rigid_below, start.state
        waits = np.isfinite(below) & (below > 0.0)
        if not waits.any():
            return waits
        waits &= ~np.any(state.deformation, axis=1) & ~np.any(state.deformation_rate, axis=1)
        record = start.record
        if record is None or state.time < 0.5 * record.dt:  # of what acted in another run, before time zero
            return waits
        found = where_found(self.scene.assembly, state, since)
        moments = self.scene.first_moments(found, state.time - 0.5 * record.dt)
        force = record.impulse / record.dt
        return waits & bears_rigidly(self.scene.assembly, found, record.contacts, force, moments)

    def after(
        self,
        start: State,
        move: Callable[[Assembly, State, Array, float], State],
        solution: StepSolution,
        dt: float,
        end: float,
        modal_dt: float | None = None,
    ) -> State:
        """The state at ``end`` (s) when blocks ``move`` for ``dt`` (s) with the velocities of the solution.

        ``modal_dt``: time over which they deform (s), None: the same.
        """
        assembly = self.scene.assembly
        moved = move(assembly, start, solution.velocity[:, :6], dt)
        after = moved.moved(moved.position, moved.rotation, moved.velocity, end)
        if not assembly.elastic.count:
            return after
        mean = np.zeros_like(start.deformation_rate)
        if solution.velocity.shape[1] > 6:
            own = assembly.elastic.frequency[assembly.movable] > 0.0  # a solver may leave rounding in modes of no block
            mean[assembly.movable] = np.where(own, solution.velocity[:, 6:], 0.0)
        return after.deformed(mean, dt if modal_dt is None else modal_dt, self.options.theta)

    def joint_rows(
        self, moment: Moment, contacts: Contacts, state: State, dt: float, foreseen: Array | None = None
    ) -> tuple[Contacts, JointRows | None, Acting | None]:
        """The contacts of a step with the rows that the joints add to them, and what the joints' laws give to each.

        ``foreseen``: velocities of all blocks with which damage is foreseen, see `drystone.joints.Joints.rows`.
        """
        if self.joints is None or moment.joints is None:
            return contacts, None, None
        return self.joints.rows(moment.joints, contacts, state, dt, foreseen)

    def joints_after(
        self, moment: Moment, acting: Acting | None, problem: StepProblem, answer: StepSolution, end: State
    ) -> JointMemory | None:
        """What the joints remember after a step with the rows of ``acting`` that ended in the state ``end``."""
        if self.joints is None or moment.joints is None or acting is None:
            return None
        unique = np.all(problem.E[: len(acting.joint)] > 0.0, axis=1)
        least = answer.impulse
        if np.any(np.isfinite(acting.limit) & ~unique):
            least = self._least(problem, answer, end.time)
        return self.joints.after(moment.joints, acting, problem, answer, end, least)

    def _least(self, problem: StepProblem, answer: StepSolution, time: float) -> Array:
        """The least impulses (C, 3) that do nearly what those of an answer do, or these where none are found.

        Impulses of rigid contacts are not unique, and solvers choose some within the cones, whose apex c/mu may be far
        beyond the tensile strength. Where contacts give way a little, all alike, the least ones are the only ones.
        """
        group, _ = connected_groups(problem.blocks, problem.bodies)
        inertia = np.trace(problem.H[:, :3, :3], axis1=1, axis2=2) / 3.0
        mean = np.bincount(group, inertia) / np.bincount(group)
        gives = SOFT / mean[group[np.max(problem.blocks, axis=1)]]
        soft = np.where(problem.E > 0.0, problem.E, gives[:, None])
        found = self.solver.program(
            replace(problem, E=soft), WarmStart(answer.velocity, np.zeros_like(answer.impulse)), time
        )
        return found.impulse if found.solved else answer.impulse

    def solved(self, problem: StepProblem, warm_start: WarmStart, time: float) -> tuple[StepProblem, StepSolution, int]:
        """The step and its answer, and how many programs: solved again with other bounds of ties that passed theirs.

        StepFailedError where they do not come to an end.
        """
        problem, solution, programs = self.solver.solve(problem, warm_start, time)
        answers = [solution]
        for _ in range(TURNS):
            turned = None if self.joints is None or not solution.solved else self.joints.turned(problem, solution)
            if turned is None:
                return problem, totalled(solution, answers) if len(answers) > 1 else solution, programs
            guess = WarmStart(solution.velocity, solution.impulse)
            problem, solution, more = self.solver.solve(turned, guess, time)
            answers.append(solution)
            programs += more
        raise StepFailedError(f"step at {time:.6g} s: ties become slack and yield by turns; take a smaller dt")

    def without_gain(
        self, problem: StepProblem, solution: StepSolution, approach: Array, time: float, taken: Taken | None = None
    ) -> tuple[StepProblem, StepSolution, int]:
        """A solved step, with smaller rebounds where its contacts add energy, see `drystone.integrators.rebounds`."""
        return without_gain(problem, solution, approach, lambda step, guess: self.solved(step, guess, time), taken)

    def taken(self, start: State, modal: ModalStep | None) -> Taken | None:
        """What a step from ``start`` takes of the energy of modes, see `ModalStep.taken`; None where it has none."""
        return None if modal is None else partial(modal.taken, self.scene.assembly, start)

    def tie_energy(self, moment: Moment) -> float:
        """Strain energy of the ties (J)."""
        if self.joints is None or self.joints.ties is None or moment.joints is None:
            return 0.0
        return self.joints.ties.strain_energy(moment.joints.laws[TIES], moment.state)

    def tie_work(self, moment: Moment, state: State, problem: StepProblem, answer: StepSolution) -> TieWork | None:
        """What a step of ``moment`` did to the ties, which it found in ``state``; None where there are none."""
        if self.joints is None or moment.joints is None:
            return None
        return self.joints.tie_work(moment.joints, state, problem, answer)

    def broken(self, joints: JointMemory | None) -> int:
        """How many joints have lost their bond."""
        return 0 if self.joints is None or joints is None else self.joints.broken(joints)

    def carried(
        self, record: ContactRecord | None, contacts: Contacts, dt: float, spin: Array | None = None, since: float = 0.0
    ) -> Array:
        """Impulses (C, 3) that the same contacts had in the last step, in today's frames; zero for new ones.

        Tangential springs remember by these what they are deformed by. So where there are any, tangential parts turn
        about the normal with both blocks, which have had the ``spin`` (B_all, 3) (rad/s) ``since`` the record (s), and
        those of contacts that are gone stay in their patch.
        """
        if record is None:
            return np.zeros((contacts.count, 3))
        found = carried(record.contacts, record.impulse, contacts)
        if self.remembers:
            found[:, 1:] += inherited_shear(record.contacts, record.impulse, contacts, found[:, 1:])
            if spin is not None:
                mean = 0.5 * (spin[contacts.blocks[:, 0]] + spin[contacts.blocks[:, 1]])
                angle = since * np.sum(mean * contacts.normal, axis=1)
                c, s, (along, across) = np.cos(angle), np.sin(angle), found[:, 1:].T.copy()
                found[:, 1], found[:, 2] = c * along - s * across, s * along + c * across
        return found * (dt / record.dt)

    def passed_on(self, record: ContactRecord | None, contacts: Contacts, carried: Array, dt: float) -> Array:
        """Impulses (C, 3) of the last step: those ``carried`` (C, 3) over, and those of points that are gone, at the
        nearest ones of their patch, see `drystone.collision.inherited_impulses`. A shaken dome of blocks that deform
        takes a sixth fewer iterations from these, rigid houses as many.
        """
        if record is None:
            return carried
        over = inherited_impulses(record.contacts, record.impulse, contacts) * (dt / record.dt)
        if self.remembers:
            over[:, 1:] = 0.0  # these are carried over already
        return carried + over

    def springs_left(self, record: ContactRecord | None, contacts: Contacts, dt: float) -> SpringsLeft | None:
        """What the springs of the last step hold, of these contacts and of those in their patches that are no more, as
        impulses over ``dt``; None before the first step.
        """
        if record is None or self.constants.is_dry:
            return None
        longer, pressed = dt / record.dt, record.left_pressed
        source = match(record.contacts.key, contacts.key)
        times = grown(record.contacts, source, contacts)
        same, gone = np.append(pressed, 0.0)[source], released(record.contacts, pressed, contacts)
        return SpringsLeft(longer * times * same, times, longer**2 * gone)

    def thinner(self, contacts: Contacts) -> Array:
        """Thickness (C,) of the thinner piece at each contact (m), infinite where blocks do not touch there."""
        pieces = np.divmod(np.maximum(contacts.key[:, 0], 0), self.scene.assembly.geometry.piece_count)
        thinner = np.minimum(*(self.constants.thickness[side] for side in pieces))
        return np.where(contacts.touching, thinner, np.inf)

    def arms(self, contacts: Contacts, state: State) -> tuple[Array, Array]:
        """From the centroids of both blocks to the points at which contact is enforced, (C, 3) each (m)."""
        points = self.formulation.known_points(contacts)
        return points[0] - state.position[contacts.blocks[:, 0]], points[1] - state.position[contacts.blocks[:, 1]]

    def closed(self, record: ContactRecord | None, contacts: Contacts) -> NDArray[np.bool_]:
        """Which of the contacts (C,) carried in the last step, or were hit in the last impact."""
        if record is None or not contacts.count:
            return np.zeros(contacts.count, np.bool_)
        return np.append(record.closed(self.scene.assembly.index), False)[match(record.contacts.key, contacts.key)]


def thicknesses(assembly: Assembly) -> Array:
    """Least extent (P,) of each piece along one of the principal axes of its corners (m)."""
    corners = (piece.vertices - piece.vertices.mean(axis=0) for block in assembly.blocks for piece in block.pieces)
    return np.array([np.min(np.ptp(one @ np.linalg.svd(one)[2].T, axis=0)) for one in corners])
