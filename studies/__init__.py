"""Studies: runs that end in tables, figures and checks against known values.

The comparison of formulations and solvers is `drystone.compare`.
"""

from .registry import STUDIES, get_study, list_studies, register_study
from .result import Check, StudyResult, check_close, check_that

__all__ = [
    "STUDIES",
    "Check",
    "StudyResult",
    "check_close",
    "check_that",
    "get_study",
    "list_studies",
    "register_study",
]
