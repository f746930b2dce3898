"""A step in the contacts alone, as the Frictional Contact Library stores most of its problems."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NoReturn

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..checks import instance_of, one_of, shaped, yes_no
from ..errors import DrystoneError
from ..numerics.stacks import inverse
from ..programs import ConicProgram, ConicSolution
from ..programs.step import LOCAL_FORM, no_blocks
from ..summary import Facts, Summarised, span
from . import forms
from .problem import StepProblem
from .step_checks import local_matrix, numbers, warn_of_indefinite

__all__ = ["LocalProblem", "LocalScaling"]

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class LocalProblem(Summarised):
    """A step without its blocks: find contact velocities u and impulses r with

        u = W r + q,     Y  ∋  r   ⊥   u  ∈  Y*,     Y = { mu r_n >= |r_t| } contact by contact.

    ``W`` (3C, 3C), sparse, [n, t1, t2] of one contact after the other: symmetric positive semidefinite and usually
    singular (1/kg), D'H^-1 D + E of a `StepProblem`; ``q`` (C, 3): contact velocities without impulses,
    D'H^-1 k + offset (m/s); ``mu`` (C,): friction coefficients. There is no H and no D, so that only the form "ccp"

        min over r    1/2 r'W r + q'r     s.t.   r ∈ Y

    can be written, and only solvers that are given this program or need no more than W can solve it
    (`Solver.takes_local`). A solution has no velocities, shape (0, 6). Where W is singular r is not unique: compare the
    objective and u = `contact_velocity`, never r.

    `DrystoneError` for shapes that do not agree, numbers that are not finite, a negative mu, a W that differs from its
    transpose by more than 1e-6 of its largest entry, and one that has an eigenvalue below -1e-3 where every contact's
    diagonal block is scaled to trace one; from -1e-9 down to there, a warning.

    With ``associated`` false Coulomb's law is meant: u + mu |u_t| n stands in place of u. The problem is then, as a
    `StepProblem` is, one of a sequence of programs: ``memory`` (C, 3) has on its normal row the correction
    s = mu |u_t| that is assumed (m/s), and Y ∋ r ⊥ u + memory ∈ Y* is a convex program. `drystone.solve` solves the law
    itself; `Certificate.natural` and ``friction`` tell its error.

    (V. Acary, M. Brémond, T. Koziara, F. Pérignon, FCLIB: a collection of discrete 3D frictional contact problems,
    INRIA RT-0444, 2014. Its problems are meant with Coulomb's law; the associated one is their relaxation.)

    >>> import drystone as ds
    >>> from drystone.structures import column
    >>> step = ds.step_problem(column(2), dt=1e-3)
    >>> local = ds.LocalProblem.of(step)
    >>> local.W.shape, ds.solve(local, form="ccp").solved
    ((24, 24), True)
    """

    W: sp.csc_array
    q: Array
    mu: Array
    associated: bool = True
    memory: Array = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        mu = numbers(self.mu, (None,), "mu of a local problem", least=0.0)
        put = object.__setattr__
        put(self, "mu", np.ascontiguousarray(mu))
        put(self, "q", np.ascontiguousarray(numbers(self.q, (len(mu), 3), "q of a local problem")))
        put(self, "W", local_matrix(self.W, len(mu)))
        yes_no(self.associated, "associated of a local problem")
        absent = isinstance(self.memory, np.ndarray) and not self.memory.size
        memory = np.zeros((len(mu), 3)) if absent else self.memory
        put(self, "memory", np.ascontiguousarray(numbers(memory, (len(mu), 3), "memory of a local problem")))
        warn_of_indefinite(self.scaled[0].W)

    @classmethod
    def of(cls, step: StepProblem) -> "LocalProblem":
        """The step with its blocks eliminated: W = D'H^-1 D + E, q = D'H^-1 k + offset, the law and the correction
        that it assumes as the step's.

        DrystoneError for a step with bonds, which this problem has no place for.
        """
        instance_of(step, StepProblem, "step")
        if step.is_bonded:
            raise DrystoneError(
                "a step with bonds is no local problem; give its `shifted`, in which the impulses are gamma + bond n"
            )
        whitened = forms.block_diagonal(inverse(step.root)) @ step.operator if step.bodies else None
        W = sp.diags_array(step.E.ravel())
        if whitened is not None:
            W = W + whitened.T @ whitened
        q, memory = step.apply_transpose(step.free_velocity) + step.offset, np.zeros((step.count, 3))
        if not step.associated:
            memory[:, 0] = step.memory[:, 0]
        return _known(sp.csc_array(W), q - memory, np.ascontiguousarray(step.mu), step.associated, memory)

    @property
    def is_local(self) -> bool:
        """True: a solver finds neither H nor D here."""
        return True

    @property
    def bodies(self) -> int:
        """No blocks are known: 0."""
        return 0

    @property
    def count(self) -> int:
        """Number of contacts C."""
        return len(self.mu)

    @property
    def H(self) -> Array:
        """No masses, (0, 6, 6)."""
        return np.zeros((0, 6, 6))

    @property
    def k(self) -> Array:
        """No momenta, (0, 6)."""
        return np.zeros((0, 6))

    @property
    def phi(self) -> Array:
        """No gaps are known, (C,) zeros: they are in q."""
        return np.zeros(self.count)

    @property
    def E(self) -> Array:
        """No compliance is known, (C, 3) zeros: it is in W."""
        return np.zeros((self.count, 3))

    @property
    def offset(self) -> Array:
        """q + memory, (C, 3) (m/s)."""
        return self.q + self.memory

    @property
    def blocks(self) -> NDArray[np.int64]:
        """DrystoneError: the blocks of a local problem are not known."""
        _refuse()

    @property
    def D(self) -> Array:
        """DrystoneError: a local problem has none."""
        _refuse()

    @property
    def operator(self) -> sp.csc_array:
        """DrystoneError: a local problem has none."""
        _refuse()

    @property
    def interfaces(self) -> None:
        """None: there is no D."""
        return None

    @cached_property
    def delassus(self) -> sp.bsr_array:
        """W in 3 x 3 blocks, for methods that go from contact to contact."""
        return sp.bsr_array(self.W, blocksize=(3, 3))

    def apply(self, impulse: Array) -> Array:
        """Momentum of no blocks, (0, 6)."""
        shaped(impulse, (self.count, 3), "impulse")
        return np.zeros((0, 6))

    def apply_transpose(self, velocity: Array) -> Array:
        """Contact velocities due to no blocks, (C, 3) zeros."""
        shaped(velocity, (0, 6), "velocity")
        return np.zeros((self.count, 3))

    def contact_velocity(self, velocity: Array, impulse: Array) -> Array:
        """u + memory = W r + q + memory, (C, 3) (m/s)."""
        shaped(velocity, (0, 6), "velocity")
        speeds: Array = self.W @ shaped(impulse, (self.count, 3), "impulse").ravel()
        return speeds.reshape(-1, 3) + self.offset

    def assuming(self, velocity: Array, impulse: Array | None = None) -> "LocalProblem":
        """The problem of Coulomb's law with the correction mu |u_t| of these impulses (C, 3), zero unless given."""
        contact = self.contact_velocity(velocity, np.zeros((self.count, 3)) if impulse is None else impulse)
        return self.correcting(self.mu * np.hypot(contact[:, 1], contact[:, 2]))

    def correcting(self, correction: Array) -> "LocalProblem":
        """As `assuming`, with the correction (C,) itself (m/s)."""
        memory = self.memory.copy()
        memory[:, 0] = shaped(correction, (self.count,), "correction")
        problem = _known(self.W, self.q, self.mu, False, memory)
        if "scaled" in self.__dict__:
            scaled, scaling = self.scaled
            changed = _known(scaled.W, scaled.q, scaled.mu, False, scaling.speeds(memory))
            for name in ("delassus", "mobility"):
                if name in scaled.__dict__:
                    changed.__dict__[name] = scaled.__dict__[name]
            problem.__dict__["scaled"] = changed, scaling
        return problem

    @property
    def uncorrected(self) -> "LocalProblem":
        """The same problem with the associated law, without a correction; itself where that is its own."""
        if self.associated:
            return self
        return _known(self.W, self.q, self.mu, True, np.zeros((self.count, 3)))

    @cached_property
    def mobility(self) -> Array:
        """Trace of the diagonal block of each contact, (C,) (1/kg), one where it is zero."""
        trace = np.maximum(self.W.diagonal(), 0.0).reshape(-1, 3).sum(axis=1)
        return np.where(trace > 0.0, trace, 1.0)

    @property
    def energy(self) -> float:
        """Energy that stops every contact by itself, 1/2 sum of |q_i|^2 / mobility (J)."""
        return 0.5 * float(np.sum(np.sum(self.q**2, axis=1) / self.mobility))

    def program(self, form: str) -> ConicProgram:
        """The form "ccp" as an explicit program; DrystoneError for the others."""
        if one_of(form, forms.STEP_FORMS, "form") != LOCAL_FORM:
            raise no_blocks(f"so that its form {form!r} cannot be written")
        return forms.local(self.W, self.offset, self.mu)

    def recover(self, form: str, solution: ConicSolution) -> tuple[Array, Array]:
        """No velocities (0, 6), and the impulses (C, 3) of a solution of `program`."""
        one_of(form, forms.STEP_FORMS, "form")
        instance_of(solution, ConicSolution, "solution")
        return np.zeros((0, 6)), forms.local_impulse(self.mu, solution)

    def objective(self, form: str, velocity: Array, impulse: Array) -> float:
        """1/2 r'W r + r'(q + memory) (J); the "kinematic" value is that of the dual program, min 1/2 r'W r s.t.
        W r + q + memory ∈ Y*.
        """
        form = one_of(form, forms.STEP_FORMS, "form")
        shaped(velocity, (0, 6), "velocity")
        impulse = shaped(impulse, (self.count, 3), "impulse")
        r = impulse.ravel()
        elastic = 0.5 * float(np.dot(r, np.asarray(self.W @ r)))
        return elastic if form == "kinematic" else elastic + float(np.sum(self.offset * impulse))

    @cached_property
    def scaled(self) -> "tuple[LocalProblem, LocalScaling]":
        """The same problem of order one and the map back: traces of W's diagonal blocks one, q of size one.

        r_i = s rho_i r^_i, W^_ij = rho_i W_ij rho_j, q^_i = rho_i q_i / s, as in `drystone.formulations.scaling`.
        """
        contact = 1.0 / np.sqrt(self.mobility)
        size = float(np.sqrt(np.mean(np.sum((contact[:, None] * self.q) ** 2, axis=1)))) if self.count else 0.0
        scaling = LocalScaling(contact, size if size > 0.0 else 1.0)
        weight = sp.diags_array(np.repeat(contact, 3))
        W = sp.csc_array(weight @ self.W @ weight)
        return _known(W, scaling.speeds(self.q), self.mu, self.associated, scaling.speeds(self.memory)), scaling

    def _summary(self) -> Facts:
        yield "", "u = W r + q"
        yield "contacts", str(self.count)
        yield "W", f"{self.W.shape[0]} x {self.W.shape[1]}, {self.W.nnz} nonzeros (1/kg)"
        yield "q", f"{span(self.q, 'm/s')}"
        yield "friction", f"{span(self.mu)}, {'associated' if self.associated else 'of Coulomb'}"


@dataclass(frozen=True, eq=False)
class LocalScaling(Summarised):
    """The factors of a local problem: ``contact`` rho (C,), ``energy_root`` s."""

    contact: Array
    energy_root: float

    def __call__(self, velocity: Array, impulse: Array) -> tuple[Array, Array]:
        """Physical velocity (0, 6) and impulse (C, 3) from scaled ones."""
        return velocity, self.energy_root * self.contact[:, None] * impulse

    def forward(self, velocity: Array, impulse: Array) -> tuple[Array, Array]:
        """Scaled velocity (0, 6) and impulse (C, 3) from physical ones."""
        return velocity, impulse / (self.energy_root * self.contact[:, None])

    def speeds(self, velocity: Array) -> Array:
        """Scaled contact velocities (C, 3) from physical ones."""
        return self.contact[:, None] * velocity / self.energy_root


def _known(W: sp.csc_array, q: Array, mu: Array, associated: bool, memory: Array) -> LocalProblem:
    """A local problem from another one or from a step, which needs no checks."""
    problem = object.__new__(LocalProblem)
    values = {"W": W, "q": np.ascontiguousarray(q), "mu": mu, "associated": associated, "memory": memory}
    for name, value in values.items():
        object.__setattr__(problem, name, value)
    return problem


def _refuse() -> NoReturn:
    raise no_blocks("which are asked for")
