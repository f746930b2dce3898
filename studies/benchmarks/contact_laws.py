"""Study `contact-laws`: what each contact law is worth with each scheme, scene by scene and step by step.

Its table is in docs/integrators.md, "What each law is worth". Every run is a row of ``runs.csv`` in the study's folder,
and the references are files beside it: a second call goes on where the first was stopped. Remove a file to make it
anew.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ...errors import UnknownNameError
from ...progress import watched
from ..result import Check, StudyResult, check_that
from .contact_scenes import SCENES, VERDICT
from .precision_cases import BE, MP, PrecisionCase, error_of
from .precision_figure import plot_precision
from .precision_runs import DRYSTONE, Run, kept, made, series_of
from .rows import append_row, read_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["LAWS", "reference", "run"]

Array = NDArray[np.float64]

ASSOCIATED, COULOMB = "nodargi-bisegna", "coulomb"
LAWS = ((MP, ASSOCIATED), (MP, COULOMB), (BE, ASSOCIATED), (BE, COULOMB))
STEPS = (5e-3, 2.5e-3, 1e-3)
REFERENCE = 5e-4
"""Step (s) of the reference, and of the second road to it, where the motion is not known in closed form."""
REQUIRED = {
    "housner": (ASSOCIATED, COULOMB),
    "incline": (ASSOCIATED, COULOMB),
    "incline-lift": (COULOMB,),
    "block-rests": (ASSOCIATED, COULOMB),
    "block-overturns": (ASSOCIATED, COULOMB),
    "wall-0.6": (COULOMB,),
}
"""Scenes whose target every run of `mid-point` must meet, and with which laws."""

QUICK = ("incline", "incline-lift")
LONG = ("house-0.4",)
"""Scenes of a quick run, the shortest, and those of a full one alone."""
KEY = ("scene", "integrator", "formulation", "dt")
COLUMNS = (
    *KEY, "error", "unit", "reference", "uncertainty", "wall_ms", "cpu_ms", "warnings", "unsolved", "natural", "status",
)  # fmt: skip
"""``dt`` (s); ``error`` in ``unit`` from the ``reference``, inf where a run stopped or has not what is looked at;
``uncertainty``: distance between the reference and `backward-euler` with `coulomb` at the same step, 0 for a closed
form; ``wall_ms``, ``cpu_ms``: wall and processor time for each dt of motion, what it was made in parts of included;
``warnings`` raised; ``unsolved``: steps with a status other than solved; ``natural``: largest residual of the law."""


def run(out: Path, quick: bool = False, progress: bool = False, full: bool = False, *, scenes: str = "") -> StudyResult:
    """Make the runs that the folder does not hold yet.

    quick: the largest step and small scenes; full: also the house that collapses. ``scenes``: names with commas
    between; "" all.
    """
    chosen = _chosen(tuple(part.strip() for part in scenes.split(",") if part.strip()), quick, full)
    out.mkdir(parents=True, exist_ok=True)
    path = out / "runs.csv"
    planned = [
        Run(scene, DRYSTONE, *law, dt) for scene in chosen for law in LAWS for dt in (STEPS[:1] if quick else STEPS)
    ]
    there = set(_rows(path)[list(KEY)].itertuples(index=False, name=None))
    for one in watched([one for one in planned if _key(one) not in there], "run", progress, "contact laws"):
        append_row(path, COLUMNS, _row(one, out))
    rows = {tuple(row[name] for name in KEY): row for row in _rows(path).to_dict("records")}
    table = pd.DataFrame([rows[_key(one)] for one in planned], columns=COLUMNS)
    return StudyResult(
        name="contact-laws",
        tables={"contact-laws": table, "errors": _side_by_side(table, chosen)},
        figures={"contact-laws": _figure(table, chosen)},
        checks=_checks(table, chosen),
    )


def _chosen(names: Sequence[str], quick: bool, full: bool) -> tuple[PrecisionCase, ...]:
    known = {scene.name: scene for scene in SCENES}
    for name in names:
        if name not in known:
            raise UnknownNameError("scene", name, known)
    names = names or (QUICK if quick else tuple(name for name in known if full or name not in LONG))
    return tuple(scene for scene in SCENES if scene.name in names)


def reference(scene: PrecisionCase, out: Path) -> tuple[Array, float]:
    """What errors of a scene are measured against, (n, d), and how far it is from the second road to it, both in the
    scene's unit; kept in files in ``out``.
    """
    if scene.exact is not None:
        return scene.exact(), 0.0
    roads = [
        kept(Run(scene, DRYSTONE, scheme, COULOMB, REFERENCE), out / f"reference-{scene.name}-{scheme}.npy")
        for scheme in (MP, BE)
    ]
    return roads[0], error_of(roads[1], roads[0])


def _key(one: Run) -> tuple[str, str, str, float]:
    return one.case.name, one.integrator, one.formulation, one.dt


def _rows(path: Path) -> pd.DataFrame:
    return read_rows(path, COLUMNS, dtype={"error": float})


def _row(one: Run, out: Path) -> dict[str, Any]:
    known, uncertainty = reference(one.case, out)
    _warm_up(one.case, one.integrator, one.formulation)
    seen, facts = made(one)
    error = float("inf") if seen is None else error_of(one.case.observe(seen), known)
    against = "closed form" if one.case.exact is not None else f"{MP}, {COULOMB}, dt {REFERENCE:g} s"
    steps = one.case.duration / one.dt
    return dict(zip(KEY, _key(one), strict=True)) | {
        "error": error, "unit": one.case.unit, "reference": against, "uncertainty": uncertainty,
        "wall_ms": 1e3 * facts["wall_s"] / steps, "cpu_ms": 1e3 * facts["cpu_s"] / steps, "status": facts["status"],
        **{name: facts.get(name) for name in ("warnings", "unsolved", "natural")},
    }  # fmt: skip


@cache
def _warm_up(scene: PrecisionCase, integrator: str, formulation: str) -> None:
    """Five steps that do not count: what has to be loaded and compiled is then there."""
    made(Run(replace(scene, duration=5 * STEPS[0]), DRYSTONE, integrator, formulation, STEPS[0]))


def _side_by_side(table: pd.DataFrame, scenes: Sequence[PrecisionCase]) -> pd.DataFrame:
    """Errors of each law at all steps in one cell, from the largest step down, to two digits."""
    rows = []
    for scene in scenes:
        mine = table[table["scene"] == scene.name]
        row: dict[str, Any] = {"scene": scene.name, "unit": scene.unit, "uncertainty": mine["uncertainty"].iloc[0]}
        for law in LAWS:
            errors = mine.loc[(mine["integrator"] == law[0]) & (mine["formulation"] == law[1]), "error"]
            row[", ".join(law)] = " / ".join(f"{error:.2g}" for error in errors)
        rows.append(row)
    return pd.DataFrame(rows)


def _figure(table: pd.DataFrame, scenes: Sequence[PrecisionCase]) -> "Figure":
    """Error against processor time of a run, one panel for each scene with errors that are numbers."""
    shown = [scene for scene in scenes if scene.unit != VERDICT] or list(scenes)
    laws = [
        series_of(DRYSTONE, *law) for law in table[["integrator", "formulation"]].itertuples(index=False, name=None)
    ]
    steps = table["scene"].map({scene.name: scene.duration for scene in scenes}) / table["dt"]
    rows = table.assign(case=table["scene"], engine=DRYSTONE, series=laws, cpu_s=1e-3 * steps * table["cpu_ms"])
    own = table.groupby("scene")["uncertainty"].first()
    titles = [
        {"case": scene.name, "title": scene.title, "what": scene.what, "unit": scene.unit, "target": scene.target,
         "uncertainty": float(own[scene.name])} for scene in shown
    ]  # fmt: skip
    return plot_precision(rows, pd.DataFrame(titles), "cpu")


def _checks(table: pd.DataFrame, scenes: Sequence[PrecisionCase]) -> list[Check]:
    checks = []
    for scene in scenes:
        mine = table[(table["scene"] == scene.name) & (table["integrator"] == MP)]
        for law in REQUIRED.get(scene.name, ()):
            worst = float(mine.loc[mine["formulation"] == law, "error"].max())
            what = f"{scene.title}, mid-point with {law}: {scene.what} within {scene.target:g} {scene.unit}"
            checks.append(check_that(f"{scene.name}.{law}", what, worst <= scene.target, seen=f"{worst:.2g}"))
    return checks
