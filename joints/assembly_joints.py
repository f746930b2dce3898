"""All joints of an assembly: what their laws give to a step, and how the step leaves them."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ..checks import finite_array
from ..collision import Contacts, detect, joint_areas, mean_faces, point_shares, tributary_areas
from ..errors import DrystoneError
from ..formulations import JointRows, StepProblem
from ..formulations.elastic import displaced
from ..model import Assembly, State
from ..model.joints import Joint
from ..model.pairs import pair_number, places
from ..model.update import update
from ..numerics.compiled import IntArray
from ..programs.step import AnswerLike
from ..summary import Summarised
from .base import JointLaw, JointMemory
from .registry import JOINT_LAWS
from .strengths import Strengths
from .ties import Ties, TieWork

__all__ = ["TIES", "Acting", "Joints"]

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]

Rows = TypeVar("Rows", Contacts, JointRows)

TOUCH = 1e-4
"""Blocks nearer than this at first are joined, in lengths of the assembly: as much as they may overlap."""

CORNERS = 4.0
"""Over the `point_shares` of a corner this is one: what is given per contact is given for a corner."""

NAMED = 5
"""Joints at most that a warning names."""

MOVES = 1e-6
"""Scaled contact velocity below which a contact has not given way; one is what a step's forces do to a free block."""

ROUNDING = 1e-9
"""Relative difference of forces that is none."""

TIES = "ties"
"""Name under which the plastic elongations of ties are among what joints remember."""


@dataclass(frozen=True, eq=False)
class Acting(Summarised):
    """What the joints had in one step, for `Joints.after` and `Joints.strengths`.

    ``law``, ``joint`` (C,): of the contacts, -1 for no joint. ``area`` (C,): of strengths. ``bonded`` (C,): whether
    they bear tension. ``brittle`` (C,): whether that is lost where they give way. ``limit`` (C,): the tension (N) at
    which it is lost within the cone. ``chosen``: the bonds of each law with memory that are not broken, whose rows
    follow the contacts in this order. ``foreseen``: of each of these laws, its bonds where the step was to lead them.
    """

    law: IntArray
    joint: IntArray
    area: Array
    bonded: Flags
    brittle: Flags
    limit: Array
    chosen: Mapping[str, IntArray]
    foreseen: Mapping[str, Contacts] = field(default_factory=dict)

    def of(self, chosen: IntArray) -> "Acting":
        """What the joints have where of all rows those in the places ``chosen`` are left, among them all bonds and
        ties.
        """
        kept = chosen[chosen < len(self.joint)]
        names = ("law", "joint", "area", "bonded", "brittle", "limit")
        return replace(self, **{name: getattr(self, name)[kept] for name in names})


class Joints:
    """The joints of an assembly: the pairs of blocks that touch in its initial state, and their laws. And its ties.

    Nothing here changes in time. A step gets its rows from `rows` and a `JointMemory`; once it is accepted, `after`
    says what they remember then. Bonds at the contacts themselves (`Joint` without ``tension_stiffness``) are dealt
    with here, those beside them by their `JointLaw`.

    The stiffness of a contact point is its law's times its share (`drystone.collision.joint_shares`) of an area that is
    a constant of the two pieces, the initial one of their joint, however many points that has and whether they are
    within reach: springs that grew stiffer as hinges open would make energy. Pieces that did not span a joint have
    the smaller of their mean faces (`drystone.collision.mean_faces`).
    """

    def __init__(self, assembly: Assembly, face_divisions: int = 1) -> None:
        """DrystoneError for a cohesion without friction, a tensile strength beyond the cone's apex, or springs with
        restitution.
        """
        self.assembly, self.table = assembly, assembly.joint_table
        if any(law.restitution > 0.0 and law.normal_stiffness is not None for law in self.table.laws):
            raise DrystoneError(
                "a joint has restitution and normal_stiffness: Newton's rebound is of rigid contact, and springs give "
                "back what they have stored; give one or the other"
            )
        self.per_contact = self._each(lambda law: law.per == "contact")
        self.brittle = self._each(lambda law: law.brittle)
        self.reach = TOUCH * assembly.length
        state = State.initial(assembly)
        found = detect(assembly, state, face_divisions=face_divisions, whole=True)
        law, touching = self.table.of_pairs(found.blocks), found.gap <= self.reach
        numbers = pair_number(found.blocks, len(assembly))
        self.number = np.unique(numbers[touching])
        joint = places(self.number, numbers)
        self.gap = _means(found.gap[touching], joint[touching], len(self.number))
        self.uneven = np.zeros(len(self.number))
        self.closed = ~np.isin(np.arange(len(self.number)), joint[~touching])  # all of its contacts touched at first
        np.maximum.at(self.uneven, joint[touching], np.abs(found.gap - np.append(self.gap, 0.0)[joint])[touching])
        span = tributary_areas(found, touching)
        part = joint_areas(found, touching, self.reach)
        patch, first = np.unique(found.key[:, 0], return_index=True)
        whole = (part / found.share)[first]
        self.patch, self.whole = patch[whole > 0.0], whole[whole > 0.0]
        self.mean_face = mean_faces(assembly.geometry)
        area = np.where(self.per_contact[law], CORNERS * point_shares(found.key), span)
        bonded = touching & (area > 0.0) & self._each(lambda one: one.is_bonded)[law]
        names = [one.law for one in self.table.laws]
        beside = bonded & self._each(lambda one: one.law is not None)[law]
        self.laws: dict[str, JointLaw] = {}
        for name in dict.fromkeys(name for name in names if name is not None):
            chosen = np.flatnonzero(beside & np.array([one == name for one in names])[law])
            own = [self.table.laws[i] for i in law[chosen]]
            self.laws[name] = JOINT_LAWS[name].of(found.chosen(chosen), joint[chosen], own, area[chosen], state)
        self.ties = Ties(assembly.tie_table) if assembly.ties else None
        remembered = {name: one.initial for name, one in self.laws.items()}
        if self.ties is not None:
            remembered[TIES] = self.ties.initial
        self.initial = JointMemory(whole=self._among(joint[bonded & ~beside]), laws=remembered)
        self._count = int(np.sum(self._among(joint[bonded])))
        self._warn_of_pairs_apart(np.unique(numbers[bonded]))
        _, rows, _ = self.rows(self.initial, found, state, 1.0)
        self.reach += float(np.max(rows.tension * rows.flexibility[:, 0] * ~rows.spring, initial=0.0))

    def _warn_of_pairs_apart(self, bound: IntArray) -> None:
        """Warn of pairs that are to be bonded by name and are not among the numbers ``bound``."""
        names, count = self.assembly.names, len(self.assembly)
        apart = [
            f"{names[key // count]!r} and {names[key % count]!r}"
            for key, law in zip(self.table.keys, self.table.values, strict=True)
            if self.table.laws[law].is_bonded and key not in bound
        ]
        if apart:
            listed = ", ".join(apart[:NAMED]) + (" and more" if len(apart) > NAMED else "")
            warnings.warn(
                f"joints without a bond: {listed} have no face in common within {TOUCH * self.assembly.length:.3g} m "
                "at the start. Move the blocks together, or leave the joints out",
                stacklevel=6,
            )

    @classmethod
    def of(cls, assembly: Assembly, face_divisions: int = 1) -> "Joints | None":
        """The joints of an assembly; None where all are dry and there are no ties."""
        return None if assembly.joint_table.is_dry and not assembly.ties else cls(assembly, face_divisions)

    def broken(self, memory: JointMemory) -> int:
        """How many joints have lost their bond."""
        alive = memory.whole.copy()
        for name, law in self.laws.items():
            alive[law.joint[law.alive(memory.laws[name])]] = True
        return self._count - int(np.sum(alive))

    def rows(
        self, memory: JointMemory, contacts: Contacts, state: State, dt: float, foreseen: Array | None = None
    ) -> tuple[Contacts, JointRows, Acting]:
        """The ``contacts`` of a step from ``state`` over ``dt`` (s), then the bonds beside them and the ties, and what
        the laws give to each.

        ``foreseen`` (B_all, 6): velocities with which the damage of the step is foreseen, those of ``state`` where
        None. All must be of one time: a ground that has gained speed under blocks that have not would tear their bonds.
        """
        law = self.table.of_pairs(contacts.blocks)
        joint = places(self.number, pair_number(contacts.blocks, len(self.assembly)))
        whole = (joint >= 0) & np.append(memory.whole, False)[joint]
        gap = contacts.gap - np.where(whole, np.append(self.gap, 0.0)[joint], 0.0)
        closed = np.append(self.closed, False)[joint]
        near = (gap <= self.reach) | (whole & (closed | ~self.brittle[law]))
        area = np.where(self.per_contact[law], CORNERS * point_shares(contacts.key), tributary_areas(contacts, near))
        bonded = whole & near & (area > 0.0)
        apex = np.where(bonded, self._apex(contacts, law, bonded), 0.0)
        limit = self._limit(contacts, law, bonded, apex)
        limit = np.multiply(limit, area, out=limit, where=np.isfinite(limit))
        chosen = {name: one.alive(memory.laws[name]) for name, one in self.laws.items()}
        acting = Acting(law, joint, area, bonded, bonded & self.brittle[law], limit, chosen)
        rows = JointRows(
            tension=apex * area,
            flexibility=self._flexibility(law, contacts),
            gap=gap,
            uneven=np.where(acting.brittle, np.append(self.uneven, 0.0)[joint], 0.0),
            restitution=self.table.of_laws("restitution", law),
            spring=np.zeros(contacts.count, dtype=np.bool_),
            slip=np.zeros((contacts.count, 2)),
        )
        moving = state if foreseen is None else state.with_velocity(foreseen)
        if any(len(places_) for places_ in chosen.values()):
            ahead = self._ahead(moving, dt)
            led = {name: self._ends(one, chosen[name], ahead) for name, one in self.laws.items()}
            acting = replace(acting, foreseen=led)
            for name, one in self.laws.items():
                ends, expected = self._ends(one, chosen[name], state), led[name]
                middle = replace(ends, point_a=ends.midpoint, point_b=ends.midpoint)
                contacts = _joined(Contacts, contacts, middle)
                rows = _joined(JointRows, rows, one.rows(memory.laws[name], chosen[name], ends, expected, dt))
        if self.ties is not None:
            tied, more = self.ties.rows(memory.laws[TIES], moving, self._ahead(moving, dt), dt)
            contacts, rows = _joined(Contacts, contacts, tied), _joined(JointRows, rows, more)
        return contacts, rows, acting

    def static_rows(self, contacts: Contacts, state: State) -> tuple[Contacts, JointRows, Acting]:
        """As `rows`, for statics: at first, with the bounds of ties between which any force may be."""
        contacts, rows, acting = self.rows(self.initial, contacts, state, 1.0)
        if self.ties is None:
            return contacts, rows, acting
        count = contacts.count - self.ties.table.count
        first, last = np.split(np.arange(contacts.count), [count])
        tied, more = self.ties.bounded(contacts.chosen(last), rows.of(last))
        contacts, rows = contacts.chosen(first), rows.of(first)
        return _joined(Contacts, contacts, tied), _joined(JointRows, rows, more), acting

    def turned(self, problem: StepProblem, answer: AnswerLike) -> StepProblem | None:
        """The step with other bounds of ties, where its answer has passed them; None where it has not."""
        return None if self.ties is None else self.ties.turned(problem, answer)

    def tie_work(self, memory: JointMemory, state: State, problem: StepProblem, answer: AnswerLike) -> TieWork | None:
        """What the step from ``state`` did to the ties, None where there are none."""
        return None if self.ties is None else self.ties.work(memory.laws[TIES], state, problem, answer)

    def strengths(self, memory: JointMemory, acting: Acting) -> Strengths:
        """The constant strengths of the contacts and of the bonds beside them; DrystoneError for a law without them."""
        area = np.where(acting.bonded, acting.area, 0.0)
        cohesion = self.table.of_laws("cohesion", acting.law) * area
        given = self.table.of_laws("tensile_strength", acting.law)
        tension = np.where(np.isnan(given), np.where(cohesion > 0.0, np.inf, 0.0), np.nan_to_num(given) * area)
        parts = [
            one.strengths(memory.laws[name], acting.chosen[name], self.assembly) for name, one in self.laws.items()
        ]
        sheared = np.concatenate([np.zeros(0), *(part[0] for part in parts)])
        pulled = np.concatenate([np.zeros(0), *(part[1] for part in parts)])
        beside = np.repeat([False, True], [len(area), len(pulled)])
        found = Strengths(np.append(cohesion, sheared), np.append(tension, pulled), beside)
        return found if self.ties is None else found.followed_by(self.ties.strengths)

    def after(
        self, memory: JointMemory, acting: Acting, problem: StepProblem, answer: AnswerLike, state: State, least: Array
    ) -> JointMemory:
        """What the joints remember after the step that had the rows of ``acting`` and ended in ``state``.

        A brittle joint breaks as a whole where one of its contacts has given way, or has more tension than its tensile
        strength by the ``least`` impulses (C, 3) that do the same as the answer's; any joint does that has no contact
        left to bear tension.
        """
        count = len(acting.joint)
        reached = _given_way(problem, answer)
        lost = acting.brittle & (reached[:count] | tense(acting, least, problem.dt))
        whole = memory.whole & self._among(acting.joint[acting.bonded]) & ~self._among(acting.joint[lost])
        laws, start = dict[str, Array](), count
        for name, one in self.laws.items():
            chosen = acting.chosen[name]
            ended = reached[start : start + len(chosen)]
            if len(chosen):
                ends, foreseen = self._ends(one, chosen, state), acting.foreseen[name]
                kept = one.after(memory.laws[name], chosen, ended, ends, foreseen, problem.dt)
                laws[name] = _checked(kept, memory.laws[name].shape, name)
            else:
                laws[name] = memory.laws[name]
            start += len(chosen)
        if self.ties is not None:
            laws[TIES] = self.ties.after(memory.laws[TIES], problem, answer)
        return JointMemory(whole, laws)

    def _ends(self, law: JointLaw, chosen: IntArray, state: State) -> Contacts:
        """The bonds of a law as contacts, as the blocks are deformed."""
        return displaced(law.contacts(chosen, state), self.assembly, state)

    def _ahead(self, state: State, dt: float) -> State:
        """The state after ``dt`` (s) where blocks keep their velocities, and modes are as implicit Euler has them under
        the forces that hold them now: their rates lead those that swing fast far beyond where they swing.
        """
        elastic = self.assembly.elastic
        moved = update(self.assembly, state, state.velocity[self.assembly.movable], dt)
        mean = state.deformation_rate / (1.0 + dt * elastic.rate + (dt * elastic.frequency) ** 2)
        return replace(moved, deformation=state.deformation + dt * mean)

    def _apex(self, contacts: Contacts, law: IntArray, bonded: Flags) -> Array:
        """Tension (C,) at the apexes of the cones, per unit of share."""
        apex = np.zeros(contacts.count)
        for i, one in enumerate(self.table.laws):
            if one.is_bonded and one.law is None:
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

    def _flexibility(self, law: IntArray, contacts: Contacts) -> Array:
        """1/K (C, 3) (m/N) of contacts."""
        pieces = contacts.key[:, 0]
        place, (one, other) = places(self.patch, pieces), np.divmod(pieces, self.assembly.geometry.piece_count)
        face = np.minimum(self.mean_face[one], self.mean_face[other])
        whole = contacts.share * np.where(place >= 0, np.append(self.whole, 0.0)[place], face)
        part = np.where(self.per_contact[law], CORNERS * point_shares(contacts.key), whole)
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


def tense(acting: Acting, impulse: Array, dt: float) -> Flags:
    """(C,) whether contacts of the joints have more tension than their joint's tensile strength within its cone."""
    return np.asarray(-impulse[: len(acting.joint), 0] > dt * acting.limit * (1.0 + ROUNDING))


def _given_way(problem: StepProblem, answer: AnswerLike) -> Flags:
    """(C,) whether a contact's impulse is at the end of its cone: it moves more than the cone has left, both scaled.

    Of an impulse and a velocity that are complementary one is zero, and which is larger says which.
    """
    scaled, restore = problem.scaled
    velocity, impulse = restore.forward(answer.velocity, answer.impulse)
    moved, mu = scaled.contact_velocity(velocity, impulse), problem.mu
    speed = np.where(mu > 0.0, np.linalg.norm(moved, axis=1), np.abs(moved[:, 0]))
    left = (mu * impulse[:, 0] - np.hypot(impulse[:, 1], impulse[:, 2])) / np.sqrt(1.0 + mu * mu)
    left = np.where(mu > 0.0, left, impulse[:, 0])
    return np.asarray(speed > np.maximum(left, MOVES))


def _means(values: Array, group: IntArray, count: int) -> Array:
    """Means (count,) of values in groups."""
    size = np.bincount(group, minlength=count)
    return np.asarray(np.bincount(group, values, minlength=count) / np.maximum(size, 1))


def _joined(kind: type[Rows], first: Rows, second: Rows) -> Rows:
    """The rows of the one after those of the other."""
    names = [one.name for one in fields(kind)]
    return kind(**{name: np.concatenate([getattr(first, name), getattr(second, name)]) for name in names})


def _checked(memory: Any, shape: tuple[int, ...], law: str) -> Array:
    """What a law, which may be a user's own, remembers; DrystoneError where it is no finite array of the shape."""
    sound = isinstance(memory, np.ndarray) and memory.dtype == np.float64 and memory.shape == shape
    if sound and np.isfinite(memory).all():
        return memory
    return finite_array(memory, shape, f"the memory that the joint law {law!r} returns from after").copy()
