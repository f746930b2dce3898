"""SCS: operator splitting for conic programs with a quadratic objective, native interface."""

import signal
from collections.abc import Iterable

import numpy as np
import scipy.sparse as sp

from ...programs import ConicProgram, ConicSolution
from .base import ConicSolver

__all__ = ["ScsSolver"]

TOLERANCE = 1e-10
MAX_ITERATIONS = 100_000
STATUS = {1: "solved", 2: "inaccurate", -2: "infeasible", -7: "infeasible", -1: "unbounded", -6: "unbounded"}
INTERRUPTED = -5
"""Status where SCS, which hears SIGINT itself while it solves, was interrupted."""
SETTINGS = (
    "normalize", "scale", "adaptive_scale", "adaptive_diag_scale", "rho_x", "max_iters", "eps_abs", "eps_rel",
    "eps_infeas", "alpha", "time_limit_secs", "verbose", "acceleration_lookback", "acceleration_interval",
    "acceleration_type_1", "acceleration_regularization", "acceleration_relaxation", "write_data_filename",
    "log_csv_filename", "linear_solver",
)  # fmt: skip
"""The settings of SCS 3; its interface takes them as keywords and lists them only in its documentation."""


class ScsSolver(ConicSolver):
    """Douglas-Rachford splitting of the homogeneous embedding with Anderson acceleration (SCS's default).

    ``tolerance`` sets eps_abs and eps_rel. A first-order method: many cheap iterations, and less accuracy
    than the interior points on steps where much is about to slide.
    """

    name = "scs"
    description = "operator splitting, conic with quadratic objective (native interface)"
    requires = ("scs",)
    install = "pip install scs"
    licence = "MIT"
    reference = "O'Donoghue 2021, Operator splitting for a homogeneous embedding of the linear complementarity problem"
    time_setting = "time_limit_secs"
    accuracy = 1e-6  # where nearly everything slides; elsewhere 1e-9

    def setting_names(self) -> Iterable[str]:
        """The settings of the SCS documentation."""
        return SETTINGS

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        """Solve one program."""
        import scs

        m, n = program.size
        tolerance = TOLERANCE if self.tolerance is None else self.tolerance
        settings = {
            "verbose": False, "eps_abs": tolerance, "eps_rel": tolerance, "max_iters": MAX_ITERATIONS,
            **self.limits, **self.settings,
        }  # fmt: skip
        data = {"P": program.upper, "A": program.A, "b": program.b, "c": program.q}
        cones = {"z": program.zero, "l": program.nonnegative, "q": program.second_order.tolist()}
        if m == 0:  # SCS wants a row: 0 x = 0
            data, cones = {**data, "A": sp.csc_array((1, n)), "b": np.zeros(1)}, {"z": 1}
        found = scs.SCS(data, cones, **settings).solve()
        facts = found["info"]
        if int(facts["status_val"]) == INTERRUPTED:
            signal.raise_signal(signal.SIGINT)  # to who would have heard it
        status = STATUS.get(int(facts["status_val"]), "failed")
        return ConicSolution(
            x=np.array(found["x"]),
            s=np.array(found["s"])[:m],
            z=np.array(found["y"])[:m],
            status="limit" if facts["iter"] >= settings["max_iters"] and status == "inaccurate" else status,
            iterations=int(facts["iter"]),
            setup_time=1e-3 * float(facts["setup_time"]),
            solve_time=1e-3 * float(facts["solve_time"]),
            message="" if status == "solved" else str(facts["status"]),
        )
