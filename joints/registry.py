"""The laws of joints with memory by name. Adding one to drystone is its module and one line here; a user's is
registered.
"""

from typing import TypeVar

from ..registry import Registry, subclass_check
from .base import JointLaw

__all__ = ["JOINT_LAWS", "register_joint_law"]

Registered = TypeVar("Registered", bound=JointLaw)

JOINT_LAWS: Registry[type[JointLaw]] = Registry(
    "joint law", __package__, {"springs": "springs:Springs"}, subclass_check("joint law", JointLaw)
)
"""`Joint.law` says which of them a joint has."""


def register_joint_law(law: type[Registered], *, replace: bool = False) -> type[Registered]:
    """Make a law of joints with memory known by its ``name``; returns it, as decorators do.

    ``law``: derived from `drystone.joints.JointLaw`, or from one that there is. It holds for joints whose `Joint.law`
    is that name: of a class derived from `drystone.Joint`. DrystoneError for anything else, and for a name that is
    taken unless ``replace``.

    >>> import drystone as ds
    >>> from drystone.joints import JOINT_LAWS
    >>> with JOINT_LAWS.restored():  # only so that this example leaves nothing behind
    ...     @ds.register_joint_law
    ...     class Ties(JOINT_LAWS["springs"]):
    ...         name = "ties"
    ...     list(JOINT_LAWS)
    ['springs', 'ties']
    """
    JOINT_LAWS.register(law, replace=replace)
    return law
