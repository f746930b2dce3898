"""Overlaps taken back in the positions: blocks are moved apart. Their velocities stay as they are, and their spins turn
with them, so that they keep their kinetic energy.

A contact condition on velocities takes an overlap back in velocities alone, which throws blocks up. Here blocks that
are `DEEP` in each other are moved to the nearest place where they are not,

    minimise   1/2 dq'M dq     subject to   phi + n'(dq_b - dq_a) >= 0   at all contacts,

n'(dq_b - dq_a) what their motion dq adds to the gap phi, M their masses and inertias, these `TURNING` times. It is the
program of a step without friction, and its answer is judged like that of any other. Blocks that the assembly
is given with in each other may stay so. What the motion does against gravity is in the ledger's `stabilisation`.

Reference: V. Acary, Projected event-capturing time-stepping schemes for nonsmooth mechanical systems with unilateral
contact and Coulomb's friction, Computer Methods in Applied Mechanics and Engineering 256 (2013) 224-250.
"""

import time as clock
import warnings
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..formulations import StepInputs
from ..formulations.base import relative_velocity
from ..model import State
from ..model.update import update
from ..numerics.groups import connected_groups
from ..solvers import StepSolution, WarmStart
from .context import StepContext

__all__ = ["MovedApart"]

Array = NDArray[np.float64]

DEEP = 2e-4
"""Overlap from which blocks are moved apart, over the thickness of the thinner one. With less, more steps take a
program for it: a shaken house of 190 stones does in nine of ten at dt 5e-3 s. With more, blocks stay as deep in each
other."""
TURNING = 10.0
"""What turning a block costs where blocks are moved apart, over its inertia. With 1 a rocking wall of 217 bricks is
turned back, and moves by 78.7 to 79.2 mm at dt 5e-3 s for `DEEP` of 1e-4 to 3e-4; with 100 by 82.3, with 10 by 80.1 to
81.0 (81.3 by Coulomb's law). It was chosen on that wall."""


@dataclass(frozen=True)
class MovedApart:
    """A ``state``, in which blocks were moved apart where they overlapped; ``contacts`` in it; ``work``: against
    gravity (J). ``wall_time``: that it took (s).
    """

    state: State
    contacts: Contacts
    work: float = 0.0
    wall_time: float = 0.0

    @classmethod
    def of(
        cls, context: StepContext, state: State, contacts: Contacts, dt: float, gap: Array | None = None
    ) -> "MovedApart":
        """What becomes of a state with these contacts; ``gap`` (C,): their gaps when it matters (m), None: now.

        Only blocks that contacts connect with some that are too deep in each other are moved. Springs and blocks that
        deform overlap by what they are pressed: with them, nothing is moved. Contacts of infinite gap are left out.
        """
        gap = contacts.gap if gap is None else gap
        if not context.constants.is_dry or np.all(gap > -DEEP * np.min(context.constants.thickness)):  # mostly so
            return cls(state, contacts)
        deep = DEEP * context.thinner(contacts)
        if np.all(gap > -deep):
            return cls(state, contacts)
        gap = np.where(contacts.touching, gap + context.given.between(contacts), np.inf)  # without ties
        deepest = _deepest_beside(context, contacts, gap, gap <= -deep)
        gap[deepest == 0.0] = np.inf
        if np.all(gap == np.inf) or np.any(context.formulation.compliance(context.scene.assembly, contacts, dt)):
            return cls(state, contacts)
        begun, assembly = clock.perf_counter(), context.scene.assembly
        still = state.with_velocity(np.zeros_like(state.velocity))
        found = _nearest(context, still, contacts, gap, deepest, dt)
        if not found.solved:
            warnings.warn(
                f"step at {state.time:.6g} s: blocks are {-np.min(gap):.2g} m deep in each other and no solver moved "
                f"them apart (worst {found.certificate.worst:.2g}); they stay so. Try a smaller dt",
                stacklevel=6,
            )
            return cls(state, contacts, 0.0, clock.perf_counter() - begun)
        moved = update(assembly, still, found.velocity, dt)
        work = -dt * float(np.sum(context.constants.weight[assembly.movable] * found.velocity))
        velocity = state.velocity.copy()  # spins stay as the blocks see them: w' = R' R^T w
        velocity[:, 3:] = np.einsum("bij,bkj,bk->bi", moved.rotation, state.rotation, velocity[:, 3:])
        after = state.moved(moved.position, moved.rotation, velocity, state.time)
        return cls(after, _shifted(contacts, state, moved.velocity, dt), work, clock.perf_counter() - begun)


def _nearest(
    context: StepContext, still: State, contacts: Contacts, gap: Array, deepest: Array, dt: float
) -> StepSolution:
    """Velocities that move blocks for ``dt`` (s) to the nearest place where none overlap, ``gap`` (C,) their gaps (m),
    infinite where contacts are left out, and ``deepest`` (C,) those of `_deepest_beside`.

    Most blocks are farther from each other than what overlaps is moved. So the program has at first the contacts up to
    the gap ``deepest``, and then also those that its answer closes, until it closes no other: that is the answer of the
    program of all.
    """
    arms, impulse, velocity = context.arms(contacts, still), np.zeros((contacts.count, 3)), context.motion(still, None)
    near = gap <= deepest
    while True:
        met = np.flatnonzero(near)
        guess = WarmStart(velocity, impulse[met])
        found = _program(context, still, contacts.chosen(met), gap[met], deepest[met] / dt, dt, guess)
        if not found.solved:
            return found
        moved = update(context.scene.assembly, still, found.velocity, dt)
        missed = ~near & (gap + dt * relative_velocity(contacts, arms, moved.velocity)[:, 0] < 0.0)
        if not np.any(missed):
            return found
        near, velocity, impulse[met] = near | missed, found.velocity, found.impulse


def _program(
    context: StepContext, still: State, contacts: Contacts, gap: Array, speed: Array, dt: float, guess: WarmStart
) -> StepSolution:
    """The answer to the program of these contacts, ``gap`` (C,) their gaps (m).

    It is seen from a frame in which blocks that contacts connect rise together at a ``speed`` (C,) (m/s), that with
    which the deepest of their overlaps is taken back: so its energy is one of motions of that size, to a share of which
    solvers are accurate. Of blocks that are at rest they would ask for a share of nothing.
    """
    nothing = StepInputs(np.zeros_like(context.constants.weight), turning=False)
    step = context.formulation.discretise(context.scene.assembly, still, contacts, nothing, dt).uncorrected
    inertia, rising = step.H.copy(), np.zeros_like(step.k)
    inertia[:, 3:, 3:] *= TURNING
    for blocks in step.blocks.T:
        rising[blocks[blocks >= 0], 2] = speed[blocks >= 0]
    momentum, given = np.einsum("bij,bj->bi", inertia, rising), step.prescribed - step.apply_transpose(rising)
    step = replace(step, H=inertia, k=momentum, phi=gap, mu=np.zeros(step.count), prescribed=given)
    found = context.solver.program(step, WarmStart(guess.velocity + rising, guess.impulse), still.time)
    return replace(found, velocity=found.velocity - rising)


def _deepest_beside(context: StepContext, contacts: Contacts, gap: Array, deep: NDArray[np.bool_]) -> Array:
    """The deepest overlap (C,) among the blocks that contacts connect with those of each (m), ``gap`` (C,) their gaps
    (m), zero where no ``deep`` contact (C,) is of them.
    """
    assembly = context.scene.assembly
    ends = assembly.index[contacts.blocks]
    group, groups = connected_groups(ends, len(assembly.movable))
    mine = group[np.max(ends, axis=1)]
    deepest, counts = np.zeros(groups), np.zeros(groups, np.bool_)
    np.maximum.at(deepest, mine, -gap)
    counts[mine[deep]] = True
    return np.where(counts, deepest, 0.0)[mine]


def _shifted(contacts: Contacts, state: State, velocity: Array, dt: float) -> Contacts:
    """The contacts of a state after its blocks have moved for ``dt`` (s) with velocities (B_all, 6)."""
    moved = []
    for side, point in enumerate((contacts.point_a, contacts.point_b)):
        block = contacts.blocks[:, side]
        turned = np.cross(velocity[block, 3:], point - state.position[block])
        moved.append(point + dt * (velocity[block, :3] + turned))
    gap = np.sum((moved[1] - moved[0]) * contacts.normal, axis=1)
    return replace(contacts, point_a=moved[0], point_b=moved[1], gap=gap)
