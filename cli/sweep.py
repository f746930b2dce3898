"""`drystone sweep`: the runs of a sweep file, resumable, as a table and a figure."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DrystoneError, NotInstalledError
from ..summary import counted
from .answer import Answer
from .messages import folder, reported_warnings, shows_bars
from .tables import LONGEST, show, show_facts
from .user_parts import IMPORTED

if TYPE_CHECKING:
    import pandas as pd

    from ..assessment.sweeps import Plan

__all__ = ["STORE", "execute", "executor_of"]

STORE = "runs.sqlite"


def execute(
    file: str,
    allowed: list[str],
    workers: int | None,
    store: str | None,
    time_limit: float | None,
    retry_failed: bool,
    out: str | None,
    dask: str | None,
    progress: bool,
    answer: Answer,
) -> int:
    """Make the runs of a sweep file that the store does not hold yet; print and write the table of all of them."""
    from ..assessment.sweeps import read_plan, sweep

    plan = _with_parts(read_plan(file, trusted=[*IMPORTED, *allowed]))
    target = folder(Path("runs") / f"{plan.name}-sweep" if out is None else out)
    with reported_warnings(answer.quiet), executor_of(dask) as executor:
        table = sweep(
            plan.task,
            plan.cases,
            target / STORE if store is None else store,
            executor=executor,
            workers=plan.workers if workers is None else workers,
            time_limit=plan.time_limit if time_limit is None else time_limit,
            common=plan.common,
            retry_failed=retry_failed,
            progress=shows_bars(progress, answer.quiet),
        )
    written = _write(table, plan, target)
    _tell(table, plan, answer)
    answer.written(written)
    answer.give({"sweep": plan.name, "runs": table})
    return 0


def _with_parts(plan: "Plan") -> "Plan":
    """The plan with what this process has imported, for those that make the runs."""
    from ..assessment.sweeps.plan import SIMULATE

    if not IMPORTED or plan.task != SIMULATE:
        return plan
    parts = list(dict.fromkeys([*IMPORTED, *plan.common.get("parts", ())]))
    return replace(plan, common={**plan.common, "parts": parts})


@contextmanager
def executor_of(address: str | None) -> Iterator[Any]:
    """The executor of a Dask cluster at that address; None for no address."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError as error:
        raise NotInstalledError("Dask (distributed)", "pip install drystone[dask]") from error
    try:
        client = Client(address)
    except (OSError, ValueError, TypeError) as error:
        raise DrystoneError(f"there is no Dask scheduler at {address!r}: {error}") from error
    with client:
        yield client.get_executor()


def _write(table: "pd.DataFrame", plan: "Plan", target: Path) -> list[Path]:
    from ..assessment.sweeps.figure import sweep_figure
    from ..files import write_figure, write_table

    written = [write_table(table, target / "table.csv")]
    figure = sweep_figure(table, plan.varied, plan.figure)
    return written if figure is None else [*written, write_figure(figure, target / "table.png")]


def _tell(table: "pd.DataFrame", plan: "Plan", answer: Answer) -> None:
    from ..assessment.evaluation import undecided
    from ..assessment.sweeps.cases import OUTCOME, WARNING

    narrow = table.drop(columns=WARNING)  # its texts are long
    shown = show(narrow, max(1, len(plan.varied))) if len(table) <= LONGEST else "see the file"
    answer.result(f"# {plan.name}\n\n{shown}\n")
    states = table[OUTCOME].value_counts()
    said = ", ".join(f"{count} {state}" for state, count in states.items())
    warned = int(table[WARNING].notna().sum())
    said += f"; {counted(warned, 'run')} warned, see the column {WARNING!r}" if warned else ""
    unsure = len(undecided(table))
    said += f"; {counted(unsure, 'survival')} not certain" if unsure else ""
    answer.result(show_facts([("runs", f"{counted(len(table), 'run')}: {said}")]))
