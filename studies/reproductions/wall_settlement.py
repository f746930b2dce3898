"""Study `wall-settlement`: a wall brought to equilibrium, then half its ground settles (Acary and Jean, 5.1)."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...integrators import simulate
from ...model import Assembly, Settlement
from ...results import Trajectory
from ...structures import wall
from ...view import draw_elevation, draw_joint_forces
from ...view.style import in_house_style, new_panels, set_panel_heights
from ..figures import lines_figure
from ..histories import assembly_of, drops, mean_times, parting, reactions
from ..result import Check, StudyResult, check_close, check_that

__all__ = ["DENSITY", "DEPTH", "FOLLOWS", "STEP", "run", "settled", "sinking", "stone_wall"]

COURSES, BRICKS = 12, 15  # height over length one half
BRICK = (0.525, 0.25, 0.325)  # m: stones of 0.500 x 0.250 x 0.300 with 25 mm of mortar between them
DENSITY, JOINTS, GROUND = 2700.0, 0.5, 1.0
DEPTH = 0.05  # m, settlement of the right half of the ground
BEFORE, SETTLING, AFTER = 0.5, 2.0, 6.0  # s: under gravity alone, settling, and after it: blocks fall by g dt^2 a step
STEP = 0.01
"""s. With velocities reset a free block falls by g dt^2 in each step, at 0.1 m/s: the ground must settle slower, here
by at most 0.06 m/s, or the wall would lag behind it."""
WAYS = {"velocity-reset": "velocity-reset", "rigid-modes": "rigid-modes", "dynamic": "backward-euler"}
BALANCE = 1e-6  # share of the weight by which the reactions under gravity may differ from it: certificate and rounding
SETTLED_BALANCE = 1e-3  # the same after the settlement
MOVED = 1e-6  # m: the wall stands closed joint on closed joint, and moves by rounding alone
FOLLOWS, REST = 1e-3, 1e-3  # m, m/s


def stone_wall(courses: int, bricks: int, brick: tuple[float, float, float]) -> Assembly:
    """The wall of the paper, of bricks of this size (m), on ground that is parted at x = half its length."""
    half = 0.5 * bricks * brick[0]
    friction = {"default": JOINTS, ("left ground", "*"): GROUND, ("right ground", "*"): GROUND}
    return wall(courses, bricks, brick, opening=(half, half), density=DENSITY, friction=friction)


def settled(assembly: Assembly, times: tuple[float, float, float], **how: Any) -> Trajectory:
    """The wall under gravity, while the right half of its ground sinks, and afterwards: ``times`` (s) of each."""
    settlement = Settlement(["right ground"], (0.0, 0.0, -DEPTH), start=times[0], duration=times[1])
    return simulate(assembly, sum(times), STEP, settlements=[settlement], **how)


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Settle the ground quasi-statically and, for comparison, in time; quick: a smaller wall, velocity-reset alone."""
    assembly = stone_wall(*((6, 9) if quick else (COURSES, BRICKS)), BRICK)
    times = (0.1, 1.4, 0.2) if quick else (BEFORE, SETTLING, AFTER)
    runs = {
        name: settled(assembly, times, integrator=WAYS[name], record_every=10, progress=progress)
        for name in (["velocity-reset"] if quick else WAYS)
    }
    ground = {name: reactions(history) for name, history in runs.items()}
    main = ground["velocity-reset"]
    ways = _ways(runs, ground)
    return StudyResult(
        name="wall-settlement",
        tables={"ways": ways, "ground": main.rename(columns=lambda name: name.removesuffix(" ground"))},
        figures={"settlement": _picture(runs["velocity-reset"]), "reactions": _reaction_figure(ground)},
        checks=_checks(runs["velocity-reset"], main, ways, times[0]),
    )


def sinking(history: Trajectory) -> dict[str, float]:
    """Mean drops (m) away from the middle, of the half that stays and of the lowest courses; widest crack (m)."""
    assembly = assembly_of(history)
    place, drop = assembly.centroid[assembly.movable], drops(history)[assembly.movable]
    middle = 0.5 * (place[:, 0].min() + place[:, 0].max())
    beside, far = place[:, 0] - middle, 0.6 * (place[:, 0].max() - middle)
    lowest = place[:, 2] < place[:, 2].min() + 1e-6
    return {
        "left": drop[beside < -far].mean(),
        "lowest_left": drop[lowest & (beside < -far)].mean(),
        "lowest_right": drop[lowest & (beside > far)].mean(),
        "crack": parting(drop, place),
    }


def _ways(runs: dict[str, Trajectory], ground: dict[str, pd.DataFrame]) -> pd.DataFrame:
    rows = []
    for name, history in runs.items():
        steps, movable = history.steps, assembly_of(history).movable
        drop, velocity = drops(history)[movable], history.velocity[-1, movable, :3]
        rows.append({
            "way": name, "steps": int(steps.steps.sum()), "contacts": steps.contacts.mean(),
            **mean_times(steps.iloc[1:], "solve"), "least_drop": drop.min(), "largest_drop": drop.max(),
            "crack": sinking(history)["crack"], "speed": np.linalg.norm(velocity, axis=1).max(),
            "over_weight": ground[name].over_weight.iloc[-1],
        })  # fmt: skip
    return pd.DataFrame(rows)


def _checks(history: Trajectory, ground: pd.DataFrame, ways: pd.DataFrame, start: float) -> list[Check]:
    sunk, speed, note = sinking(history), ways.speed[0], "Acary and Jean 5.1"
    k = int(np.searchsorted(history.time, start + 1e-9)) - 1  # the last recorded state before the settlement
    at_rest = np.max(np.abs(history.position[k] - history.position[0]))
    return [
        check_close("P12.gravity", "reactions over the weight under gravity", ground.over_weight[k - 1], 1.0,
                    BALANCE, note=note),
        check_close("P12.still", "largest displacement under gravity (m)", at_rest, 0.0, MOVED, note=note),
        check_close("P12.settles", "mean drop of the lowest course of the half that settles, away from the middle (m)",
                    sunk["lowest_right"], DEPTH, FOLLOWS, note=note + "; courses above may hang from the other half"),
        check_close("P12.stays", "mean drop over the half that does not (m)", sunk["left"], 0.0, FOLLOWS, note=note),
        check_that("P12.cracks", "the wall cracks between: neighbours part by more than a tenth of the settlement",
                   sunk["crack"] > 0.1 * DEPTH, seen=f"{1e3 * sunk['crack']:.1f} mm"),
        check_that("P12.rest", f"the settled wall is at rest (below {REST:g} m/s)", speed < REST,
                   seen=f"{speed:.2g} m/s"),
        check_close("P12.balance", "reactions over the weight after the settlement", ground.over_weight.iloc[-1],
                    1.0, SETTLED_BALANCE, note="equilibrium"),
    ]  # fmt: skip


@in_house_style
def _picture(history: Trajectory) -> Figure:
    """The settled wall, with displacements magnified and with the resultants of its joints."""
    assembly, start, end = assembly_of(history), history.position[0], history.position[-1]
    length, _, top = assembly.centroid.max(axis=0) + BRICK
    figure, axes = new_panels(2, 2, 0.0)
    set_panel_heights(figure, 2, 2, (top + 0.9) / (length + 1.0), 0.4)
    for ax, factor, what in zip(axes, (5.0, 1.0), ("displacements times 5", "joint forces"), strict=True):
        draw_elevation(ax, assembly, start + factor * (end - start), history.rotation[-1])
        ax.set(xlim=(-0.5, length + 0.5), ylim=(-0.7, top + 0.2))
        ax.set_title(f"right half settled by {1e3 * DEPTH:g} mm, {what}")
    draw_joint_forces(axes[1], history.joints(-1), length=0.7 * BRICK[2])
    return figure


def _reaction_figure(ground: dict[str, pd.DataFrame]) -> Figure:
    lines = {
        f"{side} ground, {name}": (table.time, table[f"{side} ground"] / 1e3, f"{colour}{style}")
        for (name, table), style in zip(ground.items(), ("-", "--", ":"), strict=False)
        for side, colour in (("left", "C0"), ("right", "C1"))
    }
    return lines_figure({"Reactions of the two halves of the ground": lines}, "time (s)", "vertical reaction (kN)")
