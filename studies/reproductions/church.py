"""A church of 5000 blocks under a one-sine pulse (Nodargi and Bisegna 2024, section 4.6)."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from ...assessment.domain import pseudo_static_capacity
from ...files.result_store import ResultStore
from ...files.results import UNFINISHED, open_run
from ...ground_motion import GroundMotion
from ...integrators import simulate
from ...model import Assembly
from ...model.gravity import ONE_G
from ...results import Trajectory
from ...results.watch import Criteria, Watch
from ...structures import church
from ..figures import energy_figure, solids
from ..histories import certificate_check, kept_as, reached
from ..result import Check, StudyResult, check_that

__all__ = ["run"]

AMPLITUDE, HALF_PERIOD, DURATION = ONE_G, 0.40, 2.0
BACKWARDS = (0.0, -1.0, 0.0)
STEP, FULL_STEP = 5e-3, 2e-3  # s; the paper's is the second
REST = 0.1  # s
PAPER_STEP = 0.3 + 2.2 + 9.5  # s of a step of the paper (Table 2), at dt 2e-3 s
CAPACITY = 0.238
LAW = "nodargi-bisegna"
SMALL: dict[str, Any] = {"brick": 0.85, "course": 1.0}
"""A coarser church for a quick run, of 1390 blocks."""
TIMED = ("broad", "narrow", "build", "solve")
PICTURES = (0.6, 1.2, 2.0)
STILL = 1e-6  # m: movement at rest
DAMAGED = 0.1  # m: movement from which a block counts as displaced
PARTS = {"facade": "facade", "bell tower": "tower"}
"""Parts of the church that the paper names, by how the names of their blocks begin."""


def run(
    out: Path, quick: bool = False, progress: bool = False, full: bool = False, formulation: str = LAW
) -> StudyResult:
    """Rest, pulse and capacity; quick: a coarser church, 0.02 and 0.05 s; full: the paper's dt of 2e-3 s, else 5e-3 s.

    ``formulation`` of contact. The run is stored in ``out`` as it goes, and goes on where it was ended.
    """
    building = church(**SMALL) if quick else church()
    dt = FULL_STEP if full else STEP
    bare = {"record_contacts": False}
    rest = simulate(building, 0.02 if quick else REST, dt, formulation=formulation, progress=progress, options=bare)
    motion = GroundMotion.one_sine(AMPLITUDE, HALF_PERIOD, BACKWARDS)
    path = out / f"church-{'small-' if quick else ''}{dt:g}-{kept_as(building, motion, formulation)}.h5"
    shaken = _stored(path, {
        "assembly": building, "duration": 0.05 if quick else DURATION, "dt": dt, "motion": motion,
        "formulation": formulation, "record_every": max(1, round(0.02 / dt)), "options": bare, "progress": progress,
    })  # fmt: skip
    capacity = {} if quick else pseudo_static_capacity(building, BACKWARDS)
    panels = [("", shaken, time) for time in reached(shaken, (0.0, *PICTURES))]
    tables = {"times": _times(building, rest, shaken, dt), "damage": _damage(building, shaken)}
    figures = {
        "configurations": solids(building, panels, 2, view=(22.0, -55.0)),
        "energy": energy_figure("Church, 1 g, half-period 0.4 s", building, shaken),
    }
    return StudyResult("church", tables, figures, _checks(building, rest, shaken, capacity, formulation))


def _stored(path: Path, arguments: dict[str, Any]) -> Trajectory:
    """The run with these arguments of `simulate` that is stored at ``path``: as far as it is missing it is made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        begun = path.with_suffix(UNFINISHED).exists()
        store = ResultStore.resumed(path) if begun else ResultStore(path, contacts=1)
        if begun and store.ended:
            store.join()
        else:
            simulate(**(open_run(path).remaining() if begun else arguments), store=store)
    return open_run(path).trajectory


def _times(building: Assembly, rest: Trajectory, shaken: Trajectory, dt: float) -> pd.DataFrame:
    rows: list[dict[str, Any]] = []
    for name, steps in (("rest", rest.steps.iloc[1:]), ("pulse", shaken.steps)):
        rows.append({
            "run": name, "blocks": len(building.movable), "dt": dt, "steps": int(steps.steps.sum()),
            "contacts": steps.contacts.mean(), "iterations": (steps.iterations / steps.steps).mean(),
            **{f"{part}_s": (steps[f"{part}_time"] / steps.steps).mean() for part in TIMED},
        })  # fmt: skip
    wall = float(shaken.steps[["collision_time", "build_time", "solve_time"]].sum().sum())
    second = wall / float(shaken.time[-1])
    rows[1] |= {"wall_s": wall, "wall_per_second": second, "less_than_paper": PAPER_STEP / 2e-3 / second}
    return pd.DataFrame(rows)


def _damage(building: Assembly, shaken: Trajectory) -> pd.DataFrame:
    """What moved by more than 0.1 m, and what fell, by part of the church and time."""
    watch = Watch(building, np.array([0.0, 0.0, -ONE_G]), 0.0, Criteria())
    names = np.array([building.names[i] for i in building.movable])
    rows = []
    for time in reached(shaken, PICTURES):
        k = int(np.argmin(np.abs(shaken.time - time)))
        seen = watch.seen(shaken.position[k], shaken.rotation[k], shaken.ground[k])
        far, fallen = np.linalg.norm(seen.moved, axis=1), seen.fallen
        for label, beginning in {"whole": "", **PARTS}.items():
            here = np.char.startswith(names, beginning)
            rows.append({
                "time": time, "part": label, "blocks": int(here.sum()), "largest": float(far[here].max()),
                "displaced": int(np.sum(far[here] > DAMAGED)), "fallen": int(np.sum(fallen[here])),
                "potential_drop": watch.drop(seen.moved),
            })  # fmt: skip
    return pd.DataFrame(rows)


def _checks(
    building: Assembly, rest: Trajectory, shaken: Trajectory, capacity: dict[int, float], law: str
) -> list[Check]:
    moved = float(np.abs(rest.position[-1] - rest.position[0]).max())
    what = f"the church stands at rest for {rest.time[-1]:g} s"
    seen = f"moves by {moved:.1e} m"
    checks = [
        check_that("P6.rest", what, moved < STILL, seen=seen),
        certificate_check(shaken.steps, exact=law == "coulomb"),
    ]
    if not capacity:
        return checks
    lowest = min(capacity.values()) / ONE_G
    what = f"pseudo-static capacity along the nave of the order of the paper's {CAPACITY} g (within a quarter)"
    near, note = abs(lowest - CAPACITY) < 0.25 * CAPACITY, "plan and bond of the paper's church are not public"
    checks.append(check_that("P6.capacity", what, near, seen=f"{lowest:.3f} g", note=note))
    table = _damage(building, shaken)
    last = table[table["time"] == table["time"].max()].set_index("part")
    for label in PARTS:
        row, what = last.loc[label], f"the pulse damages the {label}"
        seen = f"{row.displaced:.0f} of {row.blocks:.0f} blocks moved by more than {DAMAGED} m, {row.fallen:.0f} fell"
        checks.append(check_that(f"P6.{label.replace(' ', '-')}", what, bool(row.displaced > 0), seen=seen))
    return checks
