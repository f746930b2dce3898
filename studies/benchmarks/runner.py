"""Solvers over saved steps: every combination once, in a process of its own, in a CSV file that can be resumed."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from ...files.problems import list_steps
from ...files.rows import append_row, read_rows
from ...processes import Worker
from ...progress import watched

__all__ = ["COLUMNS", "Case", "Entry", "Limits", "read_runs", "run_cases"]

COLUMNS = (
    "problem", "blocks", "contacts", "structure", "state", "size", "formulation", "solver", "form", "tolerance",
    "start", "status", "time", "build_time", "solve_time", "iterations", "factorisations", "attempts", "chosen",
    "primal", "dual", "complementarity", "gap", "natural", "worst", "accuracy", "value", "peak_memory", "repeats",
    "message",
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
class Entry:
    """A solver with settings under a name of its own. ``starts``: "cold", "warm"."""

    label: str
    solver: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    starts: tuple[str, ...] = ("cold",)


@dataclass(frozen=True)
class Case:
    """One row to measure: a problem with its facts, and how it is solved. ``tolerance``: "default" or a number."""

    facts: Mapping[Any, Any]
    entry: Entry
    form: str
    tolerance: str
    start: str

    @property
    def key(self) -> tuple[str, ...]:
        """What distinguishes this row from all others."""
        return str(self.facts["problem"]), self.entry.label, self.form, self.tolerance, self.start

    @property
    def labels(self) -> dict[str, Any]:
        """The columns that are known before it is run."""
        known = {name: self.facts[name] for name in COLUMNS[:7] if name in self.facts}
        return known | dict(zip(KEY, self.key, strict=True))

    def job(self, path: Path, repeats: int, warm_up: str) -> dict[str, Any]:
        """The job, as the worker is given it."""
        settings = dict(self.entry.settings)
        if self.tolerance != "default":
            settings["tolerance"] = float(self.tolerance)
        return {
            "path": str(path), "problem": self.facts["problem"], "solver": self.entry.solver, "settings": settings,
            "form": self.form, "start": self.start, "repeats": repeats, "warm_up": warm_up,
        }  # fmt: skip


@dataclass(frozen=True)
class Limits:
    """``time``: of one solve (s), after which its process is ended. ``repeats``: of each solve, at most."""

    time: float = 300.0
    repeats: int = 3


def read_runs(path: Path) -> pd.DataFrame:
    """The table of runs made so far, empty where there is no file."""
    return read_rows(path, COLUMNS, dtype={"tolerance": str, "message": str})


def run_cases(
    cases: Sequence[Case], problems: Path, runs: Path, limits: Limits, progress: bool = False
) -> pd.DataFrame:
    """Measure the cases that ``runs`` does not hold yet, in their order, and return the rows of all of them.

    Each solver with its settings has a process of its own, which meets its problems in the order of ``cases``. A solve
    that exceeds the time limit ends the process and gets the status "time limit"; larger problems of the same solver,
    tolerance and start are then skipped.
    """
    done = read_runs(runs)
    known = {tuple(str(part) for part in row) for row in done[list(KEY)].itertuples(index=False)}
    todo = [case for case in cases if case.key not in known]
    late = _Late(done)
    small = _smallest(problems) if todo else ""
    process: _Process | None = None
    loaded: tuple[str, ...] = ()
    try:
        for case in watched(todo, "solve", progress, "solvers"):
            if late.skips(case):
                append_row(runs, COLUMNS, case.labels | {"status": SKIPPED})
                continue
            group = (case.entry.label, case.form, case.tolerance)
            if process is None or group != loaded:
                _end(process)
                process, loaded, warm_up = _Process(), group, small
            row = process.ask(case.job(problems, limits.repeats, warm_up), limits)
            warm_up = ""
            if row["status"] in (OUT_OF_TIME, CRASHED):
                _end(process)
                process = None
            if row["status"] == OUT_OF_TIME:
                late.add(case)
            append_row(runs, COLUMNS, case.labels | row)
    finally:
        _end(process)
    table = read_runs(runs)
    wanted = {case.key for case in cases}
    keys = [tuple(str(part) for part in row) for row in table[list(KEY)].itertuples(index=False)]
    return table[[key in wanted for key in keys]].reset_index(drop=True)


def _smallest(problems: Path) -> str:
    """The smallest step of the file, of all that is there: what a process solves before its first."""
    return str(list_steps(problems).sort_values("contacts", kind="stable")["problem"].iloc[0])


class _Late:
    """Which solvers ran out of time, and at what size."""

    def __init__(self, done: pd.DataFrame) -> None:
        self.least: dict[tuple[str, ...], int] = {}
        for row in done[done["status"] == OUT_OF_TIME].to_dict("records"):
            self._note((str(row["solver"]), str(row["form"]), str(row["tolerance"]), str(row["start"])), row["blocks"])

    def add(self, case: Case) -> None:
        self._note(case.key[1:], int(case.facts["blocks"]))

    def skips(self, case: Case) -> bool:
        return int(case.facts["blocks"]) > 1.5 * self.least.get(case.key[1:], sys.maxsize)

    def _note(self, key: tuple[str, ...], blocks: int) -> None:
        self.least[key] = min(int(blocks), self.least.get(key, sys.maxsize))


class _Process(Worker):
    """A process that solves saved steps with one solver after the other."""

    def __init__(self) -> None:
        super().__init__(f"{__package__}.worker", "main")

    def ask(self, job: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
        """The worker's row for a job, or a row that says why there is none."""
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
            allowed = limits.time if message["phase"] in ("solve", "before") else LOADING


def _end(process: _Process | None) -> None:
    if process is not None:
        process.end()
