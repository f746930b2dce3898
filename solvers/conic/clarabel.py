"""Clarabel: interior point for conic programs with a quadratic objective, native interface."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from ...programs import ConicProgram, ConicSolution
from .base import ConicSolver

__all__ = ["REFINED", "TOLERANCE", "ClarabelSolver"]

TOLERANCE = 1e-11  # 2 to 4 iterations beyond 1e-8
REFINED = {
    "iterative_refinement_max_iter": 50,
    "iterative_refinement_reltol": 1e-15,
    "iterative_refinement_abstol": 1e-15,
    "iterative_refinement_stop_ratio": 2.0,
}
"""Linear systems are solved to rounding. With Clarabel's own settings their errors grow to the size of the gap at 1e-11
to 1e-12; it then stalls and falls back on a far earlier iterate, as in the kinematic form of an arch at rest.
"""
STATUS = {
    "Solved": "solved",
    "AlmostSolved": "inaccurate",
    "InsufficientProgress": "inaccurate",
    "MaxIterations": "limit",
    "MaxTime": "limit",
    "PrimalInfeasible": "infeasible",
    "AlmostPrimalInfeasible": "infeasible",
    "DualInfeasible": "unbounded",
    "AlmostDualInfeasible": "unbounded",
}


class ClarabelSolver(ConicSolver):
    """Homogeneous embedding, Nesterov-Todd scaling, sparse LDL' factorisation (QDLDL).

    ``tolerance`` sets tol_gap_abs, tol_gap_rel and tol_feas. The settings are those of
    ``clarabel.DefaultSettings``. QDLDL on one thread is the default: as fast as "faer" for steps of masonry,
    and repeatable.
    """

    name = "clarabel"
    description = "interior point, conic with quadratic objective (native interface)"
    requires = ("clarabel",)
    install = "pip install clarabel"
    licence = "Apache-2.0"
    time_setting = "time_limit"
    reference = "Goulart and Chen 2024, Clarabel: an interior-point solver for conic programs with quadratic objectives"

    def setting_names(self) -> Iterable[str]:
        """The attributes of ``clarabel.DefaultSettings``."""
        import clarabel

        defaults = clarabel.DefaultSettings
        return [name for name in dir(defaults) if not name.startswith("_") and name != "default"]

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        """Solve one program."""
        import clarabel

        cones = [(clarabel.ZeroConeT, program.zero), (clarabel.NonnegativeConeT, program.nonnegative)]
        cones += [(clarabel.SecondOrderConeT, size) for size in program.second_order.tolist()]
        product = [cone(size) for cone, size in cones if size]
        upper = program.upper
        solver = clarabel.DefaultSolver(upper, program.q, program.A, program.b, product, self._settings(clarabel))
        found = solver.solve()
        status = str(found.status)
        return ConicSolution(
            x=np.array(found.x),
            s=np.array(found.s),
            z=np.array(found.z),
            status=STATUS.get(status, "failed"),
            iterations=int(found.iterations),
            solve_time=float(found.solve_time),
            message="" if status == "Solved" else status,
        )

    def _settings(self, clarabel: Any) -> Any:
        tolerance = TOLERANCE if self.tolerance is None else self.tolerance
        chosen = {
            "verbose": False,
            "max_threads": 1,
            "direct_solve_method": "qdldl",
            "tol_gap_abs": tolerance,
            "tol_gap_rel": tolerance,
            "tol_feas": tolerance,
            **REFINED,
            **self.limits,
            **self.settings,
        }
        settings = clarabel.DefaultSettings()
        for name, value in chosen.items():
            setattr(settings, name, value)
        return settings
