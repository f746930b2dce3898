"""Study `elastic-wall`: the wall of Acary and Jean, 5.1, of blocks that deform, in three ways of integration."""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...checks import FloatArray
from ...integrators import simulate
from ...model import Assembly, Material, Settlement
from ...results import Trajectory
from ...structures import wall
from ...view import draw_stresses
from ...view.style import PAGE, in_house_style, new_figure
from ..figures import lines_figure
from ..histories import assembly_of, parting, reactions, weight_of
from ..result import Check, StudyResult, check_close, check_that

__all__ = ["run"]

COURSES, BRICKS, BRICK = 12, 14, (0.5, 0.25, 0.3)  # height over length one half; m
STONE = Material(60e9, 0.27, 2700.0)
JOINTS, GROUND = 0.5, 1.0
SMALL, COARSE, DURATION = 0.25e-4, 1e-3, 0.012  # s, of the paper
DEPTH, SETTLING_STEP = 0.05, 0.01  # m, s
BEFORE, SETTLING, AFTER = 0.1, 2.0, 3.0  # s
MAGNIFY = 2e5  # of stresses under gravity: the top sinks by micrometres
BALANCE = 1e-5  # share of the weight by which a reaction at rest may differ from it
SWING = 1.2  # times the weight: what oscillates goes beyond
RESTS = 1e-2  # share of the weight by which what only rises may go beyond it
MEAN = 0.15  # share of the weight by which the mean of an oscillation over few periods may differ from it
FOLLOWS = 1e-3  # m


class Way(NamedTuple):
    """A way to integrate: integrator, step (s) and theta."""

    integrator: str
    dt: float
    theta: float


WAYS = {
    "standard dynamics": Way("backward-euler", SMALL, 0.5),
    "velocity reset": Way("velocity-reset", SMALL, 1.0),
    "numerical filtering": Way("backward-euler", COARSE, 1.0),
}


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
    assembly = _wall(4, 5, mesh) if quick else _wall(COURSES, BRICKS, mesh)
    duration = 0.004 if quick else DURATION
    lasting = {"velocity reset": duration if reset is None else reset}
    runs = {
        name: simulate(assembly, lasting.get(name, duration), way.dt, integrator=way.integrator, progress=progress,
                       options={"theta": way.theta, "face_divisions": divisions})
        for name, way in WAYS.items()
    }  # fmt: skip
    times = (0.1, 1.0, 0.3) if quick else (BEFORE, SETTLING, AFTER)
    settlement = Settlement(["right ground"], (0.0, 0.0, -DEPTH), start=times[0], duration=times[1])
    settled = simulate(
        assembly, sum(times), SETTLING_STEP, settlements=[settlement], integrator="velocity-reset", record_every=5,
        progress=progress, options={"face_divisions": divisions},
    )  # fmt: skip
    history = {name: reactions(one)[["time", "over_weight"]] for name, one in runs.items()}
    table = _table(runs, history, settled)
    return StudyResult(
        name="elastic-wall",
        tables={"ways": table, **{f"resultant-{name}": one for name, one in history.items()}},
        figures={
            "resultant": _resultants(history, weight_of(assembly)),
            "gravity": _pictures(runs),
            "settlement": _settled(settled),
        },
        checks=_checks(table),
    )


def _wall(courses: int, bricks: int, mesh: str) -> Assembly:
    half = 0.5 * bricks * BRICK[0]
    friction = {"default": JOINTS, ("left ground", "*"): GROUND, ("right ground", "*"): GROUND}
    made = wall(courses, bricks, BRICK, opening=(half, half), density=STONE.density, friction=friction)
    return made.of_material(STONE, "affine" if mesh == "affine" else (2, 2, 2))


def _head_joints(history: Trajectory) -> float:
    """Widest opening (m) of a head joint at the last state."""
    table = history.contacts(-1)
    return float(np.max(table.gap[np.abs(table.normal_x) > 0.9].to_numpy(), initial=0.0))


def _table(runs: dict[str, Trajectory], history: dict[str, pd.DataFrame], last: Trajectory) -> pd.DataFrame:
    rows, settled = [], reactions(last)
    for name, one in runs.items():
        over = history[name].over_weight.to_numpy()
        above = over > 1.0
        stress = one.stresses(-1)
        rows.append(
            {
                "way": name,
                "dt": WAYS[name].dt,
                "steps": len(one.steps),
                "least": over[len(over) // 4 :].min(),
                "largest": over.max(),
                "mean": over[len(over) // 4 :].mean(),
                "last": over[-1],
                "crossings": int(np.count_nonzero(above[1:] != above[:-1])),
                "head_joints_um": 1e6 * _head_joints(one),
                "von_mises_MPa": stress.von_mises.max() / 1e6,
                "compression_MPa": -stress.principal_1.min() / 1e6,
                "solve_ms": 1e3 * one.steps.solve_time.iloc[1:].mean(),
            }
        )
    before = settled[settled.time < BEFORE + 1e-9].over_weight.iloc[-1]
    drop = _drops(last)
    rows.append({"way": "velocity reset, coarse", "dt": SETTLING_STEP, "steps": len(last.steps), "last": before})
    rows.append({"way": "settlement", "dt": SETTLING_STEP, "last": settled.over_weight.iloc[-1],
                 "drop_left": drop[0], "drop_right": drop[1], "crack": drop[2],
                 "von_mises_MPa": last.stresses(-1).von_mises.max() / 1e6})  # fmt: skip
    return pd.DataFrame(rows)


def _drops(history: Trajectory) -> tuple[float, float, float]:
    """Mean drops (m) of the outer blocks of the lowest course, left and right, and the widest crack in the wall."""
    assembly = assembly_of(history)
    moved: FloatArray = (history.position[0] - history.position[-1])[assembly.movable, 2]
    place = assembly.centroid[assembly.movable]
    middle = 0.5 * (place[:, 0].min() + place[:, 0].max())
    low, outer = place[:, 2] < BRICK[2], np.abs(place[:, 0] - middle) > 0.6 * (place[:, 0].max() - middle)
    left, right = low & outer & (place[:, 0] < middle), low & outer & (place[:, 0] > middle)
    return float(moved[left].mean()), float(moved[right].mean()), parting(moved, place)


def _checks(table: pd.DataFrame) -> list[Check]:
    rows: Any = dict(table.set_index("way").iterrows())
    standard, reset, filtered = (rows[name] for name in WAYS)
    coarse, settled, note = rows["velocity reset, coarse"], rows["settlement"], "Acary and Jean, Figure 6"
    return [
        check_close("E6.standard", "standard dynamics: mean resultant over the weight", standard["mean"], 1.0, MEAN,
                    note=note),
        check_that("E6.swings", f"it oscillates: beyond {SWING:g} times the weight and back",
                   standard["largest"] > SWING and standard["crossings"] >= 2,
                   seen=f"up to {standard['largest']:.2f}, {standard['crossings']} crossings", note=note),
        check_that("E6.rises", "velocity reset: the resultant rises towards the weight, and does not oscillate",
                   0.5 < reset["last"] < 1.0 + RESTS and reset["largest"] < 1.0 + RESTS, seen=f"{reset['last']:.4f}",
                   note=note),
        check_close("E6.reset", "velocity reset, at rest with longer steps", coarse["last"], 1.0, BALANCE, note=note),
        check_close("E6.filter", "numerical filtering: last resultant over the weight", filtered["last"], 1.0, 1e-3,
                    note=note),
        check_that("E4.joints", "standard dynamics opens head joints, velocity reset opens them less",
                   standard["head_joints_um"] > reset["head_joints_um"] >= 0.0,
                   seen=f"{standard['head_joints_um']:.2g} and {reset['head_joints_um']:.2g} micrometres",
                   note="Figure 4"),
        check_close("E7.settles", "drop of the half that settles, at its end (m)", settled["drop_right"], DEPTH,
                    FOLLOWS, note="Figure 7"),
        check_close("E7.stays", "drop of the other half, at its end (m)", settled["drop_left"], 0.0, FOLLOWS,
                    note="Figure 7"),
        check_that("E7.cracks", "the wall cracks between", settled["crack"] > 0.1 * DEPTH,
                   seen=f"{1e3 * settled['crack']:.1f} mm", note="Figure 7"),
    ]  # fmt: skip


def _resultants(history: dict[str, pd.DataFrame], weight: float) -> Figure:
    lines = {name: (1e3 * one.time, -one.over_weight * weight / 1e3) for name, one in history.items()}
    whole = np.array([0.0, 1e3 * max(one.time.max() for one in history.values())])
    title = "Resultant on the ground, as in Figure 6"
    return lines_figure(
        {title: {**lines, "weight": (whole, np.full(2, -weight / 1e3), "k:")}}, "time (ms)", "resultant (kN)"
    )


@in_house_style
def _pictures(runs: dict[str, Trajectory]) -> Figure:
    """Von Mises stresses on the deformed wall, as in Figure 4."""
    figure = new_figure(PAGE, 2.6)
    top = max(one.stresses(-1).von_mises.max() for one in runs.values()) / 1e6
    axes, drawn = [figure.add_subplot(1, len(runs), i + 1) for i in range(len(runs))], []
    for ax, (name, one) in zip(axes, runs.items(), strict=True):
        assembly = assembly_of(one)
        blocks = [assembly.names[b] for b in assembly.movable]
        drawn.append(draw_stresses(ax, one, -1, magnify=MAGNIFY, blocks=blocks, limits=(0.0, top)))
        ax.set_title(f"{name}, {1e3 * one.time[-1]:g} ms")
    bar = figure.colorbar(drawn[0], ax=axes, orientation="horizontal", aspect=60)
    bar.set_label(f"von Mises stress (MPa); displacements times {MAGNIFY:g}")
    return figure


@in_house_style
def _settled(history: Trajectory) -> Figure:
    figure = new_figure(PAGE, 3.4)
    ax = figure.add_subplot()
    drawn = draw_stresses(ax, history, -1)
    assembly = assembly_of(history)
    place = assembly.centroid[assembly.movable]
    ax.set(xlim=(-0.5, place[:, 0].max() + 1.0), ylim=(-0.3, place[:, 2].max() + 0.4))
    figure.colorbar(drawn, ax=ax).set_label("von Mises stress (MPa)")
    ax.set_title(f"right half settled by {1e3 * DEPTH:g} mm")
    return figure
