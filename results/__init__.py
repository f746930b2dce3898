"""What a run leaves: trajectory, recorder, energy ledger, tables of contacts and joints, thrust lines."""

from .checkpoint import Checkpoint, ContactRecord, Moment
from .energy import Ledger, kinetic_energy, potential_energy
from .joint_forces import joint_forces
from .thrust_line import ThrustLine, thrust_line
from .trajectory import Trajectory
from .verdict import VERDICT_UNITS, Verdict
from .watch import Criteria

__all__ = [
    "VERDICT_UNITS",
    "Checkpoint",
    "ContactRecord",
    "Criteria",
    "Ledger",
    "Moment",
    "ThrustLine",
    "Trajectory",
    "Verdict",
    "joint_forces",
    "kinetic_energy",
    "potential_energy",
    "thrust_line",
]
