"""MOSEK: commercial interior point, through its task interface."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...disk import replacing
from ...programs import ConicProgram, ConicSolution
from ..configured import LicenceError
from .base import LINEARISED_ACCURACY, ConicSolver

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MosekSolver", "multipliers", "write_task"]

TOLERANCE = 1e-12
TOLERANCES = tuple(f"MSK_DPAR_INTPNT_CO_TOL_{part}" for part in ("PFEAS", "DFEAS", "REL_GAP", "MU_RED"))
LICENCE_CODES = range(1000, 1100)  # rescode.err_license... are the numbers from 1000 on
STATUS = {
    "optimal": "solved",
    "unknown": "inaccurate",
    "prim_infeas_cer": "infeasible",
    "dual_infeas_cer": "unbounded",
}


class MosekSolver(ConicSolver):
    """Homogeneous interior point; the quadratic objective goes through `ConicProgram.linear_objective`.

    ``tolerance`` sets MSK_DPAR_INTPNT_CO_TOL_PFEAS, _DFEAS, _REL_GAP and _MU_RED. Settings are MOSEK's
    parameters by their names, MSK_IPAR_... and so on. Without a licence programs can be written
    (`write_task`), not solved.
    """

    name = "mosek"
    description = "interior point, commercial (native task interface)"
    requires = ("mosek",)
    install = "pip install mosek"
    licence = "proprietary, needs a licence file (free for academics)"
    reference = (
        "Andersen, Roos and Terlaky 2003, On implementing a primal-dual interior-point method for conic "
        "quadratic optimization"
    )
    time_setting = "MSK_DPAR_OPTIMIZER_MAX_TIME"
    accuracy = LINEARISED_ACCURACY

    def setting_names(self) -> Iterable[str] | None:
        """The names of MOSEK's parameters."""
        import mosek

        kinds = (("MSK_IPAR_", mosek.iparam), ("MSK_DPAR_", mosek.dparam), ("MSK_SPAR_", mosek.sparam))
        return [prefix + str(member).split(".")[-1].upper() for prefix, kind in kinds for member in kind.members()]

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        """Solve one program; `LicenceError` without a licence."""
        import mosek

        linear = program.linear_objective()
        with mosek.Env() as environment, environment.Task(0, 0) as task:
            _fill(task, linear, mosek)
            self._set_parameters(task)
            try:
                task.optimize()
            except mosek.Error as error:
                if int(error.errno) in LICENCE_CODES:
                    raise LicenceError(self.name, str(error).splitlines()[0]) from error
                raise
            return program.from_linear_objective(_read(task, linear, mosek))

    def write_task(self, program: ConicProgram, path: str | Path) -> None:
        """Write the program as MOSEK sees it to a file; see `write_task` of this module."""
        write_task(program, path)

    def _set_parameters(self, task: Any) -> None:
        tolerance = TOLERANCE if self.tolerance is None else self.tolerance
        for name, value in {**dict.fromkeys(TOLERANCES, tolerance), **self.limits, **self.settings}.items():
            task.putparam(name, str(value))


def write_task(program: ConicProgram, path: str | Path) -> None:
    """Write the program as MOSEK sees it to a file: .ptf (readable), .cbf, .task, .jtask, .mps... by the
    suffix.

    It needs no licence.
    """
    import mosek

    with mosek.Env() as environment, environment.Task(0, 0) as task:
        _fill(task, program.linear_objective(), mosek)
        with replacing(path, "task") as temporary:
            task.writedata(str(temporary))


def _fill(task: Any, program: ConicProgram, mosek: Any) -> None:
    """Zero and nonnegative rows as constraints A x = b, A x <= b; the cones as b - A x ∈ Q."""
    (m, n), flat = program.size, program.zero + program.nonnegative
    task.puttaskname(program.name)
    task.putobjsense(mosek.objsense.minimize)
    task.appendvars(n)
    task.putvarboundsliceconst(0, n, mosek.boundkey.fr, 0.0, 0.0)
    task.putclist(np.arange(n, dtype=np.int32), program.q)
    task.putcfix(program.constant)
    task.appendcons(flat)
    if flat:
        keys = [mosek.boundkey.fx] * program.zero + [mosek.boundkey.up] * program.nonnegative
        lower = np.where(np.arange(flat) < program.zero, program.b[:flat], -np.inf)
        task.putconboundslice(0, flat, keys, lower, program.b[:flat])
        rows = program.A[:flat].tocoo()
        task.putaijlist(rows.row.astype(np.int32), rows.col.astype(np.int32), rows.data)
    if m > flat:
        task.appendafes(m - flat)
        cone = program.A[flat:].tocoo()
        task.putafefentrylist(cone.row.astype(np.int64), cone.col.astype(np.int32), -cone.data)
        task.putafegslice(0, m - flat, program.b[flat:])
        sizes = program.second_order.tolist()
        domain = {size: task.appendquadraticconedomain(size) for size in sorted(set(sizes))}
        task.appendaccsseq([domain[size] for size in sizes], m - flat, 0, None)


def _read(task: Any, program: ConicProgram, mosek: Any) -> ConicSolution:
    m, flat = len(program.b), program.zero + program.nonnegative
    interior = mosek.soltype.itr
    status = str(task.getsolsta(interior)).split(".")[-1]
    cones = np.array(task.getaccdotys(interior)) if m > flat else np.zeros(0)
    linear = np.array(task.gety(interior)) if flat else np.zeros(0)
    return program.solution(
        np.array(task.getxx(interior)),
        multipliers(linear, cones),
        STATUS.get(status, "failed"),
        iterations=int(task.getintinf(mosek.iinfitem.intpnt_iter)),
        solve_time=float(task.getdouinf(mosek.dinfitem.optimizer_time)),
        message="" if status == "optimal" else status,
    )


def multipliers(linear: "NDArray[np.float64]", cones: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The z of `ConicProgram` from MOSEK's multipliers y of the linear and doty of the conic constraints.

    MOSEK has c = A'y + F'doty with F = -A_cone; here q + A'z = 0, so that z = -y on the linear rows and doty
    on the cones (Modeling and solution reference, "The dual for second-order cone optimization").
    """
    return np.concatenate([-linear, cones])
