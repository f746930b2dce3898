"""Joint laws in time: bonds that hold until they break, springs that take damage, and the rows they give to a step."""

from .assembly_joints import Acting, Joints, Strengths
from .base import JointLaw, JointMemory
from .registry import JOINT_LAWS, register_joint_law

__all__ = ["JOINT_LAWS", "Acting", "JointLaw", "JointMemory", "Joints", "Strengths", "register_joint_law"]
