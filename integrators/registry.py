"""The integrators by name. Adding one to drystone is its module and one line here; a user's own is registered."""

from typing import TYPE_CHECKING, TypeVar

from ..registry import Registry, subclass_check
from ..summary import with_units
from .base import Integrator

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["INTEGRATORS", "get_integrator", "list_integrators", "register_integrator"]

Registered = TypeVar("Registered", bound=Integrator)

INTEGRATORS: Registry[type[Integrator]] = Registry(
    "integrator",
    __package__,
    {
        "backward-euler": "backward_euler:BackwardEuler",
        "mid-point": "mid_point:MidPoint",
        "velocity-reset": "velocity_reset:VelocityReset",
        "large-steps": "large_steps:LargeSteps",
        "rigid-modes": "rigid_modes:RigidModes",
    },
    subclass_check("integrator", Integrator, texts=("name", "description")),
)


def register_integrator(integrator: type[Registered], *, replace: bool = False) -> type[Registered]:
    """Make a class of integrators known by its ``name``, here and on the command line; returns it, as decorators do.

    ``integrator``: derived from `drystone.integrators.Integrator`, or from one that there is, with the class data
    ``name`` and ``description``. DrystoneError for anything else, and for a name that is taken unless ``replace``.

    >>> import drystone as ds
    >>> from drystone.integrators import INTEGRATORS
    >>> with INTEGRATORS.restored():  # only so that this example leaves nothing behind
    ...     @ds.register_integrator
    ...     class Careful(INTEGRATORS["backward-euler"]):
    ...         name = "careful"
    ...     "careful" in ds.list_integrators()["name"].tolist()
    True
    """
    INTEGRATORS.register(integrator, replace=replace)
    return integrator


def get_integrator(integrator: str | Integrator) -> Integrator:
    """The integrator of that name; an instance is passed through."""
    return integrator if isinstance(integrator, Integrator) else INTEGRATORS[integrator]()


def list_integrators() -> "pd.DataFrame":
    """Table of the integrators: name, description, order, quasi_static, reference.

    >>> import drystone as ds
    >>> table = ds.list_integrators()
    >>> table.loc[~table["quasi_static"], "name"].tolist()
    ['backward-euler', 'mid-point']
    """
    import pandas as pd

    columns = ("name", "description", "order", "quasi_static", "reference")
    classes = [INTEGRATORS[name] for name in INTEGRATORS]
    table = pd.DataFrame({column: [getattr(one, column) for one in classes] for column in columns})
    table["name"] = list(INTEGRATORS)
    return with_units(table, {"order": "1"})
