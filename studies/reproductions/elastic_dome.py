"""Study `elastic-dome`: the dome of Acary and Jean, 5.2, of blocks that deform, and the thrust line in its stresses."""

from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...checks import FloatArray
from ...integrators import simulate
from ...model import Material
from ...results import Trajectory, thrust_line
from ...view import draw_stresses
from ...view.style import PAGE, in_house_style, new_figure
from ..histories import assembly_of, vertical_force, weight_of
from ..result import Check, StudyResult, check_close, check_that
from .dome import COHESION, RADIUS, RINGS, SECTORS, THICK, stone_dome

__all__ = ["run"]

STONE = Material(60e9, 0.27, 2700.0)
STEP, DURATION = 0.01, 0.12  # s: quasi-static
BALANCE = 1e-3  # share of the weight
NEAR, NEAR_QUICK = 0.10, 0.15  # of the thickness: how far the two may place the thrust apart, with 12 rings and 6


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Put the dome of blocks of eight hexahedra under gravity; quick: 6 by 12 blocks, in ten short steps."""
    rings, sectors = (6, 12) if quick else (RINGS, SECTORS)
    assembly = stone_dome(THICK, COHESION, rings, sectors).of_material(STONE)
    history = simulate(
        assembly,
        0.05 if quick else DURATION,
        0.5 * STEP if quick else STEP,
        integrator="velocity-reset",
        progress=progress,
    )
    table = _meridian(history, rings)
    return StudyResult(
        name="elastic-dome",
        tables={"meridian": table, "dome": _table(history)},
        figures={"stresses": _figure(history, rings)},
        checks=_checks(table, _table(history), NEAR_QUICK if quick else NEAR),
    )


def _table(history: Trajectory) -> pd.DataFrame:
    assembly, stress = assembly_of(history), history.stresses(-1)
    row = {
        "blocks": len(assembly.movable),
        "reaction_over_weight": vertical_force(history.contacts(-1), ["ground"]) / weight_of(assembly),
        "broken": int(history.steps.broken.iloc[-1]),
        "von_mises_MPa": stress.von_mises.max() / 1e6,
        "compression_MPa": -stress.principal_1.min() / 1e6,
        "tension_MPa": stress.principal_3.max() / 1e6,
        "sunk_um": 1e6 * float((history.position[0] - history.position[-1])[assembly.movable, 2].max()),
        "solve_ms": 1e3 * history.steps.solve_time.iloc[1:].mean(),
    }
    return pd.DataFrame([row])


def _meridian(history: Trajectory, rings: int) -> pd.DataFrame:
    """Where the meridional thrust runs in the voussoirs of a sector, by their stresses and by their joints.

    ``angle`` (degrees) of its middle from the horizontal; ``by_stress``, ``by_forces``: distance (m) of the thrust from
    the middle surface, outward positive; ``meridional``, ``hoop`` (Pa): mean stresses along the meridian and around.
    """
    assembly, joints = assembly_of(history), history.joints(-1).set_index(["block_a", "block_b"])
    stress, rows = history.stresses(-1, at="points").set_index("block"), []
    for i in range(1, rings):
        name, moments, forces = f"voussoir-{i}-1", [], []
        for pair in (("ground" if i == 1 else f"voussoir-{i - 1}-1", name), (name, f"voussoir-{i + 1}-1")):
            joint: Any = joints.loc[pair if pair in joints.index else pair[::-1]]
            centre, middle = (joint[[f"{of}_{k}" for k in "xyz"]].to_numpy(float) for of in ("centre", "centroid"))
            forces.append(float(joint.force_n))
            moments.append(forces[-1] * (centre - middle) @ middle / np.linalg.norm(middle))
        part, middle = stress.loc[[name]], assembly.centroid[assembly.index_of(name)]
        outward = middle / np.linalg.norm(middle)
        around = np.array([-middle[1], middle[0], 0.0]) / np.hypot(middle[0], middle[1])
        meridional, hoop = (_normal(part, direction) for direction in (np.cross(outward, around), around))
        radial = (part[["place_x", "place_y", "place_z"]].to_numpy() - middle) @ outward
        # a linear course over the thickness t: its resultant N = mean t stands off by slope t^3/12 / N
        slope = np.polyfit(radial, meridional, 1)[0]
        rows.append(
            {
                "angle": np.degrees(np.arcsin(outward[2])),
                "by_stress": slope * (RADIUS * THICK) ** 2 / 12.0 / meridional.mean(),
                "by_forces": float(np.sum(moments) / np.sum(forces)),
                "meridional": meridional.mean(),
                "hoop": hoop.mean(),
            }
        )
    return pd.DataFrame(rows)


def _normal(stress: pd.DataFrame, direction: FloatArray) -> FloatArray:
    """Normal stresses (P,) (Pa) along a direction (3,)."""
    weights = {"xx": (0, 0), "yy": (1, 1), "zz": (2, 2), "xy": (0, 1), "yz": (1, 2), "zx": (2, 0)}
    parts = [
        stress[f"stress_{name}"].to_numpy() * direction[i] * direction[j] * (1.0 if i == j else 2.0)
        for name, (i, j) in weights.items()
    ]
    return np.asarray(np.sum(parts, axis=0))


def _checks(meridian: pd.DataFrame, dome: pd.DataFrame, near: float) -> list[Check]:
    found, note, half = dome.iloc[0], "Acary and Jean 5.2", 0.5 * RADIUS * THICK
    off = (meridian.by_stress - meridian.by_forces).abs().max() / (2.0 * half)
    return [
        check_close("E5.weight", "reaction over the weight", found.reaction_over_weight, 1.0, BALANCE, note=note),
        check_that("E5.compressed", "meridians are compressed throughout", bool((meridian.meridional < 0).all()),
                   seen=f"{meridian.meridional.max() / 1e3:.0f} kPa at most", note="Heyman"),
        check_that("E5.cracks", "hoops carry least below the crown, which they press: meridians crack there",
                   float(meridian.hoop.iloc[1:-1].abs().min()) < 0.5 * -meridian.hoop.iloc[-1] and found.broken > 0,
                   seen=f"{found.broken:g} joints broken", note="Heyman: a dome cracks along its meridians"),
        check_that("E5.within", "the thrust of the stresses runs within the thickness",
                   float(meridian.by_stress.abs().max()) < half,
                   seen=f"{1e3 * meridian.by_stress.abs().max():.0f} mm off the middle", note=note + ": Figure 5"),
        check_that("E5.thrust", f"it is where the forces of the joints have it, within {near:g} of the thickness",
                   float(off) < near, seen=f"{off:.3f}", note=note + ": Figure 5"),
    ]  # fmt: skip


@in_house_style
def _figure(history: Trajectory, rings: int) -> Figure:
    """Von Mises stresses of the dome, and those of a meridian with its thrust line, as in Figure 5."""
    assembly = assembly_of(history)
    figure = new_figure(PAGE, 3.0)
    whole, cut = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2)
    movable = [assembly.names[b] for b in assembly.movable]
    meridian = [f"voussoir-{i + 1}-1" for i in range(rings)]
    drawn = draw_stresses(whole, history, -1, blocks=movable)
    draw_stresses(cut, history, -1, blocks=meridian, limits=drawn.get_clim())
    bar = figure.colorbar(drawn, ax=[whole, cut], orientation="horizontal", aspect=60)
    bar.set_label("von Mises stress (MPa)")
    whole.set_title("dome")
    cut.set_title("a meridian, with its thrust line")
    line = thrust_line(history.contacts(-1), assembly, meridian)
    cut.plot(line.points[:, 0], line.points[:, 2], "o-", color="C1", markersize=2.5, zorder=3)
    return figure
