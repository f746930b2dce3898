"""The programs of limit analysis and of joint forces, written down explicitly in the scaled variables of a system.

With dead load f, live load p (B, 6) and contact forces gamma (C, 3),

    static       max over gamma, a    a             s.t.   D gamma + f + a p = 0,    gamma ∈ Y
    kinematic    min over v           -f'v          s.t.   p'v = 1,                  D'v ∈ Y*

are dual to each other: at the optimum a = -f'v, so that dead load and a times live load do no work on the mechanism v,
the multiplier of the balance is the mechanism, and that of D'v ∈ Y* are the forces. (F. Portioli, C.
Casapulla, M. Gilbert, L. Cascini, Limit analysis of 3D masonry block structures with non-associative frictional
joints using cone programming, Computers and Structures 143 (2014) 108-121.)
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..formulations.forms import ContactRows, contact_rows, friction_weight, impulse_weight
from ..solvers import ConicProgram
from ..solvers.program import ConicSolution
from .system import StaticSystem

__all__ = ["FORMS", "LimitForm", "LimitPoint", "force_program", "forces_of"]

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


def _balance(system: StaticSystem, rows: ContactRows) -> sp.csc_array:
    return sp.csc_array(system.scaled.operator[:, rows.select])


def static(system: StaticSystem) -> ConicProgram:
    """The static limit program, minimising -a; see the head of this module. Forces and a are in units of `SMALL`."""
    step = system.scaled
    rows = ContactRows.of(step.mu)
    count, size = len(rows.select), 6 * step.bodies
    cone = -sp.diags_array(impulse_weight(step.mu)[rows.select])
    live = sp.csc_array(system.scaled_live.reshape(-1, 1))
    return ConicProgram(
        P=sp.csc_array((count + 1, count + 1)),
        q=np.append(np.zeros(count), -1.0),
        A=sp.vstack([sp.hstack([_balance(system, rows), live]), sp.hstack([cone, sp.csc_array((count, 1))])]).tocsc(),
        b=np.concatenate([-SMALL * step.k.ravel(), np.zeros(count)]),
        zero=size,
        nonnegative=rows.frictionless,
        second_order=rows.second_order,
        name="static limit analysis",
        variables={"gamma": slice(0, count), "multiplier": slice(count, count + 1)},
        rows={"equilibrium": slice(0, size), "force": slice(size, size + count)},
    )


def kinematic(system: StaticSystem) -> ConicProgram:
    """The kinematic limit program; see the head of this module. The live load's power is 1/`SMALL`."""
    step = system.scaled
    rows = ContactRows.of(step.mu)
    weight = friction_weight(step.mu)[rows.select]
    count, size = len(weight), 6 * step.bodies
    return ConicProgram(
        P=sp.csc_array((size, size)),
        q=-step.k.ravel(),
        A=sp.vstack([sp.csr_array(system.scaled_live.reshape(1, -1)), -contact_rows(step, rows, weight)]).tocsc(),
        b=np.append(1.0 / SMALL, np.zeros(count)),
        zero=1,
        nonnegative=rows.frictionless,
        second_order=rows.second_order,
        name="kinematic limit analysis",
        variables={"v": slice(0, size)},
        rows={"live power": slice(0, 1), "contact velocity": slice(1, 1 + count)},
    )


def _static_point(system: StaticSystem, solution: ConicSolution) -> LimitPoint:
    step = system.scaled
    force = ContactRows.of(step.mu).scatter(solution.x[:-1], step.count) / SMALL
    return LimitPoint(float(solution.x[-1]) / SMALL, force, solution.z[: 6 * step.bodies].reshape(-1, 6))


def _kinematic_point(system: StaticSystem, solution: ConicSolution) -> LimitPoint:
    step = system.scaled
    rows = ContactRows.of(step.mu)
    force = rows.scatter(friction_weight(step.mu)[rows.select] * solution.z[1:], step.count)
    return LimitPoint(-float(solution.z[0]), force, SMALL * solution.x.reshape(-1, 6))


FORMS: dict[str, LimitForm] = {
    "static": LimitForm(static, _static_point, "unbounded", "infeasible"),
    "kinematic": LimitForm(kinematic, _kinematic_point, "infeasible", "unbounded"),
}


def force_program(system: StaticSystem, objective: Array) -> ConicProgram:
    """Min over gamma of c'gamma s.t. D gamma + f = 0, gamma ∈ Y, for ``objective`` c (C, 3) of the scaled forces."""
    step = system.scaled
    rows = ContactRows.of(step.mu)
    count, size = len(rows.select), 6 * step.bodies
    cone = -sp.diags_array(impulse_weight(step.mu)[rows.select])
    return ConicProgram(
        P=sp.csc_array((count, count)),
        q=objective.ravel()[rows.select],
        A=sp.vstack([_balance(system, rows), cone]).tocsc(),
        b=np.concatenate([-step.k.ravel(), np.zeros(count)]),
        zero=size,
        nonnegative=rows.frictionless,
        second_order=rows.second_order,
        name="range of a force",
        variables={"gamma": slice(0, count)},
        rows={"equilibrium": slice(0, size), "force": slice(size, size + count)},
    )


def forces_of(system: StaticSystem, solution: ConicSolution) -> Array:
    """Scaled forces (C, 3) from a solution of `force_program`."""
    step = system.scaled
    return ContactRows.of(step.mu).scatter(solution.x, step.count)
