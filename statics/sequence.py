"""Limit loads of joints that do not dilate: Coulomb states of a low multiplier, by relaxed complementarity.

Forces gamma ∈ Y that balance the loads at the multiplier a, and a mechanism v with p'v = 1, u = D'v and u_n >= 0, are
a collapse state of joints that slide without dilation where

    gap(gamma, v) = sum of (cohesion + mu gamma_n) |u_t|  -  f'v  -  a  =  0.

It is the sum over the contacts of gamma'u + (cohesion + mu gamma_n) |u_t|, of which none is negative: sliding contacts
bear what friction can against their sliding, opening ones bear nothing. Such states are many; the least of
their multipliers is a program with complementarity constraints, which is not convex. As in

M. C. Ferris, F. Tin-Loi, Limit analysis of frictional block assemblies as a mathematical program with complementarity
constraints, International Journal of Mechanical Sciences 43 (2001) 209-224,

gap <= epsilon takes the constraint's place and epsilon goes to zero. The gap is linear in (gamma, a) and convex in v:
two convex programs take turns,

    forces       min over gamma, a   a           s.t.   D gamma + f + a p = 0,   gamma ∈ Y,   gap(gamma, v) <= epsilon
    mechanism    min over v   gap(gamma, v)      s.t.   p'v = 1,   u_n >= 0

The second is the limit program of joints with the shear strength that friction has at gamma (Tresca), and has forces of
its own; where the first has no point, gamma_n is moved half-way to those, as M. Gilbert, C. Casapulla and H. M. Ahmed
(Computers and Structures 84 (2006) 873-887) have it, and the mechanism sought again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ..errors import StepFailedError
from ..programs import ConicProgram
from ..solvers.by_program import AnySolver
from ..solvers.fallback import first_accepted
from .backends import Answered, answer, backends, failed
from .least import least_forces
from .limit_state import (
    ACCURACY,
    LimitCertificate,
    LimitResult,
    certificate,
    kinematic_multiplier,
    limit_state,
    reported,
    solve_limit,
)
from .programs import ForceRows, LimitPoint, scaled_forces, with_live
from .system import LIGHT, StaticSystem

__all__ = ["forces_program", "without_dilation"]

Array = NDArray[np.float64]

EPSILON = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6)
"""Largest gap of the programs, one after the other, over one plus the first multiplier, both scaled. Wide at first, so
that the forces may leave the start; the last is what the answer's gap is held to, of mechanisms of light blocks less.
"""
SETTLED = 1e-4
"""Epsilon from which on a state counts, where the programs of smaller ones fail; its error is some ten times that."""
MOVED = 100.0
"""Change of the multiplier by a gap, over the gap, from which on smaller ones follow; most change by ten times it."""
FINEST = 1e-9
"""Gaps of less are rounding of the solvers."""
MIXED, TRIES = 0.5, 30
"""Share of the mechanism's own forces in the next ones where a gap is out of reach, and how often they are mixed: most
walls need less than 8, some up to 20.
"""
EXACT = 2
"""Solvers of "auto" that find forces at so small a gap; another mixture of forces helps more than the rest of them."""


@dataclass(frozen=True)
class _State:
    """Forces and mechanism, with the certificate, who solved, and the scaled multipliers on the way."""

    point: LimitPoint
    certificate: LimitCertificate
    solver: str
    history: tuple[float, ...]


@dataclass
class _Spent:
    """Iterations and time (s) of all programs, and who solved the last one."""

    iterations: int
    time: float
    solver: str = ""


def forces_program(system: StaticSystem, mechanism: Array, epsilon: float) -> ConicProgram:
    """The program of the forces for a scaled ``mechanism`` v (B, 6); see the head of this module."""
    step, surface = system.scaled, system.scaled_surface
    rows = ForceRows.of(surface)
    count = len(rows.order.select)
    velocity = step.apply_transpose(mechanism)
    weight = np.zeros(count + 1)
    weight[rows.normals] = surface.mu * np.hypot(velocity[:, 1], velocity[:, 2])
    weight[-1] = -1.0
    bound = epsilon + float(np.sum(step.k * mechanism)) - surface.at(np.zeros(step.count)).dissipation(velocity)
    return rows.program(
        with_live(system, rows.order),
        -step.k.ravel(),
        sp.csc_array((count + 1, count + 1)),
        np.eye(1, count + 1, count)[0],
        "least forces of a mechanism",
        {"gamma": slice(0, count), "multiplier": slice(count, count + 1)},
        (weight, bound),
    )


def without_dilation(associated: LimitResult, solver: str | AnySolver) -> LimitResult:
    """The result of `limit_load` for joints that do not dilate, from the associated one: the least that is found.

    From two starts: the normal forces at the associated limit, and the least ones under the dead load alone. The
    certificate is that of a collapse state, ``kinematic_multiplier`` being what the mechanism has with the shear that
    friction has at the forces. Where the associated result is unbounded there is no limit to start from, and the dead
    load is the one start; where that finds nothing either, it stays unbounded, which proves nothing for joints that do
    not dilate: what is known of them is ``bracket[0]``. An infeasible one stays what it is.
    """
    system = associated.system
    lower = _frictionless(associated, solver)
    as_it_is = replace(associated, friction="coulomb", bracket=(lower, associated.multiplier))
    if associated.status == "infeasible":
        return as_it_is
    upper = max(associated.multiplier, associated.kinematic_multiplier)  # what rounding leaves between them is above
    spent, tried = _Spent(associated.iterations, associated.solve_time), list[str]()
    found = []
    for name, normal in _starts(associated, solver):
        try:
            found.append(_descend(system, normal, solver, spent))
        except StepFailedError as error:
            tried.append(f"from {name}: {error}")
    if not found and associated.status == "unbounded":
        return as_it_is
    if not found:
        raise failed("limit load without dilation", tried)
    best = min(found, key=lambda state: state.point.multiplier)
    sliding = system.surface.at(_normal(system, best.point))
    scaled = system.scaled_surface.at(best.point.force[:, 0])
    factor = system.live_factor
    return replace(
        associated,
        status="solved",
        multiplier=max(best.point.multiplier * factor, lower),  # less by the gap at most
        kinematic_multiplier=kinematic_multiplier(system, best.point, scaled) * factor,
        **reported(system, best.point, "solved", sliding),
        certificate=best.certificate,
        bracket=(lower, upper),
        friction="coulomb",
        form="static",
        solver=best.solver,
        history=(associated.multiplier, *(a * factor for a in best.history)),
        iterations=spent.iterations,
        solve_time=spent.time,
    )


def _starts(associated: LimitResult, solver: str | AnySolver) -> Iterator[tuple[str, Array]]:
    """Normal forces (C,) (N) from the cut-offs to start from, and what they are."""
    system, tension = associated.system, associated.system.surface.tension
    if associated.status == "solved":
        yield "the associated limit", system.normal_forces(associated.contacts, associated.ties) + tension
    try:
        at_rest = least_forces(system, solver)
    except StepFailedError:
        if associated.status == "solved":
            raise
        return  # what is unbounded stays so
    if at_rest is not None:
        yield "the dead load", at_rest[:, 0] + tension


def _descend(system: StaticSystem, normal: Array, solver: str | AnySolver, spent: _Spent) -> _State:
    """The state that the two programs in turn find from ``normal`` forces (C,) (N); StepFailedError where none."""
    own = _mechanism(system, normal, solver, spent)
    scale, best, history = 1.0 + abs(own.multiplier), None, [own.multiplier]
    for epsilon in _gaps(system, own, history):
        try:
            reached = _at_gap(system, own, normal, epsilon * scale, solver, spent)
        except StepFailedError:
            break
        if reached is None:
            break
        state, own = reached
        normal = _normal(system, state)
        history.append(state.multiplier)
        checked = certificate(system, state, "solved", system.scaled_surface.at(state.force[:, 0]))
        if epsilon <= SETTLED and checked.worst <= 2.0 * epsilon * scale:
            best = _State(state, checked, spent.solver, tuple(history))
    if best is None:
        factor = system.live_factor
        raise failed("limit load without dilation", [f"multipliers {', '.join(f'{a * factor:.5g}' for a in history)}"])
    return best


def _gaps(system: StaticSystem, own: LimitPoint, history: list[float]) -> Iterator[float]:
    """`EPSILON`, and less where a mechanism is of light blocks alone, whose power is small, or where the last gap still
    changed the multiplier, of which ``history`` tells, by many times its own size: as of a load almost in the cone.
    """
    yield from EPSILON
    epsilon, power = EPSILON[-1], abs(own.multiplier) + abs(float(np.sum(system.scaled.k * own.mechanism)))
    small, scale = EPSILON[-1] * min(1.0, LIGHT * power), 1.0 + abs(own.multiplier)
    while epsilon > FINEST and (epsilon > small or abs(history[-1] - history[-2]) > MOVED * epsilon * scale):
        epsilon *= 0.1
        yield epsilon


def _at_gap(
    system: StaticSystem, own: LimitPoint, normal: Array, epsilon: float, solver: str | AnySolver, spent: _Spent
) -> tuple[LimitPoint, LimitPoint] | None:
    """Forces whose gap is at most ``epsilon`` with the best mechanism for them, and that mechanism with its own forces.

    ``own``: the mechanism for ``normal`` forces (C,) (N) with its own, which are mixed with them where a gap is out of
    reach. None where nothing is found.
    """
    for _ in range(TRIES):
        point = _forces(system, own.mechanism, epsilon, solver, spent)
        if point is not None:
            found = _mechanism(system, _normal(system, point), solver, spent)
            return replace(point, mechanism=found.mechanism), found
        normal = normal + MIXED * (_normal(system, own) - normal)
        own = _mechanism(system, normal, solver, spent)
    return None


def _mechanism(system: StaticSystem, normal: Array, solver: str | AnySolver, spent: _Spent) -> LimitPoint:
    """The limit state of joints with the shear that friction has at ``normal`` forces (C,) (N)."""
    found = limit_state(system.with_shear(normal), "static", solver)
    spent.iterations, spent.time = spent.iterations + found.iterations, spent.time + found.time
    if found.status != "solved":
        raise failed("mechanism without dilation", [f"{found.solver}: {found.status}"])
    return found.point


def _forces(
    system: StaticSystem, mechanism: Array, epsilon: float, solver: str | AnySolver, spent: _Spent
) -> LimitPoint | None:
    """The forces of least multiplier whose gap with a ``mechanism`` (B, 6) is at most ``epsilon``; None where none."""
    program = forces_program(system, mechanism, epsilon)

    def is_proved(found: Answered) -> bool:
        solution = found.solution
        return solution.finite and program.residuals(solution).worst <= ACCURACY

    accepted, made = first_accepted(
        (answer(backend, program) for backend in backends(solver)[:EXACT]),
        lambda found: found.solution.status == "infeasible" or is_proved(found),
    )
    spent.iterations += sum(found.solution.iterations for found in made)
    spent.time += sum(found.time for found in made)
    if accepted is None or accepted.solution.status == "infeasible":
        return None
    spent.solver, x = accepted.solver, accepted.solution.x
    return LimitPoint(float(x[-1]), scaled_forces(system, x[:-1]), mechanism)


def _normal(system: StaticSystem, point: LimitPoint) -> Array:
    """Normal forces (C,) (N) of a point, from the cut-offs."""
    return np.maximum(point.force[:, 0], 0.0) * system.step.scaled[1].impulse_unit


def _frictionless(associated: LimitResult, solver: str | AnySolver) -> float:
    """The multiplier of the same structure without friction: a lower bound for joints that do not dilate."""
    smooth = associated.system.with_shear(np.zeros(associated.system.step.count))
    return solve_limit(smooth, associated.form, solver).multiplier
