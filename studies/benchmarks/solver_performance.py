"""Study `solver-performance`: every solver on steps from real runs, and other engines on the same walls.

What is measured and what it must show is in docs/solver-performance.md. All that is made on the way stays in the
study's folder and is not made again: the problem set ``problems.h5``, the runs ``runs.csv`` and the engines
``engines.csv``. Remove a file to make it anew.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd

from ...checks import numbers_in, one_of, positive_number, whole_number
from ...errors import DrystoneError
from ...files.problems import list_steps
from ...solvers.registry import FAMILY, SOLVERS, solver_class
from ..result import Check, StudyResult, check_that
from .peers import SCENES, compare_engines, engine_checks, require_mujoco
from .problem_set import QUICK, RECIPES, USUAL, chosen, make_problems
from .profiles import fit_exponent, performance_ratios, plot_growth, plot_profile, shifted_geometric_mean
from .runner import FACTS, Case, run_cases

__all__ = ["ENTRIES", "QUICK_SOLVERS", "entries", "run"]

NAME = "solver-performance"
DEFAULT = "default"
CERTIFICATE = 1e-8

BASELINE = {"tolerance": 1e-9, "polish": False}
"""What Clarabel needs to reach the certificate 1e-8, and no more."""
Entry = tuple[str, dict[str, Any]]  # a solver and its settings
ENTRIES: dict[str, Entry] = {
    "clarabel:qdldl": ("clarabel", BASELINE),
    "clarabel:faer": ("clarabel", BASELINE | {"direct_solve_method": "faer", "max_threads": 0}),
    "gauss-seidel:projection": ("gauss-seidel", {"local": "projection"}),
}
"""Solvers with settings of their own, by the name they have in the tables, beside all of the registry."""
QUICK_SOLVERS = ("auto", "clarabel", "interior-point", "newton")

SIZES = (200, 1000, 5000)
SPEEDUP, EXPONENT, MEMORY = 10.0, 1.35, 4096.0
AGREEMENT = 1e-6  # of the energy of a step: values of two answers that are both within the certificate


def run(
    out: Path, quick: bool = False, progress: bool = False, *, only: str = "all", solvers: str = "",
    problems: str = "", tolerances: str = "", least: int = 0, most: int = 1_000_000, repeats: int = 3,
    time_limit: float = 300.0,
) -> StudyResult:  # fmt: skip
    """Run the study, or the part ``only``: "problems" (make the problem set), "solvers", "peers".

    ``solvers``: names, with commas between; "" all that are installed. ``problems``: parts of names, with commas
    between; "" all. ``tolerances``: numbers and "default". ``least``, ``most``: sizes of problems (blocks).
    ``repeats`` of each solve, ``time_limit`` of one (s). Quick: three small problems and four solvers.
    """
    one_of(only, ("all", "problems", "solvers", "peers"), "part of the study")
    limits = positive_number(time_limit, "time_limit (s)"), 1 if quick else whole_number(repeats, "repeats")
    out.mkdir(parents=True, exist_ok=True)
    result = StudyResult(NAME)
    if only != "peers":
        levels = numbers_in(tolerances, "tolerance", (DEFAULT,)) or ((DEFAULT,) if quick else (DEFAULT, "1e-4"))
        asked = entries(_split(solvers) or (QUICK_SOLVERS if quick else ()))
        table = _problems(out / "problems.h5", _split(problems) or ("",), (least, most), quick, progress)
        if only == "problems":
            return StudyResult(NAME, {"problems": table})
        runs = run_cases(_cases(table, asked, levels), out / "problems.h5", out / "runs.csv", *limits, progress)
        result = _solver_results(table, runs, limits[0])
    if only == "solvers" or quick:
        return result
    if only == "peers":
        require_mujoco()
    scenes = [scene for scene in SCENES if least <= scene.size <= most]
    found = compare_engines(out / "engines.csv", scenes, progress)
    return replace(result, tables={**result.tables, "engines": found}, checks=[*result.checks, *engine_checks(found)])


def entries(names: Sequence[str] = ()) -> dict[str, Entry]:
    """The solvers of these names that are installed, all for none. UnknownNameError for one that there is not."""
    known = {name: (name, dict[str, Any]()) for name in SOLVERS if name != FAMILY} | ENTRIES
    labels = [one_of(name, known, "solver") for name in names or known]
    return {label: known[label] for label in labels if solver_class(known[label][0]).available()}


def _problems(path: Path, parts: Sequence[str], sizes: tuple[int, int], quick: bool, progress: bool) -> pd.DataFrame:
    """Problems of these sizes with one of the ``parts`` in their names, small ones first; what is missing is made."""
    recipes = [
        recipe
        for recipe in (chosen(QUICK) if quick else RECIPES)
        if sizes[0] <= recipe.size <= sizes[1] and any(p in name for name in recipe.names().values() for p in parts)
    ]
    if not recipes:
        raise DrystoneError("no problem is left; loosen problems, least or most")
    wanted = [name for name in make_problems(path, recipes, progress) if any(part in name for part in parts)]
    table = list_steps(path)
    table = table[table["problem"].isin(wanted)].sort_values(["blocks", "problem"], ignore_index=True)
    return table[["problem", "structure", "state", "formulation", "size", "blocks", "contacts", "step"]]


def _cases(table: pd.DataFrame, solvers: Mapping[str, Entry], tolerances: Sequence[str]) -> list[Case]:
    """All rows to measure: solver by solver, small problems first."""
    cases = []
    for (label, (solver, settings)), level in product(solvers.items(), tolerances):
        if level != DEFAULT and "tolerance" in settings:
            continue
        given = settings if level == DEFAULT else {**settings, "tolerance": float(level)}
        starts = ("cold",) if solver_class(solver).kind == "conic" else ("cold", "warm")
        for facts, start in product(table.to_dict("records"), starts):
            if start == "cold" or facts["step"] > 0:
                known = {name: facts[name] for name in FACTS}
                labels = {**known, "solver": label, "form": "kinematic", "tolerance": level, "start": start}
                cases.append(Case(labels, solver, given))
    return cases


def _solver_results(table: pd.DataFrame, runs: pd.DataFrame, limit: float) -> StudyResult:
    """Tables, figures and checks of the solvers; ``limit``: of the time of a solve (s)."""
    best = _as_in_a_run(runs[runs["tolerance"] == DEFAULT])
    solved = best.assign(time=best["time"].where(_is_solved(best))).set_index(["problem", "solver"])["time"]
    times = solved.unstack()  # noqa: PD010 - failures keep their NaN
    figures = {"profile": plot_profile(performance_ratios(times), "Steps to the certificate 1e-8")}
    if len(resting := _growth_rows(best).query("state == 'resting'")):
        figures["growth"] = plot_growth(resting, "Resting walls, one step to the certificate 1e-8")
    tables = {
        "problems": table, "summary": _summary(runs, limit), "by-size": _by_size(best), "speedup": _speedup(best),
        "growth": _growth_table(best),
    }  # fmt: skip
    return StudyResult(NAME, tables, figures, _checks(runs, best))


def _is_solved(rows: pd.DataFrame, level: float = CERTIFICATE) -> pd.Series:
    """Rows whose answer is within the certificate, whatever the solver says of it."""
    return (rows["worst"] <= level) & rows["time"].notna()


def _as_in_a_run(runs: pd.DataFrame) -> pd.DataFrame:
    """One row for each problem and solver: warm where the solver starts warm and the problem has a step before."""
    cold_first = runs.sort_values("start", kind="stable")
    return cold_first.drop_duplicates(["problem", "solver", "form"], keep="last").sort_index()


def _summary(runs: pd.DataFrame, limit: float) -> pd.DataFrame:
    """How many problems each solver solved to its level, and its shifted geometric means (ms).

    ``mean_ms`` counts what was not solved with the time limit; ``solved_ms`` is over what each has solved.
    """
    rows = []
    for (solver, tolerance, start), group in runs.groupby(["solver", "tolerance", "start"], sort=False):
        level = CERTIFICATE if tolerance == DEFAULT else max(CERTIFICATE, float(str(tolerance)))
        solved = group[within := _is_solved(group, level)]
        rows.append({
            "solver": solver, "tolerance": tolerance, "start": start, "problems": len(group), "solved": len(solved),
            "failed": int(group["status"].isin(["inaccurate", "failed", "crashed", "out of memory"]).sum()),
            "out_of_time": int(group["status"].isin(["time limit", "skipped"]).sum()),
            "mean_ms": 1e3 * shifted_geometric_mean(group["time"].where(within, limit)),
            "solved_ms": 1e3 * shifted_geometric_mean(solved["time"]), "iterations": solved["iterations"].mean(),
            "worst": solved["worst"].max(), "largest_ms": 1e3 * solved["time"].max(),
            "peak_MB": solved["peak_memory"].max(),
        })  # fmt: skip
    return pd.DataFrame(rows)


def _by_size(best: pd.DataFrame) -> pd.DataFrame:
    """Shifted geometric means (ms) of each solver at each size over what it solved, and how many that was."""
    rows = []
    for (solver, size), group in best.groupby(["solver", "size"], sort=True):
        solved = group[_is_solved(group)]
        mean, peak = 1e3 * shifted_geometric_mean(solved["time"]), solved["peak_memory"].max()
        rows.append((solver, size, len(group), len(solved), mean, peak))
    return pd.DataFrame(rows, columns=["solver", "size", "problems", "solved", "mean_ms", "peak_MB"])


def _speedup(best: pd.DataFrame) -> pd.DataFrame:
    """`auto` beside the fastest Clarabel that reaches the certificate, problem by problem."""
    solved = best[_is_solved(best)]
    auto = solved[solved["solver"] == "auto"][["problem", "size", "state", "start", "chosen", "time"]]
    clarabel = solved[solved["solver"].str.startswith("clarabel")].sort_values("time").drop_duplicates("problem")
    table = auto.merge(clarabel[["problem", "solver", "time"]], on="problem")
    table = table.rename(columns={"time_x": "auto_s", "solver": "clarabel", "time_y": "clarabel_s"})
    return table.assign(ratio=table["clarabel_s"] / table["auto_s"]).sort_values(["size", "problem"], ignore_index=True)


def _growth_rows(best: pd.DataFrame) -> pd.DataFrame:
    """Of the walls, which the problem set has in all sizes, what was solved at 200 blocks and more."""
    walls = best.query(f"structure == 'wall' and size >= {SIZES[0]} and formulation == {USUAL!r}")
    return walls[_is_solved(walls)]


def _growth_table(best: pd.DataFrame) -> pd.DataFrame:
    """Exponent p of time = c B^p over the walls of 200 blocks and more, for each solver and state."""
    rows = []
    for (solver, state), group in _growth_rows(best).groupby(["solver", "state"], sort=True):
        blocks = group["blocks"]
        rows.append((solver, state, *fit_exponent(blocks, group["time"]), blocks.min(), blocks.max()))
    table = pd.DataFrame(rows, columns=["solver", "state", "exponent", "factor_s", "smallest", "largest"])
    return table.dropna(ignore_index=True)


def _checks(runs: pd.DataFrame, best: pd.DataFrame) -> list[Check]:
    claimed = runs[runs["status"] == "solved"]
    right = int((claimed["worst"] <= claimed["accuracy"]).sum())
    what = "every answer reported as solved is within the accuracy that its solver states, measured again"
    checks = [check_that("certificate", what, right == len(claimed), seen=f"{right} of {len(claimed)}")]
    values = claimed[claimed["tolerance"] == DEFAULT].groupby("problem")["value"]
    ranges = values.max() - values.min()
    spread = float(ranges.max()) if len(ranges) else 0.0
    what = f"answers reported as solved agree in their value to {AGREEMENT:g} of the energy of the step"
    checks.append(check_that("agreement", what, spread <= AGREEMENT, seen=f"{spread:.2g}"))
    for name in ("interior-point", "newton"):
        rows = runs[(runs["solver"] == name) & (runs["tolerance"] == DEFAULT)]
        if len(rows):
            count = int(_is_solved(rows).sum())
            what, seen = f"{name} solves every problem", f"{count} of {len(rows)}"
            checks.append(check_that(f"all.{name}", what, count == len(rows), seen=seen))
    return [*checks, *_speed_checks(best), *_size_checks(best)]


def _speed_checks(best: pd.DataFrame) -> list[Check]:
    table = _speedup(best[best["size"].isin(SIZES)])
    if table.empty:
        return []
    ratio = shifted_geometric_mean(table["clarabel_s"]) / shifted_geometric_mean(table["auto_s"])
    sizes = ", ".join(str(size) for size in sorted(table["size"].unique()))
    what = f"auto is at least {SPEEDUP:g} times faster than Clarabel, {len(table)} steps of {sizes} blocks"
    slower, worst = int((table["ratio"] < 1.0).sum()), table.sort_values("ratio").iloc[0]
    least = f"{slower} slower, least ratio {worst['ratio']:.1f} ({worst['problem']})"
    return [
        check_that("speed.mean", what, ratio >= SPEEDUP, seen=f"{ratio:.1f} times"),
        check_that("speed.each", "auto is slower on none of them", slower == 0, seen=least),
    ]


def _size_checks(best: pd.DataFrame) -> list[Check]:
    auto = best[best["solver"] == "auto"]
    checks = []
    for row in _growth_table(auto).query("largest >= 5000").to_dict("records"):
        what = f"time of auto grows no faster than B^{EXPONENT}, walls {row['state']}, up to {row['largest']} blocks"
        exponent = row["exponent"]
        checks.append(check_that(f"growth.{row['state']}", what, exponent <= EXPONENT, seen=f"B^{exponent:.2f}"))
    if len(large := auto[_is_solved(auto) & (auto["size"] >= 10000)]):
        peak = float(large["peak_memory"].max())
        checks.append(check_that("memory", "10 000 blocks fit in 4 GB", peak <= MEMORY, seen=f"{peak:.0f} MB"))
    return checks


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in str(text).split(",") if part.strip())
