"""Study `elastic-dome`: the dome of Acary and Jean, 5.2, of blocks that deform, and the thrust line in its stresses."""

from pathlib import Path

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from ...checks import FloatArray
from ...integrators import simulate
from ...model import Material
from ...results import ThrustLine, Trajectory, thrust_line
from ...view import draw_stresses
from ...view.style import PAGE, in_house_style, new_figure
from ..histories import assembly_of, drops, mean_times, over_weight
from ..result import Check, StudyResult, check_close, check_that
from .dome import COHESION, RADIUS, RINGS, SECTORS, THICK, meridian, stone_dome

__all__ = ["run"]

STONE = Material(60e9, 0.27, 2700.0)
STEP, DURATION = 0.01, 0.12  # s: quasi-static
BALANCE = 1e-3  # share of the weight
NEAR, NEAR_QUICK = 0.10, 0.15  # of the thickness: how far the two may place the thrust apart, with 12 rings and 6


def run(out: Path, quick: bool = False, progress: bool = False) -> StudyResult:
    """Put the dome of blocks of eight hexahedra under gravity; quick: 6 by 12 blocks, in ten short steps."""
    rings, sectors, duration, dt = (6, 12, 0.05, 0.5 * STEP) if quick else (RINGS, SECTORS, DURATION, STEP)
    assembly = stone_dome(THICK, COHESION, rings, sectors).of_material(STONE)
    history = simulate(assembly, duration, dt, integrator="velocity-reset", progress=progress)
    line = thrust_line(history.contacts(-1), assembly, ["ground", *meridian(rings)])
    thrust, dome = _thrust(history, line), _table(history)
    return StudyResult(
        name="elastic-dome",
        tables={"meridian": thrust, "dome": dome},
        figures={"stresses": _figure(history, line)},
        checks=_checks(thrust, dome, NEAR_QUICK if quick else NEAR),
    )


def _table(history: Trajectory) -> pd.DataFrame:
    assembly, stress, steps = assembly_of(history), history.stresses(-1), history.steps
    row = {
        "blocks": len(assembly.movable), "reaction_over_weight": over_weight(history.contacts(-1), assembly),
        "broken": steps.broken.iloc[-1], "von_mises_MPa": stress.von_mises.max() / 1e6,
        "compression_MPa": -stress.principal_1.min() / 1e6, "tension_MPa": stress.principal_3.max() / 1e6,
        "sunk_um": 1e6 * drops(history)[assembly.movable].max(), **mean_times(steps.iloc[1:], "solve"),
    }  # fmt: skip
    return pd.DataFrame([row])


def _thrust(history: Trajectory, line: ThrustLine) -> pd.DataFrame:
    """Where the meridional thrust runs in the voussoirs of a sector, by their stresses and by their joints.

    ``angle`` (degrees) of its middle from the horizontal; ``by_stress``, ``by_forces``: distance (m) of the thrust from
    the middle surface, outward positive; ``meridional``, ``hoop`` (Pa): mean stresses along the meridian and around.
    """
    assembly, stress, rows = assembly_of(history), history.stresses(-1, at="points").set_index("block"), []
    centres, middles = (line.joints[[f"{of}_{k}" for k in "xyz"]].to_numpy(float) for of in ("centre", "centroid"))
    forces = line.joints.force_n.to_numpy()
    moments = [
        force * (centre - middle) @ middle / np.linalg.norm(middle)
        for force, centre, middle in zip(forces, centres, middles, strict=True)
    ]
    for i, name in enumerate(line.blocks[1:-1]):  # with a joint below, i, and one above
        part, middle = stress.loc[[name]], assembly.centroid[assembly.index_of(name)]
        outward = middle / np.linalg.norm(middle)
        around = np.array([-middle[1], middle[0], 0.0]) / np.hypot(middle[0], middle[1])
        meridional, hoop = (_normal(part, direction) for direction in (np.cross(outward, around), around))
        radial = (part[["place_x", "place_y", "place_z"]].to_numpy() - middle) @ outward
        # a linear course over the thickness t: its resultant N = mean t stands off by slope t^3/12 / N
        slope = np.polyfit(radial, meridional, 1)[0]
        rows.append({
            "angle": np.degrees(np.arcsin(outward[2])),
            "by_stress": slope * (RADIUS * THICK) ** 2 / 12.0 / meridional.mean(),
            "by_forces": sum(moments[i : i + 2]) / sum(forces[i : i + 2]),
            "meridional": meridional.mean(), "hoop": hoop.mean(),
        })  # fmt: skip
    return pd.DataFrame(rows)


def _normal(stress: pd.DataFrame, direction: FloatArray) -> FloatArray:
    """Normal stresses (P,) (Pa) along a direction (3,)."""
    x, y, z = direction
    factors = {"xx": (x, x), "yy": (y, y), "zz": (z, z), "xy": (x, 2 * y), "yz": (y, 2 * z), "zx": (z, 2 * x)}
    return np.sum([stress[f"stress_{name}"].to_numpy() * a * b for name, (a, b) in factors.items()], axis=0)


def _checks(thrust: pd.DataFrame, dome: pd.DataFrame, near: float) -> list[Check]:
    found, note, thickness = dome.iloc[0], "Acary and Jean 5.2", RADIUS * THICK
    off, farthest = (thrust.by_stress - thrust.by_forces).abs().max() / thickness, thrust.by_stress.abs().max()
    return [
        check_close("E5.weight", "reaction over the weight", found.reaction_over_weight, 1.0, BALANCE, note=note),
        check_that("E5.compressed", "meridians are compressed throughout", bool((thrust.meridional < 0).all()),
                   seen=f"{thrust.meridional.max() / 1e3:.0f} kPa at most", note="Heyman"),
        check_that("E5.cracks", "hoops carry least below the crown, which they press: meridians crack there",
                   thrust.hoop.iloc[1:-1].abs().min() < 0.5 * -thrust.hoop.iloc[-1] and found.broken > 0,
                   seen=f"{found.broken:g} joints broken", note="Heyman: a dome cracks along its meridians"),
        check_that("E5.within", "the thrust of the stresses runs within the thickness", farthest < 0.5 * thickness,
                   seen=f"{1e3 * farthest:.0f} mm off the middle", note=note + ": Figure 5"),
        check_that("E5.thrust", f"it is where the forces of the joints have it, within {near:g} of the thickness",
                   off < near, seen=f"{off:.3f}", note=note + ": Figure 5"),
    ]  # fmt: skip


@in_house_style
def _figure(history: Trajectory, line: ThrustLine) -> Figure:
    """Von Mises stresses of the dome, and those of a meridian with its thrust line, as in Figure 5."""
    assembly, figure = assembly_of(history), new_figure(PAGE, 3.0)
    whole, cut = figure.add_subplot(1, 2, 1), figure.add_subplot(1, 2, 2)
    drawn = draw_stresses(whole, history, blocks=[assembly.names[b] for b in assembly.movable])
    draw_stresses(cut, history, blocks=line.blocks[1:], limits=drawn.get_clim())
    bar = figure.colorbar(drawn, ax=[whole, cut], orientation="horizontal", aspect=60)
    bar.set_label("von Mises stress (MPa)")
    whole.set_title("dome")
    cut.set_title("a meridian, with its thrust line")
    cut.plot(line.points[1:, 0], line.points[1:, 2], "o-", color="C1", markersize=2.5, zorder=3)
    return figure
