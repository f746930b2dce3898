"""The formulations by name. Adding one to drystone is its module and one line here; a user's own is registered."""

from typing import TYPE_CHECKING, Any, TypeVar

from ..errors import DrystoneError
from ..programs.step import FORMS
from ..registry import Registry, subclass_check
from ..summary import with_units
from .base import Formulation

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMULATIONS", "get_formulation", "list_formulations", "register_formulation"]

Registered = TypeVar("Registered", bound=Formulation)

FORMULATIONS: Registry[type[Formulation]] = Registry(
    "formulation",
    __package__,
    {
        "nodargi-bisegna": "nodargi_bisegna:NodargiBisegna",
        "anitescu-tasora": "anitescu_tasora:AnitescuTasora",
        "compliant": "compliant:Compliant",
        "coulomb": "coulomb:Coulomb",
    },
    subclass_check("formulation", Formulation, texts=("name", "description", "reference")),
)


def register_formulation(formulation: type[Registered], *, replace: bool = False) -> type[Registered]:
    """Make a class of formulations known by its ``name``, here and on the command line; returns it, as decorators do.

    ``formulation``: derived from `drystone.formulations.Formulation`, or from one that there is, with the class data
    ``name``, ``description`` and ``reference``. DrystoneError for anything else, and for a name that is taken unless
    ``replace``.

    >>> import drystone as ds
    >>> from drystone.formulations import FORMULATIONS
    >>> with FORMULATIONS.restored():  # only so that this example leaves nothing behind
    ...     @ds.register_formulation
    ...     class Soft(FORMULATIONS["compliant"]):
    ...         name = "soft"
    ...         options = {**FORMULATIONS["compliant"].options, "normal_stiffness": 1e6}
    ...     "soft" in ds.list_formulations()["name"].tolist()
    True
    """
    FORMULATIONS.register(formulation, replace=replace)
    return formulation


def get_formulation(formulation: str | Formulation, **options: Any) -> Formulation:
    """The formulation of that name with these options; an instance is passed through."""
    if isinstance(formulation, Formulation):
        if options:
            raise DrystoneError(f"options {sorted(options)} go to the formulation's constructor when it is an instance")
        return formulation
    return FORMULATIONS[formulation](**options)


def list_formulations() -> "pd.DataFrame":
    """Table of the formulations: name, description, forms, options, installed, licence, reference.

    >>> import drystone as ds
    >>> ds.list_formulations()["name"].tolist()
    ['nodargi-bisegna', 'anitescu-tasora', 'compliant', 'coulomb']
    """
    import pandas as pd

    classes = [kind for _, kind in FORMULATIONS.items()]
    table = pd.DataFrame(
        {
            "name": list(FORMULATIONS),
            "description": [c.description for c in classes],
            "forms": [", ".join(FORMS)] * len(classes),
            "options": [", ".join(c.options) for c in classes],
            "installed": True,
            "licence": "BSD-3-Clause",
            "reference": [c.reference for c in classes],
        }
    )
    return with_units(table, {})
