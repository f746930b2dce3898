"""Statics: equilibrium, limit analysis, settlements, and what a structure needs to stand.

`equilibrium`: does it stand; with which forces, else how does it start to fall. `limit_load`: the largest multiple of
a live load that it carries, and the mechanism of its collapse. `least_friction`, `least_parameter`: the least friction,
or thickness, or any other parameter of its making, with which it stands. `settlement`: what a small motion of its
supports sets going.
"""

from .equilibrium import EquilibriumResult, equilibrium
from .limit import limit_load
from .limit_state import LimitCertificate, LimitResult
from .settlement import SettlementResult, settlement
from .thresholds import Threshold, least_friction, least_parameter

__all__ = [
    "EquilibriumResult",
    "LimitCertificate",
    "LimitResult",
    "SettlementResult",
    "Threshold",
    "equilibrium",
    "least_friction",
    "least_parameter",
    "limit_load",
    "settlement",
]
