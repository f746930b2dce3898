"""The least contact forces that balance the loads, and the least and largest of one force."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..errors import StepFailedError
from ..formulations import StepProblem
from ..numerics import stacks as dense
from ..solvers import WarmStart, get_solver
from ..solvers.by_program import AnySolver
from .backends import verified
from .programs import force_program, forces_of
from .system import StaticSystem

__all__ = ["ACCURACY", "balancing_forces", "imbalance", "least_forces", "least_resultant", "residual"]

Array = NDArray[np.float64]

ACCURACY = 1e-7
"""Worst residual of a program of joint forces."""
YIELD = 1e-8
"""Compliance of the contacts in the scaled step from which the least forces are found."""
ROUNDS, BALANCED = 20, 1e-10
"""Rounds of the method of multipliers, and the imbalance, over the load, at which they end."""


def residual(system: StaticSystem, velocity: Array) -> float:
    """The largest scaled acceleration of a block over the root mean square of that of the loads."""
    scaled = system.step.scaled[1].forward(velocity, np.zeros((system.step.count, 3)))[0]
    return float(np.max(np.abs(scaled), initial=0.0)) / system.load_size


def imbalance(system: StaticSystem, force: Array) -> float:
    """What forces (C, 3) leave unbalanced, as the largest scaled acceleration over that of the loads."""
    return residual(system, dense.solve(system.step.root, system.step.k + system.step.apply(force)))


def balancing_forces(system: StaticSystem, force: Array) -> tuple[Array, float]:
    """The least forces (C, 3) that balance the loads, as ``force`` does, and what they leave unbalanced."""
    least = _by_multipliers(system, force) if system.surface.is_cone else None
    try:
        least = least_forces(system, "auto") if least is None else least
    except StepFailedError:
        if not system.surface.is_cone:
            raise
    least = force if least is None else least
    return least, imbalance(system, least)


def least_forces(system: StaticSystem, solver: str | AnySolver) -> Array | None:
    """The least forces (C, 3) (N) that balance the dead load, by a conic program; None where there are none."""
    scaling = system.step.scaled[1]
    unit = scaling.contact / np.sqrt(np.mean(scaling.contact**2))
    bond = system.step.normal_impulse(system.scaled_surface.tension)
    program = force_program(system, -(unit**2)[:, None] * bond, unit**-2)
    found = verified(program, solver, "least forces", ACCURACY, ends=("infeasible",)).solution
    return None if found.status == "infeasible" else forces_of(system, found)


def _by_multipliers(system: StaticSystem, force: Array) -> Array | None:
    """Least forces by the method of multipliers:

    equally compliant steps, of which each takes over what the last left unbalanced. None where one has no answer or
    leaves no less than the last, as where a load is a rounding error of the others.
    """
    step = system.step
    newton = get_solver("newton")
    stiffness = float(np.mean(step.scaled[1].contact ** 2))
    soft: StepProblem = replace(step, E=np.full_like(step.E, YIELD / stiffness))
    k, guess, left = step.k, force, np.inf
    for _ in range(ROUNDS):
        answered = newton.solve(replace(soft, k=k), "kinematic", WarmStart(np.zeros_like(step.k), guess))
        guess, last = answered.impulse, left
        left = imbalance(system, guess)
        if left <= BALANCED:
            return guess
        if not answered.solved or not left < last:
            return None
        k = k + step.k + step.apply(guess)
    return None


def least_resultant(system: StaticSystem, objective: Array, solver: str | AnySolver) -> float:
    """Min over gamma of c'gamma (N) over all admissible forces; minus infinite where it is not bounded."""
    factor = system.step.scaled[1].impulse_unit[:, None]
    size = float(np.max(np.abs(objective * factor)))
    program = force_program(system, objective * factor / size)
    found = verified(program, solver, "range of a joint's force", ACCURACY, ends=("unbounded",))
    if found.solution.status == "unbounded":
        return -np.inf
    return float(np.sum(objective * forces_of(system, found.solution)))
