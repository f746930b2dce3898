"""Study `capacity`: horizontal accelerations that the Oppenheim arch and the spandrel arch carry (O1, P2)."""

from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

from ...model import Assembly
from ...progress import watched
from ...statics import LimitResult, limit_load
from ...structures import spandrel_arch
from ...view import joints_figure
from ..histories import clocked
from ..result import Check, StudyResult, check_close, check_that
from .oppenheim_arch import oppenheim_arch
from .ring import RingArch

__all__ = ["run"]

O1, O1_TOLERANCE = 0.4442076220328, 1e-4  # g, true annular voussoirs
PAPER, PAPER_BAND = 0.284, 0.05  # g, Nodargi and Bisegna 4.4; its bond pattern is not given
AGREE = 1e-7  # static and kinematic program
WAYS = (("interior-point", "static"), ("clarabel", "static"), ("clarabel", "kinematic"))
"""Solvers and forms; the first has both forms at once."""
LEFT, RIGHT = (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Limit loads by both programs and by the structured solver; quick leaves out the spandrel arch's other bonds."""
    results, rows, cases = {}, [], _cases(quick)
    for name, (assembly, loading) in watched(list(cases.items()), "structure", progress):
        for solver, form in WAYS:
            found, wall = clocked(partial(limit_load, assembly, solver=solver, form=form, **loading))
            results[name, solver, form] = found
            rows.append({
                "structure": name, "blocks": len(assembly.movable), "contacts": len(found.contacts), "form": found.form,
                "solver": found.solver, "multiplier": found.multiplier, "certificate": found.certificate.worst,
                "solve_s": found.solve_time, "wall_s": wall,
            })  # fmt: skip
    figures = {}
    for title, name in (("oppenheim arch", "Oppenheim, annular"), ("spandrel arch", "spandrel arch")):
        found, at = results[name, *WAYS[0]], f"limit at {results[name, *WAYS[0]].multiplier:.4f} g"
        figures[title] = joints_figure(cases[name][0], found.contacts, mechanism=found.mechanism, title=at)
    return StudyResult("capacity", {"multipliers": pd.DataFrame(rows)}, figures, _checks(results))


def _cases(quick: bool) -> dict[str, tuple[Assembly, dict[str, Any]]]:
    """Structures by name, with the arguments of `limit_load`."""
    ring = RingArch(0.15, 7, embrace=150.0)
    bonds: dict[str, dict[str, Any]] = {f"{n} bricks": {"bricks": n} for n in (22, 24, 26, 30)}
    bonds = {} if quick else {"untrimmed": {"trim": 0.0}, **bonds}
    return {
        "Oppenheim, annular": (ring.assembly, {"dead": ring.weight(), "live": ring.weight(RIGHT)}),
        "Oppenheim, straight": (ring.assembly, {}),
        "Oppenheim, 8 facets": (oppenheim_arch(), {}),
        "spandrel arch": (spandrel_arch(), {"live": LEFT}),
        **{f"spandrel arch, {bond}": (spandrel_arch(**given), {"live": LEFT}) for bond, given in bonds.items()},
    }


def _checks(results: dict[tuple[str, str, str], LimitResult]) -> list[Check]:
    annular, straight, spandrel = (
        results[name, *WAYS[0]].multiplier for name in ("Oppenheim, annular", "Oppenheim, straight", "spandrel arch")
    )
    found = pd.Series({key: result.multiplier for key, result in results.items()}).groupby(level=0)
    apart = float((found.max() - found.min()).max())
    note = f"{PAPER} g, Nodargi and Bisegna 4.4; our bond, theirs is not given"
    return [
        check_close("O1", "Oppenheim arch, annular voussoirs (g)", annular, O1, O1_TOLERANCE, note="O1"),
        check_that("O1.straight", "straight-sided voussoirs give another number", abs(straight - O1) > O1_TOLERANCE,
                   seen=f"{straight:.6f} g"),
        check_close("P2.capacity", "spandrel arch (g)", spandrel, PAPER, PAPER_BAND, relative=True, note=note),
        check_close("forms", "largest difference of static, kinematic and structured multipliers", apart, 0.0, AGREE),
    ]  # fmt: skip
