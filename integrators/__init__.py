"""Integrators: time stepping, configuration update, energy ledger, trajectories."""

from .energy import Ledger, kinetic_energy, potential_energy
from .joint_forces import joint_forces
from .options import Options
from .push import PushResult, push
from .scene import Scene
from .stepping import simulate, step_problem
from .thrust_line import ThrustLine, thrust_line
from .trajectory import ContactRecord, Trajectory
from .update import update

__all__ = [
    "ContactRecord",
    "Ledger",
    "Options",
    "PushResult",
    "Scene",
    "ThrustLine",
    "Trajectory",
    "joint_forces",
    "kinetic_energy",
    "potential_energy",
    "push",
    "simulate",
    "step_problem",
    "thrust_line",
    "update",
]
