"""What every formulation shares: from blocks, contacts and forces to a StepProblem.

A formulation adds three things of its own: the inertia of the step, the points at which contact is enforced, and
the compliance of the contacts.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ..collision import Contacts
from ..errors import DrystoneError, UnknownNameError, shown
from ..model import Assembly, State
from ..numerics.compiled import FloatArray, IntArray, compiled
from ..numerics.groups import connected_groups
from ..numerics.vectors import combined, cross, dot, row, scaled, subtract
from ..programs.step import AnswerLike
from ..summary import Facts, Summarised
from .elastic import ModalStep, with_modes
from .joint_rows import JointRows
from .problem import StepProblem
from .spin import momenta
from .spring_state import SpringsLeft, certain_gap, kept_overlap, kept_slip

__all__ = ["Formulation", "Inertia", "StepInputs", "Turning", "relative_velocity", "spatial_inertia"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Inertia:
    """Rotational inertia of a step: ``H`` (B, 3, 3) (kg m2) and known angular momentum ``k`` (B, 3) (N m s)."""

    H: Array
    k: Array

    @classmethod
    def of(cls, turning: "Turning") -> "Inertia":
        """Of blocks that keep their orientation in the step, and turn freely before and after it."""
        J = spatial_inertia(turning.J, turning.rotation)
        return cls(J, np.einsum("bij,bj->bi", J, turning.spin))


@dataclass(frozen=True, eq=False)
class Turning:
    """What a formulation needs to know of how the movable blocks turn in a step of ``dt`` (s).

    ``J`` (B, 3, 3): inertia in the initial orientation (kg m2). ``rotation`` (B, 3, 3) and ``spin`` (B, 3) (rad/s): at
    the start of the step. ``moment`` (B, 3): of the loads (N m). ``iterate`` (B, 3): last estimate of the spin at the
    end of the step, None at first.
    """

    J: Array
    rotation: Array
    spin: Array
    moment: Array
    dt: float
    iterate: Array | None = None

    @classmethod
    def of(cls, assembly: Assembly, state: State, force: Array, dt: float, iterate: Array | None = None) -> "Turning":
        """From a ``state``, the ``force`` (B_all, 6) (N, N m) and the estimated velocities ``iterate`` (B, 6)."""
        movable = assembly.movable
        return cls(
            J=assembly.inertia[movable],
            rotation=state.rotation[movable],
            spin=state.velocity[movable, 3:],
            moment=force[movable, 3:],
            dt=dt,
            iterate=None if iterate is None else iterate[:, 3:6],
        )

    def lost_by_euler(self, spin: Array) -> float:
        """What implicit Euler takes of the energy of rotation, 1/2 (w - w_n)'J_n (w - w_n) (J), w the ``spin`` (B, 3)
        at the end.
        """
        change = spin - self.spin
        return 0.5 * float(np.sum(change * momenta(self.J, self.rotation, change)))


@dataclass(frozen=True, eq=False)
class StepInputs(Summarised):
    """What acts on the blocks in a step.

    ``force`` (B_all, 6): external force and moment about the centroid (N, N m), gravity included. ``carried``
    (C, 3): impulses that the same contacts had in the last step, in today's frames (N s), or None. ``iterate``
    (B, 6): last estimate of the velocities at the end of the step, None at first. ``joints``: what the
    laws of the joints give to the contacts, None where all are dry. ``turning``: whether the blocks turn in the step,
    by the formulation's scheme; if not they fly freely before and after it, and their inertia is that of its place.
    ``modal``: of the modes of blocks that deform; None: all blocks are taken for rigid. ``springs``: what those of
    contacts held at the end of the last step; None: they are deformed as detection finds them, whatever they held.
    """

    force: Array
    carried: Array | None = None
    iterate: Array | None = None
    joints: JointRows | None = None
    turning: bool = True
    modal: ModalStep | None = None
    springs: SpringsLeft | None = None


class Formulation(Summarised, ABC, inline=True):
    """How the physics of a step becomes (H, k, D, phi, mu, E)."""

    name: ClassVar[str]
    description: ClassVar[str]
    reference: ClassVar[str]
    options: ClassVar[Mapping[str, Any]] = {}
    """Options of the formulation and their defaults."""
    iterative: ClassVar[bool] = False
    """Whether the step depends on its own end velocity, so that repeating it sharpens the answer."""

    def __init__(self, **options: Any) -> None:
        for key in options:
            if key not in self.options:
                known = self.options or ["none"]
                raise UnknownNameError(f"option of formulation {self.name!r}", key, known)
        self.settings = {**self.options, **options}

    def with_options(self, **options: Any) -> "Formulation":
        """The same formulation with these options beside the settings that it has; itself where there are none."""
        return type(self)(**{**self.settings, **options}) if options else self

    @property
    def has_springs(self) -> bool:
        """Whether its contacts are springs, whatever the joints are: it has a `compliance` of its own."""
        return type(self).compliance is not Formulation.compliance

    @property
    def most_programs(self) -> int:
        """How many programs a step may take; see `corrected`."""
        return 1

    @property
    def friction_tolerance(self) -> float:
        """`Certificate.friction` with which a step counts as settled."""
        return 0.0

    def corrected(self, tries: Sequence[tuple[StepProblem, AnswerLike]]) -> StepProblem | None:
        """The step as its ``tries`` so far and their answers show that it should be; None where the last is right."""
        return None

    @abstractmethod
    def inertia(self, turning: Turning) -> Inertia:
        """Rotational inertia of the step, where the blocks turn in it (`StepInputs.turning`): by implicit Euler."""

    def imbalance(self, turning: Turning, spin: Array, impulse: Array) -> Array:
        """Angular momentum (B, 3) (N m s) at the end of the step beyond what it should be, with the ``spin`` (B, 3).

        ``impulse`` (B, 3): of all moments, loads and contacts (N m s). Zero where the step is not iterative.
        """
        return np.zeros_like(spin)

    def dissipation(self, turning: Turning, spin: Array) -> float:
        """Energy of rotation (J) that the scheme itself takes in a step that ends with the ``spin`` (B, 3).

        Of implicit Euler, 1/2 (w - w_n)'J_n (w - w_n), as it takes 1/2 m |v - v_n|^2 of the energy of translation.
        """
        return turning.lost_by_euler(spin)

    def contact_points(self, contacts: Contacts) -> tuple[Array, Array]:
        """Points (C, 3), (C, 3) of block a and of block b at which contact is enforced (m)."""
        return contacts.point_a, contacts.point_b

    def known_points(self, contacts: Contacts) -> tuple[Array, Array]:
        """`contact_points`; DrystoneError where they are not two arrays (C, 3)."""
        points: object = self.contact_points(contacts)
        if not isinstance(points, tuple | list) or len(points) != 2:
            raise DrystoneError(
                f"contact_points of the formulation {self.name!r} returns {shown(points)}; expected two arrays of the "
                f"shape ({contacts.count}, 3), the points of the first blocks and of the second"
            )
        for side in points:
            self._check_shape("contact_points", side, (contacts.count, 3))
        return points[0], points[1]

    def _known_inertia(self, turning: Turning) -> Inertia:
        """`inertia`; DrystoneError where it is none of as many blocks."""
        found: object = self.inertia(turning)
        if not isinstance(found, Inertia):
            raise DrystoneError(
                f"inertia of the formulation {self.name!r} returns {shown(found)}; expected a "
                "drystone.formulations.base.Inertia"
            )
        self._check_shape("inertia (its H)", found.H, turning.J.shape)
        self._check_shape("inertia (its k)", found.k, turning.spin.shape)
        return found

    def _check_shape(self, what: str, value: object, shape: tuple[int, ...]) -> None:
        """DrystoneError where a method of the formulation returns another thing than an array of this shape: compiled
        code would read beyond it, or one block's numbers be those of all.
        """
        if not isinstance(value, np.ndarray) or value.shape != shape:
            raise DrystoneError(
                f"{what} of the formulation {self.name!r} returns {shown(value)}; expected an array of the shape "
                f"{shape}"
            )

    def approach(self, assembly: Assembly, state: State, problem: StepProblem) -> Array:
        """Velocities (C, 3) (m/s) at the contacts of a step that all blocks, fixed ones too, have in ``state``."""
        contacts = problem.contacts
        movable = problem.apply_transpose(state.motion(assembly.movable, problem.dofs))
        if contacts is None:
            return movable
        points = self.known_points(contacts)
        return movable + given_velocity(contacts.blocks, contacts.frame, *points, assembly.index, state)

    def caution(self, turning: Turning) -> str | None:
        """What a user should know of blocks that turn so far in a step; None where the formulation copes with it."""
        return None

    def compliance(self, assembly: Assembly, contacts: Contacts, dt: float) -> Array:
        """E (C, 3) of the step; zero for rigid contact."""
        return np.zeros((contacts.count, 3))

    def discretise(
        self, assembly: Assembly, state: State, contacts: Contacts, inputs: StepInputs, dt: float
    ) -> StepProblem:
        """The step from ``state`` over ``dt`` (s); ``state.velocity`` of fixed blocks is their velocity in it."""
        if not dt > 0:
            raise DrystoneError(f"dt is {dt}; the step must be positive (s)")
        movable = assembly.movable
        velocity = state.velocity[movable]
        mass = assembly.mass[movable]
        turning = Turning.of(assembly, state, inputs.force, dt, inputs.iterate)
        rotation = self._known_inertia(turning) if inputs.turning else Inertia.of(turning)
        H = np.zeros((len(movable), 6, 6))
        H[:, (0, 1, 2), (0, 1, 2)] = mass[:, None]
        H[:, 3:, 3:] = rotation.H
        k = inputs.force[movable] * dt
        k[:, :3] += mass[:, None] * velocity[:, :3]
        k[:, 3:] += rotation.k

        points = self.known_points(contacts)
        blocks, D = contact_operator(contacts.blocks, contacts.frame, *points, assembly.index, state)
        E = self.compliance(assembly, contacts, dt)
        self._check_shape("compliance", E, (contacts.count, 3))
        gap, joints = contacts.gap, inputs.joints
        if joints is not None:
            E = joints.compliance(E, dt)
            gap = joints.gaps(E)
        problem = StepProblem(
            H=H,
            k=k,
            blocks=blocks,
            D=D,
            phi=_gaps(gap, points, E[:, 0], contacts, inputs, dt),
            mu=contacts.friction,
            E=E,
            dt=dt,
            prescribed=given_velocity(contacts.blocks, contacts.frame, *points, assembly.index, state),
            memory=kept_slip(E, inputs.carried),
            contacts=contacts,
            support_velocity=support_velocity(contacts.blocks, assembly.index, state),
        )
        if inputs.modal is not None:
            problem = with_modes(problem, inputs.modal, assembly, state)
        return problem if joints is None else joints.applied(problem, state.motion(movable, problem.dofs))

    def _summary(self) -> Facts:
        yield "", f"{self.name!r}"
        yield from ((key.replace("_", " "), str(value)) for key, value in self.settings.items())


def relative_velocity(contacts: Contacts, arms: tuple[Array, Array], velocity: Array) -> Array:
    """Velocities (C, 3) [n, t1, t2] (m/s) of block b relative to block a at the contacts.

    ``arms`` (C, 3) (m): from the centroids to the points of a and of b. ``velocity`` (B_all, 6): of all blocks.
    """
    arm_a, arm_b = (np.ascontiguousarray(arm) for arm in arms)
    # a copy may be written: for an array that may not the kernel would be compiled once more
    return _relative_velocity(contacts.blocks, contacts.frame, arm_a, arm_b, np.array(velocity, order="C"))


def contact_operator(
    pairs: IntArray, frame: Array, point_a: Array, point_b: Array, index: IntArray, state: State
) -> tuple[IntArray, Array]:
    """Movable blocks (C, 2) of the contacts and D (C, 2, 6, 3).

    ``pairs`` (C, 2): blocks of each contact; ``frame`` (C, 3, 3): rows n, t1, t2; points (C, 3) of block a and of
    block b (m); ``index`` (B_all,): place among the movable blocks, -1 for a fixed one. A movable side of a contact
    has the columns [t; r x t] for t = n, t1, t2, minus on side a; a fixed side is zero.
    """
    points = (np.ascontiguousarray(point_a), np.ascontiguousarray(point_b))
    return _contact_operator(pairs, frame, *points, index, state.position)


def given_velocity(
    pairs: IntArray, frame: Array, point_a: Array, point_b: Array, index: IntArray, state: State
) -> Array:
    """What the velocities of fixed blocks add to the contact velocities (C, 3) (m/s); see `contact_operator`."""
    if not np.any(state.velocity[index < 0]):
        return np.zeros((len(pairs), 3))
    arm_a, arm_b = point_a - state.position[pairs[:, 0]], point_b - state.position[pairs[:, 1]]
    return _relative_velocity(pairs, frame, arm_a, arm_b, np.where((index < 0)[:, None], state.velocity, 0.0))


def support_velocity(pairs: IntArray, index: IntArray, state: State) -> Array:
    """Velocities (B, 6) (m/s, rad/s) with which movable blocks would ride on their supports.

    ``pairs`` (C, 2): blocks of each contact. Blocks that contacts connect ride as one rigid body, whose motion is the
    mean of those of the fixed blocks at all their contacts with such.
    """
    if not np.any(state.velocity[index < 0]):
        return np.zeros((int(np.max(index, initial=-1)) + 1, 6))
    return _support_velocity(pairs, index, state.position, np.array(state.velocity, order="C"))


@compiled
def _support_velocity(pairs: IntArray, index: IntArray, position: FloatArray, velocity: FloatArray) -> FloatArray:
    ends = np.empty((len(pairs), 2), np.int64)
    for c in range(len(pairs)):
        ends[c, 0], ends[c, 1] = index[pairs[c, 0]], index[pairs[c, 1]]
    movable = np.flatnonzero(index >= 0)
    group, groups = connected_groups(ends, len(movable))
    mean, count = np.zeros((groups, 6)), np.zeros(groups)  # of the motions at the origin
    for c in range(len(pairs)):
        for side in range(2):
            support, borne = pairs[c, side], ends[c, 1 - side]
            if ends[c, side] < 0 <= borne:
                spin = (velocity[support, 3], velocity[support, 4], velocity[support, 5])
                turning = cross(spin, row(position, support))
                count[group[borne]] += 1.0
                for j in range(3):
                    mean[group[borne], j] += velocity[support, j] - turning[j]
                    mean[group[borne], 3 + j] += spin[j]
    riding = np.empty((len(movable), 6))
    for b in range(len(movable)):
        motion = mean[group[b]] / max(count[group[b]], 1.0)
        turning = cross((motion[3], motion[4], motion[5]), row(position, movable[b]))
        for j in range(3):
            riding[b, j], riding[b, 3 + j] = motion[j] + turning[j], motion[3 + j]
    return riding


@compiled
def _contact_operator(
    pairs: IntArray, frame: FloatArray, point_a: FloatArray, point_b: FloatArray, index: IntArray, position: FloatArray
) -> tuple[IntArray, FloatArray]:
    blocks = np.empty((len(pairs), 2), np.int64)
    D = np.zeros((len(pairs), 2, 6, 3))
    for c in range(len(pairs)):
        for side in range(2):
            block = pairs[c, side]
            blocks[c, side] = index[block]
            if index[block] >= 0:
                sign = 1.0 if side else -1.0
                arm = subtract(row(point_b if side else point_a, c), row(position, block))
                for j in range(3):
                    along = scaled(row(frame[c], j), sign)
                    turning = cross(arm, along)
                    for i in range(3):
                        D[c, side, i, j] = along[i]
                        D[c, side, 3 + i, j] = turning[i]
    return blocks, D


@compiled
def _relative_velocity(
    pairs: IntArray, frame: FloatArray, arm_a: FloatArray, arm_b: FloatArray, velocity: FloatArray
) -> FloatArray:
    relative = np.empty((len(pairs), 3))
    for c in range(len(pairs)):
        a, b = pairs[c, 0], pairs[c, 1]
        spin_a = (velocity[a, 3], velocity[a, 4], velocity[a, 5])
        spin_b = (velocity[b, 3], velocity[b, 4], velocity[b, 5])
        of_a = combined(row(velocity, a), cross(spin_a, row(arm_a, c)), 1.0)
        moving = subtract(combined(row(velocity, b), cross(spin_b, row(arm_b, c)), 1.0), of_a)
        for j in range(3):
            relative[c, j] = dot(row(frame[c], j), moving)
    return relative


def spatial_inertia(J: Array, rotation: Array) -> Array:
    """R J R', (B, 3, 3)."""
    return rotation @ J @ np.swapaxes(rotation, 1, 2)


def _gaps(
    gap: Array, points: tuple[Array, Array], E: Array, contacts: Contacts, inputs: StepInputs, dt: float
) -> Array:
    """The gaps (C,) of a step without rounding, and such that springs have no more energy than they had (m)."""
    gap, joints = certain_gap(gap, points, E, inputs.carried, dt), inputs.joints
    if inputs.springs is None or not np.any(E):
        return gap
    compliance = E if joints is None else np.where(joints.spring, 0.0, E)
    return kept_overlap(gap, compliance, contacts.key, contacts.share, inputs.springs, dt)
