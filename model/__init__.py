"""The model: blocks, assemblies, states, loads and ground motions. SI units throughout."""

from .assembly import Assembly
from .block import Block
from .fema import FemaSuite, fema_p695
from .geometry import Geometry
from .joints import JOINTS, Joint, register_joint
from .loads import LOADS, BodyForce, Couple, Load, Loads, PointForce, register_load
from .motion import GroundMotion
from .polyhedron import Polyhedron, overlap_depth
from .records import RECORD_FORMATS, Record, RecordFormat, read_records, register_record_format
from .scene import Scene
from .settlement import Settlement
from .state import State
from .supports import MultiSupportMotion

__all__ = [
    "LOADS",
    "RECORD_FORMATS",
    "Record",
    "RecordFormat",
    "read_records",
    "register_record_format",
    "Assembly",
    "Block",
    "BodyForce",
    "Couple",
    "FemaSuite",
    "Geometry",
    "GroundMotion",
    "JOINTS",
    "Joint",
    "register_joint",
    "Load",
    "Loads",
    "MultiSupportMotion",
    "PointForce",
    "Polyhedron",
    "Scene",
    "Settlement",
    "State",
    "fema_p695",
    "overlap_depth",
    "register_load",
]
