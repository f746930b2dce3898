"""Pictures: elevations, solids, time histories, contact forces.

Everything draws on axes it is given and keeps no state of its own; figures are made with `matplotlib.figure.Figure`,
so that no window system is needed.
"""

from .elevation import draw_elevation
from .forces import contact_forces, resultants
from .histories import plot_displacements, plot_energy
from .picture import state_figure
from .solid import draw_3d

__all__ = [
    "contact_forces",
    "draw_3d",
    "draw_elevation",
    "plot_displacements",
    "plot_energy",
    "resultants",
    "state_figure",
]
