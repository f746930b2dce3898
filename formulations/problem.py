"""The step: one time step of an assembly as arrays, whatever the formulation that made it."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..checks import instance_of, one_of, shaped
from ..collision import Contacts
from ..numerics import stacks as dense
from ..numerics.contact_operator import apply, apply_transpose
from ..numerics.interfaces import Interfaces, find_interfaces
from ..programs import ConicProgram, ConicSolution
from ..summary import Facts, Summarised, counted, span
from . import forms
from .scaling import Scaling, scale
from .step_checks import check_step, numbers, without_definite

__all__ = ["StepProblem", "widened"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class StepProblem(Summarised):
    """One step: find velocities v and contact impulses gamma with

        H v = k + D gamma,     Y  ∋  gamma + bond n   ⊥   D' v + offset + E gamma   ∈  Y*
        offset = (phi/dt - rebound) n + prescribed + memory

    Y = { mu gamma_n >= |gamma_t| } and its dual Y* = { u_n >= mu |u_t| } contact by contact.

    ``H`` (B, n, n): generalised mass (kg, kg m2), symmetric positive definite. ``k`` (B, n): known momentum
    (N s, N m s). n, the degrees of freedom of a body, is H's: 6 for rigid blocks, the same for all bodies of a step.
    ``blocks`` (C, 2): indices among the movable blocks, -1 for a fixed one. ``D`` (C, 2, n, 3): one
    block for each side of the contact, zero for a fixed block; u = D'v is the velocity of b relative to a,
    [u_n, u_t1, u_t2] (m/s). ``phi`` (C,): signed gap (m), negative when the blocks overlap. ``mu`` (C,): friction
    coefficient. ``E`` (C, 3): compliance 1/(dt^2 K) (m/s per N s). ``dt``: step (s). ``prescribed`` (C, 3): relative
    velocity given by the motion of fixed blocks (m/s). ``memory`` (C, 3): rate at which the elastic deformation
    left by the last step unloads (m/s), zero without compliance. ``contacts``: the contacts the rows stand for.
    ``bond`` (C,): tension that the contact can bear (N s), the distance by which its cone is shifted, zero in dry
    contacts. ``rebound`` (C,): by how much u_n must exceed -phi/dt (m/s), zero without restitution.
    ``support_velocity`` (B, n): velocities that blocks have where they ride on moving supports (m/s, rad/s), zero
    unless given. It is no part of the law: accuracy is asked for as seen from there (`scaled`).
    ``associated``: whether the law above is what is meant. Where it is not, the step is one of a sequence that ends at
    Coulomb's law: ``memory`` has on its normal row De Saxcé's correction, the mu |u_t| that is assumed
    (`drystone.formulations.coulomb`), and `Certificate.friction` says how far from the truth that is.

    Arrays of other real types are converted, others are taken as they are and not to be changed in place: what was
    computed of a step is kept. `dataclasses.replace` makes another. `DrystoneError` for other shapes, numbers that are
    not finite, an H that is not symmetric positive definite, a negative mu, E or bond, blocks that there are not, and
    contacts between two fixed blocks or of a block with itself.

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> step.bodies, step.count, step.program("ccp").size
    (2, 8, (24, 24))
    """

    H: Array
    k: Array
    blocks: NDArray[np.int64]
    D: Array
    phi: Array
    mu: Array
    E: Array
    dt: float
    prescribed: Array
    memory: Array
    contacts: Contacts | None = None
    associated: bool = True
    bond: Array = field(default_factory=lambda: np.zeros(0))
    rebound: Array = field(default_factory=lambda: np.zeros(0))
    support_velocity: Array = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        check_step(self)
        self.root  # noqa: B018 - needed by whoever solves the step, and an error where H is not positive definite

    @property
    def is_local(self) -> bool:
        """False: H and D are here, see `drystone.formulations.LocalProblem`."""
        return False

    @property
    def bodies(self) -> int:
        """Number of movable blocks B."""
        return len(self.H)

    @property
    def dofs(self) -> int:
        """Degrees of freedom n of a body, the same for all: 6 for rigid blocks."""
        return self.H.shape[1]

    @property
    def count(self) -> int:
        """Number of contacts C."""
        return len(self.phi)

    @cached_property
    def offset(self) -> Array:
        """Known part of the contact velocity, (phi/dt - rebound) n + prescribed + memory, (C, 3) (m/s)."""
        offset = self.prescribed + self.memory
        offset[:, 0] += self.phi / self.dt - self.rebound
        return offset

    @cached_property
    def root(self) -> Array:
        """Lower Cholesky factors L (B, n, n) of H = L L'."""
        try:
            return dense.cholesky(self.H)
        except np.linalg.LinAlgError:
            raise without_definite(self.H) from None

    @cached_property
    def free_velocity(self) -> Array:
        """H^-1 k, (B, n): the velocities the blocks would have without contacts (m/s, rad/s)."""
        return dense.solve(self.root, self.k)

    @cached_property
    def operator(self) -> sp.csc_array:
        """D as a sparse (nB, 3C) matrix."""
        return forms.sparse_operator(self.D, self.blocks, self.bodies)

    @cached_property
    def interfaces(self) -> Interfaces | None:
        """The interfaces of D, see `drystone.numerics.interfaces`; None where it has none."""
        identity = np.broadcast_to(np.eye(self.dofs), self.H.shape)
        D = np.ascontiguousarray(self.D)
        return find_interfaces(D, self.blocks, np.ascontiguousarray(identity), np.ones(self.count))

    def apply(self, impulse: Array) -> Array:
        """D gamma, (B, n): momentum the impulses (C, 3) give to the blocks (N s, N m s)."""
        impulse = np.ascontiguousarray(shaped(impulse, (self.count, 3), "impulse"))
        return apply(np.ascontiguousarray(self.D), self.blocks, impulse, self.bodies)

    def apply_transpose(self, velocity: Array) -> Array:
        """D'v, (C, 3): contact velocities due to the movable blocks' velocities (B, n) (m/s)."""
        velocity = np.ascontiguousarray(shaped(velocity, self.k.shape, "velocity"))
        return apply_transpose(np.ascontiguousarray(self.D), self.blocks, velocity)

    def contact_velocity(self, velocity: Array, impulse: Array) -> Array:
        """D'v + offset + E gamma, (C, 3) (m/s): what the contact law has beside the impulses (C, 3)."""
        return self.apply_transpose(velocity) + self.offset + self.E * shaped(impulse, (self.count, 3), "impulse")

    @property
    def energy(self) -> float:
        """1/2 k'H^-1 k: the kinetic energy of the blocks without contacts (J)."""
        return 0.5 * float(np.sum(self.k * self.free_velocity))

    def velocity_of(self, impulse: Array) -> Array:
        """v = H^-1 (k + D gamma), (B, n): the velocities that balance the momenta exactly."""
        return dense.solve(self.root, self.k + self.apply(impulse))

    @cached_property
    def is_bonded(self) -> bool:
        """Whether any contact bears tension."""
        return bool(np.any(self.bond > 0.0))

    @property
    def shifted(self) -> "StepProblem":
        """The same step without bonds, for the impulses gamma + bond n; itself where there are none.

        Its k is k - D (bond n) and its offset is less by E bond n: what it means is the same, and its cones start at
        zero, as the forms and the solvers have them.
        """
        return self._without_bonds if self.is_bonded else self  # kept, itself would never be freed by its last user

    @cached_property
    def _without_bonds(self) -> "StepProblem":
        prescribed = self.prescribed.copy()
        prescribed[:, 0] -= self.E[:, 0] * self.bond
        k = self.k - self.apply(self.normal_impulse(self.bond))
        return _replaced(self, k=k, prescribed=prescribed, bond=np.zeros(self.count))

    @property
    def _seen_from_supports(self) -> "StepProblem":
        """The same step for the velocities less `support_velocity`; itself where that is zero."""
        if not np.any(self.support_velocity):
            return self
        momentum = np.einsum("bij,bj->bi", self.H, self.support_velocity)
        step = _replaced(
            self,
            k=self.k - momentum,
            prescribed=self.prescribed + self.apply_transpose(self.support_velocity),
            support_velocity=np.zeros_like(self.k),
        )
        step.__dict__["root"] = self.root
        return step

    @staticmethod
    def normal_impulse(size: Array) -> Array:
        """Impulses (C, 3) along the normals, of sizes (C,) (N s)."""
        size = shaped(size, (None,), "size")
        impulse = np.zeros((len(size), 3))
        impulse[:, 0] = size
        return impulse

    def assuming(self, velocity: Array, impulse: Array | None = None) -> "StepProblem":
        """The step of Coulomb's law with the correction mu |u_t| of these velocities (B, n) and impulses (C, 3).

        Impulses count where the contacts are compliant. It shares what does not depend on the correction with this
        step, its scaling among it.
        """
        contact = self.apply_transpose(velocity) + self.offset
        if impulse is not None:
            contact += self.E * shaped(impulse, (self.count, 3), "impulse")
        return self.correcting(self.mu * np.hypot(contact[:, 1], contact[:, 2]))

    def correcting(self, correction: Array) -> "StepProblem":
        """As `assuming`, with the correction (C,) itself (m/s)."""
        memory = self.memory.copy()
        memory[:, 0] = shaped(correction, (self.count,), "correction")
        step = _replaced(self, memory=memory, associated=False)
        kept = self.__dict__
        if "root" in kept:
            step.__dict__["root"] = self.root
        if "scaled" in kept:
            scaled, scaling = self.scaled
            changed = _replaced(scaled, memory=scaling.speeds(memory), associated=False)
            changed.__dict__["interfaces"] = scaled.interfaces
            step.__dict__["scaled"] = changed, scaling
        return step

    def changed(self, **arrays: Array) -> "StepProblem":
        """The step with other ``phi``, ``memory`` or ``rebound`` of the same shapes, which are not checked; the factors
        of H are kept.
        """
        step = _replaced(self, **arrays)
        step.__dict__["root"] = self.root
        return step

    @property
    def uncorrected(self) -> "StepProblem":
        """The same step without De Saxcé's correction, of which the law is associated."""
        if self.associated:
            return self
        memory = self.memory.copy()
        memory[:, 0] = 0.0
        return replace(self, memory=memory, associated=True)

    def kinematic(self) -> ConicProgram:
        """The kinematic form as an explicit program; see `drystone.formulations.forms.kinematic`.

        This form and the others are those of `shifted`: with bonds their impulses are gamma + bond n, and `recover`
        leads back.
        """
        return forms.kinematic(self.shifted)

    def static(self) -> ConicProgram:
        """The static form as an explicit program; see `drystone.formulations.forms.static`."""
        return forms.static(self.shifted)

    def ccp(self) -> ConicProgram:
        """The cone complementarity form as an explicit program; see `drystone.formulations.forms.ccp`."""
        return forms.ccp(self.shifted)

    def program(self, form: str) -> ConicProgram:
        """The explicit program of the named form, one of "kinematic", "static", "ccp"."""
        return forms.STEP_FORMS[one_of(form, forms.STEP_FORMS, "form")].write(self.shifted)

    def recover(self, form: str, solution: ConicSolution) -> tuple[Array, Array]:
        """Velocity (B, n) and impulse (C, 3) from a solution of the named form's program.

        Impulses are the variables or the constraint multipliers of the program; velocities follow from them by
        v = H^-1 (k + D gamma), so that momentum is balanced to rounding and any error shows at the contacts.
        """
        instance_of(solution, ConicSolution, "solution")
        chosen = forms.STEP_FORMS[one_of(form, forms.STEP_FORMS, "form")]
        impulse = chosen.impulse(self, solution) - self.normal_impulse(self.bond)
        return self.velocity_of(impulse), impulse

    def objective(self, form: str, velocity: Array, impulse: Array) -> float:
        """Value of the named form's program at a point (J); the ccp value counts its constant 1/2 k'H^-1 k."""
        form = one_of(form, forms.STEP_FORMS, "form")
        velocity, impulse = shaped(velocity, self.k.shape, "velocity"), shaped(impulse, (self.count, 3), "impulse")
        if self.is_bonded:
            return self.shifted.objective(form, velocity, impulse + self.normal_impulse(self.bond))
        elastic = 0.5 * float(np.sum(self.E * impulse**2))
        if form == "kinematic":
            momentum = np.einsum("bij,bj->bi", self.H, velocity)
            return float(np.sum(velocity * (0.5 * momentum - self.k))) + elastic
        momentum = dense.forward(self.root, self.k + self.apply(impulse))
        return 0.5 * float(np.sum(momentum**2)) + float(np.sum(impulse * self.offset)) + elastic

    @cached_property
    def scaled(self) -> "tuple[StepProblem, Scaling]":
        """The same step in variables of order one, seen from the supports, and the map back to physical units."""
        seen = self._seen_from_supports
        scaling = scale(seen, self.support_velocity)
        step = _replaced(seen.shifted, **scaling.scaled_parts(seen.shifted))
        step.__dict__["interfaces"] = scaling.interfaces
        return step, scaling

    def _summary(self) -> Facts:
        yield "", f"of {self.dt:.6g} s"
        yield "movable blocks", str(self.bodies)
        yield "contacts", str(self.count)
        yield "gap", span(self.phi, "m")
        yield (
            "friction",
            f"{span(self.mu)}, {'associated' if self.associated else 'of Coulomb, a step of the sequence'}",
        )
        yield "compliance", span(self.E, "m/s per N s") if np.any(self.E) else "none"
        yield "bonds", f"at {counted(int(np.sum(self.bond > 0.0)), 'contact')}" if self.is_bonded else "none"
        yield "kinetic energy", f"{self.energy:.6g} J without contacts"


def _replaced(problem: StepProblem, **changes: Any) -> StepProblem:
    """The step with other arrays of the same shapes, which need no checks."""
    step, known = object.__new__(type(problem)), vars(problem)
    vars(step).update({one: known[one] for one in problem.__dataclass_fields__} | changes)
    return step


def widened(problem: StepProblem, mass: Array, momentum: Array, operator: Array) -> StepProblem:
    """The step with m more degrees of freedom a body, no two of which share mass, nor one with those there are.

    ``mass`` (B, m), all positive, ``momentum`` (B, m) and ``operator`` (C, 2, m, 3): rows of H's diagonal, of k and
    of D; supports do not move them. `DrystoneError` where momentum or operator are not finite.
    """
    (bodies, m), n = mass.shape, problem.dofs
    numbers(momentum, (bodies, m), "k of a step")
    numbers(operator, (problem.count, 2, m, 3), "D of a step")
    place = np.arange(n, n + m)
    H, root = np.zeros((bodies, n + m, n + m)), np.zeros((bodies, n + m, n + m))
    H[:, :n, :n], root[:, :n, :n] = problem.H, problem.root
    H[:, place, place], root[:, place, place] = mass, np.sqrt(mass)
    step = _replaced(
        problem,
        H=H,
        k=np.concatenate([problem.k, momentum], axis=1),
        D=np.concatenate([problem.D, operator], axis=2),
        support_velocity=np.concatenate([problem.support_velocity, np.zeros((bodies, m))], axis=1),
    )
    step.__dict__["root"] = root
    return step
