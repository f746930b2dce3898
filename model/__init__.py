"""The model: blocks, assemblies, states, loads and ground motions. SI units throughout."""

from .assembly import Assembly
from .block import Block
from .geometry import Geometry
from .joints import Joint
from .loads import BodyForce, Couple, Loads, PointForce
from .motion import GroundMotion
from .polyhedron import Polyhedron, overlap_depth
from .scene import Scene
from .settlement import Settlement
from .state import State

__all__ = [
    "Assembly",
    "Block",
    "BodyForce",
    "Couple",
    "Geometry",
    "GroundMotion",
    "Joint",
    "Loads",
    "PointForce",
    "Polyhedron",
    "Scene",
    "Settlement",
    "State",
    "overlap_depth",
]
