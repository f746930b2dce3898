"""Joint laws in time: bonds that hold until they break, springs that take damage, ties, and their rows."""

from .assembly_joints import TIES, Acting, Joints
from .base import JointLaw, JointMemory
from .registry import JOINT_LAWS, register_joint_law
from .strengths import Strengths
from .ties import TIE

__all__ = [
    "JOINT_LAWS", "TIE", "TIES", "Acting", "JointLaw", "JointMemory", "Joints", "Strengths",
    "register_joint_law",
]  # fmt: skip
