"""`drystone list`."""

from importlib import import_module
from typing import TYPE_CHECKING

from .answer import Answer
from .tables import show_entries

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["execute"]


def execute(what: str, answer: Answer) -> int:
    """Print one of the lists."""
    if what == "structures":
        table = _structures()
    else:
        table = getattr(import_module(f"..{what}", __package__), f"list_{what}")()
    if what == "integrators":
        table = table[["name", "description", "order", "reference"]]
    elif what == "solvers":
        table = table.assign(installed=["yes" if here else "no" for here in table["installed"]])
    answer.result(show_entries(table))
    answer.give({what: table})
    return 0


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
