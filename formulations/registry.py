"""The formulations there are. Adding one is its module and one line here."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..checks import one_of
from ..errors import DrystoneError
from ..summary import with_units
from .base import Formulation
from .forms import FORMS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMULATIONS", "get_formulation", "list_formulations"]

FORMULATIONS = {
    "nodargi-bisegna": "nodargi_bisegna:NodargiBisegna",
    "anitescu-tasora": "anitescu_tasora:AnitescuTasora",
    "compliant": "compliant:Compliant",
    "coulomb": "coulomb:Coulomb",
}


def get_formulation(formulation: str | Formulation, **options: Any) -> Formulation:
    """The formulation of that name with these options; an instance is passed through."""
    if isinstance(formulation, Formulation):
        if options:
            raise DrystoneError(f"options {sorted(options)} go to the formulation's constructor when it is an instance")
        return formulation
    return _class_of(formulation)(**options)


def list_formulations() -> "pd.DataFrame":
    """Table of the formulations: name, description, forms, options, installed, licence, reference.

    >>> import drystone as ds
    >>> ds.list_formulations()["name"].tolist()
    ['nodargi-bisegna', 'anitescu-tasora', 'compliant', 'coulomb']
    """
    import pandas as pd

    classes = [_class_of(name) for name in FORMULATIONS]
    table = pd.DataFrame(
        {
            "name": [c.name for c in classes],
            "description": [c.description for c in classes],
            "forms": [", ".join(FORMS)] * len(classes),
            "options": [", ".join(c.options) for c in classes],
            "installed": True,
            "licence": "BSD-3-Clause",
            "reference": [c.reference for c in classes],
        }
    )
    return with_units(table, {})


def _class_of(name: str) -> type[Formulation]:
    module, attribute = FORMULATIONS[one_of(name, FORMULATIONS, "formulation")].split(":")
    found: type[Formulation] = getattr(import_module(f".{module}", __package__), attribute)
    return found
