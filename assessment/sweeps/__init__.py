"""Sweeps: one engine for whatever is made of many runs.

A process that runs a task of a user's own imports the engine alone: what simulates is imported when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from .engine import sweep
from .store import read_store

if TYPE_CHECKING:
    from .plan import Plan, read_plan
    from .simulation import page_case, simulate_case

__all__ = ["Plan", "page_case", "read_plan", "read_store", "simulate_case", "sweep"]

_LATER = {"Plan": "plan", "read_plan": "plan", "page_case": "simulation", "simulate_case": "simulation"}
"""Modules of this package that load what simulates, by what of them is used from here."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(f".{_LATER[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
