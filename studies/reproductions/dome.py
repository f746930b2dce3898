"""Study `dome`: a dome of 12 by 24 blocks with brittle cohesion under gravity (Acary and Jean, 5.2)."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...integrators import simulate
from ...model import Assembly, Joint
from ...results import ThrustLine, Trajectory, thrust_line
from ...structures import dome
from ...view.style import GUIDE, in_house_style, legend_below
from ..figures import figure_with_axes, solids
from ..histories import assembly_of, drops, mean_times, over_weight
from ..result import Check, StudyResult, check_close, check_that

__all__ = ["meridian", "run", "stone_dome"]

RADIUS, EYE = 5.0, 15.0  # m, degrees: the paper gives no dimensions
RINGS, SECTORS = 12, 24
DENSITY, FRICTION, COHESION = 2700.0, 0.5, 1000.0  # the last in N per contact
THICK, THIN, HEYMAN = 0.10, 0.03, 0.042  # thickness over radius; a dry hemisphere needs the last (Heyman 1967)
STEP, DURATION = 0.005, 0.25
BALANCE = 1e-6  # share of the weight by which the reaction may differ from it: certificate and rounding
STILL = 1e-6  # m: moves by rounding alone
MOVES = 1e-3  # m: what falls has dropped farther than this at the end


def stone_dome(ratio: float, cohesion: float, rings: int, sectors: int) -> Assembly:
    """The dome of the study; ``cohesion``: tensile strength of every contact (N), lost for good once reached.

    The law of the paper is Signorini's graph shifted by the strength; friction acts on the shifted force.
    """
    made = dome(RADIUS, ratio, rings, sectors, EYE, density=DENSITY, friction=FRICTION)
    if cohesion == 0.0:
        return made
    return Assembly(made.blocks, made.friction, joints=Joint(tensile_strength=cohesion, per="contact"))


def meridian(rings: int) -> list[str]:
    """The voussoirs of one sector, from the ground to the eye."""
    return [f"voussoir-{i + 1}-1" for i in range(rings)]


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Bring domes with and without cohesion to equilibrium under gravity; quick: 6 by 12 blocks."""
    rings, sectors = (6, 12) if quick else (RINGS, SECTORS)
    runs = {
        (ratio, cohesion): simulate(
            stone_dome(ratio, cohesion, rings, sectors), 0.1 if quick else DURATION, STEP, integrator=integrator,
            record_every=5, progress=progress,
        )
        for ratio, integrator in ((THICK, "velocity-reset"), (THIN, "backward-euler"))
        for cohesion in (COHESION, 0.0)
    }  # fmt: skip
    history, domes = runs[THICK, COHESION], _table(runs)
    line = thrust_line(history.contacts(-1), assembly_of(history), meridian(rings))
    points = _points(line)
    return StudyResult(
        name="dome",
        tables={"domes": domes, "meridian": points},
        figures={
            "meridian": _figure(points, sectors),
            "dome": solids(assembly_of(history), [("", history, DURATION)], 1, view=(25.0, -60.0)),
        },
        checks=_checks(domes, line),
    )


def _table(runs: dict[tuple[float, float], Trajectory]) -> pd.DataFrame:
    rows = []
    for (ratio, cohesion), history in runs.items():
        assembly, steps = assembly_of(history), history.steps
        rows.append({
            "thickness_over_radius": ratio, "cohesion_N": cohesion,
            "blocks": len(assembly.movable), "contacts": steps.contacts.iloc[0],
            "largest_drop": drops(history)[assembly.movable].max(), "broken": steps.broken.iloc[-1],
            **mean_times(steps.iloc[1:], "solve"), "reaction_over_weight": over_weight(history.contacts(-1), assembly),
        })  # fmt: skip
    return pd.DataFrame(rows)


def _points(line: ThrustLine) -> pd.DataFrame:
    """Centres of pressure of a meridian's joints: level (m), distance from the axis (m), margin (m), force (N)."""
    z, r = line.points[:, 2], np.hypot(line.points[:, 0], line.points[:, 1])
    return pd.DataFrame({"z": z, "r": r, "margin": line.margin, "force": np.linalg.norm(line.force, axis=1)})


def _checks(domes: pd.DataFrame, line: ThrustLine) -> list[Check]:
    found: Any = domes.set_index(["thickness_over_radius", "cohesion_N"])
    thick, note = found.loc[THICK, COHESION], "Acary and Jean 5.2"
    thin, dry = (found.largest_drop[THIN, cohesion] for cohesion in (COHESION, 0.0))
    return [
        check_close("5.2.weight", "reaction over the weight", thick.reaction_over_weight, 1.0, BALANCE, note=note),
        check_close("5.2.still", "largest drop under gravity (m)", thick.largest_drop, 0.0, STILL, note=note),
        check_that("5.2.sound", "no joint breaks", thick.broken == 0, note=note),
        check_that("5.2.thrust", "the thrust line of a meridian lies within the thickness", line.complete,
                   seen=f"least margin {1e3 * float(np.min(line.margin)):.0f} mm",
                   note=note + ": stresses follow the thrust line of Heyman"),
        check_that("dry", f"without cohesion a dome of t/R = {THIN:g} falls", dry > MOVES, seen=f"{1e3 * dry:.3g} mm",
                   note=f"Heyman: t/R of at least {HEYMAN:g}"),
        check_that("bonded", "with the cohesion it stands", thin < STILL, seen=f"{1e3 * thin:.3g} mm"),
    ]  # fmt: skip


@in_house_style
def _figure(points: pd.DataFrame, sectors: int) -> Figure:
    """Section through the middle of a sector, with the thrust line."""
    figure, ax = figure_with_axes(3.2, grid=False)
    polar = np.radians(np.linspace(90.0, EYE, 100))
    for share, style in ((1 - THICK / 2, "-"), (1 + THICK / 2, "-"), (1.0, ":")):
        ax.plot(RADIUS * share * np.sin(polar), RADIUS * share * np.cos(polar), style, color=GUIDE)
    ax.plot(points.r / np.cos(np.pi / sectors), points.z, "o-", color="C0", label="centres of pressure")
    ax.set(xlabel="distance from the axis (m)", ylabel="z (m)", title="Thrust line of a meridian", aspect="equal")
    legend_below(ax)
    return figure
