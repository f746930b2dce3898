"""`drystone list`."""

from typing import TYPE_CHECKING

from .answer import Answer
from .tables import show_entries

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["execute"]


def execute(what: str, answer: Answer) -> int:
    """Print one of the lists."""
    tables = {
        "formulations": _formulations, "solvers": _solvers, "integrators": _integrators, "studies": _studies,
        "structures": _structures,
    }  # fmt: skip
    table = tables[what]()
    answer.result(show_entries(table))
    answer.give({what: table})
    return 0


def _formulations() -> "pd.DataFrame":
    from ..formulations import list_formulations

    return list_formulations()


def _integrators() -> "pd.DataFrame":
    from ..integrators import list_integrators

    return list_integrators()[["name", "description", "order", "reference"]]


def _solvers() -> "pd.DataFrame":
    from ..solvers import list_solvers

    table = list_solvers()
    return table.assign(installed=["yes" if here else "no" for here in table["installed"]])


def _studies() -> "pd.DataFrame":
    from ..studies import list_studies

    return list_studies()


def _structures() -> "pd.DataFrame":
    import inspect

    import pandas as pd

    from ..structures import STRUCTURES

    rows = []
    for name, make in STRUCTURES.items():
        paragraph = " ".join((inspect.getdoc(make) or "").partition("\n\n")[0].split()).removeprefix("Return ")
        sentence = paragraph[:1].upper() + paragraph[1:]
        arguments = [
            key if p.default is p.empty else f"{key}={p.default}"
            for key, p in inspect.signature(make).parameters.items()
        ]
        rows.append((name, sentence, ", ".join(arguments)))
    return pd.DataFrame(rows, columns=["name", "what", "arguments"])
