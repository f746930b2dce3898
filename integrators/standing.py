"""Whether a structure that has come to rest stands, or has only not begun to move: the test of its equilibrium."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..formulations import StepInputs, StepProblem
from ..joints import Acting, JointMemory
from ..model import State
from ..results.checkpoint import Moment, Resting
from ..results.watch import LASTING, Seen, Watch
from ..solvers import WarmStart, attempted
from .context import StepContext
from .velocity_reset import at_rest

__all__ = ["BARELY", "Standing", "unchanged"]

Array = NDArray[np.float64]

MARGIN = 1e-3
"""Share by which forces and strengths are made worse: gravity gets this part of itself sideways, loads grow and
friction and bonds shrink by it. What stands so is certain. A larger one leaves more runs uncertain that do stand; a
smaller one calls a structure certain that rounding, or the next dt, may bring down."""
LONG = 10.0
"""Length of the test's only step, over the time sqrt(H / g) of a fall through the height H. What has no equilibrium and
lacks the share MARGIN of it moves by about 100 MARGIN H in it, what has one only by what joints yield to the margin."""
STILL = 1e-3
"""Displacement in that step, over the height, up to which nothing moves on: a hundredth of what a missing margin gives,
and 1e-5 g in accelerations, a thousand times what certificates leave. The margin may close gaps beneath blocks that lie
on a few points and bend what is compliant; with 1e-4 rubble at rest seldom was certain."""
CLOSED = 1e-4
"""Gap of rigid contacts, in lengths of the assembly, up to which they count as closed: sliding leaves such gaps, and to
close them moves nothing by more than that. So do contacts that carried in the last step, and all that overlap: impacts
leave overlaps, which schemes at velocity level take back without a gain of energy, at rest not at all."""
UNCHANGED = 1e-9
"""Change of what a joint remembers (soundness is 1 at first, 0 when broken) over the resting time, below which it is at
rest: with that a bond lasts a billion resting times, some ten years."""

BARELY = "blocks are at rest, but stand with less than a margin"
"""How the doubt begins about what has equilibrium without the margin."""


@dataclass(frozen=True)
class _Test:
    """The program of the test, the forces without a margin, and what the joints have in it."""

    problem: StepProblem
    still: State
    seen: Seen
    loads: Array
    acting: Acting | None


class Standing:
    """Tests of one run, made when all blocks have been slow for long enough, `Watch.settled`.

    One long step from the state at rest is the program of equilibrium: with contacts that are closed its answer is zero
    where there are impulses in the cones that balance gravity and loads, and only there. It is the step of the run's
    formulation with its compliances and bonds, without De Saxcé's correction (equilibrium asks for forces alone). It is
    solved by ``auto`` whatever the run's solver, with gravity leaning in four directions. A test that fails is made
    again after the same resting time.
    """

    def __init__(self, context: StepContext, watch: Watch, before: Resting | None = None) -> None:
        """``before``: how long blocks have been slow where the run goes on from a checkpoint."""
        self._context, self._watch = context, watch
        self._since = self._unchanged_since = np.inf
        self._joints: JointMemory | None = None
        self._next = np.inf
        if before is not None:
            watch.slow_since = self._since = before.since
            self._unchanged_since, self._next, self._joints = before.unchanged_since, before.next, before.joints

    @property
    def resting(self) -> Resting | None:
        """How long all blocks have been slow; None where they are not, or never will have been for long enough, since
        there is no gravity.
        """
        if not np.isfinite(self._next):
            return None
        return Resting(self._since, self._unchanged_since, self._next, self._joints)

    def follow(self, moment: Moment) -> None:
        """The next moment of the run, after `Watch.follow`."""
        if self._watch.slow_since != self._since:
            self._since = self._unchanged_since = self._watch.slow_since
            self._joints, self._next = moment.joints, self._since + self._watch.lasting
        elif np.isfinite(self._since) and not unchanged(self._joints, moment.joints):
            self._joints, self._unchanged_since = moment.joints, moment.state.time

    def is_due(self, moment: Moment) -> bool:
        """Whether all blocks have been slow for long enough, and the last test was not just now."""
        return self._watch.settled and moment.state.time >= self._next

    def doubt(self, moment: Moment) -> str:
        """Why it is not certain that what is slow at this moment stands; "" where it is."""
        found = self._changing(moment) or self._unbalanced(moment)
        self._next = moment.state.time + self._watch.lasting
        return found

    def _changing(self, moment: Moment) -> str:
        """Whether joints have changed in the resting time."""
        joints = self._joints is not None and moment.joints is not None
        if joints and moment.state.time - self._unchanged_since < self._watch.lasting:
            return "blocks are at rest, but the bonds of joints are still being damaged"
        return ""

    def _unbalanced(self, moment: Moment) -> str:
        """Whether the state lacks equilibrium, or a margin of it."""
        test = self._test(moment)
        weight = self._context.constants.weight
        size = np.linalg.norm(weight[:, :3], axis=1)
        strength = 1.0 - MARGIN
        weaker = replace(test.problem, mu=strength * test.problem.mu, bond=strength * test.problem.bond)
        for direction in _level_directions(self._watch.up):
            more = MARGIN * test.loads
            more[:, :3] += MARGIN * np.outer(size, direction)
            if not self._stands(moment, test, weaker, more):
                break
        else:
            return ""
        if self._stands(moment, test, test.problem, np.zeros_like(weight)):
            return (
                f"{BARELY} of {100 * MARGIN:g} %: with so much less "
                "friction and bond, so much more load, and gravity that leans by as much, they would move"
            )
        return "blocks are slow, but the forces on them have no equilibrium: they will move on; take a longer duration"

    def _test(self, moment: Moment) -> _Test:
        """The test at this moment."""
        context, scene, watch = self._context, self._context.scene, self._watch
        state, still = moment.state, at_rest(moment.state)
        dt = LONG * watch.lasting / LASTING
        contacts, _ = context.contacts(moment, still, context.dt, True)
        contacts, joints, acting = context.joint_rows(moment, contacts, still, dt)
        loads = scene.loads.resultant(scene.assembly, still, state.time)
        carried = context.carried(moment.record, contacts, dt)
        springs = context.springs_left(moment.record, contacts, dt)
        weight = context.constants.weight
        inputs = StepInputs(weight + loads, carried, None, joints, turning=False, springs=springs)
        problem = context.formulation.discretise(scene.assembly, still, contacts, inputs, dt).uncorrected
        closed = (problem.phi <= CLOSED * scene.assembly.length) | context.closed(moment.record, contacts)
        problem = replace(problem, phi=np.where((problem.E[:, 0] == 0.0) & closed, 0.0, problem.phi))
        seen = watch.seen(state.position, state.rotation, scene.ground_in(state, context.dt)[0])
        return _Test(problem, still, seen, loads, acting)

    def _stands(self, moment: Moment, test: _Test, problem: StepProblem, more: Array) -> bool:
        """Whether nothing moves and no bond suffers in a step with forces ``more`` (B_all, 6) (N, N m)."""
        context, watch, dt = self._context, self._watch, problem.dt
        movable = context.scene.assembly.movable
        problem = replace(problem, k=problem.k + dt * more[movable])
        carried = context.carried(moment.record, problem.contacts, dt) if problem.contacts is not None else None
        rest = np.zeros_like(problem.k)
        start = WarmStart(rest, np.zeros((problem.count, 3)) if carried is None else carried)
        answer = attempted(context.solver.rescue, problem, context.solver.form, start)
        if not answer.solved:
            return False
        velocity = np.zeros_like(test.still.velocity)
        velocity[movable] = answer.velocity
        if dt * watch.speed(test.seen, velocity, np.zeros(3)) > STILL * watch.height:
            return False
        after = context.joints_after(moment, test.acting, problem, answer, test.still)
        return unchanged(moment.joints, after)


def unchanged(before: JointMemory | None, now: JointMemory | None, but: str = "") -> bool:
    """Whether joints remember the same ``but`` for one law's and rounding, as those do that remember nothing."""
    if before is None or now is None:
        return True
    return np.array_equal(before.whole, now.whole) and all(
        np.allclose(now.laws[name], law, rtol=UNCHANGED, atol=UNCHANGED)
        for name, law in before.laws.items()
        if name != but
    )


def _level_directions(up: Array) -> Array:
    """Four directions (4, 3) at right angles to ``up`` (3,) and to their neighbours."""
    first = np.cross(up, np.eye(3)[int(np.argmin(np.abs(up)))])
    first /= np.linalg.norm(first)
    second = np.cross(up, first)
    return np.array([first, -first, second, -second])
