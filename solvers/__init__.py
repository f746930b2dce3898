"""Solvers of steps: the structured ones, the backends for explicit programs, the certificate, the registry.

Importing this package loads no backend; a solver loads its own when it is made.
"""

from .acceptance import attempted, attempted_coulomb, certified
from .base import Solver
from .certificate import Certificate, certificate
from .conic.base import ConicSolver
from .registry import SOLVERS, get_solver, list_solvers, register_solver, solve
from .solution import Answer, Attempt, StepSolution, WarmStart

__all__ = [
    "SOLVERS",
    "Answer",
    "Attempt",
    "Certificate",
    "ConicSolver",
    "Solver",
    "StepSolution",
    "WarmStart",
    "attempted",
    "attempted_coulomb",
    "certificate",
    "get_solver",
    "certified",
    "list_solvers",
    "register_solver",
    "solve",
]
