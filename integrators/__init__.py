"""Integrators: time stepping, configuration update, energy ledger, trajectories."""

from .energy import Ledger, kinetic_energy, potential_energy
from .options import Options
from .scene import Scene
from .stepping import simulate, step_problem
from .trajectory import ContactRecord, Trajectory
from .update import update

__all__ = [
    "ContactRecord",
    "Ledger",
    "Options",
    "Scene",
    "Trajectory",
    "kinetic_energy",
    "potential_energy",
    "simulate",
    "step_problem",
    "update",
]
