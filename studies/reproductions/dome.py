"""Study `dome`: a dome of 12 by 24 blocks with brittle cohesion under gravity (Acary and Jean, 5.2)."""

from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...integrators import simulate
from ...model import Assembly, Joint
from ...results import ThrustLine, Trajectory, thrust_line
from ...structures import dome
from ...view.style import GUIDE, in_house_style, legend_below
from ..figures import figure_with_axes, solids
from ..histories import vertical_force, weight_of
from ..result import Check, StudyResult, check_close, check_that

__all__ = ["run", "stone_dome"]

RADIUS, EYE = 5.0, 15.0  # m, degrees: the paper gives no dimensions
RINGS, SECTORS = 12, 24
DENSITY, FRICTION, COHESION = 2700.0, 0.5, 1000.0  # the last in N per contact
THICK, THIN = 0.10, 0.03  # thickness over radius; a dry hemisphere needs 0.042 (Heyman 1967)
HEYMAN = 0.042
STEP, DURATION = 0.005, 0.25
BALANCE = 1e-6  # share of the weight by which the reaction may differ from it: certificate and rounding
STILL = 1e-6  # m: moves by rounding alone
MOVES = 1e-3  # m: what falls has dropped farther than this at the end


def stone_dome(ratio: float, cohesion: float, rings: int = RINGS, sectors: int = SECTORS) -> Assembly:
    """The dome of the study; ``cohesion``: tensile strength of every contact (N), lost for good once reached.

    The law of the paper is Signorini's graph shifted by the strength; friction acts on the shifted force.
    """
    made = dome(RADIUS, ratio, rings, sectors, EYE, density=DENSITY, friction=FRICTION)
    if cohesion == 0.0:
        return made
    return Assembly(made.blocks, made.friction, joints=Joint(tensile_strength=cohesion, per="contact"))


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Bring domes with and without cohesion to equilibrium under gravity; quick: 6 by 12 blocks."""
    size = (6, 12) if quick else (RINGS, SECTORS)
    runs = {}
    for ratio in (THICK, THIN):
        for cohesion in (COHESION, 0.0):
            assembly = stone_dome(ratio, cohesion, *size)
            history = simulate(
                assembly, 0.1 if quick else DURATION, STEP, record_every=5, progress=progress,
                integrator="velocity-reset" if ratio == THICK else "backward-euler",
            )  # fmt: skip
            runs[ratio, cohesion] = (assembly, history)
    assembly, history = runs[THICK, COHESION]
    return StudyResult(
        name="dome",
        tables={"domes": _table(runs), "meridian": _meridian_table(_meridian(assembly, history, size[0]))},
        figures={
            "meridian": _figure(assembly, history, *size),
            "dome": solids(assembly, [("", history, DURATION)], 1, view=(25.0, -60.0)),
        },
        checks=_checks(runs, size[0]),
    )


def _drop(assembly: Assembly, history: Trajectory) -> float:
    """Largest drop of a block (m)."""
    moved = history.position[0, assembly.movable, 2] - history.position[-1, assembly.movable, 2]
    return float(np.max(moved))


def _reaction(assembly: Assembly, history: Trajectory) -> float:
    """Vertical force of the ground over the weight."""
    return vertical_force(history.contacts(-1), ["ground"]) / weight_of(assembly)


def _table(runs: dict[tuple[float, float], tuple[Assembly, Trajectory]]) -> pd.DataFrame:
    rows = []
    for (ratio, cohesion), (assembly, history) in runs.items():
        rows.append(
            {
                "thickness_over_radius": ratio,
                "cohesion_N": cohesion,
                "blocks": len(assembly.movable),
                "contacts": history.steps.contacts.iloc[0],
                "largest_drop": _drop(assembly, history),
                "broken": int(history.steps.broken.iloc[-1]),
                "solve_ms": 1e3 * history.steps.solve_time.iloc[1:].mean(),
                "reaction_over_weight": _reaction(assembly, history),
            }
        )
    return pd.DataFrame(rows)


def _meridian(assembly: Assembly, history: Trajectory, rings: int) -> ThrustLine:
    """Thrust line of the voussoirs of one sector, from the ground to the eye."""
    return thrust_line(history.contacts(-1), assembly, [f"voussoir-{i + 1}-1" for i in range(rings)])


def _meridian_table(line: ThrustLine) -> pd.DataFrame:
    """Centres of pressure of a meridian's joints: level (m), distance from the axis (m), margin (m), force (N)."""
    return pd.DataFrame(
        {
            "z": line.points[:, 2],
            "r": np.hypot(line.points[:, 0], line.points[:, 1]),
            "margin": line.margin,
            "force": np.linalg.norm(line.force, axis=1),
        }
    )


def _checks(runs: dict[tuple[float, float], tuple[Assembly, Trajectory]], rings: int) -> list[Check]:
    assembly, history = runs[THICK, COHESION]
    line = _meridian(assembly, history, rings)
    thin, dry = (_drop(*runs[THIN, cohesion]) for cohesion in (COHESION, 0.0))
    note = "Acary and Jean 5.2"
    return [
        check_close("5.2.weight", "reaction over the weight", _reaction(assembly, history), 1.0, BALANCE, note=note),
        check_close("5.2.still", "largest drop under gravity (m)", _drop(assembly, history), 0.0, STILL, note=note),
        check_that("5.2.sound", "no joint breaks", int(history.steps.broken.iloc[-1]) == 0, note=note),
        check_that("5.2.thrust", "the thrust line of a meridian lies within the thickness", line.complete,
                   seen=f"least margin {1e3 * float(np.min(line.margin)):.0f} mm",
                   note=note + ": stresses follow the thrust line of Heyman"),
        check_that("dry", f"without cohesion a dome of t/R = {THIN:g} falls", dry > MOVES, seen=f"{1e3 * dry:.3g} mm",
                   note=f"Heyman: t/R of at least {HEYMAN:g}"),
        check_that("bonded", "with the cohesion it stands", thin < STILL, seen=f"{1e3 * thin:.3g} mm"),
    ]  # fmt: skip


@in_house_style
def _figure(assembly: Assembly, history: Trajectory, rings: int, sectors: int) -> Figure:
    """Section through the middle of a sector, with the thrust line."""
    line = _meridian(assembly, history, rings)
    figure, ax = figure_with_axes(3.2, grid=False)
    polar = np.radians(np.linspace(90.0, EYE, 100))
    for share, style in ((1 - THICK / 2, "-"), (1 + THICK / 2, "-"), (1.0, ":")):
        ax.plot(RADIUS * share * np.sin(polar), RADIUS * share * np.cos(polar), style, color=GUIDE)
    r = np.hypot(line.points[:, 0], line.points[:, 1]) / np.cos(np.pi / sectors)
    ax.plot(r, line.points[:, 2], "o-", color="C0", label="centres of pressure")
    ax.set(xlabel="distance from the axis (m)", ylabel="z (m)", title="Thrust line of a meridian")
    ax.set_aspect("equal")
    legend_below(ax)
    return figure
