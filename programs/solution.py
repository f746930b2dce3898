"""What a backend returns for a conic program, and how well that satisfies it."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..checks import one_of
from ..summary import Facts, Summarised

__all__ = ["STATUSES", "ConicSolution", "ProgramResiduals"]

Array: TypeAlias = NDArray[np.float64]

STATUSES = ("solved", "inaccurate", "infeasible", "unbounded", "limit", "failed")
"""What a backend may say of its answer. drystone never accepts a step on it; see `certificate`."""


@dataclass(frozen=True, eq=False)
class ConicSolution(Summarised):
    """What a backend returns for a program with n variables and m rows.

    ``x`` (n,): variables. ``s`` (m,): slacks b - A x, in K. ``z`` (m,): multipliers, in K*, with P x + q +
    A'z = 0. ``status``: one of `STATUSES`, the backend's own word. ``message``: why, where it is not
    "solved". For an infeasible or unbounded program x and z are whatever the backend left, a certificate ray
    or NaN. Times in seconds.
    """

    x: Array
    s: Array
    z: Array
    status: str
    iterations: int = 0
    setup_time: float = 0.0
    solve_time: float = 0.0
    message: str = ""

    def __post_init__(self) -> None:
        one_of(self.status, STATUSES, "status of a conic solution")

    @property
    def finite(self) -> bool:
        """Whether every number of the answer is finite."""
        return bool(np.isfinite(self.x).all() and np.isfinite(self.s).all() and np.isfinite(self.z).all())

    def _summary(self) -> Facts:
        yield "", f"{self.status}{': ' * bool(self.message)}{self.message}"
        yield "variables", str(len(self.x))
        yield "rows", str(len(self.s))
        yield "iterations", str(self.iterations)
        yield "time", f"{self.setup_time + self.solve_time:.3g} s"


@dataclass(frozen=True)
class ProgramResiduals(Summarised, inline=True):
    """Residuals of a solution of a conic program, each divided by one plus the largest term it is made of.

    ``primal``: A x + s - b. ``dual``: P x + q + A'z. ``cone``: distance of s from K and of z from K*.
    ``gap``: x'P x + q'x + b'z, the difference of the primal and the dual value. ``natural``: z minus the
    projection of z - s on K*, which is of the order of the error itself. The gap is of the order of its
    square where a second-order cone is active off its apex (a sliding contact), so that it shows less there.
    """

    primal: float
    dual: float
    cone: float
    gap: float
    natural: float

    @property
    def worst(self) -> float:
        """The largest of the first four, which are what backends work on; NaN counts as infinite."""
        values = np.array([self.primal, self.dual, self.cone, self.gap])
        return float(np.max(values)) if np.isfinite(values).all() else float("inf")

    def _summary(self) -> Facts:
        yield from ((name, f"{getattr(self, name):.2g}") for name in ("primal", "dual", "cone", "gap", "natural"))
