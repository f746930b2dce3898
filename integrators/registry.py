"""The integrators there are. Adding one is its module and one line here."""

from importlib import import_module
from typing import TYPE_CHECKING

from ..checks import one_of
from ..summary import with_units
from .base import Integrator

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["INTEGRATORS", "get_integrator", "list_integrators"]

INTEGRATORS = {
    "backward-euler": "backward_euler:BackwardEuler",
    "velocity-reset": "velocity_reset:VelocityReset",
    "large-steps": "large_steps:LargeSteps",
    "rigid-modes": "rigid_modes:RigidModes",
}


def get_integrator(integrator: str | Integrator) -> Integrator:
    """The integrator of that name; an instance is passed through."""
    return integrator if isinstance(integrator, Integrator) else _class_of(integrator)()


def list_integrators() -> "pd.DataFrame":
    """Table of the integrators: name, description, order, quasi_static, reference.

    >>> import drystone as ds
    >>> table = ds.list_integrators()
    >>> table.loc[~table["quasi_static"], "name"].tolist()
    ['backward-euler']
    """
    import pandas as pd

    classes = [_class_of(name) for name in INTEGRATORS]
    columns = ("name", "description", "order", "quasi_static", "reference")
    table = pd.DataFrame({column: [getattr(one, column) for one in classes] for column in columns})
    return with_units(table, {"order": "1"})


def _class_of(name: str) -> type[Integrator]:
    module, _, attribute = INTEGRATORS[one_of(name, INTEGRATORS, "integrator")].partition(":")
    found: type[Integrator] = getattr(import_module(f".{module}", __package__), attribute)
    return found
