"""Convex programs as objects: the conic program, its cones, checks, files, and its writing in CVXPY.

It knows nothing of solvers or of masonry.
"""

from .cones import Cones
from .program import ConicProgram
from .solution import STATUSES, ConicSolution, ProgramResiduals
from .step import FORMS, StepLike

__all__ = ["FORMS", "STATUSES", "Cones", "ConicProgram", "ConicSolution", "ProgramResiduals", "StepLike"]
