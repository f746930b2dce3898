"""Formulations: how the physics of a step becomes one convex program."""

from ..programs.step import FORMS
from .base import Formulation, StepInputs
from .joint_rows import JointRows
from .local import LocalProblem
from .problem import StepProblem
from .registry import FORMULATIONS, get_formulation, list_formulations, register_formulation

__all__ = [
    "FORMS",
    "FORMULATIONS",
    "Formulation",
    "JointRows",
    "LocalProblem",
    "StepProblem",
    "StepInputs",
    "get_formulation",
    "list_formulations",
    "register_formulation",
]
