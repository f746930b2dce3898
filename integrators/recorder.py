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
    "friction_iterations", "friction", "dilation", "broken", "helped", "own_certificate",
)  # fmt: skip
"""Columns of the table of steps; those of the contract first. ``friction_iterations``: programs solved for the friction
law; ``friction``: how far the step is from Coulomb's law where that is meant (`Certificate.friction`); ``dilation``:
see `dilation` (m); ``broken``: joints that have lost their bond so far; ``helped``: whether the chosen solver missed
the certificate and the answer is another's; ``own_certificate``: largest entry of the certificate of the chosen
solver's own answer, kept or not.
"""

CARRIES = 1e-6
"""Normal impulse, over the largest of the step, above which a contact counts as one that carries."""


def dilation(problem: StepProblem, solution: StepSolution) -> float:
    """The widest gap, elastic deformation apart, that a carrying contact is left with at the end of the step (m).

    A contact that carries an impulse should be closed. The associated law leaves it open where it slides,

        phi + dt u_n + dt E_n gamma_n = dt mu |u_t|,

    and the block rides on that gap as long as it slides: it costs the work against gravity once, not in each step,
    and where sliding begins with a jerk it throws the block up at the speed mu |u_t|. With Coulomb's law there is none.
    """
    impulse = solution.impulse[:, 0]
    carries = impulse > CARRIES * np.max(impulse, initial=0.0)
    contact = problem.contact_velocity(solution.velocity, solution.impulse)[carries]
    gap = contact[:, 0] if problem.associated else contact[:, 0] - problem.memory[carries, 0]
    slip = problem.mu[carries] * np.hypot(contact[:, 1], contact[:, 2])
    return problem.dt * float(np.max(np.minimum(gap, slip), initial=0.0))


class Recorder:
    """Keeps states, the ledger, the steps' table and, if asked, the contacts."""

    def __init__(self, assembly: Assembly, keep_contacts: bool) -> None:
        self._assembly, self._keep_contacts = assembly, keep_contacts
        self._states: list[State] = []
        self._ground: list[NDArray[np.float64]] = []
        self._ground_velocity: list[NDArray[np.float64]] = []
        self._balances: list[Balance] = []
        self._steps: list[dict[str, Any]] = []
        self._records: list[ContactRecord | None] = []

    def state(
        self, state: State, ground: NDArray[np.float64], ground_velocity: NDArray[np.float64], balance: Balance
    ) -> None:
        """Record a state, the ground's displacement (3,) (m) and velocity (3,) (m/s), and the ledger."""
        self._states.append(state)
        self._ground.append(ground)
        self._ground_velocity.append(ground_velocity)
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
                "friction": proof.friction,
                "dilation": dilation(problem, solution),
                "helped": solution.missed is not None,
                "own_certificate": (solution.missed or proof).worst,
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
            ground_velocity=np.array(self._ground_velocity),
            energy=pd.DataFrame([asdict(balance) for balance in self._balances]),
            steps=pd.DataFrame(self._steps, columns=list(STEP_COLUMNS)),
            records=tuple(self._records),
            complete=complete,
        )
