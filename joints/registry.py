"""The laws of joints with memory by name. Adding one is its module and one line here, or `register_joint_law`."""

from importlib import import_module

from ..checks import one_of
from .base import JointLaw

__all__ = ["JOINT_LAWS", "joint_law"]

JOINT_LAWS: dict[str, str] = {"springs": "springs:Springs"}
"""Name -> "module:class" in this package; `Joint.law` says which one a joint has."""


def joint_law(name: str) -> type[JointLaw]:
    """The class of the law of that name."""
    module, _, attribute = JOINT_LAWS[one_of(name, JOINT_LAWS, "joint law")].partition(":")
    found: type[JointLaw] = getattr(import_module(f".{module}", __package__), attribute)
    return found
