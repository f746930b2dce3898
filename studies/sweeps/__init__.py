"""Sweeps: one engine for every study made of many runs."""

from .engine import sweep
from .store import read_store

__all__ = ["read_store", "sweep"]
