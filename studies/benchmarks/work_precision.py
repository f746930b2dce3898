"""Study `work-precision`: error against time of computation, integrator x formulation x dt, beside MuJoCo.

What is measured and what it must show is in docs/work-precision.md. What is made once is kept, see `precision_runs`.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ...checks import names_in, whole_number
from ...integrators import get_integrator
from ...integrators.advice import RATE, frequency_parameter
from ...model.gravity import GRAVITY
from ...model.scene import Scene
from ..result import Check, StudyResult, check_that
from .precision_cases import BE, CASES, DRYSTONE, FIRST, FORMULATIONS, MP, MUJOCO, NONE, PrecisionCase
from .precision_figure import plot_precision
from .precision_runs import REPEATS, Run, measured, references
from .profiles import fit_exponent

__all__ = ["run", "runs_of", "time_to"]

QUICK_REFERENCE = (4e-3, 2e-3)
"""Steps (s) of the reference in a quick run."""
LAST = {"housner": 4.0217213839, "block-3d": 1.742}
"""The last of the times (s) that are looked at in these cases: reference H1; the fourth peak of the block."""
ADVISED = 0.05
"""Coarsest accuracy at which what `suggest_dt` says of errors is held against the runs."""
TRUST = 0.5
"""An error counts down to the difference of the two references over this."""
TENFOLD = ("housner", "arch")
"""Cases with impacts in which `mid-point` must need ten times less time than `backward-euler`: late impacts are an
error of the first order there, and the schemes' other errors are small."""
ORDERS = {("sliding", BE): (0.8, 1.2), ("sliding", MP): (1.7, 3.0), ("housner", BE): (0.8, 1.2)}
"""Orders of convergence where the motion is known exactly: one of implicit Euler, whose velocity acts a step early and
whose impacts are late; two of mid-point where nothing hits. Fitted over few long steps they are off by a fifth."""
SAME_MOTION = 0.7
"""Least order at which the errors of `backward-euler` vanish against a reference of `mid-point`: they would not if the
two went to different motions; first order less what impacts between steps scatter."""


def run(
    out: Path, quick: bool = False, progress: bool = False, *, cases: str = "", formulations: str = "",
    repeats: int = REPEATS, mujoco: bool = True,
) -> StudyResult:  # fmt: skip
    """Make the runs that the folder does not hold yet, and draw error against time.

    ``cases``, ``formulations``: names with commas between; "" all. ``repeats`` of short runs, of which the median
    counts. ``mujoco``: run MuJoCo as well, where it is installed. Quick: few steps, one formulation, once.
    """
    repeats = 1 if quick else whole_number(repeats, "repeats")
    names = names_in(cases, CASES, "case") or CASES
    chosen = [case for name, case in CASES.items() if name in names and (case.quick or not quick)]
    laws = names_in(formulations, FORMULATIONS, "formulation") or ((FIRST,) if quick else FORMULATIONS)
    out.mkdir(parents=True, exist_ok=True)
    peers = bool(mujoco) and find_spec("mujoco") is not None
    planned = [one for case in chosen for one in runs_of(case, quick, laws, peers)]
    planned.sort(key=lambda one: one.formulation not in (FIRST, NONE))  # what is compared first is made first
    known, trusted = references(chosen, partial(_roads, quick), out, progress)
    table = measured(planned, known, out, repeats, progress)
    times = time_to(table, trusted)
    tables = {"work-precision": table, "references": trusted, "time-to-error": times, "rates": rates(table)}
    figures = {"work-precision": plot_precision(table, trusted)}
    return StudyResult("work-precision", tables, figures, _checks(table, times, trusted))


def runs_of(case: PrecisionCase, quick: bool, laws: Sequence[str] = FORMULATIONS, peers: bool = True) -> Iterator[Run]:
    """The runs of a case, `FIRST` at all steps, other formulations at all but the longest and the shortest."""
    steps = case.quick if quick else case.steps
    for law in [law for law in case.formulations if law in laws]:
        for scheme in (BE, MP):
            some = steps.get(scheme, ())
            yield from (Run(case, DRYSTONE, scheme, law, dt) for dt in (some if law == FIRST else some[1:-1]))
    if peers:
        yield from (Run(case, MUJOCO, NONE, NONE, dt) for dt in steps.get(MUJOCO, ()))


def _roads(quick: bool, case: PrecisionCase) -> tuple[Run, Run]:
    """The run at a small step that errors are measured against, and that at the next larger one."""
    coarse, fine = (Run(case, DRYSTONE, MP, FIRST, dt) for dt in (QUICK_REFERENCE if quick else case.reference))
    return fine, coarse


# ---------------- time to reach an error


def time_to(table: pd.DataFrame, trusted: pd.DataFrame) -> pd.DataFrame:
    """For each case and series the processor time (s) to come within the case's target, and how many times less than
    `backward-euler` with the same formulation (MuJoCo: with the first).

    A series is within the target from the run on after which all finer ones are; the time is taken between that run and
    the one before, straight in logarithms. ``bound``: "at most", where its coarsest run is within already;
    "extrapolated", where its finest is not but is its best: at first order, from its error and its time; "not reached"
    where a coarser one was better or nothing is known. A ``ratio_bound`` "at least" or "at most" follows from a bound,
    "about" from an extrapolation. Cases whose reference is not known to half the target are left out.
    """
    known = trusted[trusted["uncertainty"] <= TRUST * trusted["target"]]
    rows = []
    for case, target, unit in known[["case", "target", "unit"]].itertuples(index=False, name=None):
        mine = table[table["case"] == case]
        for (series, law), group in mine.groupby(["series", "formulation"], sort=False):
            rows.append((case, target, unit, series, law, *_reached(group, target)))
    times = pd.DataFrame(rows, columns=["case", "target", "unit", "series", "formulation", "cpu_s", "bound"])
    ratios = [_ratio(times, row) for row in times.to_dict("records")]
    return times.join(pd.DataFrame(ratios, columns=["ratio", "ratio_bound"]))


def _reached(group: pd.DataFrame, target: float) -> tuple[float, str]:
    """Time at which a series is within the target, and what kind of bound that is."""
    ordered = group.sort_values("dt", ascending=False)
    error, time = ordered["error"].to_numpy(dtype=float), ordered["cpu_s"].to_numpy(dtype=float)
    outside = np.flatnonzero(~(error <= target))
    if not len(outside):
        return float(time[0]), "at most"
    last = int(outside[-1])
    if last == len(error) - 1:
        falls = np.isfinite(error[last]) and error[last] == np.min(error)
        return (float(time[last] * error[last] / target), "extrapolated") if falls else (float("nan"), "not reached")
    if not np.isfinite(error[last]) or error[last + 1] <= 0.0:
        return float(time[last + 1]), "at most"
    share = np.log(error[last] / target) / np.log(error[last] / error[last + 1])
    return float(np.exp(np.log(time[last]) + share * np.log(time[last + 1] / time[last]))), ""


def _ratio(times: pd.DataFrame, row: dict[Any, Any]) -> tuple[float, str]:
    """Processor time of `backward-euler` over that of a row, and whether it is a bound."""
    law = FIRST if row["formulation"] == NONE else row["formulation"]
    same = times[(times["case"] == row["case"]) & (times["series"] == f"{BE}, {law}")]
    if same.empty:
        return float("nan"), "no backward-euler"
    base: dict[Any, Any] = same.iloc[0].to_dict()
    if row["series"] == base["series"]:
        return 1.0, ""
    ratio, bounds = float(base["cpu_s"]) / float(row["cpu_s"]), (row["bound"], base["bound"])
    if bounds == ("at most", "at most"):
        return float("nan"), "both are bounds"
    if "at most" in bounds:
        return ratio, "at least" if row["bound"] == "at most" else "at most"
    return ratio, "about" if "extrapolated" in bounds else ""


def rates(table: pd.DataFrame) -> pd.DataFrame:
    """What `suggest_dt` is based on: errors of the times of impacts over these times, beside p dt.

    p = sqrt(3 g / (4 R)), R the half diagonal of the block. ``share``: the worst error over the last of the times;
    ``rate``: over p dt; ``allowed``: what `suggest_dt` says.
    """
    parts = []
    for name, last in LAST.items():
        p = frequency_parameter(Scene.of(CASES[name].make(), GRAVITY, None, None))[1]
        mine = table[(table["case"] == name) & (table["formulation"] == FIRST)]
        parts.append(mine.assign(p_dt=p * mine["dt"], share=mine["error"] / last))
    found = pd.concat(parts, ignore_index=True)
    allowed = found["integrator"].map(lambda scheme: RATE[get_integrator(scheme).order]).astype(float)
    columns = ["case", "integrator", "dt", "p_dt", "share", "rate", "allowed"]
    return found.assign(rate=found["share"] / found["p_dt"], allowed=allowed)[columns]


# ---------------- checks


def _checks(table: pd.DataFrame, times: pd.DataFrame, trusted: pd.DataFrame) -> list[Check]:
    ours = table[table["engine"] == DRYSTONE]
    law = (ours["formulation"] == "coulomb") | (ours["impacts"] > 0)  # impacts have it whatever the formulation
    worst = float((ours["certificate"].astype(float) / np.where(law, 1e-4, 1e-8)).max())
    what = "every step is within its certificate, 1e-8, and 1e-4 in runs with Coulomb's law or with impacts"
    why = "so that errors are those of the schemes and not of the programs"
    certificate = check_that("certificate", what, worst <= 1.0, seen=f"{worst:.2g} of it", note=why)
    orders, tenfold = _order_checks(ours), _tenfold_checks(times)
    return [certificate, *orders, *tenfold, *_reference_checks(ours, trusted), *_rate_checks(rates(table))]


def _order(ours: pd.DataFrame, case: str, integrator: str) -> float:
    """Order of convergence of the errors of a case, NaN for fewer than two steps."""
    rows = ours[(ours["case"] == case) & (ours["series"] == f"{integrator}, {FIRST}")]
    return fit_exponent(rows["dt"].astype(float), rows["error"].astype(float))[0]


def _order_checks(ours: pd.DataFrame) -> Iterator[Check]:
    for (case, integrator), (least, most) in ORDERS.items():
        order = _order(ours, case, integrator)
        if np.isfinite(order):
            what = f"{case}: errors of {integrator} fall with an order of {least:g} to {most:g}"
            yield check_that(f"order.{case}.{integrator}", what, least <= order <= most, seen=f"{order:.2f}")


def _tenfold_checks(times: pd.DataFrame) -> Iterator[Check]:
    for row in times[times["series"] == f"{MP}, {FIRST}"].to_dict("records"):
        name, error = row["case"], f"{row['target']:g} {row['unit']}"
        if name in TENFOLD:
            what = f"{name}: at an error of {error} mid-point takes ten times less than backward-euler"
            good = row["ratio"] >= 10.0 and row["ratio_bound"] != "at most"
            seen = f"{row['ratio_bound']} {row['ratio']:.0f} times".strip()
            yield check_that(f"tenfold.{name}", what, good, seen=seen)


def _reference_checks(ours: pd.DataFrame, trusted: pd.DataFrame) -> Iterator[Check]:
    for case in trusted.to_dict("records"):
        order = _order(ours, case["case"], BE)
        if 0.0 < case["uncertainty"] <= TRUST * case["target"] and np.isfinite(order):
            what = f"{case['case']}: backward-euler goes to the motion of mid-point, with order {SAME_MOTION} at least"
            yield check_that(f"same.{case['case']}", what, order >= SAME_MOTION, seen=f"{order:.2f}")


def _rate_checks(found: pd.DataFrame) -> Iterator[Check]:
    advised = found[found["allowed"] * found["p_dt"] <= ADVISED]
    for integrator, rows in advised.groupby("integrator"):
        allowed = f"{rows['allowed'].iloc[0]:g} p dt"
        what = f"{integrator}: times of impacts are off by at most what suggest_dt says, {allowed}"
        within, worst = bool((rows["rate"] <= rows["allowed"]).all()), float(rows["rate"].max())
        yield check_that(f"advice.{integrator}", what, within, seen=f"{worst:.2g} p dt")
