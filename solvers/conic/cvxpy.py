"""Any solver that CVXPY has installed and that takes second-order cones, as "cvxpy:NAME".

This is the explicit form, which can be inspected, and a cross-check; compiled data go to the native backends faster.
"""

import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

from ...errors import DrystoneError, NotInstalledError, UnknownNameError
from ...programs import ConicProgram, ConicSolution
from ...programs.cvxpy_model import CvxpyModel
from ..configured import LicenceError
from .base import LINEARISED_ACCURACY, ConicSolver
from .clarabel import REFINED
from .clarabel import TOLERANCE as CLARABEL_TOLERANCE

__all__ = ["CvxpySolver", "installed_backends"]

Index = NDArray[np.int64]

TOLERANCES: dict[str, tuple[float, tuple[str, ...]]] = {
    "CLARABEL": (CLARABEL_TOLERANCE, ("tol_gap_abs", "tol_gap_rel", "tol_feas")),
    "CVXOPT": (1e-9, ("abstol", "reltol", "feastol")),
    "ECOS": (1e-10, ("abstol", "reltol", "feastol")),
    "QOCO": (1e-10, ("abstol", "reltol")),
    "SCS": (1e-10, ("eps_abs", "eps_rel")),
}
"""What a backend is asked for where the user says nothing, and its names for it; others keep their
defaults."""
LINEARISED = {"CVXOPT": 1e-4}  # stops at a gap of 1e-9: beyond it breaks down
MORE: dict[str, dict[str, Any]] = {"SCS": {"max_iters": 100_000}, "CLARABEL": REFINED}
TIME_SETTINGS = {"CLARABEL": "time_limit", "SCS": "time_limit_secs"}
ONE_AT_A_TIME = threading.Lock()
"""The filter of warnings is the whole program's: of two threads that change and restore it, one would leave it changed.
"""
STATUS = {
    "optimal": "solved",
    "optimal_inaccurate": "inaccurate",
    "infeasible": "infeasible",
    "infeasible_inaccurate": "infeasible",
    "unbounded": "unbounded",
    "unbounded_inaccurate": "unbounded",
    "user_limit": "limit",
}


def installed_backends() -> tuple[str, ...]:
    """Names of the solvers that CVXPY finds here and that take second-order cones, by its own tables."""
    tables = import_module("cvxpy.reductions.solvers.defines")
    return tuple(name for name in tables.INSTALLED_SOLVERS if _takes_cones(tables, name))


def _takes_cones(tables: Any, name: str) -> bool:
    cone = import_module("cvxpy.constraints").SOC
    interface = tables.SOLVER_MAP_CONIC.get(name)
    return interface is not None and cone in interface.SUPPORTED_CONSTRAINTS


class CvxpySolver(ConicSolver):
    """One backend of CVXPY, through ``ConicProgram.to_cvxpy``.

    Where CVXPY gives the backend no quadratic objective, the program goes through ``linear_objective``.
    ``tolerance`` goes to the parameters in `TOLERANCES`; other backends keep their defaults and refuse one.
    Settings are keywords of ``cvxpy.Problem.solve``.
    """

    name = "cvxpy:NAME"
    description = "any installed CVXPY solver with second-order cones"
    requires = ("cvxpy",)
    install = "pip install cvxpy"
    licence = "Apache-2.0 (CVXPY; the backend has its own)"
    reference = "Diamond and Boyd 2016, CVXPY: a Python-embedded modeling language for convex optimization"

    def __init__(self, backend: str, tolerance: float | None = None, **settings: Any) -> None:
        """``backend``: its name in CVXPY. `UnknownNameError` or `NotInstalledError` with what there is."""
        super().__init__(tolerance, **settings)
        self.backend = backend.upper()
        _check_backend(self.backend)
        if tolerance is not None and self.backend not in TOLERANCES:
            raise DrystoneError(
                f"tolerance {tolerance} for cvxpy:{self.backend}; it is known for {', '.join(TOLERANCES)}: "
                "give the backend's own settings instead"
            )
        self.name = f"cvxpy:{self.backend}"
        self.time_setting = TIME_SETTINGS.get(self.backend, "")  # type: ignore[misc]
        if not self.direct:
            self.accuracy = max(self.accuracy, LINEARISED.get(self.backend, LINEARISED_ACCURACY))

    @property
    def direct(self) -> bool:
        """Whether CVXPY hands the backend a quadratic objective as it is."""
        tables = import_module("cvxpy.reductions.solvers.defines")
        return bool(tables.SOLVER_MAP_CONIC[self.backend].supports_quad_obj())

    def setting_names(self) -> None:
        """None: only CVXPY knows them, when it is called."""

    def solve_program(self, program: ConicProgram) -> ConicSolution:
        """Solve one program."""
        start = perf_counter()
        given = program if len(program.b) else _with_empty_row(program)
        written = given if self.direct else given.linear_objective()
        model = CvxpyModel.of(written)
        default, names = TOLERANCES.get(self.backend, (0.0, ()))
        tolerance = default if self.tolerance is None else self.tolerance
        settings = {**MORE.get(self.backend, {}), **dict.fromkeys(names, tolerance), **self.limits, **self.settings}
        with _one_at_a_time(self.time_limit), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "solution may be inaccurate": the certificate decides
            try:
                model.problem.solve(solver=self.backend, **settings)
            except Exception as error:
                if "license" in str(error).lower():
                    raise LicenceError(self.name, str(error).splitlines()[0]) from error
                raise
        answer = program.from_linear_objective(_read(model, written))
        return replace(answer, setup_time=max(0.0, perf_counter() - start - answer.solve_time))


def _read(model: CvxpyModel, program: ConicProgram) -> ConicSolution:
    """The solution of ``program`` that its solved model holds."""
    status, facts = str(model.problem.status), model.problem.solver_stats
    return program.solution(
        *model.values(),
        STATUS.get(status, "failed"),
        iterations=int(getattr(facts, "num_iters", None) or 0),
        solve_time=float(getattr(facts, "solve_time", None) or 0.0),
        message="" if status == "optimal" else status,
    )


@contextmanager
def _one_at_a_time(seconds: float) -> Iterator[None]:
    """Wait for other threads to leave CVXPY; `TimeoutError` where one does not, since its backend hangs."""
    if not ONE_AT_A_TIME.acquire(timeout=min(seconds, threading.TIMEOUT_MAX)):
        raise TimeoutError(f"another thread has been in CVXPY for {seconds:g} s")
    try:
        yield
    finally:
        ONE_AT_A_TIME.release()


def _with_empty_row(program: ConicProgram) -> ConicProgram:
    """The program with the row 0 x = 0, for backends that want one."""
    return replace(program, A=sp.csc_array((1, len(program.q))), b=np.zeros(1), zero=1)


def _check_backend(name: str) -> None:
    """Refuse a name that CVXPY does not know or that takes no such cones, and one not installed."""
    present = installed_backends()
    if name in present:
        return
    if not _takes_cones(import_module("cvxpy.reductions.solvers.defines"), name):
        raise UnknownNameError("CVXPY solver with second-order cones", name, present)
    raise NotInstalledError(
        f"the CVXPY solver {name} (installed are {', '.join(present)})",
        f"pip install 'cvxpy[{name}]', or as its maker says",
    )
