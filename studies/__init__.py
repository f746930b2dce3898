"""Studies: runs that end in tables, figures and checks against known values.

`reproductions` has what papers and laboratories report, `benchmarks` compares solvers, integrators, contact laws and
other engines; what both share is here.
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
