"""The model: blocks, assemblies, states, joints, loads and settlements. SI units throughout."""

from .assembly import Assembly
from .block import Block
from .geometry import Geometry
from .joints import JOINTS, Joint, register_joint
from .loads import LOADS, BodyForce, Couple, Load, Loads, PointForce, register_load
from .material import Material
from .polyhedron import Polyhedron, overlap_depth
from .scene import Scene
from .settlement import Settlement
from .state import State
from .ties import Tie

__all__ = [
    "LOADS",
    "Assembly",
    "Block",
    "BodyForce",
    "Couple",
    "Geometry",
    "JOINTS",
    "Joint",
    "register_joint",
    "Load",
    "Loads",
    "Material",
    "PointForce",
    "Polyhedron",
    "Scene",
    "Settlement",
    "State",
    "Tie",
    "overlap_depth",
    "register_load",
]
