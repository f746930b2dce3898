"""Limit loads of joints that do not dilate, by a sequence of associated programs.

M. Gilbert, C. Casapulla, H. M. Ahmed, Limit analysis of masonry block structures with non-associative frictional
joints using linear programming, Computers and Structures 84 (2006) 873-887.
"""

from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..solvers import ConicProgram
from ..solvers.base import Solver
from .backends import answer, backends, failed
from .limit import ACCURACY, LimitCertificate, LimitResult, solve_limit
from .programs import ForceRows, scaled_forces, with_live
from .system import StaticSystem, contact_table

__all__ = ["sequence_program", "without_dilation"]

Array = NDArray[np.float64]

SLOPE, SLOPE_DECAY, SLOPE_LEAST = 0.2, 0.7, 0.01
"""Slope of the joints' failure surface over mu: in the first program after the associated one, from one to the next,
and in the end.
"""
WEIGHT, SLOWER = 0.6, 0.1
"""Share of the last program's normal forces in those that the next one's surface passes through, at first; it is
divided by one plus the second for each program, as forces that are not unique would wander for ever.
"""
NEAR = 1e-5
"""The r of the programs, in the scaled variables."""
CHANGE, OUTSIDE = 1e-3, 5e-3
"""Relative change of the multiplier, and distance of the forces from Coulomb's cone over the largest force, at which
the sequence ends.
"""
MOST = 100


@dataclass(frozen=True)
class _State:
    """Scaled multiplier, forces (C, 3) and mechanism (B, 6) of one program, and who solved it."""

    multiplier: float
    force: Array
    mechanism: Array
    solver: str


def sequence_program(system: StaticSystem, normal: Array, slope: float) -> ConicProgram:
    """Max over gamma, a of a - r/2 |gamma_n - n*|^2 s.t. D gamma + f + a p = 0, gamma_n >= 0 and, contact by contact,

        |gamma_t| <= cohesion + mu n* + slope mu (gamma_n - n*)

    with ``normal`` n* (C,) and ``slope`` in (0, 1]: a surface that is nearly parallel to the normal axis, so that
    sliding dilates by slope mu alone, and passes through Coulomb's cone at n*. At n* = gamma_n it is Coulomb's law. The
    term with a small r keeps forces that are not unique near n*, so that the sequence ends; it vanishes there.
    """
    rows = ForceRows.of(system.scaled_surface, slope=slope, normal=normal)
    count, place = len(rows.order.select), rows.normals
    near, expected = np.zeros(count + 1), np.zeros(count + 1)
    near[place], expected[place] = NEAR, normal
    return rows.program(
        with_live(system, rows.order),
        -system.scaled.k.ravel(),
        sp.diags_array(near).tocsc(),
        -near * expected - np.eye(1, count + 1, count)[0],
        "static limit analysis, small dilation",
        {"gamma": slice(0, count), "multiplier": slice(count, count + 1)},
    )


def without_dilation(associated: LimitResult, solver: str | Solver) -> LimitResult:
    """The result of `limit_load` for joints that do not dilate, from the associated one.

    The sequence ends where the multiplier changes by less than 1e-3 of it, its own accuracy, and the forces are within
    5e-3 of Coulomb's cone (``certificate.static`` says how far they are). An associated result that is
    unbounded or infeasible stays what it is; its bracket says what is known of joints that do not dilate.
    """
    system = associated.system
    if associated.status != "solved":
        return replace(
            associated, friction="coulomb", bracket=(_frictionless(associated, solver), associated.multiplier)
        )
    force = system.step.scaled[1].forward(np.zeros_like(system.step.k), _forces(associated))[1]
    normal, slope = force[:, 0], SLOPE
    history, iterations, spent = [associated.multiplier], associated.iterations, associated.solve_time
    for number in range(MOST):
        state, more, time = _solve(system, normal, slope, solver)
        iterations, spent = iterations + more, spent + time
        history.append(state.multiplier * system.live_factor)
        change = abs(history[-1] - history[-2]) / max(abs(history[-1]), 1e-12)
        outside = _violation(system, state)
        if slope == SLOPE_LEAST and change <= CHANGE and outside <= OUTSIDE:
            break
        normal = normal + WEIGHT / (1.0 + SLOWER * number) * (state.force[:, 0] - normal)
        slope = max(SLOPE_DECAY * slope, SLOPE_LEAST)
    else:
        raise failed("limit load without dilation", [f"multipliers {', '.join(f'{a:.5g}' for a in history[-5:])}"])
    certificate = LimitCertificate(outside, 0.0, change)
    upper = max(associated.multiplier, associated.kinematic_multiplier)  # what rounding leaves between them is above
    bracket = (_frictionless(associated, solver), upper)
    return _replaced(associated, state, certificate, bracket, history, iterations, spent)


def _replaced(
    associated: LimitResult,
    state: _State,
    certificate: LimitCertificate,
    bracket: tuple[float, float],
    history: list[float],
    iterations: int,
    time: float,
) -> LimitResult:
    system = associated.system
    velocity, force = system.step.scaled[1](state.mechanism, state.force)
    mechanism = velocity / max(float(np.max(np.abs(velocity), initial=0.0)), 1e-300)
    return replace(
        associated,
        multiplier=history[-1],
        kinematic_multiplier=history[-1],
        mechanism=system.everywhere(mechanism),
        contacts=contact_table(system.assembly, system.contacts, force),
        certificate=certificate,
        dead_power=float(np.sum(system.step.k * mechanism)),
        live_power=float(np.sum(system.live * mechanism)),
        dissipation=system.surface.power(system.step.apply_transpose(mechanism)),
        bracket=bracket,
        friction="coulomb",
        form="static",
        solver=state.solver,
        history=tuple(history),
        iterations=iterations,
        solve_time=time,
    )


def _solve(system: StaticSystem, normal: Array, slope: float, solver: str | Solver) -> tuple[_State, int, float]:
    program, tried, spent = sequence_program(system, normal, slope), [], 0.0
    for backend in backends(solver):
        found = answer(backend, program)
        spent += found.time
        x, z = found.solution.x, found.solution.z
        worst = program.residuals(found.solution).worst
        tried.append(f"{found.solver}: {worst:.1e}")
        if worst <= ACCURACY:
            mechanism = z[: 6 * system.scaled.bodies].reshape(-1, 6)
            state = _State(float(x[-1]), scaled_forces(system, x[:-1]), mechanism, found.solver)
            return state, found.solution.iterations, spent
    raise failed("limit load without dilation", tried)


def _violation(system: StaticSystem, state: _State) -> float:
    """Distance of the forces from equilibrium and from Coulomb's cone, over the largest force."""
    step = system.scaled
    balance = step.apply(state.force) + step.k + state.multiplier * system.scaled_live
    outside = system.scaled_surface.distance(state.force)
    size = max(1.0, float(np.max(np.abs(state.force), initial=0.0)))
    return max(float(np.max(np.abs(balance))), float(np.max(outside, initial=0.0))) / size


def _frictionless(associated: LimitResult, solver: str | Solver) -> float:
    """The multiplier of the same structure without friction: a lower bound for joints that do not dilate."""
    return solve_limit(associated.system.frictionless, associated.form, solver).multiplier


def _forces(result: LimitResult) -> Array:
    return result.contacts[["force_n", "force_t1", "force_t2"]].to_numpy()
