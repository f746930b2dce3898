"""QOCO: primal-dual interior point for second-order cone programs with a quadratic objective."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from ...programs import ConicProgram, ConicSolution
from .base import ConicSolver

if TYPE_CHECKING:
    from ...programs.program_parts import Matrix

__all__ = ["QocoSolver"]

TOLERANCE = 1e-11
STATUS = {"QOCO_SOLVED": "solved", "QOCO_SOLVED_INACCURATE": "inaccurate", "QOCO_MAX_ITER": "limit"}


class QocoSolver(ConicSolver):
    """Mehrotra predictor-corrector on the program itself, without embedding.

    ``tolerance`` sets abstol and reltol. QOCO does not detect programs that are infeasible or unbounded: they
    end as "inaccurate", "limit" or "failed". The settings are those of its ``QOCOSettings``.
    """

    name = "qoco"
    description = "interior point, second-order cones with quadratic objective (native interface)"
    requires = ("qoco",)
    install = "pip install qoco"
    licence = "BSD-3-Clause"
    reference = "Chari and Acikmese 2025, QOCO: a quadratic objective conic optimizer with custom solver generation"

    def setting_names(self) -> Iterable[str]:
        """The attributes of ``QOCOSettings``."""
        from qoco import qoco_ext

        return [name for name in dir(qoco_ext.QOCOSettings) if not name.startswith("_")]

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        """Solve one program; equality rows go to QOCO's A, the rest to its G."""
        import qoco

        tolerance = TOLERANCE if self.tolerance is None else self.tolerance
        settings = {"abstol": tolerance, "reltol": tolerance, **REGULARISATION, **self.settings}
        m, n = program.size
        equal, conic = slice(0, program.zero), slice(program.zero, m)
        solver = qoco.QOCO()
        solver.setup(
            n,
            m - program.zero,
            program.zero,
            _narrow(program.P) if program.quadratic else None,
            program.q,
            _rows(program, equal),
            program.b[equal] if program.zero else None,
            _rows(program, conic),
            program.b[conic] if m > program.zero else None,
            program.nonnegative,
            len(program.second_order),
            program.second_order,
            **settings,
        )
        found = solver.solve()
        return program.solution(
            np.array(found.x),
            np.concatenate([found.y, found.z]),
            STATUS.get(found.status, "failed"),
            iterations=int(found.iters),
            setup_time=float(found.setup_time_sec),
            solve_time=float(found.solve_time_sec),
            message="" if found.status == "QOCO_SOLVED" else found.status,
        )


REGULARISATION = {"kkt_static_reg_A": 1e-12, "max_ir_iters": 20, "ir_tol": 1e-12}


def _rows(program: ConicProgram, part: slice) -> "Matrix | None":
    return None if part.start == part.stop else _narrow(program.A[part].tocsc())


def _narrow(matrix: "Matrix") -> "Matrix":
    """The matrix with the 32-bit indices that QOCO reads."""
    pointer, index = matrix.indptr.astype(np.int32), matrix.indices.astype(np.int32)
    narrow: Matrix = sp.csc_array((matrix.data, index, pointer), shape=matrix.shape)
    return narrow
