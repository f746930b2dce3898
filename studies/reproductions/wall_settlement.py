"""Study `wall-settlement`: a wall brought to equilibrium, then half its ground settles (Acary and Jean, 5.1)."""

from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...checks import FloatArray
from ...integrators import simulate
from ...model import Assembly, Settlement
from ...results import Trajectory
from ...structures import wall
from ...view import draw_elevation, draw_joint_forces
from ...view.style import in_house_style, new_panels, set_panel_heights
from ..figures import lines_figure
from ..histories import parting, reactions
from ..result import Check, StudyResult, check_close, check_that

__all__ = ["run", "stone_wall"]

COURSES, BRICKS = 12, 15  # height over length one half
BRICK = (0.525, 0.25, 0.325)  # m: stones of 0.500 x 0.250 x 0.300 with 25 mm of mortar between them
DENSITY, JOINTS, GROUND = 2700.0, 0.5, 1.0
DEPTH = 0.05  # m, settlement of the right half of the ground
BEFORE, SETTLING, AFTER = 0.5, 2.0, 6.0  # s: under gravity alone, settling, and after it: blocks fall by g dt^2 a step
STEP = 0.01
"""s. With velocities reset a free block falls by g dt^2 in each step, at 0.1 m/s: the ground must settle slower, here
by at most 0.06 m/s, or the wall would lag behind it."""
WAYS = {"velocity-reset": "velocity-reset", "rigid-modes": "rigid-modes", "dynamic": "backward-euler"}
FAR = 5 * BRICK[0]  # m: this far from the middle the lowest course stands on its own half of the ground
BALANCE = 1e-6  # share of the weight by which the reactions under gravity may differ from it: certificate and rounding
SETTLED_BALANCE = 1e-3  # the same after the settlement
MOVED = 1e-6  # m: the wall stands closed joint on closed joint, and moves by rounding alone
FOLLOWS = 1e-3  # m
REST = 1e-3  # m/s


def stone_wall(courses: int = COURSES, bricks: int = BRICKS) -> Assembly:
    """The wall of the paper on ground that is parted in its middle, x = half its length."""
    half = 0.5 * bricks * BRICK[0]
    friction = {"default": JOINTS, ("left ground", "*"): GROUND, ("right ground", "*"): GROUND}
    return wall(courses, bricks, BRICK, opening=(half, half), density=DENSITY, friction=friction)


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Settle the ground quasi-statically and, for comparison, in time; quick: a smaller wall, velocity-reset alone."""
    assembly = stone_wall(6, 9) if quick else stone_wall()
    ways = dict(list(WAYS.items())[: 1 if quick else None])
    runs = {name: _run(assembly, integrator, quick, progress) for name, integrator in ways.items()}
    main = runs["velocity-reset"]
    return StudyResult(
        name="wall-settlement",
        tables={
            "ways": _ways(assembly, runs),
            "ground": reactions(main).rename(columns=lambda name: name.removesuffix(" ground")),
        },
        figures={"settlement": _picture(assembly, main), "reactions": _reaction_figure(runs)},
        checks=_checks(assembly, main),
    )


def _run(assembly: Assembly, integrator: str, quick: bool, progress: bool) -> Trajectory:
    times = (0.1, 1.4, 0.2) if quick else (BEFORE, SETTLING, AFTER)
    settlement = Settlement(["right ground"], (0.0, 0.0, -DEPTH), start=times[0], duration=times[1])
    return simulate(
        assembly, sum(times), STEP, settlements=[settlement], record_every=10, progress=progress,
        integrator=integrator,
    )  # fmt: skip


def _speed(assembly: Assembly, history: Trajectory) -> float:
    return float(np.max(np.linalg.norm(history.velocity[-1, assembly.movable, :3], axis=1)))


def _before(history: Trajectory, quick_start: float) -> int:
    """Index of the last recorded time before the settlement."""
    return int(np.searchsorted(history.time, quick_start + 1e-9)) - 1


def _start(history: Trajectory) -> float:
    return 0.1 if history.time[-1] < BEFORE + SETTLING else BEFORE


def _ways(assembly: Assembly, runs: dict[str, Trajectory]) -> pd.DataFrame:
    rows = []
    for name, history in runs.items():
        drop = _drop(assembly, history)
        rows.append(
            {
                "way": name,
                "steps": len(history.steps),
                "contacts": history.steps.contacts.mean(),
                "solve_ms": 1e3 * history.steps.solve_time.iloc[1:].mean(),
                "least_drop": drop.min(),
                "largest_drop": drop.max(),
                "crack": _crack(assembly, history),
                "speed": _speed(assembly, history),
                "over_weight": reactions(history).over_weight.iloc[-1],
            }
        )
    return pd.DataFrame(rows)


def _drop(assembly: Assembly, history: Trajectory) -> FloatArray:
    moved: FloatArray = history.position[0, assembly.movable, 2] - history.position[-1, assembly.movable, 2]
    return moved


def _crack(assembly: Assembly, history: Trajectory) -> float:
    return parting(_drop(assembly, history), assembly.centroid[assembly.movable])


def _checks(assembly: Assembly, history: Trajectory) -> list[Check]:
    ground, speed = reactions(history), _speed(assembly, history)
    k = _before(history, _start(history))
    at_rest = float(np.max(np.abs(history.position[k] - history.position[0])))
    drop, centre = _drop(assembly, history), assembly.centroid[assembly.movable, 0]
    middle = 0.5 * (centre.min() + centre.max())
    far = min(FAR, 0.6 * (centre.max() - middle))
    lowest = assembly.centroid[assembly.movable, 2] < BRICK[2]
    left, right = drop[centre < middle - far], drop[lowest & (centre > middle + far)]
    note = "Acary and Jean 5.1"
    return [
        check_close("P12.gravity", "reactions over the weight under gravity", ground.over_weight[k - 1], 1.0,
                    BALANCE, note=note),
        check_close("P12.still", "largest displacement under gravity (m)", at_rest, 0.0, MOVED, note=note),
        check_close("P12.settles", "mean drop of the lowest course of the half that settles, away from the middle (m)",
                    float(np.mean(right)), DEPTH, FOLLOWS, note=note + "; courses above may hang from the other half"),
        check_close("P12.stays", "mean drop over the half that does not (m)", float(np.mean(left)), 0.0, FOLLOWS,
                    note=note),
        check_that("P12.cracks", "the wall cracks between: neighbours part by more than a tenth of the settlement",
                   _crack(assembly, history) > 0.1 * DEPTH, seen=f"{1e3 * _crack(assembly, history):.1f} mm"),
        check_that("P12.rest", f"the settled wall is at rest (below {REST:g} m/s)", speed < REST,
                   seen=f"{speed:.2g} m/s"),
        check_close("P12.balance", "reactions over the weight after the settlement", ground.over_weight.iloc[-1],
                    1.0, SETTLED_BALANCE, note="equilibrium"),
    ]  # fmt: skip


@in_house_style
def _picture(assembly: Assembly, history: Trajectory) -> Figure:
    """The settled wall, with displacements magnified and with the resultants of its joints."""
    from ...results import joint_forces

    top = float(assembly.centroid[:, 2].max()) + BRICK[2]
    length = float(assembly.centroid[:, 0].max()) + BRICK[0]
    figure, axes = new_panels(2, 2, 0.0)
    set_panel_heights(figure, 2, 2, (top + 0.9) / (length + 1.0), 0.4)
    for i, (ax, title) in enumerate(zip(axes, ("displacements times 5", "joint forces"), strict=True)):
        moved = history.position[-1] - history.position[0]
        place = history.position[0] + (5.0 if i == 0 else 1.0) * moved
        draw_elevation(ax, assembly, place, history.rotation[-1])
        ax.set(xlim=(-0.5, length + 0.5), ylim=(-0.7, top + 0.2))
        if i == 1:
            draw_joint_forces(ax, joint_forces(history.contacts(-1)), length=0.7 * BRICK[2])
        ax.set_title(f"right half settled by {1e3 * DEPTH:g} mm, {title}")
    return figure


def _reaction_figure(runs: dict[str, Trajectory]) -> Figure:
    tables = {name: reactions(history) for name, history in runs.items()}
    lines = {
        f"{side} ground, {name}": (table.time, table[f"{side} ground"] / 1e3, f"{colour}{style}")
        for (name, table), style in zip(tables.items(), ("-", "--", ":"), strict=False)
        for side, colour in (("left", "C0"), ("right", "C1"))
    }
    return lines_figure({"Reactions of the two halves of the ground": lines}, "time (s)", "vertical reaction (kN)")
