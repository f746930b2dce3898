"""The programs of limit analysis and of joint forces, written down explicitly in the scaled variables of a system.

With dead load f, live load p (B, 6) and contact forces gamma (C, 3), counted from the tension cut-offs of the joints,

    static       max over gamma, a    a             s.t.   D gamma + f + a p = 0,    gamma ∈ Y
    kinematic    min over v           h(D'v) - f'v  s.t.   p'v = 1

are dual to each other, h being the support function of Y (`drystone.statics.strength`). Where all Y are Coulomb's cones
it is zero on the dual cone and infinite elsewhere: the condition D'v ∈ Y*. At the optimum a = h(D'v) - f'v, so that
what dead load and a times live load do on the mechanism v is dissipated; the multiplier of the balance is the
mechanism, and those of the contact velocities are the forces. (F. Portioli, C. Casapulla, M. Gilbert, L. Cascini, Limit
analysis of 3D masonry block structures with non-associative frictional joints using cone programming, Computers and
Structures 143 (2014) 108-121.)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..formulations.forms import ContactRows, contact_rows, friction_weight
from ..programs import ConicProgram, ConicSolution
from .strength import YieldSurface
from .system import StaticSystem

__all__ = [
    "LIMIT_FORMS",
    "ForceRows",
    "LimitForm",
    "LimitPoint",
    "force_program",
    "least_energy_program",
    "VelocityRows",
    "forces_of",
    "least_change_program",
    "scaled_forces",
    "start_program",
    "with_live",
]

Array = NDArray[np.float64]


SMALL = 1e-3
"""Size of the loads in the programs. Errors of the multiplier are those of the contact velocities times the sum of the
contact forces, which add up to some thousand times the loads: velocities are therefore made large, forces small.
"""


@dataclass(frozen=True)
class LimitPoint:
    """Scaled multiplier a, forces gamma (C, 3) and mechanism v (B, 6), or rays of them."""

    multiplier: float
    force: Array
    mechanism: Array


@dataclass(frozen=True)
class LimitForm:
    """One form of the limit program: how it is written, and a `LimitPoint` from its solution.

    ``unbounded``, ``infeasible``: what the backend's word means for the static program.
    """

    write: Callable[[StaticSystem], ConicProgram]
    point: Callable[[StaticSystem, ConicSolution], LimitPoint]
    unbounded: str
    infeasible: str


@dataclass(frozen=True)
class ForceRows:
    """gamma ∈ Y as rows b - A gamma of half-lines and second-order cones, gamma (n,) in the ``order`` of contact rows.

    Half-lines: gamma_n >= 0 of contacts that bear no shear, then of those with a cut-off; largest - gamma_n >= 0.
    """

    order: ContactRows
    A: sp.csc_array
    b: Array
    nonnegative: int

    @classmethod
    def of(cls, surface: YieldSurface, size: float = 1.0) -> "ForceRows":
        """The rows for forces in units of ``size``."""
        order, rough = _order(surface), np.flatnonzero(surface.rough)
        plain, count = order.frictionless, len(order.select)
        known = size * surface.cohesion[rough]
        cut = (plain + 3 * np.arange(len(rough)))[known > 0.0]
        pushed = np.concatenate([np.arange(plain), cut]).astype(np.int64)
        bounded = np.flatnonzero(np.isfinite(surface.largest))
        lines = sp.vstack([_picked(pushed, count, -1.0), _picked(_normals(order)[bounded], count, 1.0)])
        weight = np.column_stack([surface.mu[rough], np.ones((len(rough), 2))]).ravel()
        cones = _picked(plain + np.arange(3 * len(rough)), count, -weight)
        head = np.column_stack([known, np.zeros((len(rough), 2))]).ravel()
        return cls(
            order,
            sp.vstack([lines, cones]).tocsc(),
            np.concatenate([np.zeros(len(pushed)), size * surface.largest[bounded], head]),
            len(pushed) + len(bounded),
        )

    @property
    def normals(self) -> NDArray[np.int64]:
        """(C,) place of each contact's normal force in gamma."""
        return _normals(self.order)

    def program(
        self,
        balance: sp.csc_array,
        load: Array,
        P: sp.csc_array,
        q: Array,
        name: str,
        variables: dict[str, slice],
        limit: tuple[Array, float] | None = None,
    ) -> ConicProgram:
        """Min 1/2 x'P x + q'x s.t. balance x = load, gamma ∈ Y, for x = gamma and what follows it.

        ``limit`` (w, d): one row w'x <= d more.
        """
        more = sp.csc_array((self.A.shape[0], len(q) - self.A.shape[1]))
        forces, zero, extra = sp.hstack([self.A, more]), len(load), int(limit is not None)
        parts = [balance, forces] if limit is None else [balance, sp.csr_array(limit[0].reshape(1, -1)), forces]
        bounds = [load, self.b] if limit is None else [load, np.array([limit[1]]), self.b]
        first = zero + extra
        return ConicProgram(
            P=P,
            q=q,
            A=sp.vstack(parts).tocsc(),
            b=np.concatenate(bounds),
            zero=zero,
            nonnegative=self.nonnegative + extra,
            second_order=self.order.second_order,
            name=name,
            variables=variables,
            rows={"equilibrium": slice(0, zero)}
            | ({"gap": slice(zero, first)} if extra else {})
            | {"force": slice(first, first + len(self.b))},
        )


@dataclass(frozen=True)
class VelocityRows:
    """h(D'v) as the least cost q'x over x = (v, more) with b - A x in half-lines and second-order cones, b = 0:

        u_n + eta >= mu sigma,   sigma >= |u_t|,   eta >= 0       cost cohesion sigma + largest eta

    with sigma only where there is a cut-off and eta only where ``largest`` is finite. `force` gives gamma from the
    multipliers of the rows.
    """

    order: ContactRows
    A: sp.csc_array
    cost: Array
    nonnegative: int
    weight: Array
    cut: NDArray[np.int64]

    @classmethod
    def of(cls, system: StaticSystem) -> "VelocityRows":
        """The rows of a system's scaled contact velocities."""
        step, surface = system.scaled, system.scaled_surface
        order = _order(surface)
        plain, count, place = order.frictionless, len(order.select), _normals(order)
        bounded, cut = np.flatnonzero(np.isfinite(surface.largest)), np.flatnonzero(surface.cohesion > 0.0)
        weight = friction_weight(surface.mu)[order.select]
        head = place[cut]
        weight[head + 1] = weight[head + 2] = 1.0
        raised = _picked(place[bounded], count, 1.0).T  # eta beside u_n
        contact = sp.hstack([contact_rows(step, order, weight), sp.csc_array((count, len(cut))), raised]).tocsr()
        sliding = sp.csr_array((np.ones(len(cut)), (head, 6 * step.bodies + np.arange(len(cut)))), shape=contact.shape)
        friction = sp.diags_array(_scattered(head, surface.mu[cut], count)) @ sliding
        lines = (contact - friction).tocsr()[np.concatenate([np.arange(plain), head]).astype(np.int64)]
        nothing = sp.csc_array((len(bounded), 6 * step.bodies + len(cut)))
        cones = (sp.diags_array(1.0 - _scattered(head, np.ones(len(cut)), count)) @ contact + sliding).tocsr()[plain:]
        return cls(
            order,
            -sp.vstack([lines, sp.hstack([nothing, sp.eye_array(len(bounded))]), cones]).tocsc(),
            np.concatenate([surface.cohesion[cut], surface.largest[bounded]]),
            plain + len(cut) + len(bounded),
            weight,
            head,
        )

    def force(self, multipliers: Array, count: int) -> Array:
        """Forces (C, 3) from the multipliers of the rows."""
        plain = self.order.frictionless
        values = np.concatenate([multipliers[:plain], multipliers[self.nonnegative :]]) * self.weight
        values[self.cut] = multipliers[plain : plain + len(self.cut)]
        return self.order.scatter(values, count)


def _order(surface: YieldSurface) -> ContactRows:
    """Contacts that bear no shear have one row, the others three."""
    return ContactRows.of(surface.rough.astype(np.float64))


def _normals(order: ContactRows) -> NDArray[np.int64]:
    """(C,) place of each contact's normal among the program's contact rows."""
    normal = np.flatnonzero(order.select % 3 == 0)
    place = np.empty(len(normal), dtype=np.int64)
    place[order.select[normal] // 3] = normal
    return place


def _picked(columns: NDArray[np.int64], width: int, values: Array | float) -> sp.csr_array:
    """(len(columns), width) with the values at (i, columns[i])."""
    data = np.broadcast_to(np.asarray(values, dtype=np.float64), columns.shape)
    return sp.csr_array((data, (np.arange(len(columns)), columns)), shape=(len(columns), width))


def _scattered(places: NDArray[np.int64], values: Array, size: int) -> Array:
    """(size,) with the values at their places, zero elsewhere."""
    full = np.zeros(size)
    full[places] = values
    return full


def _balance(system: StaticSystem, order: ContactRows) -> sp.csc_array:
    return sp.csc_array(system.scaled.operator[:, order.select])


def with_live(system: StaticSystem, order: ContactRows) -> sp.csc_array:
    """The matrix of D gamma + a p for x = (gamma, a)."""
    live = sp.csc_array(system.scaled_live.reshape(-1, 1))
    return sp.csc_array(sp.hstack([_balance(system, order), live]))


def static(system: StaticSystem) -> ConicProgram:
    """The static limit program, minimising -a; see the head of this module. Forces and a are in units of `SMALL`."""
    rows = ForceRows.of(system.scaled_surface, SMALL)
    count = len(rows.order.select)
    return rows.program(
        with_live(system, rows.order),
        -SMALL * system.scaled.k.ravel(),
        sp.csc_array((count + 1, count + 1)),
        np.append(np.zeros(count), -1.0),
        "static limit analysis",
        {"gamma": slice(0, count), "multiplier": slice(count, count + 1)},
    )


def kinematic(system: StaticSystem) -> ConicProgram:
    """The kinematic limit program; see the head of this module. The live load's power is 1/`SMALL`."""
    rows = VelocityRows.of(system)
    live = np.append(system.scaled_live.ravel(), np.zeros(len(rows.cost)))
    return _in_velocities(system, rows, "kinematic limit analysis", live)


def start_program(system: StaticSystem) -> ConicProgram:
    """Min over v of 1/2 v'v - f'v + h(D'v): the scaled accelerations with which the blocks start."""
    return _in_velocities(system, VelocityRows.of(system), "start of motion")


def _in_velocities(system: StaticSystem, rows: VelocityRows, name: str, live: Array | None = None) -> ConicProgram:
    """Min over v of h(D'v) - f'v, with p'v = 1/`SMALL`; without a ``live`` load of 1/2 v'v + h(D'v) - f'v."""
    size, more, count = 6 * system.scaled.bodies, len(rows.cost), rows.A.shape[0]
    zero = 0 if live is None else 1
    variables = {"v": slice(0, size)} | ({"slip and closing": slice(size, size + more)} if more else {})
    return ConicProgram(
        P=sp.diags_array(np.repeat([1.0 - zero, 0.0], [size, more])).tocsc(),
        q=np.concatenate([-system.scaled.k.ravel(), rows.cost]),
        A=rows.A if live is None else sp.vstack([sp.csr_array(live.reshape(1, -1)), rows.A]).tocsc(),
        b=np.concatenate([np.full(zero, 1.0 / SMALL), np.zeros(count)]),
        zero=zero,
        nonnegative=rows.nonnegative,
        second_order=rows.order.second_order,
        name=name,
        variables=variables,
        rows=({"live power": slice(0, 1)} if zero else {}) | {"contact velocity": slice(zero, zero + count)},
    )


def _static_point(system: StaticSystem, solution: ConicSolution) -> LimitPoint:
    step = system.scaled
    force = scaled_forces(system, solution.x[:-1]) / SMALL
    return LimitPoint(float(solution.x[-1]) / SMALL, force, solution.z[: 6 * step.bodies].reshape(-1, 6))


def _kinematic_point(system: StaticSystem, solution: ConicSolution) -> LimitPoint:
    step = system.scaled
    force = VelocityRows.of(system).force(solution.z[1:], step.count)
    velocity = SMALL * solution.x[: 6 * step.bodies].reshape(-1, 6)
    return LimitPoint(-float(solution.z[0]), force, velocity)


LIMIT_FORMS: dict[str, LimitForm] = {
    "static": LimitForm(static, _static_point, "unbounded", "infeasible"),
    "kinematic": LimitForm(kinematic, _kinematic_point, "infeasible", "unbounded"),
}


def force_program(system: StaticSystem, objective: Array, stiffness: Array | None = None) -> ConicProgram:
    """Min over gamma of c'gamma s.t. D gamma + f = 0, gamma ∈ Y, for ``objective`` c (C, 3) of the scaled forces.

    With ``stiffness`` (C,) K, of c'gamma + 1/2 sum of |gamma|^2 / K.
    """
    soft = np.zeros(system.scaled.count) if stiffness is None else 1.0 / stiffness
    name = "range of a force" if stiffness is None else "least forces"
    return _in_forces(system, objective, sp.diags_array(np.repeat(soft, 3)).tocsc(), name)


def least_energy_program(system: StaticSystem, objective: Array, compliance: sp.csc_array) -> ConicProgram:
    """Min over gamma of 1/2 gamma'P gamma + c'gamma s.t. D gamma + f = 0, gamma ∈ Y, all of the scaled forces.

    ``objective`` c (C, 3), ``compliance`` P (3C, 3C), symmetric positive semidefinite.
    """
    return _in_forces(system, objective, compliance, "least energy")


def least_change_program(
    system: StaticSystem, x: Array, stretch: sp.csc_array, metric: sp.csc_array, soft: float
) -> ConicProgram:
    """Min over d, y of 1/2 (x + d)'M (x + d) + 1/2 y'y s.t. S d = sqrt(soft) y, x + d balances the loads and is in Y,

    for forces ``x`` in the variables of `least_energy_program`. ``stretch`` S (k, 3C), ``metric`` M (3C, 3C): of the
    scaled forces.
    """
    rows = ForceRows.of(system.scaled_surface)
    select, count = rows.order.select, len(x)
    kept = sp.csr_array(stretch)[np.flatnonzero(np.diff(sp.csr_array(stretch).indptr))][:, select]
    more = kept.shape[0]
    balance = sp.block_array([[_balance(system, rows.order), None], [kept, -np.sqrt(soft) * sp.eye_array(more)]])
    bond = system.step.normal_impulse(system.scaled_surface.tension).ravel()
    least = metric @ (scaled_forces(system, x).ravel() - bond)
    program = rows.program(
        balance.tocsc(),
        np.concatenate([-system.scaled.k.ravel(), kept @ x]),
        sp.block_diag([metric[:, select][select], sp.eye_array(more)]).tocsc(),
        np.concatenate([least[select], np.zeros(more)]),
        "least forces of a stretch",
        {"change": slice(0, count), "stretch": slice(count, count + more)},
    )
    return replace(program, b=program.b - program.A[:, :count] @ x)


def _in_forces(system: StaticSystem, objective: Array, P: sp.csc_array, name: str) -> ConicProgram:
    rows = ForceRows.of(system.scaled_surface)
    select = rows.order.select
    return rows.program(
        _balance(system, rows.order),
        -system.scaled.k.ravel(),
        sp.csc_array(P[:, select][select]),
        objective.ravel()[select],
        name,
        {"gamma": slice(0, len(select))},
    )


def scaled_forces(system: StaticSystem, values: Array) -> Array:
    """Scaled forces (C, 3) from the gamma of a program, counted from the cut-offs."""
    order = _order(system.scaled_surface)
    return order.scatter(values, system.scaled.count)


def forces_of(system: StaticSystem, solution: ConicSolution) -> Array:
    """Forces (C, 3) (N), compression positive, from a solution of `force_program`."""
    scaled = scaled_forces(system, solution.x)
    return system.step.scaled[1](np.zeros_like(system.scaled.k), scaled)[1]
