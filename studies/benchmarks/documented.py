"""Study `documented`: the tables of the documents that no other study makes.

docs/measurements.md says where each stands. Times depend on the machine and on what else it does.
"""

import time as clock
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...checks import names_in
from ...errors import DrystoneError
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly, Block, Joint
from ...model.gravity import ONE_G
from ...statics import limit_load
from ...structures import dome, house, spandrel_arch, wall
from ...view.style import in_house_style, legend_below
from ..figures import figure_with_axes, log_ticks
from ..reproductions.housner import BLOCK, TILT
from ..result import Check, StudyResult, check_that
from .precision_cases import BE, CASES, DRYSTONE, FIRST, MP, error_of, flat_block, newmark_slips
from .precision_runs import Run, made
from .problem_set import DOMES, HOUSES, WALLS

__all__ = ["run"]

LARGE = 400
"""Blocks beyond which one call counts, not the median of three."""


def run(out: Path, quick: bool = False, progress: bool = False, tables: str = "") -> StudyResult:
    """Make the tables that ``tables`` names, with commas between, all without; quick: each with its first rows."""
    found = {name: TABLES[name](quick) for name in names_in(tables, TABLES, "table") or TABLES}
    return StudyResult("documented", found, _figure(found), _checks(found))


def impacts(quick: bool) -> pd.DataFrame:
    """Worst error (ms) of the first five impact times of Housner's block; quick: of the first."""
    count, duration = (1, 1.3) if quick else (5, 4.3)
    exact = BLOCK.free_rocking(TILT, count).impacts[:, None]
    case, rows = replace(CASES["housner"], duration=duration), []
    for integrator, dt in product((MP, BE), (1e-2, 5e-3) if quick else (1e-2, 5e-3, 2e-3, 1e-3)):
        seen, _ = made(Run(case, DRYSTONE, integrator, FIRST, dt))
        assert seen is not None
        rows.append((integrator, dt, 1e3 * error_of(case.observe(seen), exact)))
    return pd.DataFrame(rows, columns=["integrator", "dt", "error_ms"])


def at_rest(quick: bool) -> pd.DataFrame:
    """Largest displacement (m) of a wall under gravity and of a block on an incline of 25 degrees, mu 0.6."""
    tilt, share = np.radians(25.0), 0.01 if quick else 1.0
    gravity = tuple(ONE_G * np.array([np.sin(tilt), 0.0, -np.cos(tilt)]))
    ground = Block.box((9, 9, 1), (0, 0, -0.5), fixed=True)
    block = Assembly([ground, Block.box((1, 1, 0.5), (0, 0, 0.25))], friction=0.6)
    cases: list[tuple[str, Assembly, float, float, dict[str, Any]]] = [
        ("wall of 200 blocks", wall(*WALLS[200]), 1.0, 1e-3, {}),
        ("block on an incline", block, 10.0, 1e-2, {"gravity": gravity}),
        ("the same, compliant", block, 10.0, 1e-3, {"gravity": gravity, "formulation": "compliant"}),
    ]
    rows = []
    for name, built, duration, dt, given in cases:
        place = simulate(built, duration * share, dt, **given).position
        moved = float(np.max(np.linalg.norm(place - place[0], axis=2)))
        rows.append((name, duration * share, dt, moved))
    return pd.DataFrame(rows, columns=["case", "time", "dt", "moved"])


def limit_loads(quick: bool) -> pd.DataFrame:
    """Limit loads under a horizontal body force, and the wall time (s) of `limit_load` with its detection."""
    structures: dict[str, Callable[[], Assembly]] = {
        "wall of 200 blocks": partial(wall, *WALLS[200]),
        "dome of 200 voussoirs": partial(dome, 5.0, 0.15, *DOMES[200]), "spandrel arch of 201 blocks": spandrel_arch,
        "wall of 997 blocks": partial(wall, *WALLS[1000]), "house of 1026 blocks": partial(house, *HOUSES[1000]),
    }  # fmt: skip
    rows = []
    for name in list(structures)[: 1 if quick else None]:
        built = structures[name]()
        once = quick or len(built.movable) > LARGE
        for solver, form in (("interior-point", "static"), ("clarabel", "static"), ("clarabel", "kinematic")):
            rows.append((name, solver, form, *_limit(built, solver, form, once)))
    return pd.DataFrame(rows, columns=["structure", "solver", "form", "multiplier", "seconds", "answered"])


def _limit(built: Assembly, solver: str, form: str, once: bool) -> tuple[float, float, str]:
    """Multiplier, wall time (s) and the form that answered; a note where none did."""
    times = []
    try:
        for _ in range(1 if once else 3):
            begun = clock.perf_counter()
            found = limit_load(built, solver=solver, form=form)
            times.append(clock.perf_counter() - begun)
    except DrystoneError as error:
        return np.nan, np.nan, str(error)
    return found.multiplier, median(times), found.form


def stiffness(quick: bool) -> pd.DataFrame:
    """Iterations and time (ms) a step of a rocking wall of 217 bricks by the stiffness of its contacts."""
    motion = GroundMotion.harmonic(0.9 * ONE_G, 2.0)
    per_point, per_area = "point (N/m)", "area (Pa/m)"
    cases = [("nodargi-bisegna", 0.0, ""), ("compliant", 0.0, "")]
    cases += [*(("compliant", K, per_point) for K in (1e10, 1e9, 1e8, 1e7))]
    cases += [*(("nodargi-bisegna", K, per_area) for K in (1e10, 1e9))]
    rows, count = [], 5 if quick else 500
    for formulation, K, per in cases[: 1 if quick else None]:
        options = {"normal_stiffness": K, "tangential_stiffness": K} if per == per_point else {}
        joints = Joint(normal_stiffness=K, tangential_stiffness=0.5 * K) if per == per_area else None
        built = Assembly(wall(14, 15).blocks, 0.6, joints=joints)
        begun = clock.process_time()
        steps = simulate(built, 1e-3 * count, 1e-3, formulation=formulation, motion=motion, options=options).steps
        pace = 1e3 * (clock.process_time() - begun) / count
        solver, iterations = steps["solver"].mode()[0], steps["iterations"].sum() / count
        rows.append((formulation, K, per, solver, iterations, pace))
    return pd.DataFrame(rows, columns=["formulation", "stiffness", "per", "solver", "iterations", "ms"])


def sliding(quick: bool) -> pd.DataFrame:
    """Largest error of the slip over its range (%) in three periods of a sine of 1 g and 1 Hz, mu 0.3."""
    built, motion = flat_block(0.1), GroundMotion.harmonic(ONE_G, 1.0, duration=3.0)
    steps, rows = (2e-2,) if quick else (2e-2, 1e-2, 5e-3, 2e-3), []
    for integrator, formulation, dt in product((MP, BE), ("coulomb", "nodargi-bisegna"), steps):
        ran = simulate(built, 3.0, dt, integrator=integrator, formulation=formulation, motion=motion)
        known = newmark_slips(ran.time, ONE_G, cycles=3)
        off = np.max(np.abs(ran.displacement("block")[:, 0] - known))
        rows.append((integrator, formulation, dt, 100.0 * float(off / np.ptp(known))))
    return pd.DataFrame(rows, columns=["integrator", "formulation", "dt", "error_percent"])


TABLES: dict[str, Callable[[bool], pd.DataFrame]] = {
    "impacts": impacts, "at-rest": at_rest, "limit-loads": limit_loads, "stiffness": stiffness, "sliding": sliding,
}  # fmt: skip


def _checks(found: dict[str, pd.DataFrame]) -> list[Check]:
    """What the documents say of the tables that are there, apart from times."""
    checks = []
    if "impacts" in found:
        worst = found["impacts"].groupby("integrator")["error_ms"].max()["mid-point"]
        checks.append(check_that("impacts", "`mid-point` is within 1 ms", worst < 1.0, seen=f"{worst:.2g} ms"))
    if "at-rest" in found:
        standing, rigid, soft = found["at-rest"]["moved"]
        checks.append(check_that("rest.wall", "the wall stays", standing < 1e-12, seen=f"{standing:.2g} m"))
        checks.append(check_that("rest.rigid", "the block stays", rigid < 1e-10, seen=f"{rigid:.2g} m"))
        checks.append(check_that("rest.soft", "it yields by 1e-9 m", soft < 1e-9, seen=f"{soft:.2g} m"))
    if "limit-loads" in found:
        loads = found["limit-loads"].groupby("structure")["multiplier"]
        spread = float(np.max([np.ptp(one.to_numpy()) for _, one in loads]))  # NaN where a solver has no answer
        checks.append(check_that("limit", "solvers agree to 1e-6", spread < 1e-6, seen=f"{spread:.2g}"))
    if "sliding" in found:
        worst = float(found["sliding"]["error_percent"].max())
        checks.append(check_that("sliding", "slips are within 10 %", worst < 10.0, seen=f"{worst:.3g} %"))
    return checks


@in_house_style
def _figure(found: dict[str, pd.DataFrame]) -> dict[str, Figure]:
    """Errors of impacts over the time step by the figure's name; none where they were not made."""
    if "impacts" not in found:
        return {}
    figure, ax = figure_with_axes()
    for name, rows in found["impacts"].groupby("integrator"):
        ax.loglog(rows["dt"], rows["error_ms"], "o-", label=name)
    for axis in (ax.xaxis, ax.yaxis):
        log_ticks(axis)
    ax.set(xlabel="dt (s)", ylabel="worst error of impact times (ms)")
    legend_below(ax)
    return {"documented": figure}
