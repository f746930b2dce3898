"""Solvers: the explicit conic program, its backends behind one interface, the certificate, the registry.

Importing this package loads no backend; a solver loads its own when it is made.
"""

from .base import ConicSolver, Solver
from .certificate import Certificate, certificate
from .cones import Cones
from .judge import attempted, judged
from .program import ConicProgram, ConicSolution, ProgramResiduals
from .registry import SOLVERS, get_solver, list_solvers, solve
from .solution import FORMS, Attempt, StepLike, StepSolution, WarmStart

__all__ = [
    "FORMS",
    "SOLVERS",
    "Attempt",
    "Certificate",
    "Cones",
    "ConicProgram",
    "ConicSolution",
    "ConicSolver",
    "ProgramResiduals",
    "Solver",
    "StepLike",
    "StepSolution",
    "WarmStart",
    "attempted",
    "certificate",
    "get_solver",
    "judged",
    "list_solvers",
    "solve",
]
