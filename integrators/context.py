"""What every integrator makes its steps with: detection, the rows of joints, carried impulses, programs and answers."""

import math
import time as clock
import warnings
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts, carried, detect, match
from ..collision.overlap import refuse_overlap
from ..errors import DrystoneError
from ..formulations import Formulation, JointRows, StepProblem
from ..formulations.base import Turning
from ..joints import Acting, JointMemory, Joints
from ..model import Assembly, Scene, State
from ..programs.friction import corrected
from ..results.checkpoint import ContactRecord, Moment
from ..results.steps import Detection
from ..solvers import Attempt, Solver, StepSolution, WarmStart, attempted, attempted_coulomb, get_solver
from ..solvers.acceptance import law_accuracy
from ..solvers.coulomb import PROGRAMS, TOLERANCE, programs_after, sequence
from ..solvers.solution import NEAREST
from ..summary import counted
from .options import Options

__all__ = ["StepContext", "least_thickness", "with_times"]

Array = NDArray[np.float64]

MARGIN = 1e-3
"""Default detection distance at rest, in lengths of the assembly."""
TOUCHING = 1e-9
"""Gap up to which a contact is closed though it has not carried, in lengths of the assembly."""
OVERLAP = 1e-4
"""Default tolerance of an initial overlap, in lengths of the assembly."""


class StepContext:
    """One scene with one formulation, form and solver, and their options. It remembers nothing of steps, but
    whether the formulation has warned (``cautioned``).

    ``solver``: None where no step is to be solved. ``dt``: step of the run (s), of which parts may be made. ``weight``
    (B_all, 6): gravity force (N). ``margin``: detection distance at rest (m). ``radius``: largest distance of a corner
    of a movable block from its centroid (m). ``thinnest``: least thickness of a block (m). ``touching``: gap (m) up to
    which a contact is closed. ``is_dry``: whether no joint has a bond or springs. ``weight_length``: the structure's
    weight times its length (J).
    """

    def __init__(
        self, scene: Scene, formulation: Formulation, form: str, solver: Solver | None, options: Options, dt: float
    ) -> None:
        self.scene, self.formulation, self.form, self.options, self.dt = scene, formulation, form, options, dt
        self.solver, self.rescue = solver, get_solver("auto")
        self.weight = scene.weight()
        length = scene.assembly.length
        self.margin = options.margin or MARGIN * length
        self.reach = 1.0 + scene.assembly.largest_friction  # the associated law lifts a sliding contact by mu dt |u_t|
        self.radius = _largest_radius(scene.assembly)
        self.thinnest = least_thickness(scene.assembly)
        self.overlap = options.overlap_tolerance or OVERLAP * length
        self.joints = Joints.of(scene.assembly)
        if self.joints is not None:
            self.margin = max(self.margin, self.joints.reach)
        self.cautioned = False
        self.touching = TOUCHING * length
        self.weight_length = float(np.sum(np.linalg.norm(self.weight[:, :3], axis=1))) * length
        self.is_dry = self.joints is None or scene.assembly.joint_table.is_rigid

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
        margin = self.margin
        if falling:
            margin += float(np.linalg.norm(self.scene.gravity)) * dt * dt
        found = detect(
            self.scene.assembly, state, margin, horizon=self.reach * dt, method=self.options.collision, timings=phases
        )
        took = Detection(clock.perf_counter() - start, phases["broad"], phases["narrow"])
        if moment.record is None and state is moment.state:
            refuse_overlap(self.scene.assembly, found, self.overlap)
        return found, took

    def joint_rows(
        self, moment: Moment, contacts: Contacts, state: State, dt: float
    ) -> tuple[Contacts, JointRows | None, Acting | None]:
        """The contacts of a step with the rows that the joints add to them, and what the joints' laws give to each."""
        if self.joints is None or moment.joints is None:
            return contacts, None, None
        return self.joints.rows(moment.joints, contacts, state, dt)

    def joints_after(
        self, moment: Moment, acting: Acting | None, problem: StepProblem, answer: StepSolution, end: State
    ) -> JointMemory | None:
        """What the joints remember after a step with the rows of ``acting`` that ended in the state ``end``."""
        if self.joints is None or moment.joints is None or acting is None:
            return None
        return self.joints.after(moment.joints, acting, problem, answer, end)

    def broken(self, joints: JointMemory | None) -> int:
        """How many joints have lost their bond."""
        return 0 if self.joints is None or joints is None else self.joints.broken(joints)

    def carried(self, record: ContactRecord | None, contacts: Contacts, dt: float) -> Array:
        """Impulses (C, 3) that the same contacts had in the last step, in today's frames; zero for new ones."""
        if record is None:
            return np.zeros((contacts.count, 3))
        return carried(record.contacts, record.impulse, contacts) * (dt / record.dt)

    def arms(self, contacts: Contacts, state: State) -> tuple[Array, Array]:
        """From the centroids of both blocks to the points at which contact is enforced, (C, 3) each (m)."""
        points = self.formulation.contact_points(contacts)
        return points[0] - state.position[contacts.blocks[:, 0]], points[1] - state.position[contacts.blocks[:, 1]]

    def closed(self, record: ContactRecord | None, contacts: Contacts) -> NDArray[np.bool_]:
        """Which of the contacts (C,) carried in the last step, or were hit in the last impact."""
        if record is None or not contacts.count:
            return np.zeros(contacts.count, np.bool_)
        return np.append(record.closed, False)[match(record.contacts.key, contacts.key)]

    def caution(self, turning: Turning, time: float) -> None:
        """Warn, once in a run, of what the formulation does not bear."""
        if not self.cautioned:
            warning = self.formulation.caution(turning)
            if warning is not None:
                self.cautioned = True
                warnings.warn(f"step at {time:.6g} s: {warning}", stacklevel=3)

    def settle(self, problem: StepProblem, warm_start: WarmStart, time: float) -> tuple[StepProblem, StepSolution, int]:
        """The step and its answer, repeated while the formulation corrects the step by the answer; how many programs.

        Where Coulomb's law is meant and the solver can solve it itself, that is one program; where it does not get
        within its accuracy a few of the sequence follow. The nearest to the law is taken, with a warning and the status
        "nearest" where that is not within the accuracy (`drystone.solvers.acceptance.law_accuracy`). An impact is
        meant so whatever the formulation; where that has no sequence of its own it is `solvers.coulomb`'s.
        """
        assert self.solver is not None
        if problem.associated:
            return self._associated(problem, warm_start, time)
        spent, best = list[StepSolution](), None
        correct: Callable[..., Any] = partial(corrected, tolerance=TOLERANCE)
        most, asked = PROGRAMS, TOLERANCE
        if self.formulation.most_programs > 1:
            most, correct = self.formulation.most_programs, self.formulation.corrected
            asked = self.formulation.friction_tolerance
        if self.solver.exact_friction:
            exact, answer = self._exactly(problem, warm_start)
            if answer.solved:
                return exact, answer, 1
            spent.append(answer)
            if np.all(np.isfinite(answer.velocity)):
                problem, best, most = exact, (exact, answer), programs_after(answer, most)
                warm_start = WarmStart(answer.velocity, answer.impulse)
        found, answers = sequence(
            problem,
            lambda step, guess: self.solve(step, guess or warm_start, time),
            correct,
            warm_start,
            self.solver.accuracy,
            most=most,
            best=best,
        )
        spent.extend(answers)
        step, answer = found[0], with_times(found[1], spent)
        if not math.isfinite(answer.certificate.error) or (best is None and not answers[0].solved):
            return step, answer, len(spent)
        if answer.status != "solved":
            answer, asked = replace(answer, status=NEAREST), law_accuracy(self.solver.accuracy)
        if answer.status != "solved" or answer.friction_error > asked:
            warnings.warn(_not_settled(time, asked, answer, len(spent)), stacklevel=5)
        return step, answer, len(spent)

    def _associated(
        self, problem: StepProblem, warm_start: WarmStart, time: float
    ) -> tuple[StepProblem, StepSolution, int]:
        """As `settle`, of the associated law, with a formulation that corrects it."""
        tries = [(problem, self.solve(problem, warm_start, time))]
        while len(tries) < self.formulation.most_programs and tries[-1][1].solved:
            better = self.formulation.corrected(tries)
            if better is None:
                break
            last = tries[-1][1]
            tries.append((better, self.solve(better, WarmStart(last.velocity, last.impulse), time)))
        return tries[-1][0], with_times(tries[-1][1], [answer for _, answer in tries]), len(tries)

    def _exactly(self, problem: StepProblem, warm_start: WarmStart) -> tuple[StepProblem, StepSolution]:
        """The answer to Coulomb's law itself, certified, and the step with the correction of the answer."""
        exact, answer = attempted_coulomb(self.solver, problem, self.form, warm_start)
        assert isinstance(exact, StepProblem)
        return exact, answer

    def solve(self, problem: StepProblem, warm_start: WarmStart, time: float) -> StepSolution:
        """The chosen solver's answer, or that of `auto` where it misses the certificate; both are certified here."""
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


def with_times(chosen: StepSolution, answers: Sequence[StepSolution]) -> StepSolution:
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


def _not_settled(time: float, asked: float, best: StepSolution, programs: int) -> str:
    found = best.certificate
    return (
        f"step at {time:.6g} s: an answer to Coulomb's law was not found to {asked:.2g}; the nearest after "
        f"{counted(programs, 'program')}, which is kept, meets it to {max(found.error, found.friction):.2g} (columns "
        "'natural' and 'friction' of trajectory.steps). Try a smaller dt or more friction_iterations"
    )


def least_thickness(assembly: Assembly) -> float:
    """Least extent of a piece of a block along one of the principal axes of its corners (m)."""
    corners = (piece.vertices - piece.vertices.mean(axis=0) for block in assembly.blocks for piece in block.pieces)
    return float(min(np.min(np.ptp(one @ np.linalg.svd(one)[2].T, axis=0)) for one in corners))


def _largest_radius(assembly: Assembly) -> float:
    """Largest distance of a corner of a movable block from the block's centroid (m)."""
    blocks = [assembly.blocks[i] for i in assembly.movable]
    corners = (np.max(np.linalg.norm(piece.vertices - b.centroid, axis=1)) for b in blocks for piece in b.pieces)
    return float(max(corners))
