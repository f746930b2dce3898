"""A church of 5000 blocks under a one-sine pulse (Nodargi and Bisegna 2024, section 4.6)."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ...assessment.domain import pseudo_static_capacity
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly
from ...model.gravity import STANDARD_GRAVITY
from ...results import Checkpoint, Trajectory
from ...results.watch import Criteria, Watch
from ...structures import church
from ..figures import figure_with_axes
from ..histories import certificate_check
from ..result import Check, StudyResult, check_that
from .resumable import PartedRun, run_in_parts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["run"]

AMPLITUDE, HALF_PERIOD, DURATION = STANDARD_GRAVITY, 0.40, 2.0
BACKWARDS = (0.0, -1.0, 0.0)
STEP, FULL_STEP = 5e-3, 2e-3  # s; the paper's is the second
PART, REST = 0.1, 0.1  # s
PAPER_STEP = 0.3 + 2.2 + 9.5  # s of a step of the paper (Table 2), at dt 2e-3 s
CAPACITY = 0.238
SMALL: dict[str, Any] = {"brick": 0.85, "course": 1.0}
"""A coarser church for a quick run, of 1390 blocks."""
PICTURES = (0.6, 1.2, 2.0)
STILL = 1e-6  # m: movement at rest
DAMAGED = 0.1  # m: movement from which a block counts as displaced
PARTS = {"facade": "facade", "bell tower": "tower"}
"""Parts of the church that the paper names, by how the names of their blocks begin."""


def run(out: Path, quick: bool = False, progress: bool = False, full: bool = False) -> StudyResult:
    """Rest, pulse and capacity; quick: a coarser church for 0.1 s of each; full: the paper's dt of 2e-3 s, else 5e-3 s.

    The run is kept in parts of 0.1 s in ``out`` and goes on from the last of them.
    """
    building = church(**SMALL) if quick else church()
    dt = FULL_STEP if full else STEP
    folder = out / f"church-{'small-' if quick else ''}{dt:g}"
    bare = {"record_contacts": False}
    rest = simulate(building, 0.02 if quick else REST, dt, progress=progress, options=bare)
    motion = GroundMotion.one_sine(AMPLITUDE, HALF_PERIOD, BACKWARDS)

    def simulated(length: float, start: Checkpoint | None) -> Trajectory:
        every = max(1, round(0.02 / dt))
        return simulate(building, length, dt, motion=motion, start=start, record_every=every, progress=progress,
                        options=bare)  # fmt: skip

    shaken = run_in_parts(simulated, PART if quick else DURATION, PART, folder, "part")
    capacity = {} if quick else pseudo_static_capacity(building, BACKWARDS)
    return StudyResult(
        name="church",
        tables={"times": _times(building, rest, shaken, dt), "damage": _damage(building, shaken)},
        figures={"configurations": _pictures(building, shaken), "energy": _energy_figure(building, shaken)},
        checks=_checks(building, rest, shaken, capacity),
    )


def _times(building: Assembly, rest: Trajectory, shaken: PartedRun, dt: float) -> pd.DataFrame:
    rows = []
    for name, steps in (("rest", rest.steps.iloc[1:]), ("pulse", shaken.steps)):
        row = {"run": name, "blocks": len(building.movable), "dt": dt, "steps": int(steps.steps.sum())}
        row |= {"contacts": steps.contacts.mean(), "iterations": (steps.iterations / steps.steps).mean()}
        for part in ("broad_time", "narrow_time", "build_time", "solve_time"):
            row[part.replace("_time", "_s")] = (steps[part] / steps.steps).mean()
        rows.append(row)
    second = shaken.wall / float(shaken.time[-1])
    rows[1] |= {"wall_s": shaken.wall, "wall_per_second": second, "less_than_paper": PAPER_STEP / 2e-3 / second}
    return pd.DataFrame(rows)


def _moved(building: Assembly, shaken: PartedRun, time: float) -> np.ndarray:
    """Displacements (B, 3) of the movable blocks at a time, seen from the ground (m)."""
    part, k = shaken.at(time)
    return (part.position[k] - building.centroid - part.ground[k])[building.movable]


def _damage(building: Assembly, shaken: PartedRun) -> pd.DataFrame:
    """What moved by more than 0.1 m, and what fell, by part of the church and time."""
    watch = Watch(building, np.array([0.0, 0.0, -STANDARD_GRAVITY]), 0.0, Criteria())
    names = np.array([building.names[i] for i in building.movable])
    rows = []
    for time in [t for t in PICTURES if t <= shaken.time[-1] + 1e-9] or [float(shaken.time[-1])]:
        part, k = shaken.at(time)
        seen = watch.seen(part.position[k], part.rotation[k], part.ground[k])
        far, fallen = np.linalg.norm(seen.moved, axis=1), seen.fallen
        for label, beginning in {"whole": "", **PARTS}.items():
            here = np.char.startswith(names, beginning)
            rows.append(
                {"time": time, "part": label, "blocks": int(here.sum()), "largest": float(far[here].max()),
                 "displaced": int(np.sum(far[here] > DAMAGED)), "fallen": int(np.sum(fallen[here])),
                 "potential_drop": watch.drop(seen.moved)}
            )  # fmt: skip
    return pd.DataFrame(rows)


def _checks(building: Assembly, rest: Trajectory, shaken: PartedRun, capacity: dict[int, float]) -> list[Check]:
    moved = float(np.abs(rest.position[-1] - rest.position[0]).max())
    what = f"the church stands at rest for {rest.time[-1]:g} s"
    checks = [check_that("P6.rest", what, moved < STILL, seen=f"moves by {moved:.1e} m")]
    checks.append(certificate_check(shaken.steps))
    if not capacity:
        return checks
    lowest = min(capacity.values()) / STANDARD_GRAVITY
    what = f"pseudo-static capacity along the nave of the order of the paper's {CAPACITY} g (within a quarter)"
    note = "plan and bond of the paper's church are not public"
    checks.append(
        check_that("P6.capacity", what, abs(lowest - CAPACITY) < 0.25 * CAPACITY, seen=f"{lowest:.3f} g", note=note)
    )
    table = _damage(building, shaken)
    last = table[table["time"] == table["time"].max()].set_index("part")
    for label in PARTS:
        what = f"the pulse damages the {label}"
        row = last.loc[label]
        seen = f"{row.displaced:.0f} of {row.blocks:.0f} blocks moved by more than {DAMAGED} m, {row.fallen:.0f} fell"
        checks.append(check_that(f"P6.{label.replace(' ', '-')}", what, bool(row.displaced > 0), seen=seen))
    return checks


def _pictures(building: Assembly, shaken: PartedRun) -> "Figure":
    from matplotlib.figure import Figure

    from ...view import draw_3d

    walls = [building.names[i] for i in building.movable]
    times = [0.0, *(t for t in PICTURES if t <= shaken.time[-1] + 1e-9)]
    rows = (len(times) + 1) // 2
    figure = Figure(figsize=(11.0, 5.0 * rows), layout="constrained")
    for number, time in enumerate(times, 1):
        part, k = shaken.at(time)
        ax = figure.add_subplot(rows, 2, number, projection="3d")
        draw_3d(ax, building, part.position[k] - part.ground[k], part.rotation[k], blocks=walls, view=(22.0, -55.0))
        ax.set_title(f"t = {part.time[k]:.3g} s", fontsize=9)
    return figure


def _energy_figure(building: Assembly, shaken: PartedRun) -> "Figure":
    table = shaken.energy
    weight = float(np.sum(building.mass[building.movable]) * STANDARD_GRAVITY)
    figure, ax = figure_with_axes(6.8, 4.0)
    ax.plot(table.time, (table.potential - table.potential.iloc[0]) / weight, label="potential")
    ax.plot(table.time, table.kinetic / weight, label="kinetic")
    ax.plot(table.time, table.dissipated / weight, label="dissipated")
    ax.set(xlabel="time (s)", ylabel="energy per unit weight (m)", title="Church, 1 g, half-period 0.4 s")
    ax.legend(frameon=False)
    return figure
