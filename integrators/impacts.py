"""Impacts at their own instants: a step in which contacts close is made in two, with the impact between them.

A scheme that takes an impact over a whole step ends the approach at a wrong time and lets forces act through contacts
that are not closed yet. Here the step ends where the contact closes, contacts that are open left out; there the
velocities jump by one program of impulses p at all contacts that are closed,

    H (v+ - v-) = D p,     Y  ∋  p   ⊥   u + mu |u_t| n   ∈  Y*,     u = D'v+ + e u_n- n + E p,

with the restitution e and the compliance E, by Coulomb's law whatever the formulation: under the associated law an
impact would throw up what slides, by mu |u_t|, for good. Where no answer to it is found, |u_t| is that before the
impact. A step over the rest of the time follows. What closes at the same time to 1 % of the step is one impact.
Closings are foreseen by the velocities of the start, and looked for once more with those of the end. Impacts that take
less than a share of the kinetic energy of the blocks that contacts connect, seen from their centre of mass, are left to
the step.

Reference: C. Studer, R. I. Leine, C. Glocker, Step size adjustment and extrapolation for time-stepping schemes in
non-smooth dynamics, International Journal for Numerical Methods in Engineering 76 (2008) 1747-1781.
"""

import time as clock
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts, match
from ..errors import StepFailedError
from ..formulations import StepInputs
from ..formulations.base import relative_velocity
from ..model import State
from ..numerics.compiled import IntArray
from ..numerics.groups import connected_groups
from ..results.checkpoint import ContactRecord, Moment
from ..results.energy import EnergyStep, kinetic_energies
from ..results.steps import Detection, StepReport, impulses_of_closed
from ..solvers import WarmStart
from .base import ImpactEvent, Step
from .context import StepContext
from .overlaps import MovedApart

__all__ = ["ImpactContacts", "closing_times", "first_impact", "impact", "upcoming_impacts"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

TOGETHER = 1e-2
"""Contacts that close within this share of a step are hit together. So are joints no wider than the way
of the fastest of them in that time, also those that close slowly or open: the impact may close them."""
WORTH = 0.1
"""Contacts whose impact takes this share of the largest's energy are given the instant of the first of them."""
HARD, SHORTLY = 0.5, 5e-2
"""Of contacts of the same two blocks that close within ``SHORTLY`` of a step after the first, the instant is that of
one that takes at least ``HARD`` of the largest energy. A point where edges cross lies anywhere between two corners, of
which one is closed, and closes before the other by what they overlap. Without ``SHORTLY``, corners on which a block
lands one after another are hit too late."""
SHARE, MOST_SHARE = 5e-4, 5e-2
"""What the option `impact_share` is where it is None: so much for each block that contacts connect with the impact, at
most so much. With the larger share columns and arches are a few times less accurate, for the same time. In a house some
stone is hit in nearly every step, and each instant costs two programs of the whole structure. The larger share holds
where joints have restitution, too: a light block that is caught between two others rebounds ever faster."""
LEAST = 1e-6
"""Kinetic energy of blocks, in their weight times the assembly's length, below which only rounding and settling are."""
TINY = float(np.finfo(np.float64).tiny)
"""Energy (J) that takes the place of none."""


@dataclass(frozen=True)
class ImpactContacts:
    """Contacts at one instant, with their velocities ``before`` an impact (C, 3) (m/s), in the ``state`` there.

    ``detection``: the time that finding them took.
    """

    state: State
    contacts: Contacts
    before: Array
    detection: Detection

    @classmethod
    def at(cls, context: StepContext, moment: Moment) -> "ImpactContacts":
        """What detection finds in the state of a moment."""
        state = moment.state
        found, detection = context.contacts(moment, state, context.dt, False)
        return cls(state, found, relative_velocity(found, context.arms(found, state), state.velocity), detection)

    def late(self, key: IntArray) -> float:
        """Time (s) after which the contact of this key closes, negative if it has closed; zero where it is not near."""
        place = int(match(self.contacts.key, key)[0])
        if place < 0 or self.before[place, 0] >= 0.0:
            return 0.0
        return float(self.contacts.gap[place] / -self.before[place, 0])


def first_impact(
    context: StepContext, start: Moment, found_in: State, contacts: Contacts, times: Array, approach: Array, dt: float
) -> ImpactEvent | None:
    """The first contact to close in a step of ``dt`` (s) whose impact matters, or a stronger one of its joint that
    closes shortly after (`HARD`); None where there is none.

    ``found_in``: the state in which the contacts are. ``times`` (C,): from the start of the step until each closes (s),
    infinite where none is to come. ``approach`` (C,): normal velocities (m/s). An impact takes about u_n^2 / (2 w), w
    what an impulse of one gives the contact's velocity, with its compliance.
    """
    closing = np.flatnonzero(times < dt)
    if not len(closing) or not context.constants.is_dry:
        return None
    found = _mattering(context, start, found_in, contacts, closing, approach[closing])
    if found is None:
        return None
    worth, taken, share = found
    first = worth[np.argmin(times[worth])]
    joint = np.all(contacts.blocks[worth] == contacts.blocks[first], axis=1)
    joint &= times[worth] <= times[first] + SHORTLY * context.dt
    hit = worth[joint & (taken >= HARD * np.max(taken[joint]))]
    first = hit[np.argmin(times[hit])]
    return ImpactEvent("a contact closes", False, max(float(times[first]), 0.0), contacts.key[[first]], share)


def closing_times(gap: Array, approach: Array) -> Array:
    """When contacts with gaps (C,) (m) and normal velocities (C,) (m/s) close (s); infinite where they do not."""
    return np.where(approach < 0.0, gap / np.where(approach < 0.0, -approach, 1.0), np.inf)


def upcoming_impacts(
    context: StepContext,
    start: Moment,
    found_in: State,
    contacts: Contacts,
    open_gap: Array,
    approach: Array,
    dt: float,
) -> Flags:
    """Contacts (C,) that are open and close by the end of the next step, a whole one, and whose impact matters, or that
    of another contact of the same two blocks: where edges of a face cross there is a point between its corners.

    ``found_in``: the state in which the contacts are. ``open_gap`` (C,): gaps at the start of contacts that are open
    then, zero of others (m). In the step such contacts would be stopped a little early, and their impact taken away.
    """
    soon = np.flatnonzero((open_gap > 0.0) & (open_gap + (dt + context.dt) * approach < 0.0))
    waiting = np.zeros(contacts.count, np.bool_)
    found = _mattering(context, start, found_in, contacts, soon, approach[soon]) if len(soon) else None
    if found is not None:
        pair = contacts.blocks[:, 0] * len(context.scene.assembly) + contacts.blocks[:, 1]
        waiting[soon] = np.isin(pair[soon], pair[found[0]])
    return waiting


def impact(context: StepContext, moment: Moment, at: ImpactContacts, share: float) -> Step | None:
    """The impact of all contacts that are closed, or would close within 1 % of a step at the speed of the fastest that
    does; None where none does.

    ``share``: about what it takes, over the kinetic energy, see `ImpactEvent`.
    """
    formulation, assembly = context.formulation, context.scene.assembly
    state, found, before = at.state, at.contacts, at.before
    closed, path = context.closed(moment.record, found), -context.dt * before[:, 0]
    hit = ~closed & (found.gap <= TOGETHER * path) & (path > context.constants.touching)
    closed |= found.gap <= context.constants.touching
    if not np.any(hit):
        return None
    kept = np.flatnonzero(closed | hit | (found.gap <= TOGETHER * np.max(path[hit])))
    contacts, before, hit = found.chosen(kept), before[kept], hit[kept]
    begun = clock.perf_counter()
    apart = MovedApart.of(context, state, contacts, context.dt)
    state, contacts = apart.state, apart.contacts
    _, joints, _ = context.joint_rows(moment, contacts, state, context.dt)
    inputs = StepInputs(np.zeros_like(context.constants.weight), turning=False)
    problem = formulation.discretise(assembly, state, contacts, inputs, context.dt)
    restitution = 0.0 if joints is None else joints.restitution[: contacts.count]  # ties are not hit
    rebound = restitution * np.maximum(-before[:, 0], 0.0)
    problem = problem.changed(phi=np.zeros(problem.count), rebound=rebound)
    build_time = clock.perf_counter() - begun
    try:
        before_it = state.velocity[assembly.movable]
        warm_start = WarmStart(before_it, np.zeros((problem.count, 3)))
        problem, solution, programs = context.solver.solve(problem.assuming(before_it), warm_start, state.time)
        problem, solution, more = context.without_gain(problem, solution, before, state.time)
    except StepFailedError:
        return None
    if not solution.solved:
        return None
    velocity = state.velocity.copy()
    velocity[assembly.movable] = solution.velocity
    after = state.with_velocity(velocity)
    nothing = np.zeros_like(problem.k)
    energy = EnergyStep(
        state, after, problem, solution, loads=nothing, approach=before, weight=nothing, moved_apart=apart.work
    )
    report = StepReport(
        at.detection, build_time, programs + more, 1, context.broken(moment.joints), is_impact=True, impact_share=share
    )
    carried = context.carried(moment.record, contacts, context.dt)
    struck = ContactRecord(contacts, impulses_of_closed(problem, solution), context.dt).closed(assembly.index)
    springs = context.springs_left(moment.record, contacts, context.dt)
    record = ContactRecord(contacts, carried, context.dt, hit | struck, None if springs is None else springs.pressed)
    return Step(Moment(after, record, moment.joints), problem, solution, energy, report)


def _mattering(
    context: StepContext, start: Moment, found_in: State, contacts: Contacts, which: IntArray, approach: Array
) -> tuple[IntArray, Array, float] | None:
    """Those of the contacts ``which`` (M,) whose impacts matter, the energy of each (J), and their largest share; None
    where none matters.

    Impacts matter where by themselves they take a share of the kinetic energy of a group of blocks that contacts
    connect, the option `impact_share` or `SHARE` for each of them: seen from its centre of mass, with the speed at
    which that nears the fixed blocks that are hit. What flies elsewhere has no part in it, nor how fast all fly
    together. Of each group those that take `WORTH` of its largest.
    """
    assembly = context.scene.assembly
    mass, index, blocks = assembly.mass[assembly.movable], assembly.index[contacts.blocks], contacts.blocks[which]
    group, groups = connected_groups(index, len(mass))
    push, mine = 0.5 * approach**2, group[np.max(index[which], axis=1)]
    velocity, total = start.state.velocity.copy(), _summed(group, mass)
    flying = velocity[assembly.movable, :3]
    centre = np.stack([_summed(group, mass * flying[:, axis]) / total for axis in range(3)], axis=1)
    velocity[assembly.movable, :3] -= centre[group]
    fixed, nearing = assembly.fixed[blocks], np.zeros(groups)
    ground = np.sum(np.where(fixed[:, :, None], velocity[blocks, :3], 0.0), axis=1)  # one side is movable
    towards = np.sum((centre[mine] - ground) * contacts.normal[which], axis=1)
    np.maximum.at(nearing, mine, np.where(np.any(fixed, axis=1), 0.5 * towards**2, 0.0))
    nearing *= total
    least = LEAST * context.constants.gravity * assembly.length * total + TINY
    kinetic = _summed(group, kinetic_energies(assembly, start.state.with_velocity(velocity)))
    taken = push / _yielding(context, found_in, contacts.chosen(which))
    share = _summed(mine, taken, groups) / np.maximum(kinetic + nearing, least)
    largest = np.zeros(groups)
    np.maximum.at(largest, mine, taken)
    wanted, each = context.options.impact_share, MOST_SHARE if context.constants.rebounds else SHARE
    least_share = np.minimum(each * np.bincount(group), MOST_SHARE) if wanted is None else np.full(groups, wanted)
    matter = (share[mine] >= least_share[mine]) & (taken >= WORTH * largest[mine])
    return (which[matter], taken[matter], float(np.max(share[mine[matter]]))) if np.any(matter) else None


def _summed(group: IntArray, values: Array, count: int = 0) -> Array:
    """Sums of ``values`` by their groups, of which there are ``count`` or more."""
    return np.asarray(np.bincount(group, weights=values, minlength=count), dtype=np.float64)


def _yielding(context: StepContext, state: State, contacts: Contacts) -> Array:
    """Normal velocity (C,) that a normal impulse of one takes from each contact, found in this ``state``, by itself
    (1/kg).
    """
    assembly = context.scene.assembly
    arms, found = context.arms(contacts, state), context.formulation.compliance(assembly, contacts, context.dt)[:, 0]
    for side in (0, 1):
        block = contacts.blocks[:, side]
        free = ~assembly.fixed[block]
        local = np.einsum("cji,cj->ci", state.rotation[block], np.cross(arms[side], contacts.normal))
        turned = np.linalg.solve(assembly.inertia[block[free]], local[free][:, :, None])[:, :, 0]
        found[free] += 1.0 / assembly.mass[block[free]] + np.sum(local[free] * turned, axis=1)
    return found
