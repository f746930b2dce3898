"""`drystone tables`: what a stored run, or the store of a sweep, holds as CSV or Parquet."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ..disk import is_file
from ..errors import DrystoneError
from .answer import Answer
from .messages import folder, names
from .tables import show_facts

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["execute", "runs_of"]

RUNS = "runs"
STORES = (".sqlite", ".db")
TABLES_FOLDER = "tables"
"""Beside the result: `domain` and `fragility` have a table of that name beside their store."""


def execute(result: str, kind: str, only: str | None, out: str | None, answer: Answer) -> int:
    """Write the tables of a run, or of the runs of a sweep, into a folder and say where they are."""
    from ..files import open_run
    from ..files.tabulated import TABLES, tabulate, write_tables
    from .sweep import STORE

    path = Path(result)
    store = path / STORE if is_file(path / STORE) else path
    if store.suffix in STORES:
        if only is not None:
            raise DrystoneError(f"--only chooses among the tables of a run; those of many runs are one, {RUNS}")
        target = folder(store.parent / TABLES_FOLDER if out is None else out)
        written = [tabulate(iter([runs_of(store)]), target / f"{RUNS}.{kind}")]
    else:
        stored = open_run(result)
        target = folder(stored.path.parent / TABLES_FOLDER if out is None else out)
        written = [*write_tables(stored.trajectory, target, kind, names(only, tuple(TABLES)))]
    there = [path for path in written if path is not None]
    answer.result(show_facts([("tables", ", ".join(str(path) for path in there))]))
    answer.give({"files": there})
    return 0


def runs_of(store: Path) -> "pd.DataFrame":
    """The runs of a sweep's store, a row for each: how it ended, its parameters, its result, what computed it."""
    import pandas as pd

    from ..assessment.sweeps import read_store
    from ..assessment.sweeps.units import units_of
    from ..summary import with_units

    table = read_store(store)
    units = {name: unit for name, unit in table.attrs["units"].items() if unit}
    parts = [table.drop(columns=["parameters", "result", "common"])]
    for column in ("parameters", "result"):
        values = [json.loads(text) if isinstance(text, str) else {} for text in table[column]]  # a failed run has none
        flat = pd.DataFrame(values, index=table.index)
        texts = pd.DataFrame({name: [_plain(value) for value in flat[name]] for name in flat}, index=table.index)
        taken = set(table) if column == "parameters" else set(texts)  # a parameter may be called as a column is
        names = {name: f"{column.removesuffix('s')}.{name}" if name in taken else name for name in map(str, texts)}
        known = units_of(table["task"], names)
        units |= {names[name]: known.get(name, "") for name in names}
        parts.append(texts.rename(columns=names))
    whole = pd.concat(parts, axis="columns")
    return with_units(whole, units)


def _plain(value: object) -> object:
    """Lists and tables as JSON, which both kinds of files hold."""
    return json.dumps(value) if isinstance(value, (list, dict)) else value
