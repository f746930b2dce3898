"""Pictures: elevations, solids, time histories, contact forces, thrust lines, mechanisms.

Everything draws on axes it is given and keeps no state of its own; figures are made with `matplotlib.figure.Figure`,
so that no window system is needed.
"""

from .elevation import draw_elevation
from .forces import contact_forces, resultants
from .histories import displacements_figure, energy_figure, plot_displacements, plot_energy
from .joints import draw_joint_forces, draw_thrust_line
from .mechanism import draw_mechanism, plane_of_mechanism
from .picture import elevations_figure, plane_of_motion, state_figure
from .records import motion_figure, plot_spectrum
from .solid import draw_3d, solids_figure
from .statics import joints_figure, thrust_figure
from .stresses import draw_stresses, stresses_figure

__all__ = [
    "contact_forces",
    "displacements_figure",
    "draw_3d",
    "draw_elevation",
    "draw_joint_forces",
    "draw_mechanism",
    "draw_stresses",
    "draw_thrust_line",
    "elevations_figure",
    "energy_figure",
    "joints_figure",
    "motion_figure",
    "plane_of_mechanism",
    "plane_of_motion",
    "plot_displacements",
    "plot_energy",
    "plot_spectrum",
    "resultants",
    "solids_figure",
    "state_figure",
    "stresses_figure",
    "thrust_figure",
]
