"""Study `elastic-wall`: the wall of Acary and Jean, 5.1, of blocks that deform, in three ways of integration."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...integrators import simulate
from ...model import Material
from ...results import Trajectory
from ...view import draw_stresses
from ...view.style import PAGE, in_house_style, new_figure
from ..figures import lines_figure
from ..histories import assembly_of, mean_times, reactions, weight_of
from ..result import Check, StudyResult, check_close, check_that
from .wall_settlement import DENSITY, DEPTH, FOLLOWS, STEP, settled, sinking, stone_wall

__all__ = ["run"]

COURSES, BRICKS, BRICK = 12, 14, (0.5, 0.25, 0.3)  # height over length one half; m
STONE = Material(60e9, 0.27, DENSITY)
SMALL, COARSE, DURATION = 0.25e-4, 1e-3, 0.012  # s, of the paper
BEFORE, SETTLING, AFTER = 0.1, 2.0, 3.0  # s
MAGNIFY = 2e5  # of stresses under gravity: the top sinks by micrometres
BALANCE = 1e-5  # share of the weight by which a reaction at rest may differ from it
SWING = 1.2  # times the weight: what oscillates goes beyond
RESTS = 1e-2  # share of the weight by which what only rises may go beyond it
MEAN = 0.15  # share of the weight by which the mean of an oscillation over few periods may differ from it
WAYS = {
    "standard dynamics": ("backward-euler", SMALL, 0.5),
    "velocity reset": ("velocity-reset", SMALL, 1.0),
    "numerical filtering": ("backward-euler", COARSE, 1.0),
}
"""Integrator, time step (s) and theta of each way to integrate."""


def run(
    out: Path,
    quick: bool = False,
    progress: bool = False,
    mesh: str = "affine",
    divisions: int = 1,
    reset: float | None = None,
) -> StudyResult:
    """Put the wall under gravity in three ways, then settle half its ground; quick: 4 courses of 5 blocks.

    ``mesh``: "affine", one uniform strain a block, or "h8", eight hexahedra as in the paper (ten times the time).
    ``divisions``: of the edges of joints, see `face_divisions` of `drystone.integrators.Options`. ``reset``: duration
    (s) of the run by velocity reset, which has not come to rest when the others have; None: as they.
    """
    size = (4, 5) if quick else (COURSES, BRICKS)
    assembly = stone_wall(*size, BRICK).of_material(STONE, "affine" if mesh == "affine" else (2, 2, 2))
    durations = dict.fromkeys(WAYS, 0.004 if quick else DURATION)
    if reset is not None:
        durations["velocity reset"] = reset
    runs = {
        name: simulate(assembly, durations[name], dt, integrator=integrator, progress=progress,
                       options={"theta": theta, "face_divisions": divisions})
        for name, (integrator, dt, theta) in WAYS.items()
    }  # fmt: skip
    sunk = settled(
        assembly, (BEFORE, 1.0, 0.3) if quick else (BEFORE, SETTLING, AFTER), integrator="velocity-reset",
        record_every=5, progress=progress, options={"face_divisions": divisions},
    )  # fmt: skip
    resultants = {name: reactions(history)[["time", "over_weight"]] for name, history in runs.items()}
    table = _table(runs, resultants, sunk)
    return StudyResult(
        name="elastic-wall",
        tables={"ways": table, **{f"resultant-{name}": one for name, one in resultants.items()}},
        figures={
            "resultant": _resultants(resultants, weight_of(assembly)),
            "gravity": _pictures(runs),
            "settlement": _settled(sunk),
        },
        checks=_checks(table),
    )


def _table(runs: dict[str, Trajectory], resultants: dict[str, pd.DataFrame], sunk: Trajectory) -> pd.DataFrame:
    rows: list[dict[str, Any]] = []
    for name, (_, dt, _) in WAYS.items():
        history, over = runs[name], resultants[name].over_weight.to_numpy()
        late, above, stress, contacts = over[len(over) // 4 :], over > 1.0, history.stresses(-1), history.contacts(-1)
        openings = contacts.gap[contacts.normal_x.abs() > 0.9].to_numpy()  # m, of the head joints
        rows.append({
            "way": name, "dt": dt, "steps": int(history.steps.steps.sum()),
            "least": late.min(), "largest": over.max(), "mean": late.mean(), "last": over[-1],
            "crossings": np.count_nonzero(above[1:] != above[:-1]),
            "head_joints_um": 1e6 * np.max(openings, initial=0.0), "von_mises_MPa": stress.von_mises.max() / 1e6,
            "compression_MPa": -stress.principal_1.min() / 1e6, **mean_times(history.steps.iloc[1:], "solve"),
        })  # fmt: skip
    ground, drop = reactions(sunk), sinking(sunk)
    before = ground[ground.time < BEFORE + 1e-9].over_weight.iloc[-1]
    rows.append({"way": "velocity reset, coarse", "dt": STEP, "steps": int(sunk.steps.steps.sum()), "last": before})
    rows.append({"way": "settlement", "dt": STEP, "last": ground.over_weight.iloc[-1],
                 "drop_left": drop["lowest_left"], "drop_right": drop["lowest_right"], "crack": drop["crack"],
                 "von_mises_MPa": sunk.stresses(-1).von_mises.max() / 1e6})  # fmt: skip
    return pd.DataFrame(rows)


def _checks(table: pd.DataFrame) -> list[Check]:
    rows: Any = dict(table.set_index("way").iterrows())
    standard, reset, filtered = (rows[name] for name in WAYS)
    coarse, sunk, note = rows["velocity reset, coarse"], rows["settlement"], "Acary and Jean, Figure 6"
    return [
        check_close("E6.standard", "standard dynamics: mean resultant over the weight", standard["mean"], 1.0, MEAN,
                    note=note),
        check_that("E6.swings", f"it oscillates: beyond {SWING:g} times the weight and back",
                   standard.largest > SWING and standard.crossings >= 2,
                   seen=f"up to {standard.largest:.2f}, {standard.crossings} crossings", note=note),
        check_that("E6.rises", "velocity reset: the resultant rises towards the weight, and does not oscillate",
                   0.5 < reset["last"] < 1.0 + RESTS and reset.largest < 1.0 + RESTS, seen=f"{reset['last']:.4f}",
                   note=note),
        check_close("E6.reset", "velocity reset, at rest with longer steps", coarse["last"], 1.0, BALANCE, note=note),
        check_close("E6.filter", "numerical filtering: last resultant over the weight", filtered["last"], 1.0, 1e-3,
                    note=note),
        check_that("E4.joints", "standard dynamics opens head joints, velocity reset opens them less",
                   standard.head_joints_um > reset.head_joints_um >= 0.0,
                   seen=f"{standard.head_joints_um:.2g} and {reset.head_joints_um:.2g} micrometres", note="Figure 4"),
        check_close("E7.settles", "drop of the half that settles, at its end (m)", sunk.drop_right, DEPTH, FOLLOWS,
                    note="Figure 7"),
        check_close("E7.stays", "drop of the other half, at its end (m)", sunk.drop_left, 0.0, FOLLOWS,
                    note="Figure 7"),
        check_that("E7.cracks", "the wall cracks between", sunk.crack > 0.1 * DEPTH,
                   seen=f"{1e3 * sunk.crack:.1f} mm", note="Figure 7"),
    ]  # fmt: skip


def _resultants(resultants: dict[str, pd.DataFrame], weight: float) -> Figure:
    lines = {name: (1e3 * one.time, -one.over_weight * weight / 1e3) for name, one in resultants.items()}
    end = 1e3 * max(one.time.max() for one in resultants.values())
    weighs = {"weight": (np.array([0.0, end]), np.full(2, -weight / 1e3), "k:")}
    return lines_figure({"Resultant on the ground, as in Figure 6": lines | weighs}, "time (ms)", "resultant (kN)")


@in_house_style
def _pictures(runs: dict[str, Trajectory]) -> Figure:
    """Von Mises stresses on the deformed wall, as in Figure 4."""
    figure = new_figure(PAGE, 2.6)
    top = max(history.stresses(-1).von_mises.max() for history in runs.values()) / 1e6
    for i, (name, history) in enumerate(runs.items()):
        ax, assembly = figure.add_subplot(1, len(runs), i + 1), assembly_of(history)
        blocks = [assembly.names[b] for b in assembly.movable]
        drawn = draw_stresses(ax, history, magnify=MAGNIFY, blocks=blocks, limits=(0.0, top))
        ax.set_title(f"{name}, {1e3 * history.time[-1]:g} ms")
    bar = figure.colorbar(drawn, ax=figure.axes, orientation="horizontal", aspect=60)
    bar.set_label(f"von Mises stress (MPa); displacements times {MAGNIFY:g}")
    return figure


@in_house_style
def _settled(history: Trajectory) -> Figure:
    figure = new_figure(PAGE, 3.4)
    ax = figure.add_subplot()
    drawn = draw_stresses(ax, history)
    right, _, top = assembly_of(history).centroid[assembly_of(history).movable].max(axis=0)
    ax.set(xlim=(-0.5, right + 1.0), ylim=(-0.3, top + 0.4), title=f"right half settled by {1e3 * DEPTH:g} mm")
    figure.colorbar(drawn, ax=ax).set_label("von Mises stress (MPa)")
    return figure
