"""The energy ledger of a run.

Over one step with end velocity v, contact impulses gamma and given impulses dt f (gravity apart)

    kinetic + potential + elastic + dissipated - harvested   stays what it was at the start.

harvested    work of the loads, dt f'v, and of the moving ground and settling supports, -gamma'(prescribed velocity);
elastic      what compliant contacts and joints hold, 1/2 gamma'E gamma = 1/2 f'K^-1 f with the forces f = gamma/dt;
dissipated   contact, -gamma'(D'v + prescribed) less what the elastic energy grows by: friction, and what
             stabilisation, impact, breaking and damaging bonds take;
             integration, v'(total impulse) - change of kinetic energy: the backward Euler step's own, where
             inelastic impacts are found too, and the velocities that quasi-static stepping drops;
stabilisation   the part of the contact work that pushes overlapping blocks apart, sum of gamma_n max(0, -phi)/dt:
             the only way in which contact can add energy.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..formulations import StepProblem
from ..model import Assembly, State
from ..solvers.solution import StepSolution

__all__ = ["Balance", "Ledger", "kinetic_energy", "potential_energy"]

Array = NDArray[np.float64]


def kinetic_energy(assembly: Assembly, state: State) -> float:
    """Kinetic energy of the movable blocks (J)."""
    movable = assembly.movable
    linear, spin = state.velocity[movable, :3], state.velocity[movable, 3:]
    local = np.einsum("bji,bj->bi", state.rotation[movable], spin)
    turning = np.sum(local * np.einsum("bij,bj->bi", assembly.inertia[movable], local))
    return 0.5 * float(np.sum(assembly.mass[movable, None] * linear**2) + turning)


def potential_energy(assembly: Assembly, state: State, gravity: Array) -> float:
    """Potential energy of the movable blocks in uniform ``gravity`` (3,) (m/s2), zero at the origin (J)."""
    movable = assembly.movable
    return -float(np.sum(assembly.mass[movable] * (state.position[movable] @ gravity)))


@dataclass(frozen=True)
class Balance:
    """State of the ledger at one time (J); `total` is kinetic + potential + elastic."""

    time: float
    kinetic: float
    potential: float
    harvested: float
    dissipated: float
    total: float
    contact: float
    integration: float
    stabilisation: float
    elastic: float


class Ledger:
    """Adds up the steps of a run."""

    def __init__(self, assembly: Assembly, state: State, gravity: Array) -> None:
        self._assembly, self._gravity = assembly, gravity
        self._harvested = self._contact = self._integration = self._stabilisation = self._elastic = 0.0
        self._enter(state)

    def _enter(self, state: State) -> None:
        self._time = state.time
        self._kinetic = kinetic_energy(self._assembly, state)
        self._potential = potential_energy(self._assembly, state, self._gravity)

    def add(self, state: State, problem: StepProblem, solution: StepSolution, loads: Array, weight: Array) -> None:
        """Account for the step that ended in ``state``.

        ``loads`` and ``weight`` (B, 6): what loads and gravity put on the movable blocks in the step (N, N m).
        """
        velocity, impulse, dt = solution.velocity, solution.impulse, problem.dt
        received = dt * (loads + weight) + problem.apply(impulse)
        before = self._kinetic
        self._enter(state)
        self._harvested += dt * float(np.sum(loads * velocity)) - float(np.sum(impulse * problem.prescribed))
        relative = problem.apply_transpose(velocity) + problem.prescribed
        held = 0.5 * float(np.sum(problem.E * impulse**2))
        self._contact -= float(np.sum(impulse * relative)) + held - self._elastic
        self._elastic = held
        self._integration += float(np.sum(velocity * received)) - (self._kinetic - before)
        self._stabilisation += float(np.sum(impulse[:, 0] * np.maximum(-problem.phi, 0.0))) / dt

    @property
    def balance(self) -> Balance:
        """The ledger now."""
        return Balance(
            time=self._time,
            kinetic=self._kinetic,
            potential=self._potential,
            harvested=self._harvested,
            dissipated=self._contact + self._integration,
            total=self._kinetic + self._potential + self._elastic,
            contact=self._contact,
            integration=self._integration,
            stabilisation=self._stabilisation,
            elastic=self._elastic,
        )
