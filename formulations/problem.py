"""The step: one time step of an assembly as arrays, whatever the formulation that made it."""

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..collision import Contacts
from ..errors import DrystoneError, UnknownNameError
from ..solvers.program import ConicProgram, ConicSolution
from ..solvers.structured import apply, apply_transpose
from . import blocks as dense
from . import forms
from .scaling import Scaling, scale

__all__ = ["StepProblem"]

Array = NDArray[np.float64]


@dataclass(frozen=True)
class StepProblem:
    """One step: find velocities v and contact impulses gamma with

        H v = k + D gamma,     Y  ∋  gamma   ⊥   D' v + offset + E gamma   ∈  Y*
        offset = phi/dt n + prescribed + memory

    Y = { mu gamma_n >= |gamma_t| } and its dual Y* = { u_n >= mu |u_t| } contact by contact.

    ``H`` (B, 6, 6): generalised mass (kg, kg m2), symmetric positive definite. ``k`` (B, 6): known momentum
    (N s, N m s). ``blocks`` (C, 2): indices among the movable blocks, -1 for a fixed one. ``D`` (C, 2, 6, 3): one
    block for each side of the contact, zero for a fixed block; u = D'v is the velocity of b relative to a,
    [u_n, u_t1, u_t2] (m/s). ``phi`` (C,): signed gap (m), negative when the blocks overlap. ``mu`` (C,): friction
    coefficient. ``E`` (C, 3): compliance 1/(dt^2 K) (m/s per N s). ``dt``: step (s). ``prescribed`` (C, 3): relative
    velocity given by the motion of fixed blocks (m/s). ``memory`` (C, 3): rate at which the elastic deformation
    left by the last step unloads (m/s), zero without compliance. ``contacts``: the contacts the rows stand for.
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

    def __post_init__(self) -> None:
        bodies, count = len(self.H), len(self.phi)
        shapes = {
            "H": (bodies, 6, 6), "k": (bodies, 6), "blocks": (count, 2), "D": (count, 2, 6, 3), "phi": (count,),
            "mu": (count,), "E": (count, 3), "prescribed": (count, 3), "memory": (count, 3),
        }  # fmt: skip
        for name, shape in shapes.items():
            array = getattr(self, name)
            if array.shape != shape:
                raise DrystoneError(f"{name} of a step has shape {array.shape}; expected {shape}")
            if not np.all(np.isfinite(array)):
                raise DrystoneError(f"{name} of a step holds NaN or infinite values; all must be finite")
        if not self.dt > 0:
            raise DrystoneError(f"dt of a step is {self.dt}; it must be positive (s)")

    @property
    def is_local(self) -> bool:
        """False: H and D are here, see `drystone.formulations.LocalProblem`."""
        return False

    @property
    def bodies(self) -> int:
        """Number of movable blocks B."""
        return len(self.H)

    @property
    def count(self) -> int:
        """Number of contacts C."""
        return len(self.phi)

    @cached_property
    def offset(self) -> Array:
        """Known part of the contact velocity, phi/dt n + prescribed + memory, (C, 3) (m/s)."""
        offset = self.prescribed + self.memory
        offset[:, 0] += self.phi / self.dt
        return offset

    @cached_property
    def root(self) -> Array:
        """Lower Cholesky factors L (B, 6, 6) of H = L L'."""
        return dense.cholesky(self.H)

    @cached_property
    def free_velocity(self) -> Array:
        """H^-1 k, (B, 6): the velocities the blocks would have without contacts (m/s, rad/s)."""
        return dense.solve(self.root, self.k)

    @cached_property
    def operator(self) -> sp.csc_array:
        """D as a sparse (6B, 3C) matrix."""
        return forms.sparse_operator(self.D, self.blocks, self.bodies)

    def apply(self, impulse: Array) -> Array:
        """D gamma, (B, 6): momentum the impulses (C, 3) give to the blocks (N s, N m s)."""
        return apply(np.ascontiguousarray(self.D), self.blocks, np.ascontiguousarray(impulse), self.bodies)

    def apply_transpose(self, velocity: Array) -> Array:
        """D'v, (C, 3): contact velocities due to the movable blocks' velocities (B, 6) (m/s)."""
        return apply_transpose(np.ascontiguousarray(self.D), self.blocks, np.ascontiguousarray(velocity))

    def contact_velocity(self, velocity: Array, impulse: Array) -> Array:
        """D'v + offset + E gamma, (C, 3) (m/s): what the contact law has beside the impulses (C, 3)."""
        return self.apply_transpose(velocity) + self.offset + self.E * impulse

    @property
    def energy(self) -> float:
        """1/2 k'H^-1 k: the kinetic energy of the blocks without contacts (J)."""
        return 0.5 * float(np.sum(self.k * self.free_velocity))

    def velocity_of(self, impulse: Array) -> Array:
        """V = H^-1 (k + D gamma), (B, 6): the velocities that balance the momenta exactly."""
        return dense.solve(self.root, self.k + self.apply(impulse))

    def kinematic(self) -> ConicProgram:
        """The kinematic form as an explicit program; see `drystone.formulations.forms.kinematic`."""
        return forms.kinematic(self)

    def static(self) -> ConicProgram:
        """The static form as an explicit program; see `drystone.formulations.forms.static`."""
        return forms.static(self)

    def ccp(self) -> ConicProgram:
        """The cone complementarity form as an explicit program; see `drystone.formulations.forms.ccp`."""
        return forms.ccp(self)

    def program(self, form: str) -> ConicProgram:
        """The explicit program of the named form, one of "kinematic", "static", "ccp"."""
        if form not in forms.FORMS:
            raise UnknownNameError("form", form, forms.FORMS)
        return forms.FORMS[form].write(self)

    def recover(self, form: str, solution: ConicSolution) -> tuple[Array, Array]:
        """Velocity (B, 6) and impulse (C, 3) from a solution of the named form's program.

        Impulses are the variables or the constraint multipliers of the program; velocities follow from them by
        v = H^-1 (k + D gamma), so that momentum is balanced to rounding and any error shows at the contacts.
        """
        impulse = forms.FORMS[form].impulse(self, solution)
        return self.velocity_of(impulse), impulse

    def objective(self, form: str, velocity: Array, impulse: Array) -> float:
        """Value of the named form's program at a point (J); the ccp value counts its constant 1/2 k'H^-1 k."""
        elastic = 0.5 * float(np.sum(self.E * impulse**2))
        if form == "kinematic":
            momentum = np.einsum("bij,bj->bi", self.H, velocity)
            return float(np.sum(velocity * (0.5 * momentum - self.k))) + elastic
        momentum = dense.forward(self.root, self.k + self.apply(impulse))
        return 0.5 * float(np.sum(momentum**2)) + float(np.sum(impulse * self.offset)) + elastic

    @cached_property
    def scaled(self) -> "tuple[StepProblem, Scaling]":
        """The same step in variables of order one, and the map back to physical units."""
        scaling = scale(self)
        return scaling.scaled_step(self, _replaced), scaling


def _replaced(problem: StepProblem, **changes: Any) -> StepProblem:
    """The step with other arrays of the same shapes, which need no checks."""
    step = object.__new__(type(problem))
    for field in fields(problem):
        object.__setattr__(step, field.name, changes.get(field.name, getattr(problem, field.name)))
    return step
