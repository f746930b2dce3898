"""Integrators: how steps become a history."""

from .options import Options
from .push import PushResult, push
from .stepping import simulate, step_problem

__all__ = ["Options", "PushResult", "push", "simulate", "step_problem"]
