"""Integrators: how steps become a history."""

from .advice import TimeStepAdvice, suggest_dt
from .base import Integrator, Rejection, Step
from .context import StepContext
from .options import Options
from .push import PushResult, push
from .registry import INTEGRATORS, get_integrator, list_integrators, register_integrator
from .stepping import simulate, step_problem

__all__ = [
    "INTEGRATORS",
    "Integrator",
    "Rejection",
    "Options",
    "PushResult",
    "Step",
    "StepContext",
    "TimeStepAdvice",
    "get_integrator",
    "list_integrators",
    "push",
    "register_integrator",
    "simulate",
    "step_problem",
    "suggest_dt",
]
