"""Sweeps: one engine for whatever is made of many runs."""

from .engine import sweep
from .plan import Plan, read_plan
from .simulation import page_case, simulate_case
from .store import read_store

__all__ = ["Plan", "page_case", "read_plan", "read_store", "simulate_case", "sweep"]
