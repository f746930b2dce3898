"""The model: blocks, assemblies, states, loads and ground motions. SI units throughout."""

from .assembly import Assembly
from .block import Block
from .geometry import Geometry
from .loads import BodyForce, Couple, Loads, PointForce
from .motion import GroundMotion
from .polyhedron import Polyhedron, overlap_depth
from .state import State

__all__ = [
    "Assembly",
    "Block",
    "BodyForce",
    "Couple",
    "Geometry",
    "GroundMotion",
    "Loads",
    "PointForce",
    "Polyhedron",
    "State",
    "overlap_depth",
]
