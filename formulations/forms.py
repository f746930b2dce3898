"""The three convex programs of a step, written down explicitly, and the way back from each.

With T = diag(1, mu, mu) contact by contact, u ∈ Y* reads T u ∈ second-order cone, and a multiplier z of that
constraint is the impulse gamma = T z. Contacts without friction keep their normal row and variable alone.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..numerics.stacks import inverse
from ..programs import ConicProgram, ConicSolution
from .step_parts import StepParts

__all__ = [
    "STEP_FORMS",
    "ContactRows",
    "Form",
    "block_diagonal",
    "ccp",
    "contact_rows",
    "friction_weight",
    "impulse_weight",
    "kinematic",
    "local",
    "local_impulse",
    "sparse_operator",
    "static",
]

Array = NDArray[np.float64]
Index = NDArray[np.int64]


@dataclass(frozen=True)
class Form:
    """One form: how it is written and where its solution holds the impulses."""

    write: Callable[[StepParts], ConicProgram]
    impulse: Callable[[StepParts, ConicSolution], Array]


@dataclass(frozen=True)
class ContactRows:
    """Order of the contact rows in a program: frictionless normals first, then [n, t1, t2] of the others."""

    select: Index
    second_order: Index
    frictionless: int

    @classmethod
    def of(cls, mu: Array) -> "ContactRows":
        """The order for friction coefficients (C,)."""
        plain = np.flatnonzero(mu == 0.0)
        rough = np.flatnonzero(mu > 0.0)
        select = np.concatenate([3 * plain, (3 * rough[:, None] + np.arange(3)).ravel()]).astype(np.int64)
        return cls(select, np.full(len(rough), 3, dtype=np.int64), len(plain))

    def scatter(self, values: Array, count: int) -> Array:
        """(C, 3) array from values in the order of the rows."""
        full = np.zeros(3 * count)
        full[self.select] = values
        return full.reshape(-1, 3)


def kinematic(problem: StepParts) -> ConicProgram:
    """The program in velocities (Nodargi and Bisegna 2024, eq 21; with E, the dual of Beatini et al. 2017, eq 43).

        min over v, y    1/2 v'Hv - k'v + 1/2 y'y
        s.t.             D'v + offset + E^(1/2) y  ∈  Y*

    y = E^(1/2) w with the w of the compliant kinematic form; only components with E > 0 have one. The
    multipliers of the constraint are the impulses.
    """
    rows = ContactRows.of(problem.mu)
    weight = friction_weight(problem.mu)[rows.select]
    compliance = problem.E.ravel()[rows.select]
    compliant = np.flatnonzero(compliance > 0.0)
    size, soft = problem.dofs * problem.bodies, len(compliant)
    contact = -contact_rows(problem, rows, weight)
    if soft:
        values = -(weight * np.sqrt(compliance))[compliant]
        stretch = sp.csc_array((values, (compliant, np.arange(soft))), shape=(len(weight), soft))
        contact = sp.hstack([contact, stretch])
    ones = np.ones(soft)
    return ConicProgram(
        P=block_diagonal(problem.H, ones),
        q=np.concatenate([-problem.k.ravel(), np.zeros(soft)]),
        A=contact.tocsc(),
        b=weight * problem.offset.ravel()[rows.select],
        zero=0,
        nonnegative=rows.frictionless,
        second_order=rows.second_order,
        name="kinematic",
        variables={"v": slice(0, size)} | ({"y": slice(size, size + soft)} if soft else {}),
        rows={"contact velocity": slice(0, len(weight))},
        factor=block_diagonal(np.swapaxes(problem.root, 1, 2), ones),
    )


def static(problem: StepParts) -> ConicProgram:
    """The program in impulses and momenta (Nodargi and Bisegna 2024, eq 22).

    min over gamma, p    1/2 p'H^-1 p + gamma'offset + 1/2 gamma'E gamma
    s.t.                 p = k + D gamma,    gamma ∈ Y
    """
    rows = ContactRows.of(problem.mu)
    count, size = len(rows.select), problem.dofs * problem.bodies
    compliance = problem.E.ravel()[rows.select]
    inverse_root = inverse(problem.root)
    inverse_mass = np.matmul(np.swapaxes(inverse_root, 1, 2), inverse_root)
    cone = sp.diags_array(impulse_weight(problem.mu)[rows.select])
    balance = sp.hstack([-problem.operator[:, rows.select], sp.eye_array(size)])
    admissible = sp.hstack([-cone, sp.csc_array((count, size))])
    return ConicProgram(
        P=sp.block_diag([sp.diags_array(compliance), block_diagonal(inverse_mass)], format="csc"),
        q=np.concatenate([problem.offset.ravel()[rows.select], np.zeros(size)]),
        A=sp.vstack([balance, admissible], format="csc"),
        b=np.concatenate([problem.k.ravel(), np.zeros(count)]),
        zero=size,
        nonnegative=rows.frictionless,
        second_order=rows.second_order,
        name="static",
        variables={"gamma": slice(0, count), "p": slice(count, count + size)},
        rows={"momentum balance": slice(0, size), "impulse": slice(size, size + count)},
        factor=sp.block_diag([sp.diags_array(np.sqrt(compliance)), block_diagonal(inverse_root)], format="csc"),
    )


def ccp(problem: StepParts) -> ConicProgram:
    """The cone complementarity problem as a program in impulses alone (Beatini et al. 2017, eqs 38-40 and 43).

        min over gamma    1/2 gamma'N gamma + r'gamma + 1/2 k'H^-1 k     s.t.  gamma ∈ Y
        N = D'H^-1 D + E,    r = D'H^-1 k + offset

    The constant makes its value the static one.
    """
    rows = ContactRows.of(problem.mu)
    whitened = block_diagonal(inverse(problem.root)) @ problem.operator[:, rows.select]
    compliance = sp.diags_array(np.sqrt(problem.E.ravel()[rows.select]))
    factor = sp.csc_array(sp.vstack([whitened, compliance], format="csc"))
    r = (problem.apply_transpose(problem.free_velocity) + problem.offset).ravel()[rows.select]
    constant = 0.5 * float(np.sum(problem.k * problem.free_velocity))
    return _in_impulses(problem.mu, rows, sp.csc_array(factor.T @ factor), r, constant, factor)


def local(N: sp.csc_array, r: Array, mu: Array) -> ConicProgram:
    """The program of `ccp` for N (3C, 3C), r (C, 3) and mu (C,) given as they are, without their constant."""
    rows = ContactRows.of(mu)
    chosen = N if not rows.frictionless else sp.csc_array(sp.csr_array(N)[rows.select])[:, rows.select]
    return _in_impulses(mu, rows, sp.csc_array(chosen), r.ravel()[rows.select])


def local_impulse(mu: Array, solution: ConicSolution) -> Array:
    """Impulses (C, 3) from a solution of the program of `local`."""
    rows = ContactRows.of(mu)
    return rows.scatter(solution.x, len(mu))


def _in_impulses(
    mu: Array, rows: ContactRows, N: sp.csc_array, r: Array, constant: float = 0.0, factor: sp.csc_array | None = None
) -> ConicProgram:
    """Min over gamma 1/2 gamma'N gamma + r'gamma + constant s.t. gamma ∈ Y, in the order of ``rows``."""
    count = len(rows.select)
    return ConicProgram(
        P=N,
        q=r,
        A=sp.csc_array(-sp.diags_array(impulse_weight(mu)[rows.select])),
        b=np.zeros(count),
        zero=0,
        nonnegative=rows.frictionless,
        second_order=rows.second_order,
        constant=constant,
        name="ccp",
        variables={"gamma": slice(0, count)},
        rows={"impulse": slice(0, count)},
        factor=factor,
    )


def _from_multipliers(problem: StepParts, solution: ConicSolution) -> Array:
    rows = ContactRows.of(problem.mu)
    return rows.scatter(friction_weight(problem.mu)[rows.select] * solution.z, problem.count)


def _from_variables(problem: StepParts, solution: ConicSolution) -> Array:
    rows = ContactRows.of(problem.mu)
    return rows.scatter(solution.x[: len(rows.select)], problem.count)


STEP_FORMS: dict[str, Form] = {
    "kinematic": Form(kinematic, _from_multipliers),
    "static": Form(static, _from_variables),
    "ccp": Form(ccp, _from_variables),
}


def sparse_operator(D: Array, blocks: Index, bodies: int) -> sp.csc_array:
    """D (C, 2, n, 3) as a sparse (nB, 3C) matrix; sides with block -1 have no entries."""
    count, n = len(D), D.shape[2]
    columns = np.ascontiguousarray(D.transpose(0, 3, 1, 2))  # (C, 3, 2, n): a column after the other
    row = np.broadcast_to((n * blocks[:, :, None] + np.arange(n))[:, None], columns.shape)
    present = np.broadcast_to((blocks >= 0)[:, None, :, None], columns.shape)
    per_column = np.repeat(n * np.sum(blocks >= 0, axis=1), 3)
    pointer = np.concatenate([[0], np.cumsum(per_column)])
    return sp.csc_array((columns[present], row[present], pointer), shape=(n * bodies, 3 * count))


def friction_weight(mu: Array) -> Array:
    """Diagonal of T, flattened (3C,)."""
    return np.stack([np.ones_like(mu), mu, mu], axis=1).ravel()


def impulse_weight(mu: Array) -> Array:
    """(mu gamma_n, gamma_t) is in the second-order cone; a frictionless normal impulse keeps weight one."""
    return np.stack([np.where(mu > 0.0, mu, 1.0), np.ones_like(mu), np.ones_like(mu)], axis=1).ravel()


def contact_rows(problem: StepParts, rows: ContactRows, weight: Array) -> sp.csr_array:
    """T D', a row for each of the program's contact rows."""
    D = problem.operator
    transposed = sp.csr_array((D.data, D.indices, D.indptr), shape=(D.shape[1], D.shape[0]))
    if rows.frictionless:
        transposed = transposed[rows.select]
    data = transposed.data * np.repeat(weight, np.diff(transposed.indptr))
    return sp.csr_array((data, transposed.indices, transposed.indptr), shape=transposed.shape)


def block_diagonal(blocks: Array, diagonal: Array | None = None) -> sp.csc_array:
    """(B, n, n) as a sparse block-diagonal matrix without its zeros, and a ``diagonal`` (m,) below them."""
    body, column, row = np.nonzero(np.swapaxes(blocks, 1, 2))
    below = np.zeros(0) if diagonal is None else diagonal
    n = blocks.shape[1]
    size = n * len(blocks)
    count = np.bincount(n * body + column, minlength=size)
    data = np.concatenate([blocks[body, row, column], below])
    indices = np.concatenate([n * body + row, size + np.arange(len(below))])
    pointer = np.concatenate([[0], np.cumsum(np.concatenate([count, np.ones(len(below), dtype=np.int64)]))])
    return sp.csc_array((data, indices, pointer), shape=(size + len(below),) * 2)
