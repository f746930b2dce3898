"""Study `contact-laws`: what each contact law is worth with each scheme, scene by scene and step by step.

Its table is in docs/integrators.md, "What each law is worth". What is made once is kept, see `precision_runs`.
"""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from ...checks import names_in
from ..result import Check, StudyResult, check_that
from .contact_scenes import SCENES, VERDICT
from .precision_cases import BE, DRYSTONE, MP, PrecisionCase
from .precision_figure import plot_precision
from .precision_runs import Run, measured, references

__all__ = ["LAWS", "roads", "run"]

ASSOCIATED, COULOMB = "nodargi-bisegna", "coulomb"
LAWS = ((MP, ASSOCIATED), (MP, COULOMB), (BE, ASSOCIATED), (BE, COULOMB))
STEPS = (5e-3, 2.5e-3, 1e-3)
REFERENCE = 5e-4
"""Step (s) of the reference, and of the second road to it, where the motion is not known in closed form."""
REQUIRED = {
    **dict.fromkeys(("housner", "incline", "incline-lift", "block-rests", "block-overturns"), (ASSOCIATED, COULOMB)),
    "wall-0.6": (COULOMB,),
}
"""Scenes whose target every run of `mid-point` must meet, and with which laws."""

QUICK = ("incline", "incline-lift")
LONG = ("house-0.4", "house-of-190-0.2", "house-of-190-0.4")
"""Scenes of a quick run, the shortest, and those of a full one alone."""
COLUMNS = (
    "scene", "integrator", "formulation", "dt", "error", "unit", "reference", "uncertainty", "wall_ms", "cpu_ms",
    "warnings", "unsolved", "natural", "status",
)  # fmt: skip
"""See `precision_runs`; ``uncertainty``: distance between the reference and `backward-euler` with `coulomb` at the same
step, 0 for a closed form; ``wall_ms``, ``cpu_ms``: time for each dt of motion, its parts included."""


def run(out: Path, quick: bool = False, progress: bool = False, full: bool = False, *, scenes: str = "") -> StudyResult:
    """Make the runs that the folder does not hold yet.

    quick: the largest step and small scenes, whose times may hold that of loading; full: also the house that collapses.
    ``scenes``: names with commas between; "" all.
    """
    names = names_in(scenes, SCENES, "scene") or (QUICK if quick else set(SCENES).difference(() if full else LONG))
    chosen = [scene for name, scene in SCENES.items() if name in names]
    out.mkdir(parents=True, exist_ok=True)
    known, trusted = references(chosen, roads, out, progress)
    steps = STEPS[:1] if quick else STEPS
    planned = [Run(scene, DRYSTONE, *law, dt) for scene in chosen for law in LAWS for dt in steps]
    found = measured(planned, known, out, progress=progress, timed=not quick)
    table = found.merge(trusted[["case", "reference", "uncertainty"]], on="case").rename(columns={"case": "scene"})
    pace = 1e3 * table["dt"] / [SCENES[name].duration for name in table["scene"]]
    table = table.assign(wall_ms=pace * table["wall_s"], cpu_ms=pace * table["cpu_s"])[list(COLUMNS)]
    shown = trusted[trusted["unit"] != VERDICT]
    figure = plot_precision(found, shown if len(shown) else trusted)
    tables = {"contact-laws": table, "errors": _side_by_side(table)}
    return StudyResult("contact-laws", tables, {"contact-laws": figure}, _checks(table, chosen))


def roads(scene: PrecisionCase) -> tuple[Run, Run]:
    """The run that errors of a scene are measured against, and the one that tells how far it can be trusted."""
    return Run(scene, DRYSTONE, MP, COULOMB, REFERENCE), Run(scene, DRYSTONE, BE, COULOMB, REFERENCE)


def _side_by_side(table: pd.DataFrame) -> pd.DataFrame:
    """Errors of each law at all steps in one cell, from the largest step down, to two digits."""
    rows = table[["scene", "unit", "uncertainty"]].drop_duplicates(ignore_index=True)
    texts = table.assign(error=table["error"].map("{:.2g}".format))
    for law, part in texts.groupby(["integrator", "formulation"], sort=False):
        rows[", ".join(map(str, law))] = rows["scene"].map(part.groupby("scene")["error"].agg(" / ".join))
    return rows


def _checks(table: pd.DataFrame, scenes: Sequence[PrecisionCase]) -> list[Check]:
    checks = []
    for scene in scenes:
        mine = table[(table["scene"] == scene.name) & (table["integrator"] == MP)]
        for law in REQUIRED.get(scene.name, ()):
            worst = float(mine.loc[mine["formulation"] == law, "error"].max())
            what = f"{scene.title}, mid-point with {law}: {scene.what} within {scene.target:g} {scene.unit}"
            checks.append(check_that(f"{scene.name}.{law}", what, worst <= scene.target, seen=f"{worst:.2g}"))
    return checks
