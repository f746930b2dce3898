"""Collects the history of a run and turns it into a Trajectory."""

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..formulations import StepProblem
from ..model import Assembly, State
from ..solvers.solution import StepSolution
from .energy import Balance
from .trajectory import ContactRecord, Trajectory

__all__ = ["STEP_COLUMNS", "Recorder"]

STEP_COLUMNS = (
    "time", "contacts", "solver", "status", "iterations", "collision_time", "build_time", "solve_time",
    "primal_residual", "dual_residual", "complementarity", "gap",
    "dt", "form", "attempts", "tried", "newton_iterations", "broad_time", "narrow_time",
)  # fmt: skip
"""Columns of the table of steps; those of the contract first."""


class Recorder:
    """Keeps states, the ledger, the steps' table and, if asked, the contacts."""

    def __init__(self, assembly: Assembly, keep_contacts: bool) -> None:
        self._assembly, self._keep_contacts = assembly, keep_contacts
        self._states: list[State] = []
        self._ground: list[NDArray[np.float64]] = []
        self._balances: list[Balance] = []
        self._steps: list[dict[str, Any]] = []
        self._records: list[ContactRecord | None] = []

    def state(self, state: State, ground: NDArray[np.float64], balance: Balance) -> None:
        """Record a state, the ground's displacement (3,) and the ledger."""
        self._states.append(state)
        self._ground.append(ground)
        self._balances.append(balance)

    def step(self, time: float, problem: StepProblem, solution: StepSolution, more: dict[str, Any], keep: bool) -> None:
        """Record a step that ended at ``time``; its contacts too where ``keep`` says so."""
        proof = solution.certificate
        self._steps.append(
            {
                "time": time,
                "contacts": problem.count,
                "solver": solution.solver,
                "status": solution.status,
                "iterations": solution.iterations,
                "solve_time": solution.solve_time,
                "primal_residual": proof.primal,
                "dual_residual": proof.dual,
                "complementarity": proof.complementarity,
                "gap": proof.gap,
                "dt": problem.dt,
                "form": solution.form,
                "attempts": max(1, len(solution.attempts)),
                "tried": " | ".join(f"{a.solver} {a.form}: {a.status}" for a in solution.attempts),
                **more,
            }
        )
        wanted = keep and self._keep_contacts and problem.contacts is not None
        self._records.append(
            ContactRecord(problem.contacts, solution.impulse, problem.dt) if wanted and problem.contacts else None
        )

    def trajectory(self, complete: bool = True) -> Trajectory:
        """What was recorded so far."""
        import pandas as pd

        return Trajectory(
            names=self._assembly.names,
            time=np.array([state.time for state in self._states]),
            position=np.array([state.position for state in self._states]),
            rotation=np.array([state.rotation for state in self._states]),
            velocity=np.array([state.velocity for state in self._states]),
            ground=np.array(self._ground),
            ground_velocity=self._ground_velocity(),
            energy=pd.DataFrame([asdict(balance) for balance in self._balances]),
            steps=pd.DataFrame(self._steps, columns=list(STEP_COLUMNS)),
            records=tuple(self._records),
            complete=complete,
        )

    def _ground_velocity(self) -> NDArray[np.float64]:
        """Velocity of the ground (T, 3): that of any fixed block, zero where there is none."""
        fixed = np.flatnonzero(self._assembly.fixed)
        if not len(fixed):
            return np.zeros((len(self._states), 3))
        return np.array([state.velocity[fixed[0], :3] for state in self._states])
