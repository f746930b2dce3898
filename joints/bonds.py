"""The joints of a run: which of them are bonded still, and what their laws give to each step."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts, area_shares, detect
from ..errors import DrystoneError
from ..formulations import JointRows, StepProblem
from ..model import Assembly, State
from ..model.joints import Joint
from ..model.pairs import pair_number, places
from ..model.update import update
from ..numerics.compiled import IntArray
from ..solvers.solution import StepSolution
from .springs import Springs

__all__ = ["Bonds", "Strengths"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

Rows = TypeVar("Rows", Contacts, JointRows)

TOUCH = 1e-4
"""Blocks nearer than this at first are joined, in lengths of the assembly: as much as they may overlap."""

NAMED = 5
"""Joints at most that a warning names."""

MOVES = 1e-6
"""Scaled contact velocity below which a contact has not given way; one is what a step's forces do to a free block."""

ROUNDING = 1e-9
"""Relative difference of forces that is none."""


@dataclass(frozen=True, eq=False)
class Strengths:
    """Strengths of bonds as forces (C,) (N), zero where there is none.

    ``cohesion``: zero where ``tension`` alone is given, and mu times that holds. ``tension``: infinite where cohesion
    alone is given, and the apex of Mohr and Coulomb's cone holds. ``beside``: whether the bond lies beside its contact,
    which has the compression.
    """

    cohesion: Array
    tension: Array
    beside: Flags

    def held_shut(self, chosen: Flags) -> "Strengths":
        """The same with the tension of the ``chosen`` (C,) left to as many contacts more, which have no strength."""
        more = np.zeros(int(np.sum(chosen)))
        tension = np.where(chosen, 0.0, self.tension)
        return Strengths(np.append(self.cohesion, more), np.append(tension, more), np.append(self.beside, more > 0.0))


@dataclass(frozen=True, eq=False)
class _Acting:
    """The contacts of the present step, apart from its ``springs``.

    ``law``, ``joint`` (C,): -1 for no joint. ``share`` (C,): of strengths. ``bonded`` (C,): whether they bear tension.
    ``brittle`` (C,): whether that is lost where they give way. ``limit`` (C,): the tension (N) at which it is lost
    within the cone.
    """

    law: IntArray
    joint: IntArray
    share: Array
    bonded: Flags
    brittle: Flags
    limit: Array
    springs: IntArray


class Bonds:
    """The state of all joints in time: bonds that are whole, areas, damage.

    Joints are the pairs of blocks that touch in the assembly's initial state. A step takes its rows from `rows`, and
    tells `after`, once it is accepted, how it ended.
    """

    def __init__(self, assembly: Assembly) -> None:
        """DrystoneError for a cohesion without friction, or a tensile strength beyond the cone's apex."""
        self.assembly, self.table = assembly, assembly.joint_table
        self.per_contact = self._each(lambda law: law.per == "contact")
        self.brittle = self._each(lambda law: law.brittle)
        self.reach = TOUCH * assembly.length
        state = State.initial(assembly)
        found = detect(assembly, state)
        law, touching = self.table.of_pairs(found.blocks), found.gap <= self.reach
        numbers = pair_number(found.blocks, len(assembly))
        self.number = np.unique(numbers[touching])
        joint = places(self.number, numbers)
        self.gap = _means(found.gap[touching], joint[touching], len(self.number))
        self.share = np.zeros(len(self.number))
        share = np.where(self.per_contact[law], 1.0, area_shares(found, touching))
        bonded = touching & (share > 0.0) & self._each(lambda one: one.is_bonded)[law]
        sprung = bonded & self._each(lambda one: one.has_springs)[law]
        self.whole = self._among(joint[bonded & ~sprung])
        chosen = np.flatnonzero(sprung)
        laws = [self.table.laws[i] for i in law[chosen]]
        self.springs = Springs.of(_rows(found, chosen), joint[chosen], laws, share[chosen], state)
        self._joints = int(np.sum(self._among(joint[bonded])))
        self._tell_apart(np.unique(numbers[bonded]))
        rows = self.rows(found, state, 1.0)[1]
        self.reach += float(np.max(rows.tension * rows.flexibility[:, 0] * ~rows.spring, initial=0.0))

    def _tell_apart(self, bound: IntArray) -> None:
        """Warn of pairs that are to be bonded by name and are not among the numbers ``bound``."""
        names, count = self.assembly.names, len(self.assembly)
        apart = [
            f"{names[key // count]!r} and {names[key % count]!r}"
            for key, law in zip(self.table.keys, self.table.values, strict=True)
            if self.table.laws[law].is_bonded and key not in bound
        ]
        if apart:
            told = ", ".join(apart[:NAMED]) + (" and more" if len(apart) > NAMED else "")
            warnings.warn(
                f"joints without a bond: {told} have no face in common within {TOUCH * self.assembly.length:.3g} m at "
                "the start. Move the blocks together, or leave the joints out",
                stacklevel=6,
            )

    @classmethod
    def of(cls, assembly: Assembly) -> "Bonds | None":
        """The bonds of an assembly at its start; None where all its joints are dry."""
        return None if assembly.joint_table.is_dry else cls(assembly)

    @property
    def broken(self) -> int:
        """How many joints have lost their bond so far."""
        alive = self.whole.copy()
        alive[self.springs.joint[self.springs.alive]] = True
        return self._joints - int(np.sum(alive))

    def rows(self, contacts: Contacts, state: State, dt: float) -> tuple[Contacts, JointRows]:
        """The ``contacts`` of a step from ``state`` over ``dt`` (s), then the springs, and what the laws give to each.

        The damage of the springs is foreseen for the end of the step, where blocks keep their velocities.
        """
        law = self.table.of_pairs(contacts.blocks)
        joint = places(self.number, pair_number(contacts.blocks, len(self.assembly)))
        whole = (joint >= 0) & np.append(self.whole, False)[joint]
        gap = contacts.gap - np.where(whole, np.append(self.gap, 0.0)[joint], 0.0)
        near = (gap <= self.reach) | (whole & ~self.brittle[law])
        share = np.where(self.per_contact[law], 1.0, area_shares(contacts, near))
        bonded = whole & near & (share > 0.0)
        apex = np.where(bonded, self._apex(contacts, law, bonded), 0.0)
        limit = self._limit(contacts, law, bonded, apex)
        limit = np.multiply(limit, share, out=limit, where=np.isfinite(limit))
        springs = self.springs.alive
        self._acting = _Acting(law, joint, share, bonded, bonded & self.brittle[law], limit, springs)
        own = JointRows(
            tension=apex * share,
            flexibility=self._flexibility(law, joint, share),
            gap=gap,
            held=self._acting.brittle,
            restitution=self.table.of_laws("restitution", law),
            spring=np.zeros(contacts.count, dtype=np.bool_),
            slip=np.zeros((contacts.count, 2)),
        )
        if not len(springs):
            return contacts, own
        ends = self.springs.contacts(springs, state)
        foreseen = update(self.assembly, state, state.velocity[self.assembly.movable], dt)
        beta = self.springs.softened(springs, self.springs.contacts(springs, foreseen), dt)
        return _joined(Contacts, contacts, ends), _joined(JointRows, own, self.springs.rows(springs, ends, beta))

    def strengths(self) -> Strengths:
        """The strengths of the contacts of the last `rows`, springs after them.

        DrystoneError for bonds that are damaged progressively: their force depends on how far they have opened.
        """
        acting, springs = self._acting, self.springs
        damaging = acting.springs[~np.isnan(springs.energy[acting.springs])]
        if len(damaging):
            first = damaging[0]
            a, b = (self.assembly.names[block] for block in springs.blocks[first])
            law = self.table.laws[int(self.table.of_pairs(springs.blocks[first : first + 1])[0])]
            assert law.fracture_energy is not None
            peak = float(np.sqrt(law.fracture_energy * (law.tension_stiffness or 0.0)))
            raise DrystoneError(
                f"the joint of {a!r} and {b!r} has fracture_energy: it softens as it opens, and limit analysis and "
                f"equilibrium know constant strengths alone. Give tensile_strength instead (its peak is {peak:.4g} "
                f"{'Pa' if law.per == 'area' else 'N'}), or follow it with drystone.push or drystone.simulate"
            )
        share = np.where(acting.bonded, acting.share, 0.0)
        cohesion = self.table.of_laws("cohesion", acting.law) * share
        given = self.table.of_laws("tensile_strength", acting.law)
        tension = np.where(np.isnan(given), np.where(cohesion > 0.0, np.inf, 0.0), np.nan_to_num(given) * share)
        pulled = springs.tension[acting.springs]
        beside = np.repeat([False, True], [len(share), len(pulled)])
        sheared = springs.friction[acting.springs] * pulled
        return Strengths(np.append(cohesion, sheared), np.append(tension, pulled), beside)

    def after(self, problem: StepProblem, solution: StepSolution, state: State) -> None:
        """What the accepted step with the last `rows`, which ended in ``state``, did to the joints.

        A brittle joint breaks as a whole where one of its contacts has given way, or has more tension than its tensile
        strength; any joint does that has no contact left to bear tension.
        """
        acting = self._acting
        count = len(acting.joint)
        reached = _given_way(problem, solution)
        tense = -solution.impulse[:count, 0] > problem.dt * acting.limit * (1.0 + ROUNDING)
        lost = acting.brittle & (reached[:count] | tense)
        self.whole &= self._among(acting.joint[acting.bonded]) & ~self._among(acting.joint[lost])
        self.springs.weaken(acting.springs, reached[count:], state, problem.dt)

    def _apex(self, contacts: Contacts, law: IntArray, bonded: Flags) -> Array:
        """Tension (C,) at the apexes of the cones, per unit of share."""
        apex = np.zeros(contacts.count)
        for i, one in enumerate(self.table.laws):
            if one.is_bonded and not one.has_springs:
                apex[law == i] = one.apex(contacts.friction[law == i])
        if np.any(bonded & np.isinf(apex)):
            raise DrystoneError(
                f"the joint of {self._named(contacts, bonded & np.isinf(apex))} has cohesion and no friction: Mohr and "
                "Coulomb's cone then has no apex; give it friction, or tensile_strength instead of cohesion"
            )
        return apex

    def _limit(self, contacts: Contacts, law: IntArray, bonded: Flags, apex: Array) -> Array:
        """Tension (C,) at which joints with both strengths break, infinite for others, per unit of share."""
        both = bonded & (self.table.of_laws("cohesion", law) > 0.0)
        limit = np.where(both, self.table.of_laws("tensile_strength", law, np.inf), np.inf)
        beyond = np.isfinite(limit) & (limit > apex * (1.0 + ROUNDING))
        if np.any(beyond):
            raise DrystoneError(
                f"the joint of {self._named(contacts, beyond)} has tensile_strength {limit[beyond][0]:g}, more than "
                f"c/mu = {apex[beyond][0]:g}, the apex of Mohr and Coulomb's cone; lower it or leave it out"
            )
        return limit

    def _flexibility(self, law: IntArray, joint: IntArray, share: Array) -> Array:
        """1/K (C, 3) (m/N); where points span no area they have the share that the joint's points had last."""
        known = (joint >= 0) & (share > 0.0)
        self.share[joint[known]] = share[known]
        part = np.where(share > 0.0, share, np.where(joint >= 0, np.append(self.share, 0.0)[joint], 0.0))
        names = ("normal_stiffness", "tangential_stiffness", "tangential_stiffness")
        stiffness = np.nan_to_num(np.column_stack([self.table.of_laws(name, law) for name in names])) * part[:, None]
        return np.divide(1.0, stiffness, out=np.zeros_like(stiffness), where=stiffness > 0.0)

    def _each(self, holds: Callable[[Joint], bool]) -> Flags:
        """Whether it ``holds`` for each of the laws."""
        return np.array([holds(law) for law in self.table.laws], dtype=np.bool_)

    def _among(self, joint: IntArray) -> Flags:
        """(J,) whether a joint is in the list."""
        return np.isin(np.arange(len(self.number)), joint)

    def _named(self, contacts: Contacts, chosen: Flags) -> str:
        a, b = contacts.blocks[np.argmax(chosen)]
        return f"{self.assembly.names[a]!r} and {self.assembly.names[b]!r}"


def _given_way(problem: StepProblem, solution: StepSolution) -> Flags:
    """(C,) whether a contact's impulse is at the end of its cone: it moves more than the cone has left, both scaled.

    Of an impulse and a velocity that are complementary one is zero, and which is larger says which.
    """
    scaled, restore = problem.scaled
    velocity, impulse = restore.forward(solution.velocity, solution.impulse)
    moved, mu = scaled.contact_velocity(velocity, impulse), problem.mu
    speed = np.where(mu > 0.0, np.linalg.norm(moved, axis=1), np.abs(moved[:, 0]))
    left = (mu * impulse[:, 0] - np.hypot(impulse[:, 1], impulse[:, 2])) / np.sqrt(1.0 + mu * mu)
    left = np.where(mu > 0.0, left, impulse[:, 0])
    return np.asarray(speed > np.maximum(left, MOVES))


def _means(values: Array, group: IntArray, count: int) -> Array:
    """Means (count,) of values in groups."""
    size = np.bincount(group, minlength=count)
    return np.asarray(np.bincount(group, values, minlength=count) / np.maximum(size, 1))


def _rows(contacts: Contacts, chosen: IntArray) -> Contacts:
    return Contacts(**{one.name: getattr(contacts, one.name)[chosen] for one in fields(Contacts)})


def _joined(kind: type[Rows], first: Rows, second: Rows) -> Rows:
    """The rows of the one after those of the other."""
    names = [one.name for one in fields(kind)]
    return kind(**{name: np.concatenate([getattr(first, name), getattr(second, name)]) for name in names})
