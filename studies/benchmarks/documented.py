"""Study `documented`: the tables of the documents that no other study makes.

docs/measurements.md says where each stands. Times depend on the machine and on what else it does.
"""

import time as clock
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...checks import FloatArray, names_in
from ...errors import DrystoneError
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly, Block, Joint
from ...model.gravity import STANDARD_GRAVITY
from ...results import Trajectory
from ...statics import limit_load
from ...structures import dome, house, spandrel_arch, wall
from ...view.style import in_house_style, legend_below
from ..figures import figure_with_axes, log_ticks
from ..histories import turn_about_y, zero_crossings
from ..reproductions.housner import BLOCK, LEAST_SWING, TILT, housner_block
from ..result import Check, StudyResult, check_that
from .problem_set import DOMES, HOUSES, WALLS

__all__ = ["run"]

INTEGRATORS = ("mid-point", "backward-euler")
LARGE = 400
"""Blocks beyond which one call counts, not the median of three."""


def run(out: Path, quick: bool = False, progress: bool = False, tables: str = "") -> StudyResult:
    """Make the tables that ``tables`` names, with commas between, all without; quick: each with its first rows."""
    made = {name: TABLES[name](quick) for name in names_in(tables, TABLES, "table") or TABLES}
    return StudyResult("documented", made, _figure(made), _checks(made))


def impacts(quick: bool) -> pd.DataFrame:
    """Worst error (ms) of the first five impact times of Housner's block; quick: of the first."""
    count, duration = (1, 1.3) if quick else (5, 4.3)
    exact, rows = BLOCK.free_rocking(TILT, count).impacts, []
    for integrator in INTEGRATORS:
        for dt in (1e-2, 5e-3) if quick else (1e-2, 5e-3, 2e-3, 1e-3):
            ran = simulate(housner_block(), duration, dt, integrator=integrator)
            found = zero_crossings(ran.time, TILT + turn_about_y(ran, "block"), LEAST_SWING)[:count]
            off = float(np.max(np.abs(found - exact))) if len(found) == count else np.nan
            rows.append({"integrator": integrator, "dt": dt, "error_ms": 1e3 * off})
    return pd.DataFrame(rows)


def at_rest(quick: bool) -> pd.DataFrame:
    """Largest displacement (m) of a wall under gravity and of a block on an incline of 25 degrees, mu 0.6."""
    tilt, share = np.radians(25.0), 0.01 if quick else 1.0
    gravity = tuple(STANDARD_GRAVITY * np.array([np.sin(tilt), 0.0, -np.cos(tilt)]))
    ground = Block.box((9, 9, 1), (0, 0, -0.5), fixed=True)
    block = Assembly([ground, Block.box((1, 1, 0.5), (0, 0, 0.25))], friction=0.6)
    cases: list[tuple[str, Assembly, float, float, dict[str, Any]]] = [
        ("wall of 200 blocks", wall(*WALLS[200]), 1.0, 1e-3, {}),
        ("block on an incline", block, 10.0, 1e-2, {"gravity": gravity}),
        ("the same, compliant", block, 10.0, 1e-3, {"gravity": gravity, "formulation": "compliant"}),
    ]
    rows = []
    for name, built, duration, dt, given in cases:
        moved = _moved(simulate(built, duration * share, dt, **given))
        rows.append({"case": name, "time": duration * share, "dt": dt, "moved": moved})
    return pd.DataFrame(rows)


def limit_loads(quick: bool) -> pd.DataFrame:
    """Limit loads under a horizontal body force, and the wall time (s) of `limit_load` with its detection."""
    structures: dict[str, Callable[[], Assembly]] = {
        "wall of 200 blocks": lambda: wall(*WALLS[200]),
        "dome of 200 voussoirs": lambda: dome(5.0, 0.15, *DOMES[200]),
        "spandrel arch of 201 blocks": spandrel_arch,
        "wall of 997 blocks": lambda: wall(*WALLS[1000]),
        "house of 1026 blocks": lambda: house(*HOUSES[1000]),
    }
    rows = []
    for name in list(structures)[: 1 if quick else None]:
        built = structures[name]()
        once = quick or len(built.movable) > LARGE
        for solver, form in (("interior-point", "static"), ("clarabel", "static"), ("clarabel", "kinematic")):
            rows.append({"structure": name, "solver": solver, "form": form, **_limit(built, solver, form, once)})
    return pd.DataFrame(rows)


def _limit(built: Assembly, solver: str, form: str, once: bool) -> dict[str, object]:
    """Multiplier, wall time and the form that answered; a note where none did."""
    times = []
    try:
        for _ in range(1 if once else 3):
            begun = clock.perf_counter()
            found = limit_load(built, solver=solver, form=form)
            times.append(clock.perf_counter() - begun)
    except DrystoneError as error:
        return {"multiplier": np.nan, "seconds": np.nan, "answered": str(error)}
    return {"multiplier": found.multiplier, "seconds": median(times), "answered": found.form}


def stiffness(quick: bool) -> pd.DataFrame:
    """Iterations and time (ms) a step of a rocking wall of 217 bricks by the stiffness of its contacts."""
    motion = GroundMotion.harmonic(0.9 * STANDARD_GRAVITY, 2.0)
    per_point = [("compliant", {"normal_stiffness": K, "tangential_stiffness": K}) for K in (1e10, 1e9, 1e8, 1e7)]
    cases: list[tuple[str, dict[str, float], float]] = [("nodargi-bisegna", {}, 0.0), ("compliant", {}, 0.0)]
    cases += [*((name, one, 0.0) for name, one in per_point), *(("nodargi-bisegna", {}, K) for K in (1e10, 1e9))]
    rows, count = [], 5 if quick else 500
    for formulation, settings, area in cases[: 1 if quick else None]:
        joint = Joint(normal_stiffness=area, tangential_stiffness=0.5 * area) if area else None
        built = wall(14, 15) if joint is None else Assembly(wall(14, 15).blocks, 0.6, joints=joint)
        begun = clock.process_time()
        ran = simulate(built, 1e-3 * count, 1e-3, formulation=formulation, motion=motion, options=settings)
        stiff, steps = area or settings.get("normal_stiffness", 0.0), ran.steps
        rows.append(
            {
                "formulation": formulation,
                "stiffness": stiff,
                "per": "area (Pa/m)" if area else "point (N/m)" if stiff else "",
                "solver": steps["solver"].mode()[0],
                "iterations": steps["iterations"].sum() / count,
                "ms": 1e3 * (clock.process_time() - begun) / count,
            }
        )
    return pd.DataFrame(rows)


def sliding(quick: bool) -> pd.DataFrame:
    """Largest error of the slip over its range (%) in three periods of a sine of 1 g and 1 Hz, mu 0.3."""
    ground = Block.box((20, 4, 1), (5, 0, -0.5), fixed=True)
    built = Assembly([ground, Block.box((0.5, 0.5, 0.1), (0, 0, 0.05), name="block")], friction=0.3)
    motion, rows = GroundMotion.harmonic(STANDARD_GRAVITY, 1.0, duration=3.0), []
    for integrator in INTEGRATORS:
        for formulation in ("coulomb", "nodargi-bisegna"):
            for dt in (2e-2,) if quick else (2e-2, 1e-2, 5e-3, 2e-3):
                ran = simulate(built, 3.0, dt, integrator=integrator, formulation=formulation, motion=motion)
                seen = ran.displacement("block")[:, 0]
                known = _newmark(ran.time, 0.3 * STANDARD_GRAVITY)
                error = 100.0 * float(np.max(np.abs(seen - known)) / np.ptp(known))
                rows.append({"integrator": integrator, "formulation": formulation, "dt": dt, "error_percent": error})
    return pd.DataFrame(rows)


def _newmark(times: FloatArray, grip: float, dt: float = 1e-5) -> FloatArray:
    """Slip (m) at ``times`` on that ground: w' = -a - grip sign(w), by small steps, to 1e-4 of its range."""
    fine = np.arange(0.0, times[-1] + dt, dt)
    pushed = (-STANDARD_GRAVITY * np.sin(2.0 * np.pi * (fine + 0.5 * dt))).tolist()
    slip, w, path = 0.0, 0.0, [0.0]
    for push in pushed[:-1]:
        free = w + dt * push
        last, w = w, float(np.sign(free)) * max(abs(free) - grip * dt, 0.0)
        slip += 0.5 * dt * (last + w)
        path.append(slip)
    return np.interp(times, fine, path)


TABLES: dict[str, Callable[[bool], pd.DataFrame]] = {
    "impacts": impacts,
    "at-rest": at_rest,
    "limit-loads": limit_loads,
    "stiffness": stiffness,
    "sliding": sliding,
}


def _moved(ran: Trajectory) -> float:
    return float(np.max(np.linalg.norm(ran.position - ran.position[0], axis=2)))


def _checks(made: dict[str, pd.DataFrame]) -> list[Check]:
    """What the documents say of the tables that are there, apart from times."""
    checks = []
    if "impacts" in made:
        worst = made["impacts"].groupby("integrator")["error_ms"].max()["mid-point"]
        checks.append(check_that("impacts", "`mid-point` is within 1 ms", worst < 1.0, seen=f"{worst:.2g} ms"))
    if "at-rest" in made:
        most = made["at-rest"].set_index("case")["moved"]
        checks.append(check_that("rest.wall", "the wall stays", most.iloc[0] < 1e-12, seen=f"{most.iloc[0]:.2g} m"))
        checks.append(check_that("rest.rigid", "the block stays", most.iloc[1] < 1e-10, seen=f"{most.iloc[1]:.2g} m"))
        checks.append(check_that("rest.soft", "it yields by 1e-9 m", most.iloc[2] < 1e-9, seen=f"{most.iloc[2]:.2g} m"))
    if "limit-loads" in made:
        found = made["limit-loads"].groupby("structure")["multiplier"]
        spread = float((found.max() - found.min()).max())
        checks.append(check_that("limit", "solvers agree to 1e-6", spread < 1e-6, seen=f"{spread:.2g}"))
    if "sliding" in made:
        worst = float(made["sliding"]["error_percent"].max())
        checks.append(check_that("sliding", "slips are within 10 %", worst < 10.0, seen=f"{worst:.3g} %"))
    return checks


@in_house_style
def _figure(made: dict[str, pd.DataFrame]) -> dict[str, Figure]:
    """Errors of impacts over the time step by the figure's name; none where they were not made."""
    if "impacts" not in made:
        return {}
    figure, ax = figure_with_axes()
    for name, rows in made["impacts"].groupby("integrator"):
        ax.loglog(rows["dt"], rows["error_ms"], "o-", label=name)
    log_ticks(ax.xaxis)
    log_ticks(ax.yaxis)
    ax.set(xlabel="dt (s)", ylabel="worst error of impact times (ms)")
    legend_below(ax)
    return {"documented": figure}
