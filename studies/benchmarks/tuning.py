"""What the numbers of the structured solvers are worth: each halved, doubled, and without the rule it belongs to.

    python -m drystone.studies.benchmarks.tuning --out runs/tuning [--solver NAME] [--table docs/tuning.md]

Every measurement is a row of ``rows.csv`` in the folder, so that a second call goes on where the first was stopped. The
problem set is that of `problem_set`, up to about 1000 blocks, made there as ``problems.h5``; short runs of structures
that stand under shaking, in which an error of one step would show in the next; and limit programs. What is measured is
in docs/tuning.md, which ``--table`` writes.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from math import exp, inf
from pathlib import Path
from time import process_time

import numpy as np
import pandas as pd

from ...files.rows import append_row, read_rows
from ...progress import watched
from .problem_set import RECIPES, make_problems
from .tuning_cases import FIRST_ORDER, METHODS, Case, Numbers, Outcome, cases, changes, numbers_of
from .work import Costs, counting

__all__ = ["main", "measure", "summary"]

COLUMNS = (
    "solver", "number", "variant", "value", "problem", "start", "work", "iterations", "factorisations", "solved",
)  # fmt: skip
KEY = ("solver", "number", "variant", "problem", "start")
BASE = "as it is"
REPEATS = 3
CALL = 1e-6
"""Work of a solve that has nothing to do (s)."""


# ---------------- measuring


def calibrated(case: Case) -> Costs:
    """The shortest times (s) of the kernels on a problem; all are compiled by then."""
    costs = Costs()
    for _ in range(REPEATS):
        with counting() as tally, np.errstate(all="ignore"):
            case.solve({})
        costs = {name: min(time, costs.get(name, inf)) for name, time in tally.shortest.items()}
    return costs


def _work(method: str, case: Case, numbers: Numbers, costs: Costs) -> tuple[float, Outcome]:
    """Work (s) and outcome; of first-order methods iterations, of APGD the time of the process (s)."""
    if method == "apgd":
        times = []
        for _ in range(REPEATS):
            start = process_time()
            outcome = case.solve(numbers)
            times.append(process_time() - start)
        return min(times), outcome
    with counting() as tally, np.errstate(all="ignore"):
        outcome = case.solve(numbers)
    if method in FIRST_ORDER:
        return outcome.iterations + 3.0 * outcome.factorisations + 1.0, outcome
    return tally.work(costs) + CALL, outcome


def measure(out: Path, methods: Sequence[str], progress: bool = False) -> None:
    """Measure what is not there yet, problem by problem; a problem half done is measured anew."""
    out.mkdir(parents=True, exist_ok=True)
    path, rows = out / "problems.h5", out / "rows.csv"
    make_problems(path, [recipe for recipe in RECIPES if recipe.size <= 1000], progress=progress)
    known = set(read_rows(rows, COLUMNS)[list(KEY)].astype(str).itertuples(index=False, name=None))
    for method in methods:
        variants = [(BASE, "0", dict[str, float]())]
        variants += [(name, *one) for name, number in numbers_of(method).items() for one in changes(name, number)]
        for case in watched(list(cases(method, path)), "problem", progress, method):
            if all((method, name, variant, case.problem, case.start) in known for name, variant, _ in variants):
                continue
            costs, done = calibrated(case), dict[str, tuple[float, Outcome]]()
            for name, variant, numbers in variants:
                key = json.dumps(numbers, sort_keys=True)
                if key not in done:  # several numbers of a rule do without it in the same way
                    try:
                        done[key] = _work(method, case, numbers, costs)
                    except Exception as error:  # numbers that break a method do not end the study: the problem is lost
                        print(f"{method}, {case.problem}, {numbers}: {error}", file=sys.stderr)  # noqa: T201
                        done[key] = inf, Outcome(0, 0, solved=False)
                work, outcome = done[key]
                row = (method, name, variant, numbers.get(name, ""), case.problem, case.start, work, *outcome)
                append_row(rows, COLUMNS, dict(zip(COLUMNS, row, strict=True)))


# ---------------- summary


def summary(rows: pd.DataFrame) -> pd.DataFrame:
    """Change of work in % over what is solved both ways, of its geometric mean and of its sum (``total``), and problems
    lost and won, by variant.
    """
    found = []
    measured = rows.drop_duplicates(list(KEY), keep="last")
    for solver, part in measured.groupby("solver", sort=False):
        plain = part[part["number"] == BASE]
        for (number, variant), varied in part[part["number"] != BASE].groupby(["number", "variant"], sort=False):
            pairs = varied.merge(plain, on=["problem", "start"], suffixes=("", "_plain"))
            solved, before = pairs["solved"], pairs["solved_plain"]
            both = pairs[solved & before]
            change = exp(float(np.mean(np.log(both["work"] / both["work_plain"])))) - 1.0 if len(both) else np.nan
            total = float(both["work"].sum() / both["work_plain"].sum()) - 1.0 if len(both) else np.nan
            counts = int((before & ~solved).sum()), int((solved & ~before).sum()), int(plain["solved"].sum())
            found.append((solver, number, variant, 100.0 * change, 100.0 * total, *counts, len(varied)))
    columns = ["solver", "number", "variant", "change", "total", "lost", "won", "solved", "problems"]
    return pd.DataFrame(found, columns=columns)


def markdown(table: pd.DataFrame) -> str:
    """The tables of docs/tuning.md."""
    parts = []
    for solver, part in table.groupby("solver", sort=False):
        known = f"{part['problems'].max()} problems with their starts, {part['solved'].max()} of them solved"
        parts += [f"## {solver}\n", f"{known}.\n"]
        parts.append("| number | meaning | unit | value | x 0.5, x 2, without its rule |\n|---|---|---|---|---|")
        for name, setting in numbers_of(str(solver)).items():
            told = []
            for row in part[part["number"] == name].to_dict("records"):
                change = f" {row['change']:+.1f} ({row['total']:+.1f}) %" if np.isfinite(row["change"]) else ""
                counts = [f"{row[what]} {what}" for what in ("lost", "won") if row[what]]
                told.append(", ".join([f"{row['variant']}{change}", *counts]))
            cells = f"`{name}`", setting.meaning, setting.unit or "-", f"{setting.default:g}", "; ".join(told)
            parts.append(f"| {' | '.join(cells)} |")
        parts.append("")
    return "\n".join(parts)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the summary and write the table."""
    program = "python -m drystone.studies.benchmarks.tuning"
    words = argparse.ArgumentParser(prog=program, description=__doc__.split("\n")[0])
    words.add_argument("--out", type=Path, default=Path("runs/tuning"), help="folder of what is measured")
    words.add_argument("--solver", action="append", choices=list(METHODS), help="one method; may be repeated")
    words.add_argument("--table", type=Path, help="file whose part after its first --- line is replaced by the tables")
    words.add_argument("--progress", action="store_true")
    given = words.parse_args(arguments)
    methods = given.solver or list(METHODS)
    measure(given.out, methods, given.progress)
    rows = read_rows(given.out / "rows.csv", COLUMNS)
    table = summary(rows[rows["solver"].isin(methods)])
    print(table.to_string(index=False, float_format=lambda value: f"{value:.1f}"))  # noqa: T201 - a command
    if given.table:
        head = given.table.read_text(encoding="utf-8").partition("\n---\n")[0]
        given.table.write_text(f"{head}\n---\n\n{markdown(table)}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
