"""Solvers over saved steps: every combination once, in a process of its own, in a CSV file that can be resumed."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

import pandas as pd

from ...files.problems import list_steps
from ...files.rows import append_row, read_rows
from ...processes import Worker
from ...progress import watched
from ...solvers.registry import solver_class
from ...user_code import source_of

__all__ = ["COLUMNS", "FACTS", "Case", "read_runs", "run_cases"]

FACTS = ("problem", "blocks", "contacts", "structure", "state", "size", "formulation")
COLUMNS = (
    *FACTS, "solver", "form", "tolerance", "start", "status", "time", "build_time", "solve_time", "iterations",
    "factorisations", "attempts", "chosen", "primal", "dual", "complementarity", "gap", "natural", "worst", "accuracy",
    "value", "peak_memory", "repeats", "message",
)  # fmt: skip
"""Columns of the table of runs. ``time``: of the whole solve (s), median over the repeats, scaling and certificate
included; ``worst``: largest of primal, dual, complementarity and gap, measured by the study on the answer;
``accuracy``: below which the solver says "solved"; ``value``: static value over the energy of the step;
``peak_memory``: of the process (MB); ``chosen``: who gave the answer, for `auto`."""
KEY = ("problem", "solver", "form", "tolerance", "start")
LOADING = 120.0
"""Seconds a process may take to start, to compile and to read a step."""
OUT_OF_TIME, SKIPPED, CRASHED = "time limit", "skipped", "crashed"


@dataclass(frozen=True)
class Case:
    """One row to measure: ``labels``, its columns that are known before, and the ``solver`` with its ``settings``."""

    labels: Mapping[str, Any]
    solver: str
    settings: Mapping[str, Any]


def _key(row: Mapping[Any, Any]) -> tuple[str, ...]:
    """What distinguishes a row, or the labels of one, from all others."""
    return tuple(str(row[name]) for name in KEY)


def read_runs(path: Path) -> pd.DataFrame:
    """The table of runs made so far, empty where there is no file."""
    return read_rows(path, COLUMNS, dtype={"tolerance": str, "message": str})


def run_cases(
    cases: Sequence[Case], problems: Path, runs: Path, time_limit: float, repeats: int, progress: bool = False
) -> pd.DataFrame:
    """Measure the cases that ``runs`` does not hold yet, in their order, and return the rows of all of them.

    Each solver with its settings has a process of its own. A solve that exceeds ``time_limit`` (s) ends it and gets the
    status "time limit"; larger problems of the same solver, tolerance and start are then skipped. ``repeats``: at most.
    """
    done = read_runs(runs)
    known = {_key(row) for row in done.to_dict("records")}
    # the fewest blocks that took a solver, tolerance and start too long
    late: dict[Any, float] = done[done["status"] == OUT_OF_TIME].groupby(list(KEY[1:]))["blocks"].min().to_dict()
    smallest = str(list_steps(problems).sort_values("contacts", kind="stable")["problem"].iloc[0])
    loaded: tuple[str, ...] = ()
    todo = [case for case in cases if _key(case.labels) not in known]
    with ExitStack() as running:
        for case in watched(todo, "solve", progress, "solvers"):
            method, blocks = _key(case.labels)[1:], case.labels["blocks"]
            if blocks > 1.5 * late.get(method, inf):
                append_row(runs, COLUMNS, {**case.labels, "status": SKIPPED})
                continue
            job = {**case.labels, "solver": case.solver, "settings": case.settings, "path": str(problems),
                   "repeats": repeats, "part": source_of(solver_class(case.solver))}  # fmt: skip
            if method[:-1] != loaded:
                running.close()
                process, loaded = _Process(), method[:-1]
                running.callback(process.end)
                job["warm_up"] = smallest
            row = process.ask(job, time_limit)
            if row["status"] in (OUT_OF_TIME, CRASHED):
                running.close()
                loaded = ()
            if row["status"] == OUT_OF_TIME:
                late[method] = min(blocks, late.get(method, inf))
            append_row(runs, COLUMNS, {**case.labels, **row})
    wanted = {_key(case.labels) for case in cases}
    table = read_runs(runs)
    return table[[_key(row) in wanted for row in table.to_dict("records")]].reset_index(drop=True)


class _Process(Worker):
    """A process that solves saved steps with one solver after the other."""

    def __init__(self) -> None:
        super().__init__(f"{__package__}.worker", "main")

    def ask(self, job: Mapping[str, Any], time_limit: float) -> dict[str, Any]:
        """The worker's row for a job, or a row that says why there is none; ``time_limit``: of a solve (s)."""
        self.send(job)
        allowed = LOADING
        while True:
            try:
                message = self.receive(allowed)
            except TimeoutError:
                return {"status": OUT_OF_TIME}
            if message is None:
                return {"status": CRASHED, "message": self.how_ended()}
            if "phase" not in message:
                return message
            allowed = time_limit if message["phase"] in ("solve", "before") else LOADING
